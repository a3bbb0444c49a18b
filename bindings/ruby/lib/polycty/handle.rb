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
      def own(**details)
        Native.uninterrupted do
          pointer = yield
          allocate.hold(self::POINTER.new(pointer), nil, **details) unless pointer.null?
        end
      end

      # An object around what another one lends; nil for NULL.
      def lend(pointer, owner, **details)
        allocate.hold(pointer, owner, **details) unless pointer.null?
      end

      # The object itself, if it is one of this class.
      def expect(object)
        return object if object.is_a?(self)

        raise ::TypeError, "a #{name} is wanted, not #{object.inspect}"
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

    private

    # What is lent by this object is lent by what it itself was lent from.
    def lender = @owner || self
  end
end
