"""Puppet: catalogs of nodes, their differences, and lookups in Hiera data."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._arguments import elements, path
from . import _native
from ._display import plain, table
from ._path import check_folder
from ._value import Value
from .errors import Diagnostic, diagnostics_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypedDict

    from typing_extensions import Unpack

    from .mcl import Resources
    from .puppet import Environment

    class Options(TypedDict, total=False):
        """The options of a compilation or a lookup."""

        facts: Json | None
        trusted: Json | None
        server_facts: Json | None
        classifier: Json | None
        settings: Json | None
        modules: Sequence[Folder]
        manifest: Folder | None
        hiera: Folder | None
        name: str | None
        strict: _native.PuppetStrictness
        environment: Environment | None

Json = Union[str, Mapping[str, Any]]
Folder = Union[str, "os.PathLike[str]"]


class Sensitive:
    """A secret value in a difference, which is compared but never shown."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "(sensitive)"


SENSITIVE = Sensitive()


class Resource:
    """A resource of a catalog.

    >>> catalog = Catalog.parse('''{"name": "n", "version": 1, "edges": [], "classes": [], "resources": [
    ...   {"type": "File", "title": "/a", "tags": ["file"], "parameters": {"mode": "0644"}}]}''')
    >>> resource = catalog["File[/a]"]
    >>> resource.type, resource.title, resource.to_python()
    ('File', '/a', {'mode': '0644'})
    """

    __slots__ = ("_catalog", "_data", "_index")

    def __init__(self, catalog: _native.PuppetCatalogHandle, index: int) -> None:
        self._catalog = catalog
        self._index = index
        self._data = _native.puppet_catalog_resource_at(catalog, index)

    @property
    def kind(self) -> _native.PuppetCatalogKind:
        """The kind of the resource.

        It is `included` (a class that was included, or a node), `native`, `defined`, or `class` (a
        class that was declared like a resource).
        """
        return self._data.kind

    @property
    def type(self) -> str:
        """The type, such as `File`."""
        return self._data.type_name or ""

    @property
    def title(self) -> str:
        """The title; the name of a class has capitalized segments."""
        return self._data.title or ""

    @property
    def reference(self) -> str:
        """The reference, such as `File[/etc/motd]`."""
        return f"{self.type}[{self.title}]"

    @property
    def file(self) -> str | None:
        """The file of the declaration."""
        return self._data.file

    @property
    def line(self) -> int | None:
        """The line of the declaration, from 1."""
        return self._data.line or None

    @property
    def is_exported(self) -> bool:
        """Whether the resource is exported."""
        return self._data.is_exported

    @property
    def is_virtual(self) -> bool:
        """Whether the agent of the node does not receive it; only exported resources are virtual."""
        return self._data.is_virtual

    def _parameters(self) -> Iterator[_native.PuppetCatalogParameter]:
        for at in range(self._data.parameter_count):
            yield _native.puppet_catalog_parameter_at(self._catalog, self._index, at)

    @property
    def parameters(self) -> dict[str, Value]:
        """The parameters in the order of their assignment. A secret is a Sensitive."""
        return {p.name or "": p.value for p in self._parameters() if p.value is not None}

    @property
    def sensitive(self) -> tuple[str, ...]:
        """The names of the parameters whose values are secret."""
        return tuple(p.name or "" for p in self._parameters() if p.is_sensitive)

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags."""
        found = (
            _native.puppet_catalog_tag_at(self._catalog, self._index, at)
            for at in range(self._data.tag_count)
        )
        return tuple(tag or "" for tag in found)

    def get(self, name: str) -> Value | None:
        """The value of a parameter, or None if it is not set."""
        return _native.puppet_catalog_parameter_get(self._catalog, self._index, name)

    def __getitem__(self, name: str) -> Value:
        found = self.get(name)
        if found is None:
            raise KeyError(name)
        return found

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name) is not None

    def to_python(self) -> dict[str, Any]:
        """The parameters as objects of Python; a secret stays a Value."""
        return {name: value.to_python() for name, value in self.parameters.items()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Resource) and (other._catalog, other._index) == (self._catalog, self._index)

    def __hash__(self) -> int:
        return hash((id(self._catalog), self._index))

    def __repr__(self) -> str:
        return f"<Resource {self.reference}>"


class Edge(NamedTuple):
    """An edge of containment.

    >>> catalog = Catalog.parse('''{"name": "n", "version": 1, "classes": [], "resources": [
    ...   {"type": "Class", "title": "A", "tags": ["a"], "parameters": {}},
    ...   {"type": "File", "title": "/a", "tags": ["file"], "parameters": {}}],
    ...   "edges": [{"source": "Class[A]", "target": "File[/a]"}]}''')
    >>> catalog.edges[0].container, catalog.edges[0].contained
    (<Resource Class[A]>, <Resource File[/a]>)
    """

    container: Resource
    contained: Resource


class Side(NamedTuple):
    """A resource that only one catalog has; parameters are plain data, a secret is SENSITIVE.

    >>> Side("File[/a]", "a.pp", 3, {"mode": "0644"}).parameters
    {'mode': '0644'}
    """

    reference: str
    file: Optional[str]
    line: Optional[int]
    parameters: Dict[str, Any]


class ParameterChange(NamedTuple):
    """A parameter with different values.

    They are plain data: None if a resource does not have the parameter, SENSITIVE for a secret.

    >>> ParameterChange("0644", SENSITIVE)
    ParameterChange(before='0644', after=(sensitive))
    """

    before: Any
    after: Any


class ResourceChange(NamedTuple):
    """A resource of both catalogs that differs, with the positions of both declarations.

    `containers` and `exported` are the old and the new state, or None if they are equal.

    >>> change = ParameterChange("0644", "0600")
    >>> ResourceChange("File[/a]", "a.pp", 1, "a.pp", 3, {"mode": change}, None, None).new_line
    3
    """

    reference: str
    old_file: Optional[str]
    old_line: Optional[int]
    new_file: Optional[str]
    new_line: Optional[int]
    parameters: Dict[str, ParameterChange]
    containers: Optional[Tuple[List[str], List[str]]]
    exported: Optional[Tuple[bool, bool]]


class CatalogDifference(NamedTuple):
    """The difference of two catalogs, in the order of their resources. It is false if it is empty.

    >>> text = '''{"name": "n", "version": 1, "edges": [], "classes": [], "resources": [
    ...   {"type": "File", "title": "/a", "tags": ["file"], "parameters": {"mode": "0644"}}]}'''
    >>> before, after = Catalog.parse(text), Catalog.parse(text.replace("0644", "0600"))
    >>> difference = before.difference(after)
    >>> bool(difference), bool(before.difference(before))
    (True, False)
    >>> print(difference, end="")
    ~ File[/a]
        - mode => "0644"
        + mode => "0600"
    """

    added: Tuple[Side, ...]
    removed: Tuple[Side, ...]
    changed: Tuple[ResourceChange, ...]
    added_classes: Tuple[str, ...]
    removed_classes: Tuple[str, ...]
    json: str

    def __bool__(self) -> bool:
        return any(self[:5])

    def __str__(self) -> str:
        """A line for each class, resource and parameter, as `polycty puppet catalog diff` prints them."""
        lines = [f"- class {name}" for name in self.removed_classes]
        lines += [f"+ class {name}" for name in self.added_classes]
        for sign, sides in (("-", self.removed), ("+", self.added)):
            for side in sides:
                lines.append(f"{sign} {side.reference}{_place(side.file, side.line)}")
                lines += [f"    {sign} {name} => {_text(value)}" for name, value in side.parameters.items()]
        for change in self.changed:
            lines += _change_lines(change)
        return "".join(line + "\n" for line in lines)

    def _repr_html_(self) -> str:
        return plain(str(self))


def _place(file: str | None, line: int | None) -> str:
    if file is None:
        return ""
    return f" {file}" if line is None else f" {file}:{line}"


def _text(value: Any) -> str:
    if value is SENSITIVE:
        return "(sensitive)"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _change_lines(change: ResourceChange) -> list[str]:
    before, after = _place(change.old_file, change.old_line), _place(change.new_file, change.new_line)
    lines = [f"~ {change.reference}{after}" if before == after else f"~ {change.reference}{before} =>{after}"]
    for name, values in change.parameters.items():
        for sign, value in (("-", values.before), ("+", values.after)):
            if value is not None:
                lines.append(f"    {sign} {name} => {_text(value)}")
    if change.containers is not None:
        lines += [f"    {sign} in {', '.join(names)}" for sign, names in zip("-+", change.containers)]
    if change.exported is not None:
        lines += [f"    {sign} exported: {str(flag).lower()}" for sign, flag in zip("-+", change.exported)]
    return lines


def _shown(value: Any) -> Any:
    return SENSITIVE if value == {"__ptype": "Sensitive"} else value


def _side(found: dict[str, Any]) -> Side:
    parameters = {name: _shown(value) for name, value in found["parameters"].items()}
    return Side(found["reference"], found.get("file"), found.get("line"), parameters)


def _change(found: dict[str, Any]) -> ResourceChange:
    parameters = {
        name: ParameterChange(_shown(values.get("old")), _shown(values.get("new")))
        for name, values in found["parameters"].items()
    }
    return ResourceChange(
        found["reference"],
        found.get("old_file"),
        found.get("old_line"),
        found.get("new_file"),
        found.get("new_line"),
        parameters,
        (found["old_containers"], found["new_containers"]) if "old_containers" in found else None,
        (found["old_exported"], found["new_exported"]) if "old_exported" in found else None,
    )


class Catalog:
    """The catalog of a node: resources with typed parameters, edges, classes. It never changes.

    >>> catalog = Catalog.parse('''{"name": "web1", "version": 1, "edges": [], "classes": ["settings"],
    ...   "resources": [{"type": "File", "title": "/etc/motd", "file": "site.pp", "line": 3,
    ...                  "tags": ["file"], "parameters": {"mode": "0644"}}]}''')
    >>> motd = catalog["File[/etc/motd]"]
    >>> motd.file, motd.line, motd["mode"].to_python()
    ('site.pp', 3, '0644')
    >>> [resource.reference for resource in catalog]
    ['File[/etc/motd]']

    `compile` makes the catalog from the folder of an environment (a control repository). Only files
    in the folders of its arguments are read.
    """

    __slots__ = ("_handle", "_positions")

    def __init__(self, handle: _native.PuppetCatalogHandle) -> None:
        self._handle = handle
        self._positions: dict[tuple[str, str], int] | None = None

    @staticmethod
    def compile(folder: Folder, node: str, **options: Unpack[Options]) -> Catalog:
        """Compiles the catalog of a node of an environment.

        The options are `facts`, `trusted`, `server_facts`, `classifier` (the output of an external
        node classifier) and `settings`, each a mapping or JSON; `modules`, the folders of modules;
        `manifest`, `hiera` (the `hiera.yaml` of the global layer) and `name` (of the environment);
        `strict`, which is `off`, `warning` or `error`; and `environment`, an `Environment` with
        functions and a logger.

        The functions of `puppetlabs/stdlib` that the library has are available, unless a module
        defines them. The diagnostics of an exception have the location of the error.
        """
        return Catalog(_native.puppet_catalog_compile(_options(folder, node, **options)))

    @staticmethod
    def compile_partial(
        folder: Folder, node: str, **options: Unpack[Options]
    ) -> tuple[Catalog, tuple[Diagnostic, ...]]:
        """Compiles as `compile` does, and also returns the warnings about the manifests.

        Without an `environment`, they include the warnings that the program logs.
        """
        handle, error = _native.puppet_catalog_compile(_options(folder, node, **options), True)
        return Catalog(handle), () if error is None else diagnostics_of(error)

    @staticmethod
    def parse(text: str | bytes) -> Catalog:
        """Parses the JSON form of a catalog, which a Puppet server and `to_json` write."""
        return Catalog(_native.puppet_catalog_parse(text))

    @property
    def _data(self) -> _native.PuppetCatalogData:
        data = _native.puppet_catalog_info(self._handle)
        assert data is not None
        return data

    def __len__(self) -> int:
        return self._data.resource_count

    def __iter__(self) -> Iterator[Resource]:
        return (Resource(self._handle, at) for at in range(len(self)))

    @property
    def resources(self) -> tuple[Resource, ...]:
        """The resources in the order of their creation."""
        return tuple(self)

    def get(self, reference: str, title: str | None = None) -> Resource | None:
        """A resource by its reference, or by its type and title; None if there is none.

        Types and names of classes may be in lower case: `catalog.get("class", "ntp")`.
        """
        if title is None:
            reference, bracket, title = reference.partition("[")
            if not bracket or not title.endswith("]"):
                return None
            title = title[:-1]
        type = _capitalized(reference)
        if self._positions is None:
            self._positions = {(r.type, r.title): at for at, r in enumerate(self)}
        at = self._positions.get((type, _capitalized(title) if type == "Class" else title))
        return None if at is None else Resource(self._handle, at)

    def __getitem__(self, reference: str) -> Resource:
        found = self.get(reference)
        if found is None:
            raise KeyError(reference)
        return found

    def __contains__(self, reference: object) -> bool:
        if isinstance(reference, Resource):
            return reference._catalog is self._handle
        return isinstance(reference, str) and self.get(reference) is not None

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges of containment."""
        resources = self.resources
        found = (
            _native.puppet_catalog_edge_at(self._handle, at)
            for at in range(self._data.edge_count)
        )
        return tuple(Edge(resources[edge.container], resources[edge.contained]) for edge in found)

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of classes and nodes in the order of their evaluation."""
        count = self._data.class_count
        return tuple(_native.puppet_catalog_class_at(self._handle, at) or "" for at in range(count))

    def to_json(
        self, *, secrets: bool = False, version: int = 0, uuid: str | None = None, code_id: str | None = None
    ) -> str:
        """The JSON that an agent receives, without virtual resources.

        Secret values are only written if `secrets` is true; otherwise a secret value is an object
        with the member `__ptype` only.
        """
        options: dict[str, Any] = {"has_secrets": secrets, "version": version, "uuid": uuid, "code_id": code_id}
        return _native.puppet_catalog_to_json(self._handle, options)

    def difference(self, after: Catalog) -> CatalogDifference:
        """The difference to a later catalog.

        Resources are the same if their types and titles are equal. Secrets are compared, not shown.
        """
        text = _native.puppet_catalog_diff(self._handle, after._handle)
        found = json.loads(text)
        return CatalogDifference(
            tuple(map(_side, found["added"])),
            tuple(map(_side, found["removed"])),
            tuple(map(_change, found["changed"])),
            tuple(found["added_classes"]),
            tuple(found["removed_classes"]),
            text,
        )

    def check_cycles(self) -> None:
        """Raises with a diagnostic for each dependency cycle, in which an agent has no order."""
        _native.puppet_catalog_check_cycles(self._handle)

    def graph(self) -> Resources:
        """The graph of the agent; raises as `check_cycles`.

        It has the resources of the catalog at the same positions, in the order of their relationships,
        and hidden resources for the ends of containers.
        """
        from . import mcl  # noqa: F401, PLC0415: the class of the result

        return _native.puppet_catalog_graph(self._handle)

    def __repr__(self) -> str:
        return f"<Catalog: {len(self)} resources>"

    def _repr_html_(self) -> str:
        return table(
            ["resource", "kind", "location"],
            ((r.reference, r.kind, _place(r.file, r.line).strip()) for r in self),
        )


def _capitalized(name: str) -> str:
    return "::".join(part.capitalize() for part in name.removeprefix("::").split("::"))


def _json(name: str, object: Json | None) -> str | None:
    if object is None or isinstance(object, str):
        return object
    if not isinstance(object, Mapping):
        raise TypeError(f"{name}: expected a mapping or JSON, found {type(object).__name__}")
    return json.dumps(object)


def _options(
    folder: Folder,
    node: str,
    *,
    facts: Json | None = None,
    trusted: Json | None = None,
    server_facts: Json | None = None,
    classifier: Json | None = None,
    settings: Json | None = None,
    modules: Sequence[Folder] = (),
    manifest: Folder | None = None,
    hiera: Folder | None = None,
    name: str | None = None,
    strict: _native.PuppetStrictness = "error",
    environment: Environment | None = None,
) -> dict[str, Any]:
    if not isinstance(node, str):
        raise TypeError(f"node: expected str, found {type(node).__name__}")
    return {
        "strictness": strict,
        "environment_folder": check_folder(path("folder", folder)),
        "environment_name": name,
        "modules": [path("modules", each) for each in elements("modules", modules)],
        "manifest": None if manifest is None else path("manifest", manifest),
        "hiera": None if hiera is None else path("hiera", hiera),
        "node": node,
        "facts": _json("facts", facts),
        "trusted": _json("trusted", trusted),
        "server_facts": _json("server_facts", server_facts),
        "classifier": _json("classifier", classifier),
        "settings": _json("settings", settings),
        # Another thread may change the environment during the call.
        "environment": None if environment is None else _native.puppet_environment_clone(environment),
    }


def _lookup_options(merge: Json | None, default: object) -> dict[str, Any]:
    from .puppet import value

    return {"merge": merge if merge is None or isinstance(merge, str) else json.dumps(merge), "default_value": None if default is None else value(default)}


def lookup(
    key: str,
    folder: Folder,
    node: str,
    *,
    merge: Json | None = None,
    default: object = None,
    **options: Unpack[Options],
) -> Value:
    """Looks up a key in the Hiera data of an environment, as `puppet lookup` does.

    `merge` is `first`, `unique`, `hash`, `deep`, or a mapping with `strategy` and its options; if it
    is None, that of `lookup_options` in the data. Without data, the value is `default`; the lookup
    fails if that is None.

    The options are those of `Catalog.compile`.

    >>> import pathlib, tempfile
    >>> scratch = tempfile.TemporaryDirectory()
    >>> folder = pathlib.Path(scratch.name)
    >>> (folder / "data").mkdir()
    >>> _ = (folder / "hiera.yaml").write_text("version: 5")
    >>> _ = (folder / "data/common.yaml").write_text("port: 80")
    >>> lookup("port", folder, "web1").to_python()
    80
    >>> lookup("nope", folder, "web1", default=1).to_python()
    1
    """
    return _native.puppet_lookup(key, _options(folder, node, **options), _lookup_options(merge, default))


def explain_lookup(
    key: str,
    folder: Folder,
    node: str,
    *,
    merge: Json | None = None,
    default: object = None,
    **options: Unpack[Options],
) -> tuple[Value, str]:
    """Looks up a key as `lookup` does, and returns how the value was found.

    The explanation shows data, except for Sensitive values. If the lookup fails, it is the detail of
    the first diagnostic of the error.

    >>> import pathlib, tempfile
    >>> scratch = tempfile.TemporaryDirectory()
    >>> folder = pathlib.Path(scratch.name)
    >>> (folder / "data").mkdir()
    >>> _ = (folder / "hiera.yaml").write_text("version: 5")
    >>> _ = (folder / "data/common.yaml").write_text("port: 80")
    >>> value, text = explain_lookup("port", folder, "web1")
    >>> value, 'Found key: "port" value: 80' in text
    (Value((integer 80i)), True)
    """
    given = _options(folder, node, **options)
    found, text = _native.puppet_lookup(key, given, _lookup_options(merge, default), True)
    return found, text or ""
