# frozen_string_literal: true

require "json"

module Polycty
  module Puppet
    # What a text defines and uses, in the order of the text. Texts are as they stand there; what is
    # missing is nil.
    #
    #   Polycty::Puppet::Manifest.new("class a($p) { }").outline.definitions.first.name  # => "a"
    class Outline
      # A place in a text; both count from 1, columns in characters.
      Position = Struct.new(:line, :column)

      # A class, a defined type, a function, a node or a type alias: `kind` says which. `returns` is the
      # type of a function's result, `type` what an alias stands for, `matches` what nodes a node is for.
      Definition = Struct.new(:kind, :name, :at, :params, :inherits, :returns, :type, :matches,
                              :documentation, keyword_init: true)

      # A parameter of a definition or of a lambda; `rest` if it takes all arguments that are left.
      Parameter = Struct.new(:name, :at, :type, :default, :rest, keyword_init: true)

      # Something that is said of resources. `form` is `:regular`, `:virtual`, `:exported`, `:defaults`,
      # `:override`, `:collect`, `:"collect-exported"` or the operator of a relationship, which has `left`
      # and `right`; what declares has `bodies`, other forms `attributes`, what collects a `query`.
      Resource = Struct.new(:form, :at, :type, :bodies, :attributes, :query, :left, :right, keyword_init: true)

      # A title, or several at once, with what is set.
      Body = Struct.new(:title, :attributes, keyword_init: true)

      # An attribute that is set, by the operator `=>` or `+>`.
      Attribute = Struct.new(:name, :at, :operator, :value, keyword_init: true)

      # A call of a function with so many arguments; `lambda` has the parameters of its lambda, if it has
      # one.
      Call = Struct.new(:name, :at, :arguments, :lambda, keyword_init: true)

      # @return [String] one JSON object of the same
      attr_reader :json

      # @return [Array<Definition>]
      attr_reader :definitions

      # @return [Array<Resource>]
      attr_reader :resources

      # @return [Array<Call>]
      attr_reader :calls

      # @return [Hash{String => Array<Position>}] by name, in the order of first use
      attr_reader :variables

      # @param manifest [Manifest]
      def initialize(manifest)
        outline = Handled.own { Native.result { |out, e| Native.pcty_puppet_outline_new(Manifest.expect(manifest), out, e) } }
        @json = Native.text_result { |out, e| Native.pcty_puppet_outline_to_json(outline, out, e) }.freeze
        parts = JSON.parse(@json)
        @definitions = parts.fetch("definitions").map { |found| defined(found) }.freeze
        @resources = parts.fetch("resources").map { |found| resource(found) }.freeze
        @calls = parts.fetch("calls").map { |found| made(Call, found, lambda: :parameters) }.freeze
        @variables = parts.fetch("variables").transform_values { |places| places.map { |at| Position.new(*at) } }.freeze
        freeze
      end

      # @return [String]
      def inspect
        counts = { definitions: definitions, resources: resources, calls: calls, variables: variables }
        "#<#{self.class} #{counts.map { |name, found| "#{found.length} #{name}" }.join(', ')}>"
      end
      alias to_s inspect

      # @private
      class Handled < Closable
        frees_with :pcty_puppet_outline_free
      end
      private_constant :Handled

      private

      # A part of what its hash has; of some members it is a method here that makes it.
      def made(part, found, **makers)
        members = found.to_h do |name, value|
          maker = name == "at" ? :place : makers[name.to_sym]
          [name.to_sym, maker ? send(maker, value) : value]
        end
        part.new(**members).freeze
      end

      def place(pair) = Position.new(*pair).freeze

      def parameters(list) = list.map { |found| made(Parameter, found) }.freeze

      def attributes(list) = list.map { |found| made(Attribute, found) }.freeze

      def bodies(list) = list.map { |found| made(Body, found, attributes: :attributes) }.freeze

      def word(text) = text.to_sym

      def defined(found) = made(Definition, found, kind: :word, params: :parameters)

      def resource(found) = made(Resource, found, form: :word, bodies: :bodies, attributes: :attributes)
    end
  end
end
