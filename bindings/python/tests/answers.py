"""The results of the package for the inputs of bindings/agreement/answers.c, in the format of that program."""

import contextlib
import re

import polycty
from polycty import Budget, Type, Value, _native, hcl, mcl, pcl, puppet
from polycty._path import text_of

DIALECTS = ("hcl", "pcl", "puppet", "mcl")
FIT = {"exact": 1, "wider": 2, "narrower": 3}
CONVERSION = {"none": 0, "unsafe": 1, "safe": 2, "same": 3}
PROGRESS = {"waiting": 0, "same": 1, "changed": 2}


class Text:
    """The complete text of types, values and errors."""

    def __init__(self):
        self.parts = []

    def say(self, *words):
        for word in words:
            if isinstance(word, bool):
                word = str(word).lower()
            self.parts.append(word if isinstance(word, bytes) else str(word).encode("utf-8", "surrogateescape"))

    def quote(self, *texts):
        for text in texts:
            self.say('"', "" if text is None else text, '"')

    def part(self, make):
        """Calls a function that adds text; its error is added, too."""
        try:
            make()
        except polycty.Error as e:
            self.failed(e._error)

    def line(self, make):
        """The text that a function returns, on a line of its own, or its error."""
        self.say("\n")
        self.part(lambda: self.say(make()))

    def type(self, type, dialect="hcl"):
        try:
            self.say(type.format(dialect))
        except polycty.Error:
            self.say(type.friendly_name)

    def range(self, range):
        for at, lead in ((range.start, " "), (range.end, "-")):
            self.say(lead, at.line, ",", at.column, ",", at.byte)

    def diagnostic(self, error, at):
        told = _native.error_diagnostic_at(error, at)
        self.say("\n", told.severity, " ")
        self.quote(told.summary, told.detail, told.suggestion, told.file)
        self.say(len((told.source or "").encode("utf-8", "surrogateescape")))
        if told.has_subject:
            self.range(told.subject)
        if told.has_context:
            self.say(" in")
            self.range(told.context)

    def error(self, error):
        data = _native.error_info(error)
        self.say(_native.error_code(error), " ")
        self.quote(_native.error_message(error), data.stage)
        self.say(_native.path_to_text(_native.error_path(error)) or "")
        if data.has_argument:
            self.say(" argument ", data.argument)
        if data.has_offset:
            self.say(" at ", data.offset)
        for what, of in ((" wanted ", data.expected), (" found ", data.found)):
            if of is not None:
                self.say(what)
                self.type(of)
        for at in range(data.diagnostic_count):
            self.diagnostic(error, at)
        for notation in ("line", "text", "json"):
            self.say("\n", _native.error_format(error, notation) or "")

    def failed(self, error):
        """An error as a part of a result, if there is one."""
        if error is not None:
            self.say("\n! ")
            self.error(error)

    def value(self, value):
        plain, _ = value.unmark()
        marks = _native.value_marks(value)
        for at in range(_native.marks_count(marks) if marks is not None else 0):
            self.say("marked ")
            self.quote(_native.marks_at(marks, at))
            self.say(" ")
        if plain.is_known:
            self.known(plain)
            return
        self.say("null " if plain.is_null else "unknown ")
        self.type(plain.type)
        if plain.is_unknown:
            self.refinement(plain)

    def known(self, value):
        kind = value.kind
        if kind == "bool":
            self.say(bool(value))
        elif kind == "number":
            self.say(_native.value_number_to_text(value))
        elif kind == "string":
            self.quote(_native.value_as_string(value))
        elif kind == "meta":
            self.say("type ")
            self.type(value.to_python())
        else:
            self.type(value.type)
            if _native.value_length(value) is not None:
                self.elements(value, kind)

    def elements(self, value, kind):
        self.say(" [")
        keys = value.keys() if kind in ("map", "object") else None
        for at, element in enumerate(value.values()):
            if keys is not None:
                self.quote(keys[at])
                self.say(" = ")
            self.value(element)
            self.say("; ")
        self.say("]")

    def refinement(self, value):
        known = _native.value_refinement(value)
        self.say(" not null" if known.not_null else "")
        if known.prefix:
            self.say(" begins ")
            self.quote(known.prefix)
        for side, sign in (("lower", " >"), ("upper", " <")):
            with contextlib.suppress(polycty.Error):
                bound, inclusive = _native.value_refinement_bound(value, side)
                self.say(sign, "= " if inclusive else " ", _native.value_number_to_text(bound))
        if known.kind == "length":
            self.say(" length ", known.min_length, " to ", known.max_length)

    def puppet(self, value):
        self.line(lambda: _native.puppet_value_format(value))

        def infer():
            found = puppet.infer(value)
            self.say("\n")
            self.type(found, "puppet")

        self.part(infer)


def first_line(given):
    """The parts of an input of two lines; the first is empty if there is only one line."""
    first, newline, rest = given.partition(b"\n")
    return (first, rest) if newline else (b"", given)


class Answers:
    """Answers inputs; the first ones define what later ones refer to."""

    def __init__(self):
        self.scope = hcl.Scope(standard_functions=True)
        self.types = pcl.TypeScope()
        self.environment = puppet.Environment()
        _native.puppet_environment_set_options(self.environment, {"time": {"seconds": 86400}})
        self.host = mcl.Host()
        self.spec = None
        self.budget = None

    def line(self, input):
        """The result for a line of inputs."""
        verb, _, escaped = input.partition(b"\t")
        name, _, steps = verb.decode().partition("@")
        self.budget = Budget(steps=int(steps)) if steps else None
        text = Text()
        try:
            method, *how = VERBS[name]
            getattr(self, method)(*how, text, unescaped(escaped))
            status = "ok"
        except polycty.Error as e:
            status = e.status
            text = Text()
            text.error(e._error)
        return f"{status} {escape(b''.join(text.parts))}"

    def bounded(self, call, *arguments, **named):
        """Performs a call within the limit of the input, if it has one."""
        with self.budget or contextlib.nullcontext():
            return call(*arguments, **named)

    def define_variable(self, how, text, given):
        name, rest = first_line(given)
        notation, rest = first_line(rest)
        type = Type.parse(notation)
        value = Value.from_msgpack(rest, type) if how == "msgpack" else Value.from_json(rest, type)
        self.scope[name] = value.mark("sensitive") if how == "sensitive" else value

    def define_spec(self, text, given):
        self.spec = hcl.Spec.parse(given, file="spec.hcl", scope=self.scope)
        text.type(self.spec.implied_type)

    def define_pcl(self, text, given):
        name, notation = first_line(given)
        _native.pcl_type_scope_set_variable(self.types._handle, name, Type.parse(notation, "pcl"))

    def define_puppet(self, text, given):
        name, literal = first_line(given)
        self.environment[name] = puppet.parse_value(literal)

    def define_kinds(self, text, given):
        _native.mcl_host_add_kinds(self.host, given)

    def evaluate(self, syntax, text, given):
        expression = self.bounded(hcl.parse_expression, given, file="main.hcl", syntax=syntax)
        text.value(self.bounded(expression.evaluate, self.scope))

    def diagnosed(self, text, given):
        expression, read = self.bounded(_native.hcl_expression_parse, given, "main.hcl", None, "native", True)
        value, found = self.bounded(_native.hcl_expression_evaluate, expression, self.scope, True)
        text.value(value)
        for reference in expression.references:
            text.say("\n", text_of(reference.path))
            text.range(reference.range)
        text.failed(read)
        text.failed(found)

    def body(self, syntax, text, given):
        body = self.bounded(hcl.parse, given, file="main.hcl", syntax=syntax)
        text.value(self.bounded(self.spec.decode, body, self.scope))

    def type(self, dialect, text, given):
        type = self.bounded(Type.parse, given, dialect)
        text.line(lambda: type.format(dialect))
        text.line(lambda: type.friendly_name)
        text.line(type.to_json)

        def translate(to):
            made = type.translate(source=dialect, target=to)
            text.say("\n", FIT[made.fit], " ")
            text.type(made.type, to)
            for note in made.notes:
                text.say(" | ", text_of(note.path), ": ", note.message)

        for to in DIALECTS:
            text.part(lambda to=to: translate(to))

    def codec(self, format, text, given):
        described, document = first_line(given)
        type = self.bounded(Type.from_json, described) if described else None
        value = self.bounded(getattr(Value, f"from_{format}"), document, type)
        text.value(value)
        text.line(lambda: value.to_json(type))
        text.line(lambda: value.to_msgpack(type))

        def implied():
            found = getattr(_native, f"type_implied_by_{format}")(document)
            text.say("\n")
            text.type(found)

        text.part(implied)

    def build(self, text, given):
        notation, document = first_line(given)
        type = self.bounded(Type.parse, notation) if notation else None
        value = self.bounded(Value.from_json, document, type)
        made = rebuilt(value)
        text.value(made)
        text.say("\nsame" if value == made else "\nanother")
        text.line(lambda: made.to_json(type))
        text.line(made.to_msgpack)

    def string(self, text, given):
        normal = _native.value_string(given)
        marked = normal.mark(given)
        verbatim = _native.value_string_verbatim(given)
        text.value(marked)
        text.value(verbatim)
        text.say("\nsame" if normal == verbatim else "\nanother")
        text.puppet(verbatim)
        text.line(verbatim.to_json)

    def convert(self, dialect, text, given):
        notation, document = first_line(given)
        to = self.bounded(Type.parse, notation, dialect)
        value = self.bounded(Value.from_json, document)
        text.part(lambda: text.value(self.bounded(value.convert, to, dialect)))

        def check():
            found = self.bounded(_native.value_check, value, to, dialect)
            for at in range(_native.error_list_count(found)):
                text.failed(_native.error_list_at(found, at))

        text.part(check)
        text.part(lambda: text.say("\n", CONVERSION[self.bounded(value.type.conversion_to, to, dialect)]))
        text.part(lambda: text.failed(self.bounded(_native.type_explain, value.type, to, dialect)))

    def bind(self, text, given):
        expression = self.bounded(hcl.parse_expression, given, file="main.pp")
        checked = self.bounded(_native.pcl_checked_new, expression, self.types._handle, None)
        data = _native.pcl_checked_info(checked)
        text.type(data.type, "pcl")
        for at in range(data.conversion_count):
            conversion = _native.pcl_checked_conversion_at(checked, at)
            text.say("\n", CONVERSION[conversion.kind])
            text.range(conversion.range)
            text.say(" ")
            text.type(conversion.from_, "pcl")
            text.say(" to ")
            text.type(conversion.to, "pcl")
        text.failed(data.diagnostics)

    def puppet_value(self, text, given):
        notation, literal = first_line(given)
        value = self.bounded(puppet.parse_value, literal)
        type = self.bounded(_native.puppet_type_parse, notation, None) if notation else None
        text.puppet(value)
        if type is None:
            return
        text.part(lambda: text.say("\n", self.bounded(_native.puppet_value_is_instance, value, type, "current")))
        text.part(lambda: text.failed(self.bounded(_native.puppet_value_mismatch, value, type, "$x")))

    def puppet_assignable(self, text, given):
        wanted, found = (self.bounded(_native.puppet_type_parse, each, None) for each in first_line(given))
        text.say(self.bounded(_native.puppet_type_assignable, found, wanted, "current"))
        text.failed(self.bounded(_native.puppet_type_mismatch, found, wanted, "$x"))

    def puppet_string(self, text, given):
        arguments = [self.bounded(puppet.parse_value, each) for each in first_line(given)]
        text.puppet(self.bounded(_native.puppet_value_new, polycty.types.string, arguments))

    def puppet_program(self, syntax, text, given):
        manifest = self.bounded(puppet.Manifest.parse, given, file="site.pp", syntax=syntax, strict="warning")
        run = manifest.render if syntax == "template" else manifest.evaluate
        done = self.bounded(run, environment=self.environment)
        warnings = _native.puppet_manifest_info(manifest).warnings
        if warnings is not None:
            for at in range(_native.error_info(warnings).diagnostic_count):
                text.diagnostic(warnings, at)
        if syntax == "template":
            text.say(done)
        else:
            text.puppet(done)

    def mcl_program(self, text, given):
        program = self.bounded(_native.mcl_program_compile_text, given, "main.mcl", self.host)
        runtime = self.bounded(_native.mcl_runtime_start, program, 10_000)
        _native.mcl_runtime_set_time(runtime, 86_400_000)
        progress = self.bounded(_native.mcl_runtime_step, runtime)
        resources = self.bounded(_native.mcl_runtime_resources, runtime)
        text.say(PROGRESS[progress], "\n", _native.mcl_resources_to_text(resources, "text"))


def rebuilt(value):
    """The same value, made of its scalars."""
    if value.is_null:
        return value.type.null()
    kind = value.kind
    if kind == "bool":
        return Value.of(bool(value))
    if kind == "number":
        return _native.value_number_from_text(_native.value_number_to_text(value))
    if kind == "string":
        return _native.value_string(_native.value_as_string(value))
    parts = [rebuilt(part) for part in value.values()]
    if kind == "tuple":
        return _native.value_tuple(parts)
    if kind == "object":
        return _native.value_object(value.keys(), parts)
    if kind == "map":
        return _native.value_map_of(value.type.element, value.keys(), parts)
    return (_native.value_set_of if kind == "set" else _native.value_list_of)(value.type.element, parts)


VERBS = {
    "define.variable": ("define_variable", "json"),
    "define.sensitive": ("define_variable", "sensitive"),
    "define.msgpack": ("define_variable", "msgpack"),
    "define.spec": ("define_spec",),
    "define.pcl": ("define_pcl",),
    "define.puppet": ("define_puppet",),
    "define.kinds": ("define_kinds",),
    "hcl.expression": ("evaluate", "native"),
    "hcl.diagnosed": ("diagnosed",),
    "hcl.template": ("evaluate", "template"),
    "hcl.json": ("evaluate", "json"),
    "hcl.body": ("body", "native"),
    "hcl.jsonbody": ("body", "json"),
    "hcl.type": ("type", "hcl"),
    "pcl.type": ("type", "pcl"),
    "puppet.type": ("type", "puppet"),
    "mcl.type": ("type", "mcl"),
    "json": ("codec", "json"),
    "msgpack": ("codec", "msgpack"),
    "build": ("build",),
    "string": ("string",),
    "hcl.convert": ("convert", "hcl"),
    "pcl.convert": ("convert", "pcl"),
    "pcl.bind": ("bind",),
    "puppet.value": ("puppet_value",),
    "puppet.assignable": ("puppet_assignable",),
    "puppet.string": ("puppet_string",),
    "puppet.manifest": ("puppet_program", "manifest"),
    "puppet.template": ("puppet_program", "template"),
    "mcl.program": ("mcl_program",),
}
ESCAPED = [chr(b) if 0x20 <= b <= 0x7E and b != 0x5C else f"\\x{b:02x}" for b in range(256)]


def escape(data):
    return "".join(ESCAPED[b] for b in data)


def unescaped(text):
    return re.sub(rb"\\x(..)", lambda m: bytes([int(m[1], 16)]), text)
