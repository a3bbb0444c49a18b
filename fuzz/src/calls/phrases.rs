//! Texts with a meaning in some language, which random changes would not produce.

use super::{lend, pcty_str};

/// The text with a number.
pub(super) fn phrase(at: u8) -> pcty_str {
    let text = PHRASES[usize::from(at) % PHRASES.len()];
    lend(text.as_ptr().cast(), text.len())
}

const PHRASES: &[&str] = &[
    // Names, paths, addresses.
    "a",
    "b",
    "name",
    "count",
    "server",
    "main.tf",
    "main.tf.json",
    "terraform.tfvars",
    "/main.mcl",
    "",
    "not a name!",
    "#/$defs/t",
    "/$defs/t",
    "https://example.com/s",
    // Expressions of HCL, and types.
    "a",
    "1 + 2",
    "[1, \"b\", null]",
    "{ name = \"x\", count = 2 }",
    "[for x in [1, 2, 3] : x * 2 if x != 2]",
    "{ for k, v in { a = 1 } : k => v... }",
    "\"${a}-${[1, 2][0]}%{ if true }y%{ endif }\"",
    "a.b[0].*.c[*].d",
    "upper(join(\"-\", [\"a\", \"b\"]...))",
    "try(a.b, \"none\")",
    "<<EOT\n  a ${1}\nEOT\n",
    "object({ name = string, count = optional(number, 1) })",
    "list(map(any))",
    "name = \"x\"\ncount = 2",
    // Bodies of HCL.
    "name = \"x\"\ncount = 1 + 1 # two\n",
    "server \"a\" {\n  name  = \"one\"\n  count = 1\n}\nserver \"b\" {}\n",
    "# Above.\nserver \"a\" \"b\" {\n  tags = { x = 1, // one\n    y = [1, 2] }\n}\n\nextra = a.b\n",
    "dynamic \"server\" {\n  for_each = [1, 2]\n  labels   = [\"l${server.value}\"]\n  content {\n    count = server.key\n  }\n}\n",
    "{\"name\": \"${1 + 1}\", \"server\": [{\"a\": {\"count\": 1}}]}",
    "function \"f\" {\n  params = [x]\n  result = x + 1\n}\n",
    "object {\n  attr \"name\" {\n    type = string\n  }\n  block_list \"server\" {\n    attr {\n      name = \"count\"\n      type = number\n    }\n  }\n}\n",
    // Modules of Terraform.
    "variable \"name\" {\n  type    = string\n  default = \"x\"\n}\nlocals {\n  b = \"${var.name}-${terraform.workspace}\"\n}\noutput \"o\" {\n  value     = local.b\n  sensitive = true\n}\n",
    "variable \"count\" {\n  type = object({ a = optional(number, 2) })\n  validation {\n    condition     = var.count.a > 0\n    error_message = \"more than ${var.name}\"\n  }\n}\nresource \"x\" \"y\" {\n  count = var.count.a\n}\noutput \"c\" {\n  value = x.y[*].id\n}\n",
    "variable \"secret\" {\n  sensitive = true\n}\ncheck \"c\" {\n  assert {\n    condition     = var.secret != \"\"\n    error_message = var.secret\n  }\n}\nmoved {\n  from = x.y\n  to   = x.z\n}\n",
    "name = \"given\"\nsecret = \"s\"\n",
    // Schemas, and documents.
    "true",
    "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\", \"minLength\": 1}}, \"required\": [\"name\"]}",
    "{\"$defs\": {\"t\": {\"anyOf\": [{\"type\": \"null\"}, {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/t\"}}]}}, \"$ref\": \"#/$defs/t\"}",
    "{\"allOf\": [{\"enum\": [1, \"b\", null]}, {\"not\": {\"const\": 1}}]}",
    "{\"$ref\": \"https://example.com/s\"}",
    "{\"name\": \"x\", \"count\": 2}",
    // Programs of mcl, its kinds and types.
    "[{\"kind\": \"server\", \"traits\": [\"recvable\", \"sendable\", \"edgeable\", \"exportable\"], \"fields\": [{\"lang\": \"name\", \"type\": \"str\"}, {\"lang\": \"count\", \"type\": \"int\", \"storage\": \"int8\"}], \"sends\": [{\"lang\": \"a\", \"type\": \"str\"}]}]",
    "server \"a\" {\n\tname => \"x\",\n\tcount => 3,\n}\n",
    "import \"datetime\"\nimport \"fmt\"\nserver \"a\" {\n\tname => fmt.printf(\"%d\", datetime.now()),\n}\n",
    "import \"os\"\n$f = func($x) { $x + \"!\" }\nserver \"a\" {\n\tname => $f(os.readfile(\"/f\") <|> \"none\"),\n}\nserver \"b\" {\n\tMeta:noop => true,\n}\nServer[\"a\"].a -> Server[\"b\"].name\n",
    "$n = a(1) <|> -7\nforkv $k, $v in {\"s\" => $n, \"t\" => 2} {\n\tif $v > 0 {\n\t\tserver \"${k}\" { count => $v, }\n\t}\n}\n",
    "class c($x) {\n\tserver \"in${x}\" {}\n}\ninclude c(\"1\") as i\ninclude c($name)\n",
    "$x = 1\n$x = 2\n",
    "func(a int) int",
    "func() str",
    "[]str",
    "str",
    "int8",
    // Manifests of Puppet.
    "class c(Integer[1, 3] $count = 2, Optional[String] $name = undef) { $b = $count + 1 }\n$x = [1, 2].map |$y| { $y * 2 }\n",
];
