//! Diagnostics: the first error of a program. mgmt's compiler ends there.

use super::analysis::Analysis;
use crate::language::{Context, FileReport};

pub(super) fn reports(analysis: &Analysis, context: &Context<'_>) -> Vec<FileReport> {
    let own = context.document.path();
    let mut reports = vec![FileReport {
        path: own.to_owned(),
        diagnostics: Vec::new(),
    }];
    for (path, diagnostic) in &analysis.diagnostics {
        match reports.iter_mut().find(|report| report.path == *path) {
            Some(report) => report.diagnostics.push(diagnostic.clone()),
            None => reports.push(FileReport {
                path: path.clone(),
                diagnostics: vec![diagnostic.clone()],
            }),
        }
    }
    reports
}
