"""One engine for every game whose places fit one word, whatever the rules: exact plies."""

from service.solver.any_rules.any_rules import MaskDeepening
from service.solver.any_rules.positions import RulePosition, rule_position
from service.solver.any_rules.two_plies import TwoPlyDeepening

__all__ = ["MaskDeepening", "RulePosition", "TwoPlyDeepening", "rule_position"]
