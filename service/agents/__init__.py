"""Tools for agents, by the Model Context Protocol: small questions, and short texts as answers.

`server` offers the tools over both transports, `definitions` is what a model reads of them, and
`tools` asks what they need of an `Answerer`: the solver in this process, or a running service.
"""
