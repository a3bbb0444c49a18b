"""Arguments of wrong types: each message names the argument, the expected and the found type."""

import re

import pytest

import polycty
from polycty import hcl, mcl, pcl, puppet, services, terraform, types


class Odd:
    """An object that no argument accepts."""


CALLS = {
    "aliases": [lambda odd: puppet.Environment(aliases=odd), lambda odd: puppet.Aliases(odd)],
    "base": [lambda odd: puppet.Aliases({}, odd)],
    "bytes": [lambda odd: polycty.Budget(bytes=odd)],
    "data": [hcl.dumps, lambda odd: puppet.class_parameters("a", odd, "class a { }")],
    "environment": [lambda odd: puppet.evaluate("1", odd)],
    "facts": [lambda odd: puppet.Catalog.compile("/", "n", facts=odd)],
    "fields": [types.object],
    "files": [
        lambda odd: services.Workspace(files=odd),
        lambda odd: terraform.Host(files=odd),
        lambda odd: terraform.Module.open("/", files=odd),
    ],
    "folder": [lambda odd: puppet.Catalog.compile(odd, "n"), terraform.Project.open],
    "folders": [lambda odd: services.Workspace(folders=odd)],
    "functions": [
        lambda odd: hcl.Scope(functions=odd),
        lambda odd: hcl.evaluate("1", functions=odd),
        lambda odd: pcl.TypeScope(functions=odd),
        lambda odd: puppet.Environment(functions=odd),
    ],
    "hcl_specifications": [lambda odd: services.Workspace(hcl_specifications=odd)],
    "kinds": [lambda odd: mcl.Host(kinds=odd)],
    "labels": [lambda odd: hcl.Spec.block("b", hcl.Spec.of({}), labels=odd)],
    "marks": [polycty.Value("x").mark_paths],
    "mcl_modules": [lambda odd: services.Workspace(mcl_modules=odd)],
    "modules": [lambda odd: puppet.Environment(modules=odd)],
    "optional": [lambda odd: types.object({}, optional=odd)],
    "parameters": [
        lambda odd: types.function(odd, "string"),
        lambda odd: polycty.function_of(len, odd, "number"),
        lambda odd: puppet.render("x", odd),
    ],
    "plan_time": [lambda odd: terraform.Host(plan_time=odd)],
    "scope": [lambda odd: pcl.check("1", odd), lambda odd: hcl.closure(hcl.parse_expression("1"), odd)],
    "steps": [lambda odd: polycty.Budget(steps=odd), hcl.Scope().set_step_limit],
    "texts": [lambda odd: terraform.Host(texts=odd)],
    "time": [lambda odd: polycty.Budget(time=odd), lambda odd: puppet.Environment(time=odd)],
    "types": [polycty.unify],
    "variables": [
        hcl.Scope,
        hcl.Scope().child,
        lambda odd: mcl.Host(variables=odd),
        pcl.TypeScope,
        puppet.Environment,
    ],
}


@pytest.mark.skipif(len(polycty.features()) < 8, reason="the library is built without some languages")
@pytest.mark.parametrize("name, call", [(name, call) for name in CALLS for call in CALLS[name]])
def test_a_wrong_type_is_reported_with_the_name_of_the_argument(name, call):
    with pytest.raises(TypeError, match=rf"^{name}: expected .*, found Odd$"):
        call(Odd())


def test_a_number_out_of_range_is_reported_with_the_name_of_the_argument():
    for steps in (-1, 2**64):
        with pytest.raises(OverflowError, match="^steps: "):
            hcl.Scope().set_step_limit(steps)


def test_an_object_that_represents_no_type_or_value_is_reported():
    for found in ([], {}, 3):
        with pytest.raises(TypeError, match=re.escape(f"annotation: expected a type, found {found!r}")):
            polycty.Type.of(found)
    with pytest.raises(TypeError, match="^value: expected data or a Value, found Odd$"):
        polycty.Value.of(Odd())


def test_messages_use_the_names_of_parameters_in_python():
    calls = {
        "text": [
            polycty.Type.parse,
            polycty.Type.from_json,
            polycty.Type.implied_by_json,
            polycty.Value.from_json,
            polycty.Value.from_yaml,
            lambda odd: polycty.check_document(odd, "string"),
            lambda odd: polycty.locate(odd, ()),
            hcl.parse_expression,
            hcl.format,
            hcl.File.parse,
        ],
        "data": [polycty.Value.from_msgpack, polycty.Type.implied_by_msgpack],
        "content": [polycty.Value.of_bytes],
    }
    for name, all_of_name in calls.items():
        for call in all_of_name:
            with pytest.raises(TypeError, match=f"^{name}: expected .*, found Odd$"):
                call(Odd())


def test_members_that_a_dict_omits_have_their_initial_values():
    error = polycty.InvalidValueError.of("no port", diagnostics=[{"summary": "No port"}])
    assert error.diagnostics[0].severity == "error"
