# frozen_string_literal: true

module Polycty
  module PCL
    # Types of variables and functions by name, for checking expressions. Scopes nest: names that an
    # inner scope does not define are looked up in the outer ones.
    class TypeScope < Changing
      frees_with :pcty_pcl_type_scope_free

      # A scope for type expressions. The type of an expression in it is the type that the
      # expression denotes.
      # @return [TypeScope]
      def self.of_constructors = own { Native.pcty_pcl_type_scope_of_constructors }

      # @param variables [Hash{Symbol, String => Type, String}]
      # @param functions [Hash{Symbol, String => Type, Proc}] a function type, or a Proc that
      #   returns it for each call, as the block of {#define} does
      def initialize(variables: {}, functions: {})
        hold(POINTER.take { Native.pcty_pcl_type_scope_new }, nil)
        variables.each { |name, type| self[name] = type }
        functions.each do |name, type|
          type.respond_to?(:call) ? define(name, &type) : define(name, type)
        end
      end

      # Defines a variable, in place of an earlier one of that name.
      # @param name [Symbol, String]
      # @param type [Type, String]
      def []=(name, type)
        type = Type.coerce(type, dialect: :pcl)
        text = Native.str(name)
        set { |e| Native.pcty_pcl_type_scope_set_variable(self, text, type, e) }
      end

      # @param name [Symbol, String]
      # @return [Type, nil] the type of a variable, in this scope or an outer one
      def [](name)
        found = Native.pcty_pcl_type_scope_variable_get(self, Native.str(name))
        Type.own(dialect: :pcl) { Native.pcty_type_clone(found) }
      end

      # Defines a function by its type, or by a block. For each call, the block receives the types
      # and the expressions of the arguments, and returns a function type.
      # @param name [Symbol, String]
      # @param type [Type, nil] one of {Type::Constructors#func}
      # @yieldparam arguments [Array<Type>]
      # @yieldparam expressions [Array<HCL::Expression>]
      # @yieldreturn [Type]
      # @return [self]
      def define(name, type = nil, &block)
        text = Native.str(name)
        unless block
          Type.expect(type)
          return set { |e| Native.pcty_pcl_type_scope_set_function(self, text, type, e) }
        end

        register(name.to_s, block) do |data, e|
          Native.pcty_pcl_type_scope_set_generic_function(self, text, RULE, data, Callbacks::DESTROY, e)
        end
      end

      # @param name [Symbol, String]
      # @return [Boolean] whether a function of the name is defined in this scope or an outer one
      def function?(name) = Native.pcty_pcl_type_scope_has_function(self, Native.str(name))

      # A new scope within the current state of this one.
      # @param variables [Hash{Symbol, String => Type, String}]
      # @return [TypeScope]
      def child(variables: {})
        child = TypeScope.own(block_owners: { around: block_owners }) { Native.result { |out, e| Native.pcty_pcl_type_scope_child(self, out, e) } }
        variables.each { |name, type| child[name] = type }
        child
      end

      # A copy that changes independently.
      # @private
      def initialize_copy(other)
        super
        block_owners = other.block_owners
        hold(POINTER.take { Native.pcty_pcl_type_scope_clone(other) }, nil, block_owners: block_owners&.dup)
      end

      RULE = FFI::Function.new(
        :uint32, %i[pointer pointer pointer size_t pointer pointer]
      ) do |user_data, arguments, expressions, count, out, error|
        Callbacks.enter(error) do
          types = arguments.read_array_of_pointer(count).map do |pointer|
            Type.own(dialect: :pcl) { Native.pcty_type_clone(pointer) }
          end
          written = expressions.read_array_of_pointer(count).map do |pointer|
            HCL::Expression.own { Native.pcty_hcl_expression_clone(pointer) }
          end
          type = Type.expect(Callbacks[user_data].call(types, written))
          out.write_pointer(Native.pcty_type_clone(type))
        end
      end
      private_constant :RULE
    end
  end
end
