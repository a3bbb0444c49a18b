# frozen_string_literal: true

module Polycty
  module Native
    # Structures of Ruby's objects as values and back, in one call each: the library reads and makes
    # the objects itself, by functions of the C API of the Ruby that runs here. Such a call goes on
    # under Ruby's lock and runs nothing that is written in Ruby.
    #
    # An object crosses in a variable of the running fiber, so that the garbage collector knows of
    # it. Who uses that puts back what stood there: a signal handler may have come in between.
    # @private
    module Objects
      VARIABLE = :polycty_object
      # What ends a call for good; with any other failure there is another way to go.
      FINAL = STATUS.values_at(:limit, :cancelled).freeze
      private_constant :VARIABLE, :FINAL

      class << self
        # The value of an Array or Hash; nil if other things are inside than plain ones.
        # @return [FFI::Pointer, nil]
        def value(object, dialect)
          return unless INTERPRETER

          thread = Thread.current
          before = thread[VARIABLE]
          room = Room.take
          begin
            thread[VARIABLE] = object
            status = Native.pcty_value_from_ruby(INTERPRETER, dialect, room.out, room.error)
          ensure
            thread[VARIABLE] = before
          end
          return refused(room, status) unless status.zero?

          pointer = room.out.read_pointer
          room.give_back
          pointer
        end

        # The object of a value, and what is still to be put into it; nil if there is none.
        # @return [Array(Object, Array), nil]
        def object(value, dialect, symbolize_names)
          return unless INTERPRETER

          thread = Thread.current
          before = thread[VARIABLE]
          room = Room.take
          keys = symbolize_names ? :symbols : :strings
          begin
            status = Native.pcty_value_to_ruby(value, INTERPRETER, dialect, keys, room.error)
            made = thread[VARIABLE]
          ensure
            thread[VARIABLE] = before
          end
          return refused(room, status) unless status.zero?

          room.give_back
          made
        end

        private

        def refused(room, status)
          room.fail if FINAL.include?(status)
          Native.pcty_error_free(room.error.read_pointer)
          room.give_back
          nil
        end

        # The functions of this Ruby; nil where it has not all of them, or the library does not ask
        # for them yet.
        def interpreter
          return unless RUBY_ENGINE == "ruby" && Native.ffi_libraries.first.find_function("pcty_value_to_ruby")

          process = FFI::DynamicLibrary.open(nil, FFI::DynamicLibrary::RTLD_LAZY)
          Ruby.sized.tap do |ruby|
            ruby.members.drop(1).each { |name| ruby[name] = process.find_symbol(name.to_s) || (return nil) }
          end
        end
      end

      INTERPRETER = interpreter
      private_constant :INTERPRETER
    end
  end
end
