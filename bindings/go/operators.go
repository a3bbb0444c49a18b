package polycty

/*
#include "shim.h"

typedef enum {
    GO_ADD, GO_SUBTRACT, GO_MULTIPLY, GO_DIVIDE, GO_MODULO, GO_LESS, GO_GREATER,
    GO_LESS_OR_EQUAL, GO_GREATER_OR_EQUAL, GO_AND, GO_OR, GO_EQUALS, GO_NOT_EQUAL,
    GO_INDEX, GO_HAS_INDEX, GO_HAS_ELEMENT, GO_NEGATE, GO_ABSOLUTE, GO_NOT, GO_LENGTH
} go_operator;

static inline go_out go_value_operate(go_operator op, const pcty_value *a, const pcty_value *b) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    switch (op) {
    case GO_ADD: pcty_value_add(a, b, &out, &error); break;
    case GO_SUBTRACT: pcty_value_subtract(a, b, &out, &error); break;
    case GO_MULTIPLY: pcty_value_multiply(a, b, &out, &error); break;
    case GO_DIVIDE: pcty_value_divide(a, b, &out, &error); break;
    case GO_MODULO: pcty_value_modulo(a, b, &out, &error); break;
    case GO_LESS: pcty_value_less_than(a, b, &out, &error); break;
    case GO_GREATER: pcty_value_greater_than(a, b, &out, &error); break;
    case GO_LESS_OR_EQUAL: pcty_value_less_than_or_equal(a, b, &out, &error); break;
    case GO_GREATER_OR_EQUAL: pcty_value_greater_than_or_equal(a, b, &out, &error); break;
    case GO_AND: pcty_value_and(a, b, &out, &error); break;
    case GO_OR: pcty_value_or(a, b, &out, &error); break;
    case GO_EQUALS: pcty_value_equals(a, b, &out, &error); break;
    case GO_NOT_EQUAL: pcty_value_not_equal(a, b, &out, &error); break;
    case GO_INDEX: pcty_value_index(a, b, &out, &error); break;
    case GO_HAS_INDEX: pcty_value_has_index(a, b, &out, &error); break;
    case GO_HAS_ELEMENT: pcty_value_has_element(a, b, &out, &error); break;
    case GO_NEGATE: pcty_value_negate(a, &out, &error); break;
    case GO_ABSOLUTE: pcty_value_absolute(a, &out, &error); break;
    case GO_NOT: pcty_value_not(a, &out, &error); break;
    case GO_LENGTH: pcty_value_length_value(a, &out, &error); break;
    }
    return (go_out){out, error};
}
*/
import "C"

// The operators follow the rules of cty. Marks of the operands go on the result. An
// operand that is unknown makes the result unknown. An operand of another type is ErrType
// with the operand's index as the argument, and a null is ErrNull.

func (v *Value) operate(op C.go_operator, other *Value) (*Value, error) {
	defer v.done()
	defer other.done()
	return madeValue(C.go_value_operate(op, v.use(), other.use()))
}

// Add is the sum of two numbers.
func (v *Value) Add(other *Value) (*Value, error) { return v.operate(C.GO_ADD, other) }

// Subtract is the difference of two numbers.
func (v *Value) Subtract(other *Value) (*Value, error) { return v.operate(C.GO_SUBTRACT, other) }

// Multiply is the product of two numbers.
func (v *Value) Multiply(other *Value) (*Value, error) { return v.operate(C.GO_MULTIPLY, other) }

// Divide is the quotient of two numbers; that of a number and zero is infinite.
func (v *Value) Divide(other *Value) (*Value, error) { return v.operate(C.GO_DIVIDE, other) }

// Modulo is what is left of a number when as many whole times of another one as possible
// are taken off; it has the sign of the first.
func (v *Value) Modulo(other *Value) (*Value, error) { return v.operate(C.GO_MODULO, other) }

// Negate is the number with the other sign.
func (v *Value) Negate() (*Value, error) { return v.operate(C.GO_NEGATE, nil) }

// Absolute is the number without its sign.
func (v *Value) Absolute() (*Value, error) { return v.operate(C.GO_ABSOLUTE, nil) }

// LessThan is whether a number is less than another one: a bool.
func (v *Value) LessThan(other *Value) (*Value, error) { return v.operate(C.GO_LESS, other) }

// GreaterThan is whether a number is greater than another one: a bool.
func (v *Value) GreaterThan(other *Value) (*Value, error) { return v.operate(C.GO_GREATER, other) }

// LessThanOrEqual is whether a number is at most another one: a bool.
func (v *Value) LessThanOrEqual(other *Value) (*Value, error) {
	return v.operate(C.GO_LESS_OR_EQUAL, other)
}

// GreaterThanOrEqual is whether a number is at least another one: a bool.
func (v *Value) GreaterThanOrEqual(other *Value) (*Value, error) {
	return v.operate(C.GO_GREATER_OR_EQUAL, other)
}

// And is whether both bools are true.
func (v *Value) And(other *Value) (*Value, error) { return v.operate(C.GO_AND, other) }

// Or is whether one of the bools is true.
func (v *Value) Or(other *Value) (*Value, error) { return v.operate(C.GO_OR, other) }

// Not is the other bool.
func (v *Value) Not() (*Value, error) { return v.operate(C.GO_NOT, nil) }

// Equals is whether two values are equal as the language sees it: a bool, unknown where
// that cannot be said yet, with the marks of both.
func (v *Value) Equals(other *Value) (*Value, error) { return v.operate(C.GO_EQUALS, other) }

// NotEqual is the contrary of Equals.
func (v *Value) NotEqual(other *Value) (*Value, error) { return v.operate(C.GO_NOT_EQUAL, other) }

// Index is the element of a list or tuple at a position, or of a map under a key.
func (v *Value) Index(key *Value) (*Value, error) { return v.operate(C.GO_INDEX, key) }

// HasIndex is whether there is an element at a position or under a key: a bool.
func (v *Value) HasIndex(key *Value) (*Value, error) { return v.operate(C.GO_HAS_INDEX, key) }

// HasElement is whether a set has an element: a bool.
func (v *Value) HasElement(element *Value) (*Value, error) {
	return v.operate(C.GO_HAS_ELEMENT, element)
}

// Length is the number of elements as a number; an unknown one within bounds where
// elements are not known. Len reads the number of elements that are there.
func (v *Value) Length() (*Value, error) { return v.operate(C.GO_LENGTH, nil) }
