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

// A body into a struct. What a spec says of it is decoded at once, however many blocks there are,
// and comes into Go as one document; what no spec can say, such as an expression that is kept or the
// place of a block, is asked of each body by itself.

// A bodyMapping is one decoding. Its methods fail only where it cannot go on: beyond a limit, or
// because of the program; what is wrong with the text is told.
type bodyMapping struct {
	scope *HCLScope
	// root is the body that is decoded, if it is one.
	root   *HCLBody
	told   []Diagnostic
	known  map[string]bool // those of told
	source string          // of the last one told: one text for all
	// only is the error that all of told came with, if there is such a one.
	only *Error
	// parts are what is kept of the text: it keeps all of that anyway.
	parts     gathering
	collector collector
}

// tell adds the diagnostics of an error, each once: a body that is asked by a spec and by a schema
// may tell them twice. It gives the error back if it is another one.
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

// maxFaults is how many diagnostics are told, as many as the library tells of a text: each has that
// beside it.
const maxFaults = 1000

func (m *bodyMapping) full() bool { return len(m.told) >= maxFaults }

// firstError is where the first of them is that is no warning, or -1.
func firstError(all []Diagnostic) int {
	for at := range all {
		if all[at].Severity != SeverityWarning {
			return at
		}
	}
	return -1
}

// failedBy is whether what was found is an error, and not only warnings.
func failedBy(err error) bool {
	found, _ := err.(*Error)
	return found != nil && firstError(found.Diagnostics) >= 0
}

// error is what was told, unless it is only warnings.
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
	// A text may be long, and crosses with each diagnostic that has it; those without one are about
	// that of the body by which they are told.
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

// withoutText are diagnostics without the text that they are about, nil where there are several.
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

// toldBy is the library's error of diagnostics, as it makes one of its own of what is wrong with a
// body.
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
		// A handle of its own, since whoever closes the body means that alone.
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

// rest decodes into a field for a whole body, or for what else there is in one.
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

// values decodes what a spec says of a body.
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
	c.faults = nil
	if err := f.take(v, into, c); err != nil {
		c.faults = append(c.faults, bodyFault{nil, err})
	}
	if failed {
		c.passOver()
	}
	return m.place(f, body, c.faults, 0)
}

// passOver leaves out what may only follow from faults that were told: what could not be decoded is
// unknown, and what is not there is null.
func (c *collector) passOver() {
	faults := c.faults[:0]
	for _, fault := range c.faults {
		if !errors.Is(fault.err, ErrUnknown) && !errors.Is(fault.err, ErrNull) {
			faults = append(faults, fault)
		}
	}
	c.faults = faults
}

// decodePart makes a value of what the spec knows of a body, as far as it can be made; what is found
// may be about a text that is known.
func (d *HCLDecoder) decodePart(body *HCLBody, scope *HCLScope, source string) (*Value, error) {
	p, state := scope.evaluated()
	defer state.done()
	defer d.done()
	defer body.done()
	d.leaves(body)
	return diagnosedValue(C.go_hcl_spec_decode_part(d.use(), body.use(), p), source)
}

// place tells faults of the values in a body where the attributes stand that they are of. So many
// steps of their trails lead to the body.
func (m *bodyMapping) place(f *form, body *HCLBody, faults []bodyFault, depth int) error {
	if len(faults) == 0 || m.full() {
		return nil
	}
	content, _, err := body.PartialContentDiagnosed(HCLSchema{Blocks: f.body.schema.Blocks})
	if content == nil {
		return err
	}
	byType := content.byType()
	var here []HCLSpec
	for len(faults) > 0 {
		fault, same := faults[0], 1
		if len(fault.trail) <= depth {
			here = append(here, complaint(content.MissingRange, fault.err, "Inappropriate body: "))
			faults = faults[1:]
			continue
		}
		step := fault.trail[depth]
		item := step.field.item
		if !item.isBlock() {
			here = append(here, complaintOf(item, fault.err))
			faults = faults[1:]
			continue
		}
		place, blocks := content.MissingRange, byType[item.name]
		if step.block < len(blocks) {
			place = blocks[step.block].Range
		}
		if len(fault.trail) == depth+1 {
			here = append(here, complaint(place, fault.err, "Inappropriate "+item.name+" block: "))
			faults = faults[1:]
			continue
		}
		for same < len(faults) && len(faults[same].trail) > depth+1 && faults[same].trail[depth] == step {
			same++
		}
		if step.block < len(blocks) {
			if err := m.place(item.nestedForm(), blocks[step.block].Body, faults[:same], depth+1); err != nil {
				return err
			}
		}
		faults = faults[same:]
	}
	return m.complain(body, here...)
}

// complain tells what specs have to say of a body.
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
	m.only = nil // these come in the order of the struct, not of the text
	return err
}

// complaintOf says of an attribute that its value does not fit.
func complaintOf(item *bodyItem, err error) HCLSpec {
	said := fmt.Sprintf("Inappropriate value for attribute %q: %s.", item.name, unsuitable(err))
	return HCLValidate{HCLAttr{Name: item.name, Type: Any()}, func(*Value) error {
		return diagnosed(err, Diagnostic{Summary: "Unsuitable value", Detail: said})
	}}
}

// complaint says what is wrong at a place of a body.
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

// unsuitable says what is wrong with a value to those who wrote the text.
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

// attributes sets the fields that keep attributes as they are written, and those for their places.
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

// keep puts an attribute into a field as it is written. In place of an expression that is not there
// stands one that is null.
func keep(item *bodyItem, found *HCLAttribute, body *HCLBody, content *HCLContent, into reflect.Value) error {
	switch {
	case found == nil && item.kind == itemExpression:
		start := positionOf(content.MissingRange.Start)
		made := C.go_hcl_expression_parse("null", body.File(), &start, C.PCTY_HCL_NATIVE)
		if made.error != nil {
			return newError(made.error)
		}
		into.Set(reflect.ValueOf(newExpression((*C.pcty_hcl_expression)(made.out))))
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

// walk decodes the blocks that no spec says, one after the other.
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

// block decodes a block into a struct, or a new one where there is only a pointer.
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
		fault := Errorf(ErrMarked, "")
		return m.complain(block.Body, complaint(block.Range, fault, "Inappropriate labels: "))
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

// eachValue decodes attributes of a body, which has any, by a spec of just these.
func (m *bodyMapping) eachValue(body *HCLBody, attributes []HCLAttribute, of *form, set func(string, reflect.Value)) error {
	_, constraint, err := of.read()
	if err != nil {
		return err
	}
	parts := make(HCLTuple, len(attributes)) // the names of an object are normalized
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
	return m.place(f, body, c.faults, 0)
}
