# frozen_string_literal: true

module Polycty
  module MCL
    # A resource: its kind and name, its fields as {Value}s by name in the order of the kind,
    # whether it is hidden, the hosts that it is exported to, and the file and line of the declaration
    # in the graph of a catalog. `meta` has the meta parameters of
    # a resource that is built; {Resources#meta} reads those of a graph.
    Resource = Struct.new(:kind, :name, :fields, :hidden, :exports, :meta, :file, :line, keyword_init: true) do
      # @return [Value, nil] a field
      def [](field) = field.is_a?(Symbol) && members.include?(field) ? super : fields[field.to_s]

      # @return [String] `kind[name]`
      def to_s = "#{kind}[#{name}]"

      class << self
        # Copies a borrowed resource; nil for NULL.
        # @private
        def read(borrowed, dialect = :mcl)
          return if borrowed.null?

          data = data(borrowed)
          field = Native::MclFieldValue.new
          fields = Array.new(data[:field_count]) do |at|
            Native.pcty_mcl_resource_field_at(borrowed, at, field)
            [Native.text(field[:name]), Value.copy(field[:value], dialect:)]
          end
          exports = Native.texts(:pcty_mcl_resource_export_at, borrowed, data[:export_count])
          new(kind: Native.text(data[:kind]), name: Native.text(data[:name]),
              fields: fields.to_h.freeze, hidden: data[:is_hidden], exports:, meta: {},
              file: data[:line].zero? ? nil : Native.text(data[:file]),
              line: data[:line].zero? ? nil : data[:line]).freeze
        end

        # The data of a borrowed resource.
        # @private
        def data(borrowed) = Native::MclResourceData.new.tap { |data| Native.pcty_mcl_resource_info(borrowed, data) }

        # @private
        def set_field(resource_builder, name, value)
          value = Value.coerce(value, dialect: :mcl)
          text = Native.str(name)
          Native.check { |e| Native.pcty_mcl_resource_builder_set_field(resource_builder, text, value, e) }
        end
      end
    end

    # An edge between two resources, each `[kind, name]`: the first is a predecessor of the second.
    # `notifies` is true if the second is refreshed when the first has changed, `automatic` if a
    # kind added the edge; `sent` is the field of the first that is sent to the `field` of the
    # second.
    Link = Struct.new(:from, :to, :notifies, :automatic, :sent, :field, keyword_init: true)

    # A change of a resource: `:added`, `:removed` or `:changed`, the old and the new resource (nil
    # if there is none), and the names of the fields and meta parameters that differ.
    Change = Struct.new(:kind, :before, :after, :fields, :meta, keyword_init: true)

    # A change of an edge or of a sent field: `:added` or `:removed`, and the {Link}.
    LinkChange = Struct.new(:kind, :link, keyword_init: true)

    # The difference of two graphs: {Change}s, {LinkChange}s, and both as text.
    Difference = Struct.new(:changes, :links, :text, keyword_init: true) do
      # @return [Boolean] whether the graphs are equal
      def empty? = changes.empty? && links.empty?

      alias_method :to_s, :text
    end

    # A graph of resources. It never changes; any number of threads may use it.
    class Resources < Closable
      include Enumerable

      frees_with :pcty_mcl_resources_free

      RESOURCE_BUILDER = Native::Owned.by(:pcty_mcl_resource_builder_free)
      BUILDER = Native::Owned.by(:pcty_mcl_builder_free)
      private_constant :RESOURCE_BUILDER, :BUILDER

      class << self
        # @return [Resources] an empty graph
        def empty = own { Native.pcty_mcl_resources_empty }

        # Builds a graph by the same rules as a program does.
        # @param host [Host] the host with the kinds
        # @param resources [Array<Resource>] whose fields and meta may be Ruby objects
        # @param links [Array<Link>]
        # @return [Resources]
        def build(host, resources, links = [])
          now = Host.expect(host).now
          builder = BUILDER.take { Native.pcty_mcl_builder_new(now) }
          resources.each { |resource| add(now, builder, resource) }
          links.each { |link| link(builder, link) }
          own { Callbacks.guard { Native.result { |out, e| Native.pcty_mcl_builder_build(builder, out, e) } } }
        end

        private

        def add(host, builder, resource)
          kind, name = Native.str(resource.kind), Native.str(resource.name)
          resource_builder = RESOURCE_BUILDER.take { Native.result { |out, e| Native.pcty_mcl_resource_builder_new(host, kind, name, out, e) } }
          (resource.fields || {}).each { |field, value| Resource.set_field(resource_builder, field, value) }
          (resource.meta || {}).each do |meta, value|
            value = Value.coerce(value, dialect: :mcl)
            text = Native.str(meta)
            Native.check { |e| Native.pcty_mcl_resource_builder_set_meta(resource_builder, text, value, e) }
          end
          Callbacks.guard { Native.check { |e| Native.pcty_mcl_builder_add(builder, resource_builder, e) } }
        end

        def link(builder, link)
          edge = Native::MclEdgeSpec.sized
          texts = { from_kind: link.from[0], from_name: link.from[1], to_kind: link.to[0], to_name: link.to[1] }
          texts = texts.merge(sent: link.sent, field: link.field) if link.sent
          texts.each { |member, text| edge.borrow_text(member, text) }
          edge[:flags] = link.notifies && !link.sent ? Native::MCL_EDGE_FLAGS[:notify] : 0
          Native.check { |e| Native.pcty_mcl_builder_add_edge(builder, edge, e) }
        end
      end

      # @private
      def hold(pointer, owner, dialect: :mcl)
        @dialect = dialect
        super(pointer, owner)
      end

      # @return [Integer] how many resources there are
      def size = Native.info(Native::MclResourcesData, :pcty_mcl_resources_info, self)[:count]
      alias length size

      private def details = map(&:to_s).join(", ")

      # Iterates over the resources: first the visible ones in the order of the program, then the
      # hidden ones.
      # @yieldparam resource [Resource]
      def each
        return enum_for(:each) { size } unless block_given?

        size.times { |at| yield Resource.read(Native.pcty_mcl_resources_at(self, at), @dialect) }
        self
      end

      # @return [Array<Resource>] in topological order of the edges
      def in_order = Array.new(size) { |at| Resource.read(Native.pcty_mcl_resources_in_order_at(self, at), @dialect) }

      # @return [Resource, nil] the resource of a kind and name
      def [](kind, name)
        at = position(kind, name)
        at && Resource.read(Native.pcty_mcl_resources_at(self, at), @dialect)
      end

      # @return [Value, nil] a meta parameter of a resource, or its default
      def meta(kind, name, parameter)
        at = position(kind, name)
        return unless at

        resource = Native.pcty_mcl_resources_at(self, at)
        text = Native.str(parameter)
        Value.own(dialect: :mcl) { Native.result { |out, e| Native.pcty_mcl_resource_meta_get(resource, text, out, e) } }
      end

      # @return [Array<Link>] the edges, with the sent fields
      def links = edges + receives

      # The difference to a later graph.
      # @param after [Resources]
      # @return [Difference]
      def difference(after)
        Resources.expect(after)
        Native.uninterrupted do
          native = Native.result { |out, e| Native.pcty_mcl_difference_new(self, after, out, e) }
          Difference.new(changes: changes(native), links: link_changes(native),
                         text: Native.take_text { Native.pcty_mcl_difference_to_text(native) }).freeze
        ensure
          Native.pcty_mcl_difference_free(native) if native
        end
      end

      # @return [String] a line for each resource and each edge
      def to_s = Native.take_text { Native.pcty_mcl_resources_to_text(self, :text) }

      # @return [String] the graph in that notation
      def graphviz = Native.take_text { Native.pcty_mcl_resources_to_text(self, :graphviz) }

      private

      def position(kind, name)
        kind, name = Native.str(kind), Native.str(name)
        Native.plain(:size_t) { |out, e| Native.pcty_mcl_resources_get(self, kind, name, out, e) }
              .read(:size_t)
      rescue NotFoundError
        nil
      end

      def reference(at)
        data = Resource.data(Native.pcty_mcl_resources_at(self, at))
        [Native.text(data[:kind]), Native.text(data[:name])]
      end

      def edges
        count = Native.info(Native::MclResourcesData, :pcty_mcl_resources_info, self)[:edge_count]
        Native.structs(Native::MclResourceEdge, :pcty_mcl_resources_edge_at, self, count) do |borrowed|
          Link.new(from: reference(borrowed[:from]), to: reference(borrowed[:to]),
                   notifies: flag?(borrowed, :notify), automatic: flag?(borrowed, :automatic))
        end
      end

      def receives
        count = Native.info(Native::MclResourcesData, :pcty_mcl_resources_info, self)[:receive_count]
        Native.structs(Native::MclReceive, :pcty_mcl_resources_receive_at, self, count) do |borrowed|
          Link.new(from: reference(borrowed[:from]), to: reference(borrowed[:to]), notifies: false,
                   automatic: false, sent: Native.text(borrowed[:sent]), field: Native.text(borrowed[:field]))
        end
      end

      def flag?(borrowed, name) = (borrowed[:flags] & Native::MCL_EDGE_FLAGS[name]) != 0

      def changes(native)
        count = Native.info(Native::MclDifferenceData, :pcty_mcl_difference_info, native)[:change_count]
        Native.structs(Native::MclChange, :pcty_mcl_difference_at, native, count) do |borrowed, at|
          fields = Array.new(borrowed[:field_count]) { |i| Native.text(Native.pcty_mcl_difference_field_at(native, at, i)) }
          meta = Array.new(borrowed[:meta_count]) { |i| Native.text(Native.pcty_mcl_difference_meta_at(native, at, i)) }
          Change.new(kind: borrowed[:kind], before: Resource.read(borrowed[:before]),
                     after: Resource.read(borrowed[:after]), fields:, meta:).freeze
        end
      end

      def link_changes(native)
        count = Native.info(Native::MclDifferenceData, :pcty_mcl_difference_info, native)[:edge_count]
        Native.structs(Native::MclEdgeChange, :pcty_mcl_difference_edge_at, native, count) do |borrowed|
          texts = %i[from_kind from_name to_kind to_name sent field].to_h { |name| [name, Native.text(borrowed[name])] }
          link = Link.new(from: texts.values_at(:from_kind, :from_name), to: texts.values_at(:to_kind, :to_name),
                          notifies: flag?(borrowed, :notify), automatic: false, sent: texts[:sent],
                          field: texts[:field])
          LinkChange.new(kind: borrowed[:kind], link:).freeze
        end
      end
    end
  end
end
