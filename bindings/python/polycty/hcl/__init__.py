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

from .. import _native
from .._function import Function, function
from .._type import Type
from .._value import _NUMBERS, Value, special_object
from ._body import Attribute, Block, Body, Location, parse, parse_partial
from ._expression import Call, Expression, Part, Reference, parse_expression
from ._file import File, Node, Raw, format, fragment_of
from ._scope import Scope, ScopeLike, scope_of
from ._spec import Label, Spec, decode, spec_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Mapping, Union

    from .._value import Numbers


__all__ = [
    "Attribute",
    "Block",
    "Body",
    "Call",
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
    "decode",
    "dump",
    "dumps",
    "evaluate",
    "format",
    "function",
    "load",
    "loads",
    "parse",
    "parse_expression",
    "parse_partial",
    "parse_type",
    "render",
    "spec_of",
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

    Arguments are under their names; blocks are lists under their type and then their labels.

    Without variables and functions, nothing is evaluated but constants: another expression is a
    text `${...}`, as in HCL's JSON syntax, and `$${` in a text is a literal `${`. With variables or
    functions, all expressions are evaluated; unknown and marked values stay `polycty.Value`.
    """
    body = _native.hcl_body_parse(text, file, None, syntax)
    scope = scope_of(variables, functions)
    return _native.body_to_python(body, scope, 0, _NUMBERS[numbers], True, special_object)


def load(source: Any, **options: Any) -> dict[str, Any]:
    """Reads a file, by its path or as an open file; see `loads` for the options."""
    if hasattr(source, "read"):
        options.setdefault("file", str(getattr(source, "name", "main.hcl")))
        return loads(source.read(), **options)
    with open(source, "rb") as opened:
        options.setdefault("file", str(source))
        if str(source).endswith(".json"):
            options.setdefault("syntax", "json")
        return loads(opened.read(), **options)


def dumps(data: Mapping[str, Any]) -> str:
    """Writes a dict as arguments; a value `Raw` is the text of an expression.

    >>> dumps({"name": "db", "ports": [80], "size": Raw("var.size")})
    'name  = "db"\\nports = [80]\\nsize  = var.size\\n'
    """
    file = File()
    root = file.root
    for name, value in data.items():
        root[name] = value
    return format(file.to_text())


def dump(data: Mapping[str, Any], target: Any) -> None:
    """Writes a dict as arguments to a file, by its path or as an open file."""
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
) -> Any:
    """The object of an expression.

    >>> evaluate("[for n in names : upper(n)]", {"names": ["a"]}, {"upper": str.upper})
    ['A']
    """
    expression = _native.hcl_expression_parse(text, file, None, "native")
    value = _native.hcl_expression_evaluate(expression, scope_of(variables, functions))
    return _native.value_to_python(value, _NUMBERS[numbers], False, special_object)


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
    value = _native.hcl_expression_evaluate(expression, scope_of(variables, functions))
    return _native.value_to_python(value, 0, False, special_object)


def parse_type(text: str, *, file: str = "type") -> Type:
    """Parses a type constraint, which may contain `optional(T)`."""
    return _native.hcl_type_parse(text, file, "native", "constraint")[0]


__all__ += ["Type", "Value", "fragment_of"]
