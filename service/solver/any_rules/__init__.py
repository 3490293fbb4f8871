"""One engine for every game in which an own stone more may hurt: gravity, exact rows, misère."""

from service.solver.any_rules.any_rules import AnyRulesDeepening
from service.solver.any_rules.positions import RulePosition, rule_position
from service.solver.any_rules.two_plies import TwoPlyDeepening

__all__ = ["AnyRulesDeepening", "RulePosition", "TwoPlyDeepening", "rule_position"]
