"""Archives that are the same bytes for the same content: no clock, no user, no machine in them."""

import gzip
import hashlib
import io
import tarfile
import zipfile
from calendar import timegm
from collections.abc import Collection, Iterator

Content = dict[str, bytes]  # by name, folders with slashes


def zipped(content: Content, date: str, programs: Collection[str] = ()) -> bytes:
    """Return a zip in name order.

    `date`: of every file, as 2026-11-20. `programs`: the files that may be run.
    """
    year, month, day = (int(part) for part in date.split("-"))
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(content):
            info = zipfile.ZipInfo(name, (year, month, day, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # else Windows writes another byte
            info.external_attr = (0o755 if name in programs else 0o644) << 16
            archive.writestr(info, content[name])
    return target.getvalue()


def tarred(content: Content, date: str, programs: Collection[str] = ()) -> bytes:
    """Return a packed tar (`.tar.gz`) in name order; its folders stand before what is in them."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in sorted({*content, *_folders(content)}):
            info = tarfile.TarInfo(name)
            info.mtime = _seconds(date)
            info.uname = info.gname = "root"
            if name in content:
                info.mode = 0o755 if name in programs else 0o644
                info.size = len(content[name])
                archive.addfile(info, io.BytesIO(content[name]))
            else:
                info.type, info.mode = tarfile.DIRTYPE, 0o755
                archive.addfile(info)
    return gzip.compress(target.getvalue(), 9, mtime=0)


def debian_package(control: Content, content: Content, date: str, programs: Collection[str] = ()) -> bytes:
    """Return a `.deb`: an `ar` archive of a format number, the files of `control`, and what is installed."""
    parts = {
        "debian-binary": b"2.0\n",
        "control.tar.gz": tarred(_dotted(control), date, {f"./{name}" for name in control} - {"./control"}),
        "data.tar.gz": tarred(_dotted(content), date, {f"./{name}" for name in programs}),
    }
    made = b"!<arch>\n"
    for name, data in parts.items():
        head = f"{name:<16}{_seconds(date):<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n"
        made += head.encode() + data + b"\n" * (len(data) % 2)
    return made


def from_debian_package(package: bytes) -> Content:
    """Return what a `.deb` installs. A link is returned as the file that it leads to."""
    at = 8
    while at < len(package):
        name, size = package[at : at + 16].decode().strip(), int(package[at + 48 : at + 58])
        data = package[at + 60 : at + 60 + size]
        if name.startswith("data.tar"):
            with tarfile.open(fileobj=io.BytesIO(data)) as archive:
                return dict(_files(archive))
        at += 60 + size + size % 2
    raise ValueError("no Debian package")


def _files(archive: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    for member in archive.getmembers():
        if member.isfile() or member.issym() or member.islnk():
            try:
                file = archive.extractfile(member)
            except KeyError:  # the link leads into another package
                continue
            if file is not None:
                yield member.name.removeprefix("./"), file.read()


def _dotted(content: Content) -> Content:
    return {f"./{name}": data for name, data in content.items()}


def _folders(content: Content) -> set[str]:
    names = (name.split("/")[:-1] for name in content)
    return {"/".join(parts[:end]) for parts in names for end in range(1, len(parts) + 1)} - {"."}


def _seconds(date: str) -> int:
    year, month, day = (int(part) for part in date.split("-"))
    return timegm((year, month, day, 0, 0, 0))


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def sums(content: Content) -> bytes:
    """Return the lines that `sha256sum --check` reads."""
    return "".join(f"{sha256(content[name])}  {name}\n" for name in sorted(content)).encode()
