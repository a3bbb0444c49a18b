//! Reading: texts of megabytes, of the tokens that take the most memory for the fewest bytes.
//!
//! At the largest size a text has four megabytes. The default budget is exceeded by most of these texts.

use super::hcl::parse;
use crate::case::{Cases, Text};
use crate::deadline;
use crate::expected::{always, limit_from};
use crate::host::{Answer, make, owned, text, timed};
use polycty::dialect::mcl;
use polycty::ffi::base::status::{PCTY_ERROR_LIMIT, PCTY_ERROR_SYNTAX};
use polycty::ffi::hcl::expression::*;
use polycty::ffi::hcl::traversals::*;
use polycty::ffi::hcl_bodies::body::*;
use polycty::ffi::hcl_bodies::items::*;
use polycty::ffi::puppet::notation::PCTY_PUPPET_CURRENT;
use polycty::ffi::puppet_language::environment::*;
use polycty::ffi::puppet_language::manifest::*;
use polycty::source::{Code, Source};

/// A text of n bytes that repeats an item, between two others.
fn filled(begin: &str, item: &str, end: &str, n: usize) -> String {
    format!("{begin}{}{end}", item.repeat(n / item.len()))
}

const LARGE: usize = 1 << 19;

const EXPRESSIONS: &[Text] = &[
    ("fractions", LARGE, |n| filled("[", "1.5,", "]", n)),
    ("variables", LARGE, |n| filled("[", "a,", "]", n)),
    ("operators", LARGE, |n| filled("1", "+1", "", n)),
    ("splats", LARGE, |n| filled("[", "a.*,", "]", n)),
    ("steps", LARGE, |n| filled("a", ".b", "", n)),
    ("calls", LARGE, |n| filled("[", "f(),", "]", n)),
    ("items", LARGE, |n| filled("{", "a=1,", "}", n)),
    ("texts", LARGE, |n| {
        filled("[", "\"aaaaaaaaaaaaaaa\",", "]", n)
    }),
    ("templates", LARGE, |n| filled("\"", "${a}", "\"", n)),
    ("one-text", LARGE, |n| filled("\"", "a", "\"", n)),
    ("lines", LARGE, |n| filled("<<E\n", "a\n", "E\n", n)),
    ("failures", LARGE, |n| filled("", "]", "", n)),
    ("for", LARGE, |n| filled("[", "[for a in b:c],", "]", n)),
];

const BODIES: &[Text] = &[
    ("attributes", LARGE, |n| {
        (0..n / 10).map(|at| format!("a{at:06}=1\n")).collect()
    }),
    ("blocks", LARGE, |n| filled("", "a{}\n", "", n)),
    ("labels", LARGE, |n| filled("a ", "b ", "{}\n", n)),
    ("comments", LARGE, |n| filled("", "#\n", "", n)),
];

const DOCUMENTS: &[Text] = &[
    ("empty", LARGE, |n| filled("[", "\"\",", "1]", n)),
    ("templates", LARGE / 4, |n| {
        filled("[", "\"${a}\",", "1]", n)
    }),
    ("fractions", LARGE, |n| filled("[", "1.5,", "1]", n)),
    ("objects", LARGE, |n| filled("[", "{},", "1]", n)),
    ("properties", LARGE, |n| {
        filled("{", "\"a\":1,", "\"a\":1}", n)
    }),
    ("escapes", LARGE, |n| filled("[\"", "\\né", "\"]", n)),
];

const MANIFESTS: &[Text] = &[
    ("numbers", LARGE, |n| filled("[", "1,", "1]", n)),
    ("variables", LARGE, |n| filled("[", "$a,", "1]", n)),
    ("texts", LARGE, |n| {
        filled("[", "'aaaaaaaaaaaaaaa',", "1]", n)
    }),
    ("interpolations", LARGE, |n| filled("\"", "${a}", "\"", n)),
    ("operators", LARGE, |n| filled("1", "+1", "", n)),
    ("hashes", LARGE, |n| filled("[", "{1=>1},", "1]", n)),
    ("calls", LARGE, |n| filled("[", "f(),", "1]", n)),
    ("lambdas", LARGE, |n| filled("", "f()||{}\n", "", n)),
    ("classes", LARGE, |n| filled("", "class a{}\n", "", n)),
    ("resources", LARGE, |n| filled("", "a{b:}\n", "", n)),
    ("names", LARGE, |n| {
        let names: Vec<String> = (0..n / 8).map(|at| format!("$a{at:06}")).collect();
        format!("[{}]", names.join(","))
    }),
];

const TEMPLATES: &[Text] = &[
    ("tags", LARGE, |n| filled("", "<%=1%>", "", n)),
    ("text", LARGE, |n| filled("", "a\n", "", n)),
];

const PROGRAMS: &[Text] = &[
    ("numbers", LARGE, |n| filled("$x = [", "1,", "1]\n", n)),
    ("variables", LARGE, |n| filled("$x = [", "$a,", "1]\n", n)),
    ("calls", LARGE, |n| filled("$x = [", "f(),", "1]\n", n)),
    ("bindings", LARGE, |n| filled("", "$a=1\n", "", n)),
    ("resources", LARGE, |n| filled("", "a\"b\"{}\n", "", n)),
    ("classes", LARGE, |n| filled("", "class a{}\n", "", n)),
    ("maps", LARGE, |n| filled("$x = [", "{1 => 1},", "1]\n", n)),
    ("texts", LARGE, |n| filled("$x = [", "\"${a}\",", "1]\n", n)),
    ("types", LARGE, |n| filled("", "$a int=1\n", "", n)),
];

/// Reads a text as a body and all its items without a schema.
fn body(from: &str, syntax: pcty_hcl_syntax) -> Answer {
    let body = make(|out, error| {
        pcty_hcl_body_parse(text(from), text(""), None, syntax, out, None, error)
    })?;
    make(|out, error| pcty_hcl_body_items(Some(&body), out, error)).map(drop)
}

/// Reads a program, validates and lowers it.
fn manifest(from: &str, syntax: pcty_puppet_syntax) -> Answer {
    let strict = PCTY_PUPPET_STRICT_ERROR;
    let read = make(|out, error| {
        pcty_puppet_manifest_parse(
            text(from),
            text(""),
            syntax,
            strict,
            PCTY_PUPPET_CURRENT,
            out,
            error,
        )
    });
    read.map(drop)
}

pub fn add(cases: &mut Cases) {
    let texts = cases.add_texts("read/hcl", EXPRESSIONS, |from| {
        parse(from, PCTY_HCL_NATIVE).map(drop)
    });
    texts
        .except(
            limit_from(4),
            "variables operators splats steps calls items",
        )
        .except(limit_from(8), "fractions templates lines for")
        .except(
            always(PCTY_ERROR_SYNTAX).then(4, PCTY_ERROR_LIMIT),
            "failures",
        );
    let texts = cases.add_texts("read/hcl-body", BODIES, |from| body(from, PCTY_HCL_NATIVE));
    texts
        .except(limit_from(4), "blocks")
        .except(limit_from(8), "labels comments");
    let texts = cases.add_texts("read/hcl-json", DOCUMENTS, |from| {
        let expression = parse(from, PCTY_HCL_JSON)?;
        // This reads the templates, too.
        drop(owned(pcty_hcl_expression_variables(Some(&expression))));
        Ok(())
    });
    texts.except(limit_from(8), "fractions objects");
    let texts = cases.add_texts("read/puppet", MANIFESTS, |from| {
        manifest(from, PCTY_PUPPET_MANIFEST)
    });
    texts
        .except(
            limit_from(4),
            "numbers operators hashes calls lambdas resources",
        )
        .except(limit_from(8), "variables interpolations");
    let texts = cases.add_texts("read/puppet-template", TEMPLATES, |from| {
        manifest(from, PCTY_PUPPET_TEMPLATE)
    });
    texts.except(limit_from(8), "tags");
    cases.add_texts("read/mcl", PROGRAMS, |from| {
        let budget = deadline::budget();
        let read = timed(|| mcl::syntax::parse(Source::new("", from), &budget));
        read.map(drop).map_err(|error| match error.code {
            Code::Limit => PCTY_ERROR_LIMIT,
            _ => PCTY_ERROR_SYNTAX,
        })
    });
}
