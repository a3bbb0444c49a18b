//go:build cgo

package polycty

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
)

// Mapping of HCL configurations to Go structs, in the manner of gohcl: struct tags declare
// attributes, blocks and labels.

// DecodeHCLBody decodes a body into the struct or map that target points to, in a scope, which may
// be nil. Tags of a struct specify the purpose of its fields:
//
//	`hcl:"name"`, `hcl:"name,attr"`  an attribute, which is required unless the field is a pointer
//	`hcl:"name,optional"`            an optional attribute
//	`hcl:"name,block"`               the blocks of a type: a struct for exactly one, a pointer to a
//	                                 struct for at most one, a slice of either for any number
//	`hcl:"name,label"`               in the struct for a block, its labels in their order;
//	                                 diagnostics use the name
//	`hcl:",remain"`                  content without a field, which is an error otherwise
//	`hcl:",body"`                    the whole body
//	`hcl:",def_range"`               of a block, the Range of its type and labels
//	`hcl:",type_range"`              of a block, the Range of its type
//	`hcl:"name,label_range"`         of a block, the Range of a label
//	`hcl:"name,attr_range"`          the Range of an attribute
//	`hcl:"name,attr_name_range"`     the Range of its name
//	`hcl:"name,attr_value_range"`    the Range of its value
//
// A field without a tag, or with `hcl:"-"`, is ignored; fields of embedded structs count as fields
// of the struct. The value of an attribute is decoded as by Value.Decode, so structs in it have
// tags of `polycty`. A *Value takes any value; an *HCLExpression or an HCLAttribute is not
// evaluated. A missing expression becomes one that evaluates to null. The fields for a body or the
// rest of one are an *HCLBody, an []HCLAttribute, a struct, or a map. A map has the attributes of a
// body without blocks.
//
// A field is not changed if the body has no content for it, so an earlier value is a default; a
// null optional attribute counts as missing. Blocks are decoded into the existing target of the
// pointer or into the existing elements of the slice.
//
// An error has all diagnostics with their positions. Content that fits is decoded even if there are
// errors, and warnings alone are not an error. A struct that cannot describe a body is an error
// without diagnostics. Everything that a spec can express is decoded in one call for all blocks,
// which is faster than a struct with kept expressions, bodies or ranges.
func DecodeHCLBody(body *HCLBody, scope *HCLScope, target any) error {
	into := reflect.ValueOf(target)
	if into.Kind() != reflect.Pointer || into.IsNil() {
		return Errorf(ErrInvalidArgument, "the target must be a pointer, not %T", target)
	}
	m := bodyMapping{scope: scope, root: body}
	if err := m.into(body, into.Elem()); err != nil {
		return err
	}
	return m.error()
}

// DecodeHCL parses a configuration file and decodes it as DecodeHCLBody does. The syntax is JSON if
// the name ends in .json, and native syntax otherwise.
func DecodeHCL(file string, source []byte, scope *HCLScope, target any) error {
	body, err := ParseHCLBody(source, file, syntaxOf(file))
	if err != nil {
		return err
	}
	defer body.Close()
	return DecodeHCLBody(body, scope, target)
}

// DecodeHCLFile decodes a file as DecodeHCL does.
func DecodeHCLFile(name string, scope *HCLScope, target any) error {
	body, err := ParseHCLBodyFile(name)
	if err != nil {
		return err
	}
	defer body.Close()
	return DecodeHCLBody(body, scope, target)
}

// DecodeHCLFS decodes files of a file system as one body, each as DecodeHCL does.
func DecodeHCLFS(files fs.FS, scope *HCLScope, target any, names ...string) error {
	body, err := ParseHCLBodyFS(files, names...)
	if err != nil {
		return err
	}
	defer body.Close()
	return DecodeHCLBody(body, scope, target)
}

// ParseHCLBodyFile parses a configuration file: as JSON if its name ends in .json, and in native
// syntax otherwise. An error of the operating system is the cause of the returned error, so
// errors.Is finds fs.ErrNotExist.
func ParseHCLBodyFile(name string) (*HCLBody, error) {
	source, err := os.ReadFile(name)
	if err != nil {
		return nil, unread(err)
	}
	return ParseHCLBody(source, name, syntaxOf(name))
}

// ParseHCLBodyFS parses configuration files of a file system and merges them into one body. The
// syntax is chosen as in ParseHCLBodyFile. A syntax error in one file does not hide errors in the
// others.
func ParseHCLBodyFS(files fs.FS, names ...string) (*HCLBody, error) {
	var bodies []*HCLBody
	defer func() {
		for _, body := range bodies {
			body.Close()
		}
	}()
	m := bodyMapping{}
	for _, name := range names {
		source, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, unread(err)
		}
		body, err := ParseHCLBodyDiagnosed(source, name, syntaxOf(name))
		if err = m.tell(err); err != nil {
			return nil, err
		}
		bodies = append(bodies, body)
	}
	if err := m.error(); err != nil {
		return nil, err
	}
	return MergeHCLBodies(bodies...)
}

func syntaxOf(file string) HCLSyntax {
	if strings.EqualFold(filepath.Ext(file), ".json") {
		return HCLJSON
	}
	return HCLNative
}

// unread returns the error for a file that cannot be read.
func unread(err error) error {
	code := ErrCallback
	if errors.Is(err, fs.ErrNotExist) {
		code = ErrNotFound
	}
	return Errorf(code, "%s", err).WithCause(err)
}

// HCLSchemaOf returns the schema that the tags of a struct describe, which x is or points to. The
// result partial reports whether there is a field for the rest of the body.
func HCLSchemaOf(x any) (schema HCLSchema, partial bool, err error) {
	f, err := structForm(x)
	if err != nil {
		return HCLSchema{}, false, err
	}
	schema.Attributes = append(schema.Attributes, f.body.schema.Attributes...)
	for _, block := range f.body.schema.Blocks {
		schema.Blocks = append(schema.Blocks, HCLBlockSchema{block.Type, append([]string(nil), block.Labels...)})
	}
	return schema, f.body.remain != nil, nil
}

// HCLSpecOf returns the spec that the tags of a struct describe, which x is or points to: an object
// with the item of each field under its name, with a _ before it if a different field has the name.
// It fails for a struct that keeps undecoded content or contains itself.
func HCLSpecOf(x any) (HCLSpec, error) {
	f, err := structForm(x)
	if err != nil {
		return nil, err
	}
	if !f.body.whole {
		return nil, Errorf(ErrUnsupported, "a spec cannot express the Go type %s", f.t)
	}
	return f.makeSpec()
}

func structForm(x any) (*form, error) {
	t := reflect.TypeOf(x)
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return nil, Errorf(ErrInvalidArgument, "expected a struct or a pointer to one, found %T", x)
	}
	return formRead(t, asBody)
}
