variable "x" {}
variable "num" { 
  type = number 
  default = 3
}
variable "obj" {
 type = object({ a = string, b = optional(number, 3) })
}
locals {
  p = upper(1, 2)
  q = uper("x")
  r = [1][3]
  s = { a = 1 }.b
  t = "x" + 1
  u = var.num + "x"
  u2 = local.p
  u3 = "${local.r} ${[1][4]}"
}
output "p" { 
  value = sensitive(1)
}
output "pe" { 
  value = local.r
}
output "q" { 
  value = upper(1, 2)
}
