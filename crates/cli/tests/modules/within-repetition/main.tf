variable "x" {}
resource "terraform_data" "x" { 
 count = var.y
}
resource "terraform_data" "y" { 
 count = -1
}
resource "terraform_data" "z" { 
 for_each = [1]
}
resource "terraform_data" "w" { 
 for_each = null
}
resource "terraform_data" "v" { 
 count = null
}
resource "terraform_data" "u" { 
 count = "x"
}
resource "terraform_data" "t" { 
 for_each = toset([1])
 input = each.value
}
resource "terraform_data" "s" { 
 input = each.value
 provisioner "local-exec" { 
   command = "x ${self.id} ${local.x}"
 }
 lifecycle { 
  precondition { 
    condition = var.x.y
    error_message = each.key
  }
 }
}
resource "terraform_data" "r" { 
 for_each = sensitive({})
}
resource "terraform_data" "q" { 
 count = sensitive(1)
}
resource "terraform_data" "p" { 
 count = 1.5
 depends_on = [terraform_data.p, terraform_data.nope]
 input = terraform_data.p
}
locals { 
 a = terraform_data.t.output
 b = terraform_data.t["x"].output
 c = terraform_data.s[0]
 d = terraform_data.q[0].id
 e = terraform_data.q.output
 f = terraform_data.q[*].output
}
check "x" {
  assert { 
    condition = var.z
    error_message = "d"
  }
  assert { 
    condition = var.x == local.a
    error_message = "d ${var.qq}"
  }
}
moved { 
  from = a.b
  to = c.d
}
