"""The least that a Flask and Pydantic service does for the same body and the same answer."""

from flask import Flask, Response, request
from pydantic import TypeAdapter

from benchmarks.http_rate import KNOWN
from service.api.admission.lifecycle import Lifecycle
from service.api.app import create_app
from service.questions.schemas import MoveRequest, MoveResponse
from service.settings import Settings
from service.solver import Solver

_answer = (
    create_app(Settings(), Solver(1))
    .test_client()
    .post("/move", data=KNOWN, content_type="application/json")
    .get_data()
)

_answers = TypeAdapter(MoveResponse)

app = Flask(__name__)
# Our worker asks for both.
app.extensions |= {"lifecycle": Lifecycle(), "client_name": lambda *_: ""}


@app.post("/move")
def move() -> Response:
    """Return the answer, after validating the request and the answer."""
    MoveRequest.model_validate_json(request.get_data())
    answer = _answers.validate_json(_answer)
    return Response(_answers.dump_json(answer), content_type="application/json")
