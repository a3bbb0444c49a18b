resource "terraform_data" "x" {
   input = local.a
}
locals { a = terraform_data.x.output }
locals { b = local.b }
output "z" { value = 1 }
variable "v" { 
  default = 1
  validation { 
    condition = var.v != local.c
    error_message = "Foo."
  }
}
locals { c = var.v }
