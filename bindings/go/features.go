package polycty

// #include "languages.h"
import "C"

// A Feature is a part of the library that a build may omit.
type Feature uint32

const (
	// FeatureHCL is HCL: types, values, functions, expressions, bodies and editing. Every build
	// contains it.
	FeatureHCL Feature = C.PCTY_FEATURE_HCL
	// FeaturePCL is HCL's information-model extensions.
	FeaturePCL Feature = C.PCTY_FEATURE_PCL
	// FeatureTerraform is Terraform's functions and modules.
	FeatureTerraform Feature = C.PCTY_FEATURE_TERRAFORM
	// FeaturePuppet is Puppet's types and language.
	FeaturePuppet Feature = C.PCTY_FEATURE_PUPPET
	// FeatureMCL is mgmt's mcl.
	FeatureMCL Feature = C.PCTY_FEATURE_MCL
	// FeatureTranslate is the translation of types and values between dialects.
	FeatureTranslate Feature = C.PCTY_FEATURE_TRANSLATE
	// FeatureSchema is JSON Schema.
	FeatureSchema Feature = C.PCTY_FEATURE_SCHEMA
)

// HasFeature reports whether the linked library contains a feature. The package itself has the
// types and functions of a feature unless the build tag polycty_no_pcl, polycty_no_terraform,
// polycty_no_puppet, polycty_no_mcl, polycty_no_translate or polycty_no_schema is set.
func HasFeature(feature Feature) bool {
	return bool(C.pcty_has(C.pcty_feature(feature)))
}
