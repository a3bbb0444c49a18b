//! Any bytes as HCL's JSON syntax: no panic, and every node has its position.
use polycty::calls::Budget;
use polycty::dialect::hcl::Scope;
use polycty::dialect::hcl::body::{AttributeSchema, BlockSchema, Schema, parse_json_config};
use polycty::dialect::hcl::syntax::json::parse_json;
use polycty::source::{Code, Diagnostic, Error, Range};
use polycty::values::Value;

/// Runs one input.
pub fn run(text: &[u8]) {
    let within = |range: Range| {
        assert!(range.start.byte <= range.end.byte && range.end.byte <= text.len());
    };
    // HCL reports the byte after a string that it considers broken. In a template, each byte that
    // is not valid UTF-8 is replaced by a character of three bytes, which positions in the template
    // count.
    let replaced: usize = text.utf8_chunks().map(|part| part.invalid().len()).sum();
    let longest = text.len() + 1 + 2 * replaced;
    let all_within = |found: &[Diagnostic]| {
        for Range { start, end } in found.iter().filter_map(|told| told.subject) {
            assert!(start.byte <= end.byte && end.byte <= longest);
        }
        if !found.is_empty() {
            let _ = Error::from_diagnostics(Code::Syntax, found.to_vec()).render_text();
        }
    };
    let parsed = parse_json(text, "");
    let expression = parsed.expression;
    assert_eq!(expression.document().source().text.len(), text.len());
    within(expression.range());
    all_within(&parsed.diagnostics);
    let mut scope = Scope::new();
    scope
        .set_variable("a", Value::from_i64(1))
        .expect("an identifier");
    scope.limit_steps(10_000);
    all_within(&expression.evaluate(Some(&scope)).diagnostics);
    let variables = expression.variables();
    let variables = variables.iter().filter_map(|found| found.range());
    let budget = Budget::standard();
    let steps = expression
        .as_traversal(&budget)
        .and_then(|found| found.range());
    let native = expression.as_native(&budget).map(|found| found.range());
    for Range { start, end } in variables.chain(steps).chain(native) {
        assert!(start.byte <= end.byte && end.byte <= longest);
    }

    let parsed = parse_json_config(text, "");
    all_within(&parsed.diagnostics);
    let schema = Schema {
        attributes: vec![AttributeSchema {
            name: "a".into(),
            required: true,
        }],
        blocks: vec![BlockSchema {
            block_type: "b".into(),
            labels: vec!["x".into()],
        }],
    };
    let (found, rest) = parsed.body.partial_content(&schema);
    all_within(&found.diagnostics);
    for block in found.content.blocks {
        within(block.def_range);
        all_within(&block.body.content(&schema).diagnostics);
    }
    all_within(&rest.just_attributes().diagnostics);
}
