# frozen_string_literal: true

module Polycty
  # A JSON Schema that was parsed, or generated from a type. It never changes; any number of threads
  # may use it.
  #
  #   schema = Polycty::Schema.read('{"type": "integer", "minimum": 1}')
  #   made = schema.import(:hcl)
  #   made.type.to_s             # => "number"
  #   made.relate.inclusion        # => :wider
  #   made.notes.last.message    # => "number has no bounds and includes fractions"
  class Schema < Closable
    frees_with :pcty_schema_free
    private_class_method :new

    # The relation of a second set of documents to a first one: `inclusion` is `:exact`, `:wider`,
    # `:narrower`, `:unrelated` or `:unknown`; `more` is a document that only the second contains,
    # `less` one that only the first contains, as JSON, or nil.
    Relation = Struct.new(:inclusion, :more, :less) do
      # @return [Boolean]
      def exact? = inclusion == :exact

      # The native relation that the block returns. It is freed.
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
      # Parses a JSON text.
      # @param json [String]
      # @param draft [Symbol] the rules if the document does not name any: `:draft_4`, `:draft_6`,
      #   `:draft_7`, `:draft_2019_09`, `:draft_2020_12` or `:openapi_3_0`
      # @param pointer [String] the JSON pointer to the schema in the document
      # @param address [String] the document's own address, the base of relative references
      # @yieldparam address [String] the address of another document, without its fragment
      # @yieldreturn [String, nil] its text; nil if it is not known
      # @return [Schema]
      # @raise [Error]
      def read(json, draft: :draft_2020_12, pointer: "", address: "", &retrieve)
        text = Native.str(json)
        options = Native::SchemaOptions.sized
        options[:draft] = draft
        options.borrow_text(:pointer, pointer)
        options.borrow_text(:address, address)
        own(weight: Native::Weight.of(:schema, text)) do
          Callbacks.guard do
            if retrieve
              options[:retrieve] = RETRIEVE
              options[:user_data] = Callbacks.keep(retrieve)
              options[:destroy] = Callbacks::DESTROY
            end
            Native.result { |out, e| Native.pcty_schema_parse(text, options, out, e) }
          end
        end
      end

      # Reads and parses a file.
      # @param path [String, #to_path]
      # @param options [Hash] the options of {.read}
      # @return [Schema]
      # @raise [Error] with the path of the file
      # @raise [SystemCallError] if the file cannot be read
      def load(path, **options, &retrieve)
        SourceFile.load(path) { |text, _| read(text, **options, &retrieve) }
      end
    end

    # Writes the text of {#to_json} to a file. The file contains all of it or, if the call fails,
    # its previous content.
    # @param path [String, #to_path]
    # @return [self]
    # @raise [SystemCallError] if the file cannot be written
    def save(path)
      SourceFile.save(path, "#{to_json}\n")
      self
    end

    # The schema as JSON, in draft 2020-12. The text of a schema is deterministic.
    # @param layout [Symbol] `:pretty` or `:compact`
    # @param extent [Symbol] `:whole`, with `$schema`, or `:part`
    # @return [String]
    def to_json(*, layout: :pretty, extent: :whole)
      Native.text_result { |out, e| Native.pcty_schema_to_json(self, extent, layout, out, e) }
    end

    # The nearest type of a dialect.
    # @param dialect [Symbol]
    # @param open [Symbol] the translation of an object that may have other members: `:closed` or
    #   `:maps`
    # @return [Pair]
    def import(dialect, open: :closed)
      Pair.own(dialect: dialect) { Native.result { |out, e| Native.pcty_schema_import(self, dialect, open, out, e) } }
    end

    # @return [Documents] the documents that it accepts
    def documents = Documents.own { Native.result { |out, e| Native.pcty_schema_documents_of_schema(self, out, e) } }

    # A type and a schema, one of which was generated from the other. It never changes; any number
    # of threads may use it.
    class Pair < Closable
      # A part in which the result differs from its source: `pointer` is its JSON pointer in the
      # schema, `path` its path in the type's values; `mismatch` is `:wider`, `:narrower` or
      # `:either`.
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
      def type = Type.borrow(data[:type], root_owner, dialect: @dialect)

      private def details = type

      private def data = Native.info(Native::SchemaPairData, :pcty_schema_pair_info, self)

      # @return [Schema]
      def schema = Schema.borrow(data[:schema], root_owner)

      # @return [Relation] the relation of the result to its source
      def relate = Relation.take { Native.result { |out, e| Native.pcty_schema_pair_relate(self, out, e) } }

      # @return [Array<Note>] the parts that are not exact
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

      # The relation of other documents to these.
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
    # @param defaults [HCL::Defaults, nil] the defaults of a type of HCL
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

    # A document that represents a value of this type but no value of the target. It shows why this
    # type is not assignable to the target.
    # @param target [Type]
    # @return [String, nil] JSON; nil if it is assignable or if no document was found
    def assignable_witness(target)
      target = Type.expect(target)
      Native.text_result { |out, e| Native.pcty_type_assignable_witness(self, target, dialect, out, e) }
    end
  end

  class Translation
    # A document that shows how the translation differs from the type.
    # @return [String, nil] JSON; nil if the translation is exact or if no document was found
    def witness = Native.text_result { |out, e| Native.pcty_translation_witness(self, out, e) }
  end

  module HCL
    class << self
      # The notation of a type, with `optional(T)` for attributes that may be missing.
      # @param type [Type]
      # @return [String]
      def format_type(type) = Native.text_result { |out, e| Native.pcty_hcl_type_format(Type.expect(type), out, e) }
    end
  end

  module Terraform
    class Module
      # The schema of the documents that are accepted for its variables.
      # @param question [Symbol] `:converting`, the content of a `.tfvars.json` file, or `:values`
      # @return [Schema::Pair]
      def to_schema(question = :converting)
        Schema::Pair.own(dialect: :hcl) do
          Native.result { |out, e| Native.pcty_schema_export_module(self, question, out, e) }
        end
      end

      # The documents that are accepted for its variables.
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
