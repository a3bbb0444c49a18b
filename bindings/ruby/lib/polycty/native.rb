# frozen_string_literal: true

require "ffi"
require_relative "native/library"
require_relative "native/features"

module Polycty
  # The C ABI as it is, and what it takes to call it: text, arrays, outputs and errors.
  #
  # Every memory that a call reads or writes is that call's alone, made for it or taken out of a
  # store until the call is over: a signal handler, a finaliser or another thread may come between
  # any two steps and call the library too.
  # @private
  module Native
    extend FFI::Library
    extend Features
    Library.open(self)

    # A struct on its way in or out. What is lent to its members lives as long as the object.
    class Record < FFI::Struct
      # The struct with its size in the first member, where it says that.
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
      def lend_text(member, text)
        self[member].pointer.put_bytes(0, keep(Native.str(text)).pointer.read_bytes(STR_SIZE))
      end

      # Sets a member that is a pointer; nil is NULL.
      def lend(member, object) = self[member] = keep(object)&.to_ptr

      private

      def keep(object)
        (@kept ||= []) << object
        object
      end
    end
  end
end

require_relative "native/declarations"
require_relative "native/keeper"
require_relative "native/weight"

module Polycty
  module Native
    # A call of what is a block, which has Ruby's lock back at once: to let go of it takes longer
    # than the library does.
    attach_function :function_call_of_block, :pcty_function_call,
                    %i[pointer pointer size_t pointer pointer], :uint32
  end
end

module Polycty
  module Native
    unless pcty_abi_version == ABI_VERSION
      raise ::LoadError, "libpolycty speaks version #{pcty_abi_version} of its ABI, " \
                         "this gem version #{ABI_VERSION}"
    end

    POINTER_SIZE = FFI::Pointer.size
    STR_SIZE = Str.size
    # No string of this size lies inside of a Ruby object, which compaction could move.
    OUTSIDE = 4096
    STATUS_NAMES = STATUS.invert.freeze
    SIZE_UNLIMITED = (2**64) - 1

    # A pointer that goes to a function of the library when it is collected.
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

      # The pointer that the block gives, owned.
      # @param weight [Integer] the bytes that it keeps alive
      def self.take(weight = 0) = Native.uninterrupted { own(yield, weight) }

      def self.own(pointer, weight)
        owned = new(pointer)
        Weight.add(pointer, weight)
        owned
      end
    end

    # Where a call writes what it gives, and its error. `take` and `give_back` are a step each to
    # other threads; one that is not given back is collected.
    class Room
      STORE = []
      private_constant :STORE

      # @return [FFI::Pointer] each of them 16 and 8 bytes
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

    # A short text on its way in, in memory that is used again.
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

      # Lends the text to a block.
      def self.lend(text)
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

    # The texts of symbols, mostly names of attributes, which are used again and again.
    NAMES = {}
    MOST_NAMES = 4096
    private_constant :NAMES, :MOST_NAMES

    MASKED = { Object => :never }.freeze
    UNMASKED = { Object => :immediate }.freeze
    private_constant :MASKED, :UNMASKED

    class << self
      # Runs a block in which nothing interrupts the thread (Timeout, Thread#raise, Thread#kill):
      # what comes meanwhile comes behind it. Between the call of the library that gives something
      # and the object that owns it, it would be lost.
      def uninterrupted(&) = Thread.handle_interrupt(MASKED, &)

      # Runs what the host has written within such a block.
      def interrupted(&) = Thread.handle_interrupt(UNMASKED, &)

      # Text on its way in. Large text is lent as it is, as long as the result lives; small
      # text is copied, because the garbage collector may move it.
      def str(text)
        return NAMES[text] || name(text) if text.is_a?(Symbol)

        text = utf8(text)
        length = text.bytesize
        if length >= OUTSIDE
          # What another thread writes into meanwhile is the text of a string of its own.
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

      # Lends text on its way in to a block that makes one call.
      def lend(text, &)
        return yield(str(text)) if text.is_a?(Symbol)

        text = utf8(text)
        text.bytesize <= ShortText::ROOM ? ShortText.lend(text, &) : yield(str(text))
      end

      # An array of texts on its way in, in one piece of memory; nil for none.
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

      # Text on its way out, or nil where there is none.
      def text(str) = read_text(str.pointer)

      # The text that a `pcty_str` in memory stands for.
      def read_text(memory)
        data = memory.get_pointer(0)
        return if data.null?

        data.read_bytes(memory.get(:size_t, POINTER_SIZE)).force_encoding(Encoding::UTF_8)
      end

      # The text of the string that the block gives, which is freed.
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

      # An array of handles, or of pointers, on its way in; the caller keeps them alive. It keeps the
      # pointers of handles that another thread may close.
      def handles(objects)
        return if objects.empty?
        return objects.map { |object| object.to_ptr.address }.pack("J*") unless objects.first.is_a?(Closable)

        pointers = objects.map(&:to_ptr)
        array = pointers.map(&:address).pack("J*")
        array.instance_variable_set(:@pointers, pointers)
        array
      end

      # Makes a call that has an output and an error; gives the output's pointer. Who owns what it
      # gives calls it {uninterrupted}.
      def result
        room = Room.take
        room.fail unless yield(room.out, room.error).zero?
        pointer = room.out.read_pointer
        room.give_back
        pointer
      end

      # Makes a call that has several pointers as outputs, and an error.
      def results(count)
        outs = Array.new(count) { FFI::MemoryPointer.new(:pointer) }
        error = FFI::MemoryPointer.new(:pointer)
        status = yield(*outs, error)
        Error.raise_native(error.read_pointer) unless status.zero?
        outs.map(&:read_pointer)
      end

      # Makes a call that has a text as its output, and an error.
      def text_result(encoding = Encoding::UTF_8, &call) = take_text(encoding) { result(&call) }

      # Makes a call that writes plain data; gives the memory with it.
      def plain(size_or_type)
        out = FFI::MemoryPointer.new(size_or_type)
        error = FFI::MemoryPointer.new(:pointer)
        status = yield out, error
        Error.raise_native(error.read_pointer) unless status.zero?
        out
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

      # Makes a call that lends a text, which is copied.
      def lent_text
        room = Room.take
        room.fail unless yield(room.out, room.error).zero?
        text = read_text(room.out)
        room.give_back
        text
      end

      # Makes a call that gives nothing but an error.
      def check
        room = Room.take
        room.fail unless yield(room.error).zero?
        room.give_back
        nil
      end

      # Makes a call that can say no by PCTY_ERROR_NOT_FOUND: then NULL.
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

      # An inclusive range of sizes, open where the Ruby range is.
      def size_range(range)
        size = SizeRange.new
        size[:min] = range.begin || 0
        size[:max] = range.end ? range.end - (range.exclude_end? ? 1 : 0) : SIZE_UNLIMITED
        size
      end

      # A range of sizes as Ruby's.
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
