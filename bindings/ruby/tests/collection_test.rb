# frozen_string_literal: true

require_relative "helper"

# Collections: enumeration, lookup, pattern matching.
class CollectionTest < Polycty::Test
  def test_sequences_enumerate
    ports = Value.from([80, 443], "list(number)")
    assert_kind_of Enumerable, ports
    assert_equal 523, ports.sum(&:to_i)
    assert_equal [80, 443], ports.map(&:to_ruby)
    assert_equal [443, 80], [ports[-1], ports[0]].map(&:to_ruby)
    assert_nil ports[2]
    assert_nil ports[-3]
    assert_equal 2, ports.length
    assert_equal [80], ports.first(1).map(&:to_ruby)
    assert_includes ports, 443
    refute_includes ports, 1
    assert_equal 2, ports.each.size
    assert_equal [[80, 0], [443, 1]], ports.each_with_index.map { |port, at| [port.to_ruby, at] }
    assert_equal :list, ports.kind
    assert_equal %w[a b], Value.from(Set["b", "a"]).map(&:to_s)
  end

  def test_maps_enumerate_as_hashes_do
    map = Value.from({ b: 2, a: 1 }, "map(number)")
    assert_equal %w[a b], map.keys
    assert_equal({ "a" => 1, "b" => 2 }, map.to_h { |key, value| [key, value.to_ruby] })
    assert_equal [%w[a 1], %w[b 2]], map.map { |key, value| [key, value.to_s] }
    assert_equal [1, 2], map.values.map(&:to_ruby)
    assert_equal 2, map.fetch(:b).to_ruby
    assert_raises(KeyError) { map.fetch("c") }
    assert_equal 5, map.fetch("c", 5)
    assert_equal "c", map.fetch("c") { |key| key }
    assert map.key?(:a)
    refute_includes map, "c"
    assert_raises(IndexError) { Value.from([1]).fetch(1) }
    assert_equal [], Value.from([]).to_a
    assert_predicate Value.from({}), :empty?
  end

  def test_dig_and_patterns
    config = Value.from({ servers: [{ name: "db", port: 5432 }] })
    assert_equal 5432, config.dig(:servers, 0, :port).to_ruby
    assert_nil config.dig(:servers, 1, :port)
    assert_nil config.dig(:servers, 0, :port, :further)
    case config
    in { servers: [{ name:, port: }] } then assert_equal %w[db 5432], [name.to_s, port.to_s]
    end
    refute((Value.from({ a: 1 }) in { b: Value }))
    assert((Value.from([1, 2, 3]) in [1, Integer, *]))
  end

  def test_keys_with_odd_names
    value = Value.from({ "" => 1, "a\0b" => 2, "日本" => 3 }, "map(number)")
    assert_equal ["", "a\0b", "日本"], value.keys
    assert_equal [1, 2, 3], value.keys.map { |key| value[key].to_ruby }
  end

  def test_only_what_has_elements_is_a_collection
    [Value.from(1), Value.null("list(string)"), Value.unknown("list(string)"),
     Value.from([1]).mark("m")].each { |value| refute_kind_of Polycty::Collection, value }
    assert_kind_of Polycty::Collection, Value.from([1]).mark("m").unmark
    assert_equal [1], Array(Value.from(1)).map(&:to_ruby)
  end

  def test_hashes_of_puppet
    needs :puppet
    hash = Value.from({ "a" => 1, 2 => [3] }, dialect: :puppet)
    assert_equal :hash, hash.kind
    assert_equal ["a", Value.from(2, dialect: :puppet)], hash.keys
    assert_equal [3], hash[2].to_ruby
    assert_equal [3], hash[Value.from(2, dialect: :puppet)].to_ruby
    assert_equal({ "a" => 1, 2 => [3] }, hash.to_ruby)
  end

  def test_structs_and_maps_of_mcl
    needs :mcl
    map = Value.from({ a: 1 }, Polycty::MCL.type("map{str: int}"))
    assert_equal [%w[a], 1], [map.keys.map(&:to_s), map["a"].to_ruby]
    assert_equal({ "a" => 1 }, map.to_ruby)
    struct = Value.from({ a: 1, b: ["x"] }, Polycty::MCL.type("struct{a int; b []str}"))
    assert_equal({ "a" => 1, "b" => ["x"] }, struct.to_ruby)
    assert_equal ["x"], struct[:b].map(&:to_ruby)
  end
end
