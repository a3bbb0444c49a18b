// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

package polycty

import "testing"

func TestEnumerationsHcl(t *testing.T) {
	checkEnumeration[HCLAlignment](t, map[uint32]string{1: "all", 2: "equals", 3: "comments", 4: "none"})
	checkEnumeration[HCLForm](t, map[uint32]string{0: "missing", 1: "literal", 2: "template", 3: "template_wrap", 4: "template_join", 5: "traversal", 6: "relative_traversal", 7: "call", 8: "conditional", 9: "index", 10: "tuple", 11: "object", 12: "for", 13: "splat", 14: "splat_item", 15: "unary", 16: "operations", 17: "parentheses", 18: "invalid", 19: "value"})
	checkEnumeration[HCLHeredocs](t, map[uint32]string{1: "terraform", 2: "indented"})
	checkEnumeration[HCLItemKind](t, map[uint32]string{0: "none", 1: "attribute", 2: "block", 3: "either"})
	checkEnumeration[HCLOrder](t, map[uint32]string{1: "source", 2: "conventional", 3: "alphabetical"})
	checkEnumeration[HCLRole](t, map[uint32]string{0: "none", 1: "piece", 2: "inner", 3: "source", 4: "each", 5: "argument", 6: "condition", 7: "then", 8: "else", 9: "collection", 10: "key", 11: "name", 12: "value", 13: "element", 14: "operand"})
	checkEnumeration[HCLStringStyle](t, map[uint32]string{1: "quoted", 2: "heredoc"})
	checkEnumeration[HCLStyle](t, map[uint32]string{1: "layout", 2: "terraform"})
	checkEnumeration[HCLSyntax](t, map[uint32]string{1: "native", 2: "json", 3: "template"})
	checkEnumeration[HCLTokenKind](t, map[uint32]string{0: "none", 1: "open_brace", 2: "close_brace", 3: "open_bracket", 4: "close_bracket", 5: "open_paren", 6: "close_paren", 7: "open_quote", 8: "close_quote", 9: "open_heredoc", 10: "close_heredoc", 11: "interpolation", 12: "directive", 13: "sequence_end", 14: "quoted_text", 15: "plain_text", 16: "number", 17: "name", 18: "star", 19: "slash", 20: "percent", 21: "plus", 22: "minus", 23: "equal", 24: "equal_equal", 25: "not_equal", 26: "less", 27: "less_or_equal", 28: "greater", 29: "greater_or_equal", 30: "and", 31: "or", 32: "bang", 33: "dot", 34: "ellipsis", 35: "comma", 36: "fat_arrow", 37: "question", 38: "colon", 39: "double_colon", 40: "newline", 41: "comment", 42: "blank", 43: "invalid", 44: "end"})
	checkEnumeration[HCLTypeMode](t, map[uint32]string{1: "exact", 2: "constraint", 3: "defaults"})
	checkEnumeration[HCLValueStyle](t, map[uint32]string{1: "expression", 2: "redacted", 3: "revealed"})
}
