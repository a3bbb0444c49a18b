variable "count" {}
variable "a b" {}
variable "x" { 
  type = strin
  default = 1
}
variable "y" { 
  type = number
  default = "foo"
  bogus = 1
}
variable "y" { }
variable "z" {
  type = "string"
  sensitive = "maybe"
  nullable = 3
  description = 12
  ephemeral = foo
}
variable "w" {
  default = var.x
}
variable "n" { 
  nullable = false
  default = null
}
variable "l" {
  type = "list"
}
variable "q" {
  type = "number"
}
variable "v" {
  validation { 
    condition = true
    error_message = "lower case"
  }
  validation { 
    condition = var.v != 1
  }
  validation { 
    error_message = "No."
    foo = 1
  }
  validation { 
    condition = var.w != 1
    error_message = "Something ${var.v} no"
  }
}
variable "opt" {
  type = object({ a = optional(string, 3), b = optional(number, "x"), c = optional(list(any), []) })
}
variable {}
variable "a" "b" {}
locals {
  a = 1
  "b" = 3
}
locals { a = 2 }
locals "x" {}
output "o" { }
output "o" { value = nope }
output "p" { 
  value = 1
  sensitive = 3
  x = 1
  depends_on = [ 1, local.a, foo, "local.a", aws_x.y, var.x]
}
bogus "x" {}
terraform { 
 required_version = "foo"
 foo = 1
 backend "s3" {}
 backend "s3" {}
}
