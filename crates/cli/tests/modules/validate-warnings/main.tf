variable "x" { 
  default = 1
}
variable "u" {}
output "o" { 
  value = 1
  precondition { 
    condition = var.x == 2
    error_message = "bad ${var.x}"
  }
  precondition { 
    condition = var.x 
    error_message = "bad ${var.x}"
  }
  precondition { 
    condition = var.x == 1 ? null : false
    error_message = "bad ${var.x}"
  }
  precondition { 
    condition = var.u == "x"
    error_message = sensitive("bad")
  }
  precondition { 
    condition = var.u.x == "x"
    error_message = "bad"
  }
}
check "c" { 
  assert { 
    condition = var.x == 2
    error_message = "bad"
  }
  assert { 
    condition = var.x == 1
    error_message = "bad"
  }
}
resource "terraform_data" "x" {
 lifecycle { 
  precondition { 
    condition = var.x == 2
    error_message = "bad"
  }
 }
}
variable "sens" { 
  sensitive = true
  default = "abc"
  validation { 
    condition = length(var.sens) > 4
    error_message = "nope ${var.sens}"
  }
}
variable "sens2" { 
  default = "abc"
  validation { 
    condition = length(var.sens2) > 4 || var.sens == "x"
    error_message = "nope ${var.sens}"
  }
}
