// The languages that the package is built with: POLYCTY_GO_… is defined unless the build tag
// polycty_no_… is set. The library must contain each of them.

#ifndef POLYCTY_GO_LANGUAGES_H
#define POLYCTY_GO_LANGUAGES_H

#include <polycty.h>
#include <polycty/bindings.h>

#if defined(POLYCTY_GO_PCL) && !defined(PCTY_HAS_PCL)
#error "this libpolycty was built without PCL: build with -tags polycty_no_pcl"
#endif

#if defined(POLYCTY_GO_TERRAFORM) && !defined(PCTY_HAS_TERRAFORM)
#error "this libpolycty was built without Terraform: build with -tags polycty_no_terraform"
#endif

#if defined(POLYCTY_GO_PUPPET) && !defined(PCTY_HAS_PUPPET)
#error "this libpolycty was built without Puppet: build with -tags polycty_no_puppet"
#endif

#if defined(POLYCTY_GO_MCL) && !defined(PCTY_HAS_MCL)
#error "this libpolycty was built without mcl: build with -tags polycty_no_mcl"
#endif

#if defined(POLYCTY_GO_TRANSLATE) && !defined(PCTY_HAS_TRANSLATE)
#error "this libpolycty was built without translation: build with -tags polycty_no_translate"
#endif

#if defined(POLYCTY_GO_SCHEMA) && !defined(PCTY_HAS_SCHEMA)
#error "this libpolycty was built without JSON Schema: build with -tags polycty_no_schema"
#endif

#if defined(POLYCTY_GO_SERVICES) && !defined(PCTY_HAS_SERVICES)
#error "this libpolycty was built without language services: build with -tags polycty_no_services"
#endif

#endif
