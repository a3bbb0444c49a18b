package polycty

// #include "results.h"
import "C"

import (
	"errors"
	"io/fs"
	"strings"
)

// givenText returns the result of a file system at a path to the library: a text, nothing, or the
// error.
func givenText(find func(fs.FS, string) (string, bool, error), host C.uintptr_t, path C.pcty_str,
	out **C.pcty_string, failure **C.pcty_error) C.pcty_status {
	content, found, err := find(closureOf(host).(fs.FS), text(path))
	if err == nil && found {
		*out, err = madeString(content)
	}
	return failedWith(err, failure)
}

// contentOf returns the text of a file; found is false if the path is not a file.
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

// namesIn returns the names in a folder, one per line, with a slash after the names of folders.
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
