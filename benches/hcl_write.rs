//! Time to read a configuration for changes, format it, and edit it.
//!
//! Ten thousand lines of blocks, arguments, templates, heredocs and collections. `--write FILE`
//! only writes that text, for a peer in another language; the peer's nanoseconds, a line for each
//! figure, are passed in `PEER_NANOSECONDS`.

#[path = "support/configuration.rs"]
mod configuration;

use configuration::configuration;
use polycty::calls::Budget;
use polycty::dialect::hcl::write::{Body, Expr, File, Style, format};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The minimum length of the text, in bytes: ten thousand lines.
const SIZE: usize = 320_000;

fn main() {
    let text = configuration(SIZE);
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--write") {
        std::fs::write(&arguments[at + 1], text).expect("the file can be written");
        return;
    }
    let read = || File::read(text.as_bytes(), "bench.hcl", &Budget::standard()).expect("small");
    let mut file = read();
    println!(
        "{} lines, {} bytes; the file takes {:.1} times the text",
        text.lines().count(),
        text.len(),
        file.memory() as f64 / text.len() as f64
    );
    let last = file
        .blocks(Body::ROOT)
        .last()
        .and_then(|block| file.body(block));
    let last = last.expect("blocks");
    let mut run = 0;
    let laid_out = || {
        let budget = Budget::standard();
        format(text.as_bytes(), "bench.hcl", Style::Layout, None, &budget).expect("small")
    };
    let figures = [
        ("read", median(read)),
        ("format", median(laid_out)),
        (
            "edit and write",
            median(|| {
                let budget = Budget::standard();
                run += 1;
                let value = Expr::raw(&run.to_string(), &budget).expect("a number");
                file.set(last, "region", &value, &budget).expect("a name");
                file.write(&budget).expect("small")
            }),
        ),
    ];
    let peer = std::env::var("PEER_NANOSECONDS").unwrap_or_default();
    let mut peers = peer.lines().filter_map(|line| line.trim().parse().ok());
    for (name, ours) in figures {
        match peers.next().map(Duration::from_nanos) {
            Some(peer) => {
                let ratio = peer.as_secs_f64() / ours.as_secs_f64();
                println!("  {name}: {ours:?}; hclwrite {peer:?}: {ratio:.1}x");
            }
            None => println!("  {name}: {ours:?}"),
        }
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
