# frozen_string_literal: true

require_relative "helper"
require "fileutils"
require "open3"
require "pathname"
require "tmpdir"

# Puppet's catalogs and lookups in Hiera data.
class PuppetCatalogTest < Polycty::Test
  needs :puppet

  Puppet = Polycty::Puppet
  Catalog = Polycty::Puppet::Catalog
  REPOSITORY = File.join(ROOT, "examples/data/control-repository")

  def test_resources
    catalog = compile("web1.example.com")
    assert_equal ["settings", "default", "role::web", "profile::base", "profile::web", "webserver"], catalog.classes
    assert_equal catalog.size, catalog.resources.length
    curl = catalog["Package[curl]"]
    assert_equal [:native, "Package", "curl", 6, false, false],
                 [curl.kind, curl.type, curl.title, curl.line, curl.exported?, curl.virtual?]
    assert_equal File.join(REPOSITORY, "site/profile/manifests/base.pp"), curl.file
    assert_includes curl.tags, "profile::base"
    assert_equal "installed", curl["ensure"].to_ruby
    assert_equal({ "ensure" => "installed" }, curl.parameters.transform_values(&:to_ruby))
    assert_nil curl[:nope]
    shop = catalog["webserver::site", "shop"]
    assert_equal [:defined, 8080, "Webserver::Site[shop]"], [shop.kind, shop[:port].to_ruby, shop.to_s]
    assert_equal :included, catalog["class", "profile::base"].kind
    assert_nil catalog["File[/nope]"]
    assert_nil catalog["File"]
    assert_equal catalog["Package[curl]"], curl
    assert_equal 1, [curl, catalog["package[curl]"]].uniq.length
    refute_equal curl, shop
    nginx = catalog.find { |resource| resource.to_s == "Service[nginx]" }
    edge = catalog.edges.find { |each| each.contained == nginx }
    assert_equal "Class[Webserver]", edge.container.to_s
    assert_nil catalog.check_cycles
  end

  def test_the_graph_has_the_resources_in_the_order_of_the_agent
    catalog = compile("web1.example.com")
    graph = catalog.graph
    assert_equal catalog.map(&:to_s), graph.first(catalog.size).map(&:to_s)
    curl = graph["Package", "curl"]
    assert_equal ["installed", 6], [curl["ensure"].to_ruby, curl.line]
    assert_equal catalog["Package[curl]"].file, curl.file
    last = graph.to_a.last
    assert_equal ["Whit", true, nil], [last.kind, last.hidden, last.file]
    order = graph.in_order.map(&:to_s)
    assert_operator order.index("Class[Webserver]"), :<, order.index("Service[nginx]")
    database = compile("db1.example.com")
    assert_equal database["User[postgres]"]["password"], database.graph["User", "postgres"]["password"]
  end

  def test_secrets_stay_sensitive
    catalog = compile("db1.example.com")
    user = catalog["User[postgres]"]
    assert_equal ["password"], user.sensitive
    assert_equal :sensitive, Puppet.kind(user["password"])
    assert_equal "not-a-real-password", Puppet.content(user["password"]).to_ruby
    refute_includes user.inspect + catalog.inspect + catalog.to_json, "not-a-real"
    assert_includes catalog.to_json(secrets: true), "not-a-real-password"
    other = Catalog.parse(catalog.to_json(secrets: true).gsub("not-a-real", "another"))
    difference = catalog.difference(other)
    change = difference.changed.find { |each| each.reference == "User[postgres]" }
    assert_equal [:sensitive, :sensitive], change.parameters["password"].to_a
    refute_match(/not-a-real|another/, difference.to_s + difference.json)
    assert_includes difference.to_s, "    - password => (sensitive)\n    + password => (sensitive)\n"
  end

  def test_differences
    before = compile("web1.example.com")
    assert_empty before.difference(before)
    assert_equal "", before.difference(before).to_s
    after = compile("web1.example.com", facts: { "role" => "base", "networking" => { "fqdn" => "x" }, "os" => { "family" => "Debian" } })
    difference = before.difference(after)
    refute_empty difference
    assert_equal ["role::base"], difference.added_classes
    assert_includes difference.removed_classes, "profile::web"
    removed = difference.removed.find { |side| side.reference == "Webserver::Site[shop]" }
    assert_equal [8, 8080], [removed.line, removed.parameters["port"]]
    motd = difference.changed.find { |change| change.reference == "File[/etc/motd]" }
    assert_equal ["web1.example.com: noc@example.com\n", "x: noc@example.com\n"], motd.parameters["content"].to_a
    assert_includes difference.to_s, "    + content => \"x: noc@example.com\\n\"\n"
    file = "#{REPOSITORY}/site/profile/manifests/base.pp"
    assert_includes difference.to_s, "~ File[/etc/motd] #{file}:8\n"
    moved = Catalog.parse(before.to_json.gsub('"line":8', '"line":9').gsub("web1.example.com:", "y:"))
    assert_includes before.difference(moved).to_s, "~ File[/etc/motd] #{file}:8 => #{file}:9\n"
  end

  def test_json
    catalog = compile("web1.example.com")
    json = JSON.parse(catalog.to_json(version: 7, uuid: "u", code_id: "c"))
    assert_equal [7, "u", "c", "web1.example.com"], json.values_at("version", "catalog_uuid", "code_id", "name")
    parsed = Catalog.parse(catalog.to_json)
    assert_equal catalog.map(&:to_s), parsed.map(&:to_s)
    assert_empty catalog.difference(parsed)
    assert_raises(Polycty::SyntaxError) { Catalog.parse("{") }
    assert_raises(Polycty::ValueError) { Catalog.parse("[]") }
    Dir.mktmpdir do |folder|
      path = File.join(folder, "catalog.json")
      File.write(path, catalog.to_json)
      assert_equal catalog.size, Catalog.load(path).size
    end
  end

  def test_callbacks_and_warnings
    repository("manifests/site.pp" => "warning('careful')\nnotify { twice($facts['n']): }\n") do |folder|
      environment = Puppet::Environment.new.function("twice", "Any value") { |value| "#{value.to_ruby * 2}" }
      catalog = Catalog.compile(folder, "n", facts: { n: 21 }, environment: environment)
      assert catalog["Notify[42]"]
      environment.function("twice") { raise ArgumentError, "not today" }
      assert_kind_of ArgumentError, assert_raises(Polycty::Error) { Catalog.compile(folder, "n", facts: '{"n": 1}', environment:) }.cause
      assert_raises(ArgumentError) { Catalog.compile(folder, "n", fact: {}) }
      assert_raises(Polycty::SyntaxError) { Catalog.compile(folder, "n", facts: "{") }
      assert_raises(Polycty::NotFoundError) { Catalog.compile("#{folder}/nope", "n") }
    end
    repository("manifests/site.pp" => "warning('careful')\n") do |folder|
      _, error = Catalog.compile_diagnosed(folder, "n")
      assert_equal ["careful"], error.diagnostics.map(&:summary)
      assert_nil Catalog.compile_diagnosed(folder, "n", environment: Puppet::Environment.new.logger { nil }).last
    end
  end

  def test_modules_and_classifiers
    site = { "other/web/manifests/init.pp" => "class web(Integer $port) { notify { \"${port} ${zone} ${trusted['certname']}\": } }",
             "manifests/other.pp" => "notify { 'manifest': }" }
    repository(site) do |folder|
      options = { modules: [File.join(folder, "other")], name: "test", trusted: { certname: "c" },
                  classifier: { classes: { web: { port: 80 } }, parameters: { zone: "z" } } }
      catalog = Catalog.compile(Pathname(folder), "n", manifest: Pathname(folder) + "manifests/other.pp", **options)
      assert_equal ["Notify[manifest]", "Notify[80 z c]"].sort, catalog.map(&:to_s).grep(/Notify/).sort
      wrong = options.merge(classifier: { classes: { web: { port: "80" } } })
      error = assert_raises(Polycty::Error) { Catalog.compile(folder, "n", **wrong) }
      assert_includes error.message, "parameter 'port' expects an Integer value, got String"
    end
  end

  def test_errors_have_locations
    repository("manifests/site.pp" => "\nfile { '/a': nope => $nope }\n") do |folder|
      error = assert_raises(Polycty::Error) { Catalog.compile(folder, "n") }
      assert_equal [File.join(folder, "manifests/site.pp"), 2], [error.diagnostics[0].file, error.diagnostics[0].subject.start.line]
    end
    repository("manifests/site.pp" => "notify { 'a': require => Notify['b'] }\nnotify { 'b': require => Notify['a'] }\n") do |folder|
      error = assert_raises(Polycty::Error) { Catalog.compile(folder, "n").check_cycles }
      assert_match(/dependency cycle: .*Notify\[a\]/, error.diagnostics[0].summary)
    end
  end

  def test_lifetimes
    catalog = compile("web1.example.com")
    curl = catalog["Package[curl]"]
    value = curl["ensure"]
    catalog.close
    GC.start
    assert_raises(Polycty::InvalidArgumentError) { catalog.size }
    assert_equal [["ensure"], "installed"], [curl.parameters.keys, value.to_ruby]
    assert_predicate curl, :frozen?
  end

  def test_lookups
    options = { facts: { role: "database" }, hiera: File.join(REPOSITORY, "global/hiera.yaml") }
    assert_equal "noc@example.com", lookup("profile::base::contact", **options).to_ruby
    web = { facts: { role: "web" } }
    assert_equal %w[curl openssh-server chrony], lookup("profile::base::packages", **web).to_ruby
    assert_equal ["curl"], lookup("profile::base::packages", merge: "first", **web).to_ruby
    deep = lookup("profile::web::sites", "web1.example.com", merge: { strategy: "deep", knockout_prefix: "--" }, facts: { role: "web" })
    assert_equal 8080, deep.to_ruby.dig("shop", "port")
    assert_equal :sensitive, Puppet.kind(lookup("profile::database::password", **options))
    assert_equal [1], lookup("nope", default: [1], **options).to_ruby
    assert_nil lookup("nope", default: Puppet.value("undef"), **options).to_ruby
    assert_match(/nope/, assert_raises(Polycty::Error) { lookup("nope", **options) }.message)
    value, explanation = Puppet.explain_lookup("profile::base::contact", REPOSITORY, "n", **options)
    assert_equal "noc@example.com", value.to_ruby
    assert_match(/Global Data Provider.*Found key: "profile::base::contact" value: "noc@example.com"/m, explanation)
    error = assert_raises(Polycty::Error) { Puppet.explain_lookup("nope", REPOSITORY, "n", **options) }
    assert_match(/No such key: "nope"/, error.diagnostics.first.detail)
    refute_includes Puppet.explain_lookup("profile::database::password", REPOSITORY, "n", **options).last, "Sensitive [not"
  end

  def test_the_example_compiles_the_control_repository
    example = File.join(GEM, "examples/control_repository.rb")
    output, status = Open3.capture2e(RbConfig.ruby, "-W:no-experimental", example, REPOSITORY)
    assert status.success?, output
    assert_equal <<~OUTPUT, output
      db1.example.com: 12 resources
      host1.example.com: 9 resources
      web1.example.com: 19 resources
      web2.example.com: 17 resources
    OUTPUT
    Dir.mktmpdir do |folder|
      changed = File.join(folder, "repository")
      FileUtils.cp_r(REPOSITORY, changed)
      data = File.join(changed, "data/nodes/web1.example.com.yaml")
      File.write(data, File.read(data).sub("8080", "8081"))
      output, status = Open3.capture2e(RbConfig.ruby, "-W:no-experimental", example, REPOSITORY, changed)
      assert status.success?, output
      assert_includes output, "    - port => 8080\n    + port => 8081\n"
      File.write(data, "profile::web::sites: nope\n")
      output, status = Open3.capture2e(RbConfig.ruby, "-W:no-experimental", example, changed)
      refute_predicate status, :success?
      assert_includes output, "parameter 'sites' expects a Hash value, got String"
    end
  end

  private

  def compile(node, facts: File.read(File.join(REPOSITORY, "facts/#{node}.json")))
    Catalog.compile(REPOSITORY, node, facts: facts, hiera: File.join(REPOSITORY, "global/hiera.yaml"))
  end

  def lookup(key, node = "n", **options) = Puppet.lookup(key, REPOSITORY, node, **options)

  # A folder with these files.
  def repository(files)
    Dir.mktmpdir do |folder|
      folder = File.realpath(folder)
      files.each do |name, text|
        path = File.join(folder, name)
        FileUtils.mkdir_p(File.dirname(path))
        File.write(path, text)
      end
      yield folder
    end
  end
end
