#!/usr/bin/env ruby
# frozen_string_literal: true

# Measures the cost of calls from Ruby: single calls, one call for a whole structure compared with
# one call per element, and the same work in Puppet's own Ruby if that is installed.
#
#   ruby bench/calls.rb [SECONDS [alone]]    seconds for each line, 0.3 by default; `alone` leaves
#                                            out Puppet's own Ruby

$LOAD_PATH.unshift File.expand_path("../lib", __dir__)
require "polycty"

include Polycty

SECONDS = Float(ARGV.fetch(0, 0.3))

# Processor time, which is meaningful on a busy machine too.
def now = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)

# Nanoseconds per iteration: the best of five runs, minus the time of an empty iteration.
def measure(&block)
  turns = 1
  turns *= 2 while timed(turns, &block) < SECONDS / 10
  (Array.new(5) { timed(turns, &block) / turns }.min * 1e9) - EMPTY
end

def timed(turns)
  start = now
  index = 0
  while index < turns
    yield
    index += 1
  end
  now - start
end

EMPTY = Array.new(5) { timed(1_000_000) {} }.min * 1e3

def show(name, &block)
  time = measure(&block).round.to_s.gsub(/(?<=\d)(?=(\d{3})+$)/, " ")
  printf("%-58s %12s ns\n", name, time)
end

number = Value.from(5)
text = Value.from("hello")
pair = Value.from({ name: "db", port: 5432 })
type = Type.parse("object({name=string,port=number})")
converter = pair.type.converter_to(type)
pointer = number.to_ptr
double = Function.new({ n: "number" }, returns: "number") { |n| n }
twice = Function.new({ n: "number" }, returns: "number") { |n| n.to_i * 2 }
upper = StandardLibrary[:upper]
expression = HCL::Expression.parse("1 + 2")

puts "A single call"
show("a C function through ffi (pcty_value_state)") { Native.pcty_value_state(pointer) }
show("the same with a Value as the argument") { Native.pcty_value_state(number) }
show("a text by value, there and back (pcty_type_field_get)") { type[:port] }
show("Value#state") { number.state }
show("Value#to_i") { number.to_i }
show("Value#as_text") { text.as_text }
show("Collection#[] of a name (a borrowed element)") { pair[:port] }
show("Value.from(5)") { Value.from(5) }
show("Value.from(\"hello\")") { Value.from("hello") }
show("Type.parse(\"list(string)\")") { Type.parse("list(string)") }
show("Value#convert, two attributes") { pair.convert(type) }
show("Converter#call, the same") { converter.call(pair) }
show("StandardLibrary[:upper].call") { upper.call(text) }
show("a Function with a block") { double.call(number) }
show("the same of an Integer, and giving one") { twice.call(5) }
show("Expression#evaluate of 1 + 2") { expression.evaluate }

puts
puts "A structure of 1 000 objects with 3 attributes each, 7 001 values"
data = Array.new(1_000) { |n| { "name" => "server#{n}", "port" => n, "tags" => ["a", n.to_s, true] } }
apart = data + [Value.from(nil)]
whole = Value.from(data)
list = Type.parse("list(object({name=string,port=number,tags=list(string)}))")
typed = Value.from(data, list)
json = JSON.generate(data)
show("Value.from, in one call") { Value.from(data) }
show("Value.from, a call for each element") { Value.from(apart) }
show("Value.from with a type") { Value.from(data, list) }
show("Value.from_json of the text that is there") { Value.from_json(json, list) }
show("to_ruby, in one call") { typed.to_ruby }
show("to_ruby, calls for each element") { typed.to_ruby { |value| value } }
show("the same from a tuple, in one call") { whole.to_ruby }
show("each element once, without its content") { typed.each { |element| element } }

numbers = Array.new(10_000) { |n| n }
wanted = Type.parse("list(number)")
value = Value.from(numbers, wanted)
puts
puts "A list of 10 000 numbers"
show("Value.from, in one call") { Value.from(numbers, wanted) }
show("Value.list, one Value for each element") { Value.list(wanted.element, numbers) }
show("to_ruby") { value.to_ruby }
show("map(&:to_i)") { value.map(&:to_i) }

repository = File.expand_path("../../../examples/data/control-repository", __dir__)
facts = File.read(File.join(repository, "facts/web1.example.com.json"))
catalog = Puppet::Catalog.compile(repository, "web1.example.com", facts: facts)
later = Puppet::Catalog.parse(catalog.to_json)
puts
puts "A node of the example's control repository, #{catalog.size} resources"
show("Catalog.compile, files included") { Puppet::Catalog.compile(repository, "web1.example.com", facts: facts) }
show("each resource with its parameters") { catalog.each(&:parameters) }
show("Catalog#[] of a reference") { catalog["File[/etc/motd]"] }
show("Catalog#to_json") { catalog.to_json }
show("Catalog#difference") { catalog.difference(later) }
show("Puppet.lookup, files included") { Puppet.lookup("profile::base::packages", repository, "web1.example.com", facts: facts) }

exit if ARGV[1] == "alone"
begin
  require "puppet"
rescue LoadError
  puts "\nPuppet is not installed (puppet-agent): no ratios"
  exit
end

# Measures both sides of one comparison and prints the factor by which the binding is faster.
def beside(name, native, bound)
  raise "#{name}: the answers differ" unless native.call == bound.call

  native, bound = [native, bound].map { |side| measure(&side) }
  printf("%-58s %12d ns %12d ns %7.1fx\n", name, native, bound, native / bound)
end

notation = "Array[Struct[{name => String[1], port => Integer[0, 65535], tags => Array[Scalar]}]]"
calculator = Puppet::Pops::Types::TypeCalculator.singleton
serialization = Puppet::Pops::Serialization
parser = Puppet::Pops::Types::TypeParser.singleton
puppet_type = parser.parse(notation)
bound_type = Type.parse(notation, dialect: :puppet)
bound_value = Value.from(data, dialect: :puppet)
wrong = "Array[Struct[{name => String[1], port => Integer[0, 500], tags => Array[Scalar]}]]"
wrong_type = parser.parse(wrong)
bound_wrong = Type.parse(wrong, dialect: :puppet)
puts
puts "Puppet #{Puppet.version} in Ruby, and through the binding"
beside("parse a type (cold)", -> { parser.parse(notation).to_s.empty? },
       -> { Type.parse(notation, dialect: :puppet).to_s.empty? })
beside("1 000 hashes: instances of a type? (from Ruby, cold)",
       -> { puppet_type.instance?(data) },
       -> { Value.from(data, dialect: :puppet).instance?(bound_type) })
beside("1 000 hashes: no instances (from Ruby, cold)",
       -> { wrong_type.instance?(data) },
       -> { Value.from(data, dialect: :puppet).instance?(bound_wrong) })
beside("1 000 hashes: Puppet's data of them (cold)",
       -> { serialization::ToDataConverter.convert(data).length },
       -> { Value.from(data, dialect: :puppet).length })
beside("1 000 hashes: Ruby's objects of that data (cold)",
       -> { serialization::FromDataConverter.convert(data) }, -> { bound_value.to_ruby })
beside("1 000 hashes: instances of a type? (prepared)",
       -> { puppet_type.instance?(data) }, -> { bound_value.instance?(bound_type) })
beside("1 000 hashes: no instances (prepared)",
       -> { wrong_type.instance?(data) }, -> { bound_value.instance?(bound_wrong) })
beside("1 000 hashes: what type they have (prepared)",
       -> { calculator.infer_set(data).to_s.empty? }, -> { bound_value.type_of.to_s.empty? })
