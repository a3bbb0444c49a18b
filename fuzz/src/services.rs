//! Language services for any text after any edits: no panic, errors only by the budget and by names
//! that are not valid, spans within the text, and the same answers as for the text opened anew.
//!
//! The first byte selects the kind of document. The text follows, and then edits: each is a zero
//! byte, the start and the end as parts of 256 of the text, and the new text.

use polycty::calls::{Budget, Limits};
use polycty::source::{Code, Result, Span};
use polycty_services::{
    Change, Context, Encoding, HclSpecification, Language, LanguageId, MemoryFiles, Options,
    Workspace, languages,
};
use std::fmt::Debug;
use std::sync::Arc;

/// A second file of each language that documents can import.
const OTHERS: [(&str, &str); 3] = [
    (
        "/w/lib.mcl",
        "$a = 1\nfunc f($x) {\n\t$x\n}\nclass c {\n}\n",
    ),
    ("/w/other.pp", "config a string {}\n"),
    ("/w/other.tf", "variable \"a\" {}\n"),
];

const KINDS: [(LanguageId, &str); 10] = [
    (LanguageId::Mcl, "/w/main.mcl"),
    (LanguageId::Pcl, "/w/main.pcl"),
    (LanguageId::Terraform, "/w/main.tf"),
    (LanguageId::TerraformVariables, "/w/terraform.tfvars"),
    (LanguageId::Hcl, "/w/main.hcl"),
    (LanguageId::Puppet, "/w/main.pp"),
    (LanguageId::Epp, "/w/main.epp"),
    (LanguageId::HieraData, "/w/data/common.yaml"),
    (LanguageId::Terraform, "/w/main.tf.json"),
    (LanguageId::TerraformVariables, "/w/terraform.tfvars.json"),
];

/// The specification of the HCL document.
const SPECIFICATION: &str = "object {\n  attr \"a\" {\n    type = list(string)\n  }\n  block_list \"b\" {\n    block_type = \"b\"\n    object {\n      attr \"c\" {\n        type     = bool\n        required = true\n      }\n    }\n  }\n}\nvariables {\n  v = 1\n}\n";

fn workspace(kind: (LanguageId, &str), text: &str) -> Workspace {
    let specification = HclSpecification {
        ending: ".hcl".to_owned(),
        text: SPECIFICATION.into(),
    };
    let options = Options {
        hcl_specifications: vec![specification],
        ..Options::default()
    };
    let mut workspace = Workspace::new(Arc::new(MemoryFiles::new(OTHERS)), languages(&options));
    workspace.set_folders(vec!["/w".to_owned()]);
    workspace.open(kind.1, kind.0, 0, text);
    workspace
}

/// Runs one input.
///
/// # Panics
/// If the property does not hold.
pub fn run(input: &[u8]) {
    let Some((first, rest)) = input.split_first() else {
        return;
    };
    let kind = KINDS[(*first & 15) as usize % KINDS.len()];
    let encoding = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32][(first >> 4) as usize % 3];
    let mut parts = rest.split(|byte| *byte == 0);
    let text = String::from_utf8_lossy(parts.next().unwrap_or_default());
    let mut edited = workspace(kind, &text);
    let mut at = 0;
    // Questions between edits fill the caches of languages.
    for (version, part) in (1..).zip(parts) {
        let [start, end, new @ ..] = part else {
            continue;
        };
        let document = edited.document(kind.1).expect("the document is open");
        let length = document.text().len();
        let byte = |part: u8| {
            let byte = length * usize::from(part) / 255;
            document.position(byte as u32, encoding)
        };
        let (start, end) = (byte(*start.min(end)), byte(*start.max(end)));
        let change = Change {
            range: Some((start, end)),
            text: String::from_utf8_lossy(new).into_owned(),
        };
        answers(&edited, kind.1, at);
        edited.change(kind.1, &[change], encoding, version);
        let document = edited.document(kind.1).expect("the document is open");
        at = document.byte(start, encoding);
    }
    let text = edited.document(kind.1).expect("it is open").text().clone();
    let opened = workspace(kind, &text);
    assert_eq!(answers(&edited, kind.1, at), answers(&opened, kind.1, at));
}

/// All answers at a byte, as text.
fn answers(workspace: &Workspace, path: &str, byte: u32) -> Vec<String> {
    let text = workspace.document(path).expect("it is open").text().clone();
    let inside = |span: Span| {
        let part = text.get(span.start as usize..span.end as usize);
        assert!(part.is_some(), "{span:?} is not a part of the text");
    };
    let whole = Span::new(0, text.len());
    vec![
        ask(workspace, path, |language, context| {
            language.diagnostics(context)
        }),
        ask(workspace, path, |language, context| {
            let found = language.completions(context, byte)?;
            found.iter().for_each(|each| inside(each.edit.span));
            Ok(found)
        }),
        ask(workspace, path, |language, context| {
            let found = language.hover(context, byte)?;
            found.iter().for_each(|each| inside(each.span));
            Ok(found)
        }),
        ask(workspace, path, |language, context| {
            language.signatures(context, byte)
        }),
        ask(workspace, path, |language, context| {
            language.definitions(context, byte)
        }),
        ask(workspace, path, |language, context| {
            language.references(context, byte, true)
        }),
        ask(workspace, path, |language, context| {
            let found = language.renameable(context, byte)?;
            found.iter().for_each(|each| inside(*each));
            Ok(found)
        }),
        ask(workspace, path, |language, context| {
            language.rename(context, byte, "renamed")
        }),
        ask(workspace, path, |language, context| {
            language.symbols(context)
        }),
        ask(workspace, path, |language, context| {
            let found = language.folds(context)?;
            found.iter().for_each(|each| inside(each.span));
            Ok(found)
        }),
        ask(workspace, path, |language, context| {
            let found = language.selections(context, byte)?;
            for pair in found.windows(2) {
                assert!(pair[1].start <= pair[0].start && pair[0].end <= pair[1].end);
            }
            Ok(found)
        }),
        ask(workspace, path, |language, context| {
            let found = language.tokens(context, whole)?;
            found.iter().for_each(|each| inside(each.span));
            assert!(
                found
                    .windows(2)
                    .all(|pair| pair[0].span.end <= pair[1].span.start)
            );
            Ok(found)
        }),
        ask(workspace, path, |language, context| {
            let found = language.format(context, whole)?;
            found.iter().for_each(|each| inside(each.span));
            Ok(found)
        }),
        ask(workspace, path, |language, context| {
            language.hints(context, whole)
        }),
        ask(workspace, path, |language, context| {
            language.actions(context, whole)
        }),
    ]
}

fn ask<T: Debug>(
    workspace: &Workspace,
    path: &str,
    question: impl FnOnce(&dyn Language, &Context<'_>) -> Result<T>,
) -> String {
    let limits = Limits {
        steps: 1 << 22,
        ..Limits::STANDARD
    };
    match workspace.ask(path, &Budget::new().bounded(limits), question) {
        Ok(answer) => format!("{answer:?}"),
        Err(error) => {
            assert!(
                matches!(error.code(), Code::Limit | Code::Value),
                "{error:?}"
            );
            error.message().to_owned()
        }
    }
}
