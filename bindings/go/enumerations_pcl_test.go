// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_pcl

package polycty

import "testing"

func TestEnumerationsPcl(t *testing.T) {
	checkEnumeration[PCLKind](t, map[uint32]string{0: "missing", 1: "dynamic", 2: "none", 3: "bool", 4: "int", 5: "number", 6: "string", 7: "id", 8: "opaque", 9: "list", 10: "set", 11: "map", 12: "tuple", 13: "object", 14: "union", 15: "promise", 16: "output", 17: "const", 18: "enum", 19: "recursive", 20: "foreign"})
	checkEnumeration[PCLOperator](t, map[uint32]string{0: "none", 1: "or", 2: "and", 3: "equal", 4: "not_equal", 5: "greater", 6: "greater_or_equal", 7: "less", 8: "less_or_equal", 9: "add", 10: "subtract", 11: "multiply", 12: "divide", 13: "modulo", 14: "not", 15: "negate"})
	checkEnumeration[PCLRole](t, map[uint32]string{0: "root", 1: "part", 2: "inner", 3: "source", 4: "step", 5: "argument", 6: "condition", 7: "then", 8: "else", 9: "key", 10: "value", 11: "element", 12: "each", 13: "operand", 14: "operation"})
	checkEnumeration[PCLSyntaxKind](t, map[uint32]string{0: "missing", 1: "literal", 2: "template", 3: "interpolation", 4: "join", 5: "variable", 6: "traversal", 7: "attribute", 8: "key", 9: "call", 10: "conditional", 11: "index", 12: "tuple", 13: "object", 14: "item", 15: "for", 16: "splat", 17: "splat_item", 18: "unary", 19: "operations", 20: "operation", 21: "parentheses", 22: "invalid"})
}
