package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"io"
	"math"
	"sync"
	"unsafe"
)

// Writing of HCL in the manner of hclwrite: formatting, edits that keep the rest of the text, and
// new expressions.

// FormatHCL formats a text in native syntax. Diagnostics use the name in file.
func FormatHCL(source []byte, file string, style HCLStyle) ([]byte, error) {
	return FormatHCLWith(source, file, HCLFormatOptions{Style: style})
}

// HCLFormatOptions are the options of formatting. A zero field has the layout of terraform fmt.
type HCLFormatOptions struct {
	// Style is the changes that formatting makes; HCLStyleLayout if it is zero.
	Style HCLStyle
	// Heredocs is the layout of heredocs; HCLHeredocsTerraform if it is zero.
	Heredocs HCLHeredocs
	// Alignment is what is aligned in consecutive lines; HCLAlignAll if it is zero.
	Alignment HCLAlignment
	// Order is the order of arguments, blocks and keys; HCLOrderSource if it is zero.
	Order HCLOrder
	// Width is the number of columns, from 20 to 10000, after which lines are broken; none are if it
	// is zero.
	Width uint32
}

// forC returns the options as C's struct.
func (o HCLFormatOptions) forC() C.pcty_hcl_format_options {
	return C.pcty_hcl_format_options{
		struct_size: C.sizeof_pcty_hcl_format_options,
		style:       C.pcty_hcl_style(orInitial(o.Style, HCLStyleLayout)),
		heredocs:    C.pcty_hcl_heredocs(orInitial(o.Heredocs, HCLHeredocsTerraform)),
		alignment:   C.pcty_hcl_alignment(orInitial(o.Alignment, HCLAlignAll)),
		order:       C.pcty_hcl_order(orInitial(o.Order, HCLOrderSource)),
		width:       C.uint32_t(o.Width),
	}
}

// orInitial returns a constant, or the initial one if it is zero.
func orInitial[T ~uint32](constant, initial T) T {
	if constant == 0 {
		return initial
	}
	return constant
}

// FormatHCLWith formats a text in native syntax. Diagnostics use the name in file.
func FormatHCLWith(source []byte, file string, options HCLFormatOptions) ([]byte, error) {
	forC := options.forC()
	return takenBytes(C.go_hcl_format(asText(source), file, forC))
}

// FormatHCLLines formats the lines that have a byte from start to before end, and returns the whole
// text. A newline belongs to the line before it.
func FormatHCLLines(source []byte, file string, start, end int, style HCLStyle) ([]byte, error) {
	forC := HCLFormatOptions{Style: style}.forC()
	forC.is_partial, forC.start, forC.end = true, C.size_t(start), C.size_t(end)
	return takenBytes(C.go_hcl_format(asText(source), file, forC))
}

// An HCLToken is a token of a text.
type HCLToken struct {
	Kind  HCLTokenKind
	Text  string
	Range Range
}

func takeTokens(made C.go_out) ([]HCLToken, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	taken := (*C.pcty_hcl_tokens)(made.out)
	defer C.pcty_hcl_tokens_free(taken)
	tokens := make([]HCLToken, int(C.pcty_hcl_tokens_count(taken)))
	for at := range tokens {
		index := C.size_t(at)
		token := C.go_hcl_tokens_at(taken, index).out
		tokens[at] = HCLToken{
			HCLTokenKind(token.kind), text(token.text), readRange(C.pcty_hcl_tokens_range_at(taken, index)),
		}
	}
	return tokens, nil
}

// An HCLFragment is a new expression for an HCLFile. It is immutable; any number of goroutines may
// use it.
type HCLFragment struct{ handle }

func madeFragment(made C.go_out) (*HCLFragment, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newHCLFragment((*C.pcty_hcl_fragment)(made.out)), nil
}

// HCLFragmentForTraversal returns a variable with steps: the first step is an AttrStep of the
// variable's name.
func HCLFragmentForTraversal(path Path) (*HCLFragment, error) {
	built, err := path.build()
	if err != nil {
		return nil, err
	}
	defer C.pcty_path_free(built)
	return madeFragment(C.go_hcl_fragment_traversal(built))
}

// An HCLObjectItem is an item of an object fragment.
type HCLObjectItem struct {
	Key   string
	Value *HCLFragment
}

// HCLFragmentForObject returns `{ a = b }` with the items in this order. A key that is not a valid
// name is quoted.
func HCLFragmentForObject(items ...HCLObjectItem) (*HCLFragment, error) {
	keys, values := make([]string, len(items)), make([]*HCLFragment, len(items))
	for at, item := range items {
		keys[at], values[at] = item.Key, item.Value
	}
	first, _ := useHCLFragments(values).args()
	defer doneHCLFragments(values)
	text, lengths, count := pack(keys).args()
	return madeFragment(C.go_hcl_fragment_object(text, lengths, first, count))
}

// HCLFragmentForTokens returns the expression of tokens without blanks. The ranges of the tokens
// are ignored.
func HCLFragmentForTokens(tokens ...HCLToken) (*HCLFragment, error) {
	texts := make([]string, len(tokens))
	kinds := make([]C.pcty_hcl_token_kind, len(tokens), len(tokens)+1)
	for at, token := range tokens {
		texts[at], kinds[at] = token.Text, C.pcty_hcl_token_kind(token.Kind)
	}
	text, lengths, count := pack(texts).args()
	return madeFragment(C.go_hcl_fragment_of_tokens(text, lengths, &kinds[:1][0], count))
}

func useHCLFragments(fragments []*HCLFragment) valuePointers {
	pointers := make(valuePointers, len(fragments))
	for at, fragment := range fragments {
		pointers[at] = C.uintptr_t(uintptr(unsafe.Pointer(fragment.use())))
	}
	return pointers
}

func doneHCLFragments(fragments []*HCLFragment) {
	for _, fragment := range fragments {
		fragment.done()
	}
}

// An HCLFile is an editable text in native syntax. Parts that an edit does not touch remain byte
// for byte, and a failed edit changes nothing. Any number of goroutines may use it; calls run one
// at a time.
type HCLFile struct {
	handle
	mu sync.Mutex
}

func (f *HCLFile) use() *C.pcty_hcl_file {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	return (*C.pcty_hcl_file)(f.acquire())
}

func (f *HCLFile) done() {
	if f != nil {
		f.release()
		f.mu.Unlock()
	}
}

// Close frees the handle without waiting for the garbage collector. Methods treat a closed file as
// nil.
func (f *HCLFile) Close() {
	if f != nil {
		f.close()
	}
}

func newFile(taken unsafe.Pointer, length int) *HCLFile {
	f := &HCLFile{}
	f.own(hclFileHandle, taken)
	f.weigh(treeBytes(length))
	return f
}

// NewHCLFile returns an empty file.
func NewHCLFile() *HCLFile {
	return newFile(unsafe.Pointer(C.pcty_hcl_file_new()), 0)
}

// ParseHCLFile parses a file. Diagnostics use the name in file.
func ParseHCLFile(source []byte, file string) (*HCLFile, error) {
	made := C.go_hcl_file_parse(asText(source), file)
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newFile(made.out, len(source)), nil
}

// ParseHCLFileDiagnosed parses as much of a file as possible; unreadable parts keep their text. The
// file is valid even if there is an error; it is nil only if the arguments were wrong. The error
// has all diagnostics, including warnings.
func ParseHCLFileDiagnosed(source []byte, file string) (*HCLFile, error) {
	made := C.go_hcl_file_parse_diagnosed(asText(source), file)
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newFile(made.out, len(source)), diagnosticsIn((*C.pcty_error)(made.more))
}

// Bytes returns the text with all changes. It returns nil if the file is closed or larger than the
// limit of one call; Text returns the error.
func (f *HCLFile) Bytes() []byte {
	text, _ := f.Text()
	return text
}

// WriteTo writes the text with all changes.
func (f *HCLFile) WriteTo(w io.Writer) (int64, error) {
	text, err := f.Text()
	if err != nil {
		return 0, err
	}
	n, err := w.Write(text)
	return int64(n), err
}

// ByteOf returns the offset in Bytes of a line and column, each from 1.
func (f *HCLFile) ByteOf(line, column int) (int, error) {
	defer f.done()
	found := C.go_hcl_file_byte_of(f.use(), counted(line), counted(column))
	if found.error != nil {
		return 0, newError(found.error)
	}
	return int(found.answer), nil
}

// counted returns a line or a column, clamped to the range of C.uint32_t.
func counted(n int) C.uint32_t {
	switch {
	case n < 0:
		return 0
	case n > math.MaxUint32:
		return math.MaxUint32
	}
	return C.uint32_t(n)
}

// At returns the innermost node at a byte of Bytes, or the file's body, and the offset of the byte
// in the node's Value, or -1 if it is not in a value.
func (f *HCLFile) At(byte int) (node HCLNode, inValue int, err error) {
	defer f.done()
	found := C.go_hcl_file_node_at_byte(f.use(), C.size_t(byte))
	if found.error != nil {
		return HCLNode{}, -1, newError(found.error)
	}
	inValue = -1
	if found.in_value != C.SIZE_MAX {
		inValue = int(found.in_value)
	}
	return HCLNode{f, found.out}, inValue, nil
}

// Body returns the body of the file.
func (f *HCLFile) Body() HCLNode {
	return HCLNode{f, C.PCTY_HCL_NODE_ROOT}
}
