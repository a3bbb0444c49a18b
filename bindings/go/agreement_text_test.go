//go:build !polycty_no_pcl && !polycty_no_puppet && !polycty_no_mcl && !polycty_no_translate

package polycty_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	polycty "github.com/polycty/polycty/bindings/go"
)

// Complete texts of types, values and errors, equal to those that bindings/agreement/text.h writes
// in C.

// An answer is the complete text of types, values and errors.
type answer struct{ strings.Builder }

func (a *answer) say(words ...any) {
	for _, word := range words {
		fmt.Fprint(a, word)
	}
}

func (a *answer) quote(texts ...string) {
	for _, text := range texts {
		a.say(`"`, text, `"`)
	}
}

func (a *answer) text(text string, err error) {
	a.say("\n", text)
	a.failed(err)
}

func (a *answer) bytes(data []byte, err error) { a.text(string(data), err) }

func (a *answer) typ(t *polycty.Type, dialect polycty.Dialect) {
	notation, err := t.Format(dialect)
	if err != nil {
		notation = t.FriendlyName()
	}
	a.say(notation)
}

func (a *answer) span(r polycty.Range) {
	a.say(" ")
	a.position(r.Start)
	a.say("-")
	a.position(r.End)
}

func (a *answer) position(p polycty.Position) { a.say(p.Line, ",", p.Column, ",", p.Byte) }

func (a *answer) diagnostic(d polycty.Diagnostic) {
	a.say("\n", d.Severity, " ")
	a.quote(d.Summary, d.Detail, d.Suggestion, d.File)
	a.say(len(d.Source))
	if d.Subject != nil {
		a.span(*d.Subject)
	}
	if d.Context != nil {
		a.say(" in")
		a.span(*d.Context)
	}
}

func codeName(code polycty.Code) string { return strings.ReplaceAll(code.Error(), " ", "_") }

func (a *answer) error(e *polycty.Error) {
	a.say(codeName(e.Code), " ")
	a.quote(e.Message, e.Stage)
	a.say(e.Path)
	if at, ok := e.Argument(); ok {
		a.say(" argument ", at)
	}
	if at, ok := e.Offset(); ok {
		a.say(" at ", at)
	}
	if e.Expected != nil {
		a.say(" wanted ")
		a.typ(e.Expected, polycty.HCL)
	}
	if e.Found != nil {
		a.say(" found ")
		a.typ(e.Found, polycty.HCL)
	}
	for _, d := range e.Diagnostics {
		a.diagnostic(d)
	}
	a.say("\n", e.Error(), "\n", e.Render(polycty.Plain))
	a.bytes(e.MarshalJSON())
}

// failed writes an error that is a part of an answer, if there is one.
func (a *answer) failed(err error) {
	var told *polycty.Error
	if errors.As(err, &told) {
		a.say("\n! ")
		a.error(told)
	} else if err != nil {
		a.say("\nno error of the binding: ", err)
	}
}

func (a *answer) value(v *polycty.Value) {
	for _, mark := range v.Marks() {
		a.say("marked ")
		a.quote(mark)
		a.say(" ")
	}
	v, _ = v.Unmark()
	if v.IsNull() {
		a.say("null ")
		a.typ(v.Type(), polycty.HCL)
		return
	}
	if known, unknown := v.Refinement(); unknown {
		a.say("unknown ")
		a.typ(v.Type(), polycty.HCL)
		a.refinement(known)
		return
	}
	switch v.Type().Kind() {
	case polycty.KindBool:
		truth, err := v.AsBool()
		a.say(truth)
		a.failed(err)
	case polycty.KindNumber:
		digits, err := v.NumberText()
		a.say(digits)
		a.failed(err)
	case polycty.KindString:
		text, err := v.AsString()
		a.quote(text)
		a.failed(err)
	case polycty.KindMeta:
		a.say("type ")
		a.typ(v.AsType(), polycty.HCL)
	default:
		a.elements(v)
	}
}

func (a *answer) same(one, other *polycty.Value) {
	if one.Equal(other) {
		a.say("\nsame")
	} else {
		a.say("\nanother")
	}
}

func (a *answer) elements(v *polycty.Value) {
	a.typ(v.Type(), polycty.HCL)
	length, ok := v.Len()
	if !ok {
		return
	}
	a.say(" [")
	kind, count := v.Type().Kind(), 0
	for it := v.Elements(); it.Next(); count++ {
		if kind == polycty.KindMap || kind == polycty.KindObject {
			a.quote(it.Key())
			a.say(" = ")
		}
		a.value(it.Value())
		a.say("; ")
	}
	if a.say("]"); count != length {
		a.say(count, " elements of ", length)
	}
}

func (a *answer) refinement(known polycty.Refinement) {
	if known.NotNull {
		a.say(" not null")
	}
	if known.Prefix != "" {
		a.say(" begins ")
		a.quote(known.Prefix)
	}
	a.bound(" >", known.Min, known.MinInclusive)
	a.bound(" <", known.Max, known.MaxInclusive)
	if known.HasLen {
		a.say(" length ", known.MinLen, " to ", known.MaxLen)
	}
}

func (a *answer) bound(side string, bound *polycty.Value, inclusive bool) {
	if bound == nil {
		return
	}
	if a.say(side); inclusive {
		a.say("=")
	}
	digits, err := bound.NumberText()
	a.say(" ", digits)
	a.failed(err)
}

func (a *answer) puppet(v *polycty.Value) {
	a.text(v.FormatPuppet())
	inferred, err := polycty.PuppetRules{}.Infer(v, polycty.PuppetDetailed)
	if err == nil {
		a.say("\n")
		a.typ(inferred, polycty.Puppet)
	}
	a.failed(err)
}

// firstLine returns the first of two parts of the bytes, which is empty if there is only one line.
func firstLine(given string) (first, rest string) {
	first, rest, two := strings.Cut(given, "\n")
	if !two {
		return "", given
	}
	return first, rest
}

func escape(text string) string {
	var escaped strings.Builder
	for at := 0; at < len(text); at++ {
		if b := text[at]; b < 0x20 || b > 0x7e || b == '\\' {
			fmt.Fprintf(&escaped, `\x%02x`, b)
		} else {
			escaped.WriteByte(b)
		}
	}
	return escaped.String()
}

func unescape(escaped string) string {
	parts := strings.Split(escaped, `\x`)
	for at, part := range parts {
		if at > 0 {
			one, _ := hex.DecodeString(part[:2])
			parts[at] = string(one) + part[2:]
		}
	}
	return strings.Join(parts, "")
}
