locals { b = local.b }
output "x" { value = local.b }
