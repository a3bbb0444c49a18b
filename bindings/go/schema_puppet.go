//go:build !polycty_no_schema && !polycty_no_puppet

package polycty

// #include "shims.h"
import "C"

// ExportClassSchema makes the schema of the parameters of a class. With a nil manifest, the
// environment's loader finds the class.
func (m *PuppetManifest) ExportClassSchema(class string, e *PuppetEnvironment) (*SchemaPair, error) {
	environment, state := e.now()
	defer state.done()
	defer m.done()
	made := C.go_run_schema_export_class(m.use(), class, environment)
	if err := failedFor(&made); err != nil {
		return nil, err
	}
	return ownPair(C.go_out{out: made.out})
}
