"""The schemas of the bench's `--json` answers, and what an answer has against its schema."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from referencing import Registry, Resource

COMMON = "run"


def load() -> dict[str, dict[str, Any]]:
    """Name -> schema, as they stand in the package."""
    folder = resources.files("slamomatic.bench").joinpath("schemas")
    return {
        file.name.removesuffix(".json"): json.loads(file.read_text("utf-8"))
        for file in folder.iterdir()
        if file.name.endswith(".json")
    }


SCHEMAS = load()
_REGISTRY: Registry[Any] = Registry().with_resources(
    (schema["$id"], Resource.from_contents(schema)) for schema in SCHEMAS.values()
)


def mismatches(name: str, answer: Any) -> list[str]:
    """What is wrong with this answer of the instrument `name` as it is written; nothing, if it matches."""
    checker = Draft202012Validator(SCHEMAS[name], registry=_REGISTRY)
    return [
        f"{error.json_path}: {error.message}" for error in checker.iter_errors(json.loads(json.dumps(answer)))
    ]
