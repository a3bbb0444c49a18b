package ctybridge

import (
	"math/big"
	"reflect"

	polycty "github.com/polycty/polycty/bindings/go"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// ValueToCty returns the cty value that is equal to a value. Marks become marks of the Go type
// string. A whole number that does not fit an int64 has 512 bits of precision, like one that cty
// parses.
func ValueToCty(v *polycty.Value) (cty.Value, error) {
	if v == nil {
		return cty.NilVal, polycty.Errorf(polycty.ErrInvalidArgument, "`v` is nil")
	}
	unmarked, marks, err := v.UnmarkWithPaths()
	if err != nil {
		return cty.NilVal, err
	}
	t, err := TypeToCty(unmarked.Type())
	if err != nil {
		return cty.NilVal, err
	}
	document, err := unmarked.EncodeMsgpack(nil)
	if err != nil {
		return cty.NilVal, err
	}
	made, err := msgpack.Unmarshal(document, t)
	if err != nil {
		return cty.NilVal, polycty.Errorf(polycty.ErrUnsupported, "the value has no counterpart in cty: %w", err)
	}
	if made, err = cty.Transform(made, widened); err != nil || len(marks) == 0 {
		return made, err
	}
	marked := make([]cty.PathValueMarks, len(marks))
	for at, part := range marks {
		if marked[at].Path, err = PathToCty(part.Path); err != nil {
			return cty.NilVal, err
		}
		marked[at].Marks = cty.ValueMarks{}
		for _, mark := range part.Marks {
			marked[at].Marks[mark] = struct{}{}
		}
	}
	return made.MarkWithPaths(marked), nil
}

// precision is the number of bits of the numbers that cty parses.
const precision = 512

// widened returns a large whole number with the precision of cty. MessagePack may encode it as a
// float64, and cty would write 2^100 with the 17 digits that identify a float64.
func widened(_ cty.Path, v cty.Value) (cty.Value, error) {
	if v.Type() != cty.Number || v.IsNull() || !v.IsKnown() {
		return v, nil
	}
	number := v.AsBigFloat()
	if _, accuracy := number.Int64(); accuracy == big.Exact || !number.IsInt() || number.Prec() >= precision {
		return v, nil
	}
	return cty.NumberVal(new(big.Float).SetPrec(precision).Set(number)), nil
}

// ValueFromCty returns the value that is equal to a cty value. A mark must be a string, or of a type whose
// kind is string, such as the marks of Terraform; its text becomes the mark.
func ValueFromCty(v cty.Value) (*polycty.Value, error) {
	if v == cty.NilVal {
		return nil, polycty.Errorf(polycty.ErrInvalidArgument, "`v` is cty.NilVal")
	}
	unmarked, marks := v.UnmarkDeepWithPaths()
	t, err := TypeFromCty(unmarked.Type())
	if err != nil {
		return nil, err
	}
	var made *polycty.Value
	if containsWide(unmarked) {
		made, err = inParts(unmarked)
	} else {
		made, err = inOneDocument(unmarked, t)
	}
	if err != nil || len(marks) == 0 {
		return made, err
	}
	marked := make([]polycty.PathMarks, len(marks))
	for at, part := range marks {
		if marked[at].Path, err = PathFromCty(part.Path); err != nil {
			return nil, err
		}
		for mark := range part.Marks {
			text := reflect.ValueOf(mark)
			if text.Kind() != reflect.String {
				return nil, polycty.Errorf(polycty.ErrUnsupported, "expected a mark that is a string, found %T", mark).In(marked[at].Path...)
			}
			marked[at].Marks = append(marked[at].Marks, text.String())
		}
	}
	return made.MarkWithPaths(marked)
}

func inOneDocument(v cty.Value, t *polycty.Type) (*polycty.Value, error) {
	document, err := msgpack.Marshal(v, v.Type())
	if err != nil {
		return nil, polycty.Errorf(polycty.ErrUnsupported, "the value has no counterpart: %w", err)
	}
	return polycty.DecodeMsgpack(document, t)
}

// containsWide reports whether a value contains a number that cty encodes as a float64 in
// MessagePack, although its text has more digits than the text of the float64.
func containsWide(v cty.Value) bool {
	found := false
	// The callback returns no error.
	_ = cty.Walk(v, func(_ cty.Path, part cty.Value) (bool, error) {
		if part.Type() == cty.Number && part.IsKnown() && !part.IsNull() {
			found = found || isWide(part.AsBigFloat())
		}
		return !found, nil
	})
	return found
}

func isWide(number *big.Float) bool {
	_, small := number.Int64()
	_, accuracy := number.Float64()
	return !number.IsInf() && number.Prec() > 53 && small != big.Exact && accuracy == big.Exact
}

// inParts makes a value from its parts, and numbers from their texts. The value must not have
// marks.
func inParts(v cty.Value) (*polycty.Value, error) {
	t, err := TypeFromCty(v.Type())
	if err != nil {
		return nil, err
	}
	ty := v.Type()
	switch {
	case !v.IsKnown() || v.IsNull():
		return inOneDocument(v, t)
	case ty == cty.Number && isWide(v.AsBigFloat()):
		return polycty.NumberVal(v.AsBigFloat().Text('e', -1))
	case !v.CanIterateElements():
		return inOneDocument(v, t)
	}
	var elements []*polycty.Value
	entries := map[string]*polycty.Value{}
	for it := v.ElementIterator(); it.Next(); {
		key, element := it.Element()
		made, err := inParts(element)
		if err != nil {
			return nil, err
		}
		if ty.IsObjectType() || ty.IsMapType() {
			entries[key.AsString()] = made
		} else {
			elements = append(elements, made)
		}
	}
	switch {
	case ty.IsObjectType():
		return polycty.ObjectVal(entries)
	case ty.IsTupleType():
		return polycty.TupleVal(elements...)
	}
	element, err := TypeFromCty(ty.ElementType())
	if err != nil {
		return nil, err
	}
	switch {
	case ty.IsMapType():
		return polycty.MapValOf(element, entries)
	case ty.IsSetType():
		return polycty.SetValOf(element, elements...)
	}
	return polycty.ListValOf(element, elements...)
}

// PathToCty returns the cty path with the same steps.
func PathToCty(path polycty.Path) (cty.Path, error) {
	made := make(cty.Path, len(path))
	for at, step := range path {
		switch step := step.(type) {
		case polycty.AttrStep:
			made[at] = cty.GetAttrStep{Name: step.Name}
		case polycty.IndexStep:
			if step.Key == nil {
				return nil, polycty.Errorf(polycty.ErrUnsupported, "a step to any element has no counterpart in cty")
			}
			key, err := ValueToCty(step.Key)
			if err != nil {
				return nil, err
			}
			made[at] = cty.IndexStep{Key: key}
		default:
			return nil, polycty.Errorf(polycty.ErrUnsupported, "the step %s has no counterpart in cty", step)
		}
	}
	return made, nil
}

// PathFromCty returns the path with the same steps.
func PathFromCty(path cty.Path) (polycty.Path, error) {
	made := make(polycty.Path, len(path))
	for at, step := range path {
		switch step := step.(type) {
		case cty.GetAttrStep:
			made[at] = polycty.AttrStep{Name: step.Name}
		case cty.IndexStep:
			key, err := ValueFromCty(step.Key)
			if err != nil {
				return nil, err
			}
			made[at] = polycty.IndexStep{Key: key}
		default:
			return nil, polycty.Errorf(polycty.ErrUnsupported, "a step of the type %T has no counterpart", step)
		}
	}
	return made, nil
}
