# frozen_string_literal: true

module Polycty
  module HCL
    # A variable and the constant steps into it, as in `network.subnets[0].id`: the path's first
    # step is the variable's name.
    Traversal = Struct.new(:path, :range, :file) do
      # @return [Symbol] the variable's name
      def root = path.to_a.first

      # @return [String]
      def to_s = path.to_s.delete_prefix(".")
    end

    # A parsed expression. It can be evaluated any number of times, in any scopes, or analyzed
    # without evaluation. It never changes.
    class Expression < Closable
      frees_with :pcty_hcl_expression_free
      private_class_method :new

      class << self
        # Parses a text that is one expression.
        # @param text [String]
        # @param file [String] the name of the text in diagnostics
        # @param syntax [Symbol] `:native`, `:json` or `:template`
        # @return [Expression]
        # @raise [SyntaxError] with all diagnostics
        def parse(text, file: "expression", syntax: :native)
          name = Native.str(file)
          text = Native.str(text)
          own(weight: Native::Weight.of(:expression, text)) do
            Native.result { |out, e| Native.pcty_hcl_expression_parse(text, name, nil, syntax, out, nil, e) }
          end
        end

        # Parses an expression as far as possible.
        # @param (see .parse)
        # @return [Array(Expression, Error)] the error is nil if there are no diagnostics
        def parse_diagnosed(text, file: "expression", syntax: :native)
          name = Native.str(file)
          text = Native.str(text)
          Native.uninterrupted do
            expression, error = Native.results(2) do |out, diagnostics, e|
              Native.pcty_hcl_expression_parse(text, name, nil, syntax, out, diagnostics, e)
            end
            [own(weight: Native::Weight.of(:expression, text)) { expression }, HCL.diagnosed(error)]
          end
        end

        # The expressions of the native list that the block returns. The list is freed.
        # @private
        def from_list
          Native.uninterrupted do
            list = yield
            Array.new(Native.pcty_hcl_expressions_count(list)) do |index|
              own { Native.pcty_hcl_expression_clone(Native.pcty_hcl_expressions_at(list, index)) }
            end
          ensure
            Native.pcty_hcl_expressions_free(list) if list
          end
        end
      end

      # Evaluates the expression in a scope; without one there are neither variables nor functions.
      # @param scope [Scope, nil]
      # @return [Value]
      # @raise [DiagnosticsError] with all diagnostics, if one of them is an error
      def evaluate(scope = nil)
        Callbacks.guard do
          Scope.borrowed(scope) do |borrowed|
            Value.own do
              Native.result { |out, e| Native.pcty_hcl_expression_evaluate(self, borrowed, out, nil, e) }
            end
          end
        end
      end

      # Evaluates as far as possible: invalid parts become unknown values.
      # @param scope [Scope, nil]
      # @return [Array(Value, Error)]
      def evaluate_diagnosed(scope = nil)
        Callbacks.guard do
          Native.uninterrupted do
            value, error = Scope.borrowed(scope) do |borrowed|
              Native.results(2) do |out, diagnostics, e|
                Native.pcty_hcl_expression_evaluate(self, borrowed, out, diagnostics, e)
              end
            end
            [Value.own { value }, HCL.diagnosed(error)]
          end
        end
      end

      # @return [Array<Traversal>] the variables that it refers to, in the order of the text
      def variables = HCL.traversals { Native.pcty_hcl_expression_variables(self) }

      # @return [Path] a variable and constant steps into it, without evaluating
      # @raise [DiagnosticsError] if it is anything else
      def traversal
        Native.uninterrupted do
          path = Native.result { |out, e| Native.pcty_hcl_expression_traversal(self, out, e) }
          Path.from_native(path)
        ensure
          Native.pcty_path_free(path) if path
        end
      end

      # @return [String, nil] the name if the expression is a single name, including `true`, `false`
      #   and `null`
      def keyword = Native.take_text { Native.pcty_hcl_expression_keyword(self) }

      # @return [Array<Expression>] the elements of a list constructor
      # @raise [DiagnosticsError] if it is anything else
      def elements
        Expression.from_list do
          Native.result { |out, e| Native.pcty_hcl_expression_list(self, out, e) }
        end
      end

      # @return [Array<Array(Expression, Expression)>] the keys and values of a map or object
      #   constructor
      # @raise [DiagnosticsError] if it is anything else
      def pairs
        Native.uninterrupted do
          keys, values = Native.results(2) do |keys, values, e|
            Native.pcty_hcl_expression_map(self, keys, values, e)
          end
          Expression.from_list { keys }.zip(Expression.from_list { values })
        end
      end

      # @return [Array(String, Array<Expression>)] the name and the arguments of a function call
      # @raise [DiagnosticsError] if it is anything else
      def call
        Native.uninterrupted do
          name, arguments = Native.results(2) do |name, arguments, e|
            Native.pcty_hcl_expression_call(self, name, arguments, nil, nil, e)
          end
          [Native.take_text { name }, Expression.from_list { arguments }]
        end
      end

      # @param mode [Symbol] as in {HCL.type}
      # @return [Array(Type, Defaults)] the type that the expression describes, without evaluation
      def type(mode: :defaults)
        Native.uninterrupted do
          type, defaults = Native.results(2) do |out, inside, e|
            Native.pcty_hcl_expression_type(self, mode, out, inside, e)
          end
          [Type.own { type }, Defaults.own { defaults }]
        end
      end

      # @return [SourceRange] the range of the expression
      def range = SourceRange.from_native(Native.pcty_hcl_expression_range(self, :whole))

      # @return [String] the name of the text that contains the expression
      def file = Native.text(data[:file])

      private def data = Native.found(Native::HclExpressionData) { |out| Native.pcty_hcl_expression_info(self, out) }

      private def details = "#{file}:#{range}"
    end

    class << self
      # The error with the reported diagnostics, if any.
      # @private
      def diagnosed(pointer) = Error.returned(pointer)

      # The traversals of the native list that the block returns. The list is freed.
      # @private
      def traversals
        Native.uninterrupted do
          list = yield
          found = Native::HclTraversal.new
          Array.new(Native.pcty_hcl_traversals_count(list)) do |index|
            Native.pcty_hcl_traversals_at(list, index, found)
            Traversal.new(Path.from_native(found[:path]), SourceRange.from_native(found[:range]),
                          Native.text(found[:file])).freeze
          end
        ensure
          Native.pcty_hcl_traversals_free(list) if list
        end
      end
    end
  end
end
