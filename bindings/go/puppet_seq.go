//go:build go1.23 && !polycty_no_puppet

package polycty

import "iter"

// All returns the resources with their positions, in the order of their creation. Each resource is
// read when it is reached.
//
//	for _, resource := range catalog.All() {
//		fmt.Println(resource, resource.File, resource.Line)
//	}
func (c *PuppetCatalog) All() iter.Seq2[int, PuppetCatalogResource] {
	return func(yield func(int, PuppetCatalogResource) bool) {
		for at, count := 0, c.Len(); at < count; at++ {
			if !yield(at, c.Resource(at)) {
				return
			}
		}
	}
}
