# frozen_string_literal: true

module Polycty
  # The functions of HCL, by cty's names.
  #
  #   Polycty::StandardLibrary.upper("a").to_ruby                  # => "A"
  #   Polycty::StandardLibrary[:join].call(",", %w[a b]).to_ruby   # => "a,b"
  module StandardLibrary
    class << self
      include Enumerable

      # @param name [Symbol, String]
      # @return [Function]
      # @raise [NotFoundError]
      def [](name)
        function = Native.pcty_hcl_stdlib_get(Native.str(name))
        raise NotFoundError, "there is no standard function #{name.to_s.inspect}" if function.null?

        Function.borrow(function, nil)
      end

      # @return [Array<Symbol>] the names of the functions, sorted
      def names
        Array.new(Native.pcty_hcl_stdlib_count) { |index| Native.text(Native.pcty_hcl_stdlib_name_at(index)).to_sym }
      end

      # @param name [Symbol, String]
      # @return [Boolean]
      def key?(name) = names.include?(name.to_sym)

      # @yieldparam name [Symbol]
      # @yieldparam function [Function]
      # @return [Enumerator, self]
      def each
        return enum_for { Native.pcty_hcl_stdlib_count } unless block_given?

        names.each { |name| yield name, self[name] }
        self
      end

      # Calls a function by its name.
      # @param name [Symbol, String]
      # @param arguments [Array<Value, Object>]
      # @return [Value]
      def call(name, *arguments) = self[name].call(*arguments)

      private

      def respond_to_missing?(name, include_private = false) = key?(name) || super

      def method_missing(name, *arguments)
        key?(name) ? call(name, *arguments) : super
      end
    end
  end
end
