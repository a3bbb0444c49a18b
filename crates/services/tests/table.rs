//! The tables of requests in `docs/how-to/editor.md` are those of the languages.

#[allow(dead_code, reason = "the tests of the languages use the rest")]
mod memory;

use memory::{Fixture, fixture};
use polycty_services::{HclSpecification, Options};
use std::collections::BTreeMap;

const MAIN_TF: &str = "variable \"port\" {\n  type = number\n}\n";

/// The specification of the HCL file.
const SPECIFICATION: &str = "block {\n  block_type = \"a\"\n  object {\n    attr \"b\" {\n      type = any\n    }\n  }\n}\n";

/// The languages of the columns: the path of a document, the other files, and a text with a marked name, a
/// text with a marked call, and a text with an error. The texts have an indentation that is not the layout.
const LANGUAGES: [(&str, &str, [&str; 3]); 10] = [
    (
        "HCL",
        "/w/a.hcl",
        ["a {\n    b| = [\n  1,\n]\n}\n", "a = f(|1)\n", "a = \n"],
    ),
    (
        "Terraform",
        "/w/a.tf",
        [
            "locals {\n    a = 1\n  b = local.a|\n}\n",
            "locals {\n  a = max(|1)\n}\n",
            "locals {\n  a = local.c\n  c = {\"x\" = local.c}\n}\nmodule \"m\" {\n  source = \"./m\"\n}\n",
        ],
    ),
    (
        "Puppet",
        "/w/manifests/a.pp",
        [
            "class a(Integer $p) {\n    $x = 1\n  notice($x|)\n}\n",
            "notice(|1)\n",
            "$a = file('x'\nclass b { include c }\n",
        ],
    ),
    (
        "mcl",
        "/w/a.mcl",
        [
            "class c() {\n    $x = 1\n  print \"p\" {\n\tmsg => $x|,\n}\n}\n$y = 1\n",
            "import \"fmt\"\n$a = fmt.printf(|\"\")\n",
            "$a = strings.split(\"a\", \"b\")\n",
        ],
    ),
    (
        "PCL",
        "/w/a.pcl",
        [
            "config n int {\n    default = 1\n}\na = [\n  n|\n]\n",
            "a = length(|[])\n",
            "a = b\n",
        ],
    ),
    (
        "`.tf.json`",
        "/w/a.tf.json",
        [
            "{\"locals\": {\n    \"a\": 1},\n  \"output\": {\"o\": {\"value\": \"${local.a|}\"}}}\n",
            "{\"|\": {}}\n",
            "{\"locals\": {\"a\": \"${local.c}\"}}\n",
        ],
    ),
    (
        "`.tfvars`",
        "/w/a.tfvars",
        ["port| =   [\n1\n]\n", "port = max(|1)\n", "prot = 1\n"],
    ),
    (
        "`.tfvars.json`",
        "/w/a.tfvars.json",
        [
            "{\"po|rt\": [\n    1\n]}\n",
            "{\"port\": \"${max(|1)}\"}\n",
            "{\"prot\": 1}\n",
        ],
    ),
    (
        "Hiera data",
        "/w/data/common.yaml",
        ["demo::p|:\n    - 1\n", "demo::|\n", "demo::p: x\n"],
    ),
    (
        "EPP",
        "/w/a.epp",
        [
            "<%- | Integer $p\n | -%>\n<% [1].each |$x| {\n %>\n<%= $p¦ %>\n<% } %>\n<% $y = 1\n %>\n",
            "<%= notice(¦1) %>\n",
            "<%= file( %>\n",
        ],
    ),
];

fn open(path: &str, text: &str) -> Fixture {
    // The mark of EPP is another one: its parameters are between `|`.
    let text = match path.ends_with(".epp") {
        true => text.replace('|', "\u{1}").replace('¦', "|"),
        false => text.to_owned(),
    };
    let files = [
        ("/w/main.tf", MAIN_TF),
        ("/w/m/main.tf", "variable \"x\" {}\n"),
        ("/w/environment.conf", "modulepath = modules\n"),
        (
            "/w/modules/demo/manifests/init.pp",
            "class demo(Integer $p = 1) {\n}\n",
        ),
    ];
    let specification = HclSpecification {
        ending: "/a.hcl".to_owned(),
        text: SPECIFICATION.into(),
    };
    let options = Options {
        hcl_specifications: vec![specification],
        ..Options::default()
    };
    let mut found = fixture(path, &text, &files, &options);
    if path.ends_with(".epp") {
        let kind = found
            .workspace
            .document(path)
            .expect("it is open")
            .language();
        let text = text.replacen('|', "", 1).replace('\u{1}', "|");
        found.workspace.open(path, kind, 2, &text);
    }
    found
}

/// The requests for which a language has an answer.
fn answered(path: &str, [text, call, error]: [&str; 3]) -> BTreeMap<&'static str, bool> {
    let fixture = open(path, text);
    let (call, error) = (open(path, call), open(path, error));
    let mut found = fixture.ask(|language, context, byte| {
        let whole = context.document.span();
        let references = language.references(context, byte, true)?;
        Ok(BTreeMap::from([
            (
                "completion",
                !language.completions(context, byte)?.is_empty(),
            ),
            ("hover", language.hover(context, byte)?.is_some()),
            (
                "definition",
                !language.definitions(context, byte)?.is_empty(),
            ),
            ("references", !references.is_empty()),
            (
                "documentHighlight",
                references.iter().any(|each| each.path == path),
            ),
            (
                "prepareRename",
                language.renameable(context, byte)?.is_some(),
            ),
            ("documentSymbol", !language.symbols(context)?.is_empty()),
            ("foldingRange", !language.folds(context)?.is_empty()),
            (
                "selectionRange",
                !language.selections(context, byte)?.is_empty(),
            ),
            (
                "semanticTokens/full",
                !language.tokens(context, whole)?.is_empty(),
            ),
            (
                "semanticTokens/range",
                !language.tokens(context, whole)?.is_empty(),
            ),
            ("formatting", !language.format(context, whole)?.is_empty()),
            (
                "rangeFormatting",
                !language.format(context, whole)?.is_empty(),
            ),
            ("inlayHint", !language.hints(context, whole)?.is_empty()),
        ]))
    });
    // Names of members are completed at their own position.
    let completions = !call.completions().is_empty();
    found
        .entry("completion")
        .and_modify(|found| *found |= completions);
    let signature = call.ask(|language, context, byte| language.signatures(context, byte));
    found.insert("signatureHelp", signature.is_some());
    let has_diagnostics = !error.diagnostics().is_empty();
    found.insert("publishDiagnostics", has_diagnostics);
    found.insert("diagnostic", has_diagnostics);
    found
}

#[test]
fn the_tables_of_requests_are_those_of_the_languages() {
    let page = include_str!("../../../docs/how-to/editor.md");
    let answers: BTreeMap<&str, _> = LANGUAGES
        .iter()
        .map(|(name, path, texts)| (*name, answered(path, *texts)))
        .collect();
    let mut header: Vec<&str> = Vec::new();
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for line in page.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        match cells.first() {
            Some(&"request") => header = cells,
            Some(first) if first.starts_with('`') && !header.is_empty() => {
                for (column, cell) in header.iter().zip(&cells) {
                    for request in first.split(", ") {
                        let request = request
                            .trim_matches('`')
                            .split('`')
                            .next()
                            .unwrap_or_default();
                        let Some(answer) = answers.get(column).and_then(|all| all.get(request))
                        else {
                            continue;
                        };
                        checked += 1;
                        if *answer != (*cell != "–") {
                            wrong.push(format!("{column} {request}: {answer}, but {cell:?}"));
                        }
                    }
                }
            }
            _ if !line.starts_with('|') => header.clear(),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(checked, 17 * LANGUAGES.len());
}
