//go:build !polycty_no_terraform

package polycty

// #include "shims.h"
import "C"

import (
	"errors"
	"io"
	"io/fs"
	"strings"
	"time"
)

// A TerraformHost is what Terraform's functions ask of the program. What is not there, no
// function has: one that needs it fails and says so.
type TerraformHost struct {
	// Root is the folder whose files functions may read; no path leads out of it, neither by
	// `..` nor through a symbolic link. Relative paths begin there.
	Root string
	// Files are what functions may read in place of a folder: what the program has in memory, in
	// an archive or in a version of a repository. Paths are those of io/fs, so none is absolute or
	// leads out. Any goroutine may ask them.
	Files fs.FS
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

// A terraformKey is the key of what Terraform's functions call.
type terraformKey struct{}

// fill sets what the host has. The set owns what the library calls.
func (h TerraformHost) fill(made *C.pcty_terraform_host) (*closureSet, error) {
	var files, clock, random *closureSet
	if h.Root != "" {
		if err := failed(C.go_terraform_host_set_root(made, h.Root)); err != nil {
			return nil, err
		}
	}
	if h.Files != nil {
		files = lent(h.Files)
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
		clock = lent(h.Clock)
		if err := failed(C.go_terraform_host_set_clock(made, clock.number())); err != nil {
			return nil, err
		}
	}
	if h.Random != nil {
		random = lent(h.Random)
		if err := failed(C.go_terraform_host_set_random(made, random.number())); err != nil {
			return nil, err
		}
	}
	return joined(files, clock, random), nil
}

// contentOf is the text of a file; not found is what is none.
func contentOf(files fs.FS, path string) (text string, found bool, err error) {
	if !fs.ValidPath(path) {
		return "", false, nil
	}
	info, err := fs.Stat(files, path)
	if err != nil || info.IsDir() {
		return "", false, unlessMissing(err)
	}
	content, err := fs.ReadFile(files, path)
	return string(content), err == nil, unlessMissing(err)
}

// namesIn is what a folder has, a name a line, those of folders with a slash behind them.
func namesIn(files fs.FS, path string) (text string, found bool, err error) {
	if !fs.ValidPath(path) {
		return "", false, nil
	}
	info, err := fs.Stat(files, path)
	if err != nil || !info.IsDir() {
		return "", false, unlessMissing(err)
	}
	entries, err := fs.ReadDir(files, path)
	if err != nil {
		return "", false, unlessMissing(err)
	}
	var names strings.Builder
	for _, entry := range entries {
		names.WriteString(entry.Name())
		if isFolder(files, path, entry) {
			names.WriteByte('/')
		}
		names.WriteByte('\n')
	}
	return names.String(), true, nil
}

func isFolder(files fs.FS, path string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.IsDir()
	}
	info, err := fs.Stat(files, strings.TrimPrefix(path+"/"+entry.Name(), "./"))
	return err == nil && info.IsDir()
}

func unlessMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
