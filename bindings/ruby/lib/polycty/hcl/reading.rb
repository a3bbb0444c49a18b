# frozen_string_literal: true

module Polycty
  module HCL
    # A function that is called somewhere: its name, with `::` between its parts, where the name
    # and where the whole call stands, and what the text is called.
    Call = Struct.new(:name, :name_range, :range, :file)

    # What stands in a body: `kind` is `:attribute`, `:block` or, in JSON, `:either`; then there
    # are both, the blocks being those that there are if blocks of this type have no labels.
    Item = Struct.new(:kind, :attribute, :blocks) do
      # @return [String] the name of the argument, or the type of the blocks
      def name = attribute ? attribute.name : blocks.first.type
    end

    # What stands at a place of a text: the blocks around it, the argument that it is in, or nil,
    # and the expressions around it, each the outermost one first.
    Location = Struct.new(:blocks, :attribute, :expressions)

    # An operator as it is written, and where it stands.
    Operator = Struct.new(:symbol, :range)

    # A native list that lends what is read of it.
    # @private
    class Items < Closable
      frees_with :pcty_hcl_items_free
      private_class_method :new

      # @return [Array<Item>]
      def read
        Array.new(Native.pcty_hcl_items_count(self)) do |at|
          item = Native.found(Native::HclItem) { |out| Native.pcty_hcl_items_at(self, at, out) }
          blocks = Array.new(item[:block_count]) do |block|
            Block.lend(Native.pcty_hcl_items_block_at(self, at, block), lender)
          end
          Item.new(item[:kind], Attribute.lend(item[:attribute], lender), blocks.freeze).freeze
        end
      end
    end

    # A native place that lends what is read of it.
    # @private
    class LocationHandle < Closable
      frees_with :pcty_hcl_location_free
      private_class_method :new

      # @return [Location]
      def read
        found = Native.found(Native::HclLocationData) { |out| Native.pcty_hcl_location_info(self, out) }
        blocks = Array.new(found[:block_count]) do |at|
          Block.lend(Native.pcty_hcl_location_block_at(self, at), lender)
        end
        attribute = Attribute.lend(found[:attribute], lender)
        expressions = Array.new(found[:expression_count]) do |at|
          Expression.lend(Native.pcty_hcl_location_expression_at(self, at), lender)
        end
        Location.new(blocks, attribute, expressions).freeze
      end
    end

    class << self
      # The calls of a native list that the block gives, which is freed.
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
      # @param shown [Symbol] `:expression` refuses what is unknown or marked; `:redacted` shows
      #   it in parentheses, and of what is marked nothing but its marks; `:revealed` all of it
      # @return [String]
      # @raise [UnknownError, MarkedError]
      def format_value(value, shown: :expression)
        Native.take_text { Native.result { |out, e| Native.pcty_hcl_value_format(value, shown, out, e) } }
      end

      # The attributes of a value that a type does not have, at any depth: what a conversion passes
      # over.
      # @param value [Value]
      # @param type [Type]
      # @return [Array<Error>] each with its path, and a diagnostic that is a warning
      def extraneous(value, type)
        Error.from_list do
          Native.result do |out, e|
            Native.pcty_hcl_value_extraneous(value, type, out, e)
          end
        end
      end
    end

    # Bodies without a schema.
    class Body
      # What stands in the body, in the order of the text. What is set twice is there twice, and a
      # fault of the text hides nothing but itself.
      # @return [Array<Item>]
      def items = Items.own { Native.result { |out, e| Native.pcty_hcl_body_items(self, out, e) } }.read

      # What stands at a byte, or at a line and column.
      # @param byte [Integer, nil]
      # @param line [Integer, nil] from 1, with `column`
      # @param column [Integer, nil] from 1; past the end of the line it is that end
      # @param file [String] of several bodies the one that was read under this name
      # @return [Location]
      def at(byte = nil, line: nil, column: 1, file: "")
        name = Native.str(file)
        byte ||= byte_of(line, column, file: file)
        LocationHandle.own do
          Native.result do |out, e|
            Native.pcty_hcl_body_at_byte(self, name, byte, out, e)
          end
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

      # @return [Array<Traversal>] the variables that it refers to, however deep
      def variables
        HCL.traversals { Native.result { |out, e| Native.pcty_hcl_body_variables(self, out, e) } }
      end

      # @return [Array<Call>] the functions that it calls, however deep
      def calls = HCL.calls { Native.result { |out, e| Native.pcty_hcl_body_calls(self, out, e) } }

      # @return [SourceRange] a block's with its braces, a file's as a whole
      def range = SourceRange.from_native(Native.pcty_hcl_body_range(self, :whole))

      # @return [String] as it is written: a block's with its braces, a file's as a whole
      def text = Native.text(data[:text])
    end

    # Places of blocks.
    class Block
      # @return [SourceRange] from its type to its closing brace
      def whole_range = SourceRange.from_native(Native.pcty_hcl_block_range(self, :whole))

      # @return [SourceRange] of the opening brace; empty where there is none
      def open_range = SourceRange.from_native(Native.pcty_hcl_block_range(self, :open_brace))

      # @return [SourceRange] of the closing brace; empty where there is none
      def close_range = SourceRange.from_native(Native.pcty_hcl_block_range(self, :close_brace))
    end

    # The trees of expressions.
    class Expression
      # What the expression is, as `:literal`, `:template`, `:traversal`, `:call`, `:conditional`,
      # `:index`, `:tuple`, `:object`, `:for`, `:splat`, `:unary`, `:operations` or
      # `:parentheses`; the C header has them all.
      # @return [Symbol]
      def form = data[:form]

      # The parts in the order of the text, each with what it is to the whole, as `:operand` or
      # `:argument`.
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
      # @return [Array<Expression>] those around a byte: this one and, within each, the part that
      #   the byte belongs to
      def around(byte)
        Expression.from_list do
          Native.result do |out, e|
            Native.pcty_hcl_expression_at_byte(self, byte, out, e)
          end
        end
      end

      # @return [String, nil] the function that it calls, or the variable that it begins with
      def name
        name = Native.text(data[:name])
        name unless name.nil? || name.empty?
      end

      # @return [Array(String, String), nil] the names that a `for` gives to each key, nil if it
      #   gives none, and to each value
      def iterators
        found = data
        value = Native.text(found[:value_name])
        [Native.text(found[:key_name]), value] if value
      end

      # @return [Array<Operator>] one in front of its operand, or each behind that of its position
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
      def steps
        HCL.traversals { Native.pcty_hcl_expression_steps(self) }.first
      end

      # @return [Array<Call>] the functions that it calls, however deep
      def calls = HCL.calls { Native.pcty_hcl_expression_calls(self) }

      # @return [String] as it is written; in JSON with the quotes
      def text = Native.text(data[:text])
    end
  end
end
