"""Structs: dicts as arguments, named tuples as results."""

from abi_model import *  # noqa: F403


class Structs:
    """Structs: dicts as arguments, named tuples as results."""

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
        initial = struct.get("initializer")
        start = f"*out = ({name}){initial};" if initial else "memset(out, 0, sizeof *out);"
        lines += ["    (void)pool;", f"    {start}"]
        members = struct["members"]
        callbacks = [m for m in members if base(m["type"]) in self.m.callbacks]
        for m in members:
            key, ctype = m["name"], m["type"]
            named = f'NAMED("{key.rstrip("_")}", '
            if key == "struct_size":
                assert initial, f"{name} has no initializer"
                continue
            if key in arrays.values() or key in ("user_data", "destroy") or m in callbacks:
                continue
            get = f'    each = member(object, "{key.rstrip("_")}", &found);'
            target = f"out->{key}"
            if key in arrays:
                read = self.array_in(ctype, "each", target, arrays[key], "pool")
                lines += [get, f"    if (each != NULL && !{named}{read})) return false;"]
            elif ctype.endswith("*"):
                lines += [get, *self.pointer_member(ctype, target, named)]
            else:
                check = self.in_statement(ctype, "each", target).replace("&arena", "pool")
                given = "each != NULL && each != Py_None" if self.value_kind(ctype) == "text" else "each != NULL"
                lines += [get, f"    if ({given} && !{named}{check})) return false;"]
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

    def pointer_member(self, ctype, target, named):
        name = base(ctype)
        if name in self.m.handles:
            return [
                f"    if (each != NULL && !{named}argument_handle(each, KIND_{short(name)}, true, (void **)&{target}))) return false;"
            ]
        return [
            "    if (each != NULL && each != Py_None) {",
            f"        {name} *inner = arena_take(pool, sizeof *inner);",
            f"        if (inner == NULL || !{named}in_{short(name)}(each, inner, pool))) return false;",
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
