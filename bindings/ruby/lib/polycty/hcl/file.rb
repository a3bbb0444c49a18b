# frozen_string_literal: true

module Polycty
  module HCL
    # An editable text in native syntax. Parts that no edit touches are kept byte for byte, and an
    # edit that fails changes nothing. Only one thread at a time may change it.
    #
    #   ports = Polycty::HCL::File.parse("# The port.\nport = 80 # as ever\n")
    #   ports["port"] = 8080
    #   ports.to_s # => "# The port.\nport = 8080 # as ever\n"
    class File < Closable
      include Freezable

      frees_with :pcty_hcl_file_free

      class << self
        # @param text [String]
        # @param file [String] the name of the text in diagnostics
        # @return [File]
        # @raise [SyntaxError] with all diagnostics
        def parse(text, file: "input")
          text = Native.str(text)
          name = Native.str(file)
          own(weight: Native::Weight.of(:file, text)) { Native.result { |out, e| Native.pcty_hcl_file_parse(text, name, out, nil, e) } }
        end

        # Reads and parses a file. Diagnostics name its path, and {#save} writes to it.
        # @param path [String, #to_path]
        # @return [File]
        # @raise [SyntaxError] with all diagnostics
        # @raise [SystemCallError] if the file cannot be read
        def load(path)
          SourceFile.load(path) { |text, name| parse(text, file: name).tap { |file| file.path = name } }
        end

        # Parses a text as far as possible. Parts with syntax errors are written back unchanged.
        # @return [Array(File, Error)] the error is nil without diagnostics
        def parse_diagnosed(text, file: "input")
          text = Native.str(text)
          name = Native.str(file)
          Native.uninterrupted do
            read, error = Native.results(2) do |out, diagnostics, e|
              Native.pcty_hcl_file_parse(text, name, out, diagnostics, e)
            end
            [own(weight: Native::Weight.of(:file, text)) { read }, HCL.diagnosed(error)]
          end
        end
      end

      # An empty file.
      def initialize = hold(POINTER.take { Native.pcty_hcl_file_new }, nil)

      # @return [String, nil] the path of the file, if {.load} read it or {#save} wrote it
      attr_reader :path

      # @private
      attr_writer :path

      # Replaces the content of a file by the text with all changes. If the call fails, the file keeps
      # its previous content.
      # @param path [String, #to_path, nil] the file to write; by default the one that was loaded
      # @return [self]
      # @raise [ArgumentError] without a path
      # @raise [SystemCallError] if the file cannot be written
      def save(path = @path)
        raise ::ArgumentError, "no path is given, and the text is not from a file" unless path

        SourceFile.save(path, to_s)
        @path ||= path.to_s unless frozen?
        self
      end

      private def details = @path

      # @return [String] the text with all changes
      def to_s = Native.text_result { |out, e| Native.pcty_hcl_file_to_text(self, out, e) }

      # @return [String] the file's body in JSON syntax
      def json = Native.text_result { |out, e| Native.pcty_hcl_file_to_json(self, out, e) }

      # @return [Node] the body of the file itself
      def body = Node.new(self, ROOT)

      # @param name [String, Symbol]
      # @return [Node, nil] an argument of the file's own body
      def [](name) = body[name]

      # Sets an argument of the file's own body.
      def []=(name, value)
        body[name] = value
      end

      # @param line [Integer] from 1
      # @param column [Integer] from 1
      # @return [Integer] the byte of {#to_s} at a line and column
      def byte_of(line, column)
        Native.plain(:size_t) { |out, e| Native.pcty_hcl_file_byte_of(self, line, column, out, e) }.get(:size_t, 0)
      end

      # @param byte [Integer] a byte of {#to_s}
      # @return [Array(Node, Integer)] the innermost node at the byte, and the byte's offset in its
      #   value or nil
      def at(byte)
        place = FFI::MemoryPointer.new(:size_t)
        number = Native.plain(:uint64) { |out, e| Native.pcty_hcl_file_node_at_byte(self, byte, out, place, e) }.read_uint64
        in_value = place.get(:size_t, 0)
        [Node.new(self, number), in_value == Native::SIZE_UNLIMITED ? nil : in_value]
      end

      # Raises if the file is frozen.
      # @raise [FrozenError]
      # @private
      def check_changeable = check_frozen

      # A copy that changes independently and has nodes of its own.
      # @private
      def initialize_copy(other)
        super
        copy, = File.parse_diagnosed(other.to_s)
        hold(copy.to_ptr, nil)
      end

      # @private
      NONE = 0
      # @private
      ROOT = 1
    end

    # A part of a {File}: an argument, a block, or a body. A block is its own body. A node keeps
    # its identity through all edits until it is removed. After that, queries on it find nothing,
    # and changes raise a {NotFoundError}.
    #
    # Where a value is expected, a {Fragment} is used as it is, and any other object as its value.
    class Node
      # @private
      attr_reader :file, :number

      # @private
      def initialize(file, number)
        @file = file
        @number = number
        freeze
      end

      # @return [Boolean] whether it is the same node of the same file
      def ==(other) = other.is_a?(Node) && other.file.equal?(@file) && other.number == @number
      alias eql? ==

      # @return [Integer]
      def hash = [@file, @number].hash

      # @return [Boolean] whether the node exists
      def exist? = @number == File::ROOT || !kind.nil?

      # @return [Symbol, nil] `:attribute` or `:block`
      def kind
        found = data[:kind]
        found == :none ? nil : found
      end

      # @return [String, nil] the name of an argument, the type of a block
      def name = Native.text(data[:name])

      # @return [String, nil] the value of an argument as it is written
      def value = Native.text(data[:value])

      private def data = Native.found(Native::HclNodeData) { |out| Native.pcty_hcl_file_node_info(@file, @number, out) }

      # @return [Expression] the current value; its ranges are relative to {#value}
      def expression = Expression.own { Native.result { |out, e| Native.pcty_hcl_file_expression(@file, @number, out, e) } }

      # @return [Array<String>] the labels of a block, without quotes and escapes
      def labels
        Array.new(data[:label_count]) { |at| Native.take_text { Native.pcty_hcl_file_label_to_text(@file, @number, at) } }
      end

      # @return [String] the lines of the node, with the comments that move with it
      def to_s = Native.text_result { |out, e| Native.pcty_hcl_file_node_to_text(@file, @number, out, e) }

      # @return [Range] its bytes in the file's text
      def bytes
        last = FFI::MemoryPointer.new(:size_t)
        first = Native.plain(:size_t) { |out, e| Native.pcty_hcl_file_byte_range(@file, @number, out, last, e) }
        first.get(:size_t, 0)...last.get(:size_t, 0)
      end

      # @return [Array<String>] the comments in the lines just above it
      def comments_before = comments(:before)

      # @return [Array<String>] the comments after it in its last line
      def comments_after = comments(:after)

      # @return [Node, nil] the body that contains it
      def parent = node(Native.pcty_hcl_file_step(@file, @number, :parent))

      # @return [Node, nil] the node after it in its body
      def next = node(Native.pcty_hcl_file_step(@file, @number, :next))

      # @return [Node, nil] the node before it in its body
      def previous = node(Native.pcty_hcl_file_step(@file, @number, :previous))

      # @return [Array<Node>] the nodes in a body, in the order of the text
      def items
        items = []
        item = node(Native.pcty_hcl_file_step(@file, @number, :first))
        while item
          items << item
          item = item.next
        end
        items
      end

      # @param name [String, Symbol]
      # @return [Node, nil] the argument of a name in a body
      def [](name) = node(Native.pcty_hcl_file_attribute_get(@file, @number, Native.str(name)))

      # @param type [String, Symbol]
      # @return [Node, nil] the first block of a type whose labels begin with the given ones
      def block(type, *labels) = block_after(File::NONE, Native.str(type), labels)

      # @param type [String, Symbol]
      # @return [Array<Node>] all blocks of a type whose labels begin with the given ones
      def blocks(type, *labels)
        type = Native.str(type)
        blocks = []
        found = block_after(File::NONE, type, labels)
        while found
          blocks << found
          found = block_after(found.number, type, labels)
        end
        blocks
      end

      # Sets the argument of a name in a body, or adds it after the last argument.
      # @return [Node]
      def set(name, value)
        name = Native.str(name)
        value = Fragment.coerce(value)
        made { |out, e| Native.pcty_hcl_file_set(@file, @number, name, value, out, e) }
      end
      alias []= set

      # Replaces the value of an argument.
      # @return [self]
      def value=(value)
        value = Fragment.coerce(value)
        change { |e| Native.pcty_hcl_file_set_value(@file, @number, value, e) }
      end

      # Inserts a new argument into a body.
      # @param at [Symbol] `:first` or `:last`
      # @param before [Node, nil] directly before this node, above its comments
      # @param after [Node, nil] directly after this node
      # @return [Node]
      def insert(name, value, at: :last, before: nil, after: nil)
        name = Native.str(name)
        value = Fragment.coerce(value)
        place = place(at, before, after)
        made { |out, e| Native.pcty_hcl_file_insert_attribute(@file, @number, name, value, *place, out, e) }
      end

      # Inserts an empty block into a body.
      # @param type [String, Symbol]
      # @param before [Node, nil] as in {#insert}
      # @param after [Node, nil] as in {#insert}
      # @return [Node]
      def insert_block(type, *labels, at: :last, before: nil, after: nil)
        header = [type, *labels]
        texts = Native.strs(header)
        place = place(at, before, after)
        made { |out, e| Native.pcty_hcl_file_insert_block(@file, @number, texts, header.length, *place, out, e) }
      end

      # Inserts the arguments and blocks of a text into a body, formatted, with their comments.
      # @param before [Node, nil] as in {#insert}
      # @param after [Node, nil] as in {#insert}
      # @return [Array<Node>]
      def insert_text(text, at: :last, before: nil, after: nil)
        text = Native.str(text)
        place = place(at, before, after)
        count = FFI::MemoryPointer.new(:size_t)
        first = made { |out, e| Native.pcty_hcl_file_insert_text(@file, @number, text, *place, out, count, e) }
        Array.new(count.get(:size_t, 0)) { first.tap { first = first.next } }
      end

      # Removes the node, with its comments and its content.
      def remove = change { |e| Native.pcty_hcl_file_remove(@file, @number, e) }

      # Moves the node within its body or to a different body of the same file. A body of a
      # different file is not accepted, even if its number is the same.
      # @param body [Node]
      # @param before [Node, nil] as in {#insert}
      # @param after [Node, nil] as in {#insert}
      def move(body, at: :last, before: nil, after: nil)
        place = place(at, before, after)
        to = body.file.equal?(@file) ? body.number : File::NONE
        change { |e| Native.pcty_hcl_file_move(@file, @number, to, *place, e) }
      end

      # Renames an argument, or changes the type of a block.
      def rename(name) = change { |e| Native.pcty_hcl_file_rename(@file, @number, Native.str(name), e) }

      # Replaces the labels of a block; an unchanged label keeps its notation.
      def labels=(labels)
        texts = Native.strs(labels)
        change { |e| Native.pcty_hcl_file_set_labels(@file, @number, texts, labels.length, e) }
      end

      # Replaces the comments above the node: one line each. A line that is not a comment gets a `#`
      # prefix.
      # @param lines [Array<String>]
      def comments_before=(lines)
        set_comments(:before, lines)
      end

      # Replaces the comments after the node in its last line. A text that is not a comment gets a `#`
      # prefix; a comment that ends the line must be the last.
      # @param comments [Array<String>]
      def comments_after=(comments)
        set_comments(:after, comments)
      end

      # Detaches the comments above the node, so that they stay if the node is moved or removed.
      def release_comments = change { |e| Native.pcty_hcl_file_release_comments(@file, @number, e) }

      # Replaces the expression at a byte range of {#value}.
      # @param range [SourceRange] the range of a part of {#expression}
      # @param value [Fragment, Object]
      def set_part(range, value)
        value = Fragment.coerce(value)
        ends = [range.start.byte, range.end.byte]
        change { |e| Native.pcty_hcl_file_set_part(@file, @number, *ends, value, e) }
      end

      # Sets an item of the object constructor in the value, or of one nested in it.
      # @param keys [Array<String, Symbol>] the path to the item
      # @param value [Fragment, Object]
      def set_in(*keys, value)
        value = Fragment.coerce(value)
        texts = Native.strs(keys)
        change { |e| Native.pcty_hcl_file_set_inside(@file, @number, texts, keys.length, value, e) }
      end

      # Removes an item of the object constructor in the value, or of one nested in it.
      # @param keys [Array<String, Symbol>] the path to the item
      # @return [Boolean] whether the item existed
      def remove_in(*keys)
        texts = Native.strs(keys)
        @file.check_changeable
        Native.answer { |out, e| Native.pcty_hcl_file_remove_inside(@file, @number, texts, keys.length, out, e) }
      end

      # Appends an element to the list constructor in the value.
      # @return [self]
      def push(value)
        value = Fragment.coerce(value)
        change { |e| Native.pcty_hcl_file_push(@file, @number, value, e) }
        self
      end
      alias << push

      # Replaces each reference to a variable, or to a part of it, in the value by an expression.
      # @param from [Path, Array, String] a path whose first step is the variable's name, or its
      #   notation
      # @param to [Fragment, String] an expression, or its notation
      # @return [Integer] the number of replacements
      def replace(from, to)
        @file.check_changeable
        from = Expression.parse(from).traversal if from.is_a?(String)
        to = Fragment.parse(to) if to.is_a?(String)
        Path.coerce(from).native do |path|
          Native.plain(:uint64) { |out, e| Native.pcty_hcl_file_replace(@file, @number, path, to, out, e) }.read_uint64
        end
      end

      # @return [String]
      def inspect = "#<#{self.class} #{[(:gone unless exist?), name, *labels.map(&:inspect)].compact.join(' ')}>"

      private

      def node(number) = number == File::NONE ? nil : Node.new(@file, number)

      def made(&call)
        @file.check_changeable
        node(Native.plain(:uint64, &call).read_uint64)
      end

      def change(&call)
        @file.check_changeable
        Native.check(&call)
      end

      def block_after(after, type, labels)
        node(Native.pcty_hcl_file_block_find(@file, @number, after, type, Native.strs(labels), labels.length))
      end

      def set_comments(which, comments)
        texts = Native.strs(comments)
        change { |e| Native.pcty_hcl_file_set_comments(@file, @number, texts, comments.length, which, e) }
      end

      def comments(which)
        list = TokenList.own { Native.result { |out, e| Native.pcty_hcl_file_comments(@file, @number, which, out, e) } }
        list.read.map(&:text)
      end

      def place(at, before, after)
        return [before.number, :before] if before
        return [after.number, :after] if after

        [File::NONE, at]
      end
    end
  end
end
