"""The common calls of python-hcl2 8, with the same shapes.

>>> from polycty.compat import hcl2
>>> hcl2.loads('a = "x"\\n')
{'a': '"x"'}
>>> print(hcl2.dumps({"server": [{'"web"': {"port": 80, "__is_block__": True}}]}), end="")
server "web" {
  port = 80
}

Replace `import hcl2` by `from polycty.compat import hcl2`. The differences from python-hcl2:

- The text of an expression is as it is written; python-hcl2 writes its tree again, with other
  spaces, without comments, and with commas between the items of objects.
  `force_operation_parentheses` is not supported.
- `__inline_comments__` has all comments inside expressions; python-hcl2 omits some.
- Texts that HCL does not accept are errors of `polycty`, with positions.
- `with_meta` adds `__start_line__` and `__end_line__` to each block, as python-hcl2 up to 7 does;
  python-hcl2 8.1 accepts the option and adds nothing.
- `dumps` writes the layout of HCL's formatter, and `__comments__` at the start of their body. A text that is neither in quotes nor an expression
  becomes a string; python-hcl2 writes it as it is, which is not HCL.
"""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, TextIO

from .. import _native
from .._value import special_object
from ..errors import Error
from ..hcl._file import format as _format

__all__ = [
    "DeserializerOptions",
    "FormatterOptions",
    "SerializationOptions",
    "dump",
    "dumps",
    "load",
    "loads",
]

_SOURCE, _MARKS_BLOCKS, _LINES, _STRIPS, _WRAPS_TUPLES, _WRAPS_OBJECTS, _EXPANDS = (
    1 << bit for bit in range(7)
)
_META = ("__is_block__", "__start_line__", "__end_line__", "__comments__", "__inline_comments__")


class SerializationOptions(NamedTuple):
    """The options of `loads`, with the names and the defaults of python-hcl2.

    >>> loads('a = "x"', serialization_options=SerializationOptions(strip_string_quotes=True))
    {'a': 'x'}
    """

    with_comments: bool = True
    with_meta: bool = False
    wrap_objects: bool = False
    wrap_tuples: bool = False
    explicit_blocks: bool = True
    preserve_heredocs: bool = True
    force_operation_parentheses: bool = False
    preserve_scientific_notation: bool = True
    strip_string_quotes: bool = False


class DeserializerOptions(NamedTuple):
    """Accepted and not used.

    >>> dumps({"a": 1}, deserializer_options=DeserializerOptions())
    'a = 1\\n'
    """


class FormatterOptions(NamedTuple):
    """Accepted and not used.

    >>> dumps({"a": 1}, formatter_options=FormatterOptions())
    'a = 1\\n'
    """


def loads(text: str, *, serialization_options: Any = None) -> dict[str, Any]:
    """Reads a text as python-hcl2 does.

    >>> loads("a = 1 # one\\n", serialization_options=SerializationOptions(with_comments=False))
    {'a': 1}
    """
    options = serialization_options or SerializationOptions()
    if options.force_operation_parentheses:
        raise NotImplementedError("force_operation_parentheses")
    flags = _SOURCE
    for is_set, flag in (
        (options.explicit_blocks, _MARKS_BLOCKS),
        (options.with_meta, _LINES),
        (options.strip_string_quotes, _STRIPS),
        (options.wrap_tuples, _WRAPS_TUPLES),
        (options.wrap_objects, _WRAPS_OBJECTS),
        (not options.preserve_scientific_notation, _EXPANDS),
    ):
        flags |= flag if is_set else 0
    body = _native.hcl_body_parse(text, "input", None, "native")
    data = _native.body_to_python(body, None, flags, 1, True, special_object)
    if options.with_comments and ("#" in text or "//" in text or "/*" in text):
        _add_comments(text, data)
    if not options.preserve_heredocs:
        found: dict[str, Any] = _without_heredocs(data, options.strip_string_quotes)
        return found
    return data


def load(file: TextIO, *, serialization_options: Any = None) -> dict[str, Any]:
    """Reads a file as python-hcl2 does.

    >>> import io
    >>> load(io.StringIO('a = "x"'))
    {'a': '"x"'}
    """
    return loads(file.read(), serialization_options=serialization_options)


def dumps(
    data: Mapping[str, Any], *, deserializer_options: Any = None, formatter_options: Any = None
) -> str:
    """Writes data of the shape of `loads` as HCL.

    >>> dumps({"tags": {"a": 1}, "name": '"x"'})
    'tags = {\\n  a = 1\\n}\\nname = "x"\\n'
    """
    lines: list[str] = []
    _write_body(data, lines)
    return _format("\n".join(lines) + "\n")


def dump(
    data: Mapping[str, Any],
    file: TextIO,
    *,
    deserializer_options: Any = None,
    formatter_options: Any = None,
) -> None:
    """Writes data of the shape of `loads` to a file.

    >>> import sys
    >>> dump({"a": 1}, sys.stdout)
    a = 1
    """
    file.write(dumps(data))


# --- Comments ---


def _add_comments(text: str, data: dict[str, Any]) -> None:
    """Adds the comments of each body to its dict, in the order of the text."""
    tokens = _native.hcl_tokens_parse(text)
    bodies = _Bodies(data)
    depth = 0
    stack: list[bool] = []
    line: list[tuple[str, str]] = []
    for kind, content in _native.tokens_to_python(tokens):
        if kind == "comment":
            bodies.comment("__comments__" if depth == 0 else "__inline_comments__", _comment(content))
        elif kind == "newline":
            if depth == 0:
                line.clear()
        elif kind == "open_brace" and depth == 0 and _is_header(line):
            bodies.enter(line[0][1], sum(kind in ("name", "open_quote") for kind, _ in line) - 1)
            stack.append(True)
            line.clear()
        elif kind in ("open_brace", "open_bracket", "open_paren", "interpolation", "directive"):
            depth += 1
            stack.append(False)
        elif kind in ("close_brace", "close_bracket", "close_paren", "sequence_end") and stack:
            if stack.pop():
                bodies.leave()
                line.clear()
            else:
                depth -= 1
        elif kind != "close_quote" and depth == 0:
            line.append((kind, content))


def _is_header(line: list[tuple[str, str]]) -> bool:
    return bool(line) and all(kind in ("name", "open_quote", "quoted_text") for kind, _ in line)


def _comment(text: str) -> str:
    text = text.rstrip("\r\n")
    for start, end in (("#", ""), ("//", ""), ("/*", "*/")):
        if text.startswith(start):
            return text[len(start) : len(text) - len(end)].strip()
    return text


class _Bodies:
    """The dicts of the bodies around a position, found by their headers in order."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.stack: list[tuple[dict[str, Any], dict[str, int]]] = [(data, {})]

    def comment(self, key: str, text: str) -> None:
        self.stack[-1][0].setdefault(key, []).append({"value": text})

    def enter(self, type: str, labels: int) -> None:
        body, counts = self.stack[-1]
        at = counts[type] = counts.get(type, -1) + 1
        inner = body[type][at]
        # A dict for each label, which has no other key.
        for _ in range(labels):
            (inner,) = inner.values()
        self.stack.append((inner, {}))

    def leave(self) -> None:
        self.stack.pop()


def _without_heredocs(data: Any, strips: bool) -> Any:
    if isinstance(data, dict):
        return {key: _without_heredocs(value, strips) for key, value in data.items()}
    if isinstance(data, list):
        return [_without_heredocs(each, strips) for each in data]
    if not isinstance(data, str):
        return data
    text = data if strips else data[1:-1]
    if not text.startswith("<<"):
        return data
    head, _, rest = text.partition("\n")
    lines = rest.split("\n")[:-1]
    if head.startswith("<<-"):
        width = min((len(x) - len(x.lstrip()) for x in lines if x.strip()), default=0)
        lines = [x[width:] for x in lines]
    content = "\n".join(lines)
    if strips:
        return content
    content = content.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{content}"'


# --- Writing ---


def _write_body(body: Mapping[str, Any], lines: list[str]) -> None:
    for comment in body.get("__comments__", ()):
        text = str(comment["value"])
        if "\n" in text and "*/" not in text:
            lines.append(f"/* {text} */")
        else:
            lines.extend(f"# {line}" for line in text.split("\n"))
    for name, value in body.items():
        if name in _META:
            continue
        if isinstance(value, list) and value and all(_is_block(each) for each in value):
            for each in value:
                _write_block(name, each, lines)
        else:
            lines.append(f"{name} = {_expression(value)}")


def _is_block(value: Any) -> bool:
    while isinstance(value, dict):
        if value.get("__is_block__"):
            return True
        inner = [v for k, v in value.items() if k not in _META]
        if len(inner) != 1:
            return False
        value = inner[0]
    return False


def _write_block(type: str, value: dict[str, Any], lines: list[str]) -> None:
    header = [type]
    while not value.get("__is_block__"):
        ((label, value),) = value.items()
        header.append(label)
    lines.append(" ".join(header) + " {")
    _write_body(value, lines)
    lines.append("}")


def _expression(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        items = (f"{_key(k)} = {_expression(v)}" for k, v in value.items() if k not in _META)
        return "{\n" + "\n".join(items) + "\n}" if value else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_expression(each) for each in value) + "]"
    return repr(value)


def _key(key: str) -> str:
    if key.startswith("${") and key.endswith("}"):
        return key[2:-1]
    return key if key.startswith('"') or _is_expression(key) else _quoted(key)


def _text(text: str) -> str:
    if text.startswith('"<<') and text.endswith('"'):
        return text[1:-1] + "\n"
    if text.startswith("<<"):
        return text + "\n"
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return text
    if text.startswith("${") and text.endswith("}"):
        return text[2:-1]
    if _is_expression(text):
        return text
    return _quoted(text)


def _is_expression(text: str) -> bool:
    if text.isidentifier():
        return True
    try:
        _native.hcl_expression_parse(text, "input", None, "native")
    except Error:
        return False
    return True


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
