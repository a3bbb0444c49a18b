"""Language services for editors: the requests of the language server protocol about documents.

>>> from polycty import services
>>> workspace = services.Workspace()
>>> workspace.open("/w/main.tf", 'variable "port" {\\n  type = number\\n}\\n')
>>> workspace.request("hover", "/w/main.tf", (0, 11))["contents"]["value"].splitlines()[1]
'var.port: number'
"""

from __future__ import annotations

import json
from typing import Any, Callable, Iterable, Mapping, Optional, Tuple, Union

from ._arguments import elements, items, mapping
from . import _native
from .errors import Diagnostic, diagnostics_of

__all__ = ["Workspace"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._native import PositionEncoding, Request

Position = Tuple[int, int]
Range = Tuple[Position, Position]
About = Union[Position, Range, None]


def _range(about: About) -> dict[str, Any] | None:
    if about is None:
        return None
    given: Any = about
    start, end = given if isinstance(given[0], tuple) else (given, given)
    return {
        "start_line": start[0],
        "start_column": start[1],
        "end_line": end[0],
        "end_column": end[1],
    }


def _names(files: Mapping[str, object], folder: str) -> str | None:
    prefix = folder.rstrip("/") + "/"
    below = (path[len(prefix) :].partition("/") for path in files if path.startswith(prefix))
    found = sorted({first + slash for first, slash, _ in below})
    return "\n".join(found) if found else None


@_native.set_class
class Workspace(_native.WorkspaceHandle):
    """Folders with files, and open documents, whose texts replace the files until they are closed.

    A document is named by its URI or its absolute path. Positions are pairs of a line from 0 and a
    column in the unit of the workspace; ranges are pairs of positions. One thread at a time may use a
    workspace.

    >>> workspace = Workspace(files={"/w/main.tf": 'output "a" {\\n  value = var.nope\\n}\\n'}, folders=["/w"])
    >>> [(d.file, d.range.start.line) for d in workspace.diagnostics()]
    [('/w/main.tf', 2)]
    """

    __slots__ = ()

    def __new__(
        cls,
        *,
        folders: Iterable[str] = (),
        files: Mapping[str, str | bytes] | None = None,
        reader: Callable[[str], str | bytes | None] | None = None,
        lister: Callable[[str], str | None] | None = None,
        encoding: PositionEncoding = "utf16",
        snippets: bool = False,
        opentofu: bool = False,
        terraform_version: str = "",
        provider_schemas: str | bytes = "",
        puppet_facts: str | bytes = "",
        puppet_modules: Iterable[str] = (),
        mcl_kinds: str | bytes = "",
        mcl_modules: str = "",
        hcl_specifications: Mapping[str, str] | None = None,
    ) -> Workspace:
        """A workspace without open documents.

        `files` are texts by their absolute paths in place of the files of the disk. `reader` and
        `lister` are functions in place of them: the text of a path or None, and the names in a folder,
        one on each line and those of folders with a `/` at the end. `provider_schemas` is the output of
        `terraform providers schema -json`, `puppet_facts` a JSON object, and `mcl_kinds` those of
        `polycty mcl check --kinds`. `hcl_specifications` are texts in the language of hcldec by the ends of
        the paths that they describe.
        """
        workspace = _native.workspace_new(
            {
                "encoding": encoding,
                "has_snippets": snippets,
                "is_opentofu": opentofu,
                "terraform_version": terraform_version,
                "provider_schemas": provider_schemas,
                "puppet_facts": puppet_facts,
                "puppet_modules": elements("puppet_modules", puppet_modules),
                "mcl_kinds": mcl_kinds,
                "mcl_modules": mcl_modules,
                "folders": elements("folders", folders),
                "hcl_specifications": json.dumps(dict(items("hcl_specifications", hcl_specifications))) if hcl_specifications else "",
            }
        )
        if files is not None:
            reader, lister = mapping("files", files).get, lambda folder: _names(files, folder)
        if reader is not None:
            _native.workspace_set_files(workspace, reader, lister or (lambda folder: None))
        return workspace

    def open(self, document: str, text: str | bytes, *, version: int = 0, language_id: str = "") -> None:
        """Opens a document, or replaces an open one.

        `language_id` is an identifier of the protocol such as `puppet`, for a path that does not decide
        about the language.
        """
        _native.workspace_open(self, document, language_id, version, text)

    def change(self, document: str, text: str | bytes, range: Range | None = None, *, version: int = 0) -> None:
        """Replaces a range of an open document, or its whole text."""
        _native.workspace_change(self, document, version, _range(range), text)

    def close(self, document: str) -> None:
        """Closes a document, so that its file applies again."""
        _native.workspace_close(self, document)

    def file_changed(self, path: str) -> None:
        """Reports that a file has changed, appeared or disappeared."""
        _native.workspace_file_changed(self, path)

    def text(self, document: str) -> str:
        """The text of an open document, or else of a file."""
        return _native.workspace_document_to_text(self, document)

    def diagnostics(self, document: Optional[str] = None) -> tuple[Diagnostic, ...]:
        """The diagnostics of a document or file.

        Without a document: those of all files of known languages in the folders, and of all open
        documents.
        """
        found = _native.workspace_diagnostics(self, document or "", True)
        return () if found is None else diagnostics_of(found)

    def request(self, request: Request, document: str = "", about: About = None, **arguments: Any) -> Any:
        """The result of a request in the protocol, as plain data.

        `about` is a position or a range; None is the whole document. The arguments are the other
        parameters of the request, such as `newName="port"`.
        """
        given = json.dumps(arguments) if arguments else ""
        return json.loads(_native.workspace_request(self, document, _range(about), given, request))
