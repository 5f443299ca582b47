"""What is said of a position and of a game: how good a move is beside the best, and where a result came from."""

import doctest
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from threading import Event, Timer

import pytest

from quatuor import GAMES, Game, Playthrough
from quatuor.analysis import Account, Decision, analyse, figures, position, texts
from quatuor.analysis.account import AccountBuilder, Change, sides_of
from quatuor.analysis.advice import hint, one_of_each, qualities, quality, ranked, ranked_like, verdict
from quatuor.analysis.chance import Cancelled, Chance
from quatuor.analysis.figures import adding_up
from quatuor.analysis.position import RatedPosition, looked_closer
from quatuor.analysis.summary import Swing, summary, swing_percent, swing_sentence, swings, thresholds
from quatuor.bots import Finding, find_bot, play_on
from quatuor.core.texts import Language
from setups import Setup

TWO = {0: "Ada", 1: "Bob"}
# Moves go by a letter here; its code is the action.
A, B, C, D = map(ord, "abcd")
LABELS = {A: "Draw", B: "Stop", C: "Take", D: "Place"}


def rated(move: str, win: float, error: float = 0.01, visits: int = 100) -> Finding:
    return Finding(ord(move), visits, win, error, win, error, 0.0, 1.0)


def letters(moves: Sequence[Finding]) -> str:
    return "".join(chr(move.action) for move in moves)


@pytest.mark.parametrize(
    ("win", "error", "kind"),
    [
        (0.60, 0.0, "equal"),
        (0.65, 0.0, "equal"),
        (0.595, 0.0, "equal"),
        (0.58, 0.025, "equal"),
        (0.50, 0.11, "unsure"),  # too little is known to tell them apart
        (0.30, inf, "unsure"),
        (0.70, 0.2, "unsure"),
        (0.57, 0.0, "close"),
        (0.50, 0.0, "worse"),
        (0.40, 0.0, "bad"),
    ],
)
def test_how_good_a_move_is_beside_the_best(win: float, error: float, kind: str) -> None:
    best = rated("a", 0.60, 0.001)
    assert quality(best, rated("b", win, error)) == kind and quality(best, best) == "best"


def test_the_best_of_the_surest_moves_comes_first_and_its_equals_follow() -> None:
    moves = (
        rated("a", 0.50, 0.01),
        rated("b", 0.2, 0.02),
        rated("c", 0.58, 0.10),  # perhaps better, but it was hardly tried
        rated("d", 0.51, 0.02),
        rated("e", 0.462, 0.01),
        rated("f", 0.485, 0.02),
    )
    best, *others = ranked(moves)
    assert letters((best, *others)) == "dafceb"
    assert letters(ranked(moves, leading=ord("f"))) == "fadecb", (
        "what led before stays unless another is clearly better"
    )
    assert letters(ranked(moves, leading=ord("b")))[0] == "d"
    kinds = [quality(best, each) for each in others]
    assert kinds == ["equal", "equal", "unsure", "close", "bad"]
    lost = (rated("a", 0.0, 0.01, 99), rated("b", 0.0, 0.1, 9), rated("c", 0.5, inf, 1))
    assert letters(ranked(lost))[0] == "a"


def test_in_a_lost_game_the_margin_is_what_is_left_to_play_for() -> None:
    moves = [replace(rated(move, 0.001), margin=margin) for move, margin in zip("abc", (-9.0, -4.0, -6.0), strict=True)]
    lost = ranked(moves)
    assert letters(lost) == "bca"
    assert hint(lost, LABELS, "en") == ("The game can hardly be won now: “Stop” should keep the gap smallest."), (
        "no move gives a chance to win"
    )
    assert "semble perdue" in hint(lost, LABELS, "fr")


def test_a_mark_is_that_of_the_points_that_one_reads() -> None:
    assert decided("a", "b", {"a": 0.714, "b": 0.809}).loss_percent == 10
    assert decided("a", "b", {"a": 0.714, "b": 0.809}).mark == "mistake"
    assert decided("a", "b", {"a": 0.70, "b": 0.794}).mark == "inaccuracy"


def decided(played: str, best: str, chances: dict[str, float]) -> Decision:
    """A decision as an analysis grades it."""
    before = RatedPosition(0, 100, ())
    played_chance, best_chance = (Chance(chances[move], 0.01) for move in (played, best))
    return Decision(7, 0, ord(played), ord(best), before, played_chance, best_chance)


def test_advice_agrees_with_an_analysis_that_has_marked_the_move() -> None:
    moves = (rated("a", 0.44, 0.01), rated("b", 0.39, 0.02), rated("c", 0.28, 0.02), rated("d", 0.3))
    best, *others = ranked_like(moves, decided("c", "b", {"c": 0.24, "b": 0.37}))
    assert (best.action, best.win) == (B, 0.37), "the best move of the analysis"
    assert [(each.action, each.win) for each in others] == [(A, 0.37), (D, 0.3), (C, 0.24)]
    assert quality(best, others[0]) == "equal", "what the analysis did not find better is no better here"
    assert verdict([best, *others], LABELS, A, C, "Ada", "en") == (
        "A Virtuoso would have played “Draw”: 37% to win. “Stop” is about as good: 37%. Ada played “Take”: 24%."
    )


@pytest.mark.parametrize(
    ("chances", "english", "french"),
    [
        ([0.62], "Only one move is possible: “Draw”. Your chance to win: 62%.", "Un seul coup est possible"),
        ([0.62, 0.62], "“Draw” and “Stop” are equally good. Your chance to win: 62%.", "se valent"),
        ([0.62, 0.62, 0.62], "All moves are equally good. Your chance to win: 62%.", "Tous les coups se valent"),
        (
            [0.62, 0.62, 0.62, 0.3],
            "3 moves are equally good, “Draw” among them. Your chance to win: 62%.",
            "3 coups se valent",
        ),
        (
            [0.62, 0.59],
            "“Draw” is the best move. “Stop” is nearly as good. Your chance to win: 62%.",
            "presque aussi bon.",
        ),
        ([0.62, 0.55], "Anything else is worse.", "Tout autre coup est moins bon."),
        ([0.999, 0.3], "Anything else is much worse. Your chance to win: over 99%.", "plus de 99\N{NO-BREAK SPACE}%."),
        (
            [0.04, 0.01],
            "“Draw” is the best move. “Stop” is nearly as good. It is hard to win now.",
            "difficile à gagner",
        ),
    ],
)
def test_a_hint_says_what_to_play_and_what_else_will_do(chances: list[float], english: str, french: str) -> None:
    moves = [rated(move, win, 0.001) for move, win in zip("abcd", chances, strict=False)]
    assert english in hint(moves, LABELS, "en") and french in hint(moves, LABELS, "fr")


def test_a_hint_does_not_promise_more_than_is_known() -> None:
    sure, unsure = rated("a", 0.37, 0.01), rated("b", 0.40, 0.09)
    assert (
        hint([sure, unsure], LABELS, "en")
        == "Too close to call between “Draw” and “Stop”. Your chance to win: about 37%."
    )
    assert hint([sure, unsure], LABELS, "fr").startswith("Trop serré pour trancher entre")
    equal, doubtful = rated("c", 0.37, 0.01), rated("d", 0.3, 0.1)
    assert hint([sure, equal, doubtful], LABELS, "en") == "“Draw” and “Take” are equally good. Your chance to win: 37%."
    assert (
        hint([sure, doubtful, unsure], LABELS, "en")
        == "Too close to call: any move will do. Your chance to win: about 37%."
    )
    assert qualities([sure, equal, doubtful]) == ["equal", "equal", "unsure"]
    assert qualities([sure, doubtful]) == ["unsure", "unsure"] and qualities([sure, rated("b", 0.2)])[0] == "best"


def test_moves_that_are_alike_are_one_line() -> None:
    moves = [rated(move, 0.5) for move in "abcd"]
    lines = one_of_each(moves, lambda action: action in (A, C))
    assert [(line.action, alike) for line, alike in lines] == [(A, [C]), (B, [D])]
    named = one_of_each(moves, lambda action: action in (A, C), {C})
    assert [(line.action, alike) for line, alike in named] == [(C, [A]), (B, [D])], "the one that was played is shown"


def test_a_verdict_compares_what_was_played_with_a_virtuoso() -> None:
    moves = [rated("a", 0.6), rated("b", 0.4)]
    assert verdict(moves, LABELS, A, B, "Ada", "en") == (
        "A Virtuoso would have played “Draw”: 60% to win. Ada played “Stop”: 40%."
    )
    assert verdict(moves, LABELS, A, A, "Ada", "en") == "A Virtuoso would have played “Draw” too: 60% to win."
    assert verdict(moves[:1], LABELS, A, A, "Ada", "en").startswith("Only one move was possible")
    assert verdict(moves, LABELS, B, A, "Ada", "en") == (
        "A Virtuoso would have played “Stop”: 40% to win. Ada played “Draw”: 60%."
    )
    assert verdict(moves, LABELS, B, B, "Ada", "en") == (
        "A Virtuoso would have played “Stop” too: 40% to win. On a closer look “Draw” is better: 60%."
    )


def account(luck: Chance, others: Chance, loss: float | Chance, result: float, *steps: Change) -> Account:
    lost = loss if isinstance(loss, Chance) else Chance(loss, 0.02)
    start = result - luck.win - others.win + lost.win
    return Account(0, Chance(start, 0.02), luck, others, lost, result, (), steps, ())


@pytest.mark.parametrize(
    ("found", "english", "french"),
    [
        (
            account(Chance(-0.12, 0.02), Chance(0.30, 0.02), 0.2, 1.0),
            "Ada started with an over 99% chance of winning. The cards lowered it by 12%, Bob raised it by "
            "30% and Ada's own choices lowered it by 20%, without a clear mistake. Ada won.",
            "Les cartes les ont fait baisser de 12\xa0%, Bob les a fait monter de 30\xa0% et Ada les a "
            "fait baisser de 20\xa0% par ses propres choix, sans faute nette. Ada a gagné.",
        ),
        (
            account(Chance(0.03, 0.0), Chance(-0.02, 0.0), 0.01, 0.0),
            "The cards raised it by 3%, Bob hardly changed it and Ada's own choices lowered it by "
            "1%, without a clear mistake. Ada did not win.",
            "Les cartes les ont fait monter de 3\N{NO-BREAK SPACE}%, Bob n'y a presque rien changé et Ada les a fait "
            "baisser de 1\N{NO-BREAK SPACE}% par ses propres choix, sans faute nette. Ada n'a pas gagné.",
        ),
        (
            account(Chance(0.01, 0.2), Chance(-0.1, 0.01), 0.0, 0.5),
            "The cards seem to have hardly changed it, Bob lowered it by 10% and Ada made no mistake. Ada ",
            "Ada a partagé la victoire.",
        ),
        (
            account(Chance(0.1, 0.4), Chance(-0.3, 0.5), 0.3, 0.0),
            "The cards and Bob together lowered it by 20% and Ada's own choices lowered it by 30%",
            "Les cartes et Bob, ensemble, les ont fait baisser de 20\xa0% et Ada les a fait baisser",
        ),
    ],
)
def test_a_summary_says_where_the_result_came_from(found: Account, english: str, french: str) -> None:
    assert english in summary(found, TWO, "en") and french in summary(found, TWO, "fr")


def test_a_summary_speaks_of_one_opponent_or_of_several() -> None:
    found = account(Chance(0.1, 0.4), Chance(-0.3, 0.5), 0.3, 0.0)
    three = {**TWO, 2: "Cleo"}
    assert "cards and the other players together" in summary(found, three, "en")
    assert "les cartes et les autres joueurs, ensemble" in summary(found, three, "fr").lower()


def test_a_player_is_told_of_their_own_game_as_you() -> None:
    found = account(Chance(0.1, 0.4), Chance(-0.3, 0.5), 0.3, 0.0)
    spoken: list[tuple[Language, str]] = [("en", "You did not win."), ("fr", "Vous n'avez pas gagné.")]
    for language, end in spoken:
        told = summary(found, TWO, language, you=True)
        assert "Ada" not in told and told.endswith(end)
    swing = Swing("others", -0.3, 1, 2)
    assert swing_sentence(swing, -30, "A card.", "Ada", "en", you=True) == "A card. Your chance to win falls by 30%."


def test_a_summary_is_careful_with_what_is_uncertain() -> None:
    found = account(Chance(0.4, 0.1), Chance(-0.46, 0.39), Chance(0.12, 0.29), 0.0)
    assert "The cards raised it by 40%, Bob may have lowered it by 46% and Ada's own choices may have " in (
        summary(found, TWO, "en")
    )
    assert "Bob les a peut-être fait baisser de 46\xa0% et Ada les a peut-être fait baisser de 12\xa0% par " in (
        summary(found, TWO, "fr")
    )
    doubtful = account(Chance(0.1, 0.4), Chance(-0.3, 0.5), Chance(0.3, 0.2), 0.0)
    assert "The cards and Bob together may have lowered it by 20%" in summary(doubtful, TWO, "en")


def test_a_summary_counts_the_mistakes() -> None:
    play = Playthrough("symbiose", 2, seed=1)
    play_on(play, [find_bot("random"), find_bot("greedy")])
    (found,) = analyse(play, [0], 30, 1).accounts
    count = sum(decision.mark == "blunder" for decision in found.marked)
    assert count and f"({count} blunder" in summary(found, TWO, "en")


def test_the_moments_that_are_told_are_large_and_sure() -> None:
    steps = [Change(0.0, 0.0, 0.0, 0.0, 0.0, 0)] * 3
    steps += [
        Change(0.2, 0.0, 0.0, 0.01, 0.0, 3),
        Change(0.2, 0.0, 0.0, 0.10, 0.0, 4),  # may be noise
        Change(-0.07, 0.0, 0.0, 0.01, 0.0, 5),  # small
        Change(0.0, -0.3, 0.5, 0.0, 0.05, 2),
    ]
    found = swings(account(Chance(0, 0), Chance(0, 0), 0.0, 1.0, *steps))
    assert [(each.kind, each.first, each.last) for each in found] == [("luck", 3, 3), ("others", 2, 6)]
    many = [Change(0.1 + at / 100, 0.0, 0.0, 0.0, 0.0, at) for at in range(9)]
    assert [each.last for each in swings(account(Chance(0, 0), Chance(0, 0), 0.0, 1.0, *many))] == [3, 4, 5, 6, 7, 8]
    rises = swing_sentence(found[0], 20, "A card.", "Ada", "en")
    assert rises == "A card. Good luck for Ada: the chance to win rises by 20%."
    assert swing_sentence(found[1], -30, "Une carte.", "Ada", "fr") == (
        "Une carte. Pour Ada, les chances de gagner baissent de 30\N{NO-BREAK SPACE}%."
    )


def test_a_change_is_told_as_who_sees_the_curve_reckons_it() -> None:
    seen = replace(account(Chance(0, 0), Chance(0, 0), 0.0, 1.0), curve=(0.434, 0.576, 0.7, 0.9))
    assert swing_percent(seen, Swing("luck", 0.142, 0, 0)) == 15, "43% and then 58%"
    assert swing_percent(seen, Swing("others", 0.266, 0, 1)) == 27
    assert swing_percent(seen, Swing("luck", 0.1, 1, 2)) == 10, "something else happened at the same time"


def test_what_a_choice_cost_is_what_lies_between_the_chances_shown() -> None:
    assert decided("a", "b", {"a": 0.644, "b": 0.716}).loss_percent == 8, "64% and 72%"


def test_the_figures_of_a_summary_add_up() -> None:
    for module in (figures, texts):
        shown = doctest.testmod(module)
        assert shown.attempted and not shown.failed, module.__name__
    assert sum(adding_up([0.333] * 3, 1.0)) == 100 and sum(adding_up([-0.0049] * 4, 0.0)) == 0


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_thresholds_are_told(language: Language) -> None:
    assert all(bound in thresholds(language) for bound in ("5", "10", "20"))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_position_is_rated_in_time_with_every_move(game: Game) -> None:
    play = Setup(game, game.max_players, {}).play(86, 9)
    found = position(game, play.state, iterations=1_000_000, seconds=1e-9)
    assert sorted(each.action for each in found.moves) == play.legal_actions and found.iterations < 10_000


def test_a_closer_look_is_taken_at_the_moves_that_are_named() -> None:
    play = Setup(GAMES["symbiose"], 2, {}).play(86, 9)
    found = position(play.game, play.state, iterations=100, seed=1)
    named = {each.action for each in found.moves[1:3]}
    kinds = {play.game.likeness(play.state, action) for action in named}
    closer = looked_closer(play.game, play.state, found, named, 100, 2, 1, None)
    for before, after in zip(found.moves, closer.moves, strict=True):
        looked_at = play.game.likeness(play.state, before.action) in kinds
        assert (before == after) != looked_at and before.action == after.action
        assert not looked_at or after.own_error < 0.05


def test_a_search_that_is_cancelled_ends_without_an_answer() -> None:
    play = Playthrough("symbiose", 2, seed=1)
    play_on(play, [find_bot("random")] * 2)
    cancel = Event()
    searches = AccountBuilder(play, 0, 1_000_000, 0, cancel).searches
    Timer(0.05, cancel.set).start()
    with pytest.raises(Cancelled):
        searches[0]()
    for search in (searches[1], searches[-1]):
        with pytest.raises(Cancelled):
            search()
    with pytest.raises(Cancelled):
        position(play.game, play.state_after(2), iterations=1_000_000, cancel=cancel)


def test_teams_are_one_side() -> None:
    team = Setup(GAMES["symbiose"], 4, {"mode": "team"}).play(1, 1)
    assert len(sides_of(team.game, team.state)) == 2
    alone = Setup(GAMES["symphonimo"], 3, {}).play(1, 1)
    assert len(sides_of(alone.game, alone.state)) == 3
