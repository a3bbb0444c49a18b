#include <polycty/base.hpp>
