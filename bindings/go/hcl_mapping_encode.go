//go:build cgo

package polycty

import (
	"reflect"
	"strings"
)

// A struct into a body. What is to stand there is made of the struct first, and put into a file of
// its own, so that what cannot be written changes nothing; then the body is changed where it says something else, and what
// it says already stays as it is written.

// EncodeIntoHCLBody makes a body of a file say what a struct says, which value is or points to, by
// the tags of DecodeHCLBody. An argument whose value is the same already stays as it is written,
// and so do comments; a block stays the one with the same labels, or of the same position where it
// has none. What the struct has no field for is removed, unless it has one for what remains or for the
// whole body. What cannot be written is found before anything is changed.
//
// Left out are nil pointers, and what is optional and nil; other zero values are written, since they
// need not be what a program takes in their place. A text of several lines is a heredoc. What is
// kept undecoded, expressions and bodies among it, is not written: the body's own stays. What is
// unknown or marked cannot be written.
func EncodeIntoHCLBody(value any, body HCLNode) error {
	wanted, err := encodedOf(value)
	if err != nil {
		return err
	}
	defer wanted.close()
	scratch := NewHCLFile() // has the names and the labels that cannot be written told
	defer scratch.Close()
	if err := wanted.into(scratch.Body()); err != nil {
		return err
	}
	return wanted.into(body)
}

// EncodeAsHCLBlock puts a block into a body that says what a struct says, whose labels are the
// block's.
func EncodeAsHCLBlock(value any, blockType string, body HCLNode, where HCLWhere) (HCLNode, error) {
	wanted, err := encodedOf(value)
	if err != nil {
		return HCLNode{}, err
	}
	defer wanted.close()
	return wanted.insert(blockType, body, where)
}

// EncodeHCL is a struct as the text of a file.
func EncodeHCL(value any) ([]byte, error) {
	wanted, err := encodedOf(value)
	if err != nil {
		return nil, err
	}
	defer wanted.close()
	file := NewHCLFile()
	defer file.Close()
	if err := wanted.into(file.Body()); err != nil {
		return nil, err
	}
	return file.Text()
}

// An encodedBody is what is to stand in a body.
type encodedBody struct {
	labels []string
	// partial is whether what it does not know stays.
	partial    bool
	attributes []encodedAttribute
	blocks     []encodedBlocks
	// kept are arguments that the struct has undecoded.
	kept map[string]bool
}

type encodedAttribute struct {
	name  string
	value *Value // nil where there is to be none
	text  *HCLFragment
}

type encodedBlocks struct {
	blockType string
	bodies    []*encodedBody
}

func (e *encodedBody) close() {
	if e == nil {
		return
	}
	for _, attribute := range e.attributes {
		attribute.value.Close()
		attribute.text.Close()
	}
	for _, blocks := range e.blocks {
		for _, body := range blocks.bodies {
			body.close()
		}
	}
}

func encodedOf(value any) (*encodedBody, error) {
	rv := reflect.ValueOf(value)
	if rv.Kind() == reflect.Pointer {
		rv = rv.Elem()
	}
	if rv.Kind() != reflect.Struct {
		return nil, Errorf(ErrInvalidArgument, "a struct or a pointer to one is wanted, not %T", value)
	}
	return encodeBody(rv, 0)
}

// encodeBody makes what is to stand in a body so many blocks deep: through a pointer a Go value may
// contain itself.
func encodeBody(rv reflect.Value, depth int) (*encodedBody, error) {
	if depth == maxDepth {
		return nil, Errorf(ErrLimit, "more than %d blocks within each other", maxDepth)
	}
	f, err := formRead(rv.Type(), asBody)
	if err != nil {
		return nil, err
	}
	e := &encodedBody{partial: f.body.remain != nil || f.body.body != nil, kept: map[string]bool{}}
	for _, label := range f.body.labels {
		e.labels = append(e.labels, rv.FieldByIndex(label.index).String())
	}
	for _, item := range f.body.items {
		field := rv.FieldByIndex(item.index)
		switch {
		case item.isBlock():
			err = e.addBlocks(item, field, depth)
		case item.kind == itemValue:
			err = e.addAttribute(item, field)
		default:
			e.kept[item.name] = true
		}
		if err != nil {
			e.close()
			return nil, within(err, AttrStep{item.name})
		}
	}
	return e, nil
}

func (e *encodedBody) addAttribute(item *bodyItem, field reflect.Value) error {
	if !item.required && canBeNil(field) && field.IsNil() {
		e.attributes = append(e.attributes, encodedAttribute{name: item.name})
		return nil
	}
	value, err := item.form.valueOf(field)
	if err != nil {
		return err
	}
	text, err := HCLFragmentForValue(value, HCLStringHeredoc)
	if err != nil {
		return err
	}
	e.attributes = append(e.attributes, encodedAttribute{item.name, value, text})
	return nil
}

func canBeNil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return true
	}
	return false
}

func (e *encodedBody) addBlocks(item *bodyItem, field reflect.Value, depth int) error {
	e.blocks = append(e.blocks, encodedBlocks{blockType: item.name})
	into := &e.blocks[len(e.blocks)-1]
	add := func(one reflect.Value) error {
		if one.Kind() == reflect.Pointer {
			if one.IsNil() {
				return nil
			}
			one = one.Elem()
		}
		body, err := encodeBody(one, depth+1)
		if err == nil {
			into.bodies = append(into.bodies, body)
		}
		return err
	}
	if item.shape < blockSlice {
		return add(field)
	}
	for at := 0; at < field.Len(); at++ {
		if err := add(field.Index(at)); err != nil {
			return within(err, IndexStep{Int64Val(int64(at))})
		}
	}
	return nil
}

// into makes a body say this.
func (e *encodedBody) into(body HCLNode) error {
	if !e.partial {
		if err := e.removeOthers(body); err != nil {
			return err
		}
	}
	for _, attribute := range e.attributes {
		if err := attribute.into(body); err != nil {
			return err
		}
	}
	for _, blocks := range e.blocks {
		if err := blocks.into(body); err != nil {
			return err
		}
	}
	return nil
}

// removeOthers takes out what is not known.
func (e *encodedBody) removeOthers(body HCLNode) error {
	attributes, blocks := map[string]bool{}, map[string]bool{}
	for _, attribute := range e.attributes {
		attributes[attribute.name] = true
	}
	for _, each := range e.blocks {
		blocks[each.blockType] = true
	}
	for _, node := range body.Items() {
		known := blocks
		if node.IsAttribute() {
			known = attributes
		}
		if name := node.Name(); !known[name] && !(node.IsAttribute() && e.kept[name]) {
			if err := node.Remove(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a encodedAttribute) into(body HCLNode) error {
	there := body.GetAttribute(a.name)
	switch {
	case a.value == nil && !there.Exists():
		return nil
	case a.value == nil:
		return there.Remove()
	case there.Exists() && a.isSaid(there):
		return nil
	}
	_, err := body.SetAttribute(a.name, a.text)
	return err
}

// isSaid is whether an argument has the value, whatever it is written like.
func (a encodedAttribute) isSaid(there HCLNode) bool {
	expression, err := there.Expr()
	if err != nil {
		return false
	}
	defer expression.Close()
	said, err := expression.Evaluate(nil)
	if err != nil {
		return false
	}
	defer said.Close()
	converted, err := said.Convert(HCL, a.value.Type())
	if err != nil {
		return false
	}
	defer converted.Close()
	return converted.Equal(a.value)
}

// into makes the blocks of one type these, in their order: each is the first one that is left with
// the same labels, or else a new one.
func (b encodedBlocks) into(body HCLNode) error {
	there := body.MatchingBlocks(b.blockType)
	if len(there)+len(b.bodies) == 0 {
		return nil
	}
	left := map[string][]int{}
	for at, block := range there {
		key := keyOf(block.Labels())
		left[key] = append(left[key], at)
	}
	same, kept := make([]int, len(b.bodies)), make([]bool, len(there))
	where := HCLLast()
	if len(there) > 0 {
		where = HCLBefore(there[0])
	}
	for at, wanted := range b.bodies {
		key := keyOf(wanted.labels)
		same[at] = -1
		if found := left[key]; len(found) > 0 {
			same[at], left[key] = found[0], found[1:]
			kept[found[0]] = true
		}
	}
	for at, stays := range kept {
		if stays {
			where = HCLBefore(there[at])
			break
		}
	}
	furthest := -1
	for at, wanted := range b.bodies {
		var block HCLNode
		var err error
		switch found := same[at]; {
		case found < 0:
			block, err = wanted.insert(b.blockType, body, where)
		case found < furthest:
			block = there[found]
			err = block.MoveTo(body, where)
		default:
			block, furthest = there[found], found
		}
		if err == nil && same[at] >= 0 {
			err = wanted.into(block)
		}
		if err != nil {
			return err
		}
		where = HCLAfter(block)
	}
	for at, stays := range kept {
		if !stays {
			if err := there[at].Remove(); err != nil {
				return err
			}
		}
	}
	return nil
}

// keyOf is labels as one text that no others give.
func keyOf(labels []string) string {
	var key strings.Builder
	for _, label := range labels {
		key.WriteString(quoted(label))
	}
	return key.String()
}

// insert puts a new block into a body.
func (e *encodedBody) insert(blockType string, body HCLNode, where HCLWhere) (HCLNode, error) {
	block, err := body.InsertNewBlock(where, blockType, e.labels...)
	if err != nil {
		return HCLNode{}, err
	}
	if err := e.into(block); err != nil {
		_ = block.Remove() // nothing half made stays; why it was not made is what is told
		return HCLNode{}, err
	}
	return block, nil
}
