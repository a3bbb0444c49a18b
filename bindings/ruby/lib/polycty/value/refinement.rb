# frozen_string_literal: true

module Polycty
  # The known properties of an unknown value: `prefix` is a String or nil, `min` and `max` are
  # numbers as {Value}s or nil, each with a flag for an inclusive bound, `length` is a Range or nil.
  Refinement = Struct.new(:not_null, :prefix, :min, :min_inclusive, :max, :max_inclusive, :length,
                          keyword_init: true)

  class Value < Handle
    # @return [Refinement, nil] the refinement of an unknown value; nil for other values
    def refinement
      return unless unknown?

      known = Native::Refinement.sized
      Native.check { |e| Native.pcty_value_refinement(@pointer, known, e) }
      min, min_inclusive = refinement_bound(:lower)
      max, max_inclusive = refinement_bound(:upper)
      Refinement.new(not_null: known[:not_null],
                     prefix: (Native.text(known[:prefix]) if known[:kind] == :prefix),
                     min: min, min_inclusive: min_inclusive,
                     max: max, max_inclusive: max_inclusive,
                     length: (refinement_length(known) if known[:kind] == :length)).freeze
    end

    # Refines a value that may be unknown. If only one value remains possible, the result is that
    # value.
    #
    #   url = Polycty::Value.unknown("string").refine { |it| it.not_null.prefix("https://") }
    #
    # @yieldparam builder [RefinementBuilder]
    # @return [Value]
    # @raise [Error] if the refinement contradicts the known properties
    def refine
      builder = RefinementBuilder.own { Native.pcty_refinement_builder_new(@pointer) }
      yield builder
      derive { Native.result { |out, e| Native.pcty_refinement_builder_build(builder, out, e) } }
    end

    private

    def refinement_bound(side)
      inclusive = FFI::MemoryPointer.new(:bool)
      bound = derive do
        Native.optional_result { |out, e| Native.pcty_value_refinement_bound(@pointer, side, out, inclusive, e) }
      end
      [bound, !inclusive.read_uint8.zero?] if bound
    end

    def refinement_length(known)
      least = known[:min_length]
      greatest = known[:max_length]
      greatest == Native::SIZE_UNLIMITED ? (least..) : (least..greatest)
    end
  end

  # Collects the refinements of one value, within the block of {Value#refine} or of
  # {HCL::Spec#refine}. Each method checks its fact at once and returns the builder.
  class RefinementBuilder < Closable
    include Freezable

    frees_with :pcty_refinement_builder_free
    private_class_method :new

    # Excludes null.
    # @return [self]
    def not_null = add(:not_null)

    # Requires null.
    # @return [self]
    def null = add(:null)

    # Sets a prefix of the string.
    # @param text [String]
    # @param exact [Boolean] whether the following text is known not to combine with the last
    #   character; otherwise trailing characters that it could change are dropped
    # @return [self]
    def prefix(text, exact: false)
      text = Native.str(text)
      add(exact ? :prefix_full : :prefix) { |fact| fact[:prefix] = text }
    end

    # Sets the lower bound of a number.
    # @param bound [Numeric, Value]
    # @param inclusive [Boolean] whether the number may equal the bound
    # @return [self]
    def min(bound, inclusive: true)
      add(:number_min) { |fact| set_bound(fact, bound, inclusive) }
    end

    # Sets the upper bound of a number.
    # @param bound [Numeric, Value]
    # @param inclusive [Boolean] whether the number may equal the bound
    # @return [self]
    def max(bound, inclusive: true)
      add(:number_max) { |fact| set_bound(fact, bound, inclusive) }
    end

    # Sets the minimum number of elements of a list, set or map.
    # @param length [Integer]
    # @return [self]
    def min_length(length) = add(:length_min) { |fact| fact[:length] = length }

    # Sets the maximum number of elements of a list, set or map.
    # @param length [Integer]
    # @return [self]
    def max_length(length) = add(:length_max) { |fact| fact[:length] = length }

    private

    def add(kind)
      check_frozen
      fact = Native::RefinementFact.sized
      fact[:kind] = kind
      _alive = yield fact if block_given?
      Native.check { |e| Native.pcty_refinement_builder_add(self, fact, e) }
      self
    end

    # Sets the bound of a fact, and returns its value, which must live until the fact is added.
    def set_bound(fact, bound, inclusive)
      Value.coerce(bound).tap do |value|
        fact[:bound] = value.to_ptr
        fact[:is_exclusive] = !inclusive
      end
    end
  end
end
