//! Parser of the text form of types.
//!
//! The syntax is that of [`format_type`](crate::format_type), with optional white space. Parsed
//! types are in normal form. The name of a property extends to the space and the equals sign after
//! it, so any name without these can be parsed again.
//!
//! `...` denotes the innermost enclosing object and `...1` the next one outside; `rec(T)` counts as
//! an object. The objects that such a reference denotes are known only after their beginning, so a
//! text with references is parsed twice: first to find these objects, then to build the types.

use crate::types::normal_form;
use crate::types::view;
use polycty_core::number::Number;
use polycty_core::sort::sort;
use polycty_core::source::{Code, Error, Reporter, Result, Source, SourceError};
use polycty_core::syntax::{Nesting, TextCursor};
use polycty_core::text::escape::{control_of, leading_char};
use polycty_core::types::{Group, GroupMember, MAX_DEPTH, Scalar, Str, Type, TypeError};
use polycty_hcl::syntax::is_identifier;

/// Parses a type.
///
/// ```
/// use polycty_pcl as pcl;
/// let ty = pcl::parse_type("object({port = union(none, int, cty.StringVal(\"auto\"))})")?;
/// assert_eq!(pcl::display_type(&ty), "{ port: \"auto\" | int? }");
/// assert_eq!(pcl::parse_type(&pcl::format_type(&ty)?)?, ty);
/// let size = pcl::parse_type("optional(enum(\"small\" | \"large\"))")?;
/// assert_eq!(pcl::display_type(&size), "enum(\"small\" | \"large\")?");
/// assert_eq!(pcl::parse_type(&pcl::format_type(&size)?)?, size);
/// let error = pcl::parse_type("list(strin)").unwrap_err();
/// assert!(error.message().contains("did you mean \"string\""));
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
///
/// # Errors
/// Each error has a position in the text.
/// - [`Code::Syntax`] if the text does not follow the syntax.
/// - [`Code::Type`] if a constant does not have its type.
/// - [`Code::Limit`] if the nesting is too deep.
pub fn parse_type(text: &str) -> Result<Type> {
    Parser::new(text).both_passes().map_err(|error| {
        error
            .reported_by(Reporter::Pcl)
            .into_error(Source::new("type", text))
    })
}

type Parsed<T> = Result<T, SourceError>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Finds the recursive objects.
    Looking,
    /// Builds the types.
    Making,
}

/// The recursive objects in the outermost one.
struct OpenGroup {
    /// The index of its first member among the recursive objects.
    first: usize,
    members: Vec<GroupMember>,
    definitions: Vec<Option<Type>>,
}

struct Parser<'a> {
    cursor: TextCursor<'a>,
    nesting: Nesting<MAX_DEPTH>,
    /// The numbers of the enclosing objects, in the order of their beginnings.
    open: Vec<usize>,
    /// By object number, the number of objects that begin before its end.
    ends: Vec<usize>,
    opened: usize,
    /// The numbers of the recursive objects.
    meant: Vec<usize>,
    pass: Pass,
    group: Option<OpenGroup>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        Parser {
            cursor: TextCursor::new(text),
            nesting: Nesting::default(),
            open: Vec::new(),
            ends: Vec::new(),
            opened: 0,
            meant: Vec::new(),
            pass: Pass::Looking,
            group: None,
        }
    }

    fn both_passes(mut self) -> Parsed<Type> {
        let ty = self.whole()?;
        if self.meant.is_empty() {
            return Ok(ty);
        }
        sort(&mut self.meant);
        self.meant.dedup();
        self.cursor.go_to(0);
        (self.opened, self.pass) = (0, Pass::Making);
        self.whole()
    }

    fn whole(&mut self) -> Parsed<Type> {
        let ty = self.ty()?;
        self.blanks();
        if self.cursor.is_at_end() {
            Ok(ty)
        } else {
            Err(self.required("the end of the type"))
        }
    }

    fn blanks(&mut self) {
        self.cursor.take_while(char::is_whitespace);
    }

    /// Returns the error that the expected syntax does not follow.
    #[cold]
    fn required(&self, wanted: &str) -> SourceError {
        let found: String = self.cursor.rest().chars().take(12).collect();
        let found = if found.is_empty() {
            "the end".to_owned()
        } else {
            format!("{found:?}")
        };
        let message = format!("expected {wanted}, found {found}");
        SourceError::new(Code::Syntax, message, self.cursor.next_span())
    }

    /// Adds the range of the text to the error of a constructor.
    fn made<T, E: Into<Error>>(&self, start: usize, made: Result<T, E>) -> Parsed<T> {
        made.map_err(|error| {
            let error = SourceError::of(&error.into(), self.cursor.span_from(start));
            match error.code() {
                // The parts are from a text, so they are not arguments of the caller.
                Code::InvalidArgument => error.with_code(Code::Type),
                _ => error,
            }
        })
    }

    fn take(&mut self, token: &str) -> bool {
        self.blanks();
        self.cursor.take(token)
    }

    fn expect(&mut self, token: &str) -> Parsed<()> {
        if self.take(token) {
            Ok(())
        } else {
            Err(self.required(&format!("{token:?}")))
        }
    }

    /// Returns the text up to one of these characters, which is required.
    fn until(&mut self, ends: &[char], wanted: &str) -> Parsed<&'a str> {
        let text = self.cursor.take_until(ends);
        text.ok_or_else(|| self.required(wanted))
    }

    fn ty(&mut self) -> Parsed<Type> {
        if !self.nesting.enter() {
            return self.made(self.cursor.at(), Err(TypeError::TooDeep));
        }
        let ty = self.one_level();
        self.nesting.leave();
        ty
    }

    fn one_level(&mut self) -> Parsed<Type> {
        self.blanks();
        if self.cursor.rest().starts_with("cty.") {
            let start = self.cursor.at();
            let value = self.value()?;
            return self.constant(start, value);
        } else if self.begins_literal() {
            let start = self.cursor.at();
            let value = self.literal()?;
            return self.constant(start, value);
        } else if self.cursor.rest().starts_with("...") {
            return self.recursive_reference();
        }
        let start = self.cursor.at();
        let name = self
            .cursor
            .take_while(|c| c.is_alphanumeric() || c == '_' || c == '-');
        if !is_identifier(name) {
            self.cursor.go_to(start);
            return Err(self.required("a type"));
        }
        if !self.cursor.take("(") {
            if let Some(meant) = view::misspelled(name) {
                let message = format!(
                    "there is no type {name:?}; did you mean {meant:?} or the opaque type \
                     type({name})?"
                );
                return Err(SourceError::new(
                    Code::Type,
                    message,
                    self.cursor.span_from(start),
                ));
            }
            return Ok(view::opaque(name));
        }
        let ty = match name {
            "list" => self.of_part(start, Type::list)?,
            "set" => self.of_part(start, Type::set)?,
            "map" => self.of_part(start, Type::map)?,
            "promise" => self.of_part(start, normal_form::promise)?,
            "output" => self.of_part(start, normal_form::output)?,
            "optional" => self.of_part(start, normal_form::optional)?,
            "const" => {
                self.blanks();
                let value = self.literal()?;
                self.constant(start, value)?
            }
            "tuple" => self.of_parts(start, Type::tuple)?,
            "union" => self.of_parts(start, normal_form::union)?,
            "object" => self.framed(&mut |parser| parser.object(start))?,
            "rec" => self.framed(&mut Parser::ty)?,
            "type" => {
                let name = self.until(&[')'], "the end of the name")?;
                view::opaque(name)
            }
            "enum" if self.begins_alternatives() => self.alternatives(start)?,
            "enum" => {
                let token = self.until(&['('], "the type of the values")?;
                self.expect("(")?;
                let ty = self.ty()?;
                self.expect(")")?;
                self.expect(":")?;
                let mut values = Vec::new();
                loop {
                    self.blanks();
                    let value = self.literal()?;
                    values.push(value.ok_or_else(|| self.required("a value that is not null"))?);
                    if !self.take(",") {
                        break;
                    }
                }
                let made = view::enumeration(token, &ty, values);
                self.made(start, made)?
            }
            _ => {
                self.cursor.go_to(start);
                return Err(self.required("a constructor of types"));
            }
        };
        self.expect(")")?;
        Ok(ty)
    }

    /// Parses an object, or a definition that counts as one.
    fn framed(&mut self, read: &mut dyn FnMut(&mut Self) -> Parsed<Type>) -> Parsed<Type> {
        let number = self.opened;
        self.opened += 1;
        self.open.push(number);
        if self.pass == Pass::Looking {
            self.ends.push(self.opened);
        }
        let outcome = match (self.pass, self.meant.binary_search(&number)) {
            (Pass::Making, Ok(rank)) => self.recursive(rank, number, read),
            _ => read(self),
        };
        self.open.pop();
        self.ends[number] = self.opened;
        outcome
    }

    /// Parses a recursive object. Those inside the outermost one are members of its group.
    fn recursive(
        &mut self,
        rank: usize,
        number: usize,
        read: &mut dyn FnMut(&mut Self) -> Parsed<Type>,
    ) -> Parsed<Type> {
        if let Some(group) = &self.group {
            let at = rank - group.first;
            let member = group.members[at].reference();
            let definition = read(self)?;
            if let Some(group) = &mut self.group {
                group.definitions[at] = Some(definition);
            }
            return Ok(member);
        }
        let inside = self
            .meant
            .partition_point(|meant| *meant < self.ends[number])
            - rank;
        let start = self.cursor.at();
        let mut failure = None;
        let group = Group::define(vec![Str::from("rec"); inside], |members| {
            self.group = Some(OpenGroup {
                first: rank,
                members: members.to_vec(),
                definitions: vec![None; inside],
            });
            let outcome = read(self);
            let mut made = self
                .group
                .take()
                .map_or(Vec::new(), |group| group.definitions);
            match (outcome, made.first_mut()) {
                (Ok(definition), Some(outermost)) => *outermost = Some(definition),
                (Err(error), _) => failure = Some(error),
                _ => {}
            }
            // All definitions are present unless there is an error.
            let or_any = |made: Option<Type>| made.unwrap_or_else(|| Type::any().clone());
            Ok(made.into_iter().map(or_any).collect())
        });
        match failure {
            Some(error) => Err(error),
            None => {
                let group = self.made(start, group)?;
                if view::all_guarded(&group) {
                    self.made(start, group.reference(0))
                } else {
                    let whole = self.cursor.span_from(start);
                    Err(SourceError::new(Code::Type, view::UNGUARDED, whole))
                }
            }
        }
    }

    /// Parses `...` and the number of objects in between.
    fn recursive_reference(&mut self) -> Parsed<Type> {
        let start = self.cursor.at();
        self.cursor.take("...");
        let further_out = match self.cursor.take_while(|c| c.is_ascii_digit()) {
            "" => Some(0),
            digits => digits.parse().ok(),
        };
        let number = further_out
            .and_then(|out: usize| self.open.len().checked_sub(out.checked_add(1)?))
            .map(|at| self.open[at]);
        let Some(number) = number else {
            self.cursor.go_to(start);
            return Err(self.required("an enclosing object"));
        };
        if self.pass == Pass::Looking {
            self.meant.push(number);
            return Ok(Type::any().clone());
        }
        let member = self.group.as_ref().and_then(|group| {
            let rank = self.meant.binary_search(&number).ok()?;
            Some(
                group
                    .members
                    .get(rank.checked_sub(group.first)?)?
                    .reference(),
            )
        });
        member.ok_or_else(|| self.required("an enclosing object"))
    }

    /// Parses a constructor with one type between its brackets.
    fn of_part(
        &mut self,
        start: usize,
        make: impl FnOnce(Type) -> Result<Type, TypeError>,
    ) -> Parsed<Type> {
        let part = self.ty()?;
        self.made(start, make(part))
    }

    /// Parses a constructor with several types between its brackets.
    fn of_parts(
        &mut self,
        start: usize,
        make: impl FnOnce(Vec<Type>) -> Result<Type, TypeError>,
    ) -> Parsed<Type> {
        let parts = self.types()?;
        self.made(start, make(parts))
    }

    fn types(&mut self) -> Parsed<Vec<Type>> {
        let mut types = Vec::new();
        self.blanks();
        if self.cursor.rest().starts_with(')') {
            return Ok(types);
        }
        loop {
            types.push(self.ty()?);
            if !self.take(",") {
                return Ok(types);
            }
        }
    }

    /// Parses the properties of an object that starts at a byte.
    fn object(&mut self, start: usize) -> Parsed<Type> {
        let mut properties: Vec<(Str, Type)> = Vec::new();
        self.expect("{")?;
        if !self.take("}") {
            loop {
                self.blanks();
                let name = self.until(&['='], "\"=\"")?;
                self.expect("=")?;
                properties.push((name.trim_end().into(), self.ty()?));
                if self.take("}") {
                    break;
                }
                self.expect(",")?;
            }
        }
        self.made(start, normal_form::object(properties))
    }

    /// Returns the type of a constant. The text does not contain the type: 32-bit integers are
    /// `int`, as in literals.
    fn constant(&mut self, start: usize, value: Option<Scalar>) -> Parsed<Type> {
        let ty = match &value {
            None => Type::none(),
            Some(value) => type_of_literal(value),
        };
        self.made(start, view::constant(ty, value))
    }

    /// Returns whether a string or a number in HCL syntax follows.
    fn begins_literal(&self) -> bool {
        let begins = |c: char| c == '"' || c == '-' || c.is_ascii_digit();
        self.cursor.rest().starts_with(begins)
    }

    /// Returns whether an enumeration without a name follows, i.e. only its values.
    fn begins_alternatives(&mut self) -> bool {
        self.blanks();
        let rest = self.cursor.rest();
        let is_word = |word: &str| {
            let after = rest.strip_prefix(word).map(str::trim_start);
            after.is_some_and(|after| after.starts_with(['|', ')']))
        };
        // The name of an enumeration extends to the bracket before the type of its values.
        let mark = rest.find(['(', ')', '|', '"']);
        let has_name = mark.is_some_and(|at| rest.as_bytes()[at] == b'(');
        !has_name && (self.begins_literal() || is_word("true") || is_word("false"))
    }

    /// Parses `"a" | "b"`: an enumeration without a name, as in display names.
    fn alternatives(&mut self, start: usize) -> Parsed<Type> {
        let mut values = Vec::new();
        loop {
            self.blanks();
            let value = self.literal()?;
            values.push(value.ok_or_else(|| self.required("a value that is not null"))?);
            if !self.take("|") {
                break;
            }
        }
        let types: Vec<&Type> = values.iter().map(type_of_literal).collect();
        let ty = if types.iter().all(|ty| *ty == types[0]) {
            types[0]
        } else {
            Type::number()
        };
        let made = view::enumeration("", ty, values.clone());
        self.made(start, made)
    }

    /// Parses a value in the syntax of HCL or of cty.
    fn literal(&mut self) -> Parsed<Option<Scalar>> {
        let start = self.cursor.at();
        if self.cursor.rest().starts_with("cty.") {
            return self.value();
        }
        if self.cursor.rest().starts_with('"') {
            return Ok(Some(Scalar::String(self.quoted()?.into())));
        }
        let word = self
            .cursor
            .take_while(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '+'));
        match word {
            "true" => Ok(Some(Scalar::Bool(true))),
            "false" => Ok(Some(Scalar::Bool(false))),
            "null" => Ok(None),
            "" => Err(self.required("a value")),
            number => {
                let number = self.made(start, Number::parse(number))?;
                Ok(Some(Scalar::Number(number)))
            }
        }
    }

    fn value(&mut self) -> Parsed<Option<Scalar>> {
        if self.take("cty.True") {
            return Ok(Some(Scalar::Bool(true)));
        } else if self.take("cty.False") {
            return Ok(Some(Scalar::Bool(false)));
        } else if self.take("cty.NullVal(cty.DynamicPseudoType)") {
            return Ok(None);
        } else if self.take("cty.StringVal(") {
            let text = self.quoted()?;
            self.expect(")")?;
            return Ok(Some(Scalar::String(text.into())));
        } else if self.take("cty.MustParseNumberVal(") {
            let start = self.cursor.at();
            let text = self.quoted()?;
            let number = self.made(start, Number::parse(&text))?;
            self.expect(")")?;
            return Ok(Some(Scalar::Number(number)));
        }
        let fractional = self.take("cty.NumberFloatVal(");
        if !fractional && !self.take("cty.NumberIntVal(") {
            return Err(self.required("a value"));
        }
        let start = self.cursor.at();
        let text = self.until(&[')'], "\")\"")?;
        let number = self.made(start, Number::parse(text))?;
        self.expect(")")?;
        // The digits are the shortest that distinguish a double from others.
        let exact = if fractional {
            text.parse().ok().and_then(Number::from_f64)
        } else {
            None
        };
        let number = exact.map_or(number, |exact| {
            exact.with_precision(polycty_core::number::PARSED_PRECISION)
        });
        Ok(Some(Scalar::Number(number)))
    }

    /// Parses a text in double quotes with Go's escapes.
    fn quoted(&mut self) -> Parsed<String> {
        self.expect("\"")?;
        let mut out = String::new();
        loop {
            out.push_str(self.until(&['"', '\\'], "a closing quote")?);
            if self.cursor.take("\"") {
                return Ok(out);
            }
            self.cursor.take("\\");
            let kind = self.cursor.char().unwrap_or(' ');
            let digits = match kind {
                'x' => 2,
                'u' => 4,
                'U' => 8,
                _ => 0,
            };
            let escaped = match kind {
                '"' | '\\' => Some(kind),
                'x' | 'u' | 'U' => leading_char(&self.cursor.rest().as_bytes()[1..], digits),
                letter => control_of(letter),
            };
            out.push(escaped.ok_or_else(|| self.required("an escape"))?);
            // All characters of an escape have one byte.
            self.cursor.go_to(self.cursor.at() + 1 + digits);
        }
    }
}

/// Returns the type of a literal.
fn type_of_literal(value: &Scalar) -> &'static Type {
    match value {
        Scalar::Bool(_) => Type::bool(),
        Scalar::String(_) => Type::string(),
        Scalar::Number(number)
            if number
                .to_i64()
                .is_some_and(|int| i32::try_from(int).is_ok()) =>
        {
            view::int()
        }
        _ => Type::number(),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_type;
    use crate::{display_type, format_type};

    #[test]
    fn displayed_types_are_parsed_again() {
        for (text, shown) in [
            ("optional(int)", "int?"),
            ("const(1)", "1"),
            ("const(\"a\")", "\"a\""),
            ("const(true)", "true"),
            ("union(\"auto\", int)", "\"auto\" | int"),
            ("enum(\"a\" | \"b\")", "enum(\"a\" | \"b\")"),
            ("enum(1 | -2)", "enum(1 | -2)"),
            ("enum(true)", "enum(true)"),
            (
                "enum(a:size(string): \"s\", cty.StringVal(\"l\"))",
                "enum(\"s\" | \"l\")",
            ),
            ("type(strin)", "type(strin)"),
            ("list(node)", "list(node)"),
        ] {
            let ty = parse_type(text).unwrap();
            assert_eq!(display_type(&ty), shown, "{text}");
            let written = format_type(&ty).unwrap();
            assert_eq!(parse_type(&written).unwrap(), ty, "{written}");
        }
        for (text, wanted) in [
            (
                "list(strin)",
                "there is no type \"strin\"; did you mean \"string\" or the opaque type \
                 type(strin)?",
            ),
            ("enum(\"a\" | 1)", "not of the literal's type"),
            ("const()", "expected a value, found \")\""),
            ("enum(\"a\" |)", "expected a value, found \")\""),
        ] {
            let error = parse_type(text).unwrap_err();
            assert!(
                error.message().contains(wanted),
                "{text}: {}",
                error.message()
            );
        }
    }
}
