//! The index of symbols, which is built in the background with the protocol's progress.

use super::server::{Failure, Server};
use lsp_server::Response;
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
    /// The number of the request for the progress without a response.
    request: Option<i32>,
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
                self.index.request = Some(self.ask("window/workDoneProgress/create", params));
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

    /// Handles the response to a request. A client that refuses the progress gets none.
    pub(super) fn progress_response(&mut self, response: &Response) {
        let is_own = |id: &mut i32| response.id == (*id).into();
        if self.index.request.take_if(is_own).is_some() && response.response_result.is_err() {
            self.index.progress = None;
            self.client.has_progress = false;
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
