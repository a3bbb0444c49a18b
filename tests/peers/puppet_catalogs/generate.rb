# Writes random control repositories as cases of tests/conformance/puppet-catalogs, with the answers
# of the installed Puppet. The names are few, so that declarations, overrides, collectors and
# relationships often concern the same resources.
#
#   ruby generate.rb SEED COUNT >catalogs.jsonl

ENV['TZ'] = 'UTC'
require 'json'
require 'tmpdir'
require 'fileutils'
require 'puppet'
require 'puppet/pops'
require 'puppet/parser/compiler'
require 'puppet/parser/relationship'
require 'puppet/indirector/code'

SEED, COUNT = ARGV.map { |text| Integer(text) }

# The store of exported resources: those of the case.
class Puppet::Resource::Stored < Puppet::Indirector::Code
  class << self; attr_accessor :resources; end

  def search(request)
    self.class.resources.select do |found|
      found['type'] == request.key && matches?(found, request.options[:filter])
    end.map do |found|
      made = Puppet::Parser::Resource.new(
        found['type'], found['title'],
        scope: request.options[:scope], exported: true, virtual: true,
        parameters: (found['parameters'] || {}).map { |k, v| Puppet::Parser::Resource::Param.new(name: k, value: v) }
      )
      made.collector_id = found['node']
      made
    end
  end

  def matches?(found, query)
    return true if query.nil?

    left, operator, right = query
    case operator
    when 'and' then matches?(found, left) && matches?(found, right)
    when 'or' then matches?(found, left) || matches?(found, right)
    else
      same = if left == 'tag'
               tags = [*found['tags'], *found.dig('parameters', 'tag'), found['type'], found['title']]
               tags.map(&:downcase).include?(right.to_s.downcase)
             else
               !right.nil? && (left == 'title' ? found['title'] : found.dig('parameters', left)) == right
             end
      operator == '==' ? same : !same
    end
  end
end

# An arrow adds to the array of its source. Puppet changes the array itself, which other titles of the
# same body share; docs/reference/differences.md lists this. The copy keeps other differences visible.
module CopiedRelations
  def mk_relationship(source, target, catalog)
    resource = catalog.resource(*canonical_ref(source))
    resource[param_name] = resource[param_name].dup if resource && resource[param_name].is_a?(Array)
    super
  end
end
Puppet::Parser::Relationship.prepend(CopiedRelations)

# Random programs.
class Generator
  TYPES = %w[notify notify file exec mything myres d0 d1].freeze
  TITLES = %w[a b c].freeze

  def initialize(seed)
    @random = Random.new(seed)
    # Most programs refer only to resources, classes and variables that exist.
    @is_valid = chance(75)
    @count = 0
  end

  def one_of(list)
    list[@random.rand(list.size)]
  end

  def chance(percent)
    @random.rand(100) < percent
  end

  def some(most, &block)
    Array.new(@random.rand(most + 1), &block)
  end

  def title_of(type)
    name = one_of(TITLES)
    case type
    when 'file' then "/#{name}"
    when 'exec' then "/bin/#{name}"
    when 'myres' then one_of([name, "#{name}@r"])
    else name
    end
  end

  def capitalized(type)
    type.split('::').map(&:capitalize).join('::')
  end

  # All titles to which programs refer.
  def titles(type)
    all = TITLES.map { |name| { 'file' => "/#{name}", 'exec' => "/bin/#{name}" }.fetch(type, name) }
    all += TITLES.map { |name| "#{name}@r" } if type == 'myres'
    all.map { |name| "'#{name}'" }.join(', ')
  end

  def reference
    return "Class['#{klass}']" if chance(@is_valid ? 5 : 25)

    type = one_of(TYPES)
    titles = Array.new(chance(15) ? 2 : 1) { "'#{title_of(type)}'" }
    "#{capitalized(type)}[#{titles.join(', ')}]"
  end

  def klass
    "c#{@random.rand(4)}"
  end

  def value
    one_of(["'v'", "'w'", '1', 'true', 'undef', "['v', 'w']", "{ 'k' => 'v' }", '$title', '$facts[\'f\']', "Sensitive('s')"])
  end

  def attributes_of(type)
    own = {
      'notify' => %w[message withpath], 'file' => %w[content mode ensure owner path], 'exec' => %w[command path unless],
      'mything' => %w[ensure size flag], 'myres' => %w[ensure realm user], 'd0' => %w[x y], 'd1' => %w[x]
    }[type]
    return own - %w[path user realm] if @is_valid

    chance(4) ? [*own, 'nope'] : own
  end

  def attribute(type, operator = '=>')
    case @random.rand(10)
    when 0 then "tag #{operator} #{one_of(["'t'", "'u'", "['t', 'u']"])}"
    when 1 then "#{one_of(%w[require before notify subscribe])} #{operator} #{chance(80) ? reference : "[#{reference}, #{reference}]"}"
    when 2 then one_of(["noop #{operator} true", "loglevel #{operator} 'info'", "schedule #{operator} 's'", *("alias #{operator} '#{title_of(type)}'" unless @is_valid), "audit #{operator} all"])
    else plain_attribute(type, operator)
    end
  end

  # An attribute that is no metaparameter. Key attributes are texts: messages show others differently.
  def plain_attribute(type, operator = '=>')
    name = one_of(attributes_of(type))
    "#{name} #{operator} #{%w[path user realm].include?(name) ? "'v'" : value}"
  end

  def attributes(type, most = 3)
    some(most) { attribute(type) }.uniq { |text| text[/\w+/] }.join(', ')
  end

  # A title of a new resource. In a body that is evaluated several times it begins with a variable.
  def new_title(type)
    @count += 1
    name = "#{@variable || one_of(['', '', '${title}'])}r#{@count}"
    name = { 'file' => "/#{name}", 'exec' => "/bin/#{name}", 'myres' => "#{name}@r" }.fetch(type, name)
    name.include?('$') ? "\"#{name}\"" : "'#{name}'"
  end

  def title_expression(type)
    return new_title(type) if @is_valid

    case @random.rand(12)
    when 0 then "['#{title_of(type)}', '#{title_of(type)}']"
    when 1 then 'default'
    when 2 then '"${title}x"'
    else "'#{title_of(type)}'"
    end
  end

  # The type of a new resource. Defined types do not declare one another without an end.
  def new_type
    one_of(@variable&.include?('title') ? TYPES - %w[d0 d1] : TYPES)
  end

  def resource(forms = ['', '', '', '', '@', '@', '@@'])
    type = new_type
    bodies = Array.new(chance(15) ? 2 : 1) { "#{title_expression(type)}: #{attributes(type)}" }
    "#{one_of(forms)}#{type} { #{bodies.join('; ')} }"
  end

  def declaration
    return "include #{klass}" if @is_valid && (@variable || chance(80))

    parameters = some(2) do
      one_of([*(@is_valid ? [] : ["x => #{value}", "y => #{value}"]), "stage => '#{one_of(@is_valid ? %w[pre post main] : %w[pre post main none])}'", "noop => true", "tag => 't'", "require => #{reference}"])
    end
    "class { '#{klass}': #{parameters.uniq { |text| text[/\w+/] }.join(', ')} }"
  end

  def query(depth = 0)
    return '' if depth.zero? && chance(25)

    case @random.rand(depth > 1 ? 4 : 6)
    when 0 then "tag #{one_of(%w[== == !=])} '#{one_of(%w[t u a c0 d0 notify])}'"
    when 1 then "title #{one_of(%w[== !=])} '#{one_of(TITLES)}'"
    when 2, 3 then "#{one_of(%w[message x ensure loglevel noop mode])} #{one_of(%w[== !=])} #{one_of(["'v'", "'w'", '1', 'true', 'undef', 'info'])}"
    else
      left, right = query(depth + 1), query(depth + 1)
      chance(50) ? "(#{left}) #{one_of(%w[and or])} #{right}" : "#{left} #{one_of(%w[and or])} #{right}"
    end
  end

  def collector(may_override = true)
    type = one_of(TYPES)
    return "#{capitalized(type)} <<| #{query} |>>" if chance(20)

    text = "#{capitalized(type)} <| #{query} |>"
    text += " { #{attribute(type, one_of(%w[=> => +>]))} }" if may_override && chance(40)
    text
  end

  def operand
    case @random.rand(10)
    when 0..4 then reference
    when 5 then "[#{reference}, #{reference}]"
    when 6, 7 then collector(false)
    when 8 then resource(['', '@'])
    else one_of(["'Notify[a]'", '[]', @is_valid ? reference : declaration])
    end
  end

  def relationship
    operands = Array.new(2 + @random.rand(2)) { operand }
    operands.reduce { |left, right| "#{left} #{one_of(%w[-> ~> <- <~])} #{right}" }
  end

  def override
    type = one_of(TYPES)
    target = chance(85) ? "#{capitalized(type)}['#{title_of(type)}']" : reference
    set = some(2) { attribute(type, one_of(%w[=> => +>])) }
    "#{target} { #{set.uniq { |text| text[/\w+/] }.join(', ')} }"
  end

  def created
    type = chance(@is_valid ? 98 : 90) ? new_type : 'class'
    title = -> { type == 'class' ? "'#{klass}'" : @is_valid ? new_title(type) : "'#{title_of(type)}'" }
    quoted = ->(all) { all.map { |a| a.sub(/\A(\w+) /, "'\\1' ") }.uniq { |text| text[/\w+/] }.join(', ') }
    own = -> { type == 'class' ? some(@is_valid ? 0 : 1) { "'x' => #{value}" }.join : quoted[some(2) { attribute(type) }] }
    all = Array.new(1 + @random.rand(2)) { title[] }.uniq.map { |name| "#{name} => { #{own[]} }" }
    prefix = type == 'class' ? '' : one_of(['', '', '@', '@@'])
    defaults = chance(30) ? ", { #{own[]} }" : ''
    "create_resources('#{prefix}#{type}', { #{all.join(', ')} }#{defaults})"
  end

  def statement(depth = 0)
    case @random.rand(30)
    when 0..8 then resource
    when 9, 10 then "#{one_of(%w[include include include contain require])} #{klass}"
    when 11 then declaration
    when 12..14 then collector
    when 15..17 then relationship
    when 18..20 then @is_valid && chance(75) ? resource : override
    when 21 then @is_valid && chance(60) ? resource : (type = one_of(TYPES)) && "#{capitalized(type)} { #{attributes(type, 2)} }"
    when 22 then "realize(#{reference})"
    when 23, 24 then created
    when 25 then one_of(["tag('#{one_of(%w[t u])}')", "notice(tagged('#{one_of(%w[t c0 a])}'))"])
    when 26 then "if defined(#{reference.sub(/, [^\]]*/, '')}) { #{depth < 2 ? statement(depth + 1) : "notice('d')"} }"
    when 27 then each(depth)
    when 28 then @is_valid && depth.zero? ? collector : "notice(#{(type = one_of(TYPES)) && capitalized(type)}['#{title_of(type)}']['#{one_of(attributes_of(type))}'])"
    else "notice($#{one_of(@is_valid ? %w[title f name] : %w[title x p f c0::x])})"
    end
  end

  def each(depth)
    around, @variable = @variable, "#{@variable}${i}"
    inner = depth < 2 ? statement(depth + 1) : 'notice($i)'
    @variable = around
    "['a', 'b'].each |$i| { #{@is_valid ? inner : inner.gsub("'a'", '$i')} }"
  end

  def body(most, variable = nil)
    @variable = variable
    some(most) { "  #{statement}\n" }.join.tap { @variable = nil }
  end

  RESOURCE_TYPES = {
    '.resource_types/mything.pp' => <<~PP,
      Puppet::Resource::ResourceType3.new(
        'mything',
        [
          Puppet::Resource::Param(Enum['present', 'absent'], 'ensure'),
          Puppet::Resource::Param(Any, 'size')
        ],
        [
          Puppet::Resource::Param(Any, 'name', true),
          Puppet::Resource::Param(Any, 'flag')
        ],
        {
          /(?m-ix:(.*))/ => ['name']
        },
        true,
        false)
    PP
    '.resource_types/myres.pp' => <<~PP
      Puppet::Resource::ResourceType3.new(
        'myres',
        [
          Puppet::Resource::Param(Any, 'ensure')
        ],
        [
          Puppet::Resource::Param(Any, 'user', true),
          Puppet::Resource::Param(Any, 'realm', true)
        ],
        {
          /(?m-ix:\\A(.*)@(.*)\\Z)/ => ['user', 'realm'],
          /(?m-ix:\\A(.*)\\Z)/ => ['user']
        },
        true,
        false)
    PP
  }.freeze

  def case_of(number)
    files = RESOURCE_TYPES.dup
    code = +''
    code << "stage { 'pre': before => Stage['main'] }\n" if @is_valid || chance(25)
    code << "stage { 'post': require => Stage['main'] }\n" if @is_valid || chance(15)
    code << "include c0, c1, c2, c3\n" if @is_valid && chance(50)
    TYPES.uniq.each { |type| code << "#{one_of(['', '@', '@', '@@'])}#{type} { [#{titles(type)}]: #{attributes(type, 2)} }\n" } if @is_valid
    4.times do |at|
      parameters = chance(50) ? "($x = #{one_of(["'v'", '$title', 'undef', *('$y' unless @is_valid)])}#{', $y = 2' if chance(40)})" : ''
      parent = chance(35) && at.positive? ? " inherits c#{@random.rand(at)}" : ''
      text = "class c#{at}#{parameters}#{parent} {\n#{body(3)}}\n"
      chance(20) ? files["modules/c#{at}/manifests/init.pp"] = text : code << text
    end
    2.times { |at| code << "define d#{at}($x = 'v'#{", $y = #{one_of(['$x', '$title', 'undef'])}" if at.zero?}) {\n#{body(2, '${title}')}}\n" }
    code << "node #{one_of(["'n.example.com'", 'default', '/^n/'])} {\n#{body(3)}}\n" if chance(25)
    code << body(6).gsub(/^  /, '')
    made = { 'id' => format('generated-%d-%05d', SEED, number), 'kind' => 'generated', 'code' => code, 'files' => files,
             'facts' => { 'f' => 'fact', 'os' => { 'family' => 'Debian' } } }
    made['enc'] = enc if chance(30)
    made['exported'] = exported if chance(25)
    made
  end

  def enc
    classes = if chance(50)
                Array.new(1 + @random.rand(2)) { klass }.uniq
              else
                Array.new(1 + @random.rand(2)) { [klass, one_of([nil, {}, *([{ 'x' => 'e' }, { 'y' => [1] }, { 'z' => 1 }] unless @is_valid)])] }.to_h
              end
    parameters = some(2) { one_of([['p', 'e'], ['f', 'e'], ['environment', 'other'], ['q', { 'k' => [1, nil] }]]) }.to_h
    { 'classes' => classes, 'parameters' => parameters }
  end

  def exported
    some(3) do
      type = one_of(%w[notify file mything])
      { 'type' => capitalized(type), 'title' => title_of(type), 'parameters' => { { 'notify' => 'message', 'file' => 'mode', 'mything' => 'size' }[type] => one_of(%w[v w]) },
        'tags' => [one_of(%w[t u])], 'node' => 'other' }
    end.uniq { |found| found.values_at('type', 'title') }
  end
end

# Replaces the folders of this machine in a value.
def shown(value, folder)
  case value
  when String then value.gsub("#{folder}/e", '/e').gsub(/#<Puppet::Resource::Type:0x\h+[^ ]*>?/) { '#<Puppet::Resource::Type:0x*>' }
  when Array then value.map { |one| shown(one, folder) }
  when Hash then value.to_h { |key, one| [key, shown(one, folder)] }
  else value
  end
end

def catalog_of(catalog)
  data = catalog.to_data_hash
  resources = data['resources'].map do |found|
    found = found.reject { |key, one| key == 'exported' && !one || key == 'parameters' && one.empty? }
    found.merge('tags' => found['tags'].to_a.sort)
  end
  virtual = catalog.resources.select(&:virtual?).map(&:ref)
  resources.each { |found| found['virtual'] = true if virtual.include?("#{found['type']}[#{found['title']}]") }
  { 'classes' => data['classes'], 'resources' => resources, 'edges' => data['edges'].map { |edge| edge.values_at('source', 'target') } }
end

def compiled(made, folder)
  made['files'].merge('manifests/site.pp' => made['code']).each do |path, text|
    path = File.join(folder, 'e', path)
    FileUtils.mkdir_p(File.dirname(path))
    File.write(path, text)
  end
  environments = Puppet::Environments::Directories.new(folder, [])
  Puppet[:storeconfigs] = made.key?('exported')
  # The setting chooses PuppetDB.
  Puppet::Resource.indirection.terminus_class = :stored
  Puppet::Resource::Stored.resources = made['exported'] || []
  Puppet.override({ environments: environments }, 'case') do
    environment = environments.get!(:e)
    Puppet.override({ current_environment: environment }, 'case') { Puppet::Parser::Compiler.compile(node_of(made, environment)) }
  end
end

# A node with its facts, as a server makes it.
def node_of(made, environment)
  name = 'n.example.com'
  enc = made['enc'] || {}
  facts = Puppet::Node::Facts.new(name, made['facts'])
  node = Puppet::Node.new(name, environment: environment, facts: facts, classes: enc['classes'] || [], parameters: (enc['parameters'] || {}).dup)
  node.merge(made['facts'])
  node.trusted_data = { 'authenticated' => 'local', 'certname' => name, 'domain' => 'example.com', 'extensions' => {}, 'external' => {}, 'hostname' => 'n' }
  node
end

# Returns the answer of Puppet.
def answer(made)
  logs = []
  Dir.mktmpdir do |folder|
    Puppet::Util::Log.close_all
    Puppet::Util::Warnings.clear_warnings
    Puppet::Util::Log.newdestination(Puppet::Test::LogCollector.new(logs))
    begin
      expect = { 'catalog' => catalog_of(compiled(made, folder)) }
    rescue Puppet::Error => e
      expect = { 'error' => { 'full' => e.message } }
      expect['error']['ruby'] = true if e.message =~ /undefined method|stack level|failed with error/
    rescue SystemStackError, NoMethodError, TypeError, ArgumentError => e
      warn e.full_message if ENV['DEBUG']
      expect = { 'error' => { 'ruby' => true, 'full' => e.message } }
    end
    %w[notice warning].each do |level|
      texts = logs.select { |log| log.level.to_s == level }.map(&:message)
      expect["#{level}s"] = texts unless texts.empty?
    end
    return shown(expect, folder)
  end
end

# A destination of logs that keeps them.
module Puppet::Test; end unless defined?(Puppet::Test)
class Puppet::Test::LogCollector
  def initialize(logs)
    @logs = logs
  end

  def <<(value)
    @logs << value
  end
end

Dir.mktmpdir do |home|
  settings = %w[vardir confdir codedir].flat_map { |name| ["--#{name}", home] }
  settings += ['--strict', 'error', '--strict_variables', 'true', '--environmentpath', home]
  Puppet.initialize_settings(settings, true, true)
  Puppet[:rich_data] = true
  Puppet::Resource.indirection.terminus_class = :stored
  Puppet.push_context({ rich_data: true })
  COUNT.times do |number|
    made = Generator.new(SEED * 1_000_003 + number).case_of(number)
    puts JSON.generate(made.merge('expect' => answer(made)))
  end
end
