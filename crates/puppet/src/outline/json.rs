//! The outline as JSON.

use super::{Called, Declaration, Declared, DeclaredAttribute, Defined, DefinedParameter, Outline};
use crate::syntax::diagnostic::SyntaxDiagnostic;
use crate::syntax::tree::{AttributeOp, NameId, Program, Takes};
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::source::{Result, Span};
use polycty_core::text::json::{Escaping, write_string};
use polycty_core::text::mask_secrets;
use std::fmt::Write;

impl Outline {
    /// Returns a JSON object with `definitions`, `resources`, `calls`, `variables` (positions by
    /// name, in the order of first use) and `warnings`. A position is `[line, column]`, both from
    /// 1, columns in characters. Texts are copied from the source. The texts of a chain of
    /// relationships contain each other, so that the result may be much larger than the program.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn to_json(
        &self,
        program: &Program,
        warnings: &[SyntaxDiagnostic],
        budget: &Budget,
    ) -> Result<String> {
        let mut json = Json {
            program,
            budget,
            spent: None,
            out: String::new(),
        };
        json.object(|json| {
            json.list("definitions", &self.definitions, Json::defined);
            json.list("resources", &self.resources, Json::declared);
            json.list("calls", &self.calls, Json::called);
            json.key("variables");
            json.variables(self);
            if !warnings.is_empty() {
                json.list("warnings", warnings, Json::warning);
            }
        });
        match json.spent {
            Some(spent) => Err(spent.into()),
            None => Ok(json.out),
        }
    }
}

struct Json<'p> {
    program: &'p Program,
    budget: &'p Budget,
    /// The exceeded limit of the budget; no more output is written then.
    spent: Option<BudgetError>,
    out: String,
}

impl Json<'_> {
    fn separate(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with(['{', '[', ':']) {
            self.out.push(',');
        }
    }

    fn text(&mut self, text: &str) {
        if self.spent.is_none() {
            self.spent = self.budget.hold(text.len() as u64).err();
        }
        if self.spent.is_some() {
            return;
        }
        write_string(text.as_bytes(), Escaping::Needed, &mut self.out);
    }

    fn key(&mut self, key: &str) {
        self.separate();
        self.text(key);
        self.out.push(':');
    }

    fn object(&mut self, members: impl FnOnce(&mut Self)) {
        self.separate();
        self.out.push('{');
        members(self);
        self.out.push('}');
    }

    fn list<T>(&mut self, key: &str, items: &[T], item: impl Fn(&mut Self, &T)) {
        self.key(key);
        self.items(items, item);
    }

    fn items<T>(&mut self, items: &[T], item: impl Fn(&mut Self, &T)) {
        self.separate();
        self.out.push('[');
        for each in items {
            item(self, each);
        }
        self.out.push(']');
    }

    fn string(&mut self, key: &str, text: &str) {
        self.key(key);
        self.text(text);
    }

    fn slice(&mut self, key: &str, span: Span) {
        let program = self.program;
        self.string(key, &mask_secrets(program.slice(span)));
    }

    fn name(&mut self, name: NameId) {
        let program = self.program;
        self.string("name", program.name(name));
    }

    fn position(&mut self, at: u32) {
        let position = self.program.place(at);
        // Writing to a string cannot fail.
        let _ = write!(self.out, "[{},{}]", position.line, position.column);
    }

    fn at(&mut self, at: u32) {
        self.key("at");
        self.position(at);
    }

    fn defined(&mut self, defined: &Defined) {
        let program = self.program;
        self.object(|json| {
            json.string("kind", defined.kind.text());
            if !defined.name.is_empty() {
                json.string("name", &defined.name);
            }
            json.at(defined.at);
            json.list("params", &defined.parameters, Json::parameter);
            if let Some(parent) = defined.inherits {
                json.string("inherits", program.name(parent));
            }
            if let Some(returns) = defined.returns {
                json.slice("returns", returns);
            }
            if let Some(aliased) = defined.aliased {
                json.slice("type", aliased);
            }
            if !defined.matches.is_empty() {
                json.list("matches", &defined.matches, |json, span| {
                    json.separate();
                    json.text(program.slice(*span));
                });
            }
            if let Some(documentation) = &defined.documentation {
                json.string("documentation", documentation);
            }
        });
    }

    fn parameter(&mut self, parameter: &DefinedParameter) {
        self.object(|json| {
            json.name(parameter.name);
            json.at(parameter.at);
            if let Some(ty) = parameter.ty {
                json.slice("type", ty);
            }
            if let Some(default) = parameter.shown_default(json.program) {
                json.string("default", &default);
            }
            if parameter.takes == Takes::Rest {
                json.key("rest");
                json.out.push_str("true");
            }
        });
    }

    fn attribute(&mut self, attribute: &DeclaredAttribute) {
        self.object(|json| {
            json.name(attribute.name);
            json.at(attribute.at);
            let operator = match attribute.operator {
                AttributeOp::Set | AttributeOp::Splat => "=>",
                AttributeOp::Append => "+>",
            };
            json.string("operator", operator);
            json.slice("value", attribute.value);
        });
    }

    fn declared(&mut self, declared: &Declared) {
        self.object(|json| {
            json.string("form", declared.what.form());
            json.at(declared.at);
            match &declared.what {
                Declaration::Resource { ty, bodies, .. } => {
                    json.slice("type", *ty);
                    json.list("bodies", bodies, |json, body| {
                        json.object(|json| {
                            json.slice("title", body.title);
                            json.list("attributes", &body.attributes, Json::attribute);
                        });
                    });
                }
                Declaration::Settings {
                    target, attributes, ..
                } => {
                    json.slice("type", *target);
                    json.list("attributes", attributes, Json::attribute);
                }
                Declaration::Collector {
                    ty,
                    query,
                    attributes,
                    ..
                } => {
                    json.slice("type", *ty);
                    if let Some(query) = query {
                        json.slice("query", *query);
                    }
                    json.list("attributes", attributes, Json::attribute);
                }
                Declaration::Relationship { left, right, .. } => {
                    json.slice("left", *left);
                    json.slice("right", *right);
                }
            }
        });
    }

    fn called(&mut self, called: &Called) {
        self.object(|json| {
            if let Some(name) = called.name {
                json.name(name);
            }
            json.at(called.at);
            json.key("arguments");
            // Writing to a string cannot fail.
            let _ = write!(json.out, "{}", called.arguments);
            if let Some(parameters) = &called.lambda {
                json.list("lambda", parameters, Json::parameter);
            }
        });
    }

    fn variables(&mut self, outline: &Outline) {
        let program = self.program;
        let mut positions = vec![Vec::new(); program.name_count()];
        let mut order = Vec::new();
        for used in &outline.variables {
            let known: &mut Vec<u32> = &mut positions[used.name.number()];
            if known.is_empty() {
                order.push(used.name);
            }
            known.push(used.at);
        }
        self.object(|json| {
            for name in order {
                json.key(program.name(name));
                json.items(&positions[name.number()], |json, at| {
                    json.separate();
                    json.position(*at);
                });
            }
        });
    }

    fn warning(&mut self, warning: &SyntaxDiagnostic) {
        self.object(|json| {
            json.string("message", &warning.message);
            if let Some(at) = warning.at {
                json.at(at.start);
            }
        });
    }
}
