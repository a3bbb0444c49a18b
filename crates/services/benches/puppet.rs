//! Times of the services for Puppet: `cargo bench -p polycty-services --bench puppet`.
//!
//! A keystroke is a change of one character in a manifest of 10,000 lines, followed by a question.
//! The goals are 20 ms for diagnostics, 10 ms for completion, and 2 s to open 500 files.

use polycty_core::calls::Budget;
use polycty_services::{
    Change, Encoding, LanguageId, LinePosition, MemoryFiles, PuppetOptions, Workspace, puppet,
};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A class of 10 lines.
fn class(name: &str) -> String {
    format!(
        "# The class {name}.\nclass {name} (\n  Integer $port = 80,\n) {{\n  $home = \"/srv/${{port}}\"\n  \
         file {{ \"${{home}}/{name}\":\n    ensure  => file,\n    content => \"port ${{port}}\",\n  }}\n}}\n"
    )
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn main() {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for module in 0..50 {
        for file in 0..10 {
            let name = format!("m{module}::c{file}");
            let text = (0..20).fold(String::new(), |mut text, part| {
                let _ = write!(text, "{}", class(&format!("{name}::p{part}")));
                text
            });
            files.insert(format!("/w/modules/m{module}/manifests/c{file}.pp"), text);
        }
    }
    let text = (0..1_000).fold(String::new(), |mut text, at| {
        let _ = write!(text, "{}", class(&format!("big::c{at}")));
        text
    });
    let path = "/w/modules/big/manifests/init.pp";
    let mut workspace = Workspace::new(
        Arc::new(MemoryFiles::new(files)),
        vec![puppet(PuppetOptions::default())],
    );
    workspace.set_folders(vec!["/w".to_owned()]);
    workspace.open(path, LanguageId::Puppet, 1, &text);
    let ask = |workspace: &Workspace, complete: Option<u32>| {
        let budget = Budget::new();
        let start = Instant::now();
        let count = workspace.ask(path, &budget, |language, context| match complete {
            Some(byte) => Ok(language.completions(context, byte)?.len()),
            None => Ok(language.diagnostics(context)?.len()),
        });
        let count = count
            .expect("the budget has no limit")
            .expect("the document is open");
        (start.elapsed(), count)
    };
    let (opened, _) = ask(&workspace, None);
    println!("open 500 files, first diagnostics: {opened:?}");
    let at = LinePosition {
        line: 4_999 + 5,
        column: 0,
    };
    for (name, complete) in [("diagnostics", false), ("completion", true)] {
        for (state, typed) in [("valid", " "), ("damaged", "$p")] {
            let mut times = Vec::new();
            for turn in 0..21 {
                let range = match turn % 2 {
                    0 => (at, at),
                    _ => (
                        at,
                        LinePosition {
                            column: typed.len() as u32,
                            ..at
                        },
                    ),
                };
                let text = if turn % 2 == 0 { typed } else { "" };
                let change = Change {
                    range: Some(range),
                    text: text.to_owned(),
                };
                workspace.change(path, &[change], Encoding::Utf8, turn);
                let document = workspace.document(path).expect("the document is open");
                let byte = document.byte(at, Encoding::Utf8) + text.len() as u32;
                let (time, count) = ask(&workspace, complete.then_some(byte));
                if turn % 2 == 0 {
                    times.push(time);
                }
                assert!(count > 0);
            }
            println!(
                "{name} after a keystroke, {state} text: {:?}",
                median(times)
            );
        }
    }
}
