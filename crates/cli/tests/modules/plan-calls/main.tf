variable "names" {
  type    = list(string)
  default = ["a", "bb"]
}

variable "cidr" {
  type    = string
  default = "10.0.0.0/16"
}

module "network" {
  source = "./network"
  count  = length(var.names)
  name   = var.names[count.index]
  cidr   = cidrsubnet(var.cidr, 8, count.index)
  size   = length(var.names[count.index]) > 1 ? "large" : "small"
}

output "ids" {
  value = module.network[*].id
}

output "beyond" {
  value = module.network[5].id
}
