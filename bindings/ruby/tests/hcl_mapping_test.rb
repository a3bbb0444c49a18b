# frozen_string_literal: true

require_relative "helper"

# Records: classes of the program as bodies of HCL, decoded, written, brought into files.
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

  # Where and what is wrong with a server.
  def told(inside, scope = nil)
    error = fault(Polycty::DiagnosticsError) do
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
    assert_equal ["Missing required argument"], fault { Fleet.parse("\n") }.diagnostics.map(&:summary)
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
    error = fault(Polycty::DiagnosticsError) { Fleet.decode(body.expand_dynamic(scope), scope) }
    assert_equal "It is not known yet which blocks there are.", error.diagnostics.first.detail
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
    fault(Polycty::InvalidArgumentError) { Server.new.to_hcl }
    wrong = fault(Polycty::ConversionError) { Listener.new(port: "x").to_hcl }
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

    # A fault changes nothing.
    changed.region = "other"
    changed.servers.first.extra = Value.unknown("string")
    fault(Polycty::UnknownError) { changed.encode(file.body) }
    assert_equal wanted, file.to_s

    one = HCL::File.parse("server \"a\" \"b\" {\n  port = 1 # one\n}\n")
    Server.new(kind: "c", name: "d", port: 2).encode(one.body.block("server"))
    assert_equal "server \"c\" \"d\" {\n  port = 2 # one\n}\n", one.to_s
    fault(Polycty::InvalidArgumentError) { Server.new.encode(one.body) }
  end

  TEXTS = ["a", "${", "\"", "\n", "%{", "\\", "é", " ", "EOT", "$"].freeze

  # Records are the same after they were written and read; and so they are in a file that had others,
  # of which nothing is left but what is not described.
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
      'the label "b" comes after what stands in the body' => proc { attribute(:a) && label(:b) },
      '"a" comes twice' => proc { attribute(:a) && attribute(:b, as: :a) },
      "the member a comes twice" => proc { attribute(:a) && attribute(:a, as: :b) },
      "a remain comes twice" => proc { remain(:a) && remain(:b, "string") },
      '"a b" is no name' => proc { attribute :a, as: "a b" },
      "blocks are records, not String" => proc { block :a, String },
      "blocks are one of optional, many" => proc { block :a, Listener, many: true, optional: true },
      "a record with labels, blocks or a remain is no value of an argument" => proc { attribute :a, Disk },
      "a member may not be called encode" => proc { attribute :encode },
      "nothing is described" => proc {}
    }.each do |why, description|
      assert_equal why, assert_raises(ArgumentError) { HCL.record(&description) }.message
    end
    # A label may be called as an argument is.
    HCL.record do
      label :name
      attribute :named, as: "name"
    end
    fault { HCL.record { attribute :a, "nonsense(" } }
    pair = Struct.new(:a, :b)
    assert_match(/has no member c/, assert_raises(ArgumentError) { HCL.record(pair) { attribute :c } }.message)
    assert_equal "nothing is said of the member b", assert_raises(ArgumentError) { HCL.record(pair) { attribute :a } }.message
    assert_raises(ArgumentError) { HCL.record(String) { attribute :a } }
    assert_raises(ArgumentError) { HCL.record }
  end
end
