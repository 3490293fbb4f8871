"""Every list of the switches has all of them; a new switch fails here first, with the place."""

import re

import pytest

from service.agents.definitions import POSITION
from service.agents.guide import RULES
from service.cli.inputs import MEANINGS
from service.game import Rules, Switches, name_rules
from service.questions.schemas import MoveRequest
from service.questions.schemas.answer import Rules as AnsweredRules
from tests.docs.documents import PAGES, spans
from tests.support.project import ROOT
from tests.support.reference import Variant

SWITCHES = set(Switches.__annotations__)
PAGE = (ROOT / "service" / "web" / "rules.js").read_text(encoding="utf-8")
(ON_THE_PAGE,) = re.findall(r"SWITCHES = {\n(.*?)}", PAGE, re.DOTALL)
LISTS = {
    "service/game/rules.py: the fields of Rules": set(Rules._fields),
    "service/questions/schemas/request.py: MoveRequest": set(MoveRequest.model_fields),
    "service/questions/schemas/answer.py: Rules": set(AnsweredRules.__annotations__),
    "service/cli/inputs.py: MEANINGS": set(MEANINGS),
    "service/agents/definitions.py: POSITION": set(POSITION),
    "service/agents/guide.py: RULES": spans(RULES),
    "service/web/rules.js: SWITCHES": set(re.findall(r"(\w+):", ON_THE_PAGE)),
    "docs/rules.md: the table of switches": {
        name for row in PAGES["docs/rules.md"].table("switch") for name in spans(row[0])
    },
    # The positions of `any_position` are cases of their own.
    "tests/support/reference.py: Variant": {*Variant._fields, "any_position"},
    "docs/contract.md: the table of fields": {
        name for row in PAGES["docs/contract.md"].table("field") for name in spans(row[0])
    },
    "docs/agents.md: the table of arguments": {
        name for row in PAGES["docs/agents.md"].table("argument") for name in spans(row[0])
    },
    "docs/glossary.md: switch": spans(dict(PAGES["docs/glossary.md"].table("term"))["switch"]),
}


@pytest.mark.parametrize("place", LISTS)
def test_the_list_has_every_switch(place: str) -> None:
    missing = SWITCHES - LISTS[place]
    assert not missing, f"{place} has no {', '.join(sorted(missing))}; see CONTRIBUTING.md"


@pytest.mark.parametrize("name", sorted(SWITCHES - {"any_position"}))
def test_the_name_of_a_game_has_its_switches(name: str) -> None:
    """Positions of no game are positions of the same game."""
    on = Rules(3, 3, 3, **{name: "both" if name == "wrap" else True})  # type: ignore[arg-type]
    assert name_rules(on) != name_rules(Rules(3, 3, 3)), f"service/game/names.py leaves out {name}"
