# frozen_string_literal: true

require_relative "hcl/terraform_host"
require_relative "hcl/scope"
require_relative "hcl/expression"
require_relative "hcl/body"
require_relative "hcl/reading"
require_relative "hcl/spec"
require_relative "hcl/write"
require_relative "hcl/file"
require_relative "hcl/mapping"

module Polycty
  # HCL: expressions, templates and configuration files.
  #
  #   Polycty::HCL.evaluate("upper(name)", variables: { name: "db" }).to_ruby  # => "DB"
  #
  # Errors in a text raise with all {Error#diagnostics}; {Error#rendered} shows them with their
  # source lines.
  #
  # Methods that can produce diagnostics have a second form whose name ends in `_diagnosed`. It
  # always returns a result, which may be partial, and an error with all diagnostics including
  # warnings, or nil.
  module HCL
    # The defaults inside a type, `optional(number, 80)`.
    class Defaults < Closable
      frees_with :pcty_hcl_defaults_free
      private_class_method :new

      # @return [Type] the type that contains the defaults
      def type = Type.borrow(Native.pcty_hcl_defaults_type(self), root_owner)

      private def details = type

      # @param value [Value, Object]
      # @return [Value] with the defaults in place of attributes that are missing or null
      def apply(value)
        value = Value.coerce(value)
        Value.own { Native.result { |out, e| Native.pcty_hcl_defaults_apply(self, value, out, e) } }
      end
    end

    class << self
      # Evaluates an expression.
      # @param text [String]
      # @param scope [Scope, nil] the variables and functions; by default a scope is made of the
      #   following parameters
      # @param variables [Hash{Symbol, String => Value, Object}]
      # @param functions [Hash{Symbol, String => Function}, :standard]
      # @param file [String] the name of the text in diagnostics
      # @return [Value]
      # @raise [SyntaxError, DiagnosticsError]
      def evaluate(text, scope = nil, variables: {}, functions: :standard, file: "expression")
        scope ||= Scope.new(variables: variables, functions: functions)
        Expression.parse(text, file: file).evaluate(scope)
      end

      # Evaluates a template, such as `"Hello, ${name}!"`.
      # @param (see #evaluate)
      # @return [Value]
      def template(text, scope = nil, variables: {}, functions: :standard, file: "template")
        scope ||= Scope.new(variables: variables, functions: functions)
        Expression.parse(text, file: file, syntax: :template).evaluate(scope)
      end

      # The type of parameters that receive their argument as an expression that is not evaluated,
      # together with the scope of the call. (A parameter of {Type::Constructors#meta} takes its
      # argument as a type expression.)
      # @return [Type]
      def closure_type = Type.borrow(Native.pcty_hcl_closure_type, nil)

      # Combines an expression and a scope to the value that a function receives for such a
      # parameter.
      # @param expression [Expression]
      # @param scope [Scope, nil]
      # @return [Value] of the type {closure_type}
      def closure(expression, scope = nil)
        Expression.expect(expression)
        scope &&= Scope.expect(scope)
        Value.own { Native.result { |out, e| Native.pcty_hcl_closure_new(expression, scope, out, e) } }
      end

      # Evaluates such an argument in the scope of the call.
      # @param closure [Value]
      # @return [Value]
      # @raise [DiagnosticsError]
      def evaluate_closure(closure)
        Value.expect(closure)
        Callbacks.guard do
          Value.own { Native.result { |out, e| Native.pcty_hcl_closure_evaluate(closure, out, nil, e) } }
        end
      end

      # @param closure [Value]
      # @return [Expression, nil] the expression of such an argument
      def closure_expression(closure) = Expression.own { Native.pcty_hcl_closure_expression(Value.expect(closure)) }

      # The type that a text describes, and the defaults inside it.
      # @param text [String]
      # @param mode [Symbol] `:exact`, `:constraint` (also `any` and `optional(T)`) or `:defaults`
      #   (also `optional(T, default)`)
      # @param file [String]
      # @param syntax [Symbol] `:native` or `:json`
      # @return [Array(Type, Defaults)] nil in place of the defaults if there are none
      def type(text, mode: :defaults, file: "type", syntax: :native)
        name = Native.str(file)
        text = Native.str(text)
        Native.uninterrupted do
          type, defaults = Native.results(2) do |out, inside, e|
            Native.pcty_hcl_type_parse(text, name, syntax, mode, out, inside, e)
          end
          [Type.own { type }, Defaults.own { defaults }]
        end
      end
    end
  end
end
