//! Parsing of types in mcl syntax.
//!
//! The rules are those of mgmt's text form of types:
//!
//! - A space before or after a type name is an error, except inside brackets, where spaces may
//!   surround each part.
//! - A map is `map{K: V}`, or `{K: V}` as in the language guide.
//! - The fields of a struct are `name type`, separated by `;`. A `;` may follow the last field. A
//!   name extends to the first space.
//! - The arguments of a function are `name type` or `type`, separated by `,`. A `,` may follow the
//!   last argument. The result may be missing.
//! - A variable is `?` and a 32-bit number without leading zeros. Equal numbers in one scope are
//!   the same variable.
//!
//! The parser makes one pass from left to right. It recurses for brackets, at most [`MAX_DEPTH`]
//! levels deep.

use crate::types::view::{AFTER_FIELD_NAME, int, repeated_name};
use polycty_core::source::{Code, Reporter, Result, Source, SourceError, Span};
use polycty_core::syntax::{Nesting, TextCursor};
use polycty_core::types::{
    Field, FuncParam, FuncParams, FuncType, MAX_DEPTH, Str, Type, TypeError, VariableScope,
};

/// Parses a type. Its variables belong to `scope`.
///
/// # Errors
/// Each error has a position in the text.
/// - [`Code::Syntax`] if the text does not follow the syntax.
/// - [`Code::Type`] if a type name is unknown or a field or argument is named twice.
/// - [`Code::Limit`] if the nesting is too deep.
///
/// ```
/// use polycty_mcl::{format_type, parse_type};
/// use polycty_core::types::VariableScope;
/// let scope = VariableScope::new();
/// let ty = parse_type("func(list []?7, {str: ?3}) ?7", scope)?;
/// assert_eq!(format_type(&ty)?, "func(list []?1, 1 map{str: ?2}) ?1");
/// let error = parse_type("map{str: string}", scope).unwrap_err();
/// assert_eq!(error.to_string(), "type:1,10-16: there is no type `string`");
/// assert_eq!(error.offset(), Some(9));
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
pub fn parse_type(text: &str, scope: VariableScope) -> Result<Type> {
    let mut parser = Parser {
        cursor: TextCursor::new(text),
        nesting: Nesting::default(),
        scope,
    };
    let parsed = parser.ty().and_then(|ty| {
        if parser.cursor.is_at_end() {
            Ok(ty)
        } else {
            Err(parser.expected("the end of the type"))
        }
    });
    parsed.map_err(|error| {
        error
            .reported_by(Reporter::Mcl)
            .into_error(Source::new("type", text))
    })
}

type Parsed<T> = Result<T, SourceError>;

/// The maximum number of characters of the text that a message shows.
const SHOWN: usize = 32;

struct Parser<'a> {
    cursor: TextCursor<'a>,
    nesting: Nesting<MAX_DEPTH>,
    scope: VariableScope,
}

impl<'a> Parser<'a> {
    fn skip_spaces(&mut self) {
        self.cursor.take_while(|c| c == ' ');
    }

    /// Returns the error that the expected syntax does not follow.
    #[cold]
    fn expected(&self, what: &str) -> SourceError {
        let found = match self.cursor.char() {
            None => "the end".to_owned(),
            Some(c) => format!("`{c}`"),
        };
        let message = format!("expected {what}, found {found}");
        SourceError::new(Code::Syntax, message, self.cursor.next_span())
    }

    fn made(&self, start: usize, made: Result<Type, TypeError>) -> Parsed<Type> {
        made.map_err(|error| SourceError::of(&error.into(), self.cursor.span_from(start)))
    }

    fn ty(&mut self) -> Parsed<Type> {
        if !self.nesting.enter() {
            return self.made(self.cursor.at(), Err(TypeError::TooDeep));
        }
        let start = self.cursor.at();
        let ty = if self.cursor.take("[]") {
            let element = self.ty()?;
            self.made(start, Type::list(element))
        } else if self.cursor.take("map{") || self.cursor.take("{") {
            self.map(start)
        } else if self.cursor.take("struct{") {
            self.fields(start)
        } else if self.cursor.take("func(") {
            self.func(start)
        } else if self.cursor.take("?") {
            self.variable(start)
        } else {
            self.named()
        };
        self.nesting.leave();
        ty
    }

    /// Parses the name of a type without parts.
    fn named(&mut self) -> Parsed<Type> {
        let mut cursor = self.cursor;
        let start = cursor.at();
        let ends = |c| matches!(c, ' ' | ',' | ';' | ':' | '{' | '}' | '(' | ')' | '[' | ']');
        let ty = match cursor.take_while(|c| !ends(c)) {
            "bool" => Type::bool(),
            "str" => Type::string(),
            "int" => int(),
            "float" => Type::float(),
            "variant" => Type::any(),
            "nil" => Type::none(),
            "" => return Err(self.expected("a type")),
            name => {
                let shown: String = name.chars().take(SHOWN).collect();
                let dots = if shown.len() < name.len() { "…" } else { "" };
                let message = format!("there is no type `{shown}{dots}`");
                return Err(SourceError::new(
                    Code::Type,
                    message,
                    cursor.span_from(start),
                ));
            }
        };
        self.cursor = cursor;
        Ok(ty.clone())
    }

    /// Parses the number of a variable.
    fn variable(&mut self, start: usize) -> Parsed<Type> {
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.expected("the number of a variable"));
        }
        match digits.parse::<u32>() {
            Ok(id) if !digits.starts_with('0') => Ok(Type::variable(self.scope, id)),
            _ => Err(SourceError::new(
                Code::Syntax,
                "the number of a variable is from 1 to 4294967295, without a leading zero",
                self.cursor.span_from(start),
            )),
        }
    }

    /// Parses the parts of a map, after the opening bracket.
    fn map(&mut self, start: usize) -> Parsed<Type> {
        self.skip_spaces();
        let key = self.ty()?;
        self.skip_spaces();
        if !self.cursor.take(":") {
            return Err(self.expected("`:` after the type of a map's keys"));
        }
        self.skip_spaces();
        let element = self.ty()?;
        self.skip_spaces();
        if !self.cursor.take("}") {
            return Err(self.expected("`}` after the type of a map's values"));
        }
        self.made(start, Type::map_of(key, element, None))
    }

    /// Parses the fields of a struct, after the opening bracket.
    fn fields(&mut self, start: usize) -> Parsed<Type> {
        let mut fields: Vec<Field> = Vec::new();
        let mut spans: Vec<Span> = Vec::new();
        loop {
            self.skip_spaces();
            if self.cursor.take("}") {
                break;
            }
            let start = self.cursor.at();
            let name = self.field_name()?;
            spans.push(self.cursor.span_from(start));
            self.skip_spaces();
            let ty = self.ty()?;
            fields.push(Field::new(name, ty));
            self.skip_spaces();
            if !self.cursor.take(";") && self.cursor.byte(0) != Some(b'}') {
                return Err(self.expected("`;` or `}` after the type of a field"));
            }
        }
        if let Some(at) = repeated_name(fields.iter().map(|field| Some(field.name()))) {
            let message = format!("the struct has two fields `{}`", fields[at].name());
            return Err(SourceError::new(Code::Type, message, spans[at]));
        }
        self.made(start, Type::object(fields))
    }

    /// Parses the name of a field and the spaces after it.
    fn field_name(&mut self) -> Parsed<&'a str> {
        let name = self.cursor.take_while(|c| !AFTER_FIELD_NAME.contains(&c));
        if name.is_empty() {
            return Err(self.expected("the name of a field"));
        }
        if self.cursor.byte(0) != Some(b' ') {
            return Err(self.expected("a space and the type of the field"));
        }
        Ok(name)
    }

    /// Parses the arguments and the result of a function, after the opening bracket.
    fn func(&mut self, start: usize) -> Parsed<Type> {
        let mut params: Vec<FuncParam> = Vec::new();
        let mut spans: Vec<Span> = Vec::new();
        loop {
            self.skip_spaces();
            if self.cursor.take(")") {
                break;
            }
            let start = self.cursor.at();
            let name = self.argument_name().map(Str::from);
            let len = name.as_ref().map_or(0, |name| name.len());
            spans.push(Span::new(start, start + len));
            let ty = self.ty()?;
            params.push(FuncParam { name, ty });
            self.skip_spaces();
            if !self.cursor.take(",") && self.cursor.byte(0) != Some(b')') {
                return Err(self.expected("`,` or `)` after the type of an argument"));
            }
        }
        if let Some(at) = repeated_name(params.iter().map(|param| param.name.as_deref())) {
            let name = params[at].name.as_deref();
            let name = name.map_or_else(|| at.to_string(), str::to_owned);
            let message = format!("the function has two arguments `{name}`");
            return Err(SourceError::new(Code::Type, message, spans[at]));
        }
        self.skip_spaces();
        let result = match self.cursor.byte(0) {
            None | Some(b',' | b';' | b':' | b'}' | b')') => None,
            _ => Some(self.ty()?),
        };
        self.skip_spaces();
        let func = FuncType {
            params: Some(FuncParams {
                positional: params.into(),
                variadic: None,
                size: None,
            }),
            block: None,
            result,
        };
        self.made(start, Type::func(func))
    }

    /// Parses the name of an argument and the spaces after it, if present: a word that is followed
    /// by a space and then by more than the end of the argument.
    #[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
    fn argument_name(&mut self) -> Option<&'a str> {
        let rest = self.cursor.rest();
        let end = rest.find([' ', ',', '(', ')', '[', ']', '{', '}'])?;
        let after = rest[end..].trim_start_matches(' ');
        if end == 0 || !rest[end..].starts_with(' ') || after.starts_with([',', ')']) {
            return None;
        }
        self.cursor
            .go_to(self.cursor.at() + rest.len() - after.len());
        Some(&rest[..end])
    }
}
