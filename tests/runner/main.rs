//! Runs the vectors: cases with the results of the reference systems.
//!
//! The program runs every line of every vector file and prints the number of agreeing cases for
//! each file. `CORPUS=dir` selects a different folder with the same structure, `ONLY=cty/convert`
//! only the files with this prefix. `SHOW=all` prints every difference, also the listed ones, and
//! `SHOW=body` those of the cases of a kind; files whose cases have kinds get a line for each kind.
//! The run fails on every difference that `tests/known-differences` does not list, and on every
//! line listed there that no longer differs.
//!
//! The vectors of mcl (`mcl/`) contain programs of mgmt and are not in this repository. If they are
//! absent, a line reports that, and the run does not fail. The programs in `mcl-own/` were written
//! for this repository and run in every clone.

mod codec;
mod convert;
mod function;
mod functions;
mod hcl;
mod hcl_body;
mod known;
#[cfg(feature = "mcl")]
mod mcl;
#[cfg(feature = "mcl")]
mod mcl_apply;
#[cfg(feature = "mcl")]
mod mcl_functions;
#[cfg(feature = "mcl")]
mod mcl_own;
#[cfg(feature = "mcl")]
mod mcl_program;
#[cfg(feature = "mcl")]
mod mcl_run;
#[cfg(feature = "mcl")]
mod mcl_tree;
mod ops;
mod own;
#[cfg(feature = "pcl")]
mod pcl;
mod plan;
#[cfg(feature = "puppet")]
mod puppet;
#[cfg(feature = "puppet")]
mod puppet_assignable;
#[cfg(feature = "puppet")]
mod puppet_catalogs;
#[cfg(feature = "puppet")]
mod puppet_environment;
#[cfg(feature = "puppet")]
mod puppet_expr;
#[cfg(feature = "puppet")]
mod puppet_hiera;
#[cfg(feature = "puppet")]
mod puppet_infer;
#[cfg(feature = "puppet")]
mod puppet_mismatch;
#[cfg(feature = "puppet")]
mod puppet_new;
#[cfg(feature = "puppet")]
mod puppet_outline;
#[cfg(feature = "terraform")]
mod terraform;
#[cfg(feature = "terraform")]
mod terraform_projects;
mod types;
mod vectors;

use known::Known;
use plan::{Case, CaseResult, Outcome, Plan};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The prefix of the ids of whole manifests, which are the property of others and not in this
/// repository.
const MANIFESTS: &str = "pm-";

/// The maximum number of differences of one file that are printed.
const SHOWN: usize = 12;

fn main() -> ExitCode {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    let corpus = std::env::var_os("CORPUS")
        .filter(|dir| !dir.is_empty())
        .map_or_else(|| own.clone(), PathBuf::from);
    #[cfg(feature = "terraform")]
    {
        terraform::in_folder(&corpus);
        terraform_projects::in_folder(&corpus);
    }
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut known =
        Known::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known-differences"));
    let files = match plan::files(&corpus) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("{}: {error}", corpus.display());
            return ExitCode::FAILURE;
        }
    };
    let show = std::env::var("SHOW").unwrap_or_default();
    let (mut passed, mut failed) = (0usize, 0usize);
    let mut left_out = false;
    let absent = !files.iter().any(|file| file.name.starts_with("mcl/"));
    if absent && ("mcl/".starts_with(&only) || only.starts_with("mcl/")) {
        println!("mcl: the vectors are absent, CORPUS=dir says where they are");
        if !files.iter().any(|file| file.name.starts_with(&only)) {
            return ExitCode::SUCCESS;
        }
    }
    for file in files {
        if !file.name.starts_with(&only) {
            continue;
        }
        if let Some(feature) = plan::missing_feature(&file.name) {
            println!("{}: left out, built without {feature}", file.name);
            left_out = true;
            continue;
        }
        let mut agree = 0;
        let mut later = 0;
        let mut listed = 0;
        let mut differences = Vec::new();
        let mut kinds: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        let cases = match plan::cases(&file) {
            Ok(cases) => cases,
            Err(error) => {
                println!("{}: {error}", file.name);
                failed += 1;
                continue;
            }
        };
        for case in &cases {
            let outcome = plan::run(&file.name, case);
            let kind = case.0["kind"]
                .as_str()
                .filter(|_| plan::has_kinds(&file.name));
            if let Some(kind) = kind {
                let tally = kinds.entry(kind.to_owned()).or_default();
                tally.0 += usize::from(matches!(outcome, Outcome::Agree));
                tally.1 += 1;
            }
            if let Outcome::Differ(how) = &outcome
                && (show == "all" || kind == Some(&*show))
            {
                println!("{}: {how}", case.id());
            }
            match outcome {
                Outcome::Agree => agree += 1,
                Outcome::Later => later += 1,
                Outcome::Differ(_) if known.allows(case.id()) => listed += 1,
                Outcome::Differ(how) => differences.push((case.id().to_owned(), how)),
            }
        }
        let total = cases.len();
        let mut line = format!("{}: {agree} of {total} agree", file.name);
        if later == total && total > 0 {
            line.push_str(", not yet");
        } else if later > 0 {
            line.push_str(&format!(", {later} not yet"));
        }
        if listed > 0 {
            line.push_str(&format!(", {listed} differ as listed"));
        }
        if !differences.is_empty() {
            line.push_str(&format!(", {} DIFFER", differences.len()));
        }
        println!("{line}");
        for (kind, (agree, total)) in &kinds {
            println!("    {kind}: {agree} of {total} agree");
        }
        for (id, how) in differences.iter().take(SHOWN) {
            println!("    {id}: {how}");
        }
        if differences.len() > SHOWN {
            println!("    and {} more", differences.len() - SHOWN);
        }
        passed += agree + listed;
        failed += differences.len();
    }
    // A build without a language cannot determine which listed differences are obsolete.
    if only.is_empty() && corpus == own && !left_out {
        for id in known.unused().filter(|id| !id.starts_with(MANIFESTS)) {
            println!("known-differences lists {id}, which agrees or does not exist");
            failed += 1;
        }
    }
    println!("{passed} passed, {failed} failed");
    if passed == 0 || failed > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}
