# frozen_string_literal: true

require "json"

module Polycty
  module Puppet
    # The catalog of a node: its resources with typed parameters, edges and classes. It never changes;
    # any number of threads may use it.
    #
    #   catalog = Polycty::Puppet::Catalog.parse('{"name": "web1", "version": 1, "resources": [
    #     {"type": "File", "title": "/etc/motd", "file": "site.pp", "line": 3, "tags": ["file"],
    #      "parameters": {"mode": "0644"}}], "edges": [], "classes": ["settings"]}')
    #   motd = catalog["File[/etc/motd]"]
    #   [motd.file, motd.line, motd["mode"].to_ruby]  # => ["site.pp", 3, "0644"]
    #
    # {compile} makes the catalog from the folder of an environment (a control repository). Only files
    # in the folders of its arguments are read.
    class Catalog < Closable
      include Enumerable

      frees_with :pcty_puppet_catalog_free
      private_class_method :new

      # A resource of a catalog. It is valid as long as it is referenced, also after the catalog is
      # closed.
      class Resource < Handle
        private_class_method :new

        # @return [Symbol] `:included` (a class that was included, or a node), `:native`, `:defined` or
        #   `:class` (a class that was declared like a resource)
        attr_reader :kind

        # @return [String] the type, such as `File`
        attr_reader :type

        # @return [String] the title; the name of a class has capitalized segments
        attr_reader :title

        # @return [String, nil] the file of the declaration
        attr_reader :file

        # @return [Integer, nil] the line of the declaration, from 1
        attr_reader :line

        # @private
        def hold(pointer, owner, index:)
          super(pointer, owner)
          found = Native::PuppetCatalogResource.sized
          Native.check { |e| Native.pcty_puppet_catalog_resource_at(pointer, index, found, e) }
          @index = index
          @kind = found[:kind]
          @type, @title, @file = %i[type_name title file].map { |name| Native.text(found[name])&.freeze }
          @line = found[:line].nonzero?
          @exported, @virtual = found[:is_exported], found[:is_virtual]
          @parameter_count, @tag_count = found[:parameter_count], found[:tag_count]
          freeze
        end

        # @return [Boolean]
        def exported? = @exported

        # Only exported resources are virtual. The agent of the node does not receive them.
        # @return [Boolean]
        def virtual? = @virtual

        # @return [String] the reference, such as `File[/etc/motd]`
        def to_s = "#{type}[#{title}]"
        alias reference to_s

        # The value of a parameter. A secret is a Sensitive ({Puppet.content} returns its content).
        # @param name [String, Symbol]
        # @return [Value, nil] nil for a parameter that is not set
        def [](name)
          Value.borrow(Native.pcty_puppet_catalog_parameter_get(to_ptr, @index, Native.str(name)), @owner, dialect: :puppet)
        end

        # @return [Hash{String => Value}] the parameters in the order of their assignment
        def parameters = parameter_data.to_h { |name, value, _| [name, value] }.freeze

        # @return [Array<String>] the names of the parameters whose values are secret
        def sensitive = parameter_data.filter_map { |name, _, secret| name if secret }

        # @return [Array<String>]
        def tags = Array.new(@tag_count) { |at| Native.text(Native.pcty_puppet_catalog_tag_at(to_ptr, @index, at)) }

        # @param other [Object]
        # @return [Boolean] whether both are the same resource of a catalog
        def ==(other) = other.is_a?(Resource) && other.identity == identity
        alias eql? ==

        # @return [Integer]
        def hash = identity.hash

        # @return [String]
        def inspect = "#<#{self.class} #{self}>"

        # @private
        def identity = [to_ptr.address, @index]

        private

        def parameter_data
          found = Native::PuppetCatalogParameter.sized
          Array.new(@parameter_count) do |at|
            Native.check { |e| Native.pcty_puppet_catalog_parameter_at(to_ptr, @index, at, found, e) }
            [Native.text(found[:name]), Value.borrow(found[:value], @owner, dialect: :puppet), found[:is_sensitive]]
          end
        end
      end

      # An edge of containment between two {Resource}s.
      Edge = Struct.new(:container, :contained)

      class << self
        # Compiles the catalog of a node. The functions of `puppetlabs/stdlib` that the library has are
        # available, unless a module defines them.
        # @param folder [String, #to_path] the environment: manifests, modules, `hiera.yaml` and
        #   `environment.conf`
        # @param node [String] the name of the node
        # @param options [Hash{Symbol => Object}] as {Puppet.lookup} takes them
        # @return [Catalog]
        # @raise [Error] with Puppet's message, and the location as a diagnostic
        def compile(folder, node, **options)
          given = CatalogOptions.record(folder, node, **options)
          own { Callbacks.guard { Native.result { |out, e| Native.pcty_puppet_catalog_compile(given, out, nil, e) } } }
        end

        # Compiles as {compile} does, and also returns the warnings about the manifests. Without an
        # `environment`, they include the warnings that the program logs.
        # @param folder [String, #to_path]
        # @param node [String]
        # @param options [Hash{Symbol => Object}]
        # @return [Array(Catalog, Error)] the error is nil without diagnostics
        # @raise [Error]
        def compile_diagnosed(folder, node, **options)
          given = CatalogOptions.record(folder, node, **options)
          Native.uninterrupted do
            Callbacks.guard do
              made, error = Native.results(2) do |out, diagnostics, e|
                Native.pcty_puppet_catalog_compile(given, out, diagnostics, e)
              end
              [own { made }, HCL.diagnosed(error)]
            end
          end
        end

        # Parses the JSON form of a catalog, which a Puppet server and {#to_json} write.
        # @param json [String]
        # @return [Catalog]
        # @raise [SyntaxError, Error] if the text is not JSON or not a catalog
        def parse(json)
          text = Native.str(json)
          own(weight: json.bytesize) { Native.result { |out, e| Native.pcty_puppet_catalog_parse(text, out, e) } }
        end

        # Reads a file with the JSON form of a catalog.
        # @param path [String, #to_path]
        # @return [Catalog]
        # @raise [SyntaxError, Error]
        # @raise [SystemCallError] if the file cannot be read
        def load(path) = SourceFile.load(path) { |text, _| parse(text) }
      end

      # @return [Integer] the number of resources
      def size = data[:resource_count]
      alias length size

      # Iterates over the resources in the order of their creation.
      # @yieldparam resource [Resource]
      def each
        return enum_for(:each) { size } unless block_given?

        size.times { |at| yield Resource.borrow(to_ptr, root_owner, index: at) }
        self
      end

      private def data = Native.info(Native::PuppetCatalogData, :pcty_puppet_catalog_info, self)

      # @return [Array<Resource>] in the order of their creation
      def resources = to_a

      # A resource by its reference or by its type and title. Types and names of classes may be in lower
      # case: `catalog["class", "ntp"]`.
      # @param reference [String] such as `File[/etc/motd]`, or the type
      # @param title [String, nil]
      # @return [Resource, nil]
      def [](reference, title = nil)
        type, title = reference.match(/\A([^\[]+)\[(.*)\]\z/m)&.captures unless title
        at = type_and_title(type || reference, title)&.then { |key| positions[key] }
        at && Resource.borrow(to_ptr, root_owner, index: at)
      end

      # @return [Array<Edge>]
      def edges
        all = to_a
        found = Native::PuppetCatalogEdge.sized
        Array.new(data[:edge_count]) do |at|
          Native.check { |e| Native.pcty_puppet_catalog_edge_at(self, at, found, e) }
          Edge.new(all[found[:container]], all[found[:contained]]).freeze
        end
      end

      # @return [Array<String>] the names of classes and nodes in the order of their evaluation
      def classes = Native.texts(:pcty_puppet_catalog_class_at, self, data[:class_count])

      # The JSON that an agent receives, without virtual resources.
      # @param secrets [Boolean] whether secret values are written; otherwise a secret value is an
      #   object with the member `__ptype` only
      # @param version [Integer] the version of the configuration
      # @param uuid [String, nil] the identifier of the compilation
      # @param code_id [String, nil] the identifier of the deployed code
      # @return [String]
      def to_json(*, secrets: false, version: 0, uuid: nil, code_id: nil)
        options = Native::PuppetCatalogJsonOptions.sized
        options[:has_secrets] = secrets ? true : false
        options[:version] = version
        { uuid:, code_id: }.each { |name, text| options.borrow_text(name, text) if text }
        Native.text_result { |out, e| Native.pcty_puppet_catalog_to_json(self, options, out, e) }
      end

      # The difference to a later catalog. Resources are the same if their types and titles are equal.
      # @param after [Catalog]
      # @return [Difference]
      def difference(after)
        Catalog.expect(after)
        Difference.read(Native.text_result { |out, e| Native.pcty_puppet_catalog_diff(self, after, out, e) })
      end

      # Checks that an agent can order the resources: their relationships have no cycle.
      # @return [nil]
      # @raise [Error] with a diagnostic for each cycle
      def check_cycles = Native.check { |e| Native.pcty_puppet_catalog_check_cycles(self, e) }

      # The graph of the agent: the resources of the catalog at the same positions, in the order of
      # their relationships, and hidden resources for the ends of containers.
      # @return [MCL::Resources]
      # @raise [Error] as {#check_cycles}
      def graph = MCL::Resources.own(dialect: :puppet) { Native.result { |out, e| Native.pcty_puppet_catalog_graph(self, out, e) } }

      private

      def details = "#{size} resources"

      # The positions of the resources by type and title.
      def positions
        @positions ||= each.with_index.to_h { |resource, at| [[resource.type, resource.title], at] }
      end

      def type_and_title(type, title)
        return unless title

        type = capitalized(type)
        [type, type == "Class" ? capitalized(title) : title]
      end

      def capitalized(name) = name.delete_prefix("::").split("::").map(&:capitalize).join("::")
    end

    # The options of a compilation or a lookup.
    # @private
    module CatalogOptions
      # The members that are JSON objects.
      OBJECTS = %i[facts trusted server_facts classifier settings].freeze

      class << self
        # @private
        def record(folder, node, strict: :error, name: nil, modules: [], manifest: nil, hiera: nil, environment: nil, **objects)
          record = Native::PuppetCatalogOptions.sized
          record[:strictness] = strict
          texts = { environment_folder: path(folder), node:, environment_name: name, manifest: path(manifest), hiera: path(hiera) }
          texts.merge(json(objects)).each { |member, text| record.borrow_text(member, text) if text }
          folders = Native.strs(modules.map { |each| path(each) })
          record.borrow(:modules, folders)
          record[:module_count] = modules.length
          record.borrow(:environment, Environment.expect(environment).now) if environment
          record
        end

        private

        def path(path) = path.respond_to?(:to_path) ? path.to_path : path

        def json(objects)
          unknown = objects.keys - OBJECTS
          raise ::ArgumentError, "unknown keywords: #{unknown.join(', ')}" if unknown.any?

          objects.transform_values { |object| object.is_a?(Hash) ? JSON.generate(object) : object }
        end
      end
    end
    private_constant :CatalogOptions

    class << self
      # Looks up a key in the Hiera data of an environment, as `puppet lookup` does without a compilation.
      # @param key [String]
      # @param folder [String, #to_path] the environment
      # @param node [String] the name of the node
      # @param merge [String, Hash, nil] `first`, `unique`, `hash` or `deep`, or a hash with `strategy` and
      #   its options; if nil, that of `lookup_options` in the data
      # @param default [Value, Object, nil] the value if there is no data; if nil, the lookup fails
      # @param options [Hash{Symbol => Object}] `facts`, `trusted`, `server_facts`, `classifier` (the output
      #   of an external node classifier) and `settings`, each a Hash or JSON; `modules`, the folders of
      #   modules; `manifest`, `hiera` (the `hiera.yaml` of the global layer) and `name` (of the
      #   environment), each a String; `strict` (`:error`, `:warning` or `:off`); `environment`, an
      #   {Environment} with functions and a logger
      # @return [Value]
      # @raise [Error] if there is no data and no default value
      def lookup(key, folder, node, merge: nil, default: nil, **options)
        looking(key, folder, node, merge, default, options) do |arguments|
          result { |out, e| Native.pcty_puppet_lookup(*arguments, out, nil, e) }
        end
      end

      # Looks up a key as {lookup} does, and returns how the value was found.
      # @param (see .lookup)
      # @return [Array(Value, String)] the value and the explanation, which shows data except for
      #   Sensitive values
      # @raise [Error] as {lookup}; the detail of its first diagnostic is the explanation
      def explain_lookup(key, folder, node, merge: nil, default: nil, **options)
        looking(key, folder, node, merge, default, options) do |arguments|
          Native.uninterrupted do
            value, text = Native.results(2) { |out, explanation, e| Native.pcty_puppet_lookup(*arguments, out, explanation, e) }
            text = Native.take_text { text }
            [Value.own(dialect: :puppet) { value }, text]
          end
        end
      end

      private

      def looking(key, folder, node, merge, default, options)
        given = CatalogOptions.record(folder, node, **options)
        query = Native::PuppetLookupOptions.sized
        query.borrow_text(:merge, merge.is_a?(Hash) ? JSON.generate(merge) : merge.to_s) if merge
        query.borrow(:default_value, from(default)) unless default.nil?
        Callbacks.guard { yield [Native.str(key), given, query] }
      end
    end
  end
end
