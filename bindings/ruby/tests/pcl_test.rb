# frozen_string_literal: true

require_relative "helper"

# PCL: its types, deferred values, and static checking of expressions.
class PclTest < Polycty::Test
  needs :pcl

  PCL = Polycty::PCL

  def test_types
    {
      PCL.union("string", "number", "string") => "union(number, string)",
      PCL.optional("string") => "union(none, string)",
      PCL.output("promise(string)") => "output(string)",
      PCL.normalize(Type.object({ a: "string" }, optional: [:a])) => "object({a = union(none, string)})",
      PCL.resolved("list(output(promise(string)))") => "list(string)"
    }.each { |made, notation| assert_equal PCL.type(notation), made, notation }
    assert_empty PCL.union.members
    assert_equal "string?", PCL.display(PCL.optional("string"))
    assert_equal [:pcl, :id, :opaque], [PCL.id.dialect, PCL.kind(PCL.id), PCL.kind(PCL.opaque("Asset"))]
    assert_equal %i[const enum], [PCL.const("string", "a"), PCL.enum("t", "string", %w[a b])].map { |it| PCL.kind(it) }
    assert PCL.optional?(PCL.optional("string"))
    refute PCL.optional?("string")
    assert_equal %i[none promise output],
                 ["string", "list(promise(string))", "output(string)"].map { |it| PCL.deferred_types(it) }
    assert_operator PCL.type("string"), :<=, PCL.input("string")
    assert_equal Type.string, Type.unify(PCL.type("union(number, string)"), PCL.type("string")).type
  end

  def test_parts_and_json_of_types
    assert_equal [%w[a b], ["x"], []],
                 [PCL.enum("t", "string", %w[a b]), PCL.const("string", "x"), "string"].map { |it| PCL.values(it).map(&:to_ruby) }
    type = PCL.type("output(list(string))")
    assert_equal '["output",["list","string"]]', PCL.json(type)
    assert_equal type, PCL.from_json(PCL.json(type))
    error_from(Polycty::SyntaxError) { PCL.from_json("[") }
  end

  def test_why_a_conversion_is_unsafe
    why = PCL.explain_unsafe("object({a = string})", "object({a = number})")
    assert_equal [[:a], Type.number, Type.string], [why.path.to_a, why.expected, why.found]
    assert_nil PCL.explain_unsafe("number", "string")
  end

  def test_steps_lead_to_types
    servers = PCL.type("list(object({name = string}))")
    assert_equal Type.string, PCL.traverse(servers, 0, :name)
    assert_equal Type.list("string"), PCL.traverse(servers, PCL::SPLAT, :name)
    error = error_from(Polycty::DiagnosticsError) { PCL.traverse(servers, 0, :nme) }
    assert_includes error.reason, "nme"
    type, told = PCL.traverse_diagnosed(servers, 0, :nme)
    assert_equal [Type.any, error.reason], [type, told.reason]
    assert_equal [servers, nil], PCL.traverse_diagnosed(servers)
  end

  def test_expressions_are_checked
    scope = PCL::TypeScope.new(
      variables: { server: "output(object({address = string}))" },
      functions: { upper: Type.function({ text: "string" }, "string"),
                   pair: ->(types, _) { Type.function({ one: types.first }, Type.tuple(types.first, types.first)) } }
    )
    bound = PCL.check("upper(server.address)", scope)
    assert_equal PCL.type("output(string)"), bound.type
    assert_nil bound.diagnostics
    refute_predicate bound, :errors?
    needed = bound.conversions.first
    assert_equal ["1:7-1:21", Type.string, :safe], [needed.range.to_s, needed.to, needed.kind]
    assert_equal %i[call variable attribute], bound.root.map(&:kind)
    argument = bound.root.children.first
    assert_equal [:argument, "server", "server.address", needed],
                 [argument.role, argument.name, argument.text, argument.conversion]
    assert_equal ["server.address"], argument.expression.variables.map(&:to_s)
    assert_equal :unsafe, bound.accepted_as("number")
    error = error_from(Polycty::DiagnosticsError) { bound.accepted_as("list(string)") }
    assert_includes error.rendered, "upper(server.address)"
    assert_equal :tuple, PCL.check('pair("a")', scope).type.kind
    assert_equal [5, :literal], PCL.check("5").root.then { |it| [it.value.to_ruby, it.kind] }
    assert_equal :add, PCL.check("1 + 2").root.map(&:operator).find { |it| it != :none }
  end

  def test_what_is_wrong_is_told
    bound = PCL.check("nothing + 1")
    assert_predicate bound, :errors?
    assert_includes bound.diagnostics.rendered, "nothing"
    lenient = PCL.check("nothing", missing_variables: :warning)
    refute_predicate lenient, :errors?
    assert_equal [:warning], lenient.diagnostics.diagnostics.map(&:severity)
    refuse = PCL::TypeScope.new(functions: { f: ->(*) { raise "never" } })
    assert_includes PCL.check("f(1)", refuse).diagnostics.message, "never"
    interrupted = PCL::TypeScope.new(functions: { f: ->(*) { raise Interrupt } })
    assert_raises(Interrupt) { PCL.check("f(1)", interrupted) }
    assert_raises(TypeError) { PCL.check("1", {}) }
  end

  def test_scopes
    scope = PCL::TypeScope.new(variables: { a: "string" })
    copy = scope.dup
    child = scope.child(variables: { b: "int" })
    scope[:a] = "number"
    assert_equal %w[number string string int], [scope[:a], copy[:a], child[:a], child["b"]].map(&:to_s)
    assert_nil scope[:c]
    scope.define(:f, Type.function({}, "string"))
    assert scope.function?(:f)
    refute child.function?(:f)
    error_from(Polycty::TypeError) { scope.define(:g, Type.string) }
    assert_equal Type.list("string"), PCL.check("list(string)", PCL::TypeScope.of_constructors).type
  end

  def test_eventual_values
    later = PCL.deferred("promise(string)", { name: "x" })
    assert_equal({ name: "x" }, PCL.object(later))
    assert_equal PCL.type("promise(string)"), PCL.origin(later)
    refute_equal later, PCL.deferred("promise(string)", { name: "x" })
    assert_equal PCL.identity(later), PCL.identity(later.mark("m"))
    refute_equal PCL.identity(later), PCL.identity(PCL.deferred("promise(string)", { name: "x" }))
    assert_equal 0, PCL.identity(Value.from(1, dialect: :pcl))
    value = PCL.resolve({ a: [later, 1] }) { |it| PCL.object(it)[:name] }
    assert_equal({ "a" => ["x", 1] }, value.to_ruby)
    error = error_from { PCL.resolve({ a: [later] }) { raise IOError, "gone" } }
    assert_equal [[:a, 0], IOError], [error.path.to_a, error.cause.class]
    error_from(Polycty::ConversionError) { PCL.resolve({ a: later }) { [] } }
    error_from(Polycty::TypeError) { PCL.deferred("string") }
    error_from(Polycty::TypeError) { PCL.object(Value.from(1)) }
    error_from(Polycty::UnsupportedError) { Value.from([later]).to_ruby }
    assert_equal [:later], Value.from([later]).to_ruby { :later }
    assert_raises(ArgumentError) { PCL.resolve(later) }
  end

  def test_unions_choose
    value, member = PCL.choose("5", "union(number, string)")
    assert_equal ["5", 1], [value.to_ruby, member]
    error_from(Polycty::ConversionError) { PCL.choose([], "union(number, bool)") }
  end
end
