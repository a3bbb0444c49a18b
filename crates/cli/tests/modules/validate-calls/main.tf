variable "names" {
  type = set(string)
}

module "extra" {
  source = "./network"
  cidr   = "10.0.0.0/16"
}

module "type" {
  source = "./network"
  cidr   = ["10.0.0.0/16"]
  ports  = { a = "x" }
}

module "many" {
  source   = "./network"
  for_each = var.names
  cidr     = "10.${length(each.key)}.0.0/16"
}

output "unknown_output" {
  value = module.extra.nope
}

output "no_instance" {
  value = module.many.id
}

output "instances" {
  value = [for key, one in module.many : one.id]
}

output "index" {
  value = module.many[0].id
}

output "attribute" {
  value = module.type.subnets.a
}
