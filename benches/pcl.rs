//! Growth of the cost of PCL's types with width and depth, compared with the types of cty.
//!
//! Each workload is run at n and at 2 n, interleaved, and the median of the ratios is printed next
//! to the times: 2 is linear, 4 is quadratic. The same work on cty's types is done by this
//! library's own cty rules, and by go-cty if its figures are in the file `PEER_FIGURES`, with a
//! workload, its n and its nanoseconds on each line.

use polycty::calls::Budget;
use polycty::dialect::{Dialect, Safety, hcl::Hcl, pcl, pcl::Pcl};
use polycty::types::{Field, Str, Type};
use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 5;

/// The depth of the deep types.
const DEPTH: usize = 6;

/// A prepared workload.
type Ready = Box<dyn Fn()>;

/// The name, the size, the work on PCL's types, and the work on cty's.
type Workload = (
    &'static str,
    usize,
    fn(usize) -> Ready,
    Option<fn(usize) -> Ready>,
);

const WORKLOADS: [Workload; 11] = [
    ("build an object", 500, build_object, Some(cty_build_object)),
    ("build a union", 200, build_union, None),
    ("normalize an object", 500, normalize_object, None),
    ("normalize a union", 200, normalize_union, None),
    (
        "convert objects",
        500,
        convert_objects,
        Some(cty_convert_objects),
    ),
    ("unify objects", 500, unify_objects, Some(cty_unify_objects)),
    ("convert deep", 100, convert_deep, Some(cty_convert_deep)),
    ("unify deep", 100, unify_deep, Some(cty_unify_deep)),
    ("convert unions", 200, convert_unions, None),
    ("unify unions", 200, unify_unions, None),
    ("unify one by one", 200, unify_one_by_one, None),
];

fn main() {
    // Runs one workload once, for tools that count instructions: `cargo bench --bench pcl --
    // 'convert unions' 200`
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    if let [name, n] = &arguments[..] {
        let workload = WORKLOADS.iter().find(|(other, ..)| other == name);
        let (_, _, workload, _) = workload.expect("there is such a workload");
        return workload(n.parse().expect("a number"))();
    }
    let peer = peer_figures();
    println!(
        "{:<22} {:>5} {:>12} {:>8} {:>12} {:>12}",
        "pcl", "n", "n", "2 n : n", "cty", "go-cty"
    );
    for (name, n, workload, cty) in WORKLOADS {
        let (once, twice) = (workload(n), workload(2 * n));
        let rounds: Vec<(f64, f64)> = (0..ROUNDS).map(|_| (time(&once), time(&twice))).collect();
        let own = median(rounds.iter().map(|(once, _)| *once));
        let ratio = |other: Option<f64>| {
            other.map_or("-".to_owned(), |other| format!("{:.2} times", own / other))
        };
        let cty = cty.map(|cty| {
            let cty = cty(n);
            median((0..ROUNDS).map(|_| time(&cty)))
        });
        println!(
            "{name:<22} {n:>5} {:>9.1} us {:>8.2} {:>12} {:>12}",
            own * 1e6,
            median(rounds.iter().map(|(once, twice)| twice / once)),
            ratio(cty),
            ratio(peer.get(name).map(|nanoseconds| nanoseconds / 1e9)),
        );
    }
    println!("cty, go-cty: how many times as long PCL's side takes");
}

/// The nanoseconds of go-cty by workload.
fn peer_figures() -> HashMap<String, f64> {
    let text = std::env::var("PEER_FIGURES").ok();
    let text = text.and_then(|path| std::fs::read_to_string(path).ok());
    let line = |line: &str| {
        let (name, nanoseconds) = line.rsplit_once(' ')?;
        Some((name.to_owned(), nanoseconds.parse().ok()?))
    };
    text.unwrap_or_default().lines().filter_map(line).collect()
}

/// The seconds of one run, averaged over enough runs to be measurable.
fn time(run: &Ready) -> f64 {
    let mut runs = 0;
    let start = Instant::now();
    while runs < 3 || start.elapsed().as_millis() < 40 {
        run();
        runs += 1;
    }
    start.elapsed().as_secs_f64() / f64::from(runs)
}

fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn names(n: usize) -> Vec<Str> {
    // The names are not sorted, so that sorting is measured.
    let name = |at: usize| format!("attribute-{}", at * 7919 % 100_003).into();
    (0..n).map(name).collect()
}

/// Properties of primitive types; of more general ones if `wide`.
fn properties(n: usize, wide: bool) -> Vec<(Str, Type)> {
    let ty = |at| match (at % 3, wide) {
        (0, _) => Type::string().clone(),
        (1, false) => Type::bool().clone(),
        (2, false) => Type::number().clone(),
        _ => Type::string().clone(),
    };
    names(n)
        .into_iter()
        .enumerate()
        .map(|(at, name)| (name, ty(at)))
        .collect()
}

fn object(n: usize, wide: bool) -> Type {
    pcl::object(properties(n, wide)).expect("an object")
}

fn cty_object(n: usize, wide: bool) -> Type {
    let fields = properties(n, wide).into_iter();
    let mut fields: Vec<Field> = fields.map(|(name, ty)| Field::new(name, ty)).collect();
    fields.sort_by(|a, b| a.name().cmp(b.name()));
    Type::object(fields).expect("an object")
}

/// Nested objects of n attributes.
fn deep(n: usize, wide: bool) -> Type {
    let mut inner = Type::bool().clone();
    for _ in 0..DEPTH {
        let nested = Type::list(inner).expect("a list");
        let all = properties(n, wide)
            .into_iter()
            .chain([("nested".into(), nested)]);
        inner = pcl::object(all).expect("an object");
    }
    inner
}

/// Types that each convert to one of the types with the other value.
fn members(n: usize, value: &Type) -> Vec<Type> {
    let member = |name| pcl::object([(name, value.clone())]).expect("an object");
    names(n).into_iter().map(member).collect()
}

fn union(n: usize, value: &Type) -> Type {
    pcl::union(members(n, value)).expect("a union")
}

fn build_object(n: usize) -> Ready {
    let properties = properties(n, false);
    Box::new(move || drop(black_box(pcl::object(properties.iter().cloned()))))
}

fn cty_build_object(n: usize) -> Ready {
    let properties = properties(n, false);
    Box::new(move || {
        let fields = properties.iter().cloned();
        let mut fields: Vec<Field> = fields.map(|(name, ty)| Field::new(name, ty)).collect();
        fields.sort_by(|a, b| a.name().cmp(b.name()));
        drop(black_box(Type::object(fields)));
    })
}

fn build_union(n: usize) -> Ready {
    let members = members(n, pcl::int());
    Box::new(move || drop(black_box(pcl::union(members.iter().cloned()))))
}

fn normalize_object(n: usize) -> Ready {
    let fields = properties(n, false).into_iter();
    let fields: Vec<Field> = fields.map(|(name, ty)| Field::optional(name, ty)).collect();
    let object = Type::object(fields).expect("an object");
    Box::new(move || drop(black_box(pcl::normalize(&object))))
}

fn normalize_union(n: usize) -> Ready {
    let union = Type::union(members(n, pcl::int())).expect("a union");
    Box::new(move || drop(black_box(pcl::normalize(&union))))
}

fn converts(dialect: &'static dyn Dialect, from: Type, to: Type) -> Ready {
    Box::new(move || {
        black_box(dialect.conversion(&from, &to, &Budget::standard()).unwrap());
    })
}

fn unifies(dialect: &'static dyn Dialect, types: Vec<Type>) -> Ready {
    Box::new(move || {
        let types: Vec<&Type> = types.iter().collect();
        drop(black_box(
            dialect
                .unify(&types, Safety::Safe, &Budget::standard())
                .unwrap(),
        ));
    })
}

fn convert_objects(n: usize) -> Ready {
    converts(&Pcl, object(n, false), object(n, true))
}

fn cty_convert_objects(n: usize) -> Ready {
    converts(&Hcl, cty_object(n, false), cty_object(n, true))
}

fn unify_objects(n: usize) -> Ready {
    unifies(&Pcl, vec![object(n, false), object(n, true)])
}

fn cty_unify_objects(n: usize) -> Ready {
    unifies(&Hcl, vec![cty_object(n, false), cty_object(n, true)])
}

fn convert_deep(n: usize) -> Ready {
    converts(&Pcl, deep(n, false), deep(n, true))
}

fn cty_convert_deep(n: usize) -> Ready {
    converts(&Hcl, deep(n, false), deep(n, true))
}

fn unify_deep(n: usize) -> Ready {
    unifies(&Pcl, vec![deep(n, false), deep(n, true)])
}

fn cty_unify_deep(n: usize) -> Ready {
    unifies(&Hcl, vec![deep(n, false), deep(n, true)])
}

fn convert_unions(n: usize) -> Ready {
    converts(&Pcl, union(n, pcl::int()), union(n, Type::string()))
}

fn unify_unions(n: usize) -> Ready {
    unifies(&Pcl, vec![union(n, pcl::int()), union(n, Type::string())])
}

fn unify_one_by_one(n: usize) -> Ready {
    let opaque = |name: Str| Type::list(pcl::opaque(&name)).expect("a list");
    unifies(&Pcl, names(n).into_iter().map(opaque).collect())
}
