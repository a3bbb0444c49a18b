"""A program that type checkers accept; each `type: ignore` marks an error that they must find."""

from dataclasses import dataclass
from typing import Dict, List, Optional, TypedDict

import polycty
from polycty import Function, Type, Value, function, hcl, mcl, terraform
from polycty.compat import hcl2


@dataclass
class Service:
    port: int


class Config(TypedDict):
    region: str


@function
def double(x: int) -> int:
    return 2 * x


@function(returns="string")
def shout(text: str) -> str:
    return text.upper()


def decode() -> List[int]:
    service = hcl.decode(Service, "port = 80")
    config = Value.of({"region": "eu"}).as_(Config)
    wrong: int = service  # type: ignore
    region: int = config["region"]  # type: ignore
    return [service.port, wrong, region]


def call() -> Value:
    plain: int = shout  # type: ignore
    made: Function = double
    return made(plain)


def diagnose(text: str) -> Optional[int]:
    try:
        hcl.loads(text)
    except polycty.Error as e:
        for diagnostic in e.diagnostics:
            diagnostic.range.start  # type: ignore
            if diagnostic.range is not None:
                return diagnostic.range.start.line
    return None


def types_of(folder: str) -> Dict[str, Type]:
    module = terraform.Module.open(folder)
    return {name: variable.type for name, variable in module.variables.items()}


def bump(text: str) -> str:
    with polycty.Budget(steps=1_000_000, time=0.5):
        file = hcl.File.parse(text)
    file.block("module", "vpc")["version"] = hcl.Raw("local.version")
    return hcl2.dumps(hcl2.loads(file.to_text()))


async def modes(program: mcl.Program) -> List[Value]:
    async for graph in program.stream():
        return [resource["mode"] for resource in graph]
    return []
