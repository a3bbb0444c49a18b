//! Times of the services for Terraform, and the memory of the trees: a keystroke in a file of 10,000
//! lines, and a workspace of 500 files. Run with `cargo bench -p polycty-services`.

use polycty_core::calls::Budget;
use polycty_services::{
    Change, Encoding, LanguageId, LinePosition, MemoryFiles, Workspace, terraform,
};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A program of some lines whose names end in a text.
fn program(lines: usize, end: &str) -> String {
    let mut text = String::new();
    for block in 0..lines / 20 {
        let name = format!("{block}{end}");
        let _ = write!(
            text,
            "variable \"v{name}\" {{\n  type    = string\n  default = \"a\"\n}}\n\nresource \"aws_instance\" \"r{name}\" {{\n  ami  = \"ami-${{var.v{name}}}\"\n  type = \"t3\"\n  tags = {{\n    Name = local.l{name}[0]\n  }}\n}}\n\nlocals {{\n  l{name} = [for x in [1, 2] : \"${{var.v{name}}}-${{x}}\"]\n  m{name} = {{ a = local.l{name}, b = upper(var.v{name}) }}\n}}\n\n# one more\n\n"
        );
    }
    text
}

/// The shortest of some times of a question after a keystroke.
fn best(workspace: &mut Workspace, path: &str, line: u32, ask: &dyn Fn(&Workspace)) -> Duration {
    let at = |column| LinePosition { line, column };
    let times = (0..15).map(|version| {
        let change = Change {
            range: Some((at(0), at(0))),
            text: if version % 2 == 0 { "#" } else { " " }.to_owned(),
        };
        workspace.change(path, &[change], Encoding::Utf8, version);
        let start = Instant::now();
        ask(workspace);
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

/// The memory of the process in kilobytes, where the system reports it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn main() {
    let budget = Budget::new();
    let large = "/p/main.tf";
    let mut files = BTreeMap::new();
    for module in 0..50 {
        for file in 0..10 {
            let path = format!("/w/m{module}/f{file}.tf");
            files.insert(path, program(200, &format!("_{file}")));
        }
    }
    let paths: Vec<String> = files.keys().cloned().collect();
    let texts: Vec<String> = files.values().cloned().collect();
    let mut workspace = Workspace::new(
        Arc::new(MemoryFiles::new(files)),
        vec![terraform(
            polycty_terraform::project::ProjectOptions::default(),
        )],
    );
    let before = resident();
    let start = Instant::now();
    workspace.set_folders(vec!["/w".to_owned()]);
    for (path, text) in paths.iter().zip(&texts) {
        workspace.open(path, LanguageId::Terraform, 1, text);
    }
    for path in paths.iter().step_by(10) {
        let found = workspace.ask(path, &budget, |language, context| {
            language.diagnostics(context)
        });
        assert!(found.is_ok_and(|found| found.is_some()));
    }
    for path in &paths {
        let found = workspace.ask(path, &budget, |language, context| language.symbols(context));
        assert!(found.is_ok_and(|found| found.is_some()));
    }
    let memory = resident()
        .zip(before)
        .map(|(after, before)| after.saturating_sub(before));
    println!(
        "{} files of 200 lines, opened, checked and parsed: {:?}, {} kB",
        paths.len(),
        start.elapsed(),
        memory.unwrap_or_default()
    );
    for path in &paths {
        workspace.close(path);
    }

    let text = program(10_000, "");
    let lines = text.lines().count();
    workspace.open(large, LanguageId::Terraform, 0, &text);
    // A comment in the middle of the text. Keystrokes are after the reference of the questions, so that
    // its byte stays.
    let comment = text
        .lines()
        .skip(5_000)
        .position(|line| line.starts_with('#'));
    let line = u32::try_from(5_000 + comment.unwrap_or_default()).unwrap_or_default();
    let diagnostics = best(&mut workspace, large, line + 3_500, &|workspace| {
        let found = workspace.ask(large, &budget, |language, context| {
            language.diagnostics(context)
        });
        assert!(found.is_ok_and(|found| found.is_some()));
    });
    let reference = text.find("var.v400}").unwrap_or_default() + 4;
    let complete = |workspace: &Workspace| {
        let byte = u32::try_from(reference).unwrap_or_default();
        let found = workspace.ask(large, &budget, |language, context| {
            language.completions(context, byte)
        });
        assert!(found.is_ok_and(|found| found.is_some_and(|found| found.len() > 400)));
    };
    let completion = best(&mut workspace, large, line + 3_500, &complete);
    let hover = best(&mut workspace, large, line + 3_500, &|workspace| {
        let byte = u32::try_from(reference).unwrap_or_default();
        let found = workspace.ask(large, &budget, |language, context| {
            language.hover(context, byte)
        });
        assert!(found.is_ok_and(|found| found.flatten().is_some()));
    });
    // A statement that is being typed.
    let at = LinePosition {
        line: line + 3_500,
        column: 0,
    };
    let change = Change {
        range: Some((at, at)),
        text: "output \"o\" {\n  value = var.\n}\n".to_owned(),
    };
    workspace.change(large, &[change], Encoding::Utf8, 100);
    let broken_diagnostics = best(&mut workspace, large, line + 3_523, &|workspace| {
        let found = workspace.ask(large, &budget, |language, context| {
            language.diagnostics(context)
        });
        assert!(found.is_ok_and(|found| found.is_some()));
    });
    let broken_completion = best(&mut workspace, large, line + 3_523, &complete);
    println!(
        "{lines} lines: diagnostics {diagnostics:?}, completion {completion:?}, hover {hover:?}"
    );
    println!(
        "with an error of syntax: diagnostics {broken_diagnostics:?}, completion {broken_completion:?}"
    );
    workspace.close(large);
}
