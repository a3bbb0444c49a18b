//go:build !polycty_no_terraform

package polycty

// #include "shims.h"
import "C"

import (
	"io"
	"io/fs"
	"time"
)

// A TerraformHost is the access of Terraform's functions to the system. A function that needs a
// missing part fails with an error that names it.
type TerraformHost struct {
	// Root is the folder whose files functions may read. Paths cannot leave it, neither by `..` nor
	// through a symbolic link. Relative paths start there.
	Root string
	// Files is a file system that functions read instead of a folder, for example in memory, in an
	// archive or in a revision of a repository. Its paths follow io/fs, so they are relative and
	// cannot leave it. Any goroutine may use it.
	Files fs.FS
	// Home is the absolute path that replaces `~`.
	Home string
	// PlanTime is the result of `plantimestamp`.
	PlanTime time.Time
	// Clock returns the current time for `timestamp`, as time.Now does. Any goroutine may call it.
	Clock func() time.Time
	// Random is a source of random bytes, for `uuid` and the salt of `bcrypt`, such as rand.Reader of
	// crypto/rand. Any goroutine may read from it.
	Random io.Reader
	// Texts are texts in place of files, by their paths, such as the unsaved texts of an editor. They
	// are in addition to Root or Files, or the only files.
	Texts map[string]string
	// Modules returns the directory of a module of a project that is not local, in the files of the
	// host; found is false if the module is not available.
	Modules func(call TerraformModuleCall) (directory string, found bool, err error)
}

// A TerraformModuleCall is a call of a module that is not local.
type TerraformModuleCall struct {
	// Key contains the names of the calls from the root module to this one, joined with dots.
	Key string
	// Source is the source address.
	Source string
	// Version is the version constraint; empty if there is none.
	Version string
}

// SetTerraformFunctions defines all functions of Terraform, each with its name and with `core::`
// before it. They replace those of the standard library, but not functions that were defined
// individually in this scope.
func (s *HCLScope) SetTerraformFunctions(host TerraformHost) error {
	made := C.pcty_terraform_host_new()
	defer C.pcty_terraform_host_free(made)
	owns, err := host.fill(made)
	if err != nil {
		return err
	}
	err = changeOwned(s.parts(), terraformKey{}, func(p *C.pcty_hcl_scope) (*closureSet, error) {
		return owns, failed(C.go_hcl_scope_set_terraform_functions(p, made))
	})
	if err == nil {
		s.weighOnce(terraformBytes)
	}
	return err
}

// A terraformKey is the key of the owner of the functions that Terraform's functions call.
type terraformKey struct{}

// fill sets the parts of the host. The returned set owns the Go functions.
func (h TerraformHost) fill(made *C.pcty_terraform_host) (*closureSet, error) {
	var files, clock, random, modules *closureSet
	if h.Root != "" {
		if err := failed(C.go_terraform_host_set_root(made, h.Root)); err != nil {
			return nil, err
		}
	}
	if h.Files != nil {
		files = closureSetOf(h.Files)
		if err := failed(C.go_terraform_host_set_files(made, files.number())); err != nil {
			return nil, err
		}
	}
	if h.Home != "" {
		if err := failed(C.go_terraform_host_set_home(made, h.Home)); err != nil {
			return nil, err
		}
	}
	if !h.PlanTime.IsZero() {
		seconds := C.int64_t(h.PlanTime.Unix())
		if err := failed(C.go_terraform_host_set_plan_time(made, seconds)); err != nil {
			return nil, err
		}
	}
	if h.Clock != nil {
		clock = closureSetOf(h.Clock)
		if err := failed(C.go_terraform_host_set_clock(made, clock.number())); err != nil {
			return nil, err
		}
	}
	if h.Random != nil {
		random = closureSetOf(h.Random)
		if err := failed(C.go_terraform_host_set_random(made, random.number())); err != nil {
			return nil, err
		}
	}
	for path, text := range h.Texts {
		if err := failed(C.go_terraform_host_set_text(made, path, text)); err != nil {
			return nil, err
		}
	}
	if h.Modules != nil {
		modules = closureSetOf(h.Modules)
		if err := failed(C.go_terraform_host_set_modules(made, modules.number())); err != nil {
			return nil, err
		}
	}
	return joined(files, clock, random, modules), nil
}
