# frozen_string_literal: true

require_relative "helper"

# HCL: scopes, expressions, bodies, specs.
class HclTest < Polycty::Test
  HCL = Polycty::HCL
  Spec = HCL::Spec

  SERVICES = Spec.block_list("service", Spec.object({
    name: Spec.label(0, "name"),
    port: Spec.attribute("port", "number", required: true),
    tags: Spec.attribute(:tags, "set(string)").or_else(Spec.literal(Value.set("string", [])))
  }))

  def test_expressions
    scope = HCL::Scope.new(variables: { name: "db", ports: [80, 443] }, functions: :standard)
    assert_equal "DB-80", HCL.evaluate('"${upper(name)}-${ports[0]}"', scope).to_ruby
    assert_equal [81, 444], HCL.evaluate("[for p in ports : p + 1]", scope).to_ruby
    assert_equal "Hello, db!", HCL.template("Hello, ${name}!", variables: { name: "db" }).to_ruby
    expression = HCL::Expression.parse("a.b[0].c + d", file: "x.hcl")
    assert_equal ["a.b[0].c", "d"], expression.variables.map(&:to_s)
    assert_equal [:a, "x.hcl", "1:1-1:9"],
                 expression.variables.first.then { |it| [it.root, it.file, it.range.to_s] }
    assert_equal "1:1-1:13", expression.range.to_s
    value, told = expression.evaluate_diagnosed(HCL::Scope.new(variables: { d: 1 }))
    assert_predicate value, :unknown?
    assert_kind_of Polycty::DiagnosticsError, told
    value, told = HCL::Expression.parse("1 + 1").evaluate_diagnosed
    assert_equal [2, nil], [value.to_ruby, told]
    _, told = HCL::Expression.parse_diagnosed("[1, ")
    assert_kind_of Polycty::SyntaxError, told
    json = HCL::Expression.parse('{"a": "${b}"}', syntax: :json)
    assert_equal({ "a" => 1 }, json.evaluate(HCL::Scope.new(variables: { b: 1 })).to_ruby)
  end

  def test_bodies_without_a_schema
    text = "a = f(x.y, [1])\nb \"l\" {\n  c = v\n}\na = 2\n"
    body, told = HCL::Body.parse_diagnosed(text, file: "main.hcl")
    assert_kind_of Polycty::SyntaxError, told
    items = body.items
    assert_equal [[:attribute, "a"], [:block, "b"], [:attribute, "a"]],
                 items.map { |item| [item.kind, item.name] }
    block = items[1].blocks.first
    assert_equal ["2:1-4:2", "2:7-2:8", "4:1-4:2"],
                 [block.whole_range, block.open_range, block.close_range].map(&:to_s)
    assert_equal "{\n  c = v\n}", block.body.text
    assert_equal "2:7-4:2", block.body.range.to_s
    assert_equal %w[x.y v], body.variables.map(&:to_s)
    assert_equal [["f", "main.hcl", "1:5-1:6", "1:5-1:16"]],
                 body.calls.map { |it| [it.name, it.file, it.name_range.to_s, it.range.to_s] }
    place = body.at(line: 1, column: 7)
    assert_equal [["f(x.y, [1])", "x.y"], "a", []],
                 [place.expressions.map(&:text), place.attribute.name, place.blocks]
    assert_equal ["b"], body.at(text.index("c =")).blocks.map(&:type)
    assert_raises(Polycty::NotFoundError) { body.byte_of(1, 1, file: "other") }
    either = HCL::Body.parse('{"b": [{"c": 1}, {}]}', syntax: :json).items.first
    assert_equal [:either, "b", 2], [either.kind, either.name, either.blocks.length]
  end

  def test_trees_of_expressions
    each = HCL::Expression.parse("[for k, v in m : -v + f(k) if v]")
    assert_equal [:for, %w[k v]], [each.form, each.iterators]
    assert_equal %i[collection value condition], each.parts.map(&:first)
    sum = each.parts[1].last
    assert_equal [["+"], "1:21-1:22"], [sum.operators.map(&:symbol), sum.operators[0].range.to_s]
    assert_equal [nil, "f"], sum.parts.map { |_, part| part.name }
    assert_equal ["f"], each.calls.map(&:name)
    assert_nil sum.iterators
    assert_equal [:b, 0], HCL::Expression.parse("(a).b[0]").steps.path.to_a
    assert_nil sum.steps
    assert_equal ["-a", "a"], HCL::Expression.parse("-a").around(1).map(&:text)
  end

  def test_walks
    user = Value.from({ name: "a", key: "b" })
    seen = []
    user.walk { |path, _| seen << path.to_s }
    assert_equal ["", ".key", ".name"], seen
    seen.clear
    user.walk { |path, _| seen << path.to_s && :stop }
    assert_equal [""], seen
    error = assert_raises(Polycty::Error) { user.walk { raise ArgumentError, "no" } }
    assert_kind_of ArgumentError, error.cause
    assert_raises(Polycty::Error) { user.transform { raise ArgumentError, "no" } }
    assert_raises(Polycty::UnknownError) { HCL.format_value(Value.unknown("string")) }
    assert_equal "(unknown string)", HCL.format_value(Value.unknown("string"), shown: :redacted)
  end

  def test_expressions_that_are_not_evaluated
    assert_equal [:a, 0], HCL::Expression.parse("a[0]").traversal.to_a
    assert_equal "create", HCL::Expression.parse("create").keyword
    assert_nil HCL::Expression.parse("1").keyword
    assert_equal %w[create destroy], HCL::Expression.parse("[create, destroy]").elements.map(&:keyword)
    pairs = HCL::Expression.parse("{a = b}").pairs
    assert_equal [%w[a b]], pairs.map { |pair| pair.map(&:keyword) }
    name, arguments = HCL::Expression.parse("f(a, b)").call
    assert_equal ["f", %w[a b]], [name, arguments.map(&:keyword)]
    error_from(Polycty::DiagnosticsError) { HCL::Expression.parse("1 + 1").elements }
    assert_equal Type.list("string"), HCL::Expression.parse("list(string)").type.first
  end

  def test_scopes
    scope = HCL::Scope.new(variables: { a: 1 })
    copy = scope.dup
    child = scope.child(variables: { b: 2 })
    scope[:a] = 3
    copy[:c] = 4
    assert_equal [3, nil, 1, 2], [scope[:a], scope[:c], child["a"], child[:b]].map { |v| v&.to_ruby }
    assert_equal 3, HCL.evaluate("a + b", child).to_ruby
    assert_nil scope.function(:upper)
    assert_equal "A", HCL::Scope.new(functions: :standard).function(:upper).call("a").to_ruby
    error = error_from { HCL.evaluate("x", HCL::Scope.new) }
    allowed = error_from { HCL.evaluate("x", HCL::Scope.new.allow_variables.allow_functions) }
    refute_equal error.reason, allowed.reason
    assert_raises(TypeError) { HCL::Expression.parse("1").evaluate({ a: 1 }) }
  end

  def test_types_with_defaults
    type, defaults = HCL.type("object({a=optional(number, 80), b=optional(string)})")
    assert_equal({ "a" => 80, "b" => nil }, defaults.apply({}).convert(type).to_ruby)
    assert_equal type, defaults.type
    assert_nil HCL.type("string").last
    error_from(Polycty::TypeError) { HCL.type("any", mode: :exact) }
  end

  def test_bodies
    body = HCL::Body.parse("port = 1\nservice \"x\" {\n  a = port\n}\nextra = 2\n", file: "main.hcl")
    schema = HCL::Schema.new(attributes: { port: :required, host: :optional }, blocks: { service: %w[name] })
    content, rest = body.partial_content(schema)
    assert_equal 1, content[:port].evaluate.to_ruby
    assert_nil content[:host]
    block = content.blocks(:service).first
    assert_equal ["service", %w[x], "2:1-2:12", "main.hcl"],
                 [block.type, block.labels, block.range.to_s, block.file]
    assert_equal ["a"], block.body.attributes.map(&:name)
    assert_equal 5, block.body.attributes.first.evaluate(HCL::Scope.new(variables: { port: 5 })).to_ruby
    assert_equal %w[extra], rest.attributes.map(&:name)
    error = error_from(Polycty::DiagnosticsError) { body.content(schema) }
    assert_equal 5, error.diagnostics.first.subject.start.line
    content, told = body.content_diagnosed(schema)
    assert_equal [1, error.message], [content.attributes.length, told.message]
    assert_equal "main.hcl", body.file
    assert_kind_of Polycty::SourceRange, body.missing_range
    assert_raises(ArgumentError) { HCL::Schema.new(attributes: { a: :maybe }) }
    error_from(Polycty::SyntaxError) { HCL::Body.parse("port = ") }
    _, told = HCL::Body.parse_diagnosed("port = ")
    refute_nil told
    merged = HCL::Body.merge(HCL::Body.parse("a = 1"), HCL::Body.parse('{"b": 2}', syntax: :json))
    assert_equal %w[a b], merged.attributes.map(&:name)
    %w[services.hcl production.hcl.json].each do |name|
      path = File.join(ROOT, "examples/data/deployment", name)
      assert_equal path, HCL::Body.load(path).file
    end
  end

  def test_parts_outlive_the_whole
    expression = HCL::Body.parse("service \"x\" {\n  a = 1 + 1\n}\n")
                          .content(HCL::Schema.new(blocks: { service: %w[n] }))
                          .blocks.first.body.attributes.first.expression
    3.times { GC.start }
    assert_equal 2, expression.evaluate.to_ruby
  end

  def test_decoding
    body = HCL::Body.parse("service \"web\" {\n  port = base + 80\n  tags = [\"b\", \"a\"]\n}\n" \
                           "service \"db\" {\n  port = 5432\n}\n")
    scope = HCL::Scope.new(variables: { base: 0 })
    assert_equal [{ "name" => "web", "port" => 80, "tags" => Set["a", "b"] },
                  { "name" => "db", "port" => 5432, "tags" => Set[] }], body.decode(SERVICES, scope).to_ruby
    assert_equal :list, SERVICES.implied_type.kind
    assert_equal %w[base], SERVICES.variables(body).map(&:to_s)
    assert_kind_of Polycty::SourceRange, SERVICES.source_range(body)
    broken = HCL::Body.parse("service \"web\" {\n  prt = 80\n}\n", file: "main.hcl")
    error = error_from(Polycty::DiagnosticsError) { SERVICES.decode(broken) }
    assert_equal 2, error.diagnostics.length
    value, told = SERVICES.decode_diagnosed(broken)
    assert_equal [1, 2], [value.length, told.diagnostics.length]
    value, rest = Spec.attribute("a", "number").partial_decode(HCL::Body.parse("a = 1\nb = 2"))
    assert_equal [1, %w[b]], [value.to_ruby, rest.attributes.map(&:name)]
  end

  def test_specs
    nested = Spec.object({ a: Spec.attribute("a", "number") })
    body = HCL::Body.parse("one {\n  a = 1\n}\nmany \"x\" {\n  a = 2\n}\nany {\n  k = 3\n}\n")
    all = Spec.tuple(
      Spec.block("one", nested, required: true), Spec.block_set("many", nested.then { |it|
        Spec.object({ label: Spec.label(0, "label"), value: it })
      }), Spec.block_attributes("any", "string"), Spec.literal(5),
      Spec.expression(HCL::Expression.parse("6"))
    )
    assert_equal [{ "a" => 1 }, Set[{ "label" => "x", "value" => { "a" => 2 } }], { "k" => "3" }, 5, 6],
                 all.decode(body).to_ruby
    by_label = Spec.block_map("many", ["label"], nested)
    assert_equal({ "x" => { "a" => 2 } }, by_label.partial_decode(body).first.to_ruby)
    double = Polycty::Function.new({ n: "number" }, returns: "number") { |n| n * 2 }
    assert_equal 4, Spec.attribute("a", "number").transform(double).decode(HCL::Body.parse("a = 2")).to_ruby
    written = Spec.read(HCL::Body.parse("attr {\n  name = \"a\"\n  type = number\n}\n"))
    assert_equal 2, written.decode(HCL::Body.parse("a = 2")).to_ruby
    assert_raises(TypeError) { Spec.object({ a: 5 }) }
  end

  def test_checks_by_a_block
    port = Spec.attribute("port", "number").validate do |value|
      raise ArgumentError, "ports end at 65535" if value.to_i > 65_535
    end
    assert_equal 80, port.decode(HCL::Body.parse("port = 80")).to_ruby
    error = error_from(Polycty::DiagnosticsError) { port.decode(HCL::Body.parse("port = 70000")) }
    assert_kind_of ArgumentError, error.cause
    assert_equal "1:8-1:13", error.diagnostics.first.subject.to_s
    assert_raises(ArgumentError) { port.validate }
  end

  def test_arguments_that_are_not_evaluated
    default = Polycty::Function.new({ wanted: HCL.closure_type, otherwise: "any" },
                                    returns: ->(*) { Type.any }) do |wanted, otherwise|
      HCL.evaluate_closure(wanted)
    rescue Polycty::DiagnosticsError
      otherwise
    end
    scope = HCL::Scope.new(variables: { a: {} }, functions: { default: default })
    assert_equal [5, 6], [HCL.evaluate("default(a.b, 5)", scope), HCL.evaluate("default(6, 5)", scope)].map(&:to_ruby)
    named = Polycty::Function.new({ name: HCL.closure_type }, returns: "string") do |name|
      HCL.closure_expression(name).keyword
    end
    assert_equal "create", HCL.evaluate("f(create)", HCL::Scope.new(functions: { f: named })).to_ruby
    assert_equal Type.number, HCL.evaluate("t(number)", HCL::Scope.new(functions: {
      t: Polycty::Function.new({ type: Type.meta }, returns: Type.meta) { |type| type }
    })).as_type
  end

  def test_closures_of_ones_own
    closure = HCL.closure(HCL::Expression.parse("a + 1"), HCL::Scope.new(variables: { a: 1 }))
    assert_equal 2, HCL.evaluate_closure(closure).to_ruby
    endless = HCL::Scope.new(functions: :standard)
    assert_nil endless.step_limit
    endless.set_step_limit(1_000)
    assert_equal 1_000, endless.step_limit
    error_from(Polycty::LimitError) { HCL.evaluate("[for n in range(0, 1000) : n * n]", endless) }
  end

  def test_functions_of_terraform
    needs :terraform
    noon = Time.at(43_200)
    host = HCL::TerraformHost.new(root: "/", home: "/h", plan_time: noon, clock: -> { noon },
                                  random: ->(count) { "\1" * count })
    assert_equal ["/", "/h", 43_200], [host.root, host.home, host.plan_time]
    assert_nil HCL::TerraformHost.new.plan_time
    scope = HCL::Scope.new(functions: host)
    text = '[plantimestamp() == timestamp(), length("abc"), substr(uuid(), 0, 4), pathexpand("~/a")]'
    assert_equal [true, 3, "0101", "/h/a"], HCL.evaluate(text, scope).to_ruby
    short = HCL::Scope.new(functions: HCL::TerraformHost.new(random: ->(_) { "" }))
    assert_includes error_from { HCL.evaluate("uuid()", short) }.message, "expected 16 bytes"
    assert_includes error_from { HCL.evaluate('file("a")', functions: :terraform) }.message, "the host does not provide files"
    assert_raises(TypeError) { HCL::Scope.new.define_terraform_functions("/") }
  end

  def test_functions_that_are_written_in_hcl
    body = HCL::Body.parse(<<~BODY)
      function "twice" {
        params = [n]
        result = n * 2
      }
      function "four_times" {
        params = [n]
        result = twice(twice(n)) + base
      }
      rest = 1
    BODY
    scope = HCL::Scope.new(variables: { base: 1 })
    assert_equal %w[rest], scope.read_functions(body).attributes.map(&:name)
    assert_equal 13, HCL.evaluate("four_times(3)", scope).to_ruby
    error_from(Polycty::DiagnosticsError) { scope.read_functions(HCL::Body.parse("function \"f\" {\n}\n")) }
  end

  def test_a_block_may_know_more
    url = Spec.attribute("url", "string").refine { |it| it.not_null.prefix("https://") }
    scope = HCL::Scope.new(variables: { later: Value.unknown("string") })
    assert_equal "https://", url.decode(HCL::Body.parse("url = later"), scope).refinement.prefix
    wrong = HCL::Body.parse('url = "ftp://x"')
    refute_empty error_from(Polycty::DiagnosticsError) { url.decode(wrong) }.diagnostics
    boom = Spec.attribute("url", "string").refine { |_| raise IOError, "boom" }
    told = error_from(Polycty::DiagnosticsError) { boom.decode(HCL::Body.parse("url = later"), scope) }
    assert_equal 1, told.diagnostics.first.subject.start.line
    assert_instance_of IOError, told.cause
  end

  def test_dynamic_blocks
    body = HCL::Body.parse("dynamic \"service\" {\n  for_each = names\n  labels = [service.value]\n" \
                           "  content {\n    port = 80\n  }\n}\n")
    scope = HCL::Scope.new(variables: { names: %w[a b] })
    assert_equal %w[a b], body.expand_dynamic(scope).decode(SERVICES, scope).map { |it| it[:name].to_s }
    assert_equal %w[names], SERVICES.variables(body, needs: :expansion).map(&:to_s)
  end
end
