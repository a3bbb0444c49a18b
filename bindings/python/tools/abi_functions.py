"""Functions: a function of the module for each function of the C ABI."""

from abi_model import *  # noqa: F403


class Functions:
    """Functions: a function of the module for each function of the C ABI."""

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
        feature = header["feature"]
        if feature:
            body = [f"#ifdef PCTY_HAS_{feature.upper()}", *body, "#else", *self.missing(header), "#endif"]
        lines += body
        return "\n".join(lines) + "\n"

    def missing(self, header):
        """The functions of a feature that the library does not contain; each raises an error."""
        entries = (
            f'    {{"{short(f["name"])}", (PyCFunction)(void (*)(void))missing, METH_FASTCALL, NULL}},'
            for f in self.wrapped(header)
        )
        return [
            "static PyObject *missing(PyObject *self, PyObject *const *objects, Py_ssize_t n) {",
            "    (void)self; (void)objects; (void)n;",
            f'    return missing_feature("{FEATURES[header["feature"]]}");',
            "}",
            f"PyMethodDef {self.table_name(header)}[] = {{",
            *entries,
            "    {NULL, NULL, 0, NULL},",
            "};",
        ]

    def function(self, f):
        name, key = f["name"], short(f["name"])
        parameters = f["parameters"]
        arguments, declarations, reads, call, outs = [], [], [], [], []
        hints = []
        callbacks = [p for p in parameters if base(p["type"]) in self.m.callbacks]
        has_destroy = any(p["type"] == "pcty_destroy" for p in parameters)
        has_error = any(p["direction"] == "error" for p in parameters)
        diagnosed = any(p["direction"] == "out" and p["name"] in OPTIONAL for p in parameters)
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
                call.append(f"partial ? &{label} : NULL" if label in OPTIONAL else f"&{label}")
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
                    reads.append(self.named(key, label, f"argument_bytes({at}, &bytes, &count)"))
                    hints[-1] = (label, "bytes")
                    call.append(label)
                    counts = True
                    continue
                if not counts:
                    declarations.append("size_t count = SIZE_MAX;")
                    counts = True
                if kind in ("int64_t", "double"):
                    declarations.append(f"{kind} *{label} = NULL;")
                    reads.append(self.named(key, label, f"argument_numbers_{kind}({at}, &count, &arena, &{label})"))
                    hints[-1] = (label, "Sequence[float]" if kind == "double" else "Sequence[int]")
                    call.append(label)
                    continue
                if kind in self.m.handles:
                    declarations.append(f"const {kind} *const *{label} = NULL;")
                else:
                    declarations.append(f"const {kind} *{label} = NULL;")
                reads.append(self.named(key, label, self.array_in(ctype, at, label, "count", "&arena")))
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
                read = f"argument_handle({at}, KIND_{short(kind)}, {'true' if nullable else 'false'}, &{label})"
                reads.append(self.named(key, label, read))
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
                reads.append(self.named(key, label, self.in_statement(ctype, at, label)))
                call.append(label)

        if callbacks:
            declarations.append("void *data = NULL;")
            array = ", ".join(f"callable_{i}" for i in range(len(callbacks)))
            reads.append(f"PyObject *callables[] = {{{array}}};")
            reads.append(f"CHECK((data = callbacks_new(callables, {len(callbacks)})) != NULL);")
        count = len(arguments)
        is_long = bool(LONG.search(name)) and name not in SHORT and has_error
        can_call = is_long or bool(callbacks) or struct_callbacks or key in (
            "function_call", "puppet_call_block", "hcl_closure_evaluate",
            "function_return_type_for_values", "function_return_type_for_types",
            "infer_signature_check", "hcl_body_expand_dynamic", "mcl_difference_new",
            "value_transform", "value_walk", "value_apply_path", "value_binary", "value_equal",
            "mcl_builder_add", "mcl_builder_build", "hcl_spec_parse",
            "value_has", "hcl_file_to_json", "workspace_open", "workspace_document_to_text",
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
                    lines.append(f"        if (status == PCTY_OK) {base(o['type'])}_free({o['name']});")
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

    @staticmethod
    def named(function, label, read):
        """The conversion of an argument whose messages name it."""
        return f'CHECK(NAMED("{public_name(function, label)}", {read}));'

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
        if f["name"] in BINARY:
            return f"PyBytes_FromStringAndSize({label}.data, (Py_ssize_t){label}.len)"
        return self.out_expression(kind, label, owner)

    def pack(self, f, outs, owner, diagnosed):
        required = [o for o in outs if o["name"] not in OPTIONAL]
        lines = []
        if not outs:
            return ["    result = none();"]
        if diagnosed:
            optional = next(o for o in outs if o["name"] in OPTIONAL)
            diagnostics = self.object_of(f, optional, owner)
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
