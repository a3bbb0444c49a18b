# frozen_string_literal: true

require_relative "helper"

# Writing HCL: editing and creating files, fragments, formatting.
class HCLWriteTest < Polycty::Test
  HCL = Polycty::HCL
  Fragment = HCL::Fragment

  MAIN = <<~TF
    // The network.
    module "vpc" {
      source  = "example/vpc"
      version = "1.2.0" # the last one with peering
    }

    resource "aws_instance" "web" {
      subnet = "${var.subnet}-a"
      tags = {
        // Who pays.
        team = var.team
      }
    }

    resource "aws_instance" "db" {}
  TF

  def test_nodes_of_other_files_are_not_there
    one = HCL::File.parse("q = 1\n")
    other = HCL::File.parse("y {\n}\n")
    q = one["q"]
    assert_raises(Polycty::NotFoundError) { q.move(other.body) }
    assert_raises(Polycty::NotFoundError) { q.move(other.body.block("y")) }
    assert_raises(Polycty::NotFoundError) { q.move(one.body, after: other.body.block("y")) }
    assert_equal ["q = 1\n", "y {\n}\n"], [one, other].map(&:to_s)
    refute_equal one.body, other.body
    assert_equal one.body, one.body
    assert_equal 2, { one.body => 1, other.body => 2, one.body => 3 }.size
  end

  def test_a_copy_changes_by_itself
    file = HCL::File.parse_diagnosed("a = 1 # \xFF\n]\n".b).first
    copy = file.dup
    copy["a"].value = 2
    assert_equal ["a = 1 # \xFF\n]\n".b, "a = 2 # \xFF\n]\n".b], [file, copy].map { |one| one.to_s.b }
  end

  def test_the_tour
    file = HCL::File.parse(MAIN, file: "main.tf")
    assert_equal MAIN, file.to_s
    file.body.block("module", "vpc")["version"] = "1.3.0"
    file.body.blocks("resource").each do |resource|
      tags = resource["tags"] || resource.set("tags", {})
      tags.set_in("owner", "ops")
    end
    assert_equal 1, file.body.replace("var.subnet", "var.zone")
    backend = file.body.insert_block("terraform", at: :first).insert_block("backend", "s3")
    backend["bucket"] = "state"
    backend["encrypt"] = true
    assert_equal <<~TF, file.to_s
      terraform {
        backend "s3" {
          bucket  = "state"
          encrypt = true
        }
      }

      // The network.
      module "vpc" {
        source  = "example/vpc"
        version = "1.3.0" # the last one with peering
      }

      resource "aws_instance" "web" {
        subnet = "${var.zone}-a"
        tags = {
          // Who pays.
          team = var.team
          owner = "ops"
        }
      }

      resource "aws_instance" "db" {
        tags = {
          owner = "ops"
        }
      }
    TF
  end

  def test_nodes_are_found_and_changed
    file = HCL::File.parse("# One.\na = 1 # two\n\nc \"x\" \"y\" {\n  d = a.b + f(a.b)\n}\n")
    a, c = file.body.items
    d = c.items.first
    assert_equal [:attribute, :block, "c", %w[x y], "1"], [a.kind, c.kind, c.name, c.labels, a.value]
    assert_equal [c, a, c, file.body, nil], [a.next, c.previous, d.parent, c.parent, file.body.parent]
    assert_equal [["# One."], ["# two"]], [a.comments_before, a.comments_after]
    assert_equal "d = a.b + f(a.b)", file.to_s.byteslice(d.bytes)
    assert_equal [d, 0], file.at(file.byte_of(5, 7))
    assert_equal [file.body, nil], file.at(1000)
    d.set_part(d.expression.parts.first.last.range, Fragment.parse("x ? y : z"))
    assert_equal 1, d.replace(%i[a b], Fragment.parse("a.c"))
    assert_equal "(x ? y : z) + f(a.c)", d.value
    c.rename("e")
    c.labels = ["x"]
    c.comments_before = ["Three."]
    c.comments_after = ["/* x */", "y"]
    assert_equal ["/* x */", "# y"], c.comments_after
    assert_raises(Polycty::InvalidArgumentError) { c.comments_after = %w[x y] }
    c.comments_after = []
    a.release_comments
    a.move(c, before: d)
    list = c.insert("list", Fragment.tuple, after: d)
    list << Fragment.call("f", Fragment.parse("x"), expanded: true)
    list.value = Fragment.tuple(Fragment.parse(list.value))
    g, j = file.body.insert_text("g={h=1,i=2}\nj {}\n")
    assert_equal [true, false], [g.remove_in("h"), g.remove_in("h")]
    assert_equal [:block, "g = { i = 2 }\n"], [j.kind, g.to_s]
    assert_equal "# One.\n\n# Three.\ne \"x\" {\n  a = 1 # two\n  d = (x ? y : z) + f(a.c)\n  " \
                 "list = [[f(x...)]]\n}\n\ng = { i = 2 }\nj {}\n", file.to_s
    c.remove
    refute_predicate c, :exist?
    assert_equal [nil, nil, nil], [d.kind, d.value, d.next]
    error_from(Polycty::NotFoundError) { c.remove }
    error_from(Polycty::NotFoundError) { d.value = 1 }
  end

  def test_what_is_refused_changes_nothing
    file = HCL::File.parse(MAIN)
    vpc = file.body.block("module")
    foreign = HCL::Node.new(HCL::File.parse(MAIN), vpc.number)
    refute_predicate foreign, :exist?
    error_from(Polycty::NotFoundError) { foreign.remove }
    error_from(Polycty::InvalidArgumentError) { vpc.set("a b", 1) }
    error_from(Polycty::InvalidArgumentError) { vpc.insert("source", 1) }
    error_from(Polycty::InvalidArgumentError) { vpc.move(vpc) }
    error_from(Polycty::UnknownError) { vpc.set("a", Value.unknown("string")) }
    error_from(Polycty::SyntaxError) { vpc.insert_text("a =\n") }
    error_from(Polycty::SyntaxError) { Fragment.parse("1 +") }
    assert_equal MAIN, file.to_s
    error_from(Polycty::SyntaxError) { HCL::File.parse("a =\n") }
    read, told = HCL::File.parse_diagnosed("a = 1\n]\n")
    assert_equal ["a = 1\n]\n", 1], [read.to_s, read.body.items.length]
    refute_empty told.diagnostics
    assert_nil HCL::File.parse_diagnosed("a = 1\n").last
  end

  def test_snippets
    assert_equal "<<-EOT\n  a\n  b\nEOT", Fragment.value("a\nb\n").to_s
    assert_equal '"a\nb\n"', Fragment.value("a\nb\n", texts: :quoted).to_s
    assert_equal "var.a[0]", Fragment.traversal([:var, :a, 0]).to_s
    assert_equal "{\n  a     = 1\n  \"b c\" = x\n}", Fragment.object("a" => 1, "b c" => Fragment.parse("x")).to_s
    tokens = HCL.tokens("a+1")
    assert_equal %i[name plus number end], tokens.map(&:kind)
    assert_equal 3, tokens[2].range.start.column
    assert_equal "a + 1", Fragment.tokens(tokens.take(3)).to_s
    error_from(Polycty::InvalidArgumentError) { Fragment.tokens([HCL::Token.new(:number, "a")]) }
  end

  def test_formatting_and_json
    assert_equal "a  = 1\nbc = d\n", HCL.format("a=1\nbc=\"${d}\"\n", style: :terraform)
    assert_equal "a = 1\n\nb=2\n", HCL.format("a=1\n\nb=2\n", bytes: 0..1)
    assert_equal "a=1\n\nb = 2\n", HCL.format("a=1\n\nb=2\n", bytes: 5..)
    error_from(Polycty::SyntaxError) { HCL.format("a=\n") }
    file = HCL::File.new
    file["a"] = Fragment.parse("x.y")
    assert_equal "x.y", file["a"].value
    assert_equal "{\n  \"a\": \"${x.y}\"\n}\n", file.json
    assert_equal '"$${"', HCL.json("${")
  end
end
