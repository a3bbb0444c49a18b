"""JSON Schema: conversion of types to schemas and of schemas to types, and relations.

>>> from polycty import schema
>>> found = schema.Schema.parse('{"type": "integer", "minimum": 1}').to_type("hcl")
>>> found.type, found.relate().inclusion
(Type('number'), 'wider')
>>> schema.of_type("list(string)").schema.data["type"]
['array', 'null']
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Callable, Mapping, NamedTuple, Optional

from . import _native
from ._path import Path, path_of
from ._type import Type, TypeLike
from ._value import Value

if TYPE_CHECKING:
    from ._native import Dialect
    from .puppet import Environment, Manifest
    from .terraform import Module

__all__ = ["Documents", "Note", "Pair", "Relation", "Schema", "of_class", "of_module", "of_type"]


class Relation(NamedTuple):
    """The relation of a second set of documents to a first one.

    `inclusion` is `exact`, `wider`, `narrower`, `unrelated` or `unknown`. `more` is a document that
    only the second set contains, `less` one that only the first contains, as JSON.

    >>> relation = of_type("string").relate()
    >>> relation.inclusion
    'exact'
    """

    inclusion: str
    more: Optional[str]
    less: Optional[str]


class Note(NamedTuple):
    """A part in which a result differs from its source.

    >>> Schema.parse('{"type": "integer", "multipleOf": 5}').to_type("hcl").notes[0].message
    'every type of HCL includes null'
    """

    pointer: str
    path: Path
    message: str
    mismatch: str


def _relation(found: _native.SchemaRelationHandle) -> Relation:
    data = _native.schema_relation_info(found)
    assert data is not None
    return Relation(data.inclusion, data.more, data.less)


class Documents:
    """A set of documents: those that a schema, a type or a module accepts.

    >>> ports = Documents.of_type("list(number)", question="converting")
    >>> ports.contains('["80"]'), ports.contains("{}")
    (True, False)
    >>> ports.relate(Schema.parse('{"type": "array", "items": {"type": "integer"}}').documents).inclusion
    'narrower'
    """

    __slots__ = ("_handle",)

    def __init__(self, handle: _native.SchemaDocumentsHandle) -> None:
        self._handle = handle

    @staticmethod
    def of_type(
        type: TypeLike, dialect: Dialect = "hcl", *, question: _native.SchemaDocumentsQuestion = "values"
    ) -> Documents:
        """The documents that are values of a type, or with `converting` those that convert to it."""
        return Documents(_native.schema_documents_of_type(Type.of(type, dialect), dialect, question))

    @staticmethod
    def of_module(
        module: Module, *, question: _native.SchemaDocumentsQuestion = "converting"
    ) -> Documents:
        """The documents that a Terraform module accepts for its variables, in a `.tfvars.json` file."""
        return Documents(_native.schema_documents_of_module(module, question))

    def contains(self, document: object) -> bool | None:
        """Whether a document is in the set; see `Schema.validates`."""
        if not isinstance(document, (str, bytes)):
            document = Value.of(document).to_json()
        found = _native.schema_documents_take(self._handle, document)
        return None if found == "unknown" else found == "valid"

    def relate(self, other: Documents) -> Relation:
        """The relation of another set to this one."""
        return _relation(_native.schema_documents_relate(self._handle, other._handle))


@_native.set_class
class Schema(_native.SchemaHandle):
    """A JSON Schema. It never changes.

    >>> port = Schema.parse('{"type": "integer", "minimum": 1}')
    >>> port.validates("80"), port.validates("0"), port.to_type("puppet").type
    (True, False, Type('Integer[1]'))
    """

    __slots__ = ()

    @staticmethod
    def parse(
        text: str | bytes | Mapping[str, object] | bool,
        *,
        draft: _native.SchemaDraft = "draft_2020_12",
        pointer: str = "",
        address: str = "",
        retrieve: Callable[[str], str | None] | None = None,
    ) -> Schema:
        """Parses a schema: its text, or the data of one.

        `retrieve` returns the text of another document, or None. The draft, for
        a schema without `$schema`, is `draft_4`, `openapi_3_0`, `draft_6`, `draft_7`,
        `draft_2019_09` or `draft_2020_12`.
        """
        if not isinstance(text, (str, bytes)):
            text = json.dumps(text)
        options = {"draft": draft, "pointer": pointer, "address": address, "retrieve": retrieve}
        return _native.schema_parse(text, options)

    def to_json(self, *, layout: _native.JsonLayout = "pretty") -> str:
        """The schema as JSON, in draft 2020-12."""
        return _native.schema_to_json(self, "whole", layout)

    @property
    def data(self) -> Any:
        """The schema as plain data."""
        return json.loads(self.to_json())

    def to_type(self, dialect: Dialect = "hcl", *, open: _native.SchemaOpenObjects = "closed") -> Pair:
        """The nearest type of a dialect."""
        return Pair(_native.schema_import(self, dialect, open))

    def validates(self, document: object) -> bool | None:
        """Whether the schema accepts a document: JSON as `str` or `bytes`, or the data of one.

        A text as data is JSON too: `'"text"'`. None if the answer is not known.

        >>> found = Schema.parse({"type": "object", "required": ["name"]})
        >>> found.validates({"name": "db"}), found.validates("{}")
        (True, False)
        """
        return self.documents.contains(document)

    def relate(self, other: Schema) -> Relation:
        """The relation of the documents of another schema to those of this one."""
        return self.documents.relate(other.documents)

    @property
    def documents(self) -> Documents:
        """The documents that the schema accepts."""
        return Documents(_native.schema_documents_of_schema(self))

    def __repr__(self) -> str:
        return f"Schema({self.to_json(layout='compact')})"


class Pair:
    """A type and a schema, one of which was generated from the other.

    >>> pair = of_type("Integer[1, 9]", "puppet")
    >>> pair.schema.data["minimum"], pair.relate().inclusion
    (1, 'exact')
    """

    __slots__ = ("_handle", "_data")

    def __init__(self, handle: _native.SchemaPairHandle) -> None:
        data = _native.schema_pair_info(handle)
        assert data is not None
        self._handle = handle
        self._data = data

    @property
    def type(self) -> Type:
        """The type."""
        assert self._data.type is not None
        return self._data.type

    @property
    def schema(self) -> Schema:
        """The schema."""
        assert self._data.schema is not None
        return self._data.schema

    @property
    def notes(self) -> tuple[Note, ...]:
        """The parts in which the result differs from its source."""
        found = (_native.schema_pair_note_at(self._handle, at) for at in range(self._data.note_count))
        return tuple(
            Note(n.pointer or "", path_of(n.path), n.message or "", n.mismatch)
            for n in found
            if n is not None
        )

    def relate(self) -> Relation:
        """The relation of the result to its source."""
        return _relation(_native.schema_pair_relate(self._handle))

    def __repr__(self) -> str:
        return f"<Pair {self.type}>"


def of_type(
    type: TypeLike,
    dialect: Dialect = "hcl",
    *,
    documents: _native.SchemaDocumentsQuestion = "values",
) -> Pair:
    """The schema of the JSON of a type's values, or of the documents that convert to it.

    >>> of_type("number").schema.validates('"x"')
    False
    """
    return Pair(_native.schema_export(Type.of(type, dialect), None, dialect, documents))


def of_class(manifest: Manifest, name: str, environment: Environment | None = None) -> Pair:
    """The schema of the data of a Puppet class.

    >>> from polycty import puppet
    >>> manifest = puppet.Manifest.parse("class web(Integer[1] $port) { }")
    >>> schema = of_class(manifest, "web").schema
    >>> schema.validates('{"port": 80}'), schema.validates('{"port": 0}')
    (True, False)
    """
    return Pair(_native.schema_export_class(manifest, name, environment))


def of_module(module: Module, *, documents: _native.SchemaDocumentsQuestion = "converting") -> Pair:
    """The schema of the variables of a Terraform module.

    >>> from polycty import terraform
    >>> module = terraform.Module.parse({"main.tf": 'variable "n" { type = number }'})
    >>> of_module(module).schema.validates('{"n": 1}'), of_module(module).schema.validates("{}")
    (True, False)
    """
    return Pair(_native.schema_export_module(module, documents))
