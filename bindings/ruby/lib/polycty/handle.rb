# frozen_string_literal: true

module Polycty
  # An object around a pointer of the library.
  #
  # What is ours is released when it is collected, exactly once: the pointer is an
  # FFI::AutoPointer, which copies of the object share, or a keeper has it (Native::Keeper), from
  # which it counts as lent. What is lent keeps alive what it was lent from, and needs neither a copy
  # nor a finaliser.
  # @private
  class Handle
    class << self
      # An object that owns the pointer that the block gives; nil for NULL.
      # @param weight [Integer] the bytes that it keeps alive
      # @private
      def own(weight: 0, **details)
        Native.uninterrupted do
          pointer = yield
          allocate.hold(self::POINTER.own(pointer, weight), nil, **details) unless pointer.null?
        end
      end

      # An object around what another one lends; nil for NULL.
      # @private
      def lend(pointer, owner, **details)
        allocate.hold(pointer, owner, **details) unless pointer.null?
      end

      # The object itself, if it is one of this class.
      # @private
      def expect(object)
        return object if object.is_a?(self)

        raise ::TypeError, "expected a #{name}, found #{object.inspect}"
      end

      private

      def frees_with(function)
        const_set(:POINTER, Native::Owned.by(function))
      end
    end

    # What functions of the library take.
    # @private
    def to_ptr = @pointer

    # @private
    def hold(pointer, owner)
      @pointer = pointer
      @owner = owner
      self
    end

    # @return [String]
    def inspect = "#<#{self.class}>"

    # @return [String] as {#inspect}
    def to_s = inspect

    # Psych calls this. Only a {Value} and a {Type} have a counterpart in YAML.
    # @raise [::TypeError]
    # @private
    def encode_with(_coder) = raise(::TypeError, "can't dump #{self.class}")

    # @raise [::TypeError]
    # @private
    def marshal_dump = raise(::TypeError, "can't dump #{self.class}")

    private

    # What is lent by this object is lent by what it itself was lent from.
    def lender = @owner || self
  end

  # A handle that can be closed, and that owns the blocks which the library calls through it.
  #
  # The library finds a block through a weak reference ({Callbacks.lend}). `held` refers to the boxes
  # of the blocks, and to whatever owns others that the native object may call. Objects that this one
  # lends refer to the lease, so that they live on when it is closed.
  # @private
  class Closable < Handle
    Lease = Struct.new(:pointer, :held)
    private_constant :Lease

    # @private
    def hold(pointer, owner, held: nil)
      @lease = [Lease.new(pointer, held)]
      super(nil, owner)
    end

    # @private
    def to_ptr = lease.pointer

    # What owns the blocks that may be called through this object.
    # @private
    def held = [lease.held, @owner]

    # Ends the use of the object and lets go of its blocks. The garbage collector frees its memory
    # with its next run, or when the last call that uses it has returned. A later use raises
    # {InvalidArgumentError}. To close it again changes nothing. Copies by `dup` of what never changes
    # are closed, too.
    # @return [nil]
    def close
      @lease.clear
      nil
    end

    # @return [Boolean]
    def closed? = @lease.empty?

    # A class describes its open objects by `details`.
    # @return [String]
    def inspect = "#<#{[self.class, closed? ? "closed" : details].compact.join(' ')}>"

    private

    # What {#inspect} adds to the name of the class, or nil.
    def details = nil

    def lease = @lease.first || raise(InvalidArgumentError, "the #{self.class.name} is closed")

    def lender = @owner || lease
  end

  # What a frozen object refuses.
  # @private
  module Freezable
    private

    # @raise [FrozenError] if the object is frozen
    def check_frozen
      return unless frozen?

      raise FrozenError.new("can't modify frozen #{self.class}: #{inspect}", receiver: self)
    end
  end

  # A {Closable} that changes: it owns a block for each name.
  # @private
  class Changing < Closable
    include Freezable

    # What owns the blocks now. It is not changed any more, only copied.
    # @private
    def held
      @shared = true unless frozen? # a frozen table is not changed any more
      lease.held
    end

    private

    # Owns a block or whatever owns blocks, in place of the one before by that key; the library has
    # taken it already.
    def own_block(key, held)
      now = lease.held || {}
      before = now[key]
      if @shared
        @shared = false
        now = now.dup
      end
      now[key] = held
      # A thread may have begun to use the table in between.
      now[now.length] = before if @shared && before
      lease.held = now
    end
  end
end
