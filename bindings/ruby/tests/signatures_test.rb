# frozen_string_literal: true

require_relative "helper"
require_relative "../tools/signatures"

# Compares the signatures in sig/ with the loaded classes.
class SignaturesTest < Polycty::Test
  FOLDER = File.join(GEM, "sig")

  def test_the_files_are_up_to_date
    texts = Signatures.new.files
    assert_equal texts.keys.sort, Dir.children(FOLDER).grep(/\.rbs\z/).sort
    texts.each { |name, text| assert_equal text, stored(name), "#{name}: run tools/signatures.rb" }
  end

  def test_every_public_method_has_a_signature_and_no_signature_is_without_a_method
    loaded = Signatures.new.public_methods_of_all.map { |object, kind, name| [object.name, kind, name.to_s] }
    written = Dir[File.join(FOLDER, "*.rbs")].flat_map { |file| signatures(stored(File.basename(file))) }
    members, methods = written.partition { |_, kind, _| kind == :member }
    methods.reject! { |_, _, name| name == "initialize" }
    assert_equal [], loaded - methods, "methods without a signature"
    assert_equal [], methods - loaded, "signatures without a method"
    assert_operator methods.length, :>, 500
    members.each { |name, _, member| assert_includes Object.const_get(name).members, member.to_sym }
    assert_operator members.length, :>, 100
  end

  def test_a_method_without_a_signature_is_found
    Polycty::Path.define_method(:without_a_signature) { nil }
    names = Signatures.new.public_methods_of_all
    assert_includes names, [Polycty::Path, :instance, :without_a_signature]
    refute_includes signatures(stored("polycty.rbs")), ["Polycty::Path", :instance, "without_a_signature"]
  ensure
    Polycty::Path.remove_method(:without_a_signature)
  end

  def test_what_is_private_has_no_signature
    text = Dir[File.join(FOLDER, "*.rbs")].map { |file| File.read(file) }.join
    %w[to_ptr hold encode_with Native Callbacks POINTER].each { |name| refute_match(/\b#{name}\b/, text) }
  end

  # The parser and the resolver of RBS, if they are installed.
  def test_rbs_accepts_the_signatures
    begin
      require "rbs"
    rescue LoadError
      skip "the library rbs is not installed"
    end
    output, status = ruby("-W0", "-e", <<~RUBY, FOLDER)
      require "rbs"
      loader = RBS::EnvironmentLoader.new
      %w[bigdecimal json set].each { |library| loader.add(library: library, version: nil) }
      loader.add(path: Pathname(ARGV.first))
      env = RBS::Environment.from_loader(loader).resolve_type_names
      builder = RBS::DefinitionBuilder.new(env: env)
      known = env.class_decls.keys + env.interface_decls.keys + env.alias_decls.keys
      check = lambda do |type|
        abort "\#{type} is not declared" if type.respond_to?(:name) && type.name.is_a?(RBS::TypeName) && !known.include?(type.name)
        type.each_type(&check)
      end
      count = 0
      env.class_decls.each_key do |name|
        next unless name.to_s.start_with?("::Polycty")

        [builder.build_instance(name), builder.build_singleton(name)].each do |definition|
          definition.methods.each_value { |method| method.method_types.each { |type| type.each_type(&check); count += 1 } }
        end
      end
      puts count > 1000
    RUBY
    assert status.success?, output
    assert_equal "true\n", output
  end

  private

  def stored(name) = File.read(File.join(FOLDER, name), encoding: Encoding::UTF_8)

  # The signatures of a text: `[namespace, kind, name]`.
  def signatures(text)
    namespace = []
    text.lines.filter_map do |line|
      depth = line[/\A */].length / 2
      case line
      when /\A *(?:module|class|interface) (\w+)/ then namespace = namespace.first(depth) << Regexp.last_match(1)
                                                       nil
      when /\A *def self\.(\S+): / then [namespace.first(depth).join("::"), :singleton, Regexp.last_match(1)]
      when /\A *def (\S+): / then [namespace.first(depth).join("::"), :instance, Regexp.last_match(1)]
      when /\A *attr_accessor (\w+): / then [namespace.first(depth).join("::"), :member, Regexp.last_match(1)]
      end
    end.reject { |name, _, _| name.match?(/::_\w+\z/) }
  end
end
