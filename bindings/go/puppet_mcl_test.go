//go:build !polycty_no_puppet && !polycty_no_mcl

package polycty_test

import "testing"

func TestGraphOfACatalog(t *testing.T) {
	catalog := compileCatalog(t, catalogOptions(t, "web1.example.com"))
	site, _ := catalog.Find("Webserver::Site", "shop")
	graph, err := catalog.Graph()
	if err != nil {
		t.Fatal(err)
	}
	node := graph.Find("Webserver::Site", "shop")
	if node == nil || node.File != site.File || node.Line != site.Line || node.Field("port") == nil {
		t.Fatalf("the graph has %v", node)
	}
	if nodes := graph.All(); nodes[site.Position].String() != site.String() || !nodes[len(nodes)-1].Hidden {
		t.Fatal("the graph does not have the resources of the catalog")
	}
}
