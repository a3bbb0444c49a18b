# frozen_string_literal: true

module Polycty
  module MCL
    # Announces, from any thread, that the answer to something that is followed is another one now.
    class Sender < Closable
      frees_with :pcty_mcl_sender_free

      # @return [Integer] a number that no other sender has meanwhile
      def id = Native.pcty_mcl_sender_id(self)

      private def details = id

      # Announces that the answer is another one now.
      def announce = Native.pcty_mcl_sender_send(self)

      # Announces that what is followed has failed for good, which ends the program.
      # @param error [Error, String]
      def fail(error)
        error = CallbackError.new(error) unless error.is_a?(Error)
        Native.pcty_mcl_sender_fail(self, error)
      end
    end

    # What programs are given: kinds of resources, functions, variables, files, modules, and who
    # answers what functions ask of the world. A program has what its host had when it was compiled.
    #
    #   host = Polycty::MCL::Host.new(variables: { hostname: "web1" })
    #   host.kinds([{ kind: "dir", fields: [{ lang: "mode", type: "str" }] }])
    #   host.function("loud.shout", "func(text str) str", speculative: true) { |text| "#{text}!" }
    #   host.world { |question, arguments| File.read(arguments[0].to_ruby) if question == "os.readfile" }
    #
    # What a block of a function raises stands in the place of its value, and `<|>` recovers from it,
    # unless it is an {Error} other than {CallbackError} and {NotFoundError}: that ends the program.
    class Host < Changing
      frees_with :pcty_mcl_host_free

      # @param variables [Hash{Symbol, String => Value, Object}] that are always there
      def initialize(variables: {})
        hold(POINTER.take { Native.pcty_mcl_host_new }, nil)
        variables.each { |name, value| variable(name, value) }
      end

      # Adds the kinds of a schema; the C header has its form.
      # @param schema [Array<Hash>, String] as JSON, if it is a text
      # @return [self]
      def kinds(schema)
        schema = JSON.generate(schema) unless schema.is_a?(String)
        text = Native.str(schema)
        set { |e| Native.pcty_mcl_host_add_kinds(self, text, e) }
      end

      # Says more of the resources of a kind that there is.
      # @param name [String]
      # @param validate [#call, nil] is given a {Resource}, and raises why it cannot be
      # @param compare [#call, nil] is given two of one name, and raises what differs; `:default`
      #   lets the rule of other kinds hold
      # @param merge [#call, nil] is given two of one name, and gives the fields to set in the first
      # @param after [#call, nil] is given a {Resource}, and gives what it comes after: arrays of
      #   `[kind, name]`, of each the first that the graph has
      # @param collect [#call, nil] is given what another host has exported, and gives the fields
      # @return [self]
      def kind(name, validate: nil, compare: nil, merge: nil, after: nil, collect: nil)
        given = { validate:, compare:, merge:, after:, collect: }
        record = Native::MclKind.sized
        record.lend_text(:name, name)
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
      # @param module [String] the module that has it; without one it is always there
      # @return [self]
      def variable(name, value, module: "")
        value = Value.coerce(value, dialect: :mcl)
        texts = [Native.str(binding.local_variable_get(:module)), Native.str(name)]
        set { |e| Native.pcty_mcl_host_set_variable(self, *texts, value, e) }
      end

      # Adds a text of the language to a module of the system.
      # @return [self]
      def source(name, program, path: "/#{name}.mcl")
        texts = [name, program, path].map { |text| Native.str(text) }
        set { |e| Native.pcty_mcl_host_add_source(self, *texts, e) }
      end

      # Defines a function.
      # @param name [String] with its module: `strings.shout`
      # @param signature [String, nil] as the language writes types: `func(key ?1) ?1`
      # @param infer [#call, nil] in place of a signature: is given the types of the arguments, those
      #   that are known (nil for others), and the type of the result, and gives a {Type}
      # @param pure [Boolean] whether the same arguments always give the same value
      # @param speculative [Boolean] whether it is pure and may be called while a program is compiled
      # @param follow [#call, nil] makes it a streaming function: is given the name, the arguments and
      #   a {Sender}, which announces when the value is another one
      # @param unfollow [#call, nil] ends what was begun for a {Sender} of the same id
      # @yieldparam arguments [Array<Object>] as Ruby's own
      # @yieldreturn [Value, Object, nil] nil where one that streams has no value yet
      # @return [self]
      def function(name, signature = nil, infer: nil, pure: false, speculative: false, follow: nil,
                   unfollow: nil, &block)
        raise ::ArgumentError, "a block is required" unless block

        record = Native::MclFunctionSpec.sized
        record.lend_text(:name, name)
        record.lend_text(:signature, signature || "")
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

      # Says where the files of the deploy come from: a folder, or the block.
      # @param folder [String, nil] the deploy's root
      # @yieldparam path [String] absolute
      # @yieldreturn [String, nil]
      # @return [self]
      def files(folder = nil, &block)
        register(:files, block || Host.reader(folder)) do |data, e|
          Native.pcty_mcl_host_set_files(self, READER, data, Callbacks::DESTROY, e)
        end
      end

      # Says where modules from elsewhere come from: a folder of them, or the block.
      # @yieldparam path [String] such as `example.com/web/metadata.yaml`
      # @return [self]
      def modules(folder = nil, &block)
        register(:modules, block || Host.reader(folder)) do |data, e|
          Native.pcty_mcl_host_set_modules(self, READER, data, Callbacks::DESTROY, e)
        end
      end

      # Says who answers what functions ask of the world.
      # @param follow [#call, nil] is given a question, its arguments and a {Sender}
      # @param unfollow [#call, nil] is given a {Sender} of the same id
      # @yieldparam question [String] the name of a function, or one of the language's own questions
      # @yieldparam arguments [Array<Value>]
      # @yieldreturn [Value, Object, nil] nil where it does not answer
      # @return [self]
      def world(follow: nil, unfollow: nil, &block)
        raise ::ArgumentError, "a block is required" unless block

        register(:world, { answer: block, follow:, unfollow: }) do |data, e|
          Native.pcty_mcl_host_set_world(self, ANSWER, follow && FOLLOW, unfollow && UNFOLLOW, data,
                                         Callbacks::DESTROY, e)
        end
      end

      # The host as it is now, for the length of a call.
      # @private
      def now = Host.own(held: held) { Native.pcty_mcl_host_clone(self) }

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
        # What is lent for a call becomes ours, because a block may keep it.
        # @private
        def taken(array, count)
          array.read_array_of_pointer(count).map do |pointer|
            Value.copy(pointer, dialect: :mcl)
          end
        end

        # @private
        def type(lent) = Type.own(dialect: :mcl) { Native.pcty_type_clone(lent) }

        # @private
        def give(result, type, out)
          out.write_pointer(Native.pcty_value_clone(Value.from(result, type, dialect: :mcl)))
        end

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

      private

      def set(&call)
        check_frozen
        Native.check(&call)
        self
      end

      def register(key, object)
        box = Callbacks.lend(object)
        set { |e| yield box.to_ptr, e }
        own_block(key, box)
        self
      end
    end
  end
end
