#!/usr/bin/env ruby
# frozen_string_literal: true

# Generates lib/polycty/native/declarations.rb: the declarations of the headers in include/, for the
# ffi gem. A test compares the two.
#
#   ruby tools/declarations.rb          updates the file
#   ruby tools/declarations.rb --check  fails if it is not up to date

# Reads the headers, which are themselves generated and therefore regular: flags are a typedef that
# their constants follow, and each prototype ends with a semicolon.
class Declarations
  ROOT = File.expand_path("../../..", __dir__)
  INCLUDE = File.join(ROOT, "include")
  TARGET = File.expand_path("../lib/polycty/native/declarations.rb", __dir__)

  # Bit flags, and the status, which is compared too often for a symbol lookup.
  PLAIN = /_flags\z|\Apcty_mcl_match\z|\Apcty_status\z/

  SCALARS = {
    "void" => ":void", "bool" => ":bool", "double" => ":double", "size_t" => ":size_t",
    "int32_t" => ":int32", "int64_t" => ":int64", "uint8_t" => ":uint8",
    "uint32_t" => ":uint32", "uint64_t" => ":uint64"
  }.freeze

  # Functions that process texts and values of any size: other threads of Ruby may run during the
  # call. Functions of objects that only one thread at a time may use are not included.
  LONG = /\A(?!pcty_mcl_type_parse).*_(?:parse|parse_part|evaluate|decode|partial_decode|content|partial_content|body_attributes|
             convert|converter_new|converter_apply|check|type_unify|defaults_apply|value_resolve|choose|
             from_json|to_json|from_msgpack|to_msgpack|implied_by_json|implied_by_msgpack|
             translate|format|assignable|equivalent|conforms|is_instance|infer|type_of|
             explain|explain_unsafe|conversion|compare|check_equal|common_type|common_type_of_values|
             mismatch|assert|validate_parameters|value_new|traverse|checked_new|accepted_as|
             function_call|stdlib_call_at|for_values|for_types|render|class_parameters|outline_new|
             schema_export|schema_export_class|
             schema_export_module|schema_import|pair_relate|documents_relate|documents_take|witness|workspace_new|workspace_diagnostics|workspace_request)(?:_diagnosed|_in)?\z/x

  CONDITION = /^#(?:ifdef PCTY_HAS_(\w+)|endif$)/

  Enumeration = Struct.new(:name, :constants) do
    def plain? = name.match?(PLAIN)

    # The constants without their common prefix.
    def members
      words = constants.map { |name, _| name.split("_") }
      shared = 1
      if words.length > 1
        shortest = words.map(&:length).min
        shared += 1 while shared < shortest - 1 && words.map { |word| word[shared] }.uniq.length == 1
      end
      words.zip(constants).map do |word, (_, value)|
        [word.drop(shared).join("_").downcase.delete_prefix("error_"), value]
      end
    end
  end

  # The text of the headers in the order in which polycty.h includes them, each within the condition
  # of its inclusion, and of the header for bindings.
  def self.headers
    File.read(File.join(INCLUDE, "polycty.h")).lines.map do |line|
      name = line[/^#include "(.*)"/, 1]
      next line if line.match?(CONDITION)

      name && File.read(File.join(INCLUDE, name))
    end.join + File.read(File.join(INCLUDE, "polycty", "bindings.h"))
  end

  # The features that each function needs: those of the `#ifdef PCTY_HAS_…` around its declaration.
  def self.features(text)
    needed = []
    text.each_line.with_object({}) do |line, features|
      case line
      when /^#if/ then needed.push(line[CONDITION, 1]&.downcase&.to_sym)
      when /^#endif/ then needed.pop
      when /^(?:const )?\w+[ *]+(pcty_\w+)\(/ then features[$1] = needed.compact.uniq
      end
    end
  end

  def initialize(headers = Declarations.headers)
    @text = headers.gsub(%r{^\s*//.*\n}, "")
    @features = Declarations.features(headers)
    @enumerations = read_enumerations
    @numbers = @text.scan(/^typedef (uint64_t) (pcty_\w+);/).to_h { |type, name| [name, SCALARS[type]] }
    @structs = @text.scan(/^typedef struct \{(.*?)\} (pcty_\w+);/m)
                    .map { |body, name| [name, parameters(body.split(";"))] }
    @callbacks = @text.scan(/^typedef ([\w ]+?[ *]+)\(\*(pcty_\w+)\)\((.*?)\);/m)
    @functions = @text.scan(/^((?:const )?\w+[ *]+)(pcty_\w+)\(([^;{]*?)\);/m)
  end

  def to_s
    <<~RUBY
      # frozen_string_literal: true

      # Generated from the headers in include/ by tools/declarations.rb; not to be edited.

      module Polycty
        module Native
          # The version of the ABI that these declarations are of.
          ABI_VERSION = #{@text[/#define PCTY_ABI_VERSION (\d+)/, 1]}

      #{indent(sections.join("\n\n"))}
        end
      end
    RUBY
  end

  private

  def sections
    named, plain = @enumerations.partition { |enumeration| !enumeration.plain? }
    [
      plain.map { |enumeration| constant(enumeration) },
      named.map { |enumeration| enum(enumeration) },
      @structs.map { |name, fields| struct(name, fields) },
      @callbacks.map { |result, name, list| callback(name, list, result) },
      @functions.map { |result, name, list| function(name, list, result) }
    ].flat_map { |lines| lines.first.include?("\n") ? lines : [lines.join("\n")] }
  end

  def read_enumerations
    # A numeric macro belongs to the flags before it; other macros belong to none.
    flags = /^typedef uint32_t (pcty_\w+);\n((?:\s*#define PCTY_\w+ \d+\n)+)/m
    enums = /^typedef enum (pcty_\w+) PCTY_ENUM \{\n(.*?)^\}/m
    found = @text.to_enum(:scan, Regexp.union(flags, enums)).map { $~.captures.compact }
    found.map { |name, lines| Enumeration.new(name, counted(lines.scan(/(PCTY_\w+)(?: =)? (\d+)/))) }
  end

  # The constants up to the first one that neither increments nor doubles.
  def counted(constants)
    constants.slice_when do |(_, before), (_, after)|
      ![before.to_i + 1, before.to_i * 2].include?(after.to_i)
    end.first
  end

  def parameters(list)
    list.map(&:strip).reject { |text| text.empty? || text == "void" }.map do |text|
      type, name = text.match(/\A(.*?)(\w+)\z/m).captures
      [type.strip.gsub(/\s+/, " "), name.delete_suffix("_")]
    end
  end

  def class_name(name) = name.delete_prefix("pcty_").split("_").map(&:capitalize).join

  def ffi_type(type)
    type = type.strip
    return ":pointer" if type.end_with?("*")
    return SCALARS.fetch(type) if SCALARS.key?(type)
    return @numbers.fetch(type) if @numbers.key?(type)
    return "#{class_name(type)}.by_value" if @structs.any? { |name, _| name == type }
    return ":#{type}" if @callbacks.any? { |_, name, _| name == type }

    enumeration = @enumerations.find { |candidate| candidate.name == type }
    raise "#{type} is not declared" unless enumeration

    enumeration.plain? ? ":uint32" : ":#{type}"
  end

  def constant(enumeration)
    name = enumeration.name.delete_prefix("pcty_").upcase
    members = enumeration.members.map { |key, value| "#{key}: #{value}" }
    "# The numbers of `#{enumeration.name}`.\n#{name} = {\n  #{members.join(",\n  ")}\n}.freeze"
  end

  def enum(enumeration)
    members = enumeration.members.map { |key, value| ":#{key}, #{value}" }
    "enum :#{enumeration.name}, [\n  #{members.join(",\n  ")}\n]"
  end

  def struct(name, fields)
    layout = fields.map do |type, field|
      ffi = ffi_type(type)
      ffi = ":pointer" if @callbacks.any? { |_, callback, _| callback == type }
      ":#{field}, #{ffi.delete_suffix('.by_value')}"
    end
    "# The struct `#{name}`.\nclass #{class_name(name)} < Record\n" \
      "  layout #{layout.join(",\n         ")}\nend"
  end

  def callback(name, list, result) = "callback :#{name}, #{signature(list, result)}"

  def function(name, list, result)
    options = +""
    options << ", blocking: true" if name.match?(LONG) && result.strip == "pcty_status"
    features = @features.fetch(name)
    options << ", features: %i[#{features.join(' ')}]" if features.any?
    "attach_function :#{name}, #{signature(list, result)}#{options}"
  end

  def signature(list, result)
    types = parameters(list.split(",")).map { |type, _| ffi_type(type) }
    "[#{types.join(', ')}], #{ffi_type(result)}"
  end

  def indent(text) = text.gsub(/^(?=.)/, "    ")
end

if $PROGRAM_NAME == __FILE__
  written = Declarations.new.to_s
  if ARGV.first == "--check"
    abort "declarations.rb is not up to date" if written != File.read(Declarations::TARGET)
  else
    File.write(Declarations::TARGET, written)
  end
end
