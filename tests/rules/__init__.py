"""The service under every combination of rules, against a plain search that shares nothing with it.

`tests/data/rule_values.csv` (empty boards) and `tests/data/rule_positions.jsonl` (positions with
every option) were worked out by plain exhaustive search apart from this project.
"""
