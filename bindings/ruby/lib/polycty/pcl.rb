# frozen_string_literal: true

require_relative "pcl/scope"
require_relative "pcl/checked"

module Polycty
  # PCL, HCL's information model: its types, deferred values, and the static types of expressions.
  #
  #   pcl = Polycty::PCL
  #   scope = pcl::TypeScope.new(variables: { server: pcl.type("output(object({address = string}))") })
  #   checked = pcl.check("server.address", scope)
  #   checked.type.to_s  # => "output(string)"
  #
  # Types that are created here have the dialect `:pcl`, and so have their methods.
  module PCL
    # A step into a type that selects each element, `[*]`.
    SPLAT = Object.new.tap { |splat| def splat.inspect = "Polycty::PCL::SPLAT" }.freeze

    class << self
      # @param notation [String]
      # @return [Type]
      def type(notation) = Type.parse(notation, dialect: :pcl)

      # @return [Type] identifiers of resources, given as strings
      def id = Type.borrow(Native.pcty_pcl_type_id, nil, dialect: :pcl)

      # @param name [String] the name; that of a built-in type returns that type
      # @return [Type] an opaque type, identified by its name
      def opaque(name)
        text = Native.str(name)
        made { |out, e| Native.pcty_pcl_type_opaque(text, out, e) }
      end

      # @param type [Type, String]
      # @param value [Object] a bool, number, string or nil
      # @return [Type] one value of a type
      def const(type, value)
        type = coerce(type)
        value = value.nil? ? Value.null(type) : Value.from(value, type)
        made { |out, e| Native.pcty_pcl_type_const(type, value, out, e) }
      end

      # @param token [String] the token that identifies it
      # @param type [Type, String]
      # @param values [Array<Object>] at least one
      # @return [Type] an enumeration of values of one type
      def enum(token, type, values)
        type = coerce(type)
        values = values.map { |value| Value.from(value, type) }
        text = Native.str(token)
        array = Native.handles(values)
        made { |out, e| Native.pcty_pcl_type_enum(text, type, array, values.length, out, e) }
      end

      # @param members [Array<Type, String>]
      # @return [Type] the union in normal form
      def union(*members)
        members = members.map { |member| coerce(member) }
        array = Native.handles(members)
        made { |out, e| Native.pcty_pcl_type_union(array, members.length, out, e) }
      end

      # @!method optional(type)
      #   A type or null: its union with `none`.
      #   @param type [Type, String]
      #   @return [Type]
      # @!method promise(type)
      #   A deferred value of a type. Promises inside the type are resolved first.
      #   @param type [Type, String]
      #   @return [Type]
      # @!method output(type)
      #   A deferred value of a type with its dependencies. Promises and outputs inside the type are
      #   resolved first.
      #   @param type [Type, String]
      #   @return [Type]
      # @!method normalize(type)
      #   PCL's normal form of a type from another source.
      #   @param type [Type, String]
      #   @return [Type]
      # @!method input(type)
      #   The type of accepted arguments for a parameter of the type: the type or an output of it,
      #   at each position where a host looks for deferred values.
      #   @param type [Type, String]
      #   @return [Type]
      { optional: :optional, promise: :promise, output: :output, normalize: :normal, input: :input }
        .each do |name, derivation|
        define_method(name) do |type|
          type = coerce(type)
          made { |out, e| Native.pcty_pcl_type_derive(type, derivation, out, e) }
        end
      end

      # The type with its deferred types replaced by the types that they resolve to.
      # @param type [Type, String]
      # @param which [Symbol] `:all` or `:promises`
      # @return [Type]
      def resolved(type, which = :all) = made { |out, e| Native.pcty_pcl_type_resolve(coerce(type), which, out, e) }

      # @param type [Type, String]
      # @return [Symbol] the kind of the type in PCL, such as `:int`, `:output` or `:enum`
      def kind(type)
        info(coerce(type))[:kind]
      end

      # @param type [Type, String] an enumeration or a constant
      # @return [Array<Value>] its values
      def values(type)
        type = coerce(type)
        count = info(type)[:value_count]
        Array.new(count) do |index|
          Value.own(dialect: :pcl) { Native.result { |out, e| Native.pcty_pcl_type_value_at(type, index, out, e) } }
        end
      end

      # @param type [Type, String]
      # @return [String] the type as JSON for {from_json}, including recursive types
      def json(type) = Native.text_result { |out, e| Native.pcty_pcl_type_to_json(coerce(type), out, e) }

      # @param json [String] the result of {json}
      # @return [Type]
      def from_json(json) = made { |out, e| Native.pcty_pcl_type_from_json(Native.str(json), out, e) }

      # The number of a deferred value, which is unique in the process. Conversions and marks do not
      # change it.
      # @param value [Value]
      # @return [Integer] 0 for other values
      def identity(value) = Native.pcty_pcl_value_identity(Value.expect(value))

      # @param type [Type, String]
      # @return [Boolean] whether null is a value of the type, other than by being dynamic
      def optional?(type) = info(coerce(type))[:is_optional]

      # @param type [Type, String]
      # @return [Symbol] the deferred types inside: `:none`, `:promise` or `:output`
      def deferred_types(type) = Native.pcty_pcl_type_deferred(coerce(type))

      # @param type [Type, String]
      # @param columns [Integer] the width of a line
      # @return [String] the type in readable form, such as `{ port: int }`
      def display(type, columns: 100)
        Native.take_text { Native.pcty_pcl_type_to_text(coerce(type), columns) }
      end

      # The reason why some values of one type do not convert to a different type although others
      # do. ({Type::Rules#explain_conversion_to} returns the reason why none does.)
      # @param from [Type, String]
      # @param to [Type, String]
      # @return [Error, nil] nil unless the conversion is an unsafe one
      def explain_unsafe(from, to)
        from = coerce(from)
        to = coerce(to)
        Native.uninterrupted do
          HCL.diagnosed(Native.result { |out, e| Native.pcty_pcl_type_explain_unsafe(from, to, out, e) })
        end
      end

      # The type that steps lead to.
      #
      #   Polycty::PCL.traverse("list(object({a = number}))", 0, :a).to_s  # => "number"
      #
      # @param type [Type, String]
      # @param steps [Array<Symbol, Integer, String, Value, SPLAT>] a Symbol is an attribute,
      #   {SPLAT} each element, anything else a key
      # @return [Type]
      # @raise [DiagnosticsError]
      def traverse(type, *steps)
        type = coerce(type)
        array = steps(steps)
        made { |out, e| Native.pcty_pcl_type_traverse(type, array, steps.length, out, nil, e) }
      end

      # As {traverse}, but returns the type together with the diagnostics.
      # @param type [Type, String]
      # @param steps [Array<Symbol, Integer, String, Value, SPLAT>]
      # @return [Array(Type, Error)]
      def traverse_diagnosed(type, *steps)
        type = coerce(type)
        array = steps(steps)
        Native.uninterrupted do
          found, error = Native.results(2) do |out, diagnostics, e|
            Native.pcty_pcl_type_traverse(type, array, steps.length, out, diagnostics, e)
          end
          [Type.own(dialect: :pcl) { found }, HCL.diagnosed(error)]
        end
      end

      # Checks an expression in a scope of types. There is always a result: an invalid part has the
      # type `dynamic`, and {Checked#diagnostics} has the errors.
      # @param expression [HCL::Expression, String]
      # @param scope [TypeScope, nil]
      # @param missing_variables [Symbol] the severity of an undefined variable, `:error` or
      #   `:warning`
      # @param iteration [Symbol] the severity of iterating over a value that is not a collection
      # @param exact_int_literals [Boolean] whether every whole literal is an int
      # @return [Checked]
      def check(expression, scope = nil, missing_variables: :error, iteration: :error,
               exact_int_literals: false)
        expression = HCL::Expression.parse(expression) if expression.is_a?(String)
        HCL::Expression.expect(expression)
        scope &&= TypeScope.expect(scope).dup # another thread may change it meanwhile
        options = Native::PclOptions.sized
        options[:missing_variables] = missing_variables
        options[:iteration] = iteration
        options[:exact_int_literals] = exact_int_literals
        bytes = expression.range.then { |range| range.end.byte - range.start.byte }
        Callbacks.guard do
          Checked.own(weight: Native::Weight.of(:checked, bytes)) do
            Native.result { |out, e| Native.pcty_pcl_checked_new(expression, scope, options, out, e) }
          end.keep_causes
        end
      end

      # A new deferred value, which is equal only to itself.
      # @param type [Type, String] a promise or an output
      # @param object [Object] the object that {object} returns, kept alive as long as the value
      # @return [Value]
      def deferred(type, object = nil)
        type = coerce(type)
        data = Callbacks.keep(object)
        value do |out, e|
          Native.pcty_pcl_value_deferred(type, data, Callbacks::DESTROY, out, e)
        end
      end

      # @param deferred [Value]
      # @return [Object] the object of a deferred value
      # @raise [TypeError] for other values
      def object(deferred)
        Value.expect(deferred)
        Callbacks[Native.result { |out, e| Native.pcty_pcl_value_data(deferred, out, e) }]
      end

      # @param deferred [Value]
      # @return [Type, nil] the type of a deferred value at its creation
      def origin(deferred)
        Value.expect(deferred)
        Type.borrow(Native.pcty_pcl_value_origin(deferred), deferred, dialect: :pcl)
      end

      # The value with each deferred value in it replaced by its resolved value.
      #
      #   later = Polycty::PCL.deferred("promise(string)", :name)
      #   now = Polycty::PCL.resolve({ a: later }) { |it| Polycty::PCL.object(it).to_s }
      #   now.to_ruby  # => {"a"=>"name"}
      #
      # @param object [Value, Object]
      # @yieldparam deferred [Value] of the type that it was converted to
      # @yieldreturn [Value, Object] the resolved value
      # @return [Value]
      # @raise [Error] with the path to the deferred value
      def resolve(object, &block)
        raise ::ArgumentError, "a block that resolves the value is required" unless block

        object = Value.coerce(object, dialect: :pcl)
        data = Callbacks.keep(block)
        Callbacks.guard do
          value do |out, e|
            Native.pcty_pcl_value_resolve(object, RESOLVER, data, Callbacks::DESTROY, out, e)
          end
        end
      end

      # Converts a value to one member of a union, and returns the index of the member.
      # @param object [Value, Object]
      # @param type [Type, String] a union
      # @return [Array(Value, Integer)] the value and the index of the member, from 0
      # @raise [ConversionError] if it converts to no member
      def choose(object, type)
        object = Value.coerce(object, dialect: :pcl)
        type = coerce(type)
        member = FFI::MemoryPointer.new(:size_t)
        chosen = value { |out, e| Native.pcty_pcl_value_choose(object, type, out, member, e) }
        [chosen, member.get(:size_t, 0)]
      end

      private

      def info(type) = Native.found(Native::PclTypeData) { |out| Native.pcty_pcl_type_info(type, out) }

      def made(&call) = Type.own(dialect: :pcl) { Native.result(&call) }

      def value(&call) = Value.own(dialect: :pcl) { Native.result(&call) }

      def coerce(type)
        type = Type.coerce(type, dialect: :pcl)
        type.dialect == :hcl ? type.in(:pcl) : type
      end

      def steps(steps)
        Native::PclStep.array(steps) do |struct, step|
          case step
          when SPLAT then struct[:kind] = :splat
          when Symbol
            struct[:kind] = :attribute
            struct.borrow_text(:name, step)
          else
            struct[:kind] = :index
            struct.borrow(:key, Value.coerce(step, dialect: :pcl))
          end
        end
      end
    end

    RESOLVER = FFI::Function.new(
      :uint32, %i[pointer pointer pointer pointer]
    ) do |user_data, deferred, out, error|
      Callbacks.enter(error) do
        borrowed = Value.copy(deferred, dialect: :pcl)
        become = Value.coerce(Callbacks[user_data].call(borrowed), dialect: :pcl)
        out.write_pointer(Native.pcty_value_clone(become))
      end
    end
    private_constant :RESOLVER
  end
end
