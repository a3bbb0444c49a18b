# frozen_string_literal: true

require_relative "helper"
require "open3"
require "ripper"
require "tmpdir"

# Runs the examples in the documentation and in comments, and compares their results.
class DocsTest < Polycty::Test
  # The text after `# =>` is the `inspect` of the statement before it.
  SHOWN = /#\s*=>\s*(?<shown>.+)\z/

  def test_the_tour
    needs :pcl, :terraform, :puppet, :mcl, :translate
    page = read(File.join(ROOT, "docs/tutorials/ruby.md"))
    assert_operator check(page.scan(/^```ruby\n(.*?)^```/m).join("\n"), "docs/tutorials/ruby.md"), :>, 50
  end

  def test_the_tour_of_puppet
    needs :puppet
    page = read(File.join(ROOT, "docs/how-to/run-puppet.md"))
    assert_operator check(page.scan(/^```ruby\n(.*?)^```/m).join("\n"), "docs/how-to/run-puppet.md"), :>, 2
  end

  def test_the_tour_of_writing
    page = read(File.join(ROOT, "docs/how-to/edit-hcl.md"))
    assert_operator check(page.scan(/^```ruby\n(.*?)^```/m).join("\n"), "docs/how-to/edit-hcl.md"), :>, 4
  end

  def test_the_tour_of_schemas
    needs :terraform, :puppet, :schema
    page = read(File.join(ROOT, "docs/how-to/export-json-schema.md"))
    assert_operator check(page.scan(/^```ruby\n(.*?)^```/m).join("\n"), "docs/how-to/export-json-schema.md"), :>, 4
  end

  def test_the_page_of_editors
    needs :services, :mcl
    page = read(File.join(ROOT, "docs/how-to/editor.md"))
    assert_equal 2, check(page.scan(/^```ruby\n(.*?)^```/m).join("\n"), "docs/how-to/editor.md")
  end

  def test_the_readme_of_the_library
    page = read(File.join(ROOT, "README.md"))
    assert_equal 3, check(page.scan(/^```ruby\n(.*?)^```/m).join("\n"), "README.md")
  end

  def test_the_readme
    needs :puppet
    page = read(File.join(GEM, "README.md"))
    assert_operator check(page.scan(/^```ruby\n(.*?)^```/m).join("\n"), "README.md"), :>, 3
  end

  def test_the_comments
    needs :pcl, :terraform, :puppet, :mcl, :translate, :schema, :services
    counts = Dir[File.join(GEM, "lib/**/*.rb")].map do |file|
      check(examples(read(file)), file.delete_prefix(GEM))
    end
    assert_operator counts.sum, :>, 15
  end

  def test_a_wrong_answer_is_found
    assert_raises(Minitest::Assertion) { check("1 + 1 # => 3", "wrong") }
    assert_raises(Minitest::Assertion) { check("begin\n  1 + 1 # => 3\nend", "wrong") }
    assert_raises(NameError) { check("nothing_of_that_name", "wrong") }
  end

  def test_the_example_checks_yaml
    needs :puppet
    assert_equal ["", "servers.yaml", true], example("servers.type", "servers.yaml") { |json|
      assert_equal({ "name" => "web", "port" => 80, "tags" => %w[http public] }, JSON.parse(json)["servers"][0])
    }
    assert_equal [<<~FAULTS, "broken.yaml", false], example("servers.type", "broken.yaml")
      .limits.cpu: a number is required
      .servers[0].port: a number is required
      .servers[1]: attribute "name" is required
    FAULTS
    assert_equal [<<~FAULTS, "broken.yaml", false], example("servers.pp", "broken.yaml")
      document entry 'servers' index 0 entry 'port' expects an Integer value, got String
      document entry 'servers' index 1 expects a value for key 'name'
      document entry 'limits' entry 'cpu' expects a Numeric value, got String
    FAULTS
    assert_equal ["", "servers.yaml", true], example("servers.pp", "servers.yaml") { |json| JSON.parse(json) }
  end

  def test_the_example_checks_data_against_a_class
    needs :puppet
    { "ntp" => true, "ntp-broken" => false }.each do |name, fits|
      data = File.join(ROOT, "examples/data")
      output, status = Open3.capture2(RbConfig.ruby, "-W:no-experimental", File.join(GEM, "examples/class_parameters.rb"),
                                      File.join(data, "modules"), "ntp", File.join(data, "#{name}.json"))
      assert_equal [read(File.join(data, "#{name}.out")), fits], [output, status.success?]
    end
  end

  def test_the_bench_runs
    needs :puppet
    output, status = Open3.capture2e(RbConfig.ruby, "-W0", File.join(GEM, "bench/calls.rb"), "0.0005", "alone")
    assert status.success?, output
    assert_operator output.lines.grep(/ ns$/).length, :>, 30
  end

  def test_everything_public_is_documented
    output, status = Open3.capture2e("yard", "stats", "--list-undoc", "--no-save", "--no-cache", chdir: GEM)
    assert status.success?, output
    assert_includes output, "100.00% documented", output
    refute_includes output, "[warn]", output
    Dir.mktmpdir do |folder|
      output, status = Open3.capture2e("yard", "doc", "-q", "-o", folder, "--no-save", "--no-cache", chdir: GEM)
      assert status.success?, output
      assert_empty output
    end
  rescue Errno::ENOENT
    puts "ruby: yard is left out, it is not there"
  end

  private

  def read(file) = File.read(file, encoding: Encoding::UTF_8)

  # The indented lines of a comment after an empty line.
  def examples(source)
    inside = false
    source.lines.each_cons(2).filter_map do |before, line|
      inside = line.match?(/^ *#   /) && (inside || before.strip == "#")
      line.sub(/^ *#   /, "") if inside
    end.join
  end

  # Runs a program statement by statement and compares results; returns the number of comparisons.
  def check(code, file)
    here = Module.new.module_eval("include Polycty; binding", file)
    before = DocsTest.told
    statements(code).each { |statement, line, shown| compare(here, statement, shown, file, line) }
    DocsTest.told - before
  end

  def compare(here, statement, shown, file, line)
    found = here.eval(instrument(statement), file, line)
    DocsTest.compare(found, shown, "#{file}:#{line}: #{statement}") if shown
  end

  # Comparisons within a statement, such as in the branch of a rescue.
  def instrument(statement)
    lines = statement.lines
    return statement if lines.length == 1

    lines.map.with_index do |line, index|
      match = SHOWN.match(line.chomp)
      next line unless match && index < lines.length - 1

      "DocsTest.compare((#{line[0...match.begin(0)].strip}), #{match[:shown].strip.inspect})\n"
    end.join
  end

  # The statements of a program, each with its line and the expected result after it. Lines are
  # collected until they form a complete statement.
  def statements(code)
    whole = []
    text = +""
    code.each_line.with_index(1) do |line, number|
      text << line
      next if text.strip.empty? || Ripper.sexp(text).nil?

      whole << [text, number - text.lines.length + 1, SHOWN.match(line.chomp)&.[](:shown)&.strip]
      text = +""
    end
    assert_empty text.strip, "this is not whole"
    whole
  end

  class << self
    # The number of comparisons.
    def told = @told.to_i

    # Also called by comparisons inside a statement.
    def compare(found, shown, place = nil)
      @told = told + 1
      return found if found.inspect == shown

      raise Minitest::Assertion, "#{place}\nshown is #{shown}, found #{found.inspect}"
    end
  end

  def example(type, yaml)
    folder = File.join(GEM, "examples")
    output, errors, status = Open3.capture3(RbConfig.ruby, "-W:no-experimental", File.join(folder, "check_yaml.rb"),
                                            File.join(folder, "data", type), File.join(folder, "data", yaml))
    yield output if block_given?
    [errors.gsub(/^\S*#{yaml}: /, ""), yaml, status.success?]
  end
end
