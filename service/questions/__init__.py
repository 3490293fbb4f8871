"""Questions and their answers, whoever asks and however: nothing here knows of HTTP.

`schemas` has what is asked and answered, `json_text` and `reading` make a question of a text, or
refuse it (`refusals`), `answering` has it analysed (`ports`) and a level choose, `last_move` and
`judging` say what moves have given up, and `in_process` is all of it together.
"""
