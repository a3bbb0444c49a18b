"""Replacements for other packages."""

from __future__ import annotations

from . import hcl2

__all__ = ["hcl2"]
