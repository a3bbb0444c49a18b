# frozen_string_literal: true

module Polycty
  module HCL
    # A description of the content of a body and of its conversion to a value: the vocabulary of
    # HCL's hcldec. The type of the value is known before any body is decoded.
    #
    #   Spec = Polycty::HCL::Spec
    #   services = Spec.block_list("service", Spec.object(
    #     name: Spec.label(0, "name"),
    #     port: Spec.attribute("port", "number", required: true)
    #   ))
    #   body = Polycty::HCL::Body.parse('service "web" { port = 80 }')
    #   services.decode(body).to_ruby  # => [{"name"=>"web", "port"=>80}]
    class Spec < Closable
      frees_with :pcty_hcl_spec_free
      private_class_method :new

      class << self
        # @param specs [Hash{Symbol, String => Spec}] all of them for the same body
        # @return [Spec] an object with an attribute for each spec
        def object(specs)
          names = Native.strs(specs.keys)
          array = array(specs.values)
          make(specs.values) { |out, e| Native.pcty_hcl_spec_object(names, array, specs.length, out, e) }
        end

        # @param specs [Array<Spec>] all of them for the same body
        # @return [Spec] a tuple with an element for each spec
        def tuple(*specs)
          array = array(specs)
          make(specs) { |out, e| Native.pcty_hcl_spec_tuple(array, specs.length, out, e) }
        end

        # @param name [Symbol, String]
        # @param type [Type, String] for {Type::Constructors#meta} the argument is a type expression
        # @param required [Boolean] if false, the value of a missing argument is null
        # @return [Spec] the value of an argument, converted to a type
        def attribute(name, type, required: false)
          type = Type.coerce(type)
          text = Native.str(name)
          make { |out, e| Native.pcty_hcl_spec_attribute(text, type, required, out, e) }
        end

        # @param value [Value, Object]
        # @return [Spec] a constant value, independent of the body
        def literal(value)
          value = Value.coerce(value)
          make { |out, e| Native.pcty_hcl_spec_literal(value, out, e) }
        end

        # @param expression [Expression]
        # @return [Spec] the value of an expression in the scope of the decoding
        def expression(expression) = make { |out, e| Native.pcty_hcl_spec_expression(Expression.expect(expression), out, e) }

        # @param type [Symbol, String]
        # @param nested [Spec] for the body of the block
        # @param required [Boolean]
        # @return [Spec] the content of the single block of a type
        def block(type, nested, required: false)
          blocks(type, nested, :single) { |options| options[:required] = required }
        end

        # @!method block_list(type, nested, min: 0, max: 0)
        #   A list of the contents of the blocks of a type.
        #   @param type [Symbol, String]
        #   @param nested [Spec]
        #   @param min [Integer]
        #   @param max [Integer] 0 for any number
        #   @return [Spec]
        # @!method block_set(type, nested, min: 0, max: 0)
        #   A set of the contents of the blocks of a type.
        #   @param type [Symbol, String]
        #   @param nested [Spec]
        #   @param min [Integer]
        #   @param max [Integer] 0 for any number
        #   @return [Spec]
        # @!method block_tuple(type, nested, min: 0, max: 0)
        #   A tuple of the contents of the blocks of a type, each of its own type.
        #   @param type [Symbol, String]
        #   @param nested [Spec]
        #   @param min [Integer]
        #   @param max [Integer] 0 for any number
        #   @return [Spec]
        %i[list set tuple].each do |kind|
          define_method(:"block_#{kind}") do |type, nested, min: 0, max: 0|
            blocks(type, nested, kind) do |options|
              options[:min] = min
              options[:max] = max
            end
          end
        end

        # @!method block_map(type, labels, nested)
        #   Nested maps, one level for each label, of the contents of the blocks.
        #   @param type [Symbol, String]
        #   @param labels [Array<Symbol, String>] the names of the labels
        #   @param nested [Spec]
        #   @return [Spec]
        # @!method block_object(type, labels, nested)
        #   Nested objects, one level for each label, of the contents of the blocks.
        #   @param type [Symbol, String]
        #   @param labels [Array<Symbol, String>] the names of the labels
        #   @param nested [Spec]
        #   @return [Spec]
        %i[map object].each do |kind|
          define_method(:"block_#{kind}") do |type, labels, nested|
            blocks(type, nested, kind) do |options|
              options.borrow(:labels, Native.strs(labels))
              options[:label_count] = labels.length
            end
          end
        end

        # @param type [Symbol, String]
        # @param element [Type, String]
        # @param required [Boolean]
        # @return [Spec] a map of the arguments of the single block of a type
        def block_attributes(type, element, required: false)
          text = Native.str(type)
          element = Type.coerce(element)
          make { |out, e| Native.pcty_hcl_spec_block_attributes(text, element, required, out, e) }
        end

        # @param index [Integer] from 0
        # @param name [Symbol, String] the name of the label in diagnostics
        # @return [Spec] a label of the block that the body belongs to
        def label(index, name) = make { |out, e| Native.pcty_hcl_spec_block_label(index, Native.str(name), out, e) }

        # @return [Spec] the content that no other spec for the same body describes, as a value from
        #   which {HCL.body_of} returns the body. With it, such content is not an error.
        def rest = make { |out, e| Native.pcty_hcl_spec_rest(nil, out, e) }

        # @param element [Type, String]
        # @return [Spec] a map of the arguments that no other spec for the same body describes; an
        #   object if the element type is not specified
        def rest_attributes(element) = make { |out, e| Native.pcty_hcl_spec_rest(Type.coerce(element), out, e) }

        # Parses a spec in the form of an HCL document, in the language of the hcldec command.
        # @param body [Body]
        # @param scope [Scope, nil] receives the variables and functions that the spec defines for
        #   the bodies
        # @return [Spec]
        # @raise [DiagnosticsError]
        def read(body, scope = nil)
          Body.expect(body)
          scope &&= Scope.expect(scope)
          Callbacks.guard do
            made = Native.uninterrupted { POINTER.take { Native.result { |out, e| Native.pcty_hcl_spec_parse(body, scope, out, nil, e) } } }
            allocate.hold(made, nil, block_owners: scope&.block_owners)
          end
        end

        private

        def make(owners = [], &call) = own(block_owners: owners.map(&:block_owners)) { Native.result(&call) }

        # The spec of the blocks of a type; the block sets the options.
        def blocks(type, nested, kind)
          text = Native.str(type)
          expect(nested)
          options = Native::HclBlockOptions.sized
          yield options
          make([nested]) { |out, e| Native.pcty_hcl_spec_block(text, nested, kind, options, out, e) }
        end

        def array(specs) = Native.handles(specs.each { |spec| expect(spec) })
      end

      # @param fallback [Spec]
      # @return [Spec] the value of this spec, or that of the fallback if it is null
      def or_else(fallback)
        Spec.expect(fallback)
        make([self, fallback]) { |out, e| Native.pcty_hcl_spec_default(self, fallback, out, e) }
      end

      # The result of a function of one parameter for the value.
      # @param function [Function]
      # @return [Spec]
      def transform(function)
        Function.expect(function)
        make([self, function]) { |out, e| Native.pcty_hcl_spec_transform(self, function, out, e) }
      end

      # A value that a block checks; an exception becomes a diagnostic at the position of the value.
      # The block is not called if there are errors already.
      # @yieldparam value [Value]
      # @return [Spec]
      def validate(&block)
        raise ::ArgumentError, "a check requires a block" unless block

        box = Callbacks.refer(block)
        make([self], box) do |out, e|
          Native.pcty_hcl_spec_validate(self, CHECK, box.to_ptr, Callbacks::DESTROY, out, e)
        end
      end

      # A value that a block refines, also while it is unknown. An exception becomes a diagnostic.
      # The block is not called if there are errors already, and receives no marks.
      # @yieldparam builder [RefinementBuilder]
      # @return [Spec]
      def refine(&block)
        raise ::ArgumentError, "a refinement requires a block" unless block

        box = Callbacks.refer(block)
        make([self], box) do |out, e|
          Native.pcty_hcl_spec_refine(self, REFINE, box.to_ptr, Callbacks::DESTROY, out, e)
        end
      end

      # @param body [Body] a body without content that the spec does not describe
      # @param scope [Scope, nil] without one, expressions have neither variables nor functions
      # @return [Value]
      # @raise [DiagnosticsError] with all diagnostics, if one of them is an error
      def decode(body, scope = nil)
        Body.expect(body)
        Callbacks.guard do
          Scope.borrowed(scope) do |borrowed|
            Value.own { Native.result { |out, e| Native.pcty_hcl_spec_decode(self, body, borrowed, out, nil, e) } }
          end
        end
      end

      # Decodes a body as far as possible: invalid parts become unknown values.
      # @param body [Body]
      # @param scope [Scope, nil]
      # @return [Array(Value, Error)]
      def decode_diagnosed(body, scope = nil)
        Body.expect(body)
        Callbacks.guard do
          Native.uninterrupted do
            value, error = Scope.borrowed(scope) do |borrowed|
              Native.results(2) do |out, diagnostics, e|
                Native.pcty_hcl_spec_decode(self, body, borrowed, out, diagnostics, e)
              end
            end
            [Value.own { value }, HCL.diagnosed(error)]
          end
        end
      end

      # Decodes the content that the spec describes, and returns a body with the rest.
      # @param body [Body]
      # @param scope [Scope, nil]
      # @return [Array(Value, Body)]
      # @raise [DiagnosticsError]
      def partial_decode(body, scope = nil)
        Body.expect(body)
        Callbacks.guard do
          Native.uninterrupted do
            value, rest = Scope.borrowed(scope) do |borrowed|
              Native.results(2) do |out, rest, e|
                Native.pcty_hcl_spec_partial_decode(self, body, borrowed, out, rest, nil, e)
              end
            end
            [Value.own { value }, Body.own(block_owners: body.block_owners) { rest }]
          end
        end
      end

      # The variables that the decoding of a body needs.
      # @param body [Body]
      # @param needs [Symbol] `:body`; `:all` to include the expansion of `dynamic` blocks;
      #   `:expansion` for the expansion only
      # @return [Array<Traversal>]
      def variables(body, needs: :body)
        Body.expect(body)
        HCL.traversals do
          Native.result { |out, e| Native.pcty_hcl_spec_variables(self, body, needs, out, e) }
        end
      end

      # @param body [Body]
      # @return [SourceRange] the source range of the decoded value in a body
      def source_range(body) = SourceRange.from_native(Native.pcty_hcl_spec_source_range(self, Body.expect(body)))

      # @return [Type] the type of decoded values, as far as it is known without a body
      def implied_type = Type.borrow(Native.pcty_hcl_spec_implied_type(self), root_owner)

      private def details = "#{implied_type}"

      CHECK = FFI::Function.new(:pointer, %i[pointer pointer]) do |user_data, value|
        Callbacks.failure do
          Callbacks[user_data].call(Value.copy(value))
        end
      end
      REFINE = FFI::Function.new(:void, %i[pointer pointer]) do |user_data, builder|
        borrowed = RefinementBuilder.borrow(builder, nil)
        failure = Callbacks.failure { Callbacks[user_data].call(borrowed) }
        borrowed.close # the library frees the builder when the block has returned
        if failure
          Native.pcty_refinement_builder_fail(builder, failure, nil)
          Native.pcty_error_free(failure)
        end
      end
      private_constant :CHECK, :REFINE

      private

      def make(owners, *boxes, &call) = Spec.own(block_owners: owners.map(&:block_owners) + boxes) { Native.result(&call) }
    end

    class << self
      # @param value [Value]
      # @return [Body, nil] the body in a value of {Spec.rest}
      def body_of(value) = Body.own { Native.pcty_hcl_value_body(Value.expect(value)) }
    end
  end
end
