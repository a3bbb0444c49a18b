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
end
