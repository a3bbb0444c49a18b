//! The cases, one file for each subject.

mod calls;
mod codecs;
mod deadlines;
mod dialects;
mod documents;
mod functions;
mod hcl;
mod hcl_bodies;
mod inference;
mod mcl;
mod mcl_language;
mod pcl;
mod puppet;
mod puppet_catalogs;
mod puppet_costs;
mod puppet_functions;
mod puppet_hiera;
mod puppet_language;
mod puppet_programs;
mod puppet_tools;
mod reading;
mod schema;
mod services;
mod services_costs;
mod terraform;
mod terraform_projects;
mod values;
mod writing;

use crate::case::{Case, Cases};
use std::collections::HashSet;

/// All cases.
pub fn all() -> Vec<Case> {
    let mut cases = Cases::default();
    values::add(&mut cases);
    codecs::add(&mut cases);
    hcl::add(&mut cases);
    hcl_bodies::add(&mut cases);
    functions::add(&mut cases);
    calls::add(&mut cases);
    terraform::add(&mut cases);
    terraform_projects::add(&mut cases);
    pcl::add(&mut cases);
    puppet::add(&mut cases);
    puppet_language::add(&mut cases);
    puppet_programs::add(&mut cases);
    puppet_functions::add(&mut cases);
    puppet_hiera::add(&mut cases);
    puppet_catalogs::add(&mut cases);
    puppet_costs::add(&mut cases);
    puppet_tools::add(&mut cases);
    mcl::add(&mut cases);
    mcl_language::add(&mut cases);
    inference::add(&mut cases);
    deadlines::add(&mut cases);
    dialects::add(&mut cases);
    documents::add(&mut cases);
    reading::add(&mut cases);
    writing::add(&mut cases);
    schema::add(&mut cases);
    services::add(&mut cases);
    services_costs::add(&mut cases);
    let mut names = HashSet::new();
    for case in &cases.0 {
        assert!(
            names.insert(case.name.clone()),
            "two cases are called {}",
            case.name
        );
    }
    cases.0
}

/// The functions of HCL and of Puppet without a case.
pub fn uncovered() -> impl Iterator<Item = &'static str> {
    functions::uncovered().chain(puppet_functions::uncovered())
}
