# frozen_string_literal: true

module Polycty
  # Puppet: its notation of types and values, and its specific rules.
  #
  #   port = Polycty::Puppet.type("Integer[1, 65535]")
  #   port === 80                                  # => true
  #   Polycty::Puppet.new(port, "0x50").to_ruby    # => 80
  #   Polycty::Puppet.infer([1, 2.5]).to_s         # => "Array[Numeric, 2, 2]"
  #
  # Types and values that are created here have the dialect `:puppet`, and so have their methods.
  module Puppet
    # Type aliases by name, for parsing. Each definition may refer to itself and to the others.
    class Aliases < Closable
      frees_with :pcty_puppet_aliases_free

      # @param definitions [Hash{String, Symbol => String}]
      # @param base [Aliases, nil] aliases that the definitions extend
      # @raise [Error] with the alias's name as its path
      def initialize(definitions, base: nil)
        names = Native.strs(definitions.keys)
        notations = Native.strs(definitions.values)
        base &&= Aliases.expect(base)
        hold(POINTER.take do
          Native.result do |out, e|
            Native.pcty_puppet_aliases_new(base, names, notations, definitions.length, out, e)
          end
        end, nil)
        freeze
      end

      # @return [Array<String>]
      def names
        Array.new(Native.pcty_puppet_aliases_count(self)) do |index|
          Native.text(Native.found(Native::PuppetAlias) { |out| Native.pcty_puppet_aliases_at(self, index, out) }[:name])
        end
      end

      private def details = names.join(", ")

      # @param name [String, Symbol]
      # @return [Type, nil] the type of an alias; {Type::Parts#unfold} returns its definition
      def [](name)
        Type.borrow(Native.pcty_puppet_aliases_get(self, Native.str(name)), root_owner,
                  dialect: :puppet)
      end
    end

    class << self
      # Parses a type.
      # @param notation [String]
      # @param aliases [Aliases, nil]
      # @param mode [Symbol] `:current`, or `:early` for the early specification
      # @return [Type]
      def type(notation, aliases: nil, mode: :current)
        text = Native.str(notation)
        options = options(aliases, mode)
        made { |out, e| Native.pcty_puppet_type_parse(text, options, out, e) }
      end

      # The value of a literal, such as `[1, 'a', undef]`, `/[a-z]/` or `SemVer('1.2.3')`.
      # @param literal [String]
      # @param aliases [Aliases, nil]
      # @param mode [Symbol]
      # @return [Value]
      def value(literal, aliases: nil, mode: :current)
        text = Native.str(literal)
        options = options(aliases, mode)
        result { |out, e| Native.pcty_puppet_value_parse(text, options, out, e) }
      end

      # The value of `Type.new(arguments...)`.
      # @param type [Type, String]
      # @param arguments [Array<Value, Object>]
      # @return [Value]
      # @raise [Error] with Puppet's message
      def new(type, *arguments)
        type = coerce(type)
        values = arguments.map { |argument| from(argument) }
        array = Native.handles(values)
        result { |out, e| Native.pcty_puppet_value_new(type, array, values.length, out, e) }
      end

      # Infers the type of a value.
      # @param value [Value, Object]
      # @param detail [Symbol] `:reduced` (one type for all elements, and a size), `:general`
      #   (without bounds and sizes) or `:detailed` (a type for each element)
      # @param mode [Symbol]
      # @return [Type]
      def infer(value, detail = :reduced, mode: :current)
        value = from(value)
        made { |out, e| Native.pcty_puppet_value_infer(value, detail, mode, out, e) }
      end

      # Whether a value is an instance of a type.
      # @param value [Value, Object]
      # @param type [Type, String]
      # @param mode [Symbol]
      # @return [Boolean]
      def instance?(value, type, mode: :current)
        value = from(value)
        type = coerce(type)
        Native.answer { |out, e| Native.pcty_puppet_value_is_instance(value, type, mode, out, e) }
      end

      # Whether every value of the source type is a value of the target type.
      # @param source [Type, String]
      # @param target [Type, String]
      # @param mode [Symbol]
      # @return [Boolean]
      def assignable?(source, target, mode: :current)
        source = coerce(source)
        target = coerce(target)
        Native.answer { |out, e| Native.pcty_puppet_type_assignable(source, target, mode, out, e) }
      end

      # The mismatch between a value and the expected type, with Puppet's messages: a diagnostic for
      # each mismatch, and the path if there is only one.
      # @param value [Value, Object]
      # @param expected [Type, String]
      # @param subject [String] the name of the value in the message
      # @return [TypeError, nil] nil if the value is an instance
      def value_mismatch(value, expected, subject: "value")
        value = from(value)
        expected = coerce(expected)
        error_of do |out, e|
          Native.pcty_puppet_value_mismatch(value, expected, Native.str(subject), out, e)
        end
      end

      # The mismatch between a type and the expected type.
      # @param found [Type, String]
      # @param expected [Type, String]
      # @param subject [String]
      # @return [TypeError, nil] nil if the type is assignable
      def type_mismatch(found, expected, subject: "value")
        found = coerce(found)
        expected = coerce(expected)
        error_of do |out, e|
          Native.pcty_puppet_type_mismatch(found, expected, Native.str(subject), out, e)
        end
      end

      # The mismatch between a call and the signatures of a function: a diagnostic for each
      # signature.
      # @param function [String] its name
      # @param signatures [Array<Type, String>] each a Callable
      # @param arguments [Array<Value, Object>, Type] or a Tuple of the arguments' types; the last
      #   is the block's type if it is a Callable
      # @return [Error, nil] nil if a signature accepts the call
      def call_mismatch(arguments, signatures, function)
        arguments = infer(arguments, :detailed) unless arguments.is_a?(Type)
        text = Native.str(function)
        array = Native::PuppetSignature.array(signatures) do |struct, signature|
          struct.borrow(:callable, coerce(signature))
        end
        error_of do |out, e|
          Native.pcty_puppet_call_mismatch(arguments, array, signatures.length, text, out, e)
        end
      end

      # Raises unless a value is an instance of a type, as the function `assert_type` does.
      # @param value [Value, Object]
      # @param expected [Type, String]
      # @return [Value] the value
      # @raise [TypeError] with the function's whole message
      def assert(value, expected)
        value = from(value)
        expected = coerce(expected)
        Native.check { |e| Native.pcty_puppet_value_assert(value, expected, e) }
        value
      end

      # Raises unless the entries of a hash are valid arguments for the parameters of a class, a
      # defined type or a template.
      # @param parameters [Type, String] a Struct
      # @param given [Value, Hash]
      # @param subject [String] such as `Class[Ntp]`
      # @param missing [Symbol] `:refused`, or `:allowed` for parameters that are supplied later
      # @return [nil]
      # @raise [TypeError] with every mismatch
      def validate_parameters(given, parameters, subject:, missing: :refused)
        parameters = coerce(parameters)
        given = from(given)
        text = Native.str(subject)
        Native.check { |e| Native.pcty_puppet_validate_parameters(given, parameters, text, missing, e) }
      end

      # @param types [Array<Type, String>]
      # @return [Type] the common type, folded from the first type; Undef for an empty list
      def common_type(*types)
        types = types.map { |type| coerce(type) }
        array = Native.handles(types)
        made { |out, e| Native.pcty_puppet_common_type(array, types.length, :current, out, e) }
      end

      # @param type [Type, String]
      # @return [Type] the simplest form: members of a Variant that describe one type together are
      #   merged
      def normalize(type) = made { |out, e| Native.pcty_puppet_type_normalize(coerce(type), out, e) }

      # @param type [Type, String]
      # @return [Type] the type without its ranges, sizes, strings and titles
      def generalize(type) = made { |out, e| Native.pcty_puppet_type_generalize(coerce(type), out, e) }

      # The values of a range of integers, or of an Enum, one after the other.
      # @param type [Type, String]
      # @return [Enumerator::Lazy<Value>]
      # @raise [UnsupportedError] for a type that cannot be iterated
      def each_value(type)
        type = coerce(type)
        Enumerator.new do |values|
          iteration = Iteration.own do
            Native.result { |out, e| Native.pcty_puppet_iteration_new(type, out, e) }
          end
          while (value = Value.own(dialect: :puppet) { Native.pcty_puppet_iteration_next(iteration, :front) })
            values << value
          end
        end.lazy
      end

      # A value as a literal that parses to the same value. The literal shows the content of a
      # Sensitive.
      # @param value [Value, Object]
      # @return [String]
      def format(value)
        value = from(value)
        Native.text_result { |out, e| Native.pcty_puppet_value_format(value, out, e) }
      end

      # The text of a value in an interpolated string. It does not contain the content of a
      # Sensitive.
      # @param value [Value, Object]
      # @param mode [Symbol] `:current` or `:early`
      # @return [String]
      def interpolate(value, mode: :current)
        value = from(value)
        Native.text_result { |out, e| Native.pcty_puppet_value_to_string(value, mode, out, e) }
      end

      # The kind of a value that exists only in Puppet.
      # @param value [Value]
      # @return [Symbol] such as `:sensitive`; `:none` for values of other kinds
      def kind(value) = Native.pcty_puppet_value_kind(Value.expect(value))

      # @param value [Value] a Sensitive
      # @return [Value, nil] its content
      def content(value)
        Value.expect(value)
        Value.borrow(Native.info(Native::PuppetValueData, :pcty_puppet_value_info, value)[:content], value, dialect: :puppet)
      end

      # @param value [Value] a SemVer, SemVerRange, Timespan, Timestamp, URI or Regexp
      # @return [String] its text, or the source of a Regexp
      def text(value) = Native.text_result { |out, e| Native.pcty_puppet_value_as_text(Value.expect(value), out, e) }

      # @param value [Value] a Timespan or Timestamp
      # @return [Rational] seconds; for a Timestamp since 1970 in UTC
      def time(value)
        Value.expect(value)
        time = Native::PuppetTime.new
        Native.check { |e| Native.pcty_puppet_value_time(value, time, e) }
        time[:seconds] + Rational(time[:nanoseconds], 1_000_000_000)
      end

      # @param value [Value] a Binary
      # @return [String] its bytes
      def bytes(value)
        Value.expect(value)
        bytes = Native.plain(Native::Bytes.size) { |out, e| Native.pcty_puppet_value_bytes(value, out, e) }
        Native.read_text(bytes).force_encoding(Encoding::BINARY)
      end

      # @param bytes [String]
      # @return [Value] a Binary
      def binary(bytes) = result { |out, e| Native.pcty_puppet_value_binary(bytes, bytes.bytesize, out, e) }

      # @param value [Value] an Iterator or an object
      # @return [Array<Value>] its elements, or the values of its attributes
      def parts(value)
        Value.expect(value)
        Array.new(Native.info(Native::PuppetValueData, :pcty_puppet_value_info, value)[:part_count]) do |index|
          part = Native.found(Native::PuppetPart) { |out| Native.pcty_puppet_value_part_at(value, index, out) }
          Value.borrow(part[:value], value, dialect: :puppet)
        end
      end

      private

      def made(&call) = Type.own(dialect: :puppet) { Native.result(&call) }

      def result(&call) = Value.own(dialect: :puppet) { Native.result(&call) }

      def error_of(&call)
        Native.uninterrupted { HCL.diagnosed(Native.result(&call)) }
      end

      def coerce(type) = Type.coerce(type, dialect: :puppet)

      def from(object) = Value.coerce(object, dialect: :puppet)

      def options(aliases, mode)
        options = Native::PuppetOptions.sized
        options[:mode] = mode
        options[:aliases] = Aliases.expect(aliases).to_ptr if aliases
        options
      end
    end

    # The remaining values of an iteration over a type.
    # @private
    class Iteration < Closable
      frees_with :pcty_puppet_iteration_free
    end
    private_constant :Iteration
  end
end

require_relative "puppet/rules"
require_relative "puppet/environment"
require_relative "puppet/manifest"
require_relative "puppet/outline"
require_relative "puppet/hiera"
require_relative "puppet/catalog"
require_relative "puppet/catalog_difference"
