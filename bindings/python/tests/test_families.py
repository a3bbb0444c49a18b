"""Parts of the C ABI for hosts: errors, closures, specifications, rules of kinds, deferred values."""

import pytest

import polycty
from polycty import Type, Value, function_of, hcl, types
from polycty.errors import InvalidValueError, Position, Range


def needs(feature):
    return pytest.mark.skipif(feature not in polycty.features(), reason=f"the library is built without {feature}")


def test_an_error_of_a_function_keeps_its_path_and_its_diagnostics():
    def fail(value):
        raise InvalidValueError.of(
            "no such port",
            path=("ports", 0),
            expected=Type.of("number"),
            diagnostics=[
                {
                    "severity": "error",
                    "summary": "No such port",
                    "file": "ports.txt",
                    "range": Range(Position(3, 1, 20), Position(3, 5, 24)),
                }
            ],
        )

    call = function_of(fail, ["any"], "any")
    with pytest.raises(InvalidValueError) as raised:
        call(1)
    assert raised.value.path == ("ports", 0) and raised.value.expected == Type.of("number")
    (found,) = raised.value.diagnostics
    assert (found.file, found.range.start, found.summary) == ("ports.txt", Position(3, 1, 20), "No such port")


class TestTypes:
    def test_capsules(self):
        kind = types.capsule("socket")
        assert kind != types.capsule("socket")
        one, same, other = (Value.encapsulate(content, kind) for content in (["a"], ["a"], ["b"]))
        assert one == same and one != other and hash(one) == hash(same)
        assert one.to_python() == ["a"] and Value.of({"x": one}).to_python() == {"x": ["a"]}
        with pytest.raises(polycty.ConversionError):
            one.convert("string")

    def test_recursive_types(self):
        tree = types.recursive(
            ["Tree", "Forest"],
            lambda tree, forest: [types.object({"below": forest}), types.list(tree)],
        )
        assert tree["Tree"].unfold().fields["below"] == tree["Forest"]
        assert tree["Forest"].unfold().element.reference_name == "Tree"

    def test_annotations_do_not_change_a_type(self):
        plain = Type.of("string")
        noted = plain.annotate("a").annotate({"b": 1})
        assert noted == plain and noted.annotations == ("a", {"b": 1}) and plain.annotations == ()

    def test_conformance(self):
        Type.of("list(string)").check_conforms("list(any)")
        with pytest.raises(polycty.TypeMismatchError):
            Type.of("list(string)").check_conforms("list(number)")

    def test_converters_of_a_unification(self):
        type, converters = polycty.unify_with_converters(["list(string)", "set(number)"])
        assert type == Type.of("list(string)") and converters[0] is None
        assert converters[1](Value.of([2, 1], "set(number)")).to_python() == ["1", "2"]

    @needs("translate")
    def test_the_witness_of_a_translation(self):
        assert Type.of("string").translate(source="hcl", target="puppet").witness is None
        found = Type.of("Integer[1, 9]", "puppet").translate(source="puppet", target="hcl")
        assert found.fit == "wider" and found.witness is not None
        assert not Value.from_json(found.witness).is_instance("Integer[1, 9]")


class TestHcl:
    def test_a_function_decides_which_arguments_are_evaluated(self):
        def first(*closures):
            for each in map(hcl.Closure, closures):
                try:
                    return each.evaluate()
                except polycty.Error:
                    continue
            raise ValueError("no argument has a value")

        find = function_of(first, [], "any", variadic=hcl.closure_type(), raw=True)
        assert hcl.evaluate("find(nope, -[], n + 1)", {"n": 1}, {"find": find}) == 2
        with pytest.raises(polycty.Error, match="no argument has a value"):
            hcl.evaluate("find(nope)", {"n": 1}, {"find": find})

    def test_expressions(self):
        e = hcl.parse_expression("f([a, b], { x = 1, (k) = 2 }).y[0]")
        inner = [each.form for each in e.at(e.range.start.byte + 3)]
        assert inner == ["relative_traversal", "call", "tuple", "traversal"]
        call = e.at(0)[1].call
        assert call.name == "f" and call.name_range.end.column == 2
        assert [each.text for each in call.arguments[0].elements] == ["a", "b"]
        assert [(k.text, v.text) for k, v in call.arguments[1].pairs] == [("x", "1"), ("(k)", "2")]
        assert e.steps == ("y", 0)
        assert hcl.parse_expression("1").call is None
        with pytest.raises(polycty.Error):
            hcl.parse_expression("1").elements

    def test_scopes(self):
        scope = hcl.Scope()
        with pytest.raises(polycty.Error, match="Variables not allowed"):
            hcl.evaluate("x", scope)
        scope.allow("variables")
        with pytest.raises(polycty.Error, match="Unknown variable"):
            hcl.evaluate("x", scope)
        scope["secret"] = Value.of({"key": "v"}).mark("sensitive")
        with pytest.raises(polycty.Error) as hidden:
            hcl.evaluate("secret.nope", scope)
        scope.show_mark("sensitive")
        with pytest.raises(polycty.Error) as shown:
            hcl.evaluate("secret.nope", scope)
        assert "nope" in str(shown.value) and "v" not in hidden.value.message.split()

    def test_specifications(self):
        body = hcl.parse('name = n\nport = "80"\nextra = true\n')
        spec = hcl.Spec.object(
            name=hcl.Spec.attribute("name", "string").transform_expression('"<${it}>"', "it"),
            port=hcl.Spec.attribute("port", "number").transform(lambda port: port + 1),
            zone=hcl.Spec.expression("zone"),
            rest=hcl.Spec.rest("bool"),
        )
        found = spec.decode(body, {"n": "web", "zone": "eu"})
        assert found.to_python() == {"name": "<web>", "port": 81, "zone": "eu", "rest": {"extra": True}}
        assert sorted(str(each) for each in spec.variables(body)) == ["n", "zone"]
        port = hcl.Spec.attribute("port", "number")
        assert port.source_range(body).start.line == 2
        text = hcl.Spec.attribute("name", "string").refine(not_null=True, prefix="web-")
        refined = text.decode(hcl.parse("name = n"), {"n": Type.of("string").unknown()})
        assert refined.refinement.not_null and refined.refinement.prefix == "web-"
        with pytest.raises(polycty.Error):
            text.decode(hcl.parse("name = n"), {"n": "db"})
        with pytest.raises(TypeError):
            hcl.body_in(Value.of(1))

    def test_functions_of_a_body(self):
        scope = hcl.Scope()
        body = hcl.parse('function "f" {\n  params = [n]\n  result = n == 0 ? 0 : f(n - 1) + 2\n}\na = f(3)\n')
        rest = body.define_functions(scope, inside=lambda: scope)
        assert list(rest.arguments()) == ["a"] and rest["a"].evaluate(scope) == 6
        with pytest.raises(polycty.Error):
            body.arguments()

    def test_marks_of_dynamic_blocks(self):
        body = hcl.parse('dynamic "b" {\n  for_each = xs\n  content { a = 1 }\n}\n')
        expanded = body.expand_dynamic({"xs": Value.of(["x"]).mark("sensitive")})
        (block,) = expanded.content(blocks={"b": ()})[1]
        assert block.body.marks == {"sensitive"} and body.marks == frozenset()

    def test_editing(self):
        file = hcl.File.parse("# about a\na = 1\nb = f(1, 2)\n")
        a, b = file.root.attribute("a"), file.root.attribute("b")
        file.root.insert("c", 3, after=a)
        file.root.insert_block("d", "x", before=b)["y"] = 4
        a.release_comments()
        a.remove()
        b.set_part(b.expression.call.arguments[0].range, hcl.call("max", hcl.traversal("var", "n"), 2))
        assert file.to_text() == '# about a\nc = 3\n\nd "x" {\n  y = 4\n}\n\nb = f(max(var.n, 2), 2)\n'
        start, end = b.span
        assert file.to_text()[start:end] == "b = f(max(var.n, 2), 2)"
        assert [each.name for each in file.root.blocks("d", "x")] == ["d"]
        assert list(file.root.blocks("d", "z")) == []

    def test_tokens(self):
        tokens = hcl.tokens("a = [1] # é\nb = 2\n")
        assert [t.text for t in tokens if t.kind == "name"] == ["a", "b"]
        assert "".join(t.text for t in tokens) == "a = [1] # é\nb = 2\n"
        assert [t.range.start for t in tokens if t.kind == "number"][1] == Position(2, 5, 17)
        assert hcl.evaluate(hcl.from_tokens((t.kind, t.text) for t in hcl.tokens("1+2") if t.kind != "end")) == 3

    def test_bytes(self):
        decode = hcl.standard_functions()["byteslen"]
        assert decode(Value.of_bytes(b"\xff\x00")) == 2
        assert Value.of_bytes(b"\xff\x00").to_python() == b"\xff\x00"


@needs("pcl")
class TestPcl:
    def test_nodes(self):
        pcl = polycty.pcl
        root = pcl.check("n + 1", variables={"n": "string"}).root
        assert [each.operator for each in root.walk() if each.operator != "none"] == ["add"]
        variable = next(each for each in root.walk() if each.kind == "variable")
        assert variable.expression.text == "n" and variable.conversion.target == Type.of("number")
        assert next(each.value for each in root.walk() if each.kind == "literal") == 1

    def test_functions_and_scopes(self):
        pcl = polycty.pcl
        scope = pcl.TypeScope(functions={"f": types.function(["string"], types.bool)})
        inner = scope.child({"x": "string"})
        scope["y"] = "number"
        assert inner.has_function("f") and pcl.check("f(x)", inner).type == types.bool
        with pytest.raises(KeyError):
            inner["y"]

    def test_diagnostics_of_a_traversal(self):
        type, diagnostics = polycty.pcl.traverse_partial("object({a = string})", "b")
        assert diagnostics[0].severity == "error" and type is not None
        assert polycty.pcl.traverse_partial("list(string)", 0) == (Type.of("string"), ())

    def test_unsafe_conversions(self):
        error = polycty.pcl.explain_unsafe("object({a = string})", "object({a = number})")
        assert error.path == ("a",)
        assert polycty.pcl.kind(polycty.pcl.id()) == "id"


@needs("mcl")
class TestMcl:
    KINDS = [
        {
            "kind": "dir",
            "traits": ["edgeable", "exportable"],
            "fields": [{"lang": "mode", "type": "str"}, {"lang": "n", "type": "int"}],
        }
    ]

    def test_rules_of_a_kind(self):
        mcl = polycty.mcl
        host = mcl.Host(kinds=self.KINDS)

        def validate(resource):
            if resource["mode"].to_python() == "":
                raise ValueError(f"{resource.name} has no mode")

        host.set_kind("dir", validate=validate)
        program = 'dir "/a" { mode => "0755", }\n'
        assert mcl.Program(program, host=host).start().step() == "changed"
        with pytest.raises(polycty.Error, match="/a has no mode"):
            mcl.Resources.build(host, [("dir", "/a", {"mode": ""})])

    def test_an_inferred_signature(self):
        mcl = polycty.mcl
        host = mcl.Host(kinds=self.KINDS)
        asked = []

        def infer(arguments, known, result):
            asked.append([each.kind for each in arguments])
            return "func(a str) str"

        host.define("m.loud", infer, str.upper, pure=True, speculative=True)
        program = mcl.Program('import "m"\ndir "/a" { mode => m.loud("x"), }\n', host=host)
        runtime = program.start()
        runtime.time = 0
        assert runtime.step() == "changed"
        assert runtime.resources.get("dir", "/a")["mode"].to_python() == "X" and asked

    def test_definitions_of_a_system_module_and_meta_parameters(self):
        mcl = polycty.mcl
        host = mcl.Host(kinds=self.KINDS)
        host.add_source("greet", 'func hello($name) { "hello ${name}" }\n')
        host.set_variable("who", "all", module="names")
        text = 'import "greet"\nimport "names"\ndir "/a" { mode => greet.hello($names.who), }\n'
        runtime = mcl.Program(text, host=host).start()
        runtime.time = 0
        runtime.step()
        assert runtime.resources.get("dir", "/a")["mode"].to_python() == "hello all"
        graph = mcl.Resources.build(host, [("dir", "/a", {}, {"noop": True})])
        assert graph.get("dir", "/a").meta("noop").to_python() is True

    def test_changes_of_edges(self):
        mcl = polycty.mcl
        host = mcl.Host(kinds=self.KINDS)
        names = [("dir", "/a", {}), ("dir", "/b", {})]
        before = mcl.Resources.build(host, names)
        after = mcl.Resources.build(host, names, [(("dir", "/a"), ("dir", "/b"))])
        (change,) = before.edge_changes(after)
        assert (change.kind, change.source, change.target) == ("added", ("dir", "/a"), ("dir", "/b"))
        assert len(mcl.Resources.empty().difference(after)) == 2

    def test_the_graph_of_functions(self):
        graph = polycty.mcl.Program(
            'dir "/a" { n => 1 + 2, }\n', host=polycty.mcl.Host(kinds=self.KINDS)
        ).graph
        constants = {v.value.to_python() for v in graph.vertices if v.value is not None}
        assert {1, 2} <= constants and graph.edges


@needs("puppet")
def test_puppet():
    puppet = polycty.puppet
    assert puppet.arithmetic(1, "shift_left", 4) == Value.of(16, dialect="puppet")
    with pytest.raises(polycty.Error):
        puppet.arithmetic("1", "add", 1)
    assert puppet.arithmetic("1", "add", 1, mode="early").to_python() == 2
    base = puppet.Aliases({"Port": "Integer[1, 65535]"})
    aliases = puppet.Aliases({"Ports": "Array[Port]"}, base)
    assert list(aliases) == ["Port", "Ports"] and len(aliases) == 2 and "Nope" not in aliases
    assert puppet.entry({True: "x"}, True).to_python() == "x" and puppet.entry({}, 1) is None
    assert puppet.text(puppet.parse_value("/a+/")) == "a+"


@needs("schema")
@needs("terraform")
def test_documents_of_a_module():
    module = polycty.terraform.Module.parse({"main.tf": 'variable "n" { type = number }\n'})
    documents = polycty.schema.Documents.of_module(module)
    assert documents.contains('{"n": "1"}') is True and documents.contains("{}") is False
    assert documents.contains('{"n": "x"}') is False
