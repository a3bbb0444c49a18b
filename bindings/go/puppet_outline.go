//go:build !polycty_no_puppet

package polycty

// #include "shims.h"
import "C"

import (
	"encoding/json"
	"fmt"
)

// A PuppetPosition is a position in a text. Line and Column count from 1, columns in characters.
type PuppetPosition struct{ Line, Column int }

// UnmarshalJSON decodes `[line, column]`.
func (p *PuppetPosition) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[2]*int{&p.Line, &p.Column})
}

// String returns `line:column`.
func (p PuppetPosition) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// A PuppetOutline lists the definitions and uses in a text, in the order of the text. Strings are
// source texts; a missing part is empty.
type PuppetOutline struct {
	Definitions []PuppetDefinition `json:"definitions"`
	Resources   []PuppetResource   `json:"resources"`
	Calls       []PuppetCall       `json:"calls"`
	// Variables are the positions of all uses, by the name of the variable.
	Variables map[string][]PuppetPosition `json:"variables"`
}

// A PuppetDefinition is a class, a defined type, a function, a node or a type alias.
type PuppetDefinition struct {
	// Kind is the keyword: class, define, function, node or type.
	Kind          string            `json:"kind"`
	Name          string            `json:"name"`
	Place         PuppetPosition    `json:"at"`
	Parameters    []PuppetParameter `json:"params"`
	Inherits      string            `json:"inherits"`
	Returns       string            `json:"returns"`
	Type          string            `json:"type"`    // of an alias: its definition
	Matches       []string          `json:"matches"` // of a node: its patterns
	Documentation string            `json:"documentation"`
}

// A PuppetParameter is a parameter of a definition or of a lambda.
type PuppetParameter struct {
	Name    string         `json:"name"`
	Place   PuppetPosition `json:"at"`
	Type    string         `json:"type"`
	Default string         `json:"default"`
	// Rest means that the parameter takes all remaining arguments.
	Rest bool `json:"rest"`
}

// A PuppetResource is a resource expression.
type PuppetResource struct {
	// Form is the kind of expression: regular, virtual, exported, defaults, override, collect,
	// collect-exported, or the operator of a relationship.
	Form  string         `json:"form"`
	Place PuppetPosition `json:"at"`
	// Type is the source text of the type or of the resources.
	Type       string               `json:"type"`
	Bodies     []PuppetResourceBody `json:"bodies"`     // of a declaration
	Attributes []PuppetAttribute    `json:"attributes"` // of other forms
	Query      string               `json:"query"`      // of a collector
	Left       string               `json:"left"`       // of a relationship
	Right      string               `json:"right"`
}

// A PuppetResourceBody is one or several titles with their attributes.
type PuppetResourceBody struct {
	Title      string            `json:"title"`
	Attributes []PuppetAttribute `json:"attributes"`
}

// A PuppetAttribute is an attribute with its value.
type PuppetAttribute struct {
	Name     string         `json:"name"`
	Place    PuppetPosition `json:"at"`
	Operator string         `json:"operator"` // => or +>
	Value    string         `json:"value"`
}

// A PuppetCall is a call of a function.
type PuppetCall struct {
	Name      string         `json:"name"` // empty if it is computed
	Place     PuppetPosition `json:"at"`
	Arguments int            `json:"arguments"`
	// Lambda has the parameters of the call's lambda; nil if it has none.
	Lambda []PuppetParameter `json:"lambda"`
}

// Outline returns the definitions and uses in the text.
func (m *PuppetManifest) Outline() (*PuppetOutline, error) {
	text, err := m.OutlineJSON()
	if err != nil {
		return nil, err
	}
	found := &PuppetOutline{}
	return found, json.Unmarshal([]byte(text), found)
}

// OutlineJSON returns the outline as one JSON object with `definitions`, `resources`, `calls` and
// `variables`; a position in it is `[line, column]`.
func (m *PuppetManifest) OutlineJSON() (string, error) {
	defer m.done()
	made := C.go_puppet_outline_new(m.use())
	if made.error != nil {
		return "", newError(made.error)
	}
	outline := (*C.pcty_puppet_outline)(made.out)
	defer C.pcty_puppet_outline_free(outline)
	return taken(C.go_puppet_outline_to_json(outline))
}
