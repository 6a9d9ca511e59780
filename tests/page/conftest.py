"""The page, made once, and a browser that has opened it from the disk as a double-click does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from slamomatic.page import make
from slamomatic.page.runtime import NotFetched
from slamomatic.words import said
from support.browser_page import BrowserPage

CACHE = Path(__file__).parents[2] / ".cache"


@pytest.fixture(scope="session")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("page") / "slam-o-matic.html"
    try:
        made = make.page(CACHE)
    except NotFetched as error:
        pytest.skip(said(error))  # in CI too: a network that is down says nothing of the project
    file.write_bytes(made)
    return file


@pytest.fixture
def page(browser: webdriver.Chrome, page_file: Path, tmp_path: Path) -> Iterator[BrowserPage]:
    page = BrowserPage(browser, page_file, tmp_path)
    yield page
    page.leave()
