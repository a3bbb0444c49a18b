//! Display names of types for users.
//!
//! Examples are `T | U`, `T?`, `{ a: T, b: U }`, `(T, U)` and `list(T)`; constants are written in
//! HCL syntax. A type that does not fit into the width is broken into lines. Lengths count bytes. A
//! recursive type gets a name at its first occurrence: `'T1 { next: 'T1 }`.
//!
//! The layout is Pulumi's. A part is written in one line if it fits into the rest of the line,
//! including the closing brackets around it. The layout of a bracketed part is first computed
//! between its brackets. If its first or last line then does not fit next to them, the part is laid
//! out again in lines of its own, which are wider. No width is less than one column.

use crate::types::format::{MAX_DISPLAY_BYTES, opaque_text, ten_digits};
use crate::types::view::{PclType, has_none, shape};
use polycty_core::number::Number;
use polycty_core::text::Quoted;
use polycty_core::types::{KeyedMap, Reference, Scalar, Type};

/// The default width of a layout in columns.
pub const COLUMNS: usize = 100;

/// The bytes that a part counts for in addition to its text.
const PART: usize = 16;

/// The maximum nesting of displayed definitions.
const MAX_UNFOLDING: usize = 64;

/// Returns the display name of a type for a width of [`COLUMNS`].
#[must_use]
pub fn display_type(ty: &Type) -> String {
    display_columns(ty, COLUMNS)
}

/// Returns the display name of a type for a width. It is truncated at [`MAX_DISPLAY_BYTES`] bytes, where
/// each part counts for 16 bytes in addition to its text.
#[must_use]
pub fn display_columns(ty: &Type, columns: usize) -> String {
    let mut planner = Planner {
        tagged: Vec::new(),
        unfolded: 0,
        size: 0,
    };
    let layout = planner.plan(ty);
    let width = i64::try_from(columns).unwrap_or(i64::MAX);
    let mut page = LayoutWriter {
        out: String::new(),
        edges: KeyedMap::default(),
    };
    page.write_layout(&layout, width.max(1), 0);
    page.out
}

/// A display name before its layout for a width.
struct Layout {
    /// The length in one line.
    flat: i64,
    /// The minimum width of a layout in one line.
    least: i64,
    form: Form,
}

enum Form {
    Text(String),
    Wrapped {
        prefix: String,
        inner: Box<Layout>,
        postfix: &'static str,
        /// Whether the postfix must not be on a line of its own.
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
            least: if text.contains('\n') { NEVER } else { 1 },
            form: Form::Text(text),
        }
    }

    fn wrapped(prefix: impl Into<String>, inner: Layout, postfix: &'static str) -> Layout {
        Layout::bracketed(prefix.into(), inner, postfix, false)
    }

    fn bracketed(prefix: String, inner: Layout, postfix: &'static str, stays: bool) -> Layout {
        let brackets = length(&prefix) + length(postfix);
        let flat = inner.flat + brackets;
        // Brackets of less than two bytes do not have to fit.
        let own = if brackets < 2 { 1 } else { flat + 1 };
        Layout {
            flat,
            least: own.max(needs(inner.least, brackets)),
            form: Form::Wrapped {
                prefix,
                inner: Box::new(inner),
                postfix,
                stays,
            },
        }
    }

    /// Creates the layout of properties, each with its name before it and a comma after it.
    fn object(properties: Vec<(String, Layout)>) -> Layout {
        if properties.is_empty() {
            return Layout::text("{}");
        }
        let mut used = 2;
        let mut least = 0;
        let mut lines = Vec::with_capacity(properties.len());
        for (at, (name, value)) in properties.into_iter().enumerate() {
            used += if at > 0 { 2 } else { 0 } + length(&name) + 2;
            least = least.max(needs(value.least, used + 1));
            used += value.flat;
            least = least.max(used);
            lines.push(Layout::bracketed(format!("{name}: "), value, ",", true));
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

/// A width that no line has.
const NEVER: i64 = i64::MAX / 2;

/// Returns the minimum width around a part for which `taken` fewer columns remain. A part that fits
/// in one line at any width also fits within any brackets.
fn needs(least: i64, taken: i64) -> i64 {
    match least {
        1 => 1,
        _ => least + taken,
    }
}

/// The length of the separator of parts in one line, and the number of columns that a part on its
/// own line leaves free.
#[derive(Clone, Copy)]
struct Separator {
    length: i64,
    free: i64,
}

const ALTERNATIVES: Separator = Separator { length: 3, free: 2 };
const SEQUENCE: Separator = Separator { length: 2, free: 1 };

/// Returns the length of parts in one line and the minimum width for it. Each part has the columns
/// that the previous ones leave.
fn in_line(parts: &[Layout], between: Separator) -> (i64, i64) {
    let (mut used, mut flat, mut least) = (0, 0, 1);
    for part in parts {
        least = least.max(needs(part.least, used));
        flat = used + part.flat;
        used = flat + between.length;
    }
    (flat, least.max(flat))
}

struct Planner {
    /// The displayed recursive types, in the order of their names.
    tagged: Vec<(u64, u32)>,
    /// The number of enclosing definitions.
    unfolded: usize,
    /// The number of planned bytes.
    size: usize,
}

impl Planner {
    fn text(&mut self, text: impl Into<String>) -> Layout {
        let text = text.into();
        self.size += text.len();
        Layout::text(text)
    }

    fn plan(&mut self, ty: &Type) -> Layout {
        self.size += PART;
        if self.size > MAX_DISPLAY_BYTES {
            return Layout::text("...");
        }
        match shape(ty) {
            PclType::Dynamic => self.text("dynamic"),
            PclType::None => self.text("none"),
            PclType::Bool => self.text("bool"),
            PclType::Int => self.text("int"),
            PclType::Number => self.text("number"),
            PclType::String => self.text("string"),
            PclType::Id => self.text("id"),
            PclType::Opaque(name) => self.text(opaque_text(name)),
            PclType::List(inner) => Layout::wrapped("list(", self.plan(inner), ")"),
            PclType::Set(inner) => Layout::wrapped("set(", self.plan(inner), ")"),
            PclType::Map(inner) => Layout::wrapped("map(", self.plan(inner), ")"),
            PclType::Promise(inner) => Layout::wrapped("promise(", self.plan(inner), ")"),
            PclType::Output(inner) => Layout::wrapped("output(", self.plan(inner), ")"),
            PclType::Tuple(elements) => {
                let elements = elements.iter().map(|element| self.plan(element)).collect();
                Layout::wrapped("(", Layout::sequence(elements), ")")
            }
            PclType::Object(object) => Layout::object(
                object
                    .sorted_fields()
                    .map(|field| {
                        self.size += field.name().len();
                        (field.name().to_owned(), self.plan(field.ty()))
                    })
                    .collect(),
            ),
            PclType::Union(members) => {
                let shown = members
                    .iter()
                    .filter(|member| !matches!(shape(member), PclType::None))
                    .map(|member| self.plan(member))
                    .collect();
                let all = Layout::alternatives(shown);
                if has_none(members) {
                    Layout::bracketed(String::new(), all, "?", true)
                } else {
                    all
                }
            }
            PclType::Const(_, value) => self.text(value_text(value)),
            PclType::Enum { values, .. } => {
                let values = values
                    .iter()
                    .map(|value| self.text(value_text(Some(value))))
                    .collect();
                Layout::wrapped("enum(", Layout::alternatives(values), ")")
            }
            PclType::Recursive(reference) => self.recursive(reference),
            PclType::Foreign => self.text(ty.friendly_name()),
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

/// The lengths of the first and the last line of a layout.
#[derive(Clone, Copy)]
struct Edges {
    first: i64,
    last: i64,
    /// Whether both are the same line.
    one_line: bool,
}

/// The output of a layout.
struct LayoutWriter {
    out: String,
    /// The cached edges of bracketed parts by address and width. They are requested once per
    /// enclosing level.
    edges: KeyedMap<(*const Layout, i64), Edges>,
}

/// The indentation inside brackets.
const INDENT: i64 = 2;

impl LayoutWriter {
    fn edges(&mut self, layout: &Layout, width: i64) -> Edges {
        let width = width.max(1);
        let one = |length| Edges {
            first: length,
            last: length,
            one_line: true,
        };
        if width >= layout.least {
            return one(layout.flat);
        }
        match &layout.form {
            Form::Text(text) => {
                let mut lines = text.split('\n').map(length);
                let first = lines.next().unwrap_or(0);
                lines.next_back().map_or(one(first), |last| Edges {
                    first,
                    last,
                    one_line: false,
                })
            }
            Form::Object(_) => Edges {
                first: 1,
                last: 1,
                one_line: false,
            },
            Form::Alternatives(parts) => {
                self.stacked(parts, ALTERNATIVES, ALTERNATIVES.free, width)
            }
            Form::Sequence(parts) => self.stacked(parts, SEQUENCE, 0, width),
            Form::Wrapped { .. } => {
                let key = (std::ptr::from_ref(layout), width);
                if let Some(known) = self.edges.get(&key) {
                    return *known;
                }
                let edges = self.wrapped_edges(layout, width);
                self.edges.insert(key, edges);
                edges
            }
        }
    }

    /// Returns the edges of parts on lines of their own.
    fn stacked(&mut self, parts: &[Layout], between: Separator, indent: i64, width: i64) -> Edges {
        let width = width - between.free;
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
            return Edges {
                first: 0,
                last: 0,
                one_line: true,
            };
        };
        let (first, last) = (self.edges(first, width), self.edges(last, width));
        let comma = if parts.len() > 1 && first.one_line && indent == 0 {
            1
        } else {
            0
        };
        Edges {
            first: first.first + indent + comma,
            last: last.last + indent,
            one_line: parts.len() == 1 && first.one_line,
        }
    }

    fn wrapped_edges(&mut self, layout: &Layout, width: i64) -> Edges {
        let Form::Wrapped {
            prefix,
            inner,
            postfix,
            stays,
        } = &layout.form
        else {
            return self.edges(layout, width);
        };
        let (before, after) = (length(prefix), length(postfix));
        let tried = self.edges(inner, width - before - after);
        if brackets_fit(prefix, postfix, *stays, tried, width) {
            let (first, last) = (before + tried.first, tried.last + after);
            return if tried.one_line {
                Edges {
                    first: first + after,
                    last: first + after,
                    one_line: true,
                }
            } else {
                Edges {
                    first,
                    last,
                    one_line: false,
                }
            };
        }
        let own = self.edges(inner, width - INDENT);
        let kept = if tried.one_line { after } else { 0 };
        let last = if *stays {
            INDENT + own.last + kept
        } else {
            match after {
                0 => INDENT + own.last,
                _ => after,
            }
        };
        let one_line = before == 0 && own.one_line && (*stays || after == 0);
        Edges {
            first: match before {
                0 if one_line => last,
                0 => INDENT + own.first,
                _ => before,
            },
            last,
            one_line,
        }
    }

    /// Writes a part; lines after the first are indented by `indent` columns.
    fn write_layout(&mut self, layout: &Layout, width: i64, indent: usize) {
        // Indentation may make the text much longer than planned.
        if self.out.len() > MAX_DISPLAY_BYTES {
            return;
        }
        let width = width.max(1);
        if width >= layout.least {
            layout.render_flat(&mut self.out);
            return;
        }
        let further = indent + INDENT as usize;
        match &layout.form {
            Form::Text(text) => {
                for (at, line) in text.split('\n').enumerate() {
                    if at > 0 {
                        self.new_line(indent);
                    }
                    self.out.push_str(line);
                }
            }
            Form::Object(lines) => {
                self.out.push('{');
                for line in lines {
                    self.new_line(further);
                    self.write_layout(line, width - INDENT, further);
                }
                self.new_line(indent);
                self.out.push('}');
            }
            Form::Alternatives(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    if at > 0 {
                        self.new_line(indent);
                    }
                    self.out.push_str(if at == 0 { "  " } else { "| " });
                    self.write_layout(part, width - ALTERNATIVES.free, further);
                }
            }
            Form::Sequence(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    if at > 0 {
                        self.out.push(',');
                        self.new_line(indent);
                    }
                    self.write_layout(part, width - SEQUENCE.free, indent);
                }
            }
            Form::Wrapped {
                prefix,
                inner,
                postfix,
                stays,
            } => {
                let inside = width - length(prefix) - length(postfix);
                let tried = self.edges(inner, inside);
                self.out.push_str(prefix);
                if brackets_fit(prefix, postfix, *stays, tried, width) {
                    self.write_layout(inner, inside, indent);
                    self.out.push_str(postfix);
                    return;
                }
                if prefix.is_empty() {
                    self.out.push_str("  ")
                } else {
                    self.new_line(further)
                }
                self.write_layout(inner, width - INDENT, further);
                match (stays, tried.one_line) {
                    (false, _) if !postfix.is_empty() => {
                        self.new_line(indent);
                        self.out.push_str(postfix);
                    }
                    (true, true) => self.out.push_str(postfix),
                    // After several lines the postfix is lost, as in Pulumi.
                    _ => {}
                }
            }
        }
    }

    fn new_line(&mut self, indent: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', indent));
    }
}

/// Returns whether brackets are on the lines of the part inside.
fn brackets_fit(prefix: &str, postfix: &str, stays: bool, inner: Edges, width: i64) -> bool {
    let (before, after) = (length(prefix), length(postfix));
    if inner.one_line {
        inner.first + before + after < width || before + after < 2
    } else {
        (before == 0 || before + inner.first < width)
            && (after == 0 || stays || inner.last + after < width)
    }
}

impl Layout {
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
