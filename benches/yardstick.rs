//! Time of decoding, compared with the fastest decoding into plain structs.
//!
//! Times `serde_json` and `simd-json`, with the vector instructions of the machine, reading and
//! writing the document of workload B1 into plain structs, and this library's decoding and encoding
//! of it, in one process. All read a text that is not in a cache; `simd-json` writes into its
//! input, so it gets a copy. The limit of the machine's memory is also measured: the bandwidth of
//! copying a block that is many times as large as the caches.

use polycty::codec::json;
use polycty::types::{Field, Type};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

#[derive(Serialize, Deserialize)]
struct Node {
    name: String,
    port: u32,
    tags: BTreeMap<String, String>,
    enabled: bool,
}

fn main() {
    let nodes: Vec<Node> = (0..10_000u32)
        .map(|i| Node {
            name: format!("node-{i:05}"),
            port: 1024 + i % 50_000,
            tags: BTreeMap::from([
                (
                    "env".to_owned(),
                    if i % 3 == 0 { "prod" } else { "dev" }.to_owned(),
                ),
                ("idx".to_owned(), i.to_string()),
                ("team".to_owned(), format!("t{}", i % 17)),
            ]),
            enabled: i % 2 == 0,
        })
        .collect();
    let document = serde_json::to_string(&nodes).expect("plain structs");
    assert_eq!(document.len(), 962_365);
    let ty = list_type();
    let value = json::decode(document.as_bytes(), &ty).expect("the document is of the type");

    let decode = median(|| json::decode(document.as_bytes(), &ty).expect("valid"));
    let encode = median(|| json::encode(&value, &ty).expect("plain values"));
    report(
        "decode",
        decode,
        document.len(),
        [
            (
                "serde_json",
                median(|| serde_json::from_str::<Vec<Node>>(&document).expect("valid")),
            ),
            (
                "simd-json",
                median(|| {
                    let mut copy = document.clone().into_bytes();
                    simd_json::from_slice::<Vec<Node>>(&mut copy).expect("valid")
                }),
            ),
        ],
    );
    report(
        "encode",
        encode,
        document.len(),
        [
            (
                "serde_json",
                median(|| serde_json::to_string(&nodes).expect("plain structs")),
            ),
            (
                "simd-json",
                median(|| simd_json::to_string(&nodes).expect("plain structs")),
            ),
        ],
    );
    let written = document.len() as f64 / encode.as_secs_f64() / 1e9;
    let copied = bandwidth();
    println!(
        "  memory is copied at {copied:.1} GB/s: {:.1} times as fast",
        copied / written
    );
}

/// The gigabytes per second of copying memory that is not in a cache.
fn bandwidth() -> f64 {
    const BYTES: usize = 1 << 29;
    let (from, mut to) = (vec![1u8; BYTES], vec![2u8; BYTES]);
    let time = (0..5).map(|_| {
        let start = Instant::now();
        to.copy_from_slice(black_box(&from));
        black_box(&mut to);
        start.elapsed()
    });
    BYTES as f64 / time.min().expect("five of them").as_secs_f64() / 1e9
}

fn list_type() -> Type {
    let object = Type::object([
        Field::new("enabled", Type::bool().clone()),
        Field::new("name", Type::string().clone()),
        Field::new("port", Type::number().clone()),
        Field::new("tags", Type::map(Type::string().clone()).expect("a type")),
    ]);
    Type::list(object.expect("a type")).expect("a type")
}

fn median<T>(mut run: impl FnMut() -> T) -> Duration {
    let mut times: Vec<Duration> = (0..41)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

fn report(what: &str, ours: Duration, bytes: usize, peers: [(&str, Duration); 2]) {
    let (time, speed) = (
        ours.as_secs_f64() * 1e3,
        bytes as f64 / ours.as_secs_f64() / 1e9,
    );
    println!("B1 {what}: {time:.2} ms, {speed:.2} GB/s");
    for (name, plain) in peers {
        println!(
            "  {name} with plain structs {:.2} ms: {:.2} times as long",
            plain.as_secs_f64() * 1e3,
            ours.as_secs_f64() / plain.as_secs_f64()
        );
    }
}
