# Times the installed Puppet's type system on the workloads P1-P4, whose inputs are in
# benches/puppet. Prints one line for each figure: its id, the size of the input, and nanoseconds
# for the whole workload, the median of five runs. A result that differs from the check value
# ends the program.
#
#   ruby puppet.rb DIRECTORY [all|P1|P2|...]

ENV['TZ'] = 'UTC'
require 'json'
require 'tmpdir'
require 'puppet'
require 'puppet/pops'
require 'puppet/parser/compiler'

inputs = ARGV.fetch(0)
WANTED = ARGV.fetch(1, 'all')

def figure(id, size, check)
  return unless ['all', id].include?(WANTED)

  times = Array.new(5) do
    GC.start
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
    result = yield
    took = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - start
    abort "#{id} gives #{result}, not #{check}" unless result == check
    took
  end
  puts "#{id} #{size} #{times.sort[2]}"
  $stdout.flush
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
    loader = compiler.loaders.private_environment_loader
    parser = Puppet::Pops::Types::TypeParser.singleton
    calculator = Puppet::Pops::Types::TypeCalculator.singleton
    evaluator = Puppet::Pops::Parser::EvaluatingParser.new
    lines = ->(name) { File.readlines(File.join(inputs, name), chomp: true) }
    type = ->(text) { parser.parse(text, loader) }
    value = ->(text) { evaluator.evaluate(compiler.topscope, evaluator.parse_string(text, nil).body) }

    types = lines['p1_types.txt']
    pool = lines['p2_pool.txt'].map(&type)
    tree = JSON.parse(File.read(File.join(inputs, 'p3_value.json')))
    values = lines['p4_values.txt'].map(&value)

    figure('P1', types.size, 44_654) { types.sum { |text| type[text].to_s.size } }
    figure('P2', 100_000, 4865) do
      (0...100_000).count { |k| pool[k % 200].assignable?(pool[(k * 7 + k / 200) % 200]) }
    end
    figure('P4', 100_000, 7689) do
      (0...100_000).count { |k| pool[k % 200].instance?(values[k / 200 % 500]) }
    end
    figure('P3', 10_000, 93) { calculator.infer(tree).to_s.size }
    figure('P3b', 10_000, 239_965) { calculator.infer_set(tree).to_s.size }
  end
end
