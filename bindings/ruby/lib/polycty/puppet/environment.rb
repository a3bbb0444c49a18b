# frozen_string_literal: true

module Polycty
  module Puppet
    # The environment of a Puppet program: variables, host functions, aliases, the loader of
    # definitions, the receiver of messages, and the strictness of the language. Threads may
    # evaluate in an environment while a different thread changes it: an evaluation uses the
    # environment as it was when the evaluation began.
    #
    #   environment = Polycty::Puppet::Environment.new(variables: { name: "db" })
    #   environment.logger { |level, message| warn "#{level}: #{message}" }
    #   environment.loader { |kind, name| File.read("types/port.pp") if name == "web::port" }
    #
    # An exception in a block ends the evaluation and is the cause of its error.
    class Environment < Changing
      frees_with :pcty_puppet_environment_free

      # @param variables [Hash{Symbol, String => Value, Object}]
      # @param aliases [Aliases, nil]
      # @param strict [Symbol] `:error`, `:warning` or `:off`
      # @param unknown_variables [Symbol] `:refused` or `:undef`
      # @param resources [Symbol] `:refused` or `:referenced`
      # @param time [Time, nil] the current time
      def initialize(variables: {}, aliases: nil, strict: :error, unknown_variables: :refused,
                     resources: :refused, time: nil)
        hold(POINTER.take { Native.pcty_puppet_environment_new }, nil)
        variables.each { |name, value| self[name] = value }
        aliases &&= Aliases.expect(aliases)
        options = Native::PuppetEnvironmentOptions.sized
        options[:strictness] = strict
        options[:unknown_variables] = unknown_variables
        options[:resources] = resources
        options[:aliases] = aliases.to_ptr if aliases
        set { |e| Native.pcty_puppet_environment_set_options(self, options, e) }
        self.time = time if time
      end

      # Defines a variable of the top scope.
      # @param name [Symbol, String] without `$`
      # @param value [Value, Object]
      def []=(name, value)
        value = Value.coerce(value, dialect: :puppet)
        text = Native.str(name)
        set { |e| Native.pcty_puppet_environment_set_variable(self, text, value, e) }
      end

      # Sets the current time. Without it, functions that need the current time raise an error.
      # @param time [Time]
      def time=(time)
        native = Native::PuppetTime.new
        native[:seconds] = time.to_i
        native[:nanoseconds] = time.nsec
        options = Native::PuppetEnvironmentOptions.sized
        options[:time] = native.to_ptr
        set { |e| Native.pcty_puppet_environment_set_options(self, options, e) }
      end

      # Defines a function.
      # @param name [Symbol, String]
      # @param signatures [Array<String>] in the notation of messages: `String[1] name, Any value?`
      # @yieldparam arguments [Array<Value>] followed by a callable for the call's block, or nil
      # @yieldreturn [Value, Object]
      # @return [self]
      def function(name, *signatures, &block)
        spec = Native::PuppetFunctionSpec.sized
        spec.borrow_text(:name, name)
        spec.borrow(:signatures, Native.strs(signatures))
        spec[:signature_count] = signatures.length
        spec[:call] = FUNCTION
        spec[:destroy] = Callbacks::DESTROY
        register(name.to_s, block) do |data, e|
          spec[:user_data] = data
          Native.pcty_puppet_environment_add_function(self, spec, e)
        end
      end

      # Sets the receiver of messages.
      # @yieldparam level [Symbol] such as `:notice`
      # @yieldparam message [String]
      # @return [self]
      def logger(&block)
        register(:logger, block) do |data, e|
          Native.pcty_puppet_environment_set_logger(self, LOGGER, data, Callbacks::DESTROY, e)
        end
      end

      # Sets the loader of definitions that a program does not contain itself.
      # @yieldparam kind [Symbol] `:function`, `:type`, `:class` or `:template`
      # @yieldparam name [String] qualified, in lower case
      # @yieldreturn [String, Array(String, String), nil] the text, or the text and its name in
      #   errors
      # @return [self]
      def loader(&block)
        register(:loader, block) do |data, e|
          Native.pcty_puppet_environment_set_loader(self, LOADER, data, Callbacks::DESTROY, e)
        end
      end

      # Loads definitions from a directory of modules, after those that were added before: the first
      # directory that has a file for a name defines it. They replace a {#loader} that was set before.
      # No path out of the directory is followed.
      # @param directory [String]
      # @return [self]
      def modules(directory) = set { |e| Native.pcty_puppet_environment_add_modules(self, Native.str(directory), e) }

      # Sets the handler for queries about the outside world.
      # @yieldparam question [Symbol] `:lookup`, `:find_file`, `:read_file`, `:generate`, `:defined`
      #   or `:catalog`
      # @yieldparam arguments [Array<Value>] as documented at the constants of the C header
      # @yieldreturn [Value, Object, nil] nil if nothing was found; `:unanswered` if it does not
      #   support such queries
      # @return [self]
      def host(&block)
        register(:host, block) do |data, e|
          Native.pcty_puppet_environment_set_answer(self, HOST, data, Callbacks::DESTROY, e)
        end
      end

      # The current state of the environment, for the duration of a call.
      # @private
      def now = Environment.own(block_owners: block_owners) { Native.pcty_puppet_environment_clone(self) }

      FUNCTION = FFI::Function.new(
        :uint32, %i[pointer pointer size_t pointer pointer pointer]
      ) do |user_data, args, count, call, out, error|
        Callbacks.enter(error) do
          result = Callbacks[user_data].call(*Environment.taken(args, count), Environment.block(call))
          Environment.give(result, out)
        end
      end
      LOGGER = FFI::Function.new(:uint32, [:pointer, :uint32, Native::Str.by_value, :pointer]) do |user_data, level, message, error|
        Callbacks.enter(error) do
          Callbacks[user_data].call(Native.enum_type(:pcty_puppet_level)[level], Native.text(message))
        end
      end
      LOADER = FFI::Function.new(
        :uint32, [:pointer, :uint32, Native::Str.by_value, :pointer, :pointer, :pointer]
      ) do |user_data, sought, name, out, file, error|
        Callbacks.enter(error) do
          text, path = Callbacks[user_data].call(Native.enum_type(:pcty_puppet_load_kind)[sought], Native.text(name))
          if text
            path = Native.result { |made, e| Native.pcty_string_new(Native.str(path || ""), made, e) }
            file.write_pointer(path)
            out.write_pointer(Native.result { |made, e| Native.pcty_string_new(Native.str(text), made, e) })
          end
        end
      end
      HOST = FFI::Function.new(
        :uint32, %i[pointer uint32 pointer size_t pointer pointer]
      ) do |user_data, question, args, count, out, error|
        answer = nil
        status = Callbacks.enter(error) do
          answer = Callbacks[user_data].call(Native.enum_type(:pcty_puppet_question)[question],
                                             Environment.taken(args, count))
          Environment.give(answer, out) unless answer.nil? || answer == :unanswered
        end
        answer == :unanswered ? Native::STATUS[:unsupported] : status
      end
      private_constant :FUNCTION, :LOGGER, :LOADER, :HOST

      class << self
        # Borrowed arguments are turned into owned values, because a block may keep them.
        # @private
        def taken(array, count)
          array.read_array_of_pointer(count).map do |pointer|
            Value.copy(pointer, dialect: :puppet)
          end
        end

        # Calls the block of a function call, while that call runs.
        # @private
        def block(call)
          return unless Native.pcty_puppet_call_has_block(call)

          lambda do |*arguments|
            values = arguments.map { |argument| Value.coerce(argument, dialect: :puppet) }
            array = Native.handles(values)
            Value.own(dialect: :puppet) do
              Native.result { |out, e| Native.pcty_puppet_call_block(call, array, values.length, out, e) }
            end
          end
        end

        # @private
        def give(result, out) = out.write_pointer(Native.pcty_value_clone(Value.coerce(result, dialect: :puppet)))
      end
    end
  end
end
