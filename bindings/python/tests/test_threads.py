"""Threads that use the package at the same time, also on a free-threaded interpreter."""

import os
import subprocess
import sys
import sysconfig
import threading
import time

import pytest

import polycty
from polycty import Budget, Type, Value, function_of, hcl

SECONDS = 20.0 if os.environ.get("POLYCTY_LONG") else 2.0
IS_FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


def run(*works):
    """Runs each function again and again on its own thread; returns the numbers of calls."""
    end, counts, failures = time.monotonic() + SECONDS, [0] * len(works), []

    def loop(at):
        try:
            while time.monotonic() < end and not failures:
                works[at]()
                counts[at] += 1
        except BaseException as exception:
            failures.append(exception)

    threads = [threading.Thread(target=loop, args=(at,)) for at in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return counts


def test_four_threads_share_values():
    text = 'a = [for x in xs : x * n]\nservice "web" {\n  name = "w-${n}"\n  ports = [80, "443"]\n}\n'
    xs = Value.of(list(range(200)), "list(number)")
    body, expression = hcl.parse(text), hcl.parse_expression("[for x in xs : double(x) if x != n]")
    double = function_of(lambda x: 2 * x, ["number"], "number")
    scope_parts = {"xs": xs, "n": Value.of(3)}
    server = Type.of("object({name = string, ports = list(number)})")
    shared = [xs]

    def evaluate():
        found = expression.evaluate(hcl.Scope(scope_parts, {"double": double})).to_python()
        assert found == [2 * x for x in range(200) if x != 3]

    def read():
        data = body.to_python(scope_parts)
        assert data["a"] == [3 * x for x in range(200)] and data["service"]["web"][0]["name"] == "w-3"
        value = Value.of(data["service"]["web"][0]).convert(server)
        assert value["ports"].to_python() == [80, 443] and hash(value) == hash(Value.of(value))
        shared[0] = Value.of(list(range(200)), "list(number)")

    def fail():
        with pytest.raises(polycty.Error) as raised:
            hcl.evaluate("xs[1000]", scope_parts)
        assert raised.value.diagnostics[0].range.start.line == 1
        with Budget(steps=10), pytest.raises(polycty.LimitError):
            hcl.evaluate("[for x in xs : x * x]", scope_parts)

    def share():
        value = shared[0]
        assert value == xs and value.type == xs.type and sum(value.to_python()) == 19900
        assert Value.from_msgpack(value.to_msgpack(), value.type) == value
        assert str(Type.of(dict[str, list[int]])) == "map(list(number))"

    assert min(run(evaluate, read, fail, share)) > 10


def test_four_threads_change_one_file():
    """Only one thread at a time may use a file; another one gets an exception."""
    file = hcl.File.parse("".join(f"a{at} = {at}\n" for at in range(500)))

    def change():
        try:
            file.root["a1"] = 2
            file.to_text()
            file.root.attribute("a2").expression
        except RuntimeError as exception:
            assert "another thread is using" in str(exception)

    run(change, change, change, change)
    assert file.root["a1"] == 2 and len(file.root.attributes) == 500


@pytest.mark.skipif(not IS_FREE_THREADED, reason="the interpreter is not free-threaded")
def test_a_free_threaded_interpreter_enables_its_lock():
    assert sys._is_gil_enabled()
    code = "import polycty"
    environment = {**os.environ, "PYTHON_GIL": "0"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert done.returncode == 1 and "polycty needs the lock of the interpreter" in done.stderr
