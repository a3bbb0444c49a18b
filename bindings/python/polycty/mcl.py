"""mgmt's mcl: programs whose result is a graph of resources that changes over time.

>>> from polycty import mcl
>>> host = mcl.Host(kinds=[{"kind": "dir", "fields": [{"lang": "mode", "type": "str"}]}])
>>> program = mcl.Program('$n = "a"\\ndir "/tmp/${n}" { mode => "0755", }\\n', host=host)
>>> runtime = program.start()
>>> runtime.time = 0
>>> runtime.step()
'changed'
>>> [(r.kind, r.name, r["mode"].to_python()) for r in runtime.resources]
[('dir', '/tmp/a', '0755')]
"""

from __future__ import annotations

import json
import time as _time
from typing import Any, AsyncIterator, Callable, Iterable, Iterator, Mapping, NamedTuple, Sequence, Tuple

from ._arguments import elements, items
from . import _native
from ._display import table
from ._type import Type, TypeLike
from ._value import Value

__all__ = [
    "Change",
    "Edge",
    "EdgeChange",
    "Graph",
    "GraphEdge",
    "Host",
    "Program",
    "Receive",
    "Resource",
    "Resources",
    "Runtime",
    "Sender",
    "Vertex",
    "entry",
    "format_value",
    "is_hashable",
    "unify",
    "value_of_json",
    "zero",
]


class Sender:
    """Announces, on any thread, that the result of a followed function has changed.

    >>> host = Host(kinds=[{"kind": "dir", "fields": [{"lang": "mode", "type": "str"}]}])
    >>> senders, texts = [], ["a"]
    >>> follow = lambda arguments, sender: senders.append(sender)
    >>> host.define("m.now", "func() str", lambda: texts[-1], follow=follow)
    >>> runtime = Program('import "m"\\ndir "/a" { mode => m.now(), }\\n', host=host).start()
    >>> runtime.time = 0
    >>> runtime.step(), runtime.resources.get("dir", "/a")["mode"].to_python()
    ('changed', 'a')
    >>> texts.append("b")
    >>> senders[0].announce()
    >>> runtime.step(), runtime.resources.get("dir", "/a")["mode"].to_python()
    ('changed', 'b')
    """

    __slots__ = ("_handle",)

    def __init__(self, handle: _native.MclSenderHandle) -> None:
        self._handle = handle

    @property
    def id(self) -> int:
        """A number that is unique among the current senders."""
        return _native.mcl_sender_id(self._handle)

    def announce(self) -> None:
        """Announces that the result has changed."""
        _native.mcl_sender_send(self._handle)

    def fail(self, message: str) -> None:
        """Announces that the source has failed permanently, which ends the program."""
        _native.mcl_sender_fail(self._handle, _native.error_new("callback", message))


@_native.set_class
class Host(_native.MclHostHandle):
    """The environment of programs: kinds of resources, functions, variables, files, modules.

    A program uses the content that its host had when the program was compiled.
    """

    __slots__ = ()

    def __new__(
        cls,
        *,
        variables: Mapping[str, object] | None = None,
        kinds: Sequence[Mapping[str, object]] | str | None = None,
        files: Callable[[str], str | None] | Mapping[str, str] | None = None,
        modules: Callable[[str], str | None] | Mapping[str, str] | None = None,
    ) -> Host:
        """Makes a host; `files` and `modules` return the text at a path, or None."""
        host = _native.mcl_host_new()
        assert host is not None
        for name, value in items("variables", variables):
            host.set_variable(name, value)
        if kinds is not None:
            host.add_kinds(kinds)
        if files is not None:
            _native.mcl_host_set_files(host, _reader(files))
        if modules is not None:
            _native.mcl_host_set_modules(host, _reader(modules))
        return host

    def add_kinds(self, kinds: Sequence[Mapping[str, object]] | str) -> None:
        """Adds the kinds of a schema."""
        text = kinds if isinstance(kinds, str) else json.dumps(elements("kinds", kinds))
        _native.mcl_host_add_kinds(self, text)

    def set_kind(
        self,
        name: str,
        *,
        validate: Callable[[Resource], object] | None = None,
        compare: Callable[[Resource, Resource], object] | None = None,
        merge: Callable[[Resource, Resource], Mapping[str, object]] | None = None,
        after: Callable[[Resource], Iterable[Sequence[tuple[str, str]]]] | None = None,
        collect: Callable[[str], Mapping[str, object]] | None = None,
    ) -> None:
        """Sets the rules of an existing kind. Resources are only valid during the call of a rule.

        `validate` raises if a resource is invalid, and `compare` if two resources of one name differ.
        `merge` returns the fields of the second resource that the first one gets. `after` returns the
        predecessors of a resource: of each sequence of kinds and names, the first that is in the graph.
        `collect` returns the fields for the data of a resource that another host has exported.

        >>> host = Host(kinds=[{"kind": "dir", "traits": ["edgeable"], "fields": []}])
        >>> host.set_kind("dir", after=lambda r: [[("dir", "/")]] if r.name != "/" else [])
        >>> graph = Resources.build(host, [("dir", "/a", {}), ("dir", "/", {})])
        >>> [resource.name for resource in graph.in_order()]
        ['/', '/a']
        """
        kind: dict[str, object] = {"name": name}
        if validate is not None:
            kind["validate"] = lambda resource: validate(Resource(resource)) and None
        if compare is not None:
            kind["compare"] = lambda first, second: compare(Resource(first), Resource(second)) and None
        if merge is not None:

            def merged(first: Any, second: Any, builder: _native.MclResourceBuilderHandle) -> None:
                _set_fields(builder, merge(Resource(first), Resource(second)))

            kind["merge"] = merged
        if after is not None:

            def ordered(resource: Any, dependencies: _native.MclDependenciesHandle) -> None:
                for choices in after(Resource(resource)):
                    names = [name for _, name in choices]
                    _native.mcl_dependencies_add(dependencies, [kind for kind, _ in choices], names)

            kind["after"] = ordered
        if collect is not None:
            kind["collect"] = lambda data, builder: _set_fields(builder, collect(data))
        _native.mcl_host_set_kind_callbacks(self, kind)

    def set_variable(self, name: str, value: object, *, module: str = "") -> None:
        """Defines a variable of a module, or a global one."""
        _native.mcl_host_set_variable(self, module, name, Value.of(value, dialect="mcl"))

    def add_source(self, module: str, text: str, *, path: str | None = None) -> None:
        """Adds definitions in the language to a system module.

        >>> host = Host()
        >>> host.add_source("greet", 'func hello($name) { "hello ${name}" }\\n')
        >>> program = Program('import "greet"\\n$x = greet.hello("a")\\n', host=host)
        >>> program.files
        ('/main.mcl', '/greet.mcl')
        """
        _native.mcl_host_add_source(self, module, text, path or f"/{module}.mcl")

    def define(
        self,
        name: str,
        signature: str | Callable[[list[Type], list[Value], Type], TypeLike],
        function: Callable[..., object],
        *,
        pure: bool = False,
        speculative: bool = False,
        follow: Callable[[list[Value], Sender], object] | None = None,
        unfollow: Callable[[int], object] | None = None,
    ) -> None:
        """Defines a function: `define("m.loud", "func(text str) str", str.upper)`.

        In place of a signature, a callable receives the types of the arguments, the values that are known,
        and the type of the result, and returns the type of the function. A function returns None if it has
        no value yet. With `follow`, the result changes when the sender that it receives announces it;
        `unfollow` receives the number of a sender that is not used any more.
        """

        def call(arguments: list[Value], type: Type) -> Value | None:
            info = _native.type_function_info(type)
            assert info is not None and info.result is not None
            return _answer(function(*(a.to_python() for a in arguments)), info.result)

        spec: dict[str, object] = {
            "name": name,
            "signature": signature if isinstance(signature, str) else "",
            "flags": (1 if pure else 0) | (2 if speculative else 0),
            "call": call,
        }
        if not isinstance(signature, str):
            infer = signature
            spec["infer"] = lambda types, values, result: Type.of(infer(types, values, result), "mcl")
        if follow is not None:
            spec["follow"] = lambda _, arguments, sender: follow(arguments, Sender(sender))
            spec["unfollow"] = lambda sender: unfollow and unfollow(_native.mcl_sender_id(sender))
        _native.mcl_host_add_function(self, spec)

    def set_world(
        self,
        answer: Callable[..., object],
        follow: Callable[[str, list[Value], Sender], object] | None = None,
        unfollow: Callable[[int], object] | None = None,
    ) -> None:
        """Sets the handler for questions about the outside world, such as `os.readfile`.

        `answer(question, *arguments)` returns the answer, or None for a question that it does not
        support.
        """

        def respond(question: str, arguments: list[Value], type: Type) -> Value | None:
            return _answer(answer(question, *(a.to_python() for a in arguments)), type)

        def start(question: str, arguments: list[Value], sender: _native.MclSenderHandle) -> None:
            if follow is not None:
                follow(question, arguments, Sender(sender))

        def end(sender: _native.MclSenderHandle) -> None:
            if unfollow is not None:
                unfollow(_native.mcl_sender_id(sender))

        _native.mcl_host_set_world(self, respond, start, end)


def _set_fields(builder: _native.MclResourceBuilderHandle, fields: Mapping[str, object]) -> None:
    for name, value in fields.items():
        _native.mcl_resource_builder_set_field(builder, name, Value.of(value, dialect="mcl"))


def zero(type: TypeLike) -> Value:
    """The zero value of a type.

    >>> zero("map{str: int}").to_python(), zero("bool").to_python()
    ({}, False)
    """
    return _native.mcl_value_zero(Type.of(type, "mcl"))


def entry(map: Value, key: object) -> Value | None:
    """The value under a key of a map; None if there is none.

    >>> entry(value_of_json('{"a": 1}', "map{str: int}"), "a").to_python()
    1
    """
    return _native.mcl_value_get(map, Value.of(key, dialect="mcl"))


def value_of_json(text: str | bytes, type: TypeLike, *, fields: _native.MclFields = "exact") -> Value:
    """The value of JSON; with `flexible`, missing fields of structs are zero, and others are ignored.

    >>> value_of_json("{}", "struct{a int}", fields="flexible").to_python()
    {'a': 0}
    """
    return _native.mcl_value_from_json(text, Type.of(type, "mcl"), fields)


def is_hashable(type: TypeLike) -> bool:
    """Whether values of a type may be keys of maps.

    >>> is_hashable("struct{a int}"), is_hashable("[]int")
    (True, False)
    """
    return _native.mcl_type_is_hashable(Type.of(type, "mcl"))


def unify(first: str, second: str, of: str | None = None) -> Type:
    """The type `of`, or the first one, with the variables that make two types equal.

    The notations share their variables, `?1` and so on.

    >>> unify("func(a ?1) ?1", "func(a str) ?2").format("mcl")
    'func(a str) str'
    """
    scope = _native.variable_scope_new()
    assert scope is not None
    types = [_native.mcl_type_parse(each, scope) for each in (first, second, first if of is None else of)]
    return _native.mcl_type_unify(*types)


def value_of(value: object, type: Type) -> Value:
    """The value of a type of mcl."""
    if isinstance(value, Value):
        return value
    return _native.mcl_value_from_json(json.dumps(value), type, "flexible")


def format_value(value: Value) -> str:
    """A value as the language prints it.

    >>> format_value(value_of_json("[1, 2]", "[]int"))
    '[1, 2]'
    """
    return _native.mcl_value_format(value)


def _answer(found: object, type: Type) -> Value | None:
    return None if found is None else value_of(found, type)


def _reader(source: Callable[[str], str | None] | Mapping[str, str]) -> Callable[[str], str | None]:
    return source.get if isinstance(source, Mapping) else source


class Edge(NamedTuple):
    """An edge between two resources, by their positions.

    >>> host = Host(kinds=[{"kind": "dir", "fields": []}])
    >>> names = [("dir", "/a", {}), ("dir", "/b", {})]
    >>> graph = Resources.build(host, names, [(("dir", "/a"), ("dir", "/b"))])
    >>> graph.edges
    (Edge(source=0, target=1, notify=False, automatic=False),)
    """

    source: int
    target: int
    notify: bool
    automatic: bool


class Change(NamedTuple):
    """A resource that was `added`, `removed` or `changed`, and the names of its changed parts.

    >>> host = Host(kinds=[{"kind": "dir", "fields": [{"lang": "mode", "type": "str"}]}])
    >>> before, after = (Resources.build(host, [("dir", "/a", {"mode": mode})]) for mode in ("0700", "0755"))
    >>> change = before.difference(after)[0]
    >>> change.kind, change.after.name, change.fields
    ('changed', '/a', ('mode',))
    """

    kind: str
    before: "Resource | None"
    after: "Resource | None"
    fields: Tuple[str, ...] = ()
    meta: Tuple[str, ...] = ()


class EdgeChange(NamedTuple):
    """An edge that was `added` or `removed`, between kinds and names of resources.

    `sent` and `field` are the names of a sent value and of the field that receives it, or None.

    >>> host = Host(kinds=[{"kind": "dir", "fields": []}])
    >>> names = [("dir", "/a", {}), ("dir", "/b", {})]
    >>> before, after = Resources.build(host, names), Resources.build(host, names, [(("dir", "/a"), ("dir", "/b"))])
    >>> [(change.kind, change.source, change.target) for change in before.edge_changes(after)]
    [('added', ('dir', '/a'), ('dir', '/b'))]
    """

    kind: str
    source: Tuple[str, str]
    target: Tuple[str, str]
    notify: bool
    sent: "str | None"
    field: "str | None"


class Vertex(NamedTuple):
    """A vertex of the graph of functions; `value` is that of a constant.

    >>> host = Host(kinds=[{"kind": "dir", "fields": [{"lang": "n", "type": "int"}]}])
    >>> graph = Program('dir "/a" { n => 1 + 2, }\\n', host=host).graph
    >>> constants = [vertex.value.to_python() for vertex in graph.vertices if vertex.kind == "const"]
    >>> 1 in constants, 2 in constants
    (True, True)
    """

    kind: str
    name: str
    file: "str | None"
    line: int
    column: int
    value: "Value | None"
    type: "Type | None"


class GraphEdge(NamedTuple):
    """An edge of the graph of functions, by the positions of its vertices.

    >>> host = Host(kinds=[{"kind": "dir", "fields": [{"lang": "n", "type": "int"}]}])
    >>> graph = Program('dir "/a" { n => 1 + 2, }\\n', host=host).graph
    >>> edge = graph.edges[0]
    >>> graph.vertices[edge.source].kind
    'const'
    """

    source: int
    target: int
    arguments: str


class Graph(NamedTuple):
    """The graph of the functions of a program.

    >>> host = Host(kinds=[{"kind": "dir", "fields": []}])
    >>> graph = Program('dir "/a" {}\\n', host=host).graph
    >>> [vertex.kind for vertex in graph.vertices if vertex.value is not None]
    ['const']
    """

    vertices: Tuple[Vertex, ...]
    edges: Tuple[GraphEdge, ...]


class Receive(NamedTuple):
    """A field that receives a value of another resource, with the positions of both resources.

    >>> Receive(source=0, sent="out", target=1, field="mode").field
    'mode'
    """

    source: int
    sent: str
    target: int
    field: str


class Resource(Mapping[str, Value]):
    """A resource: its kind, its name, and its fields as a mapping.

    >>> host = Host(kinds=[{"kind": "dir", "fields": [{"lang": "mode", "type": "str"}]}])
    >>> resource = Resources.build(host, [("dir", "/a", {"mode": "0755"})]).get("dir", "/a")
    >>> resource.kind, resource.name, list(resource), resource.meta("noop").to_python()
    ('dir', '/a', ['mode'], False)
    """

    __slots__ = ("_handle", "_data")

    def __init__(self, handle: _native.MclResourceHandle) -> None:
        data = _native.mcl_resource_info(handle)
        assert data is not None
        self._handle = handle
        self._data = data

    @property
    def kind(self) -> str:
        """The kind."""
        return self._data.kind or ""

    @property
    def name(self) -> str:
        """The name."""
        return self._data.name or ""

    @property
    def file(self) -> str | None:
        """The file of the declaration, in the graph of a catalog."""
        return self._data.file or None

    @property
    def line(self) -> int | None:
        """The line of the declaration, from 1, in the graph of a catalog."""
        return self._data.line or None

    @property
    def is_hidden(self) -> bool:
        """Whether the resource is hidden: it exists for other resources only, and is not applied."""
        return self._data.is_hidden

    @property
    def exports(self) -> tuple[str, ...]:
        """The hosts that the resource is exported to."""
        found = (_native.mcl_resource_export_at(self._handle, at) for at in range(self._data.export_count))
        return tuple(host or "" for host in found)

    def meta(self, name: str) -> Value:
        """A meta parameter, such as `noop`."""
        return _native.mcl_resource_meta_get(self._handle, name)

    def __getitem__(self, name: str) -> Value:
        found = _native.mcl_resource_field_get(self._handle, name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        for at in range(self._data.field_count):
            field = _native.mcl_resource_field_at(self._handle, at)
            yield (field.name if field else None) or ""

    def __len__(self) -> int:
        return self._data.field_count

    def __repr__(self) -> str:
        return f"<Resource {self.kind}[{self.name}]>"


@_native.set_class
class Resources(_native.MclResourcesHandle):
    """A graph of resources. It never changes."""

    __slots__ = ()

    @staticmethod
    def build(
        host: Host,
        resources: Iterable[Sequence[Any]],
        edges: Iterable[tuple[tuple[str, str], tuple[str, str]]] = (),
    ) -> Resources:
        """Builds a graph by the rules of a program.

        A resource is its kind, its name and its fields, and optionally its meta parameters; an edge is
        the kind and the name of a resource and of one that follows it.

        >>> host = Host(kinds=[{"kind": "dir", "fields": [{"lang": "mode", "type": "str"}]}])
        >>> graph = Resources.build(
        ...     host,
        ...     [("dir", "/a", {"mode": "0755"}), ("dir", "/b", {}, {"noop": True})],
        ...     [(("dir", "/b"), ("dir", "/a"))],
        ... )
        >>> [resource.name for resource in graph.in_order()]
        ['/b', '/a']
        """
        builder = _native.mcl_builder_new(host)
        assert builder is not None
        for kind, name, fields, *meta in resources:
            made = _native.mcl_resource_builder_new(host, kind, name)
            _set_fields(made, fields)
            for parameter, value in (meta[0] if meta else {}).items():
                _native.mcl_resource_builder_set_meta(made, parameter, Value.of(value, dialect="mcl"))
            _native.mcl_builder_add(builder, made)
        for before, after in edges:
            edge = {
                "from_kind": before[0],
                "from_name": before[1],
                "to_kind": after[0],
                "to_name": after[1],
            }
            _native.mcl_builder_add_edge(builder, edge)
        return _native.mcl_builder_build(builder)

    @staticmethod
    def empty() -> Resources:
        """A graph without resources.

        >>> len(Resources.empty())
        0
        """
        made = _native.mcl_resources_empty()
        assert made is not None
        return made

    def __len__(self) -> int:
        info = _native.mcl_resources_info(self)
        return info.count if info else 0

    def __iter__(self) -> Iterator[Resource]:
        for at in range(len(self)):
            found = _native.mcl_resources_at(self, at)
            assert found is not None
            yield Resource(found)

    def in_order(self) -> Iterator[Resource]:
        """The resources in an order in which each follows those that it depends on."""
        for at in range(len(self)):
            found = _native.mcl_resources_in_order_at(self, at)
            assert found is not None
            yield Resource(found)

    def get(self, kind: str, name: str) -> Resource:
        """The resource of a kind and a name."""
        found = _native.mcl_resources_at(self, _native.mcl_resources_get(self, kind, name))
        assert found is not None
        return Resource(found)

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges."""
        info = _native.mcl_resources_info(self)
        found = (_native.mcl_resources_edge_at(self, at) for at in range(info.edge_count if info else 0))
        return tuple(Edge(e.from_, e.to, bool(e.flags & 1), bool(e.flags & 2)) for e in found)

    @property
    def receives(self) -> tuple[Receive, ...]:
        """The fields that receive values of other resources."""
        info = _native.mcl_resources_info(self)
        found = (_native.mcl_resources_receive_at(self, at) for at in range(info.receive_count if info else 0))
        return tuple(Receive(r.from_, r.sent or "", r.to, r.field or "") for r in found)

    def difference(self, after: Resources) -> tuple[Change, ...]:
        """The changes from this graph to another."""
        made = _native.mcl_difference_new(self, after)
        info = _native.mcl_difference_info(made)
        found = (_native.mcl_difference_at(made, at) for at in range(info.change_count if info else 0))
        return tuple(
            Change(
                c.kind,
                _resource(c.before),
                _resource(c.after),
                tuple(_native.mcl_difference_field_at(made, at, i) or "" for i in range(c.field_count)),
                tuple(_native.mcl_difference_meta_at(made, at, i) or "" for i in range(c.meta_count)),
            )
            for at, c in enumerate(found)
        )

    def edge_changes(self, after: Resources) -> tuple[EdgeChange, ...]:
        """The edges and receiving fields that another graph lacks or has in addition."""
        made = _native.mcl_difference_new(self, after)
        info = _native.mcl_difference_info(made)
        found = (_native.mcl_difference_edge_at(made, at) for at in range(info.edge_count if info else 0))
        return tuple(
            EdgeChange(
                e.kind,
                (e.from_kind or "", e.from_name or ""),
                (e.to_kind or "", e.to_name or ""),
                bool(e.flags & 1),
                e.sent or None,
                e.field or None,
            )
            for e in found
        )

    def difference_text(self, after: Resources) -> str:
        """The changes of resources and edges from this graph to another, a line for each."""
        return _native.mcl_difference_to_text(_native.mcl_difference_new(self, after)) or ""

    def to_text(self, format: _native.MclGraphFormat = "text") -> str:
        """The graph as `text` or in the notation of `graphviz`."""
        return _native.mcl_resources_to_text(self, format) or ""

    def _repr_html_(self) -> str:
        return table(
            ["resource", "fields"],
            ((f"{r.kind}[{r.name}]", ", ".join(f"{n} => {format_value(v)}" for n, v in r.items())) for r in self),
        )

    def __repr__(self) -> str:
        return f"<Resources: {', '.join(f'{r.kind}[{r.name}]' for r in self)}>"


def _resource(handle: _native.MclResourceHandle | None) -> Resource | None:
    return None if handle is None else Resource(handle)


@_native.set_class
class Program(_native.MclProgramHandle):
    """A compiled program. It never changes."""

    __slots__ = ()

    def __new__(
        cls, text: str | None = None, *, file: str = "main.mcl", host: Host | None = None
    ) -> Program:
        """Compiles a text, or without one the file of the host."""
        if text is None:
            return _native.mcl_program_compile(file, host or Host())
        return _native.mcl_program_compile_text(text, file, host)

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of the source files."""
        count = _native.mcl_program_file_count(self)
        return tuple(_native.mcl_program_file_at(self, at) or "" for at in range(count))

    @property
    def graph(self) -> Graph:
        """The graph of functions before the program runs.

        >>> graph = Program("$a = 1 + 2\\n").graph
        >>> all(edge.target < len(graph.vertices) for edge in graph.edges)
        True
        """
        made = _native.mcl_program_graph(self)
        info = _native.mcl_graph_info(made)
        assert info is not None
        vertices = (_native.mcl_graph_vertex_at(made, at) for at in range(info.vertex_count))
        edges = (_native.mcl_graph_edge_at(made, at) for at in range(info.edge_count))
        return Graph(
            tuple(
                Vertex(v.kind, v.name or "", v.file or None, v.line, v.column, v.value, v.type) for v in vertices
            ),
            tuple(GraphEdge(e.from_, e.to, e.arguments or "") for e in edges),
        )

    def graph_text(self, format: _native.MclGraphFormat = "text") -> str:
        """The graph of functions before the program runs."""
        return _native.mcl_graph_to_text(_native.mcl_program_graph(self), format) or ""

    def start(self, *, vertices: int = 0) -> Runtime:
        """Starts the program; nothing is computed before the first step."""
        return Runtime(_native.mcl_runtime_start(self, vertices))

    async def stream(self) -> AsyncIterator[Resources]:
        """The graphs of the running program, by the system's clock.

        The event loop waits for the descriptor of the runtime and for the next timer.
        """
        runtime = self.start()
        while True:
            runtime.time = _time.time()
            if runtime.step() == "changed":
                yield runtime.resources
            await runtime.wait_async()

    def run(self) -> Iterator[Resources]:
        """The graphs of the running program, by the system's clock. It blocks between them."""
        runtime = self.start()
        while True:
            runtime.time = _time.time()
            if runtime.step() == "changed":
                yield runtime.resources
            runtime.wait()

    def __repr__(self) -> str:
        return f"<Program {', '.join(self.files)}>"


class Runtime:
    """A running program. Only one thread at a time may use it; senders may be used by any.

    >>> host = Host(kinds=[{"kind": "dir", "fields": []}])
    >>> runtime = Program('dir "/a" {}\\n', host=host).start()
    >>> runtime.time = 0
    >>> runtime.step(), runtime.step(), runtime.next_time
    ('changed', 'same', None)
    """

    __slots__ = ("_handle", "_time")

    def __init__(self, handle: _native.MclRuntimeHandle) -> None:
        self._handle = handle
        self._time = 0.0

    def fileno(self) -> int:
        """A descriptor that is readable when a step has work to do; do not read from it."""
        return _native.mcl_runtime_descriptor(self._handle)

    @property
    def time(self) -> float:
        """The time in seconds since 1970; when it is set, expired timers are announced."""
        return self._time

    @time.setter
    def time(self, time: float) -> None:
        self._time = time
        _native.mcl_runtime_set_time(self._handle, int(time * 1000 // 1))

    @property
    def next_time(self) -> float | None:
        """The time of the next timer."""
        found = _native.mcl_runtime_next_time(self._handle)
        return None if found is None else found / 1000

    def step(self) -> str:
        """Computes until there is no more work: `changed`, `same`, or `waiting` for values."""
        return _native.mcl_runtime_step(self._handle)

    @property
    def resources(self) -> Resources:
        """The graph of the last step."""
        return _native.mcl_runtime_resources(self._handle)

    def _delay(self) -> float | None:
        due = self.next_time
        return None if due is None else max(0.0, due - _time.time())

    def wait(self, most: float | None = None) -> None:
        """Waits until a step has work to do, at most for some seconds."""
        import select

        bounds = [bound for bound in (most, self._delay()) if bound is not None]
        select.select([self], [], [], min(bounds, default=None))

    async def wait_async(self, most: float | None = None) -> None:
        """Waits in the event loop until a step has work to do, at most for some seconds."""
        import asyncio

        loop = asyncio.get_running_loop()
        woken: Any = loop.create_future()
        loop.add_reader(self.fileno(), lambda: woken.done() or woken.set_result(None))
        bounds = [bound for bound in (most, self._delay()) if bound is not None]
        try:
            await asyncio.wait_for(woken, min(bounds, default=None))
        except asyncio.TimeoutError:
            pass
        finally:
            loop.remove_reader(self.fileno())
