//! Agreement with hcl-edit about the structure of HCL texts.
//!
//! Both parsers read generated expressions and bodies, and the sources of the vectors. If both
//! accept a text, their trees must have the same plain notation. hcl-edit does not process strip
//! markers and the indentation of flush heredocs, keeps strings as written instead of in normal
//! form C, and drops repeated keys of objects; such texts are skipped.

use hcl_edit::expr::{Expression, ObjectKey, TraversalOperator};
use hcl_edit::structure::{BlockLabel, Body as EditBody, Structure};
use hcl_edit::template::{Directive, Element, Template};
use polycty::dialect::hcl::syntax::{
    BinaryOp, BodyId, ExprId, ExprKind, For, Step, StepKind, Tree, UnaryOp, parse_config,
    parse_expression,
};
use polycty::source::Position;
use polycty::values::Value;
use std::path::Path;

#[test]
fn generated_expressions_have_one_structure() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let both = (0..4000)
        .filter(|_| compare_expression(&random.expression(4)))
        .count();
    assert!(both > 2000, "{both}");
}

#[test]
fn generated_bodies_have_one_structure() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let both = (0..1000).filter(|_| compare_body(&random.body(3))).count();
    assert!(both > 500, "{both}");
}

#[test]
fn the_sources_of_the_vectors_have_one_structure() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/cty");
    for (file, compare, least) in [
        (
            "hcl_expr.jsonl",
            compare_expression as fn(&str) -> bool,
            1000,
        ),
        ("hcl_body.jsonl", compare_body, 500),
    ] {
        let text = std::fs::read_to_string(corpus.join(file)).expect("the vectors are there");
        let both = text
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
            .filter(|case| case["op"] != "hcl_template" && case["syntax"] != "json")
            .filter(|case| compare(case["src"].as_str().unwrap_or_default()))
            .count();
        assert!(both > least, "{file}: {both}");
    }
}

/// Whether the text has no constructs that the two parsers represent differently.
fn comparable(text: &str) -> bool {
    !text.contains('~') && !text.contains("<<-") && !text.contains("\\u") && text.is_ascii()
}

/// Compares if both accept the text. Returns whether they do.
fn compare_expression(text: &str) -> bool {
    let parsed = parse_expression(text.as_bytes(), "", Position::START);
    match hcl_edit::parser::parse_expr(text.trim()) {
        Ok(edit) if parsed.diagnostics.is_empty() && comparable(text) => {
            compare(text, &ours(&parsed.tree, parsed.root), &theirs(&edit))
        }
        _ => false,
    }
}

fn compare_body(text: &str) -> bool {
    let parsed = parse_config(text.as_bytes(), "", Position::START);
    match hcl_edit::parser::parse_body(text) {
        Ok(edit) if parsed.diagnostics.is_empty() && comparable(text) => {
            let own = our_body(&parsed.tree, parsed.root);
            compare(text, &own, &their_body(&edit))
        }
        _ => false,
    }
}

/// Compares unless hcl-edit dropped repeated keys. Returns whether it did not.
fn compare(text: &str, own: &str, other: &str) -> bool {
    if own.matches("=>").count() > other.matches("=>").count() {
        return false;
    }
    assert_eq!(own, other, "{text}");
    true
}

fn ours(tree: &Tree, id: ExprId) -> String {
    let expr = &tree[id];
    let all = |ids: &[ExprId]| -> Vec<String> { ids.iter().map(|id| ours(tree, *id)).collect() };
    match expr.kind {
        ExprKind::Literal(value) => literal(&tree[value]),
        ExprKind::Template(parts) => {
            let parts = tree[parts]
                .iter()
                .map(|part| match plain_text(tree, *part) {
                    Some(text) => Piece::Text(text),
                    None => Piece::Other(ours(tree, *part)),
                });
            template(parts.collect())
        }
        ExprKind::TemplateWrap(inner) => template(vec![match plain_text(tree, inner) {
            Some(text) => Piece::Text(text),
            None => Piece::Other(ours(tree, inner)),
        }]),
        ExprKind::TemplateJoin(inner) => ours(tree, inner),
        ExprKind::ScopeTraversal(list) => steps(tree, &tree[list]),
        ExprKind::RelativeTraversal {
            source,
            steps: list,
        } => ours(tree, source) + &steps(tree, &tree[list]),
        ExprKind::Call(call) => {
            let call = &tree[call];
            let mut arguments = all(&tree[call.arguments]);
            if call.expand_final {
                arguments.push("...".into());
            }
            format!("{}({})", tree.text(call.name), arguments.join(", "))
        }
        ExprKind::Conditional { condition, yes, no } => {
            format!("?({})", all(&[condition, yes, no]).join(", "))
        }
        ExprKind::Index {
            collection, key, ..
        } => format!("{}[{}]", ours(tree, collection), ours(tree, key)),
        ExprKind::Tuple(elements) => format!("[{}]", all(&tree[elements]).join(", ")),
        ExprKind::Object(items) => {
            let items = tree[items].iter().map(|item| {
                let key = match item.literal_key {
                    Some(name) => format!("{:?}", tree.text(name)),
                    None => ours(tree, item.key),
                };
                format!("{key} => {}", ours(tree, item.value))
            });
            format!("{{{}}}", items.collect::<Vec<_>>().join(", "))
        }
        ExprKind::For(parts) => our_for(tree, &tree[parts]),
        ExprKind::Splat { source, item, each } => {
            let marker = if tree.slice(tree[item].span).starts_with('[') {
                "[*]"
            } else {
                ".*"
            };
            ours(tree, source) + marker + &ours(tree, each)
        }
        ExprKind::SplatItem => String::new(),
        ExprKind::Unary { operator, operand } => {
            let symbol = match operator {
                UnaryOp::Not => "!",
                UnaryOp::Negate => "-",
            };
            format!("{symbol}({})", ours(tree, operand))
        }
        ExprKind::Operations { first, rest } => {
            let first = ours(tree, first);
            tree[rest].iter().fold(first, |left, operation| {
                let right = ours(tree, operation.operand);
                format!("({left} {} {right})", symbol(operation.operator))
            })
        }
        ExprKind::Parentheses(inner) => format!("<{}>", ours(tree, inner)),
        ExprKind::Invalid => panic!("an invalid expression without a diagnostic"),
    }
}

/// The text of a template without sequences, which may have several parts.
fn plain_text(tree: &Tree, id: ExprId) -> Option<String> {
    match tree[id].kind {
        ExprKind::Literal(value) => tree[value].as_str().map(str::to_owned),
        ExprKind::Template(parts) => {
            let parts = tree[parts].iter().map(|part| plain_text(tree, *part));
            parts.collect()
        }
        ExprKind::TemplateWrap(inner) => plain_text(tree, inner),
        _ => None,
    }
}

fn our_for(tree: &Tree, parts: &For) -> String {
    let part = |id: Option<ExprId>| id.map_or("-".into(), |id| ours(tree, id));
    format!(
        "for({}, {}, {}, {}, {}, {}, {})",
        parts.key_variable.map_or("-", |name| tree.text(name)),
        tree.text(parts.value_variable),
        ours(tree, parts.collection),
        part(parts.key),
        ours(tree, parts.value),
        parts.group,
        part(parts.condition),
    )
}

fn steps(tree: &Tree, steps: &[Step]) -> String {
    let steps = steps.iter().map(|step| match step.kind {
        StepKind::Root(name) => tree.text(name).to_owned(),
        StepKind::Attr(name) => format!(".{}", tree.text(name)),
        StepKind::Index(value) => format!("[{}]", literal(&tree[value])),
    });
    steps.collect()
}

fn literal(value: &Value) -> String {
    match (value.as_str(), value.as_number(), value.as_bool()) {
        (Some(text), _, _) => template(vec![Piece::Text(text.to_owned())]),
        (_, Some(number), _) => number_text(number.to_string().parse().expect("a number")),
        (_, _, Some(truth)) => truth.to_string(),
        _ => "null".into(),
    }
}

fn number_text(number: f64) -> String {
    if number < 0.0 {
        format!("-({})", -number)
    } else {
        number.to_string()
    }
}

/// A part of a template.
enum Piece {
    Text(String),
    Other(String),
}

/// A template, with adjacent texts joined.
fn template(pieces: Vec<Piece>) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(more) => text.push_str(&more),
            Piece::Other(other) => {
                if !text.is_empty() {
                    parts.push(format!("{:?}", std::mem::take(&mut text)));
                }
                parts.push(format!("${{{other}}}"));
            }
        }
    }
    if !text.is_empty() || parts.is_empty() {
        parts.push(format!("{text:?}"));
    }
    parts.join("")
}

fn symbol(operator: BinaryOp) -> &'static str {
    match operator {
        BinaryOp::Or => "||",
        BinaryOp::And => "&&",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterOrEqual => ">=",
        BinaryOp::Less => "<",
        BinaryOp::LessOrEqual => "<=",
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Modulo => "%",
    }
}

fn our_body(tree: &Tree, id: BodyId) -> String {
    let body = &tree[id];
    let mut items: Vec<(u32, String)> = Vec::new();
    for attribute in &tree[body.attributes] {
        let value = ours(tree, attribute.value);
        items.push((
            attribute.span.start,
            format!("{} = {value}", tree.text(attribute.name)),
        ));
    }
    for block in &tree[body.blocks] {
        let mut header = tree.text(block.block_type).to_owned();
        for label in &tree[block.labels] {
            header += &format!(" {:?}", tree.text(label.text));
        }
        items.push((
            block.type_span.start,
            format!("{header} {}", our_body(tree, block.body)),
        ));
    }
    items.sort();
    let items: Vec<String> = items.into_iter().map(|(_, item)| item).collect();
    format!("{{{}}}", items.join("; "))
}

fn theirs(expr: &Expression) -> String {
    match expr {
        Expression::Null(_) => "null".into(),
        Expression::Bool(truth) => truth.value().to_string(),
        Expression::Number(number) => number_text(number.value().as_f64().expect("a number")),
        Expression::String(text) => template(vec![Piece::Text(text.value().clone())]),
        Expression::Array(array) => {
            let elements: Vec<String> = array.iter().map(theirs).collect();
            format!("[{}]", elements.join(", "))
        }
        Expression::Object(object) => {
            let items = object.iter().map(|(key, value)| {
                let key = match key {
                    ObjectKey::Ident(name) => format!("{:?}", name.as_str()),
                    ObjectKey::Expression(Expression::Variable(name)) => {
                        format!("{:?}", name.as_str())
                    }
                    // A keyword names itself, too.
                    ObjectKey::Expression(key @ (Expression::Bool(_) | Expression::Null(_))) => {
                        format!("{:?}", theirs(key))
                    }
                    ObjectKey::Expression(key) => theirs(key),
                };
                format!("{key} => {}", theirs(value.expr()))
            });
            format!("{{{}}}", items.collect::<Vec<_>>().join(", "))
        }
        Expression::StringTemplate(inner) => their_template(inner),
        Expression::HeredocTemplate(heredoc) => their_template(&heredoc.template),
        Expression::Parenthesis(inner) => format!("<{}>", theirs(inner.inner())),
        Expression::Variable(name) => name.as_str().to_owned(),
        Expression::Conditional(parts) => format!(
            "?({}, {}, {})",
            theirs(&parts.cond_expr),
            theirs(&parts.true_expr),
            theirs(&parts.false_expr)
        ),
        Expression::FuncCall(call) => {
            let parts = call.name.namespace.iter().chain([&call.name.name]);
            let name: Vec<&str> = parts.map(|part| part.as_str()).collect();
            let mut arguments: Vec<String> = call.args.iter().map(theirs).collect();
            if call.args.expand_final() {
                arguments.push("...".into());
            }
            format!("{}({})", name.join("::"), arguments.join(", "))
        }
        Expression::Traversal(traversal) => {
            let mut out = theirs(&traversal.expr);
            for operator in &traversal.operators {
                out += &match operator.value() {
                    TraversalOperator::AttrSplat(_) => ".*".into(),
                    TraversalOperator::FullSplat(_) => "[*]".into(),
                    TraversalOperator::GetAttr(name) => format!(".{}", name.as_str()),
                    TraversalOperator::Index(key) => format!("[{}]", theirs(key)),
                    TraversalOperator::LegacyIndex(index) => format!("[{}]", index.value()),
                };
            }
            out
        }
        Expression::UnaryOp(unary) => {
            format!("{}({})", unary.operator.value(), theirs(&unary.expr))
        }
        Expression::BinaryOp(binary) => format!(
            "({} {} {})",
            theirs(&binary.lhs_expr),
            binary.operator.value(),
            theirs(&binary.rhs_expr)
        ),
        Expression::ForExpr(parts) => format!(
            "for({}, {}, {}, {}, {}, {}, {})",
            parts
                .intro
                .key_var
                .as_ref()
                .map_or("-", |name| name.as_str()),
            parts.intro.value_var.as_str(),
            theirs(&parts.intro.collection_expr),
            parts.key_expr.as_ref().map_or("-".into(), theirs),
            theirs(&parts.value_expr),
            parts.grouping,
            parts
                .cond
                .as_ref()
                .map_or("-".into(), |cond| theirs(&cond.expr)),
        ),
    }
}

fn their_template(parts: &Template) -> String {
    let pieces = parts.iter().map(|element| match element {
        Element::Literal(text) => Piece::Text(text.value().clone()),
        Element::Interpolation(part) => match their_plain_text(&part.expr) {
            Some(text) => Piece::Text(text),
            None => Piece::Other(theirs(&part.expr)),
        },
        Element::Directive(directive) => Piece::Other(match &**directive {
            Directive::If(parts) => format!(
                "?({}, {}, {})",
                theirs(&parts.if_expr.cond_expr),
                their_template(&parts.if_expr.template),
                parts
                    .else_expr
                    .as_ref()
                    .map_or("\"\"".into(), |part| their_template(&part.template)),
            ),
            Directive::For(parts) => format!(
                "for({}, {}, {}, -, {}, false, -)",
                parts
                    .for_expr
                    .key_var
                    .as_ref()
                    .map_or("-", |name| name.as_str()),
                parts.for_expr.value_var.as_str(),
                theirs(&parts.for_expr.collection_expr),
                their_template(&parts.for_expr.template),
            ),
        }),
    });
    template(pieces.collect())
}

/// As [`plain_text`].
fn their_plain_text(expr: &Expression) -> Option<String> {
    let parts = match expr {
        Expression::String(text) => return Some(text.value().clone()),
        Expression::StringTemplate(inner) => inner.iter(),
        Expression::HeredocTemplate(heredoc) => heredoc.template.iter(),
        _ => return None,
    };
    parts
        .map(|element| match element {
            Element::Literal(text) => Some(text.value().clone()),
            Element::Interpolation(part) => their_plain_text(&part.expr),
            Element::Directive(_) => None,
        })
        .collect()
}

fn their_body(body: &EditBody) -> String {
    let items = body.iter().map(|item| match item {
        Structure::Attribute(attribute) => {
            format!("{} = {}", attribute.key.as_str(), theirs(&attribute.value))
        }
        Structure::Block(block) => {
            let mut header = block.ident.as_str().to_owned();
            for label in &block.labels {
                let label = match label {
                    BlockLabel::Ident(name) => name.as_str(),
                    BlockLabel::String(text) => text.value(),
                };
                header += &format!(" {label:?}");
            }
            format!("{header} {}", their_body(&block.body))
        }
    });
    format!("{{{}}}", items.collect::<Vec<_>>().join("; "))
}

/// A stream of numbers (xorshift), the same in each run, and texts made of it.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }

    fn several(&mut self, depth: u32, separator: &str) -> String {
        let parts: Vec<String> = (0..self.below(4)).map(|_| self.expression(depth)).collect();
        parts.join(separator)
    }

    fn expression(&mut self, depth: u32) -> String {
        let leaves = [
            "a",
            "b.c",
            "l[0]",
            "m[\"k\"]",
            "1",
            "2.5",
            "\"s\"",
            "true",
            "null",
            "l[*].x",
            "l.*.y.z",
            "\"\"",
            "\"x\\n\\\"y\"",
            "\"$${a}\"",
            "1e3",
            "f()",
            "l.0",
        ];
        if depth == 0 {
            return self.pick(&leaves).to_owned();
        }
        let depth = depth - 1;
        match self.below(14) {
            0 => self.pick(&leaves).to_owned(),
            1 | 2 => {
                let operator = self.pick(&[
                    " + ", " - ", " * ", " / ", " % ", " && ", " || ", " == ", " != ", " < ",
                    " >= ", " > ", " <= ",
                ]);
                self.expression(depth) + operator + &self.expression(depth)
            }
            3 => format!(
                "{} ? {} : {}",
                self.expression(depth),
                self.expression(depth),
                self.expression(depth)
            ),
            4 => format!("({})", self.expression(depth)),
            5 => format!("[{}]", self.several(depth, ", ")),
            6 => format!(
                "{{ k = {}, \"l\" = {}, (m) = {} }}",
                self.expression(depth),
                self.expression(depth),
                self.expression(depth)
            ),
            7 => format!("f({})", self.several(depth, ", ")),
            8 => format!(
                "[for k, v in {} : {} if {}]",
                self.expression(depth),
                self.expression(depth),
                self.expression(depth)
            ),
            9 => format!(
                "{{for v in {} : {} => {}...}}",
                self.expression(depth),
                self.expression(depth),
                self.expression(depth)
            ),
            10 => format!("({})[{}].x", self.expression(depth), self.expression(depth)),
            11 => format!("!{}", self.pick(&leaves)),
            12 => format!("\"a {}b\"", self.sequence(depth)),
            _ => format!("<<E\nline {}\n  more\nE\n", self.sequence(depth)),
        }
    }

    fn sequence(&mut self, depth: u32) -> String {
        let inner = self.expression(depth.min(1));
        match self.below(3) {
            0 => format!("${{ {inner} }}"),
            1 => format!("%{{ if {inner} }}x ${{y}}%{{ else }}z%{{ endif }}"),
            _ => format!("%{{ for v in {inner} }}<${{v}}>%{{ endfor }}"),
        }
    }

    fn body(&mut self, depth: u32) -> String {
        let mut out = String::new();
        for at in 0..self.below(5) {
            match self.below(4) {
                0 if depth > 0 => {
                    let labels = self.pick(&["", "\"l\" ", "l m ", "\"a b\" \"c\" "]);
                    out += &format!("block {labels}{{\n{}}}\n", self.body(depth - 1));
                }
                1 => out += &format!("one {{ x = {} }}\n", self.pick(&["1", "a.b", "\"s\""])),
                2 => out += "# a comment\n\n/* more */ // and more\n",
                _ => out += &format!("name{at} = {}\n", self.expression(2).trim_end()),
            }
        }
        out
    }
}
