"""The build guide as one page in each language: HTML with its pictures inside, and PDF with Chromium."""

from __future__ import annotations

import base64
import html
import re
import shutil
import subprocess
from pathlib import Path

from hardware.tools.facts import HARDWARE, OUT

GUIDE = HARDWARE / "guide" / "build.md"
# How a check begins in each language of the guide; English is build.md, the others build.de.md and so on.
CHECKS = {
    "en": "Check", "de": "Prüfe", "es": "Comprueba", "fr": "Vérifie", "it": "Controlla", "nl": "Controleer",
}  # fmt: skip
_STYLE = """body{font:15px/1.5 sans-serif;max-width:46em;margin:2em auto;padding:0 1em}img{max-width:100%}
img[src^="data:image/svg"]{width:70%}
h2{break-before:page}h3{margin-bottom:.2em}p,table,img{break-inside:avoid}
.check{background:#f2f6ee;padding:.4em .6em}pre{background:#f4f4f4;padding:.5em}
table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left}"""


def _words(text: str) -> str:
    """Turn what stands inside a line."""
    found = html.escape(text, quote=False)
    found = re.sub(r"!\[([^]]*)\]\(([^)]+)\)", r'<img alt="\1" src="\2">', found)
    found = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", found)
    found = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", found)
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", found)


def _block(lines: list[str]) -> str:
    """Turn one block of lines that belong together."""
    first = lines[0]
    if first.startswith("#"):
        level = len(first) - len(first.lstrip("#"))
        return f"<h{level}>{_words(first[level:].strip())}</h{level}>"
    if all(line.startswith("    ") for line in lines):
        return "<pre>" + html.escape("\n".join(line[4:] for line in lines)) + "</pre>"
    if first.startswith("|"):
        rows = [
            [cell.strip() for cell in line.strip("|").split("|")]
            for line in lines
            if not set(line) <= set("|-: ")
        ]
        head, *body = ["".join(f"<td>{_words(cell)}</td>" for cell in row) for row in rows]
        return "<table><tr>" + "</tr><tr>".join([head.replace("td>", "th>"), *body]) + "</tr></table>"
    if re.match(r"[-\d]", first) and re.match(r"(- |\d+\. )", first):
        items = re.split(r"\n(?=- |\d+\. )", "\n".join(lines))
        tag = "ul" if first.startswith("-") else "ol"
        inner = "".join(
            f"<li>{_words(re.sub(r'^(- |[0-9]+[.] )', '', i).replace(chr(10), ' '))}</li>" for i in items
        )
        return f"<{tag}>{inner}</{tag}>"
    text = _words(" ".join(line.strip() for line in lines))
    is_check = text.startswith(tuple(f"<b>{word}</b>" for word in CHECKS.values()))
    return f"<p class=check>{text}</p>" if is_check else f"<p>{text}</p>"


def guide(language: str) -> Path:
    """Return the guide in a language."""
    return GUIDE if language == "en" else GUIDE.with_suffix(f".{language}.md")


def page(language: str = "en") -> str:
    """Return the guide as one HTML page with its pictures inside."""
    source = guide(language)
    text = source.read_text(encoding="utf-8").strip()
    blocks = [block.split("\n") for block in re.split(r"\n\s*\n", text)]
    body = "\n".join(_block(block) for block in blocks)

    def inside(found: re.Match[str]) -> str:
        path = source.parent / found[1]
        kind = "svg+xml" if path.suffix == ".svg" else "png"
        return f'src="data:image/{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"'

    title = text.splitlines()[0].removeprefix("# ")
    return (
        f"<!doctype html><html lang={language}><meta charset=utf-8><title>{html.escape(title)}</title>"
        f"<style>{_STYLE}</style>" + re.sub(r'src="([^":]+)"', inside, body)
    )


def make(folder: Path = OUT / "manual") -> list[Path]:
    """Write manual.html in each language, and manual.pdf where Chromium is installed."""
    folder.mkdir(parents=True, exist_ok=True)
    names = ("chromium", "chromium-browser", "google-chrome")
    browser = next((found for name in names if (found := shutil.which(name))), None)
    made = []
    for language in CHECKS:
        target = folder / ("manual.html" if language == "en" else f"manual.{language}.html")
        target.write_text(page(language), encoding="utf-8")
        made += [target] if browser is None else [target, _printed(browser, target)]
    return made


def _printed(browser: str, source: Path) -> Path:
    """Print a page into a PDF beside it."""
    pdf = source.with_suffix(".pdf")
    words = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
             f"--print-to-pdf={pdf}", source.as_uri()]  # fmt: skip
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    if not pdf.exists():
        raise RuntimeError(f"chromium made no PDF: {done.stderr[-300:]}")
    return pdf
