//! The requests of the client.

use super::convert::{Converter, line_position, markdown};
use super::server::{Failure, Server};
use super::{token_data, uri};
use lsp_server::ErrorCode;
use lsp_types::{Position, Range, TextDocumentPositionParams};
use polycty::calls::Budget;
use polycty::source::{Result as Outcome, Span};
use polycty_services::{Context, Document, Language};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The parameters of requests about a position.
type At = TextDocumentPositionParams;

impl Server {
    /// Answers a request. A document that is not open or has no known language has no answers.
    pub(super) fn answer(
        &mut self,
        method: &str,
        params: Value,
        budget: &Budget,
    ) -> Result<Value, Failure> {
        match method {
            "textDocument/completion" => self.completion(&params, budget),
            "textDocument/hover" => self.hover(&params, budget),
            "textDocument/signatureHelp" => self.signature_help(&params, budget),
            "textDocument/definition" => self.definition(&params, budget),
            "textDocument/references" => self.references(&params, budget),
            "textDocument/documentHighlight" => self.highlights(&params, budget),
            "textDocument/prepareRename" => self.prepare_rename(&params, budget),
            "textDocument/rename" => self.rename(&params, budget),
            "textDocument/documentSymbol" => self.document_symbols(&params, budget),
            "textDocument/foldingRange" => self.folding_ranges(&params, budget),
            "textDocument/selectionRange" => self.selection_ranges(params, budget),
            "textDocument/semanticTokens/full" | "textDocument/semanticTokens/range" => {
                self.semantic_tokens(&params, budget)
            }
            "textDocument/formatting" | "textDocument/rangeFormatting" => {
                self.formatting(&params, budget)
            }
            "textDocument/inlayHint" => self.inlay_hints(&params, budget),
            "textDocument/codeAction" => self.code_actions(&params, budget),
            "textDocument/diagnostic" => self.pulled(&path(&params)?, budget),
            "workspace/symbol" => {
                let query = params.get("query").and_then(Value::as_str);
                self.workspace_symbols(query.unwrap_or_default(), budget)
            }
            _ => {
                let message = format!("{method} is not supported");
                Err(Failure::new(ErrorCode::MethodNotFound, message))
            }
        }
    }

    /// Asks the language of an open document, and converts the answer.
    fn about<T>(
        &self,
        path: &str,
        budget: &Budget,
        question: impl FnOnce(&dyn Language, &Context<'_>) -> Outcome<T>,
        convert: impl FnOnce(&Converter<'_>, &Document, T) -> Value,
    ) -> Result<Value, Failure> {
        let answer = self.workspace.ask(path, budget, question)?;
        let (Some(answer), Some(document)) = (answer, self.workspace.document(path)) else {
            return Ok(Value::Null);
        };
        Ok(convert(&self.converter(budget), document, answer))
    }

    /// Asks about a position.
    fn about_position<T>(
        &self,
        params: &Value,
        budget: &Budget,
        question: impl FnOnce(&dyn Language, &Context<'_>, u32) -> Outcome<T>,
        convert: impl FnOnce(&Converter<'_>, &Document, T) -> Value,
    ) -> Result<Value, Failure> {
        let at: At = read(params)?;
        let path = uri::to_path(at.text_document.uri.as_str());
        let encoding = self.client.encoding;
        let question = |language: &dyn Language, context: &Context<'_>| {
            let byte = context.document.byte(line_position(at.position), encoding);
            question(language, context, byte)
        };
        self.about(&path, budget, question, convert)
    }

    /// The span of the member `range`, or of the whole document.
    fn span(&self, params: &Value, document: &Document) -> Span {
        let range = params.get("range").cloned().map(serde_json::from_value);
        match range {
            Some(Ok(Range { start, end })) => {
                let byte =
                    |at: Position| document.byte(line_position(at), self.client.encoding) as usize;
                Span::new(byte(start), byte(end).max(byte(start)))
            }
            _ => document.span(),
        }
    }

    fn completion(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let question = |language: &dyn Language, context: &Context<'_>, byte| {
            let mut found = language.completions(context, byte)?;
            found.sort_by(|a, b| (a.rank, &a.label).cmp(&(b.rank, &b.label)));
            Ok(found)
        };
        self.about_position(params, budget, question, |converter, document, found| {
            let items = found.iter().enumerate();
            let items = items.map(|(rank, each)| converter.completion(document.path(), each, rank));
            json!({ "isIncomplete": false, "items": items.collect::<Vec<_>>() })
        })
    }

    fn hover(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let question =
            |language: &dyn Language, context: &Context<'_>, byte| language.hover(context, byte);
        self.about_position(params, budget, question, |converter, document, found| {
            found.map_or(Value::Null, |hover| {
                json!({
                    "contents": markdown(&hover.text),
                    "range": converter.range_in(document, hover.span),
                })
            })
        })
    }

    fn signature_help(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let question = |language: &dyn Language, context: &Context<'_>, byte| {
            language.signatures(context, byte)
        };
        self.about_position(params, budget, question, |converter, _, found| {
            found.map_or(Value::Null, |found| converter.signatures(&found))
        })
    }

    fn definition(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let question = |language: &dyn Language, context: &Context<'_>, byte| {
            language.definitions(context, byte)
        };
        self.about_position(params, budget, question, |converter, _, found| {
            found.iter().map(|each| converter.location(each)).collect()
        })
    }

    fn references(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let with_declarations = params.pointer("/context/includeDeclaration");
        let with_declarations = with_declarations != Some(&Value::Bool(false));
        let question = |language: &dyn Language, context: &Context<'_>, byte| {
            language.references(context, byte, with_declarations)
        };
        self.about_position(params, budget, question, |converter, _, found| {
            found.iter().map(|each| converter.location(each)).collect()
        })
    }

    /// The references in the same document.
    fn highlights(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let question = |language: &dyn Language, context: &Context<'_>, byte| {
            language.references(context, byte, true)
        };
        self.about_position(params, budget, question, |converter, document, found| {
            let own = found.iter().filter(|each| each.path == document.path());
            own.map(|each| json!({ "range": converter.range_in(document, each.span) }))
                .collect()
        })
    }

    fn prepare_rename(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let question = |language: &dyn Language, context: &Context<'_>, byte| {
            language.renameable(context, byte)
        };
        self.about_position(params, budget, question, |converter, document, found| {
            found.map_or(Value::Null, |span| {
                json!(converter.range_in(document, span))
            })
        })
    }

    fn rename(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let name = params.get("newName").and_then(Value::as_str);
        let name = name
            .ok_or_else(|| Failure::new(ErrorCode::InvalidParams, "`newName` must be a string"))?;
        let question = |language: &dyn Language, context: &Context<'_>, byte| {
            language.rename(context, byte, name)
        };
        self.about_position(
            params,
            budget,
            question,
            |converter, _, found| match &found[..] {
                [] => Value::Null,
                files => converter.workspace_edit(files),
            },
        )
    }

    fn document_symbols(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let question = |language: &dyn Language, context: &Context<'_>| language.symbols(context);
        self.about(
            &path(params)?,
            budget,
            question,
            |converter, document, found| {
                let symbols = found.iter().map(|each| converter.symbol(document, each));
                json!(symbols.collect::<Vec<_>>())
            },
        )
    }

    fn folding_ranges(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let question = |language: &dyn Language, context: &Context<'_>| language.folds(context);
        self.about(
            &path(params)?,
            budget,
            question,
            |converter, document, found| {
                let folds = found.iter();
                folds
                    .filter_map(|fold| converter.fold(document, fold))
                    .collect()
            },
        )
    }

    fn selection_ranges(&self, params: Value, budget: &Budget) -> Result<Value, Failure> {
        let params: lsp_types::SelectionRangeParams = read(&params)?;
        let path = uri::to_path(params.text_document.uri.as_str());
        let encoding = self.client.encoding;
        let question = |language: &dyn Language, context: &Context<'_>| {
            let bytes = params.positions.iter();
            let bytes = bytes.map(|at| context.document.byte(line_position(*at), encoding));
            let spans = bytes.map(|byte| {
                let spans = language.selections(context, byte)?;
                // Each position must have a selection.
                Ok(match spans.is_empty() {
                    true => vec![Span::at(byte as usize)],
                    false => spans,
                })
            });
            spans.collect::<Outcome<Vec<_>>>()
        };
        self.about(&path, budget, question, |converter, document, found| {
            let all = found.iter();
            all.map(|spans| converter.selections(document, spans))
                .collect()
        })
    }

    fn semantic_tokens(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let question = |language: &dyn Language, context: &Context<'_>| {
            language.tokens(context, self.span(params, context.document))
        };
        let encoding = self.client.encoding;
        self.about(
            &path(params)?,
            budget,
            question,
            |_, document, found| json!({ "data": token_data::encoded(&found, document, encoding) }),
        )
    }

    fn formatting(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let question = |language: &dyn Language, context: &Context<'_>| {
            language.format(context, self.span(params, context.document))
        };
        self.about(
            &path(params)?,
            budget,
            question,
            |converter, document, found| converter.text_edits(document.path(), &found).into(),
        )
    }

    fn inlay_hints(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let question = |language: &dyn Language, context: &Context<'_>| {
            language.hints(context, self.span(params, context.document))
        };
        self.about(
            &path(params)?,
            budget,
            question,
            |converter, document, found| {
                found
                    .iter()
                    .map(|hint| converter.hint(document, hint))
                    .collect()
            },
        )
    }

    fn code_actions(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let question = |language: &dyn Language, context: &Context<'_>| {
            language.actions(context, self.span(params, context.document))
        };
        let only = params.pointer("/context/only").and_then(Value::as_array);
        let is_wanted = |action: &Value| {
            let kind = action["kind"].as_str().unwrap_or_default();
            only.is_none_or(|only| {
                let mut only = only.iter().filter_map(Value::as_str);
                only.any(|wanted| {
                    let rest = kind.strip_prefix(wanted);
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                })
            })
        };
        self.about(&path(params)?, budget, question, |converter, _, found| {
            let actions = found.iter().map(|action| converter.action(action));
            actions.filter(is_wanted).collect()
        })
    }
}

/// The path of the document that a request is about.
fn path(params: &Value) -> Result<String, Failure> {
    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
    let uri = uri.ok_or_else(|| {
        let message = "`textDocument.uri` must be a string";
        Failure::new(ErrorCode::InvalidParams, message)
    })?;
    Ok(uri::to_path(uri))
}

/// Reads parameters.
fn read<P: DeserializeOwned>(params: &Value) -> Result<P, Failure> {
    P::deserialize(params)
        .map_err(|error| Failure::new(ErrorCode::InvalidParams, error.to_string()))
}
