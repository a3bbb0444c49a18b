//! Which type does a line of text stand for?
//!
//! The text is that of [`format_type`](crate::format_type), with white space wherever
//! it may stand; types come out in normal form. A property's name reaches to the blank
//! and the equals sign behind it, so any name without these reads back.
//!
//! `...` is the innermost object around it, `...1` the one around that; `rec(T)` counts
//! as an object. Which objects are meant shows only behind their beginning, so a text
//! with such a mark is read twice: once to see which, and once to make them.

use crate::types::normal_form;
use crate::types::shape;
use polycty_core::number::Number;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Group, GroupMember, MAX_DEPTH, Scalar, Str, Type, TypeError};
use polycty_hcl::syntax::is_identifier;

/// The type that a text stands for.
///
/// ```
/// use polycty_pcl as pcl;
/// let ty = pcl::parse_type("object({port = union(none, int, cty.StringVal(\"auto\"))})")?;
/// assert_eq!(pcl::display_type(&ty), "{ port: \"auto\" | int? }");
/// assert_eq!(pcl::parse_type(&pcl::format_type(&ty)?)?, ty);
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
///
/// # Errors
/// [`Code::Syntax`] with the byte of the fault, [`Code::Type`] for a constant that is
/// not of its type, [`Code::Limit`] for what nests too deep.
pub fn parse_type(text: &str) -> Result<Type> {
    let mut parser = Parser {
        text,
        at: 0,
        open: Vec::new(),
        ends: Vec::new(),
        opened: 0,
        meant: Vec::new(),
        pass: Pass::Looking,
        group: None,
    };
    let ty = parser.whole()?;
    if parser.meant.is_empty() {
        return Ok(ty);
    }
    parser.meant.sort_unstable();
    parser.meant.dedup();
    (parser.at, parser.opened, parser.pass) = (0, 0, Pass::Making);
    parser.whole()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Sees which objects are recursive.
    Looking,
    /// Makes them.
    Making,
}

/// The recursive objects within the outermost one.
struct OpenGroup {
    /// Where its members begin among those that are meant.
    first: usize,
    members: Vec<GroupMember>,
    definitions: Vec<Option<Type>>,
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    /// The objects around, by number: in the order of their beginnings.
    open: Vec<usize>,
    /// By number, how many objects have begun before the object's end.
    ends: Vec<usize>,
    opened: usize,
    /// The numbers of the recursive objects.
    meant: Vec<usize>,
    pass: Pass,
    group: Option<OpenGroup>,
}

impl<'a> Parser<'a> {
    fn whole(&mut self) -> Result<Type> {
        let ty = self.ty(0)?;
        self.blanks();
        match self.rest().is_empty() {
            true => Ok(ty),
            false => Err(self.fault("the end of the type")),
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn fault(&self, wanted: &str) -> Error {
        let found: String = self.rest().chars().take(12).collect();
        let found = match found.is_empty() {
            true => "the end".to_owned(),
            false => format!("{found:?}"),
        };
        Error::new(Code::Syntax, format!("{wanted} is required, not {found}")).with_offset(self.at)
    }

    fn take(&mut self, token: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn expect(&mut self, token: &str) -> Result<()> {
        match self.take(token) {
            true => Ok(()),
            false => Err(self.fault(&format!("{token:?}"))),
        }
    }

    /// The text up to one of these, which must come.
    fn until(&mut self, ends: &[char], wanted: &str) -> Result<&'a str> {
        let found = self.rest().find(ends).ok_or_else(|| self.fault(wanted))?;
        let text = &self.rest()[..found];
        self.at += found;
        Ok(text)
    }

    fn ty(&mut self, depth: u32) -> Result<Type> {
        if depth >= MAX_DEPTH {
            return Err(Error::from(TypeError::TooDeep).with_offset(self.at));
        }
        self.blanks();
        if self.rest().starts_with("cty.") {
            return self.constant();
        } else if self.rest().starts_with("...") {
            return self.around();
        }
        let start = self.at;
        let len = self
            .rest()
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
            .unwrap_or(self.rest().len());
        let name = &self.rest()[..len];
        if !is_identifier(name) {
            return Err(self.fault("a type"));
        }
        self.at += len;
        if !self.rest().starts_with('(') {
            return Ok(shape::opaque(name));
        }
        self.at += 1;
        let ty = match name {
            "list" => Type::list(self.ty(depth + 1)?)?,
            "set" => Type::set(self.ty(depth + 1)?)?,
            "map" => Type::map(self.ty(depth + 1)?)?,
            "promise" => normal_form::promise(self.ty(depth + 1)?)?,
            "output" => normal_form::output(self.ty(depth + 1)?)?,
            "tuple" => Type::tuple(self.types(depth)?)?,
            "union" => normal_form::union(self.types(depth)?)?,
            "object" => self.framed(&mut |parser| parser.object(depth))?,
            "rec" => self.framed(&mut |parser| parser.ty(depth + 1))?,
            "type" => {
                let name = self.until(&[')'], "the end of the name")?;
                shape::opaque(name)
            }
            "enum" => {
                let token = self.until(&['('], "the type of the values")?;
                self.expect("(")?;
                let ty = self.ty(depth + 1)?;
                self.expect(")")?;
                self.expect(":")?;
                let mut values = Vec::new();
                loop {
                    let value = self.value()?;
                    values.push(value.ok_or_else(|| self.fault("a value that is not null"))?);
                    if !self.take(",") {
                        break;
                    }
                }
                shape::enumeration(token, &ty, values)?
            }
            _ => {
                self.at = start;
                return Err(self.fault("a constructor of types"));
            }
        };
        self.expect(")")?;
        Ok(ty)
    }

    /// An object, or what counts as one.
    fn framed(&mut self, read: &mut dyn FnMut(&mut Self) -> Result<Type>) -> Result<Type> {
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

    /// A recursive object; those inside of the outermost one are members of its group.
    fn recursive(
        &mut self,
        rank: usize,
        number: usize,
        read: &mut dyn FnMut(&mut Self) -> Result<Type>,
    ) -> Result<Type> {
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
            // All are there, unless there is a failure to tell of.
            let or_any = |made: Option<Type>| made.unwrap_or_else(|| Type::any().clone());
            Ok(made.into_iter().map(or_any).collect())
        });
        match failure {
            Some(error) => Err(error),
            None => {
                let group = group?;
                match shape::all_guarded(&group) {
                    true => Ok(group.reference(0)?),
                    false => Err(Error::new(Code::Type, shape::UNGUARDED).with_offset(self.at)),
                }
            }
        }
    }

    /// `...` and how many objects further out.
    fn around(&mut self) -> Result<Type> {
        let start = self.at;
        self.at += 3;
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let further_out = match &self.rest()[..digits] {
            "" => Some(0),
            digits => digits.parse().ok(),
        };
        self.at += digits;
        let number = further_out
            .and_then(|out: usize| self.open.len().checked_sub(out.checked_add(1)?))
            .map(|at| self.open[at]);
        let Some(number) = number else {
            self.at = start;
            return Err(self.fault("an object around it"));
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
        member.ok_or_else(|| self.fault("an object around it"))
    }

    fn types(&mut self, depth: u32) -> Result<Vec<Type>> {
        let mut types = Vec::new();
        self.blanks();
        if self.rest().starts_with(')') {
            return Ok(types);
        }
        loop {
            types.push(self.ty(depth + 1)?);
            if !self.take(",") {
                return Ok(types);
            }
        }
    }

    fn object(&mut self, depth: u32) -> Result<Type> {
        let mut properties: Vec<(Str, Type)> = Vec::new();
        self.expect("{")?;
        if !self.take("}") {
            loop {
                self.blanks();
                let name = self.until(&['='], "\"=\"")?;
                self.expect("=")?;
                properties.push((name.trim_end().into(), self.ty(depth + 1)?));
                if self.take("}") {
                    break;
                }
                self.expect(",")?;
            }
        }
        Ok(normal_form::object(properties)?)
    }

    /// A constant's text does not say its type: whole numbers of 32 bits are ints, as
    /// literals are.
    fn constant(&mut self) -> Result<Type> {
        let value = self.value()?;
        let ty = match &value {
            None => Type::none(),
            Some(Scalar::Bool(_)) => Type::bool(),
            Some(Scalar::String(_)) => Type::string(),
            Some(Scalar::Number(number))
                if number
                    .to_i64()
                    .is_some_and(|int| i32::try_from(int).is_ok()) =>
            {
                shape::int()
            }
            Some(_) => Type::number(),
        };
        Ok(shape::constant(ty, value)?)
    }

    fn value(&mut self) -> Result<Option<Scalar>> {
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
            let text = self.quoted()?;
            self.expect(")")?;
            return Ok(Some(Scalar::Number(Number::parse(&text)?)));
        }
        let fractional = self.take("cty.NumberFloatVal(");
        if !fractional && !self.take("cty.NumberIntVal(") {
            return Err(self.fault("a value"));
        }
        let text = self.until(&[')'], "\")\"")?;
        let number = Number::parse(text)?;
        self.expect(")")?;
        // The digits are those that tell a double from others.
        let exact = match fractional {
            true => text.parse().ok().and_then(Number::from_f64),
            false => None,
        };
        let number = exact.map_or(number, |exact| {
            exact.with_precision(polycty_core::number::PARSED_PRECISION)
        });
        Ok(Some(Scalar::Number(number)))
    }

    /// A text in double quotes with Go's escapes.
    fn quoted(&mut self) -> Result<String> {
        self.expect("\"")?;
        let mut out = String::new();
        loop {
            out.push_str(self.until(&['"', '\\'], "a closing quote")?);
            if self.rest().starts_with('"') {
                self.at += 1;
                return Ok(out);
            }
            self.at += 1;
            let kind = self.rest().chars().next().unwrap_or(' ');
            let digits = match kind {
                'x' => 2,
                'u' => 4,
                'U' => 8,
                _ => 0,
            };
            let escaped = match kind {
                'a' => Some('\x07'),
                'b' => Some('\x08'),
                'f' => Some('\x0c'),
                'n' => Some('\n'),
                'r' => Some('\r'),
                't' => Some('\t'),
                'v' => Some('\x0b'),
                '"' | '\\' => Some(kind),
                'x' | 'u' | 'U' => self
                    .rest()
                    .get(1..=digits)
                    .and_then(|digits| u32::from_str_radix(digits, 16).ok())
                    .and_then(char::from_u32),
                _ => None,
            };
            out.push(escaped.ok_or_else(|| self.fault("an escape"))?);
            self.at += 1 + digits;
        }
    }
}
