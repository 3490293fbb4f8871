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


def test_questions_and_answers_have_their_types(tmp_path: Path) -> None:
    """A question that lacks what is required does not compile."""
    generator = NODE_MODULES / "openapi-typescript" / "bin" / "cli.js"
    run(NODE, generator, CONTRACT, "--output", tmp_path / "contract.ts")
    program = tmp_path / "program.ts"
    program.write_text(PROGRAM)
    compiler = NODE_MODULES / "typescript" / "bin" / "tsc"
    check = (NODE, compiler, "--noEmit", "--strict", "--module", "esnext", program)
    run(*check)
    program.write_text(PROGRAM.replace(", row_length: 3", ""))
    with pytest.raises(AssertionError, match="row_length"):
        run(*check)
