"""The Python that runs inside the page and nowhere else."""
