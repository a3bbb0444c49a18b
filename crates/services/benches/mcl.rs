//! Times of the services for mcl: `cargo bench -p polycty-services --bench mcl`.

mod common;

use common::{Programs, run};
use polycty_services::{LanguageId, Options, languages};
use std::fmt::Write;

/// A program of some lines.
fn program(lines: usize) -> String {
    let mut text = String::from("import \"fmt\"\nimport \"strings\"\n\n");
    for at in 0..lines / 20 {
        let _ = write!(
            text,
            "# Part {at}.\n$n{at} = {at} + 2\n$l{at} = [$n{at}, 3]\n\
             $s{at} = fmt.printf(\"%d\", $n{at})\n\n\
             func f{at}($x) {{\n\t$x + $n{at}\n}}\n\n\
             if $n{at} > 3 {{\n\tfile \"/srv/{at}\" {{\n\t\tcontent => strings.to_lower($s{at}),\n\
             \t\tstate => \"exists\",\n\t}}\n}}\n\n\
             print \"p{at}\" {{\n\tmsg => fmt.printf(\"%d %s\", f{at}($n{at}), \"${{s{at}}}\"),\n}}\n\n"
        );
    }
    text
}

fn main() {
    let files = (0..500).map(|at| (format!("/w/m{}/f{at}.mcl", at / 10), program(200)));
    let mut languages = languages(&Options::default());
    let mcl = languages
        .iter()
        .position(|each| each.answers_for(LanguageId::Mcl));
    run(Programs {
        language: languages.swap_remove(mcl.expect("the language is built")),
        id: LanguageId::Mcl,
        files: files.collect(),
        path: "/w/main.mcl",
        text: program(10_000),
        reference: "[$n200",
        broken: "$o = $n3 +\n",
    });
}
