"""What holds for every command."""

import os
import signal
from pkgutil import iter_modules

import click
import pytest

from service.cli import commands, main
from service.interrupts import SIGNALS, first_signal
from tests.cli.commands import invoke

COMMANDS = sorted({module.name for module in iter_modules(commands.__path__)} - {"serve"})
"""All commands but the one that becomes the server, which `tests/test_settings.py` is about."""
WRONG = {"PORT": "abc", "LOG_LEVEL": "loud"}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_wrong_setting_is_named_and_nothing_is_done(command: str) -> None:
    needed = {"analyse": ["-"], "mistakes": ["-", "3", "3", "3"], "solve": ["3", "3", "3"]}
    done = invoke(command, *needed.get(command, []), **WRONG)
    assert done.exit_code == 2
    assert done.stdout == ""
    first, second = done.stderr.splitlines()
    assert first == "PORT is 'abc': give an integer from 0 to 65535."
    assert second.startswith("LOG_LEVEL is 'loud': ")


@pytest.mark.parametrize("typed", ["nan", "inf", "-inf", "infinity", "1e999", "1e300"])
def test_no_command_takes_a_duration_that_no_clock_can_count_to(typed: str) -> None:
    """Nor does any have a number of another kind than whole ones and durations."""
    context, taking = click.Context(main), []
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command is not None
        for option in command.params:
            assert option.type is not click.FLOAT
            assert option.type is not click.INT
            if isinstance(option.type, click.FloatRange):
                with pytest.raises(click.BadParameter):
                    option.type(typed, option, context)
                taking.append(name)
    assert {"analyse", "mistakes", "play", "solve"} == {*taking}


@pytest.mark.parametrize("number", SIGNALS)
def test_the_first_signal_is_noted_and_a_second_one_would_end_the_process(number: int) -> None:
    noted = list[int]()
    former = [signal.getsignal(each) for each in SIGNALS]
    with first_signal(noted.append):
        os.kill(os.getpid(), number)
        assert noted == [number]
        assert [signal.getsignal(each) for each in SIGNALS] == [signal.SIG_DFL] * 2
    assert [signal.getsignal(each) for each in SIGNALS] == former
