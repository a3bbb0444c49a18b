# frozen_string_literal: true

module Polycty
  # The location of a part of a value in a document: `range` ({SourceRange}) of the part, or of the
  # smallest part that contains it, `exact` (whether it is that of the part itself), and
  # `name_range`, nil unless the part is an attribute that is in the document.
  DocumentPart = Struct.new(:range, :exact, :name_range)

  # The steps from a value to a part of it, from the outside in.
  #
  # A Symbol is a step into the attribute of that name; an Integer one to a position, a String one
  # to the key of a map, and a {Value} one to an element of a set.
  #
  #   path = Polycty::Path[:servers, 0, :labels, "zone"]
  #   path.to_s   # => ".servers[0].labels[\"zone\"]"
  #   path.to_a   # => [:servers, 0, :labels, "zone"]
  class Path
    include Enumerable

    # @param steps [Array<Symbol, Integer, String, Value>]
    # @return [Path]
    def self.[](*steps) = new(steps)

    # Returns a path unchanged, or an array of steps as a path.
    # @private
    def self.coerce(object) = object.is_a?(Path) ? object : new(Array(object))

    # @private
    def self.from_native(pointer)
      new(Array.new(Native.pcty_path_step_count(pointer)) { |index| step(pointer, index) })
    end

    # @private
    def self.step(pointer, index)
      if Native.pcty_path_step_kind_at(pointer, index) == :attribute
        return Native.text(Native.pcty_path_step_name_at(pointer, index)).to_sym
      end

      key = Value.own { Native.result { |out, e| Native.pcty_path_step_key_at(pointer, index, out, e) } }
      key.known? && !key.marked? && %i[number string].include?(key.type.kind) ? key.to_ruby : key
    end
    private_class_method :step

    # @param steps [Array<Symbol, Integer, String, Value>]
    def initialize(steps)
      @steps = steps.map do |step|
        case step
        when Symbol, Integer, Value then step
        when String then -step
        else raise ::TypeError, "expected a name or an index as a step of a path, found #{step.class}"
        end
      end.freeze
      freeze
    end

    # @return [Array<Symbol, Integer, String, Value>] the steps
    def to_a = @steps

    # @yieldparam step [Symbol, Integer, String, Value]
    # @return [Enumerator, self]
    def each(&block)
      return enum_for { length } unless block

      @steps.each(&block)
      self
    end

    # @return [Integer] the number of steps
    def length = @steps.length
    alias size length

    # @return [Boolean] whether it leads to the value itself
    def empty? = @steps.empty?

    # @param step [Symbol, Integer, String, Value]
    # @return [Path] the path with one more step
    def +(step) = Path.new(@steps + Path.coerce(step).to_a)
    alias / +

    # @param prefix [Path, Array]
    # @return [Boolean] whether it begins with all steps of the prefix
    def start_with?(prefix)
      prefix = Path.coerce(prefix).to_a
      @steps.take(prefix.length) == prefix
    end

    # The part of a value at the path, with the marks of the enclosing values.
    # @param value [Value, Object]
    # @return [Value]
    # @raise [Error] naming the step that fails
    def apply(value)
      value = Value.coerce(value)
      native do |path|
        value.derive { Native.result { |out, e| Native.pcty_value_apply_path(value, path, out, e) } }
      end
    end

    # @return [Boolean] whether the steps are equal
    def ==(other) = other.is_a?(Path) && @steps == other.to_a
    alias eql? ==

    # @return [Integer]
    def hash = @steps.hash

    # @return [String] such as `.servers[0]["name"]`; empty for the value itself
    def to_s = native { |path| Native.take_text { Native.pcty_path_to_text(path) } }

    # @return [String]
    def inspect = "#<#{self.class} #{self}>"

    # The location of the part of a document that the path leads to.
    # @param document [String]
    # @param format [Symbol] `:json` or `:yaml`
    # @return [DocumentPart]
    # @raise [Error] if the text is not a document of the format
    def locate(document, format: :json)
      text = Native.str(document)
      part = Native::DocumentPart.new
      native { |path| Native.check { |e| Native.pcty_document_locate(text, path, format, part, e) } }
      name = SourceRange.from_native(part[:name_range]) if part[:has_name]
      DocumentPart.new(SourceRange.from_native(part[:range]), part[:is_exact], name).freeze
    end

    # Passes the path to the library for the duration of the block.
    # @private
    def native
      Native.uninterrupted do
        path = Native.pcty_path_new
        @steps.each do |step|
          Native.check { |error| append(path, step, error) }
        end
        yield path
      ensure
        Native.pcty_path_free(path)
      end
    end

    private

    def append(path, step, error)
      case step
      when Symbol then Native.pcty_path_append_attribute(path, Native.str(step), error)
      when Integer then Native.pcty_path_append_index(path, step, error)
      else Native.pcty_path_append_key(path, Value.from(step), error)
      end
    end
  end
end
