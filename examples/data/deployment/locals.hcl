locals {
  # In any order: each is evaluated once what it refers to is known.
  tags     = merge(local.defaults, { region = var.region })
  defaults = { environment = var.environment, managed = "polycty" }
  replicas = var.environment == "production" ? 3 : 1
  zones    = [for zone in var.network.zones : "${var.region}${zone}"]
}
