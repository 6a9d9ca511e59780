"""The manual to read: build.md beside the guides, and one HTML page with its PDF."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from pathlib import Path

from hardware.tools import checks
from hardware.tools.facts import HARDWARE, OUT, PICTURES
from hardware.tools.manual import Step, belongs, load
from hardware.tools.unit import Unit

BUILD = HARDWARE / "guide" / "build.md"


def markdown(unit: Unit) -> str:
    """The build guide: every step with its picture, parts, tools and check."""
    manual, steps = load(unit)
    rows = checks.bom_rows()
    lines = ["# Build", "", manual["intro"].strip(), "", "## You need", "",
             "Parts: [bom.csv](../bom.csv), or `python3 hardware bom`, which adds it up. "
             "All four slap switches of one type, from one bag.", "",
             "| tool | for |", "|---|---|"]  # fmt: skip
    lines += [f"| {tool} | {use} |" for tool, use in manual["tools"].items()]
    for step in steps:
        if step.section:
            lines += ["", f"## {step.section}"]
        only = {"board": " (board build)", "point-to-point": " (point-to-point build)"}.get(step.build, "")
        lines += ["", f"{step.number}. **{step.title}**{only}{', optional' if step.optional else ''}", ""]
        if step.image:
            lines += [f"   ![Step {step.number}: {step.title}](pictures/{step.image})", ""]
        parts = part_words(step, rows)
        if parts:
            lines.append(f"   Parts: {parts}.  ")
        if step.tools:
            lines.append(f"   Tools: {', '.join(step.tools)}.")
        lines += ["", f"   {step.do}", "", f"   **Check**: {step.check}"]
    return "\n".join(lines) + "\n"


def part_words(step: Step, rows: list[checks.Row]) -> str:
    """`20 x screw M3 x 12 (M15), ...`; references of one row together."""
    words = []
    taken = step.taken()
    for row in rows:
        if step.build != "both" and not belongs(row["build"], step.build):
            continue
        refs = [ref for ref in checks.references(row) if ref in taken]
        if not refs:
            continue
        count = sum(taken[ref] or (int(row["quantity"]) if ref.startswith("M") else 1) for ref in refs)
        shown = f"{refs[0]} to {refs[-1]}" if len(refs) > 2 else " ".join(refs)
        words.append(f"{count} x {row['value']} ({shown})")
    return ", ".join(words)


_STYLE = """body{font:15px/1.5 sans-serif;max-width:46em;margin:2em auto;padding:0 1em}img{max-width:100%}
section{break-inside:avoid;border-top:1px solid #ccc;padding:.6em 0}.n{color:#888}
.check{background:#f2f6ee;padding:.4em .6em}
table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left}"""


def page(unit: Unit, pictures: Path = PICTURES) -> str:
    """The manual as one HTML page with its pictures inside."""
    import base64

    manual, steps = load(unit)
    rows = checks.bom_rows()

    def text(words: str) -> str:
        plain = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", html.escape(words, quote=False))
        return re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", re.sub(r"`([^`]+)`", r"<code>\1</code>", plain))

    def image(name: str) -> str:
        kind = "svg+xml" if name.endswith(".svg") else "png"
        data = base64.b64encode((pictures / name).read_bytes()).decode()
        return f'<img alt="" src="data:image/{kind};base64,{data}">'

    body = [
        f"<h1>Build a slap unit</h1><p>{text(manual['intro'])}</p>",
        image("assembled.png"),
        "<h2>Tools</h2><table>",
    ]
    body += [f"<tr><td>{text(tool)}</td><td>{text(use)}</td></tr>" for tool, use in manual["tools"].items()]
    body.append("</table>")
    for step in steps:
        if step.section:
            body.append(f"<h2>{text(step.section)}</h2>")
        only = "" if step.build == "both" else f" ({step.build} build)"
        body.append(
            f"<section><h3><span class=n>{step.number}.</span> {text(step.title)}{only}"
            f"{', optional' if step.optional else ''}</h3>"
        )
        if step.image:
            body.append(image(step.image))
        if parts := part_words(step, rows):
            body.append(f"<p><b>Parts:</b> {text(parts)}</p>")
        if step.tools:
            body.append(f"<p><b>Tools:</b> {text(', '.join(step.tools))}</p>")
        body.append(f"<p>{text(step.do)}</p><p class=check><b>Check:</b> {text(step.check)}</p></section>")
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Build a slap unit</title>"
        f"<style>{_STYLE}</style>" + "\n".join(body)
    )


def make(unit: Unit, folder: Path = OUT / "manual") -> list[Path]:
    """manual.html, and manual.pdf where Chromium is installed."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / "manual.html"
    target.write_text(page(unit), encoding="utf-8")
    browser = next(
        (
            found
            for name in ("chromium", "chromium-browser", "google-chrome")
            if (found := shutil.which(name))
        ),
        None,
    )
    if browser is None:
        return [target]
    pdf = folder / "manual.pdf"
    words = [
        browser,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-pdf-header-footer",
        f"--print-to-pdf={pdf}",
        target.as_uri(),
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    if not pdf.exists():
        raise RuntimeError(f"chromium made no PDF: {done.stderr[-300:]}")
    return [target, pdf]
