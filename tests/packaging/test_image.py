"""What the container image promises, as far as its recipe alone can tell."""

import re
import sys
from pathlib import Path

from service.settings import Settings
from tests.support.programs import printed
from tests.support.project import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
FINAL_STAGE = DOCKERFILE[DOCKERFILE.rindex("\nFROM ") :]


def test_the_recipe_follows_good_practice() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    printed(hadolint, ROOT / "Dockerfile")


def test_runs_as_a_numeric_user_other_than_root() -> None:
    # Kubernetes can check runAsNonRoot only for a number.
    users = re.findall(r"^USER (.*)$", FINAL_STAGE, re.MULTILINE)
    assert users
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", users[-1])


def test_the_command_gets_the_signals() -> None:
    start = r'^ENTRYPOINT \["python", "-m", "service"\]\nCMD \["serve"\]$'
    assert re.search(start, FINAL_STAGE, re.MULTILINE)
    assert "STOPSIGNAL SIGTERM" in FINAL_STAGE


def test_the_port_is_the_default_of_the_settings() -> None:
    port = Settings.model_fields["port"].default
    assert re.findall(r"^EXPOSE (\d+)$", FINAL_STAGE, re.MULTILINE) == [str(port)]
    assert re.findall(r"^ENV PORT=(\d+)$", FINAL_STAGE, re.MULTILINE) == [str(port)]


def test_every_architecture_fixes_the_target_of_its_kernels() -> None:
    stages = re.findall(r"^FROM base AS base-\w+\n(.*)$", DOCKERFILE, re.MULTILINE)
    assert len(stages) == DOCKERFILE.count("AS base-")
    for settings in stages:
        assert re.fullmatch(r"ENV NUMBA_CPU_NAME=\S+ NUMBA_CPU_FEATURES=\S*", settings)


def test_the_build_sees_what_it_copies_and_nothing_else() -> None:
    everything, *rules = (ROOT / ".dockerignore").read_text().splitlines()[1:]
    assert everything == "*"
    seen = {rule.removeprefix("!") for rule in rules if rule.startswith("!")}
    copied = re.findall(r"^COPY (?!--from)(\S+)", DOCKERFILE, re.MULTILINE)
    assert {path.split("/")[0] for path in copied} == seen
