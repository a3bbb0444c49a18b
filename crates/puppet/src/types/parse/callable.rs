//! Parsing of `Callable`, and the types of literals.
//!
//! The last parameter is the block if it is a function type; integers before it are the size. A
//! literal may represent its type here, in a tuple and in a struct.

use crate::syntax::text_error::TextError;
use crate::types::nominal::{self, Name};
use crate::types::parse::arg::{Arg, Expression, What};
use crate::types::parse::argument::regexp;
use crate::types::parse::expression::{trailing_size, wrong_count};
use polycty_core::types::{
    BlockParam, FuncParam, FuncParams, FuncType, Kind, NominalParam, SizeRange, Type,
};

/// `Callable` with these parameters: types and a size, an optional block, and the return type if
/// the parameters are in a list.
pub(crate) fn callable<'s>(
    expression: Expression<'s>,
    params: &mut [Arg<'s>],
) -> Result<Type, TextError> {
    let mut result = None;
    let mut inner;
    let params = match params {
        [
            Arg {
                what: What::List(list),
                ..
            },
            rest @ ..,
        ] if !rest.is_empty() => {
            if rest.len() > 1 {
                return Err(wrong_count(
                    expression.start,
                    "callable",
                    "2 when first parameter is an array",
                    rest.len() + 1,
                ));
            }
            let returned = expression.type_of(&mut rest[0])?;
            result = (!returned.is_any()).then_some(returned);
            inner = std::mem::take(list);
            &mut *inner
        }
        params => params,
    };
    let (params, block) = match params {
        [
            rest @ ..,
            Arg {
                what: What::Type(ty),
                ..
            },
        ] if is_block(ty) => (rest, Some(block_param(ty))),
        params => (params, None),
    };
    let (types, size) = trailing_size(params);
    let mut positional = Vec::with_capacity(types.len().max(1));
    for param in types {
        let ty = expression.type_of(param)?;
        positional.push(FuncParam { name: None, ty });
    }
    let size = match size {
        [] => None,
        size => Some(expression.size(size)?),
    };
    if positional.is_empty() {
        match size {
            // Without types and size, any number of arguments is accepted, though it is written as
            // zero.
            None | Some(SizeRange { max: Some(0), .. }) => {}
            // Any arguments of that number are accepted.
            Some(_) => positional.push(FuncParam {
                name: None,
                ty: nominal::unit().clone(),
            }),
        }
    }
    expression.made(Type::func(FuncType {
        params: Some(FuncParams {
            positional: positional.into(),
            variadic: None,
            size,
        }),
        block,
        result,
    }))
}

/// Whether the last parameter of a `Callable` is its block.
fn is_block(ty: &Type) -> bool {
    match ty.kind() {
        Kind::Func(_) => true,
        Kind::Optional(inner) => is_block(inner),
        Kind::Union(members) => members.iter().all(is_block),
        _ => false,
    }
}

fn block_param(ty: &Type) -> BlockParam {
    match ty.kind() {
        Kind::Optional(inner) => BlockParam {
            ty: inner.clone(),
            optional: true,
        },
        _ => BlockParam {
            ty: ty.clone(),
            optional: false,
        },
    }
}

impl<'s> Expression<'s> {
    /// Returns the type of a parameter that may be a literal: a type is itself, a string is the
    /// name of a runtime type, and any other value is its type.
    pub(crate) fn type_of(self, param: &mut Arg<'s>) -> Result<Type, TextError> {
        match std::mem::replace(&mut param.what, What::Undef) {
            What::Type(ty) => Ok(ty),
            What::Text(name) => self.made(nominal::with(
                Name::Runtime,
                [
                    NominalParam::text("ruby"),
                    NominalParam::text(name.as_ref()),
                ],
            )),
            what => self.inferred(&what),
        }
    }

    /// The type of a literal, without its value.
    fn inferred(self, what: &What<'s>) -> Result<Type, TextError> {
        Ok(match what {
            What::Undef => Type::none().clone(),
            What::Default => nominal::bare(Name::Default).clone(),
            What::Bool(_) => Type::bool().clone(),
            What::Integer(_) | What::BigInteger(_) => Type::integer().clone(),
            What::Float(_) => Type::float().clone(),
            What::Text(_) => Type::string().clone(),
            What::Regexp(source) => {
                let source = regexp(self, source)?;
                self.made(nominal::with(Name::Regexp, [NominalParam::text(source)]))?
            }
            What::Type(ty) => self.made(Type::meta(ty.clone()))?,
            What::List(list) => {
                let element = self.common(list.iter())?;
                self.made(Type::list(element))?
            }
            What::Hash(entries) => {
                let key = self.common(entries.iter().map(|(key, _)| key))?;
                let value = self.common(entries.iter().map(|(_, value)| value))?;
                self.made(Type::map_of(key, value, None))?
            }
            What::Types(_) | What::Call(_) | What::Method(_) | What::Other => {
                return Err(self.invalid());
            }
        })
    }

    /// The common type of the arguments, else Any.
    fn common<'a>(self, mut args: impl Iterator<Item = &'a Arg<'s>>) -> Result<Type, TextError>
    where
        's: 'a,
    {
        let Some(first) = args.next() else {
            return Ok(nominal::unit().clone());
        };
        let first = self.inferred(&first.what)?;
        for arg in args {
            if self.inferred(&arg.what)? != first {
                return Ok(Type::any().clone());
            }
        }
        Ok(first)
    }
}
