package main

// The inputs: omitted parts are empty.
type testCase struct {
	op, spec, src, syntax, vars, document string
	expressions                           []string
}

// Specs that several cases use.
const (
	x       = `{"attr":{"name":"x","type":"string"}}`
	xy      = `{"object":{"x":{"attr":{"name":"x","type":"string"}},"y":{"attr":{"name":"y","type":"number"}}}}`
	labels  = `{"object":{"n":{"block_label":{"index":0,"name":"name"}},"x":{"attr":{"name":"x","type":"string"}}}}`
	lists   = `{"block_list":{"type_name":"b","nested":` + xy + `}}`
	labeled = `{"block_list":{"type_name":"b","nested":` + labels + `}}`
	inner   = `{"block_list":{"type_name":"b","nested":{"object":{"x":` + x + `,"c":{"block_list":{"type_name":"c","nested":` + xy + `}}}}}}`
)

// Variables that several cases use.
const vars = `{
 "list":{"type":["list","string"],"value":["a","b"]},
 "set":{"type":["set","string"],"value":["q","p"]},
 "map":{"type":["map","number"],"value":{"k":"1","l":"2"}},
 "object":{"type":["object",{"a":"string","b":"number"}],"value":{"a":"s","b":"7"}},
 "nested":{"type":["map",["list","string"]],"value":{"one":["a","b"],"two":[]}},
 "empty":{"type":["tuple",[]],"value":[]},
 "null_list":{"type":["list","string"],"value":null},
 "null":{"type":"dynamic","value":null},
 "unknown":{"type":["list","string"],"value":{"$":{"unknown":true}}},
 "dynamic_unknown":{"type":"dynamic","value":{"$":{"unknown":true}}},
 "partly":{"type":["list","string"],"value":["a",{"$":{"unknown":true}}]},
 "marked_elements":{"type":["list","string"],"value":[{"$":{"marks":["m"],"value":"a"}},"b"]},
 "text":{"type":"string","value":"plain"},
 "secret":{"type":"string","value":{"$":{"marks":["sens"],"value":"hidden"}}}
}`

func dynamic(spec, src string) testCase {
	return testCase{op: "dynamic", spec: spec, src: src, vars: vars}
}

func host(op, spec, src string) testCase {
	return testCase{op: op, spec: spec, src: src, vars: vars}
}

func document(text, src string) testCase {
	return testCase{op: "spec_document", document: text, src: src}
}

func functionCase(src string, expressions ...string) testCase {
	return testCase{op: "functions", src: src, vars: vars, expressions: expressions}
}

func cases() []testCase {
	var all []testCase
	add := func(more ...testCase) { all = append(all, more...) }

	// The values that a dynamic block may iterate over.
	for _, each := range []string{
		"list", "set", "map", "object", "empty", `["a", 1, true]`, "{ p = 1, q = 2 }", "null_list",
		"null", "unknown", "dynamic_unknown", "partly", "marked_elements", "text", "12", "missing",
		"[for s in list : upper(s)]", "toomany(list)", "list[*]", "partly[0]",
	} {
		add(dynamic(lists, "dynamic \"b\" {\n  for_each = "+each+"\n  content {\n    x = b.value\n  }\n}\n"))
		add(dynamic(lists, "b {\n  x = \"first\"\n}\ndynamic \"b\" {\n  for_each = "+each+"\n  iterator = it\n  content {\n    x = it.key\n    y = 3\n  }\n}\nb {\n  y = 1\n}\n"))
		for _, kind := range []string{"block_set", "block_tuple", "block"} {
			add(dynamic(`{"`+kind+`":{"type_name":"b","nested":`+xy+`}}`,
				"dynamic \"b\" {\n  for_each = "+each+"\n  content {\n    x = \"v\"\n  }\n}\n"))
		}
		for _, kind := range []string{"block_map", "block_object"} {
			add(dynamic(`{"`+kind+`":{"type_name":"b","labels":["k"],"nested":`+xy+`}}`,
				"dynamic \"b\" {\n  for_each = "+each+"\n  labels = [b.key]\n  content {\n    x = \"v\"\n  }\n}\n"))
		}
	}
	// Limits on the number of blocks.
	for _, each := range []string{"list", "empty", "unknown"} {
		add(dynamic(`{"block_list":{"type_name":"b","min":1,"max":1,"nested":`+xy+`}}`,
			"dynamic \"b\" {\n  for_each = "+each+"\n  content {}\n}\n"))
		add(dynamic(`{"block":{"type_name":"b","required":true,"nested":`+xy+`}}`,
			"dynamic \"b\" {\n  for_each = "+each+"\n  content {}\n}\n"))
	}
	// The iterator.
	for _, iterator := range []string{"it", "it.key", `"it"`, "1", "b", "it[0]", "upper(it)"} {
		add(dynamic(lists, "dynamic \"b\" {\n  for_each = list\n  iterator = "+iterator+"\n  content {\n    x = it.value\n  }\n}\n"))
	}
	// Labels.
	for _, given := range []string{
		"[b.value]", "[b.value, 1]", "[]", "list", `["${b.key}-x"]`, "[null]", "[unknown[0]]",
		"[text]", "[[1]]", "[true]", "[missing]", "[12.5]",
	} {
		add(dynamic(labeled, "dynamic \"b\" {\n  for_each = list\n  labels = "+given+"\n  content {\n    x = b.value\n  }\n}\n"))
	}
	add(
		dynamic(labeled, "dynamic \"b\" {\n  for_each = unknown\n  labels = [b.value]\n  content {}\n}\n"),
		dynamic(labeled, "dynamic \"b\" {\n  for_each = unknown\n  labels = [\"l\"]\n  content {\n    x = \"v\"\n  }\n}\n"),
		dynamic(labeled, "dynamic \"b\" {\n  for_each = list\n  content {}\n}\n"),
		dynamic(lists, "dynamic \"b\" {\n  for_each = list\n  labels = [\"a\"]\n  content {}\n}\n"),
	)
	// Errors in the block itself.
	for _, src := range []string{
		"dynamic \"b\" {\n  content {}\n}\n",
		"dynamic \"b\" {\n  for_each = list\n}\n",
		"dynamic \"b\" {\n  for_each = list\n  content {}\n  content {}\n}\n",
		"dynamic \"b\" {\n  for_each = list\n  other = 1\n  content {}\n}\n",
		"dynamic \"b\" {\n  for_each = list\n  content \"l\" {}\n}\n",
		"dynamic \"c\" {\n  for_each = list\n  content {}\n}\n",
		"dynamic {\n  for_each = list\n  content {}\n}\n",
		"dynamic \"b\" \"c\" {\n  for_each = list\n  content {}\n}\n",
		"dynamic \"b\" {\n  for_each = list\n  content {\n    zzzz = 1\n  }\n}\n",
		"dynamic \"b\" {\n  for_each = unknown\n  content {\n    zzzz = 1\n  }\n}\n",
		"dynamic \"b\" {\n  for_each = list\n  content {\n    y = b.value\n  }\n}\n",
		"dynamic \"b\" {\n  for_each = b.value\n  content {}\n}\n",
		"dynamic \"b\" {\n  for_each = empty\n  content {\n    zzzz = 1\n  }\n}\n",
		"dynamic \"b\" {\n  for_each = list\n  content {\n    x = b.other\n  }\n}\n",
		"b {\n  x = b.value\n}\n",
		"x = 1\n",
	} {
		add(dynamic(lists, src))
	}
	// Dynamic blocks within dynamic and other blocks.
	for _, src := range []string{
		"dynamic \"b\" {\n  for_each = nested\n  content {\n    x = b.key\n    dynamic \"c\" {\n      for_each = b.value\n      content {\n        x = \"${b.key}:${c.value}\"\n        y = c.key\n      }\n    }\n  }\n}\n",
		"b {\n  dynamic \"c\" {\n    for_each = list\n    content {\n      x = c.value\n    }\n  }\n}\n",
		"dynamic \"b\" {\n  for_each = list\n  content {\n    c {\n      x = b.value\n    }\n  }\n}\n",
		"dynamic \"b\" {\n  for_each = list\n  iterator = it\n  content {\n    dynamic \"c\" {\n      for_each = map\n      iterator = it\n      content {\n        x = it.key\n        y = it.value\n      }\n    }\n  }\n}\n",
		"dynamic \"b\" {\n  for_each = unknown\n  content {\n    x = \"k\"\n    dynamic \"c\" {\n      for_each = list\n      content {\n        x = c.value\n      }\n    }\n  }\n}\n",
		"dynamic \"b\" {\n  for_each = list\n  content {\n    dynamic \"c\" {\n      for_each = unknown\n      content {\n        x = b.value\n      }\n    }\n  }\n}\n",
		"dynamic \"b\" {\n  for_each = list\n  content {\n    dynamic \"c\" {\n      for_each = c.value\n      content {}\n    }\n  }\n}\n",
		"dynamic \"b\" {\n  for_each = list\n  content {\n    dynamic \"d\" {\n      for_each = list\n      content {}\n    }\n  }\n}\n",
		"dynamic \"b\" {\n  for_each = [for k, v in map : { k = k, v = v }]\n  content {\n    x = \"${b.value.k}=${b.value.v}\"\n    c {\n      y = b.value.v\n    }\n  }\n}\n",
	} {
		add(dynamic(inner, src))
	}
	// In JSON.
	for _, src := range []string{
		`{"dynamic":{"b":{"for_each":"${list}","content":{"x":"${b.value}"}}}}`,
		`{"dynamic":{"b":[{"for_each":["p","q"],"iterator":"it","content":{"x":"${it.value}","y":"${it.key}"}}]}}`,
		`{"dynamic":{"b":{"for_each":{"k":"v"},"content":[{"x":"${b.key}"}]}}}`,
		`{"dynamic":{"b":{"for_each":"text","content":{}}}}`,
		`{"dynamic":{"b":{"for_each":["p"],"iterator":"it.x","content":{}}}}`,
	} {
		add(testCase{op: "dynamic", spec: lists, src: src, syntax: "json", vars: vars})
	}
	add(testCase{op: "dynamic", spec: labeled, syntax: "json", vars: vars,
		src: `{"dynamic":{"b":{"for_each":["p","q"],"labels":["${b.value}"],"content":{"x":"v"}}}}`})

	// The rest of a body.
	for _, src := range []string{
		"x = \"v\"\nrest {\n  inner {\n    z = 1\n  }\n}\n",
		"x = 1\ndynamic \"rest\" {\n  for_each = list\n  content {\n    inner {\n      z = 1\n    }\n  }\n}\n",
		"x = 1\nz = 2\n",
		"other {}\n",
		"dynamic \"other\" {\n  for_each = list\n  content {}\n}\n",
	} {
		add(host("partial", x, src))
	}

	// Callbacks of a host.
	values := []string{"x = \"v\"\n", "", "x = secret\n", "x = dynamic_unknown\n", "x = [1]\n", "z = 1\n", "x = missing\n"}
	for _, src := range values {
		for _, f := range []string{"host_pair", "host_fail", "host_count", "upper"} {
			add(host("decode", `{"transform":{"func":"`+f+`","wrapped":`+x+`}}`, src))
		}
		for _, when := range []string{"null", "unknown", "always", "warn"} {
			check := `{"validate":{"when":"` + when + `","summary":"Bad x","wrapped":` + x + `}}`
			add(host("decode", check, src))
			add(host("decode", `{"transform":{"func":"host_pair","wrapped":`+check+`}}`, src))
			add(host("decode", `{"default":{"primary":`+check+`,"default":{"literal":{"type":"string","value":"d"}}}}`, src))
		}
	}
	for _, src := range []string{"b \"l\" {\n  x = \"v\"\n}\nb \"m\" {\n}\n", "", "b {\n}\n"} {
		for _, f := range []string{"host_pair", "host_fail", "host_count"} {
			add(host("decode", `{"transform":{"func":"`+f+`","wrapped":`+labeled+`}}`, src))
			add(host("decode", `{"block_list":{"type_name":"b","nested":{"transform":{"func":"`+f+`","wrapped":`+labels+`}}}}`, src))
		}
		add(host("decode", `{"validate":{"when":"always","summary":"Bad b","wrapped":{"block":{"type_name":"b","nested":{"block_label":{"index":0,"name":"n"}}}}}}`, src))
		add(host("decode", `{"block_tuple":{"type_name":"b","max":1,"nested":{"block_label":{"index":0,"name":"n"}}}}`, src))
		add(host("decode", `{"block_set":{"type_name":"b","max":1,"nested":`+labels+`}}`, src))
	}

	// Functions.
	one := func(body string) string { return "function \"f\" {\n" + body + "}\n" }
	add(
		functionCase(one("  params = [a, b]\n  result = a + b\n"), "f(1, 2)", "f(1)", "f(1, 2, 3)", "f(\"1\", true)", "f(null, 1)", "f(dynamic_unknown, 1)", "f(length(unknown), 1)"),
		functionCase(one("  params = [a]\n  variadic_param = rest\n  result = [a, rest]\n"), "f(1)", "f(1, 2, \"x\")", "f()", "f(list...)", "f(secret)", "f(null)"),
		functionCase(one("  params = []\n  result = \"constant\"\n"), "f()", "f(1)"),
		functionCase(one("  params = [a]\n  result = \"constant\"\n"), "f(unknown)", "f(dynamic_unknown)", "f(secret)", "f(partly)"),
		functionCase(one("  params = [a]\n  result = upper(a)\n"), "f(\"x\")", "f(secret)", "f([1])", "f(unknown)", "f(unknown[0])"),
		functionCase(one("  params = [a]\n  result = a.b.c\n"), "f({ b = { c = 1 } })", "f({ b = 1 })", "f(1)"),
		functionCase(one("  params = [a]\n  result = missing + other + a\n"), "f(1)"),
		functionCase(one("  params = [a]\n  result = text\n")+"function \"g\" {\n  params = [a]\n  result = \"${f(a)}-${a}\"\n}\nleft = 1\n", "g(1)", "f(1)", "h(1)"),
		functionCase(one("  params = [a]\n  result = a\n")+one("  params = []\n  result = 2\n"), "f()", "f(1)"),
		functionCase(one("  params = [a, 1]\n  result = a\n"), "f(1)"),
		functionCase(one("  params = a\n  result = a\n"), "f(1)"),
		functionCase(one("  params = [a.b]\n  result = a\n"), "f(1)"),
		functionCase(one("  params = [\"a\"]\n  result = a\n"), "f(1)"),
		functionCase(one("  params = [a]\n  variadic_param = [b]\n  result = a\n"), "f(1)"),
		functionCase(one("  params = [a]\n"), "f(1)"),
		functionCase(one("  result = 1\n"), "f(1)"),
		functionCase(one("  params = [a]\n  result = a\n  extra = 1\n"), "f(1)"),
		functionCase("function {\n  params = []\n  result = 1\n}\n", "f()"),
		functionCase("function \"f\" \"g\" {\n  params = []\n  result = 1\n}\n", "f()"),
		functionCase(one("  params = [a, a]\n  result = a\n"), "f(1, 2)"),
		functionCase(one("  params = [list]\n  result = list\n"), "f(1)"),
		functionCase(one("  params = [a]\n  result = [for x in a : x * 2]\n"), "f([1, 2])", "f(unknown)", "f(partly)", "f(marked_elements)"),
		functionCase(one("  params = [a]\n  result = { v = a }\n"), "f(secret)", "f([secret])", "f(null)"),
	)
	add(testCase{op: "functions", syntax: "json", vars: vars,
		src:         `{"function":{"f":{"params":["a"],"result":"${a * 2}"}},"left":1}`,
		expressions: []string{"f(2)"}})

	// Spec documents.
	nested := "  object {\n    attr \"x\" {\n      type = string\n    }\n    attr \"y\" {\n      type = number\n    }\n  }\n"
	for _, ty := range []string{
		"string", "number", "bool", "any", "list(string)", "set(number)", "map(any)", "tuple([string, number])",
		"object({ a = string, b = list(bool) })", "list", "strin", "list(1)", "\"string\"", "list(string, bool)",
		"tuple(string)", "null", "true ? string : number", "object({})", "tuple([])", "1",
	} {
		add(document("attr {\n  name = \"x\"\n  type = "+ty+"\n}\n", "x = null\n"))
		add(document("object {\n  attr \"x\" {\n    type = "+ty+"\n  }\n}\n", "x = \"1\"\n"))
		add(document("attr {\n  name = \"x\"\n  type = "+ty+"\n  required = true\n}\n", ""))
	}
	for _, text := range []string{
		"",
		"object {}\n",
		"array {}\n",
		"object {}\nobject {}\n",
		"other {}\n",
		"x = 1\n",
		"attr \"x\" {}\n",
		"attr {}\n",
		"attr {\n  type = string\n}\n",
		"attr {\n  name = [1]\n  type = string\n}\n",
		"attr {\n  name = \"x${1}\"\n}\n",
		"attr {\n  name = x\n}\n",
		"attr {\n  name = null\n}\n",
		"attr {\n  name = \"x\"\n  required = \"true\"\n}\n",
		"attr {\n  name = \"x\"\n  required = \"no\"\n}\n",
		"attr {\n  name = \"x\"\n  other = 1\n}\n",
		"object {\n  attr \"z\" {\n    name = \"x\"\n  }\n}\n",
		"object {\n  attr {\n    name = \"x\"\n  }\n}\n",
		"object {\n  attr \"x\" {}\n  attr \"x\" {\n    type = list(string)\n  }\n}\n",
		"object {\n  literal \"v\" {\n    value = upper(\"a\")\n  }\n  array \"t\" {\n    attr {\n      name = \"x\"\n    }\n    literal {\n      value = [1, { a = true }]\n    }\n  }\n}\n",
		"literal {}\n",
		"literal {\n  value = missing\n}\n",
		"literal {\n  value = reverse(\"abc\")\n}\n",
		"block {\n  block_type = \"b\"\n" + nested + "}\n",
		"block {\n  block_type = \"b\"\n  required = true\n" + nested + "}\n",
		"block {\n  block_type = \"b\"\n}\n",
		"block {\n  block_type = \"b\"\n" + nested + nested + "}\n",
		"block_list {\n  block_type = \"b\"\n" + nested + "}\n",
		"block_list {\n  block_type = \"b\"\n  min_items = 3\n" + nested + "}\n",
		"block_list {\n  block_type = \"b\"\n  max_items = 1\n" + nested + "}\n",
		"block_list {\n  block_type = \"b\"\n  min_items = 1.5\n" + nested + "}\n",
		"block_list {\n  block_type = \"b\"\n  min_items = \"two\"\n" + nested + "}\n",
		"block_list {\n  block_type = \"b\"\n  min_items = -1\n  max_items = 0\n" + nested + "}\n",
		"block_list {\n" + nested + "}\n",
		"block_set {\n  block_type = \"b\"\n" + nested + "}\n",
		"block_set {\n" + nested + "}\n",
		"object {\n  block_set \"b\" {\n" + nested + "  }\n}\n",
		"object {\n  block_list \"v\" {\n    block_type = \"b\"\n" + nested + "  }\n}\n",
		"block_map {\n  block_type = \"b\"\n  labels = [\"k\"]\n" + nested + "}\n",
		"block_map {\n  block_type = \"l\"\n  labels = [\"k\"]\n" + nested + "}\n",
		"block_map {\n  block_type = \"l\"\n  labels = []\n" + nested + "}\n",
		"block_map {\n  block_type = \"l\"\n" + nested + "}\n",
		"block_map {\n  block_type = \"l\"\n  labels = \"k\"\n" + nested + "}\n",
		"block_map {\n  block_type = \"l\"\n  labels = [null]\n" + nested + "}\n",
		"block_map {\n  block_type = \"l\"\n  labels = null\n" + nested + "}\n",
		"block_map {\n  labels = [\"k\"]\n" + nested + "}\n",
		"block_map {\n  block_type = \"l\"\n  labels = [\"k\"]\n  attr {\n    name = \"x\"\n    type = any\n  }\n}\n",
		"default {\n  attr {\n    name = \"z\"\n    type = string\n  }\n  literal {\n    value = \"d\"\n  }\n}\n",
		"default {\n  attr {\n    name = \"z\"\n  }\n  attr {\n    name = \"zz\"\n  }\n  literal {\n    value = 3\n  }\n}\n",
		"default {}\n",
		"default {\n  x = 1\n}\n",
		"transform {\n  attr {\n    name = \"x\"\n    type = string\n  }\n  result = \"<${nested}>\"\n}\n",
		"transform {\n  attr {\n    name = \"x\"\n    type = string\n  }\n  result = upper(nested)\n}\n",
		"transform {\n  attr {\n    name = \"x\"\n    type = string\n  }\n  result = nested + 1\n}\n",
		"transform {\n  attr {\n    name = \"x\"\n    type = string\n  }\n}\n",
		"transform {\n  result = 1\n}\n",
		"transform {\n  result = 1\n" + nested + nested + "}\n",
		"transform {\n  attr {\n    name = \"x\"\n    type = string\n  }\n  result = missing(nested)\n}\n",
		"variables {\n  v = upper(\"a\")\n  w = [1]\n}\nattr {\n  name = \"x\"\n}\n",
		"variables {\n  v = missing\n}\nattr {\n  name = \"x\"\n}\n",
		"variables \"a\" {}\nattr {\n  name = \"x\"\n}\n",
		"function \"f\" {\n  params = [a]\n  result = upper(a)\n}\nattr {\n  name = \"x\"\n}\n",
		"function \"f\" {\n  params = a\n  result = upper(a)\n}\nattr {\n  name = \"x\"\n}\n",
	} {
		add(document(text, "x = \"v\"\nb {\n  x = \"1\"\n}\nb {\n  y = 2\n}\n"))
		add(document(text, "x = \"v\"\n"))
		add(document(text, "l \"p\" {\n  x = v\n}\nl \"q\" {\n  y = 1\n}\n"))
		add(document(text, "x = f(v)\n"))
	}
	add(testCase{op: "spec_document", syntax: "json",
		document: "object {\n  attr \"x\" {\n    type = string\n  }\n  block_list \"b\" {\n" + nested + "  }\n}\n",
		src:      `{"x":"${1}","b":[{"x":"p"},{"y":2}]}`})
	return all
}
