package polycty

// #include "languages.h"
import "C"

// HasFeature reports whether the linked library contains a feature. The package itself has the
// types and functions of a feature unless the build tag polycty_no_pcl, polycty_no_terraform,
// polycty_no_puppet, polycty_no_mcl, polycty_no_translate, polycty_no_schema or polycty_no_services
// is set.
func HasFeature(feature Feature) bool {
	return bool(C.pcty_has(C.pcty_feature(feature)))
}
