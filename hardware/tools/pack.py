"""Zip files that are the same bytes for the same content: no clock, no folder, no machine in them."""

from __future__ import annotations

import hashlib
import io
import zipfile

from hardware.tools.facts import DATE

Content = dict[str, bytes]  # by name, folders with slashes


def packed(content: Content) -> bytes:
    """A zip in name order, dated with the release."""
    year, month, day = (int(part) for part in DATE.split("-"))
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(content):
            info = zipfile.ZipInfo(name, (year, month, day, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # else Windows writes another byte
            info.external_attr = 0o644 << 16
            archive.writestr(info, content[name])
    return target.getvalue()


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def sums(content: Content) -> bytes:
    """The lines that `sha256sum --check` reads."""
    return "".join(f"{sha256(content[name])}  {name}\n" for name in sorted(content)).encode()
