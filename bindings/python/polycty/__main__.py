"""Runs the command line tool: `python -m polycty`."""

from __future__ import annotations

import os
import sys
import sysconfig


def command() -> str | None:
    """The path of the tool that the wheel installs, if it contains one."""
    name = "polycty.exe" if os.name == "nt" else "polycty"
    for scheme in (None, "posix_user", "nt_user"):
        if scheme is None or scheme in sysconfig.get_scheme_names():
            folder = sysconfig.get_path("scripts") if scheme is None else sysconfig.get_path("scripts", scheme)
            if folder and os.path.exists(os.path.join(folder, name)):
                return os.path.join(folder, name)
    return None


def main() -> None:
    """Replaces this process by the tool."""
    path = command()
    if path is None:
        raise SystemExit("polycty: this installation does not contain the command line tool")
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
