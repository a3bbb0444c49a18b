"""Terraform's projects: a root module and the modules that it calls."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Iterator, Mapping, NamedTuple, Optional, Union

from ._arguments import path
from . import _native
from ._display import table
from ._path import check_folder
from ._value import Value
from .errors import Diagnostic, diagnostics_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypedDict

    from typing_extensions import Unpack

    from .terraform import Host, Inputs, Module

    class ProjectOptions(TypedDict, total=False):
        """The options of `Project.open`."""

        files: Mapping[str, str | bytes] | None
        texts: Mapping[str, str | bytes] | None
        modules: Callable[[str, str, str | None], str | None] | None
        host: Host | None
        version: str | None
        schemas: Schemas | None
        workspace: str | None
        manifest: str | Mapping[str, Any] | None
        queries: bool
        inputs: Inputs | None
        dialect: _native.TerraformDialect
        strictness: _native.TerraformStrictness

Folder = Union[str, "os.PathLike[str]"]


class Schemas:
    """The schemas of providers. They never change.

    >>> Schemas.parse('{"format_version": "1.0", "provider_schemas": {"example.com/a/b": {}}}').providers
    ('example.com/a/b',)
    """

    __slots__ = ("_handle",)

    def __init__(self, handle: _native.TerraformSchemasHandle) -> None:
        self._handle = handle

    @staticmethod
    def parse(text: str | bytes) -> Schemas:
        """Parses the output of `terraform providers schema -json`.

        The schema of a resource type is only read when a project uses it.
        """
        return Schemas(_native.terraform_schemas_parse(text))

    @property
    def providers(self) -> tuple[str, ...]:
        """The source addresses of the providers, such as `registry.terraform.io/hashicorp/aws`."""
        count = _native.terraform_schemas_provider_count(self._handle)
        return tuple(_native.terraform_schemas_provider_at(self._handle, at) or "" for at in range(count))

    def __repr__(self) -> str:
        return f"<Schemas: {', '.join(self.providers)}>"


class ProjectModule(NamedTuple):
    """A module of a project, or a call of one that is not available.

    `address` is that of the call, such as `module.network.module.subnets`, and empty for the root
    module; `directory` is None if the module is not available; `file` and `line` are the position
    of the call.

    >>> files = {"main.tf": 'module "m" {\\n  source = "./m"\\n}\\n', "m/main.tf": 'output "x" { value = 1 }\\n'}
    >>> found = Project.open(files=files).modules[1]
    >>> found.address, found.directory, found.line, found.is_available
    ('module.m', 'm', 1, True)
    """

    address: str
    source: str
    directory: Optional[str]
    file: Optional[str]
    line: Optional[int]

    @property
    def is_available(self) -> bool:
        """Whether the module could be found and read."""
        return self.directory is not None


def _text(value: Value | None) -> str:
    return "" if value is None else _native.hcl_value_format(value, "redacted")


class Output(NamedTuple):
    """An output of an instance of a module.

    The value is unknown if it depends on values that are not known; its type is the inferred type.

    >>> output = Project.open(files={"main.tf": 'output "x" { value = 1 }\\n'}).validate().all[0]
    >>> output.name, output.value
    ('x', Value(1))
    """

    address: str
    module: str
    name: str
    value: Value


class Outputs(Mapping[str, Value]):
    """The values of the outputs of a project by their addresses, from a validation or a plan.

    The address is the name for the root module, else for example `module.network[0].output.ids`.

    >>> outputs = Project.open(files={"main.tf": 'output "x" { value = 1 }\\n'}).plan()
    >>> outputs["x"], outputs.root
    (Value(1), {'x': Value(1)})
    """

    __slots__ = ("_handle",)

    def __init__(self, handle: _native.TerraformOutputsHandle) -> None:
        self._handle = handle

    def __getitem__(self, address: str) -> Value:
        found = _native.terraform_outputs_get(self._handle, address)
        if found is None:
            raise KeyError(address)
        return found

    def __len__(self) -> int:
        return _native.terraform_outputs_count(self._handle)

    def __iter__(self) -> Iterator[str]:
        return (output.address for output in self.all)

    @property
    def all(self) -> tuple[Output, ...]:
        """The outputs of all modules, each after those that it depends on."""
        found = (_native.terraform_outputs_at(self._handle, at) for at in range(len(self)))
        return tuple(
            Output(each.address or "", each.module or "", each.name or "", each.value)
            for each in found
            if each.value is not None
        )

    @property
    def root(self) -> dict[str, Value]:
        """The outputs of the root module by their names."""
        return {output.name: output.value for output in self.all if not output.module}

    def to_json(self) -> str:
        """All outputs and diagnostics as one JSON object."""
        return _native.terraform_outputs_to_json(self._handle)

    def __repr__(self) -> str:
        return f"<Outputs: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        # The text of a sensitive value does not contain the value.
        return table(
            ["output", "type", "value"], ((o.address, o.value.type, _text(o.value)) for o in self.all)
        )


class PlanItem(NamedTuple):
    """A change, or the value of a resource, an output or a variable.

    `address` is that of an instance of a resource, or the name of an output or a variable. `before` is
    None unless it is a change; `after` is unknown as far as only the apply determines it.

    >>> plan = Plan.parse('{"format_version": "1.2", "variables": {"port": {"value": 80}}}')
    >>> plan.part("variables")[0].after
    Value(80)
    """

    kind: str
    action: str
    address: str
    previous_address: Optional[str]
    resource_type: Optional[str]
    name: str
    provider: Optional[str]
    mismatch: Optional[str]
    before: Optional[Value]
    after: Value


class Plan:
    """A plan or a state in the JSON form of `terraform show -json`, as typed values. It never changes.

    >>> plan = Plan.parse('''{"format_version": "1.2", "output_changes": {
    ...   "x": {"actions": ["create"], "before": null, "after": 1}}}''')
    >>> [(item.action, item.address) for item in plan.part()]
    [('create', 'x')]
    """

    __slots__ = ("_handle",)

    def __init__(self, handle: _native.TerraformPlanHandle) -> None:
        self._handle = handle

    @staticmethod
    def parse(text: str | bytes, schemas: Schemas | None = None) -> Plan:
        """Parses the output of `terraform show -json`.

        Without the schemas of the providers, values are objects and tuples as the text has them.
        """
        return Plan(_native.terraform_plan_parse(text, None if schemas is None else schemas._handle))

    def part(self, part: _native.TerraformPlanPart = "changes") -> tuple[PlanItem, ...]:
        """The items of a part: resources, then outputs.

        The parts are `changes`, `drift`, `planned`, `prior` and `variables`.
        """
        count = _native.terraform_plan_count(self._handle, part)
        found = (_native.terraform_plan_at(self._handle, at, part) for at in range(count))
        return tuple(
            PlanItem(
                each.kind,
                each.action,
                each.address or "",
                each.previous_address,
                each.resource_type,
                each.name or "",
                each.provider,
                each.mismatch,
                each.before,
                each.after,
            )
            for each in found
            if each.after is not None
        )

    def _repr_html_(self) -> str:
        # The text of a sensitive value does not contain the value.
        return table(
            ["action", "address", "before", "after"],
            ((i.action, i.address, _text(i.before), _text(i.after)) for i in self.part()),
        )

    def __repr__(self) -> str:
        return f"<Plan: {len(self.part())} changes>"


class Project:
    """A root module and the modules that it calls. It never changes; any number of threads may use it.

    Providers, credentials and a network are not needed.

    >>> project = Project.open(".", files={
    ...     "main.tf": 'module "m" { source = "./m" }\\noutput "id" { value = module.m.id }\\n',
    ...     "m/main.tf": 'output "id" { value = upper("a") }\\n',
    ... })
    >>> [module.address for module in project.modules]
    ['', 'module.m']
    >>> project.validate()["id"].to_python()
    'A'
    """

    __slots__ = ("_handle",)

    def __init__(self, handle: _native.TerraformProjectHandle) -> None:
        self._handle = handle

    @staticmethod
    def open(folder: Folder = ".", **options: Unpack[ProjectOptions]) -> Project:
        """Reads the root module in a folder and the modules that it calls.

        The folder is on disk, or among the files that the program provides. The options are:

        - `files`: a mapping of paths to texts in place of the disk.
        - `texts`: a mapping of paths to texts in place of single files, such as the unsaved texts of
          an editor; the paths are relative to the folder on disk, or to the root of `files`.
        - `modules(key, source, version)`: returns the directory of a module that is not local, or None.
        - `host`: a `Host` with files and data for functions, in place of these three.
        - `version`: the version of Terraform, such as `1.13`; by default the newest.
        - `schemas`: the `Schemas` of providers; without them, checks that depend on a schema are left
          out.
        - `workspace`: the value of `terraform.workspace`.
        - `manifest`: the content of `modules.json`; by default it is read from the folder.
        - `queries`: whether query files (`.tfquery.hcl`) are checked, too.
        - `inputs`: the values of root variables with `const`, a dict of the arguments of `plan`.
        - `dialect`: `terraform`, `opentofu`, or `detected`, the default: OpenTofu if no version is set
          and the folder has a file that only OpenTofu reads, such as `main.tofu`.
        - `strictness`: the errors in addition to those of Terraform: `none`; `parts`, the default: each
          part of a value that does not convert; `warnings` or `errors`: also attributes that an object
          type does not declare.
        """
        return Project(_native.terraform_project_open(*_opening(folder, **options)))

    @staticmethod
    def open_partial(
        folder: Folder = ".", **options: Unpack[ProjectOptions]
    ) -> tuple[Project, tuple[Diagnostic, ...]]:
        """Reads as much of a project as possible, and returns all diagnostics.

        They include a warning for each module that is not available.
        """
        handle, error = _native.terraform_project_open(*_opening(folder, **options), True)
        return Project(handle), () if error is None else diagnostics_of(error)

    @property
    def _data(self) -> _native.TerraformProjectData:
        data = _native.terraform_project_info(self._handle)
        assert data is not None
        return data

    @property
    def modules(self) -> tuple[ProjectModule, ...]:
        """The modules: the root module first, those that are not available last."""
        found = (
            _native.terraform_project_module_at(self._handle, at)
            for at in range(self._data.module_count)
        )
        return tuple(
            ProjectModule(
                each.address or "",
                each.source or "",
                (each.directory or "") if each.is_available else None,
                each.file,
                None if each.file is None else each.range.start.line,
            )
            for each in found
        )

    def module(self, address: str = "") -> Module:
        """The declarations of a module by its address, which is empty for the root module."""
        return _native.terraform_project_module_get(self._handle, address)

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of the files of all modules, as diagnostics name them."""
        count = self._data.file_count
        return tuple(_native.terraform_project_file_at(self._handle, at) or "" for at in range(count))

    def validate(self) -> Outputs:
        """Checks the project as `terraform validate` does, and infers the types of its outputs.

        Warnings are those of `validate_partial`.
        """
        return Outputs(_native.terraform_project_validate(self._handle))

    def validate_partial(self) -> tuple[Outputs, tuple[Diagnostic, ...]]:
        """Validates as `validate` does; errors affect only the outputs that depend on them."""
        found, error = _native.terraform_project_validate(self._handle, True)
        return Outputs(found), () if error is None else diagnostics_of(error)

    def plan(self, **inputs: Unpack[Inputs]) -> Outputs:
        """Evaluates the project with inputs, on an empty state.

        Values that only a provider can set are unknown. The inputs are those of `Module.evaluate`; of
        these, only values and `require_all` apply.
        """
        from .terraform import _inputs

        return Outputs(_native.terraform_project_plan(self._handle, _inputs(**inputs)))

    def plan_partial(self, **inputs: Unpack[Inputs]) -> tuple[Outputs, tuple[Diagnostic, ...]]:
        """Plans as `plan` does; errors affect only the outputs that depend on them."""
        from .terraform import _inputs

        found, error = _native.terraform_project_plan(self._handle, _inputs(**inputs), True)
        return Outputs(found), () if error is None else diagnostics_of(error)

    def __repr__(self) -> str:
        return f"<Project: {len(self.modules)} modules>"


def _opening(
    folder: Folder,
    *,
    files: Mapping[str, str | bytes] | None = None,
    texts: Mapping[str, str | bytes] | None = None,
    modules: Callable[[str, str, str | None], str | None] | None = None,
    host: Host | None = None,
    version: str | None = None,
    schemas: Schemas | None = None,
    workspace: str | None = None,
    manifest: str | Mapping[str, Any] | None = None,
    queries: bool = False,
    inputs: Inputs | None = None,
    dialect: _native.TerraformDialect = "detected",
    strictness: _native.TerraformStrictness = "parts",
) -> tuple[_native.TerraformHostHandle, str, dict[str, Any]]:
    from .terraform import Host, _inputs

    within = path("folder", folder)
    if host is None:
        if files is None:
            check_folder(within)
        host = Host(root=None if files is not None else within, files=files, texts=texts, modules=modules)
        within = within if files is not None else "."
    options: dict[str, Any] = {
        "has_queries": queries,
        "version": version,
        "workspace": workspace,
        "manifest": manifest if manifest is None or isinstance(manifest, str) else json.dumps(manifest),
        "schemas": None if schemas is None else schemas._handle,
        "inputs": None if inputs is None else _inputs(**inputs),
        "dialect": dialect,
        "strictness": strictness,
    }
    return host._handle, within, options
