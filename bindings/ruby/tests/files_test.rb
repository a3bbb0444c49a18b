# frozen_string_literal: true

require_relative "helper"
require "tmpdir"

# Loading and saving of files, and the data of Hiera.
class FilesTest < Polycty::Test
  include Polycty

  def setup
    super
    @folder = Dir.mktmpdir
  end

  def teardown
    FileUtils.remove_entry(@folder)
    super
  end

  def test_a_file_of_hcl_is_loaded_changed_and_saved
    path = write("main.hcl", "# The port.\nport = 80\n")
    File.chmod(0o640, path)
    file = HCL::File.load(path)
    assert_equal path, file.path
    file["port"] = 8080
    assert_same file, file.save
    assert_equal "# The port.\nport = 8080\n", File.read(path)
    assert_equal 0o640, File.stat(path).mode & 0o777
    other = File.join(@folder, "other.hcl")
    file.save(other)
    assert_equal File.read(path), File.read(other)
    assert_equal %w[main.hcl other.hcl], Dir.children(@folder).sort
    assert_raises(ArgumentError) { HCL::File.parse("a = 1\n").save }
  end

  def test_saving_keeps_a_symbolic_link
    path = write("main.hcl", "a = 1\n")
    link = File.join(@folder, "link.hcl")
    File.symlink(path, link)
    HCL::File.load(link).tap { |file| file["a"] = 2 }.save
    assert File.symlink?(link)
    assert_equal "a = 2\n", File.read(path)
  end

  def test_saving_that_fails_leaves_the_file
    missing = File.join(@folder, "missing", "a.hcl")
    assert_includes assert_raises(SystemCallError) { HCL::File.parse("a = 1\n").save(missing) }.message, missing
    assert_empty Dir.children(@folder)
  end

  def test_errors_name_the_file
    cases = { "a.hcl" => [HCL::File, "a = \n"], "b.hcl" => [HCL::Body, "a = \n"], "c.json" => [HCL::Body, "{"],
              "d.hcl" => [HCL::File, "a = \"\xFF\"\n"] }
    if Polycty.feature?(:puppet)
      cases.merge!("a.pp" => [Puppet::Manifest, "$a ="], "b.pp" => [Puppet::Manifest, "$a = '\xFF'"],
                   "c.epp" => [Puppet::Manifest, "<% if %>"], "d.yaml" => [Puppet::Hiera, "a: ["],
                   "e.json" => [Puppet::Hiera, "{"], "f.yaml" => [Puppet::Hiera, "- 1\n"])
    end
    cases.merge!("a.mcl" => [MCL::Program, "$a = \n"], "b.mcl" => [MCL::Program, "$a = \"\xFF\"\n"]) if Polycty.feature?(:mcl)
    cases.merge!("a.schema" => [Schema, "{"], "b.schema" => [Schema, "{\"type\": 1}"]) if Polycty.feature?(:schema)
    cases.each do |name, (reader, text)|
      path = write(name, text)
      error = error_from { reader.load(path) }
      assert_includes error.message, path, name
    end
    cases.each_value.map(&:first).uniq.each do |reader|
      assert_includes assert_raises(Errno::ENOENT) { reader.load(File.join(@folder, "none")) }.message, "none"
    end
  end

  def test_a_record_is_saved_and_loaded
    record = HCL.record { attribute :port, "number" }
    path = File.join(@folder, "a.hcl")
    record.new(port: 80).save(path)
    assert_equal 80, record.load(path).port
  end

  def test_programs_and_schemas_are_loaded
    if Polycty.feature?(:puppet)
      assert_equal 3, Puppet::Manifest.load(write("a.pp", "1 + 2")).evaluate.to_ruby
      assert_equal "3", Puppet::Manifest.load(write("a.epp", "<%= 1 + 2 %>")).render
    end
    assert_equal 1, MCL::Program.load(write("a.mcl", "$a = 1\n")).files.length if Polycty.feature?(:mcl)
    needs :schema
    schema = Schema.load(write("a.json", '{"type": "integer"}'))
    schema.save(File.join(@folder, "b.json"))
    assert_equal schema.to_json, Schema.load(File.join(@folder, "b.json")).to_json
  end

  CLASSES = <<~PUPPET
    class web(Integer[1, 65535] $port, String $user = 'www', Array[String] $tags = []) { }
    class web::tls(Boolean $on) { }
  PUPPET

  def test_hiera_finds_the_parameters_of_a_class
    needs :puppet
    classes = Puppet::Manifest.new(CLASSES)
    node = { "web::port" => 8080, "web::tls::on" => true, "ntp::servers" => ["a"] }
    data = Puppet::Hiera.new(node, { "web::port": 80, "web::tags": ["common"], "plain" => 1 })
    assert_equal %w[ntp web web::tls], data.classes
    assert_equal({ "port" => 8080, "tags" => ["common"] }, data.parameters_of("::web"))
    assert_equal({ "port" => 8080, "user" => "www", "tags" => ["common"] }, data.class_parameters("web", classes).to_ruby)
    assert_equal({ "on" => true }, data.class_parameters("web::tls", classes).to_ruby)
    assert_equal [8080, 1, nil], %w[web::port plain none].map { |key| data[key] }
    assert_predicate data.layers.first.data, :frozen?
  end

  def test_hiera_reports_every_error_with_its_layer
    needs :puppet
    node = write("node.yaml", "web::port: 0\n")
    common = write("common.json", '{"web::tags": "x", "web::port": 80}')
    error = error_from(Polycty::TypeError) do
      Puppet::Hiera.load(node, common).class_parameters("web", Puppet::Manifest.new(CLASSES))
    end
    assert_equal 2, error.diagnostics.length
    assert_includes error.message, "web::port: #{node}"
    assert_includes error.message, "web::tags: #{common}"
  end

  def test_hiera_and_keys_without_a_parameter
    needs :puppet, :schema
    classes = Puppet::Manifest.new(CLASSES)
    data = Puppet::Hiera.new({ "web::port" => 80, "web::prot" => 1 })
    assert_includes error_from(Polycty::TypeError) { data.class_parameters("web", classes) }.message, "'prot'"
    assert_equal 80, data.class_parameters("web", classes, unknown: :ignored)["port"].to_i
    assert_equal ["web::prot"], data.unused_keys("web", classes)
    assert_raises(ArgumentError) { data.class_parameters("web", classes, unknown: :maybe) }
  end

  def test_hiera_with_a_loader_and_conversions
    needs :puppet
    environment = Puppet::Environment.new.loader { |kind, name| CLASSES if kind == :class && name.start_with?("web") }
    data = Puppet::Hiera.new({ "web::port" => "80", "lookup_options" => { "web::port" => { "convert_to" => "Integer" } } })
    assert_equal 80, data.class_parameters("web", nil, environment)["port"].to_i
    assert_raises(Polycty::NotFoundError) { data.class_parameters("db", nil, environment) }
  end

  private

  def write(name, text)
    File.join(@folder, name).tap { |path| File.binwrite(path, text) }
  end
end
