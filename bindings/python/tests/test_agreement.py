"""The package and C return the same result for the same bytes.

That is the same value with its marks and refinements, or the same complete error.
bindings/agreement/answers.c defines inputs and results, computes the results in C, and generates the
inputs: POLYCTY_CASES random mutations by POLYCTY_SEED, in addition to the stored ones.
"""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

import polycty

TREE = Path(os.environ.get("POLYCTY_TREE", Path(__file__).resolve().parents[3]))
LIBRARY = Path(os.environ.get("POLYCTY_STATIC_LIBRARY") or TREE / "target/release/libpolycty.a")
NEEDED = {"pcl", "puppet", "mcl", "translate"}


@pytest.mark.skipif(not polycty.features() >= NEEDED, reason="the library is built without some languages")
def test_answers_are_those_in_c(tmp_path):
    compiler = shlex.split(os.environ.get("CC", "cc"))
    if not LIBRARY.exists() or shutil.which(compiler[0]) is None:
        pytest.skip("there is no libpolycty.a or no compiler of C")
    from answers import Answers

    program = tmp_path / "answers"
    subprocess.run(
        [*compiler, "-std=c11", "-O2", "-I", str(TREE / "include"), str(TREE / "bindings/agreement/answers.c"),
         str(LIBRARY), "-lpthread", "-ldl", "-lm", "-o", str(program)],
        check=True,
    )  # fmt: skip
    cases = [os.environ.get("POLYCTY_CASES", "3000"), os.environ.get("POLYCTY_SEED", "1")]
    inputs = subprocess.run([program, "make", *cases, str(TREE)], capture_output=True, check=True).stdout
    wanted = subprocess.run([program], input=inputs, capture_output=True, check=True).stdout
    lines = inputs.removesuffix(b"\n").split(b"\n")
    wants = wanted.decode().removesuffix("\n").split("\n")
    assert len(lines) == len(wants) > 1000
    answers = Answers()
    different = []
    for line, want in zip(lines, wants):
        found = answers.line(line)
        if found != want and len(different) < 5:
            different.append(f"{line!r}\nin Python: {found}\nin C:      {want}\n")
    assert not different, "\n".join(different)
