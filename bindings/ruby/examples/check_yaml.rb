#!/usr/bin/env ruby
# frozen_string_literal: true

# Checks a YAML file against a type. Every error is printed with its path; the exit status is then
# 1.
#
#   ruby examples/check_yaml.rb TYPE_FILE YAML_FILE
#
# The type file contains HCL notation, optionally with defaults; a file whose name ends in `.pp`
# contains a Puppet type. A valid document is printed as JSON, with its defaults.

$LOAD_PATH.unshift File.expand_path("../lib", __dir__)
require "polycty"
require "yaml"

# Returns the value of a valid document, or its errors.
def check(type_file, document)
  text = File.read(type_file, encoding: Encoding::UTF_8)
  if type_file.end_with?(".pp")
    type = Polycty::Puppet.type(text)
    error = Polycty::Puppet.value_mismatch(document, type, subject: "document")
    return [Polycty::Value.from(document, dialect: :puppet), [error].compact]
  end

  type, defaults = Polycty::HCL.type(text, file: type_file)
  value = Polycty::Value.from(document)
  value = defaults.apply(value) if defaults
  errors = type.check(value)
  [errors.empty? ? value.convert(type) : value, errors]
end

abort "usage: check_yaml.rb TYPE_FILE YAML_FILE" unless ARGV.length == 2

type_file, yaml_file = ARGV
begin
  value, errors = check(type_file, YAML.safe_load_file(yaml_file))
rescue Polycty::Error => e
  abort e.rendered
rescue Psych::Exception => e
  abort "#{yaml_file}: #{e.message}"
end

if errors.empty?
  # JSON has no sets, so an HCL value is written by its own encoder.
  puts JSON.pretty_generate(value.dialect == :hcl ? JSON.parse(value.to_json) : value.to_ruby)
else
  errors.each { |error| error.rendered.each_line { |line| warn "#{yaml_file}: #{line.strip}" } }
  exit 1
end
