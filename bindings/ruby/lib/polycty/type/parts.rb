# frozen_string_literal: true

module Polycty
  class Type < Handle
    # The parts of a type. If a type does not have a part, the result is nil or empty.
    module Parts
      # @return [Symbol] its constructor, such as `:list` or `:object`
      def kind = Native.pcty_type_kind(@pointer)

      # @return [Type, nil] the element type of a list, set or map; the inner type of an optional,
      #   not-undef, promise, output, literal, enumeration or meta type
      def element = borrowed(Native.pcty_type_element(@pointer))

      # @return [Type, nil] the key type of a map
      def key = borrowed(Native.pcty_type_key(@pointer))

      # @return [Array<Type>] the types of a tuple, or the members of a union
      def elements
        Array.new(Native.info(Native::TypeData, :pcty_type_info, @pointer)[:part_count]) do |index|
          borrowed(Native.pcty_type_part_at(@pointer, index))
        end
      end
      alias members elements

      # @return [Hash{Symbol => Type}] the fields of an object, in order
      def fields = each_field.to_h { |name, type, _| [name, type] }

      # @return [Array<Symbol>] the names of the fields that may be missing
      def optional_fields
        each_field.filter_map { |name, _, presence| name if presence == :optional }
      end

      # @param name [Symbol, String]
      # @return [Type, nil] the type of a field
      def [](name)
        field = Native::Field.new
        borrowed(field[:type]) if Native.pcty_type_field_get(@pointer, Native.str(name), field)
      end

      # @return [Range<Integer>, nil] the sizes of a list, map or tuple, or the lengths of strings
      def size_range
        data = Native.info(Native::TypeData, :pcty_type_info, @pointer)
        Native.ruby_range(data[:size_range]) if data[:has_size_range]
      end

      # @return [Range, nil] the bounds of an integer or float type, either of which may be open
      def bounds
        least, greatest = %i[lower upper].map do |side|
          bound = Value.own(dialect: :puppet) do
            Native.optional_result { |out, e| Native.pcty_type_bound(@pointer, side, out, e) }
          end
          bound&.to_ruby
        end
        least..greatest if least || greatest
      end

      # @return [Array<Array(String, Type)>, nil] the positional parameters of a function type, each
      #   with its name or nil; nil if the type does not specify them
      def parameters
        parts = function_parts
        return unless parts && parts[:parameters] == :listed

        Array.new(parts[:parameter_count]) do |index|
          param = Native::TypeParameter.new
          Native.pcty_type_function_parameter_at(@pointer, index, param)
          [Native.text(param[:name]), borrowed(param[:type])]
        end
      end

      # @return [Type, nil] the type of all further arguments of a function type
      def variadic
        parts = function_parts
        borrowed(parts[:variadic][:type]) if parts
      end

      # @return [Type, nil] the result of a function type
      def result
        parts = function_parts
        borrowed(parts[:result]) if parts
      end

      # @return [Array<String>] the strings of a string enumeration, or the patterns
      def texts
        Array.new(Native.info(Native::TypeData, :pcty_type_info, @pointer)[:text_count]) do |index|
          Native.text(Native.pcty_type_text_at(@pointer, index))
        end
      end

      # @return [Array<Value>] the values of an enumeration or a literal
      def values
        Array.new(Native.info(Native::TypeData, :pcty_type_info, @pointer)[:value_count]) do |index|
          Value.own(dialect: dialect) { Native.result { |out, e| Native.pcty_type_value_at(@pointer, index, out, e) } }
        end
      end

      # @return [String, nil] the token of an enumeration, or the name of a capsule or a type that
      #   only one dialect has
      def name = Native.text(Native.info(Native::TypeData, :pcty_type_info, @pointer)[:name])

      # @return [Array<Symbol>] the properties of its parts, at any depth: any of `:any`,
      #   `:variable`, `:optional_field`, `:reference`, `:capsule`, `:deferred`, `:set`
      def flags
        bits = Native.info(Native::TypeData, :pcty_type_info, @pointer)[:flags]
        Native::TYPE_FLAGS.filter_map { |name, bit| name if bits.anybits?(bit) }
      end

      # @return [Integer] the nesting depth: 1 for a type without parts
      def depth = Native.info(Native::TypeData, :pcty_type_info, @pointer)[:depth]

      # @return [Type] the definition of a reference to a named type
      # @raise [TypeError] for other types
      def unfold = made { |out, e| Native.pcty_type_unfold(@pointer, out, e) }

      # @return [Type] the same with every field required, at any depth
      def without_optional_fields = made { |out, e| Native.pcty_type_without_optional_fields(@pointer, out, e) }

      private

      # The parts of a function type; nil for another type.
      def function_parts
        parts = Native::TypeFunctionData.new
        parts if Native.pcty_type_function_info(@pointer, parts)
      end

      def each_field
        return enum_for(:each_field) unless block_given?
        return unless kind == :object

        field = Native::Field.new
        index = 0
        while Native.pcty_type_field_at(@pointer, index, field)
          yield Native.text(field[:name]).to_sym, borrowed(field[:type]), field[:presence]
          index += 1
        end
      end
    end
  end
end
