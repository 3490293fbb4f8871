"""Requests that schemathesis makes from the contract, and all its checks of the answers."""

import sys
from pathlib import Path

import pytest
import requests

from tests.support.live_server import serving
from tests.support.programs import printed
from tests.support.sampling import samples

CONFIGURATION = Path(__file__).with_name("schemathesis.toml")


@pytest.mark.thorough
def test_the_contract_holds(tmp_path: Path) -> None:
    limits = {"MAX_TIME_LIMIT_MS": "100", "DEFAULT_TIME_LIMIT_MS": "20", "MAX_CELLS": "100"}
    with serving(WORKERS="2", **limits) as server:
        before = server.workers()
        # From a file, since it leaves out the route that it reads the contract from.
        contract = requests.get(f"{server.url}/openapi.json", timeout=60)
        (tmp_path / "openapi.json").write_text(contract.text)
        said = printed(
            sys.executable, "-m", "schemathesis.cli", "--config-file", CONFIGURATION, "run",
            "openapi.json", "--url", server.url, "--seed", "1", "--max-examples", f"{samples(30)}",
            "--phases", "examples,coverage,fuzzing", "--continue-on-failure", "--no-color",
            "--no-shrink", folder=tmp_path,
        )  # fmt: skip
        operations = sum(map(len, contract.json()["paths"].values()))
        assert f"Tested: {operations}\n" in said
        assert server.workers() == before
