//go:build cgo

package polycty

import (
	"reflect"
	"strings"
	"sync"
)

// Tags of a struct that describe an HCL body: its attributes, blocks and labels, and the field for
// each. Everything that a spec can express is decoded by a spec; the rest is decoded block by
// block.

// A bodyForm is the part of a struct's form that describes a body.
type bodyForm struct {
	// whole means that a spec covers the whole body.
	whole bool
	// items are the attributes and blocks, in the order of the struct.
	items  []*bodyItem
	labels []*bodyItem
	ranges []rangeField
	// body and remain are the indices of the fields for the whole body and for the rest of it, or nil.
	body, remain []int
	schema       HCLSchema
	packed       packedSchema

	spec struct {
		once    sync.Once
		decoder *HCLDecoder
		err     error
	}
}

// A bodyItem is an attribute, a block or a label, and the field for it.
type bodyItem struct {
	name     string
	kind     itemKind
	required bool
	index    []int
	form     *form // of the field, unless the kind is itemWalked
	// For blocks: the struct for one of them, and the storage of blocks in the field.
	nested reflect.Type
	shape  blockShape
	// label is the position of the label.
	label uint
}

type itemKind uint8

const (
	itemValue         itemKind = iota // an attribute whose value is decoded
	itemExpression                    // an attribute kept as an *HCLExpression
	itemAttribute                     // an attribute kept as an *HCLAttribute
	itemAttributeCopy                 // an attribute kept as an HCLAttribute
	itemBlocks                        // blocks that a spec covers
	itemWalked                        // blocks that are decoded one by one
	itemLabel
)

func (i *bodyItem) isBlock() bool { return i.kind == itemBlocks || i.kind == itemWalked }

// A blockShape is the storage of blocks in a field.
type blockShape uint8

const (
	blockStruct blockShape = iota
	blockPointer
	blockSlice
	blockPointers // a slice of pointers
)

// A rangeField is a field for the range of an item.
type rangeField struct {
	kind  rangeKind
	of    string
	index []int
}

type rangeKind string

const (
	rangeOfHeader    rangeKind = "def_range"
	rangeOfType      rangeKind = "type_range"
	rangeOfLabel     rangeKind = "label_range"
	rangeOfAttribute rangeKind = "attr_range"
	rangeOfName      rangeKind = "attr_name_range"
	rangeOfValue     rangeKind = "attr_value_range"
)

var (
	typeOfExpression = reflect.TypeOf((*HCLExpression)(nil))
	typeOfAttribute  = reflect.TypeOf(HCLAttribute{})
	typeOfAttributes = reflect.TypeOf([]HCLAttribute(nil))
	typeOfBlock      = reflect.TypeOf(HCLBlock{})
	typeOfBody       = reflect.TypeOf((*HCLBody)(nil))
	typeOfRange      = reflect.TypeOf(Range{})
)

// newBodyForm returns the form of a struct for a body; outer are the structs of the enclosing
// bodies.
func newBodyForm(t reflect.Type, as reading, outer []reflect.Type) (*form, error) {
	if t.Kind() != reflect.Struct {
		return nil, Errorf(ErrInvalidArgument, "a body decodes into a struct or a map, not into %s", t)
	}
	if t == typeOfAttribute || t == typeOfBlock || t == typeOfRange || t.NumField() > 0 && t.Field(0).Type == typeOfHandle {
		return nil, Errorf(ErrUnsupported, "a body decodes into a struct of its own, not into %s", t)
	}
	f := &form{kind: formStruct, t: t, size: t.Size(), static: true, bodies: true, body: &bodyForm{whole: true}}
	inner := append(outer[:len(outer):len(outer)], t)
	if err := f.addItems(t, nil, inner); err != nil {
		return nil, err
	}
	if err := f.body.check(t); err != nil {
		return nil, err
	}
	if as == asBlock {
		for at := range f.body.labels {
			f.addItem(f.body.labels[at])
		}
	}
	return f, f.joinFields(t)
}

// addItems adds the items that the tags of a struct describe, including those of embedded structs.
func (f *form) addItems(t reflect.Type, index []int, outer []reflect.Type) error {
	for at := 0; at < t.NumField(); at++ {
		field := t.Field(at)
		place := append(index[:len(index):len(index)], at)
		tag := field.Tag.Get("hcl")
		if tag == "-" {
			continue
		}
		if tag == "" {
			if field.Anonymous && field.Type.Kind() == reflect.Struct {
				if err := f.addItems(field.Type, place, outer); err != nil {
					return err
				}
			}
			continue
		}
		if err := f.addTagged(t, field, tag, place, outer); err != nil {
			return err
		}
	}
	return nil
}

func (f *form) addTagged(t reflect.Type, field reflect.StructField, tag string, index []int, outer []reflect.Type) error {
	wrong := func(format string, args ...any) error {
		return Errorf(ErrInvalidArgument, "the field %s.%s: "+format, append([]any{t, field.Name}, args...)...)
	}
	name, kind, said := strings.Cut(tag, ",")
	if !said {
		kind = "attr"
	}
	if !field.IsExported() {
		return wrong("a field with a tag must be exported")
	}
	b, item := f.body, &bodyItem{name: name, index: index}
	switch kind {
	case "attr", "optional", "block", "label":
		if name == "" {
			return wrong("the tag %q has no name", tag)
		}
	}
	switch kind {
	case "attr", "optional":
		if err := item.setAttribute(field.Type, kind); err != nil {
			return wrong("%s", err)
		}
		b.items = append(b.items, item)
	case "block":
		if err := item.setBlock(field.Type, outer); err != nil {
			return err
		}
		if item.nested == nil {
			return wrong("blocks decode into a struct, a pointer to one, or a slice of either, not into %s", field.Type)
		}
		b.items = append(b.items, item)
	case "label":
		inner, err := formOf(field.Type)
		if err != nil || inner.kind != formString {
			return wrong("expected a string for a label, found %s", field.Type)
		}
		item.kind, item.form, item.label = itemLabel, inner, uint(len(b.labels))
		b.labels = append(b.labels, item)
		return nil
	case "body", "remain":
		into := &b.body
		if kind == "remain" {
			into = &b.remain
		}
		if *into != nil {
			return wrong("another field already has the tag %q", kind)
		}
		if err := restFits(field.Type, outer); err != nil {
			return wrong("%s", err)
		}
		*into, b.whole = index, false
		return nil
	case string(rangeOfHeader), string(rangeOfType), string(rangeOfLabel), string(rangeOfAttribute),
		string(rangeOfName), string(rangeOfValue):
		if field.Type != typeOfRange {
			return wrong("expected a %s for a range, found %s", typeOfRange, field.Type)
		}
		b.ranges, b.whole = append(b.ranges, rangeField{rangeKind(kind), name, index}), false
		return nil
	default:
		return wrong("unknown tag %q", kind)
	}
	if item.kind == itemValue || item.kind == itemBlocks {
		f.addItem(item)
	} else {
		b.whole = false
	}
	return nil
}

// addItem adds an item of the spec to the fields of the form. A _ is put before a name that is
// taken: an attribute, a block type and a label may have the same name.
func (f *form) addItem(item *bodyItem) {
	name := attributeName(item.name)
	for at := 0; at < len(f.fields); at++ {
		if f.fields[at].name == name {
			name, at = "_"+name, -1
		}
	}
	offset, t := uintptr(0), f.t
	for _, at := range item.index {
		field := t.Field(at)
		offset, t = offset+field.Offset, field.Type
	}
	optional := item.kind == itemValue && !item.required || item.shape == blockPointer
	f.fields = append(f.fields, formField{
		name: name, index: item.index, offset: offset, optional: optional, form: item.form, item: item,
	})
}

// setAttribute sets the form of an attribute from the type of its field.
func (i *bodyItem) setAttribute(t reflect.Type, kind string) (err error) {
	i.required = kind == "attr"
	switch t {
	case typeOfExpression:
		i.kind, i.required = itemExpression, false
	case reflect.PointerTo(typeOfAttribute):
		i.kind, i.required = itemAttribute, false
	case typeOfAttribute:
		i.kind = itemAttributeCopy
	default:
		if i.form, err = formOf(t); err == nil && i.form.kind == formPointer {
			i.required = false
		}
	}
	return err
}

// setBlock sets the form of blocks from the type of their field. The field nested remains nil if
// blocks cannot decode into the type.
func (i *bodyItem) setBlock(t reflect.Type, outer []reflect.Type) error {
	i.kind = itemWalked
	held := t
	if t.Kind() == reflect.Slice {
		i.shape, t = blockSlice, t.Elem()
	}
	if t.Kind() == reflect.Pointer {
		i.shape, t = i.shape+blockPointer, t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	i.nested, i.required = t, i.shape == blockStruct
	nested, err := formInside(t, asBlock, outer)
	if err != nil || nested == nil || !nested.body.whole {
		return err
	}
	i.kind, i.form = itemBlocks, nested
	if i.shape == blockPointer || i.shape == blockPointers {
		i.form = i.form.inside(formPointer, "")
		i.form.t = reflect.PointerTo(t)
		i.form.size = i.form.t.Size()
	}
	if i.shape >= blockSlice {
		i.form = i.form.inside(formList, "list")
		i.form.t, i.form.size = held, held.Size()
	}
	return nil
}

// restFits returns an error if a field cannot hold a body.
func restFits(t reflect.Type, outer []reflect.Type) error {
	switch {
	case t == typeOfBody || t == typeOfAttributes:
		return nil
	case t.Kind() == reflect.Map:
		_, err := mapItem(t)
		return err
	}
	_, err := formInside(t, asBody, outer)
	return err
}

// formInside returns the form of a struct inside outer structs, or nil if it is one of them: a body
// that may contain itself is decoded block by block. The result does not depend on the outermost
// struct, so a struct has the same form everywhere.
func formInside(t reflect.Type, as reading, outer []reflect.Type) (*form, error) {
	for _, around := range outer {
		if around == t {
			return nil, nil
		}
	}
	if known, ok := forms[as].Load(t); ok {
		return known.(*form), nil
	}
	f, err := newBodyForm(t, as, outer)
	if err != nil {
		return nil, err
	}
	known, _ := forms[as].LoadOrStore(t, f)
	return known.(*form), nil
}

// mapItem returns the item of each attribute of a body that decodes into a map.
func mapItem(t reflect.Type) (*bodyItem, error) {
	if t.Key().Kind() != reflect.String {
		return nil, Errorf(ErrInvalidArgument, "a body decodes into a map with strings as keys, not into %s", t)
	}
	item := &bodyItem{}
	return item, item.setAttribute(t.Elem(), "attr")
}

// check returns an error if the items contradict each other, and sets the schema.
func (b *bodyForm) check(t reflect.Type) error {
	attributes, blocks := map[string]bool{}, map[string]bool{}
	for _, item := range b.items {
		names := attributes
		if item.isBlock() {
			names = blocks
			b.schema.Blocks = append(b.schema.Blocks, HCLBlockSchema{item.name, labelsOf(item.nested)})
		} else {
			b.schema.Attributes = append(b.schema.Attributes, HCLAttributeSchema{item.name, item.required})
		}
		if names[item.name] {
			return Errorf(ErrInvalidArgument, "the Go type %s has two fields for %q", t, item.name)
		}
		names[item.name] = true
	}
	b.packed = b.schema.pack()
	labels := map[string]bool{}
	for _, item := range b.labels {
		labels[item.name] = true
	}
	for _, place := range b.ranges {
		known := true
		switch place.kind {
		case rangeOfLabel:
			known = labels[place.of]
		case rangeOfAttribute, rangeOfName, rangeOfValue:
			known = attributes[place.of]
		}
		if !known {
			return Errorf(ErrInvalidArgument, "the Go type %s has a %s of %q, but no field for it", t, place.kind, place.of)
		}
	}
	return nil
}

// labelsOf returns the names of the labels of a block that decodes into a struct.
func labelsOf(t reflect.Type) (names []string) {
	for at := 0; at < t.NumField(); at++ {
		field := t.Field(at)
		tag := field.Tag.Get("hcl")
		if name, kind, _ := strings.Cut(tag, ","); kind == "label" {
			names = append(names, name)
		} else if tag == "" && field.Anonymous && field.Type.Kind() == reflect.Struct {
			names = append(names, labelsOf(field.Type)...)
		}
	}
	return names
}

// decoder returns the decoder of the part of the body that a spec covers.
func (f *form) decoder() (*HCLDecoder, error) {
	s := &f.body.spec
	s.once.Do(func() {
		var spec HCLSpec
		if spec, s.err = f.makeSpec(); s.err == nil {
			s.decoder, s.err = NewHCLDecoder(spec)
		}
	})
	return s.decoder, s.err
}

// makeSpec returns the spec of the part of the body that a spec can cover.
func (f *form) makeSpec() (HCLSpec, error) {
	parts := HCLObject{}
	for _, field := range f.fields {
		part, err := field.item.makeSpec()
		if err != nil {
			return nil, err
		}
		parts[field.name] = part
	}
	return parts, nil
}

// nestedForm returns the form of one of the blocks.
func (i *bodyItem) nestedForm() *form {
	nested := i.form
	for nested.elem != nil {
		nested = nested.elem
	}
	return nested
}

func (i *bodyItem) makeSpec() (HCLSpec, error) {
	switch i.kind {
	case itemLabel:
		return HCLBlockLabel{i.label, i.name}, nil
	case itemValue:
		_, constraint, err := i.form.read()
		return HCLAttr{i.name, constraint, i.required}, err
	}
	nested := i.nestedForm()
	spec, err := nested.makeSpec()
	switch {
	case i.shape < blockSlice:
		return HCLBlockOf{i.name, spec, i.required}, err
	case nested.static:
		return HCLBlockList{Type: i.name, Nested: spec}, err
	}
	return HCLBlockTuple{Type: i.name, Nested: spec}, err
}
