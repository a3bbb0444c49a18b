# frozen_string_literal: true

module Polycty
  class Value < Handle
    # Conversion of Ruby objects to values. The table is at {Value.from}.
    #
    # The library reads a structure of nil, true, false, numbers, texts, Arrays and Hashes in one
    # call, which is tens of times faster than a call for each element. If the structure contains
    # anything else, such as a {Value} or a Set, it is built from the inside out, by pointers that
    # are freed here. Both ways give the same value.
    # @private
    class FromRuby
      # The maximum depth of structures; the library's own limit is lower.
      MAX_DEPTH = 500
      # Numbers that are read from text, as those of HCL are, have 512 bits of precision; larger
      # integers are passed as bytes.
      TEXT_BITS = 512

      SMALL_SIZE = Native::Small.size
      private_constant :SMALL_SIZE

      # The immutable instance of a dialect.
      def self.of(dialect) = OF.fetch(dialect) { Dialect.expect(dialect) }

      def initialize(dialect)
        @dialect = dialect
        @puppet = dialect == :puppet
        # Puppet and mcl keep integers, doubles and strings as distinct types.
        @exact = @puppet || dialect == :mcl
        @word = first_word
      end

      def value(object)
        return whole(object) if object.is_a?(Integer) && object.bit_length < 64
        return Value.own_small(@dialect) { build(object, 0) } if small?(object)

        Value.own(dialect: @dialect) { plain(object) || build(object, 0) }
      end

      # The native representation of a whole number of 64 bits.
      def words(number)
        words = FFI::MemoryPointer.new(:char, SMALL_SIZE, false)
        words.put_uint64(0, @word)
        words.put_int64(8, number)
        words
      end

      private

      # The first of the two words of a whole number of 64 bits; the second is the number.
      def first_word
        pointer = integer(1)
        words = FFI::MemoryPointer.new(SMALL_SIZE)
        Native.pcty_value_small(pointer, words)
        Native.pcty_value_free(pointer)
        words.read_uint64
      end

      # A value in Ruby's memory, which needs no call of the library.
      def whole(number) = Value.allocate.hold(words(number), nil, @dialect)

      def small?(object)
        case object
        when String then object.bytesize <= SHORT
        when Integer then object.bit_length <= TEXT_BITS
        when Float, true, false then true
        end
      end

      def plain(object)
        Native::Objects.value(object, @dialect) if object.is_a?(Array) || object.is_a?(Hash)
      end

      def build(object, depth)
        raise LimitError, "the object is nested too deep" if depth > MAX_DEPTH

        case object
        when nil then Native.pcty_value_null(Native.pcty_type_any)
        when true, false then Native.pcty_value_bool(object)
        when String then string(object)
        when Symbol then symbol(object)
        when Integer then integer(object)
        when Float then float(object)
        when Array then array(object, depth)
        when Hash then hash(object, depth)
        when Value then Native.pcty_value_clone(object)
        else other(object, depth)
        end
      end

      def other(object, depth)
        case object
        when BigDecimal, Rational then decimal(object)
        when Set then set(object, depth)
        when Type then Native.result { |out, e| Native.pcty_value_from_type(object, out, e) }
        when Regexp, Time then puppet_only(object)
        else implicit(object, depth)
        end
      end

      def implicit(object, depth)
        %i[to_polycty to_hash to_ary to_str].each do |conversion|
          next unless object.respond_to?(conversion)

          return build(object.public_send(conversion), depth + 1)
        end
        raise TypeError, "a Ruby #{object.class} cannot be converted to a value"
      end

      def string(text)
        Native.borrow(text) do |borrowed|
          Native.result do |out, e|
            next Native.pcty_value_string_verbatim(borrowed, out, e) if @exact

            Native.pcty_value_string(borrowed, out, e)
          end
        end
      end

      def symbol(symbol)
        @puppet && symbol == :default ? puppet_literal("default") : string(symbol.name)
      end

      def integer(number)
        return Native.pcty_value_integer_from_int64(number) if @exact && number.bit_length < 64
        return decimal_text(number.to_s) if !@exact && number.bit_length <= TEXT_BITS

        bytes = twos_complement(number)
        function = @exact ? :pcty_value_integer_from_bytes : :pcty_value_number_from_bytes
        Native.result { |out, e| Native.public_send(function, bytes, bytes.bytesize, out, e) }
      end

      def twos_complement(number)
        length = (number.bit_length / 8) + 1
        number += 1 << (8 * length) if number.negative?
        [number.to_s(16).rjust(2 * length, "0")].pack("H*")
      end

      def float(number)
        return Native.pcty_value_float(number) if @exact
        return decimal_text(number.to_s) if number.finite?

        Native.result { |out, e| Native.pcty_value_number_from_double(number, out, e) }
      end

      def decimal(number)
        return float(number.to_f) if @exact || (number.is_a?(BigDecimal) && !number.finite?)
        return decimal_text(number.to_s) if number.is_a?(BigDecimal)

        with([integer(number.numerator), integer(number.denominator)]) do |numerator, denominator|
          Native.result { |out, e| Native.pcty_value_binary(numerator, denominator, :divide, out, e) }
        end
      end

      def decimal_text(text)
        Native.borrow(text) { |digits| Native.result { |out, e| Native.pcty_value_number_from_text(digits, out, e) } }
      end

      def array(elements, depth)
        function = @puppet ? :pcty_puppet_value_array : :pcty_value_tuple
        with(pointers(elements, depth)) do |*built|
          array = Native.handles(built)
          Native.result { |out, e| Native.public_send(function, array, built.length, out, e) }
        end
      end

      def set(elements, depth)
        return array(elements, depth) if @exact

        with(pointers(elements, depth)) do |*built|
          array = Native.handles(built)
          Native.result do |out, e|
            next Native.pcty_value_set(array, built.length, out, e) unless built.empty?

            Native.pcty_value_set_of(Native.pcty_type_any, nil, 0, out, e)
          end
        end
      end

      def hash(entries, depth)
        return puppet_hash(entries, depth) if @puppet

        keys = entries.keys.map { |key| name_of(key) }
        steps = keys.map(&:to_sym)
        with(pointers(entries.values, depth, steps)) do |*built|
          names = Native.strs(keys)
          array = Native.handles(built)
          Native.result { |out, e| Native.pcty_value_object(names, array, built.length, out, e) }
        end
      end

      def name_of(key)
        case key
        when String then key
        when Symbol then key.name
        else raise TypeError, "expected a string or symbol as the name of an attribute, found #{key.class}"
        end
      end

      def puppet_hash(entries, depth)
        with(pointers(entries.keys, depth)) do |*keys|
          with(pointers(entries.values, depth, entries.keys)) do |*built|
            names = Native.handles(keys)
            array = Native.handles(built)
            Native.result { |out, e| Native.pcty_puppet_value_hash(names, array, built.length, out, e) }
          end
        end
      end

      def puppet_only(object)
        raise TypeError, "a Ruby #{object.class} cannot be converted to a value of #{@dialect}" unless @puppet

        case object
        when Regexp then puppet_literal("/#{object.source.gsub(%r{(?<!\\)/}, '\\/')}/")
        else
          type = Type.parse("Timestamp", dialect: :puppet)
          seconds = object.utc.strftime("%Y-%m-%dT%H:%M:%S.%N UTC")
          Native.pcty_value_clone(Puppet.new(type, seconds))
        end
      end

      def puppet_literal(text) = Native.result { |out, e| Native.pcty_puppet_value_parse(Native.str(text), nil, out, e) }

      # The values of all elements; an error names the element.
      def pointers(elements, depth, steps = nil)
        built = []
        elements.each { |element| built << build(element, depth + 1) }
        built
      rescue Error => e
        release(built)
        step = steps ? steps[built.length] : built.length
        raise e.within(step.is_a?(Symbol) || step.is_a?(Integer) ? step : step.to_s)
      rescue Exception
        release(built)
        raise
      end

      # Passes owned pointers to a block, and frees them.
      def with(pointers)
        yield(*pointers)
      ensure
        release(pointers)
      end

      def release(pointers) = pointers.each { |pointer| Native.pcty_value_free(pointer) }

      OF = (DIALECTS & Native.features).to_h { |dialect| [dialect, new(dialect).freeze] }.freeze
      private_constant :OF
    end
    private_constant :FromRuby
  end
end
