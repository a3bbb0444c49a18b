// Forward declarations of the classes that every language shares.

#ifndef POLYCTY_FWD_HPP
#define POLYCTY_FWD_HPP

namespace polycty {

class Converter;
class Error;
class Marks;
class MarksRef;
struct PathMarks;
class PathRef;
class RefinementBuilder;
class Type;
class TypeRef;
class Value;
class ValueRef;

} // namespace polycty

#endif // POLYCTY_FWD_HPP
