"""The workflow and the hook of commits run what every change must pass."""

import os
from typing import Any

import yaml

from tests.support.project import ROOT


def read(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def test_the_workflow_runs_all_checks() -> None:
    *_, last = read(".github/workflows/checks.yaml")["jobs"]["checks"]["steps"]
    assert os.access(ROOT / last["run"], os.X_OK)
    assert last["run"] == ".ci/run"


def test_the_hook_of_commits_lints() -> None:
    (repository,) = read(".pre-commit-config.yaml")["repos"]
    assert [hook["entry"] for hook in repository["hooks"]] == ["make lint"]
