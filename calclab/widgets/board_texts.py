"""Every word that the board's browser side shows, in the language that is spoken now.

What lives here: the texts of buttons, panels and spoken sentences that the browser puts together.
What does not: sentences about the game, which Python sends ready made (``why_not``, the status,
the rules). ``{x}`` is filled in by the browser.
"""

from __future__ import annotations

from calclab.messages import _
from calclab.widgets.coach_texts import coach_texts


def texts() -> dict[str, str]:
    """The board's texts by their keys.

    >>> texts()["takes"]
    'takes {card}'
    """
    return {
        **_tools(),
        **_table(),
        **_stock(),
        **_speech(),
        **_panels(),
        **_settings(),
        **_blockages(),
        **_keys(),
        **coach_texts(),
    }


def _tools() -> dict[str, str]:
    return {
        "board": _("Board: {game}"),
        "toolbar": _("Tools"),
        "game_menu": _("Game: {game}. Choose another"),
        "seed": _("seed"),
        "seed_field": _("Seed"),
        "seed_label": _("Seed of this deal; type another and press Enter"),
        "seed_none": _("none"),
        "timer": _("Time played"),
        "test": _("Test"),
        "test_hint": _("A test: there are no hints and no overlays."),
        "undo": _("Undo"),
        "redo": _("Redo"),
        "finish": _("Finish"),
        "new": _("New"),
        "restart": _("Restart this deal"),
        "moves": _("Moves"),
        "rules": _("Rules"),
        "settings": _("Settings"),
        "more": _("More"),
        "find": _("Find a rank"),
        "strips": _("Show sequences"),
        "unseen": _("Count unseen cards"),
        "save": _("Save record"),
        "load": _("Load record"),
        "statistics": _("Statistics"),
        "shortcuts": _("Keyboard shortcuts"),
        "give_up": _("Give up"),
        "close": _("Close"),
        "cancel": _("Cancel"),
    }


def _table() -> dict[str, str]:
    return {
        "piles": _("Piles"),
        "foundations": _("Foundations"),
        "foundation": _("Foundation {name}, {chip}"),
        "sequence_of": _("Sequence of {name}"),
        "top_card": _("top card {card}"),
        "below": _("below it {cards}"),
        "needs": _("needs {rank}"),
        "full": _("full"),
        "empty": _("empty"),
        "one_card": _("1 card"),
        "many_cards": _("{n} cards"),
        "takes": _("takes {card}"),
        "choose": _("Where to?"),
        "placed": _("{n} of {total} placed"),
        "redeals_left": _("redeals left: {n}"),
        "deal_new": _("New deal"),
        "deal_same": _("Same deal again"),
    }


def _stock() -> dict[str, str]:
    return {
        "stock": _("Stock"),
        "stock_cards": _("Stock, face down: {n}"),
        "stock_empty": _("Stock, empty"),
        "click_deals": _("press to deal"),
        "click_redeals": _("press to redeal"),
        "turned_card": _("Turned card {card}"),
        "no_turned_card": _("No turned card"),
        "indicator_row": _("Indicators"),
        "indicators": _("Indicator row: {cards}"),
        "visible_stock": _("Visible stock"),
        "coming": _("Coming from the stock"),
        "coming_hidden": _("hidden"),
        "coming_1": _("next 1"),
        "coming_5": _("next 5"),
        "coming_all": _("all"),
        "fits_now": _("fits a foundation now"),
        "in_one_card": _("in 1 card"),
        "in_n_cards": _("in {n} cards"),
        "find_rank": _("Find a rank"),
        "find_one": _("Find {rank}"),
        "find_with_unseen": _("Find {rank}; unseen: {n}"),
        "found": _("{rank}: {places}."),
        "found_nowhere": _("nowhere to be seen"),
        "found_turned": _("turned now"),
        "found_on": _("on top of {name}"),
        "found_under": _("in {name} under {n}"),
        "found_laid": _("on foundations: {n}"),
        "found_unseen": _("not seen yet: {n}"),
        "find_ended": _("Finding ended"),
    }


def _speech() -> dict[str, str]:
    return {
        "picked_up": _("{card} picked up."),
        "goes_to": _("Goes to {places}."),
        "goes_nowhere": _("Fits nowhere now."),
        "any_waste_pile": _("any waste pile"),
        "esc_puts_back": _("Esc puts it back."),
        "put_back": _("Put back."),
        "back_at": _("Back at move {n}."),
        "fits_no_foundation": _("{card} fits no foundation now"),
        "nothing_to_send": _("No card to send to a foundation"),
        "no_such_pile": _("There is no pile {n}"),
        "no_such_rank": _("There is no rank {rank}"),
        "type_a_rank": _("Find which rank? Type it."),
        "waiting": _("Waiting for Python: a cell is running, or its kernel has stopped."),
        "gone": _("Python does not answer. If its kernel was restarted, run the cell again."),
        "file_too_large": _("{name} is larger than 1 MiB; a record is smaller."),
    }


def _panels() -> dict[str, str]:
    return {
        "new_title": _("New game"),
        "game": _("Game"),
        "cards": _("Cards"),
        "cards_by_chance": _("by chance"),
        "cards_today": _("today's deal"),
        "cards_easiest": _("grade {n}, the easiest"),
        "cards_grade": _("grade {n}"),
        "cards_hardest": _("grade {n}, the hardest"),
        "piles_count": _("Waste piles"),
        "modulus": _("Ranks in a suit (modulus)"),
        "as_the_rules": _("as the rules say"),
        "seed_fresh": _("a fresh deal"),
        "seed_help": _("The same seed gives the same deal: a number, or words."),
        "deal_cards": _("Deal"),
        "rules_title": _("Rules"),
        "moves_title": _("Moves"),
        "start": _("Start"),
        "branch_title": _("Another line, tried after move {n}"),
        "more_title": _("More"),
        "statistics_title": _("Statistics"),
        "statistics_empty": _("No game has been counted yet."),
        "shortcuts_title": _("Keyboard shortcuts"),
        "give_up_title": _("Give up?"),
        "give_up_question": _("The game is counted as given up. You can still look at it."),
        "keep_playing": _("Keep playing"),
    }


def _settings() -> dict[str, str]:
    return {
        "settings_title": _("Settings"),
        "language_label": _("Language"),
        "letters_label": _("Card letters"),
        "theme_label": _("Colours"),
        "theme_auto": _("as the page"),
        "theme_light": _("light"),
        "theme_dark": _("dark"),
        "theme_contrast": _("high contrast"),
        "size_label": _("Size"),
        "size_auto": _("by the width"),
        "size_small": _("small"),
        "size_medium": _("medium"),
        "size_large": _("large"),
        "size_projector": _("projector"),
        "shown_title": _("Show"),
        "show_strips": _("sequences of the foundations"),
        "show_unseen": _("how many of each rank are unseen"),
        "show_timer": _("timer"),
    }


def _blockages() -> dict[str, str]:
    return {
        "blockages": _("Blockages"),
        "blockages_hidden": _("Blockages are hidden."),
        "no_blockages_here": _("This game has no blockages."),
        "switch_tint": _("tint"),
        "switch_tint_hint": _("Tint the cards by how soon they are wanted"),
        "switch_arrows": _("arrows"),
        "switch_arrows_hint": _("Arrows from a card to the one that it blocks"),
        "switch_warn": _("warn me"),
        "switch_warn_hint": _("Mark the piles where a card would do harm"),
        "switch_loss": _("lost?"),
        "switch_loss_hint": _("Say when it is proved that nothing wins any more"),
        "switched_on": _("{name}: on"),
        "switched_off": _("{name}: off"),
        "wanted_now": _("wanted now"),
        "wanted_2": _("in 2 plays"),
        "wanted_4": _("in 3 or 4"),
        "wanted_more": _("in 5 or more"),
        "never_leaves": _("can never leave"),
        "tag_now": _("now"),
        "tag_in": _("in {n}"),
        "harm_on": _("It would do harm on {places}."),
        "show_why": _("Show me why"),
        "next_step": _("Next step · {n} of {total}"),
        "back_to_table": _("Back to the table"),
        "back_to_move": _("Back to move {n}"),
        "back_to_deal": _("Back to the deal"),
        "proof_steps": _("The proof, step by step"),
        "stops_at": _("stops at {rank}"),
    }


def _keys() -> dict[str, str]:
    return {
        "key_arrows": _("to the next pile or button"),
        "key_enter": _("pick up, drop; also the space bar"),
        "key_digits": _("drop on this pile: the picked card, else the turned one"),
        "key_shift_digits": _("pick up the top card of this pile"),
        "key_f": _("send to a foundation"),
        "key_d": _("the stock: deal or redeal, where the game allows it"),
        "key_u": _("undo"),
        "key_r": _("redo"),
        "key_find": _("find a rank: then type it"),
        "key_s": _("say how the game stands"),
        "key_b": _("what the focused card blocks; again: the card below"),
        "key_q": _("show or hide the sequences"),
        "key_help": _("these shortcuts"),
        "key_esc": _("put back, close"),
    }
