# What the services have in common, as functions of the module.

function "hostname" {
  params = [name]
  result = "${slug("${name} ${var.environment}")}.example.com"
}

function "tags" {
  params         = []
  variadic_param = more
  result         = merge({ managed = "polycty", region = var.region }, more...)
}

function "zones" {
  params = [count]
  result = [for zone in slice(var.network.zones, 0, count) : "${var.region}${zone}"]
}
