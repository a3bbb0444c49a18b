package polycty

// #include "shims.h"
import "C"

import (
	"io"
	"runtime/cgo"
	"time"
)

// A TerraformHost is what Terraform's functions ask of the program. What is not there, no
// function has: one that needs it fails and says so.
type TerraformHost struct {
	// Root is the folder whose files functions may read; no path leads out of it, neither by
	// `..` nor through a symbolic link. Relative paths begin there.
	Root string
	// Home is the absolute path that `~` stands for.
	Home string
	// PlanTime is what `plantimestamp` gives.
	PlanTime time.Time
	// Clock says what time it is, for `timestamp`; time.Now is one. Any goroutine may call it.
	Clock func() time.Time
	// Random gives random bytes, for `uuid` and the salt of `bcrypt`; rand.Reader of
	// crypto/rand is one. Any goroutine may read from it.
	Random io.Reader
}

// SetTerraformFunctions defines all functions of Terraform, each by its name and as `core::` and
// its name, in place of those of the standard library; a function that was defined by itself in
// this scope stays.
func (s *HCLScope) SetTerraformFunctions(host TerraformHost) error {
	made := C.pcty_hcl_terraform_host_new()
	defer C.pcty_hcl_terraform_host_free(made)
	if err := host.fill(made); err != nil {
		return err
	}
	return s.change(func(p *C.pcty_hcl_scope) error {
		return failed(C.go_hcl_scope_set_terraform_functions(p, made))
	})
}

func (h TerraformHost) fill(made *C.pcty_hcl_terraform_host) error {
	if h.Root != "" {
		if err := failed(C.go_hcl_terraform_host_set_root(made, h.Root)); err != nil {
			return err
		}
	}
	if h.Home != "" {
		if err := failed(C.go_hcl_terraform_host_set_home(made, h.Home)); err != nil {
			return err
		}
	}
	if !h.PlanTime.IsZero() {
		seconds := C.int64_t(h.PlanTime.Unix())
		if err := failed(C.go_hcl_terraform_host_set_plan_time(made, seconds)); err != nil {
			return err
		}
	}
	if h.Clock != nil {
		clock := C.uintptr_t(cgo.NewHandle(h.Clock))
		if err := failed(C.go_hcl_terraform_host_set_clock(made, clock)); err != nil {
			return err
		}
	}
	if h.Random != nil {
		random := C.uintptr_t(cgo.NewHandle(h.Random))
		return failed(C.go_hcl_terraform_host_set_random(made, random))
	}
	return nil
}
