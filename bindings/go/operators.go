package polycty

// #include "shims.h"
import "C"

// The operators follow the rules of cty. Marks of the operands go on the result. An
// operand that is unknown makes the result unknown. An operand of another type is ErrType
// with the operand's index as the argument, and a null is ErrNull.

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

// Add is the sum of two numbers.
func (v *Value) Add(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_ADD)
}

// Subtract is the difference of two numbers.
func (v *Value) Subtract(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_SUBTRACT)
}

// Multiply is the product of two numbers.
func (v *Value) Multiply(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_MULTIPLY)
}

// Divide is the quotient of two numbers; that of a number and zero is infinite.
func (v *Value) Divide(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_DIVIDE)
}

// Modulo is what is left of a number when as many whole times of another one as possible
// are taken off; it has the sign of the first.
func (v *Value) Modulo(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_MODULO)
}

// Negate is the number with the other sign.
func (v *Value) Negate() (*Value, error) {
	return v.unary(C.PCTY_OPERATOR_NEGATE)
}

// Absolute is the number without its sign.
func (v *Value) Absolute() (*Value, error) {
	return v.unary(C.PCTY_OPERATOR_ABSOLUTE)
}

// LessThan is whether a number is less than another one: a bool.
func (v *Value) LessThan(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_LESS_THAN)
}

// GreaterThan is whether a number is greater than another one: a bool.
func (v *Value) GreaterThan(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_GREATER_THAN)
}

// LessThanOrEqual is whether a number is at most another one: a bool.
func (v *Value) LessThanOrEqual(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_LESS_THAN_OR_EQUAL)
}

// GreaterThanOrEqual is whether a number is at least another one: a bool.
func (v *Value) GreaterThanOrEqual(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_GREATER_THAN_OR_EQUAL)
}

// And is whether both bools are true.
func (v *Value) And(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_AND)
}

// Or is whether one of the bools is true.
func (v *Value) Or(other *Value) (*Value, error) {
	return v.binary(other, C.PCTY_OPERATOR_OR)
}

// Not is the other bool.
func (v *Value) Not() (*Value, error) {
	return v.unary(C.PCTY_OPERATOR_NOT)
}

// EqualTo is whether two values are equal as the language sees it: a bool, unknown where
// that cannot be said yet, with the marks of both.
func (v *Value) EqualTo(other *Value) (*Value, error) {
	if same, known := v.sameScalar(other); known {
		return BoolVal(same), nil
	}
	return v.binary(other, C.PCTY_OPERATOR_EQUAL_TO)
}

// NotEqualTo is the contrary of EqualTo.
func (v *Value) NotEqualTo(other *Value) (*Value, error) {
	if same, known := v.sameScalar(other); known {
		return BoolVal(!same), nil
	}
	return v.binary(other, C.PCTY_OPERATOR_NOT_EQUAL_TO)
}

// Index is the element of a list or tuple at a position, or of a map under a key.
func (v *Value) Index(key *Value) (*Value, error) {
	return v.binary(key, C.PCTY_OPERATOR_INDEX)
}

// HasIndex is whether there is an element at a position or under a key: a bool.
func (v *Value) HasIndex(key *Value) (*Value, error) {
	return v.binary(key, C.PCTY_OPERATOR_HAS_INDEX)
}

// HasElement is whether a set has an element: a bool.
func (v *Value) HasElement(element *Value) (*Value, error) {
	return v.binary(element, C.PCTY_OPERATOR_HAS_ELEMENT)
}

// Length is the number of elements as a number; an unknown one within bounds where
// elements are not known. Len reads the number of elements that are there.
func (v *Value) Length() (*Value, error) {
	return v.unary(C.PCTY_OPERATOR_LENGTH)
}

// sameScalar is whether two bools, numbers or strings are equal, where Go has both at hand. Those of
// two types are not.
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
	first, ok := v.lentText()
	if !ok {
		return false, false
	}
	defer v.doneText()
	second, ok := other.lentText()
	if !ok {
		return false, false
	}
	defer other.doneText()
	return first == second, true
}
