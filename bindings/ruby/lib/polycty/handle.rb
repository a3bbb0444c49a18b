# frozen_string_literal: true

module Polycty
  # A Ruby object for a pointer of the library.
  #
  # An owned pointer is released exactly once, when the object is collected: the pointer is an
  # FFI::AutoPointer that copies of the object share, or a Native::SharedFinalizer owns it and the object
  # borrows it from there. A borrowed pointer keeps its owner alive and needs neither a copy nor a
  # finalizer.
  # @private
  class Handle
    class << self
      # An object that owns the pointer that the block returns; nil for NULL.
      # @param weight [Integer] the bytes that it keeps alive
      # @private
      def own(weight: 0, **details)
        Native.uninterrupted do
          pointer = yield
          allocate.hold(self::POINTER.own(pointer, weight), nil, **details) unless pointer.null?
        end
      end

      # An object for a pointer that a different object owns; nil for NULL.
      # @private
      def borrow(pointer, owner, **details)
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

    # The pointer that functions of the library take.
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

    # Pointers borrowed through a borrowed object are owned by its owner.
    def root_owner = @owner || self
  end

  # A handle that can be closed, and that owns the blocks that the library calls through it.
  #
  # The library finds a block through a weak reference ({Callbacks.refer}). `block_owners` refers to the
  # boxes of the blocks, and to the owners of other blocks that the native object may call. Objects
  # that borrow from this one refer to the lease, so they remain valid after it is closed.
  # @private
  class Closable < Handle
    Lease = Struct.new(:pointer, :block_owners)
    private_constant :Lease

    # @private
    def hold(pointer, owner, block_owners: nil)
      @lease = [Lease.new(pointer, block_owners)]
      super(nil, owner)
    end

    # @private
    def to_ptr = lease.pointer

    # The owner of the blocks that may be called through this object.
    # @private
    def block_owners = [lease.block_owners, @owner]

    # Closes the object and releases its blocks. The garbage collector frees the memory in its next
    # run, or when the last call that uses the object has returned. A later use raises
    # {InvalidArgumentError}. Closing it again has no effect. Copies of an immutable object by `dup`
    # are closed, too.
    # @return [nil]
    def close
      @lease.clear
      nil
    end

    # @return [Boolean]
    def closed? = @lease.empty?

    # Classes describe their open objects in `details`.
    # @return [String]
    def inspect = "#<#{[self.class, closed? ? "closed" : details].compact.join(' ')}>"

    private

    # The text that {#inspect} adds to the name of the class, or nil.
    def details = nil

    def lease = @lease.first || raise(InvalidArgumentError, "the #{self.class.name} is closed")

    def root_owner = @owner || lease
  end

  # Checks for mutations, which raise on a frozen object.
  # @private
  module Freezable
    private

    # @raise [FrozenError] if the object is frozen
    def check_frozen
      return unless frozen?

      raise FrozenError.new("can't modify frozen #{self.class}: #{inspect}", receiver: self)
    end
  end

  # A mutable {Closable}: it owns a block for each name.
  # @private
  class Changing < Closable
    include Freezable

    # The current owner of the blocks. It is copied, never changed.
    # @private
    def block_owners
      @shared = true unless frozen? # a frozen table is not changed any more
      lease.block_owners
    end

    private

    # Changes the object by a call whose only output is an error.
    def set(&call)
      check_frozen
      Native.check(&call)
      self
    end

    # Changes the object by a call that takes an object, and owns it under a key.
    def register(key, object)
      raise ::ArgumentError, "a block is required" unless object

      box = Callbacks.refer(object)
      set { |e| yield box.to_ptr, e }
      own_block(key, box)
      self
    end

    # Registers an owner of blocks under a key, in place of the previous one; the library has
    # already accepted it.
    def own_block(key, block_owners)
      now = lease.block_owners || {}
      before = now[key]
      if @shared
        @shared = false
        now = now.dup
      end
      now[key] = block_owners
      # Another thread may have started to use the table in the meantime.
      now[now.length] = before if @shared && before
      lease.block_owners = now
    end
  end
end
