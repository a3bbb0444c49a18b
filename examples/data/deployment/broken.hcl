service "mail" {
  image = "registry.example.com/mail:2.0.0"
  hostname = join(".", [
    slugg("Mail ${var.environment}"),
    "example",
    "com",
  ])
  zones = local.zone
}
