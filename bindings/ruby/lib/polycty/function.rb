# frozen_string_literal: true

module Polycty
  # A function that can be called with values, which may be unknown, null or marked.
  #
  # A call checks the arguments against the parameters, removes the marks that a parameter does not
  # accept and adds them to the result, returns an unknown value for unknown arguments, and checks
  # the result. So a block receives only arguments that its parameters accept.
  #
  #   double = Polycty::Function.new({ n: "number" }, returns: "number") { |n| n * 2 }
  #   double.call(21).to_ruby  # => 42
  #
  # The block lives as long as the function, or a scope or spec that contains the function. An
  # exception in the block is the cause of the {Polycty::Error} that the call raises. A block can
  # raise an {Error} with an {Error#argument} and a path.
  class Function < Closable
    frees_with :pcty_function_free

    # @param parameters [Hash{Symbol => Type, String}, Array<Parameter>] the positional ones
    # @param returns [Type, String, #call] the type of the result, or a Proc that computes it: it
    #   receives the arguments, any of which may be unknown, and returns a type
    # @param variadic [Parameter, Type, String, nil] the parameter of all further arguments
    # @param not_null [Boolean] whether no result is ever null
    # @param promise [Value, nil] an unknown value whose refinements apply to every result
    # @param description [String, nil]
    # @yieldparam arguments [Array<Value>]
    # @yieldreturn [Value, Object] the result; an object becomes a value of the return type
    def initialize(parameters = {}, returns:, variadic: nil, not_null: false, promise: nil,
                   description: nil, &block)
      raise ::ArgumentError, "a function requires a block" unless block

      parameters = parameters.map { |name, type| Parameter.new(name, type) } if parameters.is_a?(Hash)
      variadic = Parameter.new("arguments", variadic) unless variadic.nil? || variadic.is_a?(Parameter)
      returns = Type.coerce(returns) unless returns.respond_to?(:call)
      spec = Native::FunctionSpec.sized
      spec[:refine] = not_null ? 1 : 0
      spec.borrow(:promise, promise && Value.expect(promise))
      spec.borrow_text(:description, description || "")
      @types = parameters.map(&:type).freeze
      @further = variadic&.type
      @whole = @types.map { |type| Function.whole?(type) }.freeze
      whole = returns.is_a?(Type) && Function.whole?(returns)
      box = Callbacks.refer(Body.new(block, returns, whole))
      hold(POINTER.take { make(spec, parameters, variadic, returns, box) }, nil, block_owners: box)
    end

    # @private
    def hold(pointer, owner, block_owners: nil)
      super
      freeze
    end

    # Calls the function with values; a Ruby object becomes a value of the parameter's type.
    # @param arguments [Array<Value, Object>]
    # @return [Value]
    # @raise [Error] with the index of the invalid argument
    def call(*arguments)
      with(arguments) do |array, count|
        Value.own do
          Native.result do |out, e|
            next Native.function_call_of_block(self, array, count, out, e) if @types

            Native.pcty_function_call(self, array, count, out, e)
          end
        end
      end
    end
    alias [] call

    # @return [Proc] for `map(&function)`
    def to_proc = method(:call).to_proc

    # The type of the result for these arguments, any of which may be unknown. The block is not
    # called.
    # @param arguments [Array<Value, Object>]
    # @return [Type]
    def return_type_for(*arguments)
      with(arguments) do |array, count|
        Type.own do
          Native.result { |out, e| Native.pcty_function_return_type_for_values(self, array, count, out, e) }
        end
      end
    end

    # The type of the result for arguments of these types.
    # @param types [Array<Type, String>]
    # @return [Type]
    def return_type_for_types(*types)
      types = types.map { |type| Type.coerce(type) }
      array = Native.handles(types)
      Callbacks.guard do
        Type.own do
          Native.result { |out, e| Native.pcty_function_return_type_for_types(self, array, types.length, out, e) }
        end
      end
    end

    # @return [Type, nil] the return type, if it is the same for all arguments
    def return_type = Type.borrow(data[:fixed_return_type], root_owner)

    # @return [String, nil] a description of the function
    def description
      text = Native.text(data[:description])
      text unless text.nil? || text.empty?
    end

    # @return [Array<Parameter>] the positional parameters
    def parameters
      Array.new(data[:parameter_count]) { |index| parameter(index) }
    end

    # @return [Parameter, nil] the parameter of all further arguments
    def variadic
      parameter(data[:parameter_count]) if data[:is_variadic]
    end

    # @return [Integer] the number of arguments, in the form of Method#arity
    def arity
      count = data[:parameter_count]
      variadic ? -count - 1 : count
    end

    private def data = Native.info(Native::FunctionData, :pcty_function_info, self)

    private def parameter(index)
      struct = Native::Parameter.sized
      Native.check { |e| Native.pcty_function_parameter_at(self, index, struct, e) }
      Parameter.from_native(struct, self)
    end

    # What {#inspect} shows: parameters and the type of the result.
    private def details
      names = parameters.map { |each| "#{each.name} #{each.type}" }
      names << "...#{variadic.type}" if variadic
      "(#{names.join(', ')}) #{return_type || '?'}"
    end

    private

    def with(arguments)
      values = arguments
      unless values.all?(Value)
        values = Array.new(arguments.length) { |index| argument(arguments[index], index) }
      end
      Callbacks.guard { yield Native.handles(values), values.length }
    end

    def argument(object, index)
      return object if object.is_a?(Value)

      type = parameter_type(index)
      # A whole number already has the type.
      return Value.coerce(object, dialect: type.dialect) if object.is_a?(Integer) && @whole && @whole[index]

      type ? Value.from(object, type) : Value.from(object)
    rescue Error => e
      raise e.at_argument(index)
    end

    def parameter_type(index)
      return @types.fetch(index, @further) if @types

      data = self.data
      index = data[:parameter_count] if index > data[:parameter_count]
      struct = Native::Parameter.sized
      found = Native.pcty_function_parameter_at(self, index, struct, nil)
      Type.borrow(struct[:type], root_owner) if found.zero?
    end

    # The data that a call of a Ruby function needs.
    Body = Struct.new(:block, :returns, :whole) do
      # The pointer to the block's result, which the library then owns.
      def give(result, return_type)
        return Value.own_whole(result) if whole && result.is_a?(Integer) && result.bit_length < 64

        result = Value.from(result, Type.borrow(FFI::Pointer.new(return_type), nil)) unless result.is_a?(Value)
        Native.pcty_value_clone(result)
      end
    end
    private_constant :Body

    # Addresses are passed as numbers, because each pointer costs an object and most are not used.
    IMPLEMENTATION = FFI::Function.new(
      :uint32, %i[size_t pointer size_t size_t size_t size_t]
    ) do |user_data, args, count, return_type, out, error|
      Callbacks.enter(error) do
        body = Callbacks[user_data]
        result = body.block.call(*arguments(args, count))
        FFI::Pointer.new(out).write_pointer(body.give(result, return_type))
      end
    end
    RETURN_TYPE = FFI::Function.new(
      :uint32, %i[pointer pointer size_t pointer pointer]
    ) do |user_data, args, count, out, error|
      Callbacks.enter(error) do
        type = Type.coerce(Callbacks[user_data].returns.call(*arguments(args, count)))
        out.write_pointer(Native.pcty_type_clone(type))
      end
    end
    private_constant :IMPLEMENTATION, :RETURN_TYPE

    class << self
      # Whether a whole number is a value of a type without a conversion.
      # @private
      def whole?(type) = %i[hcl pcl].include?(type.dialect) && type.kind == :number

      private

      # Borrowed arguments are turned into owned values, because a block may keep them.
      def arguments(array, count)
        return [Value.copy(array.read_pointer)] if count == 1

        array.read_array_of_pointer(count).map { |pointer| Value.copy(pointer) }
      end
    end

    def make(spec, parameters, variadic, returns, box)
      spec.borrow(:parameters, array(parameters))
      spec[:parameter_count] = parameters.length
      spec.borrow(:variadic, variadic && array([variadic]))
      if returns.is_a?(Type) then spec[:return_type] = returns.to_ptr
      else spec[:return_type_callback] = RETURN_TYPE
      end
      spec[:implementation] = IMPLEMENTATION
      spec[:destroy] = Callbacks::DESTROY
      spec[:user_data] = box.to_ptr
      Native.result { |out, e| Native.pcty_function_new(spec, out, e) }
    end

    def array(parameters)
      Native::Parameter.array(parameters) { |struct, parameter| parameter.write(struct) }
    end
  end
end
