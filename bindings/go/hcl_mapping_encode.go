//go:build cgo

package polycty

import (
	"reflect"
	"strings"
)

// Encoding of a struct into a body. The content is computed first and written into a scratch file,
// so that a value that cannot be written changes nothing. Then the body is changed only where its
// content differs; the rest keeps its source text.

// EncodeIntoHCLBody changes a body of a file to the content of a struct, which value is or points
// to, by the tags of DecodeHCLBody. An argument with an equal value keeps its source text, and
// comments are kept. A block is matched by its labels, or by its position if it has none. Content
// without a field is removed, unless the struct has a field for the rest or for the whole body.
// Errors are found before anything is changed.
//
// Nil pointers and nil optional fields are omitted. Other zero values are written, because a
// program may have different defaults. A text of several lines becomes a heredoc. Undecoded fields,
// such as expressions and bodies, are not written: the body keeps its own. Unknown and marked
// values cannot be written.
func EncodeIntoHCLBody(value any, body HCLNode) error {
	wanted, err := encodedOf(value)
	if err != nil {
		return err
	}
	defer wanted.close()
	scratch := NewHCLFile() // reports names and labels that cannot be written
	defer scratch.Close()
	if err := wanted.into(scratch.Body()); err != nil {
		return err
	}
	return wanted.into(body)
}

// EncodeAsHCLBlock inserts a block with the content of a struct into a body. The labels of the
// struct are the labels of the block.
func EncodeAsHCLBlock(value any, blockType string, body HCLNode, where HCLWhere) (HCLNode, error) {
	wanted, err := encodedOf(value)
	if err != nil {
		return HCLNode{}, err
	}
	defer wanted.close()
	return wanted.insert(blockType, body, where)
}

// EncodeHCL returns a struct as the text of a file.
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

// An encodedBody is the new content of a body.
type encodedBody struct {
	labels []string
	// partial means that content not listed here is kept.
	partial    bool
	attributes []encodedAttribute
	blocks     []encodedBlocks
	// kept are the arguments with undecoded fields.
	kept map[string]bool
}

type encodedAttribute struct {
	name  string
	value *Value // nil to omit the argument
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
		return nil, Errorf(ErrInvalidArgument, "expected a struct or a pointer to one, found %T", value)
	}
	return encodeBody(rv, 0)
}

// encodeBody returns the new content of a body at a block depth. The depth is limited, because a Go
// value may contain itself through a pointer.
func encodeBody(rv reflect.Value, depth int) (*encodedBody, error) {
	if depth == maxDepth {
		return nil, Errorf(ErrLimit, "blocks are nested more than %d levels deep", maxDepth)
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

// into changes a body to this content.
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

// removeOthers removes the content that is not listed here.
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

// isSaid reports whether an argument has an equal value, in any notation.
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

// into changes the blocks of one type to these, in their order: each reuses the first unused block
// with the same labels, or becomes a new block.
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

// keyOf returns labels as one text that is unique to them.
func keyOf(labels []string) string {
	var key strings.Builder
	for _, label := range labels {
		key.WriteString(quoted(label))
	}
	return key.String()
}

// insert inserts a new block into a body.
func (e *encodedBody) insert(blockType string, body HCLNode, where HCLWhere) (HCLNode, error) {
	block, err := body.InsertNewBlock(where, blockType, e.labels...)
	if err != nil {
		return HCLNode{}, err
	}
	if err := e.into(block); err != nil {
		_ = block.Remove() // an incomplete block is removed; the caller gets the first error
		return HCLNode{}, err
	}
	return block, nil
}
