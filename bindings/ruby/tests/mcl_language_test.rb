# frozen_string_literal: true

require_relative "helper"
require "tmpdir"

# mcl's language: hosts, running programs, resource graphs and their differences.
class MCLLanguageTest < Polycty::Test
  needs :mcl

  MCL = Polycty::MCL
  NOTES = [{ kind: "note", traits: %w[recvable sendable], fields: [{ lang: "text", type: "str" }],
             sends: [{ lang: "said", type: "str" }] }].freeze
  MOTD = <<~PROGRAM
    import "os"
    note "a" {
    \ttext => os.readfile("/motd") <|> "none",
    }
  PROGRAM

  def host(**options) = MCL::Host.new(**options).kinds(NOTES)

  def only(resources)
    assert_equal 1, resources.size
    resources.first["text"].to_s
  end

  def test_resources_are_collected_and_streams_waited_for
    said = nil
    sender = nil
    host = host()
    host.kind("note", collect: ->(data) { { text: data == "bad" ? raise("the data is bad") : data } })
    host.function("w.late", "func() str", follow: ->(_, _, given) { sender = given }) { said }
    data = "x"
    host.world do |question, _arguments|
      [{ name: "a", host: "h", data: data }] if question == "_collect"
    end
    program = MCL::Program.new(<<~PROGRAM, host: host)
      import "w"
      collect note "a" {}
      note "b" { text => w.late(), }
    PROGRAM
    runtime = program.start
    assert_equal :waiting, runtime.step
    said = "now"
    sender.announce
    assert_equal :changed, runtime.step
    assert_equal({ "a" => "x", "b" => "now" }, runtime.resources.to_h { |note| [note.name, note["text"].to_s] })
    data = "bad"
    assert_raises(Polycty::Error) { program.start.step }
  end

  def test_a_program_follows_the_world
    content = "one"
    sender = nil
    ended = 0
    host = host()
    host.world(follow: ->(_, _, given) { sender = given },
               unfollow: ->(given) { ended += 1 if given.id == sender.id }) do |question, arguments|
      next unless question == "os.readfile"

      assert_equal "/motd", arguments[0].to_s
      content || raise("there is no file")
    end
    runtime = MCL::Program.new(MOTD, host: host).start
    assert_equal :changed, runtime.step
    first = runtime.resources
    assert_equal "one", only(first)
    assert_equal :same, runtime.step
    content = "two"
    Thread.new { sender.announce }.join
    runtime.wait(10)
    assert_equal :changed, runtime.step
    difference = first.difference(runtime.resources)
    assert_equal "~ note[a]: text\n", difference.to_s
    assert_equal [:changed, ["text"], "one"],
                 difference.changes.map { |c| [c.kind, c.fields, c.before["text"].to_s] }.first
    content = nil
    sender.announce
    assert_equal :changed, runtime.step
    assert_equal "none", only(runtime.resources)
    sender.fail("the disk is gone")
    error = assert_raises(Polycty::CallbackError) { runtime.step }
    assert_equal ["errStream", 3], [error.stage, error.diagnostics.first.subject.start.line]
    runtime.to_ptr.free
    assert_equal 1, ended
  end

  def test_what_a_step_calls_back_cannot_step
    runtime = nil
    refused = []
    host = host()
    host.function("w.ask", "func() str") do
      runtime.time = Time.at(1)
      refused << assert_raises(Polycty::Error) { runtime.step }.code
      refused << assert_raises(Polycty::Error) { runtime.resources }.code
      "asked"
    end
    runtime = MCL::Program.new("import \"w\"\nnote \"a\" { text => w.ask(), }\n", host: host).start
    assert_equal :changed, runtime.step
    assert_equal %i[invalid_argument invalid_argument], refused
    assert_equal "asked", only(runtime.resources)
  end

  def test_the_time_is_the_hosts
    program = MCL::Program.new(<<~PROGRAM, host: host)
      import "datetime"
      import "fmt"
      note "a" {
      \ttext => fmt.printf("%d", datetime.now()),
      }
    PROGRAM
    runtime = program.start
    runtime.time = Time.at(10.25r)
    assert_equal :changed, runtime.step
    assert_equal "10", only(runtime.resources)
    assert_equal Time.at(11), runtime.next_time
    seen = []
    program.run do |resources, _|
      seen << only(resources)
      break if seen.length == 2
    end
    assert_equal 1, seen[1].to_i - seen[0].to_i
  end

  def test_functions_files_and_modules
    Dir.mktmpdir do |folder|
      File.write(File.join(folder, "start.mcl"), <<~PROGRAM)
        import "loud"
        import "greet"
        import "words.mcl"
        note $hostname {
        \ttext => first(greet.to(loud.shout($words.word)), "b"),
        }
      PROGRAM
      File.write(File.join(folder, "words.mcl"), "$word = \"hello\"\n")
      host = host(variables: { hostname: "web1" }).files(folder)
      host.function("loud.shout", "func(text str) str", speculative: true) { |text| "#{text}!" }
      host.function("first", infer: ->(types, _, _) { "func(#{types.map { "str" }.join(", ")}) str" }) do |*all|
        all.first
      end
      host.source("greet", "func to($who) { \"to \" + $who }\n")
      program = MCL::Program.new(file: "/start.mcl", host: host)
      assert_equal %w[/start.mcl /words.mcl], program.files.grep_v(/greet/).sort
      graph = program.graph
      assert_includes graph.text, "Vertex: shout"
      assert_empty %i[const function call function_value] - graph.vertices.map(&:kind)
      assert_equal "web1", graph.vertices.filter_map(&:value).map(&:to_s).find { |text| text == "web1" }
      refute_empty graph.edges
      runtime = program.start
      runtime.step
      assert_equal ["web1", "to hello!"], runtime.resources.map { |note| [note.name, note["text"].to_s] }.first
      error = assert_raises(Polycty::Error) { MCL::Program.new("note [", host: host) }
      assert_equal "errLexParse", error.stage
      error = assert_raises(Polycty::Error) { MCL::Program.new("note \"a\" { text => 3, }\n", host: host) }
      assert_equal "errUnify", error.stage
    end
  end

  def test_graphs_by_calls
    host = host()
    host.kinds([{ kind: "dir", traits: %w[edgeable compatible], fields: [{ lang: "mode", type: "str" }] }])
    host.kind("dir",
              validate: ->(dir) { raise "it has no mode" unless dir["mode"] },
              merge: ->(_, second) { { "mode" => second["mode"] } },
              after: ->(dir) { [[["dir", File.dirname(dir.name)]]] })
    dir = ->(name, mode) { MCL::Resource.new(kind: "dir", name: name, fields: { "mode" => mode }) }
    notes = [MCL::Resource.new(kind: "note", name: "from"),
             MCL::Resource.new(kind: "note", name: "to", meta: { noop: true })]
    links = [MCL::Link.new(from: %w[dir /a], to: %w[note to], notifies: true),
             MCL::Link.new(from: %w[note from], to: %w[note to], sent: "said", field: "text")]
    resources = MCL::Resources.build(host, [dir["/a/b", "700"], dir["/a", "700"], dir["/a", "755"]] + notes, links)
    assert_equal 4, resources.size
    assert_equal "/a", resources.in_order.first.name
    assert_equal "755", resources["dir", "/a"]["mode"].to_s
    assert_nil resources["dir", "/nowhere"]
    assert_equal true, resources.meta("note", "to", "noop").to_ruby
    assert_equal 4, resources.links.length
    assert_includes resources.links.select(&:automatic).map(&:to), ["dir", "/a/b"]
    assert resources.graphviz.start_with?("digraph")
    error = assert_raises(Polycty::Error) { MCL::Resources.build(host, [MCL::Resource.new(kind: "dir", name: "/c")]) }
    assert_includes error.message, "it has no mode"
    difference = MCL::Resources.empty.difference(resources)
    assert_equal [4, 4, false], [difference.changes.length, difference.links.length, difference.empty?]
    assert_predicate resources.difference(resources), :empty?
  end

  def test_the_example_keeps_its_pages
    here = File.expand_path("..", __dir__)
    data = File.expand_path("../../examples/data", here)
    Dir.mktmpdir do |folder|
      input = File.join(folder, "input")
      page = ->(name) { File.join(folder, "pages", "#{name}.txt") }
      File.write(input, "ann\n")
      command = [RbConfig.ruby, "-I", File.join(here, "lib"), File.join(here, "examples/keep_pages.rb"),
                 File.join(data, "pages.mcl"), File.join(data, "pages.kinds.json"), input, folder, "2"]
      printed = IO.popen(command) do |example|
        sleep 0.01 until File.size?(page.("ann"))
        assert_match(/\AHello ann, from .+!\n\z/, File.read(page.("ann")))
        File.write(input, "ann\nbob\n")
        example.read
      end
      assert_equal "+ dir[pages]\n+ file[pages/ann.txt]\n+ dir[pages] -> file[pages/ann.txt]\n\n" \
                   "+ file[pages/bob.txt]\n+ dir[pages] -> file[pages/bob.txt]\n\n", printed
      assert_path_exists page.("bob")
    end
  end
end
