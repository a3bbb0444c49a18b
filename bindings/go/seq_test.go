//go:build go1.23

package polycty

import (
	"fmt"
	"strings"
	"testing"
)

func TestSequences(t *testing.T) {
	value := Must(EvaluateHCL(`{list = [1, 2, 3], map = {a = "x", b = "y"}}`, "", nil))
	var seen []string
	value.Attr("list").All()(func(at int, element *Value) bool {
		seen = append(seen, fmt.Sprint(at, "=", element))
		return at < 1
	})
	value.Attr("map").Entries()(func(key string, element *Value) bool {
		seen = append(seen, fmt.Sprint(key, "=", element))
		return true
	})
	for _, none := range []*Value{nil, BoolVal(true), Null(Any()), Unknown(Must(List(Bool())))} {
		none.All()(func(int, *Value) bool { t.Errorf("%v has an element", none); return true })
		none.Entries()(func(string, *Value) bool { t.Errorf("%v has an entry", none); return true })
	}
	value.Attr("list").Entries()(func(string, *Value) bool { t.Error("a list has an entry"); return true })
	body := Must(ParseHCLBody([]byte("a = 1\nb {}\nc = 2\n"), "", HCLNative))
	body.All()(func(item HCLItem, err error) bool {
		seen = append(seen, fmt.Sprint(item.Kind, err))
		return item.Kind != HCLItemBlock
	})
	failed := 0
	(*HCLBody)(nil).All()(func(_ HCLItem, err error) bool {
		if err != nil {
			failed++
		}
		return true
	})
	if found := strings.Join(seen, ", "); found != `0=1, 1=2, a="x", b="y", attribute <nil>, block <nil>` || failed != 1 {
		t.Errorf("%s; %d", found, failed)
	}
}
