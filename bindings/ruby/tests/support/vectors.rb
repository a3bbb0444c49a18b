# frozen_string_literal: true

require "polycty"

# The cty vectors: their encoding of types, values, paths and results, and the comparison with them.
# tests/conformance/cty/README.md describes the format.
module Vectors
  ROOT = File.expand_path("../../../..", __dir__)
  CORPUS = ENV.fetch("CORPUS", "").then { |dir| dir.empty? ? File.join(ROOT, "tests/conformance") : dir }

  # The message of a case that does not agree.
  class Differs < StandardError; end

  class << self
    include Polycty

    # The cases of a file.
    def cases(name)
      File.foreach(File.join(CORPUS, "cty", "#{name}.jsonl"), encoding: Encoding::UTF_8)
          .map { |line| JSON.parse(line, max_nesting: 0) }
    end

    # The identifiers of the cases with known differences.
    def known
      @known ||= File.readlines(File.join(ROOT, "tests/known-differences"), chomp: true)
                     .reject { |line| line.strip.empty? || line.start_with?("#") }
                     .to_h { |line| line.split(/\s+/, 2) }
    end

    def type(json) = Polycty::Type.from_json(JSON.generate(json, max_nesting: 0))

    def value(json) = content(type(json["type"]), json["value"])

    def values(list) = list.map { |json| value(json) }

    # Compares the result of a call with `{"value": ..}`, `{"error": ..}` or `{"error": "panic"}`.
    def check_value(want)
      found = begin
        yield
      rescue Polycty::Error => e
        return check_error(want, e)
      end
      raise Differs, "wanted #{want['error']}, got #{found.inspect}" if want.key?("error")
      return same("value", want["value"]["value"], found.number_text) if wide?(found)

      same("value", value(want["value"]), found)
    end

    def check_error(want, error)
      wanted = want["error"] or raise Differs, "wanted #{want}, got the error #{error.message}"
      return if wanted == "panic"

      same("message", wanted["message"], error.reason) if wanted.key?("message")
      same("path", path(wanted["path"]), error.path) if wanted.key?("path")
      same("argument", wanted["arg"], error.argument)
    end

    def same(what, wanted, found)
      raise Differs, "#{what}: wanted #{wanted.inspect}, got #{found.inspect}" unless wanted == found
    end

    def path(steps)
      Polycty::Path.new(steps.map do |step|
        next step["attr"].to_sym if step.key?("attr")

        index = step["index"]
        index.is_a?(Hash) ? value(index) : index
      end)
    end

    private

    # A whole number that cannot be recovered from its text: such a result is written in full.
    def wide?(value)
      !value.marked? && value.known? && value.type.kind == :number &&
        value.to_f.then { |float| !float.finite? || float.floor == float } &&
        value.number_text.match?(/\A-?\d{154,}\z/) && value.to_i.then { |i| (i.abs >> trailing(i)).bit_length > 512 }
    end

    def trailing(integer) = integer.zero? ? 0 : (integer & -integer).bit_length - 1

    def content(type, json)
      return wrapped(type, json["$"]) if json.is_a?(Hash) && json.length == 1 && json.key?("$")
      return Polycty::Value.null(type) if json.nil?

      case type.kind
      when :number then number(json)
      when :list then Polycty::Value.list(type.element, parts(type, json))
      when :set then Polycty::Value.set(type.element, parts(type, json))
      when :tuple, :object, :map then container(type, json)
      else Polycty::Value.from(json)
      end
    end

    def container(type, json)
      case type.kind
      when :tuple then Polycty::Value.from(type.elements.zip(json).map { |each, part| content(each, part) })
      when :map then Polycty::Value.map(type.element, json.transform_values { |part| content(type.element, part) })
      else Polycty::Value.from(json.to_h { |name, part| [name, content(type[name.unicode_normalize(:nfc)], part)] })
      end
    end

    def parts(type, json) = json.map { |part| content(type.element, part) }

    def number(text)
      case text
      when "Infinity" then Polycty::Value.from(Float::INFINITY)
      when "-Infinity" then Polycty::Value.from(-Float::INFINITY)
      else Polycty::Value.number(text)
      end
    end

    def wrapped(type, wrapper)
      return content(type, wrapper["value"]).mark(*wrapper["marks"]) if wrapper.key?("marks")
      return container(type, wrapper["entries"]) if wrapper.key?("entries")
      return Polycty::Value.exact_float(Float(wrapper["value"])) if wrapper["prec"] == 53

      Polycty::Value.unknown(type).refine { |builder| refine(builder, wrapper) }
    end

    def refine(builder, known)
      builder.not_null if known["not_null"]
      builder.prefix(known["prefix"], exact: true) if known.key?("prefix")
      builder.min(number(known["min"]), inclusive: known.fetch("min_inc", true)) if known.key?("min")
      builder.max(number(known["max"]), inclusive: known.fetch("max_inc", true)) if known.key?("max")
      builder.min_length(known["len_min"]) if known.key?("len_min")
      builder.max_length(known["len_max"]) if known.key?("len_max")
    end
  end
end
