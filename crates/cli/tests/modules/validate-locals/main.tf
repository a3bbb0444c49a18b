variable "x" {}
variable "num" { 
  type = number 
  default = 3
}
variable "obj" {
 type = object({ a = string, b = optional(number, 3) })
}
locals {
  m = each.key
  n = count.index
  p = upper(1, 2)
  q = uper("x")
  r = [1][3]
  s = { a = 1 }.b
  t = "x" + 1
  u = var.num + "x"
  v = provider::foo::bar(1)
  bb = [for x in var.x : y]
}
output "p" { 
  value = sensitive(1)
}
output "q" { 
  value = upper(1, 2)
}
