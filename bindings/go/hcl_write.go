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

// What writes HCL: texts laid out, changed without touching the rest of them, and made, in the
// manner of hclwrite.

// An HCLStyle is what formatting changes.
type HCLStyle uint32

const (
	// HCLStyleLayout is blanks, and nothing else.
	HCLStyleLayout HCLStyle = C.PCTY_HCL_STYLE_LAYOUT
	// HCLStyleTerraform is blanks, and what Terraform has another notation for today, as
	// `terraform fmt` does.
	HCLStyleTerraform HCLStyle = C.PCTY_HCL_STYLE_TERRAFORM
)

// FormatHCL is a text in native syntax, laid out. File is what diagnostics call the text.
func FormatHCL(source []byte, file string, style HCLStyle) ([]byte, error) {
	return takenBytes(C.go_hcl_format(asText(source), file, C.pcty_hcl_style(style)))
}

// FormatHCLLines is the whole text with the lines laid out that have a byte from start up to
// before end; a newline is its line's last byte.
func FormatHCLLines(source []byte, file string, start, end int, style HCLStyle) ([]byte, error) {
	from, to := C.size_t(start), C.size_t(end)
	return takenBytes(C.go_hcl_format_lines(asText(source), file, from, to, C.pcty_hcl_style(style)))
}

// An HCLTokenKind is what a token is.
type HCLTokenKind uint32

// The kinds of tokens.
const (
	HCLTokenOpenBrace      HCLTokenKind = C.PCTY_HCL_TOKEN_OPEN_BRACE
	HCLTokenCloseBrace     HCLTokenKind = C.PCTY_HCL_TOKEN_CLOSE_BRACE
	HCLTokenOpenBracket    HCLTokenKind = C.PCTY_HCL_TOKEN_OPEN_BRACKET
	HCLTokenCloseBracket   HCLTokenKind = C.PCTY_HCL_TOKEN_CLOSE_BRACKET
	HCLTokenOpenParen      HCLTokenKind = C.PCTY_HCL_TOKEN_OPEN_PAREN
	HCLTokenCloseParen     HCLTokenKind = C.PCTY_HCL_TOKEN_CLOSE_PAREN
	HCLTokenOpenQuote      HCLTokenKind = C.PCTY_HCL_TOKEN_OPEN_QUOTE
	HCLTokenCloseQuote     HCLTokenKind = C.PCTY_HCL_TOKEN_CLOSE_QUOTE
	HCLTokenOpenHeredoc    HCLTokenKind = C.PCTY_HCL_TOKEN_OPEN_HEREDOC
	HCLTokenCloseHeredoc   HCLTokenKind = C.PCTY_HCL_TOKEN_CLOSE_HEREDOC
	HCLTokenInterpolation  HCLTokenKind = C.PCTY_HCL_TOKEN_INTERPOLATION
	HCLTokenDirective      HCLTokenKind = C.PCTY_HCL_TOKEN_DIRECTIVE
	HCLTokenSequenceEnd    HCLTokenKind = C.PCTY_HCL_TOKEN_SEQUENCE_END
	HCLTokenQuotedText     HCLTokenKind = C.PCTY_HCL_TOKEN_QUOTED_TEXT
	HCLTokenPlainText      HCLTokenKind = C.PCTY_HCL_TOKEN_PLAIN_TEXT
	HCLTokenNumber         HCLTokenKind = C.PCTY_HCL_TOKEN_NUMBER
	HCLTokenName           HCLTokenKind = C.PCTY_HCL_TOKEN_NAME
	HCLTokenStar           HCLTokenKind = C.PCTY_HCL_TOKEN_STAR
	HCLTokenSlash          HCLTokenKind = C.PCTY_HCL_TOKEN_SLASH
	HCLTokenPercent        HCLTokenKind = C.PCTY_HCL_TOKEN_PERCENT
	HCLTokenPlus           HCLTokenKind = C.PCTY_HCL_TOKEN_PLUS
	HCLTokenMinus          HCLTokenKind = C.PCTY_HCL_TOKEN_MINUS
	HCLTokenEqual          HCLTokenKind = C.PCTY_HCL_TOKEN_EQUAL
	HCLTokenEqualEqual     HCLTokenKind = C.PCTY_HCL_TOKEN_EQUAL_EQUAL
	HCLTokenNotEqual       HCLTokenKind = C.PCTY_HCL_TOKEN_NOT_EQUAL
	HCLTokenLess           HCLTokenKind = C.PCTY_HCL_TOKEN_LESS
	HCLTokenLessOrEqual    HCLTokenKind = C.PCTY_HCL_TOKEN_LESS_OR_EQUAL
	HCLTokenGreater        HCLTokenKind = C.PCTY_HCL_TOKEN_GREATER
	HCLTokenGreaterOrEqual HCLTokenKind = C.PCTY_HCL_TOKEN_GREATER_OR_EQUAL
	HCLTokenAnd            HCLTokenKind = C.PCTY_HCL_TOKEN_AND
	HCLTokenOr             HCLTokenKind = C.PCTY_HCL_TOKEN_OR
	HCLTokenBang           HCLTokenKind = C.PCTY_HCL_TOKEN_BANG
	HCLTokenDot            HCLTokenKind = C.PCTY_HCL_TOKEN_DOT
	HCLTokenEllipsis       HCLTokenKind = C.PCTY_HCL_TOKEN_ELLIPSIS
	HCLTokenComma          HCLTokenKind = C.PCTY_HCL_TOKEN_COMMA
	HCLTokenFatArrow       HCLTokenKind = C.PCTY_HCL_TOKEN_FAT_ARROW
	HCLTokenQuestion       HCLTokenKind = C.PCTY_HCL_TOKEN_QUESTION
	HCLTokenColon          HCLTokenKind = C.PCTY_HCL_TOKEN_COLON
	HCLTokenDoubleColon    HCLTokenKind = C.PCTY_HCL_TOKEN_DOUBLE_COLON
	HCLTokenNewline        HCLTokenKind = C.PCTY_HCL_TOKEN_NEWLINE
	HCLTokenComment        HCLTokenKind = C.PCTY_HCL_TOKEN_COMMENT
	HCLTokenBlank          HCLTokenKind = C.PCTY_HCL_TOKEN_BLANK
	HCLTokenInvalid        HCLTokenKind = C.PCTY_HCL_TOKEN_INVALID
	HCLTokenEnd            HCLTokenKind = C.PCTY_HCL_TOKEN_END
)

// An HCLToken is a token of a text.
type HCLToken struct {
	Kind  HCLTokenKind
	Text  string
	Range Range
}

// HCLTokens are all tokens of a text, comments and blanks too: their texts put together are the
// text again. The last one is HCLTokenEnd, which is empty.
func HCLTokens(source []byte) ([]HCLToken, error) {
	return takeTokens(C.go_hcl_tokens_parse(asText(source)))
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

// An HCLFragment is an expression that is made, to be put into an HCLFile. It never changes; any
// number of goroutines may use it.
type HCLFragment struct{ handle }

func (s *HCLFragment) use() *C.pcty_hcl_fragment {
	if s == nil {
		return nil
	}
	return (*C.pcty_hcl_fragment)(s.acquire())
}

func (s *HCLFragment) done() {
	if s != nil {
		s.release()
	}
}

// Close frees the handle before the garbage collector does. A closed fragment is like nil.
func (s *HCLFragment) Close() {
	if s != nil {
		s.close()
	}
}

func madeFragment(made C.go_out) (*HCLFragment, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	s := &HCLFragment{}
	s.own(fragmentHandle, made.out)
	return s, nil
}

// ParseHCLFragment is the expression that a text is, laid out anew.
func ParseHCLFragment(source string) (*HCLFragment, error) {
	return madeFragment(C.go_hcl_fragment_parse(source))
}

// An HCLStringStyle is how the texts of a value are written.
type HCLStringStyle uint32

const (
	// HCLStringQuoted is in quotes, each on one line.
	HCLStringQuoted HCLStringStyle = C.PCTY_HCL_STRING_QUOTED
	// HCLStringHeredoc is those of several lines as heredocs, where a heredoc can say them.
	HCLStringHeredoc HCLStringStyle = C.PCTY_HCL_STRING_HEREDOC
)

// HCLFragmentForValue is the expression that gives a value. What is unknown or marked has none.
func HCLFragmentForValue(value *Value, texts HCLStringStyle) (*HCLFragment, error) {
	defer value.done()
	return madeFragment(C.go_hcl_fragment_value(value.use(), C.pcty_hcl_string_style(texts)))
}

// HCLFragmentForTraversal is a variable and steps into it: the first is an AttrStep of the
// variable's name.
func HCLFragmentForTraversal(path Path) (*HCLFragment, error) {
	built, err := path.build()
	if err != nil {
		return nil, err
	}
	defer C.pcty_path_free(built)
	return madeFragment(C.go_hcl_fragment_traversal(built))
}

// HCLFragmentForFunctionCall is a call of a function.
func HCLFragmentForFunctionCall(name string, arguments ...*HCLFragment) (*HCLFragment, error) {
	parts := useFragments(arguments)
	defer parts.done()
	first, count := parts.args()
	return madeFragment(C.go_hcl_fragment_call(name, first, count, C.PCTY_HCL_ARGUMENTS_SINGLE))
}

// HCLFragmentForExpandedCall is a call whose last argument is a list of arguments, `...`.
func HCLFragmentForExpandedCall(name string, arguments ...*HCLFragment) (*HCLFragment, error) {
	parts := useFragments(arguments)
	defer parts.done()
	first, count := parts.args()
	return madeFragment(C.go_hcl_fragment_call(name, first, count, C.PCTY_HCL_ARGUMENTS_EXPANDED))
}

// HCLFragmentForTuple is `[a, b]`.
func HCLFragmentForTuple(elements ...*HCLFragment) (*HCLFragment, error) {
	parts := useFragments(elements)
	defer parts.done()
	first, count := parts.args()
	return madeFragment(C.go_hcl_fragment_tuple(first, count))
}

// An HCLObjectItem is an item of an object that is written.
type HCLObjectItem struct {
	Key   string
	Value *HCLFragment
}

// HCLFragmentForObject is `{ a = b }`, in this order. A key that is no name gets quotes.
func HCLFragmentForObject(items ...HCLObjectItem) (*HCLFragment, error) {
	keys, values := make([]string, len(items)), make([]*HCLFragment, len(items))
	for at, item := range items {
		keys[at], values[at] = item.Key, item.Value
	}
	parts := useFragments(values)
	defer parts.done()
	text, lengths, count := pack(keys).args()
	first, _ := parts.args()
	return madeFragment(C.go_hcl_fragment_object(text, lengths, first, count))
}

// HCLFragmentForTokens is the expression that tokens are, without blanks; their ranges do not count.
func HCLFragmentForTokens(tokens ...HCLToken) (*HCLFragment, error) {
	texts := make([]string, len(tokens))
	kinds := make([]C.pcty_hcl_token_kind, len(tokens), len(tokens)+1)
	for at, token := range tokens {
		texts[at], kinds[at] = token.Text, C.pcty_hcl_token_kind(token.Kind)
	}
	text, lengths, count := pack(texts).args()
	return madeFragment(C.go_hcl_fragment_of_tokens(text, lengths, &kinds[:1][0], count))
}

// String is the text of the fragment, as if it began in the first column.
func (s *HCLFragment) String() string {
	defer s.done()
	return text(C.pcty_hcl_fragment_text(s.use()))
}

// Fragments in use by a call.
type usedFragments struct {
	fragments []*HCLFragment
	pointers  []C.uintptr_t
}

func useFragments(fragments []*HCLFragment) usedFragments {
	used := usedFragments{fragments, make([]C.uintptr_t, len(fragments))}
	for at, fragment := range fragments {
		used.pointers[at] = C.uintptr_t(uintptr(unsafe.Pointer(fragment.use())))
	}
	return used
}

func (u usedFragments) args() (*C.uintptr_t, C.size_t) {
	if len(u.pointers) == 0 {
		return nil, 0
	}
	return &u.pointers[0], C.size_t(len(u.pointers))
}

func (u usedFragments) done() {
	for _, fragment := range u.fragments {
		fragment.done()
	}
}

// EncodeHCLJSON is a value as an expression in JSON syntax, in which no template begins.
func EncodeHCLJSON(value *Value) ([]byte, error) {
	defer value.done()
	return takenBytes(C.go_hcl_value_to_json(value.use()))
}

// An HCLFile is a text in native syntax that is changed: what an edit does not touch comes out
// byte for byte, and an edit that fails has changed nothing. Any number of goroutines may use it,
// one after the other.
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

// Close frees the file's handle before the garbage collector does. A closed file is like nil.
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

// NewHCLFile is a file without anything in it.
func NewHCLFile() *HCLFile {
	return newFile(unsafe.Pointer(C.pcty_hcl_file_new()), 0)
}

// ParseHCLFile reads a file. File is what diagnostics call the text.
func ParseHCLFile(source []byte, file string) (*HCLFile, error) {
	made := C.go_hcl_file_parse(asText(source), file)
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newFile(made.out, len(source)), nil
}

// ParseHCLFileDiagnosed reads a file as far as it can be read; what could not be read is written as
// it was. The file is there whatever the error says, which has all diagnostics, warnings too; it is
// nil only if the arguments were wrong.
func ParseHCLFileDiagnosed(source []byte, file string) (*HCLFile, error) {
	made := C.go_hcl_file_parse_diagnosed(asText(source), file)
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newFile(made.out, len(source)), findings((*C.pcty_error)(made.more))
}

// Bytes are the text with all changes, or nil of a file that is closed or larger than what one call
// may make; Text says why.
func (f *HCLFile) Bytes() []byte {
	text, _ := f.Text()
	return text
}

// Text is the text with all changes.
func (f *HCLFile) Text() ([]byte, error) {
	defer f.done()
	return takenBytes(C.go_hcl_file_to_text(f.use()))
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

// JSON is the same body in JSON syntax.
func (f *HCLFile) JSON() ([]byte, error) {
	defer f.done()
	return takenBytes(C.go_hcl_file_to_json(f.use()))
}

// ByteOf is the byte of Bytes at a line and column, each from 1.
func (f *HCLFile) ByteOf(line, column int) (int, error) {
	defer f.done()
	found := C.go_hcl_file_byte_of(f.use(), counted(line), counted(column))
	if found.error != nil {
		return 0, newError(found.error)
	}
	return int(found.answer), nil
}

// counted is a line or a column; what no text has is behind what any has, or before.
func counted(n int) C.uint32_t {
	switch {
	case n < 0:
		return 0
	case n > math.MaxUint32:
		return math.MaxUint32
	}
	return C.uint32_t(n)
}

// At is the innermost node at a byte of Bytes, or the file's body, and where that byte is in the
// node's Value, or -1 if it is not in a value.
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

// Body is the body of the file itself.
func (f *HCLFile) Body() HCLNode {
	return HCLNode{f, C.PCTY_HCL_NODE_ROOT}
}
