"""Type hints of the module."""

from abi_model import *  # noqa: F403


class Stubs:
    """Type hints of the module."""

    def add_stub(self, f, hints, outs, diagnosed):
        required = [o for o in outs if o["name"] not in OPTIONAL]
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
        optional = next(o for o in outs if o["name"] in OPTIONAL)
        whole = [of(o) for o in required] + [self.hint(optional["type"]) + " | None"]
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
