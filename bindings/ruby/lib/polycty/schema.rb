# frozen_string_literal: true

module Polycty
  # JSON Schema: one that was read, or that was made of a type. It never changes; any number of
  # threads may use it.
  #
  #   schema = Polycty::Schema.read('{"type": "integer", "minimum": 1}')
  #   made = schema.import(:hcl)
  #   made.type.to_s             # => "number"
  #   made.relate.inclusion        # => :wider
  #   made.notes.last.message    # => "number has no bounds and holds fractions too"
  class Schema < Closable
    frees_with :pcty_schema_free
    private_class_method :new

    # The relation of a second set of documents to a first one: `inclusion` is `:exact`, `:wider`,
    # `:narrower`, `:unrelated` or `:unknown`; `more` is a document that the second alone has, `less`
    # one that the first alone has, as JSON, or nil.
    Relation = Struct.new(:inclusion, :more, :less) do
      # @return [Boolean]
      def exact? = inclusion == :exact

      # The relation that the block gives, which is freed.
      # @private
      def self.take
        Native.uninterrupted do
          found = yield
          begin
            data = Native.info(Native::SchemaRelationData, :pcty_schema_relation_info, found)
            new(data[:inclusion], Native.text(data[:more]), Native.text(data[:less])).freeze
          ensure
            Native.pcty_schema_relation_free(found)
          end
        end
      end
    end

    RETRIEVE = FFI::Function.new(:uint32, [:pointer, Native::Str.by_value, :pointer, :pointer]) do |user_data, address, out, error|
      Callbacks.enter(error) do
        found = Callbacks[user_data].call(Native.text(address))
        out.write_pointer(Native.result { |made, e| Native.pcty_string_new(Native.str(found), made, e) }) if found
      end
    end
    private_constant :RETRIEVE

    class << self
      # Reads a JSON text.
      # @param json [String]
      # @param draft [Symbol] the rules where the document says none: `:draft_4`, `:draft_6`,
      #   `:draft_7`, `:draft_2019_09`, `:draft_2020_12` or `:openapi_3_0`
      # @param pointer [String] where the schema stands in the document
      # @param address [String] the document's own, which relative references are against
      # @yieldparam address [String] that of another document, without its fragment
      # @yieldreturn [String, nil] its text; nil where it is not known
      # @return [Schema]
      # @raise [Error]
      def read(json, draft: :draft_2020_12, pointer: "", address: "", &retrieve)
        texts = [json, pointer, address].map { |text| Native.str(text) }
        own(weight: Native::Weight.of(:schema, texts[0])) do
          Callbacks.guard do
            Native.result do |out, e|
              kept = retrieve ? Callbacks.keep(retrieve) : nil
              Native.pcty_schema_parse_part(*texts, draft, retrieve && RETRIEVE, kept,
                                           retrieve && Callbacks::DESTROY, out, e)
            end
          end
        end
      end

      # Reads a file of the file system.
      # @param path [String, #to_path]
      # @param options [Hash] the options of {.read}
      # @return [Schema]
      # @raise [Error] with the path of the file
      # @raise [SystemCallError] if the file cannot be read
      def load(path, **options, &retrieve)
        SourceFile.load(path) { |text, _| read(text, **options, &retrieve) }
      end
    end

    # Writes the schema to a file, as {#to_json} does; the file contains all of it or, if the call fails,
    # its previous content.
    # @param path [String, #to_path]
    # @return [self]
    # @raise [SystemCallError] if the file cannot be written
    def save(path)
      SourceFile.save(path, "#{to_json}\n")
      self
    end

    # The schema as JSON, in 2020-12; the same schema is always the same text.
    # @param layout [Symbol] `:pretty` or `:compact`
    # @param extent [Symbol] `:whole`, with `$schema`, or `:part`
    # @return [String]
    def to_json(*, layout: :pretty, extent: :whole)
      Native.text_result { |out, e| Native.pcty_schema_to_json(self, extent, layout, out, e) }
    end

    # The nearest type of a dialect.
    # @param dialect [Symbol]
    # @param open [Symbol] what becomes of an object that may have other members: `:closed` or
    #   `:maps`
    # @return [Pair]
    def import(dialect, open: :closed)
      Pair.own(dialect: dialect) { Native.result { |out, e| Native.pcty_schema_import(self, dialect, open, out, e) } }
    end

    # @return [Documents] those that it lets through
    def documents = Documents.own { Native.result { |out, e| Native.pcty_schema_documents_of_schema(self, out, e) } }

    # A type and a schema, the one made of the other. It never changes; any number of threads may
    # use it.
    class Pair < Closable
      # A part in which the result differs from its origin: `pointer` in the schema, as a JSON
      # pointer, `path` in the type's values; `mismatch` is `:wider`, `:narrower` or `:either`.
      Note = Struct.new(:pointer, :path, :message, :mismatch)

      frees_with :pcty_schema_pair_free
      private_class_method :new

      # @private
      def hold(pointer, owner, dialect:)
        @dialect = dialect
        super(pointer, owner)
        freeze
      end

      # @return [Type]
      def type = Type.lend(data[:type], lender, dialect: @dialect)

      private def details = type

      private def data = Native.info(Native::SchemaPairData, :pcty_schema_pair_info, self)

      # @return [Schema]
      def schema = Schema.lend(data[:schema], lender)

      # @return [Relation] how what was made stands to what it was made of
      def relate = Relation.take { Native.result { |out, e| Native.pcty_schema_pair_relate(self, out, e) } }

      # @return [Array<Note>] the places that are not exact
      def notes
        Array.new(data[:note_count]) do |index|
          note = Native::SchemaPairNote.new
          Native.pcty_schema_pair_note_at(self, index, note)
          Note.new(Native.text(note[:pointer]), Path.from_native(note[:path]),
                   Native.text(note[:message]), note[:mismatch]).freeze
        end
      end
    end

    # A set of JSON documents: those of a type, of a schema, or of the variables of a module. It
    # never changes; any number of threads may use it.
    class Documents < Closable
      frees_with :pcty_schema_documents_free
      private_class_method :new

      # Whether a JSON text is one of the documents.
      # @return [Symbol] `:valid`, `:invalid` or `:unknown`
      def take(json)
        text = Native.str(json)
        VALIDITIES[Native.plain(:uint32) { |out, e| Native.pcty_schema_documents_take(self, text, out, e) }.read_uint32]
      end

      # How other documents stand to these.
      # @return [Relation]
      def relate(second)
        second = Documents.expect(second)
        Relation.take { Native.result { |out, e| Native.pcty_schema_documents_relate(self, second, out, e) } }
      end

      VALIDITIES = Native.enum_type(:pcty_schema_validity).symbol_map.invert.freeze
      private_constant :VALIDITIES
    end
  end

  class Type
    # The schema of the documents that are values of the type, or that convert to it.
    # @param question [Symbol] `:values` or `:converting`
    # @param defaults [HCL::Defaults, nil] those beside a type of HCL
    # @return [Schema::Pair]
    def to_schema(question = :values, defaults: nil)
      defaults &&= HCL::Defaults.expect(defaults)
      Schema::Pair.own(dialect: dialect) do
        Native.result { |out, e| Native.pcty_schema_export(self, defaults, dialect, question, out, e) }
      end
    end

    # The documents that are values of the type, or that convert to it.
    # @param question [Symbol] `:values` or `:converting`
    # @return [Schema::Documents]
    def documents(question = :values)
      Schema::Documents.own do
        Native.result { |out, e| Native.pcty_schema_documents_of_type(self, dialect, question, out, e) }
      end
    end

    # A document that a value of this type is written as and no value of another one: why this one
    # is not assignable to that.
    # @param target [Type]
    # @return [String, nil] JSON; nil where it is assignable, and where none was found
    def assignable_witness(target)
      target = Type.expect(target)
      Native.text_result { |out, e| Native.pcty_type_assignable_witness(self, target, dialect, out, e) }
    end
  end

  class Translation
    # A document that shows how the translation differs from the type.
    # @return [String, nil] JSON; nil for an exact one, and where none was found
    def witness = Native.text_result { |out, e| Native.pcty_translation_witness(self, out, e) }
  end

  module HCL
    class << self
      # A type with `optional(T)` where an attribute may be missing.
      # @param type [Type]
      # @return [String]
      def format_type(type)
        type = Type.expect(type)
        Native.text_result { |out, e| Native.pcty_hcl_type_format(type, out, e) }
      end
    end
  end

  module Terraform
    class Module
      # The schema of the documents that it takes for its variables.
      # @param question [Symbol] `:converting`, what a `.tfvars.json` file may say, or `:values`
      # @return [Schema::Pair]
      def to_schema(question = :converting)
        Schema::Pair.own(dialect: :hcl) do
          Native.result { |out, e| Native.pcty_schema_export_module(self, question, out, e) }
        end
      end

      # The documents that it takes for its variables.
      # @return [Schema::Documents]
      def documents(question = :converting)
        Schema::Documents.own { Native.result { |out, e| Native.pcty_schema_documents_of_module(self, question, out, e) } }
      end
    end
  end

  module Puppet
    class Manifest
      # The schema of the parameters of a class.
      # @param name [String]
      # @param environment [Environment, nil]
      # @return [Schema::Pair]
      def class_schema(name, environment = nil) = Puppet.class_schema_of(self, name, environment)
    end

    class << self
      # The schema of the parameters of a class that the environment's loader finds.
      # @param (see Manifest#class_schema)
      # @return [Schema::Pair]
      def class_schema(name, environment) = class_schema_of(nil, name, environment)

      # @private
      def class_schema_of(manifest, name, environment)
        now = environment && Environment.expect(environment).now
        text = Native.str(name)
        Callbacks.guard do
          Schema::Pair.own(dialect: :puppet) do
            Native.result { |out, e| Native.pcty_schema_export_class(manifest, text, now, out, e) }
          end
        end
      end
    end
  end
end
