"""All settings of the service, read from the environment into one class."""

import os
import sys
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from service.cores import available_cores
from service.extras import advice
from service.origin import read_origin

SECRETS = Path("/run/secrets")
"""The folder in which Docker and Kubernetes mount secrets, one in each file."""
CACHE_SCHEMES = ("redis://", "rediss://", "unix://")
LEAST_SECRET = 16
SPELLINGS = {"warn": "warning"}
"""Other spellings of a choice."""


def _lower(value: Any) -> Any:
    """Return a choice as it is listed, whatever its case."""
    return SPELLINGS.get(value.lower(), value.lower()) if isinstance(value, str) else value


class Settings(BaseSettings):
    """The settings; the variable of each is its name in capitals, such as `PORT`.

    Where there is no variable, a file of the same name among the secrets is read. An empty value
    counts as not set, and space around a value is ignored, such as the carriage return of a file
    from Windows.
    """

    # An error names the setting, but shows no value: it may be a secret.
    model_config = SettingsConfigDict(
        frozen=True,
        extra="ignore",
        env_ignore_empty=True,
        secrets_dir=SECRETS if SECRETS.is_dir() else None,
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
    )

    host: str = "0.0.0.0"
    """Address to listen on, or its name; * for all, of IPv6 too."""
    port: int = Field(default=8000, ge=0, le=65535)
    """TCP port to listen on."""
    workers: int = Field(default=2, ge=1, le=256)
    """Worker processes."""
    slots: int = Field(default=0, ge=0, le=256)
    """Long searches at once, in all workers; 0 for as many as there are cores."""
    queue_length: int = Field(default=32, ge=0, le=1024)
    """Searches that may wait for a slot; when there are more, 503."""
    searches_per_address: int = Field(default=0, ge=0, le=1280)
    """Searches that one address may have going on and waiting; 0 for three quarters of the room for
    all."""
    forwarded_allow_ips: str = "127.0.0.1,::1"
    """Addresses or networks of proxies whose X-Forwarded-For is believed, separated by commas; *
    for all."""
    quick_threads: int = Field(default=8, ge=1, le=1024)
    """Requests one worker serves at once beside those that search or wait."""
    max_connections: int = Field(default=500, ge=1, le=100_000)
    """Connections one worker holds open. From 90 % of them on, answers end theirs; beyond, who has
    not asked for a second has to leave."""
    client_seconds: int = Field(default=10, ge=1, le=3600)
    """Time a client has to send a request, and to take the answer."""
    keepalive_seconds: int = Field(default=75, ge=0, le=86_400)
    """Time a connection may rest between requests; longer than a balancer keeps it, or a request is
    lost now and then. 0 for one request a connection."""
    search_threads: int = Field(default=0, ge=0, le=256)
    """Threads one long search may use; 0 for as many as there are cores."""
    table_mebibytes: int = Field(default=128, ge=1, le=1 << 20)
    """Transposition table of each worker, in MiB; what guides searches takes a quarter more."""
    book: bool = True
    """Whether what the book knows is answered without a search."""
    max_body_bytes: int = Field(default=262_144, ge=1024, le=1 << 30)
    """Largest request body, in bytes."""
    max_cells: int = Field(default=2500, ge=1, le=4096)
    """Largest board, in cells; also the largest k."""
    max_batch: int = Field(default=100, ge=1, le=10_000)
    """Most questions of one batch."""
    default_time_limit_ms: int = Field(default=1000, ge=1, le=3_600_000)
    """Thinking time of a request that names none."""
    max_time_limit_ms: int = Field(default=60_000, ge=1, le=3_600_000)
    """Longest thinking time a request may ask for."""
    max_node_limit: int = Field(default=1_000_000_000, ge=1, le=1 << 62)
    """Largest node limit a request may ask for."""
    drain_seconds: int = Field(default=7, ge=0, le=3600)
    """When stopping, time in which everything is still served, but not ready."""
    graceful_seconds: int = Field(default=70, ge=1, le=86_400)
    """Time running requests have to finish when stopping."""
    stuck_seconds: int = Field(default=30, ge=1, le=3600)
    """How long a request whose time is over may do nothing before its worker is replaced."""
    cors_origins: str = "*"
    """Origins that browsers may call from, separated by commas; * for all."""
    agents_hosts: str = "localhost,127.0.0.1,::1"
    """Names by which agents may call the server of `mcp --http`, separated by commas; * for all
    names."""
    cache_url: str = Field(default="", repr=False)
    """Redis server that replicas share results in: redis://, rediss:// or unix://."""
    cache_secret: SecretStr = SecretStr("")
    """Seals what is shared; at least 16 characters, the same for all replicas."""
    cache_seconds: int = Field(default=2_592_000, ge=1, le=1 << 31)
    """How long a shared result lasts."""
    cache_timeout_ms: int = Field(default=50, ge=1, le=10_000)
    """How long the shared cache may be silent before a question goes on without it."""

    log_level: Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(_lower)] = (
        "info"
    )
    """Least level of what is logged: debug, info, warning, error."""
    log_format: Annotated[Literal["auto", "json", "text"], BeforeValidator(_lower)] = "auto"
    """Lines of the log: json, text, or auto for text on a terminal, else json."""
    log_key: SecretStr = SecretStr("")
    """Makes the names of clients in the log; at least 16 characters, the same for all replicas. A
    new one at each start if none is set."""

    @property
    def threads_per_search(self) -> int:
        """Return `search_threads`, or the cores this process may use."""
        return self.search_threads or available_cores()

    @property
    def solver_slots(self) -> int:
        """Return `slots`, or the cores this process may use."""
        return self.slots or available_cores()

    @property
    def share(self) -> int:
        """Return `searches_per_address`, or so many that another address always finds room."""
        return self.searches_per_address or max(3 * self.most_waiting // 4, 1)

    @property
    def proxies(self) -> list[str]:
        return [proxy.strip() for proxy in self.forwarded_allow_ips.split(",") if proxy.strip()]

    @property
    def agents_names(self) -> list[str]:
        return [name.strip().lower().strip("[]") for name in self.agents_hosts.split(",")]

    @property
    def most_waiting(self) -> int:
        """Return how many questions may wait in one worker: as many as search or await a slot."""
        return self.solver_slots + self.queue_length

    @property
    def cores_per_worker(self) -> int:
        """Return the cores of each worker, if all have as much to do."""
        return max(available_cores() // self.workers, 1)

    @property
    def threads(self) -> int:
        """Return how many requests one worker serves at once, even if it gets all long searches."""
        return 2 * self.most_waiting + self.quick_threads

    @property
    def heavy_threads(self) -> int:
        """Return how many batches, and as many large boards, one worker serves at once."""
        return max((self.most_waiting + self.quick_threads) // 4, 1)

    @property
    def allowed_origins(self) -> list[str]:
        return [origin.strip() for origin in self.cors_origins.split(",") if origin.strip()]

    @model_validator(mode="before")
    @classmethod
    def _only_what_is_written(cls, values: dict[str, Any]) -> dict[str, Any]:
        written = {
            name: value.strip() if isinstance(value, str) else value
            for name, value in values.items()
        }
        return {name: value for name, value in written.items() if value != ""}

    @field_validator("host")
    @classmethod
    def _without_brackets(cls, host: str) -> str:
        """Return an address of IPv6 as the system takes it; in a URL it has brackets."""
        return host[1:-1] if host.startswith("[") and host.endswith("]") else host

    @field_validator("table_mebibytes")
    @classmethod
    def _fits_into_the_machine(cls, mebibytes: int) -> int:
        most = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
        if mebibytes > most:
            raise ValueError(f"this machine has {most} MiB of memory; give less")
        return mebibytes

    @field_validator("cors_origins")
    @classmethod
    def _as_browsers_send_them(cls, origins: str) -> str:
        return ", ".join(
            read_origin(origin.strip()) for origin in origins.split(",") if origin.strip()
        )

    @field_validator("cache_url")
    @classmethod
    def _with_lower_scheme(cls, url: str) -> str:
        scheme, separator, rest = url.partition("://")
        return f"{scheme.lower()}{separator}{rest}"

    @field_validator("log_key")
    @classmethod
    def _cannot_be_guessed(cls, key: SecretStr) -> SecretStr:
        if 0 < len(key) < LEAST_SECRET:
            raise ValueError(f"give {LEAST_SECRET} characters or more")
        return key

    @model_validator(mode="after")
    def _agree(self) -> Self:
        """Refuse settings that break a rule together; the first one that they break is told."""
        proxy = next((proxy for proxy in self.proxies if not _is_network(proxy)), None)
        url, secret = self.cache_url, self.cache_secret.get_secret_value()
        kept = {
            "DEFAULT_TIME_LIMIT_MS must not exceed MAX_TIME_LIMIT_MS": (
                self.default_time_limit_ms <= self.max_time_limit_ms
            ),
            "GRACEFUL_SECONDS must exceed MAX_TIME_LIMIT_MS": (
                self.graceful_seconds * 1000 > self.max_time_limit_ms
            ),
            # What waits is not to count as hanging.
            "STUCK_SECONDS must exceed CACHE_TIMEOUT_MS": (
                self.stuck_seconds * 1000 > self.cache_timeout_ms
            ),
            (
                f"FORWARDED_ALLOW_IPS has {proxy!r}, which is no address or network; give some "
                "separated by commas, such as 127.0.0.1,10.0.0.0/8, or * for all"
            ): proxy is None,
            f"CACHE_URL must begin with one of {', '.join(CACHE_SCHEMES)}": (
                not url or url.startswith(CACHE_SCHEMES)
            ),
            f"CACHE_URL needs a CACHE_SECRET of {LEAST_SECRET} characters or more": (
                not url or len(secret) >= LEAST_SECRET
            ),
            "CACHE_URL has no valid port; encode what is special in its password": (
                not url or _can_be_read(url)
            ),
            f"CACHE_URL {advice('redis')}": not url or find_spec("redis") is not None,
        }
        for rule, is_kept in kept.items():
            if not is_kept:
                raise ValueError(rule)
        return self


def _is_network(proxy: str) -> bool:
    try:
        return proxy == "*" or ip_network(proxy) is not None
    except ValueError:
        return False


def _can_be_read(url: str) -> bool:
    try:
        return urlsplit(url).port != 0
    except ValueError:
        return False


def read_settings() -> Settings:
    """Return the settings in the environment; if some are wrong, report each and exit."""
    try:
        return Settings()
    except ValidationError as error:
        for fault in error.errors(include_url=False):
            sys.stderr.write(f"{_describe(fault)}\n")
        raise SystemExit(2) from None


def _describe(fault: Any) -> str:
    if not fault["loc"]:
        return f"{fault['ctx']['error']}."
    name = str(fault["loc"][0])
    allowed = Settings.model_json_schema()["properties"][name]
    wanted = fault["msg"].removeprefix("Value error, ")
    if allowed["type"] == "integer" and fault["type"] != "value_error":
        wanted = f"give an integer from {allowed['minimum']} to {allowed['maximum']}"
    return f"{name.upper()} is {fault['input']!r}: {wanted}."
