//! Services of editors: every question about a document, at a byte of it and as a whole.
//!
//! `|` in a text marks the byte. Each question has a budget of its own.

use crate::case::{Added, Cases, Growth, Text, colliding, nested, numbered, ready, repeated};
use crate::deadline;
use crate::expected::{Expected, OK, limit_from};
use crate::host::{Answer, explain, timed};
use polycty::ffi::base::status::*;
use polycty::source::Code;
use polycty_services::lsp::{Client, Converter, SymbolIndex, of_path};
use polycty_services::{
    Change, Encoding, LinePosition, MemoryFiles, Options, Workspace, languages,
};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The requests of the protocol about a document.
const REQUESTS: [&str; 15] = [
    "diagnostic",
    "completion",
    "hover",
    "signatureHelp",
    "definition",
    "references",
    "prepareRename",
    "rename",
    "documentSymbol",
    "foldingRange",
    "selectionRange",
    "semanticTokens/full",
    "formatting",
    "inlayHint",
    "codeAction",
];

/// Sends all requests about a document. The status is that of the first request that exceeds its
/// budget. A name that cannot be renamed is not an error of the case.
pub(super) fn asked(path: &str, text: &str, others: BTreeMap<String, String>) -> Answer {
    let byte = text.find('|').unwrap_or(0);
    let text = text.replacen('|', "", 1);
    let files = Arc::new(MemoryFiles::new(others));
    let mut workspace = Workspace::new(files, languages(&Options::default()));
    workspace.set_folders(vec!["/w".to_owned()]);
    let kind = workspace.kind(path, "", &deadline::budget());
    let Ok(Some(kind)) = kind else {
        return Err(PCTY_ERROR_INVALID_ARGUMENT);
    };
    workspace.open(path, kind, 1, &text);
    let document = workspace.document(path).expect("it was opened");
    let at = document.position(byte as u32, Encoding::Utf16);
    let at = json!({ "line": at.line, "character": at.column });
    let params = json!({
        "textDocument": { "uri": of_path(path) },
        "position": at,
        "positions": [at],
        "newName": "renamed",
    });
    let mut answer = Ok(());
    // An edit drops what was remembered, and the answers are the same again.
    let edit = Change {
        range: Some((LinePosition::default(), LinePosition::default())),
        text: String::new(),
    };
    // The symbols of the workspace are found by an index.
    let budget = deadline::budget();
    let mut index = SymbolIndex::default();
    index.changed(path);
    let uris = BTreeMap::new();
    let converter = Converter::new(&workspace, &uris, Client::default(), &budget);
    if let Err(error) = timed(|| index.answer("", &converter)) {
        explain("symbol".to_owned());
        answer = Err(match error.code() {
            Code::Limit => PCTY_ERROR_LIMIT,
            _ => PCTY_ERROR_INTERNAL,
        });
    }
    for request in REQUESTS {
        if request == "completion" {
            timed(|| workspace.change(path, std::slice::from_ref(&edit), Encoding::Utf16, 2));
        }
        let (budget, uris) = (deadline::budget(), BTreeMap::new());
        let converter = Converter::new(&workspace, &uris, Client::default(), &budget);
        let method = format!("textDocument/{request}");
        let status = match timed(|| converter.answer(&method, &params)) {
            Ok(Some(answer)) if answer["items"][0]["code"] == "limit" => PCTY_ERROR_LIMIT,
            Ok(Some(_)) => continue,
            Err(error) => match error.code() {
                Code::Value => continue,
                Code::Limit => PCTY_ERROR_LIMIT,
                Code::Internal => PCTY_ERROR_INTERNAL,
                _ => PCTY_ERROR_INVALID_ARGUMENT,
            },
            Ok(None) => PCTY_ERROR_INVALID_ARGUMENT,
        };
        if answer.is_ok() {
            explain(request.to_owned());
        }
        answer = answer.and(Err(status));
    }
    answer
}

/// Asks about the document of a path alone.
pub(super) fn alone(path: &'static str) -> impl Fn(&str) -> Answer + Copy {
    move |text| asked(path, text, BTreeMap::new())
}

const TERRAFORM: &[Text] = &[
    ("variables", 8_000, |n| {
        let all = numbered(
            |at| format!("variable \"v{at}\" {{\n  default = 1\n}}"),
            "\n",
            n,
        );
        format!("{all}\noutput \"o\" {{\n  value = var.|v0\n}}\n")
    }),
    ("colliding-variables", 500, |n| {
        let all = numbered(|at| format!("variable \"{}\" {{}}", colliding(at)), "\n", n);
        format!("{all}\noutput \"o\" {{\n  value = var.|v0\n}}\n")
    }),
    ("uses", 2_000, |n| {
        let all = repeated("  var.v,", "\n", n);
        format!(
            "variable \"v\" {{\n  default = 1\n}}\noutput \"o\" {{\n  value = [var.|v,\n{all}\n]\n}}\n"
        )
    }),
    ("uses-in-a-line", 8_000, |n| {
        let all = repeated("var.v", ", ", n);
        format!(
            "variable \"v\" {{\n  default = 1\n}}\noutput \"o\" {{\n  value = [var.|v, {all}]\n}}\n"
        )
    }),
    ("locals", 1_000, |n| {
        let all = numbered(|at| format!("  l{at} = local.l{}", at + 1), "\n", n);
        format!("locals {{\n{all}\n  l{n} = \"|x\"\n}}\n")
    }),
    ("resources", 500, |n| {
        numbered(
            |at| format!("resource \"a_b\" \"r{at}\" {{\n  c = a_b.r{}.c\n}}", at + 1),
            "\n",
            n,
        ) + "\noutput \"o\" {\n  value = a_b.|r1\n}\n"
    }),
    ("calls", 500, |n| {
        let all = repeated("  max(1, 2),", "\n", n);
        format!("locals {{\n  l = [\n{all}\n  max(|1)]\n}}\n")
    }),
    ("deep-calls", 25, |n| {
        format!("locals {{\n  l = {}\n}}\n", nested("max(1, ", "|1", ")", n))
    }),
    ("deep-lists", 40, |n| {
        format!("locals {{\n  l = {}\n}}\n", nested("[", "|1", "]", n))
    }),
    ("deep-blocks", 40, |n| {
        format!(
            "resource \"a\" \"b\" {{\n{}}}\n",
            nested("c {\n", "d = |each.key\n", "}\n", n)
        )
    }),
    ("open-blocks", 1_000, |n| "a {\n".repeat(n) + "|"),
    ("open-brackets", 1_000, |n| {
        format!("a = {}|", "[".repeat(n))
    }),
    ("open-templates", 1_000, |n| {
        format!("a = {}|", "\"${".repeat(n))
    }),
    ("broken-lines", 1_000, |n| "a = \n".repeat(n) + "|"),
    ("broken-blocks", 500, |n| {
        "resource \"a\" {\n  x = = 1\n}\n".repeat(n) + "|"
    }),
    ("heredocs", 500, |n| {
        let all = repeated("  a = <<E\n${var.v}\nE\n", "", n);
        format!("variable \"v\" {{}}\nlocals {{\n{all}}}\n|")
    }),
    ("interpolations", 1_000, |n| {
        format!(
            "variable \"v\" {{}}\nlocals {{\n  a = \"{}\"\n}}\n|",
            "${var.v}é".repeat(n)
        )
    }),
    ("comments", 2_000, |n| "# é\n".repeat(n) + "|"),
    ("long-comment", 10_000, |n| {
        format!("# {}\n|", "é".repeat(n))
    }),
    ("moved", 500, |n| {
        numbered(
            |at| format!("moved {{\n  from = a_b.r{at}\n  to = a_b.r{}\n}}", at + 1),
            "\n",
            n,
        ) + "\nresource \"a_b\" \"|r0\" {\n}\n"
    }),
    ("modules", 200, |n| {
        numbered(
            |at| format!("module \"m{at}\" {{\n  source = \"./m\"\n}}"),
            "\n",
            n,
        ) + "\noutput \"o\" {\n  value = module.|m0\n}\n"
    }),
    ("object-type", 1_000, |n| {
        let all = numbered(|at| format!("    a{at} = optional(string)"), "\n", n);
        format!(
            "variable \"v\" {{\n  type = object({{\n{all}\n  }})\n}}\noutput \"o\" {{\n  value = var.v.|a0\n}}\n"
        )
    }),
];

const VALUES: &[Text] = &[
    ("values", 1_000, |n| {
        numbered(|at| format!("v{at} = {at}"), "\n", n) + "\n|v0 = 1\n"
    }),
    ("list-in-a-line", 5_000, |n| {
        format!("v = [{}]\n|", repeated("\"é\"", ", ", n))
    }),
];

const TERRAFORM_JSON: &[Text] = &[
    ("variables", 1_000, |n| {
        let variables = numbered(|at| format!("\"v{at}\": {{}}"), ", ", n);
        format!("{{\"variable\": {{{variables}, |\"a\": {{}}}}}}")
    }),
    ("templates", 500, |n| {
        let locals = numbered(|at| format!("\"l{at}\": \"${{var.v}}\""), ", ", n);
        format!("{{\"variable\": {{\"v\": {{}}}}, \"locals\": {{{locals}, |\"a\": 1}}}}")
    }),
    // The symbol of each resource has both labels.
    ("long-label", 500, |n| {
        let resources = numbered(|at| format!("\"r{at}\": {{}}"), ", ", n);
        let label = "a".repeat(10_000);
        format!("{{\"resource\": {{\"{label}\": {{{resources}, |\"a\": {{}}}}}}}}")
    }),
    ("members-to-complete", 5_000, |n| {
        let members = numbered(|at| format!("\"m{at}\": 1"), ", ", n);
        format!("{{\"variable\": {{\"a\": {{{members}, |}}}}}}")
    }),
    ("open-lists", 20_000, |n| "[".repeat(n) + "|"),
    ("open-objects", 5_000, |n| "{\"a\":".repeat(n) + "|"),
    ("empty-lists", 20_000, |n| {
        format!("{{\"a\": [{}|[]]}}", "[],".repeat(n))
    }),
    ("open-strings", 5_000, |n| "{\"é\n".repeat(n) + "|"),
];

const HCL: &[Text] = &[
    ("attributes", 16_000, |n| {
        numbered(|at| format!("v{at} = {at}"), "\n", n) + "\n|"
    }),
    ("list-in-a-line", 5_000, |n| {
        format!("v = [{}]\n|", repeated("\"é\"", ", ", n))
    }),
    ("blocks", 1_000, |n| {
        numbered(|at| format!("b \"l{at}\" {{\n}}"), "\n", n) + "\n|"
    }),
    ("open-blocks", 1_000, |n| "a {\n".repeat(n) + "|"),
];

const PUPPET: &[Text] = &[
    ("variables", 8_000, |n| {
        let all = numbered(|at| format!("  $v{at} = {at}"), "\n", n);
        format!("class c {{\n{all}\n  notice($|v0)\n}}\n")
    }),
    ("uses-in-a-line", 2_000, |n| {
        format!(
            "class c {{ $v = 1 notice($|v, {}) }}\n",
            repeated("$v", ", ", n)
        )
    }),
    ("interpolations", 1_000, |n| {
        format!(
            "class c {{ $v = 1 notice(\"${{|v}}{}\") }}\n",
            "${v}é".repeat(n)
        )
    }),
    ("parameters", 1_000, |n| {
        let all = numbered(|at| format!("  String $p{at} = 'x'"), ",\n", n);
        format!("class c(\n{all}\n) {{\n  notice($|p0)\n}}\nclass {{ 'c': p1 => 'a' }}\n")
    }),
    ("classes", 1_000, |n| {
        numbered(
            |at| format!("class c{at} {{ include c{} }}", at + 1),
            "\n",
            n,
        ) + "\ninclude |c0\n"
    }),
    ("resources", 1_000, |n| {
        numbered(
            |at| format!("file {{ '/f{at}': ensure => file, require => File['/f0'] }}"),
            "\n",
            n,
        ) + "\nfile { '/|f0': }\n"
    }),
    ("deep-arrays", 30, |n| {
        format!("$a = {}\n", nested("[", "|1", "]", n))
    }),
    ("deep-conditions", 20, |n| {
        nested("if $a { ", "notice(|1)", " }", n)
    }),
    ("deep-lambdas", 15, |n| {
        nested("[1].each |$x| { ", "notice($x)", " }", n)
    }),
    ("open-braces", 1_000, |n| "class c {\n".repeat(n) + "|"),
    ("open-brackets", 1_000, |n| {
        format!("$a = {}|", "[".repeat(n))
    }),
    ("open-strings", 1_000, |n| {
        format!("$a = {}|", "\"${".repeat(n))
    }),
    ("broken-lines", 1_000, |n| "$a = \n".repeat(n) + "|"),
    ("broken-resources", 500, |n| {
        "file { 'a' ensure => }\n".repeat(n) + "|"
    }),
    ("broken-classes", 500, |n| {
        "class c( { $x = }\n".repeat(n) + "|"
    }),
    ("comments", 16_000, |n| "# é\n".repeat(n) + "|class c {}\n"),
    ("documented", 500, |n| {
        numbered(
            |at| format!("# @summary Text.\n# @param p Text.\nclass c{at}($p) {{ }}"),
            "\n",
            n,
        ) + "\ninclude |c0\n"
    }),
    ("calls", 1_000, |n| {
        numbered(|_| "notice(\"a\".length)".to_owned(), "\n", n) + "\nabs(|1)\n"
    }),
    ("type-aliases", 500, |n| {
        numbered(|at| format!("type T{at} = Array[T{}]", at + 1), "\n", n)
            + "\nclass c(|T0 $x) { }\n"
    }),
    ("functions", 500, |n| {
        numbered(
            |at| format!("function f{at}($x) {{ f{}($x) }}", at + 1),
            "\n",
            n,
        ) + "\nf0(|1)\n"
    }),
];

const EPP: &[Text] = &[
    ("expressions", 1_000, |n| {
        "<%- | $v | -%>\n".to_owned() + &"é<%= $v %>\n".repeat(n)
    }),
    ("expressions-in-a-line", 1_000, |n| "é<%= $v %>".repeat(n)),
    ("open-tags", 1_000, |n| "<% ".repeat(n)),
    ("comments", 1_000, |n| {
        format!("<% {} %>", "# é\n".repeat(n))
    }),
    ("tags-of-comments", 1_000, |n| "<%# é %>\n".repeat(n)),
];

const DATA: &[Text] = &[
    ("keys", 1_000, |n| {
        numbered(|at| format!("c::k{at}: {at}"), "\n", n) + "\n|c::k: 1\n"
    }),
    ("list-in-a-line", 2_000, |n| {
        format!("c::k: [{}]\n|", repeated("\"é\"", ", ", n))
    }),
    ("aliases", 500, |n| {
        format!(
            "b: &b [1]\n{}\n|c::k: 1\n",
            numbered(|at| format!("k{at}: *b"), "\n", n)
        )
    }),
    ("expressions", 500, |n| {
        format!("x: 1\n|c::k: \"{}\"\n", "%{lookup('x')}".repeat(n))
    }),
    ("open-lists", 1_000, |n| format!("k: {}|", "[".repeat(n))),
];

const MCL: &[Text] = &[
    ("variables", 500, |n| {
        numbered(|at| format!("$v{at} = {at}"), "\n", n) + "\n$w = $|v0\n"
    }),
    ("uses-in-a-line", 500, |n| {
        format!("$v = 1\n$w = [$|v, {},]\n", repeated("$v", ", ", n))
    }),
    ("functions", 500, |n| {
        numbered(|at| format!("func f{at}($x) {{ $x }}"), "\n", n) + "\n$w = |f0(1)\n"
    }),
    ("resources", 500, |n| {
        numbered(
            |at| format!("file \"/f{at}\" {{\n\tcontent => \"x\",\n}}"),
            "\n",
            n,
        ) + "\n|"
    }),
    ("classes", 300, |n| {
        numbered(
            |at| format!("class c{at} {{\n\tinclude c{}\n}}", at + 1),
            "\n",
            n,
        ) + "\ninclude |c0\n"
    }),
    ("deep-lists", 120, |n| {
        format!("$a = {}\n", nested("[", "|1", ",]", n))
    }),
    ("deep-conditions", 80, |n| {
        nested("if true { ", "$x = |1\n", " }", n)
    }),
    ("open-braces", 500, |n| "class c {\n".repeat(n) + "|"),
    ("open-brackets", 1_000, |n| {
        format!("$a = {}|", "[".repeat(n))
    }),
    ("broken-lines", 4_000, |n| "$a = \n".repeat(n) + "|"),
    ("interpolations", 500, |n| {
        format!("$v = \"x\"\n$w = \"{}\"\n|", "${v}é".repeat(n))
    }),
    ("imports-and-variables", 1_600, |n| {
        let imports = numbered(|at| format!("import \"m{at}\""), "\n", n);
        format!(
            "{imports}\n{}\n|",
            numbered(|at| format!("$v{at} = [1]"), "\n", n)
        )
    }),
    ("imports", 200, |n| {
        numbered(|at| format!("import \"lib{at}.mcl\" as l{at}"), "\n", n) + "\n$x = l0.|f(1)\n"
    }),
];

const PCL: &[Text] = &[
    ("variables", 500, |n| {
        numbered(|at| format!("config v{at} int {{}}"), "\n", n)
            + "\noutput o {\n  value = |v0\n}\n"
    }),
    ("uses-in-a-line", 1_000, |n| {
        format!(
            "config v int {{}}\noutput o {{\n  value = [|v, {}]\n}}\n",
            repeated("v", ", ", n)
        )
    }),
    ("locals", 500, |n| {
        numbered(|at| format!("l{at} = l{}", at + 1), "\n", n) + "\n|"
    }),
    ("resources", 300, |n| {
        numbered(
            |at| format!("resource r{at} \"a:b:C\" {{\n  x = r{}.x\n}}", at + 1),
            "\n",
            n,
        ) + "\n|"
    }),
    ("deep-lists", 25, |n| {
        format!("l = {}\n", nested("[", "|1", "]", n))
    }),
    ("open-blocks", 500, |n| "a {\n".repeat(n) + "|"),
    ("broken-lines", 500, |n| "a = \n".repeat(n) + "|"),
];

/// A folder of many files.
struct Folder {
    name: &'static str,
    n: usize,
    path: &'static str,
    text: &'static str,
    file: fn(usize) -> (String, String),
    growth: Growth,
    expected: Expected,
}

const FOLDERS: &[Folder] = &[
    Folder {
        name: "terraform/files",
        n: 200,
        growth: Growth::Linear,
        expected: OK,
        path: "/w/main.tf",
        text: "variable \"v\" {\n  default = 1\n}\noutput \"o\" {\n  value = var.|v\n}\n",
        file: |at| {
            (
                format!("/w/f{at}.tf"),
                format!("locals {{\n  l{at} = var.v\n}}\n"),
            )
        },
    },
    Folder {
        name: "terraform/module-folders",
        n: 100,
        growth: Growth::Linear,
        expected: OK,
        path: "/w/main.tf",
        text: "variable \"|v\" {\n  default = 1\n}\n",
        file: |at| {
            (
                format!("/w/m{at}/main.tf"),
                "variable \"v\" {\n  default = 1\n}\n".to_owned(),
            )
        },
    },
    Folder {
        name: "terraform/chain-of-folders",
        n: 4,
        growth: Growth::Budgeted,
        expected: OK,
        path: "/w/main.tf",
        text: "module \"a\" {\n  source = \"./m0\"\n}\nmodule \"b\" {\n  source = \"./m0\"\n}\noutput \"o\" {\n  value = module.|a.o\n}\n",
        file: |at| {
            (
                format!("/w/m{at}/main.tf"),
                format!(
                    "module \"a\" {{\n  source = \"../m{0}\"\n}}\nmodule \"b\" {{\n  source = \"../m{0}\"\n}}\noutput \"o\" {{\n  value = 1\n}}\n",
                    at + 1
                ),
            )
        },
    },
    Folder {
        name: "puppet/manifests",
        n: 200,
        growth: Growth::Linear,
        expected: OK,
        path: "/w/manifests/init.pp",
        text: "class w {\n  include |w::c0\n}\n",
        file: |at| {
            (
                format!("/w/manifests/c{at}.pp"),
                format!("class w::c{at}($p = 1) {{\n  include w::c0\n  notice($w::c0::p)\n}}\n"),
            )
        },
    },
    Folder {
        name: "puppet/data-files",
        n: 100,
        growth: Growth::Linear,
        expected: OK,
        path: "/w/manifests/init.pp",
        text: "class w($|p) {\n}\n",
        file: |at| match at {
            0 => (
                "/w/metadata.json".to_owned(),
                "{\"name\": \"a-w\"}".to_owned(),
            ),
            1 => (
                "/w/hiera.yaml".to_owned(),
                "version: 5\nhierarchy: [{name: a, glob: '*.yaml'}]\n".to_owned(),
            ),
            at => (format!("/w/data/d{at}.yaml"), "w::p: 1\n".to_owned()),
        },
    },
    Folder {
        name: "mcl/imported-files",
        n: 50,
        growth: Growth::Linear,
        expected: OK,
        path: "/w/main.mcl",
        text: "import \"lib0.mcl\"\n$x = lib0.|f(1)\n",
        file: |at| {
            (
                format!("/w/lib{at}.mcl"),
                format!("import \"lib{}.mcl\"\nfunc f($x) {{ $x }}\n", at + 1),
            )
        },
    },
    Folder {
        name: "pcl/files",
        n: 200,
        growth: Growth::Linear,
        expected: OK,
        path: "/w/main.pcl",
        text: "config v int {}\noutput o {\n  value = |v\n}\n",
        file: |at| (format!("/w/f{at}.pcl"), format!("l{at} = v\n")),
    },
];

/// Adds a case for each text.
pub(super) fn add_texts<'c>(
    cases: &'c mut Cases,
    verb: &str,
    texts: &[Text],
    work: impl Fn(&str) -> Answer + Copy + Send + 'static,
) -> Added<'c> {
    let first = cases.0.len();
    for &(name, n, make) in texts {
        // The message of a nested form names the forms around it.
        let growth = match name.starts_with("deep-") {
            true => Growth::Square,
            false => Growth::Linear,
        };
        let prepare = move |n| {
            let text = make(n).into_boxed_str();
            ready(move || work(&text))
        };
        cases.add_growing(format!("services/{verb}/{name}"), n, growth, prepare);
    }
    cases.since(first)
}

pub fn add(cases: &mut Cases) {
    add_texts(cases, "terraform", TERRAFORM, alone("/w/main.tf"))
        .except(limit_from(4), "variables");
    add_texts(cases, "tfvars", VALUES, alone("/w/terraform.tfvars"));
    add_texts(
        cases,
        "terraform-json",
        TERRAFORM_JSON,
        alone("/w/main.tf.json"),
    )
    .except(limit_from(4), "long-label");
    add_texts(
        cases,
        "tfvars-json",
        TERRAFORM_JSON,
        alone("/w/terraform.tfvars.json"),
    );
    add_texts(cases, "hcl", HCL, alone("/w/a.hcl")).except(limit_from(4), "attributes");
    add_texts(cases, "puppet", PUPPET, alone("/w/manifests/init.pp"))
        .except(limit_from(8), "variables");
    add_texts(cases, "epp", EPP, alone("/w/templates/a.epp"));
    add_texts(cases, "data", DATA, alone("/w/data/common.yaml"));
    add_texts(cases, "mcl", MCL, alone("/w/main.mcl"))
        .except(limit_from(4), "imports-and-variables");
    add_texts(cases, "pcl", PCL, alone("/w/main.pcl"));
    for folder in FOLDERS {
        let prepare = move |n| {
            let files: BTreeMap<String, String> = (0..n).map(folder.file).collect();
            ready(move || asked(folder.path, folder.text, files))
        };
        let name = format!("services/{}", folder.name);
        cases
            .add_growing(name, folder.n, folder.growth, prepare)
            .expect(folder.expected);
    }
}
