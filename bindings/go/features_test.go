package polycty_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

// The library contains the features that POLYCTY_FEATURES lists, all of them if it is not set, and a
// dialect that it does not contain is ErrUnsupported.
func TestFeatures(t *testing.T) {
	const all = "hcl pcl terraform puppet mcl translate schema"
	contained := " " + setting("POLYCTY_FEATURES", all) + " "
	for _, test := range []struct {
		feature polycty.Feature
		name    string
	}{
		{polycty.FeatureHCL, "hcl"}, {polycty.FeaturePCL, "pcl"}, {polycty.FeatureTerraform, "terraform"},
		{polycty.FeaturePuppet, "puppet"}, {polycty.FeatureMCL, "mcl"},
		{polycty.FeatureTranslate, "translate"}, {polycty.FeatureSchema, "schema"},
	} {
		if want := strings.Contains(contained, " "+test.name+" "); polycty.HasFeature(test.feature) != want {
			t.Errorf("%s: expected %t", test.name, want)
		}
	}
	if polycty.HasFeature(0) || polycty.HasFeature(99) {
		t.Error("a number that is not a feature is contained")
	}
	for _, test := range []struct {
		dialect polycty.Dialect
		name    string
		feature polycty.Feature
		text    string
	}{
		{polycty.HCL, "HCL", polycty.FeatureHCL, "list(string)"},
		{polycty.PCL, "PCL", polycty.FeaturePCL, "list(string)"},
		{polycty.Puppet, "Puppet", polycty.FeaturePuppet, "Array[String]"},
		{polycty.MCL, "mcl", polycty.FeatureMCL, "[]str"},
	} {
		_, err := polycty.ParseType(test.dialect, test.text)
		if polycty.HasFeature(test.feature) {
			if err != nil {
				t.Errorf("%s: %v", test.dialect, err)
			}
			continue
		}
		want := "this build of polycty does not contain " + test.name
		if !errors.Is(err, polycty.ErrUnsupported) || err.Error() != want {
			t.Errorf("%s: expected %q, found %v", test.dialect, want, err)
		}
	}
}

func setting(name, standard string) string {
	if set := os.Getenv(name); set != "" {
		return set
	}
	return standard
}
