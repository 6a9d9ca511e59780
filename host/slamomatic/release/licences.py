"""The licences of all that is in a download, gathered in one folder.

Most packages bring their own texts. Libraries inside other people's wheels bring none: Debian has the same
libraries, and its packages have their texts.
"""

import re
from collections.abc import Iterator

from slamomatic.packing import Content, from_debian_package
from slamomatic.release import ROOT, inputs

# The beginning of a library's name, where wheels carry it without a text -> the Debian package with the text.
LIBRARIES = {
    "SDL2.": "libsdl2-2.0-0", "SDL2_image": "libsdl2-image-2.0-0", "SDL2_mixer": "libsdl2-mixer-2.0-0",
    "SDL2_ttf": "libsdl2-ttf-2.0-0", "SDL2-2": "libsdl2-2.0-0", "FLAC": "libflac12", "asound": "libasound2",
    "attr": "libattr1", "brotli": "libbrotli1", "bz2": "libbz2-1.0", "cap": "libcap2",
    "dbus-1": "libdbus-1-3",
    "dw": "libdw1", "elf": "libelf1", "fluidsynth": "libfluidsynth3", "freetype": "libfreetype6",
    "gcrypt": "libgcrypt20", "glib": "libglib2.0-0", "gthread": "libglib2.0-0", "gomp": "gcc-12-base",
    "gpg-error": "libgpg-error0", "harfbuzz": "libharfbuzz0b", "intl": "gettext-base",
    "jpeg": "libjpeg62-turbo", "lz4": "liblz4-1", "lzma": "liblzma5", "modplug": "libmodplug1",
    "mpg123": "libmpg123-0", "ogg": "libogg0", "opus": "libopus0", "opusfile": "libopusfile0",
    "pcre": "libpcre3", "png16": "libpng16-16", "portmidi": "libportmidi0", "pulse": "libpulse0",
    "selinux": "libselinux1", "sharpyuv": "libwebp7", "sndfile": "libsndfile1", "systemd": "libsystemd0",
    "tiff": "libtiff6", "vorbis": "libvorbis0a", "webp": "libwebp7", "z.": "zlib1g", "zlib1": "zlib1g",
}  # fmt: skip
PACKAGES = {"pygame": "python3-pygame", "pyserial": "python3-serial"}  # whose wheels have no text
# Wheels that name what is in their libraries in their own text.
THEIR_OWN = {"numpy", "numpy.libs"}
_TEXT = re.compile(r"licen[sc]e|copying|notice|^ofl|^copyright$", re.IGNORECASE)
_LIBRARY = re.compile(r"\.(?:dll|dylib|so(?:\.[\d.]+)?)$")


def gathered(packages: Content) -> Content:
    """Return the texts of these packages and of the libraries in them, by the name of what they are for."""
    found: Content = {"slamomatic/LICENSE": (ROOT / "LICENSE").read_bytes()}
    for name, data in packages.items():
        first, _, file = name.replace(".dist-info/licenses/", ".dist-info/").partition("/")
        inside = file.rsplit("/", 1)[-1]
        if _TEXT.search(inside) and not inside.endswith((".py", ".pyi", ".pyc")):
            whose = first.split("-")[0] if first.endswith(".dist-info") else first
            found[f"{whose}/{file if first.endswith('.dist-info') else name}"] = data
    texts = debian_texts()
    for whose in {
        package for name, package in PACKAGES.items() if any(p.startswith(f"{name}-") for p in packages)
    }:
        found[f"{whose}/copyright"] = texts[whose]
    for name in libraries(packages):
        whose = owner(name)
        found[f"{whose}/copyright"] = texts[whose]
    found |= {name: text for name, text in texts.items() if name.startswith("common-licenses/")}
    return found


def libraries(packages: Content) -> Iterator[str]:
    """Yield the libraries that a wheel has brought along and whose text it has not."""
    for name in packages:
        first, _, file = name.partition("/")
        beside = first.endswith(".libs") or "/.dylibs/" in name or name.endswith(".dll")
        if beside and first not in THEIR_OWN and _LIBRARY.search(file):
            yield file.rsplit("/", 1)[-1]


def owner(library: str) -> str:
    """Return the Debian package that has the text of a library. KeyError if nobody knows."""
    plain = library.removeprefix("lib")
    return LIBRARIES[max((name for name in LIBRARIES if plain.startswith(name)), key=len, default=library)]


def debian_texts() -> Content:
    """Return the texts of Debian's packages by their names, and the licences that they refer to."""
    found: Content = {}
    for package in inputs.debian("licences").values():
        found |= texts_of(from_debian_package(package))
    return found


def texts_of(installed: Content) -> Content:
    """Return the licences among the files of a Debian package, by its name."""
    found: Content = {}
    for name, data in installed.items():
        if name.startswith("usr/share/doc/") and name.endswith("/copyright"):
            found[name.removeprefix("usr/share/doc/")] = data
        elif name.startswith("usr/share/common-licenses/"):
            found[name.removeprefix("usr/share/")] = data
    return {name.removesuffix("/copyright"): data for name, data in found.items()}
