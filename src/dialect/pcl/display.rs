//! How is a type shown to people?
//!
//! `T | U`, `T?`, `{ a: T, b: U }`, `(T, U)`, `list(T)`, constants as they are
//! written in a program. A type that does not fit into the width is broken into
//! lines; lengths are counted in bytes. A recursive type gets a name where it is
//! shown first: `'T1 { next: 'T1 }`.
//!
//! The layout is that of the reference, which depends on what was tried on the way:
//! each part is laid out for the width that its surroundings leave.

use super::shape::{Shape, shape};
use super::text::{MAX_TEXT, opaque_text, ten_digits};
use crate::number::Number;
use crate::types::{Quoted, Reference, Scalar, Type};

/// The width that a text is laid out for, unless told otherwise.
pub const COLUMNS: usize = 100;

/// How many definitions are shown one within the other.
const MAX_UNFOLDING: usize = 64;

/// A type for people, laid out for [`COLUMNS`].
#[must_use]
pub fn display_type(ty: &Type) -> String {
    display_columns(ty, COLUMNS)
}

/// A type for people, laid out for a width. Past [`MAX_TEXT`] bytes it is cut off.
#[must_use]
pub fn display_columns(ty: &Type, columns: usize) -> String {
    let mut planner = Planner {
        tagged: Vec::new(),
        unfolded: 0,
        size: 0,
    };
    let width = i64::try_from(columns).unwrap_or(i64::MAX);
    planner.plan(ty).rendered(width)
}

/// What is to be shown, before it has a width.
struct Layout {
    /// The length of its text in one line.
    flat: i64,
    /// The least width for which it is laid out in one line.
    least: i64,
    form: Form,
}

enum Form {
    Text(String),
    Wrapped {
        prefix: String,
        inner: Box<Layout>,
        postfix: &'static str,
        /// Whether the postfix may not stand on a line of its own.
        stays: bool,
    },
    Object(Vec<Layout>),
    Alternatives(Vec<Layout>),
    Sequence(Vec<Layout>),
}

impl Layout {
    fn text(text: impl Into<String>) -> Layout {
        let text = text.into();
        Layout {
            flat: length(&text),
            least: i64::MIN / 2,
            form: Form::Text(text),
        }
    }

    fn wrapped(prefix: impl Into<String>, inner: Layout, postfix: &'static str) -> Layout {
        Layout::around(prefix.into(), inner, postfix, false)
    }

    fn around(prefix: String, inner: Layout, postfix: &'static str, stays: bool) -> Layout {
        let around = length(&prefix) + length(postfix);
        let flat = inner.flat + around;
        // What adds next to nothing does not have to fit.
        let own = if around < 2 { i64::MIN / 2 } else { flat + 1 };
        Layout {
            flat,
            least: own.max(inner.least + around),
            form: Form::Wrapped {
                prefix,
                inner: Box::new(inner),
                postfix,
                stays,
            },
        }
    }

    /// Properties, each with its name in front and a comma behind it.
    fn object(properties: Vec<(String, Layout)>) -> Layout {
        if properties.is_empty() {
            return Layout::text("{}");
        }
        let mut used = 2;
        let mut least = 0;
        let mut lines = Vec::with_capacity(properties.len());
        for (at, (name, value)) in properties.into_iter().enumerate() {
            used += if at > 0 { 2 } else { 0 } + length(&name) + 2;
            least = least.max(value.least + used + 1);
            used += value.flat;
            least = least.max(used);
            lines.push(Layout::around(format!("{name}: "), value, ",", true));
        }
        Layout {
            flat: used + 2,
            least,
            form: Form::Object(lines),
        }
    }

    fn alternatives(parts: Vec<Layout>) -> Layout {
        let (flat, least) = in_line(&parts, ALTERNATIVES);
        let form = Form::Alternatives(parts);
        Layout { flat, least, form }
    }

    fn sequence(parts: Vec<Layout>) -> Layout {
        let (flat, least) = in_line(&parts, SEQUENCE);
        let form = Form::Sequence(parts);
        Layout { flat, least, form }
    }
}

/// What stands between parts in one line, and how many columns a part leaves free in a
/// line of its own.
#[derive(Clone, Copy)]
struct Between {
    length: i64,
    free: i64,
}

const ALTERNATIVES: Between = Between { length: 3, free: 2 };
const SEQUENCE: Between = Between { length: 2, free: 1 };

/// The length of parts in one line, and the least width for which they are.
fn in_line(parts: &[Layout], between: Between) -> (i64, i64) {
    let (mut used, mut flat, mut least) = (0, 0, 0);
    for part in parts {
        least = least.max(part.least);
        flat = used + part.flat;
        used = flat + between.length;
    }
    (flat, least.max(flat))
}

/// The texts of parts that do not stand in one line.
fn one_below_the_other(parts: &[Layout], between: Between, width: i64) -> Vec<String> {
    parts
        .iter()
        .map(|part| part.rendered(width - between.free))
        .collect()
}

struct Planner {
    /// The recursive types that have been shown, in order of their names.
    tagged: Vec<(u64, u32)>,
    /// How many definitions lie around.
    unfolded: usize,
    /// How much text has been planned.
    size: usize,
}

impl Planner {
    fn text(&mut self, text: impl Into<String>) -> Layout {
        let text = text.into();
        self.size += text.len();
        Layout::text(text)
    }

    fn plan(&mut self, ty: &Type) -> Layout {
        self.size += 1;
        if self.size > MAX_TEXT {
            return Layout::text("...");
        }
        match shape(ty) {
            Shape::Dynamic => self.text("dynamic"),
            Shape::None => self.text("none"),
            Shape::Bool => self.text("bool"),
            Shape::Int => self.text("int"),
            Shape::Number => self.text("number"),
            Shape::String => self.text("string"),
            Shape::Id => self.text("id"),
            Shape::Opaque(name) => self.text(opaque_text(name)),
            Shape::List(inner) => Layout::wrapped("list(", self.plan(inner), ")"),
            Shape::Set(inner) => Layout::wrapped("set(", self.plan(inner), ")"),
            Shape::Map(inner) => Layout::wrapped("map(", self.plan(inner), ")"),
            Shape::Promise(inner) => Layout::wrapped("promise(", self.plan(inner), ")"),
            Shape::Output(inner) => Layout::wrapped("output(", self.plan(inner), ")"),
            Shape::Tuple(elements) => {
                let elements = elements.iter().map(|element| self.plan(element)).collect();
                Layout::wrapped("(", Layout::sequence(elements), ")")
            }
            Shape::Object(object) => Layout::object(
                object
                    .sorted_fields()
                    .map(|field| {
                        self.size += field.name().len();
                        (field.name().to_owned(), self.plan(field.ty()))
                    })
                    .collect(),
            ),
            Shape::Union(members) => {
                let shown = members
                    .iter()
                    .filter(|member| !matches!(shape(member), Shape::None))
                    .map(|member| self.plan(member))
                    .collect();
                let all = Layout::alternatives(shown);
                match super::shape::has_none(members) {
                    true => Layout::around(String::new(), all, "?", true),
                    false => all,
                }
            }
            Shape::Const(_, value) => self.text(value_text(value)),
            Shape::Enum { values, .. } => {
                let values = values
                    .iter()
                    .map(|value| self.text(value_text(Some(value))))
                    .collect();
                Layout::wrapped("enum(", Layout::alternatives(values), ")")
            }
            Shape::Recursive(reference) => self.recursive(reference),
            Shape::Foreign => self.text(ty.friendly_name()),
        }
    }

    fn recursive(&mut self, reference: &Reference) -> Layout {
        let key = reference.key();
        if let Some(at) = self.tagged.iter().position(|tagged| *tagged == key) {
            return self.text(format!("'T{}", at + 1));
        }
        let definition = match reference.unfold() {
            Ok(definition) if self.unfolded < MAX_UNFOLDING => definition,
            _ => return self.text("..."),
        };
        let tag = reference.is_recursive().then(|| {
            self.tagged.push(key);
            format!("'T{} ", self.tagged.len())
        });
        self.unfolded += 1;
        let layout = self.plan(&definition);
        self.unfolded -= 1;
        match tag {
            Some(tag) => Layout::wrapped(tag, layout, ""),
            None => layout,
        }
    }
}

fn value_text(value: Option<&Scalar>) -> String {
    match value {
        None => "null".to_owned(),
        Some(Scalar::Bool(value)) => value.to_string(),
        Some(Scalar::String(text)) => Quoted(text).to_string(),
        Some(Scalar::Integer(int)) => ten_digits(&Number::from_integer(int)),
        Some(Scalar::Number(number)) => ten_digits(number),
        Some(Scalar::Double(double)) => double.to_string(),
    }
}

impl Layout {
    /// The text for a width, which may be less than nothing.
    fn render(&self, width: i64, out: &mut String) {
        match &self.form {
            _ if width >= self.least => self.render_flat(out),
            Form::Text(text) => out.push_str(text),
            Form::Wrapped {
                prefix,
                inner,
                postfix,
                stays,
            } => wrap(prefix, inner, postfix, *stays, width, out),
            Form::Object(lines) => {
                out.push_str("{\n");
                for line in lines {
                    indent(out, &line.rendered(width - 2));
                    out.push('\n');
                }
                out.push('}');
            }
            Form::Alternatives(parts) => {
                let texts = one_below_the_other(parts, ALTERNATIVES, width);
                for (at, text) in texts.iter().enumerate() {
                    out.push_str(if at == 0 { "  " } else { "\n| " });
                    out.push_str(&text.replace('\n', "\n  "));
                }
            }
            Form::Sequence(parts) => {
                out.push_str(&one_below_the_other(parts, SEQUENCE, width).join(",\n"));
            }
        }
    }

    fn rendered(&self, width: i64) -> String {
        let mut out = String::new();
        self.render(width, &mut out);
        out
    }

    fn render_flat(&self, out: &mut String) {
        let mut all = |parts: &[Layout], between: &str| {
            for (at, part) in parts.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { between });
                part.render_flat(out);
            }
        };
        match &self.form {
            Form::Text(text) => out.push_str(text),
            Form::Alternatives(parts) => all(parts, " | "),
            Form::Sequence(parts) => all(parts, ", "),
            Form::Wrapped {
                prefix,
                inner,
                postfix,
                ..
            } => {
                out.push_str(prefix);
                inner.render_flat(out);
                out.push_str(postfix);
            }
            Form::Object(lines) => {
                out.push_str("{ ");
                for line in lines {
                    line.render_flat(out);
                    out.push(' ');
                }
                // The last property has no comma.
                out.truncate(out.len() - 2);
                out.push_str(" }");
            }
        }
    }
}

fn length(text: &str) -> i64 {
    text.len() as i64
}

/// What is wrapped and does not fit.
fn wrap(prefix: &str, inner: &Layout, postfix: &str, stays: bool, width: i64, out: &mut String) {
    let text = inner.rendered(width - length(prefix) - length(postfix));
    let lines = text
        .split_once('\n')
        .map(|(first, rest)| (first, rest.rsplit('\n').next().unwrap_or(rest)));
    let around = length(prefix) + length(postfix);
    let joined = match lines {
        None => length(&text) + around < width || around < 2,
        Some((first, last)) => {
            length(prefix) + length(first) < width
                && (stays || length(last) + length(postfix) < width)
        }
    };
    if joined {
        out.push_str(prefix);
        out.push_str(&text);
        out.push_str(postfix);
        return;
    }
    out.push_str(prefix);
    if !prefix.is_empty() {
        out.push('\n');
    }
    indent(out, &text);
    match (stays, lines) {
        (false, _) => {
            out.push('\n');
            out.push_str(postfix);
        }
        (true, None) => out.push_str(postfix),
        // The reference loses it, too.
        (true, Some(_)) => {}
    }
}

/// Each line two columns further in.
fn indent(out: &mut String, text: &str) {
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        out.push_str("  ");
        out.push_str(line);
    }
}
