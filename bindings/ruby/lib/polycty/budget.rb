# frozen_string_literal: true

module Polycty
  # The limits of calls of the library. A call that exceeds them raises a {LimitError}, and one
  # whose budget is cancelled a {CancelledError}. Without a budget, the limits of {Budget.standard}
  # apply, which are safe for servers that read small untrusted texts; a call ends after about 10
  # seconds.
  #
  #   budget = Polycty::Budget.new(steps: 1_000_000, time: 0.25)
  #   budget.run { Polycty::HCL.evaluate("1 + 2") }.to_ruby # => 3
  #
  # A budget changes only by {#cancel}; any number of threads may use it at once.
  class Budget < Closable
    frees_with :pcty_budget_free

    UNLIMITED = (2**64) - 1
    private_constant :UNLIMITED

    # The limits of a call: steps of bounded work, bytes held at once, and seconds. Nil means no
    # limit.
    Limits = Struct.new(:steps, :bytes, :time, keyword_init: true)

    # @return [Limits] the limits of a single call
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

    # Each limit defaults to that of {Budget.standard}.
    # @param steps [Integer, Float] Float::INFINITY for no limit
    # @param bytes [Integer, Float] Float::INFINITY for no limit
    # @param time [Numeric] in seconds from the beginning of a call; nil for no limit
    def initialize(steps: nil, bytes: nil, time: nil)
      limits = Native::Limits.sized
      limits[:steps] = bound(steps)
      limits[:bytes] = bound(bytes)
      limits[:microseconds] = bound(time && (time * 1_000_000))
      hold(POINTER.take { Native.result { |out, e| Native.pcty_budget_new(limits, out, e) } }, nil)
    end

    # Runs a block. Each call of the library in the block is limited by this budget and by the
    # enclosing budgets.
    #
    # A call of the library allows other threads of Ruby to run, but an interrupt of its own thread
    # (Timeout, Thread#raise, Ctrl-C) has no effect until the call returns. With `interruptible`,
    # the block runs on a separate thread, and an interrupt of the calling thread cancels the
    # budget.
    # @param interruptible [Boolean]
    # @return [Object] the result of the block
    def run(interruptible: false, &work)
      # A block that the library calls must run on the thread of the call.
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

    # Ends the calls that are made in {#run} on any thread. Later calls fail.
    # @return [self]
    def cancel
      Native.pcty_budget_cancel(self)
      self
    end

    # @return [Boolean]
    def cancelled? = Native.pcty_budget_is_cancelled(self)

    # @return [Limits] the limits of the budget
    def limits = Budget.read(self)

    private def details
      bounds = limits.to_h.compact.map { |name, most| "#{name}=#{most}" }
      bounds << "cancelled" if cancelled?
      bounds.join(" ")
    end

    private

    def bound(most)
      return 0 unless most

      # A limit of 0 or less becomes 1, because the library reads 0 as no limit.
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
