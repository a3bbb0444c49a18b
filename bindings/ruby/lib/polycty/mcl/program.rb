# frozen_string_literal: true

module Polycty
  module MCL
    # A vertex of a graph of functions: its kind (`:const`, `:function` and so on), its name, the
    # position of its expression (file, line and column, or nil), its constant value, and the type
    # of a composite or of a function.
    Vertex = Struct.new(:kind, :name, :file, :line, :column, :value, :type, keyword_init: true)

    # An edge of a graph of functions: the indices of two vertices, and the arguments of the second
    # that receive the value of the first.
    Edge = Struct.new(:from, :to, :arguments, keyword_init: true)

    # A graph of functions: vertices and edges, and its text and Graphviz forms.
    Graph = Struct.new(:vertices, :edges, :text, :graphviz, keyword_init: true)

    # A compiled program. It never changes; any number of threads may use it.
    #
    #   host = Polycty::MCL::Host.new
    #   host.kinds([{ kind: "note", fields: [{ lang: "text", type: "str" }] }])
    #   program = Polycty::MCL::Program.new("note \"a\" { text => \"b\", }\n", host: host)
    #   program.graph.vertices.map(&:kind).include?(:const)  # => true
    #
    # Errors in the program raise with the language's messages; {Error#stage} is the stage, and
    # {Error#diagnostics} contain the location.
    class Program < Closable
      frees_with :pcty_mcl_program_free

      # Reads and compiles a file.
      # @param path [String, #to_path]
      # @param host [Host, nil]
      # @return [Program]
      # @raise [Error] with the path of the file
      # @raise [SystemCallError] if the file cannot be read
      def self.load(path, host: nil)
        SourceFile.load(path) { |text, name| new(text, file: name, host: host) }
      end

      # @param text [String, nil] nil to start with a file of the host
      # @param file [String] the path of the text, or of that file; the path of a module ends in a
      #   slash
      # @param host [Host, nil]
      def initialize(text = nil, file: "main.mcl", host: nil)
        now = host && Host.expect(host).now
        path = Native.str(file)
        text &&= Native.str(text)
        hold(POINTER.take(text ? Native::Weight.of(:program, text) : 0) do
          Callbacks.guard do
            Native.result do |out, e|
              if text
                Native.pcty_mcl_program_compile_text(text, path, now, out, e)
              else
                Native.pcty_mcl_program_compile(path, now, out, e)
              end
            end
          end
        end, nil, block_owners: now&.block_owners)
        freeze
      end

      # @return [Array<String>] the paths of its source files
      def files
        Native.texts(:pcty_mcl_program_file_at, self, Native.pcty_mcl_program_file_count(self))
      end

      private def details = files.join(", ")

      # @return [Graph] its functions before it runs
      def graph
        Native.uninterrupted do
          native = Native.result { |out, e| Native.pcty_mcl_program_graph(self, out, e) }
          Graph.new(vertices: vertices(native), edges: edges(native),
                    text: Native.take_text { Native.pcty_mcl_graph_to_text(native, :text) },
                    graphviz: Native.take_text { Native.pcty_mcl_graph_to_text(native, :graphviz) }).freeze
        ensure
          Native.pcty_mcl_graph_free(native) if native
        end
      end

      # Starts the program; nothing is computed before the first step.
      # @param vertices [Integer] the maximum number of vertices; 0 selects the default of about a
      #   million
      # @return [Runtime]
      def start(vertices: 0) = Runtime.new(self, vertices)

      # Runs the program by the system's clock, until the block breaks or raises.
      # @yieldparam resources [Resources] each resulting graph
      # @yieldparam difference [Difference] the changes since the previous graph
      def run
        runtime = start
        before = Resources.empty
        loop do
          runtime.time = Time.now
          if runtime.step == :changed
            after = runtime.resources
            yield after, before.difference(after)
            before = after
          end
          runtime.wait
        end
      end

      private

      def vertices(native)
        count = Native.info(Native::MclGraphData, :pcty_mcl_graph_info, native)[:vertex_count]
        Native.structs(Native::MclVertex, :pcty_mcl_graph_vertex_at, native, count) do |borrowed|
          file = Native.text(borrowed[:file])
          Vertex.new(kind: borrowed[:kind], name: Native.text(borrowed[:name]), file:,
                     line: file && borrowed[:line], column: file && borrowed[:column],
                     value: Value.copy(borrowed[:value], dialect: :mcl),
                     type: Type.own(dialect: :mcl) { Native.pcty_type_clone(borrowed[:type]) }).freeze
        end
      end

      def edges(native)
        count = Native.info(Native::MclGraphData, :pcty_mcl_graph_info, native)[:edge_count]
        Native.structs(Native::MclEdge, :pcty_mcl_graph_edge_at, native, count) do |borrowed|
          Edge.new(from: borrowed[:from], to: borrowed[:to], arguments: Native.text(borrowed[:arguments])).freeze
        end
      end
    end

    # A running program. Only one thread at a time may use it; senders may be used by any thread.
    # During a step, callbacks may set its time; all its other methods raise.
    class Runtime < Closable
      include Freezable

      frees_with :pcty_mcl_runtime_free

      # @private
      def initialize(program, vertices)
        hold(POINTER.take do
          Native.result { |out, e| Native.pcty_mcl_runtime_start(Program.expect(program), vertices, out, e) }
        end, nil, block_owners: program.block_owners)
        descriptor = Native.plain(:int32) { |out, e| Native.pcty_mcl_runtime_descriptor(self, out, e) }
        @woken = IO.for_fd(descriptor.read_int32, autoclose: false)
      end

      # @return [IO] readable when a step has work to do; do not read from it
      attr_reader :woken

      # @param time [Time] the current time; timers that have expired are announced
      def time=(time)
        check_frozen
        Native.pcty_mcl_runtime_set_time(self, (time.to_r * 1000).floor)
      end

      # @return [Time, nil] the earliest time of a pending timer
      def next_time
        out = FFI::MemoryPointer.new(:int64)
        Time.at(Rational(out.read_int64, 1000)) if Native.pcty_mcl_runtime_next_time(self, out)
      end

      # Computes until there is no more work.
      # @return [Symbol] `:changed` if the resource graph is the first one or has changed, `:same`
      #   if it has not, and `:waiting` if functions have no value yet
      def step
        check_frozen
        number = Callbacks.guard do
          Native.plain(:uint32) { |out, e| Native.pcty_mcl_runtime_step(self, out, e) }.read_uint32
        end
        Native.enum_type(:pcty_mcl_progress)[number]
      end

      # @return [Resources] the result of the last step
      def resources = Resources.own { Native.result { |out, e| Native.pcty_mcl_runtime_resources(self, out, e) } }

      # Waits until a step has work to do.
      # @param most [Numeric, nil] the maximum time in seconds
      def wait(most = nil)
        due = next_time
        seconds = [most, due && [due - Time.now, 0].max].compact.min
        IO.select([@woken], nil, nil, seconds)
      end
    end
  end
end
