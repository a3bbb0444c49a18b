resource "terraform_data" "p" {
  input = terraform_data.p
}
resource "terraform_data" "q" {
  count = 2
  input = terraform_data.q[0]
  lifecycle { 
    precondition { 
      condition = terraform_data.q[0].id == ""
      error_message = "x"
    }
    postcondition { 
      condition = terraform_data.q[1].id == ""
      error_message = "x"
    }
    replace_triggered_by = [ terraform_data.nope ]
  }
}
resource "terraform_data" "r" {
  depends_on = [terraform_data.r, terraform_data.z ]
}
import {
  for_each = { a = var.x }
  to = terraform_data.q[each.key]
  id = "${each.value}${var.y}"
}
module "m" {
  source = "./m"
  depends_on = [terraform_data.r, terraform_data.z ]
}
