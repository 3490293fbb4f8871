"""What holds for every command."""

from pkgutil import iter_modules

import pytest

from service.cli import commands
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
