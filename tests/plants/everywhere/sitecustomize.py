"""Plant the fault that SLAMOMATIC_PLANT names in every Python process that a test starts.

Python imports this file as it starts, because the runner puts its folder on PYTHONPATH.
"""

import importlib.util
import os
import sys
from pathlib import Path

if (
    os.environ.get("SLAMOMATIC_PLANT")
    or os.environ.get("SLAMOMATIC_MUTANT")
    or os.environ.get("SLAMOMATIC_REACH")
):
    place = Path(__file__).resolve().parents[1]
    spec = importlib.util.spec_from_file_location(
        "plants", place / "__init__.py", submodule_search_locations=[str(place)]
    )
    assert spec is not None
    assert spec.loader is not None
    sys.modules["plants"] = package = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)

    from plants.importing import obey_environment

    obey_environment()
