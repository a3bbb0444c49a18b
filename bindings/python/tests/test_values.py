"""Values, types, marks, conversion."""

import copy
import dataclasses
import math
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import polycty
from polycty import Type, Value, types

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**60), 10**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(alphabet=st.characters(max_codepoint=0x7E)),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(alphabet="abcxyz", min_size=1), inner),
    max_leaves=25,
)


@given(plain)
@settings(max_examples=200, deadline=None)
def test_plain_data_round_trips(data):
    assert Value.of(data).to_python() == data


@given(plain)
@settings(max_examples=100, deadline=None)
def test_json_and_msgpack_round_trip(data):
    value = Value.of(data)
    assert Value.from_json(value.to_json(), value.type) == value
    assert Value.from_msgpack(value.to_msgpack(), value.type) == value
    assert pickle.loads(pickle.dumps(value)) == value


@given(st.decimals(allow_nan=False, allow_infinity=False, places=30))
@settings(deadline=None)
def test_decimals_are_exact(number):
    result = Value.of(number).to_python(numbers="decimal")
    assert Decimal(result) == number
    exact = Value.of(number).to_python()
    assert Decimal(repr(exact) if isinstance(exact, float) else exact) == number


@pytest.mark.parametrize(
    "number, expected",
    [(0.1, 0.1), (1.0, 1), (-0.5, -0.5), (2**63, 2**63), (-(2**63), -(2**63)), (2**2000 + 1, 2**2000 + 1)],
)
def test_numbers(number, expected):
    found = Value.of(number).to_python()
    assert found == expected and type(found) is type(expected)


def test_documents_have_positions():
    text = "web:\n  ports: [80, many]\n"
    found = polycty.check_document(
        text, "object({web=object({ports=list(number)})})", format="yaml", file="x.yaml"
    )
    (only,) = found
    assert polycty.locate(text, only.path, format="yaml").range.start.column == 15
    assert only.diagnostics[0].range.start.line == 2
    part = polycty.locate(text, only.path[:1], format="yaml")
    assert part.has_name and part.name_range.end.column == 4
    assert Value.from_yaml(text).to_python() == {"web": {"ports": [80, "many"]}}


def test_choice_of_numbers():
    third = polycty.hcl.parse_expression("1/3").evaluate()
    assert third.to_python(numbers="float") == 1 / 3
    assert isinstance(third.to_python(), Decimal)
    assert isinstance(Value.of(0.5).to_python(numbers="decimal"), Decimal)
    assert Value.of(math.inf).to_python() == math.inf
    with pytest.raises(polycty.ArithmeticFailure):
        Value.of(math.nan)
    assert Value.of(Fraction(1, 4)).to_python() == 0.25


def test_unknown_and_marked_values():
    value = Value.of({"a": Type.of("string").unknown(), "b": Value.of("x").mark("secret")})
    with pytest.raises(polycty.UnknownError) as raised:
        value.to_python()
    assert raised.value.path == ("a",)
    kept = value.to_python(keep=True)
    assert kept["a"].is_unknown and kept["b"].marks == {"secret"}
    assert "x" not in repr(value)
    plain, marks = value.unmark_deep()
    assert marks == {"secret"} and not plain.contains_marked
    with pytest.raises(TypeError):
        pickle.dumps(value)


def test_parts():
    value = Value.of({"list": [1, 2], "name": "x"})
    assert value.keys() == ["list", "name"]
    assert [v.to_python() for v in value["list"]] == [1, 2]
    assert value["list"][-1] == 2 and 2 in value["list"] and "name" in value
    assert value.get("nope") is None
    with pytest.raises(KeyError):
        value["nope"]
    with pytest.raises(IndexError):
        value["list"][2]
    assert dict(value.items())["name"] == "x"
    assert copy.deepcopy(value) is value


def test_operators():
    five = Value.of(5)
    assert (five + 1, five - 1, five * 2, five / 2, five % 3, -five, abs(-five)) == (6, 4, 10, 2.5, 2, -5, 5)
    assert five < 6 and not (five > 6)
    assert int(five) == 5 and float(five) == 5.0
    assert len({five, Value.of(5)}) == 1


@pytest.mark.parametrize(
    "bound", [7, -(10**40), 2**600 + 1, Decimal("0.1"), Decimal("1." + "0" * 60 + "1"), Fraction(1, 8), 0.1]
)
def test_bounds_of_refinements_are_exact(bound):
    number = types.number.unknown()
    least = number.refine(minimum=bound, includes_minimum=False, not_null=True).refinement
    assert (least.minimum, least.includes_minimum, least.maximum) == (Value.of(bound), False, None)
    assert least.not_null and Decimal(least.minimum.to_python(numbers="decimal")) == Decimal(
        str(bound) if isinstance(bound, float) else bound.numerator if isinstance(bound, int) else
        bound if isinstance(bound, Decimal) else "0.125"
    )
    most = number.refine(maximum=bound).refinement
    assert (most.maximum, most.includes_maximum) == (Value.of(bound), True)
    # One value is possible.
    assert number.refine(minimum=bound, maximum=bound, not_null=True) == Value.of(bound)
    with pytest.raises(polycty.Error):
        number.refine(minimum=bound, maximum=bound, includes_maximum=False)


def test_refinements_of_strings_and_collections():
    text = types.string.unknown()
    assert text.refine(prefix="ami-1").refinement.prefix == "ami-"
    assert text.refine(prefix="ami-1", whole_prefix=True).refinement.prefix == "ami-1"
    found = types.list("string").unknown().refine(min_length=1, max_length=2**40).refinement
    assert (found.min_length, found.max_length) == (1, 2**40)
    with pytest.raises(polycty.Error):
        text.refine(minimum=1)


def test_walk_and_transform():
    value = Value.of({"a": [1]})
    assert [path for path, _ in value.walk()] == [(), ("a",), ("a", 0)]
    with pytest.raises(ZeroDivisionError):
        try:
            value.transform(lambda path, part: 1 / 0)
        except polycty.CallbackError as e:
            raise e.__cause__
    assert value.apply((polycty.Attribute("a"), 0)) == 1


def test_conversion_names_the_part():
    with pytest.raises(polycty.Error) as raised:
        Value.of({"a": ["x"]}).convert("object({a = list(number)})")
    assert raised.value.path[0] == "a"
    assert Value.of({"a": "x"}).check("object({a = number})")
    assert polycty.unify(["string", "bool"]) == types.string


def test_types():
    server = types.object({"name": str, "ports": List[int]}, optional=["ports"])
    assert server.fields == {"name": types.string, "ports": types.list("number")}
    assert server.optional == {"ports"}
    assert Type.from_json(server.to_json()) == server
    assert pickle.loads(pickle.dumps(server)) == server
    assert types.tuple("string", bool).parts == (types.string, types.bool)
    with pytest.raises(polycty.Error):
        Type.parse("list(")
    with pytest.raises(TypeError):
        Type.of(pytest)


class Point(NamedTuple):
    x: int
    y: int = 0


@dataclasses.dataclass
class Server:
    name: str
    ports: List[int]
    at: Point
    labels: Dict[str, str] = dataclasses.field(default_factory=dict)
    owner: Optional[str] = None
    pair: Tuple[int, str] = (0, "")
    extra: Any = None


def test_annotations():
    data = {"name": "db", "ports": ["80"], "at": {"x": 1}, "pair": [1, "a"]}
    server = Value.of(data).as_(Server)
    assert server == Server("db", [80], Point(1), pair=(1, "a"))
    assert Value.of(server).to_python()["ports"] == [80]


def test_wrong_handles_are_refused():
    with pytest.raises(TypeError):
        polycty._native.value_length(Type.of("string"))
    with pytest.raises(ValueError):
        object.__new__(Value).type
    with pytest.raises(ValueError):
        polycty._native.type_parse("string", "cobol")
    with pytest.raises(TypeError):
        polycty._native.budget_new({"step": 1})


def test_deep_data_is_an_error():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises((RecursionError, polycty.Error)):
        Value.of(deep)
