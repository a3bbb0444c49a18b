locals {
  a = module.m.x.y
  b = module.m["k"].x.y
  c = ephemeral.x
  d = var.yy.zz[1]
  e = local.q.z
  f = data.a.b.c[1]
  g = data.a
  h = foo::bar(1)
  i = module.m[*].x
  j = var.l[*].foo
  k = core::upper("x")
  l = b::x("1")
  m = provider::b::x("1")
  n = module["x"]
  o = terraform["x"]
  p = each["x"]
  q = self["x"]
  r = path["x"]
  s = path.module["x"]
  t = resource["x"]
  u = data["x"]
  v = self
  w = ephemeral["x"]
}
