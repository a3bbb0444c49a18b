resource "terraform_data" "x" { 
count = 1 
for_each = {}
provider = foo.bar.baz
depends_on = 3
lifecycle { 
 create_before_destroy = 1
 ignore_changes = [1, foo, all]
 bogus = 1
 replace_triggered_by = [ 1 ]
 precondition { condition = true }
 postcondition { 
   condition = self.x
   error_message = "d"
 }
}
lifecycle {}
provisioner "local-exec" { 
  when = foo
  on_failure = foo
}
provisioner "chef" { }
connection {}
connection {}
bogus {}
}
data "d" "y" { 
 count = 1 
 lifecycle { 
   create_before_destroy = true
 }
 provisioner "x" {}
}
ephemeral "e" "y" {
 count = 1 
 lifecycle { 
   create_before_destroy = true
 }
}
resource "d" "z" { 
 provider = 3
 depends_on = [ each.x ]
 locals { }
 _ { }
 lifecycle {
  prevent_destroy = var.x
  ignore_changes = all
 }
}
removed { 
 from = a.b[0]
 lifecycle { }
}
removed { 
from = a.b
 lifecycle { destroy = false }
}
resource "d" "q" { 
 provider = aws
 lifecycle {
  ignore_changes = [ "all" ]
 }
}
resource "d" "q2" { 
 provider = "aws.foo"
}
