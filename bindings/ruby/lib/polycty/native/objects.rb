# frozen_string_literal: true

module Polycty
  module Native
    # Conversion of structures of Ruby objects to values and back, in one call each: the library
    # reads and creates the objects itself, by functions of the C API of the running Ruby. Such a
    # call holds Ruby's lock and runs no Ruby code.
    #
    # An object is passed in a variable of the running fiber, so that the garbage collector marks
    # it. The previous content of the variable must be restored, because a signal handler may have
    # interrupted a conversion.
    # @private
    module Objects
      VARIABLE = :polycty_object
      # These errors are final; after any other failure the element-by-element conversion is used.
      FINAL = STATUS.values_at(:limit, :cancelled).freeze
      private_constant :VARIABLE, :FINAL

      class << self
        # The value of an Array or Hash; nil if it contains other objects than plain ones.
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

        # The object of a value, and the parts that are still to be filled in; nil if there is none.
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

        # The C functions of this Ruby; nil if some of them are missing, or if the library is too
        # old to use them.
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
