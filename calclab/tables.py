"""Rows of text as a table: plain for a terminal, HTML for a notebook.

What lives here: the two forms, and `Tabled`, for what shows itself so. What does not: what stands
in a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape


def text_table(rows: Sequence[Sequence[str]], note: str = "") -> str:
    """Rows of text in columns, and a note below them."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([*lines, note] if note else lines)


def html_table(rows: Sequence[Sequence[str]], head: Sequence[str] = (), note: str = "") -> str:
    """Rows as a table for a notebook; the first cell of each row names it, the note lies below."""

    def cells(row: Sequence[str], scope: str) -> str:
        name = f'<th scope="{scope}" style="text-align: left">{escape(row[0])}</th>'
        kind = "th" if scope == "col" else "td"
        return name + "".join(
            f'<{kind} style="text-align: left">{escape(cell)}</{kind}>' for cell in row[1:]
        )

    top = f"<thead><tr>{cells(head, 'col')}</tr></thead>" if head else ""
    body = "".join(f"<tr>{cells(row, 'row')}</tr>" for row in rows)
    below = f'<p style="max-width: 60em">{escape(note)}</p>' if note else ""
    return f"<table>{top}<tbody>{body}</tbody></table>{below}"


class Tabled:
    """What shows itself as the table of its `rows`: in text by `str`, in HTML in a notebook."""

    __slots__ = ()

    def rows(self) -> Sequence[Sequence[str]]:
        """The rows of the table."""
        raise NotImplementedError

    def head(self) -> Sequence[str]:
        """The names of the columns; none where each row names itself."""
        return ()

    def note(self) -> str:
        """What is to be said below the table."""
        return ""

    def __str__(self) -> str:
        head = self.head()
        return text_table([head, *self.rows()] if head else self.rows(), self.note())

    def _repr_html_(self) -> str:
        return html_table(self.rows(), self.head(), self.note())
