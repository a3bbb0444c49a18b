"""Conversion of types between C and Python, and the tables of enumerations and handles."""

from abi_model import *  # noqa: F403


class Types:
    """Conversion of types between C and Python, and the tables of enumerations and handles."""

    def value_kind(self, ctype):
        """The conversion of a type without a pointer."""
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
        tables = [self.table_name(h) for h in self.m.headers if self.wrapped(h)]
        lines += [f"extern PyMethodDef {t}[];" for t in tables]
        lines += ["", "PyMethodDef *generated_methods[] = {"]
        lines += [f"    {t}," for t in tables]
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
