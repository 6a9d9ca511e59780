"""The zip for Windows: python.org's own Python, the packages, and one file to double-click."""

import io
import tarfile
import zipfile

from slamomatic.packing import Content, zipped
from slamomatic.release import DATE, STARTERS, inputs, licences, wheel

NAME = "Slam-O-Matic"
STARTER = "Slam-O-Matic.cmd"
PACKAGES = "packages"


def download() -> tuple[str, bytes]:
    """Return the name and the bytes of the zip."""
    content = {f"{NAME}/{name}": data for name, data in folder().items()}
    return "Slam-O-Matic-windows.zip", zipped(content, DATE)


def folder() -> Content:
    """Return everything that is in the zip, by its place in its folder."""
    packages = wheel.packages("windows")
    found = {f"{PACKAGES}/{name}": data for name, data in packages.items()}
    found |= {f"licences/{name}": text for name, text in licences.gathered(packages).items()}
    found |= {f"python/{name}": data for name, data in python().items()}
    found["licences/python/LICENSE.txt"] = found["python/LICENSE.txt"]
    for path in (STARTERS / "windows").iterdir():
        found[path.name] = path.read_text("utf-8").replace("\n", "\r\n").encode()  # `goto` reads no other
    return found


def python() -> Content:
    """Return the embeddable Python as python.org has it, but looking for our packages too."""
    with tarfile.open(fileobj=io.BytesIO(inputs.embedded_python())) as archive:
        member = next(name for name in archive.getnames() if name.endswith("/data.zip"))
        file = archive.extractfile(member)
        assert file is not None
        data = file.read()
    with zipfile.ZipFile(io.BytesIO(data)) as inner:
        found = {
            name.partition("/")[2]: inner.read(name) for name in inner.namelist() if not name.endswith("/")
        }
    (paths,) = (name for name in found if name.endswith("._pth"))
    library = paths.replace("._pth", ".zip")
    return found | {paths: f"{library}\r\n.\r\n..\\{PACKAGES}\r\n".encode()}
