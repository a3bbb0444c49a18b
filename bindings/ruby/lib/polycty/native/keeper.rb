# frozen_string_literal: true

module Polycty
  module Native
    # Who frees what Ruby has forgotten?
    #
    # A finaliser of its own takes longer than all the rest of an object, so pointers that keep
    # little alive share one: a batch of them is freed once none of their objects is left. What may
    # be heavy is not for a keeper, and neither is what may hold an object of Ruby's: that could
    # keep its neighbours alive, and they it, for ever.
    # @private
    class Keeper
      # How many pointers share a finaliser.
      ROOM = 32

      # Pointers that are freed together.
      class Batch
        attr_reader :pointers

        def initialize(free)
          @pointers = []
          ObjectSpace.define_finalizer(self, Batch.finaliser(@pointers, free))
        end

        # Apart from the object, which it must not keep.
        def self.finaliser(pointers, free) = proc { pointers.each { |pointer| free.call(pointer) } }

        # The batch itself, which whoever has the pointer has to keep.
        def add(pointer)
          @pointers << pointer
          self
        end

        def full? = @pointers.length >= ROOM
      end

      # @param function [Symbol] what frees a pointer
      def initialize(function)
        @free = Native.method(function)
        @open = nil
      end

      # Owns a pointer that keeps little alive; gives what has to be kept as long as it is used.
      def light(pointer)
        batch = @open
        batch = @open = Batch.new(@free) if batch.nil? || batch.full?
        batch.add(pointer)
      end
    end
  end
end
