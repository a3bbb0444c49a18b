//! Times of the services for PCL: `cargo bench -p polycty-services --bench pcl`.

mod common;

use common::{Programs, run};
use polycty_services::{LanguageId, Options, languages};
use std::fmt::Write;

/// A program of some lines whose names end in a text.
fn program(lines: usize, end: &str) -> String {
    let mut text = String::new();
    for at in 0..lines / 20 {
        let name = format!("{at}{end}");
        let _ = write!(
            text,
            "# Part {name}.\nconfig c{name} string {{\n  default = \"a\"\n}}\n\n\
             resource r{name} \"aws:ec2:Instance\" {{\n  ami  = \"ami-${{c{name}}}\"\n  type = \"t3\"\n  \
             tags = {{\n    Name = l{name}[0]\n  }}\n}}\n\n\
             l{name} = [for x in [1, 2] : \"${{c{name}}}-${{x}}\"]\n\
             m{name} = {{ a = l{name}, b = toJSON(c{name}) }}\n\n\
             output o{name} {{\n  value = r{name}.id\n}}\n\n"
        );
    }
    text
}

fn main() {
    let files = (0..500).map(|at| {
        let text = program(200, &format!("_{at}"));
        (format!("/w/m{}/f{at}.pcl", at / 10), text)
    });
    let mut languages = languages(&Options::default());
    let pcl = languages
        .iter()
        .position(|each| each.answers_for(LanguageId::Pcl));
    run(Programs {
        language: languages.swap_remove(pcl.expect("the language is built")),
        id: LanguageId::Pcl,
        files: files.collect(),
        path: "/w/main/main.pcl",
        text: program(10_000, ""),
        reference: "Name = l200",
        broken: "o = c3 +\n",
    });
}
