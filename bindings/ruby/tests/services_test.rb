# frozen_string_literal: true

require_relative "helper"

# Workspaces of documents, edits, requests and diagnostics.
class ServicesTest < Polycty::Test
  needs :services, :terraform

  Workspace = Polycty::Services::Workspace
  FILES = { "/w/variables.tf" => "variable \"port\" {\n  type = number\n}\n" }.freeze
  MAIN = "output \"p\" {\n  value = var.port\n}\n"

  def workspace
    Workspace.new(folders: ["/w"], files: FILES).open("file:///w/main.tf", MAIN, version: 1)
  end

  def test_requests_have_the_results_of_the_protocol
    found = workspace
    assert_includes found.request(:hover, "/w/main.tf", at: [1, 15])["contents"]["value"], "var.port: number"
    assert_equal [{ "uri" => "file:///w/variables.tf", "range" => { "start" => { "line" => 0, "character" => 10 },
                                                                  "end" => { "line" => 0, "character" => 14 } } }],
                 found.request(:definition, "/w/main.tf", at: [1, 15])
    edit = found.request(:rename, "/w/main.tf", at: [1, 15], arguments: { newName: "q" })
    assert_equal ["file:///w/main.tf", "file:///w/variables.tf"], edit["changes"].keys.sort
    assert_equal ["variable \"port\""], found.request(:workspace_symbol, arguments: { query: "prt" }).map { |each| each["name"] }
    assert_raises(Polycty::InvalidArgumentError) { found.request(:hover, "/w/main.tf") }
    assert_raises(Polycty::NotFoundError) { found.request(:folding_range, "/w/other.tf") }
    assert_raises(::ArgumentError) { found.request(:nothing, "/w/main.tf") }
  end

  def test_edits_change_diagnostics
    found = workspace
    assert_empty found.diagnostics
    found.change("/w/main.tf", "prot", from: [1, 14], to: [1, 18], version: 2)
    assert_equal [2], found.diagnostics("/w/main.tf").map { |each| each.subject.start.line }
    found.change("/w/main.tf", "locals {}\n")
    assert_equal "locals {}\n", found.text("/w/main.tf")
    found.close_document("/w/main.tf").file_changed("/w/main.tf")
    assert_raises(Polycty::NotFoundError) { found.text("/w/main.tf") }
    found.close
    assert_raises(Polycty::InvalidArgumentError) { found.text("/w/main.tf") }
  end

  def test_errors_of_options_and_files_reach_the_caller
    assert_raises(Polycty::UnsupportedError) { Workspace.new(terraform_version: "0.1") }
    assert_raises(::ArgumentError) { Workspace.new(version: "1.13") }
    files = Object.new
    def files.content(_) = raise(IOError, "no disk")
    def files.names(_) = nil
    error = assert_raises(Polycty::Error) { Workspace.new(files:).text("/w/main.tf") }
    assert_kind_of IOError, error.cause
  end
end
