# frozen_string_literal: true

module Polycty
  class Type < Handle
    # Constructors of types, without a notation.
    #
    # Where a type is expected, its notation in HCL is accepted. The result has the dialect of its
    # parts; constructors without parts take a `dialect:`.
    module Constructors
      # @!method any(dialect: :hcl)
      #   The type that is not yet known (HCL), dynamic (PCL), the top type (Puppet).
      #   @return [Type]
      # @!method none(dialect: :hcl)
      #   The type of nothing: PCL's none, Puppet's Undef.
      #   @return [Type]
      # @!method bool(dialect: :hcl)
      #   All bools.
      #   @return [Type]
      # @!method number(dialect: :hcl)
      #   Numbers of arbitrary precision.
      #   @return [Type]
      # @!method string(dialect: :hcl)
      #   All strings.
      #   @return [Type]
      # @!method integer(dialect: :hcl)
      #   All exact integers, whose type differs from that of numbers.
      #   @return [Type]
      # @!method float(dialect: :hcl)
      #   All doubles.
      #   @return [Type]
      # @!method meta(dialect: :hcl)
      #   The type of every type.
      #   @return [Type]
      %i[any none bool number string integer float meta].each do |name|
        constant = Native.public_send("pcty_type_#{name}")
        define_method(name) do |dialect: :hcl|
          borrow(constant, nil, dialect: dialect)
        end
      end

      # @param value [Boolean]
      # @return [Type] the bool type of one value
      def bool_value(value, dialect: :puppet) = own(dialect: dialect) { Native.pcty_type_bool_value(value) }

      # @param range [Range<Integer>] inclusive bounds; either end may be open
      # @return [Type] integers within the bounds
      def integer_range(range, dialect: :puppet)
        bounds = [range.begin, range.end].map { |n| n && Value.from(n, dialect: :puppet) }
        make(dialect) { |out, e| Native.pcty_type_integer_range(*bounds, out, e) }
      end

      # @param range [Range<Float>] inclusive bounds; either end may be open
      # @return [Type] doubles within the bounds
      def float_range(range, dialect: :puppet)
        bounds = [range.begin, range.end].map { |n| n && [Float(n)].pack("D") }
        make(dialect) { |out, e| Native.pcty_type_float_range(*bounds, out, e) }
      end

      # @param range [Range<Integer>] lengths
      # @return [Type] strings of these lengths
      def string_length(range, dialect: :puppet)
        size = Native.size_range(range)
        make(dialect) { |out, e| Native.pcty_type_string_length(size, out, e) }
      end

      # @param texts [Array<String>]
      # @param ignore_case [Boolean]
      # @return [Type] one of these strings
      def string_enumeration(*texts, ignore_case: false, dialect: :puppet)
        array = Native.strs(texts)
        mode = ignore_case ? :ignored : :sensitive
        make(dialect) { |out, e| Native.pcty_type_string_enumeration(array, texts.length, mode, out, e) }
      end

      # @param patterns [Array<String, Regexp>]
      # @return [Type] strings that match one of the patterns
      def string_patterns(*patterns, dialect: :puppet)
        array = Native.strs(patterns.map { |each| each.is_a?(Regexp) ? each.source : each })
        make(dialect) { |out, e| Native.pcty_type_string_patterns(array, patterns.length, out, e) }
      end

      # @param element [Type, String]
      # @param size [Range<Integer>, nil] how many elements
      # @return [Type] lists of the element type
      def list(element, size: nil)
        element = coerce(element)
        size &&= Native.size_range(size)
        make(element.dialect) { |out, e| Native.pcty_type_list(element, size, out, e) }
      end

      # @param element [Type, String]
      # @return [Type] sets of the element type
      def set(element) = around(:pcty_type_set, coerce(element))

      # @param element [Type, String]
      # @param key [Type, String, nil] strings by default
      # @param size [Range<Integer>, nil] how many entries
      # @return [Type] maps to the element type
      def map(element, key: nil, size: nil)
        element = coerce(element)
        key &&= coerce(key)
        dialect = Dialect.of([key, element].compact)
        size &&= Native.size_range(size)
        make(dialect) { |out, e| Native.pcty_type_map(key, element, size, out, e) }
      end

      # @param elements [Array<Type, String>]
      # @param size [Range<Integer>, nil] how many elements: the last type repeats, and trailing
      #   ones may be missing, as in Puppet
      # @return [Type] a type for each position
      def tuple(*elements, size: nil)
        several(elements) do |array, count, out, e|
          Native.pcty_type_tuple(array, count, size && Native.size_range(size), out, e)
        end
      end

      # An object type.
      #
      #   Polycty::Type.object({ name: "string", port: "number" }, optional: [:port])
      #
      # @param fields [Hash{Symbol, String => Type, String}]
      # @param optional [Array<Symbol, String>] the names of the fields that may be missing
      # @param ordered [Boolean] whether the order of the fields counts, as in Puppet and mcl;
      #   otherwise they are sorted by name, as in HCL and PCL
      # @return [Type]
      def object(fields, optional: [], ordered: false, dialect: nil)
        types = fields.values.map { |type| coerce(type) }
        optional = optional.map(&:to_s)
        array = Native::Field.array(fields.keys.map(&:to_s).zip(types)) do |field, (name, type)|
          field.borrow_text(:name, name)
          field.borrow(:type, type)
          field[:presence] = optional.include?(name) ? :optional : :required
        end
        function = ordered ? :pcty_type_ordered_object : :pcty_type_object
        make(dialect || Dialect.of(types)) { |out, e| Native.public_send(function, array, types.length, out, e) }
      end

      # @param members [Array<Type, String>]
      # @return [Type] the union of at least one member, in this order
      def union(*members) = several(members) { |array, count, out, e| Native.pcty_type_union(array, count, out, e) }

      # @!method optional(element)
      #   A type or undef.
      #   @param element [Type, String]
      #   @return [Type]
      # @!method not_undef(element)
      #   A type without undef.
      #   @param element [Type, String]
      #   @return [Type]
      # @!method promise(element)
      #   A deferred value of a type.
      #   @param element [Type, String]
      #   @return [Type]
      # @!method output(element)
      #   A deferred value of a type, with its dependencies.
      #   @param element [Type, String]
      #   @return [Type]
      # @!method meta_of(element)
      #   The type of a type.
      #   @param element [Type, String]
      #   @return [Type]
      {
        optional: :optional, not_undef: :not_undef, promise: :promise, output: :output, meta_of: :meta
      }.each do |name, kind|
        define_method(name) do |element|
          element = coerce(element)
          make(element.dialect) { |out, e| Native.pcty_type_wrapper(element, kind, out, e) }
        end
      end

      # @param value [Object] a bool, number or string
      # @param type [Type, String] its type
      # @return [Type] that one value
      def literal(value, type)
        type = coerce(type)
        value = Value.from(value, type)
        make(type.dialect) { |out, e| Native.pcty_type_literal(type, value, out, e) }
      end

      # @param token [String]
      # @param values [Array<Object>] bools, numbers or strings
      # @param type [Type, String] their type
      # @return [Type] one of these values, identified by a token
      def enumeration(token, values, type)
        type = coerce(type)
        values = values.map { |value| Value.from(value, type) }
        text = Native.str(token)
        array = Native.handles(values)
        make(type.dialect) { |out, e| Native.pcty_type_enumeration(text, type, array, values.length, out, e) }
      end

      # A function type.
      #
      #   Polycty::Type.function({ text: "string" }, "number").kind  # => :function
      #
      # @param parameters [Hash{Symbol, String => Type, String}, nil] the positional ones; nil for
      #   any parameters
      # @param result [Type, String, nil] nil if it is not specified
      # @param variadic [Type, String, nil] the type of all further arguments
      # @return [Type]
      def function(parameters = nil, result = nil, variadic: nil, dialect: nil)
        types = (parameters || {}).transform_values { |type| coerce(type) }
        result &&= coerce(result)
        variadic &&= coerce(variadic)
        struct = Native::FunctionType.sized
        struct[:parameters] = parameters ? :listed : :any
        struct[:positional_count] = types.length
        struct.borrow(:positional, params(types))
        struct.borrow(:variadic, variadic && params({ nil => variadic }))
        struct.borrow(:result, result)
        make(dialect || Dialect.of([*types.values, result, variadic])) do |out, e|
          Native.pcty_type_function(struct, out, e)
        end
      end

      # Types that refer to themselves and each other.
      #
      #   tree, = Polycty::Type.recursive("Tree") { |tree| Polycty::Type.list(tree) }
      #   tree.unfold.element == tree  # => true
      #
      # @param names [Array<String, Symbol>]
      # @yieldparam types [Array<Type>] the placeholders for the types in the definitions
      # @yieldreturn [Type, Array<Type>] the definitions, in the order of the names
      # @return [Array<Type>] references to the definitions
      def recursive(*names, dialect: :hcl)
        scope = Native.pcty_variable_scope_new
        definitions = Array(yield(*names.each_index.map do |index|
          own(dialect: dialect) { Native.pcty_variable_scope_get(scope, index) }
        end)).each { |type| expect(type) }
        references(group(scope, names, definitions), names.length, dialect)
      ensure
        Native.pcty_variable_scope_free(scope)
      end

      # A new type of capsules, different from every other one: its values hold Ruby objects
      # (see {Value.capsule}).
      # @param name [String]
      # @return [Type]
      def capsule(name, dialect: :hcl) = make(dialect) { |out, e| Native.pcty_type_capsule(Native.str(name), nil, out, e) }

      # Finds the type that all of several types convert to.
      # @param types [Array<Type, String>] of one dialect
      # @param safety [Symbol] `:unsafe` also allows conversions that fail for some values
      # @return [Unification]
      # @raise [ConversionError] if there is none
      def unify(*types, safety: :unsafe)
        types = types.map { |type| coerce(type) }
        dialect = Dialect.of(types)
        array = Native.handles(types)
        Unification.own(dialect: dialect) do
          Native.result { |out, e| Native.pcty_type_unify(array, types.length, dialect, safety, out, e) }
        end
      end

      private

      def make(dialect, &call) = own(dialect: dialect) { Native.result(&call) }

      def around(function, element)
        make(element.dialect) { |out, e| Native.public_send(function, element, out, e) }
      end

      def several(types)
        types = types.map { |type| coerce(type) }
        array = Native.handles(types)
        make(Dialect.of(types)) { |out, e| yield array, types.length, out, e }
      end

      def group(scope, names, definitions)
        unless names.length == definitions.length
          raise ::ArgumentError, "#{names.length} names and #{definitions.length} definitions"
        end

        texts = Native.strs(names)
        array = Native.handles(definitions)
        Native.result { |out, e| Native.pcty_group_new(scope, texts, array, definitions.length, out, e) }
      end

      # References to the definitions of a group. The group handle is freed; the references keep the
      # group alive.
      def references(group, count, dialect)
        Array.new(count) { |index| make(dialect) { |out, e| Native.pcty_group_reference_at(group, index, out, e) } }
      ensure
        Native.pcty_group_free(group)
      end

      def params(types)
        Native::TypeParameter.array(types.to_a) do |param, (name, type)|
          param.borrow_text(:name, name) if name
          param.borrow(:type, type)
        end
      end
    end
  end
end
