//! Random types and values of mcl for the laws.

use polycty::dialect::mcl::{int, is_hashable, new_list, new_map, new_struct, zero};
use polycty::types::{Field, FuncParam, FuncParams, FuncType, Kind, Type, VariableScope};
use polycty::values::Value;
use proptest::prelude::*;

fn leaf() -> BoxedStrategy<Type> {
    prop_oneof![
        2 => Just(Type::bool().clone()),
        3 => Just(Type::string().clone()),
        3 => Just(int().clone()),
        3 => Just(Type::float().clone()),
        1 => Just(Type::any().clone()),
    ]
    .boxed()
}

/// Fields whose names matter for order and normal form.
fn fields(of: BoxedStrategy<Type>) -> impl Strategy<Value = Vec<Field>> {
    let names =
        prop::sample::subsequence(vec!["b", "a", "c", "é", "e\u{301}"], 0..4).prop_shuffle();
    (names, prop::collection::vec(of, 4)).prop_map(|(names, types)| {
        let fields = names.into_iter().zip(types);
        fields.map(|(name, ty)| Field::new(name, ty)).collect()
    })
}

fn map(key: Type, element: Type) -> Type {
    Type::map_of(key, element, None).unwrap()
}

/// A type of data, including maps with keys that have no values.
fn of_data() -> BoxedStrategy<Type> {
    leaf()
        .prop_recursive(3, 16, 3, |inner| {
            let key = fields(leaf()).prop_map(|fields| Type::object(fields).unwrap());
            prop_oneof![
                3 => inner.clone().prop_map(|ty| Type::list(ty).unwrap()),
                3 => inner.clone().prop_map(|ty| Type::map(ty).unwrap()),
                2 => (leaf(), inner.clone()).prop_map(|(key, ty)| map(key, ty)),
                1 => (key, inner.clone()).prop_map(|(key, ty)| map(key, ty)),
                3 => fields(inner.boxed()).prop_map(|fields| Type::object(fields).unwrap()),
            ]
        })
        .boxed()
}

/// A type of mcl of little depth, sometimes with a variable or a function in it.
pub fn ty() -> BoxedStrategy<Type> {
    let scope = VariableScope::new();
    let odd = of_data().prop_flat_map(move |inner| {
        prop_oneof![
            Just(Type::none().clone()),
            Just(Type::variable(scope, 1)),
            Just(function(&inner)),
        ]
    });
    prop_oneof![
        12 => of_data(),
        1 => odd.clone(),
        1 => odd.clone().prop_map(|ty| Type::list(ty).unwrap()),
        1 => fields(prop_oneof![of_data(), odd].boxed())
            .prop_map(|fields| Type::object(fields).unwrap()),
    ]
    .boxed()
}

fn function(of: &Type) -> Type {
    let params = FuncParams {
        positional: vec![FuncParam {
            name: Some("x".into()),
            ty: of.clone(),
        }]
        .into(),
        ..FuncParams::default()
    };
    Type::func(FuncType {
        params: Some(params),
        block: None,
        result: Some(of.clone()),
    })
    .unwrap()
}

/// A type that is mostly this one, and sometimes nearly it.
fn near(ty: &Type) -> BoxedStrategy<Type> {
    let same = match ty.kind() {
        Kind::List { element, .. } => near(element).prop_map(|ty| Type::list(ty).unwrap()).boxed(),
        Kind::Map { key, element, .. } => (near(key), near(element))
            .prop_map(|(key, ty)| map(key, ty))
            .boxed(),
        Kind::Object(object) => {
            let parts: Vec<_> = (object.fields().iter())
                .map(|field| (Just(field.shared_name().clone()), near(field.ty())))
                .collect();
            (parts, 0..20usize)
                .prop_map(|(parts, change)| {
                    let fields = parts.into_iter();
                    let mut fields: Vec<Field> =
                        fields.map(|(name, ty)| Field::new(name, ty)).collect();
                    match change {
                        0..5 => fields.reverse(),
                        5 => drop(fields.pop()),
                        6 => fields.push(Field::new("more", Type::bool().clone())),
                        _ => {}
                    }
                    Type::object(fields).unwrap()
                })
                .boxed()
        }
        _ => Just(ty.clone()).boxed(),
    };
    prop_oneof![24 => same, 1 => of_data()].boxed()
}

/// A value of exactly this type.
fn instance(ty: &Type) -> BoxedStrategy<Value> {
    let ty = ty.clone();
    match ty.kind() {
        Kind::Bool(_) => any::<bool>().prop_map(Value::bool).boxed(),
        Kind::String(_) => {
            let texts = vec!["", "a", "b", "c", "A", "ab", "é", "a b", "e\u{301}", "{"];
            prop::sample::select(texts).prop_map(Value::string).boxed()
        }
        Kind::Integer(_) => prop_oneof![
            4 => -4i64..5,
            1 => prop::sample::select(vec![i64::MIN, i64::MAX, (1 << 53) + 1]),
        ]
        .prop_map(|int| Value::from_integer(int.into()))
        .boxed(),
        Kind::Float(_) => {
            let doubles = vec![
                0.5,
                2.0,
                0.0,
                -0.0,
                0.1,
                1e300,
                5e-324,
                f64::INFINITY,
                f64::NAN,
            ];
            prop::sample::select(doubles)
                .prop_map(Value::from_double)
                .boxed()
        }
        Kind::List { element, .. } => prop::collection::vec(instance(element), 0..4)
            .prop_map(move |parts| new_list(&ty, parts).unwrap())
            .boxed(),
        Kind::Map { key, element, .. } => {
            prop::collection::vec((instance(key), instance(element)), 0..4)
                .prop_map(move |entries| new_map(&ty, entries).unwrap())
                .boxed()
        }
        Kind::Object(object) => {
            let fields = object.fields().iter();
            let parts: Vec<_> = fields.map(|field| instance(field.ty())).collect();
            parts
                .prop_map(move |parts| new_struct(&ty, parts).unwrap())
                .boxed()
        }
        Kind::Func(_) | Kind::None => Just(zero(&ty).unwrap()).boxed(),
        _ => anything(),
    }
}

fn anything() -> BoxedStrategy<Value> {
    let flat = prop_oneof![
        Just(Type::bool().clone()),
        Just(Type::string().clone()),
        Just(int().clone()),
        Just(Type::float().clone()),
        Just(Type::list(int().clone()).unwrap()),
        Just(Type::map(Type::string().clone()).unwrap()),
        Just(map(int().clone(), Type::float().clone())),
        Just(Type::object([Field::new("a", Type::float().clone())]).unwrap()),
        Just(function(int())),
    ];
    flat.prop_flat_map(|ty| instance(&ty)).boxed()
}

/// Replaces parts without values by int: variables, and maps with keys that have no values.
fn with_values(ty: &Type) -> Type {
    ty.replace(&mut |part| {
        let none = match part.kind() {
            Kind::Variable { .. } => true,
            Kind::Map { key, .. } => !is_hashable(key),
            Kind::Func(_) => return Ok(Some(part.clone())),
            _ => false,
        };
        Ok(none.then(|| int().clone()))
    })
    .unwrap()
}

/// A value that is mostly an instance of a type, and sometimes nearly one.
pub fn value(ty: &Type) -> BoxedStrategy<Value> {
    near(ty)
        .prop_flat_map(|ty| instance(&with_values(&ty)))
        .boxed()
}
