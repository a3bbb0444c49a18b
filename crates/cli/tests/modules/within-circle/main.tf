locals {
  a = local.b
  b = local.c
  c = local.a
  s = local.s
  d = local.e
  e = output.x
}
