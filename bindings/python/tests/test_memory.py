"""Memory: many calls keep none.

    python tests/test_memory.py [CALLS]      measures 1,000,000 calls, or CALLS, of all works in turn
"""

import dataclasses
import gc
import os
import sys
import time
import tracemalloc

import pytest

import polycty
from polycty import Value, hcl
from polycty.compat import hcl2

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


@dataclasses.dataclass
class Server:
    port: int
    name: str = ""


def decoding():
    hcl.decode(Server, "port = 80\n")
    Value.of({"port": "1"}).as_(Server)


def marks():
    value = Value.of({"a": Value.of("x").mark("sensitive"), "b": 2**100})
    value.unmark_deep()[0].convert("map(string)")
    Value.from_json(Value.of([1, None]).to_json())


def types():
    polycty.unify(["string", "number"])
    polycty.types.number.unknown().refine(minimum=1).refinement


def scopes():
    scope = hcl.Scope({"a": 1}, standard_functions=True)
    hcl.evaluate('upper("${a}")', scope.child({"b": [1]}))


def shapes_of_hcl2():
    hcl2.dumps(hcl2.loads('# c\na = "x"\nb "l" {\n c = [1, f(x)]\n}\n'))


def limits():
    try:
        with polycty.Budget(steps=5):
            hcl.evaluate("[for x in [1, 2, 3, 4, 5, 6, 7] : x]")
    except polycty.LimitError:
        pass


def puppets():
    if "puppet" in polycty.features():
        polycty.puppet.evaluate("$x.map |$i| { $i + 1 }", {"x": [1]})
        polycty.puppet.render("<%= $x %>", {"x": 1})


def expressions_of_pcl():
    if "pcl" in polycty.features():
        polycty.pcl.check("n + 1", variables={"n": "string"}).root.children


def graphs():
    if "mcl" in polycty.features():
        host = polycty.mcl.Host(kinds=[{"kind": "dir", "fields": [{"lang": "mode", "type": "str"}]}])
        runtime = polycty.mcl.Program('dir "/a" { mode => "0755", }\n', host=host).start()
        runtime.time = 0
        runtime.step()
        list(runtime.resources)


def schemas():
    if "schema" in polycty.features():
        polycty.schema.Schema.parse('{"type": "integer"}').validates("1")


def workspaces():
    if "services" in polycty.features():
        workspace = polycty.services.Workspace(folders=["/w"], files={"/w/a.hcl": "a = 1\n"})
        workspace.open("/w/b.hcl", "b = [1\n")
        workspace.diagnostics("/w/b.hcl")


# The share of the calls that each work makes in a test.
WORKS = [
    (values, 1),
    (text, 4),
    (errors, 10),
    (callbacks, 20),
    (edits, 10),
    (catalogs, 40),
    (projects, 40),
    (interrupted, 40),
    (decoding, 20),
    (marks, 10),
    (types, 10),
    (scopes, 40),
    (shapes_of_hcl2, 20),
    (limits, 10),
    (puppets, 40),
    (expressions_of_pcl, 20),
    (graphs, 100),
    (schemas, 20),
    (workspaces, 100),
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


def measure(calls):
    """Prints the growth of the memory of Python and of the process over calls of all works in turn."""
    works = [work for work, _ in WORKS]
    for work in works * 500:
        work()
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for work in works * 20:
        work()
    gc.collect()
    traced = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    start, rss, rounds = time.perf_counter(), resident(), calls // len(works)
    print(f"{len(works)} works; after {len(works) * 500:,} calls: {rss / 1e6:.1f} MB")
    for number in range(1, rounds + 1):
        for work in works:
            work()
        if number % max(1, rounds // 10) == 0:
            gc.collect()
            print(f"{number * len(works):>9,} calls: {(resident() - rss) / 1e6:+.2f} MB", flush=True)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for work in works * 20:
        work()
    gc.collect()
    again = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    print(f"tracemalloc over {len(works) * 20} calls: {traced:+,} bytes before, {again:+,} bytes after")
    print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
