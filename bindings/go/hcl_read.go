package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// What a tool reads of HCL that others wrote: bodies without a schema, what stands at a place,
// the trees of expressions, references, and values as text.

// An HCLItemKind is what an item of a body is.
type HCLItemKind uint32

const (
	// HCLItemAttribute is an argument.
	HCLItemAttribute HCLItemKind = C.PCTY_HCL_ITEM_ATTRIBUTE
	// HCLItemBlock is a block.
	HCLItemBlock HCLItemKind = C.PCTY_HCL_ITEM_BLOCK
	// HCLItemEither may be an argument or blocks: in JSON a null, an object, an array of such.
	// Its blocks are those that there are if blocks of this type have no labels; where they
	// have labels, these are the names of the items of their bodies, a level each.
	HCLItemEither HCLItemKind = C.PCTY_HCL_ITEM_EITHER
)

// An HCLItem is what stands in a body.
type HCLItem struct {
	Kind HCLItemKind
	// Attribute is the argument that it is or may be, or nil.
	Attribute *HCLAttribute
	// Blocks are those that it is or may be.
	Blocks []HCLBlock
}

// Items are what stands in the body, without a schema, in the order of the text. What is set
// twice is there twice, and a fault of the text hides nothing but itself.
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

// Range is where the body stands: a block's with its braces, a file's as a whole.
func (b *HCLBody) Range() Range {
	defer b.done()
	return readRange(C.pcty_hcl_body_range(b.use(), C.PCTY_HCL_RANGE_WHOLE))
}

// Text is the body as it is written: a block's with its braces, a file's as a whole.
func (b *HCLBody) Text() string {
	defer b.done()
	return text(C.go_hcl_body_info(b.use()).out.text)
}

// Variables are the variables that the body refers to, however deep, in the order of the text;
// the iterators of `dynamic` blocks are none.
func (b *HCLBody) Variables() ([]HCLTraversal, error) {
	defer b.done()
	made := C.go_hcl_body_variables(b.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeTraversals((*C.pcty_hcl_traversals)(made.out)), nil
}

// An HCLFunctionUse is a function that is called somewhere.
type HCLFunctionUse struct {
	// Name has `::` between its parts.
	Name      string
	NameRange Range
	// Range is the whole call.
	Range Range
	File  string
}

// Calls are the functions that the body calls, however deep, in the order of the text.
func (b *HCLBody) Calls() ([]HCLFunctionUse, error) {
	defer b.done()
	made := C.go_hcl_body_calls(b.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeCalls((*C.pcty_hcl_calls)(made.out)), nil
}

// Calls are the functions that the expression calls, however deep, in the order of the text.
func (e *HCLExpression) Calls() []HCLFunctionUse {
	defer e.done()
	return takeCalls(C.pcty_hcl_expression_calls(e.use()))
}

func takeCalls(taken *C.pcty_hcl_calls) []HCLFunctionUse {
	defer C.pcty_hcl_calls_free(taken)
	var read []HCLFunctionUse
	for at := C.size_t(0); at < C.pcty_hcl_calls_count(taken); at++ {
		call := C.go_hcl_calls_at(taken, at).out
		read = append(read, HCLFunctionUse{
			text(call.name), readRange(call.name_range), readRange(call._range), text(call.file),
		})
	}
	return read
}

// An HCLLocation is what stands at a place of a text.
type HCLLocation struct {
	// Blocks are those around it, the outermost one first; none in JSON.
	Blocks []HCLBlock
	// Attribute is the argument that it is in, or nil; in JSON the outermost.
	Attribute *HCLAttribute
	// Expressions are those around it, the outermost one first.
	Expressions []*HCLExpression
}

// ByteOf is the byte at a line and column, each from 1; a column past the end of a line is its end.
// Of several bodies the one is asked that was read under the name, or the first if it is empty.
func (b *HCLBody) ByteOf(file string, line, column int) (int, error) {
	defer b.done()
	found := C.go_hcl_body_byte_of(b.use(), file, counted(line), counted(column))
	if found.error != nil {
		return 0, newError(found.error)
	}
	return int(found.answer), nil
}

// At is what stands at a byte, as it is written. Of several bodies the one is asked that was read
// under the name, or the first if it is empty.
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
		place.Expressions = append(place.Expressions, newExpression(C.go_hcl_location_expression_at(taken, at)))
	}
	return place, nil
}

// An HCLForm is what an expression is.
type HCLForm uint32

// The forms of expressions.
const (
	HCLFormLiteral           HCLForm = C.PCTY_HCL_FORM_LITERAL
	HCLFormTemplate          HCLForm = C.PCTY_HCL_FORM_TEMPLATE
	HCLFormTemplateWrap      HCLForm = C.PCTY_HCL_FORM_TEMPLATE_WRAP
	HCLFormTemplateJoin      HCLForm = C.PCTY_HCL_FORM_TEMPLATE_JOIN
	HCLFormTraversal         HCLForm = C.PCTY_HCL_FORM_TRAVERSAL
	HCLFormRelativeTraversal HCLForm = C.PCTY_HCL_FORM_RELATIVE_TRAVERSAL
	HCLFormCall              HCLForm = C.PCTY_HCL_FORM_CALL
	HCLFormConditional       HCLForm = C.PCTY_HCL_FORM_CONDITIONAL
	HCLFormIndex             HCLForm = C.PCTY_HCL_FORM_INDEX
	HCLFormTuple             HCLForm = C.PCTY_HCL_FORM_TUPLE
	HCLFormObject            HCLForm = C.PCTY_HCL_FORM_OBJECT
	HCLFormFor               HCLForm = C.PCTY_HCL_FORM_FOR
	HCLFormSplat             HCLForm = C.PCTY_HCL_FORM_SPLAT
	HCLFormSplatItem         HCLForm = C.PCTY_HCL_FORM_SPLAT_ITEM
	HCLFormUnary             HCLForm = C.PCTY_HCL_FORM_UNARY
	HCLFormOperations        HCLForm = C.PCTY_HCL_FORM_OPERATIONS
	HCLFormParentheses       HCLForm = C.PCTY_HCL_FORM_PARENTHESES
	HCLFormInvalid           HCLForm = C.PCTY_HCL_FORM_INVALID
	HCLFormValue             HCLForm = C.PCTY_HCL_FORM_VALUE
)

// An HCLRole is what a part of an expression is to the whole.
type HCLRole uint32

// The roles of parts.
const (
	HCLRolePiece      HCLRole = C.PCTY_HCL_ROLE_PIECE
	HCLRoleInner      HCLRole = C.PCTY_HCL_ROLE_INNER
	HCLRoleSource     HCLRole = C.PCTY_HCL_ROLE_SOURCE
	HCLRoleEach       HCLRole = C.PCTY_HCL_ROLE_EACH
	HCLRoleArgument   HCLRole = C.PCTY_HCL_ROLE_ARGUMENT
	HCLRoleCondition  HCLRole = C.PCTY_HCL_ROLE_CONDITION
	HCLRoleThen       HCLRole = C.PCTY_HCL_ROLE_THEN
	HCLRoleElse       HCLRole = C.PCTY_HCL_ROLE_ELSE
	HCLRoleCollection HCLRole = C.PCTY_HCL_ROLE_COLLECTION
	HCLRoleKey        HCLRole = C.PCTY_HCL_ROLE_KEY
	HCLRoleName       HCLRole = C.PCTY_HCL_ROLE_NAME
	HCLRoleValue      HCLRole = C.PCTY_HCL_ROLE_VALUE
	HCLRoleElement    HCLRole = C.PCTY_HCL_ROLE_ELEMENT
	HCLRoleOperand    HCLRole = C.PCTY_HCL_ROLE_OPERAND
)

// An HCLPart is a part of an expression, and what it is to the whole.
type HCLPart struct {
	Role       HCLRole
	Expression *HCLExpression
}

// Form is what the expression is.
func (e *HCLExpression) Form() HCLForm {
	defer e.done()
	return HCLForm(C.go_hcl_expression_info(e.use()).out.form)
}

// Parts are the parts of the expression in the order of the text, each an expression like any
// other.
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

// AtByte returns the expressions at a byte, the outermost one first: this one and, within each, the
// part that the byte belongs to.
func (e *HCLExpression) AtByte(byte int) ([]*HCLExpression, error) {
	defer e.done()
	made := C.go_hcl_expression_at_byte(e.use(), C.size_t(byte))
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeExpressions((*C.pcty_hcl_expressions)(made.out)), nil
}

// Name is the function that the expression calls, or the variable that it begins with; empty for
// other forms.
func (e *HCLExpression) Name() string {
	defer e.done()
	return text(C.go_hcl_expression_info(e.use()).out.name)
}

// Iterators are the names that a `for` gives to each key, empty if it gives none, and to each
// value, and whether the expression is one.
func (e *HCLExpression) Iterators() (key, value string, ok bool) {
	defer e.done()
	data := C.go_hcl_expression_info(e.use()).out
	return text(data.key_name), text(data.value_name), data.value_name.data != nil
}

// An HCLOperator is an operator as it is written, and where it stands.
type HCLOperator struct {
	Symbol string
	Range  Range
}

// Operators are those of the expression: one in front of its operand, or each between the operand
// of its position and the next one.
func (e *HCLExpression) Operators() []HCLOperator {
	defer e.done()
	p := e.use()
	var operators []HCLOperator
	for at := C.size_t(0); ; at++ {
		operator := C.go_hcl_expression_operator_at(p, at)
		if !operator.found {
			return operators
		}
		operators = append(operators, HCLOperator{text(operator.out.text), readRange(operator.out._range)})
	}
}

// Steps are the constant steps of a traversal, with its variable, or of one into another
// expression, and whether the expression is either.
func (e *HCLExpression) Steps() (HCLTraversal, bool) {
	defer e.done()
	steps := C.pcty_hcl_expression_steps(e.use())
	if steps == nil {
		return HCLTraversal{}, false
	}
	return takeTraversals(steps)[0], true
}

// Text is the expression as it is written; in JSON with the quotes.
func (e *HCLExpression) Text() string {
	defer e.done()
	return text(C.go_hcl_expression_info(e.use()).out.text)
}

// An HCLValueStyle is how values are written that HCL has no notation for.
type HCLValueStyle uint32

const (
	// HCLValueExpression refuses what is unknown or marked: the text is an expression.
	HCLValueExpression HCLValueStyle = C.PCTY_HCL_VALUE_EXPRESSION
	// HCLValueRedacted shows it in parentheses, and of what is marked nothing but its marks.
	HCLValueRedacted HCLValueStyle = C.PCTY_HCL_VALUE_REDACTED
	// HCLValueRevealed shows it, what is marked too.
	HCLValueRevealed HCLValueStyle = C.PCTY_HCL_VALUE_REVEALED
)

// HCLText is the value in HCL's notation.
func (v *Value) HCLText(shown HCLValueStyle) (string, error) {
	defer v.done()
	made := C.go_hcl_value_format(v.use(), C.pcty_hcl_value_style(shown))
	if made.error != nil {
		return "", newError(made.error)
	}
	return takeString((*C.pcty_string)(made.out)), nil
}

// HCLExtraneous are the attributes that a type does not have, at any depth: what a conversion
// passes over. Each has its path, and a diagnostic that is a warning.
func (v *Value) HCLExtraneous(t *Type) ([]*Error, error) {
	defer v.done()
	defer t.done()
	made := C.go_hcl_value_extraneous(v.use(), t.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeErrors((*C.pcty_error_list)(made.out)), nil
}
