# frozen_string_literal: true

module Polycty
  module HCL
    module Mapping
      # The conversion of a member as the value of an argument: `type` is the target type of the
      # argument; `read` and `value` convert between values and Ruby's objects.
      # @private
      class Field
        # @param expected [Type, String, Class, Array(Class)] as in {Describing#attribute}
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

        # Whether every value of the type is accepted.
        def takes_all? = false

        def fragment(object) = Fragment.value(value(object))

        def same?(one, other) = value(one) == value(other)

        # Whether an existing argument in a file already has this value.
        def matches?(node, object, scope)
          found, error = node.expression.evaluate_diagnosed(scope)
          error.nil? && same?(read(found.convert(type)), object)
        rescue Error
          false
        end
      end

      # A value of a type, in the form of {Value#to_ruby}.
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

        # Optional attributes of an object may be left out.
        def value(object)
          converted = Value.from(object, @type)
          @whole ? converted : Value.from(object)
        end
      end

      # A value in unconverted form, including unknown and marked ones.
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

        def matches?(node, object, _scope) = Fragment.parse(node.value).to_s == fragment(object).to_s
      end

      # A record with arguments only, as an object.
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
