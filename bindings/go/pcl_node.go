//go:build !polycty_no_pcl

package polycty

// #include <polycty.h>
import "C"

// A PCLSyntaxKind is the kind of a node of an expression.
type PCLSyntaxKind uint32

const (
	// PCLNodeMissing: there is no node.
	PCLNodeMissing PCLSyntaxKind = C.PCTY_PCL_NODE_MISSING
	// PCLNodeLiteral: a number, a string, a bool or null.
	PCLNodeLiteral PCLSyntaxKind = C.PCTY_PCL_NODE_LITERAL
	// PCLNodeTemplate: a template of its parts.
	PCLNodeTemplate PCLSyntaxKind = C.PCTY_PCL_NODE_TEMPLATE
	// PCLNodeInterpolation: a template that is one interpolation: its value, of any type.
	PCLNodeInterpolation PCLSyntaxKind = C.PCTY_PCL_NODE_INTERPOLATION
	// PCLNodeJoin: the joined results of a `for` in a template.
	PCLNodeJoin PCLSyntaxKind = C.PCTY_PCL_NODE_JOIN
	// PCLNodeVariable: the variable of the node's name, with the steps into it as children. The type
	// is that of the last step.
	PCLNodeVariable PCLSyntaxKind = C.PCTY_PCL_NODE_VARIABLE
	// PCLNodeTraversal: steps into the value of an expression, which is the first child.
	PCLNodeTraversal PCLSyntaxKind = C.PCTY_PCL_NODE_TRAVERSAL
	// PCLNodeAttribute: a step to the attribute of the node's name. The type is the type after the
	// step.
	PCLNodeAttribute PCLSyntaxKind = C.PCTY_PCL_NODE_ATTRIBUTE
	// PCLNodeKey: a step to a literal key. The type is the type after the step.
	PCLNodeKey PCLSyntaxKind = C.PCTY_PCL_NODE_KEY
	// PCLNodeCall: a call of the function of the node's name.
	PCLNodeCall PCLSyntaxKind = C.PCTY_PCL_NODE_CALL
	// PCLNodeConditional: a condition and two results.
	PCLNodeConditional PCLSyntaxKind = C.PCTY_PCL_NODE_CONDITIONAL
	// PCLNodeIndex: a collection and a computed key.
	PCLNodeIndex PCLSyntaxKind = C.PCTY_PCL_NODE_INDEX
	// PCLNodeTuple: a tuple of its elements.
	PCLNodeTuple PCLSyntaxKind = C.PCTY_PCL_NODE_TUPLE
	// PCLNodeObject: an object of its items.
	PCLNodeObject PCLSyntaxKind = C.PCTY_PCL_NODE_OBJECT
	// PCLNodeItem: an item of an object: a value, and the key unless it is a bare name. The type is
	// that of the value.
	PCLNodeItem PCLSyntaxKind = C.PCTY_PCL_NODE_ITEM
	// PCLNodeFor: a `for` whose value variable has the node's name: a collection, a value, an optional
	// key, which makes the result an object, and an optional condition.
	PCLNodeFor PCLSyntaxKind = C.PCTY_PCL_NODE_FOR
	// PCLNodeSplat: a splat: a source, and an expression for each element.
	PCLNodeSplat PCLSyntaxKind = C.PCTY_PCL_NODE_SPLAT
	// PCLNodeSplatItem: the current element of the innermost enclosing splat.
	PCLNodeSplatItem PCLSyntaxKind = C.PCTY_PCL_NODE_SPLAT_ITEM
	// PCLNodeUnary: an operator before its operand.
	PCLNodeUnary PCLSyntaxKind = C.PCTY_PCL_NODE_UNARY
	// PCLNodeOperations: operators of one precedence from left to right: the leftmost operand, and an
	// operation for each operator.
	PCLNodeOperations PCLSyntaxKind = C.PCTY_PCL_NODE_OPERATIONS
	// PCLNodeOperation: an operator and the operand to its right. The type and the range are those of
	// the expression that ends with this operand.
	PCLNodeOperation PCLSyntaxKind = C.PCTY_PCL_NODE_OPERATION
	// PCLNodeParentheses: an expression in parentheses.
	PCLNodeParentheses PCLSyntaxKind = C.PCTY_PCL_NODE_PARENTHESES
	// PCLNodeInvalid: a syntax error in place of an expression.
	PCLNodeInvalid PCLSyntaxKind = C.PCTY_PCL_NODE_INVALID
)

// A PCLRole is the role of a node in its parent.
type PCLRole uint32

const (
	// PCLRoleRoot: the root of the tree.
	PCLRoleRoot PCLRole = C.PCTY_PCL_ROLE_ROOT
	// PCLRolePart: a part of a template, in order.
	PCLRolePart PCLRole = C.PCTY_PCL_ROLE_PART
	// PCLRoleInner: the content of parentheses, an interpolation or a join.
	PCLRoleInner PCLRole = C.PCTY_PCL_ROLE_INNER
	// PCLRoleSource: the operand of steps, an index, a splat or a `for`.
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
	// PCLRoleEach: the expression for each element of a splat.
	PCLRoleEach PCLRole = C.PCTY_PCL_ROLE_EACH
	// PCLRoleOperand: an operand, or the leftmost one of several.
	PCLRoleOperand PCLRole = C.PCTY_PCL_ROLE_OPERAND
	// PCLRoleOperation: an operator and the operand to its right, in order.
	PCLRoleOperation PCLRole = C.PCTY_PCL_ROLE_OPERATION
)

// A PCLOperator is an operator of HCL.
type PCLOperator uint32

const (
	// PCLOperatorNone: the node does not have an operator.
	PCLOperatorNone PCLOperator = C.PCTY_PCL_OPERATOR_NONE
	// PCLOperatorOr: `||`.
	PCLOperatorOr PCLOperator = C.PCTY_PCL_OPERATOR_OR
	// PCLOperatorAnd: `&&`.
	PCLOperatorAnd PCLOperator = C.PCTY_PCL_OPERATOR_AND
	// PCLOperatorEqual: `==`.
	PCLOperatorEqual PCLOperator = C.PCTY_PCL_OPERATOR_EQUAL
	// PCLOperatorNotEqual: `!=`.
	PCLOperatorNotEqual PCLOperator = C.PCTY_PCL_OPERATOR_NOT_EQUAL
	// PCLOperatorGreater: `>`.
	PCLOperatorGreater PCLOperator = C.PCTY_PCL_OPERATOR_GREATER
	// PCLOperatorGreaterOrEqual: `>=`.
	PCLOperatorGreaterOrEqual PCLOperator = C.PCTY_PCL_OPERATOR_GREATER_OR_EQUAL
	// PCLOperatorLess: `<`.
	PCLOperatorLess PCLOperator = C.PCTY_PCL_OPERATOR_LESS
	// PCLOperatorLessOrEqual: `<=`.
	PCLOperatorLessOrEqual PCLOperator = C.PCTY_PCL_OPERATOR_LESS_OR_EQUAL
	// PCLOperatorAdd: `+`.
	PCLOperatorAdd PCLOperator = C.PCTY_PCL_OPERATOR_ADD
	// PCLOperatorSubtract: `-` between two operands.
	PCLOperatorSubtract PCLOperator = C.PCTY_PCL_OPERATOR_SUBTRACT
	// PCLOperatorMultiply: `*`.
	PCLOperatorMultiply PCLOperator = C.PCTY_PCL_OPERATOR_MULTIPLY
	// PCLOperatorDivide: `/`.
	PCLOperatorDivide PCLOperator = C.PCTY_PCL_OPERATOR_DIVIDE
	// PCLOperatorModulo: `%`.
	PCLOperatorModulo PCLOperator = C.PCTY_PCL_OPERATOR_MODULO
	// PCLOperatorNot: `!`.
	PCLOperatorNot PCLOperator = C.PCTY_PCL_OPERATOR_NOT
	// PCLOperatorNegate: `-` before its operand.
	PCLOperatorNegate PCLOperator = C.PCTY_PCL_OPERATOR_NEGATE
)
