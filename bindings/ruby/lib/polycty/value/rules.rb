# frozen_string_literal: true

module Polycty
  class Value < Handle
    # The rules of the dialect for a value and a type. A text in place of a type is parsed in the
    # value's dialect.
    module Rules
      # Converts the value to another type, by a safe or an unsafe conversion.
      # @param type [Type, String]
      # @return [Value]
      # @raise [ConversionError] with the path to the part that does not convert
      def convert(type)
        type = Type.coerce(type, dialect: @dialect)
        Value.own(dialect: type.dialect) do
          Native.result { |out, e| Native.pcty_value_convert(@pointer, type, type.dialect, out, e) }
        end
      end

      # All reasons why the value does not convert to a type.
      # @param type [Type, String]
      # @return [Array<Error>]
      def check(type) = Type.coerce(type, dialect: @dialect).check(self)

      # Whether the value is an instance of a type, without conversion.
      # @param type [Type, String]
      # @return [Boolean]
      def instance?(type) = Type.coerce(type, dialect: @dialect).instance?(self)

      # The type of the value by the rules of its dialect: in HCL its exact type, in Puppet the type
      # that is inferred from its content.
      # @return [Type]
      def type_of
        Type.own(dialect: @dialect) { Native.result { |out, e| Native.pcty_value_type_of(@pointer, @dialect, out, e) } }
      end

      # The value's image in another dialect.
      # @param to [Symbol] a dialect
      # @param type [Type, String, nil] a type of that dialect that the image has to be of
      # @return [Value]
      # @raise [UnsupportedError] with the path to a part without an image
      def translate(to, type = nil)
        type &&= Type.coerce(type, dialect: to)
        Value.own(dialect: to) do
          Native.result { |out, e| Native.pcty_value_translate(@pointer, type, @dialect, to, out, e) }
        end
      end
    end
  end
end
