#!/usr/bin/env ruby
# frozen_string_literal: true

# Compiles the catalogs of all nodes of a control repository that have a file of facts, and compares
# them with those of another version of the repository.
#
#   ruby examples/control_repository.rb OLD [NEW]
#
# The exit status is 1 if a catalog cannot be compiled or has a dependency cycle.

$LOAD_PATH.unshift File.expand_path("../lib", __dir__)
require "polycty"

# The catalog of a node, and its file of facts.
def compile(repository, facts)
  global = File.join(repository, "global/hiera.yaml")
  catalog = Polycty::Puppet::Catalog.compile(
    repository, File.basename(facts, ".json"), facts: File.read(facts), hiera: (global if File.exist?(global))
  )
  catalog.check_cycles
  catalog
end

before, after = ARGV
ok = true
Dir[File.join(before, "facts/*.json")].sort.each do |facts|
  catalog = compile(before, facts)
  puts "#{File.basename(facts, '.json')}: #{catalog.size} resources"
  print catalog.difference(compile(after, facts)) if after
rescue Polycty::Error => e
  warn e.rendered
  ok = false
end
exit ok
