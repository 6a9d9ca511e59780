"""JSON schemas of the `--json` answers, derived from the dataclasses that hold them.

`python -m slamomatic.bench.schema INSTRUMENT` prints one.
"""

import importlib
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from slamomatic.bench.result import Result, Within

Schema = dict[str, Any]

PLAIN: Mapping[type, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
}


def schema_of(kind: Any) -> Schema:
    """Return the schema of everything of this type, as `json.dumps` writes it; TypeError for other types."""
    origin, inside = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return dict(PLAIN[kind])
    if is_dataclass(kind) and isinstance(kind, type):
        return _object(_fields(kind))
    if origin is Annotated:
        limits = [one for one in inside[1:] if isinstance(one, Within)]
        return schema_of(inside[0]) | {name: value for one in limits for name, value in _limits(one).items()}
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(one) for one in inside]}
    if origin is tuple and inside[1:] != (...,):
        places = [schema_of(one) for one in inside]
        return {"type": "array", "prefixItems": places, "minItems": len(places), "maxItems": len(places)}
    if origin in (list, tuple, Sequence):
        return {"type": "array", "items": schema_of(inside[0])}
    if origin in (dict, Mapping) and inside[0] is str:
        return {"type": "object", "additionalProperties": schema_of(inside[1])}
    raise TypeError(f"no schema for {kind}")


def run_schema(*answers: type) -> Schema:
    """Return the schema of a run whose answers are of one of these dataclasses."""
    beside = {name: kind for name, kind in _fields(Result).items() if name != "answers"}
    runs = [_object(_fields(one) | beside | {"slamomatic": str, "ok": bool}) for one in answers]
    return runs[0] if len(runs) == 1 else {"oneOf": runs}


def instrument_schema(instrument: str) -> Schema:
    """Return the schema of `slamomatic bench INSTRUMENT --json`."""
    module = importlib.import_module(f"slamomatic.bench.{instrument}.instrument")
    return run_schema(*module.ANSWERS) if hasattr(module, "ANSWERS") else schema_of(module.Written)


def _fields(kind: type) -> dict[str, Any]:
    """Return the types of a dataclass's fields, with the limits that are noted in them."""
    hints = get_type_hints(kind, include_extras=True)
    return {one.name: hints[one.name] for one in fields(kind)}


def _object(properties: Mapping[str, Any]) -> Schema:
    return {
        "type": "object",
        "properties": {name: schema_of(kind) for name, kind in properties.items()},
        "required": list(properties),
        "additionalProperties": False,
    }


def _limits(within: Within) -> Schema:
    most = {} if within.high is None else {"maximum": within.high}
    return {"minimum": within.low, **most}


if __name__ == "__main__":
    print(json.dumps(instrument_schema(sys.argv[1]), indent=1))
