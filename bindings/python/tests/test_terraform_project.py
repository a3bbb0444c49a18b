"""Terraform's projects."""

import pytest

import polycty
from polycty import Type, Value

pytestmark = pytest.mark.skipif(
    "terraform" not in polycty.features(), reason="the library is built without terraform"
)
if "terraform" in polycty.features():
    from polycty.terraform import Host, Plan, Project, Schemas

PROJECT = {
    "main.tf": """
variable "n" {
  type = number
}
variable "key" {
  default   = "hunter2"
  sensitive = true
}
module "m" {
  source = "./m"
  count  = var.n
}
output "all" {
  value = module.m[*].o
}
output "key" {
  value     = var.key
  sensitive = true
}
""",
    "m/main.tf": 'output "o" {\n  value = upper(file("${path.module}/motd"))\n}\n',
    "m/motd": "hello",
}


def test_a_project_is_validated_and_planned():
    project = Project.open(files=PROJECT, version="1.13")
    assert [m.address for m in project.modules] == ["", "module.m"]
    assert [m.line for m in project.modules] == [None, 9]
    assert project.files == ("main.tf", "m/main.tf")
    assert list(project.module().variables) == ["n", "key"]
    assert project.module("module.m").variables == {}
    with pytest.raises(polycty.NotFoundError):
        project.module("module.none")
    assert project.validate()["all"].type == Type.of("list(string)")
    planned = project.plan(command_line={"n": "2"}, require_all=True)
    assert planned["all"].to_python() == ["HELLO", "HELLO"]
    assert planned.get("none") is None and list(planned.root) == ["all", "key"]
    assert sorted(planned) == ["all", "key", "module.m[0].output.o", "module.m[1].output.o"]
    assert {o.module for o in planned.all if o.name == "o"} == {"module.m[0]", "module.m[1]"}
    assert '"sensitive":true' in planned.to_json() and "hunter2" not in planned.to_json() + repr(planned)
    assert "<td>all</td>" in planned._repr_html_() and "hunter2" not in planned._repr_html_()


def test_all_errors_of_a_project_are_reported():
    project = Project.open(files=PROJECT)
    with pytest.raises(polycty.Error) as raised:
        project.plan(require_all=True)
    assert raised.value.diagnostics[0].summary == "No value for required variable"
    outputs, diagnostics = project.plan_partial(values={"n": "many"})
    assert not outputs and len(diagnostics) == 1
    broken = {"main.tf": 'variable "a" {\n  const = true\n}\n'}
    project, diagnostics = Project.open_partial(files=broken, version="1.14")
    assert len(diagnostics) == 1
    assert [len(found) for found in project.validate_partial()] == [0, 0]
    with pytest.raises(polycty.UnsupportedError):
        Project.open(files=PROJECT, version="0.12")
    with pytest.raises(FileNotFoundError):
        Project.open("/nowhere/at/all")
    with pytest.raises(NotADirectoryError):
        Project.open(__file__)


def test_modules_of_a_registry_are_found_by_a_callable():
    calls = []

    def find(*call):
        calls.append(call)
        return "cache/v" if call[0] == "v" else None

    texts = {
        "main.tf": 'module "v" {\n  source = "a/b/c"\n  version = "1.0"\n}\nmodule "w" {\n  source = "a/b/d"\n}\n',
        "cache/v/main.tf": 'output "o" {\n  value = 1\n}\n',
    }
    project, diagnostics = Project.open_partial(files=texts, modules=find)
    assert calls == [("v", "a/b/c", "1.0"), ("w", "a/b/d", None)]
    assert [d.summary for d in diagnostics] == ["Module not installed"]
    assert [m.is_available for m in project.modules] == [True, True, False]
    assert project.validate()["module.v.output.o"] == 1

    def fails(*call):
        raise OSError("no network")

    with pytest.raises(polycty.Error) as raised:
        Project.open(files=texts, modules=fails)
    assert isinstance(raised.value.__cause__, OSError)


def test_unsaved_texts_replace_files(tmp_path):
    (tmp_path / "main.tf").write_text('output "a" {\n  value = 1\n}\n')
    assert Project.open(tmp_path).validate()["a"] == 1
    edited = Project.open(tmp_path, texts={"main.tf": 'output "a" {\n  value = module.m.b\n}\nmodule "m" {\n  source = "./m"\n}\n', "m/new.tf": 'output "b" {\n  value = 2\n}\n'})
    assert edited.validate()["a"] == 2
    host = Host(root=str(tmp_path))
    host.set_text("main.tf", "output {")
    with pytest.raises(polycty.Error):
        Project.open(".", host=host)
    host.set_text("main.tf", None)
    assert Project.open(".", host=host).validate()["a"] == 1
    with pytest.raises(polycty.NotFoundError):
        host.set_text("main.tf", None)


def test_schemas_of_providers_apply():
    schemas = Schemas.parse(
        '{"provider_schemas": {"registry.terraform.io/hashicorp/test": {"resource_schemas": {"test_a":'
        '{"block": {"attributes": {"size": {"type": "number", "required": true}}}}}}}}'
    )
    assert schemas.providers == ("registry.terraform.io/hashicorp/test",)
    files = {"main.tf": 'resource "test_a" "x" {\n}\n'}
    assert Project.open(files=files).validate_partial()[1] == ()
    (found,) = Project.open(files=files, schemas=schemas).validate_partial()[1]
    assert found.summary == "Missing required argument" and found.range.start.line == 1
    with pytest.raises(polycty.ParseError):
        Schemas.parse("[]")


def test_plans_have_the_types_of_schemas():
    schemas = Schemas.parse(
        '{"provider_schemas": {"p": {"resource_schemas": {"x": {"block": {"attributes": {"id": {"type": "stri'
        'ng", "computed": true}, "tags": {"type": ["set", "string"], "optional": true}, "key": {"type": "string", "optional": true, "sensitive": true}}}}}}}}'
    )
    text = (
        '{"format_version": "1.2", "variables": {"v": {"value": 1}}, "resource_changes": [{"address": "x.a", '
        '"previous_address": "x.b", "mode": "managed", "type": "x", "name": "a", "provider_name": "p", "chang'
        'e": {"actions": ["create"], "before": null, "after": {"tags": ["t"], "key": "hunter2"}, "after_unkno'
        'wn": {"id": true}}}], "output_changes": {"o": {"actions": ["update"], "before": 1, "after": 2}}, "pr'
        'ior_state": {"values": {"outputs": {"o": {"type": "number", "value": 1}}, "root_module": {}}}}'
    )
    plan = Plan.parse(text, schemas)
    resource, output = plan.part()
    assert (resource.address, resource.previous_address, resource.action) == ("x.a", "x.b", "create")
    assert "set(string)" in str(resource.after.type) and "hunter2" not in repr(resource.after)
    assert (output.kind, output.name, output.before, output.after) == ("output", "o", 1, 2)
    (variable,) = plan.part("variables")
    assert variable.before is None and variable.after == 1
    with pytest.raises(polycty.ParseError):
        Plan.parse("{}")


def test_options():
    files = {"main.tf": 'output "w" {\n  value = terraform.workspace\n}\n'}
    assert Project.open(files=files, workspace="test").validate()["w"] == "test"
    files = {
        "main.tf": 'variable "v" {\n  const = true\n  type = string\n}\nmodule "m" {\n  source = "./${var.v}"\n}\n',
        "a/x.tf": 'output "o" {\n  value = 1\n}\n',
    }
    project = Project.open(files=files, inputs={"values": {"v": "a"}})
    assert project.modules[1].directory == "a"
    manifest = {"Modules": [{"Key": "m", "Source": "x/y/z", "Dir": "cache"}]}
    files = {"main.tf": 'module "m" {\n  source = "x/y/z"\n}\n', "cache/x.tf": 'output "o" {\n  value = 1\n}\n'}
    assert Project.open(files=files, manifest=manifest).modules[1].directory == "cache"
    assert Value.of(1) == Project.open(files=files, manifest=manifest).validate()["module.m.output.o"]


def test_dialect_and_strictness():
    tofu = {"main.tofu": 'output "a" {\n  value = 1\n}\n', "main.tf": 'output "a" {\n  value = 2\n}\n'}
    assert Project.open(files=tofu).validate()["a"] == 1
    assert Project.open(files=tofu, dialect="terraform").validate()["a"] == 2
    assert Project.open(files=tofu, version="1.13").validate()["a"] == 2
    with pytest.raises(polycty.Error):
        Project.open(files=tofu, dialect="opentofu", version="1.13")
    text = (
        'variable "server" {\n  type = object({ port = number })\n}\n'
        'output "port" {\n  value = var.server.port\n}\n'
    )
    values = {"server": {"port": 80, "prot": 81}}
    found = {}
    for strictness in ("none", "parts", "warnings", "errors"):
        project = Project.open(files={"main.tf": text}, strictness=strictness)
        found[strictness] = [d.severity for d in project.plan_partial(values=values)[1]]
    assert found == {"none": [], "parts": [], "warnings": ["warning"], "errors": ["error"]}
    with pytest.raises(ValueError):
        Project.open(files=tofu, strictness="most")
