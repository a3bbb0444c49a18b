# frozen_string_literal: true

require_relative "type/constructors"
require_relative "type/parts"
require_relative "type/rules"

module Polycty
  # A type of the universe that the configuration languages share.
  #
  # A type has the dialect of its notation. The dialect determines its text and the rules of its
  # comparisons; {#in} returns the same type under the rules of another dialect.
  #
  # Types compare as Ruby's classes do: `a <= b` is true if every value of `a` is a value of `b`
  # without conversion (the dialect's assignability), and nil if neither type is below the other.
  #
  #   integer = Polycty::Type.parse("Integer[0, 10]", dialect: :puppet)
  #   integer < Polycty::Type.parse("Numeric", dialect: :puppet)  # => true
  #   integer < Polycty::Type.parse("String", dialect: :puppet)   # => nil
  #
  # `==` is structural equality, independent of the dialects; {#equivalent?} is the dialect's own
  # equality. Types never change and may be used by any number of threads.
  class Type < Handle
    include Comparable
    include Parts
    include Rules
    extend Constructors

    frees_with :pcty_type_free
    private_class_method :new

    # @return [Symbol] `:hcl`, `:pcl`, `:puppet` or `:mcl`
    attr_reader :dialect

    FINALIZER = Native::SharedFinalizer.new(:pcty_type_free)
    private_constant :FINALIZER

    class << self
      # @private
      def own(**details)
        Native.uninterrupted do
          pointer = yield
          borrow(pointer, FINALIZER.light(pointer), **details) unless pointer.null?
        end
      end

      # Parses a type in a dialect's notation.
      # @param notation [String] such as `"list(string)"` or `"Array[String]"`
      # @param dialect [Symbol]
      # @return [Type]
      # @raise [SyntaxError, TypeError] with diagnostics
      def parse(notation, dialect: :hcl)
        Native.borrow(notation) do |text|
          own(dialect: dialect) { Native.result { |out, e| Native.pcty_type_parse(text, dialect, out, e) } }
        end
      end

      # Decodes a type from cty's JSON form, such as `["list","number"]`.
      # @param json [String]
      # @return [Type]
      def from_json(json) = own { Native.result { |out, e| Native.pcty_type_from_json(Native.str(json), out, e) } }

      # The type of the values that are decoded from a JSON text without a type.
      # @param json [String]
      # @return [Type]
      def implied_by_json(json)
        text = Native.str(json)
        own { Native.result { |out, e| Native.pcty_type_implied_by_json(text, out, e) } }
      end

      # The type of the values that are decoded from MessagePack without a type.
      # @param bytes [String]
      # @return [Type]
      def implied_by_msgpack(bytes)
        own do
          Native.result { |out, e| Native.pcty_type_implied_by_msgpack(bytes, bytes.bytesize, out, e) }
        end
      end

      # Returns a type unchanged, or parses a text.
      # @param object [Type, String]
      # @param dialect [Symbol]
      # @return [Type]
      def coerce(object, dialect: :hcl)
        case object
        when Type then object
        when String then parse(object, dialect: dialect)
        else raise ::TypeError, "expected a type or its notation, found #{object.inspect}"
        end
      end
    end

    # @private
    def hold(pointer, owner, dialect: :hcl)
      @dialect = Dialect.expect(dialect)
      super(pointer, owner)
      freeze
    end

    # The same type, with another dialect's notation and rules. ({#translate} finds the type of
    # another dialect that has the same values.)
    # @param dialect [Symbol]
    # @return [Type]
    def in(dialect) = dialect == @dialect ? self : Type.borrow(@pointer, root_owner, dialect: dialect)

    # The type with one more annotation: any object that a program attaches to it, such as the
    # location of its declaration. Types that differ only in annotations are equal.
    # @param object [Object]
    # @return [Type]
    def annotate(object)
      data = Callbacks.keep(object)
      made { |out, e| Native.pcty_type_annotate(@pointer, data, Callbacks::DESTROY, out, e) }
    end

    # @return [Array<Object>] the annotations of {#annotate}, in order
    def annotations
      Array.new(Native.pcty_type_annotation_count(@pointer)) do |index|
        Callbacks.fetch(Native.pcty_type_annotation_at(@pointer, index)) { nil }
      end
    end

    # @return [String] the notation of the type's dialect, or a description if it has none
    def to_s
      format
    rescue UnsupportedError
      friendly_name
    end

    # The type in a dialect's notation.
    # @param dialect [Symbol]
    # @return [String]
    # @raise [UnsupportedError] if the dialect does not have the type
    def format(dialect = @dialect) = Native.text_result { |out, e| Native.pcty_type_format(self, dialect, out, e) }

    # @return [String] the name in sentences, such as `"map of list of string"`
    def friendly_name = Native.take_text { Native.pcty_type_friendly_name(self) }

    # @return [String] JSON, as cty describes types
    # @raise [UnsupportedError] for a type that cty does not have
    def to_json(*) = Native.text_result { |out, e| Native.pcty_type_to_json(self, out, e) }

    # Writes the type to YAML as its notation ({#format}). The dialect is not written.
    # @raise [UnsupportedError] if the dialect does not have the type
    # @private
    def encode_with(coder) = coder.represent_object(nil, format)

    # @return [String]
    def inspect = "#<#{self.class} #{self}>"

    # @return [Boolean] whether the parts are equal and in the same order
    def ==(other) = other.is_a?(Type) && Native.pcty_type_equal(@pointer, other.to_ptr)
    alias eql? ==

    # @return [Integer] equal for equal types
    def hash = Native.pcty_type_hash(@pointer)

    private

    # Wraps a borrowed or a new type in the same dialect.
    def borrowed(pointer) = Type.borrow(pointer, root_owner, dialect: @dialect)

    def made(&call) = Type.own(dialect: @dialect) { Native.result(&call) }
  end
end
