"""Every function of the module with arguments of all kinds: errors are exceptions, never crashes."""

import os
import random

import pytest

import polycty
from polycty import Type, Value, _native, hcl

# Functions that wait, or that change the budgets of the thread.
LEFT_OUT = {"set_class", "set_exception_factory", "budget_enter", "budget_leave", "budget_cancel"}
NAMES = [
    name
    for name in dir(_native)
    if not name.startswith("_") and name not in LEFT_OUT and not isinstance(getattr(_native, name), type)
]
ROUNDS = 400 if os.environ.get("POLYCTY_LONG") == "1" else 40


def arguments():
    scope = hcl.Scope({"x": 1})
    texts = ["", "a", "list(string)", '{"a": 1}', "x = 1", "hcl", "native", "puppet", "exact", "safe", b"\xff", "\ud800"]
    handles = [
        Value.of({"a": [1, "x"]}),
        Value.of(1).mark("m"),
        Value.of(None),
        Type.of("string").unknown(),
        Type.of("object({a=number})"),
        *([Type.of("Integer[1]", "puppet")] if "puppet" in polycty.features() else []),
        scope,
        hcl.parse_expression("x + 1"),
        hcl.parse('a = 1\nb "c" {}\n'),
        hcl.File.parse("a = 1\n"),
        hcl.Spec.attribute("a", "number"),
        polycty.function_of(lambda x: x, ["any"], "any"),
        polycty.Budget(),
        _native.path_new(),
        _native.marks_new(["m"]),
        _native.error_new("value", "m"),
        _native.variable_scope_new(),
        _native.hcl_tokens_parse("a = 1"),
        _native.hcl_body_items(hcl.parse("a = 1\n")),
        object.__new__(Value),
    ]
    numbers = [0, 1, -1, 2**31, 2**63, 2**64, 0.5, True]
    others = [None, (), [1], ["a"], [Value.of(1)], [Type.of("any")], {}, {"name": "a"}, len, lambda *a: None, object()]
    return texts + handles + numbers + others


def values(every, hints):
    for hint in hints:
        fitting = [a for a in every if type(a).__name__ in hint or ("Text" in hint and isinstance(a, str))]
        if "int" in hint:
            fitting += [0, 1]
        if "Literal" in hint or not fitting:
            fitting = every
        yield random.choice(fitting if random.random() < 0.8 else every)


def hints_of():
    import ast
    from pathlib import Path

    tree = Path(os.environ.get("POLYCTY_TREE", Path(__file__).resolve().parents[3]))
    stubs = ast.parse((tree / "bindings/python/polycty/_native.pyi").read_text())
    enums = {
        each.targets[0].id: [e.value for e in each.value.slice.elts]
        if isinstance(each.value.slice, ast.Tuple)
        else [each.value.slice.value]
        for each in stubs.body
        if isinstance(each, ast.Assign)
        and isinstance(each.value, ast.Subscript)
        and getattr(each.value.value, "id", "") == "Literal"
    }
    found = {}
    for each in stubs.body:
        if isinstance(each, ast.FunctionDef):
            parameters = each.args.posonlyargs
            found[each.name] = [ast.unparse(p.annotation) for p in parameters if p.arg != "partial"]
    return found, enums


HINTS, ENUMS = hints_of()


@pytest.mark.parametrize("seed", range(4))
def test_arguments_of_all_kinds(seed):
    random.seed(seed)
    every = arguments()
    outcomes = {"result": 0, "exception": 0}
    for name in NAMES:
        hints = HINTS.get(name, [])
        for _ in range(ROUNDS // 4):
            given = [
                random.choice(ENUMS[hint]) if hint in ENUMS and random.random() < 0.9 else value
                for hint, value in zip(hints, values(every, hints))
            ]
            if random.random() < 0.05:
                given = given[:-1] if given and random.random() < 0.5 else [*given, None, None]
            try:
                with polycty.Budget(steps=10_000, time=1):
                    getattr(_native, name)(*given)
                outcomes["result"] += 1
            except (Exception, RecursionError):
                outcomes["exception"] += 1
    assert outcomes["result"] > 500 and outcomes["exception"] > 500
