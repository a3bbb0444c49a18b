// The languages that this build of the library contains. `pcty_has` returns the same at
// run time.

#ifndef POLYCTY_FEATURES_H
#define POLYCTY_FEATURES_H

#define PCTY_HAS_HCL 1
#define PCTY_HAS_PCL 1
#define PCTY_HAS_TERRAFORM 1
#define PCTY_HAS_PUPPET 1
#define PCTY_HAS_MCL 1
#define PCTY_HAS_TRANSLATE 1
#define PCTY_HAS_SCHEMA 1
#define PCTY_HAS_SERVICES 1

#endif // POLYCTY_FEATURES_H
