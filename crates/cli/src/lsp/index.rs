//! The index of symbols, which is built in the background with the protocol's progress.

use super::server::{Failure, Server};
use polycty::calls::{Budget, Cancel};
use polycty_services::lsp::SymbolIndex;
use serde_json::{Value, json};

/// The number of files without progress.
const FEW_FILES: usize = 50;

/// The index, and its progress.
#[derive(Default)]
pub struct Index {
    pub symbols: SymbolIndex,
    /// The number of files when the progress began, if it is shown.
    progress: Option<usize>,
}

impl Server {
    /// Indexes the next file. Returns whether there was any.
    pub(super) fn index_next(&mut self, cancel: &Cancel) -> bool {
        let budget = Budget::standard().cancelled_by(cancel);
        let worked = self.index.symbols.step(&self.workspace, &budget);
        if budget.check().is_err() && !cancel.is_raised() {
            self.index.symbols.skip();
        }
        self.show_progress();
        worked
    }

    /// Shows the progress of an index of many files.
    fn show_progress(&mut self) {
        let left = self.index.symbols.left();
        let progress = |value: Value| json!({ "token": "polycty/index", "value": value });
        match self.index.progress {
            None if left > FEW_FILES && self.client.has_progress => {
                self.index.progress = Some(left);
                let params = json!({ "token": "polycty/index" });
                self.ask("window/workDoneProgress/create", params);
                let begin = json!({ "kind": "begin", "title": "Indexing", "percentage": 0 });
                self.notify("$/progress", progress(begin));
            }
            Some(_) if left == 0 => {
                self.index.progress = None;
                self.notify("$/progress", progress(json!({ "kind": "end" })));
            }
            Some(total) if left.is_multiple_of(FEW_FILES) => {
                let percentage = 100 * total.saturating_sub(left) / total.max(1);
                let report = json!({ "kind": "report", "percentage": percentage });
                self.notify("$/progress", progress(report));
            }
            _ => {}
        }
    }

    /// The response to `workspace/symbol`.
    pub(super) fn workspace_symbols(
        &mut self,
        params: &Value,
        budget: &Budget,
    ) -> Result<Value, Failure> {
        let query = params.get("query").and_then(Value::as_str);
        let mut symbols = std::mem::take(&mut self.index.symbols);
        let answer = symbols.answer(query.unwrap_or_default(), &self.converter(budget));
        self.index.symbols = symbols;
        self.show_progress();
        Ok(answer?)
    }
}
