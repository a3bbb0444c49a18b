# frozen_string_literal: true

module Polycty
  # The operators and checks of the language.
  module Puppet
    class << self
      # Whether a condition treats a value as true.
      # @param value [Value, Object]
      # @param mode [Symbol] `:current`, or `:early`, in which the empty string is false
      # @return [Boolean]
      def truth?(value, mode: :current)
        value = from(value)
        Native.answer { |out, e| Native.pcty_puppet_value_truth(value, mode, out, e) }
      end

      # The number that a value represents: a number itself, or a string such as `"0x1f"`.
      # @param value [Value, Object]
      # @return [Value]
      # @raise [ConversionError] for a string of another form
      def numeric(value)
        value = from(value)
        result { |out, e| Native.pcty_puppet_value_to_numeric(value, out, e) }
      end

      # The result of an operator for two numbers.
      # @param left [Value, Object]
      # @param operator [Symbol] such as `:add` or `:shift_left`
      # @param right [Value, Object]
      # @param mode [Symbol]
      # @return [Value]
      # @raise [ArithmeticError] for a division by zero
      def arithmetic(left, operator, right, mode: :current)
        left = from(left)
        right = from(right)
        result { |out, e| Native.pcty_puppet_arithmetic(left, right, operator, mode, out, e) }
      end

      # The result of an operator of the language for two types; the wider type is the greater one.
      # @param left [Type, String]
      # @param comparison [Symbol] such as `:equal` or `:less_or_equal`
      # @param right [Type, String]
      # @param mode [Symbol]
      # @return [Boolean]
      def compare(left, comparison, right, mode: :current)
        left = coerce(left)
        right = coerce(right)
        Native.answer { |out, e| Native.pcty_puppet_type_compare(left, right, comparison, mode, out, e) }
      end

      # @param values [Array<Value, Object>]
      # @return [Type] the common type of the reduced types of values; Undef for an empty list
      def common_type_of(*values)
        values = values.map { |value| from(value) }
        array = Native.handles(values)
        made { |out, e| Native.pcty_puppet_common_type_of_values(array, values.length, out, e) }
      end

      # The text of a type.
      # @param type [Type, String]
      # @param detail [Symbol] `:canonical` (an alias is its name) or `:expanded` (an alias is
      #   `Name = definition`, and object types are complete)
      # @param mode [Symbol]
      # @return [String]
      def format_type(type, detail: :canonical, mode: :current)
        type = coerce(type)
        Native.text_result { |out, e| Native.pcty_puppet_type_format(type, detail, mode, out, e) }
      end

      # Raises unless the default value of a parameter is an instance of its type.
      # @param value [Value, Object]
      # @param type [Type, String]
      # @param name [String] the name of the parameter
      # @param subject [String] such as `Class[Ntp]`
      # @return [nil]
      # @raise [TypeError] with every mismatch
      def validate_default(value, type, name:, subject:)
        value = from(value)
        type = coerce(type)
        texts = [Native.str(name), Native.str(subject)]
        Native.check { |e| Native.pcty_puppet_validate_default(value, type, *texts, e) }
      end
    end
  end
end
