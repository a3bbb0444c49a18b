# frozen_string_literal: true

module Polycty
  # Language services for editors: the requests of the language server protocol about documents.
  module Services
    # Folders with files, and open documents, whose texts replace the files until they are closed. A
    # document is named by its URI or its absolute path. One thread at a time may use a workspace.
    #
    #   workspace = Polycty::Services::Workspace.new
    #   workspace.open("/w/main.tf", "variable \"port\" {\n  type = number\n}\n")
    #   workspace.request(:hover, "/w/main.tf", at: [0, 11])["contents"]["value"]
    class Workspace < Closable
      frees_with :pcty_workspace_free

      # @param folders [Array<String>] the folders of the workspace, as URIs or absolute paths
      # @param files [Hash{String => String}, #content, nil] the readable files in place of those of the
      #   disk: texts by their absolute paths, or an object that returns the text at a path
      #   (`content(path)`) and the names in a folder, those of folders with a trailing `/`
      #   (`names(path)`), and nil for missing ones
      # @param encoding [Symbol] the unit of columns: `:utf16`, `:utf8` or `:utf32`
      # @param snippets [Boolean] whether texts of completions may have tab stops
      # @param opentofu [Boolean] whether modules have the language of OpenTofu
      # @param terraform_version [String, nil] from 1.11 to 1.17; the newest if nil
      # @param provider_schemas [String, nil] the output of `terraform providers schema -json`
      # @param puppet_facts [String, nil] a JSON object
      # @param puppet_modules [Array<String>] folders of modules outside of `folders`
      # @param mcl_kinds [String, nil] the kinds of resources, as for `polycty mcl check --kinds`
      # @param mcl_modules [String, nil] the folder of the modules that programs import by address
      # @param hcl_specifications [Hash{String => String}] texts in the language of hcldec by the ends of the
      #   paths that they describe
      # @raise [Error]
      def initialize(folders: [], files: nil, encoding: :utf16, snippets: false, opentofu: false,
                     puppet_modules: [], hcl_specifications: {}, **texts)
        record = Native::WorkspaceOptions.sized
        record[:encoding] = encoding
        record[:has_snippets] = snippets ? true : false
        record[:is_opentofu] = opentofu ? true : false
        { folders:, puppet_modules: }.each do |name, paths|
          record.borrow(name, Native.strs(paths))
          record[:"#{name.to_s.delete_suffix('s')}_count"] = paths.length
        end
        specifications = hcl_specifications.empty? ? nil : JSON.generate(hcl_specifications)
        record.borrow_text(:hcl_specifications, specifications) if specifications
        TEXTS.each { |name| texts[name] && record.borrow_text(name, texts[name]) }
        unknown = texts.keys - TEXTS
        raise ::ArgumentError, "unknown keyword: #{unknown.first.inspect}" unless unknown.empty?

        files = Files.new(files) if files.is_a?(Hash)
        box = files && Callbacks.refer(files)
        hold(POINTER.take { Native.result { |out, e| Native.pcty_workspace_new(record, out, e) } }, nil, block_owners: [box])
        return unless box

        Native.check { |e| Native.pcty_workspace_set_files(self, READER, LISTER, box.to_ptr, Callbacks::DESTROY, e) }
      end

      # Opens a document, or replaces an open one.
      # @param document [String]
      # @param text [String]
      # @param version [Integer]
      # @param language_id [String] an identifier of the protocol such as `puppet`, for a path that does
      #   not decide about the language
      # @return [self]
      # @raise [Error]
      def open(document, text, version: 0, language_id: "")
        name, id, content = [document, language_id, text].map { |each| Native.str(each) }
        call { |e| Native.pcty_workspace_open(self, name, id, version, content, e) }
      end

      # Replaces a range of an open document.
      # @param document [String]
      # @param text [String] the new text
      # @param from [Array(Integer, Integer), nil] the line and column of the start; the whole text is
      #   replaced if it is nil
      # @param to [Array(Integer, Integer), nil] the end; the start if it is nil
      # @param version [Integer]
      # @return [self]
      # @raise [Error]
      def change(document, text, from: nil, to: nil, version: 0)
        name = Native.str(document)
        content = Native.str(text)
        range = range_of(from, to)
        call { |e| Native.pcty_workspace_change(self, name, version, range, content, e) }
      end

      # Closes a document, so that its file applies again.
      # @param document [String]
      # @return [self]
      # @raise [NotFoundError] if it is not open
      def close_document(document) = call { |e| Native.pcty_workspace_close(self, Native.str(document), e) }

      # Reports that a file has changed, appeared or disappeared.
      # @param path [String]
      # @return [self]
      def file_changed(path) = call { |e| Native.pcty_workspace_file_changed(self, Native.str(path), e) }

      # @param document [String]
      # @return [String] the text of an open document, or else of a file
      # @raise [NotFoundError] if there is neither
      def text(document)
        name = Native.str(document)
        Callbacks.guard { Native.text_result { |out, e| Native.pcty_workspace_document_to_text(self, name, out, e) } }
      end

      # The diagnostics of a document or file, or of all files of known languages in the folders and all
      # open documents.
      # @param document [String, nil]
      # @return [Array<Diagnostic>]
      # @raise [Error]
      def diagnostics(document = nil)
        name = Native.str(document.to_s)
        found = Native.uninterrupted do
          pointer = Callbacks.guard { Native.result { |out, e| Native.pcty_workspace_diagnostics(self, name, out, e) } }
          Error.returned(pointer)
        end
        found ? found.diagnostics : []
      end

      # Returns the result of a request in the protocol.
      # @param request [Symbol] such as `:completion`, `:hover` or `:rename`
      # @param document [String]
      # @param at [Array(Integer, Integer), nil] the line and column of a position
      # @param to [Array(Integer, Integer), nil] the end of a range that starts at `at`
      # @param arguments [Hash] the other parameters, such as `{ newName: "port" }`
      # @return [Hash, Array, nil]
      # @raise [Error]
      def request(request, document = "", at: nil, to: nil, arguments: {})
        name = Native.str(document)
        json = Native.str(arguments.empty? ? "" : JSON.generate(arguments))
        range = range_of(at, to)
        answer = Callbacks.guard do
          Native.text_result { |out, e| Native.pcty_workspace_request(self, name, range, json, request, out, e) }
        end
        JSON.parse(answer)
      end

      TEXTS = %i[terraform_version provider_schemas puppet_facts mcl_kinds mcl_modules].freeze
      STR = Native::Str.by_value
      GIVE = lambda do |text, out|
        out.write_pointer(Native.result { |made, e| Native.pcty_string_new(Native.str(text), made, e) }) if text
      end
      READER = FFI::Function.new(:uint32, [:pointer, STR, :pointer, :pointer]) do |user_data, path, out, error|
        Callbacks.enter(error) { GIVE.call(Callbacks[user_data].content(Native.text(path)), out) }
      end
      LISTER = FFI::Function.new(:uint32, [:pointer, STR, :pointer, :pointer]) do |user_data, path, out, error|
        Callbacks.enter(error) { GIVE.call(Callbacks[user_data].names(Native.text(path))&.join("\n"), out) }
      end
      private_constant :TEXTS, :STR, :GIVE, :READER, :LISTER

      # Texts by their absolute paths.
      # @private
      class Files
        def initialize(texts)
          @texts = texts
        end

        def content(path) = @texts[path]

        def names(folder)
          prefix = "#{folder.delete_suffix('/')}/"
          below = @texts.keys.filter_map { |path| path.delete_prefix(prefix) if path.start_with?(prefix) }
          below.map { |path| path[%r{\A[^/]+/?}] }.uniq
        end
      end
      private_constant :Files

      private

      def call(&)
        Callbacks.guard { Native.check(&) }
        self
      end

      # The range from a position to another, or nil.
      def range_of(from, to)
        return unless from

        range = Native::TextRange.new
        range[:start_line], range[:start_column] = from
        range[:end_line], range[:end_column] = to || from
        range
      end
    end
  end
end
