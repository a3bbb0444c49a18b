"""HCL: reading, evaluation, specifications, editing."""

import dataclasses
import enum
import sys
import threading
from decimal import Decimal
from typing import Annotated, Dict, List, Literal, NamedTuple, Optional, TypedDict

import pytest

import polycty
from polycty import Type, Value, hcl

TEXT = """
# a comment
region = "eu-west-1"
size   = 1.50
big    = 123456789012345678901234567890
count  = var.instances + 1
name   = "web-${var.env}"
plain  = "costs $${5} \\"x\\""
tags   = { Name = "a", (var.key) = 1, "q r" = [true, null, -3] }
text   = <<-EOT
  hello ${var.n}
    world
EOT
resource "aws_instance" "web" {
  disk { size = 1 }
  disk { size = 2 }
}
"""


def test_loads():
    assert hcl.loads(TEXT) == {
        "region": "eu-west-1",
        "size": 1.5,
        "big": 123456789012345678901234567890,
        "count": "${var.instances + 1}",
        "name": "web-${var.env}",
        "plain": 'costs $${5} "x"',
        "tags": {"Name": "a", "${var.key}": 1, "q r": [True, None, -3]},
        "text": "hello ${var.n}\n  world\n",
        "resource": {"aws_instance": {"web": [{"disk": [{"size": 1}, {"size": 2}]}]}},
    }


def test_loads_with_variables():
    variables = {"var": {"instances": 1, "env": "x", "key": "k", "n": "w"}}
    data = hcl.loads(TEXT, variables=variables)
    assert data["count"] == 2 and data["name"] == "web-x" and data["plain"] == 'costs ${5} "x"'
    assert data["tags"]["k"] == 1
    with pytest.raises(polycty.DiagnosticsError) as raised:
        hcl.loads("a = 1\nb = nope\n", variables={})
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.range.start.line, diagnostic.range.start.column) == (2, 5)
    assert diagnostic.code.startswith("hcl.") and "main.hcl:2" in str(raised.value)
    assert "line 2, column 5" in raised.value.render() and '"diagnostics"' in raised.value.to_json()


def test_syntax_errors_have_positions():
    with pytest.raises(polycty.ParseError) as raised:
        hcl.loads("a = [1,\n", file="x.tf")
    assert raised.value.diagnostics[0].file == "x.tf"
    body, diagnostics = hcl.parse_partial("a = 1\nb = = 2\n")
    assert diagnostics and body["a"].evaluate() == 1


def test_json_syntax(tmp_path):
    assert hcl.loads('{"a": ["${1 + 1}"]}', syntax="json")
    path = tmp_path / "x.hcl"
    path.write_text("a = 1\n")
    assert hcl.load(path) == {"a": 1} == hcl.load(path.open())


def test_functions_of_python():
    calls = []

    def join(*parts: str) -> str:
        calls.append(parts)
        return "-".join(parts)

    assert hcl.evaluate('join("a", "b")', functions={"join": join}) == "a-b"
    assert calls == [("a", "b")]
    with pytest.raises(polycty.Error):
        hcl.evaluate("half(true)", functions={"half": polycty.function_of(lambda x: x / 2, ["number"], "number")})


def test_exceptions_of_functions_are_the_cause():
    def fails(x: int) -> int:
        raise LookupError("no such thing")

    with pytest.raises(polycty.DiagnosticsError, match="no such thing") as raised:
        hcl.evaluate("f(1)", functions={"f": fails})
    assert isinstance(raised.value.__cause__, LookupError)

    def ends(x: int) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hcl.evaluate("try(f(1), 2)", hcl.Scope(functions={"f": ends}, standard_functions=True))


def test_marked_and_unknown_results_stay_values():
    data = hcl.loads("a = s\nb = u\n", variables={"s": Value.of("x").mark("m"), "u": polycty.Type.of("number").unknown()})
    assert data["a"].marks == {"m"} and data["b"].is_unknown


def test_bodies():
    body = hcl.parse(TEXT, file="main.tf")
    assert {r.root for r in body.references} == {"var"}
    block = body.blocks[0]
    assert (block.type, block.labels, block.file) == ("resource", ("aws_instance", "web"), "main.tf")
    assert [b.type for b in body.walk()] == ["resource", "disk", "disk"]
    assert body.attributes["count"].expression.form == "operations"
    assert hcl.Body.merge(body, hcl.parse("extra = 1"))["extra"].evaluate() == 1
    dynamic = hcl.parse('dynamic "disk" {\n for_each = [1, 2]\n content {\n size = disk.value\n }\n}\n')
    spec = hcl.Spec.block("disk", hcl.Spec.object(size=hcl.Spec.attribute("size", "number")), "list")
    assert spec.decode(dynamic.expand_dynamic()).to_python() == [{"size": 1}, {"size": 2}]


def test_content_by_a_schema():
    body = hcl.parse('a = 1\nb "x" {\n}\nc = 2\n')
    attributes, blocks = body.content({"a": True, "z": False}, {"b": ["name"]}, partial=True)
    assert list(attributes) == ["a"] and blocks[0].labels == ("x",)
    with pytest.raises(polycty.DiagnosticsError, match="c"):
        body.content({"a": True}, {"b": ["name"]})


@dataclasses.dataclass
class Disk:
    size: int


@dataclasses.dataclass
class Service:
    label: Annotated[str, hcl.Label]
    port: int
    tags: List[str] = dataclasses.field(default_factory=list)
    disk: List[Disk] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Config:
    service: List[Service]
    named: Dict[str, Disk] = dataclasses.field(default_factory=dict)
    region: str = "eu"


def test_decode_dataclasses():
    text = 'service "web" {\n port = "80"\n disk { size = 1 }\n}\nnamed "a" { size = n }\n'
    config = hcl.decode(Config, text, {"n": 3})
    assert config == Config([Service("web", 80, [], [Disk(1)])], {"a": Disk(3)})
    with pytest.raises(polycty.Error) as raised:
        hcl.decode(Config, 'service "x" {\n}\n')
    assert "port" in str(raised.value)


def test_decode_other_classes():
    class Tags(TypedDict, total=False):
        a: int
        b: Dict[str, str]

    class Config(NamedTuple):
        x: int
        y: List[Tags] = []

    assert hcl.decode(Config, 'x = "1"\ny {\n  a = 2\n}\ny {\n  b = { c = "d" }\n}\n') == Config(
        1, [{"a": 2}, {"b": {"c": "d"}}]
    )
    assert Value.of({"a": "1"}).as_(Tags) == {"a": 1}
    assert Value.of(["0.1", 2]).as_(List[Decimal]) == [Decimal("0.1"), Decimal(2)]


def test_decode_models_of_pydantic():
    pydantic = pytest.importorskip("pydantic")
    Service = pydantic.create_model(
        "Service",
        name=(Annotated[str, hcl.Label], ...),
        port=(int, pydantic.Field(ge=1)),
        ratio=(Optional[Decimal], None),
    )
    Config = pydantic.create_model("Config", region=(str, ...), service=(List[Service], []))
    text = 'region = "eu"\nservice "web" {\n  port  = "80"\n  ratio = 0.1\n}\n'
    found = hcl.decode(Config, text)
    assert found.model_dump() == {
        "region": "eu",
        "service": [{"name": "web", "port": 80, "ratio": Decimal("0.1")}],
    }
    with pytest.raises(polycty.DiagnosticsError, match="greater than or equal to 1") as raised:
        hcl.decode(Config, text.replace('"80"', "0"), file="web.hcl")
    diagnostic = raised.value.diagnostics[0]
    assert (diagnostic.file, diagnostic.range.start.line, diagnostic.path) == ("web.hcl", 3, ("service", 0, "port"))
    assert isinstance(raised.value.__cause__, pydantic.ValidationError)
    assert Value.of(found)["region"] == "eu" and "port=number" in str(Type.of(Service))


class Mode(enum.Enum):
    ON = "on"
    OFF = "off"


@dataclasses.dataclass
class Server:
    port: int
    level: Literal["low", "high"] = "low"
    mode: Mode = Mode.ON

    def __post_init__(self):
        if self.port > 65_535:
            raise ValueError("no such port")


@dataclasses.dataclass
class Servers:
    region: str
    note: Optional[str]
    server: Dict[str, Server]


def test_decode_reports_all_that_a_class_does_not_accept():
    text = """region = null
note   = null
server "a" {
  port  = 1.5
  level = "middle"
}
server "b" {
  port = null
  mode = "maybe"
}
server "c" {
  port = 70000
}
"""
    with pytest.raises(polycty.DiagnosticsError) as raised:
        hcl.decode(Servers, text)
    assert [(d.range.start.line, d.summary) for d in raised.value.diagnostics] == [
        (1, "null is not allowed for str"),
        (4, "a whole number is required, found 1.5"),
        (5, "'low' or 'high' is required, found 'middle'"),
        (8, "null is not allowed for int"),
        (9, "'maybe' is not a valid Mode"),
        (11, "no such port"),
    ]
    assert str(raised.value).endswith("and 5 other diagnostic(s)")
    assert isinstance(raised.value.__cause__, ValueError)
    with pytest.raises(polycty.ConversionError, match="a whole number is required"):
        Value.of([1, 1.5]).as_(List[int])
    found = hcl.decode(Servers, 'region = "eu"\nserver "a" {\n  port = "8"\n  mode = "off"\n}\n')
    assert found == Servers("eu", None, {"a": Server(8, "low", Mode.OFF)})


@pytest.mark.parametrize(
    "text, line, summary",
    [
        ("a {\n  b = 1\n}\na = 2\n", 4, "Argument and block of one name"),
        ("a = [2]\na {\n  b = 1\n}\n", 2, "Argument and block of one name"),
        ('b = {x = 1}\nb "y" {}\n', 2, "Argument and block of one name"),
        ('b "x" {}\nb {}\n', 2, "Different numbers of labels"),
        ('b {}\nb "x" {}\n', 2, "Different numbers of labels"),
        ('b "x" "y" {}\nb "x" {}\n', 2, "Different numbers of labels"),
    ],
)
@pytest.mark.parametrize("variables", [None, {}])
def test_loads_refuses_items_that_one_dict_cannot_have(text, line, summary, variables):
    with pytest.raises(polycty.Error) as raised:
        hcl.loads(text, variables=variables)
    found = raised.value.diagnostics[0]
    assert (found.summary, found.file, found.range.start.line) == (summary, "main.hcl", line)


def test_a_missing_text_is_refused():
    for call in (hcl.loads, hcl.parse, hcl.File.parse, hcl.format, hcl.render, Type.parse, Value.from_json):
        with pytest.raises(TypeError, match="found None"):
            call(None)


def test_paths_and_open_files(tmp_path):
    path = tmp_path / "main.hcl"
    path.write_text("a = 1\n")
    assert hcl.parse(path).file == str(path)
    with open(path, "rb") as opened:
        assert hcl.load(opened) == hcl.load(str(path)) == hcl.load(path) == {"a": 1}
    (tmp_path / "main.hcl.json").write_text('{"a": 1}')
    assert hcl.load(tmp_path / "main.hcl.json") == {"a": 1}
    file = hcl.File.open(path)
    file["a"] = 2
    file.save()
    assert path.read_text() == "a = 2\n" and list(file.root) == ["a"]
    with pytest.raises(TypeError, match="a path is required"):
        hcl.File.parse("").save()


def test_specs_validate():
    def small(value):
        if not value.is_null and value.to_python() > 10:
            raise ValueError("too large")

    spec = hcl.Spec.attribute("n", "number").validate(small).or_else(hcl.Spec.literal(7))
    assert spec.decode(hcl.parse("n = 1")) == 1
    assert spec.decode(hcl.parse("")) == 7
    with pytest.raises(polycty.Error, match="oo large"):
        spec.decode(hcl.parse("n = 11"))


def test_edit_keeps_comments():
    file = hcl.File.parse("# head\na = 1 # one\n\nb {\n  // two\n  c = [1]\n}\n")
    file.root["a"] = {"x": hcl.Raw("var.x")}
    block = file.block("b")
    assert block.attribute("c").comments == ("two",)
    block["c"] = [1, 2]
    block["d"] = "new"
    del block["d"]
    file.root.add_block("e", "f", g=True)
    text = file.to_text()
    assert "# head" in text and "// two" in text and "# one" in text
    assert hcl.loads(text) == {
        "a": {"x": "${var.x}"},
        "b": [{"c": [1, 2]}],
        "e": {"f": [{"g": True}]},
    }
    with pytest.raises(KeyError):
        file.block("nope")


def test_dumps_round_trips():
    data = {"a": 1, "b": [1.5, "x\ny"], "c": {"d": None}}
    assert hcl.loads(hcl.dumps(data)) == data


def test_scopes_are_used_by_one_thread_at_a_time():
    scope = hcl.Scope()
    started, proceed = threading.Event(), threading.Event()

    def wait() -> int:
        started.set()
        proceed.wait(10)
        return 1

    scope.define("wait", wait)
    thread = threading.Thread(target=lambda: hcl.evaluate("wait()", scope))
    thread.start()
    assert started.wait(10)
    try:
        with pytest.raises(RuntimeError, match="another thread"):
            scope["x"] = 1
    finally:
        proceed.set()
        thread.join()


def test_values_of_one_thread_are_read_by_others():
    text = "a = [%s]\n" % ", ".join(map(str, range(2000)))
    results = []
    threads = [threading.Thread(target=lambda: results.append(hcl.loads(text))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8 and all(r == results[0] for r in results)
    assert sys.getrefcount(results[0]) > 0


def test_the_syntax_at_a_position():
    body = hcl.parse('a "b" {\n  c = [x.y, f(z)]\n}\n')
    found = body.at(2, 15)
    assert [b.labels for b in found.blocks] == [("b",)] and found.attribute.name == "c"
    assert [e.form for e in found.expressions] == ["tuple", "call", "traversal"]
    outside = body.at(1, 1)
    assert outside.attribute is None and outside.expressions == ()


def test_parts_of_values_and_moves_are_edited():
    file = hcl.File.parse('a = [1] # one\nb {\n  tags = { x = 1, y = var.y }\n}\nc {}\n')
    file.root.attribute("a").append(2)
    tags = file.block("b").attribute("tags")
    assert tags.remove_inside("x") and not tags.remove_inside("x")
    tags.set_inside("z", value=hcl.Raw("var.z"))
    tags.move(file.block("c"))
    file.block("c").move(file.root, before=file.block("b"))
    assert file.root.replace_references("var.z", 3) == 1
    assert [n.name for n in file.root.nodes()] == ["a", "c", "b"]
    assert file.root.attribute("a").text == "a = [1, 2] # one\n"
    assert hcl.loads(file.to_text())["c"] == [{"tags": {"y": "${var.y}", "z": 3}}]
    line = file.to_text().split("\n").index("b {") + 1
    assert file.at(line, 1).name == "b"
