# frozen_string_literal: true

require_relative "helper"

# Records: classes of the program mapped to bodies of HCL: decoding, writing and updating files.
class HCLMappingTest < Polycty::Test
  HCL = Polycty::HCL

  Limits = HCL.record do
    attribute :cpu, "number"
    attribute :memory, "number", optional: true
  end
  Listener = HCL.record do
    attribute :port, "number"
    attribute :protocol, "string", default: "tcp"
  end
  Disk = HCL.record do
    label :mount
    attribute :size, "number"
    remain :rest
  end
  Server = HCL.record do
    label :kind
    label :name
    attribute :port, "number", optional: true, default: 80
    attribute :zone, "string", optional: true
    attribute :shifts, "list(number)", default: []
    attribute :limits, Limits, optional: true
    attribute :steps, [Limits], default: []
    attribute :options, "object({ a = optional(number, 7), b = optional(string) })", optional: true
    attribute :extra, Polycty::Value, optional: true
    block :listeners, Listener, many: true, max: 3, as: "listener"
    block :control, Listener, optional: true
    remain :others, "string"
  end
  Fleet = HCL.record do
    attribute :region, "string"
    attribute :condition, HCL::Expression, optional: true, as: "when"
    block :servers, Server, many: true, as: "server"
    block :disks, Disk, keyed: true, as: "disk"
  end

  FLEET = <<~TF
    region = var.region
    when   = a.b == 1 # later

    # The web.
    server "web" "one" {
      port    = 8000 + 80
      shifts  = [-128, "127"]
      limits  = { cpu = 2 }
      steps   = [{ cpu = 1, memory = 0.1 }, { cpu = 2 }]
      options = {}
      extra   = [1, "x"]
      owner   = "ops"

      listener {
        port = 1
      }
      # The second.
      listener {
        port     = 2
        protocol = "udp"
      }
      control {
        port = 9
      }
    }

    disk "data" "/mnt" {
      size  = 10
      label = var.label

      mount "x" {}
    }
  TF

  SCOPE = HCL::Scope.new(variables: { var: { region: "eu", label: "l" } })

  def fleet = Fleet.parse(FLEET, SCOPE, file: "main.hcl")

  def test_records
    web = fleet.servers.fetch(0)
    assert_equal ["eu", "a.b == 1"], [fleet.region, fleet.condition.text]
    assert_equal ["web", "one", 8080, nil, [-128, 127]], [web.kind, web.name, web.port, web.zone, web.shifts]
    assert_equal [Limits.new(cpu: 1, memory: 0.1), Limits.new(cpu: 2)], web.steps
    assert_equal [2, { "a" => 7, "b" => nil }, '[1,"x"]'], [web.limits.cpu, web.options, web.extra.to_json]
    assert_equal [Listener.new(port: 1), Listener.new(port: 2, protocol: "udp")], web.listeners
    assert_equal [9, { "owner" => "ops" }], [web.control.port, web.others]
    disk = fleet.disks.fetch("data")
    assert_equal ["/mnt", 10, %w[label mount]], [disk.mount, disk.size, disk.rest.items.map(&:name)]
    assert_equal %w[var.region a.b], Fleet.spec.variables(HCL::Body.parse(FLEET)).map(&:to_s)
    json = Fleet.parse('{"region": "x", "server": {"a": {"b": {"port": 1, "x": "y"}}}}', syntax: :json)
    assert_equal [["a", 1, { "x" => "y" }]], json.servers.map { |each| [each.kind, each.port, each.others] }
  end

  # The location and the message of an error in a server.
  def told(inside, scope = nil)
    error = error_from(Polycty::DiagnosticsError) do
      Fleet.parse("region = \"x\"\nserver \"a\" \"b\" {\n#{inside}\n}\n", scope, file: "f")
    end
    error.diagnostics.map { |each| "#{each.subject.start} #{each.summary}: #{each.detail}" }
  end

  def test_faults
    {
      "port = \"x\"" =>
        "3:8 Incorrect attribute value type: Inappropriate value for attribute \"port\": a number is required.",
      "limits = null" => nil,
      "limits = {}" => "3:10 Incorrect attribute value type: Inappropriate value for attribute \"limits\": " \
                       "attribute \"cpu\" is required.",
      "limits = { cpu = null }" => "3:10 Invalid value: At .cpu, the value is null.",
      "\nsteps = [{ cpu = 1 }, { cpu = null }]" => "4:9 Invalid value: At [1].cpu, the value is null.",
      "listener {}" =>
        "3:10 Missing required argument: The argument \"port\" is required, but no definition was found.",
      "listener {\n  port = null\n}" => "4:10 Invalid value: The value is null.",
      "listener {\n  port = 1\n  x = 1\n}" =>
        "5:3 Unsupported argument: An argument named \"x\" is not expected here.",
      "unknown {}" => "3:1 Unexpected \"unknown\" block: Blocks are not allowed here.",
      "x = null" => "2:16 Invalid value: At [\"x\"], the value is null."
    }.each do |inside, wanted|
      if wanted then assert_equal [wanted], told(inside)
      else Fleet.parse("region = \"x\"\nserver \"a\" \"b\" {\n#{inside}\n}\n")
      end
    end
    assert_equal "12:10 Too many listener blocks: No more than 3 \"listener\" blocks are allowed",
                 told("listener {\nport = 1\n}\n" * 4).first
    assert_equal ["Missing required argument"], error_from { Fleet.parse("\n") }.diagnostics.map(&:summary)
  end

  def test_what_is_unknown_or_marked_is_no_part_of_a_record
    secret = Value.from(1).mark("sensitive")
    scope = HCL::Scope.new(variables: { later: Value.unknown, secret: secret })
    found = told("extra = secret\nport = secret\nzone = later", scope)
    assert_equal %w[4:8 5:8], found.map { |each| each[/\S+/] }
    kept = Fleet.parse("region = \"x\"\nserver \"a\" \"b\" {\n  extra = secret\n}\n", scope)
    assert_predicate kept.servers.first.extra, :marked?
    box = HCL.record { attribute :content, Polycty::Value }
    boxes = HCL.record do
      block :one, box, optional: true
      block :many, box, many: true
    end
    held = boxes.parse("one {\n  content = secret\n}\nmany {\n  content = later\n}\n", scope)
    assert_equal [true, true], [held.one.content.marked?, held.many.first.content.unknown?]
    body = HCL::Body.parse("region = \"x\"\ndynamic \"disk\" {\n  for_each = later\n  labels = [\"a\", \"b\"]\n  " \
                           "content {\n    size = 1\n  }\n}\n")
    error = error_from(Polycty::DiagnosticsError) { Fleet.decode(body.expand_dynamic(scope), scope) }
    assert_equal "The blocks are not known yet.", error.diagnostics.first.detail
  end

  def test_texts
    assert_equal <<~TF, fleet.to_hcl
      region = "eu"
      when   = a.b == 1

      server "web" "one" {
        port   = 8080
        shifts = [-128, 127]
        limits = {
          cpu = 2
        }
        steps = [
          {
            cpu    = 1
            memory = 0.1
          },
          {
            cpu = 2
          },
        ]
        options = {
          a = 7
          b = null
        }
        extra = [1, "x"]
        owner = "ops"

        listener {
          port = 1
        }

        listener {
          port     = 2
          protocol = "udp"
        }

        control {
          port = 9
        }
      }

      disk "data" "/mnt" {
        size  = 10
        label = var.label

        mount "x" {}
      }
    TF
    again = Fleet.parse(fleet.to_hcl)
    assert_equal fleet.servers, again.servers
    error_from(Polycty::InvalidArgumentError) { Server.new.to_hcl }
    wrong = error_from(Polycty::ConversionError) { Listener.new(port: "x").to_hcl }
    assert_equal ".port", wrong.path.to_s
  end

  def test_edits
    file = HCL::File.parse(FLEET)
    changed = fleet
    changed.encode(file.body, SCOPE)
    assert_equal FLEET, file.to_s

    web = changed.servers.first
    web.port = 1
    web.listeners.shift
    web.control = nil
    web.others = { "team" => "web" }
    changed.servers.unshift(Server.new(kind: "", name: "${x}\""))
    changed.disks["data"].size = 11
    changed.encode(file.body, SCOPE)
    wanted = FLEET.sub("# The web.") { "server \"\" \"$${x}\\\"\" {\n}\n\n# The web." }
                  .sub("8000 + 80", "1").sub("owner   = \"ops\"", "team    = \"web\"")
                  .sub("  listener {\n    port = 1\n  }\n", "").sub("  control {\n    port = 9\n  }\n", "")
                  .sub("size  = 10", "size  = 11")
    assert_equal wanted, file.to_s
    assert_equal changed.servers, Fleet.parse(file.to_s, SCOPE).servers

    # An error changes nothing.
    changed.region = "other"
    changed.servers.first.extra = Value.unknown("string")
    error_from(Polycty::UnknownError) { changed.encode(file.body) }
    assert_equal wanted, file.to_s

    one = HCL::File.parse("server \"a\" \"b\" {\n  port = 1 # one\n}\n")
    Server.new(kind: "c", name: "d", port: 2).encode(one.body.block("server"))
    assert_equal "server \"c\" \"d\" {\n  port = 2 # one\n}\n", one.to_s
    error_from(Polycty::InvalidArgumentError) { Server.new.encode(one.body) }
  end

  Loose = HCL.record do
    attribute :port, "number", optional: true
    remain :others, Polycty::Value
  end
  Texts = HCL.record { remain :others, "string" }

  # A key is arbitrary text of the program, not a part of the file's text.
  def test_other_arguments_have_names_of_their_own
    text = "zz = 1\nyy = 2\n"
    ["a = 1\nb", "x {}\nb", "a = 1 #", "a b", "", "a\n", "1", "port"].each do |key|
      file = HCL::File.parse(text)
      record = Loose.new(others: { "c" => Value.from(3), key => Value.from(2) })
      [-> { record.to_hcl }, -> { record.encode(file.body) }].each do |write|
        error = error_from(Polycty::InvalidArgumentError, &write)
        assert_equal [:others, key], error.path.to_a.map { |step| step.is_a?(Value) ? step.to_s : step }
      end
      assert_equal text, file.to_s
    end
    error_from { Texts.new(others: { "\xff" => "x" }).to_hcl }
    assert_equal "a-b  = \"x\"\n_a   = \"y\"\nnull = \"z\"\ne\u0301    = \"\"\n",
                 Texts.new(others: { "a-b" => "x", _a: "y", "null" => "z", "e\u0301" => "" }).to_hcl
  end

  # A map's keys are in normal form; a file's names keep their notation.
  def test_names_that_are_not_normalized
    text = "e\u0301 = \"x\" # kept\nz = \"y\"\n"
    file = HCL::File.parse(text)
    texts = Texts.parse(text)
    assert_equal({ "\u00e9" => "x", "z" => "y" }, texts.others)
    texts.encode(file.body)
    assert_equal text, file.to_s
    texts.others["\u00e9"] = "v"
    texts.encode(file.body)
    assert_equal text.sub("x", "v"), file.to_s
    texts.others.delete("\u00e9")
    texts.encode(file.body)
    assert_equal "z = \"y\"\n", file.to_s
    # An object's names keep their notation, too.
    any = HCL::File.parse("e\u0301 = 1\n")
    Loose.new(others: { "\u00e9" => Value.from(1) }).encode(any.body)
    assert_equal "\u00e9 = 1\n", any.to_s
    named = HCL.record { attribute :a, "string", as: "e\u0301" }
    holder = HCL.record { attribute :held, named }
    read = holder.parse("held = { e\u0301 = \"x\" }\n")
    assert_equal "x", read.held.a
    assert_equal read, holder.parse(read.to_hcl)
    both = HCL.record { attribute(:a, as: "e\u0301") && attribute(:b, as: "\u00e9") }
    assert_raises(ArgumentError) { HCL.record { attribute :held, both } }
  end

  # A name that counts how often it is compared.
  class CountedName < String
    class << self
      attr_accessor :compared
    end

    def ==(other)
      self.class.compared += 1
      super
    end

    def to_s = self
  end

  def test_many_other_arguments_are_not_compared_with_each_other
    CountedName.compared = 0
    names = Array.new(100) { |at| CountedName.new("a#{at}") }
    file = HCL::File.parse(names.map { |name| "#{name} = \"\"\n" }.join)
    Texts.new(others: names.to_h { |name| [name, ""] }).encode(file.body)
    assert_operator CountedName.compared, :<, 1000
  end

  # Nil and other objects are rejected in place of a record.
  def test_what_is_no_part_of_a_record
    any = HCL.record do
      attribute :number, "number", optional: true
      attribute :limits, Limits, optional: true
      attribute :steps, [Limits], optional: true
      block :one, Listener, optional: true
      block :many, Listener, many: true
      block :keyed, Disk, keyed: true
    end
    strict = HCL.record do
      attribute :number, "number"
      attribute :limits, Limits
      attribute :steps, [Limits]
      attribute :when, HCL::Expression
      block :one, Listener
      remain :others, "string"
    end
    limits = Limits.new(cpu: 1)
    listener = Listener.new(port: 1)
    whole = { number: 1, limits: limits, steps: [limits], when: HCL::Expression.parse("a"), one: listener }
    strict.new(**whole).to_hcl
    {
      [strict, { number: nil }] => ".number", [strict, { limits: nil }] => ".limits",
      [strict, { steps: nil }] => ".steps", [strict, { steps: [limits, nil] }] => ".steps[1]",
      [strict, { limits: Limits.new }] => ".limits.cpu", [strict, { when: nil }] => ".when",
      [strict, { one: nil }] => ".one", [strict, { others: nil }] => ".others",
      [strict, { others: { "a" => nil } }] => ".others[\"a\"]",
      [any, { many: nil }] => ".many", [any, { many: [listener, nil] }] => ".many[1]",
      [any, { many: [Listener.new] }] => ".many[0].port",
      [any, { keyed: nil }] => ".keyed", [any, { keyed: { "a" => nil } }] => ".keyed[\"a\"]"
    }.each do |(record, wrong), path|
      wrong = whole.merge(wrong) if record == strict
      assert_equal path, error_from(Polycty::NullError) { record.new(**wrong).to_hcl }.path.to_s
    end
    [
      { limits: 1 }, { steps: 1 }, { steps: [1] }, { one: 1 }, { many: 1 }, { many: [limits] }, { keyed: [] }
    ].each do |wrong|
      error_from(Polycty::InvalidArgumentError) { any.new(**wrong).to_hcl }
    end
    scope = HCL::Scope.new(variables: { later: Value.unknown, secret: Value.from({ cpu: 1 }).mark("m") })
    {
      "steps = [{ cpu = 1 }, null]" => "At [1], the value is null.",
      "steps = later" => "The value is unknown.",
      "steps = [later]" => "At [0], the value is unknown.",
      "steps = [secret]" => "At [0], the value is marked.",
      "limits = later" => "The value is unknown.",
      "limits = secret" => "The value is marked."
    }.each do |text, wanted|
      told = error_from(Polycty::DiagnosticsError) { any.parse("#{text}\n", scope) }.diagnostics
      assert_equal [wanted], told.map(&:detail)
    end
  end

  def test_each_record_has_defaults_of_its_own
    given = [[1]]
    name = +"tcp"
    inner = Limits.new(cpu: [1])
    record = HCL.record do
      attribute :lists, "list(list(number))", default: given
      attribute :name, "string", default: name
      attribute :map, "map(list(number))", default: { "a" => [1] }
      attribute :any, Polycty::Value, default: Value.from(1)
      attribute :inner, Limits, default: inner
    end
    name << "x"
    given << [2]
    fresh = -> { [record.new, record.parse("")] }
    wanted = { lists: [[1]], name: "tcp", map: { "a" => [1] }, any: Value.from(1), inner: Limits.new(cpu: [1]) }
    2.times do
      fresh.call.each do |made|
        assert_equal wanted, made.to_h
        made.lists[0] << 2
        made.name << "x"
        made.map["a"] << 2
        made.inner.cpu << 2
      end
    end
    assert_equal [1], inner.cpu
  end

  class Doubling < HCL.record { attribute :a, "number" }
    def twice = 2 * a
  end

  def test_classes_that_inherit
    assert_equal [4, 6], [Doubling.parse("a = 2\n").twice, Doubling.new(a: 3).twice]
    assert_equal "a = 3\n", Doubling.new(a: 3).to_hcl
    further = Class.new(Doubling)
    assert_instance_of further, further.parse("a = 1\n")
    holder = HCL.record { block :held, further, many: true }
    assert_instance_of further, holder.parse("held {\n  a = 1\n}\n").held.first
  end

  TEXTS = ["a", "${", "\"", "\n", "%{", "\\", "é", " ", "EOT", "$"].freeze

  # Records are equal after writing and reading; also in a file that had different records, of which
  # only the content that is not described remains.
  def test_properties
    random = Random.new(17)
    text = -> { Array.new(random.rand(5)) { TEXTS.sample(random: random) }.join }
    some = ->(&make) { Array.new(random.rand(4), &make) }
    server = lambda do
      Server.new(kind: text.call, name: text.call, port: random.rand(99), zone: random.rand(2).zero? ? nil : text.call,
                 shifts: some.call { random.rand(1.0) }, limits: Limits.new(cpu: random.rand(9)),
                 steps: some.call { Limits.new(cpu: random.rand(2**70), memory: 1) },
                 options: { "a" => 1, "b" => text.call }, listeners: some.call { Listener.new(port: 1, protocol: text.call) },
                 control: random.rand(2).zero? ? nil : Listener.new(port: 2),
                 others: some.call { |at| ["k#{at}", text.call] }.to_h)
    end
    file = HCL::File.parse("region = \"x\"\n# Stays.\nextra \"x\" {}\n")
    30.times do
      fleet = Fleet.new(region: text.call, servers: some.call { server.call })
      made = fleet.to_hcl
      assert_equal made, HCL.format(made)
      assert_equal fleet, Fleet.parse(made)
      fleet.encode(file.body)
      written = file.to_s
      assert_includes written, "# Stays.\nextra \"x\" {}\n"
      _, rest = HCL::Body.parse(written).partial_content(HCL::Schema.new(blocks: { extra: %w[name] }))
      assert_equal fleet, Fleet.decode(rest)
      fleet.encode(file.body)
      assert_equal written, file.to_s
    end
  end

  def test_classes_of_the_program
    point = Struct.new(:x, :y)
    HCL.record(point) { %i[y x].each { |axis| attribute axis, "number" } }
    assert_equal point.new(1, 2), point.parse("x = 1\ny = 2\n")
    assert_equal "y = 2\nx = 1\n", point.new(1, 2).to_hcl
    assert_equal [80, "tcp"], [Server.new.port, Listener.new.protocol]
    refute_same Server.new.listeners, Server.new.listeners
  end

  def test_wrong_descriptions
    {
      'the label "b" must come before the content of the body' => proc { attribute(:a) && label(:b) },
      '"a" is described twice' => proc { attribute(:a) && attribute(:b, as: :a) },
      "the member a is described twice" => proc { attribute(:a) && attribute(:a, as: :b) },
      "a remain is described twice" => proc { remain(:a) && remain(:b, "string") },
      '"a b" is not a valid name' => proc { attribute :a, as: "a b" },
      "blocks are records, not String" => proc { block :a, String },
      "blocks are one of optional, many" => proc { block :a, Listener, many: true, optional: true },
      "a record with labels, blocks or a remain cannot be the value of an argument" => proc { attribute :a, Disk },
      "encode is not allowed as the name of a member" => proc { attribute :encode },
      "class is not allowed as the name of a member" => proc { attribute :class },
      "public_send is not allowed as the name of a member" => proc { attribute :public_send },
      "min and max must not be negative: -1, 0" => proc { block :a, Listener, many: true, min: -1 },
      "at least 3 blocks are more than 1" => proc { block :a, Listener, many: true, min: 3, max: 1 },
      "no members are described" => proc {}
    }.each do |why, description|
      assert_equal why, assert_raises(ArgumentError) { HCL.record(&description) }.message
    end
    # A label may have the same name as an argument.
    HCL.record do
      label :name
      attribute :named, as: "name"
    end
    error_from { HCL.record { attribute :a, "nonsense(" } }
    pair = Struct.new(:a, :b)
    assert_match(/has no member c/, assert_raises(ArgumentError) { HCL.record(pair) { attribute :c } }.message)
    assert_equal "the member b is not described", assert_raises(ArgumentError) { HCL.record(pair) { attribute :a } }.message
    assert_raises(ArgumentError) { HCL.record(String) { attribute :a } }
    assert_raises(ArgumentError) { HCL.record }
  end
end
