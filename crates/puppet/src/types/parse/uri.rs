//! Parsing of `URI` with a text or a hash of components.

use crate::scalars::uri::{Components, of_components};
use crate::types::parse::arg::{Arg, What};
use crate::types::parse::argument::{kind_of, param};
use polycty_core::types::{Kind, NominalParam, Scalar};

const NAMES: [&str; 8] = [
    "scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque",
];

/// Returns the type parameters for a text or a hash of components.
pub(crate) fn params(arg: &Arg<'_>) -> Result<Vec<NominalParam>, String> {
    const WRONG: &str = "URI-Type parameter has wrong type, ";
    match &arg.what {
        What::Text(text) => {
            let Some(components) = Components::parse(text) else {
                return Err(format!(
                    "{WRONG}expects a match for {GRAMMAR}, got '{text}'"
                ));
            };
            Ok(of_components(&components))
        }
        What::Hash(entries) if !entries.is_empty() => {
            for (key, value) in entries {
                let What::Text(name) = &key.what else {
                    return Err(format!(
                        "{WRONG}expects a value of type String or Hash[String, Any]"
                    ));
                };
                let wrong = |how: String| {
                    format!(
                        "{WRONG}variant 0 expects a String value, got Struct\n  {WRONG}variant 1 {how}"
                    )
                };
                if !NAMES.contains(&name.as_ref()) {
                    return Err(wrong(format!("unrecognized key '{name}'")));
                }
                if !fits(name, &value.what) {
                    let wanted = if name == "port" {
                        "Undef, Integer, Type[NotUndef], or Type[Undef]"
                    } else {
                        "Undef, String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], or Type[Undef]"
                    };
                    return Err(wrong(format!(
                        "entry '{name}' expects a value of type {wanted}, got {}",
                        kind_of(value)
                    )));
                }
            }
            Ok(vec![param(arg)])
        }
        // Puppet ignores any other parameter.
        _ => Ok(Vec::new()),
    }
}

fn fits(name: &str, what: &What<'_>) -> bool {
    match what {
        What::Undef => true,
        What::Integer(_) | What::BigInteger(_) => name == "port",
        What::Text(_) | What::Regexp(_) => name != "port",
        What::Type(ty) => match ty.kind() {
            Kind::NotUndef(_) | Kind::None => true,
            Kind::Integer(_) => name == "port",
            Kind::String(_)
            | Kind::Literal {
                value: Scalar::String(_),
                ..
            } => name != "port",
            _ => false,
        },
        _ => false,
    }
}

/// The grammar in Puppet's message, byte for byte, including its remarks.
const GRAMMAR: &str = "Pattern[/(?x-mi:
        ([a-zA-Z][\\-+.a-zA-Z\\d]*):                           (?# 1: scheme)
        (?:
           ((?:[\\-_.!~*'()a-zA-Z\\d;?:@&=+$,]|%[a-fA-F\\d]{2})(?:[\\-_.!~*'()a-zA-Z\\d;\\/?:@&=+$,\\[\\]]|%[a-fA-F\\d]{2})*)                    (?# 2: opaque)
        |
           (?:(?:
             \\/\\/(?:
                 (?:(?:((?:[\\-_.!~*'()a-zA-Z\\d;:&=+$,]|%[a-fA-F\\d]{2})*)@)?        (?# 3: userinfo)
                   (?:((?:(?:[a-zA-Z0-9\\-.]|%\\h\\h)+|\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[(?:(?:[a-fA-F\\d]{1,4}:)*(?:[a-fA-F\\d]{1,4}|\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3})|(?:(?:[a-fA-F\\d]{1,4}:)*[a-fA-F\\d]{1,4})?::(?:(?:[a-fA-F\\d]{1,4}:)*(?:[a-fA-F\\d]{1,4}|\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}))?)\\]))(?::(\\d*))?))? (?# 4: host, 5: port)
               |
                 ((?:[\\-_.!~*'()a-zA-Z\\d$,;:@&=+]|%[a-fA-F\\d]{2})+)                 (?# 6: registry)
               )
             |
             (?!\\/\\/))                           (?# XXX: '\\/\\/' is the mark for hostport)
             (\\/(?:[\\-_.!~*'()a-zA-Z\\d:@&=+$,]|%[a-fA-F\\d]{2})*(?:;(?:[\\-_.!~*'()a-zA-Z\\d:@&=+$,]|%[a-fA-F\\d]{2})*)*(?:\\/(?:[\\-_.!~*'()a-zA-Z\\d:@&=+$,]|%[a-fA-F\\d]{2})*(?:;(?:[\\-_.!~*'()a-zA-Z\\d:@&=+$,]|%[a-fA-F\\d]{2})*)*)*)?                    (?# 7: path)
           )(?:\\?((?:[\\-_.!~*'()a-zA-Z\\d;\\/?:@&=+$,\\[\\]]|%[a-fA-F\\d]{2})*))?                 (?# 8: query)
        )
        (?:\\#((?:[\\-_.!~*'()a-zA-Z\\d;\\/?:@&=+$,\\[\\]]|%[a-fA-F\\d]{2})*))?                  (?# 9: fragment)
      )/]";
