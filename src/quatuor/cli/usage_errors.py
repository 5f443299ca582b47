"""A command line that cannot be read, answered by one sentence: what was wrong, and what is accepted."""

import re
from typing import Any

import click
from click.exceptions import NoSuchCommand

from quatuor.cli.texts import TEXTS
from quatuor.core.texts import Sentence, shortened

# click says it in its own words only: "0 is not in the range 1<=x<=100.", "'x' is not a valid integer."
_REFUSED = re.compile(r"'?(.*?)'? is not ")


def sentence_of(error: click.ClickException) -> Sentence:
    """What somebody did wrong on a command line, in both languages."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "quatuor"
    if isinstance(error, NoSuchCommand):
        return TEXTS.sentence("misuse.command", name=shortened(error.command_name), command=command)
    if isinstance(error, click.NoSuchOption):
        return TEXTS.sentence("misuse.option", name=shortened(error.option_name), command=command)
    if isinstance(error, click.BadOptionUsage):
        return TEXTS.sentence("misuse.empty", name=error.option_name)
    parameter = getattr(error, "param", None)
    if isinstance(error, click.MissingParameter) and parameter is not None:
        return TEXTS.sentence("misuse.missing", name=_name(parameter), command=command)
    if isinstance(error, click.BadParameter) and parameter is not None:
        found = _REFUSED.match(error.message)
        if found and (accepted := _accepted(parameter.type)):
            value = shortened(found[1])
            return TEXTS.sentence("misuse.value", name=_name(parameter), accepted=accepted, value=value)
    return TEXTS.sentence("misuse.other", reason=error.format_message().rstrip("."), command=command)


def _name(parameter: click.Parameter) -> str:
    """An option as it is typed, an argument as the help calls it."""
    return parameter.opts[0] if isinstance(parameter, click.Option) else parameter.make_metavar(click.Context(_ANY))


def _accepted(kind: click.ParamType[Any]) -> Sentence | None:
    """What a parameter takes; None where that cannot be said in general."""
    if isinstance(kind, click.Choice):
        return Sentence(*[", ".join(map(str, kind.choices))] * 2)
    if isinstance(kind, click.IntRange | click.FloatRange):
        whole = "whole" if isinstance(kind, click.IntRange) else "number"
        if kind.max is None:
            return TEXTS.sentence(f"misuse.{whole}.from", low=kind.min)
        return TEXTS.sentence(f"misuse.{whole}.between", low=kind.min, high=kind.max)
    return TEXTS.sentence("misuse.whole") if kind is click.INT else None


_ANY = click.Command("any")
