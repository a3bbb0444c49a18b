# frozen_string_literal: true

module Polycty
  # A parameter of a {Function}. By default, a function receives no nulls, which are an error, no
  # unknown values, for which the result is unknown, and no marks, which are added to the result
  # automatically.
  class Parameter
    # @return [String]
    attr_reader :name
    # @return [Type]
    attr_reader :type
    # @return [String, nil]
    attr_reader :description
    # @return [Array<Symbol>] the arguments that it accepts in addition: any of `:null`, `:unknown`,
    #   `:dynamic` (values whose type is not known yet) and `:marked`
    attr_reader :allow

    # @param name [String, Symbol]
    # @param type [Type, String] the type any accepts every value
    # @param allow [Symbol, Array<Symbol>]
    # @param description [String, nil]
    def initialize(name, type, allow: [], description: nil)
      @name = name.to_s
      @type = Type.coerce(type)
      @allow = Array(allow).freeze
      @description = description
      @flags = @allow.sum { |each| Native::PARAMETER_FLAGS.fetch(each) }
      freeze
    end

    # @return [String]
    def inspect = "#<#{self.class} #{[name, type, *allow].join(' ')}>"
    alias to_s inspect

    # @private
    def self.from_native(struct, owner)
      flags = struct[:flags]
      new(Native.text(struct[:name]) || "", Type.borrow(struct[:type], owner),
          allow: Native::PARAMETER_FLAGS.filter_map { |name, bit| name if flags.anybits?(bit) },
          description: Native.text(struct[:description]))
    end

    # Fills a struct.
    # @private
    def write(struct)
      struct[:struct_size] = Native::Parameter.size
      struct[:flags] = @flags
      struct.borrow_text(:name, @name)
      struct.borrow_text(:description, @description || "")
      struct.borrow(:type, @type)
    end
  end
end
