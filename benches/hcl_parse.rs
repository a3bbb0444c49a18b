//! Time to parse a configuration, and the memory of its tree.
//!
//! Parses two megabytes of blocks, arguments, templates, heredocs and collections, in one process
//! with hcl-edit. `--write FILE` only writes that text, for a peer in another language; the peer's
//! nanoseconds are passed in `PEER_NANOSECONDS`.

#[path = "support/configuration.rs"]
mod configuration;

use configuration::configuration;
use polycty::dialect::hcl::syntax::parse_config;
use polycty::source::Position;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The minimum length of the text, in bytes.
const SIZE: usize = 2 << 20;

fn main() {
    let text = configuration(SIZE);
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--write") {
        std::fs::write(&arguments[at + 1], text).expect("the file can be written");
        return;
    }
    let parsed = parse_config(text.as_bytes(), "bench.hcl", Position::START);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    hcl_edit::parser::parse_body(&text).expect("hcl-edit parses it too");

    let ours = median(|| parse_config(text.as_bytes(), "bench.hcl", Position::START));
    let edit = median(|| hcl_edit::parser::parse_body(&text));
    println!(
        "parse {} bytes of HCL: {ours:?}, {:.0} MB/s; the tree takes {} bytes, {:.1} times the text",
        text.len(),
        text.len() as f64 / ours.as_secs_f64() / 1e6,
        parsed.tree.memory(),
        parsed.tree.memory() as f64 / text.len() as f64,
    );
    let ratio = |peer: Duration| peer.as_secs_f64() / ours.as_secs_f64();
    println!("  hcl-edit {edit:?}: {:.1}x", ratio(edit));
    let peer = std::env::var("PEER_NANOSECONDS").ok();
    if let Some(nanoseconds) = peer.and_then(|text| text.trim().parse().ok()) {
        let peer = Duration::from_nanos(nanoseconds);
        println!("  hashicorp/hcl {peer:?}: {:.1}x", ratio(peer));
    }
}

fn median<T>(mut run: impl FnMut() -> T) -> Duration {
    let mut times: Vec<Duration> = (0..15)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}
