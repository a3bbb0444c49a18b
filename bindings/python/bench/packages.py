"""Times reading, calls, editing and import, and python-hcl2 and pygohcl if they are installed.

    python bench/packages.py [LINES [ROUNDS]]      a file of about 10,000 lines, 5 rounds

The packages are measured in turn in each round, so that the load of the machine affects all of them. A
time is the median of the rounds; a ratio is that to `polycty.hcl.loads` in the same round: the median,
the least and the greatest.
"""

import importlib
import statistics
import subprocess
import sys
import time
import timeit

import polycty
from polycty import Value, hcl

BLOCK = """
# module {i}
resource "aws_instance" "web{i}" {{
  ami           = "ami-0c55b159cbfafe1f0"
  instance_type = var.instance_type # size
  count         = {n}
  tags = {{
    Name = "web-${{var.env}}-{i}"
    Team = "platform"
  }}
  ports = [80, 443, 8080]
  ebs_block_device {{
    device_name = "/dev/sda1"
    volume_size = 100
    encrypted   = true
  }}
}}
"""


def best(call, runs):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def show(name, seconds, ratios=()):
    spread = f"  {statistics.median(ratios):8.1f}x ({min(ratios):.1f} to {max(ratios):.1f})" if ratios else ""
    print(f"{name:48} {seconds * 1e3:12.4f} ms{spread}")


def in_turn(calls, rounds):
    """The times of each call, with the calls in turn: name -> (call, runs in each round)."""
    times = {name: [] for name in calls}
    for _ in range(rounds):
        for name, (call, runs) in calls.items():
            times[name].append(best(call, runs))
    first = next(iter(times.values()))
    for name, found in times.items():
        show(name, statistics.median(found), [] if found is first else [b / a for a, b in zip(first, found)])


def edit(text):
    file = hcl.File.parse(text)
    for number, block in enumerate(file.blocks("resource")):
        if number % 10 == 0:
            block["count"] = number
    return file.to_text()


def main():
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    text = "".join(BLOCK.format(i=i, n=i % 5) for i in range(lines // 17 + 1))
    print(f"{text.count(chr(10))} lines, {len(text)} bytes")
    from polycty.compat import hcl2 as compat

    calls = {
        "polycty.hcl.loads": (lambda: hcl.loads(text), 10),
        "polycty.compat.hcl2.loads": (lambda: compat.loads(text), 3),
        "edit every tenth block, and write": (lambda: edit(text), 5),
    }
    for title, module in (("pygohcl.loads", "pygohcl"), ("hcl2.loads (python-hcl2)", "hcl2")):
        try:
            loads = importlib.import_module(module).loads
        except ImportError:
            print(f"{title}: not installed")
        else:
            calls[title] = (lambda loads=loads: loads(text), 3 if module == "pygohcl" else 1)
    in_turn(calls, int(sys.argv[2]) if len(sys.argv) > 2 else 5)

    value = Value.of([{"name": f"n{i}", "port": i, "on": True} for i in range(1000)])
    data = value.to_python()
    expression = hcl.parse_expression("1 + 2")
    native = polycty._native
    small = {
        "native.value_length": lambda: native.value_length(value),
        "len(value)": lambda: len(value),
        "expression.evaluate()": lambda: expression.evaluate(),
        "value.to_python(), 1,000 objects": lambda: value.to_python(),
        "Value.of, 1,000 objects": lambda: Value.of(data),
    }
    for name, call in small.items():
        count = 200 if "1,000" in name else 20_000
        show(name, min(timeit.repeat(call, number=count, repeat=5)) / count)
    code = "import time; t = time.perf_counter(); import {}; print(time.perf_counter() - t)"
    for module in ("polycty", "hcl2", "pygohcl"):
        run = [sys.executable, "-I", "-c", code.format(module)]
        found = [subprocess.run(run, capture_output=True, text=True) for _ in range(7)]
        if found[0].returncode == 0:
            show(f"import {module}", min(float(each.stdout) for each in found))


if __name__ == "__main__":
    main()
