#!/usr/bin/env python3
"""Measures `polycty lsp` as an editor uses it: times of answers after a keystroke, and memory.

    editors/measure.py --polycty target/release/polycty

For each language, the server opens the 500 files of a folder, of 200 lines each, and checks all of them. A
second server opens a file of 10,000 lines in that folder. A keystroke is a change of one character. Times
are CPU times of the server including the protocol, of keystrokes the medians, so that other programs do
not change them much. It needs Linux.
"""

import argparse
import itertools
import json
import pathlib
import statistics
import subprocess
import tempfile

KEYSTROKES = 15


def terraform(lines, end):
    block = """variable "v{0}" {{
  type    = string
  default = "a"
}}

resource "aws_instance" "r{0}" {{
  ami  = "ami-${{var.v{0}}}"
  type = "t3"
  tags = {{
    Name = local.l{0}[0]
  }}
}}

locals {{
  l{0} = [for x in [1, 2] : "${{var.v{0}}}-${{x}}"]
  m{0} = {{ a = local.l{0}, b = upper(var.v{0}) }}
}}

# one more

"""
    return "".join(block.format(f"{at}_{end}") for at in range(lines // 20))


def puppet(lines, end):
    block = """# The class {0}.
class {0} (
  Integer $port = 80,
) {{
  $home = "/srv/${{port}}"
  file {{ "${{home}}/{0}":
    ensure  => file,
    content => "port ${{port}}",
  }}
}}
"""
    return "".join(block.format(f"m{end.replace('x', '::f')}::c{at}") for at in range(lines // 10))


def mcl(lines, end):
    block = """$n{0} = 10
$l{0} = [$n{0}, 2]
$s{0} = fmt.printf("%d", $n{0})
print "p{0}" {{
	msg => $s{0},
	Meta:noop => $n{0} > 3,
}}
if $n{0} > 5 {{
	print "q{0}" {{}}
}}
"""
    return 'import "fmt"\n' + "".join(block.format(f"{end}_{at}") for at in range(lines // 10))


def pcl(lines, end):
    block = """config c{0} int {{
  default = 3
}}
d{0} = c{0} * 2
t{0} = "x-${{d{0}}}"
resource r{0} "aws:ec2:Instance" {{
  size = d{0}
  name = t{0}
}}

"""
    return "".join(block.format(f"{end}_{at}") for at in range(lines // 10))


# The language: the identifier, the program of a folder's file, the path of a file, the keystroke that is
# inserted at the end of a line of the large file, and the place where a name is completed.
LANGUAGES = {
    "terraform": (terraform, "m{0}/f{1}.tf", "local.l"),
    "puppet": (puppet, "modules/m{0}/manifests/f{1}.pp", "${port"),
    "mcl": (mcl, "m{0}/f{1}.mcl", "$n"),
    "pcl": (pcl, "m{0}/f{1}.pcl", "= c"),
}


class Server:
    def __init__(self, polycty, folder):
        self.process = subprocess.Popen([polycty, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0
        capabilities = {"general": {"positionEncodings": ["utf-8"]}, "textDocument": {"diagnostic": {}}}
        folders = [{"uri": folder.as_uri(), "name": "w"}]
        self.ask("initialize", processId=None, capabilities=capabilities, workspaceFolders=folders)
        self.send("initialized", {})

    def send(self, method, params, **more):
        text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def ask(self, method, **params):
        self.last += 1
        self.send(method, params, id=self.last)
        while True:
            length = 0
            while (line := self.process.stdout.readline()) != b"\r\n":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            message = json.loads(self.process.stdout.read(length))
            if message.get("id") == self.last and "method" not in message:
                return message["result"]

    def cpu(self):
        """The CPU time of all threads in milliseconds."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e6

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")) / 1024

    def end(self):
        self.ask("shutdown")
        self.send("exit", {})
        self.process.wait()


def measure(language, polycty):
    program, path, mark = LANGUAGES[language]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder).resolve()
        files = {path.format(a, b): program(200, f"{a}x{b}") for a in range(50) for b in range(10)}
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        server = Server(polycty, folder)
        documents = [{"uri": (folder / name).as_uri()} for name in files]
        for document, text in zip(documents, files.values()):
            item = {**document, "languageId": language, "version": 1, "text": text}
            server.send("textDocument/didOpen", {"textDocument": item})
        for document in documents:
            found = server.ask("textDocument/diagnostic", textDocument=document)
            assert found["items"] == [], found["items"][0]
        opened = server.cpu() / 1000
        memory = server.memory()
        server.end()

        name = path.format("big", "big")
        text = program(10_000, "bigxbig")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        document = {"uri": (folder / name).as_uri()}
        server = Server(polycty, folder)
        item = {**document, "languageId": language, "version": 0, "text": text}
        server.send("textDocument/didOpen", {"textDocument": item})
        found = server.ask("textDocument/diagnostic", textDocument=document)
        assert found["items"] == [], found["items"][0]
        lines = text.split("\n")
        line = next(at for at in itertools.count(len(lines) // 2) if mark in lines[at])
        column = lines[line].index(mark) + len(mark)
        position = {"line": line, "character": column}
        times = {"diagnostic": [], "completion": []}
        for version in range(2 * KEYSTROKES):
            at = {"line": line - 1, "character": len(lines[line - 1])}
            after = {**at, "character": at["character"] + version % 2}
            change = {"range": {"start": at, "end": after}, "text": "" if version % 2 else " "}
            server.send(
                "textDocument/didChange",
                {"textDocument": {**document, "version": version + 1}, "contentChanges": [change]},
            )
            request = ["diagnostic", "completion"][version // 2 % 2]
            more = {"position": position} if request == "completion" else {}
            start = server.cpu()
            found = server.ask(f"textDocument/{request}", textDocument=document, **more)
            times[request].append(server.cpu() - start)
            assert found["items"] if more else True
        large = server.memory()
        server.end()
    figures = [statistics.median(times[name]) for name in ("diagnostic", "completion")]
    print(
        f"| {language} | {figures[0]:.1f} ms | {figures[1]:.1f} ms | {large:.0f} MB"
        f" | {opened:.2f} s | {memory:.0f} MB |",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--polycty", default="polycty", help="the tool with the server")
    parser.add_argument("languages", nargs="*", choices=[[], *LANGUAGES], metavar="language", help="all by default")
    options = parser.parse_args()
    print("| language | diagnostics | completion | memory | 500 files | memory |\n|---|---|---|---|---|---|")
    for language in options.languages or LANGUAGES:
        measure(language, options.polycty)


if __name__ == "__main__":
    main()
