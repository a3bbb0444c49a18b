//! The texts of the tests of writing: those of the vectors, generated texts, and mutants.

use polycty_core::source::Position;
use polycty_hcl::syntax::parse_config;
use std::path::Path;

/// Returns the sources of the vectors: bodies as they are, and expressions as the value of an
/// argument.
pub fn of_vectors() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance");
    let mut texts = Vec::new();
    for (file, is_body) in [
        ("cty/hcl_body.jsonl", true),
        ("cty/hcl_parse.jsonl", true),
        ("cty/hcl_context.jsonl", true),
        ("own/hcl_bodies.jsonl", true),
        ("cty/hcl_expr.jsonl", false),
    ] {
        let cases = std::fs::read_to_string(folder.join(file)).expect("the vectors are there");
        for line in cases.lines() {
            let case: serde_json::Value = serde_json::from_str(line).expect("JSON");
            if case["op"] == "hcl_template" || case["syntax"] == "json" {
                continue;
            }
            let Some(source) = case["src"].as_str() else {
                continue;
            };
            texts.push(if is_body {
                source.to_owned()
            } else {
                format!("a = {source}\n")
            });
        }
    }
    assert!(texts.len() > 3000, "{}", texts.len());
    texts
}

/// Returns every third source, for slow tests.
pub fn of_some_vectors() -> Vec<String> {
    of_vectors().into_iter().step_by(3).collect()
}

/// Generates `count` valid texts.
pub fn made(count: usize, random: &mut Random) -> Vec<String> {
    let one = |random: &mut Random| {
        let mut text = String::new();
        random.body(&mut text, 3, 0);
        text
    };
    let texts = std::iter::repeat_with(|| one(random));
    texts.filter(|text| can_be_read(text)).take(count).collect()
}

/// Returns a text with some characters moved, removed or doubled, or with inserted pieces.
pub fn mutant(text: &str, random: &mut Random) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = chars.clone();
    if chars.is_empty() {
        return String::new();
    }
    for _ in 0..=random.below(2) {
        let at = random.below(out.len().max(1)).min(out.len());
        let len = (1 + random.below(6)).min(out.len() - at);
        match random.below(4) {
            0 => drop(out.drain(at..at + len)),
            1 => {
                let copied: Vec<char> = out[at..at + len].to_vec();
                out.splice(at..at, copied);
            }
            2 => {
                let from = random.below(chars.len());
                let taken = chars[from..].iter().take(1 + random.below(8)).copied();
                out.splice(at..at, taken);
            }
            _ => {
                let piece = random.one_of(PIECES);
                out.splice(at..at, piece.chars());
            }
        }
    }
    out.into_iter().collect()
}

pub fn can_be_read(text: &str) -> bool {
    parse_config(text.as_bytes(), "t", Position::START)
        .diagnostics
        .is_empty()
}

/// The pieces inserted into mutants.
const PIECES: &[&str] = &[
    " ",
    "  ",
    "\t",
    "\n",
    "\r\n",
    "\n\n",
    "# x\n",
    "/* x */",
    "// y\n",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "${",
    "}",
    "=",
    ",",
    ".",
    "...",
    "-",
    "!",
    "? a : b",
    "::",
    "a",
    "in",
    "for",
    "0",
    "1.5",
    "é",
    "<<E\n",
    "\nE\n",
    "/* x\ny */",
    "\u{feff}",
    "e\u{301}",
];

/// A deterministic source of random choices.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        // xorshift64*, Vigna 2016.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    pub fn below(&mut self, most: usize) -> usize {
        (self.next() % most.max(1) as u64) as usize
    }

    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Returns `true` with a probability of one in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Generates the items of a body.
    pub fn body(&mut self, out: &mut String, depth: usize, level: usize) {
        let crlf = self.once_in(12);
        let newline = if crlf { "\r\n" } else { "\n" };
        for number in 0..self.below(6) + usize::from(level == 0) {
            while self.once_in(4) {
                let lines = [
                    "",
                    "  ",
                    "# about",
                    "  // more",
                    "/* one */",
                    "/* two\n  lines */",
                ];
                out.push_str(self.one_of(&lines));
                out.push_str(newline);
            }
            self.blank(out);
            if depth > 0 && self.once_in(3) {
                self.block(out, depth, level, newline);
            } else {
                let name = self.one_of(&["a", "bb", "name", "instance_type", "é", "type", "for"]);
                // The number makes the name unique in the body.
                out.push_str(&format!("{name}{number}"));
                if self.once_in(8) {
                    out.truncate(out.len() - 1);
                }
                self.blank(out);
                out.push('=');
                self.blank(out);
                self.expression(out, depth);
            }
            self.line_end(out, newline);
        }
        if level == 0 && self.once_in(6) {
            out.truncate(out.trim_end().len());
        }
    }

    fn line_end(&mut self, out: &mut String, newline: &str) {
        if self.once_in(4) {
            out.push_str(self.one_of(&["# note", " // note", "   /* note */", "  #"]));
        } else if self.once_in(6) {
            out.push_str("  ");
        }
        out.push_str(newline);
    }

    fn block(&mut self, out: &mut String, depth: usize, level: usize, newline: &str) {
        out.push_str(self.one_of(&["variable", "resource", "b", "dynamic"]));
        for _ in 0..self.below(3) {
            out.push_str(match self.below(40) {
                0 => " /* c */ ",
                1..10 => "\t",
                _ => " ",
            });
            out.push_str(self.one_of(&["\"x\"", "label", "\"a b\"", "\"aws_thing\""]));
        }
        self.blank(out);
        out.push('{');
        match self.below(4) {
            0 => self.blank(out),
            1 => {
                self.blank(out);
                out.push_str("type=");
                self.expression(out, depth - 1);
                self.blank(out);
            }
            _ => {
                self.line_end(out, newline);
                self.body(out, depth - 1, level + 1);
                self.blank(out);
            }
        }
        out.push('}');
    }

    /// Generates blanks between two tokens of a line.
    fn blank(&mut self, out: &mut String) {
        out.push_str(self.one_of(&["", " ", "  ", " ", "", "\t", "/* c */"]));
    }

    /// Generates blanks where newlines are insignificant.
    fn gap(&mut self, out: &mut String) {
        match self.below(8) {
            0 => out.push('\n'),
            1 => out.push_str("# in\n"),
            2 => out.push_str("\n\n  "),
            _ => self.blank(out),
        }
    }

    fn expression(&mut self, out: &mut String, depth: usize) {
        let choice = match depth {
            0 => self.below(10),
            _ => self.below(30),
        };
        match choice {
            0..=5 => out.push_str(self.one_of(&[
                "1",
                "-1",
                "1.5e3",
                "true",
                "null",
                "\"text\"",
                "\"a $${b} %%{c} \\n\"",
                "\"\"",
                "list",
                "\"string\"",
                "\"map\"",
                "var.a",
                "each.key",
                "\"é\"",
            ])),
            6 => out.push_str(self.one_of(&[
                "var . a",
                "a.b.0",
                "a.0 .b",
                "a [ 0 ]",
                "a[\"k\"].c",
                "a . * . b",
                "a[*].b",
                "m[ var.a ].c",
                "a . 0 . 1",
            ])),
            7 => out.push_str(self.one_of(&["!a", "! a", "- a", "-  1", "(- 1)", "a-1", "a - 1"])),
            8 => out.push_str(self.one_of(&[
                "<<E\n  x ${ var.a } y\n\nE",
                "<<-E\n    a\n      b ${c}\n   E",
                "<<E\nE",
            ])),
            9 => out.push_str(self.one_of(&[
                "\"${var.a}\"",
                "\"${ var.a }-${b}\"",
                "\"${\"${c}\"}\"",
                "\"${~ a ~}\"",
                "\"${\n a ?\n b : c\n}\"",
                "\"%{ if a }x%{else}y%{endif}\"",
                "\"${f(\"${a}\")}\"",
                "\"${ { a=1 } }\"",
                "\"${ # c\n a}\"",
                "\"${(\na)}\"",
                "\"${(a)\n+(b)}\"",
            ])),
            10..=12 => self.list(out, depth, "[", "]"),
            13 | 14 => {
                out.push_str(self.one_of(&["f", "upper", "a::b", "a :: b"]));
                self.blank(out);
                self.list(out, depth, "(", ")");
            }
            15..=19 => self.object(out, depth),
            20 => self.wrapped(out, "(", depth, ")"),
            21 | 22 => {
                self.expression(out, depth - 1);
                self.blank(out);
                out.push_str(self.one_of(&["+", "-", "*", "==", "!=", "&&", "||", "<", ">=", "%"]));
                self.blank(out);
                self.expression(out, depth - 1);
            }
            23 => {
                for piece in ["", "?", ":"] {
                    self.blank(out);
                    out.push_str(piece);
                    self.blank(out);
                    self.expression(out, depth - 1);
                }
            }
            24 => self.wrapped(out, "[for x in ", depth, "]"),
            25 => {
                out.push_str("[for x in");
                self.blank(out);
                self.list(out, depth, "[", "]");
                self.blank(out);
                out.push_str(": x if x>-1]");
            }
            26 => {
                out.push_str("{for k , v in");
                self.blank(out);
                self.object(out, depth);
                out.push_str(":k=>v ... }");
            }
            27 => self.wrapped(out, "\"${", depth, "}\""),
            28 => self.wrapped(out, "\"a ${", depth, "} b\""),
            _ => {
                self.wrapped(out, "(", depth, ")");
                self.blank(out);
                out.push_str(self.one_of(&["[0]", ".b", "[*].c", "[ a ]"]));
            }
        }
    }

    fn wrapped(&mut self, out: &mut String, open: &str, depth: usize, close: &str) {
        out.push_str(open);
        self.gap(out);
        self.expression(out, depth - 1);
        self.gap(out);
        if open.contains("for") {
            out.push_str(": x");
        }
        out.push_str(close);
    }

    fn list(&mut self, out: &mut String, depth: usize, open: &str, close: &str) {
        out.push_str(open);
        self.gap(out);
        for _ in 0..self.below(4) {
            self.expression(out, depth - 1);
            self.gap(out);
            out.push(',');
            self.gap(out);
        }
        out.push_str(close);
    }

    fn object(&mut self, out: &mut String, depth: usize) {
        out.push('{');
        let lines = self.once_in(2);
        let separator = if lines { "\n" } else { "," };
        if lines {
            out.push('\n');
        }
        for number in 0..self.below(4) {
            self.blank(out);
            match self.below(4) {
                0 => out.push_str("(var.k)"),
                1 => out.push_str("\"quoted key\""),
                _ => out.push_str(&format!("key{number}")),
            }
            self.blank(out);
            out.push_str(self.one_of(&["=", "=", ":"]));
            self.blank(out);
            self.expression(out, depth - 1);
            self.blank(out);
            if lines && self.once_in(5) {
                out.push_str("# item");
            }
            out.push_str(separator);
        }
        self.blank(out);
        out.push('}');
    }
}
