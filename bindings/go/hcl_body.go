package polycty

/*
#include "shim.h"

GO_MAKES(go_body_parse, pcty_hcl_body,
         (const char *source, size_t length, _GoString_ file, pcty_hcl_syntax syntax),
         pcty_hcl_body_parse(GO_BYTES(source, length), GO_STR(file), syntax, &out, &error))
GO_MAKES_TWO(go_body_parse_diagnosed, pcty_hcl_body, pcty_error,
             (const char *source, size_t length, _GoString_ file, pcty_hcl_syntax syntax),
             pcty_hcl_body_parse_diagnosed(GO_BYTES(source, length), GO_STR(file), syntax, &out,
                                         &more, &error))
GO_MAKES(go_body_merge, pcty_hcl_body, (const pcty_hcl_body *const *bodies, size_t count),
         pcty_hcl_body_merge(bodies, count, &out, &error))
GO_MAKES(go_body_expand_dynamic, pcty_hcl_body,
         (const pcty_hcl_body *body, const pcty_hcl_scope *scope),
         pcty_hcl_body_expand_dynamic(body, scope, &out, &error))
GO_MAKES(go_body_attributes, pcty_hcl_content, (const pcty_hcl_body *body),
         pcty_hcl_body_attributes(body, &out, &error))

// What a body contains by a schema whose names come as one text: the attributes, then
// each type of blocks and its labels.
static inline go_outs go_body_partial_content(const pcty_hcl_body *body, const char *text,
                                    const size_t *lengths, size_t texts, const uint8_t *required,
                                    size_t attribute_count, const size_t *label_counts,
                                    size_t block_count, bool rest) {
    pcty_hcl_content *out = NULL;
    pcty_hcl_body *more = NULL;
    pcty_error *error = NULL;
    pcty_str *names = go_texts(text, lengths, texts);
    pcty_hcl_attribute_schema *attributes =
        (pcty_hcl_attribute_schema *)malloc((attribute_count + 1) * sizeof *attributes);
    pcty_hcl_block_schema *blocks =
        (pcty_hcl_block_schema *)malloc((block_count + 1) * sizeof *blocks);
    if (names != NULL && attributes != NULL && blocks != NULL) {
        pcty_str *next = names;
        for (size_t i = 0; i < attribute_count; i++) {
            attributes[i].name = *next++;
            attributes[i].required = required[i] != 0;
        }
        for (size_t i = 0; i < block_count; i++) {
            blocks[i].type = *next++;
            blocks[i].labels = next;
            blocks[i].label_count = label_counts[i];
            next += label_counts[i];
        }
        pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT;
        schema.attributes = attributes;
        schema.attribute_count = attribute_count;
        schema.blocks = blocks;
        schema.block_count = block_count;
        if (rest) {
            pcty_hcl_body_partial_content(body, &schema, &out, &more, &error);
        } else {
            pcty_hcl_body_content(body, &schema, &out, &error);
        }
    }
    free(blocks);
    free(attributes);
    free(names);
    return (go_outs){out, more, error};
}

typedef struct {
    pcty_str name, file;
    pcty_hcl_expression *expression;
    pcty_range range, name_range;
} go_attribute;

static inline go_attribute go_content_attribute_at(const pcty_hcl_content *content, size_t at) {
    const pcty_hcl_attribute *found = pcty_hcl_content_attribute_at(content, at);
    go_attribute read = {pcty_hcl_attribute_name(found), pcty_hcl_attribute_file(found),
                         pcty_hcl_expression_clone(pcty_hcl_attribute_expression(found)),
                         pcty_hcl_attribute_range(found), pcty_hcl_attribute_name_range(found)};
    return read;
}

typedef struct {
    pcty_str type, file;
    size_t labels;
    pcty_hcl_body *body;
    pcty_range range, type_range;
} go_block;

static inline go_block go_content_block_at(const pcty_hcl_content *content, size_t at) {
    const pcty_hcl_block *found = pcty_hcl_content_block_at(content, at);
    go_block read = {pcty_hcl_block_type(found), pcty_hcl_block_file(found),
                     pcty_hcl_block_label_count(found),
                     pcty_hcl_body_clone(pcty_hcl_block_body(found)),
                     pcty_hcl_block_range(found), pcty_hcl_block_type_range(found)};
    return read;
}
static inline pcty_str go_content_block_label(const pcty_hcl_content *content, size_t at,
                                              size_t label) {
    return pcty_hcl_block_label_at(pcty_hcl_content_block_at(content, at), label);
}
static inline pcty_range go_content_block_label_range(const pcty_hcl_content *content, size_t at,
                                                      size_t label) {
    return pcty_hcl_block_label_range_at(pcty_hcl_content_block_at(content, at), label);
}
*/
import "C"

import "unsafe"

// An HCLBody is arguments and blocks as they were read. It is asked by a schema, or decoded
// by a spec. It never changes; any number of goroutines may use one.
type HCLBody struct{ handle }

func (b *HCLBody) use() *C.pcty_hcl_body {
	if b == nil {
		return nil
	}
	return (*C.pcty_hcl_body)(b.acquire())
}

func (b *HCLBody) done() {
	if b != nil {
		b.release()
	}
}

// Close frees the body's handle before the garbage collector does. A closed body is like
// nil.
func (b *HCLBody) Close() {
	if b != nil {
		b.close()
	}
}

func newBody(taken *C.pcty_hcl_body) *HCLBody {
	if taken == nil {
		return nil
	}
	b := &HCLBody{}
	b.own(bodyHandle, unsafe.Pointer(taken))
	return b
}

func madeBody(made C.go_out) (*HCLBody, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newBody((*C.pcty_hcl_body)(made.out)), nil
}

// ParseHCLBody reads a configuration file. File is what diagnostics call the text.
func ParseHCLBody(source []byte, file string, syntax HCLSyntax) (*HCLBody, error) {
	text, length := bytesOf(source)
	return madeBody(C.go_body_parse(text, length, file, C.pcty_hcl_syntax(syntax)))
}

// ParseHCLBodyDiagnosed reads a configuration file as far as it can be read. The body is
// there whatever the error says, which has all diagnostics, warnings too.
func ParseHCLBodyDiagnosed(source []byte, file string, syntax HCLSyntax) (*HCLBody, error) {
	text, length := bytesOf(source)
	made := C.go_body_parse_diagnosed(text, length, file, C.pcty_hcl_syntax(syntax))
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newBody((*C.pcty_hcl_body)(made.out)), findings((*C.pcty_error)(made.more))
}

// MergeHCLBodies makes one body of several, such as the files of a module.
func MergeHCLBodies(bodies ...*HCLBody) (*HCLBody, error) {
	pointers := make([]*C.pcty_hcl_body, len(bodies), len(bodies)+1)
	for at, b := range bodies {
		pointers[at] = b.use()
		defer b.done()
	}
	return madeBody(C.go_body_merge(&pointers[:1][0], C.size_t(len(bodies))))
}

// ExpandDynamic is the body in which `dynamic` blocks stand for the blocks that they
// generate, in the scope as it is now, which may be nil.
func (b *HCLBody) ExpandDynamic(scope *HCLScope) (*HCLBody, error) {
	p, done := scope.evaluated()
	defer done()
	defer b.done()
	return madeBody(C.go_body_expand_dynamic(b.use(), p))
}

// File is what the text is called that the body, or the first of several, stands in.
func (b *HCLBody) File() string {
	defer b.done()
	return text(C.pcty_hcl_body_file(b.use()))
}

// IsUnknown is whether nothing is known of the body but its shape: what a `dynamic` block
// over an unknown collection gives.
func (b *HCLBody) IsUnknown() bool {
	defer b.done()
	return bool(C.pcty_hcl_body_is_unknown(b.use()))
}

// Marks are what whatever is made of the body has to take on: those of the collection that
// its `dynamic` block iterates over. Values of its expressions have them already.
func (b *HCLBody) Marks() []string {
	defer b.done()
	marks := C.pcty_hcl_body_marks(b.use())
	defer C.pcty_marks_free(marks)
	return readMarks(marks)
}

// MissingRange is the place to point at when something is missing in the body.
func (b *HCLBody) MissingRange() Range {
	defer b.done()
	return readRange(C.pcty_hcl_body_missing_range(b.use()))
}

// An HCLSchema is which arguments and blocks a body may have.
type HCLSchema struct {
	Attributes []HCLAttributeSchema
	Blocks     []HCLBlockSchema
}

// An HCLAttributeSchema is an argument that a body may have.
type HCLAttributeSchema struct {
	Name     string
	Required bool
}

// An HCLBlockSchema is a type of blocks that a body may have.
type HCLBlockSchema struct {
	Type string
	// Labels is what the labels are called; a block must have as many.
	Labels []string
}

// HCLContent is what a body contains.
type HCLContent struct {
	// Attributes are in the order of the schema, or of the text where there was none.
	Attributes []HCLAttribute
	// Blocks are in the order of the text.
	Blocks []HCLBlock
	// MissingRange is the place to point at when something is missing.
	MissingRange Range
}

// Attribute is the argument of a name; nil if there is none.
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
	File             string
}

// Content is what the body contains by a schema that says all that it may.
func (b *HCLBody) Content(schema HCLSchema) (*HCLContent, error) {
	content, _, err := b.split(schema, false)
	return content, err
}

// PartialContent is what the body contains by a schema that says some of what it may, and a body of
// the rest.
func (b *HCLBody) PartialContent(schema HCLSchema) (content *HCLContent, rest *HCLBody, err error) {
	return b.split(schema, true)
}

func (b *HCLBody) split(schema HCLSchema, withRest bool) (*HCLContent, *HCLBody, error) {
	var names []string
	required := make([]C.uint8_t, len(schema.Attributes), len(schema.Attributes)+1)
	for at, attribute := range schema.Attributes {
		names = append(names, attribute.Name)
		if attribute.Required {
			required[at] = 1
		}
	}
	labels := make([]C.size_t, len(schema.Blocks), len(schema.Blocks)+1)
	for at, block := range schema.Blocks {
		names = append(append(names, block.Type), block.Labels...)
		labels[at] = C.size_t(len(block.Labels))
	}
	text, lengths, count := pack(names).args()
	defer b.done()
	made := C.go_body_partial_content(b.use(), text, lengths, count, &required[:1][0], C.size_t(len(required)),
		&labels[:1][0], C.size_t(len(labels)), C.bool(withRest))
	if made.error != nil {
		return nil, nil, newError(made.error)
	}
	return takeContent((*C.pcty_hcl_content)(made.out)), newBody((*C.pcty_hcl_body)(made.more)), nil
}

// Attributes are the arguments of a body that may have any, and no blocks.
func (b *HCLBody) Attributes() ([]HCLAttribute, error) {
	defer b.done()
	made := C.go_body_attributes(b.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeContent((*C.pcty_hcl_content)(made.out)).Attributes, nil
}

func takeContent(taken *C.pcty_hcl_content) *HCLContent {
	defer C.pcty_hcl_content_free(taken)
	content := &HCLContent{MissingRange: readRange(C.pcty_hcl_content_missing_range(taken))}
	for at := C.size_t(0); at < C.pcty_hcl_content_attribute_count(taken); at++ {
		read := C.go_content_attribute_at(taken, at)
		content.Attributes = append(content.Attributes, HCLAttribute{
			text(read.name), newExpression(read.expression),
			readRange(read._range), readRange(read.name_range), text(read.file),
		})
	}
	for at := C.size_t(0); at < C.pcty_hcl_content_block_count(taken); at++ {
		read := C.go_content_block_at(taken, at)
		block := HCLBlock{
			Type: text(read._type), Body: newBody(read.body), Range: readRange(read._range),
			TypeRange: readRange(read.type_range), File: text(read.file),
		}
		for label := C.size_t(0); label < read.labels; label++ {
			block.Labels = append(block.Labels, text(C.go_content_block_label(taken, at, label)))
			block.LabelRanges = append(block.LabelRanges, readRange(C.go_content_block_label_range(taken, at, label)))
		}
		content.Blocks = append(content.Blocks, block)
	}
	return content
}
