# frozen_string_literal: true

require "json"

module Polycty
  module Puppet
    # What a text defines and uses, each with its place, `[line, column]`.
    #
    #   Polycty::Puppet::Manifest.new("class a($p) { }").outline.definitions.first["name"]  # => "a"
    #
    # The lists are those of the outline's JSON: hashes by `name`, `at` and so on.
    class Outline
      # @return [String] one JSON object
      attr_reader :json

      # @param manifest [Manifest]
      def initialize(manifest)
        outline = Handled.own(Native.result { |out, e| Native.pcty_puppet_outline_new(Manifest.expect(manifest), out, e) })
        @json = Native.text_result { |out, e| Native.pcty_puppet_outline_json(outline, out, e) }.freeze
        @parts = JSON.parse(@json)
        freeze
      end

      # @return [Array<Hash>] with `kind`, `name`, `at`, `params` and so on
      def definitions = @parts.fetch("definitions")

      # @return [Array<Hash>] with `form`, `at`, `type` and `bodies`, `attributes` or sides
      def resources = @parts.fetch("resources")

      # @return [Array<Hash>] with `name`, `at`, `arguments` and `lambda`
      def calls = @parts.fetch("calls")

      # @return [Hash{String => Array}] places by name, in the order of first use
      def variables = @parts.fetch("variables")

      # @private
      class Handled < Handle
        frees_with :pcty_puppet_outline_free
      end
      private_constant :Handled
    end
  end
end
