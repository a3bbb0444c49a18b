# Times the installed Puppet's compiler and its Hiera on a control repository, which
# `cargo bench -p polycty-puppet --bench catalog -- write FOLDER` writes. Prints one line for each
# figure, its id, the number of catalogs or lookups, and the nanoseconds of CPU time of one of them,
# the median of the rounds after a first one; and a line that begins with `result`, which must equal the
# library's.
#
#   ruby catalogs.rb FOLDER [ROUNDS]

ENV['TZ'] = 'UTC'
require 'json'
require 'tmpdir'
require 'puppet'
require 'puppet/pops'
require 'puppet/parser/compiler'

folder = File.realpath(ARGV.fetch(0))
ROUNDS = Integer(ARGV.fetch(1, '5'))

# FNV-1a, of 64 bits.
def result(id, texts)
  bytes = texts.join.each_byte
  hash = bytes.reduce(0xcbf29ce484222325) { |h, byte| ((h ^ byte) * 0x100000001b3) & (2**64 - 1) }
  puts format('result %s %d:%016x', id, texts.size, hash)
end

# Times the block; returns its last result.
def figure(id, count)
  made = yield
  times = Array.new(ROUNDS) do
    GC.start
    start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
    made = yield
    Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond) - start
  end
  puts "#{id} #{count} #{times.sort[times.size / 2] / count}"
  $stdout.flush
  made
end

# A node with its facts, as a server makes it.
def node(name, facts, environment)
  host, domain = name.split('.', 2)
  node = Puppet::Node.new(name, facts: Puppet::Node::Facts.new(name, facts), environment: environment)
  node.merge(facts)
  node.trusted_data = { 'authenticated' => 'local', 'certname' => name, 'domain' => domain,
                        'extensions' => {}, 'external' => {}, 'hostname' => host }
  node
end

Dir.mktmpdir do |home|
  settings = %w[vardir confdir codedir].flat_map { |name| ["--#{name}", home] }
  settings += ['--environmentpath', "#{folder}/environments", '--hiera_config', "#{folder}/hiera.yaml", '--strict', 'error', '--strict_variables', 'true',
               '--environment_timeout', 'unlimited']
  Puppet.initialize_settings(settings, true, true)
  Puppet::Util::Log.level = :err
  environment = Puppet.lookup(:environments).get!(:production)
  facts = Dir["#{folder}/facts/*.json"].sort_by { |file| File.basename(file, '.json') }
  facts = facts.map { |file| [File.basename(file, '.json'), JSON.parse(File.read(file))] }
  keys = File.readlines("#{folder}/keys", chomp: true)
  Puppet.override({ current_environment: environment }, 'bench') do
    catalogs = figure('C1.compile', facts.size) do
      facts.map { |name, values| Puppet::Parser::Compiler.compile(node(name, values, environment)) }
    end
    result('C1.compile', catalogs.flat_map { |catalog| catalog.resources.map { |one| "#{one.ref}\n" } }.sort)
    figure('C1.json', facts.size) { catalogs.sum { |catalog| catalog.to_json.bytesize } }

    values = figure('C2.lookup', facts.size * keys.size) do
      facts.map do |name, known|
        compiler = Puppet::Parser::Compiler.new(node(name, known, environment))
        Puppet.override({ loaders: compiler.loaders, global_scope: compiler.topscope }, 'lookup') do
          compiler.topscope.set_facts(known)
          known.each { |fact, value| compiler.topscope[fact] = value }
          compiler.topscope.set_trusted(compiler.node.trusted_data)
          keys.map do |key|
            invocation = Puppet::Pops::Lookup::Invocation.new(compiler.topscope, {}, {})
            Puppet::Pops::Lookup.lookup(key, nil, nil, false, nil, invocation)
          end
        end
      end
    end
    literal = ->(value) { Puppet::Pops::Types::StringConverter.convert(value, '%p') }
    result('C2.lookup', values.map { |all| "#{literal[all]}\n" })
  end
end
