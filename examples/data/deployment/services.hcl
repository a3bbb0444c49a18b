service "web" {
  image    = var.services.web.image
  replicas = coalesce(var.services.web.replicas, local.replicas)
  hostname = "${slug("Web Front ${var.environment}")}.example.com"
  zones    = local.zones
  tags     = merge(local.tags, var.services.web.tags)

  endpoint "public" {
    port  = 443
    hosts = ["www.example.com", "example.com"]
  }

  endpoint "metrics" {
    port    = var.services.web.port + 1000
    allowed = [var.network.cidr]
  }
}

service "worker" {
  image    = var.services.worker.image
  replicas = coalesce(var.services.worker.replicas, local.replicas)
  zones    = slice(local.zones, 0, 1)
  tags     = local.tags
  command  = <<-EOT
    exec worker \
      --environment=${var.environment} \
    %{ for zone in local.zones ~}
      --zone=${zone} \
    %{ endfor ~}
      --port=${var.services.worker.port}
  EOT

  endpoint "metrics" {
    port = can(var.services.worker.metrics) ? var.services.worker.metrics : 9090
  }
}
