# frozen_string_literal: true

module Polycty
  module HCL
    # A function call: the function's name, with `::` between its parts, the ranges of the name and
    # of the whole call, and the name of the text.
    Call = Struct.new(:name, :name_range, :range, :file)

    # An item of a body: `kind` is `:attribute`, `:block` or, in JSON, `:either`. For `:either` both
    # are present; the blocks are those of a block type without labels.
    Item = Struct.new(:kind, :attribute, :blocks) do
      # @return [String] the name of the argument, or the type of the blocks
      def name = attribute ? attribute.name : blocks.first.type
    end

    # The context of a position in a text: the enclosing blocks, the enclosing argument or nil, and
    # the enclosing expressions, each from the outermost to the innermost.
    Location = Struct.new(:blocks, :attribute, :expressions)

    # An operator in its notation, and its range.
    Operator = Struct.new(:symbol, :range)

    # A native list that owns the items that are read from it.
    # @private
    class Items < Closable
      frees_with :pcty_hcl_items_free
      private_class_method :new

      # @return [Array<Item>]
      def read
        Array.new(Native.pcty_hcl_items_count(self)) do |at|
          item = Native.found(Native::HclItem) { |out| Native.pcty_hcl_items_at(self, at, out) }
          blocks = Array.new(item[:block_count]) do |block|
            Block.borrow(Native.pcty_hcl_items_block_at(self, at, block), root_owner)
          end
          Item.new(item[:kind], Attribute.borrow(item[:attribute], root_owner), blocks.freeze).freeze
        end
      end
    end

    # A native location that owns the objects that are read from it.
    # @private
    class LocationHandle < Closable
      frees_with :pcty_hcl_location_free
      private_class_method :new

      # @return [Location]
      def read
        found = Native.found(Native::HclLocationData) { |out| Native.pcty_hcl_location_info(self, out) }
        blocks = Array.new(found[:block_count]) do |at|
          Block.borrow(Native.pcty_hcl_location_block_at(self, at), root_owner)
        end
        attribute = Attribute.borrow(found[:attribute], root_owner)
        expressions = Array.new(found[:expression_count]) do |at|
          Expression.borrow(Native.pcty_hcl_location_expression_at(self, at), root_owner)
        end
        Location.new(blocks, attribute, expressions).freeze
      end
    end

    class << self
      # The calls of the native list that the block returns. The list is freed.
      # @private
      def calls
        Native.uninterrupted do
          list = yield
          call = Native::HclCall.new
          Array.new(Native.pcty_hcl_calls_count(list)) do |at|
            Native.pcty_hcl_calls_at(list, at, call)
            Call.new(Native.text(call[:name]), SourceRange.from_native(call[:name_range]),
                     SourceRange.from_native(call[:range]), Native.text(call[:file])).freeze
          end
        ensure
          Native.pcty_hcl_calls_free(list) if list
        end
      end

      # The text of a value in HCL's notation.
      # @param value [Value]
      # @param shown [Symbol] `:expression` raises for unknown or marked values; `:redacted` shows
      #   unknown values in parentheses, and only the marks of marked values; `:revealed` shows
      #   everything
      # @return [String]
      # @raise [UnknownError, MarkedError]
      def format_value(value, shown: :expression)
        Native.take_text { Native.result { |out, e| Native.pcty_hcl_value_format(value, shown, out, e) } }
      end

      # The attributes of a value that a type does not have, at any depth. A conversion ignores
      # them.
      # @param value [Value]
      # @param type [Type]
      # @return [Array<Error>] each with its path, and a diagnostic that is a warning
      def extraneous(value, type)
        Error.from_list do
          Native.result { |out, e| Native.pcty_hcl_value_extraneous(value, type, out, e) }
        end
      end
    end

    # Bodies without a schema.
    class Body
      # The items of the body, in the order of the text. An item that is set twice appears twice,
      # and a syntax error hides only the item that contains it.
      # @return [Array<Item>]
      def items = Items.own { Native.result { |out, e| Native.pcty_hcl_body_items(self, out, e) } }.read

      # The context of a byte, or of a line and column.
      # @param byte [Integer, nil]
      # @param line [Integer, nil] from 1, with `column`
      # @param column [Integer, nil] from 1; clamped to the end of the line
      # @param file [String] the name of the text, if there are several bodies
      # @return [Location]
      def at(byte = nil, line: nil, column: 1, file: "")
        name = Native.str(file)
        byte ||= byte_of(line, column, file: file)
        LocationHandle.own do
          Native.result { |out, e| Native.pcty_hcl_body_at_byte(self, name, byte, out, e) }
        end.read
      end

      # @param line [Integer] from 1
      # @param column [Integer] from 1
      # @param file [String]
      # @return [Integer] the byte at a line and column
      def byte_of(line, column, file: "")
        name = Native.str(file)
        Native.plain(:size_t) do |out, e|
          Native.pcty_hcl_body_byte_of(self, name, line, column, out, e)
        end.get(:size_t, 0)
      end

      # @return [Array<Traversal>] the variables that it refers to, at any depth
      def variables = HCL.traversals { Native.result { |out, e| Native.pcty_hcl_body_variables(self, out, e) } }

      # @return [Array<Call>] the functions that it calls, at any depth
      def calls = HCL.calls { Native.result { |out, e| Native.pcty_hcl_body_calls(self, out, e) } }

      # @return [SourceRange] a block's with its braces, a file's as a whole
      def range = SourceRange.from_native(Native.pcty_hcl_body_range(self, :whole))

      # @return [String] as it is written: a block's with its braces, a file's as a whole
      def text = Native.text(data[:text])
    end

    # Ranges of blocks.
    class Block
      # @return [SourceRange] from its type to its closing brace
      def whole_range = SourceRange.from_native(Native.pcty_hcl_block_range(self, :whole))

      # @return [SourceRange] of the opening brace; empty if there is none
      def open_range = SourceRange.from_native(Native.pcty_hcl_block_range(self, :open_brace))

      # @return [SourceRange] of the closing brace; empty if there is none
      def close_range = SourceRange.from_native(Native.pcty_hcl_block_range(self, :close_brace))
    end

    # The trees of expressions.
    class Expression
      # The kind of the expression: `:literal`, `:template`, `:traversal`, `:call`, `:conditional`,
      # `:index`, `:tuple`, `:object`, `:for`, `:splat`, `:unary`, `:operations`, `:parentheses` and
      # others; the C header lists all of them.
      # @return [Symbol]
      def form = data[:form]

      # The parts in the order of the text, each with its role, such as `:operand` or `:argument`.
      # @return [Array<Array(Symbol, Expression)>]
      def parts
        Native.uninterrupted do
          list = Native.result { |out, e| Native.pcty_hcl_expression_parts(self, out, e) }
          roles = Array.new(Native.pcty_hcl_expressions_count(list)) do |at|
            Native.pcty_hcl_expressions_role_at(list, at)
          end
          roles.zip(Expression.from_list { list })
        end
      end

      # @param byte [Integer]
      # @return [Array<Expression>] the expressions that contain a byte, from this one to the
      #   innermost
      def around(byte)
        Expression.from_list do
          Native.result { |out, e| Native.pcty_hcl_expression_at_byte(self, byte, out, e) }
        end
      end

      # @return [String, nil] the function that it calls, or the variable that it begins with
      def name
        name = Native.text(data[:name])
        name unless name.nil? || name.empty?
      end

      # @return [Array(String, String), nil] the names of a `for` for the key, nil if it has none,
      #   and for the value
      def iterators
        found = data
        value = Native.text(found[:value_name])
        [Native.text(found[:key_name]), value] if value
      end

      # @return [Array<Operator>] a unary operator, or the binary operators, each after the operand
      #   at its index
      def operators
        found = []
        operator = Native::HclOperator.new
        while Native.pcty_hcl_expression_operator_at(self, found.length, operator)
          range = SourceRange.from_native(operator[:range])
          found << Operator.new(Native.text(operator[:text]), range).freeze
        end
        found
      end

      # @return [Traversal, nil] the constant steps of a traversal, or of one into another
      #   expression
      def steps = HCL.traversals { Native.pcty_hcl_expression_steps(self) }.first

      # @return [Array<Call>] the functions that it calls, at any depth
      def calls = HCL.calls { Native.pcty_hcl_expression_calls(self) }

      # @return [String] as it is written; in JSON with the quotes
      def text = Native.text(data[:text])
    end
  end
end
