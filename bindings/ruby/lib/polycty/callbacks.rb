# frozen_string_literal: true

module Polycty
  # Blocks that the library calls: what keeps them alive, and what stops at the boundary.
  #
  # The library gets a number as its `user_data`; what the number stands for lives here until the
  # library's `destroy`, which may be long after the Ruby object that registered it.
  #
  # Nothing may unwind through the library. An exception in a block becomes an error of the
  # library, which travels as the language has it (HCL's `try` may swallow it), and where it comes
  # out as a Polycty::Error the exception is its cause. What is no StandardError, such as
  # Interrupt, is raised again as it is once the library has returned. `throw`, and what else
  # leaves a block without an exception (Ruby 3.1's Timeout does), is stopped and becomes an error:
  # where it was going to, nobody can tell.
  # @private
  module Callbacks
    LIVE = {}
    FRAME = :polycty_callbacks
    LEFT = "a block was left by throw, break or return, which cannot pass through the library"
    # Blocks that call the library that calls blocks: how deep.
    MAX_DEPTH = 32
    DESTROY = FFI::Function.new(:void, [:pointer]) { |user_data| LIVE.delete(user_data.address) }

    # What blocks have raised during one call of the library.
    class Frame
      attr_reader :depth
      attr_accessor :fatal

      def initialize(outer)
        @depth = outer ? outer.depth + 1 : 1
      end

      def raised = @raised ||= []
    end

    class << self
      # Keeps something alive until the library destroys it; gives the `user_data`, the number of
      # a box of its own, so that two registrations of one object are two.
      def keep(object)
        box = [object]
        LIVE[box.object_id] = box
        FFI::Pointer.new(box.object_id)
      end

      # What a `user_data`, or its address, stands for.
      def [](user_data) = LIVE.fetch(user_data.to_i).first

      # As {[]}; the block says what comes of a pointer that is none of ours.
      def fetch(user_data) = LIVE.fetch(user_data.address) { [yield] }.first

      # Makes a call of the library that may call blocks.
      def guard
        thread = Thread.current
        outer = thread[FRAME]
        frame = Frame.new(outer)
        raise LimitError, "blocks and library call each other too deep" if frame.depth > MAX_DEPTH

        thread[FRAME] = frame
        begin
          result = yield
        rescue Error => e
          raise frame.fatal || e
        ensure
          thread[FRAME] = outer
        end
        raise frame.fatal if frame.fatal

        result
      end

      # Runs what a callback does; gives the status, and in `error`, a pointer or an address, the error
      # of a failure.
      def enter(error, &)
        pointer = failure(&)
        return STATUS_OK unless pointer

        error = FFI::Pointer.new(error) if error.is_a?(Integer)
        error.write_pointer(pointer)
        Native.pcty_error_code(pointer)
      end

      # Runs what a callback does; gives an error of the library's if that fails.
      def failure(&)
        finished = false
        pointer = nil
        begin
          Native.interrupted(&)
          finished = true
        rescue Exception => e
          finished = true
          pointer = note(e)
        ensure
          # An explicit return overrides what is on its way through here.
          return native(LEFT) unless finished
        end
        pointer
      end

      # The exception that an error tells of.
      def cause_of(error)
        frame = Thread.current[FRAME]
        frame&.raised&.reverse&.find { |exception| error.tells?(reason_of(exception)) }
      end

      private

      STATUS_OK = Native::STATUS[:ok]
      private_constant :STATUS_OK

      def note(exception)
        frame = Thread.current[FRAME]
        frame&.raised&.push(exception)
        frame.fatal ||= exception if frame && !exception.is_a?(StandardError)
        return Native.pcty_error_clone(exception) if exception.is_a?(Error)

        native(reason_of(exception))
      end

      def native(message)
        Native.pcty_error_new(Native::STATUS[:callback], Native.str(message))
      end

      def reason_of(exception)
        return exception.reason if exception.is_a?(Error)

        message = exception.message.to_s.encode(Encoding::UTF_8, invalid: :replace, undef: :replace)
        message = message.scrub
        message.empty? ? exception.class.name.to_s : message
      rescue StandardError
        exception.class.name.to_s
      end
    end
  end
end
