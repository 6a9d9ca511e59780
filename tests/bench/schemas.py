"""The schemas of the bench's `--json` answers, and what an answer has against its schema."""

from __future__ import annotations

import json
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from slamomatic.bench.calibrate.instrument import Undone
from slamomatic.bench.report.instrument import Verified
from slamomatic.bench.schema import instrument_schema, schema_of
from slamomatic.commands.bench import INSTRUMENTS

SCHEMAS: dict[str, dict[str, Any]] = {
    **{name: instrument_schema(name) for name in INSTRUMENTS},
    "calibrate-undo": schema_of(Undone),
    "report-verify": schema_of(Verified),
}


def mismatches(name: str, answer: Any, schema: dict[str, Any] | None = None) -> list[str]:
    """Say where this JSON answer of the instrument `name` breaks its schema (or `schema`), if anywhere."""
    checker = Draft202012Validator(schema or SCHEMAS[name])
    return [
        f"{error.json_path}: {error.message}" for error in checker.iter_errors(json.loads(json.dumps(answer)))
    ]
