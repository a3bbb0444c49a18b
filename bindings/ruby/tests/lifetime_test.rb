# frozen_string_literal: true

require_relative "helper"

# The lifetime of blocks that the library calls, and the effect of `close`.
class LifetimeTest < Polycty::Test
  # The block of each object refers to the object that owns the block.
  CYCLES = {
    function: ["f = Function.new({}, returns: 'number') { f }"],
    scope: ["s = HCL::Scope.new; s.define(:f, Function.new({}, returns: 'number') { s })"],
    spec: ["s = HCL::Spec.attribute('a', 'number').validate { s }.refine { s }"],
    terraform_host: ["t = HCL::TerraformHost.new(clock: -> { t }); HCL::Scope.new.define_terraform_functions(t)", :terraform],
    environment: ["e = Puppet::Environment.new; e.function('f', 'Any x') { e }.logger { e }.loader { e }.host { e }", :puppet],
    mcl_host: ["h = MCL::Host.new; h.world { h }.function('a.b', 'func() int') { h }.files { h }", :mcl],
    type_scope: ["t = PCL::TypeScope.new; t.define('f') { t }", :pcl]
  }.freeze

  CYCLES.each do |name, (turn, feature)|
    define_method(:"test_a_cycle_through_the_block_of_a_#{name}_is_collected") do
      needs(*feature)
      count = LONG || name == :function ? 50_000 : 2_000
      output, status = ruby("-e", <<~RUBY)
        require "polycty"
        include Polycty
        def live
          4.times { GC.start }
          [Callbacks::LIVE.size, ObjectSpace.each_object(Callbacks::Box).count].max
        end
        def resident = File.exist?("/proc/self/statm") ? File.read("/proc/self/statm").split[1].to_i : 0
        TURN = ->(_) { local = "x" * 10_000; #{turn} }
        2_000.times(&TURN)
        live
        before = resident
        # {count}.times(&TURN) The stack may still refer to a few.
        raise "\#{live} are alive" if live > 20
        raise "grew by \#{resident - before} pages" if resident - before > 10_000
        puts :fine
      RUBY
      assert status.success?, output
      assert_equal "fine", output.lines.last.to_s.chomp
    end
  end

  def test_a_scope_keeps_the_functions_that_it_was_given
    scope = HCL::Scope.new
    give(scope)
    scopes = [scope, scope.child, scope.dup, scope.child.child]
    give(scope, 2)
    function = scopes[1].function(:f)
    body = HCL::Body.parse("dynamic \"a\" {\n for_each = f() == 1 ? [1] : []\n content {}\n}\n").expand_dynamic(scopes[2])
    collect
    assert_equal([2, 1, 1, 1], scopes.map { |each| HCL.evaluate("f()", each).to_i })
    assert_equal 1, function.call.to_i
    assert_equal 1, body.content(HCL::Schema.new(blocks: { a: [] })).blocks.length
  end

  def test_specs_keep_the_blocks_of_those_inside
    spec = HCL::Spec.object({ a: HCL::Spec.attribute("a", "number").validate { raise "refused" } })
    collect
    assert_includes error_from { spec.decode(HCL::Body.parse("a = 1")) }.rendered, "Refused"
  end

  def test_a_block_whose_owner_is_gone_is_an_error
    scope = HCL::Scope.new
    give(scope)
    closure = HCL.closure(HCL::Expression.parse("f()"), scope)
    assert_equal 1, HCL.evaluate_closure(closure).to_i
    scope.close
    scope = nil
    4.times { collect }
    error = error_from { HCL.evaluate_closure(closure) }
    assert_includes error.rendered, "closed or collected"
  end

  def test_close
    function = Function.new({}, returns: "number") { 1 }
    scope = HCL::Scope.new(functions: { f: function })
    body = HCL::Body.parse("a = 1")
    argument = body.attributes.first
    [function, scope, body].each do |handle|
      2.times { assert_nil handle.close }
      assert_predicate handle, :closed?
    end
    assert_includes error_from(Polycty::InvalidArgumentError) { function.call }.message, "Polycty::Function is closed"
    error_from(Polycty::InvalidArgumentError) { scope[:a] = 1 }
    error_from(Polycty::InvalidArgumentError) { HCL.evaluate("1", scope) }
    error_from(Polycty::InvalidArgumentError) { body.attributes }
    collect
    assert_equal 1, argument.evaluate.to_i
  end

  # Each class that owns memory of the library, with code that creates an object and code that uses
  # it.
  HANDLES = {
    "Budget" => ["Budget.new(steps: 1_000)", "it.run { 1 }"],
    "Function" => ["Function.new({}, returns: 'number') { 1 }", "it.call"],
    "Converter" => ["Type.parse('string').converter_to('number')", "it.call('1')"],
    "Unification" => ["Type.unify('number', 'string')", "it.type"],
    "Translation" => ["Type.parse('string').translate(:puppet)", "it.fit", :puppet, :translate],
    "RefinementBuilder" => ["Value.unknown('string').refine { |b| @kept = b.not_null }; @kept", "it.prefix('a')"],
    "HCL::Scope" => ["HCL::Scope.new", "it[:a] = 1"],
    "HCL::Expression" => ["HCL::Expression.parse('1')", "it.evaluate"],
    "HCL::Body" => ["HCL::Body.parse('a = 1')", "it.attributes"],
    "HCL::Content" => ["HCL::Body.parse('a = 1').content(HCL::Schema.new(attributes: { a: :optional }))", "it.attributes"],
    "HCL::Spec" => ["HCL::Spec.attribute('a', 'number')", "it.implied_type"],
    "HCL::Defaults" => ["HCL.type('object({ a = optional(number, 1) })').last", "it.apply({})"],
    "HCL::File" => ["HCL::File.parse('a = 1')", "it['a'].value"],
    "HCL::Fragment" => ["HCL::Fragment.parse('a.b')", "it.to_s"],
    "HCL::TerraformHost" => ["HCL::TerraformHost.new(clock: -> { Time.at(0) })", "HCL::Scope.new.define_terraform_functions(it)", :terraform],
    "Terraform::Module" => ["Terraform::Module.parse('main.tf' => '')", "it.evaluate", :terraform],
    "Terraform::Evaluation" => ["Terraform::Module.parse('main.tf' => '').evaluate", "it.json", :terraform],
    "Terraform::Schemas" => ["Terraform::Schemas.parse('{}')", "it.providers", :terraform],
    "Terraform::Project" => ["Terraform::Project.open('.', files: { 'main.tf' => '' })", "it.validate", :terraform],
    "Terraform::Outputs" => ["Terraform::Project.open('.', files: { 'main.tf' => '' }).validate", "it.json", :terraform],
    "Terraform::Plan" => ["Terraform::Plan.parse('{\"format_version\": \"1.2\"}')", "it.part", :terraform],
    "Services::Workspace" => ["Services::Workspace.new", "it.diagnostics", :services],
    "PCL::TypeScope" => ["PCL::TypeScope.new", "it[:a] = 'string'", :pcl],
    "PCL::Checked" => ["PCL.check('1')", "it.type", :pcl],
    "Puppet::Aliases" => ["Puppet::Aliases.new({ 'A' => 'Integer' })", "it.names", :puppet],
    "Puppet::Catalog" => ["Puppet::Catalog.parse('{\"name\": \"a\", \"resources\": []}')", "it.classes", :puppet],
    "Puppet::Environment" => ["Puppet::Environment.new", "Puppet::Manifest.new('1').evaluate(it)", :puppet],
    "Puppet::Manifest" => ["Puppet::Manifest.new('1')", "it.evaluate", :puppet],
    "MCL::Host" => ["MCL::Host.new", "it.world { nil }", :mcl],
    "MCL::Sender" => ["LifetimeTest.sender", "it.id", :mcl],
    "MCL::Program" => ["MCL::Program.new('', file: '/main.mcl')", "it.files", :mcl],
    "MCL::Runtime" => ["MCL::Program.new('', file: '/main.mcl').start", "it.step", :mcl],
    "MCL::Resources" => ["MCL::Resources.empty", "it.to_a", :mcl],
    "Schema" => ["Schema.read('{}')", "it.to_json", :schema],
    "Schema::Pair" => ["Schema.read('{}').import(:hcl)", "it.type", :schema],
    "Schema::Documents" => ["Schema.read('{}').documents", "it.take('1')", :schema]
  }.freeze

  # Types and values never change, many share one finalizer, and they cannot be closed. The others
  # live only while a method of the gem runs.
  NEVER_CLOSED = %w[Type Value HCL::TokenList HCL::Items HCL::LocationHandle Terraform::Inputs
                    Puppet::Iteration Puppet::Outline::Handled].freeze

  def test_every_class_that_owns_memory_is_known_here
    classes = ObjectSpace.each_object(Class).select { |each| each < Polycty::Handle && each.const_defined?(:POINTER, false) }
    names = classes.map { |each| each.name.delete_prefix("Polycty::") }
    assert_empty names - HANDLES.keys - NEVER_CLOSED
    assert_empty HANDLES.keys - names if Polycty.features.length == LANGUAGES
  end

  HANDLES.each do |name, (make, use, *features)|
    define_method(:"test_a_closed_#{name}_refuses_to_be_used") do
      needs(*features)
      handle = evaluate(make)
      assert_instance_of Polycty.const_get(name), handle
      evaluate(use, handle)
      refute_predicate handle, :closed?
      2.times { assert_nil handle.close }
      assert_predicate handle, :closed?
      collect
      error = error_from(Polycty::InvalidArgumentError) { evaluate(use, handle) }
      assert_includes error.message, "#{name} is closed"
    end
  end

  def test_what_a_closed_object_gave_lives_on
    needs :schema
    pair = Polycty::Type.parse("list(string)").to_schema
    type, schema = pair.type, pair.schema
    unification = Type.unify("list(number)", "list(string)")
    common, conversion = unification.type, unification.converters.first
    [pair, unification].each(&:close)
    pair = unification = nil
    4.times { collect }
    assert_equal "list(string)", type.to_s
    assert_includes schema.to_json, "string"
    assert_equal "list(string)", common.to_s
    assert_equal ["1"], conversion.call(Value.from([1], "list(number)")).to_ruby
  end

  def test_a_refinement_builder_ends_with_its_block
    kept = nil
    spec = HCL::Spec.attribute("a", "string").refine { |builder| kept = builder.not_null }
    spec.decode(HCL::Body.parse("a = b"), HCL::Scope.new(variables: { b: Value.unknown("string") }))
    error_from(Polycty::InvalidArgumentError) { kept.prefix("a") }
  end

  def test_a_budget_that_its_block_closes_is_left
    budget = Polycty::Budget.new(steps: 10)
    budget.run { budget.close }
    assert_equal 1_000, HCL.evaluate("length([for n in range(1000) : n])").to_i
  end

  # A sender that a runtime passed to its world.
  def self.sender
    sender = nil
    host = Polycty::MCL::Host.new
    host.kinds([{ kind: "note", fields: [{ lang: "text", type: "str" }] }])
    host.world(follow: ->(_, _, given) { sender = given }) { "web1" }
    program = "import \"sys\"\nnote \"n\" {\n\ttext => sys.hostname(),\n}\n"
    Polycty::MCL::Program.new(program, file: "/main.mcl", host: host).start.step
    sender
  end

  private

  # The languages and other parts that a library may lack.
  LANGUAGES = 7
  private_constant :LANGUAGES

  # Evaluates code with the object as `it`.
  def evaluate(code, it = nil)
    Sandbox.class_eval("lambda { |it| #{code} }", __FILE__, __LINE__).call(it)
  end

  # The namespaces for the short names of the gem's constants.
  module Sandbox
    include Polycty
  end
  private_constant :Sandbox

  HCL = Polycty::HCL
  Function = Polycty::Function
  private_constant :HCL, :Function

  def give(scope, number = 1) = scope.define(:f, Function.new({}, returns: "number") { number })

  def collect
    GC.start
    Array.new(2_000) { |n| Function.new({}, returns: "number") { n } }
    GC.start
  end
end
