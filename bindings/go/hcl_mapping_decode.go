//go:build cgo

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"errors"
	"fmt"
	"reflect"
	"sort"
	"strings"
)

// Decoding of a body into a struct. Everything that a spec can express is decoded in one call, for
// any number of blocks, and crosses into Go as one document. The rest, such as kept expressions and
// the ranges of blocks, is read from each body separately.

// A bodyMapping is the state of one decoding. Its methods return an error only if decoding cannot
// continue: a limit is exceeded, or the Go program is wrong. Errors in the text become diagnostics.
type bodyMapping struct {
	scope *HCLScope
	// root is the decoded body, or nil.
	root   *HCLBody
	told   []Diagnostic
	known  map[string]bool // keys of these diagnostics
	source string          // source text of the most recent diagnostic, shared by all
	// only is the error that contained all these diagnostics, or nil.
	only *Error
	// parts collects the kept handles. They all keep the same text alive.
	parts     gathering
	collector collector
}

// tell adds the diagnostics of an error, without duplicates: decoding by a spec and reading by a
// schema may report the same diagnostic for a body. It returns an error that has no diagnostics,
// and errors with ErrLimit or ErrCancelled.
func (m *bodyMapping) tell(err error) error {
	if err == nil {
		return nil
	}
	found, _ := err.(*Error)
	if found == nil || len(found.Diagnostics) == 0 || found.Code == ErrLimit || found.Code == ErrCancelled {
		return err
	}
	m.only = nil
	if len(m.told) == 0 {
		m.only, m.known = found, map[string]bool{}
	}
	for _, d := range found.Diagnostics {
		if m.full() {
			break
		}
		m.source = d.Source
		key := fmt.Sprint(d.File, d.Severity, d.Subject, "\n", d.Summary, "\n", d.Detail)
		if !m.known[key] {
			m.known[key], m.told = true, append(m.told, d)
		}
	}
	return nil
}

// maxBodyErrors is the maximum number of diagnostics. The library has the same limit per text.
const maxBodyErrors = 1000

func (m *bodyMapping) full() bool { return len(m.told) >= maxBodyErrors }

// firstError returns the position of the first diagnostic that is not a warning, or -1.
func firstError(all []Diagnostic) int {
	for at := range all {
		if all[at].Severity != SeverityWarning {
			return at
		}
	}
	return -1
}

// failedBy reports whether the diagnostics include an error, and not only warnings.
func failedBy(err error) bool {
	found, _ := err.(*Error)
	return found != nil && firstError(found.Diagnostics) >= 0
}

// error returns the collected diagnostics as an error, or nil if they are only warnings.
func (m *bodyMapping) error() error {
	switch {
	case firstError(m.told) < 0:
		return nil
	case m.only != nil:
		return m.only
	}
	files := map[string]int{}
	for _, d := range m.told {
		if _, known := files[d.File]; !known {
			files[d.File] = len(files)
		}
	}
	place := func(d *Diagnostic) int {
		if d.Subject == nil {
			return -1
		}
		return d.Subject.Start.Byte
	}
	sort.SliceStable(m.told, func(a, b int) bool {
		one, other := &m.told[a], &m.told[b]
		if one.File != other.File {
			return files[one.File] < files[other.File]
		}
		return place(one) < place(other)
	})
	// The source text may be long, and crosses with each diagnostic that has it. Diagnostics without a
	// text refer to the text of the body that reports them.
	if bare := withoutText(m.told); m.root != nil && bare != nil {
		one, _ := toldBy(m.root, bare, m.source).(*Error)
		if one != nil && len(one.Diagnostics) == len(bare) && sameSource(&one.Diagnostics[0], &m.told[0]) {
			return one
		}
	}
	none, err := MergeHCLBodies()
	if err != nil {
		return err
	}
	defer none.Close()
	return toldBy(none, m.told, m.source)
}

func sameSource(one, other *Diagnostic) bool {
	return one.File == other.File && one.Source == other.Source
}

// withoutText returns the diagnostics without their source text, or nil if they refer to several
// texts.
func withoutText(all []Diagnostic) []Diagnostic {
	bare := make([]Diagnostic, len(all))
	for at, d := range all {
		if !sameSource(&d, &all[0]) {
			return nil
		}
		d.File, d.Source = "", ""
		bare[at] = d
	}
	return bare
}

// toldBy returns the diagnostics as an error of the library, as if the library had found them in
// the body.
func toldBy(body *HCLBody, all []Diagnostic, source string) error {
	said := Errorf(ErrDiagnostics, "%s", all[firstError(all)].Detail)
	said.Diagnostics = all
	decoder, err := NewHCLDecoder(HCLValidate{HCLTuple{}, func(*Value) error { return said }})
	if err != nil {
		return err
	}
	defer decoder.Close()
	v, err := decoder.decodePart(body, nil, source)
	v.Close()
	return err
}

// into decodes a body into a struct or a map.
func (m *bodyMapping) into(body *HCLBody, into reflect.Value) error {
	if into.Kind() == reflect.Map {
		return m.intoMap(body, into)
	}
	f, err := formRead(into.Type(), asBody)
	if err != nil {
		return err
	}
	if f.body.whole {
		return m.values(f, body, into)
	}
	how := C.uint(C.GO_CONTENT_DIAGNOSED)
	if f.body.remain != nil {
		how |= C.GO_CONTENT_PARTIAL
	}
	content, rest, found, err := body.splitBy(&f.body.packed, how, &m.parts, m.source)
	if err == nil {
		err = m.tell(found)
	}
	if err != nil {
		return err
	}
	if f.body.body != nil {
		// The field gets a separate handle, because closing it must not close the body.
		if err := m.rest(body.clone(&m.parts), into.FieldByIndex(f.body.body)); err != nil {
			return err
		}
	}
	if f.body.remain != nil {
		if err := m.rest(rest, into.FieldByIndex(f.body.remain)); err != nil {
			return err
		}
	}
	if len(f.fields) > 0 {
		if err := m.values(f, body, into); err != nil {
			return err
		}
	}
	if err := m.attributes(f.body, body, content, into); err != nil {
		return err
	}
	return m.walk(f.body, body, content, into)
}

// rest decodes into a field for the whole body or for the rest of it.
func (m *bodyMapping) rest(body *HCLBody, into reflect.Value) error {
	switch into.Type() {
	case typeOfBody:
		into.Set(reflect.ValueOf(body))
		return nil
	case typeOfAttributes:
		attributes, err := body.AttributesDiagnosed()
		if err = m.tell(err); err == nil {
			into.Set(reflect.ValueOf(attributes))
		}
		return err
	}
	return m.into(body, into)
}

// values decodes the part of a body that the spec describes.
func (m *bodyMapping) values(f *form, body *HCLBody, into reflect.Value) error {
	decoder, err := f.decoder()
	if err != nil {
		return err
	}
	var v *Value
	if f.body.whole {
		v, err = decoder.decodeWhole(body, m.scope, m.source)
	} else {
		v, err = decoder.decodePart(body, m.scope, m.source)
	}
	defer v.Close()
	failed := failedBy(err)
	if err = m.tell(err); err != nil {
		return err
	}
	c := &m.collector
	c.failures = nil
	if err := f.take(v, into, c); err != nil {
		c.failures = append(c.failures, bodyError{nil, err})
	}
	if failed {
		c.passOver()
	}
	return m.place(f, body, c.failures, 0)
}

// passOver removes errors that may only follow from diagnostics reported before: values that could
// not be decoded are unknown, and missing values are null.
func (c *collector) passOver() {
	failures := c.failures[:0]
	for _, failure := range c.failures {
		if !errors.Is(failure.err, ErrUnknown) && !errors.Is(failure.err, ErrNull) {
			failures = append(failures, failure)
		}
	}
	c.failures = failures
}

// decodePart decodes as much of a body as possible. A diagnostic whose text equals source shares
// that string.
func (d *HCLDecoder) decodePart(body *HCLBody, scope *HCLScope, source string) (*Value, error) {
	p, state := scope.now()
	defer state.done()
	defer d.done()
	defer body.done()
	d.leaves(body)
	return diagnosedValue(C.go_hcl_spec_decode_part(d.use(), body.use(), p), source)
}

// place reports errors of the values in a body at the attributes that have these values. The first
// depth steps of their trails lead to the body.
func (m *bodyMapping) place(f *form, body *HCLBody, failures []bodyError, depth int) error {
	if len(failures) == 0 || m.full() {
		return nil
	}
	content, _, err := body.PartialContentDiagnosed(HCLSchema{Blocks: f.body.schema.Blocks})
	if content == nil {
		return err
	}
	byType := content.byType()
	var here []HCLSpec
	for len(failures) > 0 {
		failure, same := failures[0], 1
		if len(failure.trail) <= depth {
			here = append(here, complaint(content.MissingRange, failure.err, "Inappropriate body: "))
			failures = failures[1:]
			continue
		}
		step := failure.trail[depth]
		item := step.field.item
		if !item.isBlock() {
			here = append(here, complaintOf(item, failure.err))
			failures = failures[1:]
			continue
		}
		place, blocks := content.MissingRange, byType[item.name]
		if step.block < len(blocks) {
			place = blocks[step.block].Range
		}
		if len(failure.trail) == depth+1 {
			here = append(here, complaint(place, failure.err, "Inappropriate "+item.name+" block: "))
			failures = failures[1:]
			continue
		}
		for same < len(failures) && len(failures[same].trail) > depth+1 && failures[same].trail[depth] == step {
			same++
		}
		if step.block < len(blocks) {
			if err := m.place(item.nestedForm(), blocks[step.block].Body, failures[:same], depth+1); err != nil {
				return err
			}
		}
		failures = failures[same:]
	}
	return m.complain(body, here...)
}

// complain decodes a body with specs that report diagnostics.
func (m *bodyMapping) complain(body *HCLBody, all ...HCLSpec) error {
	if len(all) == 0 {
		return nil
	}
	decoder, err := NewHCLDecoder(HCLTuple(all))
	if err != nil {
		return err
	}
	defer decoder.Close()
	v, err := decoder.decodePart(body, m.scope, m.source)
	v.Close()
	err = m.tell(err)
	m.only = nil // these are in the order of the struct, not of the text
	return err
}

// complaintOf returns a spec that reports that the value of an attribute does not fit.
func complaintOf(item *bodyItem, err error) HCLSpec {
	said := fmt.Sprintf("Inappropriate value for attribute %q: %s.", item.name, unsuitable(err))
	return HCLValidate{HCLAttr{Name: item.name, Type: Any()}, func(*Value) error {
		return diagnosed(err, Diagnostic{Summary: "Unsuitable value", Detail: said})
	}}
}

// complaint returns a spec that reports an unsuitable value at a range of a body.
func complaint(at Range, err error, before string) HCLSpec {
	return refusal(at, "Unsuitable value", before+unsuitable(err)+".")
}

func refusal(at Range, summary, detail string) HCLSpec {
	return HCLValidate{HCLTuple{}, func(*Value) error {
		return diagnosed(nil, Diagnostic{Summary: summary, Detail: detail, Subject: &at})
	}}
}

func diagnosed(cause error, d Diagnostic) error {
	d.Severity = SeverityError
	e := Errorf(ErrDiagnostics, "%s", d.Detail)
	e.Diagnostics, e.cause = []Diagnostic{d}, cause
	return e
}

// unsuitable returns the description of a wrong value for the author of the text.
func unsuitable(err error) string {
	var known *Error
	if !errors.As(err, &known) {
		return err.Error()
	}
	path := strings.TrimPrefix(known.Path.String(), ".")
	if path != "" {
		path += ": "
	}
	switch known.Code {
	case ErrNull:
		return path + "a null value is not allowed"
	case ErrUnknown:
		return path + "the value must be known"
	case ErrMarked:
		return path + "the value must not be marked"
	}
	return path + known.Message
}

func (c *HCLContent) byType() map[string][]*HCLBlock {
	if len(c.Blocks) == 0 {
		return nil
	}
	byType := map[string][]*HCLBlock{}
	for at := range c.Blocks {
		block := &c.Blocks[at]
		byType[block.Type] = append(byType[block.Type], block)
	}
	return byType
}

// attributes sets the fields that keep attributes unevaluated, and the fields for their ranges.
func (m *bodyMapping) attributes(b *bodyForm, body *HCLBody, content *HCLContent, into reflect.Value) error {
	next := 0 // attributes are in the order of the items
	for _, item := range b.items {
		if item.isBlock() {
			continue
		}
		var found *HCLAttribute
		if next < len(content.Attributes) && content.Attributes[next].Name == item.name {
			found = &content.Attributes[next]
			next++
		}
		if item.kind != itemValue {
			if err := keep(item, found, body, content, into.FieldByIndex(item.index)); err != nil {
				return err
			}
		}
	}
	for _, place := range b.ranges {
		attribute := content.Attribute(place.of)
		if attribute == nil {
			continue
		}
		switch place.kind {
		case rangeOfAttribute:
			into.FieldByIndex(place.index).Set(reflect.ValueOf(attribute.Range))
		case rangeOfName:
			into.FieldByIndex(place.index).Set(reflect.ValueOf(attribute.NameRange))
		case rangeOfValue:
			into.FieldByIndex(place.index).Set(reflect.ValueOf(attribute.Expression.Range()))
		}
	}
	return nil
}

// keep sets a field to an unevaluated attribute. A missing expression is replaced by the expression
// null.
func keep(item *bodyItem, found *HCLAttribute, body *HCLBody, content *HCLContent, into reflect.Value) error {
	switch {
	case found == nil && item.kind == itemExpression:
		start := positionOf(content.MissingRange.Start)
		made := C.go_hcl_expression_parse("null", body.File(), &start, C.PCTY_HCL_NATIVE)
		if made.error != nil {
			return newError(made.error)
		}
		into.Set(reflect.ValueOf(newHCLExpression((*C.pcty_hcl_expression)(made.out))))
	case found == nil:
	case item.kind == itemExpression:
		into.Set(reflect.ValueOf(found.Expression))
	case item.kind == itemAttribute:
		into.Set(reflect.ValueOf(found))
	default:
		into.Set(reflect.ValueOf(*found))
	}
	return nil
}

// walk decodes the blocks that the spec cannot describe, one by one.
func (m *bodyMapping) walk(b *bodyForm, body *HCLBody, content *HCLContent, into reflect.Value) error {
	byType := content.byType()
	for _, item := range b.items {
		if item.kind != itemWalked {
			continue
		}
		blocks, place := byType[item.name], into.FieldByIndex(item.index)
		if item.shape < blockSlice {
			if err := m.one(item, blocks, body, content, place); err != nil {
				return err
			}
			continue
		}
		if len(blocks) == 0 {
			continue
		}
		made := reflect.MakeSlice(place.Type(), len(blocks), len(blocks))
		reflect.Copy(made, place)
		place.Set(made)
		for at := 0; at < len(blocks) && !m.full(); at++ {
			if err := m.block(blocks[at], made.Index(at)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *bodyMapping) one(item *bodyItem, blocks []*HCLBlock, body *HCLBody, content *HCLContent, into reflect.Value) error {
	var wrong HCLSpec
	switch {
	case len(blocks) > 1:
		wrong = refusal(blocks[1].Range, fmt.Sprintf("Duplicate %s block", item.name),
			fmt.Sprintf("Only one block of type %q is allowed. Previous definition was at %s:%s.",
				item.name, blocks[0].File, blocks[0].Range))
	case len(blocks) == 0 && item.required:
		wrong = refusal(content.MissingRange, fmt.Sprintf("Missing %s block", item.name),
			fmt.Sprintf("A block of type %q is required here.", item.name))
	}
	if wrong != nil {
		if err := m.complain(body, wrong); err != nil {
			return err
		}
	}
	if len(blocks) == 0 {
		return nil
	}
	return m.block(blocks[0], into)
}

// block decodes a block into a struct. A nil pointer is set to a new struct.
func (m *bodyMapping) block(block *HCLBlock, into reflect.Value) error {
	if into.Kind() == reflect.Pointer {
		if into.IsNil() {
			into.Set(reflect.New(into.Type().Elem()))
		}
		into = into.Elem()
	}
	if err := m.into(block.Body, into); err != nil {
		return err
	}
	f, err := formRead(into.Type(), asBody)
	if err != nil {
		return err
	}
	labels := f.body.labels
	if len(labels) > 0 && len(block.Body.Marks()) > 0 {
		failure := Errorf(ErrMarked, "")
		return m.complain(block.Body, complaint(block.Range, failure, "Inappropriate labels: "))
	}
	for at, label := range labels {
		if at < len(block.Labels) {
			into.FieldByIndex(label.index).SetString(block.Labels[at])
		}
	}
	for _, place := range f.body.ranges {
		found := &block.Range
		switch place.kind {
		case rangeOfHeader:
		case rangeOfType:
			found = &block.TypeRange
		case rangeOfLabel:
			found = nil
			for at, label := range labels {
				if label.name == place.of && at < len(block.LabelRanges) {
					found = &block.LabelRanges[at]
				}
			}
		default:
			continue
		}
		if found != nil {
			into.FieldByIndex(place.index).Set(reflect.ValueOf(*found))
		}
	}
	return nil
}

// intoMap decodes a body without blocks into a map of its attributes.
func (m *bodyMapping) intoMap(body *HCLBody, into reflect.Value) error {
	item, err := mapItem(into.Type())
	if err != nil {
		return err
	}
	attributes, err := body.AttributesDiagnosed()
	if err = m.tell(err); err != nil {
		return err
	}
	t := into.Type()
	made := reflect.MakeMapWithSize(t, len(attributes))
	set := func(name string, value reflect.Value) {
		made.SetMapIndex(reflect.ValueOf(name).Convert(t.Key()), value)
	}
	if item.kind == itemValue {
		err = m.eachValue(body, attributes, item.form, set)
	} else {
		for at := range attributes {
			value := reflect.New(t.Elem()).Elem()
			if err := keep(item, &attributes[at], body, nil, value); err != nil {
				return err
			}
			set(attributes[at].Name, value)
		}
	}
	into.Set(made)
	return err
}

// eachValue decodes the attributes of a body, at least one, by a spec of exactly these attributes.
func (m *bodyMapping) eachValue(body *HCLBody, attributes []HCLAttribute, of *form, set func(string, reflect.Value)) error {
	_, constraint, err := of.read()
	if err != nil {
		return err
	}
	parts := make(HCLTuple, len(attributes)) // not HCLObject, which normalizes the names
	for at, attribute := range attributes {
		parts[at] = HCLAttr{Name: attribute.Name, Type: constraint}
	}
	decoder, err := NewHCLDecoder(parts)
	if err != nil {
		return err
	}
	defer decoder.Close()
	v, err := decoder.decodePart(body, m.scope, m.source)
	defer v.Close()
	failed := failedBy(err)
	if err = m.tell(err); err != nil {
		return err
	}
	c, f := &collector{}, &form{body: &bodyForm{}}
	for at, attribute := range attributes {
		part, value := v.At(at), reflect.New(of.t).Elem()
		c.enter(&formField{name: attribute.Name, item: &bodyItem{name: attribute.Name}})
		err := of.take(part, value, nil)
		c.leave(err)
		if err == nil {
			set(attribute.Name, value)
		}
	}
	if failed {
		c.passOver()
	}
	return m.place(f, body, c.failures, 0)
}
