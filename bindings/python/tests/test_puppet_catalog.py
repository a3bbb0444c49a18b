"""Puppet's catalogs and lookups in Hiera data."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import polycty
from polycty import Value

TREE = Path(os.environ.get("POLYCTY_TREE", Path(__file__).resolve().parents[3]))
REPOSITORY = TREE / "examples/data/control-repository"
GLOBAL = REPOSITORY / "global/hiera.yaml"

pytestmark = pytest.mark.skipif(
    "puppet" not in polycty.features(), reason="the library is built without puppet"
)
if "puppet" in polycty.features():
    from polycty import puppet


def compile(node, facts=None):
    facts = facts or (REPOSITORY / f"facts/{node}.json").read_text()
    return puppet.Catalog.compile(REPOSITORY, node, facts=facts, hiera=GLOBAL)


def repository(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_resources():
    catalog = compile("web1.example.com")
    assert catalog.classes == (
        "settings", "default", "role::web", "profile::base", "profile::web", "webserver",
    )  # fmt: skip
    curl = catalog["Package[curl]"]
    assert (curl.kind, curl.type, curl.title, curl.line) == ("native", "Package", "curl", 6)
    assert (curl.is_exported, curl.is_virtual) == (False, False)
    assert curl.file == str(REPOSITORY / "site/profile/manifests/base.pp")
    assert "profile::base" in curl.tags
    assert curl.to_python() == {"ensure": "installed"} and list(curl.parameters) == ["ensure"]
    assert "ensure" in curl and curl.get("nope") is None
    with pytest.raises(KeyError):
        curl["nope"]
    shop = catalog.get("webserver::site", "shop")
    assert (shop.kind, shop["port"].to_python(), shop.reference) == ("defined", 8080, "Webserver::Site[shop]")
    assert catalog.get("class", "profile::base").kind == "included"
    assert "File[/nope]" not in catalog and "Package[curl]" in catalog and curl in catalog
    assert catalog.get("File") is None
    assert len({curl, catalog["package[curl]"], shop}) == 2
    (edge,) = [e for e in catalog.edges if e.contained.reference == "Service[nginx]"]
    assert edge.container.reference == "Class[Webserver]"
    assert len(catalog) == len(catalog.resources) == len(list(catalog))
    catalog.check_cycles()


def test_the_graph_has_the_resources_in_the_order_of_the_agent():
    catalog = compile("web1.example.com")
    graph = catalog.graph()
    first = list(graph)[: len(catalog)]
    assert [f"{each.kind}[{each.name}]" for each in first] == [each.reference for each in catalog]
    curl = graph.get("Package", "curl")
    assert (curl["ensure"].to_python(), curl.line, curl.file) == ("installed", 6, catalog["Package[curl]"].file)
    last = list(graph)[-1]
    assert (last.kind, last.is_hidden, last.file, last.line) == ("Whit", True, None, None)
    order = [f"{each.kind}[{each.name}]" for each in graph.in_order()]
    assert order.index("Class[Webserver]") < order.index("Service[nginx]")


def test_secrets_stay_sensitive():
    catalog = compile("db1.example.com")
    user = catalog["User[postgres]"]
    assert user.sensitive == ("password",)
    assert puppet.content(user["password"]).to_python() == "not-a-real-password"
    assert isinstance(user.to_python()["password"], Value)
    assert "not-a-real" not in repr(user.to_python()) + repr(catalog) + catalog.to_json()
    whole = catalog.to_json(secrets=True)
    assert "not-a-real-password" in whole
    difference = catalog.difference(puppet.Catalog.parse(whole.replace("not-a-real", "another")))
    (change,) = [c for c in difference.changed if c.reference == "User[postgres]"]
    assert change.parameters["password"] == (puppet.SENSITIVE, puppet.SENSITIVE)
    assert "another" not in str(difference) + difference.json + repr(difference)
    assert "    - password => (sensitive)\n    + password => (sensitive)\n" in str(difference)


def test_differences():
    before = compile("web1.example.com")
    assert not before.difference(before) and str(before.difference(before)) == ""
    facts = {"role": "base", "networking": {"fqdn": "x"}, "os": {"family": "Debian"}}
    difference = before.difference(compile("web1.example.com", facts))
    assert difference and difference.added_classes == ("role::base",)
    assert "profile::web" in difference.removed_classes
    (removed,) = [s for s in difference.removed if s.reference == "Webserver::Site[shop]"]
    assert (removed.line, removed.parameters["port"]) == (8, 8080)
    (motd,) = [c for c in difference.changed if c.reference == "File[/etc/motd]"]
    assert motd.parameters["content"] == (
        "web1.example.com: noc@example.com\n",
        "x: noc@example.com\n",
    )
    file = REPOSITORY / "site/profile/manifests/base.pp"
    assert f'~ File[/etc/motd] {file}:8\n    - content => "web1' in str(difference)
    moved = before.to_json().replace('"line":8', '"line":9').replace("web1.example.com:", "y:")
    assert f"~ File[/etc/motd] {file}:8 => {file}:9\n" in str(before.difference(puppet.Catalog.parse(moved)))


def test_the_text_of_a_difference_is_that_of_the_tool(tmp_path):
    from polycty.__main__ import command

    tool = command() or TREE / "target/release/polycty"
    if not Path(tool).exists():
        pytest.skip("the command line tool is not built")
    catalogs = {
        "old": compile("web1.example.com"),
        "new": compile("web1.example.com", {"role": "database", "networking": {"fqdn": "é"}, "os": {"family": "RedHat"}}),
    }
    for name, catalog in catalogs.items():
        (tmp_path / name).write_text(catalog.to_json())
    shown = subprocess.run(
        [tool, "puppet", "catalog", "diff", "old", "new"], cwd=tmp_path, capture_output=True, text=True
    )
    parsed = [puppet.Catalog.parse((tmp_path / name).read_text()) for name in catalogs]
    assert shown.stdout == str(parsed[0].difference(parsed[1])) != ""


def test_json():
    catalog = compile("web1.example.com")
    found = json.loads(catalog.to_json(version=7, uuid="u", code_id="c"))
    assert (found["version"], found["catalog_uuid"], found["code_id"]) == (7, "u", "c")
    parsed = puppet.Catalog.parse(catalog.to_json())
    assert [r.reference for r in parsed] == [r.reference for r in catalog]
    assert not catalog.difference(parsed)
    assert "<td>Package[curl]</td><td>native</td>" in catalog._repr_html_()
    assert catalog.difference(parsed)._repr_html_() == "<pre></pre>"
    for text, error in (("{", polycty.ParseError), ("[]", polycty.InvalidValueError)):
        with pytest.raises(error):
            puppet.Catalog.parse(text)


def test_callbacks_and_warnings(tmp_path):
    repository(tmp_path, {"manifests/site.pp": "warning('careful')\nnotify { twice($facts['n']): }\n"})
    environment = puppet.Environment(functions={"twice": lambda n: str(n * 2)})
    catalog = puppet.Catalog.compile(tmp_path, "n", facts={"n": 21}, environment=environment)
    assert "Notify[42]" in catalog

    def fails(n):
        raise ZeroDivisionError("not today")

    environment.define("twice", fails)
    with pytest.raises(polycty.Error) as raised:
        puppet.Catalog.compile(tmp_path, "n", facts='{"n": 1}', environment=environment)
    assert isinstance(raised.value.__cause__, ZeroDivisionError)
    with pytest.raises(TypeError):
        puppet.Catalog.compile(tmp_path, "n", fact={})
    with pytest.raises(polycty.ParseError):
        puppet.Catalog.compile(tmp_path, "n", facts="{")
    with pytest.raises(FileNotFoundError):
        puppet.Catalog.compile(tmp_path / "nope", "n")
    repository(tmp_path, {"manifests/site.pp": "warning('careful')\n"})
    _, diagnostics = puppet.Catalog.compile_partial(tmp_path, "n")
    assert [d.summary for d in diagnostics] == ["careful"]


def test_modules_and_classifiers(tmp_path):
    repository(
        tmp_path,
        {
            "other/web/manifests/init.pp": "class web(Integer $port) { notify { \"${port} ${zone} ${trusted['certname']}\": } }",
            "manifests/other.pp": "notify { 'manifest': }",
        },
    )
    options = {
        "modules": [tmp_path / "other"],
        "manifest": tmp_path / "manifests/other.pp",
        "trusted": {"certname": "c"},
        "classifier": {"classes": {"web": {"port": 80}}, "parameters": {"zone": "z"}},
    }
    catalog = puppet.Catalog.compile(tmp_path, "n", **options)
    assert {r.title for r in catalog if r.type == "Notify"} == {"manifest", "80 z c"}
    options["classifier"]["classes"]["web"]["port"] = "80"
    with pytest.raises(polycty.Error, match="parameter 'port' expects an Integer value, got String"):
        puppet.Catalog.compile(tmp_path, "n", **options)


def test_errors_have_locations(tmp_path):
    repository(tmp_path, {"manifests/site.pp": "\nnotify { 'a': message => $nope }\n"})
    with pytest.raises(polycty.Error) as raised:
        puppet.Catalog.compile(tmp_path, "n")
    d = raised.value.diagnostics[0]
    assert (Path(d.file), d.range.start.line) == (tmp_path / "manifests/site.pp", 2)
    repository(
        tmp_path,
        {"manifests/site.pp": "notify { 'a': require => Notify['b'] }\nnotify { 'b': require => Notify['a'] }\n"},
    )
    with pytest.raises(polycty.Error) as raised:
        puppet.Catalog.compile(tmp_path, "n").check_cycles()
    assert "dependency cycle" in raised.value.diagnostics[0].summary


def test_parts_outlive_the_catalog():
    import gc

    curl = compile("web1.example.com")["Package[curl]"]
    value = curl["ensure"]
    gc.collect()
    assert curl.to_python() == {"ensure": "installed"} and value == puppet.value("installed")


def test_lookups():
    def find(key, node="n", **options):
        return puppet.lookup(key, REPOSITORY, node, **{"hiera": GLOBAL, "facts": {"role": "database"}, **options})

    assert find("profile::base::contact").to_python() == "noc@example.com"
    web = {"facts": {"role": "web"}}
    assert find("profile::base::packages", **web).to_python() == ["curl", "openssh-server", "chrony"]
    assert find("profile::base::packages", merge="first", **web).to_python() == ["curl"]
    deep = find("profile::web::sites", "web1.example.com", merge={"strategy": "deep"}, **web)
    assert deep.to_python()["shop"]["port"] == 8080
    assert "not-a-real" not in repr(find("profile::database::password").to_python())
    assert find("nope", default=[1]).to_python() == [1]
    assert find("nope", default=puppet.value(None)).to_python() is None
    with pytest.raises(polycty.Error, match="nope"):
        find("nope")
    with pytest.raises(polycty.Error, match="nope") as raised:
        puppet.explain_lookup("nope", REPOSITORY, "n", hiera=GLOBAL)
    assert 'No such key: "nope"' in raised.value.diagnostics[0].detail
    value, text = puppet.explain_lookup("profile::base::contact", REPOSITORY, "n", hiera=GLOBAL)
    assert value.to_python() == "noc@example.com" and "Global Data Provider" in text


LOOP = "$a = Integer[0, 3000].each |$x| { Integer[0, 3000].each |$y| { $z = $x * $y } }\n"


def test_other_threads_run_during_a_compilation(tmp_path):
    import time

    repository(tmp_path, {"manifests/site.pp": LOOP})
    ticks, running = [], True

    def tick():
        while running:
            ticks.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    with polycty.Budget(steps=float("inf"), bytes=float("inf"), time=0.3), pytest.raises(polycty.LimitError):
        puppet.Catalog.compile(tmp_path, "n")
    running = False
    thread.join()
    assert len(ticks) > 20


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_ends_a_compilation(tmp_path):
    repository(tmp_path, {"manifests/site.pp": LOOP})
    code = f"""
import os, polycty, signal, threading
from polycty import puppet
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    with polycty.Budget(steps=1e30, bytes=1e30):
        puppet.Catalog.compile({str(tmp_path)!r}, "n")
except KeyboardInterrupt:
    print("interrupted")
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert found.stdout == "interrupted\n", found.stderr


def test_the_example_compiles_the_control_repository(tmp_path):
    import shutil

    def run(*folders):
        example = TREE / "bindings/python/examples/control_repository.py"
        return subprocess.run([sys.executable, example, *folders], capture_output=True, text=True)

    found = run(REPOSITORY)
    assert (found.returncode, found.stdout.split("\n")) == (
        0,
        [
            "db1.example.com: 12 resources",
            "host1.example.com: 9 resources",
            "web1.example.com: 19 resources",
            "web2.example.com: 17 resources",
            "",
        ],
    )
    changed = shutil.copytree(REPOSITORY, tmp_path / "changed")
    data = changed / "data/nodes/web1.example.com.yaml"
    text = data.read_text()
    data.write_text(text.replace("8080", "8081"))
    assert "    - port => 8080\n    + port => 8081\n" in run(REPOSITORY, changed).stdout
    data.write_text("profile::web::sites: nope\n")
    found = run(changed)
    assert found.returncode == 1
    assert "parameter 'sites' expects a Hash value, got String" in found.stderr
