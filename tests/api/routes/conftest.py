"""What the tests of this folder share."""

from tests.api.http.in_process import client as client
