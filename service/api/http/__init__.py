"""HTTP as every route uses it: from bytes to a checked request, and every error as a problem.

A body goes through `json_body.read_json` and `validation.read_request`; what is wrong with it is a
`problems.ProblemError`.
"""
