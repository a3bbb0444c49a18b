//! The requests of a client.

use super::convert::{Converter, Range, markdown, range_json, with};
use super::symbols::matches;
use super::{token_data, uri};
use crate::answer::Completion;
use crate::document::{Document, LinePosition};
use crate::language::{Context, Language};
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by;
use polycty_core::source::{Code, Error, Result, Span};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The most completions of an answer. If there are more, those that match the typed part of the name are
/// returned, and the client asks again after the next character.
const MAX_ITEMS: usize = 500;

impl Converter<'_> {
    /// Answers a request about a document, by its method and parameters in the protocol. Returns
    /// `None` for another method. A document that is not open or has no known language has no
    /// answers.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] for parameters that are not valid, [`Code::Limit`] if the budget is
    /// exceeded, [`Code::Value`] for a rename that is not possible.
    pub fn answer(&self, method: &str, params: &Value) -> Result<Option<Value>> {
        let answer = match method {
            "textDocument/completion" => self.completions(params),
            "textDocument/hover" => self.hover(params),
            "textDocument/signatureHelp" => self.signature_help(params),
            "textDocument/definition" => self.definition(params),
            "textDocument/references" => self.references(params),
            "textDocument/documentHighlight" => self.highlights(params),
            "textDocument/prepareRename" => self.prepare_rename(params),
            "textDocument/rename" => self.rename(params),
            "textDocument/documentSymbol" => self.document_symbols(params),
            "textDocument/foldingRange" => self.folding_ranges(params),
            "textDocument/selectionRange" => self.selection_ranges(params),
            "textDocument/semanticTokens/full" | "textDocument/semanticTokens/range" => {
                self.semantic_tokens(params)
            }
            "textDocument/formatting" | "textDocument/rangeFormatting" => self.formatting(params),
            "textDocument/inlayHint" => self.inlay_hints(params),
            "textDocument/codeAction" => self.code_actions(params),
            "textDocument/diagnostic" => self.diagnostics(params, self.budget),
            _ => return Ok(None),
        };
        let answer = answer?;
        self.budget.finish()?;
        Ok(Some(answer))
    }

    /// The diagnostics of a document's analysis in the form of the protocol, by the path of the
    /// file. A document whose analysis exceeds the budget has a diagnostic that states it. The
    /// budget of this conversion is not that of the analysis, which may be nearly exceeded.
    ///
    /// # Errors
    /// Those of the analysis, except for [`Code::Limit`].
    pub fn report(&self, path: &str, analysis: &Budget) -> Result<BTreeMap<String, Vec<Value>>> {
        let mut report: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        report.insert(path.to_owned(), Vec::new());
        let asked = self.workspace.ask(path, analysis, |language, context| {
            language.diagnostics(context)
        });
        let reports = match asked {
            Ok(reports) => reports.unwrap_or_default(),
            Err(error) if error.code() == Code::Limit => {
                let found = json!({
                    "range": range_json(Range::default()),
                    "severity": 2,
                    "code": "limit",
                    "source": "polycty",
                    "message": error.message(),
                });
                report.insert(path.to_owned(), vec![found]);
                return Ok(report);
            }
            Err(error) => return Err(error),
        };
        for file in reports {
            let found = file.diagnostics.iter();
            let found = found.map(|found| self.diagnostic(&file.path, found));
            report.entry(file.path.clone()).or_default().extend(found);
        }
        Ok(report)
    }

    /// The answer to `textDocument/diagnostic`, with the budgets of [`report`](Self::report).
    ///
    /// # Errors
    /// Those of [`report`](Self::report), and [`Code::InvalidArgument`] for parameters that are not
    /// valid.
    pub fn diagnostics(&self, params: &Value, analysis: &Budget) -> Result<Value> {
        let path = path(params)?;
        let mut report = self.report(&path, analysis)?;
        let own = report.remove(&path).unwrap_or_default();
        let closed = report
            .into_iter()
            .filter(|(file, _)| self.workspace.document(file).is_none());
        let related = closed.map(|(file, found)| {
            let uri = uri::of_path(&file);
            (uri, with(json!({ "kind": "full" }), "items", found))
        });
        let related: Map<String, Value> = related.collect();
        let answer = with(json!({ "kind": "full" }), "items", own);
        Ok(with(answer, "relatedDocuments", related))
    }

    /// Asks the language of an open document, and converts the answer.
    fn about<T>(
        &self,
        params: &Value,
        question: impl FnOnce(&dyn Language, &Context<'_>) -> Result<T>,
        convert: impl FnOnce(&Document, T) -> Value,
    ) -> Result<Value> {
        let path = path(params)?;
        let answer = self.workspace.ask(&path, self.budget, question)?;
        let (Some(answer), Some(document)) = (answer, self.workspace.document(&path)) else {
            return Ok(Value::Null);
        };
        Ok(convert(document, answer))
    }

    /// Asks about a position.
    fn about_position<T>(
        &self,
        params: &Value,
        question: impl FnOnce(&dyn Language, &Context<'_>, u32) -> Result<T>,
        convert: impl FnOnce(&Document, T) -> Value,
    ) -> Result<Value> {
        let at = position(params.get("position"), "position")?;
        let question = |language: &dyn Language, context: &Context<'_>| {
            let byte = context.document.byte(at, self.client.encoding);
            question(language, context, byte)
        };
        self.about(params, question, convert)
    }

    /// Asks about the member `range`, or about the whole document.
    fn about_range<T>(
        &self,
        params: &Value,
        question: impl FnOnce(&dyn Language, &Context<'_>, Span) -> Result<T>,
        convert: impl FnOnce(&Document, T) -> Value,
    ) -> Result<Value> {
        let range = match params.get("range") {
            None | Some(Value::Null) => None,
            Some(range) => Some((
                position(range.get("start"), "range.start")?,
                position(range.get("end"), "range.end")?,
            )),
        };
        let question = |language: &dyn Language, context: &Context<'_>| {
            let byte = |at| context.document.byte(at, self.client.encoding) as usize;
            let span = match range {
                Some((start, end)) => Span::new(byte(start), byte(end).max(byte(start))),
                None => context.document.span(),
            };
            question(language, context, span)
        };
        self.about(params, question, convert)
    }

    fn completions(&self, params: &Value) -> Result<Value> {
        let question = |language: &dyn Language, context: &Context<'_>, byte| {
            let mut found = language.completions(context, byte)?;
            let is_incomplete = found.len() > MAX_ITEMS;
            if is_incomplete {
                found = self.matching(context, byte, found)?;
            }
            sort_by(&mut found, |a, b| {
                (a.rank, &a.label).cmp(&(b.rank, &b.label))
            });
            found.truncate(MAX_ITEMS);
            Ok((found, is_incomplete))
        };
        self.about_position(params, question, |document, (found, is_incomplete)| {
            let items = found.iter().enumerate();
            let items = items.map(|(rank, each)| self.completion(document, each, rank));
            let items: Vec<Value> = items.collect();
            with(json!({ "isIncomplete": is_incomplete }), "items", items)
        })
    }

    /// The completions whose labels match the typed part of the name.
    fn matching(
        &self,
        context: &Context<'_>,
        byte: u32,
        found: Vec<Completion>,
    ) -> Result<Vec<Completion>> {
        let text = context.document.text();
        let mut kept = Vec::new();
        // Nearly all completions replace the same span.
        let mut last: Option<(u32, Vec<char>)> = None;
        for each in found {
            let start = each.edit.span.start;
            let typed = match last.take() {
                Some(last) if last.0 == start => last.1,
                _ => {
                    self.budget
                        .charge(1 + u64::from(byte.saturating_sub(start)) / 16)?;
                    let typed = text.get(start as usize..byte as usize);
                    typed.unwrap_or_default().to_lowercase().chars().collect()
                }
            };
            self.budget.charge(1 + each.label.len() as u64 / 16)?;
            if matches(&typed, &each.label) {
                kept.push(each);
            }
            last = Some((start, typed));
        }
        Ok(kept)
    }

    fn hover(&self, params: &Value) -> Result<Value> {
        self.about_position(
            params,
            |language, context, byte| language.hover(context, byte),
            |document, found| {
                found.map_or(Value::Null, |hover| {
                    json!({
                        "contents": markdown(&hover.text),
                        "range": self.range_in(document, hover.span),
                    })
                })
            },
        )
    }

    fn signature_help(&self, params: &Value) -> Result<Value> {
        self.about_position(
            params,
            |language, context, byte| language.signatures(context, byte),
            |_, found| found.map_or(Value::Null, |found| self.signatures(&found)),
        )
    }

    fn definition(&self, params: &Value) -> Result<Value> {
        self.about_position(
            params,
            |language, context, byte| language.definitions(context, byte),
            |_, found| found.iter().map(|each| self.location(each)).collect(),
        )
    }

    fn references(&self, params: &Value) -> Result<Value> {
        let with_declarations = params.pointer("/context/includeDeclaration");
        let with_declarations = with_declarations != Some(&Value::Bool(false));
        let question = |language: &dyn Language, context: &Context<'_>, byte| {
            language.references(context, byte, with_declarations)
        };
        self.about_position(params, question, |_, found| {
            found.iter().map(|each| self.location(each)).collect()
        })
    }

    /// The references in the same document.
    fn highlights(&self, params: &Value) -> Result<Value> {
        let question = |language: &dyn Language, context: &Context<'_>, byte| {
            language.references(context, byte, true)
        };
        self.about_position(params, question, |document, found| {
            let own = found.iter().filter(|each| each.path == document.path());
            own.map(|each| with(json!({}), "range", self.range_in(document, each.span)))
                .collect()
        })
    }

    fn prepare_rename(&self, params: &Value) -> Result<Value> {
        self.about_position(
            params,
            |language, context, byte| language.renameable(context, byte),
            |document, found| found.map_or(Value::Null, |span| self.range_in(document, span)),
        )
    }

    fn rename(&self, params: &Value) -> Result<Value> {
        let name = params.get("newName").and_then(Value::as_str);
        let name = name.ok_or_else(|| invalid("`newName` must be a string"))?;
        let question = |language: &dyn Language, context: &Context<'_>, byte| {
            language.rename(context, byte, name)
        };
        self.about_position(params, question, |_, found| match &found[..] {
            [] => Value::Null,
            files => self.workspace_edit(files),
        })
    }

    fn document_symbols(&self, params: &Value) -> Result<Value> {
        self.about(
            params,
            |language, context| language.symbols(context),
            |document, found| {
                found
                    .iter()
                    .map(|each| self.symbol(document, each))
                    .collect()
            },
        )
    }

    fn folding_ranges(&self, params: &Value) -> Result<Value> {
        self.about(
            params,
            |language, context| language.folds(context),
            |document, found| {
                let folds = found.iter();
                folds.filter_map(|fold| self.fold(document, fold)).collect()
            },
        )
    }

    fn selection_ranges(&self, params: &Value) -> Result<Value> {
        let positions = params.get("positions").and_then(Value::as_array);
        let positions = positions.ok_or_else(|| invalid("`positions` must be an array"))?;
        let positions = positions.iter().map(|at| position(Some(at), "positions"));
        let positions = positions.collect::<Result<Vec<_>>>()?;
        let question = |language: &dyn Language, context: &Context<'_>| {
            let spans = positions.iter().map(|at| {
                let byte = context.document.byte(*at, self.client.encoding);
                let spans = language.selections(context, byte)?;
                // Each position must have a selection.
                Ok(match spans.is_empty() {
                    true => vec![Span::at(byte as usize)],
                    false => spans,
                })
            });
            spans.collect::<Result<Vec<_>>>()
        };
        self.about(params, question, |document, found| {
            let all = found.iter();
            all.map(|spans| self.selections(document, spans)).collect()
        })
    }

    fn semantic_tokens(&self, params: &Value) -> Result<Value> {
        self.about_range(
            params,
            |language, context, span| language.tokens(context, span),
            |document, found| {
                with(
                    json!({}),
                    "data",
                    token_data::encoded(&found, document, self),
                )
            },
        )
    }

    fn formatting(&self, params: &Value) -> Result<Value> {
        self.about_range(
            params,
            |language, context, span| language.format(context, span),
            |document, found| self.text_edits(document.path(), &found).into(),
        )
    }

    fn inlay_hints(&self, params: &Value) -> Result<Value> {
        self.about_range(
            params,
            |language, context, span| language.hints(context, span),
            |document, found| {
                let hints = found.iter();
                hints.map(|hint| self.hint(document, hint)).collect()
            },
        )
    }

    fn code_actions(&self, params: &Value) -> Result<Value> {
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
        self.about_range(
            params,
            |language, context, span| language.actions(context, span),
            |_, found| {
                let actions = found.iter().map(|action| self.action(action));
                actions.filter(is_wanted).collect()
            },
        )
    }
}

/// The path of the document that a request is about.
fn path(params: &Value) -> Result<String> {
    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
    let uri = uri.ok_or_else(|| invalid("`textDocument.uri` must be a string"))?;
    Ok(uri::to_path(uri))
}

/// Reads a position.
fn position(value: Option<&Value>, name: &str) -> Result<LinePosition> {
    let member = |member| {
        let number = value?.get(member)?.as_u64()?;
        u32::try_from(number).ok()
    };
    let position = member("line").zip(member("character"));
    let (line, column) = position.ok_or_else(|| {
        invalid(format!(
            "`{name}` must be an object with the numbers `line` and `character`"
        ))
    })?;
    Ok(LinePosition { line, column })
}

fn invalid(message: impl Into<String>) -> Error {
    Error::new(Code::InvalidArgument, message)
}
