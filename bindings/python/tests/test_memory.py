"""Memory: many calls keep none."""

import gc
import os
import tracemalloc

import pytest

import polycty
from polycty import Value, hcl

LONG = os.environ.get("POLYCTY_LONG") == "1"
CALLS = 1_000_000 if LONG else 30_000


def resident():
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except FileNotFoundError:
        pytest.skip("there is no /proc")


def values():
    Value.of({"a": [1, 2.5, "x"], "b": {1, 2}}).to_python()


def text():
    hcl.loads('a = [1, "x", var.y]\nb "l" {\n c = {d = 1}\n}\n')


def errors():
    try:
        hcl.evaluate("nope")
    except polycty.Error as e:
        e.diagnostics


def callbacks():
    hcl.evaluate("f(1)", functions={"f": lambda x: x})


def edits():
    file = hcl.File.parse("a = 1\n")
    file.root["a"] = 2
    file.to_text()


CATALOG = """{"name": "n", "version": 1, "edges": [], "classes": ["settings"], "resources": [
{"type": "File", "title": "/a", "tags": ["file"], "parameters": {"mode": "0644"}}]}"""


def catalogs():
    if "puppet" in polycty.features():
        catalog = polycty.puppet.Catalog.parse(CATALOG)
        catalog["File[/a]"].to_python()
        str(catalog.difference(catalog))


def projects():
    if "terraform" in polycty.features():
        texts = {"main.tf": 'output "a" {\n  value = 1\n}\nmodule "m" {\n  source = "a/b/c"\n}\n'}
        project, _ = polycty.terraform.Project.open_partial(files=texts, modules=lambda *call: None)
        project.plan_partial()[0].root["a"].to_python()


def interrupted():
    def fails(x):
        raise KeyboardInterrupt

    try:
        hcl.evaluate("try(f(1), 2)", functions={"f": fails, "try": lambda x, y: x})
    except KeyboardInterrupt:
        pass


WORKS = [
    (values, 1),
    (text, 4),
    (errors, 10),
    (callbacks, 20),
    (edits, 10),
    (catalogs, 40),
    (projects, 40),
    (interrupted, 40),
]


@pytest.mark.parametrize("work, share", WORKS)
def test_calls_leak_nothing(work, share):
    for _ in range(2000):
        work()
    gc.collect()
    tracemalloc.start()
    before, rss = tracemalloc.get_traced_memory()[0], resident()
    tracemalloc.stop()
    for _ in range(CALLS // share):
        work()
    gc.collect()
    assert resident() - rss < 8_000_000
    tracemalloc.start()
    for _ in range(100):
        work()
    gc.collect()
    assert tracemalloc.get_traced_memory()[0] - before < 100_000
    tracemalloc.stop()
