//go:build go1.23

package polycty

import "iter"

// All returns the elements of a container with their positions, in the order of At. It is empty for
// null, unknown and marked values, and for values that are not containers.
//
//	for at, element := range list.All() {
//		fmt.Println(at, element)
//	}
func (v *Value) All() iter.Seq2[int, *Value] {
	return func(yield func(int, *Value) bool) {
		for it := v.Elements(); it.Next(); {
			if !yield(it.Index(), it.Value()) {
				return
			}
		}
	}
}

// Entries returns the entries of a map with their keys, or the attributes of an object with their
// names, in ascending order. It is empty for other values.
func (v *Value) Entries() iter.Seq2[string, *Value] {
	return func(yield func(string, *Value) bool) {
		if kind := v.kindOfType(); kind != KindMap && kind != KindObject {
			return
		}
		for it := v.Elements(); it.Next(); {
			if !yield(it.Key(), it.Value()) {
				return
			}
		}
	}
}

// All returns the items of the body in the order of the text. If they cannot be read, it returns
// one pair with the error of Items.
func (b *HCLBody) All() iter.Seq2[HCLItem, error] {
	return func(yield func(HCLItem, error) bool) {
		items, err := b.Items()
		if err != nil {
			yield(HCLItem{}, err)
			return
		}
		for _, item := range items {
			if !yield(item, nil) {
				return
			}
		}
	}
}
