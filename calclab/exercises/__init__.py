"""The kinds of exercise of the lessons, and how an answer is judged.

`exercise` holds one question and its judging, `answers` reads what was typed. The kinds are in
`counting` (1 to 7) and `sequences` (8 to 13) for lesson 02, `ring` (14 to 20) and `inverses` (21 to
25) for lesson 03, `burying` (26 to 30) and `proofs` (31 to 34) for lesson 05;
`making` holds what they share, `positions` what those of lesson 05 share. `predictions`,
`foresight` and `measuring` are asked once. Ask for them through ``calclab.lessons``.
"""
