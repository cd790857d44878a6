"""The browser and the judge of the web app's tests serve here as well."""

from tests.ui.web.conftest import axe, axe_source, browser

__all__ = ["axe", "axe_source", "browser"]
