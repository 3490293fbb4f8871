"""What a model reads of the tools: every byte of it is in the context of each conversation."""

from typing import Any, get_args

from mcp.types import Tool, ToolAnnotations

from service.game import Wrap

Schema = dict[str, Any]

NUMBER: Schema = {"type": "number"}
INTEGER: Schema = {"type": "integer"}
BOOLEAN: Schema = {"type": "boolean"}
TEXT: Schema = {"type": "string"}
READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True)


def choice(*names: str) -> Schema:
    return {"type": "string", "enum": list(names)}


def described(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description}


def listed(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def record(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties}


POSITION: Schema = {
    "in_a_row": INTEGER,
    "width": INTEGER,
    "height": INTEGER,
    "moves": described(listed(TEXT), "a1 is bottom left; with gravity also d"),
    "board": described(TEXT, "Top row first, # wall: X.O/.X./..#"),
    "to_move": choice("X", "O", "none"),
    "gravity": BOOLEAN,
    "wrap": choice(*get_args(Wrap)),
    "exact": BOOLEAN,
    "misere": BOOLEAN,
    "any_position": BOOLEAN,
    "seconds": NUMBER,
}
"""The arguments of every tool. Sizes have no default: with one that is forgotten, a tool would
answer about another game than the one that is played."""
OUTCOME: Schema = {"value": TEXT, "plies": INTEGER, "plies_at_most": INTEGER}
END: Schema = {"status": TEXT, "winner": TEXT}


def _tool(name: str, description: str, more: Schema, output: Schema) -> Tool:
    return Tool(
        name=name,
        description=description,
        input_schema={**record(**POSITION, **more), "required": ["in_a_row"]},
        output_schema=output,
        annotations=READS,
    )


TOOLS = [
    _tool(
        "best_move",
        "Best move in any k-in-a-row game (Connect Four: gravity), its value under best play, and "
        "why. X begins. Give width, height, or a board, and the moves from there on.",
        {"strength": described(INTEGER, "1 weak - 10; 0 best")},
        record(player=TEXT, move=TEXT, **OUTCOME, reason=TEXT, board_after=TEXT, **END),
    ),
    _tool(
        "rate_moves",
        "Value of every legal move, best first.",
        {"most": described(INTEGER, "to list")},
        record(
            player=TEXT,
            moves=listed(record(move=TEXT, **OUTCOME)),
            others=described({"type": "object"}, "How many of which value"),
            **END,
        ),
    ),
    _tool(
        "find_mistakes",
        "A game's moves that gave up a win or draw or missed a row.",
        {},
        record(
            mistakes=listed(
                record(number=INTEGER, player=TEXT, move=TEXT, gave_up=TEXT, better=TEXT)
            ),
            more_mistakes=TEXT,
            overlooked=listed(record(number=INTEGER, player=TEXT, move=TEXT, what=TEXT)),
            more_overlooked=TEXT,
            not_judged=TEXT,
        ),
    ),
]
