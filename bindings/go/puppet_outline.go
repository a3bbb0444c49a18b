//go:build !polycty_no_puppet

package polycty

// #include "shims.h"
import "C"

import (
	"encoding/json"
	"fmt"
)

// A PuppetPlace is a place in a text; both count from 1, columns in characters.
type PuppetPlace struct{ Line, Column int }

// UnmarshalJSON reads `[line, column]`.
func (p *PuppetPlace) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[2]*int{&p.Line, &p.Column})
}

// String is `line:column`.
func (p PuppetPlace) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// A PuppetOutline is what a text defines and uses, in the order of the text. Texts are as they
// stand there; one that is missing is empty.
type PuppetOutline struct {
	Definitions []PuppetDefinition `json:"definitions"`
	Resources   []PuppetResource   `json:"resources"`
	Calls       []PuppetCall       `json:"calls"`
	// Variables are the places where each is used, by its name.
	Variables map[string][]PuppetPlace `json:"variables"`
}

// A PuppetDefinition is a class, a defined type, a function, a node or a type alias.
type PuppetDefinition struct {
	// Kind is its word: class, define, function, node or type.
	Kind          string            `json:"kind"`
	Name          string            `json:"name"`
	Place         PuppetPlace       `json:"at"`
	Parameters    []PuppetParameter `json:"params"`
	Inherits      string            `json:"inherits"`
	Returns       string            `json:"returns"`
	Type          string            `json:"type"`    // what an alias stands for
	Matches       []string          `json:"matches"` // what nodes a node is for
	Documentation string            `json:"documentation"`
}

// A PuppetParameter is one of a definition or of a lambda.
type PuppetParameter struct {
	Name    string      `json:"name"`
	Place   PuppetPlace `json:"at"`
	Type    string      `json:"type"`
	Default string      `json:"default"`
	// Rest says that it takes all arguments that are left.
	Rest bool `json:"rest"`
}

// A PuppetResource is something that is said of resources.
type PuppetResource struct {
	// Form is its word: regular, virtual, exported, defaults, override, collect, collect-exported,
	// or the operator of a relationship.
	Form  string      `json:"form"`
	Place PuppetPlace `json:"at"`
	// Type is the type or the resources that are spoken of.
	Type       string               `json:"type"`
	Bodies     []PuppetResourceBody `json:"bodies"`     // of a declaration
	Attributes []PuppetAttribute    `json:"attributes"` // of what is no declaration
	Query      string               `json:"query"`      // of what collects
	Left       string               `json:"left"`       // of a relationship
	Right      string               `json:"right"`
}

// A PuppetResourceBody is a title, or several at once, with what is set.
type PuppetResourceBody struct {
	Title      string            `json:"title"`
	Attributes []PuppetAttribute `json:"attributes"`
}

// A PuppetAttribute is one that is set.
type PuppetAttribute struct {
	Name     string      `json:"name"`
	Place    PuppetPlace `json:"at"`
	Operator string      `json:"operator"` // => or +>
	Value    string      `json:"value"`
}

// A PuppetCall is a call of a function.
type PuppetCall struct {
	Name      string      `json:"name"` // empty where it is computed
	Place     PuppetPlace `json:"at"`
	Arguments int         `json:"arguments"`
	// Lambda has the parameters of the call's lambda; nil where it has none.
	Lambda []PuppetParameter `json:"lambda"`
}

// Outline is what the text defines and uses.
func (m *PuppetManifest) Outline() (*PuppetOutline, error) {
	text, err := m.OutlineJSON()
	if err != nil {
		return nil, err
	}
	found := &PuppetOutline{}
	return found, json.Unmarshal([]byte(text), found)
}

// OutlineJSON is the outline as one JSON object with `definitions`, `resources`, `calls` and
// `variables`; a place in it is `[line, column]`.
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
