# frozen_string_literal: true

require "polycty"

# The results of the gem for the inputs of bindings/agreement/answers.c, in the format of that
# program.
class Answers
  # The complete text of types, values and errors.
  class Text
    FIT = { exact: 1, wider: 2, narrower: 3 }.freeze
    CONVERSION = { none: 0, unsafe: 1, safe: 2, same: 3 }.freeze
    PROGRESS = { waiting: 0, same: 1, changed: 2 }.freeze

    def initialize
      @text = String.new(encoding: Encoding::BINARY)
    end

    def to_s = @text

    def say(*words)
      words.each { |word| @text << word.to_s.b }
    end

    def quote(*texts)
      texts.each { |text| say('"', text, '"') }
    end

    # The text that the block returns, on a line of its own, or its error.
    def line
      say("\n")
      part { say(yield) }
    end

    # The text that the block returns, or the error that it raises.
    def part
      yield
    rescue Polycty::Error => e
      failed(e)
    end

    def type(type, dialect = :hcl)
      say(type.format(dialect))
    rescue Polycty::Error
      say(type.friendly_name)
    end

    def range(range)
      [range.start, range.end].each_with_index do |at, end_|
        say(end_.zero? ? " " : "-", at.line, ",", at.column, ",", at.byte)
      end
    end

    def diagnostic(told)
      say("\n", told.severity, " ")
      quote(told.summary, told.detail, told.suggestion, told.file)
      say(told.source.to_s.bytesize)
      range(told.subject) if told.subject
      return unless told.context

      say(" in")
      range(told.context)
    end

    def error(error)
      say(error.code, " ")
      quote(error.reason, error.stage)
      say(error.path)
      say(" argument ", error.argument) if error.argument
      say(" at ", error.offset) if error.offset
      { wanted: error.expected, found: error.found }.each do |what, of|
        next unless of

        say(" ", what, " ")
        type(of)
      end
      error.diagnostics.each { |told| diagnostic(told) }
      say("\n", error.message, "\n", error.rendered, "\n", error.to_json)
    end

    # An error as a part of a result, if present.
    def failed(told)
      return unless told

      say("\n! ")
      error(told)
    end

    def value(value)
      value.marks.each do |mark|
        say("marked ")
        quote(mark)
        say(" ")
      end
      value = value.unmark
      case value.state
      when :null, :unknown
        say(value.state, " ")
        type(value.type)
        refinement(value.refinement) if value.unknown?
      else known(value)
      end
    end

    def puppet(value)
      line { Polycty::Puppet.format(value) }
      part do
        type = Polycty::Puppet.infer(value, :detailed)
        say("\n")
        type(type, :puppet)
      end
    end

    private

    def known(value)
      case value.type.kind
      when :bool then say(value.as_bool)
      when :number then say(value.number_text)
      when :string then quote(value.as_text)
      when :meta
        say("type ")
        type(value.as_type)
      else
        type(value.type)
        elements(value) if value.is_a?(Polycty::Collection)
      end
    end

    def elements(collection)
      say(" [")
      collection.each do |key, element|
        if collection.keyed?
          quote(key)
          say(" = ")
        end
        value(element || key)
        say("; ")
      end
      say("]")
    end

    def refinement(known)
      say(" not null") if known.not_null
      unless known.prefix.to_s.empty?
        say(" begins ")
        quote(known.prefix)
      end
      say(" >", ("=" if known.min_inclusive), " ", known.min.number_text) if known.min
      say(" <", ("=" if known.max_inclusive), " ", known.max.number_text) if known.max
      return unless known.length

      say(" length ", known.length.begin, " to ", known.length.end || ((2**64) - 1))
    end
  end

  def initialize
    @scope = Polycty::HCL::Scope.new(functions: :standard)
    @types = Polycty::PCL::TypeScope.new
    @environment = Polycty::Puppet::Environment.new(time: Time.at(86_400))
    @host = Polycty::MCL::Host.new
  end

  # The result for a line of inputs.
  def line(input)
    verb, escaped = input.split("\t", 2)
    verb, steps = verb.split("@")
    @budget = (Polycty::Budget.new(steps: steps.to_i) if steps)
    answer = VERBS.fetch(verb)
    text = Text.new
    begin
      send(*answer, text, unescape(escaped))
      status = :ok
    rescue Polycty::Error => e
      status = e.code
      text = Text.new
      text.error(e)
    end
    "#{status} #{escape(text.to_s)}"
  end

  VERBS = {
    "define.variable" => [:define_variable, :json],
    "define.sensitive" => [:define_variable, :sensitive],
    "define.msgpack" => [:define_variable, :msgpack],
    "define.spec" => [:define_spec],
    "define.pcl" => [:define_pcl],
    "define.puppet" => [:define_puppet],
    "define.kinds" => [:define_kinds],
    "hcl.expression" => [:evaluate, :native],
    "hcl.diagnosed" => [:diagnosed],
    "hcl.template" => [:evaluate, :template],
    "hcl.json" => [:evaluate, :json],
    "hcl.body" => [:body, :native],
    "hcl.jsonbody" => [:body, :json],
    "hcl.type" => [:type, :hcl],
    "pcl.type" => [:type, :pcl],
    "puppet.type" => [:type, :puppet],
    "mcl.type" => [:type, :mcl],
    "json" => [:codec, :json],
    "msgpack" => [:codec, :msgpack],
    "build" => [:build],
    "string" => [:string],
    "hcl.convert" => [:convert, :hcl],
    "pcl.convert" => [:convert, :pcl],
    "pcl.bind" => [:bind],
    "puppet.value" => [:puppet_value],
    "puppet.assignable" => [:puppet_assignable],
    "puppet.string" => [:puppet_string],
    "puppet.manifest" => [:puppet_program, :manifest],
    "puppet.template" => [:puppet_program, :template],
    "mcl.program" => [:mcl_program]
  }.freeze
  private_constant :VERBS

  private

  # Performs a call within the step limit of the input, if it has one.
  def bounded(&call) = @budget ? @budget.run(&call) : yield

  # The parts of an input of two lines; the first is empty if there is only one line.
  def parts(given)
    first, rest = given.split("\n", 2)
    rest ? [first, rest] : ["", given]
  end

  def define_variable(how, _text, given)
    name, rest = parts(given)
    notation, rest = parts(rest)
    type = Polycty::Type.parse(notation)
    value = how == :msgpack ? Polycty::Value.from_msgpack(rest, type) : Polycty::Value.from_json(rest, type)
    value = value.mark("sensitive") if how == :sensitive
    @scope[name] = value
  end

  def define_spec(text, given)
    @spec = Polycty::HCL::Spec.read(Polycty::HCL::Body.parse(given, file: "spec.hcl"), @scope)
    text.type(@spec.implied_type)
  end

  def define_pcl(_text, given)
    name, notation = parts(given)
    @types[name] = Polycty::PCL.type(notation)
  end

  def define_puppet(_text, given)
    name, literal = parts(given)
    @environment[name] = Polycty::Puppet.value(literal)
  end

  def define_kinds(_text, given) = @host.kinds(given)

  def evaluate(syntax, text, given)
    expression = bounded { Polycty::HCL::Expression.parse(given, file: "main.hcl", syntax: syntax) }
    text.value(bounded { expression.evaluate(@scope) })
  end

  def diagnosed(text, given)
    expression, read = bounded { Polycty::HCL::Expression.parse_diagnosed(given, file: "main.hcl") }
    value, found = bounded { expression.evaluate_diagnosed(@scope) }
    text.value(value)
    expression.variables.each do |traversal|
      text.say("\n", traversal.path)
      text.range(traversal.range)
    end
    text.failed(read)
    text.failed(found)
  end

  def body(syntax, text, given)
    body = bounded { Polycty::HCL::Body.parse(given, file: "main.hcl", syntax: syntax) }
    text.value(bounded { body.decode(@spec, @scope) })
  end

  def type(dialect, text, given)
    type = bounded { Polycty::Type.parse(given, dialect: dialect) }
    text.line { type.format }
    text.line { type.friendly_name }
    text.line { type.to_json }
    Polycty::DIALECTS.each do |to|
      text.part do
        translation = type.translate(to)
        text.say("\n", Text::FIT.fetch(translation.fit), " ")
        text.type(translation.type, to)
        translation.notes.each { |note| text.say(" | ", note.path, ": ", note.message) }
      end
    end
  end

  def codec(format, text, given)
    described, document = parts(given)
    type = (bounded { Polycty::Type.from_json(described) } unless described.empty?)
    value = bounded { Polycty::Value.public_send(:"from_#{format}", document, type) }
    text.value(value)
    text.line { value.to_json(type) }
    text.line { value.to_msgpack(type) }
    text.part do
      implied = Polycty::Type.public_send(:"implied_by_#{format}", document)
      text.say("\n")
      text.type(implied)
    end
  end

  def build(text, given)
    notation, document = parts(given)
    type = (bounded { Polycty::Type.parse(notation) } unless notation.empty?)
    value = bounded { Polycty::Value.from_json(document, type) }
    made = rebuild(value)
    text.value(made)
    text.say(value == made ? "\nsame" : "\nanother")
    text.line { made.to_json(type) }
    text.line { made.to_msgpack }
  end

  # The same value, rebuilt from its scalars.
  def rebuild(value)
    return Polycty::Value.null(value.type) if value.null?

    kind = value.type.kind
    case kind
    when :bool then Polycty::Value.from(value.as_bool)
    when :number then Polycty::Value.number(value.number_text)
    when :string then Polycty::Value.from(value.as_text)
    when :tuple then Polycty::Value.from(value.map { |part| rebuild(part) })
    when :object then Polycty::Value.from(value.to_h { |name, part| [name, rebuild(part)] })
    when :map
      Polycty::Value.map(value.type.element, value.to_h { |key, part| [key, rebuild(part)] })
    else Polycty::Value.public_send(kind, value.type.element, value.map { |part| rebuild(part) })
    end
  end

  def string(text, given)
    given = given.dup.force_encoding(Encoding::UTF_8)
    normal = Polycty::Value.from(given)
    marked = normal.mark(given)
    verbatim = Polycty::Value.from(given, dialect: :puppet)
    text.value(marked)
    text.value(verbatim)
    text.say(normal == verbatim ? "\nsame" : "\nanother")
    text.puppet(verbatim)
    text.line { verbatim.to_json }
  end

  def convert(dialect, text, given)
    notation, document = parts(given)
    to = bounded { Polycty::Type.parse(notation, dialect: dialect) }
    value = bounded { Polycty::Value.from_json(document) }.in(dialect)
    text.part { text.value(bounded { value.convert(to) }) }
    text.part { bounded { to.check(value) }.each { |error| text.failed(error) } }
    text.part do
      kind = bounded { value.type.conversion_to(to) }
      text.say("\n", Text::CONVERSION.fetch(kind))
    end
    text.part { text.failed(bounded { value.type.explain_conversion_to(to) }) }
  end

  def bind(text, given)
    expression = bounded { Polycty::HCL::Expression.parse(given, file: "main.pp") }
    bound = bounded { Polycty::PCL.check(expression, @types) }
    text.type(bound.type, :pcl)
    bound.conversions.each do |conversion|
      text.say("\n", Text::CONVERSION.fetch(conversion.kind))
      text.range(conversion.range)
      text.say(" ")
      text.type(conversion.from, :pcl)
      text.say(" to ")
      text.type(conversion.to, :pcl)
    end
    text.failed(bound.diagnostics)
  end

  def puppet_value(text, given)
    notation, literal = parts(given)
    value = bounded { Polycty::Puppet.value(literal) }
    type = (bounded { Polycty::Puppet.type(notation) } unless notation.empty?)
    text.puppet(value)
    return unless type

    text.part do
      instance = bounded { Polycty::Puppet.instance?(value, type) }
      text.say("\n", instance)
    end
    text.part { text.failed(bounded { Polycty::Puppet.value_mismatch(value, type, subject: "$x") }) }
  end

  def puppet_assignable(text, given)
    wanted, found = parts(given).map { |notation| bounded { Polycty::Puppet.type(notation) } }
    text.say(bounded { Polycty::Puppet.assignable?(found, wanted) })
    text.failed(bounded { Polycty::Puppet.type_mismatch(found, wanted, subject: "$x") })
  end

  def puppet_string(text, given)
    arguments = parts(given).map { |literal| bounded { Polycty::Puppet.value(literal) } }
    text.puppet(bounded { Polycty::Puppet.new(Polycty::Type.string, *arguments) })
  end

  def puppet_program(syntax, text, given)
    manifest = bounded do
      Polycty::Puppet::Manifest.new(given, file: "site.pp", syntax: syntax, strict: :warning)
    end
    done = bounded do
      syntax == :template ? manifest.render(nil, @environment) : manifest.evaluate(@environment)
    end
    manifest.warnings&.diagnostics&.each { |told| text.diagnostic(told) }
    syntax == :template ? text.say(done) : text.puppet(done)
  end

  def mcl_program(text, given)
    program = bounded { Polycty::MCL::Program.new(given, file: "main.mcl", host: @host) }
    runtime = bounded { program.start(vertices: 10_000) }
    runtime.time = Time.at(86_400)
    progress = bounded { runtime.step }
    resources = bounded { runtime.resources }
    text.say(Text::PROGRESS.fetch(progress), "\n", resources)
  end

  # Each byte in its escaped form.
  ESCAPED = Array.new(256) do |byte|
    byte.between?(0x20, 0x7e) && byte != 0x5c ? byte.chr : format("\\x%02x", byte)
  end.freeze
  private_constant :ESCAPED

  def escape(bytes) = bytes.each_byte.map { |byte| ESCAPED[byte] }.join

  def unescape(text) = text.b.gsub(/\\x(..)/n) { [Regexp.last_match(1)].pack("H2") }
end
