"""What all routes share: from bytes to a checked request, and every error as a problem.

A body is read by `json_body`, a link by `link`, and then both are checked by
`questions.reading`; what is wrong with them is raised as a `RefusedError`, and `problems` makes a
response of that.
"""
