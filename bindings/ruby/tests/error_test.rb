# frozen_string_literal: true

require_relative "helper"

# Errors: their contents, and how a program creates them.
class ErrorTest < Polycty::Test
  def test_diagnostics_about_one_text_share_it
    text = "a = x\n# \u00e9\nb = y\n"
    told = error_from(Polycty::DiagnosticsError) { Polycty::HCL.record { remain :all, "string" }.parse(text) }.diagnostics
    assert_equal [text, text], told.map(&:source)
    assert_same(*told.map(&:source))
  end

  def test_each_code_has_a_class
    Polycty::Error::CLASSES.each do |code, kind|
      error = kind.new("it went wrong")
      assert_equal [code, "it went wrong"], [error.code, error.reason]
    end
    assert_equal Polycty::Native::STATUS.keys - [:ok], Polycty::Error::CLASSES.keys
    assert_equal :callback, Polycty::Error.new("x").code
    assert_equal :conversion, Class.new(Polycty::ConversionError).new("x").code
  end

  def test_what_it_tells
    error = error_from(Polycty::ConversionError) do
      Value.from({ servers: [{ port: "http" }] }, "object({servers=list(object({port=number}))})")
    end
    assert_equal [:servers, 0, :port], error.path.to_a
    assert_equal "a number is required", error.reason
    assert_equal ".servers[0].port: a number is required", error.message
    assert_equal [], error.diagnostics
    assert_nil error.argument
    assert_nil error.offset
    assert_equal({ code: "conversion", message: "a number is required" },
                 error.to_h.slice(:code, :message))
  end

  def test_diagnostics
    error = error_from(Polycty::SyntaxError) { Polycty::HCL.evaluate("1 +\n", file: "main.hcl") }
    told = error.diagnostics.first
    assert_predicate told, :error?
    assert_equal "main.hcl", told.file
    assert_match(/\Amain\.hcl:\d+:\d+: error: /, told.to_s)
    assert_includes error.rendered, "main.hcl"
    assert_includes error.rendered(color: true), "\e["
    refute_includes error.rendered, "\e["
  end

  def test_errors_of_a_program
    range = Polycty::SourceRange.new(Polycty::Position.new(1, 5, 4), Polycty::Position.new(1, 8, 7))
    told = Polycty::Diagnostic.new(severity: :warning, summary: "Odd", detail: "Very odd.", subject: range,
                                   suggestion: "bar", file: "f", source: "1 + foo",
                                   code: "acme.odd", path: Polycty::Path.coerce([:a]), found: Type.number,
                                   related: [], edits: [Polycty::Edit.new(range: range, text: "bar")])
    error = Polycty::TypeError.new("wrong", path: [:a, 1, "k"], argument: 2, offset: 7,
                                            expected: Type.string, found: Type.number,
                                            diagnostics: [told], source: ["1 + foo", "f"])
    assert_equal [[:a, 1, "k"], 2, 7, Type.string, Type.number],
                 [error.path.to_a, error.argument, error.offset, error.expected, error.found]
    assert_equal [told], error.diagnostics
    assert_includes error.rendered, "1 + foo"
    assert_includes error.to_sarif, '"ruleId":"acme.odd"'
    assert_equal [:outer, :a, 1, "k"], error.within(:outer).path.to_a
    assert_equal "polycty went wrong", error_from { raise Polycty::Error, "polycty went wrong" }.reason
  end

  # An error class of a program, with an initializer of its own.
  class Own < Polycty::ConversionError
    def initialize(detail)
      @detail = detail
    end
    attr_reader :detail
  end

  def test_subclasses
    assert_equal ["ErrorTest::Own", :conversion, 5], Own.new(5).then { |it| [it.message, it.code, it.detail] }
    function = Polycty::Function.new({}, returns: "number") { raise Own, 6 }
    error = error_from(Polycty::ConversionError) { function.call }
    assert_equal 6, error.cause.detail
  end

  def test_they_outlive_what_they_tell_of
    wanted = error_from(Polycty::ConversionError) { Type.parse("string").converter_to("list(string)") }.expected
    3.times { GC.start }
    assert_equal Type.list("string"), wanted
  end
end
