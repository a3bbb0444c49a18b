//! Any expression, in a scope of variables and functions of any types: checking never panics and
//! has the same result twice; every part has a type in normal form and a position within the text;
//! if an expression is not accepted as a type, there is a reason.
//!
//! The first byte determines whether the rest is the text or selects its forms, and the options;
//! then follow the types of the scope.
use crate::grammar::{Bytes, Grammar, PCL};
use crate::pcl_type::is_normal;
use polycty::calls::{Budget, Parameter, Signature};
use polycty::dialect::hcl::syntax::{ExprId, ExprKind, Expression, Tree, parse_expression};
use polycty::dialect::pcl::{
    self, CheckedExpression, Convertibility, Literals, MAX_DIAGNOSTICS, Options, ProblemSeverity,
    Refusal, TypeScope, TypedFunction,
};
use polycty::source::{Position, Range};
use polycty::types::Type;

const EXPRESSION: Grammar = Grammar {
    leaves: &[
        "a",
        "b",
        "c",
        "gone",
        "error",
        "x",
        "1",
        "-2147483648",
        "2147483648",
        "1e400",
        "1.5",
        "true",
        "null",
        "\"x\"",
        "\"\"",
        "\"${a}-${b}\"",
        "\"${c}\"",
        "<<E\n${a}\nE\n",
        "[]",
        "{}",
        "a.a",
        "b[0]",
        "c[*].a",
        "c.*.b",
        "b[a]",
        "c[null]",
        "a[\"b\"]",
        "string",
        "int",
        "any",
    ],
    forms: &[
        "$ + $",
        "$ * $ - $",
        "$ == $",
        "$ < $",
        "$ && $",
        "($ ? $ : $)",
        "[$]",
        "[$, $]",
        "{ a = $, b = $ }",
        "{ (a) = $ }",
        "{ ($) = $, \"b\" = $ }",
        "{\n$ = $\n}",
        "-$",
        "!$",
        "($)",
        "($).a",
        "($)[0]",
        "($)[$]",
        "($)[*]",
        "($)[*].a[0]",
        "($).*.b",
        "($).0",
        "\"${$}\"",
        "\"-${$}-\"",
        "[for x in $ : $]",
        "[for i, x in $ : $ if $]",
        "{for k, x in $ : k => $}",
        "{for x in $ : $ => $...}",
        "\"%{ for x in $ }${$}%{ endfor }\"",
        "\"%{ if $ }y%{ else }$%{ endif }\"",
        "f($)",
        "f($, $, $...)",
        "g($, $)",
        "any_of($, $)",
        "recover($, $)",
        "missing($)",
        "ns::f($...)",
        "list($)",
        "optional($)",
        "object($)",
        "tuple([$])",
    ],
};

/// Visits every part of an expression that is an expression.
fn each_expression(tree: &Tree, id: ExprId, visit: &mut dyn FnMut(ExprId)) {
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        visit(id);
        match tree[id].kind {
            ExprKind::Template(all) | ExprKind::Tuple(all) => open.extend(&tree[all]),
            ExprKind::TemplateWrap(inner)
            | ExprKind::TemplateJoin(inner)
            | ExprKind::Parentheses(inner)
            | ExprKind::Unary { operand: inner, .. }
            | ExprKind::RelativeTraversal { source: inner, .. } => open.push(inner),
            ExprKind::Call(call) => open.extend(&tree[tree[call].arguments]),
            ExprKind::Conditional { condition, yes, no } => open.extend([condition, yes, no]),
            ExprKind::Index {
                collection, key, ..
            } => open.extend([collection, key]),
            ExprKind::Object(items) => {
                for item in &tree[items] {
                    // A bare name is not a separate expression.
                    open.extend(item.literal_key.is_none().then_some(item.key));
                    open.push(item.value);
                }
            }
            ExprKind::For(of) => {
                let of = &tree[of];
                let parts = [Some(of.collection), of.key, Some(of.value), of.condition];
                open.extend(parts.into_iter().flatten());
            }
            ExprKind::Splat { source, item, each } => open.extend([source, item, each]),
            ExprKind::Operations { first, rest } => {
                open.push(first);
                open.extend(tree[rest].iter().map(|operation| operation.operand));
            }
            ExprKind::Literal(_)
            | ExprKind::ScopeTraversal(_)
            | ExprKind::SplatItem
            | ExprKind::Invalid => {}
        }
    }
}

fn scope(types: &[Type; 3]) -> TypeScope {
    let [a, b, c] = types;
    let parameter = |name: &str, ty: &Type| Parameter::new(name, ty.clone());
    let mut outer = TypeScope::new();
    outer.set_variable("a", a.clone());
    outer.set_variable("b", Type::string().clone());
    let f = Signature::new()
        .parameter(parameter("x", a))
        .variadic(parameter("more", b));
    outer.set_function("f", f.returns(c.clone()));
    let mut scope = outer.child().expect("one in another");
    scope.set_variable("b", b.clone());
    scope.set_variable("c", c.clone());
    let two = |x: &Type, y: &Type| {
        Signature::new()
            .parameter(parameter("x", x))
            .parameter(parameter("y", y))
    };
    scope.set_function("g", two(c, Type::string()).returns(a.clone()));
    scope.set_function("recover", two(Type::any(), b).returns(b.clone()));
    scope.set_function(
        "any_of",
        TypedFunction::generic(|call| {
            let parameters = call.arguments.iter().enumerate();
            let parameters = parameters
                .map(|(at, argument)| Parameter::new(format!("p{at}"), argument.ty.clone()));
            let union = pcl::union(call.arguments.iter().map(|argument| argument.ty.clone()));
            let signature = parameters.fold(Signature::new(), Signature::parameter);
            (
                signature.returns(union.unwrap_or(Type::any().clone())),
                vec![],
            )
        }),
    );
    scope
}

fn same(one: &CheckedExpression, other: &CheckedExpression, root: ExprId) {
    each_expression(one.tree(), root, &mut |id| {
        assert_eq!(one.node(id), other.node(id));
        assert_eq!(one.parts(id), other.parts(id));
    });
    let told =
        |bound: &CheckedExpression| format!("{:?} {:?}", bound.diagnostics, bound.conversions);
    assert_eq!(told(one), told(other));
}

fn checked(text: &str, expression: &Expression, bound: &CheckedExpression, well_formed: bool) {
    let tree = bound.tree();
    let inside = |range: Range| {
        let (start, end) = (range.start.byte, range.end.byte);
        assert!(
            start <= end && text.get(start..end).is_some(),
            "{range:?} of {text}"
        );
    };
    let mut held = true;
    each_expression(tree, expression.id, &mut |id| {
        inside(tree.range(tree[id].span));
        match bound.node(id) {
            Some(ty) => is_normal(ty),
            None => held = false,
        }
        for ty in bound.parts(id) {
            is_normal(ty);
        }
    });
    assert!(held || !well_formed, "no type: {text}");
    assert!(bound.diagnostics.len() <= MAX_DIAGNOSTICS);
    for diagnostic in &bound.diagnostics {
        inside(diagnostic.subject.expect("a place"));
    }
    for conversion in &bound.conversions {
        inside(tree.range(conversion.span));
        assert_ne!(conversion.kind, Convertibility::None);
    }
}

/// Runs one input.
pub fn run(input: &[u8]) {
    let mut bytes = Bytes(input.iter());
    let first = bytes.byte();
    let pick = |bit: u8| match first & bit {
        0 => ProblemSeverity::Error,
        _ => ProblemSeverity::Warning,
    };
    let options = Options {
        missing_variables: pick(2),
        iteration: pick(4),
        literals: match first & 8 {
            0 => Literals::SmallInts,
            _ => Literals::ExactInts,
        },
    };
    let types = [(); 3].map(|()| {
        let text = bytes.text(&PCL, 3);
        pcl::parse_type(&text).unwrap_or(Type::any().clone())
    });
    let text = match first & 1 {
        0 => bytes.text(&EXPRESSION, 8),
        _ => match std::str::from_utf8(bytes.0.as_slice()) {
            Ok(text) => text.to_owned(),
            Err(_) => return,
        },
    };
    let parsed = parse_expression(text.as_bytes(), "", Position::START);
    let expression = parsed.expression();
    let scope = scope(&types);
    let bind = || pcl::bind(&expression, &scope, options, &Budget::standard());
    let Ok(bound) = bind() else {
        return;
    };
    checked(&text, &expression, &bound, parsed.diagnostics.is_empty());
    same(&bound, &bind().expect("as before"), expression.id);
    for wanted in &types {
        match bound.accepted_as(wanted, &Budget::standard()) {
            Ok(kind) => assert_ne!(kind, Convertibility::None),
            Err(Refusal::Unaccepted { diagnostic, .. }) => assert!(!diagnostic.summary.is_empty()),
            Err(Refusal::Limit(_)) => {}
        }
    }
    let Ok(denoted) = pcl::bind_type(&expression, &Budget::standard()) else {
        return;
    };
    checked(&text, &expression, &denoted, parsed.diagnostics.is_empty());
}
