# frozen_string_literal: true

module Polycty
  class Value < Handle
    # The operators of HCL. Their results are values, because they may be unknown, and have the
    # marks of the operands; an operand may be a Ruby object. Comparisons have names instead of
    # operator signs, because Ruby's `if` treats every value as true.
    module Operators
      # @!method +(other)
      #   The sum of two numbers.
      #   @param other [Value, Numeric]
      #   @return [Value]
      # @!method -(other)
      #   The difference of two numbers.
      #   @param other [Value, Numeric]
      #   @return [Value]
      # @!method *(other)
      #   The product of two numbers.
      #   @param other [Value, Numeric]
      #   @return [Value]
      # @!method /(other)
      #   The quotient of two numbers; division by zero is infinite.
      #   @param other [Value, Numeric]
      #   @return [Value]
      # @!method %(other)
      #   The remainder of a division; it has the sign of the dividend.
      #   @param other [Value, Numeric]
      #   @return [Value]
      # @!method less_than(other)
      #   @param other [Value, Numeric]
      #   @return [Value] a bool
      # @!method greater_than(other)
      #   @param other [Value, Numeric]
      #   @return [Value] a bool
      # @!method less_than_or_equal(other)
      #   @param other [Value, Numeric]
      #   @return [Value] a bool
      # @!method greater_than_or_equal(other)
      #   @param other [Value, Numeric]
      #   @return [Value] a bool
      # @!method &(other)
      #   Whether both bools are true.
      #   @param other [Value, Boolean]
      #   @return [Value] a bool
      # @!method |(other)
      #   Whether at least one of the bools is true.
      #   @param other [Value, Boolean]
      #   @return [Value] a bool
      # @!method equal_to(other)
      #   Whether two values are equal by the rules of the language.
      #   @param other [Value, Object]
      #   @return [Value] a bool, unknown if the result depends on unknown values
      # @!method not_equal_to(other)
      #   The negation of {#equal_to}.
      #   @param other [Value, Object]
      #   @return [Value] a bool
      # @!method index(key)
      #   The element at a position or under a key; null if a map does not have the key.
      #   @param key [Value, Object]
      #   @return [Value]
      #   @raise [TypeError, NotFoundError, NullError]
      # @!method has_index(key)
      #   Whether an element exists at a position or under a key.
      #   @param key [Value, Object]
      #   @return [Value] a bool
      # @!method has_element(element)
      #   Whether a set has an element.
      #   @param element [Value, Object]
      #   @return [Value] a bool
      {
        :+ => :add, :- => :subtract, :* => :multiply, :/ => :divide, :% => :modulo,
        :less_than => :less_than, :greater_than => :greater_than,
        :less_than_or_equal => :less_than_or_equal,
        :greater_than_or_equal => :greater_than_or_equal,
        :& => :and, :| => :or, :equal_to => :equal_to, :not_equal_to => :not_equal_to,
        :index => :index, :has_index => :has_index, :has_element => :has_element
      }.each do |name, operator|
        define_method(name) do |other|
          other = Value.coerce(other)
          derive { Native.result { |out, e| Native.pcty_value_binary(@pointer, other, operator, out, e) } }
        end
      end

      # @!method -@
      #   The negation of a number.
      #   @return [Value]
      # @!method abs
      #   The absolute value of a number.
      #   @return [Value]
      # @!method not
      #   The negation of a bool.
      #   @return [Value]
      # @!method length_value
      #   The number of elements of a list, set, map, tuple or object; an unknown number within
      #   bounds if elements are unknown.
      #   @return [Value]
      # @!method unknown_as_null
      #   The value with a null in place of each unknown part, at any depth.
      #   @return [Value]
      {
        :-@ => :negate, :abs => :absolute, :not => :not, :length_value => :length,
        :unknown_as_null => :unknown_as_null
      }.each do |name, operator|
        define_method(name) do
          derive { Native.result { |out, e| Native.pcty_value_unary(@pointer, operator, out, e) } }
        end
      end

      # For `1 + value`.
      # @private
      def coerce(other) = [Value.from(other), self]
    end
  end
end
