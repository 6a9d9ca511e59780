"""Printed parts as files that slicers read: binary STL and 3MF, the same bytes for the same shape."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import trimesh

from hardware.tools.facts import DATE
from slamomatic.packing import zipped

Mesh = Any  # a trimesh.Trimesh: the package has no types
_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>'
    "</Types>\n"
)
_RELATIONS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="rel0" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>\n'
)


def ordered(points: Any, faces: Any) -> Mesh:
    """Return a mesh whose points and triangles are in one order, whatever order they were made in."""
    rounded = np.round(points, 4) + 0.0  # no minus zero
    kept, place = np.unique(rounded, axis=0, return_inverse=True)
    faces = place.reshape(-1)[faces]
    faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])]
    first = faces.argmin(axis=1)
    faces = np.stack([faces[np.arange(len(faces)), (first + n) % 3] for n in range(3)], axis=1)
    return trimesh.Trimesh(kept, faces[np.lexsort(faces.T[::-1])], process=False)


def stl(mesh: Mesh) -> bytes:
    """Return a binary STL."""
    triangles = np.asarray(mesh.triangles, dtype="<f4")
    normals = np.asarray(mesh.face_normals, dtype="<f4")
    found = [b"\0" * 80, struct.pack("<I", len(triangles))]
    for normal, corners in zip(normals, triangles, strict=True):
        found += [normal.tobytes(), corners.tobytes(), b"\0\0"]
    return b"".join(found)


def three_mf(mesh: Mesh, name: str) -> bytes:
    """Millimetres, one object, as it lies on the bed."""
    points = "".join(f'<vertex x="{x:.5f}" y="{y:.5f}" z="{z:.5f}"/>' for x, y, z in mesh.vertices)
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in mesh.faces)
    model = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<model unit="millimeter" xml:lang="en-US" '
        'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">'
        f'<resources><object id="1" type="model" name="{name}"><mesh><vertices>{points}</vertices>'
        f"<triangles>{faces}</triangles></mesh></object></resources>"
        '<build><item objectid="1"/></build></model>\n'
    )
    return zipped(
        {
            "[Content_Types].xml": _TYPES.encode(),
            "_rels/.rels": _RELATIONS.encode(),
            "3D/3dmodel.model": model.encode(),
        },
        DATE,
    )
