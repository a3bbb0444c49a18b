# frozen_string_literal: true

require "json"

module Polycty
  module Puppet
    # The definitions and uses in a text, in the order of the text. Strings are source texts;
    # missing parts are nil.
    #
    #   Polycty::Puppet::Manifest.new("class a($p) { }").outline.definitions.first.name  # => "a"
    class Outline
      # A position in a text. Lines and columns count from 1, columns in characters.
      Position = Struct.new(:line, :column)

      # A class, a defined type, a function, a node or a type alias, as `kind` reports. `returns` is
      # the result type of a function, `type` the type of an alias, `matches` the matchers of a
      # node.
      Definition = Struct.new(:kind, :name, :at, :params, :inherits, :returns, :type, :matches,
                              :documentation, keyword_init: true)

      # A parameter of a definition or of a lambda; `rest` is true if it takes all remaining
      # arguments.
      Parameter = Struct.new(:name, :at, :type, :default, :rest, keyword_init: true)

      # A statement about resources. `form` is `:regular`, `:virtual`, `:exported`, `:defaults`,
      # `:override`, `:collect`, `:"collect-exported"` or the operator of a relationship, which has
      # `left` and `right`. Declarations have `bodies`, collectors a `query`, and other forms
      # `attributes`.
      Resource = Struct.new(:form, :at, :type, :bodies, :attributes, :query, :left, :right, keyword_init: true)

      # A title, or several at once, with its attributes.
      Body = Struct.new(:title, :attributes, keyword_init: true)

      # An attribute setting, with the operator `=>` or `+>`.
      Attribute = Struct.new(:name, :at, :operator, :value, keyword_init: true)

      # A call of a function with the number of its arguments; `lambda` has the parameters of its
      # lambda, if present.
      Call = Struct.new(:name, :at, :arguments, :lambda, keyword_init: true)

      # @return [String] the outline as one JSON object
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

      # An object of the members of its hash. Some members are built by a method in this class.
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
