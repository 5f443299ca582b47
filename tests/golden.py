"""Golden playthroughs: whole games that a person can read, compared word for word.

`python tests/golden.py` writes them anew; read the difference before you commit it.
"""

from pathlib import Path

from quatuor import GAMES
from setups import Setup

FOLDER = Path(__file__).parent / "data" / "playthroughs"

# A short, telling game of each, with a variant where it changes the flow.
GOLDEN = {
    "symphonimo": (2, {"maestro": ["pass_left", "draw_one"]}, 3),
    "air_sorciere": (2, {"stall_limit": 10}, 397),
    "symbiose": (2, {}, 1),
    "rythm_n_play": (2, {}, 1),
}


def told(name: str) -> str:
    """A game as text: the table at the start, each move with what was legal and what was seen, the end."""
    players, options, seed = GOLDEN[name]
    play = Setup(GAMES[name], players, options).play(seed)
    record = play.record()
    lines = [
        f"{play.game.title}, {players} players, seed {seed}, options {record['options']}",
        f"First: player {record['first']}",
        "",
    ]
    again = Setup(GAMES[name], players, options).start(seed)
    lines += [again.show(0), ""]
    for number, move in enumerate(play.moves, 1):
        legal = again.legal_moves
        again.play(move.text)
        shown = f"  [{' '.join(move.reveals)}]" if move.reveals else ""
        lines.append(f"{number}. player {move.seat + 1}: {move.text}{shown}   ({len(legal)} legal: {', '.join(legal)})")
        lines += [f"     {line}" for line in again.log()]
        mine = [f"     seat 1 reads: {line}" for line in again.log(0, "fr")]
        lines += mine if move.seat != 0 else []
    lines += ["", again.show(0), "", f"Scores {again.scores}, winners {[seat + 1 for seat in again.winners]}", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in GOLDEN:
        if name in GAMES:
            (FOLDER / f"{name}.txt").write_text(told(name), encoding="utf-8")
