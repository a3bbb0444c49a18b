package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import "unsafe"

// An HCLBody is parsed arguments and blocks. It is read by a schema or decoded by a spec. It is
// immutable; any number of goroutines may use it.
type HCLBody struct{ handle }

func (b *HCLBody) use() *C.pcty_hcl_body {
	if b == nil {
		return nil
	}
	b.owned().pin()
	return (*C.pcty_hcl_body)(b.counted().acquire())
}

func (b *HCLBody) done() {
	if b != nil {
		b.owned().unpin()
		b.counted().release()
	}
}

// Close frees the handle without waiting for the garbage collector. Methods treat a closed body as
// nil.
func (b *HCLBody) Close() {
	if b != nil {
		b.counted().close()
	}
}

func newBody(taken *C.pcty_hcl_body) *HCLBody {
	return ownedOf[HCLBody](unsafe.Pointer(taken), bodyHandle)
}

// An owningBody is an HCLBody whose blocks are expanded in a scope with Go functions. It has no
// finalizer, because these functions may refer to it. Its handle is separate.
type owningBody struct {
	HCLBody
	body *handle
	owns *closureSet
}

// counted returns the handle that counts the uses of the body and frees it.
func (b *HCLBody) counted() *handle {
	if b.kind != owningBodyHandle {
		return &b.handle
	}
	return (*owningBody)(unsafe.Pointer(b)).body
}

// owned returns the set of the Go functions that the body calls.
func (b *HCLBody) owned() *closureSet {
	if b == nil || b.kind != owningBodyHandle {
		return nil
	}
	return (*owningBody)(unsafe.Pointer(b)).owns
}

// owning returns the unshared body with a set that owns the Go functions that it calls.
func (b *HCLBody) owning(set *closureSet) *HCLBody {
	if b == nil || set == nil {
		return b
	}
	return ownBody((*C.pcty_hcl_body)(b.detach()), set)
}

func ownBody(taken *C.pcty_hcl_body, set *closureSet) *HCLBody {
	b := &owningBody{body: &handle{}, owns: set}
	b.kind = owningBodyHandle
	b.body.own(bodyHandle, unsafe.Pointer(taken))
	return &b.HCLBody
}

// clone returns a second handle of the same body.
func (b *HCLBody) clone(together *gathering) *HCLBody {
	defer b.done()
	return together.of(b).body(C.pcty_hcl_body_clone(b.use()))
}

func madeBody(made C.go_out) (*HCLBody, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newBody((*C.pcty_hcl_body)(made.out)), nil
}

// ParseHCLBody parses a configuration file. Diagnostics use the name in file.
func ParseHCLBody(source []byte, file string, syntax HCLSyntax) (*HCLBody, error) {
	b, err := madeBody(C.go_hcl_body_parse(asText(source), file, nil, C.pcty_hcl_syntax(syntax)))
	return b.ofText(source), err
}

// ParseHCLBodyDiagnosed parses as much of a configuration file as possible. The body is valid even
// if there is an error. The error has all diagnostics, including warnings.
func ParseHCLBodyDiagnosed(source []byte, file string, syntax HCLSyntax) (*HCLBody, error) {
	made := C.go_hcl_body_parse_diagnosed(asText(source), file, nil, C.pcty_hcl_syntax(syntax))
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newBody((*C.pcty_hcl_body)(made.out)).ofText(source), diagnosticsIn((*C.pcty_error)(made.more))
}

// ofText counts the memory of the text that the body keeps.
func (b *HCLBody) ofText(source []byte) *HCLBody {
	if b != nil {
		b.weigh(treeBytes(len(source)))
	}
	return b
}

// MergeHCLBodies merges several bodies, such as the files of a module, into one.
func MergeHCLBodies(bodies ...*HCLBody) (*HCLBody, error) {
	pointers := make([]C.uintptr_t, len(bodies), len(bodies)+1)
	for at, b := range bodies {
		pointers[at] = C.uintptr_t(uintptr(unsafe.Pointer(b.use())))
		defer b.done()
	}
	owned := make([]*closureSet, len(bodies))
	for at, b := range bodies {
		owned[at] = b.owned()
	}
	merged, err := madeBody(C.go_hcl_body_merge(&pointers[:1][0], C.size_t(len(bodies))))
	return merged.owning(joined(owned...)), err
}

// ExpandDynamic returns the body with the blocks that its `dynamic` blocks generate in the current
// state of the scope, which may be nil.
func (b *HCLBody) ExpandDynamic(scope *HCLScope) (*HCLBody, error) {
	p, state := scope.now()
	defer state.done()
	defer b.done()
	expanded, err := madeBody(C.go_hcl_body_expand_dynamic(b.use(), p))
	return expanded.owning(joined(b.owned(), state.owns)), err
}

// Marks returns the marks that results from the body must get: those of the collection that its
// `dynamic` block iterates over. The values of its expressions have them already.
func (b *HCLBody) Marks() []string {
	defer b.done()
	marks := C.pcty_hcl_body_marks(b.use())
	defer C.pcty_marks_free(marks)
	return readMarks(marks)
}

// An HCLSchema lists the arguments and blocks that a body may have.
type HCLSchema struct {
	Attributes []HCLAttributeSchema
	Blocks     []HCLBlockSchema
}

// An HCLAttributeSchema is an allowed argument of a body.
type HCLAttributeSchema struct {
	Name     string
	Required bool
}

// An HCLBlockSchema is an allowed block type of a body.
type HCLBlockSchema struct {
	Type string
	// Labels are the names of the labels; a block must have exactly these.
	Labels []string
}

// HCLContent is the content of a body.
type HCLContent struct {
	// Attributes are in the order of the schema, or of the text if there is no schema.
	Attributes []HCLAttribute
	// Blocks are in the order of the text.
	Blocks []HCLBlock
	// MissingRange is the range for diagnostics about missing content.
	MissingRange Range
}

// Attribute returns the argument of a name; nil if there is none.
func (c *HCLContent) Attribute(name string) *HCLAttribute {
	for at := range c.Attributes {
		if c.Attributes[at].Name == name {
			return &c.Attributes[at]
		}
	}
	return nil
}

// An HCLAttribute is an argument of a body.
type HCLAttribute struct {
	Name       string
	Expression *HCLExpression
	// Range is from the name to the end of the expression.
	Range, NameRange Range
	File             string
}

// An HCLBlock is a block of a body.
type HCLBlock struct {
	Type   string
	Labels []string
	Body   *HCLBody
	// Range is the block's header: its type and its labels.
	Range, TypeRange Range
	LabelRanges      []Range
	// WholeRange is from the type to the closing brace.
	WholeRange Range
	// OpenRange and CloseRange are the ranges of the braces; empty if they are missing, as in JSON or
	// after a syntax error.
	OpenRange, CloseRange Range
	File                  string
}

// Content returns the content of the body by a schema that covers it completely.
func (b *HCLBody) Content(schema HCLSchema) (*HCLContent, error) {
	content, _, _, err := b.split(schema, C.GO_CONTENT_WHOLE)
	return content, err
}

// PartialContent returns the content of the body by a schema that covers a part of it, and the rest
// as a body.
func (b *HCLBody) PartialContent(schema HCLSchema) (content *HCLContent, rest *HCLBody, err error) {
	content, rest, _, err = b.split(schema, C.GO_CONTENT_PARTIAL)
	return content, rest, err
}

// ContentDiagnosed returns as much of the content of the body as possible, by a schema that covers
// it completely. The content is valid even if there is an error; it is nil only if the arguments
// were wrong. The error has all diagnostics, including warnings.
func (b *HCLBody) ContentDiagnosed(schema HCLSchema) (*HCLContent, error) {
	content, _, found, err := b.split(schema, C.GO_CONTENT_DIAGNOSED)
	return content, either(found, err)
}

// PartialContentDiagnosed is ContentDiagnosed for a schema that covers a part of the body. It also
// returns the rest as a body.
func (b *HCLBody) PartialContentDiagnosed(schema HCLSchema) (content *HCLContent, rest *HCLBody, err error) {
	content, rest, found, err := b.split(schema, C.GO_CONTENT_PARTIAL|C.GO_CONTENT_DIAGNOSED)
	return content, rest, either(found, err)
}

// either returns the error of a failed call, or else its diagnostics.
func either(found, err error) error {
	if err != nil {
		return err
	}
	return found
}

func (b *HCLBody) split(schema HCLSchema, how C.uint) (content *HCLContent, rest *HCLBody, found, err error) {
	packed := schema.pack()
	return b.splitBy(&packed, how, &gathering{}, "")
}

// A packedSchema is a schema prepared for a crossing: the attributes, then each block type with its
// labels.
type packedSchema struct {
	names    packed
	required []C.uint8_t
	labels   []C.size_t // the number of labels of each block type
}

func (s HCLSchema) pack() packedSchema {
	var names []string
	required := make([]C.uint8_t, len(s.Attributes), len(s.Attributes)+1)
	for at, attribute := range s.Attributes {
		names = append(names, attribute.Name)
		if attribute.Required {
			required[at] = 1
		}
	}
	labels := make([]C.size_t, len(s.Blocks), len(s.Blocks)+1)
	for at, block := range s.Blocks {
		names = append(append(names, block.Type), block.Labels...)
		labels[at] = C.size_t(len(block.Labels))
	}
	return packedSchema{pack(names), required, labels}
}

func (b *HCLBody) splitBy(schema *packedSchema, how C.uint, together *gathering, source string) (content *HCLContent, rest *HCLBody, found, err error) {
	text, lengths, count := schema.names.args()
	required, labels := schema.required, schema.labels
	defer b.done()
	made := C.go_hcl_body_content(b.use(), text, lengths, count, &required[:1][0], C.size_t(len(required)),
		&labels[:1][0], C.size_t(len(labels)), how)
	cause := takeCause(&C.go_called{cause: made.cause})
	if made.error != nil {
		return nil, nil, nil, newError(made.error).becauseOf(cause)
	}
	together.of(b)
	content, rest, found = takeSized(made.out, made.size, together), together.body(made.rest), diagnosticsAbout(made.diagnostics, source)
	raise(cause)
	if told, ok := found.(*Error); ok {
		found = told.becauseOf(cause)
	}
	return content, rest, found, nil
}

// Attributes returns all arguments of a body, which must not contain blocks.
func (b *HCLBody) Attributes() ([]HCLAttribute, error) {
	defer b.done()
	made := C.go_hcl_body_attributes(b.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeContent((*C.pcty_hcl_content)(made.out)).Attributes, nil
}

// AttributesDiagnosed returns all arguments of a body, which must not contain blocks, as far as
// possible. They are valid even if there is an error. The error has all diagnostics, including
// warnings.
func (b *HCLBody) AttributesDiagnosed() ([]HCLAttribute, error) {
	defer b.done()
	made := C.go_hcl_body_attributes_diagnosed(b.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeContent((*C.pcty_hcl_content)(made.out)).Attributes, diagnosticsIn((*C.pcty_error)(made.more))
}

func (g *gathering) expression(taken *C.pcty_hcl_expression) *HCLExpression {
	if taken == nil {
		return nil
	}
	return (*HCLExpression)(unsafe.Pointer(g.take(expressionHandle, unsafe.Pointer(taken))))
}

func (g *gathering) body(taken *C.pcty_hcl_body) *HCLBody {
	if taken == nil {
		return nil
	}
	if g.owns != nil {
		return ownBody(taken, g.owns)
	}
	return (*HCLBody)(unsafe.Pointer(g.take(bodyHandle, unsafe.Pointer(taken))))
}

func takeContent(taken *C.pcty_hcl_content) *HCLContent {
	return takeSized(taken, C.go_hcl_content_size(taken), &gathering{})
}

func takeSized(taken *C.pcty_hcl_content, size C.pcty_hcl_content_data, together *gathering) *HCLContent {
	defer C.pcty_hcl_content_free(taken)
	content := &HCLContent{MissingRange: readRange(size.missing_range)}
	if size.attribute_count > 0 {
		borrowed := make([]C.go_attribute, size.attribute_count)
		C.go_hcl_content_attributes(taken, &borrowed[0])
		content.Attributes = make([]HCLAttribute, len(borrowed))
		for at, read := range borrowed {
			content.Attributes[at] = together.attribute(read)
		}
	}
	if size.block_count > 0 {
		borrowed := make([]C.go_block, size.block_count)
		C.go_hcl_content_blocks(taken, &borrowed[0])
		content.Blocks = make([]HCLBlock, len(borrowed))
		for at, read := range borrowed {
			content.Blocks[at] = together.block(read)
		}
	}
	return content
}

func (g *gathering) attribute(read C.go_attribute) HCLAttribute {
	return HCLAttribute{
		text(read.name), g.expression(read.expression),
		readRange(read._range), readRange(read.name_range), text(read.file),
	}
}

func (g *gathering) block(read C.go_block) HCLBlock {
	block := HCLBlock{
		Type: text(read._type), Body: g.body(read.body), Range: readRange(read._range),
		TypeRange: readRange(read.type_range), WholeRange: readRange(read.whole_range),
		OpenRange: readRange(read.open_range), CloseRange: readRange(read.close_range),
		File: text(read.file),
	}
	if read.labels > 0 {
		labels, ranges := make([]C.pcty_str, read.labels), make([]C.pcty_range, read.labels)
		C.go_hcl_block_labels(read.borrowed, &labels[0], &ranges[0])
		for at := range labels {
			block.Labels = append(block.Labels, text(labels[at]))
			block.LabelRanges = append(block.LabelRanges, readRange(ranges[at]))
		}
	}
	return block
}
