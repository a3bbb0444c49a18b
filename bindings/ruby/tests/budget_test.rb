# frozen_string_literal: true

require_relative "helper"
require "timeout"

module Polycty
  class BudgetTest < Test
    ENDLESS = "[for a in range(1024): [for b in range(1024): [for c in range(1024): 1][0]][0]]"
    LOOP = "[for i in range(1000): i]"

    def forever = Budget.new(steps: Float::INFINITY, bytes: Float::INFINITY)

    def test_limits
      standard = Budget.standard
      assert_operator standard.steps, :>, 1_000_000
      assert_operator standard.bytes, :<=, 1 << 28
      assert_nil standard.time
      assert_equal standard, Budget.new.limits
      assert_equal Budget::Limits.new(steps: 5, bytes: nil, time: 0.25),
                   Budget.new(steps: 5, bytes: Float::INFINITY, time: 0.25).limits
      [{ steps: 50 }, { bytes: 1000 }, { time: 0 }, { steps: 0 }].each do |limits|
        error_from(LimitError) { Budget.new(**limits).run { HCL.evaluate(LOOP) } }
      end
    end

    def test_each_call_begins_anew_and_those_around_hold_too
      budget = Budget.new(steps: 10_000)
      10.times { assert_equal 1000, budget.run { HCL.evaluate(LOOP) }.to_ruby.length }
      error_from(LimitError) { Budget.new(steps: 50).run { budget.run { HCL.evaluate(LOOP) } } }
      assert_equal 1000, HCL.evaluate(LOOP).to_ruby.length
    end

    def test_it_is_left_however_the_block_ends
      budget = Budget.new(steps: 50)
      error_from(LimitError) { budget.run { HCL.evaluate(LOOP) } }
      assert_equal(1, catch(:out) { budget.run { throw :out, 1 } })
      assert_equal 1000, HCL.evaluate(LOOP).to_ruby.length
    end

    def test_another_thread_cancels
      budget = forever
      other = Thread.new do
        sleep 0.05
        budget.cancel
      end
      error_from(CancelledError) { budget.run { HCL.evaluate(ENDLESS) } }
      other.join
      assert_predicate budget, :cancelled?
      error_from(CancelledError) { budget.run { Value.from([1]).convert("list(string)") } }
    end

    def test_an_interrupt_cancels
      budget = forever
      assert_raises(Timeout::Error) do
        Timeout.timeout(0.1) { budget.run(interruptible: true) { HCL.evaluate(ENDLESS) } }
      end
      assert_predicate budget, :cancelled?
      assert_equal 3, forever.run(interruptible: true) { HCL.evaluate("1 + 2") }.to_ruby
      error_from(DiagnosticsError) { forever.run(interruptible: true) { HCL.evaluate("nope") } }
    end

    Halt = Class.new(StandardError)

    # A call that is interrupted before its result has an owner.
    module Halting
      def result = halted(super)

      # Of Native::Objects.
      def value(...) = halted(super)

      private

      def halted(pointer)
        if (given = Thread.current[:given])
          given << pointer.address
          Thread.current.raise(Halt)
        end
        pointer
      end
    end

    def test_an_interrupt_loses_nothing
      [Native, Native::Objects].each { |made| made.singleton_class.prepend(Halting) }
      GC.disable
      [-> { HCL.evaluate("[1]") }, -> { Type.parse("list(string)").list }, -> { Value.from([1]) },
       -> { HCL::Spec.attribute("a", "string") }].each do |work|
        worker = Thread.new do
          Thread.current[:given] = []
          work.call
        end
        worker.report_on_exception = false
        assert_raises(Halt) { worker.value }
        batches = ObjectSpace.each_object(Native::SharedFinalizer::Batch)
        owned = [*ObjectSpace.each_object(Native::Owned), *batches.flat_map(&:pointers)].map(&:address)
        assert_empty worker[:given] - owned
      end
    ensure
      GC.enable
    end

    def test_a_block_is_interrupted_though_the_call_is_not
      stuck = Polycty::Function.new({}, returns: "number") { sleep }
      worker = Thread.new { stuck.call }
      worker.report_on_exception = false
      Thread.pass until worker.status == "sleep"
      worker.raise(Halt)
      assert_instance_of Halt, assert_raises(CallbackError) { worker.value }.cause
    end

    def test_other_threads_run_meanwhile
      counted = 0
      counter = Thread.new { loop { counted += 1 } }
      error_from(LimitError) { Budget.new(steps: Float::INFINITY, time: 0.3).run { HCL.evaluate(ENDLESS) } }
      counter.kill.join
      assert_operator counted, :>, 10_000
    end

    def test_a_scope_may_change_while_another_thread_evaluates_in_it
      scope = HCL::Scope.new(variables: { n: 1 }, functions: :standard)
      writer = Thread.new { 200.times { |i| scope[:n] = i } }
      50.times { assert_kind_of Array, HCL.evaluate("[for i in range(200): i + n]", scope).to_ruby }
      writer.join
      assert_equal 199, scope[:n].to_ruby
    end

    def test_blocks_count_with_the_call_that_they_run_for
      inside = nil
      again = Polycty::Function.new({}, returns: "any") do
        HCL.evaluate(LOOP)
      rescue LimitError => e
        inside = e
        raise
      end
      scope = HCL::Scope.new(functions: { again: again })
      assert_equal 1000, HCL.evaluate("again()", scope).to_ruby.length
      error_from(LimitError) { Budget.new(steps: 100).run { HCL.evaluate("again()", scope) } }
      assert_instance_of LimitError, inside
    end

    def test_values_are_comparable
      one, two = Value.from(1), Value.from(2)
      assert_operator one, :<, two
      assert_equal two, [one, two].max
      assert one.between?(one, two)
    end
  end
end
