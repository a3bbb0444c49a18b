//! Printing of regular expressions for JSON Schema, Puppet and the regular expression engine.

use super::expr::{CATEGORIES, Class, Expr, WORD};

/// The target notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    Ecma,
    Ruby,
    Engine,
}

/// Prints an expression. Returns `None` if the notation cannot express it.
pub(super) fn print(expr: &Expr, reader: Reader) -> Option<String> {
    let mut out = String::new();
    write(expr, reader, &mut out).then_some(out)
}

/// A boundary between a letter, digit or underscore and any other character.
fn boundary(negated: bool) -> Expr {
    let word = || Box::new(Expr::Class(Class::of(WORD)));
    let look = |behind, negated| Expr::Look {
        inner: word(),
        behind,
        negated,
    };
    Expr::Choice(vec![
        Expr::Sequence(vec![look(true, false), look(false, !negated)]),
        Expr::Sequence(vec![look(true, true), look(false, negated)]),
    ])
}

fn line_feed() -> Box<Expr> {
    Box::new(Expr::Class(Class::one('\n')))
}

fn write(expr: &Expr, reader: Reader, out: &mut String) -> bool {
    let ecma = reader == Reader::Ecma;
    match expr {
        Expr::Class(class) => return write_class(class, reader, out),
        Expr::Start => out.push_str(if ecma { "^" } else { r"\A" }),
        Expr::End => out.push_str(if ecma { "$" } else { r"\z" }),
        Expr::EndOrLineFeed => out.push_str(match reader {
            Reader::Ecma => r"(?=\n?$)",
            Reader::Ruby | Reader::Engine => r"(?=\n?\z)",
        }),
        Expr::LineStart if ecma => {
            let look = Expr::Look {
                inner: line_feed(),
                behind: true,
                negated: false,
            };
            // In Ruby, no line starts after a line feed at the end of the text.
            let not_the_end = Expr::Look {
                inner: Box::new(Expr::End),
                behind: false,
                negated: true,
            };
            let line = Expr::Sequence(vec![look, not_the_end]);
            return write_group(&Expr::Choice(vec![Expr::Start, line]), reader, out);
        }
        Expr::LineEnd if ecma => {
            let look = Expr::Look {
                inner: line_feed(),
                behind: false,
                negated: false,
            };
            return write_group(&Expr::Choice(vec![Expr::End, look]), reader, out);
        }
        Expr::LineStart => out.push_str(match reader {
            Reader::Engine => "(?m:^)",
            _ => "^",
        }),
        Expr::LineEnd => out.push_str(match reader {
            Reader::Engine => "(?m:$)",
            _ => "$",
        }),
        Expr::Boundary { negated } if ecma => out.push_str(if *negated { r"\B" } else { r"\b" }),
        Expr::Boundary { negated } => return write_group(&boundary(*negated), reader, out),
        Expr::Sequence(parts) => {
            return parts.iter().all(|part| match part {
                Expr::Choice(_) => write_group(part, reader, out),
                part => write(part, reader, out),
            });
        }
        Expr::Choice(parts) => {
            for (at, part) in parts.iter().enumerate() {
                if at > 0 {
                    out.push('|');
                }
                if !write(part, reader, out) {
                    return false;
                }
            }
        }
        Expr::Capture(inner) => {
            out.push('(');
            if !write(inner, reader, out) {
                return false;
            }
            out.push(')');
        }
        Expr::Repeat {
            inner,
            min,
            max,
            lazy,
        } => {
            let simple = matches!(**inner, Expr::Class(_) | Expr::Capture(_));
            let written = if simple {
                write(inner, reader, out)
            } else {
                write_group(inner, reader, out)
            };
            if !written {
                return false;
            }
            match (min, max) {
                (0, None) => out.push('*'),
                (1, None) => out.push('+'),
                (0, Some(1)) => out.push('?'),
                (min, Some(max)) if min == max => out.push_str(&format!("{{{min}}}")),
                (min, Some(max)) => out.push_str(&format!("{{{min},{max}}}")),
                (min, None) => out.push_str(&format!("{{{min},}}")),
            }
            // A fixed repetition cannot be lazy, and in Ruby `{n}?` is optional.
            if *lazy && max != &Some(*min) {
                out.push('?');
            }
        }
        Expr::Look {
            inner,
            behind,
            negated,
        } => {
            if *behind && reader == Reader::Ruby && !inner.is_valid_lookbehind_in_ruby(*negated) {
                return false;
            }
            out.push_str(match (behind, negated) {
                (false, false) => "(?=",
                (false, true) => "(?!",
                (true, false) => "(?<=",
                (true, true) => "(?<!",
            });
            if !write(inner, reader, out) {
                return false;
            }
            out.push(')');
        }
        // A following digit would be read as part of the number.
        Expr::Again(number) => out.push_str(&format!(r"(?:\{number})")),
    }
    true
}

fn write_group(expr: &Expr, reader: Reader, out: &mut String) -> bool {
    out.push_str("(?:");
    let written = write(expr, reader, out);
    out.push(')');
    written
}

/// The classes with a short form in ECMAScript.
const SHORT: [(char, &str); 6] = [
    ('d', r"\d"),
    ('w', r"\w"),
    ('s', r"\s"),
    ('D', r"\D"),
    ('W', r"\W"),
    ('S', r"\S"),
];

fn write_class(class: &Class, reader: Reader, out: &mut String) -> bool {
    use super::expr::Flavour::Ecma;
    if let [(low, high)] = *class.ranges
        && low == high
        && class.properties.is_empty()
        && !class.negated
    {
        write_char(low, reader, false, out);
        return true;
    }
    if reader == Reader::Ecma {
        let short = SHORT.into_iter();
        let mut short =
            short.filter(|(letter, _)| Class::named(*letter, Ecma).as_ref() == Some(class));
        if let Some((_, text)) = short.next() {
            out.push_str(text);
            return true;
        }
        if *class == Class::dot(Ecma) {
            out.push('.');
            return true;
        }
    }
    if class.ranges.is_empty() && class.properties.is_empty() {
        out.push_str(if class.negated { r"[\s\S]" } else { "(?!)" });
        return true;
    }
    // If the complement is smaller, its negation is shorter.
    let outside =
        (class.properties.is_empty() && class.has(char::MAX)).then(|| class.clone().complement());
    let (ranges, negated) = match &outside {
        Some(rest) if rest.ranges.is_empty() => {
            out.push_str(r"[\s\S]");
            return true;
        }
        Some(rest) => (&rest.ranges, true),
        None => (&class.ranges, class.negated),
    };
    out.push_str(if negated { "[^" } else { "[" });
    for (low, high) in ranges {
        write_char(*low, reader, true, out);
        if low != high {
            out.push('-');
            write_char(*high, reader, true, out);
        }
    }
    for (name, without) in &class.properties {
        if reader == Reader::Ruby && !CATEGORIES.contains(&&**name) {
            return false;
        }
        out.push_str(if *without { r"\P{" } else { r"\p{" });
        out.push_str(name);
        out.push('}');
    }
    out.push(']');
    true
}

fn write_char(char: char, reader: Reader, in_class: bool, out: &mut String) {
    match char {
        '\n' => out.push_str(r"\n"),
        '\r' => out.push_str(r"\r"),
        '\t' => out.push_str(r"\t"),
        '-' if in_class => out.push_str(r"\-"),
        // In Ruby, `&&` is an intersection of classes.
        '&' if in_class && reader == Reader::Ruby => out.push_str(r"\&"),
        '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' => {
            out.push('\\');
            out.push(char);
        }
        '/' if reader != Reader::Engine => out.push_str(r"\/"),
        '&' | '~' | '#' if reader == Reader::Engine => {
            out.push_str(&format!(r"\x{{{:x}}}", char as u32))
        }
        '\0'..='\x1f' | '\x7f' => match reader {
            Reader::Engine => out.push_str(&format!(r"\x{{{:x}}}", char as u32)),
            Reader::Ecma | Reader::Ruby => out.push_str(&format!(r"\x{:02x}", char as u32)),
        },
        char => out.push(char),
    }
}
