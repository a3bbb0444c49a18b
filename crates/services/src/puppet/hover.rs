//! Descriptions of names in Markdown.

use super::Session;
use super::file::{Declared, Defined, DefinedKind, File, Owner, Use, UseKind, lower};
use super::resolve::{OWN_VARIABLES, Target};
use super::types::{inferred, shown_value};
use crate::answer::Hover;
use polycty_core::sort::sort;
use polycty_core::source::{Result, Span};
use polycty_puppet::resource_types::{built_in, is_metaparameter};
use polycty_puppet::syntax::LexemeKind;
use polycty_puppet::{function_signatures, stdlib_function_names};
use std::collections::HashMap;
use std::fmt::Write;

/// The maximum number of parameters in a description.
const MAX_PARAMETERS: usize = 60;

impl Session<'_> {
    /// The description of the name at a byte.
    pub(super) fn hover(&self, byte: u32) -> Result<Option<Hover>> {
        let Some(found) = self.use_at(byte)? else {
            return Ok(None);
        };
        let Some(target) = self.target(&found) else {
            return Ok(None);
        };
        let text = self.describe(&target, &found)?;
        let span = found.span;
        Ok((!text.is_empty()).then_some(Hover { span, text }))
    }

    /// The use at a byte. In a damaged statement it is guessed from the token.
    pub(super) fn use_at(&self, byte: u32) -> Result<Option<Use>> {
        let file = &self.file;
        if let Some(found) = file.use_at(byte) {
            return Ok(Some(found.clone()));
        }
        let lexemes = file.lexemes(self.context.budget)?;
        let after = lexemes.partition_point(|lexeme| lexeme.span.start <= byte);
        let Some(at) = after.checked_sub(1) else {
            return Ok(None);
        };
        let Some(lexeme) = lexemes.get(at).filter(|lexeme| byte <= lexeme.span.end) else {
            return Ok(None);
        };
        let text = file.slice(lexeme.span);
        let name = lower(text);
        let (span, kind) = match lexeme.kind {
            LexemeKind::Variable => {
                let start = lexeme.span.start + u32::from(text.starts_with('$'));
                let span = Span {
                    start,
                    ..lexeme.span
                };
                (span, UseKind::Variable)
            }
            LexemeKind::TypeName => (lexeme.span, UseKind::Type(name)),
            LexemeKind::Name => {
                let next = lexemes.get(at + 1).map_or("", |next| file.slice(next.span));
                let kind = match next {
                    "(" => UseKind::Function(name),
                    "{" => UseKind::ResourceType(name),
                    _ if self.index.get(DefinedKind::Class, &name).is_some() => {
                        UseKind::Class(name)
                    }
                    _ => return Ok(None),
                };
                (lexeme.span, kind)
            }
            _ => return Ok(None),
        };
        let scope = file.scope_at(byte);
        Ok(Some(Use { span, scope, kind }))
    }

    fn describe(&self, target: &Target, found: &Use) -> Result<String> {
        Ok(match target {
            Target::Variable { path, scope, name } => {
                let own = (self.file.path == *path).then_some(&self.file);
                let Some(file) = own.or_else(|| self.index.files.get(path)) else {
                    return Ok(String::new());
                };
                self.variable(file, *scope, name)?
            }
            Target::Defined(kind, name) => match self.index.get(*kind, name) {
                Some((file, defined)) => definition(file, defined),
                None => String::new(),
            },
            Target::OwnFunction(name) => own_function(name),
            Target::RubyFunction(name) => {
                format!(
                    "{}\n\nA function written in Ruby.",
                    code(&format!("{name}(...)"))
                )
            }
            Target::DataType(_) => {
                format!("{}\n\nA data type.", code(self.file.slice(found.span)))
            }
            Target::OwnResource(name) => resource_type(
                name,
                built_in(name)
                    .map(|ty| {
                        let mut names: Vec<String> = ty.attributes().map(str::to_owned).collect();
                        sort(&mut names);
                        names
                    })
                    .unwrap_or_default(),
                "",
            ),
            Target::RubyType(name) => {
                let Some(ty) = self.index.types.get(name) else {
                    return Ok(String::new());
                };
                let names = ty.attributes.iter().map(|(name, _)| name.clone());
                resource_type(name, names.collect(), &ty.documentation)
            }
            Target::Attribute(ty, name) => self.attribute(ty, name),
            Target::OwnVariable(name) => {
                let own = OWN_VARIABLES.iter().find(|(own, _)| own == name);
                let text = own.map_or("", |(_, text)| text);
                format!("{}\n\n{text}", code(&format!("${name}")))
            }
            Target::File(path) => format!("File `{path}`"),
            Target::Key(_) => String::new(),
        })
    }

    fn attribute(&self, ty: &str, name: &str) -> String {
        let found = self.index.types.get(ty);
        let mut attributes = found.into_iter().flat_map(|ty| &ty.attributes);
        let documentation = attributes.find(|(own, _)| own == name);
        let documentation = documentation.map_or("", |(_, text)| text);
        let what = match is_metaparameter(name) {
            true => "A metaparameter, which all resources have.".to_owned(),
            false => format!("An attribute of `{ty}`."),
        };
        format!("{}\n\n{what} {documentation}", code(name))
            .trim_end()
            .to_owned()
    }

    fn variable(&self, file: &File, scope: usize, name: &str) -> Result<String> {
        let Some(scope) = file.scopes.get(scope) else {
            return Ok(String::new());
        };
        let Some(declared) = scope.variables.named(name) else {
            return Ok(String::new());
        };
        let mut text = code(&self.declared(file, declared)?);
        let defined = scope.definition.and_then(|at| file.definitions.get(at));
        if let Some(defined) = defined {
            let what = match defined.kind {
                DefinedKind::Class => "class",
                DefinedKind::Define => "define",
                DefinedKind::Function => "function",
                DefinedKind::Node => "node",
                DefinedKind::Type => "type",
            };
            let role = match declared.is_parameter {
                true => "Parameter",
                false => "Variable",
            };
            let _ = write!(text, "\n\n{role} of {what} `{}`", defined.name);
            let texts = ParameterTexts::of(&defined.documentation);
            let documented = texts.get(name);
            if !documented.is_empty() {
                let _ = write!(text, "\n\n{documented}");
            }
        }
        Ok(text)
    }

    /// A variable with its type and value.
    fn declared(&self, file: &File, declared: &Declared) -> Result<String> {
        let ty = declared.ty.map(|ty| file.slice(ty));
        if declared.is_parameter {
            return Ok(parameter(file, declared));
        }
        let inferred = match declared.value {
            Some(value) => inferred(file, value, self.context.budget)?,
            None => None,
        };
        let inferred = ty.map(str::to_owned).or(inferred);
        let inferred = inferred.map_or(String::new(), |ty| format!("{ty} "));
        let value = declared.value.map(|value| shown_value(file, None, value));
        let value = value.map_or(String::new(), |value| format!(" = {value}"));
        Ok(format!("{inferred}${}{value}", declared.name))
    }
}

/// A parameter with its type and default, as written.
pub(super) fn parameter(file: &File, declared: &Declared) -> String {
    let ty = declared.ty.map(|ty| file.slice(ty));
    let rest = if declared.takes_rest { "*" } else { "" };
    let name = &declared.name;
    let default = declared.value.map(|value| shown_value(file, ty, value));
    let default = default.map_or(String::new(), |value| format!(" = {value}"));
    let ty = ty.map_or(String::new(), |ty| format!("{} ", one_line(ty)));
    format!("{ty}{rest}${name}{default}")
}

fn one_line(text: &str) -> String {
    let parts: Vec<&str> = text.split_whitespace().collect();
    parts.join(" ")
}

fn code(text: &str) -> String {
    format!("```puppet\n{text}\n```")
}

/// The description of a class, define, function or alias.
pub(super) fn definition(file: &File, defined: &Defined) -> String {
    let mut text = code(&head(file, defined));
    if !defined.documentation.is_empty() {
        let _ = write!(text, "\n\n{}", prose(&defined.documentation));
    }
    text
}

/// The head of a definition, with a line for each parameter.
fn head(file: &File, defined: &Defined) -> String {
    let word = match defined.kind {
        DefinedKind::Class => "class",
        DefinedKind::Define => "define",
        DefinedKind::Function => "function",
        DefinedKind::Node => "node",
        DefinedKind::Type => {
            let aliased = defined.ty.map_or("", |ty| file.slice(ty));
            return format!("type {} = {}", defined.shown, one_line(aliased));
        }
    };
    let mut text = format!("{word} {}", defined.name);
    if !defined.parameters.is_empty() {
        text.push_str("(\n");
        for declared in defined.parameters.iter().take(MAX_PARAMETERS) {
            let _ = writeln!(text, "  {},", parameter(file, declared));
        }
        if defined.parameters.len() > MAX_PARAMETERS {
            text.push_str("  ...\n");
        }
        text.push(')');
    }
    if let Some(ty) = defined.ty {
        let _ = write!(text, " >> {}", one_line(file.slice(ty)));
    }
    if let Some(parent) = &defined.inherits {
        let _ = write!(text, " inherits {parent}");
    }
    text
}

/// The text of a comment without the tags of parameters.
pub(super) fn prose(documentation: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut in_tag = false;
    for line in documentation.lines() {
        if let Some(rest) = line.strip_prefix("@summary") {
            lines.push(rest.trim().to_owned());
            in_tag = false;
        } else if line.starts_with('@') {
            in_tag = true;
            if let Some(rest) = line.strip_prefix("@return") {
                lines.push(format!("Returns {}", rest.trim()));
            }
        } else if !in_tag || !line.starts_with(' ') {
            in_tag = false;
            lines.push(line.to_owned());
        }
    }
    lines.join("\n").trim().to_owned()
}

/// The texts of the tags `@param` of a comment by the names of the parameters.
pub(super) struct ParameterTexts<'d>(HashMap<&'d str, String>);

impl<'d> ParameterTexts<'d> {
    pub(super) fn of(documentation: &'d str) -> ParameterTexts<'d> {
        let mut texts: HashMap<&str, String> = HashMap::new();
        let mut lines = documentation.lines().peekable();
        while let Some(line) = lines.next() {
            let Some(rest) = line.strip_prefix("@param") else {
                continue;
            };
            // The type in brackets is optional.
            let rest = rest.trim();
            let rest = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                Some((_, rest)) => rest.trim(),
                None => rest,
            };
            let (name, rest) = rest.split_at(rest.find([' ', ':']).unwrap_or(rest.len()));
            let mut text = rest.trim_start_matches(':').trim().to_owned();
            let is_more = |line: &&str| line.is_empty() || line.starts_with(' ');
            while let Some(line) = lines.next_if(is_more) {
                text.push('\n');
                text.push_str(line.trim());
            }
            text.truncate(text.trim_end().len());
            texts.entry(name).or_insert(text);
        }
        ParameterTexts(texts)
    }

    /// The text of a parameter; empty if it has none.
    pub(super) fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", |text| text.trim_start())
    }
}

/// The description of a function of the language or of the module `stdlib`.
pub(super) fn own_function(name: &str) -> String {
    let signatures = function_signatures(name).unwrap_or_default();
    let lines: Vec<String> = signatures
        .iter()
        .map(|each| format!("{name}({each})"))
        .collect();
    let bare = name.strip_prefix("stdlib::").unwrap_or(name);
    let of = match stdlib_function_names().any(|each| each == bare) {
        true => "A function of the module `stdlib`.",
        false => "A function of the language.",
    };
    format!("{}\n\n{of}", code(&lines.join("\n")))
}

fn resource_type(name: &str, attributes: Vec<String>, documentation: &str) -> String {
    let head = code(&format!("{name} {{ 'title': }}"));
    let attributes: Vec<String> = attributes.iter().map(|each| format!("`{each}`")).collect();
    let text = format!(
        "{head}\n\n{documentation}\n\nAttributes: {}",
        attributes.join(", ")
    );
    text.replace("\n\n\n\n", "\n\n")
}

/// The owner of an attribute in words.
pub(super) fn owner_name(owner: &Owner) -> String {
    match owner {
        Owner::Class(name) => format!("class {name}"),
        Owner::ResourceType(name) => name.to_string(),
    }
}
