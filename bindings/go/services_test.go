//go:build !polycty_no_services && !polycty_no_terraform

package polycty

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

const servicesVariables = "variable \"port\" {\n  type = number\n}\n"
const servicesMain = "output \"p\" {\n  value = var.port\n}\n"

func servicesWorkspace(t *testing.T) *Workspace {
	t.Helper()
	w := Must(NewWorkspace(WorkspaceOptions{
		Folders: []string{"/w"},
		Files:   fstest.MapFS{"w/variables.tf": {Data: []byte(servicesVariables)}},
	}))
	if err := w.Open("file:///w/main.tf", "", 1, servicesMain); err != nil {
		t.Fatal(err)
	}
	return w
}

func TestWorkspaceAnswersRequests(t *testing.T) {
	w := servicesWorkspace(t)
	defer w.Close()
	hover := Must(w.Request(RequestHover, "/w/main.tf", At(1, 15), nil))
	if !strings.Contains(string(hover), "var.port: number") {
		t.Errorf("hover: %s", hover)
	}
	var edit struct {
		Changes map[string][]struct {
			Range   TextRange
			NewText string
		}
	}
	renamed := Must(w.Request(RequestRename, "/w/main.tf", At(1, 15), map[string]string{"newName": "q"}))
	if err := json.Unmarshal(renamed, &edit); err != nil {
		t.Fatal(err)
	}
	if own := edit.Changes["file:///w/main.tf"]; len(edit.Changes) != 2 || len(own) != 1 ||
		own[0].NewText != "q" || own[0].Range != (TextRange{TextPosition{1, 14}, TextPosition{1, 18}}) {
		t.Errorf("rename: %+v", edit)
	}
	if _, err := w.Request(RequestRename, "/w/main.tf", At(1, 15), nil); !errors.Is(err, ErrInvalidArgument) {
		t.Errorf("rename without a name: %v", err)
	}
	symbols := Must(w.Request(RequestWorkspaceSymbol, "", nil, map[string]string{"query": "port"}))
	if !strings.Contains(string(symbols), "variables.tf") {
		t.Errorf("symbols: %s", symbols)
	}
}

func TestWorkspaceFollowsEdits(t *testing.T) {
	w := servicesWorkspace(t)
	if found := Must(w.Diagnostics("")); len(found) != 0 {
		t.Errorf("diagnostics: %v", found)
	}
	prot := TextRange{TextPosition{1, 14}, TextPosition{1, 18}}
	if err := w.Change("/w/main.tf", 2, &prot, "prot"); err != nil {
		t.Fatal(err)
	}
	found := Must(w.Diagnostics("/w/main.tf"))
	if len(found) != 1 || found[0].Severity != SeverityError {
		t.Errorf("diagnostics: %+v", found)
	}
	if err := w.Change("/w/main.tf", 3, nil, "locals {}\n"); err != nil {
		t.Fatal(err)
	}
	if text := Must(w.Text("/w/main.tf")); text != "locals {}\n" {
		t.Errorf("text: %q", text)
	}
	if err := w.CloseDocument("/w/main.tf"); err != nil {
		t.Fatal(err)
	}
	if err := w.FileChanged("/w/main.tf"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Text("/w/main.tf"); !errors.Is(err, ErrNotFound) {
		t.Errorf("text of a closed document: %v", err)
	}
	w.Close()
	if _, err := w.Text("/w/main.tf"); !errors.Is(err, ErrInvalidArgument) {
		t.Errorf("text after Close: %v", err)
	}
}

// A brokenFS cannot be read.
type brokenFS struct{}

var errNoDisk = errors.New("no disk")

func (brokenFS) Open(string) (fs.File, error) { return nil, errNoDisk }

func TestWorkspaceReportsTheErrorOfItsFiles(t *testing.T) {
	w := Must(NewWorkspace(WorkspaceOptions{Files: brokenFS{}}))
	if _, err := w.Text("/w/main.tf"); !errors.Is(err, errNoDisk) {
		t.Errorf("text: %v", err)
	}
	_, err := NewWorkspace(WorkspaceOptions{TerraformVersion: "0.1"})
	if !errors.Is(err, ErrUnsupported) {
		t.Errorf("version: %v", err)
	}
}

func TestASpecificationDescribesHCLFiles(t *testing.T) {
	text := "object {\n  attr \"port\" {\n    type = number\n  }\n}\n"
	w := Must(NewWorkspace(WorkspaceOptions{HCLSpecifications: map[string]string{".hcl": text}}))
	defer w.Close()
	if err := w.Open("/w/a.hcl", "", 1, "port = []\n"); err != nil {
		t.Fatal(err)
	}
	found := Must(w.Request(RequestDiagnostic, "/w/a.hcl", nil, nil))
	if !strings.Contains(string(found), "number required") {
		t.Errorf("diagnostics: %s", found)
	}
}
