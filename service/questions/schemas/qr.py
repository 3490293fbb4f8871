"""The question of `GET /qr.svg`."""

from pydantic import BaseModel, ConfigDict, Field

EXAMPLE = "https://example.org/#board=3x3&k=3"
MOST_CHARACTERS = 1200
"""A longer link has a code whose squares are too small for a telephone."""


class QrRequest(BaseModel):
    """A link of the page that is wanted as a code."""

    model_config = ConfigDict(strict=True, extra="forbid")

    link: str = Field(
        max_length=MOST_CHARACTERS,
        pattern=r"^https?://[^\s/?#@]+(/[^\s?#]*)?#[a-z_]+=[!-~]*$",
        description="The whole address of the page with a game or a puzzle, as in a browser.",
    )
