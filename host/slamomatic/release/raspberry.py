"""The package for a Raspberry Pi: the folder for Linux, a menu entry, and a service that opens the table."""

from slamomatic import __version__
from slamomatic.packing import Content, debian_package
from slamomatic.release import DATE, STARTERS, linux

HERE = STARTERS / "raspberry"
FOLDER = "usr/lib/slam-o-matic"
PLACES = {
    "slam-o-matic": "usr/bin/slam-o-matic",
    "slam-o-matic.desktop": "usr/share/applications/slam-o-matic.desktop",
    "slam-o-matic.service": "usr/lib/systemd/system/slam-o-matic.service",
    "sysusers.conf": "usr/lib/sysusers.d/slam-o-matic.conf",
}
FOR_A_FOLDER = {"README.txt", "Slam-O-Matic.desktop"}  # a package has its own
MACHINES = {"aarch64": "arm64", "x86_64": "amd64"}  # the processor and Debian's name for it


def download(machine: str = "aarch64") -> tuple[str, bytes]:
    """Return the name and the bytes of the package."""
    folder = linux.folder(machine)
    content = {f"{FOLDER}/{name}": data for name, data in folder.items() if name not in FOR_A_FOLDER}
    content |= {place: (HERE / name).read_bytes() for name, place in PLACES.items()}
    content["usr/share/icons/hicolor/scalable/apps/slam-o-matic.svg"] = (
        STARTERS / "slam-o-matic.svg"
    ).read_bytes()
    content["usr/share/doc/slam-o-matic/copyright"] = content[f"{FOLDER}/licences/slamomatic/LICENSE"]
    programs = [*linux.programs(content), PLACES["slam-o-matic"]]
    made = debian_package(control(content, MACHINES[machine]), content, DATE, programs)
    return f"slam-o-matic_{__version__}_{MACHINES[machine]}.deb", made


def control(content: Content, architecture: str) -> Content:
    """Return what Debian has to know of the package, and what it does when the package comes and goes."""
    facts = {
        b"@VERSION@": __version__.encode(),
        b"@ARCHITECTURE@": architecture.encode(),
        b"@SIZE@": str(sum(map(len, content.values())) // 1024).encode(),  # in units of 1024 bytes
    }
    about = (HERE / "control").read_bytes()
    for name, fact in facts.items():
        about = about.replace(name, fact)
    return {"control": about, **{name: (HERE / name).read_bytes() for name in ("postinst", "prerm")}}
