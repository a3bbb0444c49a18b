# frozen_string_literal: true

module Polycty
  module PCL
    # A conversion that an expression needs: its location, its source and target types, and its
    # safety.
    Conversion = Struct.new(:range, :from, :to, :kind) do
      # @private
      def self.from_native(struct, owner)
        types = %i[from to].map { |end_| Type.borrow(struct[end_], owner, dialect: :pcl) }
        new(SourceRange.from_native(struct[:range]), *types, struct[:kind]).freeze
      end
    end

    # A checked expression, with the types of all of its nodes. It never changes.
    class Checked < Closable
      frees_with :pcty_pcl_checked_free
      private_class_method :new

      # @return [Type] the type of the whole expression
      def type = Type.borrow(data[:type], root_owner, dialect: :pcl)

      # @return [Error, nil] an error with all diagnostics including warnings; nil if there are none
      def diagnostics
        @diagnostics || Native.uninterrupted do
          HCL.diagnosed(Native.pcty_error_clone(data[:diagnostics]))
        end
      end

      # Reads the diagnostics while the exceptions of blocks are recorded.
      # @private
      def keep_causes
        @diagnostics = nil
        @diagnostics = diagnostics if Callbacks.raised?
        self
      end

      # @return [Boolean] whether one of the diagnostics is an error
      def errors? = data[:has_errors]

      # @return [Array<Conversion>] the required conversions, in the order of the checking
      def conversions
        Native.structs(Native::PclConversion, :pcty_pcl_checked_conversion_at, self, data[:conversion_count]) do |struct|
          Conversion.from_native(struct, root_owner)
        end
      end

      # The safety of the conversion of the whole expression to a type.
      # @param type [Type, String]
      # @return [Symbol] `:same`, `:safe` or `:unsafe`
      # @raise [DiagnosticsError] if it is not accepted, with a diagnostic at the expression
      def accepted_as(type)
        type = Type.coerce(type, dialect: :pcl)
        kind = Native.plain(:uint32) { |out, e| Native.pcty_pcl_checked_accepted_as(self, type, out, e) }
        Native.enum_type(:pcty_conversion)[kind.read_uint32]
      end

      # @return [Node] the node of the whole expression
      def root = Node.borrow(Native.pcty_pcl_checked_root(self), root_owner)

      private

      def details = "#{type}"

      def data
        to_ptr # raises if this is closed
        return @data if @data

        data = Native::PclCheckedData.new
        Native.pcty_pcl_checked_info(self, data)
        @data = data unless frozen?
        data
      end
    end

    # A node of a checked expression. It enumerates itself and all nodes inside, depth first.
    class Node < Handle
      include Enumerable

      # @private
      def hold(pointer, owner)
        super
        # A node is immutable, so its data are read once.
        @data = Native::PclNodeData.new
        Native.pcty_pcl_node_info(pointer, @data)
        self
      end

      # @return [Symbol] its kind, such as `:literal`, `:variable` or `:call`
      def kind = data[:kind]

      # @return [Symbol] its role in its parent, such as `:argument`; `:root` for the whole
      #   expression
      def role = data[:role]

      # @return [Type]
      def type = Type.borrow(data[:type], root_owner, dialect: :pcl)

      # @return [SourceRange] its range in the text
      def range = SourceRange.from_native(Native.pcty_pcl_node_range(self))

      # @return [String] its source text
      def text = Native.text(data[:text])

      # @return [String, nil] the name of a variable, an attribute, a function or a key
      def name = Native.text(data[:name])

      # @return [String, nil] the name of the variable for each key of a `for`
      def key_name = Native.text(data[:key_name])

      # @return [Value, nil] the value of a literal, or the key of a step
      def value = Value.borrow(data[:value], root_owner, dialect: :pcl)

      # @return [Symbol] the operator, such as `:add`; `:none` for other nodes
      def operator = data[:operator]

      # @return [Boolean] whether it has `...`
      def ellipsis? = data[:has_ellipsis]

      # @return [Array<Node>] its parts
      def children
        Array.new(data[:child_count]) { |index| Node.borrow(Native.pcty_pcl_node_child_at(self, index), root_owner) }
      end

      # @yieldparam node [Node]
      # @return [Enumerator, self]
      def each(&block)
        return enum_for unless block

        yield self
        children.each { |child| child.each(&block) }
        self
      end

      # @return [Conversion, nil] the conversion that its value needs in its position
      def conversion
        struct = Native::PclConversion.sized
        Conversion.from_native(struct, root_owner) if Native.pcty_pcl_node_conversion(self, struct)
      end

      # @return [HCL::Expression, nil] its expression; steps, operations within a chain and items
      #   have none
      def expression = HCL::Expression.own { Native.pcty_pcl_node_expression(self) }

      # @return [String]
      def inspect = "#<#{self.class} #{kind} #{type} #{text}>"

      private

      # Raises if the object that owns the node is closed.
      def data
        to_ptr
        @data
      end
    end
  end
end
