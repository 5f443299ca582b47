"""What `quatuor serve --workers` and `--db` refuse."""

import pytest

from cli.conftest import Run


def test_a_file_is_served_by_one_process(run: Run) -> None:
    assert run("serve", "--workers", "2") == (
        2,
        "quatuor: a file is served by one process: for several, choose a database with --db postgresql://…\n",
    )


@pytest.mark.parametrize("value", ["0", "65", "many", "-1"])
def test_a_number_of_processes_that_makes_no_sense_is_refused(run: Run, value: str) -> None:
    code, told = run("serve", "--workers", value, "--db", "postgresql://127.0.0.1:1/games")
    assert code == 2 and "--workers takes a number from 1 to 64" in told and told.count("\n") == 1


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysql://somewhere/games", "begins with postgresql://; got mysql://"),
        ("postgresql://", "--db takes a file, or the address"),
        (
            "postgresql://me:secret@127.0.0.1:1/games",
            "postgresql://me:***@127.0.0.1:1/games: the",
        ),
    ],
)
@pytest.mark.parametrize("command", ["serve", "backup", "restore", "tables", "keep-out"])
def test_a_bad_address_is_told_in_one_sentence(run: Run, address: str, said: str, command: str) -> None:
    file = ["nowhere.db"] if command in ("backup", "restore") else []
    code, told = run(command, *file, "--db", address)
    assert code == 2 and told.count("\n") == 1 and "secret" not in told
    assert said in told or (command == "restore" and "no store of games" in told)
