# frozen_string_literal: true

require_relative "helper"

# The features that are specific to Puppet or to mcl.
class PuppetMclTest < Polycty::Test
  Puppet = Polycty::Puppet
  MCL = Polycty::MCL

  def test_notation
    needs :puppet
    aliases = Puppet::Aliases.new({ Port: "Integer[1, 65535]", Tree: "Variant[Port, Array[Tree]]" })
    assert_equal %w[Port Tree], aliases.names
    tree = Puppet.type("Tree", aliases: aliases)
    assert tree === [80, [443]]
    refute tree === [0]
    assert_nil aliases["Nothing"]
    assert_equal ["Port"], error_from { Puppet::Aliases.new({ Port: "Integer[" }) }.path.to_a.map(&:to_s)
    assert_equal [1, "a", nil], Puppet.value("[1, 'a', undef]").to_ruby
    assert_equal "{'a' => 1}", Puppet.format({ "a" => 1 })
    assert_raises(TypeError) { Puppet.type("Integer", aliases: {}) }
  end

  def test_verbs
    needs :puppet
    assert Puppet.assignable?("Integer", "Numeric")
    refute Puppet.assignable?("Numeric", "Integer")
    assert Puppet.instance?(5, "Integer[0, 10]")
    assert_equal ["Array[Numeric, 2, 2]", "Array[Numeric]"], [Puppet.infer([1, 2.5]), Puppet.infer([1, 2.5], :general)].map(&:to_s)
    assert_equal "Tuple[Integer[1, 1], String]", Puppet.infer([1, "a"], :detailed).to_s
    assert_equal 80, Puppet.new("Integer", "0x50").to_ruby
    error_from(Polycty::ConversionError) { Puppet.new("Integer", "x") }
    assert_equal puppet("Numeric"), Puppet.common_type("Integer", "Float")
    assert_equal puppet("Integer"), Puppet.generalize("Integer[0, 1]")
    assert_equal puppet("Optional[Integer]"), Puppet.normalize("Variant[Integer, Undef]")
    assert_equal [1, 2, 3], Puppet.each_value("Integer[1, 1000000000]").first(3).map(&:to_ruby)
    error_from(Polycty::UnsupportedError) { Puppet.each_value("String").first }
  end

  def test_mismatches_in_puppets_words
    needs :puppet
    error = Puppet.value_mismatch({ "port" => "x" }, "Struct[{port => Integer}]", subject: "config")
    assert_equal "config entry 'port' expects an Integer value, got String", error.reason
    assert_equal ["port"], error.path.to_a
    assert_nil Puppet.value_mismatch(1, "Integer")
    assert_equal [puppet("Integer"), puppet("String")],
                 Puppet.type_mismatch("String", "Integer").then { |it| [it.expected, it.found] }
    both = Puppet.value_mismatch({ "a" => 1, "b" => 2 }, "Struct[{a => String, b => String}]")
    assert_equal 2, both.diagnostics.length
    assert_equal 1, puppet("Integer").check("x").length
    error, = puppet("Struct[{a => Array[Integer]}]").check({ "a" => [1, "x"] })
    assert_equal "value entry 'a' index 1 expects an Integer value, got String", error.reason
    assert_equal ["a", 1], error.path.to_a
    assert_equal error.reason, error.message
    assert_raises(Polycty::TypeError) { Value.from("x", puppet("Integer")) }
    assert_equal 5, Value.from(5, puppet("Integer")).to_ruby
    assert_equal 5, Puppet.assert(5, "Integer").to_ruby
    error_from(Polycty::TypeError) { Puppet.assert("x", "Integer") }
    assert_nil Puppet.validate_parameters({ "a" => 1 }, "Struct[{a => Integer}]", subject: "Class[Ntp]")
    error = error_from(Polycty::TypeError) do
      Puppet.validate_parameters({ "b" => 1 }, "Struct[{a => Integer}]", subject: "Class[Ntp]")
    end
    assert_equal 3, error.reason.lines.length
  end

  def test_calls
    needs :puppet
    assert_nil Puppet.call_mismatch([5], ["Callable[String]", "Callable[Integer]"], "f")
    error = Puppet.call_mismatch([5.5], ["Callable[String]", "Callable[Integer]"], "f")
    assert_equal 2, error.diagnostics.length
    assert_includes error.reason, "'f'"
    assert_nil Puppet.call_mismatch(puppet("Tuple[String]"), ["Callable[String]"], "f")
  end

  def test_values_that_only_puppet_has
    needs :puppet
    {
      "/a.b/" => /a.b/, "default" => :default, "SemVer('1.2.3')" => "1.2.3",
      "Timestamp('2000-01-01T00:00:00.5 UTC')" => Time.at(946_684_800 + 1/2r).utc,
      "Timespan('0-00:00:01.5')" => 3/2r, "Binary('/wA=')" => "\xFF\0".b,
      "URI('http://x/')" => "http://x/"
    }.each { |literal, object| assert_equal object, Puppet.value(literal).to_ruby, literal }
    secret = Puppet.value("Sensitive('x')")
    assert_equal [:sensitive, "x"], [Puppet.kind(secret), Puppet.content(secret).to_ruby]
    assert_same secret, secret.to_ruby
    assert_equal "\xFF\0".b, Puppet.binary("\xFF\0".b).to_ruby
    [/a\/b/, :default, Time.at(5, 250, :millisecond).utc, [1, 1.0, "é"], { "a" => { 1 => nil } }].each do |object|
      assert_equal object, Value.from(object, dialect: :puppet).to_ruby
    end
    error = error_from(Polycty::TypeError) { Value.from([/a/]) }
    assert_equal [0], error.path.to_a
  end

  def test_operators_and_defaults_of_puppet
    needs :puppet
    assert_equal [true, true, false], ["", 0, nil].map { |it| Puppet.truth?(it) }
    refute Puppet.truth?("", mode: :early)
    assert_equal [31, 1500.0], ["0x1f", "1.5e3"].map { |it| Puppet.numeric(it).to_ruby }
    error_from(Polycty::ConversionError) { Puppet.numeric("x") }
    assert_equal [5, 16, 1], [[:add, 3], [:shift_left, 3], [:divide, 2]].map { |it| Puppet.arithmetic(2, *it).to_ruby }
    error_from(Polycty::ArithmeticError) { Puppet.arithmetic(1, :divide, 0) }
    assert Puppet.compare("Integer", :less, "Numeric")
    refute Puppet.compare("Integer", :greater_or_equal, "Numeric")
    assert_equal Puppet.type("Integer[1, 3]"), Puppet.common_type_of(1, 3)
    port = Puppet.type("Port", aliases: Puppet::Aliases.new({ Port: "Integer[1, 9]" }))
    assert_equal ["Port", "Port = Integer[1, 9]"], %i[canonical expanded].map { |it| Puppet.format_type(port, detail: it) }
    assert_nil Puppet.validate_default(1, "Integer", name: "p", subject: "Class[Ntp]")
    error = error_from(Polycty::TypeError) { Puppet.validate_default("a", "Integer", name: "p", subject: "Class[Ntp]") }
    assert_match(/Class\[Ntp\].*'p'/, error.message)
  end

  def test_mcl
    needs :mcl
    ports = MCL.type("[]int")
    assert_equal "[80, 443]", MCL.format(Value.from([80, 443], ports))
    assert_equal [80, 443], Value.from([80, 443], ports).to_ruby
    assert_equal 0, MCL.zero("int").to_ruby
    assert_equal({}, MCL.zero("map{str: int}").to_ruby)
    assert_equal MCL.type("int"), MCL.unify("[]?1", "[]int", of: "[]?1").element
    assert MCL.hashable?("str")
    refute MCL.hashable?("[]str")
    value = MCL.from_json('{"a": 1}', "struct{a int; b str}", fields: :flexible)
    assert_equal({ "a" => 1, "b" => "" }, value.to_ruby)
    error_from { MCL.from_json('{"a": 1}', "struct{a int; b str}") }
    error_from(Polycty::Error) { Value.from(nil, MCL.type("int")) }
    assert_equal 1.5, Value.from(1.5, dialect: :mcl).to_ruby
  end
end
