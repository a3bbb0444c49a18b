#!/usr/bin/env python3
"""Records the pictures of docs/how-to/editor.md: sessions of Neovim with `polycty lsp`.

    editors/neovim/record.py --polycty target/release/polycty

Neovim runs in a terminal of tmux. Each session is a list of keys and of texts that must appear on the
screen: a text that does not appear fails the recording. The screens become frames of an SVG.
"""

import argparse
import html
import json
import pathlib
import re
import subprocess
import tempfile
import time

COLUMNS, ROWS = 84, 22
# The size of a character cell in the units of the picture.
WIDTH, HEIGHT, MARGIN = 8.4, 19, 12
FOREGROUND, BACKGROUND = "#d8dee9", "#20242c"
HERE = pathlib.Path(__file__).resolve().parent

ATTRIBUTES = {
    "ami": {"type": "string", "required": True, "description": "The image of the server."},
    "instance_type": {"type": "string", "required": True, "description": "The size of the server."},
    "monitoring": {"type": "bool", "optional": True, "description": "Whether it is monitored."},
    "security_groups": {"type": ["set", "string"], "optional": True},
    "arn": {"type": "string", "computed": True},
}
SCHEMA = {
    "format_version": "1.0",
    "provider_schemas": {
        "registry.terraform.io/hashicorp/aws": {
            "resource_schemas": {
                "aws_instance": {
                    "version": 0,
                    "block": {"description": "A server of EC2.", "attributes": ATTRIBUTES},
                }
            }
        }
    },
}
TERRAFORM = """\
variable "net" {
  type = object({
    groups = set(string)
    port   = number
  })
}

resource "aws_instance" "web" {
  ami          = "ami-1"
  instance_typ = "t3.micro"
  monitoring   = true
}

output "arn" {
  value = aws_instance.web.arn
}
"""
PUPPET = """\
# Installs and runs the web server.
#
# @param port The port.
# @param scheme The protocol.
# @param vhosts The virtual hosts by name.
class web (
  Stdlib::Port $port = 80,
  Enum['http', 'https'] $scheme = 'https',
  Hash[String, Array[Integer]] $vhosts = {},
) {
  $vhosts.each |$name, $ports| {
    notice("${name}: ${ports[0]}")
  }
}

class { 'web':
  port => 'none',
}
"""
MCL = """\
import "fmt"

class web($name str, $ports []int) {
	$total = len($ports) + 1
	$by_name = {$name => $ports}
	print "p" {
		msg => fmt.printf("%s: %d of %d", $name, len($by_name), $total),
	}
}

include web("a", [80, 443])
include web("b", "none")
"""
# A session: the files, the first of which is edited; then keys and the text that they lead to, with the
# seconds for which the screen is shown. Neovim's notation names special keys.
SESSIONS = {
    "terraform": (
        {"main.tf": TERRAFORM, "schema.json": json.dumps(SCHEMA)},
        [
            ("10Gw", "Unsupported argument", 1.5),
            (":lua vim.diagnostic.open_float()<CR>", r'Did you mean "instance_type"', 2.5),
            (":lua vim.lsp.buf.code_action()<CR>", r'1: Change to "instance_type"', 2),
            ("1<CR>", r'instance_type += "t3.micro"\s*$', 1.5),
            ("osecurity_groups = var.", r"var\.$", 0.8),
            ("<C-x><C-o>", r"net +Variable", 2),
            ("<C-y>.", r"net\.$", 0.5),
            ("<C-x><C-o>", r"groups .*set\(string\)", 2.5),
            ("<C-y><Esc>", r"net\.groups$", 0.8),
            ("bh:lua vim.lsp.buf.hover()<CR>", r"var\.net: object", 3),
            (":lua vim.lsp.buf.formatting_sync()<CR>", r"ami +=", 1.5),
            ("8G$F\"h:lua vim.lsp.buf.rename('frontend')<CR>", r"moved \{", 3.5),
        ],
    ),
    "puppet": (
        {
            "manifests/init.pp": PUPPET,
            "environment.conf": "",
            "modules/stdlib/types/port.pp": "type Stdlib::Port = Integer[0, 65535]\n",
        },
        [
            ("17Gfnh:lua vim.diagnostic.open_float()<CR>", r"got String", 3),
            ("o", r"^ 18 *$", 0.5),
            ("  <C-x><C-o>", r"vhosts .*Array\[Integer\]", 3),
            ("<C-e><Esc>16Gfw:lua vim.lsp.buf.hover()<CR>", r"class web\(", 3),
        ],
    ),
    "mcl": (
        {"main.mcl": MCL},
        [
            ("12Gfn:lua vim.diagnostic.open_float()<CR>", r"type error", 2.5),
            ("5Gwl:lua vim.lsp.buf.hover()<CR>", r"by_name map\{", 2.5),
            ("7Gf%:lua vim.lsp.buf.signature_help()<CR>", r"printf\(\$format", 3),
        ],
    ),
}


class Screen:
    """A terminal of tmux with Neovim."""

    def __init__(self, folder, polycty, name):
        self.server = ["tmux", "-S", str(folder / "tmux"), "-f", "/dev/null"]
        editor = ["nvim", "--clean", "-n", "-u", str(HERE / "record.lua"), name]
        environment = {"POLYCTY": polycty, "XDG_STATE_HOME": folder, "XDG_CACHE_HOME": folder}
        variables = [part for pair in environment.items() for part in ("-e", "=".join(map(str, pair)))]
        size = ["-x", str(COLUMNS), "-y", str(ROWS), "-c", str(folder / "project")]
        self.tmux("new-session", "-d", *size, *variables, *editor)
        self.tmux("set-option", "-g", "status", "off")
        self.tmux("set-option", "-s", "escape-time", "0")

    def tmux(self, *arguments):
        done = subprocess.run([*self.server, *arguments], check=True, capture_output=True, text=True)
        return done.stdout

    def type(self, keys):
        for special, text in re.findall(r"<([\w-]+)>|([^<]+|<)", keys):
            names = {"CR": "Enter", "Esc": "Escape"}
            special = names.get(special, special)
            self.tmux("send-keys", *([special] if special else ["-l", text]))

    def wait(self, pattern):
        """Returns the screen when it contains a text and no longer changes."""
        last, end = None, time.monotonic() + 20
        while time.monotonic() < end:
            shown = self.tmux("capture-pane", "-p")
            if shown == last and re.search(pattern, shown, re.MULTILINE):
                return self.capture()
            last = shown
            time.sleep(0.4)
        raise SystemExit(f"{pattern!r} is not on the screen:\n{last}")

    def capture(self):
        cursor = self.tmux("display-message", "-p", "#{cursor_x} #{cursor_y}").split()
        lines = self.tmux("capture-pane", "-e", "-p", "-N").split("\n")[:ROWS]
        return parse(lines), (int(cursor[0]), int(cursor[1]))

    def end(self):
        self.tmux("kill-server")


def parse(lines):
    """Returns the rows of a screen: lists of (text, foreground, background, styles)."""
    rows, style = [], {}
    for line in lines:
        row = []
        for codes, text in re.findall(r"\x1b\[([\d;:]*)m|([^\x1b]+)", line):
            if text:
                row.append((text, style.get("fg"), style.get("bg"), style.get("on", "")))
            else:
                style = styled(style, [int(code or 0) for code in re.split("[;:]", codes)])
        rows.append(tuple(row))
    return rows


def styled(style, codes):
    """Applies a sequence of SGR codes. The colors of `record.lua` are all RGB."""
    style = dict(style)
    while codes:
        code = codes.pop(0)
        if code == 0:
            style = {}
        elif code in (38, 48) and codes[:1] == [2]:
            style["fg" if code == 38 else "bg"] = "#%02x%02x%02x" % tuple(codes[1:4])
            codes = codes[4:]
        elif code in (39, 49):
            style.pop("fg" if code == 39 else "bg", None)
        elif code in (1, 3, 4, 7):
            style["on"] = style.get("on", "") + {1: "b", 3: "i", 4: "u", 7: "r"}[code]
    return style


def drawn(row):
    """Returns the SVG of a row at the origin."""
    boxes, spans, column = [], [], 0
    for text, foreground, background, on in row:
        if "r" in on:
            foreground, background = background or BACKGROUND, foreground or FOREGROUND
        width = round(len(text) * WIDTH, 1)
        x = round(column * WIDTH, 1)
        if background and background != BACKGROUND:
            boxes.append(f'<rect x="{x:g}" width="{width:g}" height="{HEIGHT}" fill="{background}"/>')
        column += len(text)
        kept = text.strip(" ")
        if not kept:
            continue
        start = x + round((len(text) - len(text.lstrip(" "))) * WIDTH, 1)
        style = f' fill="{foreground}"' if foreground and foreground != FOREGROUND else ""
        style += ' font-weight="bold"' if "b" in on else ""
        style += ' font-style="italic"' if "i" in on else ""
        style += ' text-decoration="underline"' if "u" in on else ""
        length = round(len(kept) * WIDTH, 1)
        spans.append(f'<tspan x="{start:g}" textLength="{length:g}"{style}>{html.escape(kept, False)}</tspan>')
    words = f'<text y="14">{"".join(spans)}</text>' if spans else ""
    return "".join(boxes) + words


def picture(title, frames):
    """Returns an SVG. Several frames are an animation, and the last is shown where there is none."""
    rows, body, styles = {}, [], []
    total = sum(seconds for _, _, seconds in frames)
    start = 0
    for number, (screen, cursor, seconds) in enumerate(frames):
        uses = []
        for line, row in enumerate(screen):
            image = drawn(row)
            if image:
                name = rows.setdefault(image, f"r{len(rows)}")
                uses.append(f'<use href="#{name}" y="{line * HEIGHT}"/>')
        x, y = round(cursor[0] * WIDTH, 1), cursor[1] * HEIGHT
        uses.append(f'<rect x="{x:g}" y="{y}" width="{WIDTH}" height="{HEIGHT}" fill="#fff" opacity=".45"/>')
        is_last = number == len(frames) - 1
        hidden = "" if is_last else ' opacity="0"'
        body.append(f'<g class="f" id="f{number}"{hidden}>{"".join(uses)}</g>')
        if len(frames) > 1:
            first, end = (round(100 * at / total, 2) for at in (start, start + seconds))
            before = "0%{opacity:0}" if number else ""
            after = "" if is_last else f"{end:g}%,100%{{opacity:0}}"
            styles.append(f"@keyframes k{number}{{{before}{first:g}%{{opacity:1}}{after}}}")
            styles.append(f"#f{number}{{animation:k{number} {total:g}s step-end infinite}}")
        start += seconds
    styles.append("@media (prefers-reduced-motion:reduce){.f{animation:none!important}}")
    width, height = round(COLUMNS * WIDTH + 2 * MARGIN), ROWS * HEIGHT + 2 * MARGIN
    defs = "\n".join(f'<g id="{name}">{image}</g>' for image, name in rows.items())
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" aria-label="{html.escape(title)}">',
        f"<title>{html.escape(title)}</title>",
        f'<style>{"".join(styles)}</style>' if len(frames) > 1 else "",
        f"<defs>\n{defs}\n</defs>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>',
        f'<g transform="translate({MARGIN} {MARGIN})" fill="{FOREGROUND}" xml:space="preserve"'
        ' font-size="14" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,\'DejaVu Sans Mono\',monospace">',
        *body,
        "</g>\n</svg>\n",
    ])


def record(name, polycty):
    """Runs a session, and returns its frames."""
    files, steps = SESSIONS[name]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for path, text in files.items():
            file = folder / "project" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        screen = Screen(folder, polycty, next(iter(files)))
        try:
            screen.wait("ready")
            frames = []
            for keys, pattern, seconds in steps:
                screen.type(keys)
                frames.append((*screen.wait(pattern), seconds))
            return frames
        finally:
            screen.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--polycty", default="polycty", help="the tool with the server")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "../../docs/images")
    parser.add_argument("--frames", type=pathlib.Path, help="a folder for each frame as a picture")
    parser.add_argument("sessions", nargs="*", choices=[[], *SESSIONS], metavar="session", help="all by default")
    options = parser.parse_args()
    polycty = str(pathlib.Path(options.polycty).resolve()) if "/" in options.polycty else options.polycty
    for name in options.sessions or SESSIONS:
        frames = record(name, polycty)
        title = f"Neovim with polycty lsp: {name}"
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / f"editor-{name}.svg").write_text(picture(title, frames))
        if options.frames:
            for number, frame in enumerate(frames):
                (options.frames / f"{name}-{number:02}.svg").write_text(picture(title, [frame]))


if __name__ == "__main__":
    main()
