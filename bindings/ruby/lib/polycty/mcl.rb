# frozen_string_literal: true

module Polycty
  # mgmt's mcl: its notation of types and values, and its specific rules.
  #
  #   ports = Polycty::MCL.type("[]int")
  #   Polycty::MCL.format(Polycty::Value.from([80, 443], ports))  # => "[80, 443]"
  module MCL
    class << self
      # @param notation [String]
      # @return [Type]
      def type(notation) = Type.parse(notation, dialect: :mcl)

      # @param type [Type, String]
      # @return [Value] the zero value of a type, such as 0 or the empty list
      # @raise [TypeError] for a type without such a value
      def zero(type)
        type = Type.coerce(type, dialect: :mcl)
        Value.own(dialect: :mcl) { Native.result { |out, e| Native.pcty_mcl_value_zero(type, out, e) } }
      end

      # @param value [Value]
      # @return [String] the text in the language's output format
      def format(value) = Native.text_result { |out, e| Native.pcty_mcl_value_format(Value.expect(value), out, e) }

      # Decodes JSON text to a value of a type.
      # @param json [String]
      # @param type [Type, String]
      # @param fields [Symbol] `:exact`, or `:flexible`: missing fields of objects are zero, and
      #   additional fields are allowed
      # @return [Value]
      def from_json(json, type, fields: :exact)
        type = Type.coerce(type, dialect: :mcl)
        text = Native.str(json)
        Value.own(dialect: :mcl) do
          Native.result { |out, e| Native.pcty_mcl_value_from_json(text, type, fields, out, e) }
        end
      end

      # A type under the most general substitution of variables that makes two types equal. Both
      # notations share their variables, `?1` and so on.
      # @param left [Type, String]
      # @param right [Type, String]
      # @param of [Type, String] the type to which the substitution is applied
      # @return [Type]
      # @raise [TypeError] if there is no such substitution
      def unify(left, right, of: left)
        left, right, of = in_one_scope([left, right, of])
        Type.own(dialect: :mcl) { Native.result { |out, e| Native.pcty_mcl_type_unify(left, right, of, out, e) } }
      end

      # @param type [Type, String]
      # @return [Boolean] whether values of the type may be keys of maps
      def hashable?(type) = Native.pcty_mcl_type_is_hashable(Type.coerce(type, dialect: :mcl))

      private

      def in_one_scope(types)
        Native.uninterrupted do
          scope = Native.pcty_variable_scope_new
          types.map do |type|
            next Type.coerce(type) unless type.is_a?(String)

            text = Native.str(type)
            Type.own(dialect: :mcl) { Native.result { |out, e| Native.pcty_mcl_type_parse(text, scope, out, e) } }
          end
        ensure
          Native.pcty_variable_scope_free(scope)
        end
      end
    end
  end
end

require_relative "mcl/host"
require_relative "mcl/resources"
require_relative "mcl/program"
