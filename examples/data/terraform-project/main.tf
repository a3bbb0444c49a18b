variable "zones" {
  type = set(string)
}

variable "token" {
  type      = string
  sensitive = true
}

module "network" {
  source   = "./network"
  for_each = var.zones
  zone     = each.key
}

output "names" {
  value = { for zone, network in module.network : zone => network.name }
}

output "token" {
  value     = var.token
  sensitive = true
}
