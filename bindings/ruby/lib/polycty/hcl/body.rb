# frozen_string_literal: true

module Polycty
  module HCL
    # The arguments and blocks that a body may have.
    #
    #   schema = Polycty::HCL::Schema.new(attributes: { port: :required, name: :optional },
    #                                     blocks: { service: %w[name] })
    class Schema
      # @return [Hash{String => Symbol}] the arguments, each `:required` or `:optional`
      attr_reader :attributes
      # @return [Hash{String => Array<String>}] the types of blocks, each with the names of its
      #   labels
      attr_reader :blocks

      # @param attributes [Hash{Symbol, String => Symbol}]
      # @param blocks [Hash{Symbol, String => Array<String, Symbol>}]
      def initialize(attributes: {}, blocks: {})
        attributes.each_value do |presence|
          next if %i[required optional].include?(presence)

          raise ::ArgumentError, "an argument is :required or :optional, not #{presence.inspect}"
        end
        @attributes = attributes.transform_keys(&:to_s).freeze
        @blocks = blocks.to_h { |type, labels| [type.to_s, labels.map(&:to_s).freeze] }.freeze
        freeze
      end

      # @return [String]
      def inspect = "#<#{self.class} attributes=#{@attributes} blocks=#{@blocks}>"
      alias to_s inspect

      # The schema as the library reads it.
      # @private
      def native
        schema = Native::HclSchema.sized
        schema.borrow(:attributes, native_attributes)
        schema[:attribute_count] = @attributes.length
        schema.borrow(:blocks, native_blocks)
        schema[:block_count] = @blocks.length
        schema
      end

      private

      def native_attributes
        Native::HclAttributeSchema.array(@attributes.to_a) do |struct, (name, presence)|
          struct.borrow_text(:name, name)
          struct[:required] = presence == :required
        end
      end

      def native_blocks
        Native::HclBlockSchema.array(@blocks.to_a) do |struct, (type, labels)|
          struct.borrow_text(:type, type)
          struct.borrow(:labels, Native.strs(labels))
          struct[:label_count] = labels.length
        end
      end
    end

    # An argument of a body.
    class Attribute < Handle
      # @return [String]
      def name = Native.text(data[:name])

      # @return [Expression] the expression that it is set to
      def expression = Expression.borrow(data[:expression], root_owner)

      # @return [SourceRange] from its name to the end of its expression
      def range = SourceRange.from_native(data[:range])

      # @return [SourceRange]
      def name_range = SourceRange.from_native(data[:name_range])

      # @return [String] the name of the text that contains the argument
      def file = Native.text(data[:file])

      # @return [String]
      def inspect = "#<#{self.class} #{name} #{file}:#{range}>"

      # @param scope [Scope, nil]
      # @return [Value] the value of its expression
      def evaluate(scope = nil) = expression.evaluate(scope)

      private def data = Native.found(Native::HclAttributeData) { |out| Native.pcty_hcl_attribute_info(self, out) }
    end

    # A block of a body.
    class Block < Handle
      # @return [String]
      def type = Native.text(data[:type])

      # @return [Array<String>]
      def labels
        label = Native::HclLabel.new
        Array.new(data[:label_count]) do |index|
          Native.pcty_hcl_block_label_at(self, index, label)
          Native.text(label[:text])
        end
      end

      # @return [Body]
      def body = Body.borrow(data[:body], root_owner)

      # @return [SourceRange] the range of its type and its labels
      def range = SourceRange.from_native(Native.pcty_hcl_block_range(self, :header))

      # @return [String] the name of the text that contains the block
      def file = Native.text(data[:file])

      # @return [String] the type and the labels, such as `server "web"`
      def title = [type, *labels.map(&:inspect)].join(" ")

      # @return [String]
      def inspect = "#<#{self.class} #{title} #{file}:#{range}>"

      private def data = Native.found(Native::HclBlockData) { |out| Native.pcty_hcl_block_info(self, out) }
    end

    # The parts of a body that match a schema.
    class Content < Closable
      frees_with :pcty_hcl_content_free
      private_class_method :new

      # @return [Array<Attribute>] in the order of the schema, or of the text if there was no schema
      def attributes
        Array.new(data[:attribute_count]) do |index|
          Attribute.borrow(Native.pcty_hcl_content_attribute_at(self, index), root_owner)
        end
      end

      # @param name [Symbol, String]
      # @return [Attribute, nil]
      def [](name)
        Attribute.borrow(Native.pcty_hcl_content_attribute_get(self, Native.str(name)), root_owner)
      end

      private def data = Native.found(Native::HclContentData) { |out| Native.pcty_hcl_content_info(self, out) }

      private def details = [*attributes.map(&:name), *blocks.map(&:title)].join(", ")

      # @param type [Symbol, String, nil] those of one type
      # @return [Array<Block>] in the order of the text
      def blocks(type = nil)
        blocks = Array.new(data[:block_count]) do |index|
          Block.borrow(Native.pcty_hcl_content_block_at(self, index), root_owner)
        end
        type ? blocks.select { |block| block.type == type.to_s } : blocks
      end
    end

    # A configuration file, or the content of a block: arguments and blocks in parsed form. JSON
    # does not distinguish the two, so the content of a body is read by a {Schema}, or by a {Spec}
    # that converts it to a value. A body never changes.
    class Body < Closable
      frees_with :pcty_hcl_body_free
      private_class_method :new

      class << self
        # Parses a configuration file.
        # @param text [String]
        # @param file [String] the name of the text in diagnostics
        # @param syntax [Symbol] `:native` or `:json`
        # @return [Body]
        # @raise [SyntaxError] with all diagnostics
        def parse(text, file: "body", syntax: :native)
          name = Native.str(file)
          text = Native.str(text)
          own(weight: Native::Weight.of(:body, text)) { Native.result { |out, e| Native.pcty_hcl_body_parse(text, name, nil, syntax, out, nil, e) } }
        end

        # Parses a configuration file as far as possible.
        # @param (see .parse)
        # @return [Array(Body, Error)]
        def parse_diagnosed(text, file: "body", syntax: :native)
          name = Native.str(file)
          text = Native.str(text)
          Native.uninterrupted do
            body, error = Native.results(2) do |out, diagnostics, e|
              Native.pcty_hcl_body_parse(text, name, nil, syntax, out, diagnostics, e)
            end
            [own(weight: Native::Weight.of(:body, text)) { body }, HCL.diagnosed(error)]
          end
        end

        # Reads and parses a file; one whose name ends in `.json` as JSON.
        # @param path [String, #to_path]
        # @return [Body]
        # @raise [SyntaxError] with all diagnostics
        # @raise [SystemCallError] if the file cannot be read
        def load(path)
          SourceFile.load(path) do |text, name|
            parse(text, file: name, syntax: name.end_with?(".json") ? :json : :native)
          end
        end

        # Merges several bodies, such as those of the files of a module.
        # @param bodies [Array<Body>]
        # @return [Body]
        def merge(*bodies)
          array = Native.handles(bodies.each { |body| expect(body) })
          own(block_owners: bodies.map(&:block_owners)) { Native.result { |out, e| Native.pcty_hcl_body_merge(array, bodies.length, out, e) } }
        end
      end

      # The content of the body. The schema must describe everything that the body may contain.
      # @param schema [Schema]
      # @return [Content]
      # @raise [DiagnosticsError]
      def content(schema)
        native = schema.native
        Callbacks.guard do
          Content.own(block_owners: block_owners) { Native.result { |out, e| Native.pcty_hcl_body_content(self, native, out, nil, e) } }
        end
      end

      # As {#content}, but with the parts that match if there are errors.
      # @param schema [Schema]
      # @return [Array(Content, Error)]
      def content_diagnosed(schema)
        native = schema.native
        Native.uninterrupted do
          Callbacks.guard do
            content, error = Native.results(2) do |out, diagnostics, e|
              Native.pcty_hcl_body_content(self, native, out, diagnostics, e)
            end
            [Content.own(block_owners: block_owners) { content }, HCL.diagnosed(error)]
          end
        end
      end

      # The content that a schema describes, and a body with the rest.
      # @param schema [Schema]
      # @return [Array(Content, Body)]
      # @raise [DiagnosticsError]
      def partial_content(schema)
        native = schema.native
        Native.uninterrupted do
          content, rest = Callbacks.guard do
            Native.results(2) { |out, rest, e| Native.pcty_hcl_body_partial_content(self, native, out, rest, nil, e) }
          end
          [Content.own(block_owners: block_owners) { content }, Body.own(block_owners: block_owners) { rest }]
        end
      end

      # The arguments of a body that may have any arguments, but no blocks.
      # @return [Array<Attribute>] in the order of the text
      # @raise [DiagnosticsError] if, for example, there is a block
      def attributes
        Callbacks.guard do
          Content.own(block_owners: block_owners) { Native.result { |out, e| Native.pcty_hcl_body_attributes(self, out, nil, e) } }
        end.attributes
      end

      # A body in which the `dynamic` blocks are replaced by the blocks that they generate.
      # @param scope [Scope, nil]
      # @return [Body]
      def expand_dynamic(scope = nil)
        scope &&= Scope.expect(scope)
        Body.own(block_owners: [block_owners, scope&.block_owners]) do
          Native.result { |out, e| Native.pcty_hcl_body_expand_dynamic(self, scope, out, e) }
        end
      end

      # Decodes the body to a value by a spec.
      # @param spec [Spec]
      # @param scope [Scope, nil]
      # @return [Value]
      # @raise [DiagnosticsError]
      def decode(spec, scope = nil) = Spec.expect(spec).decode(self, scope)

      # @return [SourceRange] the range to report if something is missing
      def missing_range = SourceRange.from_native(Native.pcty_hcl_body_range(self, :missing))

      # @return [String] the name of the text that contains the body
      def file = Native.text(data[:file])

      private def data = Native.found(Native::HclBodyData) { |out| Native.pcty_hcl_body_info(self, out) }

      private def details = "#{file}"
    end
  end
end
