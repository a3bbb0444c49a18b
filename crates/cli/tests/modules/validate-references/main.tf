variable "x" {}
variable "num" { 
  type = number 
  default = 3
}
variable "obj" {
 type = object({ a = string, b = optional(number, 3) })
}
locals {
  a = var.y
  b = local.nope
  c = aws_instance.x.id
  d = module.m.x
  e = data.aws_x.y
  f = foo
  g = var
  h = local
  i = module
  j = data.x
  k = path.bar
  l = terraform.foo
  m = each.key
  n = count.index
  o = self.x
  p = upper(1, 2)
  q = uper("x")
  r = [1][3]
  s = { a = 1 }.b
  t = "x" + 1
  u = var.num + "x"
  v = provider::foo::bar(1)
  w = resource.x.y
  aa = var.obj.c
  ab = var.obj.a.b
  ac = var["x"]
  ad = path
  ae = terraform.workspace
  af = terraform.applying
  ag = each
  ah = count.foo
  ai = each.foo
  aj = template.x
  ak = lazy.x
  al = arg.x
  am = local["x"]
  an = var.num.foo
  ao = var.num[0]
  ap = path.module.x
  aq = data
  ar = resource.x
  as = resource
  at = aws_x
  au = ephemeral.x.y
  av = module.m
  aw = aws_instance["x"]
  ax = data.x["y"]
  ay = var.xx
  az = run.x
  ba = action.x.y
  bb = [for x in var.x : y]
  bc = loca.a
  bd = terraform_data.x.foo
  be = terraform_data.x.output
}
output "o" { 
  value = local.zz
  depends_on = [ foo, var.x, aws_x.y, local.zzz, module.m, module.m.x, data.x, terraform_data.y ]
}
output "p" { 
  value = sensitive(1)
}
output "q" { 
  value = upper(1, 2)
  precondition {
    condition = var.zz
    error_message = "x"
  }
}
resource "terraform_data" "x" {
   input = var.zz
   foo = 1
}
