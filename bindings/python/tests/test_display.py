"""The display of objects in notebooks."""

import pytest

import polycty
from polycty import Value, hcl


def needs(feature):
    return pytest.mark.skipif(feature not in polycty.features(), reason=f"the library is built without {feature}")


def test_texts_are_escaped():
    text = 'a = "<b>" # one\n'
    escaped = "<pre>a = &quot;&lt;b&gt;&quot; # one\n</pre>"
    assert hcl.parse(text)._repr_html_() == hcl.File.parse(text)._repr_html_() == escaped
    assert "&lt;b&gt;" in Value.of("<b>")._repr_html_()
    assert "hunter2" not in Value.of("hunter2").mark("sensitive")._repr_html_()


@needs("terraform")
def test_modules_and_plans_hide_secrets():
    from polycty.terraform import Module, Plan

    module = Module.parse({
        "main.tf": 'variable "a" {\n  type = list(string)\n}\nvariable "b" {\n  default = 1\n}\n'
        'variable "c" {\n  default   = "hunter2"\n  sensitive = true\n}\n'
    })
    assert module._repr_html_() == (
        "<table><thead><tr><th>variable</th><th>type</th><th>default</th><th>location</th></tr></thead><tbody>"
        "<tr><td>a</td><td>list(string)</td><td></td><td>main.tf:1</td></tr>"
        "<tr><td>b</td><td>any</td><td>1</td><td>main.tf:4</td></tr>"
        "<tr><td>c</td><td>any</td><td>(sensitive)</td><td>main.tf:7</td></tr></tbody></table>"
    )
    plan = Plan.parse(
        '{"format_version": "1.2", "output_changes": {"o": {"actions": ["update"], "before": 1, "after": "hunter2",'
        ' "after_sensitive": true}}}'
    )
    assert "<td>update</td><td>o</td><td>1</td>" in plan._repr_html_() and "hunter2" not in plan._repr_html_()


@needs("mcl")
def test_graphs_of_mcl():
    host = polycty.mcl.Host(kinds=[{"kind": "dir", "fields": [{"lang": "mode", "type": "str"}]}])
    graph = polycty.mcl.Resources.build(host, [("dir", "/<a>", {"mode": "0755"})])
    assert "<td>dir[/&lt;a&gt;]</td><td>mode =&gt; &quot;0755&quot;</td>" in graph._repr_html_()


@needs("puppet")
def test_catalogs():
    catalog = polycty.puppet.Catalog.parse(
        '{"name": "n", "version": 1, "edges": [], "classes": [], "resources": [{"type": "File", "title": "/<a>",'
        ' "tags": ["file"], "parameters": {"mode": "0644"}}]}'
    )
    assert "<td>File[/&lt;a&gt;]</td>" in catalog._repr_html_()
