# frozen_string_literal: true

class Signatures
  # The types of the members of records, in the notation of comments.
  MEMBERS = {
    "Position" => { line: "Integer", column: "Integer", byte: "Integer" },
    "SourceRange" => { start: "Position", end: "Position" },
    "DocumentPart" => { range: "SourceRange", exact: "Boolean", name_range: "SourceRange, nil" },
    "Related" => { message: "String", range: "SourceRange", file: "String, nil" },
    "Edit" => { range: "SourceRange", text: "String" },
    "Diagnostic" => {
      severity: "Symbol", summary: "String", detail: "String, nil", subject: "SourceRange, nil",
      context: "SourceRange, nil", suggestion: "String, nil", file: "String, nil", source: "String, nil",
      code: "String, nil", path: "Path, nil", expected: "Type, nil", found: "Type, nil",
      related: "Array<Related>", edits: "Array<Edit>"
    },
    "Budget::Limits" => { steps: "Integer, nil", bytes: "Integer, nil", time: "Float, nil" },
    "Refinement" => {
      not_null: "Boolean", prefix: "String, nil", min: "Value, nil", min_inclusive: "Boolean, nil",
      max: "Value, nil", max_inclusive: "Boolean, nil", length: "Range<Integer>, nil"
    },
    "Translation::Note" => { path: "Path", message: "String" },
    "Schema::Relation" => { inclusion: "Symbol", more: "String, nil", less: "String, nil" },
    "Schema::Pair::Note" => { pointer: "String", path: "Path", message: "String", mismatch: "Symbol" },
    "HCL::Token" => { kind: "Symbol", text: "String", range: "SourceRange" },
    "HCL::Traversal" => { path: "Path", range: "SourceRange", file: "String" },
    "HCL::Call" => { name: "String", name_range: "SourceRange", range: "SourceRange", file: "String" },
    "HCL::Item" => { kind: "Symbol", attribute: "Attribute, nil", blocks: "Array<Block>" },
    "HCL::Location" => { blocks: "Array<Block>", attribute: "Attribute, nil", expressions: "Array<Expression>" },
    "HCL::Operator" => { symbol: "String", range: "SourceRange" },
    "PCL::Conversion" => { range: "SourceRange", from: "Type", to: "Type", kind: "Symbol" },
    "Terraform::Project::Module" => {
      address: "String", source: "String", directory: "String, nil", file: "String, nil", line: "Integer, nil"
    },
    "Terraform::Plan::Item" => {
      kind: "Symbol", action: "Symbol", address: "String", previous_address: "String?", resource_type: "String?",
      name: "String", provider: "String?", mismatch: "String?", before: "Value?", after: "Value"
    },
    "Terraform::Outputs::Output" => { address: "String", module_address: "String", name: "String", value: "Value" },
    "MCL::Vertex" => {
      kind: "Symbol", name: "String", file: "String, nil", line: "Integer, nil", column: "Integer, nil",
      value: "Value, nil", type: "Type, nil"
    },
    "MCL::Edge" => { from: "Integer", to: "Integer", arguments: "String" },
    "MCL::Graph" => { vertices: "Array<Vertex>", edges: "Array<Edge>", text: "String", graphviz: "String" },
    "MCL::Resource" => {
      kind: "String", name: "String", fields: "Hash{String => Object}", hidden: "Boolean",
      exports: "Array<String>", meta: "Hash{String => Object}", file: "String, nil", line: "Integer, nil"
    },
    "MCL::Link" => {
      from: "Array<String>", to: "Array<String>", notifies: "Boolean", automatic: "Boolean", sent: "String, nil",
      field: "String, nil"
    },
    "MCL::Change" => {
      kind: "Symbol", before: "Resource, nil", after: "Resource, nil", fields: "Array<String>", meta: "Array<String>"
    },
    "MCL::LinkChange" => { kind: "Symbol", link: "Link" },
    "MCL::Difference" => { changes: "Array<Change>", links: "Array<LinkChange>", text: "String" },
    "Puppet::Hiera::Layer" => { name: "String", data: "Hash{String => Object}" },
    "Puppet::Catalog::Edge" => { container: "Resource", contained: "Resource" },
    "Puppet::Catalog::Side" => {
      reference: "String", file: "String, nil", line: "Integer, nil", parameters: "Hash{String => Object}"
    },
    "Puppet::Catalog::ParameterChange" => { before: "Object", after: "Object" },
    "Puppet::Catalog::ResourceChange" => {
      reference: "String", old_file: "String, nil", old_line: "Integer, nil", new_file: "String, nil",
      new_line: "Integer, nil", parameters: "Hash{String => ParameterChange}",
      containers: "Array<Array<String>>, nil", exported: "Array<Boolean>, nil"
    },
    "Puppet::Catalog::Difference" => {
      added: "Array<Side>", removed: "Array<Side>", changed: "Array<ResourceChange>",
      added_classes: "Array<String>", removed_classes: "Array<String>", json: "String"
    },
    "Puppet::Outline::Position" => { line: "Integer", column: "Integer" },
    "Puppet::Outline::Definition" => {
      kind: "Symbol", name: "String", at: "Position", params: "Array<Parameter>", inherits: "String, nil",
      returns: "String, nil", type: "String, nil", matches: "Array<String>, nil", documentation: "String, nil"
    },
    "Puppet::Outline::Parameter" => {
      name: "String", at: "Position", type: "String, nil", default: "String, nil", rest: "Boolean"
    },
    "Puppet::Outline::Resource" => {
      form: "Symbol", at: "Position", type: "String, nil", bodies: "Array<Body>, nil",
      attributes: "Array<Attribute>, nil", query: "String, nil", left: "Object", right: "Object"
    },
    "Puppet::Outline::Body" => { title: "String", attributes: "Array<Attribute>" },
    "Puppet::Outline::Attribute" => { name: "String", at: "Position", operator: "String", value: "String" },
    "Puppet::Outline::Call" => { name: "String", at: "Position", arguments: "Integer", lambda: "Array<Parameter>, nil" }
  }.freeze
end
