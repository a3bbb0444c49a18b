# frozen_string_literal: true

module Polycty
  module Native
    # The bytes of the library's memory that objects of Ruby keep alive, for the garbage collector.
    #
    # The collector sees a few words of an object that may hold megabytes outside of its heap. Ruby
    # has `rb_gc_adjust_memory_usage` for that, which is called if the running Ruby exports it.
    # Otherwise a collection is started whenever {STEP} more bytes have been added.
    #
    # The weight of a value is its footprint as the library counts it. The weight of a parsed text
    # is its length times a factor, which was measured as the growth of resident memory by 40
    # documents of 100 to 280 kB.
    # @private
    module Weight
      # Bytes for each byte of the text.
      FACTORS = { body: 12, expression: 18, manifest: 30, program: 19, terraform: 18, schema: 25, file: 8, checked: 30 }.freeze
      # Smaller weights are not counted.
      LEAST = 4096
      STEP = 32 << 20
      BYTES = {}
      ADJUST = begin
        process = FFI::DynamicLibrary.open(nil, FFI::DynamicLibrary::RTLD_LAZY)
        symbol = RUBY_ENGINE == "ruby" && process.find_symbol("rb_gc_adjust_memory_usage")
        FFI::Function.new(:void, [:ssize_t], symbol) if symbol
      end
      @added = 0
      private_constant :BYTES, :ADJUST

      class << self
        # Adds the weight of the memory that a pointer keeps alive.
        def add(pointer, bytes)
          return if bytes < LEAST

          BYTES[pointer.address] = bytes
          ADJUST ? ADJUST.call(bytes) : collect(bytes)
        end

        # Subtracts the weight again, before the pointer is freed.
        def remove(pointer)
          bytes = BYTES.delete(pointer.address)
          ADJUST&.call(-bytes) if bytes
        end

        # @return [Integer] the current total in bytes
        def total = BYTES.values.sum

        # The weight of a parsed text.
        # @param text [Str, Integer] the text, or its length
        def of(kind, text) = FACTORS.fetch(kind) * (text.is_a?(Integer) ? text : text[:len])

        private

        def collect(bytes)
          @added += bytes
          return if @added < STEP

          @added = 0
          GC.start
        end
      end
    end
  end
end
