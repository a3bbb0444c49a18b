package ctybridge

import (
	"encoding/json"

	polycty "github.com/polycty/polycty/bindings/go"
	"github.com/zclconf/go-cty/cty"
)

// TypeToCty returns the cty type that is equal to a type.
func TypeToCty(t *polycty.Type) (cty.Type, error) {
	if t == nil {
		return cty.NilType, polycty.Errorf(polycty.ErrInvalidArgument, "`t` is nil")
	}
	described, err := t.MarshalJSON()
	if err != nil {
		return cty.NilType, err
	}
	var made cty.Type
	if err := json.Unmarshal(described, &made); err != nil {
		return cty.NilType, polycty.Errorf(polycty.ErrUnsupported, "the type %s has no counterpart in cty: %w", t, err)
	}
	return made, nil
}

// TypeFromCty returns the type that is equal to a cty type.
func TypeFromCty(t cty.Type) (*polycty.Type, error) {
	if t == cty.NilType {
		return nil, polycty.Errorf(polycty.ErrInvalidArgument, "`t` is cty.NilType")
	}
	described, err := json.Marshal(t)
	if err != nil {
		return nil, polycty.Errorf(polycty.ErrUnsupported, "the type %s has no counterpart: %w", t.FriendlyName(), err)
	}
	return polycty.ParseTypeJSON(described)
}
