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

// Configurations in HCL as Go structs, in the manner of gohcl: struct tags say what is an attribute,
// a block or a label.

// DecodeHCLBody decodes a body into what target points to, a struct or a map, in a scope, which may
// be nil. Tags of a struct say what its fields are for:
//
//	`hcl:"name"`, `hcl:"name,attr"`  an attribute, which must be there unless the field is a pointer
//	`hcl:"name,optional"`            an attribute that may be left out
//	`hcl:"name,block"`               the blocks of a type: a struct for exactly one, a pointer to a
//	                                 struct for at most one, a slice of either for any number
//	`hcl:"name,label"`               in the struct for a block, its labels in their order; the name
//	                                 is what diagnostics call it
//	`hcl:",remain"`                  what no other field is for, which is else refused
//	`hcl:",body"`                    the whole body
//	`hcl:",def_range"`               of a block, the Range of its type and labels
//	`hcl:",type_range"`              of a block, that of its type
//	`hcl:"name,label_range"`         of a block, that of a label
//	`hcl:"name,attr_range"`          that of an attribute
//	`hcl:"name,attr_name_range"`     that of its name
//	`hcl:"name,attr_value_range"`    that of its value
//
// A field without a tag, or with `hcl:"-"`, is left alone; those of embedded structs count as the
// struct's own. The value of an attribute is decoded as Value.Decode does, so that structs in it
// have tags of `polycty`; a *Value takes any, an *HCLExpression or an HCLAttribute is not evaluated.
// An expression that is left out is one that gives null. The fields for a body or the rest of one
// are an *HCLBody, an []HCLAttribute, a struct, or a map. A map has the attributes of a body without
// blocks.
//
// A field stays as it is where the body has nothing for it, so that what is set before is a default;
// null for an attribute that may be left out is nothing. Blocks are decoded into what is there of
// the pointer or the slice.
//
// An error has all that is wrong with the text, with the places; what fits is decoded all the same,
// and warnings alone are no error. A struct that cannot stand for a body is an error without
// diagnostics. All that a spec can say is decoded in one call, of all blocks together: this is
// faster than a struct with kept expressions, bodies or places in it.
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

// DecodeHCL reads a configuration file and decodes it as DecodeHCLBody does. It is in JSON if the
// name ends in .json, and in native syntax otherwise.
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

// ParseHCLBodyFile reads a configuration file: in JSON if its name ends in .json, and in native
// syntax otherwise. What the operating system says is the cause of an error, as fs.ErrNotExist.
func ParseHCLBodyFile(name string) (*HCLBody, error) {
	source, err := os.ReadFile(name)
	if err != nil {
		return nil, unread(err)
	}
	return ParseHCLBody(source, name, syntaxOf(name))
}

// ParseHCLBodyFS reads configuration files of a file system as one body, each as ParseHCLBodyFile
// does. A syntax error of one does not hide those of the others.
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

// unread is the error of what could not be read.
func unread(err error) error {
	code := ErrCallback
	if errors.Is(err, fs.ErrNotExist) {
		code = ErrNotFound
	}
	return Errorf(code, "%s", err).WithCause(err)
}

// HCLSchemaOf is the schema that the tags of a struct say, which x is or points to, and whether that
// is only some of what a body may contain: there is a field for what remains.
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

// HCLSpecOf is the spec that the tags of a struct say, which x is or points to: an object with what
// each field is for under its name, or under that with a _ before it if another field has it. A
// struct in which anything is kept undecoded, or which contains itself, has none.
func HCLSpecOf(x any) (HCLSpec, error) {
	f, err := structForm(x)
	if err != nil {
		return nil, err
	}
	if !f.body.whole {
		return nil, Errorf(ErrUnsupported, "no spec says all that the Go type %s does", f.t)
	}
	return f.makeSpec()
}

func structForm(x any) (*form, error) {
	t := reflect.TypeOf(x)
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return nil, Errorf(ErrInvalidArgument, "a struct or a pointer to one is wanted, not %T", x)
	}
	return formRead(t, asBody)
}
