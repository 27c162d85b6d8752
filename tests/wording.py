"""How long the sentences of a text are, as a learner reads them."""

import re

MOST_WORDS = 15
CARD = r"(?:10|[2-9AJQK])[♣♦♥♠]"


def long_sentences(text: str) -> list[str]:
    """The sentences of more than `MOST_WORDS` words; cards in a row are looked at as one thing.

    A colon ends a sentence too: what follows it is one idea of its own.
    """
    plain = re.sub(rf"{CARD}(?: {CARD})*", "cards", text)
    sentences = re.split(r"(?<=[.?!:;])[\s”\"]+|\n", plain)
    return [one for one in sentences if len(re.findall(r"\S*\w\S*", one)) > MOST_WORDS]
