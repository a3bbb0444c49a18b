# frozen_string_literal: true

module Polycty
  # Blocks that the library calls: how long they live, and how exceptions pass the boundary.
  #
  # The library gets a number as its `user_data`, the number of a {Box}. A box of {keep} lives until
  # the library calls `destroy`: that is for data, such as the object in a capsule, and for blocks of
  # one call. A box of {lend} is found through a weak reference. The Ruby object that was given the
  # block owns the box ({Handle#hold}), so a block that refers to that object makes a cycle within
  # Ruby alone, which the garbage collector frees.
  #
  # Nothing may unwind through the library. An exception in a block becomes an error of the
  # library, which travels as the language has it (HCL's `try` may swallow it); where it comes
  # out as a Polycty::Error, the exception is its cause. An exception that is not a StandardError,
  # such as Interrupt, ends the call: no block runs after it, and it is raised again with its class
  # and backtrace when the library has returned. `throw`, `break` and `return` out of a block end
  # the call, too. Their target cannot be read, so that {Left} is raised in their place.
  # @private
  module Callbacks
    # The boxes that {keep} has made, and nil for each that {lend} has made, until the library calls
    # `destroy`.
    LIVE = {}
    BOXES = ObjectSpace::WeakMap.new
    FRAME = :polycty_callbacks
    LEFT = "a block was left by throw, break or return, which cannot pass through the library"
    GONE = "the object that owns this block was closed or collected"
    ENDING = "an exception in an earlier block has ended the call"
    # Blocks that call the library that calls blocks: how deep.
    MAX_DEPTH = 32
    DESTROY = FFI::Function.new(:void, [:pointer]) { |user_data| LIVE.delete(user_data.address) }

    # What a `user_data` stands for.
    class Box
      # @return [Object]
      attr_reader :content

      def initialize(content)
        @content = content
      end

      # @return [FFI::Pointer] the `user_data`
      def to_ptr = FFI::Pointer.new(object_id)
    end

    # What blocks have raised during one call of the library.
    class Frame
      attr_reader :depth
      # The exception that ends the call, and whether a block runs.
      attr_accessor :fatal, :running

      def initialize(outer)
        @depth = outer ? outer.depth + 1 : 1
        @running = outer&.running
      end

      def raised = @raised ||= []
    end

    class << self
      # Keeps an object alive until the library calls `destroy`; gives the `user_data`. Two
      # registrations of one object are two.
      def keep(object)
        box = Box.new(object)
        LIVE[box.object_id] = box
        box.to_ptr
      end

      # The box of an object that is called as long as somebody refers to the box.
      # @return [Box]
      def lend(object)
        box = Box.new(object)
        BOXES[box.object_id] = box
        LIVE[box.object_id] = nil
        box
      end

      # What a `user_data`, or its address, stands for.
      def [](user_data)
        number = user_data.to_i
        box = BOXES[number] || LIVE[number]
        raise CallbackError, GONE unless box

        box.content
      end

      # As {[]}; the block gives the result for a pointer that is none of ours.
      def fetch(user_data)
        box = LIVE[user_data.address]
        box ? box.content : yield
      end

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
        frame = Thread.current[FRAME]
        return native(ENDING, :cancelled) if frame&.fatal

        run(frame, &)
      end

      # The frame of the block that runs on this thread, if one does.
      def running
        frame = Thread.current[FRAME]
        frame if frame&.running
      end

      # Whether a block has raised during the call that runs.
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
          # An explicit return overrides what is on its way through here.
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

      def native(message, status = :callback)
        Native.pcty_error_new(Native::STATUS[status], Native.str(message))
      end

      # The texts by which an error can report an exception. An evaluation that is nested in a block
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

  # Timeout up to 0.2 ends a block by `throw`, which would be stopped at the boundary: its exception
  # throws when it is raised. Inside of a block of the library it is raised as others are, and throws
  # when it is raised again after the call.
  # @private
  module Thrown
    def initialize(*)
      super
      @frame = Callbacks.running
    end

    # Whether the target of the exception is outside of the block that runs.
    def passes?
      frame = Callbacks.running
      !frame.nil? && thread == Thread.current && !frame.equal?(@frame)
    end

    def exception(*) = passes? ? self : super
  end
  Timeout::Error.prepend(Thrown) if Timeout::Error.method_defined?(:thread)
end
