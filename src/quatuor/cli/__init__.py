"""The command line; each command has its file in `commands/`."""

import sys

import click

from quatuor import __version__
from quatuor.cli.arguments import lang_option
from quatuor.cli.commands.analyse import analyse
from quatuor.cli.commands.backup import backup
from quatuor.cli.commands.bench import bench
from quatuor.cli.commands.games import games
from quatuor.cli.commands.keep_out import keep_out
from quatuor.cli.commands.learn import learn
from quatuor.cli.commands.match import match
from quatuor.cli.commands.play import play
from quatuor.cli.commands.record import record
from quatuor.cli.commands.replay import replay
from quatuor.cli.commands.serve import serve
from quatuor.cli.commands.simulate import simulate
from quatuor.cli.commands.tables import tables
from quatuor.cli.texts import TEXTS
from quatuor.cli.usage_errors import sentence_of
from quatuor.core.errors import QuatuorError
from quatuor.core.texts import default_language


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@lang_option
@click.version_option(__version__, prog_name="quatuor")
@click.pass_context
def quatuor(context: click.Context) -> None:
    """French card games, against people and bots; `quatuor games` lists them.

    Without a command: open the games in your browser.
    """
    context.obj = default_language()
    if context.invoked_subcommand is None:
        context.invoke(serve, browser=True)


for command in (
    *(serve, play, backup, tables, keep_out, games, record),
    *(replay, simulate, match, analyse, bench, learn),
):
    quatuor.add_command(command)


def main() -> None:
    """Run a command; a user's mistake is answered with one sentence, never with a traceback."""
    # Whatever the system's encoding, cards and accents are printed or replaced.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        sys.exit(quatuor(prog_name="quatuor", standalone_mode=False) or 0)
    except QuatuorError as error:
        _fail(error.say(default_language()), 2)
    except click.ClickException as error:
        _fail(sentence_of(error).say(default_language()), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _fail(TEXTS.say(default_language(), "stopped"), 130)
    except BrokenPipeError:
        # The reader of our output has gone (`| head`): not an error.
        sys.stderr.close()
        sys.exit(0)


def _fail(sentence: str, code: int) -> None:
    print(f"quatuor: {sentence}", file=sys.stderr)
    sys.exit(code)
