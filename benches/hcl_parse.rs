//! How fast is a configuration parsed, and how much memory does the tree take?
//!
//! Parses two megabytes of blocks, arguments, templates, heredocs and collections
//! beside hcl-edit, in one process. `--write FILE` only writes that text, for a peer
//! in another language; the nanoseconds it takes come back in `PEER_NANOSECONDS`.

use polycty::dialect::hcl::syntax::parse_config;
use polycty::source::Position;
use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The length of the text, in bytes, at least.
const SIZE: usize = 2 << 20;

fn main() {
    let text = configuration();
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

/// What a large module says, over and over with other names.
fn configuration() -> String {
    let mut out = String::with_capacity(SIZE + 4096);
    for i in 0.. {
        if out.len() >= SIZE {
            break;
        }
        write!(
            out,
            r#"# Service {i}, in the region of its team.
resource "cloud_service" "service_{i}" {{
  name        = "service-{i}"
  region      = var.regions[{region}]
  port        = {port}
  enabled     = true
  description = "Runs ${{local.names["service_{i}"]}} for ${{var.team}}, on port {port}"
  replicas    = var.environment == "production" ? {replicas} : 1
  cpu         = 0.25 * {replicas} + local.overhead.cpu

  tags = {{
    team        = "team-{team}"
    environment = var.environment
    "cost:unit" = upper(format("unit-%03d", {team}))
    owners      = ["ann", "bob", "carol-{i}"]
  }}

  networks = [for net in var.networks : net.id if net.region == var.regions[{region}]]
  by_zone  = {{ for zone, hosts in local.zones : zone => hosts[*].address... }}

  health_check {{
    path     = "/health/{i}"
    interval = 30
    timeout  = min(var.timeout, 10, {port})
  }}

  // What the service runs with.
  environment {{
    variable {{ value = "service_{i}" }}
    script = <<-EOT
      #!/bin/sh
      exec /usr/bin/service --port {port} \
        --name ${{var.prefix}}-service-{i}
      %{{ if var.debug ~}}
      --verbose
      %{{ endif ~}}
    EOT
  }}

  depends_on = [cloud_network.main, cloud_service.service_0]
}}

"#,
            region = i % 3,
            port = 1024 + i % 60_000,
            replicas = i % 7 + 1,
            team = i % 17,
        )
        .expect("writing to a string");
    }
    out
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
