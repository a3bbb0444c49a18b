# frozen_string_literal: true

require_relative "helper"

# The exception of a block is the cause of the error, also if blocks evaluate again.
class CauseTest < Polycty::Test
  include Polycty

  # Classes whose errors end the outer evaluation unchanged.
  FINAL = [Polycty::CancelledError, Polycty::LimitError].freeze

  def test_every_class_is_the_root_cause_of_nested_evaluations
    kinds = Polycty::Error::CLASSES.values + [KeyError, IOError, Class.new(Polycty::ConversionError)]
    kinds.each do |kind|
      inner = Function.new({}, returns: "string") { raise kind, "it went wrong" }
      error = error_from { nested(3, inner) }
      assert_instance_of kind, root(error), kind.name
      assert_equal "it went wrong", root(error).message, kind.name
      assert_kind_of FINAL.include?(kind) ? kind : Polycty::DiagnosticsError, error
      assert_equal 4, chain(error).length, kind.name unless FINAL.include?(kind)
    end
  end

  def test_the_causes_are_the_errors_of_the_evaluations
    inner = Function.new({}, returns: "string") { raise KeyError, "deep down" }
    error = error_from { nested(2, inner) }
    assert_equal %w[level2 level1], chain(error).grep(Polycty::Error).map { |each| each.diagnostics.first.file }
    assert_equal KeyError, chain(error).last.class
  end

  def test_the_cause_belongs_to_the_first_diagnostic
    fail_with = Function.new({ n: "number" }, returns: "string") { |n| raise KeyError, "number #{n.to_i}" }
    error = error_from { HCL.evaluate("[f(1), f(2)]", functions: { f: fail_with }) }
    assert_equal "number 1", error.cause.message
  end

  def test_an_error_that_was_handled_is_no_cause
    handled = Function.new({}, returns: "number") do
      HCL.evaluate("f()", functions: { f: Function.new({}, returns: "string") { raise KeyError, "handled" } })
    rescue Polycty::Error
      1
    end
    error = error_from { HCL.evaluate("g() + [][0]", functions: { g: handled }) }
    assert_nil error.cause
  end

  def test_returned_errors_have_a_cause
    _, error = HCL::Expression.parse("f()").evaluate_diagnosed(HCL::Scope.new(functions: { f: failing }))
    assert_instance_of KeyError, root(error)
    spec = HCL::Spec.attribute("a", "number").validate { evaluate }
    _, error = spec.decode_diagnosed(HCL::Body.parse("a = 1"))
    assert_instance_of KeyError, root(error)
  end

  def test_blocks_of_values
    assert_instance_of KeyError, root(error_from { Value.from([1]).walk { evaluate } })
    assert_instance_of KeyError, root(error_from { Value.from([1]).transform { evaluate } })
    needs :terraform
    host = HCL::TerraformHost.new(clock: -> { evaluate })
    assert_instance_of KeyError, root(error_from { HCL.evaluate("timestamp()", HCL::Scope.new(functions: host)) })
  end

  def test_pcl
    needs :pcl
    checked = PCL.check("f(1)", PCL::TypeScope.new(functions: { f: ->(*) { evaluate } }))
    assert_instance_of KeyError, root(checked.diagnostics)
    deferred = PCL.deferred("output(string)", 1)
    assert_instance_of KeyError, root(error_from { PCL.resolve([deferred]) { evaluate } })
  end

  def test_puppet
    needs :puppet
    environment = Puppet::Environment.new.function(:f) { |*| evaluate }
    assert_instance_of KeyError, root(error_from { Puppet.evaluate("f()", environment) })
    loader = Puppet::Environment.new.loader { |*| evaluate }
    assert_instance_of KeyError, root(error_from { Puppet.evaluate("web::f()", loader) })
  end

  def test_mcl
    needs :mcl
    host = MCL::Host.new.kinds([{ kind: "note", fields: [{ lang: "text", type: "str" }] }])
    host.function("a.f", "func() str") { raise Polycty::TypeError, "typed: #{evaluate}" }
    program = MCL::Program.new("import \"a\"\nnote \"n\" { text => a.f(), }\n", host: host)
    assert_instance_of KeyError, root(error_from { program.start.step })
  end

  def test_schema
    needs :schema
    assert_instance_of KeyError, root(error_from { Schema.read('{"$ref": "http://localhost/a"}') { evaluate } })
  end

  private

  def failing = @failing ||= Function.new({}, returns: "string") { raise KeyError, "deep down" }

  def evaluate = HCL.evaluate("f()", functions: { f: failing })

  # Evaluates a call whose function evaluates a call, and so on.
  def nested(depth, function)
    (1..depth - 1).each do |level|
      inner = function
      function = Function.new({}, returns: "string") { HCL.evaluate("f()", functions: { f: inner }, file: "level#{level}") }
    end
    HCL.evaluate("f()", functions: { f: function }, file: "level#{depth}")
  end

  def chain(error) = error ? [error, *chain(error.cause)] : []

  def root(error) = chain(error).last
end
