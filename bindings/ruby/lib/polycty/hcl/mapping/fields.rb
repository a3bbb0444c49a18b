# frozen_string_literal: true

module Polycty
  module HCL
    module Mapping
      # What a member is as the value of an argument: `type` is what the argument is converted to,
      # `read` and `value` go between values and Ruby's objects.
      # @private
      class Field
        # @param expected [Type, String, Class, Array(Class)] as of {Describing#attribute}
        def self.of(expected)
          if expected.equal?(Value) then ValueField.new
          elsif expected.equal?(Expression) then ExpressionField.new
          elsif expected.is_a?(Records) then RecordField.new(expected)
          elsif expected.is_a?(Array) && expected.length == 1 then ListField.new(of(expected.first))
          else TypedField.new(expected)
          end
        end

        # @return [Type]
        attr_reader :type

        # Whether nothing that the type takes is refused.
        def takes_all? = false

        def fragment(object) = Fragment.value(value(object))

        def same?(one, other) = value(one) == value(other)

        # Whether an argument that stands in a file has this value already.
        def held?(node, object, scope)
          found, error = node.expression.evaluate_diagnosed(scope)
          error.nil? && same?(read(found.convert(type)), object)
        rescue Error
          false
        end
      end

      # A value of a type, as {Value#to_ruby} gives it.
      # @private
      class TypedField < Field
        def initialize(expected)
          @type, @defaults = expected.is_a?(Type) ? [expected, nil] : HCL.type(expected.to_s)
          @whole = @type.without_optional_fields == @type
        end

        def read(value)
          value = @defaults.apply(value) if @defaults
          value.to_ruby
        end

        # What may be left out in an object is left out.
        def value(object)
          converted = Value.from(object, @type)
          @whole ? converted : Value.from(object)
        end
      end

      # A value as it is, unknown or marked too.
      # @private
      class ValueField < Field
        def type = Type.any

        def takes_all? = true

        def read(value) = value.null? && !value.marked? ? nil : value

        def value(object) = Value.from(object)
      end

      # An expression that is not evaluated.
      # @private
      class ExpressionField < Field
        def type = HCL.closure_type

        def takes_all? = true

        def read(value) = value.null? ? nil : HCL.closure_expression(value)

        def fragment(object)
          Mapping.check_given(object, "an expression")
          object.is_a?(Fragment) ? object : Fragment.parse(object.text)
        end

        def same?(one, other) = [one, other].map { |each| each && fragment(each).to_s }.uniq.one?

        def held?(node, object, _scope) = Fragment.parse(node.value).to_s == fragment(object).to_s
      end

      # A record that has arguments alone, as an object.
      # @private
      class RecordField < Field
        def initialize(record)
          @mapping = record.mapping
          @type = @mapping.object_type
        end

        def read(value) = @mapping.from_object(value)

        def value(object) = @mapping.to_object(object)
      end

      # A list of records.
      # @private
      class ListField < Field
        def initialize(element)
          @element = element
          @type = Type.list(element.type)
        end

        def read(value)
          Mapping.check_whole(value)
          value.each_value.with_index.map { |part, at| Mapping.within(at) { @element.read(part) } }
        end

        def value(object)
          Mapping.check_given(object, "an Array", ::Enumerable)
          Value.from(object.each_with_index.map { |part, at| Mapping.within(at) { @element.value(part) } })
        end
      end
    end
  end
end
