#!/usr/bin/env ruby
# frozen_string_literal: true

# Checks Hiera-style data against the parameters of a Puppet class. Prints the value of each
# parameter, or all errors that Puppet would report; the exit status is then 1.
#
#   ruby examples/class_parameters.rb MODULES CLASS DATA.json
#
# MODULES is a directory of modules, each with its `manifests`, `types` and `functions`.

$LOAD_PATH.unshift File.expand_path("../lib", __dir__)
require "polycty"

modules, name, file = ARGV
begin
  # Loads definitions by name: the class, the types of its parameters, the functions of its
  # defaults.
  environment = Polycty::Puppet::Environment.new.modules(modules.to_s)
  data = Polycty::Puppet.from_json(File.read(file.to_s, encoding: Encoding::UTF_8))
  puts Polycty::Puppet.interpolate(Polycty::Puppet.class_parameters(name.to_s, data, environment))
rescue Polycty::Error => e
  puts e.reason
  exit 1
end
