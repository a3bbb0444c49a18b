"""Terraform, PCL, Puppet, mcl, JSON Schema, translation."""

import asyncio
import datetime
import threading
import time

import pytest

import polycty
from polycty import Type, Value

needs = lambda feature: pytest.mark.skipif(  # noqa: E731
    feature not in polycty.features(), reason=f"the library is built without {feature}"
)

MAIN = """
variable "name" {
  type        = string
  description = "the name"
}
variable "ports" {
  type    = list(number)
  default = [80]
}
locals { first = var.ports[0] }
resource "aws_instance" "web" {
  ami = "x"
}
output "url" { value = "${var.name}:${local.first}" }
"""


@needs("terraform")
class TestTerraform:
    def module(self):
        return polycty.terraform.Module.parse({"main.tf": MAIN})

    def test_declarations(self):
        module = self.module()
        assert list(module.variables) == ["name", "ports"]
        name = module.variables["name"]
        assert name.is_required and name.description == "the name" and name.type == Type.of("string")
        assert module.variables["ports"].default.to_python() == [80]
        (resource,) = module.declarations("resource")
        assert (resource.name, resource.label, resource.range.start.line) == ("web", "aws_instance", 11)
        assert module.argument("output", 0, "value").references[0].root == "var"
        assert module.inventory["variables"]

    def test_a_sensitive_default_is_marked(self):
        text = 'variable "token" {\n  default   = "hunter2"\n  sensitive = true\n}\n'
        token = polycty.terraform.Module.parse({"main.tf": text}).variables["token"]
        assert token.default.marks == {"sensitive"} and "hunter2" not in repr(token)

    def test_evaluation(self):
        found = self.module().evaluate(files={"x.tfvars": 'ports = ["8080"]'}, values={"name": "db"})
        assert found.output("url") == "db:8080" and found.local("first") == 8080
        with pytest.raises(KeyError, match="there is no variable nope"):
            found.variable("nope")
        with pytest.raises(polycty.DiagnosticsError, match="name"):
            self.module().evaluate(require_all=True)
        partial, diagnostics = self.module().evaluate_partial(values={"ports": "x", "name": "a"})
        assert diagnostics and partial.output("url") is None

    def test_folders_and_functions(self, tmp_path):
        (tmp_path / "main.tf").write_text('output "x" { value = file("${path.module}/a.txt") }\n')
        (tmp_path / "a.txt").write_text("hello")
        host = polycty.terraform.Host(files={"./a.txt": "hi", "a.txt": "hi"}, clock=lambda: 0.0)
        module = polycty.terraform.Module.open(tmp_path)
        assert module.evaluate(host=host, paths={"module": "."}).output("x") == "hi"
        scope = polycty.hcl.Scope(terraform=host)
        assert polycty.hcl.evaluate("timestamp()", scope) == "1970-01-01T00:00:00Z"
        assert polycty.hcl.evaluate('cidrsubnet("10.0.0.0/8", 8, 2)', scope) == "10.2.0.0/16"


@needs("puppet")
class TestPuppet:
    def test_types_and_values(self):
        aliases = polycty.puppet.Aliases({"Port": "Integer[1, 65535]"})
        assert polycty.puppet.value(80).is_instance(aliases["Port"])
        assert not polycty.puppet.value(0).is_instance(aliases.parse("Array[Port]"))
        assert polycty.puppet.value({1: "a", "b": [None]}).to_python() == {1: "a", "b": [None]}
        assert polycty.puppet.parse_value("/a+/").to_python() == "/a+/"
        assert polycty.puppet.value(b"\x00x").to_python() == b"\x00x"
        assert str(polycty.puppet.infer([1, 2])).startswith("Tuple")
        assert polycty.puppet.common_type("Integer", "Float") == Type.of("Numeric", "puppet")
        moment = polycty.puppet.evaluate("Timestamp('2020-01-02T03:04:05 UTC')")
        assert moment == datetime.datetime(2020, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)

    def test_programs(self):
        logged = []
        environment = polycty.puppet.Environment(
            {"name": "db"},
            logger=lambda level, message: logged.append((level, message)),
            loader=lambda kind, name: "function two() { 2 }" if name == "two" else None,
        )
        environment.define("twice", lambda x, block=None: block(x) * 2 if block else x * 2, ["Integer x", "Integer x, Callable &block"])
        assert polycty.puppet.evaluate("notice($name)\ntwice(21) + two()", environment) == 44
        assert logged == [("notice", "db")]
        assert polycty.puppet.evaluate("twice(1) |$x| { $x + 1 }", environment) == 4
        with pytest.raises(polycty.ParseError) as raised:
            polycty.puppet.Manifest.parse("$x = = 1", file="site.pp")
        assert raised.value.diagnostics[0].file == "site.pp"

    def test_answers(self):
        def answer(question, *arguments):
            if question == "lookup":
                return "found" if "key" in arguments[0] else None
            raise NotImplementedError

        environment = polycty.puppet.Environment(answer=answer)
        assert polycty.puppet.evaluate("lookup('key')", environment) == "found"
        with pytest.raises(polycty.Error):
            polycty.puppet.evaluate("generate('/bin/date')", environment)

    def test_rules(self):
        puppet = polycty.puppet
        assert puppet.new("Integer", "0x1F") == puppet.value(31)
        assert puppet.is_assignable("Integer", "Numeric") and not puppet.is_assignable("Numeric", "Integer")
        assert "expects an Integer" in puppet.type_mismatch("String", "Integer").message
        assert puppet.assert_type(1, "Integer") == puppet.value(1)
        with pytest.raises(polycty.TypeMismatchError):
            puppet.assert_type("x", "Integer")
        puppet.validate_parameters({"port": 1}, "Struct[{port => Integer}]", "Class[Web]")
        with pytest.raises(polycty.TypeMismatchError, match="expects a value for parameter 'port'"):
            puppet.validate_parameters({}, "Struct[{port => Integer}]", "Class[Web]")
        puppet.validate_parameters({}, "Struct[{port => Integer}]", "Class[Web]", missing="allowed")
        assert str(puppet.normalize("Variant[Integer[1, 2], Integer[2, 5]]")) == "Integer[1, 5]"
        assert puppet.format_type("Integer[1, 9]") == "Integer[1, 9]"
        secret = puppet.evaluate("Sensitive('x')")
        assert puppet.interpolate(secret) == "Sensitive [value redacted]"
        assert puppet.content(secret) == puppet.value("x") and puppet.content(puppet.value(1)) is None
        assert puppet.literal("x") == "'x'" and puppet.interpolate([1, None]) == "[1, ]"
        assert puppet.is_true("") and not puppet.is_true(None)
        assert puppet.number("0x10").to_python() == 16
        assert puppet.module_file("m", "class", "a/../b") is None

    def test_class_data(self):
        text = "class web(Integer[1] $port, String $user = 'www') { }"
        with pytest.raises(polycty.Error) as raised:
            polycty.puppet.class_parameters("web", {"port": "80"}, text)
        assert raised.value.diagnostics
        assert polycty.puppet.Manifest.parse(text).outline["definitions"]


@needs("puppet")
def test_parts_of_types():
    assert Type.of("Float[0.5]", "puppet").bounds == (0.5, None)
    assert Type.of("String", "puppet").bounds == (None, None)
    assert Type.of("Enum['a', 'b']", "puppet").texts == ("a", "b")
    aliases = polycty.puppet.Aliases({"Port": "Integer[1, 65535]"})
    assert aliases["Port"].unfold() == Type.of("Integer[1, 65535]", "puppet")
    with_defaults = polycty.types.object({"a": "string"}, optional=["a"])
    assert with_defaults.optional == {"a"} and with_defaults.without_optional().optional == frozenset()


@needs("pcl")
def test_types_of_pcl():
    pcl = polycty.pcl
    assert pcl.text(pcl.optional("number")) == "number?"
    assert pcl.text(pcl.promise(pcl.promise("string"))) == "promise(string)"
    assert [v.to_python() for v in pcl.enumeration("t", "string", ["a", "b"]).constants] == ["a", "b"]
    assert pcl.constant("x", "string").constants == (Value.of("x", dialect="pcl"),)
    assert pcl.text(pcl.opaque("Asset")) == "Asset"
    assert pcl.normalize(pcl.union("string", "string")) == Type.of("string", "pcl")
    assert pcl.resolved(pcl.output("string")) == Type.of("string", "pcl")


@needs("pcl")
def test_pcl():
    checked = polycty.pcl.check("n + 1", variables={"n": "string"})
    assert [c.kind for c in checked.conversions] and not checked.has_errors
    assert polycty.pcl.check("nope").has_errors
    kinds = [node.kind for node in checked.root.walk()]
    assert kinds == ["operations", "variable", "operation", "literal"]


KINDS = [{"kind": "dir", "fields": [{"lang": "mode", "type": "str"}]}]


@needs("mcl")
class TestMcl:
    def test_functions_and_changes(self):
        host = polycty.mcl.Host(kinds=KINDS)
        senders, state = [], {"mode": "0700"}
        host.define("mode.current", "func() str", lambda: state["mode"], follow=lambda a, s: senders.append(s))
        program = polycty.mcl.Program('import "mode"\ndir "/a" { mode => mode.current(), }\n', host=host)
        runtime = program.start()
        runtime.time = 0
        assert runtime.step() == "changed"
        before = runtime.resources
        assert before.get("dir", "/a")["mode"] == Value.of("0700", dialect="mcl")
        state["mode"] = "0755"
        senders[0].announce()
        assert runtime.step() == "changed"
        (change,) = before.difference(runtime.resources)
        assert (change.kind, change.after.name, change.fields) == ("changed", "/a", ("mode",))
        assert "dir[/a]" in before.difference_text(runtime.resources)
        assert (change.after.is_hidden, change.after.exports, before.receives) == (False, (), ())
        assert "dir" in runtime.resources.to_text() and program.files

    def test_errors(self):
        with pytest.raises(polycty.Error):
            polycty.mcl.Program("nope {", host=polycty.mcl.Host())

    def test_stream(self):
        host = polycty.mcl.Host(kinds=KINDS)
        senders, state = [], {"mode": "0"}
        host.define("mode.current", "func() str", lambda: state["mode"], follow=lambda a, s: senders.append(s))
        program = polycty.mcl.Program('import "mode"\ndir "/a" { mode => mode.current(), }\n', host=host)

        def change():
            while not senders:
                time.sleep(0.01)
            state["mode"] = "1"
            senders[0].announce()

        async def modes():
            found = []
            async for resources in program.stream():
                found.append(resources.get("dir", "/a")["mode"].to_python())
                if len(found) == 1:
                    threading.Thread(target=change).start()
                else:
                    return found

        assert asyncio.run(asyncio.wait_for(modes(), 20)) == ["0", "1"]


@needs("schema")
def test_schema():
    schema = polycty.schema.Schema.parse('{"type": "integer", "minimum": 1}')
    assert schema.validates("2") is True and schema.validates("0") is False
    assert schema.relate(polycty.schema.Schema.parse('{"type": "integer"}')).inclusion == "wider"
    assert schema.to_type("puppet").type == Type.of("Integer[1]", "puppet")
    with pytest.raises(polycty.Error):
        polycty.schema.Schema.parse("{")
    other = polycty.schema.Schema.parse(
        '{"$ref": "http://x/a.json"}', retrieve=lambda address: '{"type": "string"}'
    )
    assert other.validates('"a"') is True


@needs("schema")
def test_schema_of_a_module_and_a_class():
    module = polycty.terraform.Module.parse({"main.tf": MAIN})
    assert "ports" in polycty.schema.of_module(module).schema.to_json()
    manifest = polycty.puppet.Manifest.parse("class web(Integer[1] $port) { }")
    assert "port" in polycty.schema.of_class(manifest, "web").schema.to_json()


@needs("translate")
def test_translate():
    made = Type.of("set(string)").translate(source="hcl", target="puppet")
    assert made.fit in ("exact", "wider", "narrower") and made.notes
    assert Value.of([1]).translate(source="hcl", target="puppet").to_python() == [1]
