# frozen_string_literal: true

require_relative "helper"

# How long blocks live that the library calls, and what `close` ends.
class LifetimeTest < Polycty::Test
  # Each refers from its block to the object that owns the block.
  CYCLES = {
    function: ["f = Function.new({}, returns: 'number') { f }"],
    scope: ["s = HCL::Scope.new; s.define(:f, Function.new({}, returns: 'number') { s })"],
    spec: ["s = HCL::Spec.attribute('a', 'number').validate { s }.refine { s }"],
    terraform_host: ["t = HCL::TerraformHost.new(clock: -> { t }); HCL::Scope.new.define_terraform_functions(t)", :terraform],
    environment: ["e = Puppet::Environment.new; e.function('f', 'Any x') { e }.logger { e }.loader { e }.host { e }", :puppet],
    mcl_host: ["h = MCL::Host.new; h.world { h }.function('a.b', 'func() int') { h }.files { h }", :mcl],
    type_scope: ["t = PCL::TypeScope.new; t.define('f') { t }", :pcl]
  }.freeze

  CYCLES.each do |name, (turn, feature)|
    define_method(:"test_a_cycle_through_the_block_of_a_#{name}_is_collected") do
      needs(*feature)
      count = LONG || name == :function ? 50_000 : 2_000
      output, status = ruby("-e", <<~RUBY)
        require "polycty"
        include Polycty
        def live
          4.times { GC.start }
          [Callbacks::LIVE.size, ObjectSpace.each_object(Callbacks::Box).count].max
        end
        def resident = File.exist?("/proc/self/statm") ? File.read("/proc/self/statm").split[1].to_i : 0
        TURN = ->(_) { local = "x" * 10_000; #{turn} }
        2_000.times(&TURN)
        live
        before = resident
        #{count}.times(&TURN)
        # A few may be referred to by what the stack still has.
        raise "\#{live} are alive" if live > 20
        raise "grew by \#{resident - before} pages" if resident - before > 10_000
        puts :fine
      RUBY
      assert status.success?, output
      assert_equal "fine", output.lines.last.to_s.chomp
    end
  end

  def test_a_scope_keeps_the_functions_that_it_was_given
    scope = HCL::Scope.new
    give(scope)
    scopes = [scope, scope.child, scope.dup, scope.child.child]
    give(scope, 2)
    function = scopes[1].function(:f)
    body = HCL::Body.parse("dynamic \"a\" {\n for_each = f() == 1 ? [1] : []\n content {}\n}\n").expand_dynamic(scopes[2])
    collect
    assert_equal([2, 1, 1, 1], scopes.map { |each| HCL.evaluate("f()", each).to_i })
    assert_equal 1, function.call.to_i
    assert_equal 1, body.content(HCL::Schema.new(blocks: { a: [] })).blocks.length
  end

  def test_specs_keep_the_blocks_of_those_inside
    spec = HCL::Spec.object({ a: HCL::Spec.attribute("a", "number").validate { raise "refused" } })
    collect
    assert_includes fault { spec.decode(HCL::Body.parse("a = 1")) }.rendered, "Refused"
  end

  def test_a_block_whose_owner_is_gone_is_an_error
    scope = HCL::Scope.new
    give(scope)
    closure = HCL.closure(HCL::Expression.parse("f()"), scope)
    assert_equal 1, HCL.evaluate_closure(closure).to_i
    scope.close
    scope = nil
    4.times { collect }
    error = fault { HCL.evaluate_closure(closure) }
    assert_includes error.rendered, "closed or collected"
  end

  def test_close
    function = Function.new({}, returns: "number") { 1 }
    scope = HCL::Scope.new(functions: { f: function })
    body = HCL::Body.parse("a = 1")
    argument = body.attributes.first
    [function, scope, body].each do |handle|
      2.times { assert_nil handle.close }
      assert_predicate handle, :closed?
    end
    assert_includes fault(Polycty::InvalidArgumentError) { function.call }.message, "Polycty::Function is closed"
    fault(Polycty::InvalidArgumentError) { scope[:a] = 1 }
    fault(Polycty::InvalidArgumentError) { HCL.evaluate("1", scope) }
    fault(Polycty::InvalidArgumentError) { body.attributes }
    collect
    assert_equal 1, argument.evaluate.to_i
  end

  private

  HCL = Polycty::HCL
  Function = Polycty::Function
  private_constant :HCL, :Function

  def give(scope, number = 1) = scope.define(:f, Function.new({}, returns: "number") { number })

  def collect
    GC.start
    Array.new(2_000) { |n| Function.new({}, returns: "number") { n } }
    GC.start
  end
end
