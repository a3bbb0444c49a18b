# frozen_string_literal: true

module Polycty
  module MCL
    # Announces, from any thread, that the result of a followed function or query has changed.
    class Sender < Closable
      frees_with :pcty_mcl_sender_free

      # @return [Integer] a number that is unique among the current senders
      def id = Native.pcty_mcl_sender_id(self)

      private def details = id

      # Announces that the result has changed.
      def announce = Native.pcty_mcl_sender_send(self)

      # Announces that the source has failed permanently, which ends the program.
      # @param error [Error, String]
      def fail(error)
        error = CallbackError.new(error) unless error.is_a?(Error)
        Native.pcty_mcl_sender_fail(self, error)
      end
    end

    # The environment of programs: kinds of resources, functions, variables, files, modules, and the
    # handler for queries about the outside world. A program uses the content that its host had when
    # the program was compiled.
    #
    #   host = Polycty::MCL::Host.new(variables: { hostname: "web1" })
    #   host.kinds([{ kind: "dir", fields: [{ lang: "mode", type: "str" }] }])
    #   host.function("loud.shout", "func(text str) str", speculative: true) { |text| "#{text}!" }
    #   host.world { |question, arguments| File.read(arguments[0].to_ruby) if question == "os.readfile" }
    #
    # An exception in the block of a function takes the place of its value, and `<|>` recovers from
    # it. An {Error} other than {CallbackError} and {NotFoundError} ends the program instead.
    class Host < Changing
      frees_with :pcty_mcl_host_free

      # @param variables [Hash{Symbol, String => Value, Object}] variables that are available
      #   everywhere
      def initialize(variables: {})
        hold(POINTER.take { Native.pcty_mcl_host_new }, nil)
        variables.each { |name, value| variable(name, value) }
      end

      # Adds the kinds of a schema; the C header documents its format.
      # @param schema [Array<Hash>, String] a String is read as JSON
      # @return [self]
      def kinds(schema)
        schema = JSON.generate(schema) unless schema.is_a?(String)
        text = Native.str(schema)
        set { |e| Native.pcty_mcl_host_add_kinds(self, text, e) }
      end

      # Adds rules for the resources of an existing kind.
      # @param name [String]
      # @param validate [#call, nil] receives a {Resource}, and raises if it is invalid
      # @param compare [#call, nil] receives two resources of one name, and raises if they differ;
      #   `:default` selects the rule of other kinds
      # @param merge [#call, nil] receives two resources of one name, and returns the fields to set
      #   in the first
      # @param after [#call, nil] receives a {Resource}, and returns its predecessors as arrays of
      #   `[kind, name]`; the first entry of each array that is in the graph is used
      # @param collect [#call, nil] receives a resource that another host has exported, and returns
      #   the fields
      # @return [self]
      def kind(name, validate: nil, compare: nil, merge: nil, after: nil, collect: nil)
        given = { validate:, compare:, merge:, after:, collect: }
        record = Native::MclKind.sized
        record.borrow_text(:name, name)
        { validate: VALIDATE, compare: COMPARE, merge: MERGE, after: AFTER, collect: COLLECT }.each do |member, function|
          record[member] = function if given[member]
        end
        record[:destroy] = Callbacks::DESTROY
        register([:kind, name.to_s], given) do |data, e|
          record[:user_data] = data
          Native.pcty_mcl_host_set_kind_callbacks(self, record, e)
        end
      end

      # Defines a variable.
      # @param name [Symbol, String]
      # @param value [Value, Object]
      # @param module [String] the module that contains it; without one it is available everywhere
      # @return [self]
      def variable(name, value, module: "")
        value = Value.coerce(value, dialect: :mcl)
        texts = [Native.str(binding.local_variable_get(:module)), Native.str(name)]
        set { |e| Native.pcty_mcl_host_set_variable(self, *texts, value, e) }
      end

      # Adds source text of the language to a system module.
      # @return [self]
      def source(name, program, path: "/#{name}.mcl")
        texts = [name, program, path].map { |text| Native.str(text) }
        set { |e| Native.pcty_mcl_host_add_source(self, *texts, e) }
      end

      # Defines a function.
      # @param name [String] with its module: `strings.shout`
      # @param signature [String, nil] in the language's notation of types: `func(key ?1) ?1`
      # @param infer [#call, nil] in place of a signature: receives the known types of the arguments
      #   (nil for others) and the type of the result, and returns a {Type}
      # @param pure [Boolean] whether the same arguments always give the same value
      # @param speculative [Boolean] whether it is pure and may be called while a program is
      #   compiled
      # @param follow [#call, nil] makes it a streaming function: receives the name, the arguments
      #   and a {Sender}, which announces changes of the value
      # @param unfollow [#call, nil] ends the following for a {Sender} of the same id
      # @yieldparam arguments [Array<Object>] as Ruby objects
      # @yieldreturn [Value, Object, nil] nil if a streaming function has no value yet
      # @return [self]
      def function(name, signature = nil, infer: nil, pure: false, speculative: false, follow: nil,
                   unfollow: nil, &block)
        raise ::ArgumentError, "a block is required" unless block

        record = Native::MclFunctionSpec.sized
        record.borrow_text(:name, name)
        record.borrow_text(:signature, signature || "")
        record[:flags] = (pure || speculative ? 1 : 0) | (speculative ? 2 : 0)
        record[:infer] = INFER if infer
        record[:call] = CALL
        record[:follow] = FOLLOW if follow
        record[:unfollow] = UNFOLLOW if unfollow
        record[:destroy] = Callbacks::DESTROY
        register([:function, name.to_s], { call: block, infer:, follow:, unfollow: }) do |data, e|
          record[:user_data] = data
          Native.pcty_mcl_host_add_function(self, record, e)
        end
      end

      # Sets the source of the files of the deploy: a folder, or the block.
      # @param folder [String, nil] the deploy's root
      # @yieldparam path [String] absolute
      # @yieldreturn [String, nil]
      # @return [self]
      def files(folder = nil, &block)
        register(:files, block || Host.reader(folder)) do |data, e|
          Native.pcty_mcl_host_set_files(self, READER, data, Callbacks::DESTROY, e)
        end
      end

      # Sets the source of external modules: a folder that contains them, or the block.
      # @yieldparam path [String] such as `example.com/web/metadata.yaml`
      # @return [self]
      def modules(folder = nil, &block)
        register(:modules, block || Host.reader(folder)) do |data, e|
          Native.pcty_mcl_host_set_modules(self, READER, data, Callbacks::DESTROY, e)
        end
      end

      # Sets the handler for queries about the outside world.
      # @param follow [#call, nil] receives a query, its arguments and a {Sender}
      # @param unfollow [#call, nil] receives a {Sender} of the same id
      # @yieldparam question [String] the name of a function, or one of the language's own queries
      # @yieldparam arguments [Array<Value>]
      # @yieldreturn [Value, Object, nil] nil if it has no answer
      # @return [self]
      def world(follow: nil, unfollow: nil, &block)
        raise ::ArgumentError, "a block is required" unless block

        register(:world, { answer: block, follow:, unfollow: }) do |data, e|
          Native.pcty_mcl_host_set_world(self, ANSWER, follow && FOLLOW, unfollow && UNFOLLOW, data,
                                         Callbacks::DESTROY, e)
        end
      end

      # The current state of the host, for the duration of a call.
      # @private
      def now = Host.own(block_owners: block_owners) { Native.pcty_mcl_host_clone(self) }

      STR = Native::Str.by_value
      CALL = FFI::Function.new(:uint32, %i[pointer pointer size_t pointer pointer pointer]) do |data, args, count, type, out, error|
        Callbacks.enter(error) do
          arguments = Host.taken(args, count).map(&:to_ruby)
          value = Callbacks[data][:call].call(*arguments)
          # A stream may have no value yet.
          Host.give(value, Host.type(type).result, out) unless value.nil? && Callbacks[data][:follow]
        end
      end
      INFER = FFI::Function.new(:uint32, %i[pointer pointer pointer size_t pointer pointer pointer]) do |data, types, values, count, result, out, error|
        Callbacks.enter(error) do
          all = types.read_array_of_pointer(count).map { |pointer| Host.type(pointer) }
          known = values.read_array_of_pointer(count).map do |pointer|
            Value.copy(pointer, dialect: :mcl)
          end
          found = Callbacks[data][:infer].call(all, known, Host.type(result))
          out.write_pointer(Native.pcty_type_clone(Type.coerce(found, dialect: :mcl)))
        end
      end
      FOLLOW = FFI::Function.new(:uint32, [:pointer, STR, :pointer, :size_t, :pointer, :pointer]) do |data, name, args, count, sender, error|
        Callbacks.enter(error) do
          own = Sender.own { Native.pcty_mcl_sender_clone(sender) }
          Callbacks[data][:follow].call(Native.text(name), Host.taken(args, count), own)
        end
      end
      UNFOLLOW = FFI::Function.new(:void, %i[pointer pointer]) do |data, sender|
        Callbacks.failure do
          Callbacks[data][:unfollow].call(Sender.own { Native.pcty_mcl_sender_clone(sender) })
        end&.then { |failure| Native.pcty_error_free(failure) }
      end
      READER = FFI::Function.new(:uint32, [:pointer, STR, :pointer, :pointer]) do |data, path, out, error|
        Callbacks.enter(error) do
          text = Callbacks[data].call(Native.text(path))
          out.write_pointer(Native.result { |made, e| Native.pcty_string_new(Native.str(text), made, e) }) if text
        end
      end
      ANSWER = FFI::Function.new(:uint32, [:pointer, STR, :pointer, :size_t, :pointer, :pointer, :pointer]) do |data, name, args, count, returns, out, error|
        Callbacks.enter(error) do
          answer = Callbacks[data][:answer].call(Native.text(name), Host.taken(args, count))
          Host.give(answer, Host.type(returns), out) unless answer.nil?
        end
      end
      VALIDATE = FFI::Function.new(:uint32, %i[pointer pointer pointer]) do |data, resource, error|
        Callbacks.enter(error) { Callbacks[data][:validate].call(Resource.read(resource)) }
      end
      COMPARE = FFI::Function.new(:uint32, %i[pointer pointer pointer pointer]) do |data, first, second, error|
        answer = nil
        status = Callbacks.enter(error) do
          answer = Callbacks[data][:compare].call(Resource.read(first), Resource.read(second))
        end
        answer == :default ? Native::STATUS[:unsupported] : status
      end
      MERGE = FFI::Function.new(:uint32, %i[pointer pointer pointer pointer pointer]) do |data, first, second, builder, error|
        Callbacks.enter(error) do
          fields = Callbacks[data][:merge].call(Resource.read(first), Resource.read(second))
          fields.each { |name, value| Resource.set_field(builder, name, value) }
        end
      end
      AFTER = FFI::Function.new(:void, %i[pointer pointer pointer]) do |data, resource, dependencies|
        Callbacks.failure do
          Callbacks[data][:after].call(Resource.read(resource)).each do |any|
            kinds, names = any.transpose
            Native.check do |e|
              Native.pcty_mcl_dependencies_add(dependencies, Native.strs(kinds || []), Native.strs(names || []), any.length, e)
            end
          end
        end&.then { |failure| Native.pcty_error_free(failure) }
      end
      COLLECT = FFI::Function.new(:uint32, [:pointer, STR, :pointer, :pointer]) do |data, exported, builder, error|
        Callbacks.enter(error) do
          fields = Callbacks[data][:collect].call(Native.text(exported))
          fields.each { |name, value| Resource.set_field(builder, name, value) }
        end
      end
      private_constant :STR, :CALL, :INFER, :FOLLOW, :UNFOLLOW, :READER, :ANSWER, :VALIDATE, :COMPARE,
                       :MERGE, :AFTER, :COLLECT

      class << self
        # Borrowed arguments are turned into owned values, because a block may keep them.
        # @private
        def taken(array, count)
          array.read_array_of_pointer(count).map do |pointer|
            Value.copy(pointer, dialect: :mcl)
          end
        end

        # @private
        def type(borrowed) = Type.own(dialect: :mcl) { Native.pcty_type_clone(borrowed) }

        # @private
        def give(result, type, out) = out.write_pointer(Native.pcty_value_clone(Value.from(result, type, dialect: :mcl)))

        # Reads files below a folder.
        # @private
        def reader(folder)
          raise ::ArgumentError, "a folder or a block is required" unless folder

          lambda do |path|
            file = File.join(folder, path)
            File.read(file, encoding: Encoding::UTF_8) if File.file?(file)
          end
        end
      end
    end
  end
end
