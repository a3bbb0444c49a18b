"""Language services: workspaces of documents, edits, requests and diagnostics."""

import pytest

import polycty

pytestmark = pytest.mark.skipif(
    not {"services", "terraform"} <= set(polycty.features()), reason="the library is built without language services"
)
if "services" in polycty.features():
    from polycty.services import Workspace

FILES = {"/w/variables.tf": 'variable "port" {\n  type = number\n}\n'}
MAIN = 'output "p" {\n  value = var.port\n}\n'


def workspace():
    found = Workspace(folders=["/w"], files=FILES)
    found.open("file:///w/main.tf", MAIN, version=1)
    return found


def test_requests_have_the_results_of_the_protocol():
    found = workspace()
    assert "var.port: number" in found.request("hover", "/w/main.tf", (1, 15))["contents"]["value"]
    assert found.request("definition", "/w/main.tf", (1, 15)) == [
        {
            "uri": "file:///w/variables.tf",
            "range": {"start": {"line": 0, "character": 10}, "end": {"line": 0, "character": 14}},
        }
    ]
    edit = found.request("rename", "/w/main.tf", (1, 15), newName="q")
    assert sorted(edit["changes"]) == ["file:///w/main.tf", "file:///w/variables.tf"]
    assert [each["name"] for each in found.request("workspace_symbol", query="prt")] == ['variable "port"']
    assert found.request("formatting", "/w/main.tf", ((0, 0), (1, 0))) == []
    with pytest.raises(polycty.errors.InvalidArgumentError):
        found.request("hover", "/w/main.tf")
    with pytest.raises(ValueError):
        found.request("nothing", "/w/main.tf")


def test_edits_change_diagnostics():
    found = workspace()
    assert found.diagnostics() == ()
    found.change("/w/main.tf", "prot", ((1, 14), (1, 18)), version=2)
    (diagnostic,) = found.diagnostics("/w/main.tf")
    assert diagnostic.severity == "error" and diagnostic.range.start.line == 2
    found.change("/w/main.tf", "locals {}\n")
    assert found.text("/w/main.tf") == "locals {}\n"
    found.close("/w/main.tf")
    found.file_changed("/w/main.tf")
    with pytest.raises(polycty.errors.NotFoundError):
        found.text("/w/main.tf")


def test_errors_of_options_and_files_reach_the_caller():
    with pytest.raises(polycty.UnsupportedError):
        Workspace(terraform_version="0.1")

    def fail(path):
        raise OSError("no disk")

    with pytest.raises(polycty.CallbackError, match="no disk") as raised:
        Workspace(reader=fail).text("/w/main.tf")
    assert isinstance(raised.value.__cause__, OSError)


def test_a_specification_describes_hcl_files():
    text = 'object {\n  attr "port" {\n    type = number\n  }\n}\n'
    found = Workspace(hcl_specifications={".service.hcl": text})
    found.open("/w/web.service.hcl", "port = []\n")
    assert len(found.diagnostics("/w/web.service.hcl")) == 1
    found.open("/w/other.hcl", "port = []\n")
    assert found.diagnostics("/w/other.hcl") == ()
