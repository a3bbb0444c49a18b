#include <polycty/inference.hpp>
