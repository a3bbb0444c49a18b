# frozen_string_literal: true

require_relative "helper"

# Types: notation, construction, parts, comparison.
class TypeTest < Polycty::Test
  # Notation, dialect, kind.
  NOTATIONS = [
    ["list(string)", :hcl, :list], ["object({a=number,b=bool})", :hcl, :object],
    ["any", :hcl, :any], ["tuple([string,number])", :hcl, :tuple],
    ["Array[Integer[0, 10]]", :puppet, :list], ["Variant[String, Undef]", :puppet, :union],
    ["Struct[{'a' => Integer, Optional['b'] => String}]", :puppet, :object],
    ["map{str: []int}", :mcl, :map], ["func(a int) str", :mcl, :function]
  ].freeze

  def test_notation_leads_back
    needs :puppet, :mcl
    NOTATIONS.each do |notation, dialect, kind|
      type = Type.parse(notation, dialect: dialect)
      assert_equal dialect, type.dialect
      assert_equal kind, type.kind, notation
      assert_equal type, Type.parse(type.to_s, dialect: dialect), notation
    end
  end

  def test_what_is_no_notation_is_shown_in_its_place
    error = error_from(Polycty::SyntaxError) { Type.parse("list(") }
    refute_empty error.diagnostics
    error = error_from(Polycty::TypeError) { Type.parse("lst(string)") }
    assert_equal "1:1-1:12", error.diagnostics.first.subject.to_s
    assert_includes error.rendered, "^^^"
    assert_raises(ArgumentError) { Type.parse("string", dialect: :yaml) }
    assert_raises(TypeError) { Type.parse(nil) }
  end

  def test_constructors_make_what_the_notation_says
    needs :puppet
    {
      Type.list("string") => "list(string)",
      Type.set(Type.number) => "set(number)",
      Type.map("bool") => "map(bool)",
      Type.tuple("string", Type.any) => "tuple([string, any])",
      Type.object({ b: "string", "a" => "number" }) => "object({a=number, b=string})",
      Type.object({ a: "string", b: "number" }, optional: [:b]) =>
        "object({a=string, b=optional(number)})"
    }.each { |made, notation| assert_equal Type.parse(notation), made }
    string = puppet("String")
    {
      Type.integer_range(0..10) => "Integer[0, 10]",
      Type.integer_range(..10) => "Integer[default, 10]",
      Type.float_range(1.5..) => "Float[1.5]",
      Type.string_length(1..5) => "String[1, 5]",
      Type.string_enumeration("a", "b") => "Enum['a', 'b']",
      Type.string_patterns(/^a/) => "Pattern[/^a/]",
      Type.bool_value(true) => "Boolean[true]",
      Type.list(string, size: 1..3) => "Array[String, 1, 3]",
      Type.map(string, key: puppet("Integer"), size: 1..) => "Hash[Integer, String, 1]",
      Type.tuple(string, size: 1..3) => "Tuple[String, 1, 3]",
      Type.union(string, puppet("Undef")) => "Variant[String, Undef]",
      Type.optional(string) => "Optional[String]",
      Type.not_undef(string) => "NotUndef[String]",
      Type.meta_of(string) => "Type[String]"
    }.each { |made, notation| assert_equal puppet(notation), made, notation }
    assert_equal :promise, Type.promise("string").kind
    assert_equal :output, Type.output("string").kind
    assert_equal [Value.from("a")], Type.literal("a", "string").values
    assert_equal %w[x y], Type.enumeration("letters", %w[x y], "string").values.map(&:to_ruby)
  end

  def test_function_types
    needs :mcl
    type = Type.function({ "a" => "string", b: "number" }, "bool", variadic: "string")
    assert_equal [["a", Type.string], ["b", Type.number]], type.parameters
    assert_equal [Type.bool, Type.string], [type.result, type.variadic]
    assert_equal [nil, nil, nil], Type.function.then { |it| [it.parameters, it.result, it.variadic] }
    assert_equal [], Type.function({}).parameters
    int = Type.parse("int", dialect: :mcl)
    assert_equal Type.parse("func(a int) int", dialect: :mcl), Type.function({ a: int }, int)
    assert_nil Type.string.parameters
  end

  def test_types_that_name_themselves
    needs :puppet
    tree, forest = Type.recursive(:Tree, :Forest, dialect: :puppet) do |tree, forest|
      [Type.union(puppet("Integer"), forest), Type.list(tree)]
    end
    assert tree === [1, [2, [3]]]
    refute tree === [1, ["x"]]
    assert_equal [:reference, tree], [tree.kind, forest.unfold.element]
    assert_raises(ArgumentError) { Type.recursive(:A, :B) { |a, _| Type.list(a) } }
    error_from(Polycty::InvalidArgumentError) { Type.recursive(:A) { |a| a } }
  end

  def test_constructors_refuse
    needs :puppet
    error_from(Polycty::InvalidArgumentError) { Type.union }
    error_from(Polycty::InvalidArgumentError) { Type.integer_range(10..0) }
    error_from(Polycty::InvalidArgumentError) { Type.object({ a: "string", "a" => "number" }) }
    assert_raises(ArgumentError) { Type.tuple("string", puppet("String")) }
    assert_raises(TypeError) { Type.list(5) }
    assert_raises(NoMethodError) { Type.new }
  end

  def test_parts
    needs :puppet
    type = Type.parse("object({name=string, ports=optional(list(number))})")
    assert_equal({ name: Type.string, ports: Type.list("number") }, type.fields)
    assert_equal [:ports], type.optional_fields
    assert_equal Type.number, type[:ports].element
    assert_nil type["nothing"]
    assert_equal [:optional_field], type.flags
    assert_empty type.without_optional_fields.flags
    assert_equal [Type.string, Type.bool], Type.tuple("string", "bool").elements
    sized = puppet("Hash[Integer, String, 1, 5]")
    assert_equal [puppet("Integer"), puppet("String"), 1..5], [sized.key, sized.element, sized.size_range]
    assert_equal (0..10), puppet("Integer[0, 10]").bounds
    assert_equal (0..), puppet("Integer[0]").bounds
    assert_nil puppet("String").bounds
    assert_equal %w[a b], puppet("Enum['b', 'a']").texts.sort
    assert_nil Type.string.element
    assert_equal 3, Type.list(Type.list("string")).depth
    aliases = Polycty::Puppet::Aliases.new({ "Tree" => "Array[Tree]" })
    tree = aliases["Tree"]
    assert_equal tree, tree.unfold.element
  end

  def test_types_compare_as_classes_do
    needs :puppet
    small, large, other = puppet("Integer[0, 10]"), puppet("Numeric"), puppet("String")
    assert_operator small, :<, large
    assert_operator small, :<=, small
    assert_operator large, :>, small
    refute_operator small, :<, small
    assert_equal false, large < small
    assert_equal false, large <= small
    [:<, :<=, :>, :>=, :<=>].each { |sign| assert_nil small.public_send(sign, other), sign }
    assert_equal [-1, 0, 1], [small <=> large, small <=> small, large <=> small]
    assert_equal [small, large], [large, small].sort
    assert small.between?(small, large)
    assert_raises(TypeError) { small < 5 }
    assert_raises(ArgumentError) { small < Type.number }
    assert_nil small <=> Type.number
    assert_operator Type.parse("string"), :<, Type.any
  end

  def test_equality_is_structural
    needs :puppet
    assert_equal Type.bool, puppet("Boolean")
    assert_equal Type.bool.hash, puppet("Boolean").hash
    assert_equal 1, [Type.list("string"), Type.parse("list(string)")].uniq.length
    refute_equal puppet("Optional[Integer]"), puppet("Variant[Integer, Undef]")
    assert puppet("Optional[Integer]").equivalent?("Variant[Integer, Undef]")
    refute_equal Type.string, "string"
  end

  def test_case
    needs :puppet
    accepted = ->(object) do
      case object
      when puppet("Integer[1, 65535]") then :port
      when puppet("Enum['http', 'https']") then :scheme
      else :neither
      end
    end
    assert_equal %i[port scheme neither neither],
                 [80, "http", "ftp", Object.new].map { |object| accepted.call(object) }
    assert Type.parse("list(string)") === ["a"]
    refute Type.parse("list(string)") === [1]
    assert Type.parse("list(string)").valid?(["a"])
  end

  def test_conversions
    assert_equal %i[same safe unsafe none], [
      %w[string string], %w[number string], %w[string number], ["string", "list(string)"]
    ].map { |from, to| Type.parse(from).conversion_to(to) }
    why = Type.parse("object({a=string})").explain_conversion_to("object({a=list(string)})")
    assert_equal [:a], why.path.to_a
    assert_equal [Type.list("string"), Type.string], [why.expected, why.found]
    assert_nil Type.number.explain_conversion_to("string")
    error_from(Polycty::ConversionError) { Type.string.converter_to("number", safety: :safe) }
    converter = Type.string.converter_to("number")
    assert_equal [1, 2], %w[1 2].map(&converter).map(&:to_ruby)
    assert_equal [Type.string, Type.number], [converter.from, converter.to]
    error = error_from(Polycty::ConversionError) { converter.call("x") }
    assert_equal "a number is required", error.reason
  end

  def test_unify
    needs :puppet
    unified = Type.unify("string", Type.number)
    assert_equal Type.string, unified.type
    assert_nil unified.converters.first
    assert_equal "1", unified.converters.last.call(1).to_ruby
    error_from(Polycty::ConversionError) { Type.unify("string", "list(string)") }
    assert_equal puppet("ScalarData"), Type.unify(puppet("String"), puppet("Integer")).type
  end

  def test_check_finds_every_error
    type = Type.parse("object({name=string, port=number, tags=list(string)})")
    errors = type.check({ name: [], port: "x", tags: ["a"] })
    assert_equal [[:name], [:port]], errors.map { |each| each.path.to_a }.sort
    assert_empty type.check({ name: "a", port: "1", tags: [] })
  end

  def test_translate
    needs :puppet, :translate
    translation = puppet("Array[Integer[0, 10]]").translate(:hcl)
    assert_equal [:hcl, Type.list("number"), :wider],
                 [translation.type.dialect, translation.type, translation.fit]
    refute_empty translation.notes
    assert_predicate Type.parse("list(bool)").translate(:puppet), :exact?
  end

  def test_json
    json = '["object",{"a":"bool"},["a"]]'
    assert_equal JSON.parse(json), JSON.parse(Type.from_json(json).to_json)
    assert_equal Type.parse("object({a=tuple([number])})"), Type.implied_by_json('{"a": [1]}')
    assert_kind_of Integer, error_from(Polycty::TypeError) { Type.from_json('["lst","string"]') }.offset
  end

  def test_annotations
    type = Type.string.annotate({ file: "a.hcl" }).annotate(:second)
    assert_equal [{ file: "a.hcl" }, :second], type.annotations
    assert_equal [[], type], [Type.string.annotations, Type.string]
    assert_equal [{ file: "a.hcl" }, :second], Type.list(type).element.annotations
  end

  def test_types_do_not_change
    assert_predicate Type.string, :frozen?
    assert_equal Type.string, Type.string.dup
    assert_equal Type.list("string"), Type.list("string").clone
  end
end
