//go:build !polycty_no_services

package polycty

// #include "callbacks.h"
import "C"

import (
	"io/fs"
	"strings"
)

//export goWorkspaceReader
func goWorkspaceReader(host C.uintptr_t, path C.pcty_str, out **C.pcty_string,
	failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	return givenText(below(contentOf), host, path, out, failure)
}

//export goWorkspaceLister
func goWorkspaceLister(host C.uintptr_t, path C.pcty_str, out **C.pcty_string,
	failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	return givenText(below(namesIn), host, path, out, failure)
}

// below returns find for an absolute path: the root of the file system is /.
func below(find func(fs.FS, string) (string, bool, error)) func(fs.FS, string) (string, bool, error) {
	return func(files fs.FS, path string) (string, bool, error) {
		if path = strings.Trim(path, "/"); path == "" {
			path = "."
		}
		return find(files, path)
	}
}
