"""The glossary: sorted, a sentence for each term, and no term that nobody meets."""

import re
from typing import get_args

from service import solver
from service.players import BY_STRENGTH
from tests.docs.documents import GLOSSARY, PAGES
from tests.support.project import ROOT

TERMS = [row[0] for row in GLOSSARY.table("term")]
MEANINGS = dict(GLOSSARY.table("term"))


def test_terms_are_sorted_and_each_is_explained_once_in_a_sentence() -> None:
    assert sorted(set(TERMS), key=lambda term: term.replace("-", " ")) == TERMS
    sentence = re.compile(r"[A-Z](?!.*[.] ).*[.]")
    assert [term for term in TERMS if not sentence.fullmatch(MEANINGS[term])] == []


def test_each_is_met_somewhere() -> None:
    """In other documents, in the contract or in the code."""
    sources = [*(ROOT / "service").rglob("*.py"), ROOT / "openapi.yaml"]
    texts = [page.text for page in PAGES.values() if page is not GLOSSARY]
    texts += [path.read_text(encoding="utf-8") for path in sources]
    met = " ".join("\n".join(texts).replace("_", " ").lower().split())
    assert [term for term in TERMS if not re.search(rf"\b{re.escape(term)}", met)] == []


def test_the_levels_are_listed() -> None:
    assert tuple(re.findall("`(.+?)`", MEANINGS["level"])) == BY_STRENGTH


def test_methods_of_proof_are_explained() -> None:
    """But for those whose name says it."""
    named = {method.replace("_", " ") for method in get_args(solver.Method)}
    terms = {term.replace("-", " ") for term in TERMS}
    assert named - terms == {"search", "no open lines", "game over"}
