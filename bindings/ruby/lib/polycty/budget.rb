# frozen_string_literal: true

module Polycty
  # The limits of calls of the library. A call that exceeds them raises a {LimitError}, and one whose
  # budget is cancelled a {CancelledError}. Without a budget, the limits of {Budget.standard} apply, which
  # are safe for servers that read small texts of strangers, and a call ends after about 10 seconds.
  #
  #   budget = Polycty::Budget.new(steps: 1_000_000, time: 0.25)
  #   budget.run { Polycty::HCL.evaluate("1 + 2") }.to_ruby # => 3
  #
  # A budget never changes but by {#cancel}; any number of threads may use it at once.
  class Budget < Closable
    frees_with :pcty_budget_free

    UNLIMITED = (2**64) - 1
    private_constant :UNLIMITED

    # What a call may take: steps of bounded work, bytes that it holds at once, and seconds, or nil
    # where there is no bound.
    Limits = Struct.new(:steps, :bytes, :time, keyword_init: true)

    # @return [Limits] what a call may take by itself
    def self.standard = read(nil)

    # @private
    def self.read(budget)
      limits = Native::Limits.sized
      Native.check { |e| Native.pcty_budget_limits(budget, limits, e) }
      steps, bytes, time = %i[steps bytes microseconds].map do |member|
        limits[member] == UNLIMITED ? nil : limits[member]
      end
      Limits.new(steps: steps, bytes: bytes, time: time && (time / 1e6))
    end

    # Each bound is that of {Budget.standard} unless it is said.
    # @param steps [Integer, Float] Float::INFINITY for no bound
    # @param bytes [Integer, Float] likewise
    # @param time [Numeric] in seconds from the beginning of a call; nil for no limit
    def initialize(steps: nil, bytes: nil, time: nil)
      limits = Native::Limits.sized
      limits[:steps] = bound(steps)
      limits[:bytes] = bound(bytes)
      limits[:microseconds] = bound(time && (time * 1_000_000))
      hold(POINTER.take { Native.result { |out, e| Native.pcty_budget_new(limits, out, e) } }, nil)
    end

    # Runs a block; each call of the library in it may take no more than this allows, besides the
    # budgets around it.
    #
    # A call of the library lets other threads of Ruby run, but itself it sees nothing of what
    # interrupts its thread (Timeout, Thread#raise, Ctrl-C) before it has come to its end.
    # Interruptible, the block runs on a thread of its own, and what interrupts this one cancels
    # the budget.
    # @param interruptible [Boolean]
    # @return what the block gives
    def run(interruptible: false, &work)
      # A block that the library calls is bound to the thread of the call.
      return entered(&work) if !interruptible || Thread.current[Callbacks::FRAME]

      native = to_ptr
      worker = Thread.new { entered(&work) }
      worker.report_on_exception = false
      begin
        worker.value
      ensure
        stop(worker, native) if worker.alive?
      end
    end

    # Ends the calls that are made in {#run}, of any thread, and refuses later ones.
    # @return [self]
    def cancel
      Native.pcty_budget_cancel(self)
      self
    end

    # @return [Boolean]
    def cancelled? = Native.pcty_budget_is_cancelled(self)

    # @return [Limits] what it allows
    def limits = Budget.read(self)

    private def details
      bounds = limits.to_h.compact.map { |name, most| "#{name}=#{most}" }
      bounds << "cancelled" if cancelled?
      bounds.join(" ")
    end

    private

    def bound(most)
      return 0 unless most

      # What is over is a bound too, and 0 is none.
      most >= UNLIMITED ? UNLIMITED : [most.ceil, 1].max
    end

    def entered
      native = to_ptr # also if the block closes the budget
      Native.check { |e| Native.pcty_budget_enter(native, e) }
      begin
        yield
      ensure
        Native.pcty_budget_leave(native, nil)
      end
    end

    def stop(worker, native)
      Native.uninterrupted do
        Native.pcty_budget_cancel(native)
        worker.kill
        worker.join
      rescue Exception # rubocop:disable Lint/RescueException -- what interrupted goes on
        nil
      end
    end
  end
end
