"""Terraform's modules and projects: declarations, checks, and values for given variables.

A `Module` is one folder; a `Project` is a root module with the modules that it calls. There is no
provider and no state.

>>> from polycty import terraform
>>> module = terraform.Module.parse({"main.tf": '''
... variable "host" {}
... output "address" {
...   value = "${var.host}:80"
... }
... '''})
>>> module.evaluate(command_line={"host": "db"}).outputs
{'address': Value("db:80")}
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Callable, Literal, Mapping, NamedTuple, Optional

from ._arguments import items, mapping, number
from . import _native
from ._display import table
from ._path import check_folder
from ._project import Output, Outputs, Plan, PlanItem, Project, ProjectModule, Schemas
from ._type import Type
from ._value import Value
from .errors import Diagnostic, Range, diagnostics_of, range_of
from .hcl._expression import Expression

if TYPE_CHECKING:
    from typing import TypedDict

    from typing_extensions import Unpack

    class Inputs(TypedDict, total=False):
        """The inputs of an evaluation."""

        environment: Mapping[str, str]
        files: Mapping[str, str | bytes]
        command_line: Mapping[str, str]
        values: Mapping[str, object]
        require_all: bool
        paths: Mapping[str, str]
        workspace: str | None
        host: Host | None

__all__ = [
    "Declaration",
    "Evaluation",
    "Host",
    "Module",
    "Output",
    "Outputs",
    "Plan",
    "PlanItem",
    "Project",
    "ProjectModule",
    "Schemas",
    "Variable",
]


class Host:
    """The data that Terraform's functions request from the program.

    A function fails with a message if the data that it needs are not provided. `root` is the folder
    whose files functions may read; `files` is a mapping of paths to texts in its place; `texts` are
    texts in place of single files, such as the unsaved texts of an editor. `clock` returns the
    seconds since 1970, `random` the requested number of bytes. `modules(key, source, version)`
    returns the directory of a module of a project that is not local, or None.

    >>> host = Host(files={"a.txt": "text"})
    >>> module = Module.parse({"main.tf": 'output "a" { value = file("a.txt") }'})
    >>> module.evaluate(host=host).output("a")
    Value("text")
    """

    __slots__ = ("_handle",)

    def __init__(
        self,
        *,
        root: str | None = None,
        files: Mapping[str, str | bytes] | None = None,
        home: str | None = None,
        plan_time: float | None = None,
        clock: Callable[[], float] | None = None,
        random: Callable[[int], bytes] | None = None,
        texts: Mapping[str, str | bytes] | None = None,
        modules: Callable[[str, str, str | None], str | None] | None = None,
    ) -> None:
        handle = _native.terraform_host_new()
        assert handle is not None
        self._handle = handle
        if root is not None:
            _native.terraform_host_set_root(handle, str(root))
        if files is not None:
            found = dict(mapping("files", files))
            _native.terraform_host_set_files(handle, found.get, lambda path: _names(found, path))
        if home is not None:
            _native.terraform_host_set_home(handle, home)
        if plan_time is not None:
            _native.terraform_host_set_plan_time(handle, int(number("plan_time", plan_time)))
        if clock is not None:
            _native.terraform_host_set_clock(handle, _whole(clock))
        if random is not None:
            _native.terraform_host_set_random(handle, random)
        for path, text in items("texts", texts):
            self.set_text(path, text)
        if modules is not None:
            _native.terraform_host_set_modules(handle, modules)

    @property
    def settings(self) -> _native.TerraformHostData:
        """The settings: paths, the time of the plan, and which callbacks there are."""
        data = _native.terraform_host_info(self._handle)
        assert data is not None
        return data

    def set_text(self, path: str, text: str | bytes | None) -> None:
        """Sets a text in place of the file at a path; None removes it."""
        if text is None:
            _native.terraform_host_remove_text(self._handle, path)
        else:
            _native.terraform_host_set_text(self._handle, path, text)


def _whole(clock: Callable[[], float]) -> Callable[[], int]:
    return lambda: int(clock())


def _names(files: Mapping[str, object], folder: str) -> str | None:
    prefix = "" if folder in ("", ".") else folder.rstrip("/") + "/"
    found = set()
    for path in files:
        path = path[2:] if path.startswith("./") else path
        if path.startswith(prefix):
            first, slash, _ = path[len(prefix) :].partition("/")
            found.add(first + slash)
    return "\n".join(sorted(found)) if found else None


def native_host(host: Host | bool) -> _native.TerraformHostHandle | None:
    """The handle of a host; None for True, which provides nothing."""
    return host._handle if isinstance(host, Host) else None


class Declaration(NamedTuple):
    """A declaration of a module: `resource`, `output`, `module_call` and so on.

    >>> found = Module.parse({"main.tf": 'resource "null_resource" "a" {\\n}\\n'}).declarations("resource")[0]
    >>> found.label, found.name, found.file, found.range.start.line
    ('null_resource', 'a', 'main.tf', 1)
    """

    kind: str
    name: str
    label: Optional[str]
    target: Optional[str]
    file: str
    range: Range


class Variable(NamedTuple):
    """A variable of a module.

    >>> port = Module.parse({"main.tf": 'variable "port" {\\n  default = 80\\n}\\n'}).variables["port"]
    >>> port.type, port.default, port.is_required
    (Type('any'), Value(80), False)
    """

    name: str
    type: Type
    default: Optional[Value]
    is_required: bool
    is_nullable: bool
    is_sensitive: bool
    description: Optional[str]
    file: str
    range: Range


@_native.set_class
class Module(_native.TerraformModuleHandle):
    """A parsed module. It never changes; any number of threads may use it.

    >>> module = Module.parse({"main.tf": 'variable "port" { type = number }'})
    >>> module.variables["port"].type
    Type('number')
    >>> [d.summary for d in module.evaluate_partial(values={"port": "x"})[1]]
    ['Invalid value for input variable']
    """

    __slots__ = ()

    @staticmethod
    def open(folder: Any, *, files: Mapping[str, str] | None = None) -> Module:
        """Reads a folder, on disk or among the files of a mapping."""
        if files is not None:
            return _native.terraform_module_open(Host(files=files)._handle, str(folder))
        return _native.terraform_module_open(Host(root=check_folder(str(folder)))._handle, ".")

    @staticmethod
    def parse(files: Mapping[str, str | bytes]) -> Module:
        """Parses files: their texts by name."""
        return _native.terraform_module_parse(*_texts(files))

    @staticmethod
    def parse_partial(files: Mapping[str, str | bytes]) -> tuple[Module, tuple[Diagnostic, ...]]:
        """Parses as much of the files as possible, and returns all diagnostics."""
        found, error = _native.terraform_module_parse(*_texts(files), True)
        return found, () if error is None else diagnostics_of(error)

    def declarations(self, kind: _native.TerraformDeclarationKind) -> tuple[Declaration, ...]:
        """The declarations of a kind, such as `resource`."""
        count = _native.terraform_module_declaration_count(self, kind)
        found = (_native.terraform_module_declaration_at(self, at, kind) for at in range(count))
        return tuple(
            Declaration(d.kind, d.name or "", d.label or None, d.target or None, d.file or "", range_of(d.range))
            for d in found
        )

    @property
    def variables(self) -> dict[str, Variable]:
        """The variables by their names."""
        count = _native.terraform_module_declaration_count(self, "variable")
        found = (_native.terraform_module_variable_at(self, at) for at in range(count))
        return {
            v.name or "": Variable(
                v.name or "",
                v.type if v.type is not None else Type.of("any"),
                v.default_value.mark("sensitive") if v.is_sensitive and v.default_value is not None else v.default_value,
                v.is_required,
                v.is_nullable,
                v.is_sensitive,
                v.description or None,
                v.file or "",
                range_of(v.range),
            )
            for v in found
        }

    def argument(
        self, kind: _native.TerraformDeclarationKind, index: int, name: str
    ) -> Expression:
        """The expression of an argument of the declaration at a position."""
        return _native.terraform_module_argument_at(self, index, name, kind)

    @property
    def inventory(self) -> dict[str, Any]:
        """All declarations as plain data."""
        found: dict[str, Any] = json.loads(_native.terraform_module_to_json(self))
        return found

    def evaluate(self, **inputs: Unpack[Inputs]) -> Evaluation:
        """Evaluates the module.

        The inputs are `environment`, `files`, `command_line` (mappings of texts), `values` (a
        mapping of objects), `require_all`, `paths` (`module`, `root`, `cwd`), `workspace` and
        `host`. If a variable has several values, the last one is used, in this order. A required
        variable without a value is unknown, or an error if `require_all` is true. Warnings, such as
        that of a value for a variable that is not declared, are those of `evaluate_partial`.
        """
        return Evaluation(_native.terraform_module_evaluate(self, _inputs(**inputs)), self)

    def evaluate_partial(self, **inputs: Unpack[Inputs]) -> tuple[Evaluation, tuple[Diagnostic, ...]]:
        """Evaluates as `evaluate` does, and returns all diagnostics.

        Errors affect only the values that depend on them.
        """
        found, error = _native.terraform_module_evaluate(self, _inputs(**inputs), True)
        return Evaluation(found, self), () if error is None else diagnostics_of(error)

    def _repr_html_(self) -> str:
        found = self.variables.values()
        return table(
            ["variable", "type", "default", "location"],
            ((v.name, v.type, _default_text(v), f"{v.file}:{v.range.start.line}") for v in found),
        )

    def __repr__(self) -> str:
        return f"<Module: {len(self.variables)} variables>"


def _default_text(variable: Variable) -> str:
    if variable.default is None:
        return "" if variable.is_required else "null"
    return "(sensitive)" if variable.is_sensitive else _native.hcl_value_format(variable.default, "redacted")


def _texts(files: Mapping[str, str | bytes]) -> tuple[list[str], list[str | bytes]]:
    if not isinstance(files, Mapping):
        raise TypeError(f"expected a mapping of names to texts, found {type(files).__name__}")
    return list(files), list(files.values())


def _inputs(
    environment: Mapping[str, str] = {},
    files: Mapping[str, str | bytes] = {},
    command_line: Mapping[str, str] = {},
    values: Mapping[str, object] = {},
    require_all: bool = False,
    paths: Mapping[str, str] = {},
    workspace: str | None = None,
    host: Host | None = None,
) -> _native.TerraformInputsHandle:
    inputs = _native.terraform_inputs_new()
    assert inputs is not None
    for name, text in environment.items():
        _native.terraform_inputs_set_text(inputs, name, text, "environment")
    for name, content in files.items():
        if name.endswith(".json"):
            _native.terraform_inputs_add_json(inputs, content, name)
        else:
            _native.terraform_inputs_add_file(inputs, content, name)
    for name, text in command_line.items():
        _native.terraform_inputs_set_text(inputs, name, text, "command_line")
    for name, value in values.items():
        _native.terraform_inputs_set_value(inputs, name, Value.of(value))
    options: dict[str, object] = {}
    if require_all:
        options["unset"] = "error"
    members = {"module": "module_path", "root": "root_path", "cwd": "working_directory"}
    for which, path in paths.items():
        options[members[which]] = path
    if workspace is not None:
        options["workspace"] = workspace
    if host is not None:
        options["host"] = host._handle
    _native.terraform_inputs_set_options(inputs, options)
    return inputs


class Evaluation:
    """The values of a module for some inputs.

    A value is None if it is invalid or depends on an invalid one.

    >>> module = Module.parse({"main.tf": 'locals { a = 1 }\\noutput "b" { value = local.a + 1 }\\n'})
    >>> found = module.evaluate()
    >>> found.local("a"), found.outputs
    (Value(1), {'b': Value(2)})
    """

    __slots__ = ("_handle", "_module")

    def __init__(self, handle: _native.TerraformEvaluationHandle, module: Module) -> None:
        self._handle = handle
        self._module = module

    def _get(self, kind: Literal["variable", "local", "output"], name: str) -> Value | None:
        found = _native.terraform_evaluation_get(self._handle, name, kind)
        if found is None and all(each.name != name for each in self._module.declarations(kind)):
            raise KeyError(f"there is no {kind} {name}")
        return found

    def variable(self, name: str) -> Value | None:
        """The value of a variable."""
        return self._get("variable", name)

    def local(self, name: str) -> Value | None:
        """A local value."""
        return self._get("local", name)

    def output(self, name: str) -> Value | None:
        """The value of an output."""
        return self._get("output", name)

    @property
    def outputs(self) -> dict[str, Value | None]:
        """The outputs by their names, in the order of their declarations."""
        count = _native.terraform_evaluation_output_count(self._handle)
        names = [
            _native.terraform_evaluation_output_name_at(self._handle, at) or "" for at in range(count)
        ]
        return {name: self.output(name) for name in names}

    def to_json(self) -> str:
        """All values and diagnostics as one JSON object."""
        return _native.terraform_evaluation_to_json(self._handle)

    def __repr__(self) -> str:
        return f"<Evaluation: {', '.join(self.outputs)}>"
