variable "a" {
 type = list(any)
 default = "x"
}
variable "b" {
 type = map(any)
 default = "x"
}
variable "c" {
 type = set(list(any))
 default = "x"
}
variable "d" {
 type = object({a=list(any)})
 default = {a=1}
}
variable "e" {
 type = object({a=list(any)})
 default = 1
}
variable "f" {
 type = tuple([any])
 default = 1
}
variable "g" {
 type = map(string)
 default = 1
}
