//! Files of data: YAML and JSON, read once for an evaluation.

use super::Session;
use super::context::symbol_text;
use super::failure::{Failure, Outcome, lookup_error, runtime_error};
use super::template::ValueTemplate;
use super::yaml;
use crate::eval::interpreter::TEXT_STEP;
use crate::mode::Strict;
use crate::values::json::read_json;
use crate::values::special::{array, array_elements, hash};
use polycty_core::source::Code;
use polycty_core::values::Value;
use std::sync::{Arc, OnceLock};

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Format {
    Yaml,
    Json,
    Hocon,
}

impl Format {
    /// The format that a function of the language reads.
    pub(super) fn of_function(name: &str) -> Option<Format> {
        match name {
            "yaml_data" => Some(Format::Yaml),
            "json_data" => Some(Format::Json),
            "hocon_data" => Some(Format::Hocon),
            _ => None,
        }
    }
}

/// The data of a location. Lookups share what the first one finds out about the value of a key.
#[derive(Debug)]
pub(crate) struct Document {
    pub(super) value: Value,
    /// The expressions of the values, by the position of the key. Those that are known belong to
    /// values that data can have.
    templates: Box<[KnownTemplate]>,
}

/// The expressions of a value, once it was found; `None` for a value without expressions.
pub(super) type KnownTemplate = OnceLock<Option<ValueTemplate>>;

impl Document {
    pub(super) fn new(value: Value) -> Document {
        let count = value.as_ordered_map().map_or(0, |map| map.len());
        let templates = std::iter::repeat_with(OnceLock::new).take(count);
        Document {
            templates: templates.collect(),
            value,
        }
    }

    /// The bytes of the document without those of its value.
    pub(super) fn own_bytes(&self) -> u64 {
        (size_of::<Document>() + size_of_val(&*self.templates)) as u64
    }

    /// Returns the position and the value of a key, and its expressions, if they are known.
    pub(super) fn get(&self, key: &Value) -> Option<(usize, &Value, &KnownTemplate)> {
        let map = self.value.as_ordered_map()?;
        let at = map.position(key)?;
        Some((at, &map.entries().get(at)?.1, self.templates.get(at)?))
    }
}

impl Session<'_, '_> {
    /// Returns the data of the location in the options of a call.
    pub(super) fn read_data(
        &mut self,
        format: Format,
        function: &str,
        arguments: &[Value],
    ) -> Outcome<Value> {
        let [options] = arguments else {
            return Err(runtime_error(format!(
                "'{function}' expects 2 arguments, got {}",
                arguments.len() + 1
            )));
        };
        // The function takes the path alone: other options are those of a different function.
        let is_alone = options.as_ordered_map().is_some_and(|map| map.len() == 1);
        let path = super::config::text(options, "path");
        let path = path.filter(|path| is_alone && !path.is_empty());
        let Some(path) = path else {
            return Err(runtime_error(format!(
                "'{function}' one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be \
                 declared in hiera.yaml when using this data_hash function"
            )));
        };
        match format {
            Format::Yaml | Format::Json => Ok(self.file_data_hash(format, path)?.value.clone()),
            Format::Hocon => Err(lookup_error(
                "Lookup using Hocon data_hash function needs a function of the host named \
                 'hocon_data'",
            )),
        }
    }

    /// Returns the data of a file of YAML or JSON.
    pub(super) fn file_data_hash(&mut self, format: Format, path: &str) -> Outcome<Arc<Document>> {
        match format {
            Format::Json => self.json_data(path),
            _ => self.yaml_data(path),
        }
    }

    fn yaml_data(&mut self, path: &str) -> Outcome<Arc<Document>> {
        let document = match self.cached_yaml(path)? {
            Ok(document) => document,
            Err(message) => return Err(lookup_error(format!("Unable to parse {message}"))),
        };
        let value = &document.value;
        if value.as_ordered_map().is_some() {
            return Ok(document);
        }
        let message = format!("{path}: file does not contain a valid yaml hash");
        let is_empty = value.is_null() || value.as_bool() == Some(false);
        if !is_empty && self.interpreter.environment.strictness() == Strict::Error {
            return Err(lookup_error(message));
        }
        if self.state.reported.borrow_mut().insert(path.to_owned()) {
            self.interpreter.budget.hold(64 + path.len() as u64)?;
            self.warn(&message)?;
        }
        Ok(Arc::new(Document::new(hash([])?)))
    }

    fn json_data(&mut self, path: &str) -> Outcome<Arc<Document>> {
        let known = self.state.documents.borrow().get(path).cloned();
        if let Some(Ok(document)) = known {
            return Ok(document);
        }
        let bytes = self.file_bytes(path)?;
        if let Some(document) = self.parsed_before(Format::Json, path, &bytes)? {
            return Ok(document);
        }
        let text = self.text_of_bytes(path, &bytes)?;
        self.interpreter.budget.charge(text.len() as u64 / 4)?;
        let mark = self.interpreter.mark();
        self.interpreter.budget.hold(8 * text.len() as u64)?;
        match read_json(&without_comments(text)) {
            Ok(value) => {
                let document = Arc::new(Document::new(value));
                self.interpreter.budget.hold(document.own_bytes())?;
                self.interpreter.retain(mark);
                let parsed = self.interpreter.environment.parsed();
                parsed.add_document((Format::Json, path), &bytes, &document);
                let mut documents = self.state.documents.borrow_mut();
                documents.insert(path.to_owned(), Ok(document.clone()));
                Ok(document)
            }
            Err(error) if error.code() == Code::Limit => Err(error.into()),
            Err(error) => Err(lookup_error(format!(
                "Unable to parse ({path}): {}",
                error.message()
            ))),
        }
    }

    /// Returns the value of a document of YAML, or the message of its error with the file. Hashes
    /// have no symbols as keys.
    pub(super) fn cached_yaml(&mut self, path: &str) -> Outcome<Result<Arc<Document>, String>> {
        if let Some(known) = self.state.documents.borrow().get(path) {
            return Ok(known.clone());
        }
        let bytes = self.file_bytes(path)?;
        if let Some(document) = self.parsed_before(Format::Yaml, path, &bytes)? {
            return Ok(Ok(document));
        }
        let text = self.text_of_bytes(path, &bytes)?;
        let mark = self.interpreter.mark();
        let value = yaml::read(text, self.interpreter.budget)?
            .map_err(|problem| format!("({path}): {}", problem.message));
        let value = match value {
            Ok(value) if value.as_ordered_map().is_some() => Ok(self.with_text_keys(&value)?),
            value => value,
        };
        let document = value.map(|value| Arc::new(Document::new(value)));
        let own = document.as_ref().map_or(0, |document| document.own_bytes());
        self.interpreter
            .budget
            .hold(128 + path.len() as u64 + own)?;
        self.interpreter.retain(mark);
        if let Ok(document) = &document {
            let parsed = self.interpreter.environment.parsed();
            parsed.add_document((Format::Yaml, path), &bytes, document);
        }
        let mut documents = self.state.documents.borrow_mut();
        documents.insert(path.to_owned(), document.clone());
        Ok(document)
    }

    /// Returns the value of a document that an earlier evaluation has parsed.
    fn parsed_before(
        &mut self,
        format: Format,
        path: &str,
        text: &Arc<[u8]>,
    ) -> Outcome<Option<Arc<Document>>> {
        let interpreter = &mut *self.interpreter;
        let parsed = interpreter.environment.parsed();
        let Some(document) = parsed.document(format, path, text, interpreter.budget)? else {
            return Ok(None);
        };
        let mark = interpreter.mark();
        interpreter.budget.hold(128 + path.len() as u64)?;
        interpreter.retain(mark);
        let mut documents = self.state.documents.borrow_mut();
        documents.insert(path.to_owned(), Ok(document.clone()));
        Ok(Some(document))
    }

    /// Returns the bytes of a file.
    pub(super) fn file_bytes(&mut self, path: &str) -> Outcome<Arc<[u8]>> {
        self.interpreter.budget.charge(4)?;
        let Some(bytes) = self.state.files().read_shared(path)? else {
            return Err(runtime_error(format!(
                "No such file or directory @ rb_sysopen - {path}"
            )));
        };
        self.interpreter.budget.hold(bytes.len() as u64)?;
        Ok(bytes)
    }

    /// Returns the text of a file without a byte order mark.
    pub(super) fn text_of_bytes<'b>(&self, path: &str, bytes: &'b [u8]) -> Outcome<&'b str> {
        self.interpreter
            .budget
            .charge(bytes.len() as u64 / TEXT_STEP)?;
        let text = std::str::from_utf8(bytes)
            .map_err(|_| lookup_error(format!("{path}: the text is not valid UTF-8")))?;
        Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
    }

    /// Replaces the symbols among keys by texts.
    fn with_text_keys(&mut self, value: &Value) -> Outcome<Value> {
        self.interpreter.fits([value])?;
        self.interpreter
            .budget
            .charge(u64::from(value.size()) / 4)?;
        if !has_symbol_keys(value) {
            return Ok(value.clone());
        }
        self.interpreter.hold_whole(value)?;
        text_keys(value)
    }
}

fn has_symbol_keys(value: &Value) -> bool {
    if let Some(elements) = array_elements(value) {
        return elements.iter().any(has_symbol_keys);
    }
    let Some(map) = value.as_ordered_map() else {
        return false;
    };
    let entries = map.entries();
    entries
        .iter()
        .any(|(key, value)| symbol_text(key).is_some() || has_symbol_keys(value))
}

fn text_keys(value: &Value) -> Outcome<Value> {
    if let Some(elements) = array_elements(value) {
        let elements: Result<Vec<Value>, Failure> = elements.iter().map(text_keys).collect();
        return Ok(array(elements?)?);
    }
    let Some(map) = value.as_ordered_map() else {
        return Ok(value.clone());
    };
    let mut entries = Vec::with_capacity(map.len());
    for (key, value) in map.entries() {
        let key = match symbol_text(key) {
            Some(text) => Value::string(text),
            None => key.clone(),
        };
        entries.push((key, text_keys(value)?));
    }
    Ok(hash(entries)?)
}

/// Replaces the comments of a JSON document by blanks.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut in_string = false;
    while let Some(c) = chars.next() {
        match c {
            '"' => in_string = !in_string,
            '\\' if in_string => {
                out.push(c);
                out.extend(chars.next());
                continue;
            }
            '/' if !in_string && chars.peek() == Some(&'/') => {
                while chars.next_if(|c| *c != '\n').is_some() {}
                continue;
            }
            '/' if !in_string && chars.peek() == Some(&'*') => {
                chars.next();
                let mut before = ' ';
                for c in chars.by_ref() {
                    if before == '*' && c == '/' {
                        break;
                    }
                    before = c;
                }
                out.push(' ');
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    out
}
