//! Tests of the options of formatting: heredocs, alignment, order and width.

use crate::texts::{Random, can_be_read, made, mutant, of_some_vectors};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Position, Span};
use polycty_hcl::syntax::{BodyId, ExprId, ExprKind, Kind, StepKind, Tree, parse_config, tokens};
use polycty_hcl::write::{Alignment, FormatOptions, Heredocs, Order, Style, format};

/// Returns the initial options of a style with changes.
fn options(style: Style, change: impl FnOnce(&mut FormatOptions)) -> FormatOptions {
    let mut options = FormatOptions::from(style);
    change(&mut options);
    options
}

fn formatted(text: &str, options: FormatOptions) -> String {
    let out = format(text.as_bytes(), "t", options, None, &Budget::standard());
    out.unwrap_or_else(|error| panic!("{options:?} {text:?}: {error}"))
}

/// Writes the structure of a body: what a program can find out without positions.
fn body(tree: &Tree, id: BodyId, out: &mut String) {
    let mut items = Vec::new();
    for attribute in &tree[tree[id].attributes] {
        let mut item = format!("{} = ", tree.text(attribute.name));
        value(tree, attribute.value, &mut item);
        items.push(item);
    }
    items.sort();
    // `lifecycle` may follow the other blocks.
    let mut blocks: Vec<_> = tree[tree[id].blocks].iter().collect();
    blocks.sort_by_key(|block| tree.text(block.block_type) == "lifecycle");
    for block in blocks {
        let mut item = tree.text(block.block_type).to_owned();
        for label in &tree[block.labels] {
            item += &format!(" {:?}", tree.text(label.text));
        }
        body(tree, block.body, &mut item);
        items.push(item);
    }
    *out += &format!("{{{}}}", items.join("; "));
}

/// Writes the structure of an expression, without parentheses.
fn value(tree: &Tree, id: ExprId, out: &mut String) {
    let all = |ids: &[ExprId], out: &mut String| {
        for id in ids {
            value(tree, *id, out);
            out.push(',');
        }
    };
    match tree[id].kind {
        ExprKind::Parentheses(inner) => value(tree, inner, out),
        ExprKind::Literal(literal) => *out += &format!("{:?}", tree[literal]),
        ExprKind::Template(parts) => {
            let is_empty = |id: &&ExprId| match tree[**id].kind {
                ExprKind::Literal(literal) => tree[literal].as_str() == Some(""),
                _ => false,
            };
            let parts: Vec<ExprId> = tree[parts]
                .iter()
                .filter(|id| !is_empty(id))
                .copied()
                .collect();
            *out += "template(";
            all(&parts, out);
            out.push(')');
        }
        ExprKind::ScopeTraversal(steps) | ExprKind::RelativeTraversal { steps, .. } => {
            tree.each_part(id, &mut |_, part| value(tree, part, out));
            for step in &tree[steps] {
                match step.kind {
                    StepKind::Root(name) | StepKind::Attr(name) => {
                        *out += &format!(".{}", tree.text(name));
                    }
                    StepKind::Index(key) => *out += &format!("[{:?}]", tree[key]),
                }
            }
        }
        ExprKind::Call(call) => {
            *out += &format!("{}{}(", tree.text(tree[call].name), tree[call].expand_final);
            all(&tree[tree[call].arguments], out);
            out.push(')');
        }
        ExprKind::Object(items) => {
            let mut list = Vec::new();
            for item in &tree[items] {
                let mut one = String::new();
                match item.literal_key {
                    Some(name) => one += &format!("{:?}", tree.text(name)),
                    None => value(tree, item.key, &mut one),
                }
                one.push('=');
                value(tree, item.value, &mut one);
                list.push(one);
            }
            list.sort();
            *out += &format!("object({})", list.join(","));
        }
        ExprKind::For(id) => {
            let each = &tree[id];
            let key = each.key_variable.map_or("", |name| tree.text(name));
            let names = (key, tree.text(each.value_variable), each.group);
            *out += &format!("for {names:?}(");
            all(&[each.collection], out);
            each.key.iter().for_each(|key| value(tree, *key, out));
            out.push(':');
            value(tree, each.value, out);
            if let Some(condition) = each.condition {
                out.push('?');
                value(tree, condition, out);
            }
            out.push(')');
        }
        ExprKind::Operations { first, rest } => {
            out.push('(');
            value(tree, first, out);
            for operation in &tree[rest] {
                *out += &format!(" {:?} ", operation.operator);
                value(tree, operation.operand, out);
            }
            out.push(')');
        }
        ExprKind::Unary { operator, .. } => {
            *out += &format!("{operator:?}(");
            tree.each_part(id, &mut |_, part| value(tree, part, out));
            out.push(')');
        }
        other => {
            let kind = format!("{other:?}");
            *out += kind.split([' ', '(', '{']).next().unwrap_or("");
            out.push('(');
            tree.each_part(id, &mut |_, part| {
                value(tree, part, out);
                out.push(',');
            });
            out.push(')');
        }
    }
}

fn structure(text: &str) -> String {
    let parsed = parse_config(text.as_bytes(), "t", Position::START);
    assert!(
        parsed.diagnostics.is_empty(),
        "{text}\n{:?}",
        parsed.diagnostics
    );
    let mut out = String::new();
    body(&parsed.tree, parsed.root, &mut out);
    out
}

/// The comments of a text in a fixed order.
fn comments(text: &str) -> Vec<&str> {
    let all = tokens(text.as_bytes(), &Budget::standard()).expect("small");
    let comments = all.into_iter().filter(|token| token.kind == Kind::Comment);
    let mut comments: Vec<&str> = comments
        .map(|token| text[token.span.start as usize..token.span.end as usize].trim_end())
        .collect();
    comments.sort_unstable();
    comments
}

/// Checks the laws of all options for a text.
fn check(text: &str, options: FormatOptions) {
    let once = formatted(text, options);
    assert!(can_be_read(&once), "{options:?}\n{text}\n---\n{once}");
    assert_eq!(
        comments(&once),
        comments(text),
        "{options:?}\n{text}\n---\n{once}"
    );
    let twice = formatted(&once, options);
    assert_eq!(twice, once, "{options:?}\n{text}");
    if options.style == Style::Layout {
        assert_eq!(
            structure(&once),
            structure(text),
            "{options:?}\n{text}\n---\n{once}"
        );
    }
    if let Some(width) = options.width {
        // With a larger width there is nothing to do.
        let mut wider = options;
        wider.width = Some(width * 100);
        assert_eq!(formatted(&once, wider), once, "{options:?}\n{text}");
    }
}

fn any_options(random: &mut Random) -> FormatOptions {
    let style = random.one_of(&[Style::Layout, Style::Layout, Style::Terraform]);
    options(style, |options| {
        options.heredocs = random.one_of(&[Heredocs::Terraform, Heredocs::Indented]);
        options.align = random.one_of(&[
            Alignment::All,
            Alignment::Equals,
            Alignment::Comments,
            Alignment::None,
        ]);
        options.order = random.one_of(&[Order::Source, Order::Conventional, Order::Alphabetical]);
        options.width = random.one_of(&[None, Some(20), Some(30), Some(60)]);
    })
}

/// Writes a heredoc after `a = `, with its final newline.
fn heredoc(random: &mut Random, depth: usize, out: &mut String) {
    let indented = random.below(3) > 0;
    let marker = ["A", "B", "C", "D"][depth];
    *out += if indented { "<<-" } else { "<<" };
    *out += marker;
    out.push('\n');
    for _ in 0..random.below(5) {
        *out += random.one_of(&["", "  ", "    ", "\t", "      ", " \t "]);
        for _ in 0..random.below(4) {
            match random.below(if depth < 3 { 9 } else { 7 }) {
                0 => *out += "text ",
                1 => *out += "${b}",
                2 => *out += "%{ if c ~}yes%{ else }no%{~ endif }",
                3 => *out += random.one_of(&["${ f(\n1,\n2) }", "${~ f({\n a = 1\n bb = 2 }) ~}"]),
                4 => {
                    *out += random.one_of(&[
                        "$${",
                        "$",
                        "%",
                        "e\u{301} ",
                        "{",
                        "\"",
                        "# no ",
                        "\u{301}",
                    ])
                }
                5 => *out += "%{ for x in [\n1, 2] }\n    ${x} %{ endfor }",
                6 => *out += "${~ [ # c\n 1] ~}",
                _ => {
                    *out += "${";
                    heredoc(random, depth + 1, out);
                    *out += random.one_of(&["}", "  }", "\n ~}"]);
                }
            }
        }
        out.push('\n');
    }
    *out += random.one_of(&["", "  ", "      "]);
    *out += marker;
    out.push('\n');
}

fn heredocs(count: usize, random: &mut Random) -> Vec<String> {
    let one = |random: &mut Random| {
        let mut text = String::new();
        for number in 0..1 + random.below(3) {
            match random.below(4) {
                0 => {
                    text += &format!("b{number} {{\n  x = 1 # one\n  long = ");
                    heredoc(random, 0, &mut text);
                    text += "  y = 2 # two\n}\n";
                }
                1 => {
                    text += &format!("l{number} = [1, ");
                    heredoc(random, 0, &mut text);
                    text += ", 2]\n";
                }
                2 => {
                    text += &format!("o{number} = {{\n  z = 1,\n  a = ");
                    heredoc(random, 0, &mut text);
                    text += "  c = 3\n}\n";
                }
                _ => {
                    text += &format!("a{number} = ");
                    heredoc(random, 0, &mut text);
                }
            }
        }
        text
    };
    let texts = std::iter::repeat_with(|| one(random));
    texts.filter(|text| can_be_read(text)).take(count).collect()
}

#[test]
fn all_options_keep_structure_and_comments_and_are_for_good() {
    let mut random = Random(0x1234_5678_9abc_de09);
    let mut texts = of_some_vectors();
    texts.extend(made(600, &mut random));
    texts.extend(heredocs(1500, &mut random));
    let mutants: Vec<String> = texts.iter().map(|text| mutant(text, &mut random)).collect();
    texts.extend(mutants);
    texts.retain(|text| can_be_read(text));
    assert!(texts.len() > 3000, "{}", texts.len());
    for text in texts {
        for _ in 0..2 {
            check(&text, any_options(&mut random));
        }
    }
}

/// Formats a text in Terraform's style and checks the laws for it.
fn terraform(text: &str, change: impl FnOnce(&mut FormatOptions)) -> String {
    let options = options(Style::Terraform, change);
    check(text, options);
    formatted(text, options)
}

#[test]
fn lines_in_and_after_heredocs_are_indented() {
    let text = r#"variable "zones" {
  validation {
    condition = length(var.zones) > 1
    error_message = <<-EOT
  Two zones, not

  ${join(
", ",
[for zone in var.zones : upper(zone)]
)}
    EOT
  }
}
locals {
  a = { # one
    b = <<EOT
  ${jsonencode({
a = 1 # two
long = [2,
3]
})} and ${f(
[
<<-E
      x
        y ${z}
      E
]
)}
EOT
  }
  c = 1
}
"#;
    let expected = r#"variable "zones" {
  validation {
    condition     = length(var.zones) > 1
    error_message = <<-EOT
      Two zones, not

      ${join(
        ", ",
        [for zone in var.zones : upper(zone)]
      )}
    EOT
  }
}
locals {
  a = { # one
    b = <<EOT
  ${jsonencode({
    a = 1 # two
    long = [2,
    3]
  })} and ${f(
    [
      <<-E
        x
          y ${z}
      E
    ]
  )}
EOT
  }
  c = 1
}
"#;
    let indented = |options: &mut FormatOptions| options.heredocs = Heredocs::Indented;
    assert_eq!(terraform(text, indented), expected);
    // The default is that of `terraform fmt`, which moves all following lines.
    assert!(terraform(text, |_| {}).contains("    EOT\n}\n}\nlocals"));
}

#[test]
fn heredocs_whose_lines_do_not_all_count_keep_their_indentation() {
    let indented = |options: &mut FormatOptions| options.heredocs = Heredocs::Indented;
    for text in [
        "a = <<-E\n      x %{if c~}\n   y\n      %{endif}\nE\n",
        "a = <<-E\n      ${~c}\n   y\nE\n",
        "a = <<-E\n     \u{301}c\n   y\nE\n",
        "a = <<E\n      x\n   E\n",
        "a = <<-E\n   \n\nE\n",
    ] {
        assert_eq!(terraform(text, indented), text);
    }
    // The white space before the closing marker has no effect on the value.
    let moved = terraform("a = <<-E\nx\n  ${y}\n    E\n", indented);
    assert_eq!(moved, "a = <<-E\n  x\n    ${y}\nE\n");
}

#[test]
fn alignment_is_by_option() {
    let text = "a=1 # one\nlong=22 # two\n";
    for (align, expected) in [
        (Alignment::All, "a    = 1  # one\nlong = 22 # two\n"),
        (Alignment::Equals, "a    = 1 # one\nlong = 22 # two\n"),
        (Alignment::Comments, "a = 1     # one\nlong = 22 # two\n"),
        (Alignment::None, "a = 1 # one\nlong = 22 # two\n"),
    ] {
        assert_eq!(terraform(text, |options| options.align = align), expected);
    }
}

#[test]
fn items_are_sorted_with_their_comments() {
    let text = r#"resource "x" "y" {
  depends_on = [z]
  # about b
  b = 1 # one
  a = 2

  lifecycle {}
  nested {
    inner {}
    last = 1
  }
  count = 3

  # a heading

  d = {
    z = 1, # z
    # about y
    y = 2

    b = <<E
text
E
    a = 3
  }
  c = 4
}
variable "v" {
  validation {}
  default = 1
  type    = number
}
output "o" {
  value       = 1
  description = "d"
}
"#;
    let conventional = r#"resource "x" "y" {
  count = 3

  # about b
  b = 1 # one
  a = 2

  nested {
    last = 1

    inner {}
  }
  lifecycle {}

  depends_on = [z]

  # a heading

  d = {
    z = 1, # z
    # about y
    y = 2

    b = <<E
text
E
    a = 3
  }
  c = 4
}
variable "v" {
  type    = number
  default = 1

  validation {}
}
output "o" {
  description = "d"
  value       = 1
}
"#;
    let mut alphabetical = conventional.to_owned();
    for (before, after) in [
        (
            "  # about b\n  b = 1 # one\n  a = 2\n",
            "  a = 2\n  # about b\n  b = 1 # one\n",
        ),
        (
            "    z = 1, # z\n    # about y\n    y = 2\n",
            "    # about y\n    y = 2\n    z = 1 # z\n",
        ),
        (
            "    b = <<E\ntext\nE\n    a = 3\n",
            "    a = 3\n    b = <<E\ntext\nE\n",
        ),
        ("  c = 4\n", ""),
        ("  d = {\n", "  c = 4\n  d = {\n"),
    ] {
        assert!(alphabetical.contains(before), "{before}");
        alphabetical = alphabetical.replace(before, after);
    }
    let order = |order| move |options: &mut FormatOptions| options.order = order;
    assert_eq!(terraform(text, order(Order::Conventional)), conventional);
    assert_eq!(terraform(text, order(Order::Alphabetical)), alphabetical);
    // Without Terraform's style there are no meta-arguments.
    let other = options(Style::Layout, order(Order::Conventional));
    let sorted = formatted("b {}\nx = 1\ncount = 2\n", other);
    assert_eq!(sorted, "x     = 1\ncount = 2\n\nb {}\n");
}

#[test]
fn items_keep_their_order_if_it_has_a_meaning() {
    let alphabetical = |options: &mut FormatOptions| options.order = Order::Alphabetical;
    for text in [
        // The last of equal keys has effect.
        "a = {\n  b = 1\n  a = 2\n  b = 3\n}\n",
        // A computed key may be equal to another one.
        "a = {\n  b   = 1\n  (a) = 2\n}\n",
        "a = { b = 1, a = 2 }\n",
        "p \"a\" {\n  z {}\n  a {}\n}\n",
    ] {
        assert_eq!(terraform(text, alphabetical), text);
    }
}

#[test]
fn long_lines_are_broken_at_the_outermost_part() {
    let width = |options: &mut FormatOptions| options.width = Some(30);
    for (text, expected) in [
        (
            "a = [\"one\", \"two\", \"three\", 44]\n",
            "a = [\n  \"one\",\n  \"two\",\n  \"three\",\n  44,\n]\n",
        ),
        (
            "a = {bbbbb = 1, ccccccc = 2, dd = 3}\n",
            "a = {\n  bbbbb   = 1\n  ccccccc = 2\n  dd      = 3\n}\n",
        ),
        (
            "a = f(bbbbbbbbbb, cccccccccccc, dddd)\n",
            "a = f(\n  bbbbbbbbbb,\n  cccccccccccc,\n  dddd\n)\n",
        ),
        (
            "a = merge(var.tags, { Name = \"aaaaaaaa\" })\n",
            "a = merge(var.tags, {\n  Name = \"aaaaaaaa\"\n})\n",
        ),
        (
            "a = length(bbbbbbbb) > 3 ? ccccc : ddddd\n",
            "a = (\n  length(bbbbbbbb) > 3\n  ? ccccc\n  : ddddd\n)\n",
        ),
        (
            "a = [length(bbbbbbbb) > 3 && cccccccccccc]\n",
            "a = [\n  length(bbbbbbbb) > 3\n  && cccccccccccc,\n]\n",
        ),
        (
            "a = [for key, x in var.items : x.name if x.is_on && x.is_up]\n",
            "a = [\n  for key, x in var.items :\n  x.name\n  if x.is_on && x.is_up\n]\n",
        ),
        (
            "b \"label\" { argument = [111111, 2222] }\n",
            "b \"label\" {\n  argument = [111111, 2222]\n}\n",
        ),
    ] {
        assert_eq!(terraform(text, width), expected);
    }
    // Only a comment is too long, or nothing can be broken.
    for text in [
        "a = [1] # 0123456789012345678901234567890\n",
        "a = \"0123456789012345678 ${f(a, b)} 01234\"\n",
        "a = bbbbbbbbbbbbbbbbbbbb[cccccccccccccccc]\n",
        "a = [bbbbbbbbbbbbbbbbbbbb, <<E\n${f(aaaaaaaaaaaaaaaaaaaaaaa, b)}\nE\n]\n",
    ] {
        assert_eq!(terraform(text, width), terraform(text, |_| {}));
    }
    // A text with carriage returns gets no other newlines.
    let broken = terraform("a = [\"one\", \"two\", \"three\", 44]\r\n", width);
    assert!(broken.contains("\r\n  \"one\",\r\n"), "{broken:?}");
}

#[test]
fn options_that_are_not_valid_are_errors() {
    let budget = Budget::standard();
    let fails = |change: fn(&mut FormatOptions), within: Option<Span>| {
        let options = options(Style::Layout, change);
        let error = format(b"a = 1\n", "t", options, within, &budget).expect_err("refused");
        assert_eq!(error.code(), Code::InvalidArgument);
        error.message().to_owned()
    };
    let narrow = fails(|options| options.width = Some(19), None);
    assert_eq!(narrow, "width: expected 20 to 10000, found 19");
    let wide = fails(|options| options.width = Some(10_001), None);
    assert_eq!(wide, "width: expected 20 to 10000, found 10001");
    let part = Some(Span::new(0, 2));
    let broken = fails(|options| options.width = Some(80), part);
    assert_eq!(broken, "width: only a whole text can be broken over lines");
    let sorted = fails(|options| options.order = Order::Alphabetical, part);
    assert_eq!(sorted, "order: only a whole text can be sorted");
}
