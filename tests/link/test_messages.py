"""Lines are read as firmware/wire.md says, and unknown forms are refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slamomatic import messages as m
from slamomatic import wire
from slamomatic.units.faults import ADVICE

DOCUMENT = (Path(__file__).resolve().parents[2] / "firmware" / "wire.md").read_text("utf-8")
FIRMWARE_WIRE = (Path(__file__).resolve().parents[2] / "firmware" / "slap" / "wire.py").read_text("utf-8")

EXAMPLES: list[tuple[str, m.Message]] = [
    (
        "HELLO,1,0.1.0,1.25.0,e6614864d3123456,0badcafe,4,pio,1,2,100,5600,17,42",
        m.Hello(1, "0.1.0", "1.25.0", "e6614864d3123456", "0badcafe", 4, "pio", 1, 2, 100, 5600, 17, 42),
    ),
    ("DOWN,17,2,1000,730", m.Down(17, 2, 1000, 730)),
    ("UP,18,2,90000,31", m.Up(18, 2, 90000, 31)),
    ("TOUCH,19,0,5,1", m.Touch(19, 0, 5, 1)),
    ("NEXT,20,6,0", m.Next(20, 6, 0)),
    ("FAULT,22,-,overrun,lapped", m.FaultLine(22, -1, "overrun", "lapped")),
    ("BEAT,1000000,43,1a,5,150000,900,999990", m.Beat(1000000, 43, 0x1A, 5, 150000, 900, 999990)),
    ("PONG,7f,123,43,120", m.Pong("7f", 123, 43, 120)),
    ("EDGES,100,1:0,0:25,3", m.Edges(100, ((1, 0), (0, 25)), 3)),
    ("OK,SINCE,17,4", m.Ok("SINCE", ("17", "4"))),
    ("OK,SAVE", m.Ok("SAVE", ())),
    ("NO,SAVE,in play", m.No("SAVE", "in play")),
    ("GONE,300", m.Gone(300)),
    ("TEST,jig,skipped no jig", m.Test("jig", "skipped no jig")),
]
OLDER: list[tuple[str, m.Message]] = [  # as firmware 0.1 says them
    ("DOWN,17,2,1000", m.Down(17, 2, 1000, later_us=5_000)),
    ("FAULT,21,3,stuck", m.FaultLine(21, 3, "stuck", detail="")),
    ("FAULT,22,-,overrun", m.FaultLine(22, -1, "overrun", detail="")),
    ("BEAT,1000000,43,1a,5,150000,900", m.Beat(1000000, 43, 0x1A, 5, 150000, 900, known_us=None)),
    ("PONG,7f,123", m.Pong("7f", 123, next_seq=None, known_us=None)),
]
GROWN = {body.partition(",")[0] for body, _ in OLDER}  # kinds whose last fields an older unit leaves out


@pytest.mark.parametrize(("body", "message"), EXAMPLES + OLDER)
def test_every_kind_is_read(body: str, message: m.Message) -> None:
    assert m.parse(body.encode()) == message


@pytest.mark.parametrize(
    ("body", "message"), [example for example in EXAMPLES if example[0][:2] not in ("ED", "OK")]
)
def test_fields_that_a_newer_unit_adds_are_ignored(body: str, message: m.Message) -> None:
    assert m.parse(body.encode() + b",new,7") == message


@pytest.mark.parametrize(
    ("body", "message"),
    [
        example
        for example in EXAMPLES + OLDER
        if example[0][:2] not in ("ED", "OK") and (example in OLDER or example[0].split(",")[0] not in GROWN)
    ],
)
def test_a_line_with_a_field_too_few_is_no_event(body: str, message: m.Message) -> None:
    assert m.parse(body.rpartition(",")[0].encode()) is None


@pytest.mark.parametrize(
    "body",
    [
        "DOWN,-1,2,5",
        "DOWN,1_0,2,5",
        "DOWN, 1,2,5",
        "DOWN,+1,2,5",
        "TOUCH,1,2,5,2",
        "DOWN,1,2,5,x",
        "DOWN,1,2,5,-7",
        "BEAT,1000000,43,1a,5,150000,900,soon",
        "PONG,7f,123,43,-",
        "SLAP,1,2,5",
        "down,1,2,5",
    ],
)
def test_a_line_of_the_wrong_form_is_no_event(body: str) -> None:
    assert m.parse(body.encode()) is None


def table(heading: str) -> list[list[str]]:
    """The rows of the first table below a heading of the document."""
    section = DOCUMENT.split(f"## {heading}\n", 1)[1]
    rows = re.search(r"(?:^\|.*\n)+", section, re.MULTILINE)
    assert rows is not None
    return [[cell.strip() for cell in row.strip("|\n").split(" | ")] for row in rows.group().splitlines()][2:]


def test_the_document_and_the_host_know_the_same_kinds() -> None:
    rows = table("Unit to host")
    assert {row[0].strip("`| ") for row in rows} == m.KINDS
    assert {row[0].strip("`| ") for row in rows if row[2] == "yes"} == {
        body.partition(",")[0] for body, message in EXAMPLES if isinstance(message, m.Sequenced)
    }


def test_each_kind_has_the_fields_of_the_document_in_their_order() -> None:
    forms = {row[0].strip("`| "): row[1].strip("`").split(",")[1:] for row in table("Unit to host")}
    for body, message in EXAMPLES:
        kind = body.partition(",")[0]
        if kind in ("OK", "EDGES"):
            continue
        named = [re.sub(r"[<>]", "", field).replace(" ", "_") for field in forms[kind]]
        ours = list(type(message)._fields)
        assert ours[len(named) :] == (["detail"] if kind == "FAULT" else []), kind
        for theirs, mine in zip(named, ours, strict=False):
            if theirs in ("0_or_1", "paddle_or_-"):
                continue  # a bit or a dash has its own name with us
            assert mine in (theirs, f"{theirs}_bytes"[:10], f"{theirs}_us"), (kind, theirs, mine)


def test_limits_and_protocol_are_those_of_the_document_and_the_firmware() -> None:
    limits = {row[0].strip("| "): row[1].strip("| ") for row in table("Lines")}
    ours = {
        "protocol": wire.PROTOCOL,
        "host to unit, bytes from `$`, without the line end": wire.HOST_LINE_LIMIT,
        "any other line, bytes from `$`, without the line end": wire.LINE_LIMIT,
    }
    for name, value in ours.items():
        assert limits[name] == str(value)
    for name, value in (
        ("PROTOCOL", wire.PROTOCOL),
        ("COMMAND_LIMIT", wire.HOST_LINE_LIMIT),
        ("LINE_LIMIT", wire.LINE_LIMIT),
    ):
        assert re.search(rf"^{name} = (const\()?{value}\b", FIRMWARE_WIRE, re.MULTILINE), name


def test_every_fault_of_the_document_has_its_advice() -> None:
    rows = re.findall(r"^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \| (?:a paddle|-) \|", DOCUMENT, re.MULTILINE)
    faults = {name for row in rows for name in re.findall(r"`([a-z-]+)`", row)}
    assert {fault for fault in faults if not fault.endswith("-over")} == set(ADVICE)
