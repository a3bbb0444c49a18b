# Times the installed Puppet's language on the workloads L1-L4, whose texts are in a directory:
# `benches/c/puppet_language.c` writes them. Prints one line for each figure, its id, the size of
# the input, and nanoseconds for the whole workload, the median of five runs; and a line that begins
# with `result`, which must equal the library's.
#
#   ruby language.rb DIRECTORY [all|L1|L2.cold|...]

ENV['TZ'] = 'UTC'
require 'tmpdir'
require 'puppet'
require 'puppet/pops'
require 'puppet/parser/compiler'

inputs = ARGV.fetch(0)
WANTED = ARGV.fetch(1, 'all')

# FNV-1a, of 64 bits.
def result(id, text)
  hash = text.each_byte.reduce(0xcbf29ce484222325) { |h, byte| ((h ^ byte) * 0x100000001b3) & (2**64 - 1) }
  puts format('result %s %d:%016x', id, text.bytesize, hash)
end

# Times the block, and prints the hash of the text that it returns.
def figure(id, size, text = nil)
  return unless ['all', id, id[/\A\w+/]].include?(WANTED)

  made = nil
  times = Array.new(5) do
    GC.start
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
    made = yield
    Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - start
  end
  puts "#{id} #{size} #{times.sort[2]}"
  result(id, text.call(made)) if text
  $stdout.flush
end

KINDS = { 'HostClassDefinition' => 'class', 'ResourceTypeDefinition' => 'define',
          'FunctionDefinition' => 'function', 'TypeAlias' => 'type' }.freeze

# The definitions: `class ntp 12 a,b` for each, in the order of the text.
def definitions(program)
  each = program.definitions.sort_by(&:offset).map do |definition|
    kind = KINDS.fetch(definition.class.name[/\w+\z/])
    # The parser returns the full name of nested definitions.
    line = "#{kind} #{definition.name} #{definition.locator.line_for_offset(definition.offset)}"
    names = definition.respond_to?(:parameters) ? definition.parameters.map(&:name) : []
    names.empty? ? line : "#{line} #{names.join(',')}"
  end
  "#{each.join("\n")}\n"
end

Dir.mktmpdir do |home|
  settings = %w[vardir confdir codedir].flat_map { |name| ["--#{name}", home] }
  Puppet.initialize_settings(settings, true, true)
  environment = Puppet::Node::Environment.create(:bench, [])
  compiler = Puppet::Parser::Compiler.new(Puppet::Node.new('bench', environment: environment))
  context = {
    environments: Puppet::Environments::Static.new(environment),
    current_environment: environment,
    loaders: compiler.loaders,
    global_scope: compiler.topscope
  }
  Puppet.override(context, 'bench') do
    manifests = Puppet::Pops::Parser::EvaluatingParser.new
    templates = Puppet::Pops::Parser::EvaluatingParser::EvaluatingEppParser.new
    text = ->(name) { File.read(File.join(inputs, name)) }
    read = ->(source) { manifests.parse_string(source, 'site.pp') }
    # A program sets its variables once in a scope.
    evaluate = ->(model) { manifests.evaluate(compiler.newscope(compiler.topscope), model.body) }
    literal = ->(value) { Puppet::Pops::Types::StringConverter.convert(value, '%p') }
    render = lambda do |model, parameters|
      templates.closure(model.body, compiler.topscope).call_by_name(parameters, true)
    end

    manifest = text['l1.pp']
    figure('L1.read', manifest.lines.size, method(:definitions)) { read[manifest] }

    program = text['l2.pp']
    prepared = read[program]
    figure('L2.prepared', 1000, literal) { evaluate[prepared] }
    figure('L2.cold', 1000) { evaluate[read[program]] }

    %w[map filter reduce].each do |name|
      prepared = read[text["l3-#{name}.pp"]]
      figure("L3.#{name}", 100_000, literal) { evaluate[prepared] }
    end

    template = text['l4.epp']
    hosts = { 'hosts' => evaluate[read[text['l4-hosts.pp']]] }
    prepared = templates.parse_string(template, 'site.epp')
    itself = ->(written) { written }
    figure('L4.prepared', 1000, itself) { render[prepared, hosts] }
    figure('L4.cold', 1000) { render[templates.parse_string(template, 'site.epp'), hosts] }
  end
end
