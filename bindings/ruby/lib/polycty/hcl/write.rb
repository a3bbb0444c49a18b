# frozen_string_literal: true

module Polycty
  module HCL
    # A token of a text: its kind, such as `:name`, `:open_brace` or `:comment`, its text, and its
    # range.
    Token = Struct.new(:kind, :text, :range)

    # A native list of tokens.
    # @private
    class TokenList < Closable
      frees_with :pcty_hcl_tokens_free
      private_class_method :new

      # @return [Array<Token>]
      def read
        token = Native::HclToken.new
        Array.new(Native.pcty_hcl_tokens_count(self)) do |at|
          Native.pcty_hcl_tokens_at(self, at, token)
          Token.new(token[:kind], Native.text(token[:text]),
                    SourceRange.from_native(Native.pcty_hcl_tokens_range_at(self, at))).freeze
        end
      end
    end

    # A constructed expression, for insertion into a {File}. It never changes.
    #
    #   zone = Polycty::HCL::Fragment.parse("var.zone")
    #   Polycty::HCL::Fragment.call("coalesce", zone, "a").to_s # => "coalesce(var.zone, \"a\")"
    class Fragment < Closable
      frees_with :pcty_hcl_fragment_free
      private_class_method :new

      class << self
        # @param text [String]
        # @return [Fragment] the expression of a text, formatted
        # @raise [SyntaxError]
        def parse(text) = made { |out, e| Native.pcty_hcl_fragment_parse(Native.str(text), out, e) }

        # @param value [Value, Object] without unknown and marked parts, which cannot be written
        # @param texts [Symbol] `:heredoc` for strings of several lines, or `:quoted`
        # @return [Fragment] the expression of a value
        def value(value, texts: :heredoc)
          value = Value.coerce(value)
          made { |out, e| Native.pcty_hcl_fragment_value(value, texts, out, e) }
        end

        # @param path [Path, Array] a path whose first step is the variable's name
        # @return [Fragment] a variable and steps into it
        def traversal(path)
          Path.coerce(path).native do |native|
            made { |out, e| Native.pcty_hcl_fragment_traversal(native, out, e) }
          end
        end

        # @param name [String, Symbol]
        # @param arguments [Array<Fragment, Object>] any other object is used as its value
        # @param expanded [Boolean] whether the last argument is a list of arguments, `...`
        # @return [Fragment] a call of a function
        def call(name, *arguments, expanded: false)
          name = Native.str(name)
          parts = arguments.map { |argument| coerce(argument) }
          last = expanded ? :expanded : :single
          made { |out, e| Native.pcty_hcl_fragment_call(name, Native.handles(parts), parts.length, last, out, e) }
        end

        # @param elements [Array<Fragment, Object>] any other object is used as its value
        # @return [Fragment] `[a, b]`
        def tuple(*elements)
          parts = elements.map { |element| coerce(element) }
          made { |out, e| Native.pcty_hcl_fragment_tuple(Native.handles(parts), parts.length, out, e) }
        end

        # @param items [Hash{String, Symbol => Fragment, Object}] in their order
        # @return [Fragment] `{ a = b }`
        def object(items = {})
          keys = Native.strs(items.keys)
          parts = items.values.map { |value| coerce(value) }
          made { |out, e| Native.pcty_hcl_fragment_object(keys, Native.handles(parts), parts.length, out, e) }
        end

        # @param tokens [Array<Token>] without whitespace; their ranges are ignored
        # @return [Fragment] the expression of the tokens
        def tokens(tokens)
          given = Native::HclToken.array(tokens) do |struct, token|
            struct[:kind] = token.kind
            struct.borrow_text(:text, token.text)
          end
          made { |out, e| Native.pcty_hcl_fragment_tokens(given, tokens.length, out, e) }
        end

        # @private
        def coerce(object) = object.is_a?(Fragment) ? object : value(object)

        private

        def made(&call) = own { Native.result(&call) }
      end

      # @return [String] the text, formatted for the first column
      def to_s = Native.text(Native.pcty_hcl_fragment_text(self))

      private def details = "#{self}"
    end

    class << self
      # Formats a text in native syntax.
      # @param text [String]
      # @param file [String] the name of the text in diagnostics
      # @param style [Symbol] `:layout` changes whitespace only; `:terraform` also replaces
      #   notations that Terraform has superseded, as `terraform fmt` does
      # @param bytes [Range, nil] limits the changes to the lines that contain one of these bytes
      # @param heredocs [Symbol] `:terraform`, or `:indented`, which indents `<<-` heredocs and the
      #   expressions in heredocs
      # @param alignment [Symbol] what is aligned: `:all`, `:equals`, `:comments` or `:none`
      # @param order [Symbol] the order of items: `:source`, `:conventional` or `:alphabetical`
      # @param width [Integer, nil] the number of columns, from 20 to 10000, after which lines are broken
      # @return [String] the whole text
      # @raise [SyntaxError] if it cannot be parsed
      # @raise [Error] if the width is out of range, or `bytes` is combined with a width or an order
      def format(text, file: "input", style: :layout, bytes: nil, heredocs: :terraform, alignment: :all,
                 order: :source, width: nil)
        text = Native.str(text)
        name = Native.str(file)
        options = Native::HclFormatOptions.sized
        { style:, heredocs:, alignment:, order: }.each { |member, name_of| options[member] = name_of }
        options[:width] = width || 0
        if bytes
          options[:is_partial] = true
          options[:start] = bytes.begin || 0
          options[:end] = bytes.end ? bytes.end + (bytes.exclude_end? ? 0 : 1) : Native::SIZE_UNLIMITED
        end
        Native.text_result { |out, e| Native.pcty_hcl_format(text, name, options, out, e) }
      end

      # @param text [String]
      # @return [Array<Token>] all tokens including comments and whitespace; concatenated they are
      #   the text
      def tokens(text)
        text = Native.str(text)
        TokenList.own { Native.result { |out, e| Native.pcty_hcl_tokens_parse(text, out, e) } }.read
      end

      # @param value [Value, Object]
      # @return [String] an expression in JSON syntax, with template introducers escaped
      def json(value)
        value = Value.coerce(value)
        Native.text_result { |out, e| Native.pcty_hcl_value_to_json(value, out, e) }
      end
    end
  end
end
