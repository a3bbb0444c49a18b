//! Coercion of values as in Puppet's evaluator.
//!
//! The test runs the vectors about expressions that need no evaluator: interpolated literals,
//! numbers and strings under arithmetic operators, and conditions joined by `and` and `or`.

use polycty::dialect::puppet::{
    Aliases, Mode, Operator, arithmetic, format_value, parse_value, to_numeric, to_string, truth,
};
use polycty::source::Result as Answer;
use polycty::values::Value;
use serde_json::Value as Json;

const NOW: Mode = Mode::Current;

fn read(text: &str) -> Option<Value> {
    parse_value(text, &Aliases::default(), NOW).ok()
}

/// Runs the cases that a function supports, and returns their number.
fn run(answer: impl Fn(&str, &Json) -> Option<Vec<(String, String)>>) -> usize {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/conformance/puppet/expr.jsonl"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let mut count = 0;
    for line in text.lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        if case["want"]["error_kind"] == "internal" {
            continue;
        }
        let pairs = answer(case["src"].as_str().unwrap(), &case["want"]);
        for (wanted, found) in pairs.into_iter().flatten() {
            assert_eq!(found, wanted, "{line}");
            count += 1;
        }
    }
    count
}

/// The expected result of a case: the text of a value or an error.
fn wanted(want: &Json) -> String {
    let error = want["error"].as_str();
    let error = error.map(|error| error.trim_start_matches("Evaluation Error: "));
    match error.or(want["value"].as_str()) {
        Some(text) => text.to_owned(),
        None => want.to_string(),
    }
}

fn text_of(answer: Answer<Value>) -> String {
    match answer {
        Ok(value) => format_value(&value),
        Err(error) => error.message().to_owned(),
    }
}

#[test]
fn interpolation_writes_what_puppet_writes() {
    let count = run(|src, want| {
        let text = src.strip_prefix("\"<${")?.strip_suffix("}>\"")?;
        // A single word or number is the name of a variable in an interpolation.
        if text.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit()) {
            return None;
        }
        let text = to_string(&read(text)?, NOW).map(|text| Value::string(&format!("<{text}>")));
        Some(vec![(wanted(want), text_of(text))])
    });
    println!("{count} interpolated");
    assert!(count > 40);
}

#[test]
fn conditions_are_true_where_puppet_says_so() {
    let count = run(|src, want| {
        let (left, and, right) = match src.split_once(") and ") {
            Some((left, right)) => (left, true, right),
            None => src
                .split_once(") or ")
                .map(|(left, right)| (left, false, right))?,
        };
        let side = |text: &str| {
            let (negated, text) = match text.strip_prefix('!') {
                Some(text) => (true, text),
                None => (false, text),
            };
            let value = read(text.strip_prefix('(')?.trim_end_matches(')'));
            // A call ends with an additional bracket.
            let value = value.or_else(|| read(&format!("{})", &text[1..].trim_end_matches(')'))));
            Some(truth(&value?, NOW).unwrap() != negated)
        };
        let (left, right) = (side(left)?, side(right)?);
        let answer = if and { left && right } else { left || right };
        Some(vec![(wanted(want), answer.to_string())])
    });
    println!("{count} conditions");
    assert!(count > 40);
}

/// The treatment of strings in arithmetic.
#[derive(Clone, Copy, PartialEq)]
enum Strictness {
    Error,
    Off,
}

/// Numbers, strings and operators, in as many parentheses as there are operators.
struct Arithmetic<'s> {
    rest: &'s str,
    strictness: Strictness,
}

impl Arithmetic<'_> {
    /// Returns `None` for any other text.
    fn operand(&mut self) -> Option<Answer<Value>> {
        if let Some(rest) = self.rest.strip_prefix('(') {
            self.rest = rest;
            let answer = self.operation()?;
            self.rest = self.rest.strip_prefix(')')?;
            return Some(answer);
        }
        let end = self.rest.find([' ', ')']).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        let value = read(text)?;
        let is_number = value.as_integer().is_some() || value.as_double().is_some();
        (is_number || text.starts_with('\'')).then_some(Ok(value))
    }

    fn operation(&mut self) -> Option<Answer<Value>> {
        let left = self.operand()?;
        let (text, rest) = self.rest.strip_prefix(' ')?.split_once(' ')?;
        self.rest = rest;
        let operator = match text {
            "+" => Operator::Add,
            "-" => Operator::Subtract,
            "*" => Operator::Multiply,
            "/" => Operator::Divide,
            "%" => Operator::Modulo,
            "<<" => Operator::ShiftLeft,
            ">>" => Operator::ShiftRight,
            _ => return None,
        };
        let right = self.operand()?;
        let answer = left.and_then(|left| {
            let right = right?;
            match self.strictness {
                Strictness::Error => arithmetic(operator, &left, &right, NOW),
                Strictness::Off => {
                    arithmetic(operator, &to_numeric(&left)?, &to_numeric(&right)?, NOW)
                }
            }
        });
        Some(answer)
    }

    fn whole(src: &str, strictness: Strictness) -> Option<String> {
        let mut text = Arithmetic {
            rest: src,
            strictness,
        };
        let answer = if src.starts_with('(') {
            text.operand()?
        } else {
            text.operation()?
        };
        text.rest.is_empty().then(|| text_of(answer))
    }
}

#[test]
fn arithmetic_is_puppets() {
    let count = run(|src, want| {
        let mut pairs = vec![(wanted(want), Arithmetic::whole(src, Strictness::Error)?)];
        if let Some(lax) = want.get("strict_off") {
            pairs.push((wanted(lax), Arithmetic::whole(src, Strictness::Off)?));
        }
        Some(pairs)
    });
    println!("{count} calculations");
    assert!(count > 200);
}
