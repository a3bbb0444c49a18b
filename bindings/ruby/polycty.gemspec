# frozen_string_literal: true

require_relative "lib/polycty/version"

Gem::Specification.new do |spec|
  spec.name = "polycty"
  spec.version = Polycty::VERSION
  spec.authors = ["The polycty authors"]
  spec.summary = "The type systems of HCL, PCL, Puppet and mcl"
  spec.description = "Types and values of the configuration languages: parsing, checking, " \
                     "converting, unifying and translating them, HCL evaluation and Puppet's " \
                     "data types, by one library that is bound through ffi."
  spec.licenses = ["MIT", "Apache-2.0"]
  spec.homepage = "https://github.com/polycty/polycty"
  spec.required_ruby_version = ">= 3.1"
  spec.files = Dir["lib/**/*.rb", "sig/**/*", "examples/**/*", "README.md", "LICENSE-*", ".yardopts"]
  spec.require_paths = ["lib"]
  spec.requirements = ["libpolycty"]
  spec.metadata = {
    "source_code_uri" => spec.homepage,
    "changelog_uri" => "#{spec.homepage}/blob/main/CHANGELOG.md",
    "bug_tracker_uri" => "#{spec.homepage}/issues",
    "rubygems_mfa_required" => "true",
  }

  spec.add_dependency "bigdecimal", ">= 3.0", "< 5"
  spec.add_dependency "ffi", "~> 1.15"
  spec.add_development_dependency "minitest", "~> 5.0"
  spec.add_development_dependency "yard", "~> 0.9"
end
