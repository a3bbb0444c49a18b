resource "terraform_data" "q" {
  lifecycle {
    replace_triggered_by = [ terraform_data.nope, var.x, data.x.y ]
  }
}
import {
  to = terraform_data.q
  id = "${var.y}"
}
