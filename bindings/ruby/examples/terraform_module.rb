#!/usr/bin/env ruby
# frozen_string_literal: true

# Checks the values of all variables of a Terraform module at once:
#
#   ruby examples/terraform_module.rb MODULE VALUES.tfvars

$LOAD_PATH.unshift File.expand_path("../lib", __dir__)
require "polycty"

folder, file = ARGV
begin
  mod = Polycty::Terraform::Module.read(folder.to_s)
  values = { file.to_s => File.read(file.to_s) }
  puts mod.evaluate(files: values, require_all: true).json
rescue Polycty::Error => e
  warn e.rendered
  exit 1
end
