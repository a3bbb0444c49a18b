variable "a" {
  type = string
  default = "x"
  description = "d"
}
variable "b" {
  type = string
  default = "x"
}
locals {
  a = 1
}
output "o" { value = 1 }
terraform { 
  required_version = ">= 1.0"
}
