// Code generated from tools/methods/hcl.txt by tools/methods.go; DO NOT EDIT.

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// Range returns the range of the expression.
func (e *HCLExpression) Range() Range {
	defer e.done()
	return readRange(C.pcty_hcl_expression_range(e.use(), C.PCTY_HCL_RANGE_WHOLE))
}

// File returns the name of the text that contains the expression.
func (e *HCLExpression) File() string {
	defer e.done()
	return text(C.go_hcl_expression_info(e.use()).out.file)
}

// Variables returns the variables that the expression refers to, in the order of the text.
func (e *HCLExpression) Variables() []HCLTraversal {
	defer e.done()
	return takeTraversals(C.pcty_hcl_expression_variables(e.use()))
}

// List returns the elements of a list expression, without evaluation.
func (e *HCLExpression) List() ([]*HCLExpression, error) {
	defer e.done()
	made := C.go_hcl_expression_list(e.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeExpressions((*C.pcty_hcl_expressions)(made.out)), nil
}

// Type returns the type that the expression denotes, without evaluation, and the defaults inside
// it, nil if there are none.
func (e *HCLExpression) Type(mode HCLTypeMode) (*Type, *HCLDefaults, error) {
	defer e.done()
	return madeDefaults(C.go_hcl_expression_type(e.use(), C.pcty_hcl_type_mode(mode)))
}

// ParseHCLType parses a type expression. It returns the type and the defaults inside it, nil if
// there are none.
func ParseHCLType(source, file string, syntax HCLSyntax, mode HCLTypeMode) (*Type, *HCLDefaults, error) {
	return madeDefaults(C.go_hcl_type_parse(source, file, C.pcty_hcl_syntax(syntax), C.pcty_hcl_type_mode(mode)))
}

// Apply returns a value with the defaults in place of missing or null attributes.
func (d *HCLDefaults) Apply(v *Value) (*Value, error) {
	defer d.done()
	defer v.done()
	return madeValue(C.go_hcl_defaults_apply(d.use(), v.use()))
}

// Type returns the type that contains the defaults.
func (d *HCLDefaults) Type() *Type {
	defer d.done()
	return newType(C.go_hcl_defaults_type(d.use()))
}

// EvaluateClosure evaluates an argument of HCLClosureType in the scope of the call.
func (v *Value) EvaluateClosure() (*Value, error) {
	defer v.done()
	return calledValue(C.go_run_hcl_closure_evaluate(v.use()))
}

// ClosureExpression returns the expression of an argument of HCLClosureType; nil for other values.
func (v *Value) ClosureExpression() *HCLExpression {
	defer v.done()
	return newExpression(C.pcty_hcl_closure_expression(v.use()))
}

// File returns the name of the text that contains the body, or the first of several merged bodies.
func (b *HCLBody) File() string {
	defer b.done()
	return text(C.go_hcl_body_info(b.use()).out.file)
}

// IsUnknown reports whether only the structure of the body is known: it results from a `dynamic`
// block over an unknown collection.
func (b *HCLBody) IsUnknown() bool {
	defer b.done()
	return bool(C.go_hcl_body_info(b.use()).out.is_unknown)
}

// MissingRange returns the range for diagnostics about missing content.
func (b *HCLBody) MissingRange() Range {
	defer b.done()
	return readRange(C.pcty_hcl_body_range(b.use(), C.PCTY_HCL_RANGE_MISSING))
}

// Name returns the name of an argument, or the type of a block.
func (n HCLNode) Name() string {
	defer n.file.done()
	return text(C.go_hcl_file_node_info(n.file.use(), n.number).out.name)
}

// Value returns the source text of the value of an argument.
func (n HCLNode) Value() string {
	defer n.file.done()
	return text(C.go_hcl_file_node_info(n.file.use(), n.number).out.value)
}

// Expr returns the current value of an argument as an expression. Its ranges are offsets in Value,
// as SetPart takes them.
func (n HCLNode) Expr() (*HCLExpression, error) {
	defer n.file.done()
	made := C.go_hcl_file_expression(n.file.use(), n.number)
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newExpression((*C.pcty_hcl_expression)(made.out)), nil
}

// Text returns the source text of the node: its lines, with the comments that are moved with it.
func (n HCLNode) Text() ([]byte, error) {
	defer n.file.done()
	return takenBytes(C.go_hcl_file_node_to_text(n.file.use(), n.number))
}

// Parent returns the body that contains the node.
func (n HCLNode) Parent() HCLNode {
	defer n.file.done()
	return n.at(C.pcty_hcl_file_step(n.file.use(), n.number, C.PCTY_HCL_DIRECTION_PARENT))
}

// Next returns the node after this one in its body.
func (n HCLNode) Next() HCLNode {
	defer n.file.done()
	return n.at(C.pcty_hcl_file_step(n.file.use(), n.number, C.PCTY_HCL_DIRECTION_NEXT))
}

// Previous returns the node before this one in its body.
func (n HCLNode) Previous() HCLNode {
	defer n.file.done()
	return n.at(C.pcty_hcl_file_step(n.file.use(), n.number, C.PCTY_HCL_DIRECTION_PREVIOUS))
}

// First returns the first node of a body.
func (n HCLNode) First() HCLNode {
	defer n.file.done()
	return n.at(C.pcty_hcl_file_step(n.file.use(), n.number, C.PCTY_HCL_DIRECTION_FIRST))
}

// Last returns the last node of a body.
func (n HCLNode) Last() HCLNode {
	defer n.file.done()
	return n.at(C.pcty_hcl_file_step(n.file.use(), n.number, C.PCTY_HCL_DIRECTION_LAST))
}

// GetAttribute returns the argument of a name in a body.
func (n HCLNode) GetAttribute(name string) HCLNode {
	defer n.file.done()
	return n.at(C.go_hcl_file_attribute_get(n.file.use(), n.number, name))
}

// SetAttribute sets the argument of a name in a body. A new argument is added after the last one.
func (n HCLNode) SetAttribute(name string, value *HCLFragment) (HCLNode, error) {
	defer n.file.done()
	defer value.done()
	return n.made(C.go_hcl_file_set(n.file.use(), n.number, name, value.use()))
}

// SetValue sets the value of an argument.
func (n HCLNode) SetValue(value *HCLFragment) error {
	defer n.file.done()
	defer value.done()
	return failed(C.go_hcl_file_set_value(n.file.use(), n.number, value.use()))
}

// Remove removes the node with its comments and its content.
func (n HCLNode) Remove() error {
	defer n.file.done()
	return failed(C.go_hcl_file_remove(n.file.use(), n.number))
}

// Rename changes the name of an argument or the type of a block.
func (n HCLNode) Rename(name string) error {
	defer n.file.done()
	return failed(C.go_hcl_file_rename(n.file.use(), n.number, name))
}

// SetLabels sets the labels of a block. An unchanged label keeps its source text.
func (n HCLNode) SetLabels(labels ...string) error {
	defer n.file.done()
	labelsText, labelsLengths, labelsCount := pack(labels).args()
	return failed(C.go_hcl_file_set_labels(n.file.use(), n.number, labelsText, labelsLengths, labelsCount))
}

// SetComments replaces the comments above the node. Each line is one comment; it gets a `#` unless
// it is a comment already.
func (n HCLNode) SetComments(lines ...string) error {
	defer n.file.done()
	linesText, linesLengths, linesCount := pack(lines).args()
	return failed(C.go_hcl_file_set_comments(n.file.use(), n.number, linesText, linesLengths, linesCount, C.PCTY_HCL_COMMENTS_BEFORE))
}

// SetCommentsAfter replaces the comments after the node in its last line. A text gets a `#` unless
// it is a comment already; a comment that ends the line must be the last.
func (n HCLNode) SetCommentsAfter(comments ...string) error {
	defer n.file.done()
	commentsText, commentsLengths, commentsCount := pack(comments).args()
	return failed(C.go_hcl_file_set_comments(n.file.use(), n.number, commentsText, commentsLengths, commentsCount, C.PCTY_HCL_COMMENTS_AFTER))
}

// ReleaseComments detaches the comments above the node: they remain when the node is moved or
// removed.
func (n HCLNode) ReleaseComments() error {
	defer n.file.done()
	return failed(C.go_hcl_file_release_comments(n.file.use(), n.number))
}

// SetPart replaces the part of Value from byte start to before byte end, which must be an
// expression. Parentheses are added where required.
func (n HCLNode) SetPart(start, end int, value *HCLFragment) error {
	defer n.file.done()
	defer value.done()
	return failed(C.go_hcl_file_set_part(n.file.use(), n.number, C.size_t(start), C.size_t(end), value.use()))
}

// SetIn sets an item of the object expression in the value, or of a nested one that the keys lead
// to.
func (n HCLNode) SetIn(value *HCLFragment, keys ...string) error {
	defer n.file.done()
	keysText, keysLengths, keysCount := pack(keys).args()
	defer value.done()
	return failed(C.go_hcl_file_set_inside(n.file.use(), n.number, keysText, keysLengths, keysCount, value.use()))
}

// RemoveIn removes the item that the keys lead to, and reports whether it existed.
func (n HCLNode) RemoveIn(keys ...string) (bool, error) {
	defer n.file.done()
	keysText, keysLengths, keysCount := pack(keys).args()
	return answered(C.go_hcl_file_remove_inside(n.file.use(), n.number, keysText, keysLengths, keysCount))
}

// Push adds an element to the list expression in the value.
func (n HCLNode) Push(value *HCLFragment) error {
	defer n.file.done()
	defer value.done()
	return failed(C.go_hcl_file_push(n.file.use(), n.number, value.use()))
}

// Range returns the range of the body: of a block with its braces, or of the whole file.
func (b *HCLBody) Range() Range {
	defer b.done()
	return readRange(C.pcty_hcl_body_range(b.use(), C.PCTY_HCL_RANGE_WHOLE))
}

// Text returns the source text of the body: of a block with its braces, or of the whole file.
func (b *HCLBody) Text() string {
	defer b.done()
	return text(C.go_hcl_body_info(b.use()).out.text)
}

// Variables returns the variables that the body refers to, at any depth, in the order of the text,
// without the iterators of `dynamic` blocks.
func (b *HCLBody) Variables() ([]HCLTraversal, error) {
	defer b.done()
	made := C.go_hcl_body_variables(b.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeTraversals((*C.pcty_hcl_traversals)(made.out)), nil
}

// Calls returns the function calls in the body, at any depth, in the order of the text.
func (b *HCLBody) Calls() ([]HCLFunctionUse, error) {
	defer b.done()
	made := C.go_hcl_body_calls(b.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeCalls((*C.pcty_hcl_calls)(made.out)), nil
}

// Calls returns the function calls in the expression, at any depth, in the order of the text.
func (e *HCLExpression) Calls() []HCLFunctionUse {
	defer e.done()
	return takeCalls(C.pcty_hcl_expression_calls(e.use()))
}

// Form returns the form of the expression.
func (e *HCLExpression) Form() HCLForm {
	defer e.done()
	return HCLForm(C.go_hcl_expression_info(e.use()).out.form)
}

// AtByte returns the expressions at a byte, the outermost one first: this one and, within each, the
// part that contains the byte.
func (e *HCLExpression) AtByte(byte int) ([]*HCLExpression, error) {
	defer e.done()
	made := C.go_hcl_expression_at_byte(e.use(), C.size_t(byte))
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeExpressions((*C.pcty_hcl_expressions)(made.out)), nil
}

// Name returns the name of the called function, or of the variable at the start of a traversal;
// empty for other forms.
func (e *HCLExpression) Name() string {
	defer e.done()
	return text(C.go_hcl_expression_info(e.use()).out.name)
}

// Text returns the source text of the expression; in JSON with the quotes.
func (e *HCLExpression) Text() string {
	defer e.done()
	return text(C.go_hcl_expression_info(e.use()).out.text)
}

// HCLText returns the value in HCL notation.
func (v *Value) HCLText(shown HCLValueStyle) (string, error) {
	defer v.done()
	return taken(C.go_hcl_value_format(v.use(), C.pcty_hcl_value_style(shown)))
}

// HCLExtraneous returns the attributes, at any depth, that the type does not have and that a
// conversion drops. Each error has the path of the attribute, and a diagnostic that is a warning.
func (v *Value) HCLExtraneous(t *Type) ([]*Error, error) {
	defer v.done()
	defer t.done()
	made := C.go_hcl_value_extraneous(v.use(), t.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeErrors((*C.pcty_error_list)(made.out)), nil
}

// NewHCLScope returns a scope without variables and functions.
func NewHCLScope() *HCLScope {
	return newScope(C.pcty_hcl_scope_new())
}

// SetVariable defines a variable. It replaces an earlier variable of the name.
func (s *HCLScope) SetVariable(name string, value *Value) error {
	defer value.done()
	valueInUse := value.use()
	return s.change(func(p *C.pcty_hcl_scope) *C.pcty_error { return C.go_hcl_scope_set_variable(p, name, valueInUse) })
}

// SetStandardFunctions defines all functions of the standard library, and `try`, `can` and
// `convert`.
func (s *HCLScope) SetStandardFunctions() error {
	return s.change(func(p *C.pcty_hcl_scope) *C.pcty_error { return C.go_hcl_scope_set_standard_functions(p) })
}

// AllowVariables allows variables even if none are defined: a name is then reported as an unknown
// variable instead of a variable that is not allowed.
func (s *HCLScope) AllowVariables() error {
	return s.change(func(p *C.pcty_hcl_scope) *C.pcty_error { return C.go_hcl_scope_allow(p, C.PCTY_HCL_SCOPE_VARIABLES) })
}

// AllowFunctions allows functions even if none are defined.
func (s *HCLScope) AllowFunctions() error {
	return s.change(func(p *C.pcty_hcl_scope) *C.pcty_error { return C.go_hcl_scope_allow(p, C.PCTY_HCL_SCOPE_FUNCTIONS) })
}

// LimitSteps sets the maximum number of steps of an evaluation in the scope or an inner one. A step
// is about one operation or element. Within also bounds other calls.
func (s *HCLScope) LimitSteps(steps uint64) error {
	return s.change(func(p *C.pcty_hcl_scope) *C.pcty_error { return C.go_hcl_scope_limit_steps(p, C.uint64_t(steps)) })
}

// ShowMark allows messages of evaluations in the scope or an inner one to show values with a mark.
// Otherwise no text from the library shows any part of a marked value.
func (s *HCLScope) ShowMark(mark string) error {
	return s.change(func(p *C.pcty_hcl_scope) *C.pcty_error { return C.go_hcl_scope_show_mark(p, mark) })
}

// Variable returns the variable of a name in this scope or an outer one; nil if there is none.
func (s *HCLScope) Variable(name string) *Value {
	sInUse, state := s.evaluated()
	defer state.done()
	return foundValue(C.go_hcl_scope_variable_get(sInUse, name))
}

// Variables returns the variables that decoding the body requires, including those that `dynamic`
// blocks require for their expansion.
func (d *HCLDecoder) Variables(body *HCLBody) ([]HCLTraversal, error) {
	defer d.done()
	defer body.done()
	made := C.go_hcl_spec_variables(d.use(), body.use(), C.PCTY_HCL_NEEDS_ALL)
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeTraversals((*C.pcty_hcl_traversals)(made.out)), nil
}

// ImpliedType returns the type of decoded values, as far as it is known without a body.
func (d *HCLDecoder) ImpliedType() *Type {
	defer d.done()
	return newType(C.go_hcl_spec_implied_type(d.use()))
}

// SourceRange returns the range of the value that the decoder makes from a body, or the range where
// it could be added.
func (d *HCLDecoder) SourceRange(body *HCLBody) Range {
	defer d.done()
	defer body.done()
	return readRange(C.pcty_hcl_spec_source_range(d.use(), body.use()))
}

// HCLTokens returns all tokens of a text, including comments and blanks. Their concatenated texts
// are the text. The last token is HCLTokenEnd, which is empty.
func HCLTokens(source []byte) ([]HCLToken, error) {
	return takeTokens(C.go_hcl_tokens_parse(asText(source)))
}

// ParseHCLFragment parses a text as an expression, and formats it.
func ParseHCLFragment(source string) (*HCLFragment, error) {
	return madeFragment(C.go_hcl_fragment_parse(source))
}

// HCLFragmentForValue returns an expression that evaluates to a value. It fails for unknown and
// marked values.
func HCLFragmentForValue(value *Value, texts HCLStringStyle) (*HCLFragment, error) {
	defer value.done()
	return madeFragment(C.go_hcl_fragment_value(value.use(), C.pcty_hcl_string_style(texts)))
}

// HCLFragmentForFunctionCall returns a call of a function.
func HCLFragmentForFunctionCall(name string, arguments ...*HCLFragment) (*HCLFragment, error) {
	argumentsPointers, argumentsCount := useHCLFragments(arguments).args()
	defer doneHCLFragments(arguments)
	return madeFragment(C.go_hcl_fragment_call(name, argumentsPointers, argumentsCount, C.PCTY_HCL_ARGUMENTS_SINGLE))
}

// HCLFragmentForExpandedCall returns a call whose last argument is a list of arguments, `...`.
func HCLFragmentForExpandedCall(name string, arguments ...*HCLFragment) (*HCLFragment, error) {
	argumentsPointers, argumentsCount := useHCLFragments(arguments).args()
	defer doneHCLFragments(arguments)
	return madeFragment(C.go_hcl_fragment_call(name, argumentsPointers, argumentsCount, C.PCTY_HCL_ARGUMENTS_EXPANDED))
}

// HCLFragmentForTuple returns `[a, b]`.
func HCLFragmentForTuple(elements ...*HCLFragment) (*HCLFragment, error) {
	elementsPointers, elementsCount := useHCLFragments(elements).args()
	defer doneHCLFragments(elements)
	return madeFragment(C.go_hcl_fragment_tuple(elementsPointers, elementsCount))
}

// String returns the text of the fragment, laid out from the first column.
func (s *HCLFragment) String() string {
	defer s.done()
	return text(C.pcty_hcl_fragment_text(s.use()))
}

// EncodeHCLJSON returns a value as an expression in JSON syntax, with escaped templates.
func EncodeHCLJSON(value *Value) ([]byte, error) {
	defer value.done()
	return takenBytes(C.go_hcl_value_to_json(value.use()))
}

// Text returns the text with all changes.
func (f *HCLFile) Text() ([]byte, error) {
	defer f.done()
	return takenBytes(C.go_hcl_file_to_text(f.use()))
}

// JSON returns the same body in JSON syntax.
func (f *HCLFile) JSON() ([]byte, error) {
	defer f.done()
	return takenBytes(C.go_hcl_file_to_json(f.use()))
}
