# frozen_string_literal: true

module Polycty
  module MCL
    # A vertex of a graph of functions: what it computes (`:const`, `:function` and so on), what it is
    # called, where its expression stands (file, line and column, or nil), the value that stays, and
    # the type of a composite or of a function.
    Vertex = Struct.new(:kind, :name, :file, :line, :column, :value, :type, keyword_init: true)

    # An edge of a graph of functions: the positions of two vertices, and the arguments that the
    # first one's value is.
    Edge = Struct.new(:from, :to, :arguments, keyword_init: true)

    # A graph of functions: vertices and edges, and the same as text and for Graphviz.
    Graph = Struct.new(:vertices, :edges, :text, :graphviz, keyword_init: true)

    # A program that is compiled. It never changes; any number of threads may use it.
    #
    #   host = Polycty::MCL::Host.new
    #   host.kinds([{ kind: "note", fields: [{ lang: "text", type: "str" }] }])
    #   program = Polycty::MCL::Program.new("note \"a\" { text => \"b\", }\n", host: host)
    #   program.graph.vertices.map(&:kind).include?(:const)  # => true
    #
    # What is wrong with it raises with the language's words; {Error#stage} says at which stage, and
    # {Error#diagnostics} have the place.
    class Program < Closable
      frees_with :pcty_mcl_program_free

      # Reads a file of the file system.
      # @param path [String, #to_path]
      # @param host [Host, nil]
      # @return [Program]
      # @raise [Error] with the path of the file
      # @raise [SystemCallError] if the file cannot be read
      def self.load(path, host: nil)
        SourceFile.load(path) { |text, name| new(text, file: name, host: host) }
      end

      # @param text [String, nil] nil to begin with a file of the host's
      # @param file [String] the path of the text, or of that file; of a module with a slash at its end
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
        end, nil, held: now&.held)
        freeze
      end

      # @return [Array<String>] the paths of the files that it was made of
      def files
        Array.new(Native.pcty_mcl_program_file_count(self)) do |at|
          Native.text(Native.pcty_mcl_program_file_at(self, at))
        end
      end

      private def details = files.join(", ")

      # @return [Graph] of its functions as it is before it runs
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

      # Begins to run it; nothing is computed before the first step.
      # @param vertices [Integer] how many there may be at once; 0 stands for a million or so
      # @return [Runtime]
      def start(vertices: 0) = Runtime.new(self, vertices)

      # Runs it by the system's clock, until the block breaks or raises.
      # @yieldparam resources [Resources] each graph that it comes to
      # @yieldparam difference [Difference] what is another than in the one before
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
        Array.new(Native.info(Native::MclGraphData, :pcty_mcl_graph_info, native)[:vertex_count]) do |at|
          lent = Native::MclVertex.sized
          Native.check { |e| Native.pcty_mcl_graph_vertex_at(native, at, lent, e) }
          file = Native.text(lent[:file])
          Vertex.new(kind: lent[:kind], name: Native.text(lent[:name]), file:,
                     line: file && lent[:line], column: file && lent[:column],
                     value: Value.copy(lent[:value], dialect: :mcl),
                     type: Type.own(dialect: :mcl) { Native.pcty_type_clone(lent[:type]) }).freeze
        end
      end

      def edges(native)
        Array.new(Native.info(Native::MclGraphData, :pcty_mcl_graph_info, native)[:edge_count]) do |at|
          lent = Native::MclEdge.sized
          Native.check { |e| Native.pcty_mcl_graph_edge_at(native, at, lent, e) }
          Edge.new(from: lent[:from], to: lent[:to], arguments: Native.text(lent[:arguments])).freeze
        end
      end
    end

    # A program that runs. One thread at a time; senders may be used by any. While it steps, what it
    # calls back may set its time, and whatever else it asks of it raises.
    class Runtime < Closable
      include Freezable

      frees_with :pcty_mcl_runtime_free

      # @private
      def initialize(program, vertices)
        hold(POINTER.take do
          Native.result do |out, e|
            Native.pcty_mcl_runtime_start(Program.expect(program), vertices, out, e)
          end
        end, nil, held: program.held)
        descriptor = Native.plain(:int32) { |out, e| Native.pcty_mcl_runtime_descriptor(self, out, e) }
        @woken = IO.for_fd(descriptor.read_int32, autoclose: false)
      end

      # @return [IO] readable while there is something to step for; not to be read from
      attr_reader :woken

      # @param time [Time] what time it is; who waits for a time that has come is announced
      def time=(time)
        check_frozen
        Native.pcty_mcl_runtime_set_time(self, (time.to_r * 1000).floor)
      end

      # @return [Time, nil] the first time that somebody waits for
      def next_time
        out = FFI::MemoryPointer.new(:int64)
        Time.at(Rational(out.read_int64, 1000)) if Native.pcty_mcl_runtime_next_time(self, out)
      end

      # Works until nothing is left to be computed.
      # @return [Symbol] `:changed` where there is a resource graph, the first or another one, `:same`
      #   where it is what it was, and `:waiting` where functions have no value yet
      def step
        check_frozen
        number = Callbacks.guard do
          Native.plain(:uint32) { |out, e| Native.pcty_mcl_runtime_step(self, out, e) }.read_uint32
        end
        Native.enum_type(:pcty_mcl_progress)[number]
      end

      # @return [Resources] that a step has come to last
      def resources
        Resources.own { Native.result { |out, e| Native.pcty_mcl_runtime_resources(self, out, e) } }
      end

      # Waits until there is something to step for.
      # @param most [Numeric, nil] so many seconds, and no longer
      def wait(most = nil)
        due = next_time
        seconds = [most, due && [due - Time.now, 0].max].compact.min
        IO.select([@woken], nil, nil, seconds)
      end
    end
  end
end
