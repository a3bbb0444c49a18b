//! The laws of PCL: of its notations, conversions, unification, traversal and of checking
//! expressions, over types, values and texts made at random.

use polycty::calls::{Budget, Parameter, Signature};
use polycty::dialect::hcl::syntax::{ExprId, ExprKind, Tree, parse_expression};
use polycty::dialect::pcl::{
    self, CheckedExpression, Convertibility, Options, PclType, TypeScope, TypeStep,
};
use polycty::dialect::{DialectId, Rules, Safety, dialect};
use polycty::number::Number;
use polycty::source::{Code, Key, Path, PathStep, Position};
use polycty::types::{Flags, Type};
use polycty::values::Value;
use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;

fn pcl() -> Rules {
    dialect(DialectId::Pcl)
}

/// The kinds of types that are generated.
#[derive(Clone, Copy)]
struct Made {
    /// Objects, recursive ones among them, and tuples.
    structures: bool,
    /// Constants.
    constants: bool,
}

const ALL: Made = Made {
    structures: true,
    constants: true,
};

/// A type as JSON; `["up", n]` refers to the nth enclosing object.
fn notation(made: Made) -> impl Strategy<Value = Json> {
    let mut leaves = vec![
        json!("bool"),
        json!("int"),
        json!("number"),
        json!("string"),
        json!("id"),
        json!("none"),
        json!("dynamic"),
        json!(["opaque", "Asset"]),
        json!(["opaque", "pkg:index:Thing"]),
        json!(["enum", "t", "string", ["a", "b"]]),
        json!(["enum", "u", "number", [1, 2.5]]),
    ];
    if made.constants {
        leaves.extend([
            json!(["const", "string", "a"]),
            json!(["const", "int", 1]),
            json!(["const", "bool", false]),
            json!(["const", "none", null]),
        ]);
    }
    let leaf = prop_oneof![
        10 => prop::sample::select(leaves),
        1 => (0..3usize).prop_map(|up| json!(["up", up])),
    ];
    let structures = u32::from(made.structures) * 2;
    leaf.prop_recursive(4, 16, 3, move |inner| {
        let wrapped = prop::sample::select(vec!["list", "set", "map", "promise", "output"]);
        prop_oneof![
            4 => (wrapped, inner.clone()).prop_map(|(name, of)| json!([name, of])),
            1 => inner.clone().prop_map(|of| json!(["optional", of])),
            2 => prop::collection::vec(inner.clone(), 1..4).prop_map(|all| json!(["union", all])),
            structures => prop::collection::vec(inner.clone(), 0..3)
                .prop_map(|all| json!(["tuple", all])),
            structures => prop::collection::btree_map("[a-c]", inner, 0..3)
                .prop_map(|all| json!(["object", all])),
        ]
    })
}

/// The notation with labels: objects that are referred to from inside are recursive.
fn labelled(json: &Json, around: &mut Vec<bool>) -> Json {
    match json.as_array().map(Vec::as_slice) {
        Some([Json::String(name), up]) if name == "up" => {
            let up = up.as_u64().unwrap() as usize;
            match around.len().checked_sub(up + 1) {
                Some(at) => {
                    around[at] = true;
                    json!(["ref", format!("R{at}")])
                }
                None => json!("string"),
            }
        }
        Some([Json::String(name), Json::Object(properties)]) if name == "object" => {
            around.push(false);
            let properties: Map<String, Json> = properties
                .iter()
                .map(|(name, ty)| (name.clone(), labelled(ty, around)))
                .collect();
            let object = json!(["object", properties]);
            match around.pop() {
                Some(true) => json!(["rec", format!("R{}", around.len()), object]),
                _ => object,
            }
        }
        Some([Json::String(name), ..]) if name == "const" || name == "enum" || name == "opaque" => {
            json.clone()
        }
        Some(parts) => parts.iter().map(|part| labelled(part, around)).collect(),
        None => json.clone(),
    }
}

/// Types of any shape, recursive ones among them.
fn types() -> impl Strategy<Value = Type> {
    types_of(ALL)
}

fn types_of(made: Made) -> impl Strategy<Value = Type> {
    notation(made).prop_map(|json| {
        let text = labelled(&json, &mut Vec::new()).to_string();
        pcl::decode_type(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
    })
}

/// A value of a type: known, unknown, null or marked, depending on the choices. `None` for types
/// without values.
fn value(ty: &Type, choices: &mut dyn Iterator<Item = u8>, depth: usize) -> Option<Value> {
    let choice = choices.next().unwrap_or(0);
    if depth > 8 {
        return None;
    }
    if choice % 7 == 6 {
        return Some(Value::unknown(ty.clone()));
    }
    let plain = known(ty, choices, depth + 1)?;
    Some(match choice % 5 {
        4 => plain.mark("m"),
        _ => plain,
    })
}

fn known(ty: &Type, choices: &mut dyn Iterator<Item = u8>, depth: usize) -> Option<Value> {
    let choice = usize::from(choices.next().unwrap_or(0));
    Some(match pcl::shape(ty) {
        PclType::Bool => Value::bool(choice.is_multiple_of(2)),
        PclType::Int => Value::from_integer((choice as i64 - 100).into()),
        PclType::Number => Value::from_number(Number::parse(["0.5", "12", "-7"][choice % 3]).ok()?),
        PclType::String | PclType::Id => Value::string(["text", "12", "true", ""][choice % 4]),
        PclType::None => Value::null(Type::none().clone()),
        PclType::Const(of, Some(scalar)) => match (pcl::shape(of), scalar) {
            (PclType::Bool, _) => Value::bool(false),
            (PclType::Int, _) => Value::from_integer(1i64.into()),
            _ => Value::string("a"),
        },
        PclType::Union(members) => {
            let member = members.get(choice % members.len().max(1))?;
            value(member, choices, depth)?
        }
        PclType::Promise(_) | PclType::Output(_) => pcl::eventual(ty, Arc::new(())).ok()?,
        PclType::List(element) | PclType::Set(element) => {
            let parts: Vec<Value> = (0..choice % 3)
                .map_while(|_| value(element, choices, depth).filter(|part| part.ty() == element))
                .collect();
            if ty.is_list() {
                Value::list_of(element, parts).ok()?
            } else {
                Value::set_of(element, parts).ok()?
            }
        }
        PclType::Tuple(elements) => {
            let parts = elements.iter().map(|ty| value(ty, choices, depth));
            Value::tuple(parts.collect::<Option<_>>()?).ok()?
        }
        PclType::Object(object) => {
            let parts = object.fields().iter().map(|field| {
                let part = value(field.ty(), choices, depth)?;
                Some((field.shared_name().clone(), part))
            });
            Value::object(parts.collect::<Option<Vec<_>>>()?).ok()?
        }
        PclType::Recursive(_) => value(&pcl::unfolded(ty)?, choices, depth)?,
        _ => return None,
    })
}

/// Whether a path leads to a part of a value.
fn leads_into(value: &Value, path: &Path) -> bool {
    let mut at = value.unmarked().clone();
    for step in path.steps() {
        let part = match step {
            PathStep::Attr(name) => at.attribute(name),
            PathStep::Index(Key::String(name)) => at.element(name),
            PathStep::Index(Key::Number(number)) => {
                let parts = at.parts().unwrap_or_default();
                number.to_u64().and_then(|at| parts.get(at as usize))
            }
            PathStep::Index(Key::Value(_)) => None,
        };
        match part {
            Some(part) => at = part.unmarked().clone(),
            None => return false,
        }
    }
    true
}

fn steps() -> impl Strategy<Value = Vec<TypeStep>> {
    let step = prop_oneof![
        "[a-d]".prop_map(|name| TypeStep::Attr(name.as_str().into())),
        "[A-D01]".prop_map(|name| TypeStep::Key(name.as_str().into())),
        prop::sample::select(vec!["0", "1", "2", "-1", "0.5", "1e300"])
            .prop_map(|text| TypeStep::Position(Number::parse(text).unwrap())),
        Just(TypeStep::Bool(true)),
        Just(TypeStep::Null),
        types().prop_map(TypeStep::Unknown),
    ];
    prop::collection::vec(step, 0..4)
}

/// Types that unify to a type that they convert to: for objects and tuples PCL only checks whether
/// they can be unified, see docs/reference/differences.md.
fn unifiable() -> impl Strategy<Value = Type> {
    types_of(Made {
        structures: false,
        ..ALL
    })
}

/// Types that unify in both orders to one: of two constants the first is preferred.
fn symmetric() -> impl Strategy<Value = Type> {
    types_of(Made {
        constants: false,
        ..ALL
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn types_read_back(ty in types()) {
        let json = pcl::encode_type(&ty).unwrap();
        let decoded = pcl::decode_type(&json).unwrap();
        prop_assert!(pcl::equal(&decoded, &ty), "{}", json);
        prop_assert_eq!(pcl::encode_type(&decoded).unwrap(), json);
        let text = pcl::format_type(&ty).unwrap();
        let parsed = pcl::parse_type(&text).unwrap();
        prop_assert!(pcl::equal(&parsed, &ty), "{}", text);
        prop_assert_eq!(pcl::format_type(&parsed).unwrap(), text);
        if !ty.has(Flags::REFERENCE) {
            prop_assert_eq!(&decoded, &ty);
            prop_assert_eq!(&parsed, &ty);
        }
    }

    /// The display text has the same content for every width.
    #[test]
    fn the_display_text_is_the_same_in_every_width(ty in types(), columns in 0..120usize) {
        let bare = |text: String| text.replace([' ', '\n', ',', '?'], "");
        let wide = pcl::display_columns(&ty, 1_000_000);
        prop_assert!(!wide.contains('\n'));
        prop_assert_eq!(bare(pcl::display_columns(&ty, columns)), bare(wide));
    }

    #[test]
    fn normal_forms_are_stable(ty in types()) {
        prop_assert_eq!(&pcl::normalize(&ty).unwrap(), &ty);
        let optional = pcl::optional(ty.clone()).unwrap();
        prop_assert_eq!(&pcl::optional(optional.clone()).unwrap(), &optional);
        let promise = pcl::promise(ty.clone()).unwrap();
        prop_assert_eq!(&pcl::promise(promise.clone()).unwrap(), &promise);
        let output = pcl::output(ty.clone()).unwrap();
        prop_assert_eq!(&pcl::output(promise).unwrap(), &output);
        for made in [optional, output] {
            prop_assert_eq!(&pcl::normalize(&made).unwrap(), &made);
        }
        let plain = pcl::resolve(&ty, pcl::DeferredParts::All).unwrap();
        prop_assert_eq!(pcl::deferred_kind(&plain), pcl::DeferredKind::Nothing);
        prop_assert!(pcl::equal(&pcl::resolve(&plain, pcl::DeferredParts::All).unwrap(), &plain));
        prop_assert!(pcl::conversion(&ty, &pcl::input(&ty).unwrap(), &Budget::standard()).unwrap() != Convertibility::None);
    }

    #[test]
    fn equality_and_conversion_agree(a in types(), b in types()) {
        prop_assert!(pcl::equal(&a, &a) && pcl::equal(&a, &b) == pcl::equal(&b, &a));
        prop_assert_eq!(pcl::conversion(&a, &a, &Budget::standard()).unwrap(), Convertibility::Safe);
        prop_assert!(pcl::assignable(&a, &a, &Budget::standard()).unwrap());
        if pcl::equal(&a, &b) {
            prop_assert_eq!(pcl::conversion(&b, &a, &Budget::standard()).unwrap(), Convertibility::Safe);
        }
    }

    /// Except for two cases that PCL considers assignable and refuses to convert: tuples of
    /// different lengths, and outputs for promises.
    #[test]
    fn what_is_assignable_converts(a in types(), b in types()) {
        let (some, both) = (pcl::optional(a.clone()), pcl::union([a.clone(), b.clone()]));
        let (promise, output) = (pcl::promise(a.clone()), pcl::output(a.clone()));
        for target in [b, some.unwrap(), both.unwrap(), promise.unwrap(), output.unwrap()] {
            let (to, from) = (pcl::line(&target), pcl::line(&a));
            let exempt = to.contains("tuple(") && from.contains("tuple(")
                || to.contains("promise(") && from.contains("output(");
            if !exempt && pcl::assignable(&a, &target, &Budget::standard()).unwrap() {
                prop_assert!(pcl::conversion(&a, &target, &Budget::standard()).unwrap() != Convertibility::None, "{} {}", to, from);
            }
        }
    }

    #[test]
    fn safe_conversions_never_fail(
        a in types(),
        b in types(),
        choices in prop::collection::vec(any::<u8>(), 24),
    ) {
        let optional = pcl::optional(a.clone()).unwrap();
        let input = pcl::input(&a).unwrap();
        let Some(given) = value(&a, &mut choices.into_iter(), 0) else {
            return Ok(());
        };
        prop_assert!(pcl().instance(&given, &a, &Budget::standard()).unwrap(), "{:?} of {}", given, pcl::line(&a));
        for target in [&b, &optional, &input, &a] {
            if pcl::conversion(&a, target, &Budget::standard()).unwrap() != Convertibility::Safe {
                continue;
            }
            let made = pcl::convert_value(&given, target, &Budget::standard());
            prop_assert!(made.is_ok(), "{given:?} of {} as {}: {made:?}", pcl::line(&a), pcl::line(target));
            let made = made.unwrap();
            prop_assert!(
                pcl().instance(&made, target, &Budget::standard()).unwrap(),
                "{given:?} of {} as {}: {made:?}", pcl::line(&a), pcl::line(target)
            );
            prop_assert_eq!(&pcl::convert_value(&made, target, &Budget::standard()).unwrap(), &made);
            // A property that the target does not have is removed with its marks.
            if !pcl::line(target).contains("object(") {
                prop_assert_eq!(made.contains_marked(), given.contains_marked());
            }
            prop_assert!(pcl::check(&given, target, &Budget::standard()).unwrap().is_empty());
        }
    }

    /// A value converts, or it has errors, each with a path in it.
    #[test]
    fn faults_are_those_of_the_conversion(
        a in types(),
        b in types(),
        choices in prop::collection::vec(any::<u8>(), 24),
    ) {
        let Some(given) = value(&a, &mut choices.into_iter(), 0) else {
            return Ok(());
        };
        let made = pcl::convert_value(&given, &b, &Budget::standard());
        let failures = pcl::check(&given, &b, &Budget::standard()).unwrap();
        prop_assert_eq!(made.is_err(), !failures.is_empty(), "{:?} {:?}", made, failures);
        for failure in &failures {
            prop_assert_eq!(failure.code(), Code::Conversion);
            prop_assert!(leads_into(&given, failure.path()), "{given:?} {failure:?}");
        }
    }

    #[test]
    fn reasons_belong_to_answers(a in types(), b in types()) {
        let kind = pcl::conversion(&b, &a, &Budget::standard()).unwrap();
        prop_assert_eq!(kind == Convertibility::None, pcl::why_not(&b, &a, &Budget::standard()).unwrap().is_some());
        prop_assert_eq!(kind == Convertibility::Unsafe, pcl::why_unsafe(&b, &a, &Budget::standard()).unwrap().is_some());
        prop_assert_eq!(kind == Convertibility::None, pcl().converter(&b, &a, Safety::Unsafe, &Budget::standard()).unwrap().is_none());
        if let Some(obstacle) = pcl::why_not(&b, &a, &Budget::standard()).unwrap() {
            prop_assert_eq!(pcl::conversion(&obstacle.source, &obstacle.target, &Budget::standard()).unwrap(), Convertibility::None);
        }
        if let Some(obstacle) = pcl::why_unsafe(&b, &a, &Budget::standard()).unwrap() {
            prop_assert_eq!(pcl::conversion(&obstacle.source, &obstacle.target, &Budget::standard()).unwrap(), Convertibility::Unsafe);
        }
    }

    #[test]
    fn all_convert_to_what_they_unify_to(a in unifiable(), b in unifiable(), c in unifiable()) {
        for all in [&[&a, &b][..], &[&a, &b, &c]] {
            let unified = pcl::unify(all, &Budget::standard()).unwrap();
            for kind in pcl::input_conversions(all, &unified.safe, &Budget::standard()).unwrap() {
                let dynamic = all.iter().any(|ty| ty.has(Flags::ANY));
                let least = if dynamic { Convertibility::Unsafe } else { Convertibility::Safe };
                prop_assert!(kind >= least, "{}", pcl::line(&unified.safe));
            }
            // Of more than two, one may be a member of a union that others convert from.
            for kind in pcl::input_conversions(all, &unified.any, &Budget::standard()).unwrap() {
                prop_assert!(
                    kind != Convertibility::None || all.len() > 2,
                    "{}", pcl::line(&unified.any)
                );
            }
        }
    }

    #[test]
    fn both_orders_of_a_pair_unify_to_one_type(a in symmetric(), b in symmetric()) {
        let (one, other) = (pcl::unify(&[&a, &b], &Budget::standard()).unwrap(), pcl::unify(&[&b, &a], &Budget::standard()).unwrap());
        prop_assert!(pcl::equal(&one.safe, &other.safe), "s {} with {}: {} / {}", pcl::line(&a), pcl::line(&b), pcl::line(&one.safe), pcl::line(&other.safe));
        prop_assert!(pcl::equal(&one.any, &other.any), "u {} with {}: {} / {}", pcl::line(&a), pcl::line(&b), pcl::line(&one.any), pcl::line(&other.any));
    }

    #[test]
    fn traversal_leads_somewhere(ty in types(), steps in steps()) {
        let traversed = pcl::traverse_all(&ty, &steps, &Budget::standard()).unwrap();
        prop_assert_eq!(&pcl::normalize(&traversed.ty).unwrap(), &traversed.ty);
        if steps.is_empty() {
            prop_assert!(traversed.diagnostics.is_empty() && traversed.ty == ty);
        }
    }
}

/// Pieces that make expressions, right and wrong ones.
fn expressions() -> impl Strategy<Value = String> {
    let atom = prop::sample::select(vec![
        "a",
        "b",
        "c",
        "gone",
        "1",
        "-2147483648",
        "2147483648",
        "1.5",
        "true",
        "null",
        "\"x\"",
        "\"${a}-${b}\"",
        "\"${c}\"",
        "[]",
        "{}",
        "a.a",
        "b[0]",
        "c[*].a",
        "b[a]",
        "c[null]",
    ]);
    let grown = atom
        .prop_map(str::to_owned)
        .prop_recursive(4, 24, 3, |inner| {
            let binary = prop::sample::select(vec![
                "+", "-", "*", "/", "%", "==", "!=", "<", ">=", "&&", "||",
            ]);
            let call = prop::sample::select(vec!["f", "g", "recover", "missing"]);
            let around = prop::sample::select(vec![
                ("[", "]"),
                ("-", ""),
                ("!", ""),
                ("(", ")"),
                ("(", ").a"),
                ("(", ")[0]"),
                ("(", ")[*]"),
                ("(", ").*.b"),
                ("\"${", "}\""),
                ("[for x in ", " : x]"),
                ("{for k, x in ", " : k => x}"),
                ("{for k, x in ", " : k => x...}"),
                ("\"%{ for x in ", "}${x}%{ endfor }\""),
                ("\"%{ if ", "}y%{ endif }\""),
                ("f(", "...)"),
                ("{k = ", "}"),
                ("{(a) = ", "}"),
            ]);
            prop_oneof![
                (inner.clone(), binary, inner.clone())
                    .prop_map(|(a, op, b)| format!("{a} {op} {b}")),
                (around, inner.clone()).prop_map(|((open, close), a)| format!("{open}{a}{close}")),
                (call, prop::collection::vec(inner.clone(), 0..3))
                    .prop_map(|(name, all)| format!("{name}({})", all.join(", "))),
                (inner.clone(), inner.clone(), inner.clone())
                    .prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("[{a}, {b}]")),
                (inner.clone(), inner).prop_map(|(a, b)| format!("({a})[{b}]")),
            ]
        });
    let torn = (grown.clone(), any::<prop::sample::Index>()).prop_map(|(text, at)| {
        let cut = text
            .char_indices()
            .nth(at.index(text.len()))
            .map_or(0, |(at, _)| at);
        text[..cut].to_owned()
    });
    prop_oneof![9 => grown, 1 => torn]
}

/// Visits every part of an expression that is an expression.
fn each_expression(tree: &Tree, id: ExprId, visit: &mut dyn FnMut(ExprId)) {
    visit(id);
    let mut parts: Vec<ExprId> = Vec::new();
    match tree[id].kind {
        ExprKind::Template(all) | ExprKind::Tuple(all) => parts.extend(&tree[all]),
        ExprKind::TemplateWrap(inner)
        | ExprKind::TemplateJoin(inner)
        | ExprKind::Parentheses(inner)
        | ExprKind::Unary { operand: inner, .. }
        | ExprKind::RelativeTraversal { source: inner, .. } => parts.push(inner),
        ExprKind::Call(call) => parts.extend(&tree[tree[call].arguments]),
        ExprKind::Conditional { condition, yes, no } => parts.extend([condition, yes, no]),
        ExprKind::Index {
            collection, key, ..
        } => parts.extend([collection, key]),
        ExprKind::Object(items) => {
            for item in &tree[items] {
                // A bare name is not a separate expression.
                parts.extend(item.literal_key.is_none().then_some(item.key));
                parts.push(item.value);
            }
        }
        ExprKind::For(of) => {
            let of = &tree[of];
            parts.extend(
                [Some(of.collection), of.key, Some(of.value), of.condition]
                    .into_iter()
                    .flatten(),
            );
        }
        ExprKind::Splat { source, item, each } => parts.extend([source, item, each]),
        ExprKind::Operations { first, rest } => {
            parts.push(first);
            parts.extend(tree[rest].iter().map(|operation| operation.operand));
        }
        ExprKind::Literal(_)
        | ExprKind::ScopeTraversal(_)
        | ExprKind::SplatItem
        | ExprKind::Invalid => {}
    }
    for part in parts {
        each_expression(tree, part, visit);
    }
}

fn bound(text: &str, scope: &TypeScope) -> (CheckedExpression, ExprId, bool) {
    let parsed = parse_expression(text.as_bytes(), "t.pp", Position::START);
    let expression = parsed.expression();
    let well_formed = parsed.diagnostics.is_empty();
    (
        pcl::bind(&expression, scope, Options::default(), &Budget::standard()).unwrap(),
        expression.id,
        well_formed,
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_node_of_any_expression_has_a_type_and_a_place(
        text in expressions(),
        a in types(),
        b in types(),
        c in types(),
    ) {
        let mut scope = TypeScope::new();
        for (name, ty) in [("a", &a), ("b", &b), ("c", &c)] {
            scope.set_variable(name, ty.clone());
        }
        let parameter = |name: &str, ty: &Type| Parameter::new(name, ty.clone());
        let f = Signature::new().parameter(parameter("x", &a)).variadic(parameter("more", &b));
        scope.set_function("f", f.returns(c.clone()));
        let g = Signature::new().parameter(parameter("x", &c));
        scope.set_function("g", g.parameter(parameter("y", Type::string())).returns(a));
        let (checked, root, well_formed) = bound(&text, &scope);
        let inside = |range: polycty::source::Range| {
            range.start.byte <= range.end.byte && text.get(range.start.byte..range.end.byte).is_some()
        };
        let tree = checked.tree().clone();
        let mut untyped = Vec::new();
        each_expression(&tree, root, &mut |id| {
            assert!(inside(tree.range(tree[id].span)), "{text}");
            if checked.node(id).is_none() {
                untyped.push(format!("{:?}", tree[id].kind));
            }
        });
        prop_assert!(!well_formed || untyped.is_empty(), "{}: {:?}", text, untyped);
        for diagnostic in &checked.diagnostics {
            prop_assert!(inside(diagnostic.subject.unwrap()), "{}: {:?}", text, diagnostic);
        }
        for conversion in &checked.conversions {
            prop_assert!(inside(tree.range(conversion.span)));
            prop_assert!(conversion.kind != Convertibility::None);
        }
        prop_assert_eq!(&pcl::normalize(checked.ty()).unwrap(), checked.ty());
    }
}
