# frozen_string_literal: true

module Polycty
  # Blocks that the library calls: their lifetime, and how exceptions pass the boundary.
  #
  # The library gets a number as its `user_data`, the number of a {Box}. A box of {keep} lives until
  # the library calls `destroy`: this is for data, such as the object in a capsule, and for blocks
  # of one call. A box of {refer} is found through a weak reference. The Ruby object that the block
  # was passed to owns the box ({Handle#hold}). A block that refers to that object therefore forms a
  # cycle within Ruby alone, which the garbage collector frees.
  #
  # Exceptions must not unwind through the library. An exception in a block becomes an error of the
  # library, which propagates by the rules of the language (HCL's `try` may handle it). If the call
  # raises that error as a Polycty::Error, the exception is its cause. An exception that is not a
  # StandardError, such as Interrupt, ends the call: no block runs after it, and it is raised again
  # with its class and backtrace when the library has returned. `throw`, `break` and `return` out of
  # a block end the call, too. Their target cannot be determined, so {Left} is raised instead.
  # @private
  module Callbacks
    # The boxes that {keep} has created, and nil for each one of {refer}, until the library calls
    # `destroy`.
    LIVE = {}
    BOXES = ObjectSpace::WeakMap.new
    FRAME = :polycty_callbacks
    LEFT = "a block was left by throw, break or return, which cannot pass through the library"
    GONE = "the object that owns this block was closed or collected"
    ENDING = "an exception in an earlier block has ended the call"
    # The maximum nesting of blocks that call the library again.
    MAX_DEPTH = 32
    DESTROY = FFI::Function.new(:void, [:pointer]) { |user_data| LIVE.delete(user_data.address) }

    # The object that a `user_data` identifies.
    class Box
      # @return [Object]
      attr_reader :content

      def initialize(content)
        @content = content
      end

      # @return [FFI::Pointer] the `user_data`
      def to_ptr = FFI::Pointer.new(object_id)
    end

    # The exceptions that blocks have raised during one call of the library.
    class Frame
      attr_reader :depth
      # The exception that ends the call, and whether a block is running.
      attr_accessor :fatal, :running

      def initialize(outer)
        @depth = outer ? outer.depth + 1 : 1
        @running = outer&.running
      end

      def raised = @raised ||= []
    end

    class << self
      # Keeps an object alive until the library calls `destroy`; returns the `user_data`. Each
      # registration of an object is separate.
      def keep(object)
        box = Box.new(object)
        LIVE[box.object_id] = box
        box.to_ptr
      end

      # The box of an object that can be called while the box is referenced.
      # @return [Box]
      def refer(object)
        box = Box.new(object)
        BOXES[box.object_id] = box
        LIVE[box.object_id] = nil
        box
      end

      # The object that a `user_data` or its address identifies.
      def [](user_data)
        number = user_data.to_i
        box = BOXES[number] || LIVE[number]
        raise CallbackError, GONE unless box

        box.content
      end

      # As {[]}; the block returns the result for a pointer of another origin.
      def fetch(user_data)
        box = LIVE[user_data.address]
        box ? box.content : yield
      end

      # Performs a call of the library that may call blocks.
      def guard
        thread = Thread.current
        outer = thread[FRAME]
        frame = Frame.new(outer)
        raise LimitError, "calls between blocks and the library are nested too deep" if frame.depth > MAX_DEPTH

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

      # Runs the body of a callback and returns the status. On failure the error is stored in
      # `error`, a pointer or an address.
      def enter(error, &)
        pointer = failure(&)
        return STATUS_OK unless pointer

        error = FFI::Pointer.new(error) if error.is_a?(Integer)
        error.write_pointer(pointer)
        Native.pcty_error_code(pointer)
      end

      # Runs the body of a callback; returns a native error if it fails.
      def failure(&)
        frame = Thread.current[FRAME]
        return native(ENDING, :cancelled) if frame&.fatal

        run(frame, &)
      end

      # The frame of the block that runs on this thread, if any.
      def running
        frame = Thread.current[FRAME]
        frame if frame&.running
      end

      # Whether a block has raised during the current call.
      def raised? = Thread.current[FRAME]&.raised&.any?

      # The exception of a block that an error reports; of several, the one that the first text of the
      # error contains, and of these the last one that was raised.
      def cause_of(error)
        raised = Thread.current[FRAME]&.raised
        return if raised.nil? || raised.empty?

        reported = raised.reverse.map { |exception| [exception, texts_of(exception)] }
        error.texts.each do |text|
          found, = reported.find { |_, texts| texts.any? { |each| text.include?(each) } }
          return found if found
        end
        nil
      end

      private

      STATUS_OK = Native::STATUS[:ok]
      private_constant :STATUS_OK

      def run(frame, &)
        finished = false
        pointer = nil
        before = frame&.running
        begin
          frame&.running = true
          Native.interrupted(&)
          finished = true
        rescue Exception => e
          finished = true
          pointer = note(e)
        ensure
          # An explicit return overrides an exception or a jump that passes through here.
          pointer = note(Left.new(LEFT)) unless finished
          frame&.running = before
          return pointer unless finished
        end
        pointer
      end

      def note(exception)
        frame = Thread.current[FRAME]
        frame&.raised&.push(exception)
        if frame && fatal?(exception)
          frame.fatal ||= exception
          # The library ends the whole call by this status; `try` does not handle it.
          return native(reason_of(exception), :cancelled)
        end
        return Native.pcty_error_clone(exception) if exception.is_a?(Error)

        native(reason_of(exception))
      end

      def fatal?(exception)
        !exception.is_a?(StandardError) || exception.is_a?(Left) ||
          (exception.is_a?(Thrown) && exception.passes?)
      end

      def native(message, status = :callback) = Native.pcty_error_new(Native::STATUS[status], Native.str(message))

      # The texts that identify an exception in an error. An evaluation that is nested in a block
      # fails with an {Error}; the outer error may contain its diagnostics without their positions.
      def texts_of(exception)
        texts = [reason_of(exception)]
        exception.diagnostics.each { |each| texts << (each.detail || each.summary) } if exception.is_a?(Error)
        texts.compact.map(&:downcase).reject(&:empty?)
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

  # The exception of Timeout up to version 0.2 calls `throw` when it is raised, which would be
  # stopped at the boundary. In a block that the library calls it is therefore raised as an ordinary
  # exception, and throws when it is raised again after the call.
  # @private
  module Thrown
    def initialize(*)
      super
      @frame = Callbacks.running
    end

    # Whether the target of the exception is outside the running block.
    def passes?
      frame = Callbacks.running
      !frame.nil? && thread == Thread.current && !frame.equal?(@frame)
    end

    def exception(*) = passes? ? self : super
  end
  Timeout::Error.prepend(Thrown) if Timeout::Error.method_defined?(:thread)
end
