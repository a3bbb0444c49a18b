"""`polycty.compat.hcl2` compared with python-hcl2, over tutorial files and generated ones."""

import io
import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polycty.compat import hcl2 as ours

theirs = pytest.importorskip("hcl2")

TREE = Path(os.environ.get("POLYCTY_TREE", Path(__file__).resolve().parents[3]))
EXAMPLES = 2000 if os.environ.get("POLYCTY_LONG") == "1" else 150
OPTIONS = [
    {},
    {"with_meta": True},
    {"strip_string_quotes": True},
    {"explicit_blocks": False, "with_comments": False},
    {"wrap_tuples": True, "wrap_objects": False},
    {"preserve_scientific_notation": False},
]

# Files in the style of Terraform's tutorials.
FILES = [
    """terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 4.16"
    }
  }
  required_version = ">= 1.2.0"
}

provider "aws" {
  region = var.region
}

# The server.
resource "aws_instance" "app" {
  ami           = data.aws_ami.ubuntu.id
  instance_type = "t2.micro" // small
  count         = var.enabled ? 1 : 0

  tags = {
    Name = "App-${var.env}"
    "a b" = 1
  }

  ebs_block_device {
    size = 1
  }
  ebs_block_device {
    size = 2
  }
}
""",
    """variable "ports" {
  type    = list(number)
  default = [80, 443]
}
locals {
  ids   = aws_instance.app[*].id
  upper = [for name in var.names : upper(name)]
  big   = 1e10
  n     = -5
  f     = 2.5
  none  = null
  yes   = true
}
output "text" {
  value = <<-EOT
    hello ${var.name}
      world
  EOT
}
output "plain" {
  value = <<EOT
a
b
EOT
  description = "with \\"quotes\\" and $${dollars}"
}
""",
    "",
    "a {}\nb = {}\nc = []\n",
]


def same_expressions(value):
    """Data without the separators inside expressions, which python-hcl2 writes again."""
    if isinstance(value, dict):
        return {same_expressions(k): same_expressions(v) for k, v in value.items()}
    if isinstance(value, list):
        return [same_expressions(v) for v in value]
    if isinstance(value, str) and "${" in value:
        return "".join(re.sub("#.*", "", value).replace(",", "").split())
    return value


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: ",".join(o) or "default")
@pytest.mark.parametrize("text", FILES, ids=lambda t: t.split("\n")[0] or "empty")
def test_loads_as_python_hcl2_does(text, options):
    expected = theirs.loads(text, serialization_options=theirs.SerializationOptions(**options))
    found = ours.loads(text, serialization_options=ours.SerializationOptions(**options))
    if options.get("with_meta"):
        assert ("__start_line__" in str(found)) == ("__is_block__" in str(found))
        found = without_lines(found)
    assert same_expressions(found) == same_expressions(expected)


def without_lines(value):
    """Data without the keys of `with_meta`, which python-hcl2 8.1 does not add."""
    if isinstance(value, dict):
        return {k: without_lines(v) for k, v in value.items() if k not in ("__start_line__", "__end_line__")}
    return [without_lines(v) for v in value] if isinstance(value, list) else value


TREES = ("examples/data", "crates/cli/tests/modules")
SOURCES = sorted(p.relative_to(TREE) for tree in TREES for p in (TREE / tree).rglob("*") if p.suffix in (".tf", ".hcl"))


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_files_of_the_repository(source):
    text = (TREE / source).read_text()
    try:
        expected = theirs.loads(text)
    except Exception:
        pytest.skip("python-hcl2 does not read the file")
    assert same_expressions(ours.loads(text)) == same_expressions(expected)
    written = ours.dumps(ours.loads(text))
    assert same_expressions(ours.loads(written)) == same_expressions(expected)
    # python-hcl2 reads what is written, but for the place of comments.
    assert same_expressions(theirs.loads(written)) == same_expressions(ours.loads(written))


EXPRESSIONS = (
    ["x", "x.y[0].z", "x[*].y", "x.*.y", "-x", "!x", "-1.5", "1 + 2 * x", "(x)", "((1))", "x == 1 && y", 'x ? "a" : y']
    + ["f()", 'f(x, "a", [1])', "f(x...)", "provider::p::f(1)", '"a${x}b"', '"${x}"', '"$${x}"', '"\\"q\\" \\u00e9"']
    + ["[for a in b : a]", "[for a, c in b : a if c]", "{ for k, v in x : k => v }", "{ for k, v in x : k => v... }"]
    + ['x["k"]', "x.0", "123456789012345678901234567890", "1e5", '{ (x) = 1, "k" = y, n : z }', "[[x], [{ a = x }]]"]
)
names = st.from_regex(r"[a-z][a-z_]{0,6}", fullmatch=True).filter(
    lambda n: n not in ("true", "false", "null", "for", "if", "in", "else", "endif", "endfor")
)
texts = st.text(alphabet="abc xyz0-_.", max_size=8).map(lambda t: f'"{t}"')
scalars = (
    st.integers(0, 10**6).map(str)
    | st.sampled_from(["true", "false", "null", "var.x", "1.5", "[]", "{}"])
    | texts
    | st.lists(texts, min_size=1, max_size=3).map(lambda t: "[" + ", ".join(t) + "]")
    | st.tuples(names, texts).map(lambda t: "{ " + t[0] + " = " + t[1] + " }")
    | names
    | st.sampled_from(EXPRESSIONS)
    | st.lists(st.sampled_from(EXPRESSIONS), max_size=3).map(lambda found: "[" + ", ".join(found) + "]")
    | st.tuples(names, st.sampled_from(EXPRESSIONS)).map(lambda t: "{\n  " + t[0] + " = " + t[1] + " # c\n}")
    | st.lists(texts.map(lambda t: t[1:-1]), max_size=3).map(lambda t: "<<-EOT\n" + "".join(f"  {x}\n" for x in t) + "EOT")
)


def bodies(inner):
    attributes = st.dictionaries(names, scalars, max_size=3).map(
        lambda d: "".join(f"{k} = {v}\n" for k, v in d.items())
    )
    comments = st.sampled_from(["", "", "# one\n", "// two\n", "/* three\n four */\n"])
    attributes = st.tuples(comments, attributes).map("".join)
    blocks = st.lists(st.tuples(names, st.lists(texts, max_size=2), inner), max_size=2).map(
        lambda found: "".join(f"b_{t} {' '.join(ls)} {{\n{b}}}\n" for t, ls, b in found)
    )
    return st.tuples(attributes, blocks).map("".join)


files = st.recursive(st.just(""), bodies, max_leaves=4)


@given(files)
@settings(max_examples=EXAMPLES, deadline=None)
def test_generated_files(text):
    found, expected = ours.loads(text), theirs.loads(text)
    assert same_expressions(without_inline_comments(found)) == same_expressions(without_inline_comments(expected))
    # python-hcl2 omits some of these comments, such as one after an operation.
    assert not Counter(inline_comments(expected)) - Counter(inline_comments(found))


def inline_comments(value):
    if isinstance(value, dict):
        yield from (comment["value"] for comment in value.get("__inline_comments__", ()))
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from inline_comments(each)


@given(files)
@settings(max_examples=100, deadline=None)
def test_dumps_round_trips(text):
    data = without_inline_comments(ours.loads(text))
    assert ours.loads(ours.dumps(data)) == data


def without_inline_comments(value):
    """Data without the comments inside expressions, which `dumps` does not write."""
    if isinstance(value, dict):
        return {k: without_inline_comments(v) for k, v in value.items() if k != "__inline_comments__"}
    return [without_inline_comments(v) for v in value] if isinstance(value, list) else value


@pytest.mark.parametrize("text", FILES, ids=lambda t: t.split("\n")[0] or "empty")
def test_dumps_what_python_hcl2_reads(text):
    data = theirs.loads(text, serialization_options=theirs.SerializationOptions(with_comments=False))
    plain = ours.SerializationOptions(with_comments=False)
    assert same_expressions(ours.loads(ours.dumps(data), serialization_options=plain)) == same_expressions(data)
    target = io.StringIO()
    ours.dump(data, target)
    assert ours.load(io.StringIO(target.getvalue())) and json.dumps(data) if data else True


def test_heredocs_as_texts():
    options = {"preserve_heredocs": False}
    text = 'a = <<EOT\nx "y"\nEOT\n'
    both = {**options, "strip_string_quotes": True}
    assert ours.loads(text, serialization_options=ours.SerializationOptions(**both)) == theirs.loads(
        text, serialization_options=theirs.SerializationOptions(**both)
    )
    expected = theirs.loads(text, serialization_options=theirs.SerializationOptions(**options))
    assert ours.loads(text, serialization_options=ours.SerializationOptions(**options)) == expected


@pytest.mark.parametrize(
    "data",
    [
        {"a": '"x"', "b": "x", "c": "${x}", "d": 1, "e": 1.5, "f": None, "g": True, "h": "x.y", "i": "1"},
        {"a": [1, '"x"', "x"], "b": {"k": "x", '"q r"': 1, "${(x)}": '"y"'}},
        {"b": [{'"l"': {"a": 1, "__is_block__": True}}, {'"m"': {"__is_block__": True}}]},
    ],
)
def test_dumps_as_python_hcl2_does(data):
    assert ours.loads(ours.dumps(data)) == ours.loads(theirs.dumps(data))


def test_texts_that_are_no_expressions_are_quoted():
    data = {"a": "two words", "b": "", "c": 'q"r', "d": "x-${y}", "e": {"f g": "line\nline"}}
    assert ours.loads(ours.dumps(data)) == {
        "a": '"two words"',
        "b": '""',
        "c": '"q\\"r"',
        "d": '"x-${y}"',
        "e": {'"f g"': '"line\\nline"'},
    }
