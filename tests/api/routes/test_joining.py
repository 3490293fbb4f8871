"""What is joined of the page comes once and in order, and what is not understood is refused."""

import pytest

from service.api.routes.joining import joined_module, joined_sheet


def test_a_module_comes_once_and_before_what_imports_it() -> None:
    modules = {
        "app.js": 'import { b } from "./b.js";\nimport { a } from "./a.js";\nshow(a, b);\n',
        "b.js": 'import { a } from "./a.js";\nexport const b = a;\n',
        "a.js": "export async function a() {}\n",
        "apart.js": "export const apart = 1;\n",
    }
    assert joined_module("app.js", modules) == (
        "const $a = await (async () => {\nasync function a() {}\nreturn { a };\n})();\n"
        "const $b = await (async () => {\nconst { a } = $a;\nconst b = a;\nreturn { b };\n})();\n"
        "const $app = await (async () => {\nconst { b } = $b;\nconst { a } = $a;\nshow(a, b);\n"
        "return {  };\n})();\n"
    )


@pytest.mark.parametrize(
    "form",
    ["export let a = 1;", "export default 1;", "export { a };", 'export * from "./a.js";',
     'import a from "./a.js";', 'import * as a from "./a.js";', 'import "./a.js";',
     'const a = await import("./a.js");'],
)  # fmt: skip
def test_what_cannot_be_joined_is_refused(form: str) -> None:
    with pytest.raises(ValueError, match=r"app\.js: this cannot be joined: "):
        joined_module("app.js", {"app.js": f"{form}\n", "a.js": ""})


def test_a_stylesheet_has_those_that_it_imports_in_their_places() -> None:
    sheets = {
        "page.css": '@import "a.css";\n@import "b.css" print;\np {}\n',
        "a.css": "a {}\n",
        "b.css": "b {}\n",
    }
    assert joined_sheet("page.css", sheets) == "a {}\n\n@media print {\nb {}\n}\np {}\n"
