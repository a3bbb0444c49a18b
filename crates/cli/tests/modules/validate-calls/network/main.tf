variable "cidr" {
  type = string
}

variable "ports" {
  type    = map(number)
  default = {}
}

module "subnet" {
  source = "./subnet"
  count  = 2
  cidr   = cidrsubnet(var.cidr, 8, count.index)
}

output "id" {
  value = upper(module.subnet[0].id)
}

output "subnets" {
  value = module.subnet[*].id
}
