# frozen_string_literal: true

module Polycty
  module Native
    # Shared finalizers for small objects.
    #
    # A finalizer of its own costs more than the rest of a small object, so pointers that keep
    # little memory alive share one: a batch is freed once none of its objects is left. Pointers
    # that may be heavy, or that may hold a Ruby object, must not be added: such an object could
    # keep the other objects of the batch alive, and they it, permanently.
    # @private
    class SharedFinalizer
      # The number of pointers that share a finalizer.
      ROOM = 32

      # A batch of pointers that are freed together.
      class Batch
        attr_reader :pointers

        def initialize(free)
          @pointers = []
          ObjectSpace.define_finalizer(self, Batch.finalizer(@pointers, free))
        end

        # Defined outside the object, because the finalizer must not reference it.
        def self.finalizer(pointers, free) = proc { pointers.each { |pointer| free.call(pointer) } }

        # The batch itself, which the owner of the pointer must reference.
        def add(pointer)
          @pointers << pointer
          self
        end

        def full? = @pointers.length >= ROOM
      end

      # @param function [Symbol] the function that frees a pointer
      def initialize(function)
        @free = Native.method(function)
        @open = nil
      end

      # Takes ownership of a pointer that keeps little memory alive; returns the object that must be
      # referenced while the pointer is in use.
      def light(pointer)
        batch = @open
        batch = @open = Batch.new(@free) if batch.nil? || batch.full?
        batch.add(pointer)
      end
    end
  end
end
