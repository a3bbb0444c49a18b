# frozen_string_literal: true

require_relative "helper"
require_relative "../tools/declarations"

# The parts that the library contains, and the errors of the rest.
class FeaturesTest < Polycty::Test
  ALL = %i[hcl pcl terraform puppet mcl translate schema services].freeze
  # A use of each part that a build may leave out, and the part's name in messages.
  USES = {
    pcl: ["PCL", -> { Type.parse("string", dialect: :pcl) }, -> { Value.from(1, dialect: :pcl) }],
    terraform: ["Terraform", -> { Polycty::Terraform::Module.parse("main.tf" => "") }],
    puppet: ["Puppet", -> { Polycty::Puppet.type("Integer") }, -> { Value.from([1], dialect: :puppet) },
             -> { Polycty::Puppet::Environment.new }],
    mcl: ["mcl", -> { Type.parse("str", dialect: :mcl) }, -> { Polycty::MCL::Host.new }],
    translate: ["translation", -> { Type.parse("string").translate(:hcl) }],
    schema: ["JSON Schema", -> { Polycty::Schema.read("{}") }],
    services: ["language services", -> { Polycty::Services::Workspace.new }]
  }.freeze

  def test_the_features_are_those_of_the_build
    built = ENV.fetch("POLYCTY_FEATURES", ALL.join(" ")).split.map(&:to_sym)
    assert_equal ALL & built, Polycty.features
    ALL.each { |name| assert_equal built.include?(name), Polycty.feature?(name) }
    refute Polycty.feature?(:cue)
  end

  def test_the_names_are_those_of_the_library
    assert_equal ALL, Polycty::Native.enum_type(:pcty_feature).symbols
    assert_equal ALL, Polycty::Native::Features::NAMES.keys
  end

  def test_a_missing_part_is_unsupported
    USES.each do |feature, (name, *uses)|
      uses.each do |use|
        next use.call if Polycty.feature?(feature)

        error = error_from(Polycty::UnsupportedError, &use)
        assert_equal "this build of polycty does not contain #{name}", error.message
      end
    end
  end

  def test_a_declaration_needs_the_features_around_it
    features = Declarations.features(Declarations.headers)
    assert_empty features["pcty_value_free"]
    assert_equal [:puppet], features["pcty_puppet_environment_new"]
    assert_equal %i[schema puppet], features["pcty_schema_export_class"]
    assert_equal %i[schema terraform], features["pcty_schema_documents_of_module"]
  end
end
