"""Callbacks: functions of C that call a callable of Python."""

from abi_model import *  # noqa: F403


class Callbacks:
    """Callbacks: functions of C that call a callable of Python."""

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
