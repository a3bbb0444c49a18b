"""Builds with some languages only: every import works, and a missing language is reported."""

import importlib
import os

import pytest

import polycty

# A call of each language that a build may leave out, and its name in the message.
CALLS = {
    "pcl": ("PCL", lambda m: m.check("1")),
    "terraform": ("Terraform", lambda m: m.Module.parse({"main.tf": ""})),
    "puppet": ("Puppet", lambda m: m.evaluate("1")),
    "mcl": ("mcl", lambda m: m.Program("")),
    "schema": ("JSON Schema", lambda m: m.Schema.parse("{}")),
    "services": ("language services", lambda m: m.Workspace()),
}


def test_the_features_are_those_of_the_build():
    expected = os.environ.get("POLYCTY_FEATURES")
    if expected:
        assert polycty.features() == {"hcl", *expected.split()}
    else:
        assert polycty.features() == {"hcl", "translate", *CALLS}


@pytest.mark.parametrize("name", CALLS)
def test_a_missing_language_is_reported(name):
    module = importlib.import_module(f"polycty.{name}")
    label, call = CALLS[name]
    if name in polycty.features():
        call(module)
        return
    with pytest.raises(polycty.UnsupportedError) as raised:
        call(module)
    assert str(raised.value) == f"this build of polycty does not contain {label}"


def test_translation():
    convert = lambda: polycty.Type.of("string").translate(source="hcl", target="puppet")  # noqa: E731
    if "translate" in polycty.features():
        assert convert().type == polycty.Type.of("Optional[String]", "puppet")
        return
    with pytest.raises(polycty.UnsupportedError, match="does not contain translation"):
        convert()
