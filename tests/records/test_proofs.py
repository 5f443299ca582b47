"""C-3: deals that anybody can check. What is published in docs/fair_deals.md is written here once more, on its own."""

import copy
import hashlib
import hmac
from itertools import pairwise
from typing import Any

import pytest

import quatuor
from quatuor import RecordError
from quatuor.bots import ask, new_chooser, play_on
from quatuor.bots.random import RandomBot
from quatuor.games import GAMES
from quatuor.play.playthrough import Playthrough
from quatuor.play.proof import Proof
from quatuor.play.record_format import line_of, parse, record_of
from setups import SHORT

SECRET = "0123456789abcdef" * 4
ADDED = ((0, "11" * 32), (2, "c0ffee00" * 8))
MASK = (1 << 64) - 1
NOTES = ("do", "re", "mi", "fa", "sol", "la", "si", "sharp", "flat")


def a_game(name: str, players: int = 3, secret: str = SECRET, added: Any = ADDED, seed: int = 5) -> Playthrough:
    """A game of random players whose deal can be checked."""
    play = Playthrough(name, players, proof=Proof.of(secret, added), options=SHORT.get(name))
    play_on(play, [RandomBot()] * players, seed)
    return play


def a_record(name: str = "rythm_n_play") -> dict[str, Any]:
    return copy.deepcopy(a_game(name).record())


def said(record: dict[str, Any]) -> tuple[bool | None, str]:
    verdict = quatuor.verify(record)
    assert verdict.seed_reproduces is None and verdict.about_chance.say("fr") != verdict.about_chance.say("en")
    return verdict.proof_holds, verdict.about_chance.say("en")


# The algorithm, independent of the package.


class Chance:
    """SplitMix64 from a state that a keyed hash gives for each event; numbers below a bound by Lemire's method."""

    def __init__(self, secret: str, added: Any) -> None:
        text = ",".join(f"{seat + 1}:{number}" for seat, number in added)
        self.key = hmac.new(bytes.fromhex(secret), text.encode(), hashlib.sha256).digest()
        self.state = 0

    def begin(self, event: str) -> None:
        self.state = int.from_bytes(hmac.new(self.key, event.encode(), hashlib.sha256).digest()[:8], "big")

    def word(self) -> int:
        self.state = z = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return (z ^ z >> 31) >> 32

    def below(self, bound: int) -> int:
        while True:
            product = self.word() * bound
            if product % 2**32 >= 2**32 % bound:
                return product >> 32

    def dealt(self, first: int, pile: list[Any], count: int) -> list[Any]:
        """Cards of the deal, each by an event of its own; `first` is the first event's number."""
        cards = []
        for number in range(first, first + count):
            self.begin(f"deal {number}")
            cards.append(pile.pop(self.below(len(pile))))
        return cards

    def drawn(self, pile: list[Any]) -> Any:
        """A card that a move draws; the last one of the pile takes its place."""
        at = self.below(len(pile))
        card, pile[at] = pile[at], pile[-1]
        pile.pop()
        return card


def test_c3_symbiose_deals_each_card_by_a_number_of_its_own() -> None:
    chance, cards = Chance(SECRET, ADDED), list(range(1, 37))
    ponds = [chance.dealt(1 + 8 * seat, cards, 8) for seat in range(3)]
    deal = a_game("symbiose").record()["deal"]
    assert deal["ponds"] == ponds and deal["river"] == chance.dealt(25, cards, 4)


def test_c3_rythm_n_play_deals_each_card_by_a_number_of_its_own_and_goes_on_by_events() -> None:
    chance, record = Chance(SECRET, ADDED), a_record("rythm_n_play")
    plays = [card for card in NOTES for _ in range(6)]
    rythms = ["whole"] * 2 + ["half"] * 4 + ["quarter"] * 8 + ["eighth"] * 16
    hands = [(chance.dealt(1 + 5 * seat, plays, 4), chance.dealt(5 + 5 * seat, rythms, 1)) for seat in range(3)]
    assert record["deal"]["play"] == [sorted(play, key=NOTES.index) for play, _ in hands]
    assert record["deal"]["rythm"] == [rythm for _, rythm in hands]
    shown = [move for move in record["moves"] if "reveals" in move]
    for number, move in enumerate(shown):
        chance.begin(f"draw {number}")
        if not rythms:
            break  # the discard is reshuffled
        assert move["reveals"] == [chance.drawn(rythms if move["move"] == "draw" else plays) for _ in move["reveals"]]
    assert number > 20


def test_c3_symphonimo_draws_by_the_number_of_the_event() -> None:
    chance = Chance(SECRET, ADDED)
    pile = [str(family) for family in range(3, 11) for _ in range(family)]
    shown = [move["reveals"] for move in a_record("symphonimo")["moves"] if "reveals" in move]
    for number, cards in enumerate(shown):
        chance.begin(f"draw {number}")
        assert cards == [chance.drawn(pile)]
    assert len(shown) > 20


def test_c3_air_sorciere_draws_by_the_number_of_the_event() -> None:
    chance = Chance(SECRET, ADDED)
    pile = [f"{colour}{value}" for colour in "KGWVO" for value in range(1, 16)]
    shown = [move["reveals"] for move in a_record("air_sorciere")["moves"] if "reveals" in move][: len(pile)]
    for number, cards in enumerate(shown):
        chance.begin(f"draw {number}")
        assert cards == [chance.drawn(pile)]
    assert len(shown) > 10


# The games.


@pytest.mark.parametrize("name", GAMES)
def test_c3_the_same_secret_and_contributions_give_the_same_game(name: str) -> None:
    record = parse(line_of(a_game(name).record()))
    assert record == a_game(name).record()
    assert record["seed"] is None and record["proof"] == {
        "commitment": hashlib.sha256(bytes.fromhex(SECRET)).hexdigest(),
        "secret": SECRET,
        "contributions": [[1, "11" * 32], [3, "c0ffee00" * 8]],
    }
    holds, sentence = said(record)
    assert holds is True and "the numbers of 2 players" in sentence
    assert quatuor.replay(record).record() == record


@pytest.mark.parametrize("name", GAMES)
def test_c3_another_secret_or_contribution_gives_other_cards(name: str) -> None:
    usual = a_game(name).record()
    for other in (a_game(name, secret="ff" * 32), a_game(name, added=ADDED[:1]), a_game(name, added=())):
        assert other.record()["deal"] != usual["deal"] or other.record()["moves"] != usual["moves"]
        assert quatuor.verify(other.record()).proof_holds


@pytest.mark.parametrize("name", GAMES)
def test_c3_a_move_taken_back_and_made_again_shows_the_same_cards(name: str) -> None:
    """Nobody fishes: not even whoever does something else in between, which chance has no part in."""
    play = Playthrough(name, 2, proof=Proof.of(SECRET))
    chooser, compared = new_chooser(3), 0
    while not play.over and len(play.moves) < 60:
        action = ask(RandomBot(), play.game, play.state, chooser)
        before = play.state.tobytes()
        move = play.play_action(action)
        after = play.state.tobytes()
        play.undo()
        assert play.state.tobytes() == before
        assert play.play_action(action) == move and play.state.tobytes() == after
        compared += bool(move.reveals)
    assert compared > 5


@pytest.mark.parametrize("name", GAMES)
def test_c3_no_state_tells_what_comes_next(name: str) -> None:
    """Between moves the generator's place in the state holds how many moves have used chance."""
    play = a_game(name)
    numbers = [int(play.state_after(number)["rng"]) for number in range(len(play.moves) + 1)]
    uses = [later - earlier for earlier, later in pairwise(numbers)]
    assert numbers[0] == 0 and set(uses) <= {0, 1}
    # In Symbiose all cards are dealt before the first move; elsewhere every card that is shown is drawn.
    drawn = [int(bool(move.reveals)) for move in play.moves]
    assert uses == ([0] * len(drawn) if name == "symbiose" else drawn)


def test_c3_what_is_redealt_has_a_chance_of_its_own() -> None:
    play = Playthrough("symphonimo", 2, proof=Proof.of(SECRET))
    shown = set()
    for _ in range(60):
        other = play.redealt(0)
        assert other.proof is None and "proof" not in other.record()
        shown.add(other.play("draw").reveals)
    assert len(shown) > 4


def test_the_secret_is_absent_while_the_game_goes_on() -> None:
    play = Playthrough("symbiose", 2, proof=Proof.of(SECRET, ADDED[:1]))
    play.play("flip 1")
    record = play.record()
    assert SECRET not in line_of(record) and SECRET not in repr(play.proof)
    assert set(record["proof"]) == {"commitment", "contributions"}
    holds, sentence = said(record)
    assert holds is None and "nothing can be checked yet" in sentence
    assert quatuor.replay(record).record() == record


def test_the_secret_of_an_abandoned_game_is_told() -> None:
    play = Playthrough("symbiose", 2, proof=Proof.of(SECRET, ADDED[:1]))
    play.play("flip 1")
    record = record_of(play, abandoned=True)
    holds, sentence = said(record)
    assert record["result"] is None and holds and "the number of 1 player" in sentence
    assert quatuor.replay(record).record() == record


# Altered proofs.


def altered(path: tuple[Any, ...], value: Any, name: str = "rythm_n_play") -> dict[str, Any]:
    record: Any = a_record(name)
    place = record
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return record


OTHER = "ab" * 32


@pytest.mark.parametrize(
    ("path", "value", "part"),
    [
        (("proof", "secret"), OTHER, "the secret is not the one whose hash was told"),
        (("proof", "commitment"), OTHER, "the secret is not the one whose hash was told"),
        (("proof", "contributions", 0), [1, OTHER], "the deal does not follow"),
        (("proof", "contributions", 0), [2, "11" * 32], "the deal does not follow"),
        (("proof", "contributions"), [], "the deal does not follow"),
    ],
)
def test_an_altered_proof_does_not_hold(path: tuple[Any, ...], value: Any, part: str) -> None:
    holds, sentence = said(altered(path, value))
    assert holds is False and sentence.startswith("the proof does not hold: ") and part in sentence


def test_an_altered_deal_does_not_follow() -> None:
    record = a_record("symbiose")
    record["deal"]["ponds"][0].reverse()
    record["moves"], record["result"] = [], None
    holds, sentence = said(record)
    assert holds is False and "the deal does not follow" in sentence


def test_an_altered_reveal_does_not_follow() -> None:
    play = Playthrough("symphonimo", 2, proof=Proof.of(SECRET))
    shown = play.play("draw").reveals
    record = play.record()
    record["proof"]["secret"] = SECRET
    record["moves"][0]["reveals"] = ["5" if shown != ("5",) else "6"]
    holds, sentence = said(record)
    assert holds is False and "the cards shown by move 1 do not follow" in sentence


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("proof",), None, "proof must be an object"),
        (("proof", "more"), 1, "proof must be an object"),
        (("proof", "secret"), "ff", "secret must be written as 64 hexadecimal digits"),
        (("proof", "commitment"), OTHER.upper(), "commitment must be written as 64 hexadecimal digits"),
        (("proof", "contributions"), {}, "contributions must be a list"),
        (("proof", "contributions"), [[3, OTHER], [1, OTHER]], "by rising seats"),
        (("proof", "contributions"), [[1, OTHER], [1, OTHER]], "each seat once"),
        (("proof", "contributions"), [[4, OTHER]], "contributions must be a list"),
        (("proof", "contributions"), [[True, OTHER]], "contributions must be a list"),
        (("proof", "contributions"), [[1, 7]], "contributions must be written as 64 hexadecimal digits"),
        (("seed",), "7", "a game with a proof has no seed"),
    ],
)
def test_a_proof_of_another_form_is_refused(path: tuple[Any, ...], value: Any, reason: str) -> None:
    with pytest.raises(RecordError, match=reason) as error:
        quatuor.verify(altered(path, value))
    assert error.value.say("fr") != error.value.say("en")


def test_a_finished_game_without_its_secret_is_refused() -> None:
    record = a_record()
    del record["proof"]["secret"]
    with pytest.raises(RecordError, match="the game is over, but its proof has no secret"):
        quatuor.verify(record)
