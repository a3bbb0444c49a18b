package polycty

// #include "languages.h"
import "C"
