variable "x" { default = "s" }
variable "y" {
 type = string
 default = [] 
}
module "m" {}
resource "a" "b" {}
data "a" "b" {}
provider "p" {}
provider "p" { alias = "z" }
moved { 
 from = a.b 
 to = a.c
}
import { 
 id = 1
 to = a.c
}
removed { 
 from = a.d
}
check "x" { 
  assert { 
   condition = var.x
   error_message = "x"
  }
}
ephemeral "a" "b" {}
terraform { 
  backend "local" {}
}
