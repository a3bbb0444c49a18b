# frozen_string_literal: true

module Polycty
  class Type < Handle
    # The rules of the type's dialect. A text in place of a second type is parsed in the same
    # dialect.
    module Rules
      # Whether every value of this type is a value of the target type without conversion.
      # @param target [Type, String]
      # @return [Boolean]
      def assignable_to?(target)
        target = same(target)
        Native.answer { |out, e| Native.pcty_type_assignable(@pointer, target, dialect, out, e) }
      end

      # @param other [Type]
      # @return [Boolean, nil] whether every value of this type is one of the other; nil if neither
      #   type is below the other
      def <=(other)
        other = peer(other)
        return true if assignable_to?(other)

        false if other.assignable_to?(self)
      end

      # @param other [Type]
      # @return [Boolean, nil] as {#<=}, and the other type has values that this one does not have
      def <(other)
        order = self <=> peer(other)
        order && order.negative?
      end

      # @param other [Type]
      # @return [Boolean, nil] whether every value of the other type is one of this
      def >=(other) = peer(other) <= self

      # @param other [Type]
      # @return [Boolean, nil]
      def >(other) = peer(other) < self

      # @param other [Type]
      # @return [Integer, nil] -1 below the other type, 1 above it, 0 if each accepts the other's
      #   values, nil if neither does
      def <=>(other)
        return unless other.is_a?(Type) && other.dialect == dialect

        below = assignable_to?(other)
        above = other.assignable_to?(self)
        return below ? 0 : 1 if above

        -1 if below
      end

      # Whether two types are equal in the dialect, which may be coarser than `==`: in Puppet
      # `Optional[Integer]` equals `Variant[Integer, Undef]`.
      # @param other [Type, String]
      # @return [Boolean]
      def equivalent?(other)
        other = same(other)
        Native.answer { |out, e| Native.pcty_type_equivalent(@pointer, other, dialect, out, e) }
      end

      # Whether a value is an instance of this type, without conversion.
      # @param value [Value, Object]
      # @return [Boolean]
      def instance?(value)
        value = Value.coerce(value, dialect: dialect)
        Native.answer { |out, e| Native.pcty_value_is_instance(value, @pointer, dialect, out, e) }
      end

      # For `case`: whether an object is a value of this type. A {Value} is tested by its own type, as
      # {#instance?} does. Any other object also matches if it converts to the type without a change
      # to a scalar: an Array may be a list and a Hash a map or an object with optional attributes,
      # but 5 is not a string. ({#valid?} tests whether an object converts at all.)
      #
      #   Polycty::Type.parse("list(string)") === ["a"] # => true
      #   Polycty::Type.parse("list(string)") === [1]   # => false
      #
      # @param object [Object]
      # @return [Boolean]
      def ===(object)
        return instance?(object) if object.is_a?(Value) || dialect == :puppet

        # In mcl an object becomes a list, a map or a struct only by a type.
        value = Value.coerce(object, dialect: dialect == :mcl ? :hcl : dialect)
        return true if dialect != :mcl && instance?(value)

        before, after = [value, Value.from(value, self)].map { |each| each.to_ruby { |part| part } }
        unchanged?(before, after)
      rescue Error
        false
      end

      # The relation between values of this type and a target type.
      # @param target [Type, String]
      # @return [Symbol] `:same`, `:safe` (every value converts), `:unsafe` (some do) or `:none`
      def conversion_to(target)
        target = same(target)
        kind = Native.plain(:uint32) { |out, e| Native.pcty_type_conversion(@pointer, target, dialect, out, e) }
        Native.enum_type(:pcty_conversion)[kind.read_uint32]
      end

      # The reason why no value of this type converts to a target type: the message, the path to the
      # conflicting part, and the two types there.
      # @param target [Type, String]
      # @return [Error, nil] nil if values convert
      def explain_conversion_to(target)
        target = same(target)
        Native.uninterrupted do
          HCL.diagnosed(Native.result { |out, e| Native.pcty_type_explain(@pointer, target, dialect, out, e) })
        end
      end

      # The conversion to another type, for many values.
      # @param target [Type, String]
      # @param safety [Symbol] `:safe` refuses conversions that fail for some values
      # @return [Converter]
      # @raise [ConversionError] with the reason, if there is none
      def converter_to(target, safety: :unsafe)
        target = same(target)
        Converter.own(dialect: dialect) do
          Native.result { |out, e| Native.pcty_converter_new(@pointer, target, dialect, safety, out, e) }
        end
      end

      # All reasons why an object is not a value of this type, each with its path. In Puppet, which
      # has its own messages for mismatches, the result is one error with a diagnostic for each
      # reason.
      # @param object [Value, Object]
      # @return [Array<Error>] empty if the object converts (in Puppet: is an instance)
      def check(object)
        value = Value.coerce(object, dialect: dialect)
        return [Puppet.value_mismatch(value, self)].compact if dialect == :puppet

        Error.from_list do
          Native.result { |out, e| Native.pcty_value_check(value, @pointer, dialect, out, e) }
        end
      end

      # All reasons why a document is not a value of this type, each with its path and a diagnostic at
      # its position.
      # @param document [String]
      # @param format [Symbol] `:json` or `:yaml`
      # @param file [String] the name of the document in diagnostics
      # @return [Array<Error>] empty if the value of the document converts
      def check_document(document, format: :json, file: "")
        document, file, notation = [document, file, to_s].map { |text| Native.str(text) }
        Error.from_list do
          Native.result { |out, e| Native.pcty_document_check(document, file, notation, format, dialect, out, e) }
        end
      end

      # @param object [Value, Object]
      # @return [Boolean] whether {#check} returns no errors
      def valid?(object) = check(object).empty?

      # The nearest type of another dialect, and its relation to this type.
      # @param to [Symbol] a dialect
      # @return [Translation]
      def translate(to)
        Translation.own(dialect: to) do
          Native.result { |out, e| Native.pcty_type_translate(@pointer, dialect, to, out, e) }
        end
      end

      private

      def same(other)
        other = Type.coerce(other, dialect: dialect)
        return other if other.dialect == dialect

        raise ::ArgumentError, "a type of #{dialect} and one of #{other.dialect}: " \
                               "use `in` to convert a type to the other dialect"
      end

      # Whether a conversion has only added nulls for missing attributes.
      def unchanged?(before, after)
        if before.is_a?(Array) && after.is_a?(Array)
          return before.length == after.length && before.zip(after).all? { |pair| unchanged?(*pair) }
        end
        return before == after && before.class == after.class unless before.is_a?(Hash) && after.is_a?(Hash)

        before.all? { |key, part| after.key?(key) && unchanged?(part, after[key]) } &&
          after.all? { |key, part| part.nil? || before.key?(key) }
      end

      def peer(other)
        raise ::TypeError, "compared with a non-type" unless other.is_a?(Type)

        same(other)
      end
    end
  end
end
