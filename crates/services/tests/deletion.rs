//! Recovery: after the deletion of any one token, services answer at each name outside of the
//! damaged statement as before.
//!
//! A statement of the samples is a line, or the lines of a block if the token is in its first or last
//! line. `src/terraform/broken_tests.rs` and `src/puppet/tests/recovery.rs` compare more answers, by
//! the syntax trees of their languages.
#![cfg(all(
    feature = "mcl",
    feature = "pcl",
    feature = "puppet",
    feature = "terraform"
))]

#[allow(dead_code, reason = "the tests of the languages use the rest")]
mod memory;

use memory::{Fixture, fixture};
use polycty_services::Options;
use std::ops::Range;

const FILES: [(&str, &str); 5] = [
    (
        "/w/lib.mcl",
        "func double($n int) int {\n\t$n * 2\n}\nclass site($name str) {\n}\n",
    ),
    (
        "/w/other.pcl",
        "config size number {\n  default = 2\n}\nconfig tags \"map(string)\" {}\n",
    ),
    (
        "/w/main.tf",
        "variable \"ports\" {\n  type = list(number)\n}\nvariable \"site\" {\n  type = object({ name = string, tags = optional(map(string)) })\n}\nvariable \"zone\" {\n  type = string\n}\n",
    ),
    ("/w/environment.conf", "modulepath = modules\n"),
    (
        "/w/modules/demo/manifests/init.pp",
        "# @param users The users.\nclass demo(\n  Integer $port = 1,\n  Array[String] $users = [],\n  Hash $sites = {},\n  String $mode = 'a',\n) {\n}\n",
    ),
];

/// The samples: the path and the text.
const SAMPLES: [(&str, &str); 7] = [
    (
        "/w/a.mcl",
        r#"import "fmt"
import "lib.mcl"

$port = 80
$ports = [$port, 443]
$by_name = {"a" => $ports, "b" => [1]}
$user = struct{name => "root", uid => 0}
$twice = lib.double($port)

func label($name str, $count int) str {
	fmt.printf("%s: %d", $name, $count)
}

class web($name, $size int) {
	$text = label($name, $size)
	print "p" {
		msg => $text,
		Meta:noop => $size > 3,
	}
}

if $port > 1024 {
	$high = label("high", $port)
	print "high" {
		msg => $high,
	}
} else {
	print "low" {
		msg => $user->name,
	}
}

include web("a", len($by_name))
include lib.site("s")

print "last" {
	msg => fmt.printf("%d %d", $twice, len($ports)),
}
"#,
    ),
    (
        "/w/a.pcl",
        r#"config count int {
  default = 3
}
config names "list(string)" {
}

double = count * size
first = names[0]
upper = { for name in names : name => length(name) }
message = "count ${count} of ${double}"

resource web "aws:ec2:Instance" {
  ami = first
  size = double
  tags = tags
  options {
    range = count
    dependsOn = [db]
  }
}

resource db "aws:rds:Instance" {
  name = message
}

output id {
  value = web.id
}
output all {
  value = [message, upper, db.id]
}
"#,
    ),
    (
        "/w/a.tfvars",
        r#"ports = [
  80,
  443,
]
zone = "eu"
site = {
  name = "web"
  tags = { a = "b" }
}
"#,
    ),
    (
        "/w/a.hcl",
        r#"name = "web"
ports = [80, upper(name)]
service "http" "main" {
  port = ports[0]
  check {
    path = "/${name}"
    every = 10
  }
}
last = { a = name, b = [1, 2] }
"#,
    ),
    (
        "/w/a.epp",
        r#"<%- | Integer $port,
  Array[String] $users = [],
  String $mode = 'x',
| -%>
<% $total = $port + 1 -%>
port = <%= $port %>
total = <%= $total %>
<% $users.each |$user| { -%>
user = <%= $user %> <%= upcase($mode) %>
<% } -%>
<% if $port > 80 { -%>
high = <%= $total %>
<% } -%>
mode = <%= $mode %>
"#,
    ),
    (
        "/w/data/common.yaml",
        r#"demo::port: 80
demo::users:
  - alice
  - bob
demo::sites:
  main:
    port: 80
    tags: [a, b]
demo::mode: "x"
"#,
    ),
    (
        "/w/data/common.json",
        r#"{
  "demo::port": 80,
  "demo::users": [
    "alice",
    "bob"
  ],
  "demo::sites": {
    "main": { "port": 80 }
  },
  "demo::mode": "x"
}
"#,
    ),
];

/// The tokens of a text: words, numbers, and single characters of everything else.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        match found.last_mut() {
            Some(last)
                if last.end == at && is_word(c) && text[last.clone()].chars().all(is_word) =>
            {
                last.end += 1;
            }
            _ => found.push(at..at + c.len_utf8()),
        }
    }
    found
}

/// The lines of the damaged statement: those from the line that opens the brackets of a line to the
/// line that closes them, and all lines of a value in brackets. The tags of a template are brackets of
/// a value.
fn damaged(path: &str, text: &str, at: usize) -> Range<usize> {
    let text = match path.ends_with(".epp") {
        true => &*text.replace("<%", "= [").replace("%>", "]"),
        false => text,
    };
    let line = text[..at].matches('\n').count();
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut found = line..line + 1;
    for (number, content) in text.lines().enumerate() {
        for (at, c) in content.char_indices() {
            match c {
                '{' | '[' | '(' => {
                    let before = content[..at].trim_end();
                    open.push((number, before.ends_with(['=', ':'])));
                }
                '}' | ']' | ')' => {
                    let (start, is_value) = open.pop().expect("the sample is balanced");
                    let is_damaged = start == line || number == line || is_value;
                    if is_damaged && (start..=number).contains(&line) {
                        found = found.start.min(start)..found.end.max(number + 1);
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// The labels of completion, and the other answers as text.
type Answers = (Vec<String>, String);

/// The answers at a byte, without the bytes of other lines.
fn answers(fixture: &Fixture, byte: usize) -> Answers {
    fixture.ask(|language, context, _| {
        let byte = byte as u32;
        // A type may depend on the damaged statement.
        let hover = language.hover(context, byte)?.map(|hover| hover.span);
        let hover = hover.map(|span| span.slice(context.document.text()).to_owned());
        let mut labels: Vec<String> = Vec::new();
        for one in language.completions(context, byte)? {
            labels.push(one.label);
        }
        let kinds = language.tokens(context, context.document.span())?;
        let kind = kinds
            .iter()
            .find(|token| token.span.start <= byte && byte < token.span.end);
        let kind = kind.map(|token| token.kind);
        let paths = language.definitions(context, byte)?;
        let paths: Vec<String> = paths.into_iter().map(|one| one.path).collect();
        Ok((labels, format!("{hover:?} {paths:?} {kind:?}")))
    })
}

#[test]
fn services_answer_outside_of_a_damaged_statement() {
    let options = Options::default();
    for (path, text) in SAMPLES {
        // `|` marks a byte of a fixture.
        let open = |text: &str| {
            let mut found = fixture(path, "", &FILES, &options);
            let kind = found
                .workspace
                .document(path)
                .expect("it is open")
                .language();
            found.workspace.open(path, kind, 2, text);
            found
        };
        let intact = open(text);
        assert_eq!(intact.diagnostics(), [""; 0], "{path}");
        let all = tokens(text);
        let is_name = |token: &&Range<usize>| {
            let first = text[token.start..].chars().next();
            first.is_some_and(|c| c.is_ascii_alphabetic())
        };
        let names: Vec<&Range<usize>> = all.iter().filter(is_name).collect();
        let line_of = |at: usize| text[..at].matches('\n').count();
        let before: Vec<Answers> = names
            .iter()
            .map(|name| answers(&intact, name.start + 1))
            .collect();
        let (mut compared, mut different) = (0, Vec::new());
        for token in &all {
            let lines = damaged(path, text, token.start);
            let deleted = [&text[..token.start], &text[token.end..]].concat();
            let broken = open(&deleted);
            let damaged_names: Vec<&str> = names
                .iter()
                .filter(|name| lines.contains(&line_of(name.start)))
                .map(|name| &text[(*name).clone()])
                .collect();
            for (name, before) in names.iter().zip(&before) {
                let word = &text[(*name).clone()];
                // A name may be declared in the damaged statement.
                let root = text[..name.start].strip_suffix('.').unwrap_or_default();
                let root = root.rsplit(|c: char| !c.is_alphanumeric()).next();
                let is_member = root.is_some_and(|root| damaged_names.contains(&root));
                let is_damaged = is_member || damaged_names.contains(&word);
                if is_damaged || lines.contains(&line_of(name.start)) {
                    continue;
                }
                let shift = if name.start > token.start {
                    token.len()
                } else {
                    0
                };
                let after = answers(&broken, name.start + 1 - shift);
                compared += 1;
                // Declarations of the damaged statement are not completed.
                let is_damaged = |label: &String| {
                    let words = label.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                    words.into_iter().any(|word| damaged_names.contains(&word))
                };
                let missing: Vec<&String> = before
                    .0
                    .iter()
                    .filter(|label| !after.0.contains(label) && !is_damaged(label))
                    .collect();
                if after.1 != before.1 || !missing.is_empty() {
                    different.push(format!(
                        "line {}: without {:?} of line {}: {word}\n    {}\n    {} {missing:?}",
                        line_of(name.start) + 1,
                        &text[token.clone()],
                        line_of(token.start) + 1,
                        before.1,
                        after.1
                    ));
                }
            }
        }
        // The blocks of templates have no indentation that shows where a damaged one ends.
        let per_mille = if path.ends_with(".epp") { 8 } else { 2 };
        assert!(compared > 100, "{path}: {compared}");
        let first: Vec<&String> = different.iter().take(5).collect();
        assert!(
            different.len() * 1000 <= per_mille * compared,
            "{path}: {} of {compared}: {first:#?}",
            different.len()
        );
    }
}
