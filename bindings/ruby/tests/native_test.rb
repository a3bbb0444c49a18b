# frozen_string_literal: true

require_relative "helper"
require_relative "../tools/declarations"
require "tmpdir"

# The declarations match the library, and the library is found.
class NativeTest < Polycty::Test
  LIBRARY = ENV.fetch("POLYCTY_LIBRARY") { File.join(ROOT, "target/release/libpolycty.so") }

  def test_the_declarations_are_those_of_the_header
    assert_equal Declarations.new.to_s, File.read(Declarations::TARGET),
                 "run `ruby tools/declarations.rb`"
  end

  def test_every_function_of_the_header_is_declared
    header = Declarations.headers.gsub(%r{//.*}, "")
    names = header.scan(/^[a-z][\w ]*[ *](pcty_\w+)\(/).flatten
    refute_empty names
    names.each { |name| assert_respond_to Polycty::Native, name }
  end

  def test_what_an_older_library_lacks_is_missed_when_it_is_called
    Polycty::Native.attach_function :pcty_of_another_day, [:pointer], :void
    error = assert_raises(NotImplementedError) { Polycty::Native.pcty_of_another_day(nil) }
    assert_includes error.message, "pcty_of_another_day"
  end

  def test_the_structs_have_the_size_that_the_library_has
    needs :puppet
    # A wrong struct_size is rejected; these calls are accepted.
    Polycty::Function.new({ a: "number" }, variadic: "string", returns: "number") { 1 }.variadic
    error_from { Polycty::HCL.evaluate("1 +") }.diagnostics
    Value.unknown("string").refinement
    Polycty::Puppet.type("Integer")
    Polycty::HCL::Body.parse("a = 1").content(Polycty::HCL::Schema.new(attributes: { a: :required }))
    wrong = Polycty::Native::Refinement.new
    wrong[:struct_size] = 1
    error_from(Polycty::InvalidArgumentError) do
      Polycty::Native.check { |e| Polycty::Native.pcty_value_refinement(Value.unknown, wrong, e) }
    end
  end

  def test_version
    assert_equal Polycty::VERSION, Polycty.library_version
  end

  def test_the_library_is_what_the_environment_names
    output, status = ruby("-rpolycty", "-e", "puts Polycty.library_version", env: { "POLYCTY_LIBRARY" => LIBRARY })
    assert status.success?, output
    output, status = ruby("-rpolycty", "-e", "", env: { "POLYCTY_LIBRARY" => "/nowhere/libpolycty.so" })
    refute status.success?
    assert_includes output, "set POLYCTY_LIBRARY to its path"
  end

  def test_an_installed_library_is_found
    Dir.mktmpdir do |prefix|
      # A gem outside of the source tree, and a library with a pkg-config file.
      gem = File.join(prefix, "a/b/c/gem")
      FileUtils.mkdir_p([gem, File.join(prefix, "lib/pkgconfig")])
      FileUtils.cp_r(File.join(GEM, "lib"), gem)
      FileUtils.ln_s(LIBRARY, File.join(prefix, "lib/libpolycty.so"))
      FileUtils.ln_s(LIBRARY, File.join(prefix, "lib/libpolycty.so.0"))
      program = ["-I", File.join(gem, "lib"), "-rpolycty", "-e", "puts Polycty::Type.list('string')"]
      clean = { "POLYCTY_LIBRARY" => nil }

      output, status = run_program(program, clean.merge("LD_LIBRARY_PATH" => File.join(prefix, "lib")))
      assert status.success?, output
      assert_equal "list(string)\n", output
      next puts("ruby: pkg-config is left out, it is not there") unless system("pkg-config --version", out: File::NULL)

      File.write(File.join(prefix, "lib/pkgconfig/polycty.pc"),
                 "libdir=#{prefix}/lib\nName: polycty\nDescription: types\nVersion: 0\nLibs: -lpolycty\n")
      output, status = run_program(program, clean.merge("PKG_CONFIG_PATH" => File.join(prefix, "lib/pkgconfig")))
      assert status.success?, output
      assert_equal "list(string)\n", output
    end
  end

  private

  def run_program(arguments, env)
    require "open3"
    Open3.capture2e(env, RbConfig.ruby, *arguments)
  end
end
