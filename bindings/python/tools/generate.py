#!/usr/bin/env python3
"""Generates the wrappers of the C ABI from include/polycty.json.

    python tools/generate.py            updates polycty/_native.pyi
    python tools/generate.py --check    fails if polycty/_native.pyi is not up to date
    python tools/generate.py FOLDER [MODEL]   writes the C files; the build does this

Each function becomes a function of the module `polycty._native`, without the prefix `pcty_`:

- Enumerations are texts, flags are integers, structs are dicts as arguments and named tuples as
  results, handles are objects of one class for each type, arrays are sequences.
- A call that fails raises the exception of its error. Several outputs are a tuple.
- A function that can return partial results takes one more argument: whether to do so. The
  diagnostics are then the last output.
- A callback is a callable. It returns the outputs, and fails by an exception.
"""

import json
import re
import sys
from pathlib import Path

PYTHON = Path(__file__).resolve().parent.parent
TREE = PYTHON.parent.parent
MODEL = TREE / "include" / "polycty.json"
STUBS = PYTHON / "polycty" / "_native.pyi"

NOTICE = "Generated from include/polycty.json by tools/generate.py; not to be edited."

# Functions that process texts and values of any size. They run without the GIL.
LONG = re.compile(
    r"_(?:parse|parse_part|evaluate|decode|partial_decode|content|partial_content|body_attributes|"
    r"convert|converter_new|converter_apply|check|type_unify|defaults_apply|value_resolve|choose|"
    r"from_json|to_json|from_msgpack|to_msgpack|implied_by_json|implied_by_msgpack|"
    r"translate|format|format_lines|assignable|equivalent|conforms|is_instance|infer|"
    r"explain|explain_unsafe|conversion|compare|check_equal|common_type|common_type_of_values|"
    r"mismatch|assert|validate_parameters|value_new|traverse|checked_new|accepted_as|"
    r"render|class_parameters|outline_new|module_open|to_text|solver_solve|"
    r"schema_export|schema_export_class|schema_export_module|schema_import|pair_relate|"
    r"documents_relate|documents_take|witness|compile|compile_text|runtime_start|runtime_step)$"
)
# Short calls that the pattern would select.
SHORT = {"pcty_type_compare", "pcty_value_compare", "pcty_mcl_value_compare", "pcty_path_to_text"}

# Functions that hot.c or native.c contains, and functions without a use in Python.
LEFT_OUT = re.compile(
    r"pcty_(?:\w+_free|str_from_cstr|str_equal|string_\w+|value_as_bytes|"
    r"value_(?:from|to)_ruby|value_small|value_part_summaries|value_column_summaries|value_summary|"
    r"budget_enter|budget_leave)$"
)
BINARY = {"pcty_value_to_msgpack"}

# Handles whose class is written in Python.
WRAPPED = {
    "pcty_value": ("_value", "Value"),
    "pcty_type": ("_type", "Type"),
    "pcty_budget": ("_budget", "Budget"),
    "pcty_function": ("_function", "Function"),
    "pcty_hcl_scope": ("hcl._scope", "Scope"),
    "pcty_hcl_expression": ("hcl._expression", "Expression"),
    "pcty_hcl_body": ("hcl._body", "Body"),
    "pcty_hcl_spec": ("hcl._spec", "Spec"),
    "pcty_hcl_file": ("hcl._file", "File"),
    "pcty_terraform_module": ("terraform", "Module"),
    "pcty_puppet_environment": ("puppet", "Environment"),
    "pcty_puppet_manifest": ("puppet", "Manifest"),
    "pcty_mcl_host": ("mcl", "Host"),
    "pcty_mcl_program": ("mcl", "Program"),
    "pcty_mcl_resources": ("mcl", "Resources"),
    "pcty_schema": ("schema", "Schema"),
}

CTYPES = {
    "bool": ("bool", "bool"),
    "double": ("double", "float"),
    "size_t": ("size", "int"),
    "uint64_t": ("u64", "int"),
    "int64_t": ("i64", "int"),
    "uint32_t": ("u32", "int"),
    "int32_t": ("i64", "int"),
}


def short(name):
    return name.removeprefix("pcty_")


def camel(name):
    return "".join(word.capitalize() for word in short(name).split("_"))


class Model:
    def __init__(self, data):
        self.headers = data["headers"]
        every = lambda part: [(h, each) for h in self.headers for each in h[part]]  # noqa: E731
        self.enums = {e["name"]: e for _, e in every("enumerations")}
        self.flags = {e["name"]: e["type"] for _, e in every("flags")}
        self.handles = {h["name"]: header for header, h in every("handles")}
        self.structs = {s["name"]: s for _, s in every("structs")}
        self.callbacks = {c["name"]: c for _, c in every("callbacks")}
        self.functions = {f["name"]: f for _, f in every("functions")}
        self.feature = {}
        for part in ("enumerations", "handles", "structs", "callbacks", "functions"):
            self.feature.update({each["name"]: h["feature"] for h, each in every(part)})
        for name in ("pcty_ruby", "pcty_small", "pcty_summary"):
            self.structs.pop(name)
        self.callbacks.pop("pcty_ruby_function")
        self.callbacks.pop("pcty_destroy")
        self.enums.pop("pcty_ruby_keys")
        self.handles.pop("pcty_string")
        self.mutable = {
            base(p["type"])
            for f in self.functions.values()
            if not f["name"].endswith("_free")
            for p in f["parameters"]
            if base(p["type"]) in self.handles and p["type"] == base(p["type"]) + " *"
        }

    def names(self, enum):
        """The constants without their common prefix, as in the bindings of other languages."""
        words = [v["name"].split("_") for v in enum["values"]]
        shared = 1
        if len(words) > 1:
            shortest = min(map(len, words))
            while shared < shortest - 1 and len({w[shared] for w in words}) == 1:
                shared += 1
        return ["_".join(w[shared:]).lower().removeprefix("error_") for w in words]


def python_name(name):
    return "from_" if name == "from" else name.rstrip("_")


def base(ctype):
    return re.sub(r"\bconst\b|\*", "", ctype).strip()


def guard(feature, text):
    return f"#ifdef PCTY_HAS_{feature.upper()}\n{text}\n#endif" if feature else text


class Generator:
    def __init__(self, model):
        self.m = model
        self.stub = {}

    # --- Types ---

    def value_kind(self, ctype):
        """What a type without a pointer is."""
        name = base(ctype)
        if name in self.m.flags:
            return CTYPES[self.m.flags[name]][0]
        if name in self.m.enums:
            return "enum"
        if name == "pcty_str":
            return "text"
        if name in self.m.structs:
            return "struct"
        return CTYPES[name][0] if name in CTYPES else None

    def hint(self, ctype, argument=False):
        name = base(ctype)
        if name in self.m.flags:
            return "int"
        if name in self.m.enums:
            return camel(name)
        if name == "pcty_str":
            return "Text" if argument else "str"
        if name == "pcty_bytes":
            return "bytes"
        if name == "pcty_string":
            return "str"
        if name in self.m.structs:
            return "Struct" if argument else camel(name)
        if name in self.m.handles:
            return self.handle_hint(name)
        return CTYPES[name][1] if name in CTYPES else "object"

    def handle_hint(self, name):
        """The class that represents a kind of handles."""
        return WRAPPED[name][1] if name in WRAPPED else camel(name) + "Handle"

    def out_expression(self, ctype, value, owner):
        """The object of a value that is not a pointer."""
        kind, name = self.value_kind(ctype), base(ctype)
        if name == "pcty_bytes":
            return f"PyBytes_FromStringAndSize((const char *){value}.data, (Py_ssize_t){value}.len)"
        return {
            "text": f"result_text({value})",
            "enum": f"result_enumeration(&enumerations[ENUM_{short(name)}], (uint32_t){value})",
            "struct": f"out_{short(name)}(&{value}, {owner})",
            "bool": f"PyBool_FromLong({value})",
            "double": f"PyFloat_FromDouble({value})",
            "size": f"PyLong_FromSize_t({value})",
            "u64": f"PyLong_FromUnsignedLongLong({value})",
            "i64": f"PyLong_FromLongLong({value})",
            "u32": f"PyLong_FromUnsignedLong({value})",
        }[kind]

    def in_statement(self, ctype, source, target):
        kind, name = self.value_kind(ctype), base(ctype)
        if kind == "enum":
            return f"argument_enumeration({source}, &enumerations[ENUM_{short(name)}], (uint32_t *)&{target})"
        if kind == "struct":
            return f"in_{short(name)}({source}, &{target}, &arena)"
        return f"argument_{kind}({source}, &{target})"

    # --- Enumerations and handles ---

    def enumerations(self):
        lines = [f"/* {NOTICE} */", '#include "native.h"', ""]
        table = []
        for name, enum in self.m.enums.items():
            key, count = short(name), len(enum["values"])
            names = ", ".join(f'"{n}"' for n in self.m.names(enum))
            numbers = ", ".join(str(v["value"]) for v in enum["values"])
            lines += [
                f"static const char *const names_{key}[] = {{{names}}};",
                f"static const uint32_t numbers_{key}[] = {{{numbers}}};",
                f"static PyObject *texts_{key}[{count}];",
            ]
            table.append(f'    {{"{key}", {count}, names_{key}, numbers_{key}, texts_{key}}},')
        lines += ["", "Enumeration enumerations[] = {", *table, "};", ""]
        for name in self.m.handles:
            free = f"pcty_{short(name)}_free"
            clone = f"pcty_{short(name)}_clone"
            body = []
            if free in self.m.functions:
                body.append(f"static void free_{short(name)}(void *p) {{ {free}(p); }}")
            if clone in self.m.functions:
                body.append(f"static void *clone_{short(name)}(const void *p) {{ return {clone}(p); }}")
            if body:
                lines.append(guard(self.m.feature[name], "\n".join(body)))
        lines += ["", "Kind kinds[] = {"]
        for name in self.m.handles:
            has = lambda verb: f"pcty_{short(name)}_{verb}" in self.m.functions  # noqa: E731
            entry = (
                f'    {{"polycty._native.{camel(name)}Handle", '
                f"{'free_' + short(name) if has('free') else 'NULL'}, "
                f"{'clone_' + short(name) if has('clone') else 'NULL'}, "
                f"{'true' if name in self.m.mutable else 'false'}}},"
            )
            feature = self.m.feature[name]
            if feature:
                missing = f'    {{"polycty._native.{camel(name)}Handle", NULL, NULL, false}},'
                entry = f"#ifdef PCTY_HAS_{feature.upper()}\n{entry}\n#else\n{missing}\n#endif"
            lines.append(entry)
        lines += ["};", ""]
        tables = [(h["feature"], self.table_name(h)) for h in self.m.headers if self.wrapped(h)]
        lines += [guard(f, f"extern PyMethodDef {t}[];") for f, t in tables]
        lines += ["", "PyMethodDef *generated_methods[] = {"]
        lines += [guard(f, f"    {t},") for f, t in tables]
        lines += ["    NULL,", "};"]
        return "\n".join(lines) + "\n"

    def header(self):
        lines = [f"/* {NOTICE} */", "enum {"]
        lines += [f"    ENUM_{short(n)}," for n in self.m.enums]
        lines += ["    ENUM_COUNT", "};", "enum {"]
        lines += [f"    KIND_{short(n)}," for n in self.m.handles]
        lines += ["    KIND_COUNT", "};"]
        for name in self.m.structs:
            if name in ("pcty_str", "pcty_bytes"):
                continue
            key = short(name)
            protos = []
            if self.is_input(name):
                protos.append(f"bool in_{key}(PyObject *object, {name} *out, Arena *arena);")
            if self.is_output(name):
                protos.append(f"PyObject *out_{key}(const {name} *in, PyObject *owner);")
            if protos:
                lines.append(guard(self.m.feature[name], "\n".join(protos)))
        for name, callback in self.m.callbacks.items():
            for position in self.positions(name):
                lines.append(guard(self.m.feature[name], self.callback_prototype(callback, position) + ";"))
        return "\n".join(lines) + "\n"

    # --- Structs ---

    def uses(self, direction):
        found = set()
        for function in self.m.functions.values():
            if LEFT_OUT.match(function["name"]):
                continue
            for p in function["parameters"]:
                if base(p["type"]) in self.m.structs and p["direction"] == direction:
                    found.add(base(p["type"]))
            if direction == "out" and base(function["result"]) in self.m.structs:
                found.add(base(function["result"]))
        while True:
            more = {
                base(member["type"])
                for name in found
                for member in self.m.structs[name]["members"]
                if base(member["type"]) in self.m.structs
            }
            if more <= found:
                return found
            found |= more

    def is_input(self, name):
        self._in = getattr(self, "_in", None) or self.uses("in")
        return name in self._in

    def is_output(self, name):
        self._out = getattr(self, "_out", None) or self.uses("out")
        return name in self._out

    def array_members(self, struct):
        """Maps each member that is an array to the member that is its length."""
        members = struct["members"]
        names = [m["name"] for m in members]
        arrays = {}
        for m in members:
            if not m["type"].endswith("*") or m["type"] == "void *":
                continue
            for candidate in (m["name"].rstrip("s") + "_count", m["name"].removesuffix("es") + "_count"):
                if candidate in names:
                    arrays[m["name"]] = candidate
        if struct["name"] == "pcty_infer_invariant":
            arrays = {"arguments": "count", "alternatives": "count"}
        return arrays

    def in_struct(self, name):
        struct = self.m.structs[name]
        arrays = self.array_members(struct)
        lines = [f"bool in_{short(name)}(PyObject *object, {name} *out, Arena *pool) {{"]
        lines += ["    Arena arena = {NULL};", "    PyObject *each = NULL;", "    size_t found = 0;"]
        lines += [f"    size_t {count} = SIZE_MAX;" for count in sorted(set(arrays.values()))]
        lines += ["    (void)pool;", "    memset(out, 0, sizeof *out);"]
        members = struct["members"]
        callbacks = [m for m in members if base(m["type"]) in self.m.callbacks]
        for m in members:
            key, ctype = m["name"], m["type"]
            if key == "struct_size":
                lines.append("    out->struct_size = sizeof *out;")
                continue
            if key in arrays.values() or key in ("user_data", "destroy") or m in callbacks:
                continue
            get = f'    each = member(object, "{key.rstrip("_")}", &found);'
            target = f"out->{key}"
            if key in arrays:
                lines += [get, f"    if (each != NULL && !({self.array_in(ctype, 'each', target, arrays[key], 'pool')})) return false;"]
            elif ctype.endswith("*"):
                lines += [get, *self.pointer_member(ctype, target)]
            else:
                check = self.in_statement(ctype, "each", target).replace("&arena", "pool")
                lines += [get, f"    if (each != NULL && !{check}) return false;"]
        for key, count in sorted({(c, c) for c in arrays.values()}):
            lines.append(f"    out->{count} = {count} == SIZE_MAX ? 0 : {count};")
        if callbacks:
            lines.append(f"    PyObject *callables[{len(callbacks)}] = {{NULL}};")
            for position, m in enumerate(callbacks):
                lines += [
                    f'    each = member(object, "{m["name"]}", &found);',
                    "    if (each != NULL && each != Py_None) {",
                    f"        callables[{position}] = each;",
                    f"        out->{m['name']} = call_{short(base(m['type']))}_{position};",
                    "    }",
                ]
            lines += [
                f"    out->user_data = callbacks_new(callables, {len(callbacks)});",
                "    if (out->user_data == NULL) return false;",
                "    out->destroy = data_destroy;",
            ]
        lines += ["    (void)each; (void)arena;", f'    return members_known(object, found, "{short(name)}");', "}"]
        return "\n".join(lines)

    def pointer_member(self, ctype, target):
        name = base(ctype)
        if name in self.m.handles:
            return [
                f"    if (each != NULL && !argument_handle(each, KIND_{short(name)}, true, (void **)&{target})) return false;"
            ]
        return [
            "    if (each != NULL && each != Py_None) {",
            f"        {name} *inner = arena_take(pool, sizeof *inner);",
            f"        if (inner == NULL || !in_{short(name)}(each, inner, pool)) return false;",
            f"        {target} = inner;",
            "    }",
        ]

    def array_in(self, ctype, source, target, count, arena):
        name = base(ctype)
        if name == "pcty_str":
            return f"argument_texts({source}, &{count}, {arena}, &{target})"
        if name == "uint64_t":
            return f"argument_u64s({source}, &{count}, {arena}, &{target})"
        if name in self.m.handles:
            return f"argument_handles({source}, KIND_{short(name)}, &{count}, {arena}, (void *)&{target})"
        if name in self.m.structs:
            return f"array_{short(name)}({source}, &{count}, {arena}, &{target})"
        raise SystemExit(f"no array of {ctype}")

    def array_structs(self):
        found = {}
        for function in self.m.functions.values():
            for p in function["parameters"]:
                name = base(p["type"])
                if self.is_array(function, p) and name in self.m.structs and name != "pcty_str":
                    found[name] = True
        for struct in self.m.structs.values():
            if self.is_input(struct["name"]):
                for key in self.array_members(struct):
                    name = next(base(m["type"]) for m in struct["members"] if m["name"] == key)
                    if name in self.m.structs and name != "pcty_str":
                        found[name] = True
        return list(found)

    def array_struct(self, name):
        key = short(name)
        return "\n".join(
            [
                f"static bool array_{key}(PyObject *object, size_t *count, Arena *arena, const {name} **out) {{",
                "    PyObject *items = NULL;",
                "    void *memory = NULL;",
                f"    if (!argument_array(object, sizeof({name}), count, arena, &memory, &items)) return false;",
                f"    {name} *array = memory;",
                "    *out = array;",
                "    for (size_t i = 0; array != NULL && i < *count; i++) {",
                f"        if (!in_{key}(PyTuple_GetItem(items, (Py_ssize_t)i), &array[i], arena)) return false;",
                "    }",
                "    return true;",
                "}",
            ]
        )

    def out_struct(self, name):
        struct = self.m.structs[name]
        members = [m for m in struct["members"] if m["name"] != "struct_size"]
        key = short(name)
        lines = [f"static PyStructSequence_Field fields_{key}[] = {{"]
        lines += [f'    {{"{python_name(m["name"])}", NULL}},' for m in members]
        lines += [
            "    {NULL, NULL},",
            "};",
            f"PyObject *out_{key}(const {name} *in, PyObject *owner) {{",
            "    static PyTypeObject *type = NULL;",
            f'    static PyStructSequence_Desc desc = {{"polycty._native.{camel(name)}", NULL, fields_{key}, {len(members)}}};',
            "    if (type == NULL && (type = PyStructSequence_NewType(&desc)) == NULL) return NULL;",
            "    PyObject *out = PyStructSequence_New(type);",
            "    PyObject *item;",
            "    (void)owner;",
            "    if (out == NULL) return NULL;",
        ]
        for position, m in enumerate(members):
            ctype, value = m["type"], f"in->{m['name']}"
            if ctype.endswith("*"):
                item = f"result_borrowed(KIND_{short(base(ctype))}, {value}, owner)"
            else:
                item = self.out_expression(ctype, value, "owner")
            lines += [
                f"    if ((item = {item}) == NULL) {{",
                "        Py_DecRef(out);",
                "        return NULL;",
                "    }",
                f"    PyStructSequence_SetItem(out, {position}, item);",
            ]
        lines += ["    return out;", "}"]
        return "\n".join(lines)

    def structs(self):
        lines = [f"/* {NOTICE} */", '#include "native.h"', "#include <string.h>", ""]
        arrays = self.array_structs()
        ordered = list(self.m.structs)
        names = [n for n in ordered if n not in ("pcty_str", "pcty_bytes")]
        for name in names:
            if name in arrays and self.is_input(name) and not self.only_parameter(name):
                lines.append(guard(self.m.feature[name], self.array_struct(name)))
            if self.is_input(name):
                lines.append(guard(self.m.feature[name], self.in_struct(name)))
            if self.is_output(name):
                lines.append(guard(self.m.feature[name], self.out_struct(name)))
        return "\n".join(lines) + "\n"

    def only_parameter(self, name):
        """Whether arrays of a struct occur as parameters only, not as members."""
        return not any(
            base(m["type"]) == name and m["name"] in self.array_members(s)
            for s in self.m.structs.values()
            if self.is_input(s["name"])
            for m in s["members"]
        )

    # --- Callbacks ---

    def positions(self, name):
        """The positions of a callback among the callables of a `user_data`."""
        found = set()
        groups = [f["parameters"] for f in self.m.functions.values() if not LEFT_OUT.match(f["name"])]
        groups += [s["members"] for s in self.m.structs.values()]
        for group in groups:
            inside = [base(p["type"]) for p in group if base(p["type"]) in self.m.callbacks]
            found |= {at for at, each in enumerate(inside) if each == name}
        return sorted(found)

    def callback_prototype(self, callback, position):
        parameters = ", ".join(
            f"{p['type']}{'' if p['type'].endswith('*') else ' '}{p['name']}" for p in callback["parameters"]
        )
        result = callback["result"]
        return f"{result}{'' if result.endswith('*') else ' '}call_{short(callback['name'])}_{position}({parameters})"

    def callback_shape(self, callback):
        """Splits the parameters: inputs with arrays, outputs, whether there is an error."""
        inputs, outputs, has_error = [], [], False
        parameters = callback["parameters"]
        for p in parameters:
            ctype, name = p["type"], base(p["type"])
            if p["name"] == "user_data":
                continue
            if ctype == "pcty_error **":
                has_error = True
            elif ctype.endswith("**") or ctype in ("int64_t *", "uint8_t *"):
                outputs.append(p)
            elif p["name"] == "count" and any(q["type"].endswith("*const *") for q in parameters):
                continue
            else:
                inputs.append(p)
        return inputs, outputs, has_error

    def callback(self, callback, position):
        inputs, outputs, has_error = self.callback_shape(callback)
        result = callback["result"]
        failure = {
            "pcty_status": "status = callback_failed(error)",
            "void": "callback_failed(NULL)",
            "pcty_error *": "failure = callback_error()",
        }.get(result, "callback_failed(NULL)")
        if callback["name"] == "pcty_hcl_refine":
            failure = "refinement_failed(builder)"
        lines = [self.callback_prototype(callback, position) + " {"]
        lines += ["    PyGILState_STATE gil = PyGILState_Ensure();"]
        initial = {
            "pcty_status": "pcty_status status = PCTY_OK;",
            "pcty_error *": "pcty_error *failure = NULL;",
            "pcty_visit": "pcty_visit next = PCTY_VISIT_STOP;",
            "bool": "bool answer = false;",
            "uint64_t": "uint64_t answer = 0;",
            "pcty_hcl_scope *": "pcty_hcl_scope *scope = NULL;",
        }.get(result)
        if initial:
            lines.append("    " + initial)
        lines.append(f"    PyObject *given = PyTuple_New({len(inputs)});")
        lent = []
        for at, p in enumerate(inputs):
            ctype, name, value = p["type"], base(p["type"]), p["name"]
            if ctype.endswith("*const *"):
                item = f"list_of_handles(KIND_{short(name)}, (void *){value}, count)"
            elif name in self.m.handles:
                item = f"lent(KIND_{short(name)}, (void *){value})"
                lent.append(at)
            elif ctype == "const void *":
                item = f"data_object({value})"
            elif ctype.endswith("*"):
                item = f"out_{short(name)}({value}, NULL)" if name != "pcty_type_step" else (
                    f"({value} == NULL ? none() : out_{short(name)}({value}, NULL))"
                )
            else:
                item = self.out_expression(ctype, value, "NULL")
            lines.append(f"    if (given != NULL && !put(given, {at}, {item})) given = NULL;")
        lines.append("    if (given != NULL) Py_IncRef(given);")
        lines.append(f"    PyObject *made = callback_call(user_data, {position}, given);")
        lines += ["    if (made == NULL) {", f"        {failure};"]
        if result == "pcty_status":
            lines += ["    } else {", *self.callback_outputs(outputs), "    }"]
        elif result == "pcty_visit":
            lines += [
                "    } else {",
                "        uint32_t number = PCTY_VISIT_DESCEND;",
                "        if (made != Py_None && !argument_enumeration(made, &enumerations[ENUM_visit], &number)) {",
                "            callback_failed(NULL);",
                "        } else {",
                "            next = (pcty_visit)number;",
                "        }",
                "    }",
            ]
        elif result == "bool":
            lines += ["    } else {", "        answer = PyObject_IsTrue(made) == 1;", "    }"]
        elif result == "uint64_t":
            lines += ["    } else {", "        answer = (uint64_t)PyObject_Hash(made);", "    }"]
        elif result == "pcty_hcl_scope *":
            lines += [
                "    } else if (made != Py_None) {",
                "        void *pointer = NULL;",
                "        if (argument_handle(made, KIND_hcl_scope, false, &pointer)) scope = pcty_hcl_scope_clone(pointer);",
                "        else callback_failed(NULL);",
                "    }",
            ]
        else:
            lines.append("    }")
        for at in lent:
            lines.append(f"    callback_end(given == NULL ? NULL : PyTuple_GetItem(given, {at}));")
        lines += ["    Py_DecRef(given);", "    Py_DecRef(made);", "    PyGILState_Release(gil);"]
        if initial:
            lines.append(f"    return {initial.split('=')[0].split()[-1].lstrip('*')};")
        lines.append("}")
        return "\n".join(lines)

    def callback_outputs(self, outputs):
        if not outputs:
            return []
        lines = []
        for at, p in enumerate(outputs):
            source = "made" if len(outputs) == 1 else f"(PyTuple_Check(made) && PyTuple_Size(made) == {len(outputs)} ? PyTuple_GetItem(made, {at}) : NULL)"
            if len(outputs) > 1:
                source = f"(made == Py_None ? Py_None : {source})"
            ctype, name = p["type"], base(p["type"])
            if name == "pcty_string":
                call = f"give_text({source}, {p['name']})"
            elif name in self.m.handles:
                call = f"give_handle({source}, KIND_{short(name)}, (void **){p['name']})"
            elif ctype == "int64_t *":
                call = f"argument_i64({source}, {p['name']})"
            else:
                call = f"give_bytes({source}, {p['name']}, count)"
            lines.append(f"        if (status == PCTY_OK && !{call}) status = callback_failed(error);")
        return lines

    def callbacks(self):
        lines = [f"/* {NOTICE} */", '#include "native.h"', '#include "callbacks.h"', ""]
        for name, callback in self.m.callbacks.items():
            for position in self.positions(name):
                lines.append(guard(self.m.feature[name], self.callback(callback, position)))
        return "\n".join(lines) + "\n"

    # --- Functions ---

    def is_array(self, function, p):
        if p["direction"] != "in" or not p["type"].endswith("*"):
            return False
        names = [q["name"] for q in function["parameters"]]
        if "count" not in names or names.index("count") < names.index(p["name"]):
            return False
        name = base(p["type"])
        if name in self.m.handles:
            return p["type"].count("*") == 2
        if name in self.m.structs and name != "pcty_str":
            following = function["parameters"][names.index(p["name"]) + 1]
            return following["name"] == "count"
        return True

    def table_name(self, header):
        return "methods_" + header["header"].split("/")[1].removesuffix(".h")

    def wrapped(self, header):
        return [f for f in header["functions"] if not LEFT_OUT.match(f["name"])]

    def functions(self, header):
        wrapped = self.wrapped(header)
        lines = [f"/* {NOTICE} */", '#include "native.h"', ""]
        body = []
        own = {
            base(p["type"])
            for f in wrapped
            for p in f["parameters"]
            if self.is_array(f, p) and base(p["type"]) in self.m.structs and base(p["type"]) != "pcty_str"
        }
        for name in sorted(own):
            body.append(self.array_struct(name))
        body += [self.function(f) for f in wrapped]
        body.append(f"PyMethodDef {self.table_name(header)}[] = {{")
        for f in wrapped:
            key = short(f["name"])
            body.append(f'    {{"{key}", (PyCFunction)(void (*)(void))f_{key}, METH_FASTCALL, NULL}},')
        body += ["    {NULL, NULL, 0, NULL},", "};"]
        lines.append(guard(header["feature"], "\n".join(body)))
        return "\n".join(lines) + "\n"

    def function(self, f):
        name, key = f["name"], short(f["name"])
        parameters = f["parameters"]
        arguments, declarations, reads, call, outs = [], [], [], [], []
        hints = []
        callbacks = [p for p in parameters if base(p["type"]) in self.m.callbacks]
        has_destroy = any(p["type"] == "pcty_destroy" for p in parameters)
        has_error = any(p["direction"] == "error" for p in parameters)
        diagnosed = any(p["direction"] == "out" and p["name"] == "diagnostics" for p in parameters)
        struct_callbacks = any(
            base(p["type"]) in self.m.structs
            and p["direction"] == "in"
            and any(base(m["type"]) in self.m.callbacks for m in self.m.structs[base(p["type"])]["members"])
            for p in parameters
        )
        owner = "NULL"
        handles = []
        counts = False

        def argument(label, hint):
            arguments.append(label)
            hints.append((python_name(label), hint))
            return f"objects[{len(arguments) - 1}]"

        for p in parameters:
            ctype, label, kind = p["type"], p["name"], base(p["type"])
            nullable = p.get("nullable", False)
            if p["direction"] == "error":
                declarations.append("pcty_error *error = NULL;")
                call.append("&error")
            elif p["direction"] == "out":
                pointer = ctype.endswith("**")
                if kind == "void":
                    declarations.append(f"void *{label} = NULL;")
                elif pointer:
                    declarations.append(f"{kind} *{label} = NULL;")
                elif self.has_size(kind):
                    declarations.append(f"{kind} {label} = {{0}};")
                    reads.append(f"{label}.struct_size = sizeof {label};")
                elif kind in self.m.structs:
                    declarations.append(f"{kind} {label} = {{0}};")
                else:
                    declarations.append(f"{kind} {label} = 0;")
                call.append(f"partial ? &{label} : NULL" if label == "diagnostics" else f"&{label}")
                outs.append(p)
            elif p in callbacks:
                at = argument(label, "Callable[..., object] | None")
                position = callbacks.index(p)
                declarations.append(f"PyObject *callable_{position} = NULL;")
                reads.append(f"if ({at} != Py_None) callable_{position} = {at};")
                call.append(f"callable_{position} == NULL ? NULL : call_{short(kind)}_{position}")
            elif ctype == "pcty_destroy":
                call.append("data_destroy")
            elif ctype.replace("const ", "") == "void *":
                if callbacks:
                    call.append("data")
                elif label == "data" or label == "user_data":
                    at = argument(label, "object")
                    declarations.append("void *data = NULL;")
                    reads.append(f"CHECK((data = data_keep({at})) != NULL);")
                    call.append("data")
                else:
                    raise SystemExit(f"{name}: {label}")
            elif label == "count" and counts:
                call.append("count == SIZE_MAX ? 0 : count")
            elif self.is_array(f, p):
                at = argument(label, "")
                if kind == "uint8_t":
                    declarations += ["const uint8_t *bytes = NULL;", "size_t count = 0;"]
                    reads.append(f"CHECK(argument_bytes({at}, &bytes, &count));")
                    hints[-1] = (label, "bytes")
                    call.append(label)
                    counts = True
                    continue
                if not counts:
                    declarations.append("size_t count = SIZE_MAX;")
                    counts = True
                if kind in ("int64_t", "double"):
                    declarations.append(f"{kind} *{label} = NULL;")
                    reads.append(f"CHECK(argument_numbers_{kind}({at}, &count, &arena, &{label}));")
                    hints[-1] = (label, "Sequence[float]" if kind == "double" else "Sequence[int]")
                    call.append(label)
                    continue
                if kind in self.m.handles:
                    declarations.append(f"const {kind} *const *{label} = NULL;")
                else:
                    declarations.append(f"const {kind} *{label} = NULL;")
                reads.append(f"CHECK({self.array_in(ctype, at, label, 'count', '&arena')});")
                item = self.hint(kind, True)
                element = f"{item} | None" if kind in self.m.handles and label == "inside" else item
                hints[-1] = (label, f"Sequence[{element}] | None")
                call.append(label)
            elif kind in self.m.handles:
                at = argument(label, self.handle_hint(kind) + (" | None" if nullable else ""))
                if ctype.count("*") == 2:
                    # An output that the model does not mark.
                    arguments.pop()
                    hints.pop()
                    declarations.append(f"const {kind} *{label} = NULL;")
                    call.append(f"&{label}")
                    outs.append(dict(p, borrowed=True))
                    continue
                declarations.append(f"void *{label} = NULL;")
                reads.append(f"CHECK(argument_handle({at}, KIND_{short(kind)}, {'true' if nullable else 'false'}, &{label}));")
                if owner == "NULL":
                    owner = at
                if kind in self.m.mutable:
                    handles.append(at)
                    reads.append(f"CHECK(handle_is_free({at}));")
                call.append(label)
            elif ctype.endswith("*"):
                at = argument(label, ("Struct" if kind in self.m.structs else "float") + (" | None" if nullable else ""))
                declarations += [f"{kind} {label}_data;", f"const {kind} *{label} = NULL;"]
                read = self.in_statement(kind, at, f"{label}_data")
                reads.append(f"if ({at} != Py_None) {{ CHECK({read}); {label} = &{label}_data; }}")
                call.append(label)
            else:
                at = argument(label, self.hint(ctype, True))
                if kind in self.m.structs and kind != "pcty_str":
                    declarations.append(f"{ctype} {label};")
                elif kind == "pcty_str":
                    declarations.append(f"{ctype} {label} = {{NULL, 0}};")
                else:
                    declarations.append(f"{ctype} {label} = 0;")
                reads.append(f"CHECK({self.in_statement(ctype, at, label)});")
                call.append(label)

        if callbacks:
            declarations.append("void *data = NULL;")
            array = ", ".join(f"callable_{i}" for i in range(len(callbacks)))
            reads.append(f"PyObject *callables[] = {{{array}}};")
            reads.append(f"CHECK((data = callbacks_new(callables, {len(callbacks)})) != NULL);")
        count = len(arguments)
        is_long = bool(LONG.search(name)) and name not in SHORT and has_error
        can_call = is_long or bool(callbacks) or struct_callbacks or key in (
            "function_call", "hcl_stdlib_call_at", "puppet_call_block", "hcl_closure_evaluate",
            "function_return_type_for_values", "function_return_type_for_types",
            "infer_signature_check", "hcl_body_expand_dynamic", "mcl_difference_new",
            "value_transform", "value_walk", "value_apply_path", "value_binary", "value_equal",
            "mcl_builder_add", "mcl_builder_build", "hcl_spec_parse", "schema_parse_part",
            "value_is_wholly_known", "hcl_file_to_json",
        )
        result = f["result"]
        lines = [f"static PyObject *f_{key}(PyObject *self, PyObject *const *objects, Py_ssize_t n) {{"]
        lines += ["    (void)self; (void)objects;"]
        lines += ["    PyObject *result = NULL;", "    Arena arena = {NULL};"]
        lines += ["    " + d for d in declarations]
        if diagnosed:
            lines.append("    bool partial = false;")
        lines.append(f'    CHECK(argument_count("{key}", n, {count}, {count + diagnosed}));')
        lines += ["    " + r for r in reads]
        if diagnosed:
            lines.append(f"    CHECK(n <= {count} || argument_bool(objects[{count}], &partial));")
        invoke = f"{name}({', '.join(call)})"
        before, after = [], []
        if can_call:
            before += ["Frame frame;", "frame_enter(&frame);"]
            after.insert(0, "frame_leave(&frame);")
        if is_long:
            if handles:
                before.append(f"PyObject *const used[] = {{{', '.join(handles)}}};")
                before.append(f"CHECK_FRAME(handles_take(used, {len(handles)}));" if can_call else f"CHECK(handles_take(used, {len(handles)}));")
                after.insert(0, f"handles_leave(used, {len(handles)});")
            before.append("Unlocked unlocked = unlock();")
            after.insert(0, "lock(unlocked);")
        raised = "result = raise_error(error);"
        if result == "pcty_status" and has_error:
            lines += ["    " + b for b in before]
            lines.append(f"    pcty_status status = {invoke};")
            leave = [a for a in after if a != "frame_leave(&frame);"]
            lines += ["    " + a for a in leave]
            if callbacks and not has_destroy:
                lines.append("    data_destroy(data);")
            failed = "frame.is_fatal || " if can_call else ""
            lines.append(f"    if ({failed}status != PCTY_OK) {{")
            free = [o for o in outs if o["type"].endswith("**") and not o.get("borrowed")]
            lines.append(f"        {raised}")
            if can_call:
                lines.append("        frame_leave(&frame);")
                for o in free:
                    lines.append(f"        if (status == PCTY_OK) discard(&{o['name']});" if False else "")
            lines.append("        goto done;")
            lines.append("    }")
            if can_call:
                lines.append("    frame_leave(&frame);")
            lines += self.pack(f, outs, owner, diagnosed)
        else:
            lines += ["    " + b for b in before]
            lines += ["    " + r for r in self.plain_result(f, invoke, outs, owner, after)]
        lines = [line for line in lines if line.strip()]
        lines += ["done:", "    arena_free(&arena);", "    return result;", "}"]
        self.add_stub(f, hints, outs, diagnosed)
        return "\n".join(lines)

    def has_size(self, kind):
        return kind in self.m.structs and self.m.structs[kind]["members"][0]["name"] == "struct_size"

    def object_of(self, f, p, owner):
        """The object of an output."""
        ctype, label, kind = p["type"], p["name"], base(p["type"])
        if kind == "void":
            return f"data_object({label})"
        if p.get("borrowed"):
            return f"result_borrowed(KIND_{short(kind)}, {label}, {owner})"
        if ctype.endswith("**"):
            if kind == "pcty_string":
                return f"result_string({label}, {'true' if f['name'] in BINARY else 'false'})"
            return f"handle_new(KIND_{short(kind)}, {label}, true, NULL)"
        return self.out_expression(kind, label, owner)

    def pack(self, f, outs, owner, diagnosed):
        required = [o for o in outs if o["name"] != "diagnostics"]
        lines = []
        if not outs:
            return ["    result = none();"]
        if diagnosed:
            diagnostics = "handle_new(KIND_error, diagnostics, true, NULL)"
            if not required:
                return [f"    result = partial ? {diagnostics} : none();"]
        if len(required) == 1 and not diagnosed:
            return [f"    result = {self.object_of(f, required[0], owner)};"]
        if len(required) == 1:
            return [
                "    if (!partial) {",
                f"        result = {self.object_of(f, required[0], owner)};",
                "        goto done;",
                "    }",
                "    result = PyTuple_New(2);",
                f"    if (!put(result, 0, {self.object_of(f, required[0], owner)}) ||",
                f"        !put(result, 1, {diagnostics})) result = NULL;",
            ]
        size = f"partial ? {len(required) + 1} : {len(required)}" if diagnosed else str(len(required))
        lines.append(f"    result = PyTuple_New({size});")
        for at, o in enumerate(required):
            lines.append(f"    if (result != NULL && !put(result, {at}, {self.object_of(f, o, owner)})) result = NULL;")
        if diagnosed:
            lines.append(f"    if (result != NULL && partial && !put(result, {len(required)}, {diagnostics})) result = NULL;")
        return lines

    def plain_result(self, f, invoke, outs, owner, after):
        result = f["result"]
        kind = base(result)
        if result == "void" and outs:
            raise SystemExit(f["name"])
        if result == "void":
            return [invoke + ";", *after, "result = none();"]
        if result == "bool" and outs:
            packed = [f"    {line}" for line in self.pack(f, outs, owner, False)]
            return [f"bool is_found = {invoke};", *after, "if (is_found) {", *packed, "} else {", "    result = none();", "}"]
        if outs:
            raise SystemExit(f["name"])
        if result.startswith("const ") and kind in self.m.handles:
            return [f"const {kind} *found = {invoke};", *after, f"result = result_borrowed(KIND_{short(kind)}, found, {owner});"]
        if kind == "pcty_string":
            return [f"pcty_string *text = {invoke};", *after, "result = result_string(text, false);"]
        if kind in self.m.handles:
            return [f"{kind} *made = {invoke};", *after, f"result = handle_new(KIND_{short(kind)}, made, true, NULL);"]
        if kind == "void":
            return [f"void *found = {invoke};", *after, "result = data_object(found);"]
        return [f"{result} found = {invoke};", *after, f"result = {self.out_expression(result, 'found', owner)};"]

    # --- Stubs ---

    def add_stub(self, f, hints, outs, diagnosed):
        required = [o for o in outs if o["name"] != "diagnostics"]
        result, kind = f["result"], base(f["result"])

        def of(p):
            if base(p["type"]) == "void":
                return "object"
            if f["name"] in BINARY:
                return "bytes"
            inner = self.hint(p["type"])
            optional = p["type"].endswith("**") and (p.get("nullable") or p.get("borrowed"))
            return f"{inner} | None" if optional else inner

        if result in ("pcty_status", "bool") and outs or result == "pcty_status" and self.fails(f):
            types = [of(o) for o in required]
            text = types[0] if len(types) == 1 else f"tuple[{', '.join(types)}]" if types else "None"
            if result == "bool":
                text += " | None"
        elif result == "void":
            text = "None"
        else:
            text = self.hint(result)
            if result.endswith("*") and kind != "void" or kind == "pcty_str":
                text += " | None"
        name = short(f["name"])
        parameters = [f"{n}: {h}" for n, h in hints]
        slash = ", /" if parameters else ""
        summary = f["contract"]["summary"].replace("\\", "\\\\").replace('"""', "'''")
        doc = f'    """{summary}"""'.replace('"""" ', '""" ')
        if summary.endswith('"'):
            doc = f'    """{summary} """'
        if not diagnosed:
            self.stub[name] = [f"def {name}({', '.join(parameters)}{slash}) -> {text}:", doc]
            return
        whole = [of(o) for o in required] + ["ErrorHandle | None"]
        both = f"tuple[{', '.join(whole)}]" if len(whole) > 1 else whole[0]
        self.stub[name] = [
            "@overload",
            f"def {name}({', '.join([*parameters, 'partial: Literal[False] = ...'])}, /) -> {text}:",
            doc,
            "@overload",
            f"def {name}({', '.join([*parameters, 'partial: Literal[True]'])}, /) -> {both}: ...",
        ]

    def fails(self, f):
        return any(p["direction"] == "error" for p in f["parameters"])

    def stubs(self):
        lines = [f'"""The functions of the C ABI. {NOTICE}"""', ""]
        lines += [
            "from typing import Any, Callable, Literal, Mapping, NamedTuple, Sequence, TypeVar, Union, overload",
            "",
            *(f"from .{module} import {name}" for module, name in sorted(set(WRAPPED.values()))),
            "",
            "Text = Union[str, bytes]",
            "Struct = Mapping[str, Any]",
            'C = TypeVar("C")',
            "",
        ]
        for name, enum in self.m.enums.items():
            values = ", ".join(f'"{n}"' for n in self.m.names(enum))
            lines.append(f"{camel(name)} = Literal[{values}]")
        lines.append("")
        for name in self.m.handles:
            lines.append(f"class {camel(name)}Handle: ...")
        lines.append("")
        for name, struct in self.m.structs.items():
            if not self.is_output(name) or name in ("pcty_str", "pcty_bytes"):
                continue
            lines.append(f"class {camel(name)}(NamedTuple):")
            for m in struct["members"]:
                if m["name"] != "struct_size":
                    hint = self.hint(m["type"])
                    if m["type"].endswith("*") or base(m["type"]) == "pcty_str":
                        hint += " | None"
                    ignore = "  # type: ignore[assignment]" if m["name"] in ("count", "index") else ""
                    lines.append(f"    {python_name(m['name'])}: {hint}{ignore}")
            lines.append("")
        for name in sorted(self.stub):
            lines += self.stub[name]
        lines += ["", *(PYTHON / "tools" / "hot.pyi").read_text().splitlines()]
        return "\n".join(lines) + "\n"

    # --- Files ---

    def files(self, folder):
        files = {
            folder / "generated.h": self.header(),
            folder / "tables.c": self.enumerations(),
            folder / "structs.c": self.structs(),
            folder / "callbacks.c": self.callbacks(),
        }
        for header in self.m.headers:
            if self.wrapped(header):
                name = header["header"].split("/")[1].removesuffix(".h")
                files[folder / f"{name}.c"] = self.functions(header)
        return files


def main(arguments):
    model = Path(arguments[1]) if len(arguments) > 1 else MODEL
    generator = Generator(Model(json.loads(model.read_text())))
    folder = Path(arguments[0]) if arguments and arguments[0] != "--check" else None
    files = generator.files(folder or Path())
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            if not path.exists() or path.read_text() != text:
                path.write_text(text)
        return
    stubs = generator.stubs()
    if arguments == ["--check"]:
        if STUBS.read_text() != stubs:
            raise SystemExit(f"{STUBS.name} is not up to date: run {Path(__file__).name}")
        return
    STUBS.write_text(stubs)


if __name__ == "__main__":
    main(sys.argv[1:])
