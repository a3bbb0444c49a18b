# frozen_string_literal: true

require_relative "helper"

# Values: scalars, states, marks, refinements, operators, codecs.
class ValueTest < Polycty::Test
  def test_scalars
    assert_equal [5, 5.0, BigDecimal("5"), 5r, "5"],
                 Value.from(5).then { |v| [v.to_i, v.to_f, v.to_d, v.to_r, v.to_s] }
    assert_equal true, Value.from(true).as_bool
    assert_equal "é", Value.from("é").as_text
    assert_equal Encoding::UTF_8, Value.from("é").as_text.encoding
    assert_equal "a\0b", Value.from("a\0b").to_ruby
    assert_equal 512, Value.from(5).precision
    assert_equal 53, Value.exact_float(0.1).precision
    refute_equal Value.exact_float(0.1), Value.from(0.1)
    assert_equal Type.string, Value.from(Type.string).as_type
    error_from(Polycty::TypeError) { Value.from("5").to_i }
    error_from(Polycty::ConversionError) { Value.from(1.5).to_i }
    error_from(Polycty::NullError) { Value.null("string").as_text }
    error_from(Polycty::UnknownError) { Value.unknown("string").as_text }
    error_from(Polycty::MarkedError) { Value.from("x").mark("m").as_text }
  end

  def test_integers_of_any_size
    needs :puppet
    [0, 1, -1, 127, 128, -128, -129, 2**63, -(2**63), -(2**63) - 1, 2**64, 10**100, -(10**100),
     2**511, 2**600 + 1].each do |number|
      assert_equal number, Value.from(number).to_i
      assert_equal number, Value.from(number).to_ruby
      assert_equal number, Value.from(number, dialect: :puppet).to_i
    end
  end

  def test_states
    known, null, unknown = Value.from(1), Value.null("number"), Value.unknown("number")
    assert_equal %i[known null unknown], [known, null, unknown].map(&:state)
    assert_equal [true, false, false], [known, null, unknown].map(&:known?)
    assert_predicate null, :null?
    assert_predicate unknown, :unknown?
    refute_predicate Value.from([unknown]), :wholly_known?
    assert_predicate Value.from([unknown]), :known?
    assert_equal Type.any, Value.unknown.type
    assert_equal Type.list("string"), Value.null(Type.list("string")).type
  end

  def test_equality
    assert_equal Value.from(1), Value.from(1.0)
    assert_equal Value.from("a").hash, Value.from("a").hash
    refute_equal Value.from("1"), Value.from(1)
    refute_equal Value.from("a"), Value.from("a").mark("m")
    assert_equal({ Value.from([1]) => :found }, { Value.from([1]) => :found })
    refute_equal Value.from(1), 1
    assert_equal [1, 2, 3], [3, 1, 2].map { |n| Value.from(n) }.sort.map(&:to_ruby)
  end

  def test_marks
    secret = Value.from("x").mark("b", :a)
    assert_equal %w[a b], secret.marks
    assert secret.marked_with?(:a)
    refute_includes secret.inspect, "x\""
    refute_includes secret.to_s, "\"x\""
    assert_equal "x", secret.unmark.to_ruby
    inside = Value.from([secret, 1])
    refute_predicate inside, :marked?
    assert_predicate inside, :contains_marked?
    bare, marks = inside.unmark_deep
    assert_equal [["x", 1], %w[a b]], [bare.to_ruby, marks]
    error = error_from(Polycty::MarkedError) { inside.to_ruby }
    assert_equal [0], error.path.to_a
    assert_equal ["(hidden)", 1], inside.to_ruby { "(hidden)" }
    assert_equal %w[m], (Value.from(1).mark("m") + 1).marks
  end

  def test_refinements
    url = Value.unknown("string").refine { |it| it.not_null.prefix("https://", exact: true) }
    assert_equal [true, "https://"], [url.refinement.not_null, url.refinement.prefix]
    number = Value.unknown("number").refine { |it| it.min(1).max(10, inclusive: false) }.refinement
    assert_equal [1, true, 10, false],
                 [number.min.to_ruby, number.min_inclusive, number.max.to_ruby, number.max_inclusive]
    assert_equal 1..3, Value.unknown("list(string)").refine { |it| it.min_length(1).max_length(3) }
                            .refinement.length
    assert_equal 5, Value.unknown("number").refine { |it| it.not_null.min(5).max(5) }.to_ruby
    assert_nil Value.from(1).refinement
    error_from(Polycty::InvalidArgumentError) { Value.unknown("number").refine { |it| it.min(5).max(1) } }
    error_from(Polycty::TypeError) { Value.unknown("number").refine { |it| it.prefix("a") } }
  end

  def test_operators
    six = Value.from(6)
    assert_equal [8, 4, 12, 3, 2, -6, 6], [six + 2, six - 2, six * 2, six / 2, six % 4, -six, (-six).abs].map(&:to_ruby)
    assert_equal [7, 1.5], [1 + six, 9 / six].map(&:to_ruby)
    assert_equal Float::INFINITY, (six / 0).to_ruby
    assert_equal [true, false, true, false],
                 [six.less_than(7), six.greater_than(7), six.less_than_or_equal(6), six.equal_to(7)].map(&:as_bool)
    assert_equal [false, true, false],
                 [Value.from(true) & false, Value.from(true) | false, Value.from(true).not].map(&:as_bool)
    assert_predicate six + Value.unknown("number"), :unknown?
    error = error_from(Polycty::TypeError) { six + "x" }
    assert_equal 1, error.argument
    error_from(Polycty::ArithmeticError) { Value.from(0) / 0 }
    assert_equal "b", Value.from(%w[a b]).index(1).to_ruby
    assert Value.from({ a: 1 }, "map(number)").has_index("a").as_bool
    assert Value.from(Set[1, 2]).has_element(2).as_bool
    assert_equal 2, Value.from([1, 2]).length_value.to_ruby
  end

  def test_codecs
    value = Value.from({ a: [1, nil, "x"] })
    assert_equal({ "a" => [1, nil, "x"] }, JSON.parse(value.to_json))
    assert_equal value, Value.from_json('{"a": [1, null, "x"]}')
    assert_equal value, Value.from_msgpack(value.to_msgpack, value.type)
    assert_equal Encoding::BINARY, value.to_msgpack.encoding
    unknown = Value.from([Value.unknown("string")])
    assert_equal unknown, Value.from_msgpack(unknown.to_msgpack, unknown.type)
    assert_equal [0], error_from(Polycty::UnknownError) { unknown.to_json }.path.to_a
    error = error_from(Polycty::Error) { Value.from_json('{"a": [1, true]}', "object({a=list(number)})") }
    assert_equal [:a, 1], error.path.to_a
    assert_equal 6, error_from(Polycty::SyntaxError) { Value.from_json('{"a": ]') }.offset
    typed = Value.from("x").to_json(Type.any)
    assert_equal({ "value" => "x", "type" => "string" }, JSON.parse(typed))
  end

  def test_conversions
    needs :translate
    assert_equal 5, Value.from("5").convert("number").to_ruby
    error = error_from(Polycty::ConversionError) { Value.from([1, "x"]).convert("list(number)") }
    assert_equal [1], error.path.to_a
    assert Value.from("a").instance?("string")
    refute Value.from("a").instance?(Type.number)
    assert_equal [[0]], Value.from(["x"]).check("list(number)").map { |each| each.path.to_a }
    translated = Value.from([1, "a"]).translate(:puppet)
    assert_equal [:puppet, [1, "a"]], [translated.dialect, translated.to_ruby]
  end

  def test_capsules_hold_ruby_objects
    type = Type.capsule("thing")
    object = Object.new
    value = Value.capsule(type, object)
    assert_same object, value.unwrap
    assert_same object, value.to_ruby
    assert_same object, Value.from([value])[0].to_ruby
    assert_equal value, Value.from([value])[0]
    refute_equal value, Value.capsule(type, object)
    error_from(Polycty::TypeError) { Value.from(1).unwrap }
    foreign = Value.own do
      Polycty::Native.result do |out, e|
        Polycty::Native.pcty_value_capsule(type, FFI::MemoryPointer.new(1), nil, out, e)
      end
    end
    error_from(Polycty::TypeError) { foreign.unwrap }
    error_from(Polycty::UnsupportedError) { foreign.to_ruby }
    error_from(Polycty::TypeError) { Value.capsule(Type.string, object) }
    bytes = Value.bytes("\xFF\0".b)
    assert_equal "\xFF\0".b, bytes.unwrap
    error_from(Polycty::UnsupportedError) { bytes.to_json }
  end

  def test_paths
    value = Value.from({ servers: [{ port: 80 }] })
    path = Polycty::Path[:servers, 0, :port]
    assert_equal 80, path.apply(value).to_ruby
    assert_equal ".servers[0].port", path.to_s
    assert_equal path, Polycty::Path[:servers] + 0 + :port
    assert path.start_with?([:servers, 0])
    assert_equal %i[servers port], path.grep(Symbol)
    error_from(Polycty::NotFoundError) { Polycty::Path[:servers, 1, :port].apply(value) }
    assert_equal '["a b"]', Polycty::Path["a b"].to_s
    assert_equal 1, [path, Polycty::Path[:servers, 0, :port]].uniq.length
    assert_raises(TypeError) { Polycty::Path[nil] }
  end

  def test_documents_have_positions
    text = "web:\n  ports: [80, many]\n"
    type = Polycty::Type.parse("object({web=object({ports=list(number)})})")
    errors = type.check_document(text, format: :yaml, file: "x.yaml")
    assert_equal [".web.ports[1]"], errors.map { |error| error.path.to_s }
    assert_equal [2, 15], errors[0].diagnostics[0].subject.start.to_a.first(2)
    part = errors[0].path.locate(text, format: :yaml)
    assert_equal [true, nil], [part.exact, part.name_range]
    assert_equal [2, 15], part.range.start.to_a.first(2)
    assert_equal 4, Polycty::Path[:web].locate(text, format: :yaml).name_range.end.column
    assert_equal({ "web" => { "ports" => [80, "many"] } }, Value.from_yaml(text).to_ruby)
    error_from(Polycty::SyntaxError) { Polycty::Path[:web].locate(text) }
  end

  def test_inspection_tells_what_it_is
    needs :puppet
    assert_equal '#<Polycty::Value {"a":1}>', Value.from({ a: 1 }).inspect
    assert_equal "#<Polycty::Value unknown list(string)>", Value.unknown("list(string)").inspect
    assert_operator Value.from("x" * 1000).inspect.length, :<, 120
    assert_equal "#<Polycty::Value [1, a]>", Value.from([1, "a"], dialect: :puppet).inspect
    secret = Polycty::Puppet.value("Sensitive('hunter2')")
    refute_includes secret.inspect, "hunter2"
  end
end
