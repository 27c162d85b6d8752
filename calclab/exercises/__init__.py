"""The 25 kinds of exercise of the arithmetic lessons, and how an answer is judged.

`exercise` holds one question and its judging, `answers` reads what was typed. The kinds are in
`counting` (1 to 7) and `sequences` (8 to 13) for lesson 02, `ring` (14 to 20) and `inverses` (21 to
25) for lesson 03; `making` holds what they share. Ask for them through ``calclab.lessons``.
"""
