variable "n" {
  type      = number
  default   = 1
  ephemeral = true
}
resource "terraform_data" "none" {
  for_each = toset(["a", null])
}
resource "terraform_data" "all" {
  for_each = toset([null])
}
resource "terraform_data" "passing" {
  count = var.n
}
resource "terraform_data" "passing_null" {
  count = var.n == 1 ? null : 1
}
