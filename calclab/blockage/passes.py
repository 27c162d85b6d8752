"""The exact test where the waste is turned over, not shuffled (`musical`, with a redeal left).

What lives here: a search over passes. What does not: the last pass (``completion``).

Unseen cards come in the order that suits best, so within a pass they count as at hand; those that
nobody wants by then are dealt last, on top of the waste. After a redeal the waste comes again, the
lowest card first. Only once it has been dealt are the others at hand again.
"""

from __future__ import annotations

from collections.abc import Callable

from calclab.blockage.table import Ranks, Table

Finish = Callable[[Table], bool | None]


class Passes:
    """A search that remembers what it has seen, pass by pass.

    `finish` tells whether a table can be finished without a redeal; `spend` counts a position and
    is False when no more may be looked at. Cards are the same in number throughout, so the cards
    laid and those on the waste say which are loose.
    """

    def __init__(self, sequences: tuple[Ranks, ...], finish: Finish, spend: Callable[[], bool]):
        self.sequences, self.finish, self.spend = sequences, finish, spend
        self.seen: set[tuple[Ranks, Ranks, Ranks | None, int]] = set()

    def at_hand(self, laid: Ranks, waste: Ranks, loose: Ranks, redeals: int) -> bool | None:
        """Whether it can be won while all cards that do not lie on the waste are at hand."""
        laid, waste, loose = self._play_safe(laid, waste, loose)
        found = self._known((laid, waste, None, redeals))
        if found is not True:
            return found
        table = Table(self.sequences, laid, ("W1",), (waste,), loose)
        found = self.finish(table)
        if found is not False or not redeals:
            return found
        for at, rank in _needs(self.sequences, laid):
            after = _one_more(laid, at)
            if waste and waste[-1] == rank:
                found = self.at_hand(after, waste[:-1], loose, redeals)
            if found is False and loose[rank]:
                found = self.at_hand(after, waste, _one_less(loose, rank), redeals)
            if found is not False:
                return found
        return self.dealing(laid, waste, (), loose, redeals - 1) if waste else False

    def dealing(
        self, laid: Ranks, stock: Ranks, waste: Ranks, loose: Ranks, redeals: int
    ) -> bool | None:
        """Whether it can be won while a waste that was turned over is dealt, next card first."""
        if not stock:
            return self.at_hand(laid, waste, loose, redeals)
        found = self._known((laid, waste, stock, redeals))
        if found is not True:
            return found
        found = False
        top = waste[-1] if waste else 0
        last = not loose[top] and top not in stock and top not in waste[:-1]
        for at, rank in _needs(self.sequences, laid):
            if rank == top:
                found = self.dealing(_one_more(laid, at), stock, waste[:-1], loose, redeals)
                if found is not False or last:
                    return found
        return self.dealing(laid, stock[1:], (*waste, stock[0]), loose, redeals)

    def _known(self, key: tuple[Ranks, Ranks, Ranks | None, int]) -> bool | None:
        """True for a position to look at, False for one that failed, None at the limit."""
        if key in self.seen:
            return False
        self.seen.add(key)
        return True if self.spend() else None

    def _play_safe(self, laid: Ranks, waste: Ranks, loose: Ranks) -> tuple[Ranks, Ranks, Ranks]:
        """Play what costs nothing: a rank that lies on no waste, and the last copy of a rank."""
        again = True
        while again:
            again = False
            for at, rank in _needs(self.sequences, laid):
                if rank not in waste and loose[rank]:
                    laid, loose, again = _one_more(laid, at), _one_less(loose, rank), True
                    break
                if waste and waste[-1] == rank and not loose[rank] and waste.count(rank) == 1:
                    laid, waste, again = _one_more(laid, at), waste[:-1], True
                    break
        return laid, waste, loose


def _needs(sequences: tuple[Ranks, ...], laid: Ranks) -> list[tuple[int, int]]:
    """(foundation, needed rank) of each that is not full."""
    return [
        (at, sequence[laid[at]])
        for at, sequence in enumerate(sequences)
        if laid[at] < len(sequence)
    ]


def _one_more(laid: Ranks, at: int) -> Ranks:
    return (*laid[:at], laid[at] + 1, *laid[at + 1 :])


def _one_less(loose: Ranks, rank: int) -> Ranks:
    return (*loose[:rank], loose[rank] - 1, *loose[rank + 1 :])
