package polycty

// #include <polycty.h>
import "C"
