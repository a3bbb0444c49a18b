variable "a" {
  default = 1
  validation { 
    condition = var.a != var.b
    error_message = "Foo."
  }
}
variable "b" {
  default = 1
  validation { 
    condition = var.b != var.a
    error_message = "Foo."
  }
}

locals {
 x = 1
 y = var.a
}
output "z" { value = var.b }
