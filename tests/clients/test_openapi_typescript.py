"""What openapi-typescript makes of the contract: what types require, and what is answered."""

from pathlib import Path

import pytest

from tools.clients import CONTRACT, NODE, NODE_MODULES, run

pytestmark = pytest.mark.thorough

PROGRAM = """
import type { components, paths } from "./contract";

type Content<Path extends keyof paths, Method extends keyof paths[Path]> =
  paths[Path][Method] extends { responses: { 200: { content: infer Found } } }
    ? Found[keyof Found]
    : never;

export const least: components["schemas"]["MoveRequest"] = { board: ["..."], row_length: 3 };
export const batch: components["schemas"]["MovesRequest"] = { requests: [least] };
export const rows = (data: Content<"/move", "post">): string[] => data.board_after;
export const linked = (data: Content<"/move", "get">): string[] => data.board_after;
export const text = (data: Content<"/move/stream", "post">): string => data.trim();
export const codes = ({ results }: Content<"/moves", "post">): (string | undefined)[] =>
  results.map(({ answer, problem }) => answer?.status ?? problem?.code);
"""


def check(folder: Path, program: str) -> None:
    """Compile a program that uses the types; AssertionError with all that is wrong."""
    generator = NODE_MODULES / "openapi-typescript" / "bin" / "cli.js"
    run(NODE, generator, CONTRACT, "--output", folder / "contract.ts")
    (folder / "program.ts").write_text(program)
    compiler = NODE_MODULES / "typescript" / "bin" / "tsc"
    options = ("--noEmit", "--strict", "--module", "esnext")
    run(NODE, compiler, *options, folder / "program.ts")


def test_a_minimal_question_and_plain_answers_have_their_types(tmp_path: Path) -> None:
    check(tmp_path, PROGRAM)


def test_the_types_are_strict(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="row_length"):
        check(tmp_path, PROGRAM.replace(", row_length: 3", ""))
