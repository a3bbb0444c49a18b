# frozen_string_literal: true

module Polycty
  # A conversion from one type to another, compiled once: the fastest way to convert many values
  # of one type.
  #
  #   to_number = Polycty::Type.parse("string").converter_to("number")
  #   %w[1 2].map(&to_number).sum(&:to_i)  # => 3
  class Converter < Closable
    frees_with :pcty_converter_free
    private_class_method :new

    # @private
    def hold(pointer, owner, dialect: :hcl)
      @dialect = dialect
      super(pointer, owner)
      freeze
    end

    # @return [Type] the type of the values that it takes
    def from = Type.borrow(Native.info(Native::ConverterData, :pcty_converter_info, self)[:source], root_owner, dialect: @dialect)

    # @return [Type] the type of the results
    def to = Type.borrow(Native.info(Native::ConverterData, :pcty_converter_info, self)[:target], root_owner, dialect: @dialect)

    # @param value [Value] of the type {#from}, or an object that represents such a value
    # @return [Value]
    # @raise [ConversionError] with the path to the part that does not convert
    def call(value)
      value = Value.coerce(value, dialect: @dialect)
      Value.own(dialect: @dialect) { Native.result { |out, e| Native.pcty_converter_apply(self, value, out, e) } }
    end

    # @return [Proc] for `map(&converter)`
    def to_proc = method(:call).to_proc

    private def details = "#{from} -> #{to}"
  end

  # The common type that several types convert to, and the conversions.
  class Unification < Closable
    frees_with :pcty_unification_free
    private_class_method :new

    # @private
    def hold(pointer, owner, dialect: :hcl)
      @dialect = dialect
      super(pointer, owner)
      freeze
    end

    # @return [Type] the common type
    def type = Type.borrow(Native.info(Native::UnificationData, :pcty_unification_info, self)[:type], root_owner, dialect: @dialect)

    # @return [Array<Converter, nil>] for each given type; nil if no conversion is needed
    def converters
      Array.new(Native.info(Native::UnificationData, :pcty_unification_info, self)[:count]) do |index|
        Converter.borrow(Native.pcty_unification_converter_at(self, index), root_owner, dialect: @dialect)
      end
    end

    private def details = "#{type}"
  end

  # The nearest type in a different dialect.
  class Translation < Closable
    # A location in the type and a reason why the translation is not exact there.
    Note = Struct.new(:path, :message)

    frees_with :pcty_translation_free
    private_class_method :new

    # @private
    def hold(pointer, owner, dialect: :hcl)
      @dialect = dialect
      super(pointer, owner)
      freeze
    end

    # @return [Type] the type in the other dialect
    def type = Type.borrow(data[:type], root_owner, dialect: @dialect)

    # @return [Symbol] `:exact`, `:wider` (it has further values) or `:narrower` (the type has
    #   values that the other dialect has not)
    def fit = data[:fit]

    # @return [Boolean]
    def exact? = fit == :exact

    # @return [Array<Note>] why it is not exact
    def notes
      Array.new(data[:note_count]) do |index|
        note = Native::TranslationNote.new
        Native.pcty_translation_note_at(self, index, note)
        Note.new(Path.from_native(note[:path]), Native.text(note[:message])).freeze
      end
    end

    private def details = "#{fit} #{type}"

    private def data = Native.info(Native::TranslationData, :pcty_translation_info, self)
  end
end
