# frozen_string_literal: true

require_relative "helper"
require_relative "support/vectors"

# The results of the library through the gem agree with those of cty. The expected results and the
# known differences are those of the C ABI tests.
class VectorsTest < Polycty::Test
  SAFETIES = %i[safe unsafe].freeze

  def test_convert
    run_cases("convert") do |vector|
      if vector["op"] == "convert"
        value = Vectors.value(vector["value"])
        type = Vectors.type(vector["to"])
        Vectors.check_value(vector["want"]) { value.convert(type) }
      else
        apply_defaults(vector)
      end
    end
  end

  def test_conversion_kind
    run_cases("conversion_kind") do |vector|
      from = Vectors.type(vector["from"])
      to = Vectors.type(vector["to"])
      want = vector["want"]
      why = from.explain_conversion_to(to)
      Vectors.same("kind", want["kind"], from.conversion_to(to).to_s)
      Vectors.same("mismatch", want["mismatch"], why&.reason) if want.key?("mismatch")
    end
  end

  def test_unify
    run_cases("unify") do |vector|
      types = vector["types"].map { |type| Vectors.type(type) }
      SAFETIES.each { |safety| check_unified(types, safety, vector["want"][safety.to_s]) }
    end
  end

  def test_functions
    run_cases("functions") do |vector|
      function = Polycty::StandardLibrary[vector["func"]]
      arguments = Vectors.values(vector["args"])
      want = vector["want"]
      Vectors.check_value(want) { function.call(*arguments) }
      check_return_type(want) { function.return_type_for(*arguments) }
    end
  end

  def test_another_answer_is_found
    five = { "value" => { "type" => "number", "value" => "5" } }
    wrong = { "error" => { "message" => "m", "path" => [{ "attr" => "a" }], "arg" => 1 } }
    raised = Polycty::ConversionError.new("m", path: [:a], argument: 1)
    Vectors.check_value(five) { Value.from(5) }
    Vectors.check_value(wrong) { raise raised }
    [[five, Value.from(6)], [five, Value.from("5")], [five, Value.from(5).mark("m")], [wrong, Value.from(5)]]
      .each { |want, found| assert_raises(Vectors::Differs) { Vectors.check_value(want) { found } } }
    [["n", [:a], 1], ["m", [:b], 1], ["m", ["a"], 1], ["m", [:a], nil]].each do |message, path, argument|
      error = Polycty::ConversionError.new(message, path: path, argument: argument)
      assert_raises(Vectors::Differs) { Vectors.check_value(wrong) { raise error } }
    end
    assert_raises(Vectors::Differs) { Vectors.check_value(five) { raise raised } }
  end

  private

  # Every case agrees, or is a known difference and differs.
  def run_cases(name)
    all = Vectors.cases(name)
    differ = all.filter_map do |vector|
      yield vector
      nil
    rescue Vectors::Differs => e
      [vector["id"], e.message]
    end
    known, unknown = differ.partition { |id, _| Vectors.known.key?(id) }
    assert_empty unknown, "#{name}: #{unknown.length} of #{all.length} differ"
    refute_empty all
    puts "#{name}: #{all.length - known.length} of #{all.length} agree, #{known.length} known to differ"
  end

  def apply_defaults(vector)
    type, defaults = Polycty::HCL.type(vector["type_src"])
    value = Vectors.value(vector["value"])
    value = defaults.apply(value) if defaults
    want = vector["want"]
    Vectors.same("applied", Vectors.value(want["applied"]), value)
    Vectors.check_value(want["converted"]) { value.convert(type) }
  end

  def check_unified(types, safety, want)
    unified = begin
      Type.unify(*types, safety: safety)
    rescue Polycty::ConversionError
      return Vectors.same(safety, want["type"], nil)
    end
    raise Vectors::Differs, "#{safety}: wanted none, got #{unified.inspect}" if want["type"].nil?

    Vectors.same(safety, Vectors.type(want["type"]), unified.type)
    Vectors.same(safety, want["convert"], unified.converters.map { |converter| !converter.nil? })
  end

  def check_return_type(want)
    found = begin
      yield
    rescue Polycty::Error => e
      raise Vectors::Differs, "return type: #{e.message}" unless want.key?("return_type_error")

      return Vectors.check_error({ "error" => want["return_type_error"] }, e)
    end
    raise Vectors::Differs, "return type: got #{found}" unless want.key?("return_type")

    Vectors.same("return type", Vectors.type(want["return_type"]), found)
  end
end
