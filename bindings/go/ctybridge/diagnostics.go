package ctybridge

import (
	"errors"
	"strings"

	"github.com/hashicorp/hcl/v2"
	polycty "github.com/polycty/polycty/bindings/go"
)

// DiagnosticsToHCL returns the diagnostics of an error. The field Extra of each is the polycty.Diagnostic, which
// has the code, the path, related locations and edits in addition. For an error without diagnostics the
// result is one diagnostic without a range, and for nil it is empty.
func DiagnosticsToHCL(err error) hcl.Diagnostics {
	if err == nil {
		return nil
	}
	var known *polycty.Error
	if !errors.As(err, &known) {
		return hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "Error", Detail: err.Error()}}
	}
	if len(known.Diagnostics) == 0 {
		summary := known.Code.Error()
		if summary != "" {
			summary = strings.ToUpper(summary[:1]) + summary[1:]
		}
		return hcl.Diagnostics{{Severity: hcl.DiagError, Summary: summary, Detail: err.Error()}}
	}
	all := make(hcl.Diagnostics, len(known.Diagnostics))
	for at, d := range known.Diagnostics {
		made := &hcl.Diagnostic{
			Severity: hcl.DiagError, Summary: d.Summary, Detail: d.Detail,
			Subject: rangeToHCL(d.File, d.Subject), Context: rangeToHCL(d.File, d.Context), Extra: d,
		}
		if d.Severity == polycty.SeverityWarning {
			made.Severity = hcl.DiagWarning
		}
		all[at] = made
	}
	return all
}

// DiagnosticsFromHCL returns an error with diagnostics of hcl, and nil if there are none. Its code is
// polycty.ErrDiagnostics, and errors.As finds the hcl.Diagnostics. If the field Extra of a diagnostic
// is a polycty.Diagnostic, as DiagnosticsToHCL sets it, its other fields are kept.
func DiagnosticsFromHCL(diagnostics hcl.Diagnostics) error {
	if len(diagnostics) == 0 {
		return nil
	}
	made := polycty.Errorf(polycty.ErrDiagnostics, "%w", diagnostics)
	for _, d := range diagnostics {
		given, _ := d.Extra.(polycty.Diagnostic)
		given.Summary, given.Detail, given.Severity = d.Summary, d.Detail, polycty.SeverityError
		if d.Severity == hcl.DiagWarning {
			given.Severity = polycty.SeverityWarning
		}
		given.Subject, given.Context = rangeFromHCL(d.Subject), rangeFromHCL(d.Context)
		if d.Subject != nil {
			given.File = d.Subject.Filename
		}
		made.Diagnostics = append(made.Diagnostics, given)
	}
	return made
}

func rangeToHCL(file string, r *polycty.Range) *hcl.Range {
	if r == nil {
		return nil
	}
	return &hcl.Range{Filename: file, Start: hcl.Pos(r.Start), End: hcl.Pos(r.End)}
}

func rangeFromHCL(r *hcl.Range) *polycty.Range {
	if r == nil {
		return nil
	}
	return &polycty.Range{Start: polycty.Position(r.Start), End: polycty.Position(r.End)}
}
