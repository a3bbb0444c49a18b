// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_pcl

package polycty

// #include "shims.h"
import "C"

// A PCLKind is the kind of a type in PCL.
type PCLKind uint32

const (
	// PCLKindMissing: there is no type: the argument was NULL.
	PCLKindMissing PCLKind = C.PCTY_PCL_KIND_MISSING
	// PCLKindDynamic: a type that is not known before the values are.
	PCLKindDynamic PCLKind = C.PCTY_PCL_KIND_DYNAMIC
	// PCLKindNone: the type of null.
	PCLKindNone PCLKind = C.PCTY_PCL_KIND_NONE
	// PCLKindBool: bools.
	PCLKindBool PCLKind = C.PCTY_PCL_KIND_BOOL
	// PCLKindInt: exact integers of any size.
	PCLKindInt PCLKind = C.PCTY_PCL_KIND_INT
	// PCLKindNumber: numbers.
	PCLKindNumber PCLKind = C.PCTY_PCL_KIND_NUMBER
	// PCLKindString: strings.
	PCLKindString PCLKind = C.PCTY_PCL_KIND_STRING
	// PCLKindID: identifiers of resources, given as strings.
	PCLKindID PCLKind = C.PCTY_PCL_KIND_ID
	// PCLKindOpaque: a type known by its name alone.
	PCLKindOpaque PCLKind = C.PCTY_PCL_KIND_OPAQUE
	// PCLKindList: sequences of one element type.
	PCLKindList PCLKind = C.PCTY_PCL_KIND_LIST
	// PCLKindSet: sets of one element type.
	PCLKindSet PCLKind = C.PCTY_PCL_KIND_SET
	// PCLKindMap: maps from strings to one element type.
	PCLKindMap PCLKind = C.PCTY_PCL_KIND_MAP
	// PCLKindTuple: sequences with a type for each position.
	PCLKindTuple PCLKind = C.PCTY_PCL_KIND_TUPLE
	// PCLKindObject: named properties.
	PCLKindObject PCLKind = C.PCTY_PCL_KIND_OBJECT
	// PCLKindUnion: one of several types. One of `none` and another type is an optional type.
	PCLKindUnion PCLKind = C.PCTY_PCL_KIND_UNION
	// PCLKindPromise: a deferred value.
	PCLKindPromise PCLKind = C.PCTY_PCL_KIND_PROMISE
	// PCLKindOutput: a deferred value with additional information.
	PCLKindOutput PCLKind = C.PCTY_PCL_KIND_OUTPUT
	// PCLKindConst: one value of a type.
	PCLKindConst PCLKind = C.PCTY_PCL_KIND_CONST
	// PCLKindEnum: a named enumeration of values of one type.
	PCLKindEnum PCLKind = C.PCTY_PCL_KIND_ENUM
	// PCLKindRecursive: a reference to a definition of a group.
	PCLKindRecursive PCLKind = C.PCTY_PCL_KIND_RECURSIVE
	// PCLKindForeign: a type of another dialect, which PCL does not have.
	PCLKindForeign PCLKind = C.PCTY_PCL_KIND_FOREIGN
)

var pclKindNames = enumerationNames{
	enumeration: "PCLKind", flags: false,
	names: map[uint32]string{
		0:  "missing",
		1:  "dynamic",
		2:  "none",
		3:  "bool",
		4:  "int",
		5:  "number",
		6:  "string",
		7:  "id",
		8:  "opaque",
		9:  "list",
		10: "set",
		11: "map",
		12: "tuple",
		13: "object",
		14: "union",
		15: "promise",
		16: "output",
		17: "const",
		18: "enum",
		19: "recursive",
		20: "foreign",
	},
}

// String returns the name of the value, such as "dynamic".
func (v PCLKind) String() string { return pclKindNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PCLKind) MarshalText() ([]byte, error) { return pclKindNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PCLKind) UnmarshalText(text []byte) error { return pclKindNames.unmarshal(text, (*uint32)(v)) }

// A PCLOperator is an operator of HCL.
type PCLOperator uint32

const (
	// PCLOperatorNone: the node has no operator.
	PCLOperatorNone PCLOperator = C.PCTY_PCL_OPERATOR_NONE
	// PCLOperatorOr: `||`
	PCLOperatorOr PCLOperator = C.PCTY_PCL_OPERATOR_OR
	// PCLOperatorAnd: `&&`
	PCLOperatorAnd PCLOperator = C.PCTY_PCL_OPERATOR_AND
	// PCLOperatorEqual: `==`
	PCLOperatorEqual PCLOperator = C.PCTY_PCL_OPERATOR_EQUAL
	// PCLOperatorNotEqual: `!=`
	PCLOperatorNotEqual PCLOperator = C.PCTY_PCL_OPERATOR_NOT_EQUAL
	// PCLOperatorGreater: `>`
	PCLOperatorGreater PCLOperator = C.PCTY_PCL_OPERATOR_GREATER
	// PCLOperatorGreaterOrEqual: `>=`
	PCLOperatorGreaterOrEqual PCLOperator = C.PCTY_PCL_OPERATOR_GREATER_OR_EQUAL
	// PCLOperatorLess: `<`
	PCLOperatorLess PCLOperator = C.PCTY_PCL_OPERATOR_LESS
	// PCLOperatorLessOrEqual: `<=`
	PCLOperatorLessOrEqual PCLOperator = C.PCTY_PCL_OPERATOR_LESS_OR_EQUAL
	// PCLOperatorAdd: `+`
	PCLOperatorAdd PCLOperator = C.PCTY_PCL_OPERATOR_ADD
	// PCLOperatorSubtract: `-` between two operands
	PCLOperatorSubtract PCLOperator = C.PCTY_PCL_OPERATOR_SUBTRACT
	// PCLOperatorMultiply: `*`
	PCLOperatorMultiply PCLOperator = C.PCTY_PCL_OPERATOR_MULTIPLY
	// PCLOperatorDivide: `/`
	PCLOperatorDivide PCLOperator = C.PCTY_PCL_OPERATOR_DIVIDE
	// PCLOperatorModulo: `%`
	PCLOperatorModulo PCLOperator = C.PCTY_PCL_OPERATOR_MODULO
	// PCLOperatorNot: `!`
	PCLOperatorNot PCLOperator = C.PCTY_PCL_OPERATOR_NOT
	// PCLOperatorNegate: `-` before its operand
	PCLOperatorNegate PCLOperator = C.PCTY_PCL_OPERATOR_NEGATE
)

var pclOperatorNames = enumerationNames{
	enumeration: "PCLOperator", flags: false,
	names: map[uint32]string{
		0:  "none",
		1:  "or",
		2:  "and",
		3:  "equal",
		4:  "not_equal",
		5:  "greater",
		6:  "greater_or_equal",
		7:  "less",
		8:  "less_or_equal",
		9:  "add",
		10: "subtract",
		11: "multiply",
		12: "divide",
		13: "modulo",
		14: "not",
		15: "negate",
	},
}

// String returns the name of the value, such as "or".
func (v PCLOperator) String() string { return pclOperatorNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PCLOperator) MarshalText() ([]byte, error) { return pclOperatorNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PCLOperator) UnmarshalText(text []byte) error {
	return pclOperatorNames.unmarshal(text, (*uint32)(v))
}

// A PCLRole is the role of a node in its parent.
type PCLRole uint32

const (
	// PCLRoleRoot: the root, which has no parent.
	PCLRoleRoot PCLRole = C.PCTY_PCL_ROLE_ROOT
	// PCLRolePart: a part of a template, in order.
	PCLRolePart PCLRole = C.PCTY_PCL_ROLE_PART
	// PCLRoleInner: the expression inside parentheses, an interpolation or a join.
	PCLRoleInner PCLRole = C.PCTY_PCL_ROLE_INNER
	// PCLRoleSource: the expression that steps, an index, a splat or a `for` apply to.
	PCLRoleSource PCLRole = C.PCTY_PCL_ROLE_SOURCE
	// PCLRoleStep: a step, in order.
	PCLRoleStep PCLRole = C.PCTY_PCL_ROLE_STEP
	// PCLRoleArgument: an argument, in order.
	PCLRoleArgument PCLRole = C.PCTY_PCL_ROLE_ARGUMENT
	// PCLRoleCondition: the condition of a conditional or a `for`.
	PCLRoleCondition PCLRole = C.PCTY_PCL_ROLE_CONDITION
	// PCLRoleThen: the result of a conditional when the condition is true.
	PCLRoleThen PCLRole = C.PCTY_PCL_ROLE_THEN
	// PCLRoleElse: the result of a conditional when the condition is false.
	PCLRoleElse PCLRole = C.PCTY_PCL_ROLE_ELSE
	// PCLRoleKey: the key of an index, of an item or of a `for`.
	PCLRoleKey PCLRole = C.PCTY_PCL_ROLE_KEY
	// PCLRoleValue: the value of an item or of a `for`.
	PCLRoleValue PCLRole = C.PCTY_PCL_ROLE_VALUE
	// PCLRoleElement: an element of a tuple or an item of an object, in order.
	PCLRoleElement PCLRole = C.PCTY_PCL_ROLE_ELEMENT
	// PCLRoleEach: the expression that a splat evaluates for each element.
	PCLRoleEach PCLRole = C.PCTY_PCL_ROLE_EACH
	// PCLRoleOperand: an operand; the leftmost one of several.
	PCLRoleOperand PCLRole = C.PCTY_PCL_ROLE_OPERAND
	// PCLRoleOperation: an operator and the operand to its right, in order.
	PCLRoleOperation PCLRole = C.PCTY_PCL_ROLE_OPERATION
)

var pclRoleNames = enumerationNames{
	enumeration: "PCLRole", flags: false,
	names: map[uint32]string{
		0:  "root",
		1:  "part",
		2:  "inner",
		3:  "source",
		4:  "step",
		5:  "argument",
		6:  "condition",
		7:  "then",
		8:  "else",
		9:  "key",
		10: "value",
		11: "element",
		12: "each",
		13: "operand",
		14: "operation",
	},
}

// String returns the name of the value, such as "part".
func (v PCLRole) String() string { return pclRoleNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PCLRole) MarshalText() ([]byte, error) { return pclRoleNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PCLRole) UnmarshalText(text []byte) error { return pclRoleNames.unmarshal(text, (*uint32)(v)) }

// A PCLSyntaxKind is the kind of a node.
type PCLSyntaxKind uint32

const (
	// PCLNodeMissing: not a node; the value of zeroed data.
	PCLNodeMissing PCLSyntaxKind = C.PCTY_PCL_NODE_MISSING
	// PCLNodeLiteral: a number, a string, a bool or null, in `value`.
	PCLNodeLiteral PCLSyntaxKind = C.PCTY_PCL_NODE_LITERAL
	// PCLNodeTemplate: a template. Its children are its parts.
	PCLNodeTemplate PCLSyntaxKind = C.PCTY_PCL_NODE_TEMPLATE
	// PCLNodeInterpolation: a template that is one interpolation. Its value has any type.
	PCLNodeInterpolation PCLSyntaxKind = C.PCTY_PCL_NODE_INTERPOLATION
	// PCLNodeJoin: the joined results of the `for` directive of a template.
	PCLNodeJoin PCLSyntaxKind = C.PCTY_PCL_NODE_JOIN
	// PCLNodeVariable: a variable, in `name`. Its children are the steps into it. The type is that
	// of the result of the last step.
	PCLNodeVariable PCLSyntaxKind = C.PCTY_PCL_NODE_VARIABLE
	// PCLNodeTraversal: steps into the value of another expression, which is the first child.
	PCLNodeTraversal PCLSyntaxKind = C.PCTY_PCL_NODE_TRAVERSAL
	// PCLNodeAttribute: a step into an attribute, in `name`. The type is that of the result.
	PCLNodeAttribute PCLSyntaxKind = C.PCTY_PCL_NODE_ATTRIBUTE
	// PCLNodeKey: a step to a literal key, in `value`. The type is that of the result.
	PCLNodeKey PCLSyntaxKind = C.PCTY_PCL_NODE_KEY
	// PCLNodeCall: a call of a function, in `name`.
	PCLNodeCall PCLSyntaxKind = C.PCTY_PCL_NODE_CALL
	// PCLNodeConditional: a conditional. Its children are the condition and the two results.
	PCLNodeConditional PCLSyntaxKind = C.PCTY_PCL_NODE_CONDITIONAL
	// PCLNodeIndex: an index with a computed key. Its children are the collection and the key.
	PCLNodeIndex PCLSyntaxKind = C.PCTY_PCL_NODE_INDEX
	// PCLNodeTuple: a tuple. Its children are its elements.
	PCLNodeTuple PCLSyntaxKind = C.PCTY_PCL_NODE_TUPLE
	// PCLNodeObject: an object. Its children are its items.
	PCLNodeObject PCLSyntaxKind = C.PCTY_PCL_NODE_OBJECT
	// PCLNodeItem: an item of an object. Its children are the key, unless it is a bare name, and
	// the value. The type is that of the value.
	PCLNodeItem PCLSyntaxKind = C.PCTY_PCL_NODE_ITEM
	// PCLNodeFor: a `for` with the variable in `name`. Its children are a collection, an optional
	// key, which makes the result an object, a value, and an optional condition.
	PCLNodeFor PCLSyntaxKind = C.PCTY_PCL_NODE_FOR
	// PCLNodeSplat: a splat. Its children are the source and the expression that is evaluated for
	// each element.
	PCLNodeSplat PCLSyntaxKind = C.PCTY_PCL_NODE_SPLAT
	// PCLNodeSplatItem: the current element of the innermost splat around the node.
	PCLNodeSplatItem PCLSyntaxKind = C.PCTY_PCL_NODE_SPLAT_ITEM
	// PCLNodeUnary: an operator before its operand.
	PCLNodeUnary PCLSyntaxKind = C.PCTY_PCL_NODE_UNARY
	// PCLNodeOperations: operators of one precedence from left to right. Its children are the
	// leftmost operand, and an operation for each operator.
	PCLNodeOperations PCLSyntaxKind = C.PCTY_PCL_NODE_OPERATIONS
	// PCLNodeOperation: an operator and the operand to its right. The type and the range are those
	// of the chain up to this operand.
	PCLNodeOperation PCLSyntaxKind = C.PCTY_PCL_NODE_OPERATION
	// PCLNodeParentheses: an expression in parentheses.
	PCLNodeParentheses PCLSyntaxKind = C.PCTY_PCL_NODE_PARENTHESES
	// PCLNodeInvalid: a part of the text that could not be parsed as an expression.
	PCLNodeInvalid PCLSyntaxKind = C.PCTY_PCL_NODE_INVALID
)

var pclSyntaxKindNames = enumerationNames{
	enumeration: "PCLSyntaxKind", flags: false,
	names: map[uint32]string{
		0:  "missing",
		1:  "literal",
		2:  "template",
		3:  "interpolation",
		4:  "join",
		5:  "variable",
		6:  "traversal",
		7:  "attribute",
		8:  "key",
		9:  "call",
		10: "conditional",
		11: "index",
		12: "tuple",
		13: "object",
		14: "item",
		15: "for",
		16: "splat",
		17: "splat_item",
		18: "unary",
		19: "operations",
		20: "operation",
		21: "parentheses",
		22: "invalid",
	},
}

// String returns the name of the value, such as "literal".
func (v PCLSyntaxKind) String() string { return pclSyntaxKindNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PCLSyntaxKind) MarshalText() ([]byte, error) { return pclSyntaxKindNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PCLSyntaxKind) UnmarshalText(text []byte) error {
	return pclSyntaxKindNames.unmarshal(text, (*uint32)(v))
}
