"""HCL: reading, evaluation, decoding, editing and formatting.

>>> from polycty import hcl
>>> hcl.loads('''
... # a comment
... region = "eu-west-1"
... count  = var.instances + 1
... server "web" {
...   ports = [80, 443]
... }
... ''')
{'region': 'eu-west-1', 'count': '${var.instances + 1}', 'server': {'web': [{'ports': [80, 443]}]}}
>>> hcl.loads("count = var.instances + 1", variables={"var": {"instances": 2}})
{'count': 3}
"""

from __future__ import annotations

from .._arguments import mapping
from .. import _native
from .._function import Function, function
from .._type import Type
from .._value import Value
from ._body import Attribute, Block, Body, Location, parse, parse_partial, read, read_path
from ._expression import (
    Call,
    CallExpression,
    Closure,
    Defaults,
    Expression,
    Part,
    Reference,
    closure,
    closure_type,
    parse_expression,
    parse_traversal,
    parse_type_with_defaults,
)
from ._file import (
    File,
    Node,
    Raw,
    Token,
    call,
    format,
    format_lines,
    fragment_of,
    from_tokens,
    notation,
    tokens,
    traversal,
)
from ._scope import Scope, ScopeLike, scope_of
from ._spec import Label, Spec, body_in, decode, spec_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Mapping, Union

    from .._value import Numbers
    from ._body import Source


__all__ = [
    "Attribute",
    "Block",
    "Body",
    "Call",
    "CallExpression",
    "Closure",
    "Defaults",
    "Expression",
    "File",
    "Label",
    "Location",
    "Node",
    "Part",
    "Raw",
    "Reference",
    "Scope",
    "Spec",
    "Token",
    "body_in",
    "call",
    "closure",
    "closure_type",
    "decode",
    "dump",
    "dumps",
    "evaluate",
    "format",
    "format_lines",
    "format_type",
    "from_tokens",
    "function",
    "json_expression",
    "load",
    "loads",
    "notation",
    "parse",
    "parse_expression",
    "parse_partial",
    "parse_traversal",
    "parse_type",
    "parse_type_with_defaults",
    "render",
    "spec_of",
    "standard_functions",
    "tokens",
    "traversal",
]

if TYPE_CHECKING:
    Functions = Mapping[str, Union[Function, Callable[..., Any]]]


def loads(
    text: str | bytes,
    *,
    variables: ScopeLike = None,
    functions: Functions | None = None,
    file: str = "main.hcl",
    syntax: _native.HclSyntax = "native",
    numbers: Numbers = "exact",
) -> dict[str, Any]:
    """Reads a configuration as a dict.

    Arguments are under their names; blocks are lists under their type and then their labels. A body
    with an argument and a block of one name, or with blocks of one type with different numbers of
    labels, is an error: a dict cannot have both. The syntax is `native` or `json`; `numbers` are
    those of `Value.to_python`.

    Without variables and functions, nothing is evaluated but constants: another expression is a
    text `${...}`, as in HCL's JSON syntax, and `$${` in a text is a literal `${`. With variables or
    functions, all expressions are evaluated; unknown and marked values stay `polycty.Value`.

    >>> loads('a = 1\\nb "x" {\\n  c = var.d\\n}\\n')
    {'a': 1, 'b': {'x': [{'c': '${var.d}'}]}}
    """
    body = _native.hcl_body_parse(text, file, None, syntax)
    return body.to_python(variables, functions, numbers=numbers)


def load(
    source: Source,
    *,
    variables: ScopeLike = None,
    functions: Functions | None = None,
    file: str | None = None,
    syntax: _native.HclSyntax | None = None,
    numbers: Numbers = "exact",
) -> dict[str, Any]:
    """Reads a file, by its path or as an open file, as `loads` does.

    Without a syntax, a file with the suffix `.json` is in JSON syntax.

    >>> import io
    >>> load(io.StringIO("a = 1"))
    {'a': 1}
    """
    found = read_path(source, file, syntax) if isinstance(source, str) else read(source, file, syntax)
    body = _native.hcl_body_parse(*found)
    return body.to_python(variables, functions, numbers=numbers)


def dumps(data: Mapping[str, Any]) -> str:
    """Writes a dict as arguments; a value `Raw` is the text of an expression.

    This is not the inverse of `loads`, whose result does not distinguish blocks from arguments and
    expressions from texts: `File` changes a file, and `polycty.compat.hcl2` reads and writes one.

    >>> dumps({"name": "db", "ports": [80], "size": Raw("var.size")})
    'name  = "db"\\nports = [80]\\nsize  = var.size\\n'
    """
    file = File()
    root = file.root
    for name, value in mapping("data", data).items():
        root[name] = value
    return format(file.to_text())


def dump(data: Mapping[str, Any], target: Any) -> None:
    """Writes a dict as arguments to a file, by its path or as an open file.

    >>> import sys
    >>> dump({"a": 1}, sys.stdout)
    a = 1
    """
    if hasattr(target, "write"):
        target.write(dumps(data))
        return
    with open(target, "w", encoding="utf-8") as opened:
        opened.write(dumps(data))


def evaluate(
    text: str | bytes,
    variables: ScopeLike = None,
    functions: Functions | None = None,
    *,
    file: str = "expression",
    numbers: Numbers = "exact",
    keep: bool = False,
) -> Any:
    """The object of an expression; `numbers` and `keep` are those of `Value.to_python`.

    >>> evaluate("[for n in names : upper(n)]", {"names": ["a"]}, {"upper": str.upper})
    ['A']

    The scope of a program that has cty's or Terraform's functions is a `Scope`:

    >>> evaluate('upper("a")', Scope(standard_functions=True))
    'A'
    """
    expression = _native.hcl_expression_parse(text, file, None, "native")
    value = _native.hcl_expression_evaluate(expression, scope_of(variables, functions))
    return value.to_python(numbers=numbers, keep=keep)


def render(
    template: str | bytes,
    variables: ScopeLike = None,
    functions: Functions | None = None,
    *,
    file: str = "template",
) -> Any:
    """The text of a template in HCL's template language.

    >>> render("Hello, ${name}!", {"name": "Ada"})
    'Hello, Ada!'
    """
    expression = _native.hcl_expression_parse(template, file, None, "template")
    return _native.hcl_expression_evaluate(expression, scope_of(variables, functions)).to_python()


def parse_type(text: str, *, file: str = "type") -> Type:
    """Parses a type constraint, which may contain `optional(T)`.

    >>> parse_type("list(string)")
    Type('list(string)')
    """
    return _native.hcl_type_parse(text, file, "native", "constraint")[0]


def format_type(type: Type) -> str:
    """The notation of a type, with `optional(T)` for an attribute that may be missing.

    >>> format_type(parse_type("object({a = optional(string)})"))
    'object({a=optional(string)})'
    """
    return _native.hcl_type_format(type)


def json_expression(value: object) -> str:
    """The value as an expression in HCL's JSON syntax: templates in its strings are escaped.

    >>> json_expression("${a}")
    '"$${a}"'
    """
    return _native.hcl_value_to_json(Value.of(value))


def standard_functions() -> dict[str, Function]:
    """The functions of cty's standard library by their names.

    >>> standard_functions()["upper"]("a")
    Value("A")
    """
    names = (_native.hcl_stdlib_name_at(at) or "" for at in range(_native.hcl_stdlib_count()))
    return {name: found for name in names if (found := _native.hcl_stdlib_get(name)) is not None}


__all__ += ["Type", "Value", "fragment_of"]
