variable "b" {
  default = 3
  nullable = false
}
variable "b" { description = "zz" }
locals { a = 2 }
output "o" { description = "foo" }
output "o" { value = local.a }
