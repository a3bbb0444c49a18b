# frozen_string_literal: true

module Polycty
  class Value < Handle
    # Conversion of scalars to Ruby objects. Each method raises for a value that is marked, null,
    # unknown or of another type, and for a number that the result cannot represent exactly.
    module Scalars
      # @return [Boolean]
      def as_bool = Native.answer { |out, e| Native.pcty_value_as_bool(@pointer, out, e) }

      # @return [String]
      def as_text = Native.borrowed_text { |out, e| Native.pcty_value_as_string(@pointer, out, e) }

      # @return [Integer] a whole number, however large
      def to_i
        number = small_integer
        return number if number

        length = Native.plain(:size_t) do |out, e|
          Native.pcty_value_byte_length(@pointer, out, e)
        end.get(:size_t, 0)
        bytes = FFI::MemoryPointer.new(:uint8, length)
        Native.check { |e| Native.pcty_value_as_bytes(@pointer, bytes, length, e) }
        from_twos_complement(bytes.read_bytes(length))
      end

      # @return [Float] the nearest double, which may differ from the number
      def to_f
        exact = FFI::MemoryPointer.new(:bool)
        Native.plain(:double) do |out, e|
          Native.pcty_value_as_double(@pointer, out, exact, e)
        end.read_double
      end

      # @return [BigDecimal] the decimal that distinguishes the number from its neighbors
      def to_d = BigDecimal(number_text)

      # @return [Rational] the decimal of {#to_d} as a fraction
      def to_r = number_text.to_r

      # @return [String] the decimal text of a number, without an exponent
      def number_text = Native.text_result { |out, e| Native.pcty_value_number_to_text(@pointer, out, e) }

      # @return [Integer] the precision of a number: the width of its mantissa in bits
      def precision
        Native.plain(:uint32) do |out, e|
          Native.pcty_value_number_precision(@pointer, out, e)
        end.read_uint32
      end

      # @return [Type, nil] the type in a type value
      def as_type = Type.borrow(Native.pcty_value_as_type(@pointer), root_owner, dialect: @dialect)

      private

      # The number if it is whole and has 64 bits.
      def small_integer
        room = Native::Room.take
        number = room.out.read_int64 if Native.pcty_value_as_int64(@pointer, room.out, nil).zero?
        room.give_back
        number
      end

      def from_twos_complement(bytes)
        number = bytes.unpack1("H*").to_i(16)
        bytes.getbyte(0) >= 0x80 ? number - (1 << (8 * bytes.bytesize)) : number
      end
    end
  end
end
