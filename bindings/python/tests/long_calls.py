"""Calls that take long, as code: the feature, the statements before, and the expression."""

import polycty

ROWS = "[for a in rows : [for b in rows : [for c in rows : a * b * c]]]"
SCOPE = "scope = hcl.Scope({'rows': list(range(1000))})"
OUTPUT = 'output "o" {\\n value = ' + ROWS.replace("rows", "range(1000)") + "\\n}\\n"
LOOP = "Integer[1, 30000].reduce(0) |$s, $x| { $s + Integer[1, 30000].reduce(0) |$t, $y| { $t + $y * $x } }"
FOLDER = f"""
import pathlib, tempfile
folder = pathlib.Path(tempfile.mkdtemp())
(folder / "manifests").mkdir()
(folder / "manifests/site.pp").write_text("$x = " + {LOOP!r})
"""
PROJECT = f"project = polycty.terraform.Project.open(files={{'main.tf': '{OUTPUT}'}})"
WORKSPACE = "workspace = polycty.services.Workspace(folders=['/w'], files={})\n"
TEXT = "text = 'a = [' + '[1, 2, x.y, \"${z}\"],\\n' * 300_000 + ']\\n'"

# These end only because of a limit or a signal.
ENDLESS = {
    "hcl.evaluate": ("hcl", SCOPE, f"hcl.evaluate({ROWS!r}, scope)"),
    "hcl.loads": ("hcl", SCOPE, f"hcl.loads('a = {ROWS}', variables=scope)"),
    "terraform.Module.evaluate": (
        "terraform",
        f"module = polycty.terraform.Module.parse({{'main.tf': '{OUTPUT}'}})",
        "module.evaluate()",
    ),
    "terraform.Project.plan": ("terraform", PROJECT, "project.plan()"),
    "terraform.Project.validate": ("terraform", PROJECT, "project.validate()"),
    "puppet.evaluate": ("puppet", "", f"polycty.puppet.evaluate({LOOP!r})"),
    "puppet.Catalog.compile": ("puppet", FOLDER, "polycty.puppet.Catalog.compile(folder, 'web1')"),
    "services.Workspace.diagnostics": (
        "services",
        WORKSPACE + f"workspace.open('/w/main.tf', '{OUTPUT}')",
        "workspace.diagnostics('/w/main.tf')",
    ),
}
# These end after a while: a tenth of a second or more.
LONG = {
    "hcl.parse": ("hcl", TEXT, "hcl.parse(text)"),
    "hcl.format": ("hcl", TEXT, "hcl.format(text)"),
    "Function": (
        "hcl",
        "decode = hcl.Scope(standard_functions=True).function('jsondecode')\n"
        "text = '[' + '[1, 2], ' * 1_000_000 + '0]'",
        "decode(text)",
    ),
    "Value.convert": ("hcl", "value = polycty.Value.of(['1'] * 3_000_000)", "value.convert('set(number)')"),
    "Value.from_yaml": ("hcl", "text = '- {a: [1, 2], b: text}\\n' * 100_000", "polycty.Value.from_yaml(text)"),
    "services.Workspace.open": (
        "services",
        TEXT + "\n" + WORKSPACE,
        "(workspace.open('/w/main.tf', text), workspace.diagnostics('/w/main.tf'))",
    ),
    "mcl.Program": (
        "mcl",
        "text = ''.join(f'$v{i} = $v{i + 1} + {i}\\n' for i in range(150_000)) + '$v150000 = 1\\n'",
        "polycty.mcl.Program(text, host=polycty.mcl.Host())",
    ),
    "pcl.check": (
        "pcl",
        "expression = polycty.pcl.parse_expression('[' + 'n + 1, ' * 300_000 + ']')",
        "polycty.pcl.check(expression, variables={'n': 'number'})",
    ),
    "schema.Schema.parse": (
        "schema",
        "text = '{\"anyOf\": [' + ', '.join('{\"const\": %d}' % i for i in range(200_000)) + ']}'",
        "polycty.schema.Schema.parse(text)",
    ),
}
ENDLESS, LONG = (
    {name: call for name, call in calls.items() if call[0] in polycty.features()} for calls in (ENDLESS, LONG)
)
