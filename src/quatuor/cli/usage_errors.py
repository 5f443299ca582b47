"""A command line that cannot be read, answered in one sentence: what was wrong, and what is accepted."""

import re
from functools import singledispatch
from typing import Any

import click
from click.exceptions import NoSuchCommand

from quatuor.cli.texts import TEXTS
from quatuor.core.texts import Sentence, plain, shortened

# The refused value stands only in click's own words: "0 is not in the range 1<=x<=100.", "'x' is not a valid integer."
_REFUSED = re.compile(r"'?(.*?)'? is not ")
_ANY = click.Command("any")


@singledispatch
def sentence_of(error: click.ClickException) -> Sentence:
    """What was wrong with a command line, in both languages."""
    reason = error.format_message().rstrip(".")
    return TEXTS.sentence("misuse.other", reason=reason, command=_command(error))


@sentence_of.register
def _(error: NoSuchCommand) -> Sentence:
    return TEXTS.sentence("misuse.command", name=shortened(error.command_name), command=_command(error))


@sentence_of.register
def _(error: click.NoSuchOption) -> Sentence:
    return TEXTS.sentence("misuse.option", name=shortened(error.option_name), command=_command(error))


@sentence_of.register
def _(error: click.BadOptionUsage) -> Sentence:
    return TEXTS.sentence("misuse.empty", name=error.option_name)


@sentence_of.register
def _(error: click.BadParameter) -> Sentence:
    found = _REFUSED.match(error.message)
    accepted = None if error.param is None else _accepted(error.param.type)
    if error.param is None or found is None or accepted is None:
        return _other(error)
    return TEXTS.sentence("misuse.value", name=_name(error.param), accepted=accepted, value=shortened(plain(found[1])))


@sentence_of.register
def _(error: click.MissingParameter) -> Sentence:
    if error.param is None:
        return _other(error)
    return TEXTS.sentence("misuse.missing", name=_name(error.param), command=_command(error))


_other = sentence_of.dispatch(click.ClickException)


def _command(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return context.command_path if context else "quatuor"


def _name(parameter: click.Parameter) -> str:
    """An option as it is typed, an argument as the help calls it."""
    return parameter.opts[0] if isinstance(parameter, click.Option) else parameter.make_metavar(click.Context(_ANY))


@singledispatch
def _accepted(kind: click.ParamType[Any]) -> Sentence | None:
    """What a parameter takes; None where that cannot be said in general."""
    return None


@_accepted.register(click.Choice)
def _(kind: click.Choice[Any]) -> Sentence:
    return Sentence(*[", ".join(map(str, kind.choices))] * 2)


@_accepted.register(type(click.INT))
def _(kind: click.ParamType[Any]) -> Sentence:
    return TEXTS.sentence("misuse.whole")


@_accepted.register
def _(kind: click.IntRange) -> Sentence:
    return _between("misuse.whole", kind.min, kind.max)


@_accepted.register
def _(kind: click.FloatRange) -> Sentence:
    return _between("misuse.number", kind.min, kind.max)


def _between(key: str, low: float | None, high: float | None) -> Sentence:
    return (
        TEXTS.sentence(f"{key}.from", low=low) if high is None else TEXTS.sentence(f"{key}.between", low=low, high=high)
    )
