# frozen_string_literal: true

require_relative "helper"

# Ruby objects as values, and back: both conversions of each direction agree and are lossless.
class RubyObjectsTest < Polycty::Test
  def test_the_table
    needs :puppet
    {
      nil => Value.null("any"), true => Value.from_json("true"), 5 => Value.from_json("5"),
      0.1 => Value.from_json("0.1"), BigDecimal("1.50") => Value.from_json("1.5"),
      1/4r => Value.from_json("0.25"), "a" => Value.from_json('"a"'), a: Value.from_json('"a"'),
      [1, "a"] => Value.from_json('[1,"a"]'), { a: 1 } => Value.from_json('{"a":1}')
    }.each { |object, value| assert_equal value, Value.from(object), object.inspect }
    assert_equal Type.set("number"), Value.from(Set[1, 2]).type
    assert_equal "e\u0301".unicode_normalize(:nfc), Value.from("e\u0301").to_ruby
    assert_equal "e\u0301", Value.from("e\u0301", dialect: :puppet).to_ruby
  end

  def test_numbers_come_back_as_they_are
    [0, -7, 2**64, 10**160, 0.5, 0.1, -1.25e-7, 1e22, 123_456_789.125,
     BigDecimal("0.1234567890123456789012345"), BigDecimal("1e-400")].each do |number|
      assert_equal number, Value.from(number).to_ruby
      assert_equal number.class, Value.from(number).to_ruby.class unless number == 1e22
      assert_equal Value.from(number), Value.from(Value.from([number]).to_ruby)[0]
    end
    assert_equal Value.from(1) / 3, Value.from(1/3r)
    assert_equal Float::INFINITY, Value.from(Float::INFINITY).to_ruby
    error_from(Polycty::ArithmeticError) { Value.from(Float::NAN) }
  end

  def test_structures_one_by_one_and_as_a_whole_are_the_same
    random = Random.new(7)
    200.times do
      object = sample(random, 4)
      # Objects of other than core classes are converted element by element.
      whole = Value.from([object])
      single = Value.from([object, Value.from(nil)])
      assert_equal whole[0], single[0], object.inspect
      assert_equal whole.to_ruby, whole.to_ruby { flunk }
      assert_equal Value.from(whole.to_ruby), whole
    end
  end

  # Objects that match a type, and objects that do not.
  def test_a_typed_value_is_the_converted_one
    random = Random.new(9)
    outcomes = Array.new(2_000) do
      object = sample(random, 3)
      type = random.rand(3).zero? ? sample_type(random, 3) : type_near(object, random)
      wanted = outcome { Value.from(object).convert(type) }
      assert_equal wanted, outcome { Value.from(object, type) }, "#{object.inspect} as #{type}"
      wanted.is_a?(Value)
    end
    assert_operator outcomes.count(true), :>, 500
    assert_operator outcomes.count(false), :>, 100
  end

  # The typed values of the random types have sets at all depths.
  def test_sets_come_back_the_same_either_way
    random = Random.new(10)
    sets = 0
    500.times do
      object = sample(random, 4)
      near = type_near(object, random)
      types = [Type.object({ s: Type.set(near), n: near }), Type.tuple(near, Type.map(Type.set(near)))]
      value = outcome do
        Value.from([{ s: [object, object], n: object }, [object, { k: [object] }]], Type.tuple(*types))
      end
      next unless value.is_a?(Value)

      sets += 1 if value.type.flags.include?(:set)
      [true, false].each do |symbolize|
        assert_equal value.to_ruby(symbolize_names: symbolize) { flunk }, value.to_ruby(symbolize_names: symbolize)
      end
    end
    assert_operator sets, :>, 200
  end

  def test_puppet_structures_are_the_same_too
    needs :puppet
    random = Random.new(8)
    200.times do
      object = sample(random, 4)
      whole = Value.from([object], dialect: :puppet)
      single = Value.from([object, Value.from(nil, dialect: :puppet)], dialect: :puppet)
      assert_equal whole[0], single[0], object.inspect
      assert_equal whole, Value.from(whole.to_ruby, dialect: :puppet)
    end
  end

  # The library reads plain objects in one call; a structure with a Value is built element by
  # element. Values and errors are the same, including the precision of each number.
  def test_what_is_read_at_once_is_what_is_put_together
    needs :pcl
    random = Random.new(11)
    %i[hcl pcl puppet].each do |dialect|
      nothing = Value.from(nil, dialect: dialect)
      outcomes = Array.new(LONG ? 30_000 : 3_000) do
        object = anything(random, 4)
        together = outcome { Value.from([object, nothing], dialect: dialect)[0] }
        at_once = outcome { Value.from([object], dialect: dialect)[0] }
        assert_equal together, at_once, object.inspect
        assert(numbers(together) == numbers(at_once), object.inspect)
        together.is_a?(Value)
      end
      assert_operator outcomes.count(true), :>, 1_000
      assert_operator outcomes.count(false), :>, 40
    end
  end

  # With a block each part is converted separately.
  def test_what_is_made_at_once_is_what_is_put_together
    needs :puppet
    random = Random.new(12)
    third = Value.from(1) / 3
    specials = [third, Value.from(10**400), Value.from(Float::INFINITY), Value.from(-0.0), Value.unknown("string"),
                Value.from("s").mark("m"), Value.from(Set[1, 2]), Value.from(Set[[third]])]
    specials += %w[Sensitive(1) /a/ default SemVer('1.2.3')].map { |literal| Polycty::Puppet.value(literal) }
    %i[hcl puppet].each do |dialect|
      outcomes = Array.new(LONG ? 20_000 : 2_000) do
        special = specials.sample(random: random)
        object = anything(random, 3) { random.rand(3).zero? ? special : nil }
        value = outcome { Value.from([object], dialect: dialect) }
        next unless value.is_a?(Value)

        [true, false].each do |symbolize|
          single = outcome { value.to_ruby(symbolize_names: symbolize) { |part| raise Polycty::TypeError, part.inspect } }
          whole = outcome { value.to_ruby(symbolize_names: symbolize) }
          if whole.first.is_a?(Class) then assert_equal Polycty::TypeError, single.first
          else assert_equal form(single), form(whole), object.inspect
          end
        end
        true
      end
      assert_operator outcomes.count(true), :>, 1_000
    end
  end

  def test_numbers_at_the_edges_are_exact
    needs :puppet
    edges = [31, 62, 63, 64, 128, 511, 512, 513].flat_map { |bits| [(2**bits) - 1, 2**bits, (2**bits) + 1] }
    edges += edges.map(&:-@) + [0, 10**155, 1 << 4000]
    %i[hcl puppet].each do |dialect|
      assert_equal edges, Value.from(edges, dialect: dialect).to_ruby
    end
    edges.each { |edge| assert_equal numbers(Value.from(edge)), numbers(Value.from([edge])[0]) }
    floats = [0.0, -0.0, 5e-324, 1.7976931348623157e308, 0.1 + 0.2, 1e23, 9_007_199_254_740_993.0]
    floats += [Float::INFINITY, -Float::INFINITY]
    assert_equal floats.map { |float| form(Value.from(float).to_ruby) }, form(Value.from(floats).to_ruby)
    floats << Float::NAN
    assert_equal floats.map(&:to_s), Value.from(floats, dialect: :puppet).to_ruby.map(&:to_s)
  end

  def test_what_shares_parts_is_bounded
    needs :puppet
    shared = 60.times.inject([1]) { |inner, _| [inner, inner] }
    %i[hcl puppet].each { |dialect| error_from(Polycty::LimitError) { Value.from(shared, dialect: dialect) } }
    few = Polycty::Budget.new(steps: 1_000)
    long = Array.new(10_000) { |n| n }
    error_from(Polycty::LimitError) { few.run { Value.from(long) } }
    value = Value.from(long)
    error_from(Polycty::LimitError) { few.run { value.to_ruby } }
    stopped = Polycty::Budget.new
    stopped.cancel
    error_from(Polycty::CancelledError) { stopped.run { value.to_ruby } }
    circle = {}
    circle[:a] = [circle]
    assert_operator error_from(Polycty::LimitError) { Value.from(circle) }.path.to_a.length, :>, 100
  end

  # A signal handler may run between any two steps.
  def test_structures_may_be_made_while_others_are
    before = Thread.current[:polycty_object] = "mine"
    values = nil
    trap("USR1") { values = [Value.from({ b: [2] }).to_ruby, Thread.current[:polycty_object]] }
    thread = Thread.new { 50.times { Process.kill("USR1", Process.pid) && sleep(0.001) } }
    100.times { assert_equal [{ "a" => [1] }], Value.from([{ a: [1] }]).to_ruby } while thread.alive?
    thread.join
    assert_equal [{ "b" => [2] }, before], [values.first, Thread.current[:polycty_object]]
  ensure
    trap("USR1", "DEFAULT")
    Thread.current[:polycty_object] = nil
  end

  def test_fibers_and_deep_structures
    needs :puppet
    deep = 120.times.inject(1) { |inner, n| n.even? ? [inner] : { "a" => inner } }
    assert_equal deep, Fiber.new { Value.from(deep).to_ruby }.resume
    assert_equal deep, Thread.new { Value.from(deep, dialect: :puppet).to_ruby }.value
  end

  def test_errors_have_a_path
    error = error_from(Polycty::TypeError) { Value.from({ a: [1, { b: Object.new }] }) }
    assert_equal [:a, 1, :b], error.path.to_a
    assert_includes error.message, "Object"
    error = error_from(Polycty::InvalidUTF8Error) { Value.from({ a: ["\xFF"] }) }
    assert_equal [:a, 0], error.path.to_a
    error_from(Polycty::TypeError) { Value.from({ 1 => 2 }) }
    deep = nested = []
    nested << nested
    error_from(Polycty::LimitError) { Value.from(deep) }
    deep = 5_000.times.inject(1) { |inner, _| [inner] }
    error_from(Polycty::LimitError) { Value.from(deep) }
  end

  def test_other_objects_are_asked
    point = Struct.new(:x, :y) { def to_polycty = { x: x, y: y } }
    assert_equal({ "x" => 1, "y" => [2] }, Value.from(point.new(1, [2])).to_ruby)
    hash_like = Object.new.tap { |it| def it.to_hash = { a: 1 } }
    assert_equal [{ "a" => 1 }], Value.from([hash_like]).to_ruby
    text = Class.new(String) { def to_json(*) = '"wrong"' }
    assert_equal ["right"], Value.from([text.new("right")]).to_ruby
    latin = "\xE9".dup.force_encoding(Encoding::ISO_8859_1)
    assert_equal ["é"], Value.from([latin]).to_ruby
  end

  def test_keys
    assert_equal({ "a" => 2 }, Value.from({ a: 1, "a" => 2 }).to_ruby)
    assert_equal({ "a" => 2 }, Value.from({ a: Set[1], "a" => 2 }).to_ruby)
    both = { "\u00e9" => 1, "e\u0301" => 2 }
    assert_equal({ "\u00e9" => 2 }, Value.from(both).to_ruby)
    assert_equal({ a: [{ b: 1 }] }, Value.from({ a: [{ b: 1 }] }).to_ruby(symbolize_names: true))
    assert_equal({ a: [Set[1]] }, Value.from({ a: [Set[1]] }).to_ruby(symbolize_names: true))
  end

  def test_typed
    value = Value.from({ ports: %w[80 443], tags: Set["a"] }, "object({ports=list(number),tags=set(string)})")
    assert_equal({ "ports" => [80, 443], "tags" => Set["a"] }, value.to_ruby)
    error = error_from(Polycty::ConversionError) { Value.from({ ports: ["x"] }, "object({ports=list(number)})") }
    assert_equal [:ports, 0], error.path.to_a
    assert_equal [1, 2], Value.list("number", [1, "2"]).to_ruby
    assert_equal [1], error_from(Polycty::ConversionError) { Value.list("number", [1, "x"]) }.path.to_a
    assert_equal Set["1"], Value.set("string", [1, "1"]).to_ruby
    assert_equal({ "a" => true }, Value.map("bool", { a: "true" }).to_ruby)
    assert_equal ["a"], error_from(Polycty::ConversionError) { Value.map("bool", { a: 5 }) }.path.to_a
    assert_equal Type.list("string"), Value.list("string", []).type
  end

  private

  def outcome
    yield
  rescue Polycty::Error => e
    [e.class, e.message, e.path]
  end

  # The properties of the numbers in a value that equality ignores.
  def numbers(value)
    case value
    when Polycty::Collection then value.each_value.map { |part| numbers(part) }
    when Value then [value.precision, value.to_s] if value.known? && !value.marked? && value.type.kind == :number
    end
  end

  # The properties of an object that equality ignores.
  def form(object)
    case object
    when Array then object.map { |element| form(element) }
    when Hash then object.map { |key, element| [form(key), form(element), key.frozen?] }
    when Set then [Set, object.map { |element| form(element) }]
    when String then [object, object.encoding, object.frozen?]
    when Float then [Float, object.to_s]
    else [object.class, object]
    end
  end

  WORD = Class.new(String)
  LIST = Class.new(Array)
  TABLE = Class.new(Hash)

  # An object of the kinds that a structure may contain, and of others; the block may return a part.
  def anything(random, depth, &part)
    given = part&.call
    return given if given

    inner = -> { anything(random, depth - 1, &part) }
    case random.rand(depth.zero? ? 24 : 34)
    when 0 then nil
    when 1 then random.rand(2).zero?
    when 2..4 then random.rand(-10**random.rand(1..30)..10**random.rand(1..30))
    when 5 then (random.rand(2).zero? ? 1 : -1) * ((1 << random.rand(600)) + random.rand(-1..1))
    when 6, 7 then random.rand * (10.0**random.rand(-30..30))
    when 8 then [0.0, -0.0, 1e22, 5e-324, Float::INFINITY].sample(random: random)
    when 9..13 then %w[a é é 日本 "\\].sample(random: random) * random.rand(3)
    when 14, 15 then %i[a é default b].sample(random: random)
    when 16 then ["a".encode("UTF-16LE"), "é".b, "a".b, "a".encode("US-ASCII"), "é".encode("ISO-8859-1"),
                  "a".encode("ISO-8859-1")].sample(random: random)
    when 17 then random.rand(6).zero? ? ["\xFF", "\xC3".b, "a\xE9".dup.force_encoding("US-ASCII")].sample(random: random) : "fine"
    when 18 then random.rand(6).zero? ? [Float::NAN, Object.new, BasicObject].sample(random: random) : 0
    when 19 then [WORD.new("w"), BigDecimal("0.1"), 1/3r, "frozen"].sample(random: random)
    when 20..23 then "a" * random.rand(100)
    when 24..28 then Array.new(random.rand(5)) { inner.call }
    when 29 then [Set[inner.call], LIST.new([inner.call]), TABLE.new.update("a" => inner.call)].sample(random: random)
    when 30 then { [1, nil, 1.5, true, [1], "a"].sample(random: random) => inner.call, "b" => inner.call }
    else ["a", :a, "b", :b, "é", "e\u0301", "a".b].sample(random.rand(5), random: random).to_h { |key| [key, inner.call] }
    end
  end

  def sample_type(random, depth)
    inner = -> { sample_type(random, depth - 1) }
    case random.rand(depth.zero? ? 4 : 9)
    when 0 then Type.string
    when 1 then Type.number
    when 2 then Type.bool
    when 3 then random.rand(4).zero? ? Type.any : Type.string
    when 4 then Type.list(inner.call)
    when 5 then Type.set(inner.call)
    when 6 then Type.map(inner.call)
    when 7 then Type.tuple(*Array.new(random.rand(3)) { inner.call })
    else
      names = %w[a b ü].sample(random.rand(3), random: random)
      Type.object(names.to_h { |name| [name, inner.call] }, optional: names.first(random.rand(2)), dialect: :hcl)
    end
  end

  # A type that the object may convert to.
  def type_near(object, random)
    case object
    when Array
      near = object.map { |element| type_near(element, random) }
      near.uniq.length == 1 && random.rand(2).zero? ? Type.public_send(%i[list set].sample(random: random), near.first) : Type.tuple(*near)
    when Hash
      near = object.transform_values { |element| type_near(element, random) }
      near.values.uniq.length == 1 && random.rand(2).zero? ? Type.map(near.values.first) : Type.object(near, dialect: :hcl)
    when Numeric then random.rand(3).zero? ? Type.string : Type.number
    when true, false then random.rand(3).zero? ? Type.string : Type.bool
    else random.rand(9).zero? ? Type.number : Type.string
    end
  end

  def sample(random, depth)
    case random.rand(depth.zero? ? 7 : 10)
    when 0 then nil
    when 1 then random.rand(2).zero?
    when 2 then random.rand(-10**random.rand(1..30)..10**random.rand(1..30))
    when 3 then random.rand * (10.0**random.rand(-20..20))
    when 4 then %w[a é 日本 "\\ \u0000 \u2028].sample(random: random) * random.rand(3)
    when 5 then [10**20, -(2**70), 0, 1.0, -0.5, 1e300].sample(random: random)
    when 6 then ""
    when 7 then Array.new(random.rand(4)) { sample(random, depth - 1) }
    else %w[a b ü key].sample(random.rand(4), random: random).to_h { |key| [key, sample(random, depth - 1)] }
    end
  end
end
