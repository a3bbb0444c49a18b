// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

package polycty

// #include "shims.h"
import "C"

// An HCLAlignment is the columns in which consecutive lines are aligned.
type HCLAlignment uint32

const (
	// HCLAlignAll: equals signs and comments at the end of lines, as by `terraform fmt`.
	HCLAlignAll HCLAlignment = C.PCTY_HCL_ALIGNMENT_ALL
	// HCLAlignEquals: only equals signs.
	HCLAlignEquals HCLAlignment = C.PCTY_HCL_ALIGNMENT_EQUALS
	// HCLAlignComments: only comments.
	HCLAlignComments HCLAlignment = C.PCTY_HCL_ALIGNMENT_COMMENTS
	// HCLAlignNone: nothing: one space precedes equals signs and comments.
	HCLAlignNone HCLAlignment = C.PCTY_HCL_ALIGNMENT_NONE
)

var hclAlignmentNames = enumerationNames{
	enumeration: "HCLAlignment", flags: false,
	names: map[uint32]string{
		1: "all",
		2: "equals",
		3: "comments",
		4: "none",
	},
}

// String returns the name of the value: "all", "equals", "comments" or "none".
func (v HCLAlignment) String() string { return hclAlignmentNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLAlignment) MarshalText() ([]byte, error) { return hclAlignmentNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLAlignment) UnmarshalText(text []byte) error {
	return hclAlignmentNames.unmarshal(text, (*uint32)(v))
}

// An HCLForm is the form of an expression.
type HCLForm uint32

const (
	// HCLFormMissing: there is no expression.
	HCLFormMissing HCLForm = C.PCTY_HCL_FORM_MISSING
	// HCLFormLiteral: a number, a string without sequences, `true`, `false` or `null`.
	HCLFormLiteral HCLForm = C.PCTY_HCL_FORM_LITERAL
	// HCLFormTemplate: a template or heredoc of several pieces.
	HCLFormTemplate HCLForm = C.PCTY_HCL_FORM_TEMPLATE
	// HCLFormTemplateWrap: a template that is one interpolation; its value has any type.
	HCLFormTemplateWrap HCLForm = C.PCTY_HCL_FORM_TEMPLATE_WRAP
	// HCLFormTemplateJoin: the joined results of the `for` directive of a template.
	HCLFormTemplateJoin HCLForm = C.PCTY_HCL_FORM_TEMPLATE_JOIN
	// HCLFormTraversal: a variable and constant steps into it.
	HCLFormTraversal HCLForm = C.PCTY_HCL_FORM_TRAVERSAL
	// HCLFormRelativeTraversal: constant steps into another expression.
	HCLFormRelativeTraversal HCLForm = C.PCTY_HCL_FORM_RELATIVE_TRAVERSAL
	// HCLFormCall: a call of a function.
	HCLFormCall HCLForm = C.PCTY_HCL_FORM_CALL
	// HCLFormConditional: `a ? b : c`, or a template's `if` directive.
	HCLFormConditional HCLForm = C.PCTY_HCL_FORM_CONDITIONAL
	// HCLFormIndex: `a[b]` with a key that is computed.
	HCLFormIndex HCLForm = C.PCTY_HCL_FORM_INDEX
	// HCLFormTuple: `[a, b]`.
	HCLFormTuple HCLForm = C.PCTY_HCL_FORM_TUPLE
	// HCLFormObject: `{a = b}`.
	HCLFormObject HCLForm = C.PCTY_HCL_FORM_OBJECT
	// HCLFormFor: `[for v in c : v]` or `{for k, v in c : k => v}`.
	HCLFormFor HCLForm = C.PCTY_HCL_FORM_FOR
	// HCLFormSplat: `a[*]` or `a.*`.
	HCLFormSplat HCLForm = C.PCTY_HCL_FORM_SPLAT
	// HCLFormSplatItem: the current element of a splat. Evaluated alone, it is unknown.
	HCLFormSplatItem HCLForm = C.PCTY_HCL_FORM_SPLAT_ITEM
	// HCLFormUnary: `-a` or `!a`.
	HCLFormUnary HCLForm = C.PCTY_HCL_FORM_UNARY
	// HCLFormOperations: operators of one precedence, from left to right: `a + b - c` has three
	// operands.
	HCLFormOperations HCLForm = C.PCTY_HCL_FORM_OPERATIONS
	// HCLFormParentheses: `(a)`.
	HCLFormParentheses HCLForm = C.PCTY_HCL_FORM_PARENTHESES
	// HCLFormInvalid: a part of the text that could not be parsed.
	HCLFormInvalid HCLForm = C.PCTY_HCL_FORM_INVALID
	// HCLFormValue: a value without a text, such as the values of an unknown body.
	HCLFormValue HCLForm = C.PCTY_HCL_FORM_VALUE
)

var hclFormNames = enumerationNames{
	enumeration: "HCLForm", flags: false,
	names: map[uint32]string{
		0:  "missing",
		1:  "literal",
		2:  "template",
		3:  "template_wrap",
		4:  "template_join",
		5:  "traversal",
		6:  "relative_traversal",
		7:  "call",
		8:  "conditional",
		9:  "index",
		10: "tuple",
		11: "object",
		12: "for",
		13: "splat",
		14: "splat_item",
		15: "unary",
		16: "operations",
		17: "parentheses",
		18: "invalid",
		19: "value",
	},
}

// String returns the name of the value, such as "literal".
func (v HCLForm) String() string { return hclFormNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLForm) MarshalText() ([]byte, error) { return hclFormNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLForm) UnmarshalText(text []byte) error { return hclFormNames.unmarshal(text, (*uint32)(v)) }

// An HCLHeredocs is the layout of heredocs.
type HCLHeredocs uint32

const (
	// HCLHeredocsTerraform: as by `terraform fmt`, which changes the indentation of all following
	// lines if an interpolation in a heredoc has several lines.
	HCLHeredocsTerraform HCLHeredocs = C.PCTY_HCL_HEREDOCS_TERRAFORM
	// HCLHeredocsIndented: the lines of an interpolation are indented from the line on which it
	// starts, and the lines after a heredoc as before it. The lines of a `<<-` heredoc are
	// indented from the line that opens it. Values do not change.
	HCLHeredocsIndented HCLHeredocs = C.PCTY_HCL_HEREDOCS_INDENTED
)

var hclHeredocsNames = enumerationNames{
	enumeration: "HCLHeredocs", flags: false,
	names: map[uint32]string{
		1: "terraform",
		2: "indented",
	},
}

// String returns the name of the value: "terraform" or "indented".
func (v HCLHeredocs) String() string { return hclHeredocsNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLHeredocs) MarshalText() ([]byte, error) { return hclHeredocsNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLHeredocs) UnmarshalText(text []byte) error {
	return hclHeredocsNames.unmarshal(text, (*uint32)(v))
}

// An HCLItemKind is the kind of an item of a body.
type HCLItemKind uint32

const (
	// HCLItemNone: there is no such item.
	HCLItemNone HCLItemKind = C.PCTY_HCL_ITEM_NONE
	// HCLItemAttribute: an argument.
	HCLItemAttribute HCLItemKind = C.PCTY_HCL_ITEM_ATTRIBUTE
	// HCLItemBlock: a block.
	HCLItemBlock HCLItemKind = C.PCTY_HCL_ITEM_BLOCK
	// HCLItemEither: in JSON, an item that may be an argument or blocks: a null, an object, or an
	// array of these. Its blocks are those of a block type without labels: one for an object, and
	// one for each element of an array. If the block type has labels, these are the names of the
	// items of the bodies, one level for each label.
	HCLItemEither HCLItemKind = C.PCTY_HCL_ITEM_EITHER
)

var hclItemKindNames = enumerationNames{
	enumeration: "HCLItemKind", flags: false,
	names: map[uint32]string{
		0: "none",
		1: "attribute",
		2: "block",
		3: "either",
	},
}

// String returns the name of the value: "none", "attribute", "block" or "either".
func (v HCLItemKind) String() string { return hclItemKindNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLItemKind) MarshalText() ([]byte, error) { return hclItemKindNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLItemKind) UnmarshalText(text []byte) error {
	return hclItemKindNames.unmarshal(text, (*uint32)(v))
}

// An HCLOrder is the order of arguments, blocks and keys of objects. Comments move with their
// items.
type HCLOrder uint32

const (
	// HCLOrderSource: the order of the text.
	HCLOrderSource HCLOrder = C.PCTY_HCL_ORDER_SOURCE
	// HCLOrderConventional: arguments precede blocks. With HCLStyleTerraform, meta-arguments
	// precede other arguments, `lifecycle` and `depends_on` follow all other items, and the
	// arguments of variables and outputs have the order of Terraform's style guide.
	HCLOrderConventional HCLOrder = C.PCTY_HCL_ORDER_CONVENTIONAL
	// HCLOrderAlphabetical: as HCLOrderConventional; in addition, the other arguments and the keys
	// of objects are sorted by name between blank lines.
	HCLOrderAlphabetical HCLOrder = C.PCTY_HCL_ORDER_ALPHABETICAL
)

var hclOrderNames = enumerationNames{
	enumeration: "HCLOrder", flags: false,
	names: map[uint32]string{
		1: "source",
		2: "conventional",
		3: "alphabetical",
	},
}

// String returns the name of the value: "source", "conventional" or "alphabetical".
func (v HCLOrder) String() string { return hclOrderNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLOrder) MarshalText() ([]byte, error) { return hclOrderNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLOrder) UnmarshalText(text []byte) error {
	return hclOrderNames.unmarshal(text, (*uint32)(v))
}

// An HCLRole is the role of a part in its expression.
type HCLRole uint32

const (
	// HCLRoleNone: not a part, or in a list of expressions that are not the parts of one
	// expression.
	HCLRoleNone HCLRole = C.PCTY_HCL_ROLE_NONE
	// HCLRolePiece: a piece of a template.
	HCLRolePiece HCLRole = C.PCTY_HCL_ROLE_PIECE
	// HCLRoleInner: the expression in parentheses.
	HCLRoleInner HCLRole = C.PCTY_HCL_ROLE_INNER
	// HCLRoleSource: the expression that steps, an index or a splat apply to.
	HCLRoleSource HCLRole = C.PCTY_HCL_ROLE_SOURCE
	// HCLRoleEach: the expression that a splat evaluates for each element.
	HCLRoleEach HCLRole = C.PCTY_HCL_ROLE_EACH
	// HCLRoleArgument: an argument of a call.
	HCLRoleArgument HCLRole = C.PCTY_HCL_ROLE_ARGUMENT
	// HCLRoleCondition: the condition of a conditional, or the condition that a `for` selects by.
	HCLRoleCondition HCLRole = C.PCTY_HCL_ROLE_CONDITION
	// HCLRoleThen: the result of a conditional if its condition is true.
	HCLRoleThen HCLRole = C.PCTY_HCL_ROLE_THEN
	// HCLRoleElse: the result of a conditional if its condition is false.
	HCLRoleElse HCLRole = C.PCTY_HCL_ROLE_ELSE
	// HCLRoleCollection: the collection that a `for` iterates over.
	HCLRoleCollection HCLRole = C.PCTY_HCL_ROLE_COLLECTION
	// HCLRoleKey: a computed key: of an index, of an item of an object, of a `for`.
	HCLRoleKey HCLRole = C.PCTY_HCL_ROLE_KEY
	// HCLRoleName: a key of an item of an object that is a name, not a variable.
	HCLRoleName HCLRole = C.PCTY_HCL_ROLE_NAME
	// HCLRoleValue: a value: of an item of an object, of a `for`.
	HCLRoleValue HCLRole = C.PCTY_HCL_ROLE_VALUE
	// HCLRoleElement: an element of a tuple.
	HCLRoleElement HCLRole = C.PCTY_HCL_ROLE_ELEMENT
	// HCLRoleOperand: an operand.
	HCLRoleOperand HCLRole = C.PCTY_HCL_ROLE_OPERAND
)

var hclRoleNames = enumerationNames{
	enumeration: "HCLRole", flags: false,
	names: map[uint32]string{
		0:  "none",
		1:  "piece",
		2:  "inner",
		3:  "source",
		4:  "each",
		5:  "argument",
		6:  "condition",
		7:  "then",
		8:  "else",
		9:  "collection",
		10: "key",
		11: "name",
		12: "value",
		13: "element",
		14: "operand",
	},
}

// String returns the name of the value, such as "piece".
func (v HCLRole) String() string { return hclRoleNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLRole) MarshalText() ([]byte, error) { return hclRoleNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLRole) UnmarshalText(text []byte) error { return hclRoleNames.unmarshal(text, (*uint32)(v)) }

// An HCLStringStyle is the notation of the strings of a value.
type HCLStringStyle uint32

const (
	// HCLStringQuoted: in quotes, each on one line.
	HCLStringQuoted HCLStringStyle = C.PCTY_HCL_STRING_QUOTED
	// HCLStringHeredoc: strings of several lines are heredocs if a heredoc can represent them and
	// a newline may follow: the value as a whole, and the values of attributes of objects and of
	// keys of maps. Other strings are in quotes.
	HCLStringHeredoc HCLStringStyle = C.PCTY_HCL_STRING_HEREDOC
)

var hclStringStyleNames = enumerationNames{
	enumeration: "HCLStringStyle", flags: false,
	names: map[uint32]string{
		1: "quoted",
		2: "heredoc",
	},
}

// String returns the name of the value: "quoted" or "heredoc".
func (v HCLStringStyle) String() string { return hclStringStyleNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLStringStyle) MarshalText() ([]byte, error) { return hclStringStyleNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLStringStyle) UnmarshalText(text []byte) error {
	return hclStringStyleNames.unmarshal(text, (*uint32)(v))
}

// An HCLStyle is the changes that formatting makes.
type HCLStyle uint32

const (
	// HCLStyleLayout: only blanks change.
	HCLStyleLayout HCLStyle = C.PCTY_HCL_STYLE_LAYOUT
	// HCLStyleTerraform: blanks change, and outdated notations are replaced, as by `terraform
	// fmt`: an interpolation that is the whole template becomes its expression, labels get quotes,
	// and the types of variables become type expressions.
	HCLStyleTerraform HCLStyle = C.PCTY_HCL_STYLE_TERRAFORM
)

var hclStyleNames = enumerationNames{
	enumeration: "HCLStyle", flags: false,
	names: map[uint32]string{
		1: "layout",
		2: "terraform",
	},
}

// String returns the name of the value: "layout" or "terraform".
func (v HCLStyle) String() string { return hclStyleNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLStyle) MarshalText() ([]byte, error) { return hclStyleNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLStyle) UnmarshalText(text []byte) error {
	return hclStyleNames.unmarshal(text, (*uint32)(v))
}

// An HCLSyntax is a syntax of HCL.
type HCLSyntax uint32

const (
	// HCLNative: native syntax.
	HCLNative HCLSyntax = C.PCTY_HCL_NATIVE
	// HCLJSON: JSON syntax. Its strings are templates.
	HCLJSON HCLSyntax = C.PCTY_HCL_JSON
	// HCLTemplate: a template in native syntax, without quotes around it. It has no bodies.
	HCLTemplate HCLSyntax = C.PCTY_HCL_TEMPLATE
)

var hclSyntaxNames = enumerationNames{
	enumeration: "HCLSyntax", flags: false,
	names: map[uint32]string{
		1: "native",
		2: "json",
		3: "template",
	},
}

// String returns the name of the value: "native", "json" or "template".
func (v HCLSyntax) String() string { return hclSyntaxNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLSyntax) MarshalText() ([]byte, error) { return hclSyntaxNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLSyntax) UnmarshalText(text []byte) error {
	return hclSyntaxNames.unmarshal(text, (*uint32)(v))
}

// An HCLTokenKind is the kind of a token.
type HCLTokenKind uint32

const (
	// HCLTokenNone: there is no such token.
	HCLTokenNone HCLTokenKind = C.PCTY_HCL_TOKEN_NONE
	// HCLTokenOpenBrace: `{`
	HCLTokenOpenBrace HCLTokenKind = C.PCTY_HCL_TOKEN_OPEN_BRACE
	// HCLTokenCloseBrace: `}`
	HCLTokenCloseBrace HCLTokenKind = C.PCTY_HCL_TOKEN_CLOSE_BRACE
	// HCLTokenOpenBracket: `[`
	HCLTokenOpenBracket HCLTokenKind = C.PCTY_HCL_TOKEN_OPEN_BRACKET
	// HCLTokenCloseBracket: `]`
	HCLTokenCloseBracket HCLTokenKind = C.PCTY_HCL_TOKEN_CLOSE_BRACKET
	// HCLTokenOpenParen: `(`
	HCLTokenOpenParen HCLTokenKind = C.PCTY_HCL_TOKEN_OPEN_PAREN
	// HCLTokenCloseParen: `)`
	HCLTokenCloseParen HCLTokenKind = C.PCTY_HCL_TOKEN_CLOSE_PAREN
	// HCLTokenOpenQuote: a quote that opens a template.
	HCLTokenOpenQuote HCLTokenKind = C.PCTY_HCL_TOKEN_OPEN_QUOTE
	// HCLTokenCloseQuote: a quote that closes a template.
	HCLTokenCloseQuote HCLTokenKind = C.PCTY_HCL_TOKEN_CLOSE_QUOTE
	// HCLTokenOpenHeredoc: `<<MARKER` or `<<-MARKER` with its newline.
	HCLTokenOpenHeredoc HCLTokenKind = C.PCTY_HCL_TOKEN_OPEN_HEREDOC
	// HCLTokenCloseHeredoc: the closing marker with the blanks around it, without the newline.
	HCLTokenCloseHeredoc HCLTokenKind = C.PCTY_HCL_TOKEN_CLOSE_HEREDOC
	// HCLTokenInterpolation: `${` or `${~`
	HCLTokenInterpolation HCLTokenKind = C.PCTY_HCL_TOKEN_INTERPOLATION
	// HCLTokenDirective: `%{` or `%{~`
	HCLTokenDirective HCLTokenKind = C.PCTY_HCL_TOKEN_DIRECTIVE
	// HCLTokenSequenceEnd: `}` or `~}` that ends an interpolation or a directive.
	HCLTokenSequenceEnd HCLTokenKind = C.PCTY_HCL_TOKEN_SEQUENCE_END
	// HCLTokenQuotedText: text between quotes, with escapes.
	HCLTokenQuotedText HCLTokenKind = C.PCTY_HCL_TOKEN_QUOTED_TEXT
	// HCLTokenPlainText: text of a heredoc, without escapes.
	HCLTokenPlainText HCLTokenKind = C.PCTY_HCL_TOKEN_PLAIN_TEXT
	// HCLTokenNumber: a number.
	HCLTokenNumber HCLTokenKind = C.PCTY_HCL_TOKEN_NUMBER
	// HCLTokenName: a name or a keyword.
	HCLTokenName HCLTokenKind = C.PCTY_HCL_TOKEN_NAME
	// HCLTokenStar: `*`
	HCLTokenStar HCLTokenKind = C.PCTY_HCL_TOKEN_STAR
	// HCLTokenSlash: `/`
	HCLTokenSlash HCLTokenKind = C.PCTY_HCL_TOKEN_SLASH
	// HCLTokenPercent: `%`
	HCLTokenPercent HCLTokenKind = C.PCTY_HCL_TOKEN_PERCENT
	// HCLTokenPlus: `+`
	HCLTokenPlus HCLTokenKind = C.PCTY_HCL_TOKEN_PLUS
	// HCLTokenMinus: `-`
	HCLTokenMinus HCLTokenKind = C.PCTY_HCL_TOKEN_MINUS
	// HCLTokenEqual: `=`
	HCLTokenEqual HCLTokenKind = C.PCTY_HCL_TOKEN_EQUAL
	// HCLTokenEqualEqual: `==`
	HCLTokenEqualEqual HCLTokenKind = C.PCTY_HCL_TOKEN_EQUAL_EQUAL
	// HCLTokenNotEqual: `!=`
	HCLTokenNotEqual HCLTokenKind = C.PCTY_HCL_TOKEN_NOT_EQUAL
	// HCLTokenLess: `<`
	HCLTokenLess HCLTokenKind = C.PCTY_HCL_TOKEN_LESS
	// HCLTokenLessOrEqual: `<=`
	HCLTokenLessOrEqual HCLTokenKind = C.PCTY_HCL_TOKEN_LESS_OR_EQUAL
	// HCLTokenGreater: `>`
	HCLTokenGreater HCLTokenKind = C.PCTY_HCL_TOKEN_GREATER
	// HCLTokenGreaterOrEqual: `>=`
	HCLTokenGreaterOrEqual HCLTokenKind = C.PCTY_HCL_TOKEN_GREATER_OR_EQUAL
	// HCLTokenAnd: `&&`
	HCLTokenAnd HCLTokenKind = C.PCTY_HCL_TOKEN_AND
	// HCLTokenOr: `||`
	HCLTokenOr HCLTokenKind = C.PCTY_HCL_TOKEN_OR
	// HCLTokenBang: `!`
	HCLTokenBang HCLTokenKind = C.PCTY_HCL_TOKEN_BANG
	// HCLTokenDot: `.`
	HCLTokenDot HCLTokenKind = C.PCTY_HCL_TOKEN_DOT
	// HCLTokenEllipsis: `...`
	HCLTokenEllipsis HCLTokenKind = C.PCTY_HCL_TOKEN_ELLIPSIS
	// HCLTokenComma: `,`
	HCLTokenComma HCLTokenKind = C.PCTY_HCL_TOKEN_COMMA
	// HCLTokenFatArrow: `=>`
	HCLTokenFatArrow HCLTokenKind = C.PCTY_HCL_TOKEN_FAT_ARROW
	// HCLTokenQuestion: `?`
	HCLTokenQuestion HCLTokenKind = C.PCTY_HCL_TOKEN_QUESTION
	// HCLTokenColon: `:`
	HCLTokenColon HCLTokenKind = C.PCTY_HCL_TOKEN_COLON
	// HCLTokenDoubleColon: `::`
	HCLTokenDoubleColon HCLTokenKind = C.PCTY_HCL_TOKEN_DOUBLE_COLON
	// HCLTokenNewline: a newline outside of text.
	HCLTokenNewline HCLTokenKind = C.PCTY_HCL_TOKEN_NEWLINE
	// HCLTokenComment: a comment without the newline after it.
	HCLTokenComment HCLTokenKind = C.PCTY_HCL_TOKEN_COMMENT
	// HCLTokenBlank: blanks outside of text, or a byte order mark.
	HCLTokenBlank HCLTokenKind = C.PCTY_HCL_TOKEN_BLANK
	// HCLTokenInvalid: text that is not a token of the language: a character, newlines between
	// quotes, or a byte that is not UTF-8.
	HCLTokenInvalid HCLTokenKind = C.PCTY_HCL_TOKEN_INVALID
	// HCLTokenEnd: the end of the text. It is empty, and the last token.
	HCLTokenEnd HCLTokenKind = C.PCTY_HCL_TOKEN_END
)

var hclTokenKindNames = enumerationNames{
	enumeration: "HCLTokenKind", flags: false,
	names: map[uint32]string{
		0:  "none",
		1:  "open_brace",
		2:  "close_brace",
		3:  "open_bracket",
		4:  "close_bracket",
		5:  "open_paren",
		6:  "close_paren",
		7:  "open_quote",
		8:  "close_quote",
		9:  "open_heredoc",
		10: "close_heredoc",
		11: "interpolation",
		12: "directive",
		13: "sequence_end",
		14: "quoted_text",
		15: "plain_text",
		16: "number",
		17: "name",
		18: "star",
		19: "slash",
		20: "percent",
		21: "plus",
		22: "minus",
		23: "equal",
		24: "equal_equal",
		25: "not_equal",
		26: "less",
		27: "less_or_equal",
		28: "greater",
		29: "greater_or_equal",
		30: "and",
		31: "or",
		32: "bang",
		33: "dot",
		34: "ellipsis",
		35: "comma",
		36: "fat_arrow",
		37: "question",
		38: "colon",
		39: "double_colon",
		40: "newline",
		41: "comment",
		42: "blank",
		43: "invalid",
		44: "end",
	},
}

// String returns the name of the value, such as "open_brace".
func (v HCLTokenKind) String() string { return hclTokenKindNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLTokenKind) MarshalText() ([]byte, error) { return hclTokenKindNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLTokenKind) UnmarshalText(text []byte) error {
	return hclTokenKindNames.unmarshal(text, (*uint32)(v))
}

// An HCLTypeMode is the notation that a type expression may use.
type HCLTypeMode uint32

const (
	// HCLTypeExact: an exact type.
	HCLTypeExact HCLTypeMode = C.PCTY_HCL_TYPE_EXACT
	// HCLTypeConstraint: a type constraint: an exact type that may also contain `any`, and
	// `optional(T)` for an attribute.
	HCLTypeConstraint HCLTypeMode = C.PCTY_HCL_TYPE_CONSTRAINT
	// HCLTypeDefaults: a type constraint whose optional attributes may have defaults, `optional(T,
	// default)`.
	HCLTypeDefaults HCLTypeMode = C.PCTY_HCL_TYPE_DEFAULTS
)

var hclTypeModeNames = enumerationNames{
	enumeration: "HCLTypeMode", flags: false,
	names: map[uint32]string{
		1: "exact",
		2: "constraint",
		3: "defaults",
	},
}

// String returns the name of the value: "exact", "constraint" or "defaults".
func (v HCLTypeMode) String() string { return hclTypeModeNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLTypeMode) MarshalText() ([]byte, error) { return hclTypeModeNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLTypeMode) UnmarshalText(text []byte) error {
	return hclTypeModeNames.unmarshal(text, (*uint32)(v))
}

// An HCLValueStyle is the notation of unknown and marked values, which have no notation in HCL.
type HCLValueStyle uint32

const (
	// HCLValueExpression: they are errors; the text is an expression whose result is the value.
	HCLValueExpression HCLValueStyle = C.PCTY_HCL_VALUE_EXPRESSION
	// HCLValueRedacted: they are written in parentheses, in a form that is not an expression. Of a
	// marked value only the marks are written.
	HCLValueRedacted HCLValueStyle = C.PCTY_HCL_VALUE_REDACTED
	// HCLValueRevealed: they are written as for HCLValueRedacted, but with the content of marked
	// values.
	HCLValueRevealed HCLValueStyle = C.PCTY_HCL_VALUE_REVEALED
)

var hclValueStyleNames = enumerationNames{
	enumeration: "HCLValueStyle", flags: false,
	names: map[uint32]string{
		1: "expression",
		2: "redacted",
		3: "revealed",
	},
}

// String returns the name of the value: "expression", "redacted" or "revealed".
func (v HCLValueStyle) String() string { return hclValueStyleNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLValueStyle) MarshalText() ([]byte, error) { return hclValueStyleNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLValueStyle) UnmarshalText(text []byte) error {
	return hclValueStyleNames.unmarshal(text, (*uint32)(v))
}
