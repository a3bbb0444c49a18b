"""The model of the C ABI, and the rules for names and for functions that are treated specially."""

import re
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
    r"from_json|from_yaml|to_json|from_msgpack|to_msgpack|implied_by_json|implied_by_msgpack|"
    r"translate|format|format_lines|assignable|equivalent|conforms|is_instance|infer|"
    r"explain|explain_unsafe|conversion|compare|check_equal|common_type|common_type_of_values|"
    r"mismatch|assert|validate_parameters|value_new|traverse|checked_new|accepted_as|"
    r"render|class_parameters|outline_new|module_open|to_text|solver_solve|"
    r"schema_export|schema_export_class|schema_export_module|schema_import|pair_relate|"
    r"documents_relate|documents_take|witness|compile|compile_text|runtime_start|runtime_step|"
    r"catalog_diff|catalog_check_cycles|catalog_graph|puppet_lookup|project_open|project_validate|project_plan|"
    r"function_call|stdlib_call_at|document_locate|inputs_add_file|inputs_add_json|"
    r"aliases_new|environment_add_modules|difference_new|mcl_builder_build|host_add_kinds|"
    r"workspace_new|workspace_diagnostics|workspace_request|workspace_open|workspace_change|"
    r"workspace_close|workspace_file_changed)$"
)
# Short calls that the pattern would select.
SHORT = {"pcty_type_compare", "pcty_value_compare", "pcty_mcl_value_compare", "pcty_path_to_text"}

# Functions that hot.c or native.c contains, and functions without a use in Python.
LEFT_OUT = re.compile(
    r"pcty_(?:\w+_free|str_from_cstr|str_equal|string_\w+|value_as_bytes|"
    r"value_(?:from|to)_ruby|value_small|value_part_summaries|value_column_summaries|value_summary|"
    r"budget_enter|budget_leave)$"
)
BINARY = {"pcty_value_to_msgpack", "pcty_hcl_stdlib_as_bytes"}
# The names of the features in messages.
FEATURES = {
    "hcl": "HCL",
    "pcl": "PCL",
    "terraform": "Terraform",
    "puppet": "Puppet",
    "mcl": "mcl",
    "translate": "translation",
    "schema": "JSON Schema",
    "services": "language services",
}
# Outputs that a call writes on request.
OPTIONAL = {"diagnostics", "explanation"}

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
    "pcty_workspace": ("services", "Workspace"),
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


# The names of parameters in the signatures for users, where they differ from those in C.
PUBLIC = {
    "block_type": "type",
    "bytes": "data",
    "from": "error",
    "json": "text",
    "notation": "text",
    "program": "text",
    "source_text": "text",
    "yaml": "text",
}
# Those of single functions.
PUBLIC_OF = {
    "document_check": {"document": "text"},
    "document_locate": {"document": "text"},
    "hcl_stdlib_bytes": {"bytes": "content"},
    "mcl_host_add_kinds": {"json": "kinds"},
    "pcl_value_data": {"value": "deferred"},
    "pcl_value_identity": {"value": "deferred"},
    "pcl_value_origin": {"value": "deferred"},
}


def python_name(name):
    return "from_" if name == "from" else name.rstrip("_")


def public_name(function, name):
    """The name of a parameter in messages."""
    return PUBLIC_OF.get(function, {}).get(name) or PUBLIC.get(name) or python_name(name)


def base(ctype):
    return re.sub(r"\bconst\b|\*", "", ctype).strip()


def guard(feature, text):
    return f"#ifdef PCTY_HAS_{feature.upper()}\n{text}\n#endif" if feature else text
