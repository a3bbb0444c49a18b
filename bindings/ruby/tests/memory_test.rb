# frozen_string_literal: true

require_relative "helper"

# The garbage collector keeps all used objects alive and releases the others exactly once.
#
# Each program runs in a process of its own, so that a crash is a test failure. With POLYCTY_LONG=1
# the long tests run: a million cycles of creating and dropping objects, after which memory has not
# grown.
class MemoryTest < Polycty::Test
  # One iteration of the typical operations of a program; it checks its own results.
  WORK = <<~RUBY
    require "polycty"
    include Polycty
    SCOPE = HCL::Scope.new(functions: :standard)
    def work(n)
      type = Type.object({ name: "string", ports: Type.list("number") })
      value = Value.from({ name: "db\#{n}", ports: [n, n + 1, Value.from("3")] }, type)
      ports = value[:ports]
      value = nil
      sum = ports.sum(&:to_i)
      raise "sum" unless sum == 2 * n + 4
      base = n
      add = Function.new({ a: "number" }, returns: "number") { |a| a + base }
      raise "call" unless add.call(n).to_i == 2 * n
      scope = SCOPE.child(variables: { n: n, names: ["a\#{n}"] }, functions: { add: add })
      raise "hcl" unless HCL.evaluate("upper(names[0])", scope).to_s == "A\#{n}"
      raise "add" unless HCL.evaluate("add(n)", scope).to_i == 2 * n
      begin
        Value.from({ a: ["x"] }, "object({a=list(number)})")
        raise "no error"
      rescue ConversionError => e
        raise "path" unless e.path.to_a == [:a, 0] && e.dup.reason == e.reason
      end
      raise "dup" unless type.dup == type.clone && ports.dup[0] == ports.clone[0]
      puppet = Value.from({ "k" => [n, 1.5, :default] }, dialect: :puppet)
      raise "puppet" unless puppet.to_ruby == { "k" => [n, 1.5, :default] }
      spec = HCL::Spec.object({ port: HCL::Spec.attribute("port", "number").validate { |v| v.to_i } })
      raise "spec" unless spec.decode(HCL::Body.parse("port = \#{n}")).to_ruby == { "port" => n }
      Value.capsule(Type.capsule("c"), "held\#{n}").mark("m").unmark.unwrap == "held\#{n}" or raise "capsule"
    end
  RUBY

  # The resident memory of the process in pages.
  PAGES = "/proc/self/statm"
  RESIDENT = "def resident = File.read(#{PAGES.inspect}).split[1].to_i"

  # The option of a full compaction that enlarges the heap for it.
  LARGER_HEAP = RUBY_VERSION >= "3.2" ? "expand_heap" : "double_heap"

  def test_under_stress
    needs :puppet
    # 1 skips the old objects, which takes a tenth of the time.
    run_program("work(1); GC.stress = #{LONG ? true : 1}; work(2); GC.stress = false; puts :fine")
  end

  def test_under_compaction
    needs :puppet
    skip "this Ruby does not compact" unless GC.respond_to?(:compact)

    run_program(<<~RUBY)
      work(1)
      values = Array.new(200) { |n| Value.from(["short", n, { "key" => n }]) }
      5.times do |n|
        GC.verify_compaction_references(toward: :empty, #{LARGER_HEAP}: n.zero?)
        work(n)
      end
      GC.auto_compact = true
      20.times { |n| work(n) }
      GC.auto_compact = false
      values.each_with_index { |value, n| raise "moved" unless value.to_ruby == ["short", n, { "key" => n }] }
      puts :fine
    RUBY
  end

  # The library reads and creates these itself; each nil that it reads, and each part that it
  # creates, may start a collection.
  STRUCTURES = <<~RUBY
    THIRD = Value.from(1) / 3
    def structures(n)
      data = Array.new(20) { |at| { "name\#{at}" => "server\#{n}", port: [nil, at, nil, 1.5 * n], "e\u0301": { "\#{n}".to_sym => nil } } }
      hcl = Value.from(data)
      raise "hcl" unless hcl == Value.from([*data, Value.from(1)]).to_a.first(20).then { |parts| Value.from(parts) }
      raise "back" unless Value.from(hcl.to_ruby) == hcl
      raise "names" unless hcl.to_ruby(symbolize_names: true)[3].keys == %i[name3 port é]
      data.each { |hash| hash[[n, nil]] = :default }
      puppet = Value.from(data, dialect: :puppet)
      raise "puppet" unless Value.from(puppet.to_ruby, dialect: :puppet) == puppet && puppet.to_ruby[1][[n, nil]] == :default
      sets = Value.from([THIRD, 2**100 + n, THIRD], "set(number)")
      raise "sets" unless Value.from([sets, THIRD]).to_ruby == [Set[2**100 + n, THIRD.to_ruby], THIRD.to_ruby]
    end
  RUBY

  def test_structures_under_stress_and_compaction
    needs :puppet
    compact = <<~RUBY if GC.respond_to?(:compact)
      GC.verify_compaction_references(toward: :empty, #{LARGER_HEAP}: true)
      GC.auto_compact = true
    RUBY
    run_program(<<~RUBY)
      #{STRUCTURES}
      structures(1)
      GC.stress = #{LONG ? true : 1}
      structures(2)
      GC.stress = false
      #{compact}
      100.times { |n| structures(n) }
      puts :fine
    RUBY
  end

  def test_compaction_inside_of_a_callback
    run_program(<<~RUBY)
      compact = Function.new({ text: "string" }, variadic: "string", returns: "string") do |text, *rest|
        GC.compact if GC.respond_to?(:compact)
        ([text] + rest).map(&:to_s).join("-")
      end
      scope = HCL::Scope.new(variables: { a: "x" }, functions: { join: compact })
      10.times { raise "moved" unless compact.call("x", "y", "z").to_s == "x-y-z" }
      10.times { raise "moved" unless HCL.evaluate('join(a, "b", "\${a}c")', scope).to_s == "x-b-xc" }
      puts :fine
    RUBY
  end

  def test_elements_outlive_their_collection
    run_program(<<~RUBY)
      elements = Array.new(500) { |n| Value.from([[n.to_s * 10]])[0][0] }
      types = Array.new(500) { Type.parse("list(object({a=string}))").element[:a] }
      GC.start
      Array.new(5000) { |n| Value.from([n.to_s]) }
      GC.start
      elements.each_with_index { |element, n| raise "gone" unless element.to_s == n.to_s * 10 }
      types.each { |type| raise "gone" unless type.to_s == "string" }
      puts :fine
    RUBY
  end

  def test_objects_end_with_the_process
    run_program(<<~RUBY)
      KEPT = Array.new(100) { |n| [Value.capsule(Type.capsule("c"), n), Function.new({}, returns: "number") { n }] }
      at_exit { KEPT.first.last.call }
      puts :fine
    RUBY
  end

  def test_exceptions_in_blocks_leave_nothing_behind
    skip "the system does not say how much memory is in use" unless File.exist?(PAGES)

    run_program(<<~RUBY)
      #{RESIDENT}
      fails = Function.new({}, returns: "number") { raise "boom" * 100 }
      turn = ->(_) { begin; fails.call; rescue Polycty::Error; end }
      5_000.times(&turn)
      GC.start
      before = resident
      #{LONG ? 1_000_000 : 10_000}.times(&turn)
      GC.start
      raise "grew by \#{resident - before} pages" if resident - before > 1_000
      puts :fine
    RUBY
  end

  # The objects that are created and dropped a million times.
  CYCLES = {
    types: 'Type.list("string")',
    values: 'Value.from({ name: "db", ports: [80, 443], nested: { a: [true, nil, 1.5] } })',
    elements: 'VALUE[0]["a"].to_ruby',
    conversions: 'VALUE.convert(TYPE)',
    functions: 'Function.new({ n: "number" }, returns: "number") { |n| n }.call(5)',
    evaluations: 'EXPRESSION.evaluate(SCOPE)'
  }.freeze

  CYCLES.each do |name, turn|
    define_method(:"test_memory_is_flat_after_making_and_dropping_#{name}") do
      skip "the system does not say how much memory is in use" unless File.exist?(PAGES)

      count = LONG ? 1_000_000 : 5_000
      output = run_program(<<~RUBY)
        #{RESIDENT}
        VALUE = Value.from([{ a: "1" }])
        TYPE = Type.parse("list(object({a=number}))")
        EXPRESSION = HCL::Expression.parse('upper("\${a}b")')
        SCOPE[:a] = "x"
        # The first turns fill the heap of Ruby to its working size.
        #{count / 5}.times { #{turn} }
        GC.start
        before = resident
        #{count}.times { #{turn} }
        GC.start
        after = resident
        puts "#{name}: \#{before} pages before, \#{after} after #{count} cycles" if #{LONG}
        raise "grew from \#{before} to \#{after} pages" if after > before + 2_000
        puts :fine
      RUBY
      puts output.lines.first if LONG
    end
  end

  HEAVY_INPUTS = <<~'RUBY'
    JSON_TEXT = "[#{Array.new(8_000) { |n| %({"a":#{n},"b":"text #{n}"}) }.join(',')}]"
    HCL_TEXT = Array.new(2_000) { |n| %(variable "v#{n}" {\n default = #{n}\n}\n) }.join
    LIST = "[#{Array.new(5_000) { |n| "a.b + f(#{n})" }.join(',')}]"
    MANIFEST = Array.new(1_000) { |n| "$v#{n} = [1, 'a', #{n}]\n" }.join
    PROGRAM = Array.new(200) { |n| %(note "a#{n}" { text => "b", }\n) }.join
    HOST = Polycty.feature?(:mcl) && MCL::Host.new.kinds([{ kind: "note", fields: [{ lang: "text", type: "str" }] }])
    SCHEMA = %({"properties":{#{Array.new(2_000) { |n| %("p#{n}":{"minimum":#{n}}) }.join(',')}}})
    TYPE_TEXT = "object({#{Array.new(2_000) { |n| "p#{n}=optional(number,#{n})" }.join(',')}})"
    ALIASES = Array.new(500) { |n| ["T#{n}", "Struct[{a => Integer[#{n}], b => Optional[String]}]"] }.to_h if Polycty.feature?(:puppet)
    EXPRESSION = HCL::Expression.parse(LIST)
    MODULE = Terraform::Module.parse("main.tf" => HCL_TEXT) if Polycty.feature?(:terraform)
    COMPILED = HOST && MCL::Program.new(PROGRAM, host: HOST)
    READ = Schema.read(SCHEMA) if Polycty.feature?(:schema)
  RUBY

  # Objects that hold much memory outside of Ruby's heap, created and dropped: the collector has to
  # run.
  HEAVY = {
    values: 'Value.from_json(JSON_TEXT)',
    bodies: 'HCL::Body.parse(HCL_TEXT)',
    files: 'HCL::File.parse(HCL_TEXT)',
    expressions: 'HCL::Expression.parse(LIST)',
    scopes: '100.times { HCL::Scope.new(functions: :standard) }',
    manifests: ['Puppet::Manifest.new(MANIFEST)', :puppet],
    programs: ['MCL::Program.new(PROGRAM, host: HOST)', :mcl],
    modules: ['Terraform::Module.parse("main.tf" => HCL_TEXT)', :terraform],
    schemas: ['Schema.read(SCHEMA)', :schema],
    pairs: ['READ.import(:hcl)', :schema],
    documents: ['READ.documents', :schema],
    defaults: 'HCL.type(TYPE_TEXT)',
    fragments: 'HCL::Fragment.parse(LIST)',
    aliases: ['Puppet::Aliases.new(ALIASES)', :puppet],
    bounds: ['PCL.check(EXPRESSION)', :pcl],
    evaluations: ['MODULE.evaluate', :terraform],
    terraform_scopes: ['20.times { HCL::Scope.new.define_terraform_functions }', :terraform],
    runtimes: ['COMPILED.start.tap(&:step).resources', :mcl]
  }.freeze

  HEAVY.each do |name, (turn, feature)|
    define_method(:"test_memory_is_flat_while_heavy_#{name}_are_dropped") do
      skip "the system does not say how much memory is in use" unless File.exist?(PAGES)

      needs(*feature)
      output = run_program(<<~RUBY)
        #{RESIDENT}
        #{HEAVY_INPUTS}
        before = resident
        #{LONG ? 1_600 : 150}.times { #{turn} }
        grown = resident - before
        puts "#{name}: grew by \#{grown} pages" if #{LONG}
        raise "grew by \#{grown} pages" if grown > 40_000
        GC.start
        GC.start
        raise "\#{Native::Weight.total} bytes are counted" if Native::Weight.total > 20_000_000
        puts :fine
      RUBY
      puts output.lines.first if LONG
    end
  end

  private

  def run_program(program)
    output, status = ruby("-e", WORK + program)
    assert status.success?, output
    assert_equal "fine", output.lines.last.to_s.chomp, output
    output
  end
end
