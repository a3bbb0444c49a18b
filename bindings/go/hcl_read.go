package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// Inspection of HCL for tools: bodies without a schema, the nodes at a position, the trees of
// expressions, references, and values as text.

// An HCLItem is an item of a body.
type HCLItem struct {
	Kind HCLItemKind
	// Attribute is the argument, or the possible argument, or nil.
	Attribute *HCLAttribute
	// Blocks are the block, or the possible blocks.
	Blocks []HCLBlock
}

// Items returns the items of the body, without a schema, in the order of the text. Duplicates are
// included, and a syntax error does not hide other items.
func (b *HCLBody) Items() ([]HCLItem, error) {
	defer b.done()
	made := C.go_hcl_body_items(b.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	taken := (*C.pcty_hcl_items)(made.out)
	defer C.pcty_hcl_items_free(taken)
	items, together := make([]HCLItem, int(C.pcty_hcl_items_count(taken))), (&gathering{}).of(b)
	for i := range items {
		at := C.size_t(i)
		item := C.go_hcl_items_at(taken, at).out
		items[i].Kind = HCLItemKind(item.kind)
		if item.attribute != nil {
			attribute := together.attribute(C.go_hcl_attribute(item.attribute))
			items[i].Attribute = &attribute
		}
		for block := C.size_t(0); block < item.block_count; block++ {
			items[i].Blocks = append(items[i].Blocks, together.block(C.go_hcl_block(C.pcty_hcl_items_block_at(taken, at, block))))
		}
	}
	return items, nil
}

// An HCLFunctionUse is a call of a function.
type HCLFunctionUse struct {
	// Name is the full name, with `::` between its parts.
	Name      string
	NameRange Range
	// Range is the range of the whole call.
	Range Range
	File  string
}

// An HCLLocation describes a position in a text.
type HCLLocation struct {
	// Blocks are the enclosing blocks, the outermost one first; none in JSON.
	Blocks []HCLBlock
	// Attribute is the enclosing argument, or nil; in JSON the outermost one.
	Attribute *HCLAttribute
	// Expressions are the enclosing expressions, the outermost one first.
	Expressions []*HCLExpression
}

// ByteOf returns the byte offset of a line and column, each from 1. Columns past the end of a line
// are clamped to its end. If the body is merged from several, file selects the one that was read
// under this name; an empty name selects the first.
func (b *HCLBody) ByteOf(file string, line, column int) (int, error) {
	defer b.done()
	found := C.go_hcl_body_byte_of(b.use(), file, counted(line), counted(column))
	if found.error != nil {
		return 0, newError(found.error)
	}
	return int(found.answer), nil
}

// At returns the syntax nodes at a byte. If the body is merged from several, file selects the one
// that was read under this name; an empty name selects the first.
func (b *HCLBody) At(file string, byte int) (*HCLLocation, error) {
	defer b.done()
	made := C.go_hcl_body_at_byte(b.use(), file, C.size_t(byte))
	if made.error != nil {
		return nil, newError(made.error)
	}
	taken := (*C.pcty_hcl_location)(made.out)
	defer C.pcty_hcl_location_free(taken)
	place, together := &HCLLocation{}, (&gathering{}).of(b)
	found := C.go_hcl_location_info(taken).out
	for at := C.size_t(0); at < found.block_count; at++ {
		place.Blocks = append(place.Blocks, together.block(C.go_hcl_block(C.pcty_hcl_location_block_at(taken, at))))
	}
	if found.attribute != nil {
		attribute := together.attribute(C.go_hcl_attribute(found.attribute))
		place.Attribute = &attribute
	}
	for at := C.size_t(0); at < found.expression_count; at++ {
		place.Expressions = append(place.Expressions, newHCLExpression(C.go_hcl_location_expression_at(taken, at)))
	}
	return place, nil
}

// An HCLPart is a part of an expression with its role.
type HCLPart struct {
	Role       HCLRole
	Expression *HCLExpression
}

// Parts returns the parts of the expression in the order of the text. Each is an expression.
func (e *HCLExpression) Parts() ([]HCLPart, error) {
	defer e.done()
	made := C.go_hcl_expression_parts(e.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	taken := (*C.pcty_hcl_expressions)(made.out)
	parts := make([]HCLPart, int(C.pcty_hcl_expressions_count(taken)))
	for at := range parts {
		parts[at].Role = HCLRole(C.pcty_hcl_expressions_role_at(taken, C.size_t(at)))
	}
	for at, expression := range takeExpressions(taken) {
		parts[at].Expression = expression
	}
	return parts, nil
}

// Iterators returns the variables of a `for` expression, for each key (empty if absent) and for
// each value, and whether the expression is a `for` expression.
func (e *HCLExpression) Iterators() (key, value string, ok bool) {
	defer e.done()
	data := C.go_hcl_expression_info(e.use()).out
	return text(data.key_name), text(data.value_name), data.value_name.data != nil
}

// An HCLOperator is an operator as written, with its range.
type HCLOperator struct {
	Symbol string
	Range  Range
}

// Operators returns the operators of the expression: a prefix operator, or at each position the
// operator between the operand of this position and the next operand.
func (e *HCLExpression) Operators() []HCLOperator {
	defer e.done()
	p := e.use()
	var operators []HCLOperator
	for at := C.size_t(0); ; at++ {
		operator := C.go_hcl_expression_operator_at(p, at)
		if !operator.found {
			return operators
		}
		operators = append(operators, readHCLOperator(operator.out))
	}
}

// Steps returns the constant steps of a traversal, with its variable, or of a traversal of a
// different expression, and whether the expression is one of these.
func (e *HCLExpression) Steps() (HCLTraversal, bool) {
	defer e.done()
	steps := C.pcty_hcl_expression_steps(e.use())
	if steps == nil {
		return HCLTraversal{}, false
	}
	return takeTraversals(steps)[0], true
}
