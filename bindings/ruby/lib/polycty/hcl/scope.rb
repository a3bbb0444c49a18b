# frozen_string_literal: true

module Polycty
  module HCL
    # Variables and functions by name. Scopes nest: names that an inner scope does not define are
    # looked up in the outer ones. Threads may evaluate in a scope while a different thread changes
    # it: an evaluation uses the scope as it was when the evaluation began.
    #
    #   scope = Polycty::HCL::Scope.new(variables: { region: "eu" }, functions: :standard)
    #   scope[:zones] = %w[a b]
    #   scope.define(:double, Polycty::Function.new({ n: "number" }, returns: "number") { |n| n * 2 })
    class Scope < Changing
      frees_with :pcty_hcl_scope_free

      # @param variables [Hash{Symbol, String => Value, Object}]
      # @param functions [Hash{Symbol, String => Function}, :standard, :terraform, TerraformHost]
      #   `:standard` is the standard library with `try`, `can` and `convert`; `:terraform` is the
      #   functions of Terraform, for which a host provides files and other data
      def initialize(variables: {}, functions: {})
        hold(POINTER.take { Native.pcty_hcl_scope_new }, nil)
        variables.each { |name, value| self[name] = value }
        case functions
        when :standard then define_standard_functions
        when :terraform then define_terraform_functions
        when TerraformHost then define_terraform_functions(functions)
        else functions.each { |name, function| define(name, function) }
        end
      end

      # Defines a variable, in place of an earlier one of that name.
      # @param name [Symbol, String]
      # @param value [Value, Object]
      def []=(name, value)
        value = Value.coerce(value)
        text = Native.str(name)
        set { |e| Native.pcty_hcl_scope_set_variable(self, text, value, e) }
      end

      # @param name [Symbol, String]
      # @return [Value, nil] the variable of a name, in this scope or an outer one
      def [](name)
        # The scope may change, so borrowed values are cloned at once.
        Value.copy(Native.pcty_hcl_scope_variable_get(self, Native.str(name)))
      end

      # Defines a function. The name may have parts with `::` between them.
      # @param name [Symbol, String]
      # @param function [Function]
      # @return [self]
      def define(name, function)
        Function.expect(function)
        text = Native.str(name)
        set { |e| Native.pcty_hcl_scope_set_function(self, text, function, e) }
        own_block(name.to_s, function.block_owners)
        self
      end

      # Defines the standard library, and `try`, `can` and `convert`.
      # @return [self]
      def define_standard_functions = set { |e| Native.pcty_hcl_scope_set_standard_functions(self, e) }

      # Defines the functions of Terraform, each under its name and under `core::` and its name.
      # They replace those of the standard library, but not functions that {#define} has defined in
      # this scope.
      # @param host [TerraformHost, nil] nil for a host without data
      # @return [self]
      def define_terraform_functions(host = nil)
        TerraformHost.expect(host) if host
        set { |e| Native.pcty_hcl_scope_set_terraform_functions(self, host, e) }
        own_block(:terraform, host.block_owners) if host
        self
      end

      # @param name [Symbol, String]
      # @return [Function, nil]
      def function(name)
        found = Native.pcty_hcl_scope_function_get(self, Native.str(name))
        Function.own(block_owners: block_owners) { Native.pcty_function_clone(found) }
      end

      # Allows variables even if none are defined. An unknown name is then reported as such, not as
      # a variable where none are allowed.
      # @return [self]
      def allow_variables = set { |e| Native.pcty_hcl_scope_allow(self, :variables, e) }

      # Allows functions even if none are defined.
      # @return [self]
      def allow_functions = set { |e| Native.pcty_hcl_scope_allow(self, :functions, e) }

      # Limits the duration of an evaluation: a step is about an operation or an element. An
      # evaluation that takes longer raises a LimitError. {Budget} limits other calls, too.
      # @param steps [Integer]
      # @return [self]
      def set_step_limit(steps) = set { |e| Native.pcty_hcl_scope_set_step_limit(self, steps, e) }

      # @return [Integer, nil] the limit of this scope, or of the nearest outer scope that has one
      def step_limit
        limit = FFI::MemoryPointer.new(:uint64)
        limit.read_uint64 if Native.pcty_hcl_scope_step_limit(self, limit)
      end

      # Allows messages to show parts of values with a mark. Without this, no text of the library
      # shows any part of a marked value.
      # @param mark [Symbol, String]
      # @return [self]
      def show_mark(mark) = set { |e| Native.pcty_hcl_scope_show_mark(self, Native.str(mark), e) }

      # Defines the functions that a body declares, each as `function "name" { params = [a, b],
      # result = expression }`. They may use the content of this scope, including each other, while
      # the scope exists.
      # @param body [Body]
      # @param block_type [Symbol, String]
      # @return [Body] the rest of the body
      # @raise [DiagnosticsError]
      def read_functions(body, block_type = "function")
        check_frozen
        Body.expect(body)
        text = Native.str(block_type)
        box = Callbacks.refer(self)
        rest = Body.own(block_owners: body.block_owners) do
          Native.result do |out, e|
            Native.pcty_hcl_body_decode_functions(body, text, self, AROUND, box.to_ptr, Callbacks::DESTROY, out, nil, e)
          end
        end
        own_block(box, box)
        rest
      end

      # A new scope within the current state of this one.
      # @param variables [Hash{Symbol, String => Value, Object}]
      # @param functions [Hash{Symbol, String => Function}]
      # @return [Scope]
      def child(variables: {}, functions: {})
        child = Scope.own(block_owners: { around: block_owners }) { Native.result { |out, e| Native.pcty_hcl_scope_child(self, out, e) } }
        variables.each { |name, value| child[name] = value }
        functions.each { |name, function| child.define(name, function) }
        child
      end

      # Yields a copy of the current state of a scope for a call, during which other threads may
      # change the scope; nil for no scope.
      # @private
      def self.borrowed(scope)
        return yield unless scope

        block_owners = expect(scope).block_owners
        copy = Native.pcty_hcl_scope_clone(scope)
        begin
          yield copy, block_owners
        ensure
          Native.pcty_hcl_scope_free(copy)
        end
      end

      AROUND = FFI::Function.new(:pointer, [:pointer]) do |user_data|
        around = nil
        Callbacks.failure { around = Native.pcty_hcl_scope_clone(Callbacks[user_data]) }
        around
      end
      private_constant :AROUND

      # A copy that changes independently.
      # @private
      def initialize_copy(other)
        super
        block_owners = other.block_owners
        hold(POINTER.take { Native.pcty_hcl_scope_clone(other) }, nil, block_owners: block_owners&.dup)
      end
    end
  end
end
