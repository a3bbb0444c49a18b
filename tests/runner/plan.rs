//! The table of handlers for the cases of the vectors.
//!
//! [`plan`] is the only table: it contains a handler for each operation of each file, or "later"
//! for operations of a part of the library that does not exist yet.

#[cfg(feature = "pcl")]
use crate::pcl;
use crate::{codec, convert, function, functions, hcl, hcl_body, ops, own, types};
#[cfg(feature = "mcl")]
use crate::{mcl, mcl_own};
#[cfg(feature = "puppet")]
use crate::{
    puppet, puppet_assignable, puppet_catalogs, puppet_expr, puppet_hiera, puppet_infer,
    puppet_mismatch, puppet_new, puppet_outline,
};
#[cfg(feature = "terraform")]
use crate::{terraform, terraform_projects};
use serde_json::Value as Json;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The result of a handler: `Ok` if the case agrees, otherwise the difference.
pub type CaseResult = Result<(), String>;

/// The handler of an operation.
pub enum Plan {
    /// This function.
    Run(fn(&Case) -> CaseResult),
    /// The operation belongs to a part of the library that does not exist yet.
    Later,
    /// The operation is missing in the table.
    Nobody,
}

/// The result of a case.
pub enum Outcome {
    Agree,
    Differ(String),
    Later,
}

/// One line of a vector file: its JSON, and its text, which has the order of keys.
pub struct Case(pub Json, pub String);

impl Case {
    /// A case that is not a line of a file.
    #[cfg(feature = "mcl")]
    pub fn of(json: Json) -> Case {
        Case(json, String::new())
    }

    pub fn id(&self) -> &str {
        self.0["id"].as_str().unwrap_or("(no id)")
    }

    pub fn op(&self) -> &str {
        self.0["op"].as_str().unwrap_or_default()
    }

    pub fn want(&self) -> &Json {
        &self.0["want"]
    }
}

/// The table of handlers, by file and operation.
fn plan(file: &str, case: &Case) -> Plan {
    match (file, case.op()) {
        ("cty/hcl_expr.jsonl" | "cty/hcl_json_expr.jsonl", _) => hcl::plan(case),
        ("cty/hcl_body.jsonl", _) => hcl_body::plan(case),
        ("own/hcl_bodies.jsonl", _) => own::plan(case),
        ("cty/hcl_context.jsonl" | "cty/hcl_parse.jsonl", _) => hcl::plan(case),
        #[cfg(feature = "terraform")]
        (file, _) if file.starts_with("terraform/") => terraform::plan(case),
        #[cfg(feature = "terraform")]
        (file, _) if file.starts_with("terraform-projects/") => Plan::Run(terraform_projects::run),
        #[cfg(feature = "puppet")]
        ("puppet-catalogs/hiera.jsonl", _) => puppet_hiera::plan(case),
        // The library does not support these suites yet.
        // The other dialects.
        #[cfg(feature = "pcl")]
        (file, _) if file.starts_with("hclext/") => pcl::plan(file, case),
        #[cfg(feature = "puppet")]
        ("puppet/parse_format.jsonl", _) => puppet::plan(case),
        #[cfg(feature = "puppet")]
        ("puppet/assignable.jsonl" | "puppet/instance.jsonl", _) => puppet_assignable::plan(case),
        #[cfg(feature = "puppet")]
        ("puppet/mismatch.jsonl", _) => puppet_mismatch::plan(case),
        #[cfg(feature = "puppet")]
        ("puppet/infer.jsonl" | "puppet/common.jsonl", _) => puppet_infer::plan(case),
        #[cfg(feature = "puppet")]
        ("puppet/new_conversion.jsonl", _) => puppet_new::plan(case),
        #[cfg(feature = "puppet")]
        ("puppet/expr.jsonl", _) => puppet_expr::plan(case),
        #[cfg(feature = "puppet")]
        ("puppet-catalogs/catalogs.jsonl", _) => puppet_catalogs::plan(case),
        #[cfg(feature = "puppet")]
        ("puppet-manifests/outline.jsonl", _) => puppet_outline::plan(case),
        #[cfg(feature = "mcl")]
        (file, _) if file.starts_with("mcl/") => mcl::plan(file, case),
        #[cfg(feature = "mcl")]
        (file, _) if file.starts_with("mcl-own/") => Plan::Run(mcl_own::program),
        ("cty/ops.jsonl", _) => ops::plan(case),
        ("cty/json.jsonl" | "cty/msgpack.jsonl", _) => codec::plan(case),
        ("cty/function_protocol.jsonl", _) => function::plan(case),
        ("cty/functions.jsonl", _) => functions::plan(case),
        ("cty/types.jsonl", _) | ("cty/convert.jsonl", "apply_defaults") => types::plan(case),
        ("cty/convert.jsonl" | "cty/conversion_kind.jsonl" | "cty/unify.jsonl", _) => {
            convert::plan(case)
        }
        _ => Plan::Nobody,
    }
}

/// Whether the agreement of each kind of cases in a file is printed.
pub fn has_kinds(file: &str) -> bool {
    file.starts_with("terraform-projects/") || file.starts_with("puppet-catalogs/")
}

/// Returns the feature that the cases of a file need, if this build lacks it.
pub fn missing_feature(file: &str) -> Option<&'static str> {
    let (feature, is_built_in) = match file.split(['/', '-']).next() {
        Some("hclext") => ("pcl", cfg!(feature = "pcl")),
        Some("terraform") => ("terraform", cfg!(feature = "terraform")),
        Some("puppet") => ("puppet", cfg!(feature = "puppet")),
        Some("mcl") => ("mcl", cfg!(feature = "mcl")),
        _ => return None,
    };
    (!is_built_in).then_some(feature)
}

/// Runs a case; a panic is a difference.
pub fn run(file: &str, case: &Case) -> Outcome {
    match plan(file, case) {
        Plan::Later => Outcome::Later,
        Plan::Nobody => Outcome::Differ(format!("no one answers {}", case.op())),
        Plan::Run(handler) => match catch_unwind(AssertUnwindSafe(|| handler(case))) {
            Ok(Ok(())) => Outcome::Agree,
            Ok(Err(how)) => Outcome::Differ(how),
            Err(_) => Outcome::Differ("panicked".into()),
        },
    }
}

/// A vector file: its name within the corpus, and its path.
pub struct File {
    pub name: String,
    pub path: PathBuf,
}

/// Every vector file of a corpus, in order: `DIALECT/NAME.jsonl`, and those of mcl in a separate
/// folder.
pub fn files(corpus: &Path) -> std::io::Result<Vec<File>> {
    let mut found = Vec::new();
    for dialect in [
        "cty",
        "hclext",
        "puppet",
        "puppet-manifests",
        "mcl",
        "mcl/vectors",
        "own",
        "terraform",
        "terraform-projects",
        "puppet-catalogs",
    ] {
        let folder = corpus.join(dialect);
        if !folder.is_dir() {
            continue;
        }
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "jsonl")
            {
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                found.push(File {
                    name: format!("{dialect}/{file}"),
                    path: path.clone(),
                });
            }
        }
    }
    #[cfg(feature = "mcl")]
    found.extend(mcl_own::suites(corpus)?);
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// Every line of a vector file, every program of a suite of programs.
pub fn cases(file: &File) -> std::io::Result<Vec<Case>> {
    let path = &file.path;
    #[cfg(feature = "mcl")]
    if file.name.starts_with("mcl-own/") {
        return mcl_own::cases(file);
    }
    let text = std::fs::read_to_string(path)?;
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| Ok(Case(serde_json::from_str(line)?, line.to_owned())))
        .collect()
}
