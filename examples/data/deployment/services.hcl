maintenance = var.environment == "production" ? "02:00-04:30" : "12:00-13:00"

service "web" {
  image    = var.services.web.image
  replicas = var.services.web.replicas
  hostname = hostname("Web Front")
  zones    = zones(length(var.network.zones))
  tags     = tags(var.services.web.tags, { tier = "edge" })

  endpoint "public" {
    port  = 443
    hosts = ["www.example.com", "example.com"]
  }

  # One for each further port.
  dynamic "endpoint" {
    for_each = { metrics = 1000, health = 2000 }
    labels   = [endpoint.key]
    content {
      port = var.services.web.port + endpoint.value
    }
  }
}

service "worker" {
  image   = var.services.worker.image
  zones   = zones(1)
  tags    = tags()
  command = <<-EOT
    exec worker --environment=${var.environment} \
      --zones=${join(",", zones(3))}
  EOT

  endpoint "metrics" {
    port = can(var.services.worker.metrics) ? var.services.worker.metrics : 9090
  }
}
