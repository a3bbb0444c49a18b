# frozen_string_literal: true

require_relative "value/from_ruby"
require_relative "value/to_ruby"
require_relative "value/scalars"
require_relative "value/marks"
require_relative "value/refinement"
require_relative "value/walk"
require_relative "value/operators"
require_relative "value/rules"

module Polycty
  # A value: null or unknown of any type, a scalar, a list, set, tuple, map or object, a capsule, a
  # type, or a value of a kind that only one dialect has.
  #
  #   server = Polycty::Value.from({ name: "db", port: "5432" },
  #                                "object({name = string, port = number})")
  #   server[:port].to_ruby  # => 5432
  #   server.to_ruby         # => {"name"=>"db", "port"=>5432}
  #
  # A value whose elements can be enumerated is a {Collection}. `==` is exact identity: type, state,
  # refinements of unknown values, marks at each level and content ({#equals} is the language's own
  # equality). Values never change and may be used by any number of threads.
  class Value < Handle
    include Comparable
    include Scalars
    include Marks
    include Walk
    include Operators
    include Rules

    frees_with :pcty_value_free
    private_class_method :new

    # @return [Symbol] the dialect of the value: `:hcl`, `:pcl`, `:puppet` or `:mcl`
    attr_reader :dialect

    FINALIZER = Native::SharedFinalizer.new(:pcty_value_free)
    # The size limit of texts that may share a finalizer, and the weight limit of such a value.
    SHORT = 1024
    LIGHT = SHORT + 256
    SMALL_SIZE = Native::Small.size
    private_constant :FINALIZER, :SHORT, :LIGHT, :SMALL_SIZE

    class << self
      # @private
      def own(dialect: :hcl)
        Native.uninterrupted do
          pointer = yield
          adopt(pointer, dialect) unless pointer.null?
        end
      end

      # As {own}, for a pointer that is known to be a small scalar.
      # @private
      def own_small(dialect)
        Native.uninterrupted do
          pointer = yield
          Value.allocate.hold(pointer, FINALIZER.light(pointer), dialect)
        end
      end

      # An owned value for a value that is borrowed for a call. Small values are copied and need no
      # finalizer.
      # @private
      def copy(pointer, dialect: :hcl)
        memory = FFI::MemoryPointer.new(:char, SMALL_SIZE, false)
        return Value.allocate.hold(memory, nil, dialect) if Native.pcty_value_small(pointer, memory)

        own(dialect: dialect) { Native.pcty_value_clone(pointer) }
      end

      # A native value of a number of 64 bits.
      # @private
      def own_whole(number) = Native.pcty_value_clone(FromRuby.of(:hcl).words(number))

      # @private
      def borrow(pointer, owner, dialect: :hcl)
        class_of(pointer).allocate.hold(pointer, owner, dialect) unless pointer.null?
      end

      # Converts a Ruby object to a value.
      #
      # | Ruby | HCL, PCL | Puppet | mcl |
      # |---|---|---|---|
      # | nil | null | undef | |
      # | true, false | bool | Boolean | bool |
      # | Integer | number, exact | Integer | int |
      # | Float, BigDecimal | number: the decimal that Ruby prints | Float | float |
      # | Rational | number: the quotient | Float | float |
      # | String, Symbol | string, in normal form C | String (`:default`: default) | str |
      # | Array | tuple | Array | list |
      # | Set | set | Array | list |
      # | Hash | object | Hash | struct or map |
      # | Regexp, Time | | Regexp, Timestamp | |
      # | {Type} | type | type | |
      # | {Value} | itself | itself | itself |
      #
      # Other objects are converted by `to_polycty`, `to_hash`, `to_ary` or `to_str`, in this order.
      #
      # With a type the value is then converted to it by the rules of the type's dialect. Puppet has
      # no implicit conversion, so the value has to be an instance. In mcl, where lists, maps and
      # structs need a type, the result is the value's image in mcl.
      #
      # @param object [Object]
      # @param type [Type, String, nil]
      # @param dialect [Symbol, nil] that of the type, and `:hcl` if there is none
      # @return [Value]
      # @raise [Error] with the path to the invalid part
      def from(object, type = nil, dialect: nil)
        type = type && Type.coerce(type, dialect: dialect || :hcl)
        dialect ||= type ? type.dialect : default_dialect(object)
        return coerce(object, dialect: dialect) unless type

        case type.dialect
        when :puppet
          value = coerce(object, dialect: dialect)
          error = Puppet.value_mismatch(value, type)
          error ? raise(error) : value
        when :mcl then coerce(object).translate(:mcl, type)
        else
          value = coerce(object, dialect: dialect)
          # Arguments and results of blocks usually have the expected type already.
          same = !object.equal?(value) && Native.pcty_type_equal(Native.pcty_value_type(value), type)
          same ? value : value.convert(type)
        end
      end

      # Returns a value unchanged, or converts another object.
      # @private
      def coerce(object, dialect: :hcl)
        object.is_a?(Value) ? object : FromRuby.of(dialect).value(object)
      end

      # @param type [Type, String]
      # @return [Value] the null of a type
      def null(type)
        type = Type.coerce(type)
        own(dialect: type.dialect) { Native.pcty_value_null(type) }
      end

      # @param type [Type, String, nil]
      # @return [Value] the unknown value of a type; without one, of an unknown type
      def unknown(type = nil)
        return own { Native.pcty_value_dynamic } unless type

        type = Type.coerce(type)
        own(dialect: type.dialect) { Native.pcty_value_unknown(type) }
      end

      # Parses a decimal text as HCL does.
      # @param text [String] a sign, digits with at most one point, and an exponent
      # @return [Value]
      # @raise [ConversionError] for other texts
      def number(text) = own { Native.result { |out, e| Native.pcty_value_number_from_text(Native.str(text), out, e) } }

      # The exact value of a double, with the precision of a double. ({from} uses the decimal that
      # Ruby prints: 0.1 is then a tenth.)
      # @param float [Float]
      # @return [Value]
      # @raise [ArithmeticError] for NaN
      def exact_float(float) = own { Native.result { |out, e| Native.pcty_value_number_from_double(float, out, e) } }

      # A list of values, empty or not; elements are converted to the element type.
      # @param element [Type, String]
      # @param elements [Enumerable]
      # @return [Value]
      def list(element, elements) = sequence(:list, element, elements)

      # A set of values, empty or not; elements are converted to the element type.
      # @param element [Type, String]
      # @param elements [Enumerable]
      # @return [Value]
      def set(element, elements) = sequence(:set, element, elements)

      # A map, empty or not; elements are converted to the element type.
      # @param element [Type, String]
      # @param entries [Hash{String, Symbol => Object}]
      # @return [Value]
      def map(element, entries)
        element = Type.coerce(element)
        values = entries.map { |key, each| within(key.to_s) { from(each, element) } }
        keys = Native.strs(entries.keys)
        array = Native.handles(values)
        own(dialect: element.dialect) do
          Native.result { |out, e| Native.pcty_value_map_of(element, keys, array, values.length, out, e) }
        end
      end

      # A capsule that contains a Ruby object. The object lives as long as the value and all values
      # that the library derives from it. Two capsules are equal if one call created both.
      # @param type [Type] one of {Type::Constructors#capsule}
      # @param object [Object]
      # @return [Value]
      def capsule(type, object)
        data = Callbacks.keep(object)
        own(dialect: type.dialect) do
          Native.result { |out, e| Native.pcty_value_capsule(Type.expect(type), data, Callbacks::DESTROY, out, e) }
        end
      end

      # A capsule of bytes, for some functions of the standard library.
      # @param bytes [String]
      # @return [Value]
      def bytes(bytes) = own { Native.result { |out, e| Native.pcty_hcl_stdlib_bytes(bytes, bytes.bytesize, out, e) } }

      # Decodes JSON text to a value of a type.
      # @param json [String]
      # @param type [Type, String, nil] by default the type that the text implies
      # @return [Value]
      # @raise [Error] with the path to the invalid part and the byte of the document
      def from_json(json, type = nil)
        type &&= Type.coerce(type)
        text = Native.str(json)
        own(dialect: type ? type.dialect : :hcl) { Native.result { |out, e| Native.pcty_value_from_json(text, type, out, e) } }
      end

      # Decodes YAML text to a value of a type. Scalars follow the core schema of YAML 1.2.
      # @param yaml [String]
      # @param type [Type, String, nil] by default the type that the text implies
      # @return [Value]
      # @raise [Error] with the path to the invalid part or the byte of the document
      def from_yaml(yaml, type = nil)
        type &&= Type.coerce(type)
        text = Native.str(yaml)
        own(dialect: type ? type.dialect : :hcl) { Native.result { |out, e| Native.pcty_value_from_yaml(text, type, out, e) } }
      end

      # Decodes a MessagePack document to a value of a type.
      # @param bytes [String]
      # @param type [Type, String, nil] by default the type that the document implies
      # @return [Value]
      def from_msgpack(bytes, type = nil)
        type &&= Type.coerce(type)
        own(dialect: type ? type.dialect : :hcl) do
          Native.result { |out, e| Native.pcty_value_from_msgpack(bytes, bytes.bytesize, type, out, e) }
        end
      end

      private

      # The object that owns a pointer.
      def adopt(pointer, dialect)
        # Small values are light and have no parts.
        return Value.allocate.hold(pointer, FINALIZER.light(pointer), dialect) if Native.pcty_value_small(pointer, nil)

        value = class_of(pointer).allocate
        unless Native.pcty_value_is_light(pointer, LIGHT)
          owned = POINTER.own(pointer, Native.pcty_value_footprint(pointer))
          return value.hold(owned, nil, dialect)
        end


        value.hold(pointer, FINALIZER.light(pointer), dialect)
      end

      def class_of(pointer) = Native.pcty_value_length(pointer, nil) ? Collection : Value

      def default_dialect(object) = object.is_a?(Value) ? object.dialect : :hcl

      def sequence(kind, element, elements)
        element = Type.coerce(element)
        return from(elements.to_a, Type.public_send(kind, element)) if elements.none?(Value)

        values = elements.each_with_index.map { |each, at| within(at) { from(each, element) } }
        array = Native.handles(values)
        own(dialect: element.dialect) do
          Native.result do |out, e|
            Native.public_send(:"pcty_value_#{kind}_of", element, array, values.length, out, e)
          end
        end
      end

      def within(step)
        yield
      rescue Error => e
        raise e.within(step)
      end
    end

    # @private
    def hold(pointer, owner, dialect)
      @dialect = dialect
      super(pointer, owner)
      freeze
    end

    # Another value of the same dialect.
    # @private
    def derive(&call) = Value.own(dialect: @dialect, &call)

    # The same value, under another dialect's rules. ({#translate} returns the value's image in
    # another dialect.)
    # @param dialect [Symbol]
    # @return [Value]
    def in(dialect)
      dialect == @dialect ? self : Value.borrow(@pointer, root_owner, dialect: Dialect.expect(dialect))
    end

    # @return [Type] the value's exact type, independent of marks
    def type = Type.borrow(Native.pcty_value_type(@pointer), root_owner, dialect: @dialect)

    # @return [Symbol] `:known`, `:null` or `:unknown`
    def state = Native.pcty_value_state(@pointer)

    # @return [Boolean] whether it is neither null nor unknown; its parts may still be null or
    #   unknown
    def known? = state == :known

    # @return [Boolean]
    def null? = state == :null

    # @return [Boolean] whether the value is not known yet; the final value may be null
    def unknown? = state == :unknown

    # @return [Boolean] whether the value and all its parts, at any depth, are known
    def wholly_known? = Native.pcty_value_has(@pointer, :wholly_known)

    # @return [Boolean] whether they are exactly the same
    def ==(other) = other.is_a?(Value) && Native.pcty_value_equal(@pointer, other.to_ptr)
    alias eql? ==

    # @return [Integer] equal for values that are exactly the same
    def hash = Native.pcty_value_hash(@pointer)

    # The total order of all values: first by type, then by content. A known number also compares
    # with a Numeric, and a known string with a String.
    # @param other [Value, Numeric, String]
    # @return [Integer, nil]
    def <=>(other)
      unless other.is_a?(Value)
        other = peer(other)
        return unless other
      end
      Native.pcty_value_compare(@pointer, other.to_ptr)
    end

    # The Ruby object of the value; the inverse of {from}.
    #
    # Whole numbers are Integers. Another number is a Float if that prints as the same decimal, and
    # otherwise a BigDecimal, so the conversion is lossless. Sets are Sets, maps and objects Hashes
    # with Strings as keys. Puppet's Regexp, Timestamp and Timespan are Regexp, Time and Rational
    # seconds, a Binary is a binary String, a Sensitive stays a {Value}.
    #
    # Unknown values, marked values and capsules of other programs have no Ruby object. Without a
    # block they raise an error with their path; otherwise the block receives them, and its results
    # are used instead.
    #
    # @param symbolize_names [Boolean] whether the keys of Hashes are Symbols
    # @yieldparam value [Value]
    # @return [Object]
    # @raise [UnknownError, MarkedError, UnsupportedError]
    def to_ruby(symbolize_names: false, &stand_in)
      ToRuby.new(symbolize_names, stand_in).object(self)
    end

    # @return [String] the text of a string or number; anything else as {#inspect} shows it
    def to_s
      return inspect if marked? || !known?

      case type.kind
      when :string then as_text
      when :number, :integer, :float then number_text
      when :bool then as_bool.to_s
      else inspect
      end
    end

    # The value as JSON text in cty's encoding.
    # @param type [Type, nil] the type to encode for: where it is any, the type is written, too
    # @return [String]
    # @raise [Error] with the path to a part without a JSON encoding
    def to_json(type = nil, *)
      type = nil unless type.is_a?(Type)
      Native.text_result { |out, e| Native.pcty_value_to_json(@pointer, type, out, e) }
    end

    # Writes the value to YAML as its Ruby object ({#to_ruby}).
    # @raise [UnknownError, MarkedError, UnsupportedError] with the path to a part without one
    # @private
    def encode_with(coder)
      object = to_ruby
      raise UnsupportedError, "#{inspect} has no YAML counterpart" if object.is_a?(Value)

      coder.represent_object(nil, object)
    end

    # The value as MessagePack in cty's encoding, which supports unknown values.
    # @param type [Type, nil] the type to encode for
    # @return [String] bytes
    def to_msgpack(type = nil)
      Native.text_result(Encoding::BINARY) { |out, e| Native.pcty_value_to_msgpack(@pointer, type, out, e) }
    end

    # @return [String] a short description; never the content of a marked value or a Sensitive
    def inspect
      return "#<#{Value} #{type} marked #{marks.join(', ')}>" if marked?
      return "#<#{Value} #{state} #{type}>" unless known?

      shown = displayed
      shown = "#{shown[0, 77]}..." if shown.length > 80
      "#<#{Value} #{shown}>"
    end

    # The object in a capsule of {capsule}, or the bytes in one of {bytes}.
    # @return [Object, String]
    # @raise [TypeError] for other values
    def unwrap
      return as_bytes if type == BYTES_TYPE

      raise TypeError, "the value is not a capsule" unless type.kind == :capsule

      data = Native.result do |out, e|
        Native.pcty_value_as_capsule(@pointer, Native.pcty_value_type(@pointer), out, e)
      end
      Callbacks.fetch(data) { raise TypeError, "the capsule was not created by this program" }
    end

    private

    # A Ruby object as a value of the same type as this one, if both are numbers or both are strings.
    def peer(object)
      return unless (object.is_a?(Numeric) || object.is_a?(String)) && known? && !marked?

      kind = type.kind
      kinds = object.is_a?(String) ? %i[string] : %i[number integer float]
      return unless kinds.include?(kind)

      Value.from(object, dialect: @dialect).then { |value| value if value.type.kind == kind }
    rescue Error
      nil
    end

    def displayed
      case dialect
      when :puppet
        Native.text_result { |out, e| Native.pcty_puppet_value_to_string(@pointer, :current, out, e) }
      when :mcl
        Native.text_result { |out, e| Native.pcty_mcl_value_format(@pointer, out, e) }
      else
        to_json
      end
    rescue Error
      type.to_s
    end

    def as_bytes
      text = Native.plain(Native::STR_SIZE) { |out, e| Native.pcty_hcl_stdlib_as_bytes(@pointer, out, e) }
      Native.read_text(text).force_encoding(Encoding::BINARY)
    end
  end

  # The type of the standard library's capsules of bytes.
  # @private
  BYTES_TYPE = Type.borrow(Native.pcty_hcl_stdlib_bytes_type, nil)
  private_constant :BYTES_TYPE
end

require_relative "value/collection"
