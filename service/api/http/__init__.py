"""HTTP as every route uses it: from bytes to a checked request, and every error as a problem.

A body goes through `json_body`, a link through `link`, and then both through
`validation.read_request`; what is wrong with them is a `problems.ProblemError`.
"""
