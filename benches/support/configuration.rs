//! The text that is used to time reading and writing HCL.

use std::fmt::Write;

/// The content of a large module, repeated with different names up to a minimum size in bytes.
pub fn configuration(size: usize) -> String {
    let mut out = String::with_capacity(size + 4096);
    for i in 0.. {
        if out.len() >= size {
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
