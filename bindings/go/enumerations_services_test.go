// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_services

package polycty

import "testing"

func TestEnumerationsServices(t *testing.T) {
	checkEnumeration[PositionEncoding](t, map[uint32]string{0: "utf16", 1: "utf8", 2: "utf32"})
	checkEnumeration[Request](t, map[uint32]string{1: "completion", 2: "hover", 3: "signature_help", 4: "definition", 5: "references", 6: "document_highlight", 7: "prepare_rename", 8: "rename", 9: "document_symbol", 10: "workspace_symbol", 11: "folding_range", 12: "selection_range", 13: "semantic_tokens", 14: "formatting", 15: "inlay_hint", 16: "code_action", 17: "diagnostic", 18: "initialize"})
}
