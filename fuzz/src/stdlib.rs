//! The standard library: the first byte selects a function, the others make arguments of every
//! kind: known, unknown, refined, null and marked.
//!
//! No call panics, and no result contradicts the prediction.
use polycty::calls::ParameterRef;
use polycty::dialect::hcl::functions::standard_functions;
use polycty::number::Number;
use polycty::source::Code;
use polycty::types::Type;
use polycty::values::{BoundKind, Value};

/// Runs one input.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let functions = standard_functions();
    let standard = functions[usize::from(bytes.next()) % functions.len()];
    let signature = standard.function().signature();
    let mut args: Vec<Value> = Vec::new();
    for parameter in signature.positional_parameters() {
        args.push(bytes.argument(parameter));
    }
    if let Some(parameter) = signature.variadic_parameter() {
        for _ in 0..bytes.next() % 5 {
            args.push(bytes.argument(parameter));
        }
    }
    let args: Vec<&Value> = args.iter().collect();
    let promised = standard.function().return_type_for_values(&args);
    match standard.call(&args) {
        Ok(result) => assert!(result.ty().conforms_to(&promised.expect("a type"))),
        Err(error) => {
            // As in cty, a set with unknown elements becomes an unknown list of its own element
            // type, which differs from the predicted type.
            let unknown = args
                .iter()
                .any(|arg| arg.ty().is_set() && !arg.is_wholly_known());
            let own = match error.code() {
                Code::Misbehaved => unknown,
                code => code != Code::Internal,
            };
            assert!(own, "{standard:?}: {error} {args:?}");
        }
    }
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    fn text(&mut self) -> Value {
        let length = usize::from(self.next() % 32).min(self.0.len());
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        Value::nfc_string(&String::from_utf8_lossy(text))
    }

    fn argument(&mut self, parameter: ParameterRef<'_>) -> Value {
        let ty = parameter.ty.clone();
        if ty.is_any() || ty.is_capsule() || self.next() == 0 {
            return self.value(3);
        }
        self.of(&ty, 3)
    }

    /// A value of a type, or of some type if it is `any`.
    fn of(&mut self, ty: &Type, depth: u8) -> Value {
        let kind = self.next();
        let known = match ty {
            _ if kind & 15 == 1 => Value::null(ty.clone()),
            _ if kind & 15 == 2 => self.unknown(ty),
            _ if ty.is_string() => self.text(),
            _ if ty.is_bool() => Value::bool(kind & 16 == 0),
            _ if ty.is_number() => self.number(),
            _ => match ty.element() {
                Some(element) if depth > 0 => {
                    let count = self.next() % 4;
                    let first = if element.is_any() {
                        self.value(depth - 1)
                    } else {
                        self.of(element, depth - 1)
                    };
                    let element = first.ty().clone();
                    let more = (1..count).map(|_| self.of(&element, depth - 1));
                    let parts: Vec<Value> = std::iter::once(first.clone()).chain(more).collect();
                    let made = match ty {
                        _ if count == 0 => Value::list_of(&element, Vec::new()),
                        _ if ty.is_set() => Value::set(parts),
                        _ if ty.is_map() => {
                            Value::map(parts.into_iter().map(|part| (self.text(), part)))
                        }
                        _ => Value::list(parts),
                    };
                    made.unwrap_or(first)
                }
                _ => Value::unknown(ty.clone()),
            },
        };
        if kind & 64 != 0 {
            known.mark("m")
        } else {
            known
        }
    }

    fn number(&mut self) -> Value {
        match self.next() % 6 {
            0 => Value::from_number(Number::infinity()),
            1 => {
                let text = format!("{}.{}e{}", self.next(), self.next(), self.next());
                Value::from_number(Number::parse(&text).expect("a number"))
            }
            2 => Value::from_i64(i64::from(self.next()) << (self.next() % 56)),
            _ => Value::from_i64(i64::from(self.next() as i8)),
        }
    }

    fn unknown(&mut self, ty: &Type) -> Value {
        let mut builder = Value::unknown(ty.clone()).refine();
        let how = self.next();
        if how & 1 != 0 {
            builder = builder.not_null();
        }
        if how & 2 != 0 && ty.is_string() {
            builder = builder.prefix(self.text().as_str().unwrap_or_default());
        }
        if how & 2 != 0 && ty.is_number() {
            builder = builder.at_least(&Value::from_i64(0), BoundKind::Inclusive);
        }
        if how & 2 != 0 && ty.is_collection() {
            builder = builder.length_at_most(u64::from(self.next() % 8));
        }
        builder
            .build()
            .unwrap_or_else(|_| Value::unknown(ty.clone()))
    }

    fn value(&mut self, depth: u8) -> Value {
        let choice = self.next() % 10;
        let simple = [Type::string(), Type::number(), Type::bool(), Type::any()];
        let inner = simple[usize::from(self.next() % 3)];
        let made = match choice {
            0..=3 => return self.of(simple[usize::from(choice)], depth),
            _ if depth == 0 => return self.text(),
            4 => Type::list(inner.clone()),
            5 => Type::set(inner.clone()),
            6 => Type::map(inner.clone()),
            7 => Type::list(Type::any().clone()),
            8 => {
                let parts = (0..self.next() % 4)
                    .map(|_| self.value(depth - 1))
                    .collect();
                return Value::tuple(parts).expect("a tuple");
            }
            _ => {
                let parts: Vec<_> = (0..self.next() % 4)
                    .map(|at| (format!("a{at}").into(), self.value(depth - 1)))
                    .collect();
                return Value::object(parts).expect("an object");
            }
        };
        self.of(&made.expect("a type"), depth)
    }
}
