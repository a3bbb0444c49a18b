# frozen_string_literal: true

require_relative "helper"
require "fileutils"
require "tmpdir"

# Puppet's language: evaluation, blocks that the library calls, checking data against classes,
# outlines.
class PuppetLanguageTest < Polycty::Test
  needs :puppet

  Puppet = Polycty::Puppet
  Environment = Polycty::Puppet::Environment
  Manifest = Polycty::Puppet::Manifest
  Outline = Polycty::Puppet::Outline

  def worth(text, environment = nil) = Puppet.format(Puppet.evaluate(text, environment, file: "site.pp"))

  def test_evaluating
    environment = Environment.new(variables: { name: "db" }, time: Time.at(86_400))
    assert_equal "['db', '1970-01-02']", worth("[$name, Timestamp.new.strftime('%F')]", environment)
    error = assert_raises(Polycty::Error) { worth("$a = 1\n  $nope", environment) }
    assert_equal 2, error.diagnostics.first.subject.start.line
    lax = Environment.new(strict: :off, unknown_variables: :undef, resources: :referenced,
                          aliases: Puppet::Aliases.new({ "Port" => "Integer[1, 9]" }))
    assert_equal "[undef, true]", worth("[$nope, 3 =~ Port]", lax)
    assert_equal "[File['/a']]", worth("file { '/a': }", lax)
    assert_raises(Polycty::SyntaxError) { Manifest.new("$a = )") }
    told = Manifest.new("$a = {x => 1, x => 2}", file: "w.pp", strict: :warning)
    assert_equal ["w.pp", 1], [told.file, told.warnings.diagnostics.length]
    assert_nil Manifest.new("1").warnings
    early = Manifest.new("'1' + 99999999999999999999", mode: :early)
    assert_equal "100000000000000000000", Puppet.format(early.evaluate)
  end

  def test_interpolation
    assert_equal "[1, , Object]", Puppet.interpolate(Puppet.value("[1, undef, Object]", mode: :early), mode: :early)
    assert_equal "Sensitive [value redacted]", Puppet.interpolate(Puppet.evaluate("Sensitive('x')"))
  end

  def test_templates
    template = Manifest.new("<%- | Integer $x = 1 | -%>\nx<%= $x %>", syntax: :template)
    assert_equal %w[x1 x2], [template.render, template.render({ x: 2 })]
    assert_raises(Polycty::Error) { template.render({ x: "a" }) }
  end

  def test_functions
    environment = Environment.new.function("twice", "Any value, Callable[1, 1] block?") do |value, block|
      block ? block.call(value) : value
    end
    assert_equal "4", worth("twice(3) |$x| { twice($x) + 1 }", environment)
    assert_raises(Polycty::Error) { worth("twice()", environment) }
    environment.function("twice") { raise ArgumentError, "not today" }
    error = assert_raises(Polycty::Error) { worth("twice()", environment) }
    assert_kind_of ArgumentError, error.cause
  end

  def test_hosts
    told = []
    environment = Environment.new.logger { |level, message| told << [level, message] }
    environment.loader do |kind, name|
      ["class web(Web::Port $port, $label = \"p${port}\") { }", "init.pp"] if [kind, name] == [:class, "web"]
    end
    environment.host { |question, arguments| question == :lookup ? arguments.length : :unanswered }
    assert_equal "4", worth("notice('a') lookup('x')", environment)
    assert_equal [[:notice, "a"]], told
    assert_raises(Polycty::UnsupportedError) { worth("file('x')", environment) }

    environment.loader do |kind, name|
      case [kind, name]
      when [:class, "web"] then "class web(Web::Port $port, $label = \"p${port}\") { }"
      when [:type, "web::port"] then ["type Web::Port = Integer[1]", "port.pp"]
      end
    end
    assert_equal "{'port' => 80, 'label' => 'p80'}",
                 Puppet.format(Puppet.class_parameters("web", { "web::port" => 80 }, environment))
    errors = assert_raises(Polycty::TypeError) { Puppet.class_parameters("web", { prot: 1 }, environment) }
    assert_equal 2, errors.diagnostics.length
  end

  def test_modules
    Dir.mktmpdir do |folder|
      { "manifests/init.pp" => "class web(Web::Port $port = web::first()) { }",
        "types/port.pp" => "type Web::Port = Integer[1]",
        "functions/first.pp" => "function web::first() { 80 }" }.each do |file, text|
        path = File.join(folder, "web", file)
        FileUtils.mkdir_p(File.dirname(path))
        File.write(path, text)
      end
      environment = Environment.new.modules(folder)
      assert_equal "{'port' => 80}", Puppet.format(Puppet.class_parameters("web", {}, environment))
      assert_raises(Polycty::NotFoundError) { Puppet.class_parameters("db", {}, environment) }
    end
    assert_equal "m/a/templates/b.epp", Puppet.module_file("m", :template, "a/b.epp")
    assert_nil Puppet.module_file("m", :template, "a/../b")
  end

  def test_outlines
    outline = Manifest.new(<<~MANIFEST).outline
      # Doc.
      class a(Integer $p = 1) {
        file { '/x': mode => '1' }
        f($p) |*$y| { }
      }
      A['x'] -> B['y']
    MANIFEST
    definition = outline.definitions.first
    assert_equal [:class, "a", "Doc.", 2], [definition.kind, definition.name, definition.documentation, definition.at.line]
    assert_equal ["p", "Integer", "1", nil], definition.params.first.to_a.values_at(0, 2, 3, 4)
    file, relationship = outline.resources
    assert_equal [:regular, "'/x'", "mode", "=>"],
                 [file.form, file.bodies.first.title, file.bodies.first.attributes.first.name,
                  file.bodies.first.attributes.first.operator]
    assert_equal [:"->", "A['x']", "B['y']"], [relationship.form, relationship.left, relationship.right]
    call = outline.calls.first
    assert_equal ["f", 1, true], [call.name, call.arguments, call.lambda.first.rest]
    assert_equal({ "p" => [Outline::Position.new(4, 5)] }, outline.variables)
    assert_equal "a", JSON.parse(outline.json)["definitions"][0]["name"]
  end
end
