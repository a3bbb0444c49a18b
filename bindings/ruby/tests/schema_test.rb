# frozen_string_literal: true

require_relative "helper"

# JSON Schema: types as schemas, schemas as types, relations and witnesses.
class SchemaTest < Polycty::Test
  needs :schema

  Schema = Polycty::Schema
  SERVER = <<~JSON
    {"schemas": {"Server": {"type": "object", "required": ["port"],
      "properties": {"port": {"$ref": "port.json"}}, "additionalProperties": false}}}
  JSON
  PLACE = { pointer: "/schemas/Server", address: "https://example.org/api.json" }.freeze

  def hcl(text) = Polycty::Type.parse(text)

  def puppet(text) = Polycty::Type.parse(text, dialect: :puppet)

  def module_of(text) = Polycty::Terraform::Module.parse("main.tf" => text)

  def test_types_become_schemas
    made = hcl("object({a = number})").to_schema
    assert_equal '{"type":["object","null"],"properties":{"a":{"type":["number","null"]}},' \
                 '"additionalProperties":false,"required":["a"]}',
                 made.schema.to_json(layout: :compact, extent: :part)
    assert_predicate made.relate, :exact?
    assert_empty made.notes
    converting = hcl("object({a = number})").to_schema(:converting).schema.documents
    assert_equal :valid, converting.take('{"a": "1", "b": 2}')
    assert_equal :invalid, converting.take('{"a": "x"}')
    assert_raises(Polycty::Error) { converting.take("x") }
  end

  def test_schemas_become_types
    asked = []
    read = Schema.read(SERVER, **PLACE) do |address|
      asked << address
      '{"type": "integer", "minimum": 1}'
    end
    assert_equal ["https://example.org/port.json"], asked
    made = read.import(:hcl)
    assert_equal "object({port=number})", Polycty::HCL.format_type(made.type)
    note = made.notes.find { |found| found.path.to_s == ".port" && found.message.include?("bounds") }
    assert_equal ["/schemas/Server/properties/port", :wider], [note.pointer, note.mismatch]
    lost = made.relate
    assert_equal [:wider, nil], [lost.inclusion, lost.less]
    assert_equal :invalid, read.documents.take(lost.more)
  end

  def test_what_a_block_does_not_give
    assert_raises(Polycty::NotFoundError) { Schema.read(SERVER, **PLACE) }
    assert_raises(Polycty::NotFoundError) { Schema.read(SERVER, **PLACE) { nil } }
    error = assert_raises(Polycty::Error) { Schema.read(SERVER, **PLACE) { raise "no network here" } }
    assert_match(/no network here/, error.message)
    inner = Schema.read(SERVER, **PLACE) { Schema.read('{"type": "integer"}').to_json }
    assert_equal :valid, inner.documents.take('{"port": 1}')
  end

  def test_classes_and_modules_are_schemas
    needs :puppet, :terraform
    manifest = Polycty::Puppet::Manifest.new("class web(Integer[1, 9] $port, $label = 'a') { }")
    made = manifest.class_schema("web")
    assert_includes made.schema.to_json(layout: :compact), '"required":["port"]'
    assert_predicate made.relate, :exact?
    before = module_of("variable \"a\" {\n  type = string\n}\n")
    after = module_of("variable \"a\" {\n  type = string\n}\nvariable \"b\" {\n  type = bool\n}\n")
    assert_equal "object({a=string,b=bool})", after.to_schema.type.to_s
    change = before.documents.relate(after.documents)
    assert_equal [:narrower, nil], [change.inclusion, change.more]
    refute_nil change.less
  end

  def test_witnesses
    needs :puppet
    one, other = puppet("Array[Integer]"), puppet("Array[Integer, 1]")
    assert_equal "[]", one.assignable_witness(other)
    assert_nil other.assignable_witness(one)
    assert_equal "null", one.translate(:hcl).witness
    assert_equal :narrower, one.documents.relate(other.documents).inclusion
  end
end
