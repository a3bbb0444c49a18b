// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_mcl

package polycty

// #include "shims.h"
import "C"

// An MCLProgress is the result of a step.
type MCLProgress uint32

const (
	// MCLWaiting: some functions have no value yet, and will announce one. Until then the resource
	// graph, if there is one, does not change.
	MCLWaiting MCLProgress = C.PCTY_MCL_PROGRESS_WAITING
	// MCLSame: the resource graph has not changed since the last step that reported a result.
	MCLSame MCLProgress = C.PCTY_MCL_PROGRESS_SAME
	// MCLChanged: there is a new resource graph: the first one, or one that differs from the
	// previous graph.
	MCLChanged MCLProgress = C.PCTY_MCL_PROGRESS_CHANGED
)

var mclProgressNames = enumerationNames{
	enumeration: "MCLProgress", flags: false,
	names: map[uint32]string{
		0: "waiting",
		1: "same",
		2: "changed",
	},
}

// String returns the name of the value: "waiting", "same" or "changed".
func (v MCLProgress) String() string { return mclProgressNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v MCLProgress) MarshalText() ([]byte, error) { return mclProgressNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *MCLProgress) UnmarshalText(text []byte) error {
	return mclProgressNames.unmarshal(text, (*uint32)(v))
}

// An MCLTrait is a capability of the resources of a kind. Combine traits with |.
type MCLTrait uint32

const (
	// MCLSends: it sends, also if `sends` is empty.
	MCLSends MCLTrait = C.PCTY_MCL_TRAIT_SENDS
	// MCLReceives: its fields receive values from other resources.
	MCLReceives MCLTrait = C.PCTY_MCL_TRAIT_RECEIVES
	// MCLRefreshes: it is refreshed when a resource that notifies it has changed.
	MCLRefreshes MCLTrait = C.PCTY_MCL_TRAIT_REFRESHES
	// MCLGroups: several resources may be applied as one.
	MCLGroups MCLTrait = C.PCTY_MCL_TRAIT_GROUPS
	// MCLHasEdges: it has automatic edges.
	MCLHasEdges MCLTrait = C.PCTY_MCL_TRAIT_HAS_EDGES
	// MCLReverses: its effect is reverted when it is removed.
	MCLReverses MCLTrait = C.PCTY_MCL_TRAIT_REVERSES
	// MCLExports: other hosts may collect it.
	MCLExports MCLTrait = C.PCTY_MCL_TRAIT_EXPORTS
	// MCLMerges: two resources with the same name that are not equal may be merged.
	MCLMerges MCLTrait = C.PCTY_MCL_TRAIT_MERGES
)

var mclTraitNames = enumerationNames{
	enumeration: "MCLTrait", flags: true,
	names: map[uint32]string{
		1:   "sends",
		2:   "receives",
		4:   "refreshes",
		8:   "groups",
		16:  "has_edges",
		32:  "reverses",
		64:  "exports",
		128: "merges",
	},
}

// String returns the name of the value: the names of its flags with | between them.
func (v MCLTrait) String() string { return mclTraitNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v MCLTrait) MarshalText() ([]byte, error) { return mclTraitNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *MCLTrait) UnmarshalText(text []byte) error {
	return mclTraitNames.unmarshal(text, (*uint32)(v))
}
