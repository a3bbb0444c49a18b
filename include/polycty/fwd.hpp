// Forward declarations of all classes, for headers that only refer to them.

#ifndef POLYCTY_FWD_HPP
#define POLYCTY_FWD_HPP

#include "features.h"

namespace polycty {

struct Annotation;
class Budget;
class ConflictRef;
class Converter;
class ConverterRef;
struct Diagnostic;
struct Edit;
struct Entry;
class Error;
struct Field;
struct FunctionParameter;
struct FunctionType;
class Function;
struct FunctionSpec;
class Group;
class Invariants;
struct Limits;
class Marks;
class MarksRef;
struct Nearest;
struct NominalParameter;
class Solution;
struct Parameter;
class Path;
struct PathMarks;
class PathRef;
class PathSet;
struct Refinement;
struct RefinementBound;
class RefinementBuilder;
struct Related;
class Scheme;
class Signature;
class Solver;
struct Step;
struct TotalOrder;
class Type;
class TypeRef;
struct TypeStep;
class Unification;
class Unifier;
class Value;
class ValueRef;
struct Variable;
class VariableScope;

#ifdef PCTY_HAS_TRANSLATE
class Translation;
struct TranslationNote;
#endif

namespace hcl {
class Attribute;
struct AttributeSchema;
class Block;
struct BlockSchema;
class Body;
class BodyRef;
struct Call;
class Calls;
class Content;
struct Count;
class Defaults;
class Expression;
class ExpressionRef;
class Expressions;
class File;
struct FunctionUse;
class Item;
class Items;
class Node;
class Location;
struct Schema;
class Scope;
class Fragment;
class Spec;
#ifdef PCTY_HAS_TERRAFORM
class TerraformHost;
#endif
struct Token;
class Tokens;
struct Traversal;
class Traversals;
struct TypeExpression;
struct Where;
} // namespace hcl

#ifdef PCTY_HAS_TERRAFORM
namespace terraform {
struct Declaration;
class Evaluation;
class Inputs;
class Module;
struct Variable;
} // namespace terraform
#endif

#ifdef PCTY_HAS_PCL
namespace pcl {
struct Answer;
class Bound;
struct Chosen;
struct NeededConversion;
class NodeRef;
struct Options;
struct Step;
class TypeScope;
} // namespace pcl
#endif

#ifdef PCTY_HAS_PUPPET
namespace puppet {
class Aliases;
class Call;
struct CallSite;
class Catalog;
struct CatalogChange;
struct CatalogDifference;
struct CatalogEdge;
struct CatalogEntry;
struct CatalogJsonOptions;
struct CatalogOptions;
struct CatalogParameter;
struct CatalogParameterChange;
struct CatalogPlace;
struct CatalogResource;
struct DeclaredResource;
struct Defined;
struct DefinedParameter;
class Environment;
class Iteration;
struct Lookup;
struct LookupOptions;
class Manifest;
class Outline;
struct ResourceBody;
struct SetAttribute;
struct Signature;
struct SourceText;
struct UsedVariable;
} // namespace puppet
#endif

#ifdef PCTY_HAS_MCL
namespace mcl {
class Builder;
struct Change;
class Difference;
class ResourceBuilder;
class ResourceBuilderRef;
struct Edge;
struct EdgeChange;
struct FieldSpec;
struct FunctionSpec;
class Graph;
class Host;
struct KindSpec;
struct Match;
class Program;
struct Receive;
struct Reference;
struct ResourceEdge;
class ResourceRef;
class Resources;
class Runtime;
class Sender;
struct Vertex;
} // namespace mcl
#endif

#ifdef PCTY_HAS_SCHEMA
namespace schema {
class Documents;
struct Note;
class Pair;
struct Reading;
struct Relation;
class Schema;
} // namespace schema
#endif

#ifdef PCTY_HAS_SERVICES
namespace services {
struct Options;
struct Position;
struct Range;
class Workspace;
} // namespace services
#endif

} // namespace polycty

#endif // POLYCTY_FWD_HPP
