# frozen_string_literal: true

require_relative "helper"
require "yaml"

# Ruby's own protocols with the objects of the gem: order, patterns, freezing, inspection, YAML and
# Ractors.
class IdiomsTest < Polycty::Test
  include Polycty

  def test_values_compare_with_values_and_with_scalars
    two = Value.from(2)
    assert_equal [1, 2, 3], [Value.from(3), two, Value.from(1)].sort.map(&:to_i)
    assert_equal [true, true, true, false], [two > 1, two < 2.5, 1 < two, two <= 1]
    assert two.between?(1, 3)
    assert_equal [-1, 0, 1], %w[b a A].map { |text| Value.from("a") <=> text }
    assert_nil two <=> "2"
    assert_nil Value.from("2") <=> 2
    assert_nil Value.unknown("number") <=> 2
    assert_nil two.mark("secret") <=> 2
    assert_nil two <=> nil
    assert_raises(ArgumentError) { two > "a" }
  end

  def test_positions_and_types_compare
    range = HCL::Expression.parse("a + b").range
    assert_operator range.start, :<, range.end
    assert_equal range.end, [range.end, range.start].max
    assert_nil range.start <=> 1
    needs :puppet
    assert_operator puppet("Integer"), :<, puppet("Numeric")
    assert_nil puppet("Integer") <=> puppet("String")
  end

  def test_patterns_match_ruby_objects_at_every_depth
    value = Value.from({ name: "web", tags: nil, ports: [80, { from: 1, to: 2.5 }], on: true })
    case value
    in { name: "web" => name, tags: nil, ports: [Integer => first, { from: 1, to: Float => to }], on: true }
      assert_equal ["web", 80, 2.5], [name, first, to]
    end
    case Value.from({ zones: { eu: [1, 2] } }, "object({zones=map(list(number))})")
    in { zones: { eu: [*, last], **rest } }
      assert_equal [2, {}], [last, rest]
    end
  end

  def test_patterns_tell_arrays_from_hashes
    shape = lambda do |value|
      case value
      in [] then :empty
      in [_, *] then :array
      in { a: _ } then :hash
      else :other
      end
    end
    values = [[], [1], { a: 1 }, { b: 1 }, 1].map { |object| Value.from(object) }
    assert_equal %i[empty array hash other other], values.map(&shape)
    refute_respond_to Value.from([1]), :deconstruct_keys
    refute_respond_to Value.from({ a: 1 }), :deconstruct
  end

  def test_patterns_do_not_open_what_is_marked_or_unknown
    value = Value.from({ key: Value.from("hunter2").mark("secret"), id: Value.unknown("string") })
    case value
    in { key: Value => key, id: Value => id }
      assert_predicate key, :marked?
      assert_predicate id, :unknown?
    end
    refute_pattern(value.mark("secret"))
  end

  def test_patterns_of_puppet
    needs :puppet
    case Value.from({ "a" => [:default, { "b" => 1 }] }, dialect: :puppet)
    in { a: [:default, { b: Integer => one }] }
      assert_equal 1, one
    end
  end

  def test_types_in_case_test_objects_without_changing_scalars
    {
      "list(string)" => [["a"], [1]], "set(number)" => [Set[1], Set["1"]], "map(bool)" => [{ a: true }, { a: 1 }],
      "string" => ["5", 5], "number" => [5, "5"], "tuple([string, number])" => [["a", 1], ["a"]],
      "object({a=string})" => [{ a: "x" }, { a: "x", b: 1 }], "map(list(number))" => [{ a: [] }, { a: "x" }]
    }.each do |notation, (matching, other)|
      type = Type.parse(notation)
      assert type === matching, "#{notation}: #{matching}"
      refute type === other, "#{notation}: #{other}"
    end
    optional = Type.object({ a: "string", b: "number" }, optional: [:b])
    assert_equal [true, true, false], [{ a: "x" }, { a: "x", b: 1 }, { b: 1 }].map { |object| optional === object }
    refute Type.parse("list(string)") === Value.from(["a"]), "a Value has its own type"
    assert Type.parse("list(string)") === Value.from(["a"], "list(string)")
    refute Type.parse("string") === Object.new
  end

  def test_types_of_other_dialects_in_case
    needs :mcl, :pcl
    { "[]int" => [[1], ["a"]], "map{str: int}" => [{ a: 1 }, { a: "x" }], "struct{a int}" => [{ a: 1 }, { b: 1 }],
      "float" => [1.5, 1], "int" => [1, 1.5] }.each do |notation, (matching, other)|
      assert MCL.type(notation) === matching, "#{notation}: #{matching}"
      refute MCL.type(notation) === other, "#{notation}: #{other}"
    end
    assert PCL.type("list(int)") === [1]
    refute PCL.type("list(int)") === [1.5]
    assert PCL.type("union(string, number)") === 1
  end

  def test_freezing
    file = HCL::File.parse("a = 1\nb {}\n")
    node = file["a"]
    block = file.body.block("b")
    file.freeze
    changes = [
      -> { file["a"] = 2 }, -> { node.value = 2 }, -> { node.remove }, -> { block.labels = ["x"] },
      -> { file.body.insert_block("c") }, -> { node.rename("c") }, -> { node.replace("a", "b") },
      -> { node.remove_in("x") }, -> { node.comments_before = ["x"] }, -> { HCL::Scope.new.freeze[:a] = 1 },
      -> { HCL::Scope.new.freeze.define_standard_functions }, -> { HCL::Scope.new.freeze.allow_variables },
      -> { HCL::Scope.new.freeze.read_functions(HCL::Body.parse("")) },
      -> { Value.unknown("string").refine { |it| it.freeze.not_null } }
    ]
    changes.each_with_index { |change, at| assert_raises(FrozenError, at.to_s, &change) }
    assert_equal "a = 1\nb {}\n", file.to_s
    assert_equal "1", file["a"].value
    copy = file.dup
    copy["a"] = 2
    assert_equal "a = 2\nb {}\n", copy.to_s
  end

  def test_freezing_of_what_languages_run_in
    needs :puppet, :pcl, :mcl
    [
      -> { Puppet::Environment.new.freeze[:a] = 1 }, -> { Puppet::Environment.new.freeze.time = Time.at(0) },
      -> { Puppet::Environment.new.freeze.logger { |*| nil } }, -> { PCL::TypeScope.new.freeze[:a] = "string" },
      -> { PCL::TypeScope.new.freeze.define(:f) { |*| nil } }, -> { MCL::Host.new.freeze.variable("a", "b") },
      -> { MCL::Host.new.freeze.files(".") }, -> { MCL::Program.new("").start.freeze.step }
    ].each_with_index { |change, at| assert_raises(FrozenError, at.to_s, &change) }
    assert_equal 1, HCL::Scope.new(variables: { a: 1 }).freeze.child(variables: { b: 2 })[:a].to_i
  end

  def test_freezing_is_deep
    error = error_from { HCL::Body.parse("a = \n") }
    diagnostic = error.diagnostics.first
    assert_predicate diagnostic, :frozen?
    assert_raises(FrozenError) { diagnostic.summary << "x" }
    assert_raises(FrozenError) { diagnostic.related << 1 }
    inner = HCL.record { attribute :ports, "list(number)" }
    outer = HCL.record { block :inners, inner, many: true }
    record = outer.new(inners: [inner.new(ports: [1])]).freeze
    assert_raises(FrozenError) { record.inners << 1 }
    assert_raises(FrozenError) { record.inners.first.ports << 1 }
    assert_raises(FrozenError) { record.inners.first.ports = [] }
  end

  def test_inspect_and_to_s_have_no_address
    objects = [
      Type.parse("string"), Value.from([1]), Path[:a], Parameter.new("a", "string"), Budget.new(steps: 5),
      Function.new({ n: "number" }, returns: "number") { |n| n }, HCL::Scope.new, HCL::File.parse("a = 1\n"),
      HCL::File.parse("a = 1\n")["a"], HCL::Body.parse("a = 1\n"), HCL::Body.parse("a = 1\n").attributes.first,
      HCL::Body.parse("a \"b\" {}\n").items.first.blocks.first, HCL::Expression.parse("a"), HCL::Spec.label(0, "a"),
      HCL.type("object({a=optional(number, 1)})").last, HCL::Schema.new,
      Type.parse("string").converter_to("number"), Type.unify("string", "number")
    ]
    objects << Puppet::Manifest.new("1", file: "a.pp") << Puppet::Manifest.new("1").outline <<
      Puppet::Environment.new << Puppet::Aliases.new({ "A" => "Integer" }) if Polycty.feature?(:puppet)
    objects << HCL::TerraformHost.new if Polycty.feature?(:terraform)
    objects << MCL::Host.new << MCL::Program.new("") << MCL::Resources.empty if Polycty.feature?(:mcl)
    objects << Schema.read("{}") << Schema.read("{}").documents if Polycty.feature?(:schema)
    objects.each do |object|
      refute_match(/0x\h{6}/, object.inspect)
      refute_match(/0x\h{6}/, object.to_s)
      assert_match(/\A#<Polycty::/, object.inspect)
    end
  end

  def test_closed_objects_are_inspected
    body = HCL::Body.parse("a = 1\n")
    body.close
    assert_equal "#<Polycty::HCL::Body closed>", body.inspect
    function = Function.new({}, returns: "number") { 1 }
    function.close
    assert_equal "#<Polycty::Function closed>", function.inspect
  end

  def test_inspect_shows_no_secret
    secret = Value.from("hunter2").mark("secret")
    shown = [secret, Value.from([secret]), Value.from({ a: { b: secret } }), secret.type, HCL::Scope.new(variables: { a: secret })]
    shown.each { |object| refute_includes object.inspect + object.to_s, "hunter2" }
    broken = error_from { HCL::Body.parse("password = \"hunter2\"\nb = \n", file: "a.hcl") }.diagnostics.first
    assert_includes broken.inspect, "a.hcl"
    refute_includes broken.inspect, "hunter2"
    needs :puppet
    refute_includes Puppet.value("Sensitive('hunter2')").inspect, "hunter2"
    refute_includes Value.from([Puppet.value("Sensitive('hunter2')")], dialect: :puppet).inspect, "hunter2"
  end

  def test_yaml
    data = { "a" => [1, 2.5, nil, true], "b" => { "c" => "x" } }
    assert_equal data.to_yaml, Value.from(data).to_yaml
    assert_equal data, YAML.safe_load(YAML.dump([Value.from(data)])).first
    assert_equal "list(string)", YAML.safe_load(Type.parse("list(string)").to_yaml)
    error = error_from(MarkedError) { Value.from({ a: [Value.from("hunter2").mark("secret")] }).to_yaml }
    assert_equal [:a, 0], error.path.to_a
    assert_equal [:a], error_from(UnknownError) { Value.from({ a: Value.unknown("string") }).to_yaml }.path.to_a
    conversion = error_from(ConversionError) { Value.from({ port: "x" }, "object({port=number})") }
    assert_equal conversion.reason, YAML.safe_load(conversion.to_yaml).fetch("message")
    [HCL::Scope.new, HCL::Body.parse(""), Budget.new].each do |object|
      assert_equal "can't dump #{object.class}", assert_raises(::TypeError) { object.to_yaml }.message
    end
  end

  def test_yaml_of_puppet_shows_no_secret
    needs :puppet
    secret = Puppet.value("Sensitive('hunter2')")
    [secret, Value.from({ "a" => [secret] }, dialect: :puppet)].each do |value|
      refute_includes error_from(Polycty::UnsupportedError) { value.to_yaml }.message, "hunter2"
    end
    assert_equal "Integer[0, 1]", YAML.safe_load(puppet("Integer[0, 1]").to_yaml)
    error_from(Polycty::UnsupportedError) { Type.capsule("handle").to_yaml }
  end

  def test_marshal_is_refused
    [Value.from(1), Type.parse("string"), HCL::Scope.new].each do |object|
      assert_equal "can't dump #{object.class}", assert_raises(::TypeError) { Marshal.dump(object) }.message
    end
  end

  # As docs/tutorials/ruby.md states: only the main Ractor uses the gem, other Ractors get data as text.
  def test_ractors
    [Value.from([1]), Type.parse("string")].each do |object|
      refute Ractor.shareable?(object)
      assert_raises(Ractor::Error) { Ractor.make_shareable(object) }
    end
    program = <<~'RUBY'
      require "polycty"
      begin
        Ractor.new { Thread.current.report_on_exception = false; Polycty::Type.parse("string") }.take
      rescue Ractor::RemoteError => e
        puts e.cause.class
      end
      json = Polycty::Value.from([1, 2]).to_json.freeze
      puts Ractor.new(json) { |text| text.length }.take
    RUBY
    assert_equal "Ractor::IsolationError\n5\n", ruby("-W0", "-e", program).first
  end

  private

  def refute_pattern(value)
    case value
    in [*] | { ** } then flunk "#{value.inspect} is open"
    else pass
    end
  end
end
