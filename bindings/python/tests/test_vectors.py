"""The answers of cty through the package: tests/conformance/cty."""

import json
import math
import os
import unicodedata
from pathlib import Path

import pytest

import polycty
from polycty import Attribute, Type, Value, _native

TREE = Path(os.environ.get("POLYCTY_TREE", Path(__file__).resolve().parents[3]))
CORPUS = Path(os.environ.get("CORPUS") or TREE / "tests/conformance") / "cty"
KNOWN = {
    line.split()[0]
    for line in (TREE / "tests/known-differences").read_text().splitlines()
    if line.strip() and not line.startswith("#")
}


def type_of(data):
    return Type.from_json(json.dumps(data))


def value_of(data):
    return content(type_of(data["type"]), data["value"])


def number(text):
    if text in ("Infinity", "-Infinity"):
        return Value.of(-math.inf if text[0] == "-" else math.inf)
    return _native.value_number_from_text(text)


def content(type, data):
    if isinstance(data, dict) and list(data) == ["$"]:
        return wrapped(type, data["$"])
    if data is None:
        return type.null()
    if type.kind == "number":
        return number(data)
    if type.kind == "list":
        return _native.value_list_of(type.element, [content(type.element, part) for part in data])
    if type.kind == "set":
        return _native.value_set_of(type.element, [content(type.element, part) for part in data])
    if type.kind in ("tuple", "map", "object"):
        return container(type, data)
    return Value.of(data)


def container(type, data):
    if type.kind == "tuple":
        return _native.value_tuple([content(t, part) for t, part in zip(type.parts, data)])
    if type.kind == "map":
        parts = [content(type.element, part) for part in data.values()]
        return _native.value_map_of(type.element, list(data), parts)
    fields = type.fields
    parts = [content(fields[unicodedata.normalize("NFC", name)], part) for name, part in data.items()]
    return _native.value_object(list(data), parts)


def wrapped(type, data):
    if "marks" in data:
        return content(type, data["value"]).mark(*data["marks"])
    if "entries" in data:
        return container(type, data["entries"])
    if data.get("prec") == 53:
        return _native.value_number_from_double(float(data["value"]))
    builder = _native.refinement_builder_new(type.unknown())
    steps = []
    if data.get("not_null"):
        steps.append({"kind": "not_null"})
    if "prefix" in data:
        steps.append({"kind": "prefix_full", "prefix": data["prefix"]})
    for name, fact in (("min", "number_min"), ("max", "number_max")):
        if name in data:
            is_exclusive = not data.get(f"{name}_inc", True)
            steps.append({"kind": fact, "bound": number(data[name]), "is_exclusive": is_exclusive})
    for name, fact in (("len_min", "length_min"), ("len_max", "length_max")):
        if name in data:
            steps.append({"kind": fact, "length": data[name]})
    for step in steps:
        _native.refinement_builder_add(builder, step)
    return _native.refinement_builder_build(builder)


def path_of(steps):
    found = []
    for step in steps:
        if "attr" in step:
            found.append(Attribute(step["attr"]))
        else:
            index = step["index"]
            found.append(value_of(index).to_python() if isinstance(index, dict) else index)
    return tuple(found)


def check_error(want, error):
    if want == "panic":
        return
    if "message" in want:
        assert error.message == want["message"]
    if "path" in want and not any(isinstance(step.get("index"), dict) for step in want["path"]):
        assert error.path == path_of(want["path"])
    assert error.argument == want.get("arg")


def check_value(want, call):
    try:
        found = call()
    except polycty.Error as error:
        assert "error" in want, f"wanted {want}, got {error}"
        return check_error(want["error"], error)
    assert "error" not in want, f"wanted {want}, got {found!r}"
    wanted = value_of(want["value"])
    if wanted != found and found.kind == "number" and found.is_known and not found.is_marked:
        # A whole number that its text does not determine is written in full.
        assert _native.value_number_to_text(found) == want["value"]["value"]
        return
    assert found == wanted


def convert(vector):
    want = vector["want"]
    if vector["op"] == "convert":
        value, target = value_of(vector["value"]), type_of(vector["to"])
        return check_value(want, lambda: value.convert(target))
    type, defaults = _native.hcl_type_parse(vector["type_src"], "type", "native", "defaults")
    value = _native.hcl_defaults_apply(defaults, value_of(vector["value"]))
    assert value == value_of(want["applied"])
    check_value(want["converted"], lambda: value.convert(type))


def conversion_kind(vector):
    source, target, want = type_of(vector["from"]), type_of(vector["to"]), vector["want"]
    assert source.conversion_to(target) == want["kind"]
    if want.get("mismatch"):
        assert source.explain(target).message == want["mismatch"]


def unify(vector):
    types = [type_of(t) for t in vector["types"]]
    for safety in ("safe", "unsafe"):
        want = vector["want"][safety]
        try:
            found = polycty.unify(types, safety=safety)
        except polycty.ConversionError:
            assert want["type"] is None
        else:
            assert found == type_of(want["type"])


def functions(vector):
    want = vector["want"]
    function = _native.hcl_stdlib_get(vector["func"])
    arguments = [value_of(a) for a in vector["args"]]
    check_value(want, lambda: function(*arguments))
    try:
        found = function.return_type(*arguments)
    except polycty.Error as error:
        check_error(want["return_type_error"], error)
    else:
        assert found == type_of(want["return_type"])


@pytest.mark.parametrize("check", [convert, conversion_kind, unify, functions], ids=lambda c: c.__name__)
def test_vectors(check):
    with open(CORPUS / f"{check.__name__}.jsonl", encoding="utf-8") as file:
        vectors = [json.loads(line) for line in file]
    differ = {}
    for vector in vectors:
        try:
            check(vector)
        except AssertionError as error:
            differ[vector["id"]] = str(error)
    assert vectors
    unknown = {key: text for key, text in differ.items() if key not in KNOWN}
    assert not unknown, f"{len(unknown)} of {len(vectors)} differ: {list(unknown.items())[:3]}"
