#!/usr/bin/env ruby
# frozen_string_literal: true

# Checks a Terraform project with the modules that it calls, and evaluates its outputs:
#
#   ruby examples/terraform_project.rb FOLDER VALUES.tfvars

$LOAD_PATH.unshift File.expand_path("../lib", __dir__)
require "polycty"

folder, file = ARGV
begin
  project = Polycty::Terraform::Project.open(folder.to_s)
  project.validate
  puts project.plan(files: { file.to_s => File.read(file.to_s) }).json
rescue Polycty::Error => e
  warn e.rendered
  exit 1
end
