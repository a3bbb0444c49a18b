//! Parsing of comma-separated values.
//!
//! The rules are those of Go's `encoding/csv`, which are stricter than RFC 4180: a quote is allowed
//! only around a whole field or doubled inside one, every row has as many fields as the header, and
//! empty lines are skipped. (The crate `csv` accepts stray quotes, so it cannot reject the texts
//! that Go rejects.)

use super::define::{goes_through, makes_elements, makes_text, refused, string, text};
use crate::functions::{Function, ReturnType};
use polycty_core::calls::{Budget, Call};
use polycty_core::sort::sort_by_key;
use polycty_core::source::{Error, Quotes, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{Field, Type};
use polycty_core::values::{Value, nfc};

standard! {
    /// Parses comma-separated values with a header line. Returns a list of objects, one for each
    /// row, whose attributes have the names in the header.
    CSVDECODE: csvdecode(str) [Own] = |about| Function::new(
        about.parameter(string("str", "The text to read.")),
        ReturnType::found_within(|args, budget| match args[0].as_str() {
            None => Ok(Type::any().clone()),
            Some(text) => table_type(&Reader::new(text).header()?, budget),
        }),
        |args, call| table(text(args[0])?, call),
    );
}

/// The size of a list with its type and element type, and the size of an attribute of that type.
const LIST: usize = 320;
const ATTRIBUTE: usize = 80;

fn table_type(header: &[String], budget: &Budget) -> Result<Type> {
    let names: usize = header.iter().map(String::len).sum();
    budget.charge(header.len() as u64)?;
    budget.hold((LIST + header.len() * ATTRIBUTE + names) as u64)?;
    let mut fields: Vec<Field> = header
        .iter()
        .map(|name| Field::new(&*nfc(name), Type::string().clone()))
        .collect();
    Field::sort_by_name(&mut fields);
    if let Some(pair) = fields
        .windows(2)
        .find(|pair| pair[0].name() == pair[1].name())
    {
        let name = Quoted(pair[0].name());
        let message = format!("duplicate column name {name}");
        return Err(refused(message).quoting(Quotes::Argument(0)));
    }
    Ok(Type::list(Type::object(fields)?)?)
}

/// The number of elements that a row counts as, in addition to its fields.
const ROW: usize = 2;

fn table(text: &str, call: &Call<'_>) -> Result<Value> {
    let ty = call.returns;
    goes_through(text, call)?;
    let mut reader = Reader::new(text);
    let header = reader.header()?;
    let row_type = ty.element().unwrap_or(Type::any());
    // The column of each attribute.
    let mut columns: Vec<usize> = (0..header.len()).collect();
    sort_by_key(&mut columns, |at| nfc(&header[*at]));
    let mut rows = Vec::new();
    let mut fields = Vec::with_capacity(header.len());
    while let Some(line) = reader.record(&mut fields)? {
        if fields.len() != header.len() {
            return Err(failure(line, "wrong number of fields"));
        }
        makes_elements(ROW + fields.len(), call)?;
        makes_text(fields.iter().map(String::len).sum(), call)?;
        let values = columns.iter().map(|at| Value::nfc_string(&fields[*at]));
        rows.push(Value::object_with_type(row_type.clone(), values)?);
    }
    Value::sequence(ty.clone(), rows)
}

fn failure(line: usize, what: &str) -> Error {
    refused(format!("CSV parse error on line {line}: {what}"))
        .with_code(polycty_core::source::Code::Syntax)
}

struct Reader<'a> {
    rest: &'a str,
    /// The number of the last line read.
    line: usize,
}

/// A line without its line break, and whether it had one.
type Line<'a> = (&'a str, bool);

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader {
            rest: text,
            line: 0,
        }
    }

    fn header(&mut self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        match self.record(&mut names)? {
            Some(_) => Ok(names),
            None => Err(refused("missing header line")),
        }
    }

    /// Reads a line. A line break is `\n` or `\r\n`; a `\r` directly before the end of the text is
    /// ignored.
    fn next_line(&mut self) -> Option<Line<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        self.line += 1;
        let (line, ended) = match self.rest.split_once('\n') {
            Some((line, rest)) => {
                self.rest = rest;
                (line, true)
            }
            None => (std::mem::take(&mut self.rest), false),
        };
        Some((line.strip_suffix('\r').unwrap_or(line), ended))
    }

    /// Reads the fields of the next row and returns the number of its first line, or `None` at the
    /// end of the text.
    fn record(&mut self, fields: &mut Vec<String>) -> Result<Option<usize>> {
        fields.clear();
        let (mut line, mut ended) = loop {
            match self.next_line() {
                None => return Ok(None),
                Some(("", true)) => {}
                Some(("", false)) => return Ok(None),
                Some(line) => break line,
            }
        };
        let start = self.line;
        loop {
            let Some(quoted) = line.strip_prefix('"') else {
                let (field, rest) = match line.split_once(',') {
                    Some((field, rest)) => (field, Some(rest)),
                    None => (line, None),
                };
                if field.contains('"') {
                    return Err(failure(self.line, "bare \" in non-quoted-field"));
                }
                fields.push(field.to_owned());
                match rest {
                    Some(rest) => line = rest,
                    None => return Ok(Some(start)),
                }
                continue;
            };
            line = quoted;
            let mut field = String::new();
            let unbalanced = |at| failure(at, "extraneous or missing \" in quoted-field");
            loop {
                if let Some((part, rest)) = line.split_once('"') {
                    field.push_str(part);
                    if let Some(rest) = rest.strip_prefix('"') {
                        field.push('"');
                        line = rest;
                    } else if let Some(rest) = rest.strip_prefix(',') {
                        line = rest;
                        break;
                    } else if rest.is_empty() {
                        fields.push(field);
                        return Ok(Some(start));
                    } else {
                        return Err(unbalanced(self.line));
                    }
                } else {
                    // The field continues on the next line.
                    field.push_str(line);
                    if ended {
                        field.push('\n');
                    }
                    match self.next_line() {
                        Some(next) => (line, ended) = next,
                        None => return Err(unbalanced(self.line)),
                    }
                }
            }
            fields.push(field);
        }
    }
}
