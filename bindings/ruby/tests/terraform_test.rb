# frozen_string_literal: true

require_relative "helper"

# Terraform's modules: reading, inputs, evaluation.
class TerraformTest < Polycty::Test
  needs :terraform

  Module = Polycty::Terraform::Module

  FILES = {
    "main.tf" => <<~TF,
      variable "a" {
        type = list(number)
      }
      variable "b" {
        default   = "x"
        sensitive = true
      }
      locals {
        l = var.a[0]
      }
      output "o" {
        value = [local.l, terraform.workspace, path.module]
      }
    TF
    "override.tf" => "variable \"b\" {\n  description = \"changed\"\n}\n"
  }.freeze

  def test_a_module_is_read_and_evaluated
    read = Module.parse(FILES)
    variables = read.inventory["variables"]
    assert_equal(%w[a b], variables.map { |variable| variable["name"] })
    assert_equal "changed", variables[1]["description"]
    found = read.evaluate(command_line: { a: '["7"]' }, workspace: "w", paths: { module: "m" })
    assert_equal [7, "w", "m"], found.output("o").to_ruby
    assert_equal ["o"], found.outputs
    assert_equal 7, found.local("l").to_ruby
    assert_nil found.local("nope")
    assert_predicate found.variable("b"), :marked?
  end

  def test_all_that_is_wrong_is_told_at_once
    inputs = { files: { "v.tfvars" => "a = true\nc = 1\n" }, require_all: true }
    error = assert_raises(Polycty::Error) { Module.parse(FILES).evaluate(**inputs) }
    assert_equal 2, error.diagnostics.length
    found, told = Module.parse(FILES).evaluate_diagnosed(**inputs)
    assert_equal 2, told.diagnostics.length
    assert_nil found.output("o")
    broken, told = Module.parse_diagnosed("main.tf" => "variable \"a\" {\n  type = nope\n}\n")
    assert_equal 1, broken.inventory["variables"].length
    assert_equal "Invalid type specification", told.diagnostics.first.summary
  end

  def test_a_module_is_read_of_files_that_the_program_has
    files = {
      "net/main.tf" => "output \"o\" {\n  value = [file(\"net/motd\"), fileset(\".\", \"**\"), fileexists(\"x\")]\n}\n",
      "net/sub/none.tf" => "broken {",
      "net/motd" => "hello"
    }
    read = Module.read("./net/", files:)
    found = read.evaluate(host: Polycty::HCL::TerraformHost.new(files:))
    assert_equal ["hello", Set["net/main.tf", "net/motd", "net/sub/none.tf"], false], found.output("o").to_ruby
    assert_raises(Polycty::Error) { Module.read("none", files:) }
    failing = Object.new
    def failing.names(_) = raise(KeyError, "gone")
    error = assert_raises(Polycty::Error) { Module.read(".", files: failing) }
    assert_kind_of KeyError, error.cause
  end

  def test_the_example_writes_what_its_data_say
    data = File.join(ROOT, "examples/data")
    values = { "good.tfvars" => File.read(File.join(data, "terraform-good.tfvars")) }
    found = Module.read(File.join(data, "terraform")).evaluate(files: values, require_all: true)
    assert_equal File.read(File.join(data, "terraform.out")).chomp, found.json
  end

  def test_the_example_of_a_project_writes_what_its_data_say
    data = File.join(ROOT, "examples/data")
    project = Polycty::Terraform::Project.open(File.join(data, "terraform-project"))
    values = { "good.tfvars" => File.read(File.join(data, "terraform-project-good.tfvars")) }
    assert_equal File.read(File.join(data, "terraform-project.out")).chomp, project.plan(files: values).json
  end

  Project = Polycty::Terraform::Project
  Host = Polycty::HCL::TerraformHost

  PROJECT = {
    "main.tf" => <<~TF,
      variable "n" {
        type = number
      }
      variable "key" {
        default   = "hunter2"
        sensitive = true
      }
      module "m" {
        source = "./m"
        count  = var.n
      }
      output "all" {
        value = module.m[*].o
      }
      output "key" {
        value     = var.key
        sensitive = true
      }
    TF
    "m/main.tf" => "output \"o\" {\n  value = upper(file(\"${path.module}/motd\"))\n}\n",
    "m/motd" => "hello"
  }.freeze

  def test_a_project_is_validated_and_planned
    project = Project.open(".", files: PROJECT, version: "1.13")
    assert_equal(["", "module.m"], project.modules.map(&:address))
    assert_equal([nil, 8], project.modules.map(&:line))
    assert_equal(%w[main.tf m/main.tf], project.files)
    assert_equal(2, project.module.inventory["variables"].length)
    assert_empty project.module("module.m").inventory["variables"]
    assert_raises(Polycty::NotFoundError) { project.module("module.none") }
    inferred = project.validate
    assert_equal "list(string)", inferred.output("all").type.to_s
    planned = project.plan(command_line: { n: "2" }, require_all: true)
    assert_equal %w[HELLO HELLO], planned.output("all").to_ruby
    assert_nil planned.output("none")
    addresses = planned.to_a.map(&:address)
    assert_equal ["all", "key", "module.m[0].output.o", "module.m[1].output.o"], addresses.sort
    assert_equal("module.m[1]", planned.to_a.find { |output| output.address.start_with?("module.m[1]") }.module_address)
    assert_includes planned.json, "\"sensitive\":true"
    refute_includes planned.json, "hunter2"
    project.close
    assert_raises(Polycty::InvalidArgumentError) { project.validate }
  end

  def test_errors_of_a_project_are_told_at_once
    project = Project.open(".", files: PROJECT)
    error = assert_raises(Polycty::Error) { project.plan(require_all: true) }
    assert_equal "No value for required variable", error.diagnostics.first.summary
    outputs, told = project.plan_diagnosed(values: { n: Polycty::Value.from("many") })
    assert_empty outputs.to_a
    assert_equal 1, told.diagnostics.length
    broken, told = Project.open_diagnosed(".", files: { "main.tf" => "variable \"a\" {\n  const = true\n}\n" }, version: "1.14")
    assert_equal 1, told.diagnostics.length
    outputs, told = broken.validate_diagnosed
    assert_empty outputs.to_a
    assert_nil told
    assert_raises(Polycty::UnsupportedError) { Project.open(".", files: PROJECT, version: "0.12") }
    tofu = { "main.tf" => "broken {", "main.tofu" => "output \"o\" {\n  value = urldecode(\"a+b\")\n}\n" }
    project = Project.open(".", files: tofu, dialect: :opentofu, strictness: :errors)
    assert_equal "a b", project.plan.output("o").to_ruby
    assert_raises(Polycty::Error) { Project.open(".", files: tofu, dialect: :terraform) }
    assert_raises(Polycty::NotFoundError) { Project.open("/nowhere/at/all") }
  end

  def test_modules_of_a_registry_are_found_by_a_block
    calls = []
    finder = lambda do |*call|
      calls << call
      "cache/v" if call.first == "v"
    end
    texts = {
      "main.tf" => "module \"v\" {\n  source = \"a/b/c\"\n  version = \"1.0\"\n}\nmodule \"w\" {\n  source = \"a/b/d\"\n}\n",
      "cache/v/main.tf" => "output \"o\" {\n  value = 1\n}\n"
    }
    project, told = Project.open_diagnosed(".", host: Host.new(texts:, modules: finder))
    assert_equal [["v", "a/b/c", "1.0"], ["w", "a/b/d", nil]], calls
    assert_equal ["Module not installed"], told.diagnostics.map(&:summary)
    assert_equal [true, true, false], project.modules.map(&:available?)
    assert_equal 1, project.validate.output("module.v.output.o").to_ruby
    error = assert_raises(Polycty::Error) do
      Project.open(".", host: Host.new(texts:, modules: ->(*) { raise "no network" }))
    end
    assert_equal "no network", error.cause.message
  end

  def test_unsaved_texts_replace_files_and_schemas_apply
    schemas = Polycty::Terraform::Schemas.parse(<<~JSON)
      {"provider_schemas": {"registry.terraform.io/hashicorp/test": {"resource_schemas": {"test_a":
        {"block": {"attributes": {"size": {"type": "number", "required": true}}}}}}}}
    JSON
    assert_equal ["registry.terraform.io/hashicorp/test"], schemas.providers
    host = Host.new(files: { "p/main.tf" => "resource \"test_a\" \"x\" {\n  size = 1\n}\n" })
    check = -> { Project.open("p", host:, schemas:).validate_diagnosed.last }
    assert_nil check.call
    host["p/main.tf"] = "resource \"test_a\" \"x\" {\n}\n"
    assert_equal ["Missing required argument"], check.call.diagnostics.map(&:summary)
    host["p/main.tf"] = nil
    assert_nil check.call
    assert_raises(Polycty::NotFoundError) { host["p/main.tf"] = nil }
    assert_raises(Polycty::SyntaxError) { Polycty::Terraform::Schemas.parse("[]") }
  end

  def test_plans_have_the_types_of_schemas
    schemas = Polycty::Terraform::Schemas.parse(<<~JSON)
      {"provider_schemas": {"p": {"resource_schemas": {"x": {"block": {"attributes":
      {"id": {"type": "string", "computed": true}, "tags": {"type": ["set", "string"], "optional": true},
      "key": {"type": "string", "optional": true, "sensitive": true}}}}}}}}
    JSON
    plan = Polycty::Terraform::Plan.parse(<<~JSON, schemas:)
      {"format_version": "1.2", "variables": {"v": {"value": 1}},
      "resource_changes": [{"address": "x.a", "previous_address": "x.b", "mode": "managed", "type": "x", "name": "a", "provider_name": "p", "change": {"actions": ["create"], "before": null, "after": {"tags": ["t"], "key": "hunter2"},
      "after_unknown": {"id": true}}}], "output_changes": {"o": {"actions": ["update"], "before": 1, "after": 2}},
      "prior_state": {"values": {"outputs": {"o": {"type": "number", "value": 1}},
      "root_module": {}}}}
    JSON
    resource, output = plan.part
    assert_equal ["x.a", "x.b", :create, :resource], resource.to_a.values_at(2, 3, 1, 0)
    assert_includes resource.after.type.to_s, "set(string)"
    refute_includes resource.after.inspect, "hunter2"
    assert_equal [:output, "o", 1, 2], [output.kind, output.name, output.before.to_ruby, output.after.to_ruby]
    assert_equal [nil], plan.part(:variables).map(&:before)
    assert_raises(Polycty::SyntaxError) { Polycty::Terraform::Plan.parse("{}") }
  end
end
