# frozen_string_literal: true

require "ffi"
require_relative "native/library"
require_relative "native/features"

module Polycty
  # The C ABI, and the conversions that its calls need: text, arrays, outputs and errors.
  #
  # All memory that a call reads or writes is exclusive to that call: it is allocated for the call,
  # or taken from a pool until the call returns. A signal handler, a finalizer or another thread may
  # run between any two steps and call the library too.
  # @private
  module Native
    extend FFI::Library
    extend Features
    Library.open(self)

    # A struct for input or output. Memory that its members refer to lives as long as the object.
    class Record < FFI::Struct
      # The struct with its size in the first member, if it has such a member.
      def self.sized = new.tap { |record| record[:struct_size] = size }

      # An array of structs for items, each filled by the block.
      def self.array(items)
        memory = FFI::MemoryPointer.new(:char, size * [items.length, 1].max)
        records = items.each_with_index.map do |item, index|
          record = new(memory + (size * index))
          record[:struct_size] = size if members.first == :struct_size
          record.tap { yield record, item }
        end
        memory.tap { memory.instance_variable_set(:@records, records) }
      end

      # Sets a member that is text.
      def borrow_text(member, text)
        self[member].pointer.put_bytes(0, keep(Native.str(text)).pointer.read_bytes(STR_SIZE))
      end

      # Sets a member that is a pointer; nil is NULL.
      def borrow(member, object) = self[member] = keep(object)&.to_ptr

      private

      def keep(object)
        (@kept ||= []) << object
        object
      end
    end
  end
end

require_relative "native/declarations"
require_relative "native/shared_finalizer"
require_relative "native/weight"

module Polycty
  module Native
    # Calls a function without releasing Ruby's lock. Releasing the lock takes longer than the
    # function.
    attach_function :function_call_of_block, :pcty_function_call,
                    %i[pointer pointer size_t pointer pointer], :uint32
  end
end

module Polycty
  module Native
    unless pcty_abi_version == ABI_VERSION
      raise ::LoadError, "libpolycty has version #{pcty_abi_version} of the ABI, " \
                         "but this gem requires version #{ABI_VERSION}"
    end

    POINTER_SIZE = FFI::Pointer.size
    STR_SIZE = Str.size
    # Strings of this size are never embedded in a Ruby object, which compaction could move.
    OUTSIDE = 4096
    STATUS_NAMES = STATUS.invert.freeze
    SIZE_UNLIMITED = (2**64) - 1

    # A pointer that is passed to a function of the library when it is collected.
    class Owned < FFI::AutoPointer
      # The class of pointers that this function frees.
      def self.by(function)
        free = Native.method(function)
        Class.new(self) do
          define_singleton_method(:release) do |pointer|
            Weight.remove(pointer)
            free.call(pointer)
          end
        end
      end

      # An owned pointer for the pointer that the block returns.
      # @param weight [Integer] the bytes that it keeps alive
      def self.take(weight = 0) = Native.uninterrupted { own(yield, weight) }

      def self.own(pointer, weight)
        owned = new(pointer)
        Weight.add(pointer, weight)
        owned
      end
    end

    # Memory for the output and the error of a call. `take` and `give_back` are atomic for other
    # threads; an object that is not given back is collected.
    class Room
      STORE = []
      private_constant :STORE

      # @return [FFI::Pointer] the output has 16 bytes and the error 8
      attr_reader :out, :error

      def initialize
        @out = FFI::MemoryPointer.new(24)
        @error = @out + 16
      end

      def self.take = STORE.pop || new

      def give_back = STORE.push(self)

      # Raises the error that a call has written.
      def fail
        pointer = @error.read_pointer
        give_back
        Error.raise_native(pointer)
      end
    end

    # A short text argument, in reused memory.
    class ShortText
      ROOM = 256
      STORE = []
      LENGTHS = Array.new(ROOM + 1) { |length| [length].pack("J").freeze }.freeze
      private_constant :STORE, :LENGTHS

      # @return [Str]
      attr_reader :str

      def initialize
        @memory = FFI::MemoryPointer.new(STR_SIZE + ROOM)
        @memory.put_pointer(0, @memory + STR_SIZE)
        @str = Str.new(@memory)
      end

      # Yields the text to a block.
      def self.borrow(text)
        short = STORE.pop || new
        result = yield short.say(text)
        STORE.push(short)
        result
      end

      def say(text)
        @memory.put_bytes(POINTER_SIZE, LENGTHS[text.bytesize])
        @memory.put_bytes(STR_SIZE, text)
        @str
      end
    end

    # The texts of symbols. Most of them are names of attributes, which recur often.
    NAMES = {}
    MOST_NAMES = 4096
    private_constant :NAMES, :MOST_NAMES

    MASKED = { Object => :never }.freeze
    UNMASKED = { Object => :immediate }.freeze
    private_constant :MASKED, :UNMASKED

    class << self
      # Runs a block in which the thread is not interrupted (Timeout, Thread#raise, Thread#kill);
      # interrupts are delivered after the block. An interrupt between a call that returns an object
      # and the creation of its owner would leak the object.
      def uninterrupted(&) = Thread.handle_interrupt(MASKED, &)

      # Runs code of the host within such a block.
      def interrupted(&) = Thread.handle_interrupt(UNMASKED, &)

      # A text argument. Large text is passed without a copy and must live as long as the result;
      # small text is copied, because the garbage collector may move it.
      def str(text)
        return NAMES[text] || name(text) if text.is_a?(Symbol)

        text = utf8(text)
        length = text.bytesize
        if length >= OUTSIDE
          # If another thread writes to the string meanwhile, Ruby allocates a separate text for
          # that string.
          text = text.dup.freeze unless text.frozen?
          str = Str.new
          str.pointer.put_bytes(0, [text, length].pack("pJ"))
          str.instance_variable_set(:@text, text)
          return str
        end

        memory = FFI::MemoryPointer.new(:char, STR_SIZE + length + 1, false)
        memory.put_bytes(STR_SIZE, text)
        memory.put_bytes(0, [memory.address + STR_SIZE, length].pack("JJ"))
        Str.new(memory)
      end

      # Yields a text argument to a block that performs one call.
      def borrow(text, &)
        return yield(str(text)) if text.is_a?(Symbol)

        text = utf8(text)
        text.bytesize <= ShortText::ROOM ? ShortText.borrow(text, &) : yield(str(text))
      end

      # An array of text arguments in one allocation; nil for an empty one.
      def strs(texts)
        return if texts.empty?

        texts = texts.map { |text| utf8(text) }
        at = STR_SIZE * texts.length
        memory = FFI::MemoryPointer.new(:char, at + texts.sum(&:bytesize) + 1, false)
        texts.each_with_index do |text, index|
          memory.put_bytes(STR_SIZE * index, [memory.address + at, text.bytesize].pack("JJ"))
          memory.put_bytes(at, text)
          at += text.bytesize
        end
        memory
      end

      # The data of a handle, as a function whose name ends in `_info` writes it. All of it is zero
      # if the function returns false.
      def info(struct, function, handle)
        struct.new.tap { |data| public_send(function, handle, data) }
      end

      # Returns a text as a Ruby string, or nil if there is none.
      def text(str) = read_text(str.pointer)

      # The text of a `pcty_str` in memory.
      def read_text(memory)
        data = memory.get_pointer(0)
        return if data.null?

        data.read_bytes(memory.get(:size_t, POINTER_SIZE)).force_encoding(Encoding::UTF_8)
      end

      # The text of the native string that the block returns. The string is freed.
      def take_text(encoding = Encoding::UTF_8)
        uninterrupted do
          pointer = yield
          next if pointer.null?

          begin
            text = pcty_string_str(pointer)
            text[:data].read_bytes(text[:len]).force_encoding(encoding)
          ensure
            pcty_string_free(pointer)
          end
        end
      end

      # An array argument of handles or of pointers. The caller keeps them alive. The array keeps
      # the pointers of handles that another thread may close.
      def handles(objects)
        return if objects.empty?
        return objects.map { |object| object.to_ptr.address }.pack("J*") unless objects.first.is_a?(Closable)

        pointers = objects.map(&:to_ptr)
        array = pointers.map(&:address).pack("J*")
        array.instance_variable_set(:@pointers, pointers)
        array
      end

      # Performs a call that has an output and an error; returns the output's pointer. A caller that
      # takes ownership of the output must be in {uninterrupted}.
      def result
        room = Room.take
        room.fail unless yield(room.out, room.error).zero?
        pointer = room.out.read_pointer
        room.give_back
        pointer
      end

      # Performs a call that has several output pointers, and an error.
      def results(count)
        outs = Array.new(count) { FFI::MemoryPointer.new(:pointer) }
        error = FFI::MemoryPointer.new(:pointer)
        status = yield(*outs, error)
        Error.raise_native(error.read_pointer) unless status.zero?
        outs.map(&:read_pointer)
      end

      # Performs a call that has a text as its output, and an error.
      def text_result(encoding = Encoding::UTF_8, &call) = take_text(encoding) { result(&call) }

      # Performs a call that writes plain data; returns the memory that contains it.
      def plain(size_or_type)
        out = FFI::MemoryPointer.new(size_or_type)
        error = FFI::MemoryPointer.new(:pointer)
        status = yield out, error
        Error.raise_native(error.read_pointer) unless status.zero?
        out
      end

      # The texts that a function returns by their positions.
      def texts(function, object, count) = Array.new(count) { |at| text(public_send(function, object, at)) }

      # The structs that a function fills by their positions, each as the block converts it.
      def structs(struct, function, object, count, *arguments)
        Array.new(count) do |at|
          found = struct.sized
          check { |e| public_send(function, object, at, *arguments, found, e) }
          yield found, at
        end
      end

      # Makes a call that fills a struct; returns the struct, which is all zeros if there is nothing to
      # describe.
      def found(struct) = struct.new.tap { |out| yield out }

      # Makes a call that answers yes or no.
      def answer
        room = Room.take
        room.fail unless yield(room.out, room.error).zero?
        answer = room.out.read_uint8
        room.give_back
        !answer.zero?
      end

      # Performs a call that returns borrowed text, which is copied.
      def borrowed_text
        room = Room.take
        room.fail unless yield(room.out, room.error).zero?
        text = read_text(room.out)
        room.give_back
        text
      end

      # Performs a call whose only output is an error.
      def check
        room = Room.take
        room.fail unless yield(room.error).zero?
        room.give_back
        nil
      end

      # Performs a call that may report PCTY_ERROR_NOT_FOUND; the result is then NULL.
      def optional_result
        out = FFI::MemoryPointer.new(:pointer)
        error = FFI::MemoryPointer.new(:pointer)
        status = yield out, error
        return out.read_pointer if status.zero?

        pointer = error.read_pointer
        Error.raise_native(pointer) unless status == STATUS[:not_found]
        pcty_error_free(pointer)
        FFI::Pointer::NULL
      end

      # An inclusive range of sizes, open where the Ruby range is open.
      def size_range(range)
        size = SizeRange.new
        size[:min] = range.begin || 0
        size[:max] = range.end ? range.end - (range.exclude_end? ? 1 : 0) : SIZE_UNLIMITED
        size
      end

      # A native range of sizes as a Ruby range.
      def ruby_range(size)
        size[:max] == SIZE_UNLIMITED ? (size[:min]..) : (size[:min]..size[:max])
      end

      private

      def name(symbol)
        str = str(symbol.name)
        NAMES[symbol] = str if NAMES.length < MOST_NAMES
        str
      end

      def utf8(text)
        text = text.to_s if text.is_a?(Symbol)
        raise ::TypeError, "expected text, found #{text.class}" unless text.respond_to?(:to_str)

        text = text.to_str
        case text.encoding
        when Encoding::UTF_8, Encoding::US_ASCII, Encoding::BINARY then text
        else text.encode(Encoding::UTF_8)
        end
      end
    end
  end
end

require_relative "native/objects"
