package polycty

// #include "shims.h"
import "C"

// The operators follow the rules of cty. The result has the marks of the operands. An unknown
// operand makes the result unknown. An operand of a wrong type fails with ErrType, with the
// operand's index as the argument, and a null fails with ErrNull.

func (v *Value) operate(on func(v *C.pcty_value) C.go_out) (*Value, error) {
	defer v.done()
	return madeValue(on(v.use()))
}

func (v *Value) operateWith(other *Value, on func(v, other *C.pcty_value) C.go_out) (*Value, error) {
	defer v.done()
	defer other.done()
	return madeValue(on(v.use(), other.use()))
}

func (v *Value) unary(operator C.pcty_unary_operator) (*Value, error) {
	return v.operate(func(v *C.pcty_value) C.go_out { return C.go_value_unary(v, operator) })
}

func (v *Value) binary(other *Value, operator C.pcty_binary_operator) (*Value, error) {
	return v.operateWith(other, func(v, other *C.pcty_value) C.go_out {
		return C.go_value_binary(v, other, operator)
	})
}

// Add returns the sum of two numbers.
func (v *Value) Add(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_ADD)
}

// Subtract returns the difference of two numbers.
func (v *Value) Subtract(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_SUBTRACT)
}

// Multiply returns the product of two numbers.
func (v *Value) Multiply(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_MULTIPLY)
}

// Divide returns the quotient of two numbers; division by zero is infinite.
func (v *Value) Divide(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_DIVIDE)
}

// Modulo returns the remainder of a division that truncates toward zero; it has the sign of the
// first operand.
func (v *Value) Modulo(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_MODULO)
}

// Negate returns the number with the opposite sign.
func (v *Value) Negate() (*Value, error) {
	return v.unary(C.PCTY_OPERATOR_NEGATE)
}

// Absolute returns the absolute value of a number.
func (v *Value) Absolute() (*Value, error) {
	return v.unary(C.PCTY_OPERATOR_ABSOLUTE)
}

// LessThan returns, as a bool, whether the number is less than the other.
func (v *Value) LessThan(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_LESS_THAN)
}

// GreaterThan returns, as a bool, whether the number is greater than the other.
func (v *Value) GreaterThan(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_GREATER_THAN)
}

// LessThanOrEqual returns, as a bool, whether the number is at most the other.
func (v *Value) LessThanOrEqual(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_LESS_THAN_OR_EQUAL)
}

// GreaterThanOrEqual returns, as a bool, whether the number is at least the other.
func (v *Value) GreaterThanOrEqual(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_GREATER_THAN_OR_EQUAL)
}

// And returns whether both bools are true.
func (v *Value) And(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_AND)
}

// Or returns whether at least one of the bools is true.
func (v *Value) Or(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_OR)
}

// Not returns the opposite bool.
func (v *Value) Not() (*Value, error) {
	return v.unary(C.PCTY_OPERATOR_NOT)
}

// EqualTo returns, as a bool, whether two values are equal by the rules of the language. The result
// is unknown if this is not known yet, and has the marks of both.
func (v *Value) EqualTo(other *Value) (*Value, error) {
	if same, known := v.sameScalar(other); known {
		return BoolVal(same), nil
	}
	return v.binary(other, C.PCTY_OPERATOR_EQUAL_TO)
}

// NotEqualTo returns the opposite of EqualTo.
func (v *Value) NotEqualTo(other *Value) (*Value, error) {
	if same, known := v.sameScalar(other); known {
		return BoolVal(!same), nil
	}
	return v.binary(other, C.PCTY_OPERATOR_NOT_EQUAL_TO)
}

// Index returns the element of a list or tuple at a position, or of a map under a key.
func (v *Value) Index(key *Value) (*Value, error) {
	return v.binary(key, C.PCTY_OPERATOR_INDEX)
}

// HasIndex returns, as a bool, whether there is an element at a position or under a key.
func (v *Value) HasIndex(key *Value) (*Value, error) {
	return v.binary(key, C.PCTY_OPERATOR_HAS_INDEX)
}

// HasElement returns, as a bool, whether a set has an element.
func (v *Value) HasElement(element *Value) (*Value, error) {
	return v.binary(element, C.PCTY_OPERATOR_HAS_ELEMENT)
}

// Length returns the number of elements as a number value; it is unknown with bounds if elements
// are unknown. Len returns the number of present elements.
func (v *Value) Length() (*Value, error) {
	return v.unary(C.PCTY_OPERATOR_LENGTH)
}

// sameScalar reports whether two bools, numbers or strings are equal, if the content of both is in
// Go. Values of different types are not equal.
func (v *Value) sameScalar(other *Value) (same, known bool) {
	const isBool, isNumber, isString = C.PCTY_KIND_BOOL, C.PCTY_KIND_NUMBER, C.PCTY_KIND_STRING
	a, b := v.scalar(isBool, isNumber, isString), other.scalar(isBool, isNumber, isString)
	switch {
	case a == nil || b == nil:
		return false, false
	case a.kind != b.kind:
		return false, true
	case a.kind != isString:
		return a.number == b.number, true
	}
	first, ok := v.borrowedText()
	if !ok {
		return false, false
	}
	defer v.doneText()
	second, ok := other.borrowedText()
	if !ok {
		return false, false
	}
	defer other.doneText()
	return first == second, true
}
