//go:build !polycty_no_puppet

package polycty

// #include "handmade.h"
// #include "shims.h"
import "C"

import (
	"encoding/json"
	"errors"
	"fmt"
)

// PuppetCatalogOptions are an environment and a node. Environment and Node must be set.
type PuppetCatalogOptions struct {
	// Environment is the folder of the environment: manifests, modules, hiera.yaml, environment.conf.
	Environment string
	// EnvironmentName is the name of the environment; if it is empty, the name of the folder.
	EnvironmentName string
	// Modules are folders of modules, instead of those of the environment.
	Modules []string
	// Manifest is the manifest or the folder of manifests, instead of that of the environment.
	Manifest string
	// Hiera is the hiera.yaml of the global layer, whose folder can be read.
	Hiera string
	// Node is the name of the node.
	Node string
	// Facts, Trusted and ServerFacts are the variables of these names: JSON objects.
	Facts, Trusted, ServerFacts json.RawMessage
	// Classifier is the output of an external node classifier: a JSON object with classes and
	// parameters.
	Classifier json.RawMessage
	// Settings are the variables of the class settings: a JSON object.
	Settings json.RawMessage
	// Host has the functions, aliases, logger and time of the host; it may be nil.
	Host *PuppetEnvironment
	// Strictness is the treatment of probable mistakes; the zero value is PuppetStrict.
	Strictness PuppetStrictness
}

// A PuppetCatalog is the catalog of a node. It is immutable; any number of goroutines may use it.
type PuppetCatalog struct {
	handle
	warnings []Diagnostic
}

// CompilePuppetCatalog compiles the catalog of a node. Only files in the folders of the options are
// read. An error that a function of the host returns ends the compilation and is the cause of its
// error.
func CompilePuppetCatalog(options PuppetCatalogOptions) (*PuppetCatalog, error) {
	host, state := options.Host.now()
	defer state.done()
	modules, lengths, count := pack(options.Modules).args()
	made := C.go_run_puppet_catalog_compile_diagnosed(C.pcty_puppet_strictness(options.Strictness),
		options.Environment, options.EnvironmentName, modules, lengths, count, options.Manifest, options.Hiera,
		options.Node, asText(options.Facts), asText(options.Trusted), asText(options.ServerFacts),
		asText(options.Classifier), asText(options.Settings), host)
	cause := takeCause(&made)
	if made.error != nil {
		return nil, newError(made.error).becauseOf(cause)
	}
	c := newPuppetCatalog((*C.pcty_puppet_catalog)(made.out))
	var found *Error
	if err := diagnosticsFor(&made, cause); errors.As(err, &found) {
		c.warnings = found.Diagnostics
	}
	return c, nil
}

// ParsePuppetCatalog parses the JSON of a catalog, which a Puppet server or JSON writes. References
// in values remain strings.
func ParsePuppetCatalog(text []byte) (*PuppetCatalog, error) {
	made := C.go_puppet_catalog_parse(asText(text))
	if made.error != nil {
		return nil, newError(made.error)
	}
	c := newPuppetCatalog((*C.pcty_puppet_catalog)(made.out))
	c.weighText(len(text), 1)
	return c, nil
}

// Warnings returns the warnings about the manifests and, without a host, those that the programs
// log.
func (c *PuppetCatalog) Warnings() []Diagnostic {
	if c == nil {
		return nil
	}
	return c.warnings
}

// A PuppetCatalogResource is a resource of a catalog.
type PuppetCatalogResource struct {
	// Position is the position in the catalog.
	Position int
	Kind     PuppetCatalogKind
	// Type has capitalized segments, such as File. So has Title if the type is Class.
	Type, Title string
	// File and Line are the position of the declaration; empty and 0 if it is not known.
	File string
	Line int
	// Exported is whether the resource is exported. Virtual is whether the agent of this node does
	// not receive it; only exported resources are virtual.
	Exported, Virtual bool
	// Parameters are in the order of their assignment; undef is not included.
	Parameters []PuppetCatalogParameter
	Tags       []string
}

// A PuppetCatalogParameter is a parameter of a resource.
type PuppetCatalogParameter struct {
	Name string
	// Value is a Sensitive if the value is secret.
	Value     *Value
	Sensitive bool
}

// String returns the reference of the resource, such as File[/etc/motd].
func (r PuppetCatalogResource) String() string { return fmt.Sprintf("%s[%s]", r.Type, r.Title) }

// Parameter returns the value of a parameter by its name; nil if it is not set.
func (r PuppetCatalogResource) Parameter(name string) *Value {
	for _, parameter := range r.Parameters {
		if parameter.Name == name {
			return parameter.Value
		}
	}
	return nil
}

// Resource returns the resource at a position, in the order of their creation. It panics past the
// end.
func (c *PuppetCatalog) Resource(at int) PuppetCatalogResource {
	defer c.done()
	return catalogResource(c.use(), at)
}

func catalogResource(catalog *C.pcty_puppet_catalog, at int) PuppetCatalogResource {
	position := C.size_t(at)
	read := C.go_puppet_catalog_resource_at(catalog, position)
	if read.error != nil {
		panic(newError(read.error))
	}
	found := PuppetCatalogResource{
		Position:   at,
		Kind:       PuppetCatalogKind(read.out.kind),
		Type:       text(read.out.type_name),
		Title:      text(read.out.title),
		File:       text(read.out.file),
		Line:       int(read.out.line),
		Exported:   bool(read.out.is_exported),
		Virtual:    bool(read.out.is_virtual),
		Parameters: make([]PuppetCatalogParameter, int(read.out.parameter_count)),
		Tags:       make([]string, int(read.out.tag_count)),
	}
	for i := range found.Parameters {
		parameter := C.go_puppet_catalog_parameter_read(catalog, position, C.size_t(i))
		if parameter.error != nil {
			panic(newError(parameter.error))
		}
		found.Parameters[i] = PuppetCatalogParameter{
			Name:      text(parameter.name),
			Value:     foundValue(parameter.value),
			Sensitive: bool(parameter.is_sensitive),
		}
	}
	for i := range found.Tags {
		found.Tags[i] = text(C.pcty_puppet_catalog_tag_at(catalog, position, C.size_t(i)))
	}
	return found
}

// Resources returns all resources, in the order of their creation.
func (c *PuppetCatalog) Resources() []PuppetCatalogResource {
	defer c.done()
	catalog := c.use()
	found := make([]PuppetCatalogResource, int(C.go_puppet_catalog_info(catalog).out.resource_count))
	for at := range found {
		found[at] = catalogResource(catalog, at)
	}
	return found
}

// Find returns the resource with a type and a title as they are in the catalog, such as File and
// /etc/motd, or Class and Profile::Web.
func (c *PuppetCatalog) Find(typeName, title string) (PuppetCatalogResource, bool) {
	defer c.done()
	catalog := c.use()
	at := C.go_puppet_catalog_resource_get(catalog, typeName, title)
	if at.error != nil {
		C.pcty_error_free(at.error)
		return PuppetCatalogResource{}, false
	}
	return catalogResource(catalog, int(at.answer)), true
}

// A PuppetCatalogEdge is an edge of containment between the resources at two positions.
type PuppetCatalogEdge struct{ Container, Contained int }

// PuppetCatalogJSONOptions are options of the JSON of a catalog.
type PuppetCatalogJSONOptions struct {
	// Secrets writes secret values, as an agent needs them. Otherwise a secret value is an object with
	// only the member __ptype.
	Secrets bool
	// Version is the version of the configuration.
	Version int64
	// UUID is the identifier of the compilation; a UUID of zeros if it is empty.
	UUID string
	// CodeID is the identifier of the deployed code; null if it is empty.
	CodeID string
}

// JSON returns the catalog as the JSON that an agent receives, without virtual resources.
func (c *PuppetCatalog) JSON(options PuppetCatalogJSONOptions) (string, error) {
	defer c.done()
	return taken(C.go_puppet_catalog_to_json(c.use(), C.bool(options.Secrets), C.int64_t(options.Version),
		options.UUID, options.CodeID))
}

// A PuppetCatalogDifference is the difference of two catalogs of a node.
type PuppetCatalogDifference struct {
	Added          []PuppetCatalogEntry  `json:"added"`
	Removed        []PuppetCatalogEntry  `json:"removed"`
	Changed        []PuppetCatalogChange `json:"changed"`
	AddedClasses   []string              `json:"added_classes"`
	RemovedClasses []string              `json:"removed_classes"`
}

// Empty reports whether the catalogs are equal.
func (d *PuppetCatalogDifference) Empty() bool {
	return len(d.Added)+len(d.Removed)+len(d.Changed)+len(d.AddedClasses)+len(d.RemovedClasses) == 0
}

// A PuppetCatalogEntry is a resource that only one of two catalogs has. A secret value is the object
// {"__ptype":"Sensitive"}.
type PuppetCatalogEntry struct {
	Reference  string                     `json:"reference"`
	File       string                     `json:"file"`
	Line       int                        `json:"line"`
	Parameters map[string]json.RawMessage `json:"parameters"`
}

// A PuppetCatalogChange is a resource that two catalogs have and that differs. The containers are nil
// if they are the same, and the flags false if both catalogs export the resource, or neither does.
type PuppetCatalogChange struct {
	Reference     string                                  `json:"reference"`
	OldFile       string                                  `json:"old_file"`
	OldLine       int                                     `json:"old_line"`
	NewFile       string                                  `json:"new_file"`
	NewLine       int                                     `json:"new_line"`
	Parameters    map[string]PuppetCatalogParameterChange `json:"parameters"`
	OldContainers []string                                `json:"old_containers"`
	NewContainers []string                                `json:"new_containers"`
	OldExported   bool                                    `json:"old_exported"`
	NewExported   bool                                    `json:"new_exported"`
}

// A PuppetCatalogParameterChange has the values of a parameter in both catalogs; nil in a catalog
// that does not have it. A secret value is the object {"__ptype":"Sensitive"}.
type PuppetCatalogParameterChange struct {
	Old json.RawMessage `json:"old"`
	New json.RawMessage `json:"new"`
}

// Diff returns the difference from this catalog to a newer one. Secret values are compared, but not
// returned.
func (c *PuppetCatalog) Diff(newer *PuppetCatalog) (*PuppetCatalogDifference, error) {
	text, err := c.DiffJSON(newer)
	if err != nil {
		return nil, err
	}
	found := &PuppetCatalogDifference{}
	return found, json.Unmarshal([]byte(text), found)
}

// PuppetLookupOptions are options of a lookup.
type PuppetLookupOptions struct {
	// Merge is the merge strategy: first, unique, hash or deep, or a JSON object with strategy and its
	// options. If it is empty, that of lookup_options in the data.
	Merge string
	// Default is the result if there is no data for the key. If it is nil, the lookup fails.
	Default *Value
}

// PuppetLookup looks up a key in the Hiera data of an environment, for the node of the options.
func PuppetLookup(key string, options PuppetCatalogOptions, lookup PuppetLookupOptions) (*Value, error) {
	host, state := options.Host.now()
	defer state.done()
	defer lookup.Default.done()
	modules, lengths, count := pack(options.Modules).args()
	return calledValue(C.go_run_puppet_lookup(key, C.pcty_puppet_strictness(options.Strictness),
		options.Environment, options.EnvironmentName, modules, lengths, count, options.Manifest, options.Hiera,
		options.Node, asText(options.Facts), asText(options.Trusted), asText(options.ServerFacts),
		asText(options.Classifier), asText(options.Settings), host, lookup.Merge, lookup.Default.use()))
}

// PuppetLookupExplained is PuppetLookup, and returns how the value was found. The explanation shows
// data, except for Sensitive values. If the lookup fails, it is the detail of the first diagnostic of
// the error.
func PuppetLookupExplained(key string, options PuppetCatalogOptions, lookup PuppetLookupOptions) (value *Value, explanation string, err error) {
	host, state := options.Host.now()
	defer state.done()
	defer lookup.Default.done()
	modules, lengths, count := pack(options.Modules).args()
	made := C.go_run_puppet_lookup_explained(key, C.pcty_puppet_strictness(options.Strictness),
		options.Environment, options.EnvironmentName, modules, lengths, count, options.Manifest, options.Hiera,
		options.Node, asText(options.Facts), asText(options.Trusted), asText(options.ServerFacts),
		asText(options.Classifier), asText(options.Settings), host, lookup.Merge, lookup.Default.use())
	explanation = takeString((*C.pcty_string)(made.more))
	value, err = calledValue(made)
	return value, explanation, err
}
