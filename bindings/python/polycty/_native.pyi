"""The functions of the C ABI. Generated from include/polycty.json by tools/generate.py; not to be edited."""

from typing import Any, Callable, Literal, Mapping, NamedTuple, Sequence, TypeVar, Union, overload

from ._budget import Budget
from ._function import Function
from ._type import Type
from ._value import Value
from .hcl._body import Body
from .hcl._expression import Expression
from .hcl._file import File
from .hcl._scope import Scope
from .hcl._spec import Spec
from .mcl import Host
from .mcl import Program
from .mcl import Resources
from .puppet import Environment
from .puppet import Manifest
from .schema import Schema
from .services import Workspace
from .terraform import Module

Text = Union[str, bytes]
Struct = Mapping[str, Any]
C = TypeVar("C")

Feature = Literal["hcl", "pcl", "terraform", "puppet", "mcl", "translate", "schema", "services"]
Status = Literal["ok", "invalid_argument", "invalid_utf8", "syntax", "type", "conversion", "unsupported", "not_found", "limit", "arithmetic", "null", "unknown", "marked", "callback", "misbehaved", "internal", "diagnostics", "cancelled", "value"]
Severity = Literal["error", "warning"]
ErrorNotation = Literal["line", "text", "colored_text", "json", "sarif"]
StepKind = Literal["none", "attribute", "index"]
Case = Literal["sensitive", "ignored"]
Presence = Literal["required", "optional"]
Parameters = Literal["any", "listed"]
Kind = Literal["missing", "any", "none", "bool", "number", "integer", "float", "string", "list", "set", "map", "tuple", "object", "function", "union", "optional", "not_undef", "promise", "output", "literal", "enumeration", "capsule", "meta", "variable", "reference", "nominal"]
StringConstraint = Literal["none", "plain", "length", "enumeration", "patterns"]
Side = Literal["lower", "upper"]
Visit = Literal["descend", "skip", "stop"]
Part = Literal["element", "key", "position", "field", "variadic", "block", "result"]
State = Literal["none", "known", "null", "unknown"]
ValueProperty = Literal["wholly_known", "wholly_typed", "marked", "contains_mark"]
BinaryOperator = Literal["add", "subtract", "multiply", "divide", "modulo", "less_than", "greater_than", "less_than_or_equal", "greater_than_or_equal", "and", "or", "equal_to", "not_equal_to", "index", "has_index", "has_element"]
UnaryOperator = Literal["negate", "absolute", "not", "length", "unknown_as_null"]
PathSetOperation = Literal["union", "intersection", "difference"]
RefinementKind = Literal["nothing", "prefix", "number", "length"]
RefinementFactKind = Literal["not_null", "null", "prefix", "prefix_full", "number_min", "number_max", "length_min", "length_max"]
Dialect = Literal["hcl", "pcl", "puppet", "mcl"]
Conversion = Literal["none", "unsafe", "safe", "same"]
Safety = Literal["safe", "unsafe"]
DataFormat = Literal["json", "yaml"]
HclScopeNames = Literal["variables", "functions"]
HclSyntax = Literal["native", "json", "template"]
HclRangeKind = Literal["whole", "start", "header", "type", "open_brace", "close_brace", "missing"]
HclForm = Literal["missing", "literal", "template", "template_wrap", "template_join", "traversal", "relative_traversal", "call", "conditional", "index", "tuple", "object", "for", "splat", "splat_item", "unary", "operations", "parentheses", "invalid", "value"]
HclRole = Literal["none", "piece", "inner", "source", "each", "argument", "condition", "then", "else", "collection", "key", "name", "value", "element", "operand"]
HclTypeMode = Literal["exact", "constraint", "defaults"]
HclValueStyle = Literal["expression", "redacted", "revealed"]
HclItemKind = Literal["none", "attribute", "block", "either"]
HclBlockKind = Literal["single", "list", "set", "tuple", "map", "object"]
HclNeeds = Literal["body", "all", "expansion"]
HclTokenKind = Literal["none", "open_brace", "close_brace", "open_bracket", "close_bracket", "open_paren", "close_paren", "open_quote", "close_quote", "open_heredoc", "close_heredoc", "interpolation", "directive", "sequence_end", "quoted_text", "plain_text", "number", "name", "star", "slash", "percent", "plus", "minus", "equal", "equal_equal", "not_equal", "less", "less_or_equal", "greater", "greater_or_equal", "and", "or", "bang", "dot", "ellipsis", "comma", "fat_arrow", "question", "colon", "double_colon", "newline", "comment", "blank", "invalid", "end"]
HclStringStyle = Literal["quoted", "heredoc"]
HclArguments = Literal["single", "expanded"]
HclComments = Literal["before", "after"]
HclDirection = Literal["first", "last", "next", "previous", "parent"]
HclInsertPosition = Literal["first", "last", "before", "after"]
HclStyle = Literal["layout", "terraform"]
HclHeredocs = Literal["terraform", "indented"]
HclAlignment = Literal["all", "equals", "comments", "none"]
HclOrder = Literal["source", "conventional", "alphabetical"]
TerraformDeclarationKind = Literal["variable", "local", "output", "resource", "data", "ephemeral", "module_call", "provider", "required_provider", "required_version", "backend", "moved", "import", "removed", "check"]
TerraformTextFrom = Literal["command_line", "environment"]
TerraformUnset = Literal["kept", "unknown", "error"]
TerraformDialect = Literal["detected", "terraform", "opentofu"]
TerraformStrictness = Literal["parts", "warnings", "errors", "none"]
TerraformPlanPart = Literal["changes", "drift", "planned", "prior", "variables"]
TerraformAction = Literal["none", "no_op", "create", "read", "update", "destroy", "destroy_then_create", "create_then_destroy", "forget", "create_then_forget"]
PclKind = Literal["missing", "dynamic", "none", "bool", "int", "number", "string", "id", "opaque", "list", "set", "map", "tuple", "object", "union", "promise", "output", "const", "enum", "recursive", "foreign"]
PclResolution = Literal["promises", "all"]
PclDeferred = Literal["none", "promise", "output"]
PclDerivation = Literal["optional", "promise", "output", "normal", "input"]
PclStepKind = Literal["attribute", "index", "splat"]
PclSyntaxKind = Literal["missing", "literal", "template", "interpolation", "join", "variable", "traversal", "attribute", "key", "call", "conditional", "index", "tuple", "object", "item", "for", "splat", "splat_item", "unary", "operations", "operation", "parentheses", "invalid"]
PclRole = Literal["root", "part", "inner", "source", "step", "argument", "condition", "then", "else", "key", "value", "element", "each", "operand", "operation"]
PclOperator = Literal["none", "or", "and", "equal", "not_equal", "greater", "greater_or_equal", "less", "less_or_equal", "add", "subtract", "multiply", "divide", "modulo", "not", "negate"]
PuppetMode = Literal["current", "early"]
PuppetDetail = Literal["canonical", "expanded", "debug", "expanded_debug"]
PuppetKind = Literal["none", "default", "hash", "regexp", "sensitive", "semver", "semver_range", "timespan", "timestamp", "binary", "uri", "iterator", "object"]
PuppetComparison = Literal["equal", "not_equal", "less", "less_or_equal", "greater", "greater_or_equal", "same"]
PuppetInference = Literal["reduced", "general", "detailed"]
PuppetEnd = Literal["front", "back"]
PuppetOperator = Literal["add", "subtract", "multiply", "divide", "modulo", "shift_left", "shift_right"]
PuppetMissing = Literal["refused", "allowed"]
PuppetStrictness = Literal["error", "warning", "off"]
PuppetUnknown = Literal["refused", "undef"]
PuppetResources = Literal["refused", "referenced"]
PuppetLevel = Literal["debug", "info", "notice", "warning", "err", "alert", "emerg", "crit"]
PuppetLoadKind = Literal["function", "type", "class", "template"]
PuppetQuestion = Literal["lookup", "find_file", "read_file", "generate", "defined", "catalog"]
PuppetSyntax = Literal["manifest", "template"]
PuppetDefinitionKind = Literal["class", "define", "function", "node", "type"]
PuppetResourceForm = Literal["regular", "virtual", "exported", "defaults", "override", "collect", "collect_exported", "relationship"]
PuppetCatalogKind = Literal["included", "native", "defined", "class"]
MclFields = Literal["exact", "flexible"]
MclChangeKind = Literal["added", "removed", "changed"]
MclVertexKind = Literal["const", "composite", "function", "function_value", "call", "call_output", "if", "if_output", "except", "except_output", "stmt_if", "for", "forkv"]
MclGraphFormat = Literal["text", "graphviz"]
MclProgress = Literal["waiting", "same", "changed"]
InferInvariantKind = Literal["type", "equal", "call", "apply", "instance", "any"]
InferResult = Literal["missing", "solved", "ambiguous", "conflict", "undecided"]
InferRule = Literal["missing", "constructor", "detail", "part_count", "field_count", "field_names", "parameter_count", "occurs", "reported", "generalized"]
Fit = Literal["exact", "wider", "narrower"]
SchemaDraft = Literal["draft_4", "openapi_3_0", "draft_6", "draft_7", "draft_2019_09", "draft_2020_12"]
SchemaExtent = Literal["whole", "part"]
JsonLayout = Literal["compact", "pretty"]
SchemaDocumentsQuestion = Literal["values", "converting"]
SchemaValidity = Literal["valid", "invalid", "unknown"]
SchemaInclusion = Literal["exact", "wider", "narrower", "unrelated", "unknown"]
SchemaMismatch = Literal["wider", "narrower", "either"]
SchemaOpenObjects = Literal["closed", "maps"]
PositionEncoding = Literal["utf16", "utf8", "utf32"]
Request = Literal["completion", "hover", "signature_help", "definition", "references", "document_highlight", "prepare_rename", "rename", "document_symbol", "workspace_symbol", "folding_range", "selection_range", "semantic_tokens", "formatting", "inlay_hint", "code_action", "diagnostic", "initialize"]

class ErrorHandle: ...
class PathHandle: ...
class TypeHandle: ...
class ValueHandle: ...
class BudgetHandle: ...
class GroupHandle: ...
class VariableScopeHandle: ...
class MarksHandle: ...
class PathSetHandle: ...
class PathMarksHandle: ...
class RefinementBuilderHandle: ...
class ConverterHandle: ...
class ErrorListHandle: ...
class UnificationHandle: ...
class FunctionHandle: ...
class HclScopeHandle: ...
class HclExpressionHandle: ...
class HclExpressionsHandle: ...
class HclTraversalsHandle: ...
class HclCallsHandle: ...
class HclDefaultsHandle: ...
class HclBodyHandle: ...
class HclAttributeHandle: ...
class HclBlockHandle: ...
class HclContentHandle: ...
class HclItemsHandle: ...
class HclLocationHandle: ...
class HclSpecHandle: ...
class HclTokensHandle: ...
class HclFragmentHandle: ...
class HclFileHandle: ...
class TerraformHostHandle: ...
class TerraformModuleHandle: ...
class TerraformInputsHandle: ...
class TerraformEvaluationHandle: ...
class TerraformOutputsHandle: ...
class TerraformProjectHandle: ...
class TerraformSchemasHandle: ...
class TerraformPlanHandle: ...
class PclTypeScopeHandle: ...
class PclCheckedHandle: ...
class PclNodeHandle: ...
class PuppetAliasesHandle: ...
class PuppetIterationHandle: ...
class PuppetEnvironmentHandle: ...
class PuppetCallHandle: ...
class PuppetManifestHandle: ...
class PuppetOutlineHandle: ...
class PuppetCatalogHandle: ...
class MclSenderHandle: ...
class MclHostHandle: ...
class MclDifferenceHandle: ...
class MclResourceHandle: ...
class MclResourcesHandle: ...
class MclDependenciesHandle: ...
class MclResourceBuilderHandle: ...
class MclBuilderHandle: ...
class MclGraphHandle: ...
class MclProgramHandle: ...
class MclRuntimeHandle: ...
class InferUnifierHandle: ...
class InferSchemeHandle: ...
class InferSignatureHandle: ...
class InferInvariantsHandle: ...
class InferSchemeListHandle: ...
class InferSolverHandle: ...
class InferConflictHandle: ...
class InferSolutionHandle: ...
class TranslationHandle: ...
class SchemaHandle: ...
class SchemaDocumentsHandle: ...
class SchemaRelationHandle: ...
class SchemaPairHandle: ...
class WorkspaceHandle: ...

class Position(NamedTuple):
    line: int
    column: int
    byte: int

class Range(NamedTuple):
    start: Position
    end: Position

class Diagnostic(NamedTuple):
    severity: Severity
    summary: str | None
    detail: str | None
    has_subject: bool
    subject: Range
    has_context: bool
    context: Range
    suggestion: str | None
    file: str | None
    source: str | None
    code: str | None
    path: PathHandle | None
    expected: Type | None
    found: Type | None
    related_count: int
    edit_count: int

class Related(NamedTuple):
    message: str | None
    range: Range
    file: str | None

class Edit(NamedTuple):
    range: Range
    text: str | None

class ErrorData(NamedTuple):
    stage: str | None
    has_argument: bool
    argument: int
    has_offset: bool
    offset: int
    expected: Type | None
    found: Type | None
    path: PathHandle | None
    source: str | None
    file: str | None
    diagnostic_count: int

class Limits(NamedTuple):
    steps: int
    bytes: int
    microseconds: int

class SizeRange(NamedTuple):
    min: int
    max: int

class Field(NamedTuple):
    name: str | None
    type: Type | None
    presence: Presence

class TypeParameter(NamedTuple):
    name: str | None
    type: Type | None

class TypeFunctionData(NamedTuple):
    parameters: Parameters
    parameter_count: int
    variadic: TypeParameter
    has_size: bool
    size: SizeRange
    block: Type | None
    block_presence: Presence
    result: Type | None

class TypeStep(NamedTuple):
    part: Part
    position: int
    name: str | None

class TypeData(NamedTuple):
    flags: int
    depth: int
    size: int
    part_count: int
    text_count: int
    value_count: int
    nominal_parameter_count: int
    name: str | None
    dialect: str | None
    string_constraint: StringConstraint
    text_case: Case
    has_size_range: bool
    size_range: SizeRange
    has_only_bool: bool
    only_bool: bool
    is_variable: bool
    variable_id: int
    variable_scope: int

class PathMarksEntry(NamedTuple):
    path: PathHandle | None
    marks: MarksHandle | None

class Refinement(NamedTuple):
    kind: RefinementKind
    not_null: bool
    prefix: str | None
    min_length: int
    max_length: int

class ConverterData(NamedTuple):
    source: Type | None
    target: Type | None

class UnificationData(NamedTuple):
    type: Type | None
    count: int  # type: ignore[assignment]

class Parameter(NamedTuple):
    flags: int
    name: str | None
    description: str | None
    type: Type | None

class FunctionData(NamedTuple):
    fixed_return_type: Type | None
    description: str | None
    parameter_count: int
    is_variadic: bool

class DocumentPart(NamedTuple):
    range: Range
    is_exact: bool
    has_name: bool
    name_range: Range

class HclTraversal(NamedTuple):
    path: PathHandle | None
    range: Range
    file: str | None

class HclExpressionData(NamedTuple):
    form: HclForm
    text: str | None
    file: str | None
    name: str | None
    key_name: str | None
    value_name: str | None

class HclOperator(NamedTuple):
    text: str | None
    range: Range

class HclCall(NamedTuple):
    name: str | None
    name_range: Range
    range: Range
    file: str | None

class HclAttributeDefaults(NamedTuple):
    value: Value | None
    inside: HclDefaultsHandle | None

class HclBodyData(NamedTuple):
    file: str | None
    text: str | None
    is_unknown: bool

class HclContentData(NamedTuple):
    attribute_count: int
    block_count: int
    missing_range: Range

class HclAttributeData(NamedTuple):
    name: str | None
    expression: Expression | None
    range: Range
    name_range: Range
    file: str | None

class HclBlockData(NamedTuple):
    type: str | None
    label_count: int
    body: Body | None
    file: str | None

class HclLabel(NamedTuple):
    text: str | None
    range: Range

class HclItem(NamedTuple):
    kind: HclItemKind
    attribute: HclAttributeHandle | None
    block_count: int

class HclLocationData(NamedTuple):
    block_count: int
    attribute: HclAttributeHandle | None
    expression_count: int

class HclToken(NamedTuple):
    kind: HclTokenKind
    text: str | None

class HclNodeData(NamedTuple):
    kind: HclItemKind
    name: str | None
    value: str | None
    label_count: int

class TerraformHostData(NamedTuple):
    root: str | None
    home: str | None
    plan_time: int
    has_plan_time: bool
    has_clock: bool
    has_random: bool
    has_files: bool
    has_modules: bool
    text_count: int

class TerraformDeclaration(NamedTuple):
    kind: TerraformDeclarationKind
    name: str | None
    label: str | None
    target: str | None
    file: str | None
    range: Range

class TerraformVariableInfo(NamedTuple):
    is_required: bool
    is_nullable: bool
    is_sensitive: bool
    is_ephemeral: bool
    name: str | None
    description: str | None
    type: Type | None
    default_value: Value | None
    validation_count: int
    file: str | None
    range: Range

class TerraformModuleInfo(NamedTuple):
    is_available: bool
    address: str | None
    source: str | None
    directory: str | None
    file: str | None
    range: Range

class TerraformOutputInfo(NamedTuple):
    name: str | None
    module: str | None
    address: str | None
    value: Value | None

class TerraformProjectData(NamedTuple):
    module_count: int
    file_count: int

class TerraformPlanItem(NamedTuple):
    kind: TerraformDeclarationKind
    action: TerraformAction
    address: str | None
    previous_address: str | None
    resource_type: str | None
    name: str | None
    provider: str | None
    mismatch: str | None
    before: Value | None
    after: Value | None

class PclTypeData(NamedTuple):
    kind: PclKind
    element: Type | None
    value_count: int
    is_optional: bool

class PclCheckedData(NamedTuple):
    type: Type | None
    diagnostics: ErrorHandle | None
    has_errors: bool
    conversion_count: int

class PclConversion(NamedTuple):
    kind: Conversion
    range: Range
    from_: Type | None
    to: Type | None

class PclNodeData(NamedTuple):
    kind: PclSyntaxKind
    role: PclRole
    type: Type | None
    text: str | None
    name: str | None
    key_name: str | None
    value: Value | None
    operator: PclOperator
    has_ellipsis: bool
    child_count: int

class PuppetAlias(NamedTuple):
    name: str | None
    type: Type | None

class PuppetTime(NamedTuple):
    seconds: int
    nanoseconds: int

class PuppetValueData(NamedTuple):
    content: Value | None
    part_type: Type | None
    part_count: int

class PuppetPart(NamedTuple):
    name: str | None
    value: Value | None

class PuppetManifestData(NamedTuple):
    file: str | None
    warnings: ErrorHandle | None

class PuppetDefinition(NamedTuple):
    kind: PuppetDefinitionKind
    keyword: str | None
    name: str | None
    documentation: str | None
    inherits: str | None
    type_text: str | None
    parameter_count: int
    match_count: int
    place: Position
    range: Range

class PuppetParameter(NamedTuple):
    is_rest: bool
    name: str | None
    type_text: str | None
    default_text: str | None
    place: Position

class PuppetResource(NamedTuple):
    form: PuppetResourceForm
    word: str | None
    type_text: str | None
    other_text: str | None
    body_count: int
    place: Position

class PuppetResourceBody(NamedTuple):
    title: str | None
    attribute_count: int

class PuppetAttribute(NamedTuple):
    is_added: bool
    name: str | None
    value_text: str | None
    place: Position

class PuppetCallSite(NamedTuple):
    has_lambda: bool
    name: str | None
    argument_count: int
    parameter_count: int
    place: Position

class PuppetVariable(NamedTuple):
    name: str | None
    place: Position

class PuppetOutlineData(NamedTuple):
    definition_count: int
    resource_count: int
    call_count: int
    variable_count: int

class PuppetCatalogResource(NamedTuple):
    kind: PuppetCatalogKind
    is_exported: bool
    is_virtual: bool
    type_name: str | None
    title: str | None
    file: str | None
    line: int
    parameter_count: int
    tag_count: int

class PuppetCatalogParameter(NamedTuple):
    is_sensitive: bool
    name: str | None
    value: Value | None

class PuppetCatalogEdge(NamedTuple):
    container: int
    contained: int

class PuppetCatalogData(NamedTuple):
    resource_count: int
    edge_count: int
    class_count: int

class MclResourceData(NamedTuple):
    kind: str | None
    name: str | None
    file: str | None
    line: int
    is_hidden: bool
    field_count: int
    export_count: int

class MclFieldValue(NamedTuple):
    name: str | None
    value: Value | None

class MclResourceEdge(NamedTuple):
    flags: int
    from_: int
    to: int

class MclReceive(NamedTuple):
    from_: int
    sent: str | None
    to: int
    field: str | None

class MclChange(NamedTuple):
    kind: MclChangeKind
    before: MclResourceHandle | None
    after: MclResourceHandle | None
    field_count: int
    meta_count: int

class MclEdgeChange(NamedTuple):
    kind: MclChangeKind
    flags: int
    from_kind: str | None
    from_name: str | None
    sent: str | None
    to_kind: str | None
    to_name: str | None
    field: str | None

class MclResourcesData(NamedTuple):
    count: int  # type: ignore[assignment]
    edge_count: int
    receive_count: int

class MclDifferenceData(NamedTuple):
    is_empty: bool
    change_count: int
    edge_count: int

class MclVertex(NamedTuple):
    kind: MclVertexKind
    name: str | None
    file: str | None
    line: int
    column: int
    value: Value | None
    type: Type | None

class MclEdge(NamedTuple):
    from_: int
    to: int
    arguments: str | None

class MclGraphData(NamedTuple):
    vertex_count: int
    edge_count: int

class InferSchemeData(NamedTuple):
    type: Type | None
    quantified_count: int

class InferSolverData(NamedTuple):
    step_limit: int
    invariant_count: int

class InferSolutionData(NamedTuple):
    kind: InferResult
    first: int
    second: int
    conflict: InferConflictHandle | None
    reported: ErrorHandle | None
    undetermined_count: int
    annotation_count: int
    refutation_count: int
    remaining_count: int

class InferUndetermined(NamedTuple):
    expression: int
    type: Type | None

class InferAnnotation(NamedTuple):
    expression: int
    type: Type | None
    candidate_count: int

class InferRemaining(NamedTuple):
    invariant: int
    alternative_count: int

class InferConflictData(NamedTuple):
    rule: InferRule
    reason: str | None
    left: Type | None
    right: Type | None
    step_count: int
    chain_count: int
    alternative: int

class TranslationNote(NamedTuple):
    path: PathHandle | None
    message: str | None

class TranslationData(NamedTuple):
    type: Type | None
    fit: Fit
    note_count: int

class SchemaRelationData(NamedTuple):
    inclusion: SchemaInclusion
    more: str | None
    less: str | None

class SchemaPairNote(NamedTuple):
    pointer: str | None
    path: PathHandle | None
    message: str | None
    mismatch: SchemaMismatch

class SchemaPairData(NamedTuple):
    type: Type | None
    schema: Schema | None
    note_count: int

def abi_version() -> int:
    """Returns the version of the library's ABI. A program works with every library whose number equals the PCTY_ABI_VERSION of the header that it was compiled with."""
def budget_cancel(budget: Budget, /) -> None:
    """Cancels a budget: calls that it bounds end with PCTY_ERROR_CANCELLED on all threads, and later calls are refused. This cannot be undone. A running callback is not interrupted: its call ends when it returns, and the calls that it makes fail. It can check for cancellation with `pcty_budget_check`."""
def budget_check() -> None:
    """Checks whether the running call of this thread may continue. A callback that takes long calls this function from time to time, and returns the error if there is one. Outside of a callback it reports whether one of the entered budgets is cancelled. The library makes the same check before and after each callback."""
def budget_clone(budget: Budget, /) -> Budget | None:
    """Creates another handle of the same budget: cancelling one cancels the other."""
def budget_is_cancelled(budget: Budget, /) -> bool:
    """Returns whether a budget is cancelled."""
def budget_limits(budget: Budget | None, /) -> Limits:
    """Writes the limits of a budget."""
def budget_new(limits: Struct | None, /) -> Budget:
    """Creates a budget."""
def converter_apply(converter: ConverterHandle, value: Value, /) -> Value:
    """Converts a value of the type that the converter takes, or a null or unknown of the type any."""
def converter_clone(converter: ConverterHandle, /) -> ConverterHandle | None:
    """Creates another handle of the same converter; only a reference is counted."""
def converter_info(converter: ConverterHandle | None, /) -> ConverterData | None:
    """Writes the two types of a converter."""
def converter_new(source: Type, target: Type, dialect: Dialect, safety: Safety, /) -> ConverterHandle:
    """Creates the conversion between two types."""
def document_check(document: Text, file: Text, notation: Text, format: DataFormat, dialect: Dialect, /) -> ErrorListHandle:
    """Checks a document against a type in a dialect's notation: every reason why the value of the document does not convert to the type, as `pcty_value_check` returns them, each with a diagnostic at its position; an empty list if it does. `file` is the name of the document in diagnostics. Puppet reads JSON as `pcty_puppet_value_from_json` does and YAML as Hiera does, mcl reads as `pcty_mcl_value_from_json` does with exact fields, so that it finds one error at most, and the other dialects as `pcty_value_from_json` and `pcty_value_from_yaml` do without a type."""
def document_locate(document: Text, path: PathHandle | None, format: DataFormat, /) -> DocumentPart:
    """Writes the location of the part of a document that a path leads to, such as the path of an error about the value of the document. Lines and columns count from 1."""
def error_add_diagnostic(target: ErrorHandle, diagnostic: Struct, /) -> None:
    """Adds a diagnostic."""
def error_clone(error: ErrorHandle, /) -> ErrorHandle | None:
    """Creates another handle of the same error."""
def error_code(error: ErrorHandle, /) -> Status:
    """Returns the code."""
def error_diagnostic_at(from_: ErrorHandle, index: int, /) -> Diagnostic:
    """Writes a diagnostic by its position, from 0."""
def error_edit_at(from_: ErrorHandle, diagnostic: int, index: int, /) -> Edit:
    """Writes a suggested edit of a diagnostic, by the positions of both, from 0. The replacement of `subject` by `suggestion` is the first edit."""
def error_format(error: ErrorHandle, notation: ErrorNotation, /) -> str | None:
    """Returns an error in a notation."""
def error_info(from_: ErrorHandle, /) -> ErrorData:
    """Writes the data of an error."""
def error_list_at(list: ErrorListHandle, index: int, /) -> ErrorHandle | None:
    """Returns an error by its position, from 0."""
def error_list_count(list: ErrorListHandle, /) -> int:
    """Returns the number of errors."""
def error_message(error: ErrorHandle, /) -> str | None:
    """Returns the message, without the path. If the error has diagnostics about a source text, the message is that of the first error among them, with its position before it and the number of the others after it: `main.hcl:3,5-9: Unknown variable; There is no variable named "x"., and 2 other diagnostic(s)`. The message may have several lines: one for each of several Puppet errors that have no source text, and those of a host's own message. `pcty_error_diagnostic_at` returns the diagnostics themselves."""
def error_new(code: Status, message: Text, /) -> ErrorHandle | None:
    """Creates an error with a code and a one-line message. Callbacks use it to report a failure, mostly with PCTY_ERROR_CALLBACK."""
def error_path(error: ErrorHandle, /) -> PathHandle | None:
    """Returns the path to the part that caused the error; without steps if it is the whole value."""
def error_prepend_path(target: ErrorHandle, path: PathHandle, /) -> None:
    """Prepends the steps of a path to the path of an error: the error is in a part of a value."""
def error_related_at(from_: ErrorHandle, diagnostic: int, index: int, /) -> Related:
    """Writes a related location of a diagnostic, by the positions of both, from 0."""
def error_set(target: ErrorHandle, data: Struct, /) -> None:
    """Sets data of an error: those members of `data` that have a value. The error keeps its other data."""
def function_call(function: Function, arguments: Sequence[Value] | None, /) -> Value:
    """Calls a function."""
def function_clone(function: Function, /) -> Function | None:
    """Creates another handle of the same function; only a reference is counted."""
def function_info(function: Function | None, /) -> FunctionData | None:
    """Writes the data of a function."""
def function_new(spec: Struct, /) -> Function:
    """Creates a function with the host's implementation."""
def function_parameter_at(function: Function, index: int, /) -> Parameter:
    """Writes a parameter by its position from 0. The variadic parameter is after the positional ones."""
def function_return_type_for_types(function: Function, types: Sequence[Type] | None, /) -> Type:
    """Returns the type of the result for arguments of these types."""
def function_return_type_for_values(function: Function, arguments: Sequence[Value] | None, /) -> Type:
    """Returns the type of the result for these arguments; each of them may be unknown. The type is more precise if more is known. The implementation is not called."""
def group_clone(group: GroupHandle, /) -> GroupHandle | None:
    """Creates another handle of the same group; only a reference is counted."""
def group_count(group: GroupHandle, /) -> int:
    """Returns the number of definitions."""
def group_new(scope: VariableScopeHandle, names: Sequence[Text] | None, definitions: Sequence[Type] | None, /) -> GroupHandle:
    """Creates a group of definitions, each with its name. Inside them, variable number i of `scope` refers to definition number i."""
def group_reference_at(group: GroupHandle, index: int, /) -> Type:
    """Returns the type that refers to a definition by its position, from 0."""
def has(feature: Feature, /) -> bool:
    """Returns whether the library was built with a feature; false for a number without a constant. Operations of a dialect that was left out fail with PCTY_ERROR_UNSUPPORTED."""
def hcl_attribute_info(attribute: HclAttributeHandle | None, /) -> HclAttributeData | None:
    """Writes the name, the expression and the ranges of an argument."""
def hcl_block_info(block: HclBlockHandle | None, /) -> HclBlockData | None:
    """Writes the type, the body and the number of labels of a block."""
def hcl_block_label_at(block: HclBlockHandle | None, index: int, /) -> HclLabel | None:
    """Writes the label of a block at a position, from 0."""
def hcl_block_range(block: HclBlockHandle, kind: HclRangeKind, /) -> Range:
    """Returns a range of a block: PCTY_HCL_RANGE_WHOLE, PCTY_HCL_RANGE_HEADER, PCTY_HCL_RANGE_TYPE, PCTY_HCL_RANGE_OPEN_BRACE or PCTY_HCL_RANGE_CLOSE_BRACE. Each call counts the lines and columns of the first and the last two."""
def hcl_body_at_byte(body: Body, file: Text, byte: int, /) -> HclLocationHandle:
    """Writes the syntax at a byte, which is counted as in ranges: the blocks around it, the argument, and the expressions within the argument, as they are written. If a JSON string has escapes, its bytes differ from those of its template, and the innermost expression is the string. For merged bodies, `file` is the name of the text that is searched; if it is empty, the first one is searched."""
@overload
def hcl_body_attributes(body: Body, partial: Literal[False] = ..., /) -> HclContentHandle:
    """Reads the arguments of a body that may have arguments of any name and no blocks, in the order of the text."""
@overload
def hcl_body_attributes(body: Body, partial: Literal[True], /) -> tuple[HclContentHandle, ErrorHandle | None]: ...
def hcl_body_byte_of(body: Body, file: Text, line: int, column: int, /) -> int:
    """Writes the byte at a line and column, each from 1, counted as in ranges. A column past the end of a line is clamped to its end. For merged bodies, `file` is the name of the text that is searched; if it is empty, the first one is searched."""
def hcl_body_calls(body: Body, /) -> HclCallsHandle:
    """Writes the functions that a body calls, at any depth, in the order of the text."""
def hcl_body_clone(body: Body, /) -> Body | None:
    """Returns a new handle of the same body. Only a reference count changes."""
@overload
def hcl_body_content(body: Body, schema: Struct, partial: Literal[False] = ..., /) -> HclContentHandle:
    """Reads the content of a body by a schema that lists all allowed items."""
@overload
def hcl_body_content(body: Body, schema: Struct, partial: Literal[True], /) -> tuple[HclContentHandle, ErrorHandle | None]: ...
@overload
def hcl_body_decode_functions(body: Body, block_type: Text, scope: Scope, around: Callable[..., object] | None, partial: Literal[False] = ..., /) -> Body | None:
    """Decodes the functions that a body defines by blocks of a type, and defines them in a scope. Each block is `function "name" { params = [a, b], variadic_param = rest, result = expression }`. If two functions have the same name, the later one applies. With `diagnostics`, functions that have an error are left out. The results may use the parameters and the scope that `around` returns at each call. If that is a clone of the scope that the functions are defined in, which must outlive them, the functions can call each other and themselves."""
@overload
def hcl_body_decode_functions(body: Body, block_type: Text, scope: Scope, around: Callable[..., object] | None, partial: Literal[True], /) -> tuple[Body | None, ErrorHandle | None]: ...
def hcl_body_expand_dynamic(body: Body, scope: Scope | None, /) -> Body:
    """Creates a body in which `dynamic` blocks are replaced by the blocks that they generate. They are expanded when the content is read, in the current state of the scope; diagnostics are reported when the content is read."""
def hcl_body_info(body: Body | None, /) -> HclBodyData | None:
    """Writes the data of a body. For merged bodies, the texts are those of the first one."""
def hcl_body_items(body: Body, /) -> HclItemsHandle:
    """Writes the items of a body. An argument that is set twice occurs twice, and a syntax error hides only the item that contains it. A body whose `dynamic` blocks are expanded has these blocks as they are written. The rest of a body that was read with a schema has the items that the schema did not list."""
def hcl_body_marks(body: Body, /) -> MarksHandle | None:
    """Returns the marks that every value made from the body must have: the marks of the collection that its `dynamic` block iterates over. The values of its expressions already have them."""
def hcl_body_merge(bodies: Sequence[Body] | None, /) -> Body:
    """Merges several bodies into one, such as the bodies of the files of a module. The result has the arguments of all bodies, and their blocks in order. Each argument may be set only once."""
@overload
def hcl_body_parse(source_text: Text, file: Text, start: Struct | None, syntax: HclSyntax, partial: Literal[False] = ..., /) -> Body:
    """Parses a configuration file. `file` is the name of the text in diagnostics. If the text is a part of a larger one, `start` is the position of its first byte, and all positions count from there. A byte that is not UTF-8 is a diagnostic."""
@overload
def hcl_body_parse(source_text: Text, file: Text, start: Struct | None, syntax: HclSyntax, partial: Literal[True], /) -> tuple[Body, ErrorHandle | None]: ...
@overload
def hcl_body_partial_content(body: Body, schema: Struct, partial: Literal[False] = ..., /) -> tuple[HclContentHandle, Body | None]:
    """Reads the content of a body by a schema that lists some of the allowed items, and creates a body of the rest."""
@overload
def hcl_body_partial_content(body: Body, schema: Struct, partial: Literal[True], /) -> tuple[HclContentHandle, Body | None, ErrorHandle | None]: ...
def hcl_body_range(body: Body, kind: HclRangeKind, /) -> Range:
    """Returns a range of a body: PCTY_HCL_RANGE_WHOLE, which is a block's body with its braces or a whole file, or PCTY_HCL_RANGE_MISSING. For merged bodies it is the range of the first one. Each call counts the lines and columns."""
def hcl_body_variables(body: Body, /) -> HclTraversalsHandle:
    """Writes the variables that a body refers to, at any depth, in the order of the text: in nested blocks, in the strings of JSON, and in `dynamic` blocks, whose iterators are left out. A `dynamic` block is one that has a label and a `content` block."""
def hcl_calls_at(calls: HclCallsHandle | None, index: int, /) -> HclCall | None:
    """Writes the call at a position, from 0."""
def hcl_calls_count(calls: HclCallsHandle, /) -> int:
    """Returns the number of calls. A function that is called twice counts twice."""
@overload
def hcl_closure_evaluate(closure: Value, partial: Literal[False] = ..., /) -> Value:
    """Evaluates a closure in the scope of the call that it is an argument of."""
@overload
def hcl_closure_evaluate(closure: Value, partial: Literal[True], /) -> tuple[Value, ErrorHandle | None]: ...
def hcl_closure_expression(closure: Value, /) -> Expression | None:
    """Returns the expression of a closure, for inspection or for evaluation in a different scope."""
def hcl_closure_new(expression: Expression, scope: Scope | None, /) -> Value:
    """Creates an argument for `pcty_function_call` from an expression and the current state of a scope. It equals the argument that the function receives from a call in this scope. Without a scope there are no variables and no functions."""
def hcl_closure_type() -> Type | None:
    """Returns the type of parameters that take expressions."""
def hcl_content_attribute_at(content: HclContentHandle, index: int, /) -> HclAttributeHandle | None:
    """Returns the argument at a position, from 0. The order is that of the schema, or that of the text if the content was read without a schema."""
def hcl_content_attribute_get(content: HclContentHandle, name: Text, /) -> HclAttributeHandle | None:
    """Returns the argument of a name."""
def hcl_content_block_at(content: HclContentHandle, index: int, /) -> HclBlockHandle | None:
    """Returns the block at a position, from 0, in the order of the text."""
def hcl_content_info(content: HclContentHandle | None, /) -> HclContentData | None:
    """Writes the sizes of a content and the range for diagnostics about missing items."""
def hcl_defaults_apply(defaults: HclDefaultsHandle | None, value: Value, /) -> Value:
    """Creates a copy of a value in which defaults replace attributes that are missing or null. The type of the result may differ from the type of the value. If the value does not match the type of the defaults, no default is applied; a conversion to that type reports the reason."""
def hcl_defaults_attribute_get(defaults: HclDefaultsHandle | None, name: Text, /) -> HclAttributeDefaults | None:
    """Writes the defaults of an attribute of an object."""
def hcl_defaults_clone(defaults: HclDefaultsHandle, /) -> HclDefaultsHandle | None:
    """Returns a new handle of the same defaults. Only a reference count changes."""
def hcl_defaults_element_at(defaults: HclDefaultsHandle, index: int, /) -> HclDefaultsHandle | None:
    """Returns the defaults inside the type of an element. For a tuple, `index` is the position of the element, from 0. For a list, set or map, the defaults are the same at every position."""
def hcl_defaults_elements(type: Type, inside: Sequence[HclDefaultsHandle | None] | None, /) -> HclDefaultsHandle:
    """Creates the defaults inside the types of elements. For a tuple type, `inside` has the defaults of the first `count` elements. For a list, set or map type, `count` is 1, and `inside` has the defaults of every element."""
def hcl_defaults_object(type: Type, names: Sequence[Text] | None, values: Sequence[Value] | None, inside: Sequence[HclDefaultsHandle | None] | None, /) -> HclDefaultsHandle:
    """Creates the defaults inside an object type. For each name, `values` has the default value of the attribute, and `inside` has the defaults inside the attribute's type; each may be NULL. A value should be of the attribute's type. If a name occurs twice, its last value applies."""
def hcl_defaults_type(defaults: HclDefaultsHandle, /) -> Type | None:
    """Returns the type that the defaults belong to."""
def hcl_expression_at_byte(expression: Expression, byte: int, /) -> HclExpressionsHandle:
    """Writes the expressions at a byte, which is counted as in ranges: the expression itself and, within each, the part that contains the byte. The list is empty if the byte is outside of the expression."""
def hcl_expression_call(expression: Expression, /) -> tuple[str | None, HclExpressionsHandle | None, Range, Range]:
    """Writes the name of the function and the arguments of an expression that is written as a call, and their ranges, without evaluating it. The range of the arguments includes the parentheses."""
def hcl_expression_calls(expression: Expression, /) -> HclCallsHandle | None:
    """Returns the functions that an expression calls, at any depth."""
def hcl_expression_clone(expression: Expression, /) -> Expression | None:
    """Returns a new handle of the same expression. Only a reference count changes."""
@overload
def hcl_expression_evaluate(expression: Expression, scope: Scope | None, partial: Literal[False] = ..., /) -> Value:
    """Evaluates an expression in a scope. Without a scope there are no variables and no functions, and strings of JSON are not templates."""
@overload
def hcl_expression_evaluate(expression: Expression, scope: Scope | None, partial: Literal[True], /) -> tuple[Value, ErrorHandle | None]: ...
def hcl_expression_info(expression: Expression | None, /) -> HclExpressionData | None:
    """Writes the data of an expression."""
def hcl_expression_keyword(expression: Expression, /) -> str | None:
    """Returns an expression that is a single name, without evaluating it. `true`, `false` and `null` are such names."""
def hcl_expression_list(expression: Expression, /) -> HclExpressionsHandle:
    """Writes the elements of an expression that is written as a list, without evaluating it."""
def hcl_expression_map(expression: Expression, /) -> tuple[HclExpressionsHandle, HclExpressionsHandle]:
    """Writes the keys and the values of an expression that is written as a map or object, without evaluating it. There is one value for each key."""
def hcl_expression_operator_at(expression: Expression | None, index: int, /) -> HclOperator | None:
    """Writes the operator of an expression at a position, from 0. Operator `index` precedes operand `index + 1`; a unary operator precedes its only operand."""
@overload
def hcl_expression_parse(source_text: Text, file: Text, start: Struct | None, syntax: HclSyntax, partial: Literal[False] = ..., /) -> Expression:
    """Parses a text that is one expression. `file` is the name of the text in diagnostics. If the text is a part of a larger one, `start` is the position of its first byte, and all positions count from there. A byte that is not UTF-8 is a diagnostic. HCL requires a newline after the closing marker of a heredoc, which the `text` of an expression does not contain: append it first, or use `pcty_hcl_file_expression` or `pcty_hcl_fragment_parse`, which append it."""
@overload
def hcl_expression_parse(source_text: Text, file: Text, start: Struct | None, syntax: HclSyntax, partial: Literal[True], /) -> tuple[Expression, ErrorHandle | None]: ...
def hcl_expression_parts(expression: Expression, /) -> HclExpressionsHandle:
    """Writes the parts of an expression, in the order of the text. The list is empty for an expression without parts, such as a literal or a variable."""
def hcl_expression_range(expression: Expression, kind: HclRangeKind, /) -> Range:
    """Returns a range of an expression: PCTY_HCL_RANGE_WHOLE or PCTY_HCL_RANGE_START. Each call counts the lines and columns."""
def hcl_expression_steps(expression: Expression, /) -> HclTraversalsHandle | None:
    """Returns the constant steps of an expression of the form PCTY_HCL_FORM_TRAVERSAL or PCTY_HCL_FORM_RELATIVE_TRAVERSAL, as a list of one traversal. For PCTY_HCL_FORM_TRAVERSAL it is the whole expression. For PCTY_HCL_FORM_RELATIVE_TRAVERSAL its path starts from the value of the expression's source."""
def hcl_expression_traversal(expression: Expression, /) -> PathHandle:
    """Writes an expression as a variable and constant steps into it, without evaluating it. The first step of the path is into an attribute with the name of the variable, so the path is also valid as a relative path into any value with such an attribute. `pcty_hcl_traversals_of` also returns the range of each step."""
def hcl_expression_type(expression: Expression, mode: HclTypeMode, /) -> tuple[Type, HclDefaultsHandle | None]:
    """Reads an expression as a type, without evaluating it, and the defaults inside the type. In JSON the expression is a string that holds a type expression in native syntax."""
def hcl_expression_variables(expression: Expression, /) -> HclTraversalsHandle | None:
    """Returns the variables that an expression refers to, in the order of the text, with the constant steps into them."""
def hcl_expressions_at(expressions: HclExpressionsHandle, index: int, /) -> Expression | None:
    """Returns the expression at a position, from 0."""
def hcl_expressions_count(expressions: HclExpressionsHandle, /) -> int:
    """Returns the number of expressions."""
def hcl_expressions_role_at(expressions: HclExpressionsHandle, index: int, /) -> HclRole:
    """Returns the role of the part at a position, from 0, in the expression that contains it."""
def hcl_file_attribute_get(file: File, body: int, name: Text, /) -> int:
    """Returns the argument of a name in a body, or PCTY_HCL_NODE_NONE. If an invalid text has several arguments of this name, it is the first one."""
def hcl_file_block_find(file: File, body: int, after: int, block_type: Text, labels: Sequence[Text] | None, /) -> int:
    """Returns the first block of a type whose labels begin with `labels`, from the blocks of a body after the node `after`. If `after` is PCTY_HCL_NODE_NONE, all blocks of the body are searched. Returns PCTY_HCL_NODE_NONE if there is no such block. To visit all such blocks, pass each result as `after` of the next call."""
def hcl_file_byte_of(file: File, line: int, column: int, /) -> int:
    """Writes the byte at a line and column of the text of `pcty_hcl_file_to_text`, each from 1, counted as in ranges. A column past the end of a line is clamped to its end. The time is linear in the size of the file."""
def hcl_file_byte_range(file: File, node: int, /) -> tuple[int, int]:
    """Writes the range of a node in the text of `pcty_hcl_file_to_text`, from its name to the end of its value or of its closing brace: `*start` is the first byte, `*end` is the byte after the last. The time is linear in the size of the file."""
def hcl_file_comments(file: File, node: int, comments: HclComments, /) -> HclTokensHandle:
    """Writes the comments that belong to a node, as tokens of the kind PCTY_HCL_TOKEN_COMMENT. Their positions are counted as in a text that contains only these comments, each on its own line. Their bytes are those of the text, which need not be UTF-8."""
def hcl_file_expression(file: File, node: int, /) -> Expression:
    """Writes the current value of an argument as an expression. Its ranges are counted in the `value` of `pcty_hcl_file_node_info`, as `pcty_hcl_file_set_part` expects them."""
def hcl_file_insert_attribute(file: File, body: int, name: Text, value: HclFragmentHandle, sibling: int, at: HclInsertPosition, /) -> int:
    """Inserts a new argument into a body."""
def hcl_file_insert_block(file: File, body: int, header: Sequence[Text] | None, sibling: int, at: HclInsertPosition, /) -> int:
    """Inserts a new, empty block into a body. The elements of `header` are the type of the block and then its labels."""
def hcl_file_insert_text(file: File, body: int, items: Text, sibling: int, at: HclInsertPosition, /) -> tuple[int, int]:
    """Inserts the arguments and blocks of a text, `items`, into a body, formatted, with their comments. `*out` is the first inserted node, or PCTY_HCL_NODE_NONE. `*count` is the number of inserted nodes, which follow one another."""
def hcl_file_label_to_text(file: File, node: int, index: int, /) -> str | None:
    """Returns the label of a block at a position, from 0, without quotes and escapes. A byte that is not UTF-8 is replaced by the character U+001A."""
def hcl_file_move(file: File, node: int, body: int, sibling: int, at: HclInsertPosition, /) -> None:
    """Moves a node to a different position, in its body or a different body of the file, with its comments and its content. The number of the node does not change."""
def hcl_file_new() -> File | None:
    """Creates an empty file."""
def hcl_file_node_at_byte(file: File, byte: int, /) -> tuple[int, int]:
    """Writes the innermost node at a byte of the text of `pcty_hcl_file_to_text`. The range of a node includes the comments that belong to it. `*out` is PCTY_HCL_NODE_ROOT if no node is at the byte. `*in_value` is the position of the byte in the `value` of `pcty_hcl_file_node_info`, or SIZE_MAX if the byte is not in a value. The time is linear in the size of the file."""
def hcl_file_node_info(file: File | None, node: int, /) -> HclNodeData | None:
    """Writes the data of a node."""
def hcl_file_node_to_text(file: File, node: int, /) -> str:
    """Writes the text of a node in the file: its lines, with the comments that belong to it. `pcty_hcl_file_insert_text` inserts it into a different file, if it is UTF-8."""
@overload
def hcl_file_parse(source_text: Text, file: Text, partial: Literal[False] = ..., /) -> File:
    """Parses a file. `file` is the name of the text in diagnostics. A byte that is not UTF-8 is a diagnostic."""
@overload
def hcl_file_parse(source_text: Text, file: Text, partial: Literal[True], /) -> tuple[File, ErrorHandle | None]: ...
def hcl_file_push(file: File, node: int, value: HclFragmentHandle, /) -> None:
    """Adds an element to the end of the list that is the value of an argument."""
def hcl_file_release_comments(file: File, node: int, /) -> None:
    """Detaches the comments above a node: they stay in place when the node is moved or removed."""
def hcl_file_remove(file: File, node: int, /) -> None:
    """Removes a node, with its comments and its content. The nodes inside it are removed, too."""
def hcl_file_remove_inside(file: File, node: int, keys: Sequence[Text] | None, /) -> bool:
    """Removes an item from the object that is the value of an argument, or from an object inside it, with the comments of the item. `keys` lead down to the item; if an object has several items of a key, all are removed. `*out` is whether there was such an item."""
def hcl_file_rename(file: File, node: int, name: Text, /) -> None:
    """Sets the name of an argument, or the type of a block."""
def hcl_file_replace(file: File, within: int, path: PathHandle, value: HclFragmentHandle, /) -> int:
    """Replaces all references to a variable, or to a traversal of constant steps from it, with an expression: in one argument, or in a body and its nested bodies. For PCTY_HCL_NODE_ROOT, that is the whole file. `*out` is the number of replacements. `path` starts with an attribute that has the name of the variable, like the paths of `pcty_hcl_traversals_at`. Further steps of a reference are kept, `a["b"]` equals `a.b`, and a name that a `for` expression defines is not a variable. Values that cannot be parsed are ignored. If a new value could not be parsed, no value is changed."""
def hcl_file_set(file: File, body: int, name: Text, value: HclFragmentHandle, /) -> int:
    """Sets an argument of a body. If the body has no argument of this name, a new one is inserted after the last argument, before all blocks."""
def hcl_file_set_comments(file: File, node: int, lines: Sequence[Text] | None, comments: HclComments, /) -> None:
    """Replaces the comments that belong to a node: those above it, each a line of its own, or those after it, in its last line. A text that is not a comment is prefixed with `#`; of several texts after a node, only the last may be one that ends the line."""
def hcl_file_set_inside(file: File, node: int, keys: Sequence[Text] | None, value: HclFragmentHandle, /) -> None:
    """Sets an item of the object that is the value of an argument, or of an object inside it. `keys` lead down to the item; if an object has several items of a key, the last one is used. A new item is added at the end, on its own line if the other items are on their own lines."""
def hcl_file_set_labels(file: File, node: int, labels: Sequence[Text] | None, /) -> None:
    """Sets the labels of a block. A label that does not change keeps its notation. A comment between two labels stays if both positions exist before and after the edit."""
def hcl_file_set_part(file: File, node: int, start: int, end: int, value: HclFragmentHandle, /) -> None:
    """Replaces an expression inside the value of an argument. `start` is the first byte of the expression and `end` is the byte after its last, both in the `value` of `pcty_hcl_file_node_info`, like the ranges of the parts of `pcty_hcl_file_expression`. The new expression gets parentheses if it needs them."""
def hcl_file_set_value(file: File, node: int, value: HclFragmentHandle, /) -> None:
    """Sets the value of an argument. Its comments stay."""
def hcl_file_step(file: File, node: int, direction: HclDirection, /) -> int:
    """Returns the node in a direction from a node."""
def hcl_file_to_json(file: File, /) -> str:
    """Formats the body of a file in JSON syntax. The text parses as the same body: its arguments have the same values in every scope. The blocks of a type are one property, so only the order of blocks of the same type is kept. Comments are not kept."""
def hcl_file_to_text(file: File, /) -> str:
    """Writes the text of a file with all changes. It is UTF-8, unless the text that was parsed is not."""
def hcl_format(source_text: Text, file: Text, options: Struct | None, /) -> str:
    """Formats a text in native syntax, or some of its lines; the result is the whole text. `file` is the name of the text in diagnostics."""
def hcl_fragment_call(name: Text, arguments: Sequence[HclFragmentHandle] | None, last: HclArguments, /) -> HclFragmentHandle:
    """Creates a call of a function, on one line if it is short. The name may have `::` between its parts."""
def hcl_fragment_clone(fragment: HclFragmentHandle, /) -> HclFragmentHandle | None:
    """Returns a new handle of the same fragment. Only a reference count changes."""
def hcl_fragment_object(keys: Sequence[Text] | None, values: Sequence[HclFragmentHandle] | None, /) -> HclFragmentHandle:
    """Creates `{ a = b }`, with one line for each item, in the given order. A key that is not a valid name gets quotes."""
def hcl_fragment_parse(source_text: Text, /) -> HclFragmentHandle:
    """Parses a text that is an expression, and formats it. The text may contain comments and newlines; it gets parentheses if it needs them."""
def hcl_fragment_text(fragment: HclFragmentHandle, /) -> str | None:
    """Returns the text of a fragment, as if it started in the first column."""
def hcl_fragment_tokens(tokens: Sequence[Struct] | None, /) -> HclFragmentHandle:
    """Creates an expression from tokens without blanks; blanks are inserted where they are needed."""
def hcl_fragment_traversal(path: PathHandle, /) -> HclFragmentHandle:
    """Creates a variable and steps into it, such as `var.zones[0]`. The first step of the path is into an attribute with the name of the variable, like the paths of `pcty_hcl_traversals_at`."""
def hcl_fragment_tuple(elements: Sequence[HclFragmentHandle] | None, /) -> HclFragmentHandle:
    """Creates `[a, b]`, on one line if it is short."""
def hcl_fragment_value(value: Value, texts: HclStringStyle, /) -> HclFragmentHandle:
    """Creates an expression whose result is a value. Objects and maps have one line for each item, lists are on one line. As in all expressions, a list is written as a tuple, and a map as an object."""
def hcl_items_at(items: HclItemsHandle | None, index: int, /) -> HclItem | None:
    """Writes the item at a position, from 0."""
def hcl_items_block_at(items: HclItemsHandle, index: int, block: int, /) -> HclBlockHandle | None:
    """Returns one of the blocks, from 0, that the item at a position is or may be."""
def hcl_items_count(items: HclItemsHandle, /) -> int:
    """Returns the number of items."""
def hcl_location_block_at(location: HclLocationHandle, index: int, /) -> HclBlockHandle | None:
    """Returns the block around a location at a position, from 0. The outermost block is first."""
def hcl_location_expression_at(location: HclLocationHandle, index: int, /) -> Expression | None:
    """Returns the expression around a location at a position, from 0. The outermost expression is first."""
def hcl_location_info(location: HclLocationHandle | None, /) -> HclLocationData | None:
    """Writes the argument at a location and the numbers of blocks and expressions around it."""
def hcl_scope_allow(scope: Scope, names: HclScopeNames, /) -> None:
    """Allows variables or functions even if none are defined. Diagnostics then report an undefined name as unknown, not as a name in a scope without variables or functions."""
def hcl_scope_child(scope: Scope, /) -> Scope:
    """Creates a scope within the current state of a scope. Later changes of the outer scope do not affect it."""
def hcl_scope_clone(scope: Scope, /) -> Scope | None:
    """Creates a scope with the same variables and functions. Later changes of one scope do not affect the other. Unchanged data is shared."""
def hcl_scope_function_get(scope: Scope, name: Text, /) -> Function | None:
    """Returns the function of a name, from this scope or an outer one."""
def hcl_scope_new() -> Scope | None:
    """Creates a scope without variables and functions. Until some are defined, it does not allow variables or functions."""
def hcl_scope_set_function(scope: Scope, name: Text, function: Function, /) -> None:
    """Defines a function. It replaces an earlier function of the same name. The name may have parts with `::` between them."""
def hcl_scope_set_standard_functions(scope: Scope, /) -> None:
    """Defines all functions of the standard library under their own names, and the 3 functions that depend on the language: `try`, `can` and `convert`. Functions that this scope already defines one by one are not replaced."""
def hcl_scope_set_step_limit(scope: Scope, steps: int, /) -> None:
    """Limits the number of steps of an evaluation in this scope, or in a scope within it, in addition to the budget of the call. A step is about one operation or one element. An evaluation that exceeds the limit fails with PCTY_ERROR_LIMIT."""
def hcl_scope_set_terraform_functions(scope: Scope, host: TerraformHostHandle | None, /) -> None:
    """Defines the functions of Terraform, each under its name and under `core::` with its name. They replace the functions of the standard library. Functions that this scope already defines one by one are not replaced."""
def hcl_scope_set_variable(scope: Scope, name: Text, value: Value, /) -> None:
    """Defines a variable. It replaces an earlier variable of the same name."""
def hcl_scope_show_mark(scope: Scope, mark: Text, /) -> None:
    """Allows messages of evaluations in this scope, or in a scope within it, to show parts of values that have a mark. Without it, no text of the library shows any part of a marked value."""
def hcl_scope_step_limit(scope: Scope | None, /) -> int | None:
    """Writes the maximum number of steps of an evaluation in a scope, as set by the scope or by the nearest outer scope that has a limit."""
def hcl_scope_variable_get(scope: Scope, name: Text, /) -> Value | None:
    """Returns the variable of a name, from this scope or an outer one."""
def hcl_spec_attribute(name: Text, type: Type, required: bool, /) -> Spec:
    """Creates a specification for the value of an argument, converted to a type. The value is null if the argument is missing, unless it is required. For `pcty_type_meta` the argument is a type expression, for `pcty_hcl_closure_type` an expression that is not evaluated."""
def hcl_spec_block(block_type: Text, nested: Spec, kind: HclBlockKind, options: Struct | None, /) -> Spec:
    """Creates a specification for the blocks of a type. Each body is decoded by the specification `nested`; `kind` selects the value that contains the results."""
def hcl_spec_block_attributes(block_type: Text, element: Type, required: bool, /) -> Spec:
    """Creates a specification for the only block of a type: a map of its arguments, each converted to the element type. The value is null if there is no such block, unless it is required."""
def hcl_spec_block_label(index: int, name: Text, /) -> Spec:
    """Creates a specification for a label, counted from 0, of the block that the body belongs to. `name` is the name of the label in diagnostics."""
def hcl_spec_clone(spec: Spec, /) -> Spec | None:
    """Returns a new handle of the same specification. Only a reference count changes."""
@overload
def hcl_spec_decode(spec: Spec, body: Body, scope: Scope | None, partial: Literal[False] = ..., /) -> Value:
    """Decodes a body by a specification that covers all of it. Without a scope, expressions may not use variables or functions."""
@overload
def hcl_spec_decode(spec: Spec, body: Body, scope: Scope | None, partial: Literal[True], /) -> tuple[Value, ErrorHandle | None]: ...
def hcl_spec_default(primary: Spec, fallback: Spec, /) -> Spec:
    """Creates a specification for the value of `primary`, or for the value of `fallback` if the first is null. Both should have the same type."""
def hcl_spec_expression(expression: Expression, /) -> Spec:
    """Creates a specification for the value of an expression in the scope of the decoding, which does not depend on the body."""
def hcl_spec_implied_type(spec: Spec, /) -> Type | None:
    """Returns the type of decoded values, as far as it is known without a body."""
def hcl_spec_literal(value: Value, /) -> Spec:
    """Creates a specification for a fixed value, which does not depend on the body."""
def hcl_spec_object(names: Sequence[Text] | None, specs: Sequence[Spec] | None, /) -> Spec:
    """Creates a specification for an object. Each attribute has the value of one of the specifications, all of which are for the same body. If a name occurs twice, the later attribute replaces the earlier one."""
@overload
def hcl_spec_parse(body: Body, scope: Scope | None, partial: Literal[False] = ..., /) -> Spec:
    """Parses a specification that is written as an HCL document, in the language of the hcldec command. The variables and functions that it defines for the bodies are defined in `scope`."""
@overload
def hcl_spec_parse(body: Body, scope: Scope | None, partial: Literal[True], /) -> tuple[Spec, ErrorHandle | None]: ...
@overload
def hcl_spec_partial_decode(spec: Spec, body: Body, scope: Scope | None, partial: Literal[False] = ..., /) -> tuple[Value, Body | None]:
    """Decodes the part of a body that a specification covers, and creates a body of the rest. The specification must cover the bodies of nested blocks completely."""
@overload
def hcl_spec_partial_decode(spec: Spec, body: Body, scope: Scope | None, partial: Literal[True], /) -> tuple[Value, Body | None, ErrorHandle | None]: ...
def hcl_spec_refine(wrapped: Spec, refine: Callable[..., object] | None, /) -> Spec:
    """Creates a specification for a value that the host refines, also while it is unknown. The callback is not called if there are already errors, and it does not see marks."""
def hcl_spec_rest(element: Type | None, /) -> Spec:
    """Creates a specification for the items that no other specification for the same body covers. Without `element`, the value contains a body of these items, which `pcty_hcl_value_body` returns, and no items are left over. With `element`, the value is a map of the arguments, each converted to this type, or an object if the type is `pcty_type_any`. In this case, blocks that are left over are diagnostics, and so are two names that have the same Unicode normal form C."""
def hcl_spec_source_range(spec: Spec, body: Body, /) -> Range:
    """Returns the range of the value that a specification decodes from a body, or the range where it could be inserted."""
def hcl_spec_transform(wrapped: Spec, function: Function, /) -> Spec:
    """Creates a specification for the result of a function of one parameter, called with the value of `wrapped`. The function is not called if there are already errors."""
def hcl_spec_transform_expression(wrapped: Spec, expression: Expression, variable: Text, scope: Scope | None, /) -> Spec:
    """Creates a specification for the result of an expression in which the value of `wrapped` is the variable `variable`. The other variables and the functions of the expression are those of the current state of `scope`."""
def hcl_spec_tuple(specs: Sequence[Spec] | None, /) -> Spec:
    """Creates a specification for a tuple. Each element has the value of one of the specifications, all of which are for the same body."""
def hcl_spec_validate(wrapped: Spec, check: Callable[..., object] | None, /) -> Spec:
    """Creates a specification for a value that the host checks. The callback is not called if there are already errors."""
def hcl_spec_variables(spec: Spec, body: Body, needs: HclNeeds, /) -> HclTraversalsHandle:
    """Writes the variables that must be defined to decode a body, with the constant steps into them. The list may be incomplete for a body that cannot be decoded without errors."""
def hcl_stdlib_as_bytes(value: Value, /) -> bytes:
    """Returns the bytes in a capsule of bytes."""
def hcl_stdlib_bytes(bytes: bytes, /) -> Value:
    """Creates a capsule with a copy of these bytes. It equals every other capsule with the same bytes."""
def hcl_stdlib_bytes_type() -> Type | None:
    """Returns the capsule type of bytes."""
def hcl_stdlib_count() -> int:
    """Returns the number of functions."""
def hcl_stdlib_get(name: Text, /) -> Function | None:
    """Returns the function with a name. It can be inspected and called like any function."""
def hcl_stdlib_name_at(index: int, /) -> str | None:
    """Returns the name of a function by its position, from 0."""
def hcl_tokens_at(tokens: HclTokensHandle | None, index: int, /) -> HclToken | None:
    """Writes the token at a position, from 0. Its text is the bytes of the source text, which need not be UTF-8."""
def hcl_tokens_count(tokens: HclTokensHandle, /) -> int:
    """Returns the number of tokens."""
def hcl_tokens_parse(source_text: Text, /) -> HclTokensHandle:
    """Writes the tokens of a text."""
def hcl_tokens_range_at(tokens: HclTokensHandle, index: int, /) -> Range:
    """Returns the range of the token at a position, from 0. It is not part of `pcty_hcl_tokens_at` because each call counts its lines and columns."""
def hcl_traversals_at(traversals: HclTraversalsHandle | None, index: int, /) -> HclTraversal | None:
    """Writes the traversal at a position, from 0."""
def hcl_traversals_count(traversals: HclTraversalsHandle, /) -> int:
    """Returns the number of traversals."""
def hcl_traversals_of(expression: Expression, /) -> HclTraversalsHandle:
    """Writes an expression that is one traversal, without evaluating it, as a list of one. In JSON the expression is a string that holds a traversal."""
@overload
def hcl_traversals_parse(source_text: Text, file: Text, start: Struct | None, partial: Literal[False] = ..., /) -> HclTraversalsHandle:
    """Parses a text that is one traversal, without splats and calculations. `file` is the name of the text in diagnostics. If the text is a part of a larger one, `start` is the position of its first byte, and all positions count from there."""
@overload
def hcl_traversals_parse(source_text: Text, file: Text, start: Struct | None, partial: Literal[True], /) -> tuple[HclTraversalsHandle, ErrorHandle | None]: ...
def hcl_traversals_step_range_at(traversals: HclTraversalsHandle, index: int, step: int, /) -> Range:
    """Returns the range of a step, from 0, of the traversal at a position, with its dot or brackets. The first step is the variable. There is one range for each step of the path."""
def hcl_type_format(type: Type, /) -> str:
    """Formats a type in HCL's notation, with `optional(T)` for an attribute that may be missing, which `pcty_type_format` omits. `pcty_hcl_type_parse` parses the text as a constraint."""
def hcl_type_parse(source_text: Text, file: Text, syntax: HclSyntax, mode: HclTypeMode, /) -> tuple[Type, HclDefaultsHandle | None]:
    """Parses a text as a type, and the defaults inside the type. `file` is the name of the text in diagnostics."""
def hcl_value_body(value: Value, /) -> Body | None:
    """Returns the body in a value that was decoded by a specification of `pcty_hcl_spec_rest`."""
def hcl_value_extraneous(value: Value, target: Type, /) -> ErrorListHandle:
    """Writes the attributes of a value, and the keys of maps in place of objects, that a type does not have, at any depth. A conversion ignores them; a strict check does not. Each is an error with its path and the code PCTY_ERROR_NOT_FOUND; its diagnostic is a warning with the attribute that was probably meant. There are at most 1000. For a marked value, the result states only that it contains such attributes."""
def hcl_value_format(value: Value, shown: HclValueStyle, /) -> str:
    """Formats a value in HCL's notation. Objects and maps have one line for each item, and the equals signs of adjacent items are aligned. The text does not contain types: as an expression, the text of a list is a tuple, and the text of a map is an object."""
def hcl_value_to_json(value: Value, /) -> str:
    """Formats a value as an expression in JSON syntax. Strings are escaped, so that they do not contain templates. `pcty_value_to_json` writes values, not expressions."""
def infer_conflict_chain_at(conflict: InferConflictHandle, index: int, /) -> int:
    """Returns one of the invariants that require the two types to be equal, by its position in the order from the left type to the right one."""
def infer_conflict_info(conflict: InferConflictHandle | None, /) -> InferConflictData | None:
    """Writes the data of a conflict."""
def infer_conflict_step_at(conflict: InferConflictHandle, index: int, /) -> TypeStep:
    """Writes a step to the types that conflict, by its position, from the outside in."""
def infer_invariants_add(invariants: InferInvariantsHandle, invariant: Struct, /) -> None:
    """Adds an invariant to the list."""
def infer_invariants_clear(invariants: InferInvariantsHandle, /) -> None:
    """Removes all invariants from a list."""
def infer_invariants_count(invariants: InferInvariantsHandle, /) -> int:
    """Returns the number of invariants in a list."""
def infer_invariants_new() -> InferInvariantsHandle | None:
    """Creates a list without invariants."""
def infer_scheme_clone(scheme: InferSchemeHandle, /) -> InferSchemeHandle | None:
    """Returns a new handle of the same scheme."""
def infer_scheme_closed(type: Type, /) -> InferSchemeHandle | None:
    """Creates a scheme that is quantified over all variables of a type."""
def infer_scheme_info(scheme: InferSchemeHandle | None, /) -> InferSchemeData | None:
    """Writes the type of a scheme and the number of its quantified variables."""
def infer_scheme_list_at(list: InferSchemeListHandle, index: int, /) -> InferSchemeHandle | None:
    """Returns the scheme at a position, from 0."""
def infer_signature_built(rule: Callable[..., object] | None, /) -> InferSignatureHandle:
    """Creates a signature that a callback builds for each call. If the host uses the signature on several threads, they may call the callback concurrently."""
def infer_signature_check(signature: InferSignatureHandle, arguments: Sequence[Type] | None, /) -> Type:
    """Returns the function type of a call with arguments of the given types."""
def infer_signature_clone(signature: InferSignatureHandle, /) -> InferSignatureHandle | None:
    """Returns a new handle of the same signature. Only a reference count changes."""
def infer_signature_function(signature: InferSignatureHandle, dialect: Dialect, implementation: Callable[..., object] | None, /) -> Function:
    """Creates a function whose arguments and result are checked against a signature in each call. The types of values are determined by the rules of `dialect`."""
def infer_signature_new(type: Type, /) -> InferSignatureHandle:
    """Creates a signature from a function type."""
def infer_signature_type(signature: InferSignatureHandle, /) -> Type | None:
    """Returns the function type of a signature."""
def infer_solution_alternative_at(solution: InferSolutionHandle, index: int, alternative: int, /) -> int:
    """Returns the position, among all alternatives of an invariant, of one that is not refuted."""
def infer_solution_annotation_at(solution: InferSolutionHandle | None, index: int, /) -> InferAnnotation | None:
    """Writes an expression to annotate, by its position."""
def infer_solution_candidate_at(solution: InferSolutionHandle, index: int, candidate: int, /) -> Type | None:
    """Returns a type that an expression to annotate may have, by its position."""
def infer_solution_info(solution: InferSolutionHandle | None, /) -> InferSolutionData | None:
    """Writes the data of a solution."""
def infer_solution_refutation_at(solution: InferSolutionHandle, index: int, /) -> InferConflictHandle | None:
    """Returns the conflict that refutes an alternative, by its position."""
def infer_solution_remaining_at(solution: InferSolutionHandle | None, index: int, /) -> InferRemaining | None:
    """Writes an invariant that was not decided, by its position."""
def infer_solution_type(solution: InferSolutionHandle, expression: int, /) -> Type | None:
    """Returns the type of an expression, for a solution of kind PCTY_INFER_SOLVED."""
def infer_solution_undetermined_at(solution: InferSolutionHandle | None, index: int, /) -> InferUndetermined | None:
    """Writes an expression that is not determined, by its position."""
def infer_solver_add(solver: InferSolverHandle, invariants: InferInvariantsHandle, /) -> int:
    """Adds all invariants of a list. They are numbered from 0 in the order in which they are added, and solutions refer to them by these numbers. `*first` is set to the number of the first invariant of the list, or to the next number if the list is empty."""
def infer_solver_enter(solver: InferSolverHandle, /) -> None:
    """Begins a definition. All expressions and variables that are first used from now on belong to it."""
def infer_solver_fresh(solver: InferSolverHandle, /) -> Type | None:
    """Returns a new variable that is not used anywhere."""
def infer_solver_info(solver: InferSolverHandle | None, /) -> InferSolverData | None:
    """Writes the settings and the size of a solver."""
def infer_solver_known(solver: InferSolverHandle, expression: int, /) -> Type:
    """Returns the currently known type of an expression, with variables for the unknown parts."""
def infer_solver_leave(solver: InferSolverHandle, expressions: Sequence[int] | None, /) -> InferSchemeListHandle:
    """Ends the innermost definition, and generalizes the types of the given expressions over the variables that belong to it. Variables that undecided alternatives or signatures use are not generalized. No more invariants may be added about generalized types."""
def infer_solver_new() -> InferSolverHandle | None:
    """Creates a solver without invariants."""
def infer_solver_set_step_limit(solver: InferSolverHandle, steps: int, /) -> None:
    """Sets the number of alternatives that one call of `pcty_infer_solver_solve` may try. The default is 100000."""
def infer_solver_solve(solver: InferSolverHandle, /) -> InferSolutionHandle:
    """Infers the types of all expressions, or reports why this is not possible. It may be called again, with or without new invariants."""
def infer_solver_variable(solver: InferSolverHandle, expression: int, /) -> Type | None:
    """Returns the variable of the type of an expression, for use in types."""
def infer_unifier_fresh(unifier: InferUnifierHandle, /) -> Type | None:
    """Returns a new variable that is not used anywhere."""
def infer_unifier_instantiate(unifier: InferUnifierHandle, type: Type, /) -> Type:
    """Returns a copy of a type in which each variable is replaced by a new one."""
def infer_unifier_new() -> InferUnifierHandle | None:
    """Creates a unifier without equations."""
def infer_unifier_resolve(unifier: InferUnifierHandle, type: Type, /) -> Type:
    """Returns a type in which all variables are replaced by their current types."""
def infer_unifier_unify(unifier: InferUnifierHandle, left: Type, right: Type, /) -> None:
    """Makes two types equal by the most general substitution of their variables and of the variables of earlier calls. If this is not possible, nothing changes."""
def marks_at(marks: MarksHandle, index: int, /) -> str | None:
    """Returns a mark by its position, from 0, in ascending order."""
def marks_clone(marks: MarksHandle, /) -> MarksHandle | None:
    """Creates another handle of the same marks; only a reference is counted."""
def marks_contains(marks: MarksHandle, mark: Text, /) -> bool:
    """Returns whether a mark is in the set."""
def marks_count(marks: MarksHandle, /) -> int:
    """Returns the number of marks."""
def marks_new(marks: Sequence[Text] | None, /) -> MarksHandle:
    """Creates a set of marks; duplicates count once."""
def mcl_builder_add(builder: MclBuilderHandle, resource: MclResourceBuilderHandle, /) -> None:
    """Adds a resource with the current content of `resource`."""
def mcl_builder_add_edge(builder: MclBuilderHandle, edge: Struct, /) -> None:
    """Adds an edge that orders one resource before another, and sends a value from the first to a field of the second if `sent` is set."""
def mcl_builder_build(builder: MclBuilderHandle, /) -> Resources:
    """Builds a graph of all resources and edges in `builder`. The builder keeps its content and can be extended afterwards."""
def mcl_builder_new(host: Host | None, /) -> MclBuilderHandle | None:
    """Creates a builder without resources, with the kinds that the host has at the time of the call."""
def mcl_dependencies_add(dependencies: MclDependenciesHandle, kinds: Sequence[Text] | None, names: Sequence[Text] | None, /) -> None:
    """Adds a dependency: the resource is ordered after the first of the listed resources that is in the graph."""
def mcl_difference_at(difference: MclDifferenceHandle, index: int, /) -> MclChange:
    """Writes the change of a resource at a position. The removed resources come first, then the added ones, then the changed ones."""
def mcl_difference_edge_at(difference: MclDifferenceHandle, index: int, /) -> MclEdgeChange:
    """Writes the change of an edge, or of a field that receives a value, at a position. The removed ones come first."""
def mcl_difference_field_at(difference: MclDifferenceHandle, index: int, field: int, /) -> str | None:
    """Returns the name of a field that was changed, set or unset, by its position among those of the resource at `index`."""
def mcl_difference_info(difference: MclDifferenceHandle | None, /) -> MclDifferenceData | None:
    """Writes the numbers of changes in a difference."""
def mcl_difference_meta_at(difference: MclDifferenceHandle, index: int, meta: int, /) -> str | None:
    """Returns the name of a changed meta parameter, by its position among those of the resource at `index`."""
def mcl_difference_new(before: Resources, after: Resources, /) -> MclDifferenceHandle:
    """Computes the difference between two graphs. Resources that both graphs share are compared in constant time."""
def mcl_difference_to_text(difference: MclDifferenceHandle, /) -> str | None:
    """Formats a difference with one line for each change: `+` before an added resource or edge, `-` before a removed one, and `~` before a changed resource, with its fields."""
def mcl_graph_edge_at(graph: MclGraphHandle, index: int, /) -> MclEdge:
    """Writes the edge at a position."""
def mcl_graph_info(graph: MclGraphHandle | None, /) -> MclGraphData | None:
    """Writes the numbers of vertices and edges of a graph."""
def mcl_graph_to_text(graph: MclGraphHandle | None, format: MclGraphFormat, /) -> str | None:
    """Formats a function graph. PCTY_MCL_GRAPH_TEXT writes a line `Vertex: NAME` for each vertex, then a line `Edge: FROM -> TO # ARGUMENTS` for each edge."""
def mcl_graph_vertex_at(graph: MclGraphHandle, index: int, /) -> MclVertex:
    """Writes the vertex at a position."""
def mcl_host_add_function(host: Host, spec: Struct, /) -> None:
    """Defines a function. It replaces an earlier function, or a function of the language, with the same name."""
def mcl_host_add_kind(host: Host, kind: Struct, /) -> None:
    """Adds a kind. It replaces an earlier kind of the same name."""
def mcl_host_add_kinds(host: Host, json: Text, /) -> None:
    """Adds the kinds of a JSON document. Each replaces an earlier kind of the same name. Callbacks can be added with `pcty_mcl_host_set_kind_callbacks`."""
def mcl_host_add_source(host: Host, module: Text, program: Text, path: Text, /) -> None:
    """Adds source text to a system module, which programs import by its name alone. The definitions of the text are added to the module's functions and variables. Messages refer to the text by `path`."""
def mcl_host_clone(host: Host, /) -> Host | None:
    """Creates a host with the same content. Later changes of one host do not affect the other."""
def mcl_host_new() -> Host | None:
    """Creates a host with only the core functions."""
def mcl_host_set_files(host: Host, reader: Callable[..., object] | None, /) -> None:
    """Sets the reader of the deploy's files. It is called with absolute paths, separated by `/`, for files that programs import and for files that functions such as `deploy.readfile` read."""
def mcl_host_set_kind_callbacks(host: Host, kind: Struct, /) -> None:
    """Sets the callbacks of an existing kind. Only the name and the callbacks of `kind` are used."""
def mcl_host_set_modules(host: Host, reader: Callable[..., object] | None, /) -> None:
    """Sets the reader of modules that programs import by an address. For the address `git://example.com/web` it is called with the path of a file relative to the folder of all modules: `example.com/web/metadata.yaml`. Without this reader, the file reader is called with `/modules/example.com/web/metadata.yaml`."""
def mcl_host_set_variable(host: Host, module: Text, name: Text, value: Value, /) -> None:
    """Defines a variable of a module, or a global variable such as `hostname` if `module` is empty. It replaces an earlier variable of the same name. The value is known when programs are compiled."""
def mcl_host_set_world(host: Host, answer: Callable[..., object] | None, follow: Callable[..., object] | None, unfollow: Callable[..., object] | None, /) -> None:
    """Sets the callbacks that answer queries of functions about the outside world, and that announce changed answers. Without `follow`, an answer never changes."""
def mcl_program_clone(program: Program, /) -> Program | None:
    """Returns a new handle of the same program. Only a reference count changes."""
def mcl_program_compile(path: Text, host: Host, /) -> Program:
    """Compiles the program whose first file is the host's file at the absolute path `path`. If `path` ends with a slash, it is the folder of a module, whose `metadata.yaml` names the first file."""
def mcl_program_compile_text(program: Text, file: Text, host: Host | None, /) -> Program:
    """Compiles the program whose first file has the text `program`. `file` is the path of that file: messages refer to the text by it, and imports are resolved relative to it. A path that is not absolute is relative to `/`."""
def mcl_program_file_at(program: Program, index: int, /) -> str | None:
    """Returns the path of a source file of a program, by its position. The first file has position 0."""
def mcl_program_file_count(program: Program, /) -> int:
    """Returns the number of source files of a program."""
def mcl_program_graph(program: Program, /) -> MclGraphHandle:
    """Returns the graph of the program's functions before the program runs."""
def mcl_resource_builder_new(host: Host, kind: Text, name: Text, /) -> MclResourceBuilderHandle:
    """Creates a resource builder without fields, for a kind that the host has at the time of the call."""
def mcl_resource_builder_set_field(builder: MclResourceBuilderHandle, name: Text, value: Value, /) -> None:
    """Sets a field. It replaces an earlier value."""
def mcl_resource_builder_set_meta(builder: MclResourceBuilderHandle, name: Text, value: Value, /) -> None:
    """Sets a meta parameter by its name in lower case, such as `hidden`. The value is an int for `retry`, `delay`, `timeout`, `poll` and `burst`, a float for `limit`, a list of texts for `sema` and `export`, and a bool for all others."""
def mcl_resource_builder_unset_field(builder: MclResourceBuilderHandle, name: Text, /) -> None:
    """Removes the value of a field. It has no effect if the field is not set."""
def mcl_resource_export_at(resource: MclResourceHandle, index: int, /) -> str | None:
    """Returns a host that may collect the exported resource, by its position. `*` means all hosts."""
def mcl_resource_field_at(resource: MclResourceHandle | None, index: int, /) -> MclFieldValue | None:
    """Writes the field at a position among the fields that have a value, in the order of the kind."""
def mcl_resource_field_get(resource: MclResourceHandle, name: Text, /) -> Value | None:
    """Returns the value of a field by its name."""
def mcl_resource_info(resource: MclResourceHandle | None, /) -> MclResourceData | None:
    """Writes the data of a resource."""
def mcl_resource_meta_get(resource: MclResourceHandle, name: Text, /) -> Value:
    """Returns the value of a meta parameter by its name, in lower case as in `Meta:retryreset`. If it is not set, the result is the default."""
def mcl_resources_at(resources: Resources, index: int, /) -> MclResourceHandle | None:
    """Returns the resource at a position. The visible resources come first, in the order of the program, then the hidden ones."""
def mcl_resources_clone(resources: Resources, /) -> Resources | None:
    """Returns a new handle of the same graph. Only a reference count changes."""
def mcl_resources_edge_at(resources: Resources, index: int, /) -> MclResourceEdge:
    """Writes the edge at a position."""
def mcl_resources_empty() -> Resources | None:
    """Creates a graph without resources."""
def mcl_resources_get(resources: Resources, kind: Text, name: Text, /) -> int:
    """Returns the position of the visible resource with this kind and name, or of the first hidden one if none is visible."""
def mcl_resources_in_order_at(resources: Resources, index: int, /) -> MclResourceHandle | None:
    """Returns the resource at a position in the order of the edges: the first resource of an edge precedes the second. Resources that no edge orders keep the order of `pcty_mcl_resources_at`."""
def mcl_resources_info(resources: Resources | None, /) -> MclResourcesData | None:
    """Writes the numbers of resources, edges and receiving fields of a graph."""
def mcl_resources_receive_at(resources: Resources, index: int, /) -> MclReceive:
    """Writes the receiving field at a position."""
def mcl_resources_to_text(resources: Resources | None, format: MclGraphFormat, /) -> str | None:
    """Formats a graph of resources. PCTY_MCL_GRAPH_TEXT writes a line `Vertex: KIND[NAME]` for each resource, then a line `Edge: A -> B # A -> B` for each edge."""
def mcl_runtime_descriptor(runtime: MclRuntimeHandle, /) -> int:
    """Returns a descriptor for `poll` and similar functions. It is readable from the time when a step has work to do until the next step. After a program has ended, there is no work. Do not read from the descriptor or close it; it ends with the runtime."""
def mcl_runtime_next_time(runtime: MclRuntimeHandle | None, /) -> int | None:
    """Writes the time of the next timer."""
def mcl_runtime_resources(runtime: MclRuntimeHandle, /) -> Resources:
    """Returns the resource graph of the last step that completed one; before that, a graph without resources. Unchanged parts share memory with earlier graphs."""
def mcl_runtime_set_time(runtime: MclRuntimeHandle, milliseconds: int, /) -> None:
    """Sets the time, in milliseconds since the beginning of 1970 in UTC, and announces the timers that have expired. The time may also be set back."""
def mcl_runtime_set_wake(runtime: MclRuntimeHandle, wake: Callable[..., object] | None, /) -> None:
    """Sets the callback that is called when a step has work to do. It replaces the previous callback."""
def mcl_runtime_start(program: Program, vertices: int, /) -> MclRuntimeHandle:
    """Starts a program. Values are first computed by the first step. The runtimes of a program are independent, except that they share the time of the program's world. If the graph would have more than `vertices` vertices at once, including those of branches, loops and calls, the program ends permanently with PCTY_ERROR_LIMIT. 0 selects the default of about one million."""
def mcl_runtime_step(runtime: MclRuntimeHandle, /) -> MclProgress:
    """Computes until no more values can be computed, and reports whether the resource graph has changed. The work is charged to the budget of the thread (`pcty_budget_enter`). If the budget is exceeded, the next step continues where this one stopped. An error of the program has a stage, the message of the language, and the location as a diagnostic if present: - `errStream`: an error of a function that no expression recovers from, a failed stream, or too many vertices, with any code. All later steps return the same error. - `errInterpret` and `errAutoEdge`: the resources cannot form a graph. All steps return the error until an event changes the cause. The previous graph remains."""
def mcl_sender_clone(sender: MclSenderHandle, /) -> MclSenderHandle | None:
    """Returns a new handle of the same sender. Only a reference count changes."""
def mcl_sender_fail(sender: MclSenderHandle | None, error: ErrorHandle | None, /) -> None:
    """Announces a permanent failure of the followed answer. The next step ends the program with a copy of `error`."""
def mcl_sender_id(sender: MclSenderHandle, /) -> int:
    """Returns the identifier of a sender. Clones share it, and no other sender has it while one of them lives."""
def mcl_sender_send(sender: MclSenderHandle, /) -> None:
    """Announces that the answer has changed. It wakes the host if no other event is pending. It has no effect after the subscription has ended."""
def mcl_type_check_equal(a: Type, b: Type, /) -> None:
    """Checks that two types are equal, and reports how they differ. Variables may have different names if they correspond one to one; the names of arguments are ignored."""
def mcl_type_is_hashable(type: Type, /) -> bool:
    """Returns whether values of a type may be keys of maps: bools, strings, ints, floats, and structs whose fields may all be keys."""
def mcl_type_match(a: Type | None, b: Type | None, /) -> int:
    """Checks that two types are equal at all positions where both are known and neither is `variant`. `*out` is set to the conditions of the match."""
def mcl_type_parse(notation: Text, scope: VariableScopeHandle, /) -> Type:
    """Parses a type in mcl's notation. Variables, written `?1` and so on, are those of the given scope with these numbers. `pcty_type_parse` uses a new scope for each text."""
def mcl_type_unify(a: Type, b: Type, of: Type, /) -> Type:
    """Applies the most general substitution of variables that makes two types equal to a type. `of` may be one of the two types, or any other type."""
def mcl_value_compare(a: Value, b: Value, /) -> int:
    """Compares two values of one type, and returns -1, 0 or 1. False precedes true. Numbers are ordered by size, strings by their bytes, lists by their elements and then by length. The result 0 means that the values are the same key."""
def mcl_value_format(value: Value, /) -> str:
    """Formats a value as the language prints it: `struct{name: "a"; ports: [80, 443]}`."""
def mcl_value_from_json(json: Text, type: Type, fields: MclFields, /) -> Value:
    """Parses JSON text as a value of a type. The JSON kinds must match the type exactly: an int has no decimal point, null is not allowed, and maps and structs are objects. Only the first value of the text is parsed."""
def mcl_value_get(map: Value, key: Value, /) -> Value | None:
    """Returns the value under a key of a map. Two keys are the same if `pcty_mcl_value_compare` returns 0, as for `0.0` and `-0.0`. Use `pcty_value_entry_key_at` for the keys, `pcty_value_element_at` for the elements of lists, and `pcty_value_attribute_get` for the fields of structs."""
def mcl_value_list(type: Type, elements: Sequence[Value] | None, /) -> Value:
    """Creates a list of a list type."""
def mcl_value_map(type: Type, keys: Sequence[Value] | None, values: Sequence[Value] | None, /) -> Value:
    """Creates a map of a map type, with a value for each key. The last of several equal keys applies."""
def mcl_value_struct(type: Type, values: Sequence[Value] | None, /) -> Value:
    """Creates a struct of a struct type, with a value for each field in the order of the type."""
def mcl_value_zero(type: Type, /) -> Value:
    """Returns the zero value of a type: false, the empty string, 0, the empty list or map, a struct of zero values, a function without a body."""
def path_append_attribute(path: PathHandle, name: Text, /) -> None:
    """Appends a step into an attribute."""
def path_append_index(path: PathHandle, index: int, /) -> None:
    """Appends a step to a position of a list or tuple."""
def path_append_key(path: PathHandle, key: Value, /) -> None:
    """Appends a step to a key of a map or an element of a set."""
def path_clone(path: PathHandle, /) -> PathHandle | None:
    """Creates a path with the same steps."""
def path_equal(a: PathHandle, b: PathHandle, /) -> bool:
    """Returns whether two paths have equal steps."""
def path_marks_add(path_marks: PathMarksHandle, path: PathHandle, marks: MarksHandle, /) -> None:
    """Adds the marks of a part. If a path is added twice, the part has all marks."""
def path_marks_at(path_marks: PathMarksHandle | None, index: int, /) -> PathMarksEntry | None:
    """Writes the path and the marks of a part, by its position from 0. Outer parts come first."""
def path_marks_count(path_marks: PathMarksHandle, /) -> int:
    """Returns the number of parts with marks."""
def path_marks_new() -> PathMarksHandle | None:
    """Creates an empty set of path marks."""
def path_new() -> PathHandle | None:
    """Creates the path without steps, which leads to the value itself."""
def path_set_clone(set: PathSetHandle, /) -> PathSetHandle | None:
    """Creates a set of the same paths."""
def path_set_combine(a: PathSetHandle, b: PathSetHandle, operation: PathSetOperation, /) -> PathSetHandle | None:
    """Combines two sets of paths."""
def path_set_contains(set: PathSetHandle, path: PathHandle, /) -> bool:
    """Returns whether a path is in the set."""
def path_set_count(set: PathSetHandle, /) -> int:
    """Returns the number of paths."""
def path_set_equal(a: PathSetHandle, b: PathSetHandle, /) -> bool:
    """Returns whether two sets have the same paths."""
def path_set_insert(set: PathSetHandle, path: PathHandle, with_prefixes: bool, /) -> None:
    """Adds a path, and optionally all its prefixes, including the path without steps."""
def path_set_new() -> PathSetHandle | None:
    """Creates the set without paths."""
def path_set_remove(set: PathSetHandle, path: PathHandle, /) -> bool:
    """Removes a path."""
def path_set_walk(set: PathSetHandle, visit: Callable[..., object] | None, /) -> None:
    """Visits the paths of a set, in no particular order."""
def path_starts_with(path: PathHandle, prefix: PathHandle, /) -> bool:
    """Returns whether a path begins with all the steps of another."""
def path_step_count(path: PathHandle, /) -> int:
    """Returns the number of steps."""
def path_step_key_at(path: PathHandle, index: int, /) -> Value:
    """Returns the index of the step at a position, from 0: a number, a string, or the element of a set."""
def path_step_kind_at(path: PathHandle, index: int, /) -> StepKind:
    """Returns the kind of the step at a position, from 0."""
def path_step_name_at(path: PathHandle, index: int, /) -> str | None:
    """Returns the attribute name of the step at a position, from 0."""
def path_to_text(path: PathHandle, /) -> str | None:
    """Returns the path as text, such as `.servers[0]["name"]`; `[*]` stands for any element."""
def pcl_checked_accepted_as(checked: PclCheckedHandle, wanted: Type, /) -> Conversion:
    """Writes the kind of the conversion of the whole expression to a type, such as the type of a resource's input. It is PCTY_CONVERSION_SAME if the types are equal."""
def pcl_checked_conversion_at(checked: PclCheckedHandle, index: int, /) -> PclConversion:
    """Writes the conversion at a position, from 0, of the conversions that the expression needs, in the order of checking. `pcty_pcl_node_conversion` returns the conversion of a node. The conversions of the elements of a last argument with `...` are returned only here, with the range of the argument."""
def pcl_checked_info(checked: PclCheckedHandle | None, /) -> PclCheckedData | None:
    """Writes the data of a checked expression."""
def pcl_checked_new(expression: Expression, scope: PclTypeScopeHandle | None, options: Struct | None, /) -> PclCheckedHandle:
    """Checks an expression in a scope. Without a scope there are no variables and no functions. An expression with errors does not fail the call: `pcty_pcl_checked_info` returns the diagnostics."""
def pcl_checked_root(checked: PclCheckedHandle, /) -> PclNodeHandle | None:
    """Returns the root of the nodes. It is not part of `pcty_pcl_checked_info` because the first call creates the nodes."""
def pcl_node_child_at(node: PclNodeHandle, index: int, /) -> PclNodeHandle | None:
    """Returns the child of a node at a position, from 0."""
def pcl_node_conversion(node: PclNodeHandle, /) -> PclConversion | None:
    """Writes the conversion that the value of a node needs in its parent, and returns whether it needs one. An expression in parentheses needs none of its own. `from` is the type of the node."""
def pcl_node_expression(node: PclNodeHandle, /) -> Expression | None:
    """Returns the expression of a node, to be evaluated or checked separately."""
def pcl_node_info(node: PclNodeHandle | None, /) -> PclNodeData | None:
    """Writes the data of a node."""
def pcl_node_range(node: PclNodeHandle, /) -> Range:
    """Returns the range of a node. It is not part of `pcty_pcl_node_info` because each call counts its lines and columns."""
def pcl_type_const(element: Type, value: Value, /) -> Type:
    """Creates the type of one value of a type, which may be null. A whole number and an integer belong to both number types."""
def pcl_type_deferred(type: Type, /) -> PclDeferred:
    """Returns the deferred types inside a type, at any depth."""
def pcl_type_derive(type: Type, derivation: PclDerivation, /) -> Type:
    """Creates a type from another one. `pcty_pcl_type_resolve` removes the deferred types."""
def pcl_type_enum(token: Text, element: Type, values: Sequence[Value] | None, /) -> Type:
    """Creates an enumeration of at least one value of one type. It is identified by its token: two enumerations with the same token are equal."""
def pcl_type_explain_unsafe(source: Type, target: Type, /) -> ErrorHandle:
    """Explains why only some values of a type convert to a different type: `*out` is an error with a message, the path to the first part whose conversion is unsafe, and the expected and found types of that part. `pcty_type_explain` explains why no value converts."""
def pcl_type_from_json(json: Text, /) -> Type:
    """Parses a type from the JSON that `pcty_pcl_type_to_json` writes, including recursive types. The result is in normal form."""
def pcl_type_id() -> Type | None:
    """Returns the type of identifiers of resources."""
def pcl_type_info(type: Type | None, /) -> PclTypeData | None:
    """Writes the kind of a type in PCL, and the parts that no function for all dialects returns."""
def pcl_type_opaque(name: Text, /) -> Type:
    """Creates a type that is known by its name alone. For the name of a built-in type, such as `int` or `id`, the result is that type."""
def pcl_type_resolve(type: Type, which: PclResolution, /) -> Type:
    """Replaces the deferred types inside a type by the types of their values, including those in recursive definitions. A type without deferred types is returned unchanged."""
def pcl_type_scope_child(scope: PclTypeScopeHandle, /) -> PclTypeScopeHandle:
    """Creates a scope within the current state of a scope. Later changes of the outer scope do not affect it."""
def pcl_type_scope_clone(scope: PclTypeScopeHandle, /) -> PclTypeScopeHandle | None:
    """Creates a scope with the same variables and functions. Later changes of one scope do not affect the other. Unchanged data is shared."""
def pcl_type_scope_has_function(scope: PclTypeScopeHandle, name: Text, /) -> bool:
    """Returns whether this scope or an outer one defines a function of a name."""
def pcl_type_scope_new() -> PclTypeScopeHandle | None:
    """Creates a scope without variables and functions."""
def pcl_type_scope_of_constructors() -> PclTypeScopeHandle | None:
    """Creates a scope for type expressions: the variables `any`, `string`, `number`, `int` and `bool`, and the functions `list`, `set`, `map`, `object`, `tuple` and `optional`. The type of an expression in it is the type that the expression denotes."""
def pcl_type_scope_set_function(scope: PclTypeScopeHandle, name: Text, type: Type, /) -> None:
    """Defines a function by a function type that lists the parameters and has a result. It replaces an earlier function of the same name. The names of parameters are used in messages. A parameter whose type is optional may be missing at the end of a call."""
def pcl_type_scope_set_generic_function(scope: PclTypeScopeHandle, name: Text, rule: Callable[..., object] | None, /) -> None:
    """Defines a function whose signature a rule determines for each call. It replaces an earlier function of the same name."""
def pcl_type_scope_set_variable(scope: PclTypeScopeHandle, name: Text, type: Type, /) -> None:
    """Defines a variable. It replaces an earlier variable of the same name."""
def pcl_type_scope_variable_get(scope: PclTypeScopeHandle, name: Text, /) -> Type | None:
    """Returns the type of the variable of a name, from this scope or an outer one."""
def pcl_type_to_json(type: Type, /) -> str:
    """Formats a type as JSON: `"int"`, `["output","string"]`, `["union",["none","string"]]`, `["object",{"a":"bool"}]`, `["opaque","Asset"]`, `["const","int",1]`, `["enum","token","string",["a","b"]]`, and for a recursive type `["rec","R1",T]` with `["ref","R1"]` inside of T."""
def pcl_type_to_text(type: Type, columns: int, /) -> str | None:
    """Formats a type for display, as in messages of the language: `int | string?`, `{ port: int }`. A text that exceeds `columns` is broken into lines; PCTY_PCL_COLUMNS is the usual width. The text is truncated at 16 MB."""
@overload
def pcl_type_traverse(type: Type, steps: Sequence[Struct] | None, partial: Literal[False] = ..., /) -> Type:
    """Writes the type that steps lead to, applied one after the other. The diagnostics have no positions."""
@overload
def pcl_type_traverse(type: Type, steps: Sequence[Struct] | None, partial: Literal[True], /) -> tuple[Type, ErrorHandle | None]: ...
def pcl_type_union(members: Sequence[Type] | None, /) -> Type:
    """Creates the union of types in normal form: unions inside it are flattened, the members are sorted by their texts, and equal members are merged. The union of one member is that member. A union without members is valid."""
def pcl_type_value_at(type: Type, index: int, /) -> Value:
    """Writes the value of an enumeration at a position, from 0, or the value of a constant at position 0."""
def pcl_value_choose(value: Value, type: Type, /) -> tuple[Value, int]:
    """Converts a value to a member of a union, and writes the position of this member, from 0. It is the first member that is the value's type, else the first that the value converts to safely, else the first that the value converts to. `pcty_value_convert` chooses the same member."""
def pcl_value_data(value: Value, /) -> object:
    """Writes the host's data in a deferred value."""
def pcl_value_deferred(type: Type, data: object, /) -> Value:
    """Creates a deferred value of a promise or output type. It is different from all other deferred values."""
def pcl_value_identity(value: Value, /) -> int:
    """Returns the number that identifies a deferred value in the process. Conversions and marks do not change it."""
def pcl_value_origin(value: Value, /) -> Type | None:
    """Returns the type that a deferred value was created with. A resolved value is first converted to this type, and then to the type that the deferred value was converted to."""
def pcl_value_resolve(value: Value, resolver: Callable[..., object] | None, /) -> Value:
    """Replaces each deferred value in a value by the value that the resolver returns, converted to the promised type. Marks stay in place. If a deferred value occurs twice, the resolver is called twice."""
def puppet_aliases_at(aliases: PuppetAliasesHandle | None, index: int, /) -> PuppetAlias | None:
    """Writes an alias by its position, from 0. The aliases of the base come first, then the others in the order of their definition."""
def puppet_aliases_clone(aliases: PuppetAliasesHandle, /) -> PuppetAliasesHandle | None:
    """Returns a new handle of the same aliases. Only a reference count changes."""
def puppet_aliases_count(aliases: PuppetAliasesHandle, /) -> int:
    """Returns the number of aliases."""
def puppet_aliases_get(aliases: PuppetAliasesHandle, name: Text, /) -> Type | None:
    """Returns the type that refers to an alias, by the alias's name."""
def puppet_aliases_new(base: PuppetAliasesHandle | None, names: Sequence[Text] | None, notations: Sequence[Text] | None, /) -> PuppetAliasesHandle:
    """Defines aliases in addition to those of `base`. Each definition may refer to itself, to the other definitions and to the aliases of `base`. A definition may replace an alias of `base`."""
def puppet_arithmetic(left: Value, right: Value, operator: PuppetOperator, mode: PuppetMode, /) -> Value:
    """Computes the result of an operator for two numbers. Operators on arrays, hashes and times are not supported. In the current mode integers have 64 bits, and a string is an error even if it denotes a number; convert it first. In the early mode strings are converted to numbers, and integers never overflow."""
def puppet_call_block(call: PuppetCallHandle, arguments: Sequence[Value] | None, /) -> Value:
    """Calls the block of a call. If the block fails or leaves the enclosing function (`return`), the result is an error that the function must return; any other result of the function is then ignored."""
def puppet_call_has_block(call: PuppetCallHandle, /) -> bool:
    """Returns whether a call has a block. The result is false while the block is running."""
def puppet_call_mismatch(arguments: Type, signatures: Sequence[Struct] | None, function: Text, /) -> ErrorHandle:
    """Explains why no signature accepts a call. `arguments` is a Tuple of the types of the arguments; a Callable as the last type is the type of the block. The detailed type of an array of arguments is such a Tuple."""
def puppet_catalog_check_cycles(catalog: PuppetCatalogHandle, /) -> None:
    """Checks that an agent can order the resources: the relationships of the catalog (`require`, `before`, `notify`, `subscribe`, containment) have no cycle."""
def puppet_catalog_class_at(catalog: PuppetCatalogHandle, index: int, /) -> str | None:
    """Returns the name of a class or node, in the order of the evaluation; the classes of the node classifier are first."""
@overload
def puppet_catalog_compile(options: Struct, partial: Literal[False] = ..., /) -> PuppetCatalogHandle:
    """Compiles the catalog of a node. The functions of `puppetlabs/stdlib` that the library has are available, unless a module defines them."""
@overload
def puppet_catalog_compile(options: Struct, partial: Literal[True], /) -> tuple[PuppetCatalogHandle, ErrorHandle | None]: ...
def puppet_catalog_diff(old_catalog: PuppetCatalogHandle, new_catalog: PuppetCatalogHandle, /) -> str:
    """Compares two catalogs of a node. The result is a JSON object with `added`, `removed`, `changed`, `added_classes` and `removed_classes`. Resources are the same if their types and titles are equal; a changed resource has both positions and both values of its changed parameters. Secret values are compared but not written."""
def puppet_catalog_edge_at(catalog: PuppetCatalogHandle, index: int, /) -> PuppetCatalogEdge:
    """Writes the edge at a position. Its members are positions for `pcty_puppet_catalog_resource_at`."""
def puppet_catalog_graph(catalog: PuppetCatalogHandle, /) -> Resources:
    """Returns the graph of the agent that applies a catalog, for the functions that read the graphs of mcl. The kind of a resource is its type, the name is its title, and the fields are its parameters. The first resources are those of the catalog, at the same positions; virtual ones are hidden. A hidden resource `Whit` follows for the end of each container: the contents of a class, a node, a stage or a defined type are between the container and this resource. The edges are the relationships and the containment; automatic ones are those that the types imply."""
def puppet_catalog_info(catalog: PuppetCatalogHandle | None, /) -> PuppetCatalogData | None:
    """Writes the numbers of resources, edges and classes of a catalog."""
def puppet_catalog_parameter_at(catalog: PuppetCatalogHandle, resource: int, index: int, /) -> PuppetCatalogParameter:
    """Writes a parameter of the resource at a position, in the order of the assignment. Parameters whose value is undef are not included."""
def puppet_catalog_parameter_get(catalog: PuppetCatalogHandle, resource: int, name: Text, /) -> Value | None:
    """Returns the value of a parameter of the resource at a position by its name. A secret value is a Sensitive value."""
def puppet_catalog_parse(json: Text, /) -> PuppetCatalogHandle:
    """Parses the JSON form of a catalog, which a Puppet server or `pcty_puppet_catalog_to_json` writes. References in values remain strings."""
def puppet_catalog_resource_at(catalog: PuppetCatalogHandle, index: int, /) -> PuppetCatalogResource:
    """Writes the resource at a position, in the order of the creation."""
def puppet_catalog_resource_get(catalog: PuppetCatalogHandle, type_name: Text, name: Text, /) -> int:
    """Writes the position of the resource with a type and the title `name`, in the form that `pcty_puppet_catalog_resource_at` returns: `File` and `/etc/motd`, `Class` and `Profile::Web`."""
def puppet_catalog_tag_at(catalog: PuppetCatalogHandle, resource: int, index: int, /) -> str | None:
    """Returns a tag of the resource at a position, in the order of the tags."""
def puppet_catalog_to_json(catalog: PuppetCatalogHandle, options: Struct | None, /) -> str:
    """Formats a catalog as the JSON that an agent receives (`catalog_format` 2). Virtual resources are not included."""
def puppet_common_type(types: Sequence[Type] | None, mode: PuppetMode, /) -> Type:
    """Returns the common type of types, folded from the first to the last. Without types, the result is Undef."""
def puppet_common_type_of_values(values: Sequence[Value] | None, /) -> Type:
    """Returns the common type of the reduced types of values. Without values, the result is Undef."""
def puppet_environment_add_function(environment: Environment, spec: Struct, /) -> None:
    """Defines a function. It replaces an earlier function, or a function of the language, with the same name."""
def puppet_environment_add_modules(environment: Environment, path: Text, /) -> None:
    """Loads definitions from a directory of modules with Puppet's layout, in addition to the directories that were added before. The first directory that has a file for a name defines it. The directories replace a loader that was set before, and a loader that is set later replaces the directories. Paths that lead out of the directory are not followed. The size of a file is limited to the number of bytes that a call may use by default. A file that cannot be read ends the evaluation with an error."""
def puppet_environment_clone(environment: Environment, /) -> Environment | None:
    """Creates an environment with the same content. Later changes of one environment do not affect the other; unchanged parts are shared."""
def puppet_environment_new() -> Environment | None:
    """Creates an environment with only the language itself, with the default strictness."""
def puppet_environment_set_answer(environment: Environment, answer: Callable[..., object] | None, /) -> None:
    """Sets the callback that answers queries of functions about the outside world. Without it, queries fail with an error that reports the missing host, and no resource type, class or defined type is considered to exist."""
def puppet_environment_set_loader(environment: Environment, loader: Callable[..., object] | None, /) -> None:
    """Sets the loader of definitions that a program does not contain itself. It is called when a name is used for the first time in an evaluation, once for each name."""
def puppet_environment_set_logger(environment: Environment, logger: Callable[..., object] | None, /) -> None:
    """Sets the logger, which receives messages. Without a logger, messages are discarded."""
def puppet_environment_set_options(environment: Environment, options: Struct, /) -> None:
    """Sets options of an environment."""
def puppet_environment_set_variable(environment: Environment, name: Text, value: Value, /) -> None:
    """Defines a variable of the top scope by its name without `$`, or a variable of a class by its qualified name. It replaces an earlier variable of the same name."""
def puppet_iteration_clone(iteration: PuppetIterationHandle, /) -> PuppetIterationHandle | None:
    """Returns an independent iteration at the same position."""
def puppet_iteration_new(type: Type, /) -> PuppetIterationHandle:
    """Starts an iteration over a type."""
def puppet_iteration_next(iteration: PuppetIterationHandle, end: PuppetEnd, /) -> Value | None:
    """Returns the next value from an end of the iteration."""
@overload
def puppet_lookup(key: Text, options: Struct, lookup_options: Struct | None, partial: Literal[False] = ..., /) -> Value:
    """Looks up a key in the Hiera data of an environment, as `puppet lookup` does without a compilation. Interpolations in the data can use facts, `$trusted`, `$server_facts` and the parameters of the node classifier."""
@overload
def puppet_lookup(key: Text, options: Struct, lookup_options: Struct | None, partial: Literal[True], /) -> tuple[Value, str | None]: ...
def puppet_manifest_class_parameters(manifest: Manifest | None, class_name: Text, data: Value, environment: Environment | None, /) -> Value:
    """Checks data against a class, and returns the values of all its parameters as a Hash by their names. Parameters that are not in the data have their defaults, which are evaluated in order. The class, and the aliases that it uses, are searched for in `manifest`, if present, and with the loader of `environment`. Keys of the data are names of parameters, or names with the prefix of the class and `::`, as in Hiera; keys of other classes are ignored. The `convert_to` entries under `lookup_options` in the data, for a key or a pattern of keys, are applied first."""
def puppet_manifest_clone(manifest: Manifest, /) -> Manifest | None:
    """Returns a new handle of the same text. Only a reference count changes."""
def puppet_manifest_evaluate(manifest: Manifest, environment: Environment | None, /) -> Value:
    """Evaluates a manifest. The result is the value of its last statement."""
def puppet_manifest_info(manifest: Manifest | None, /) -> PuppetManifestData | None:
    """Writes the name of a text and the warnings about it."""
def puppet_manifest_parse(source_text: Text, file: Text, syntax: PuppetSyntax, strictness: PuppetStrictness, mode: PuppetMode, /) -> Manifest:
    """Parses and prepares a text. `file` is the name of the text in diagnostics. `strictness` is the treatment of probable errors in the text. In the early mode the names of types, conversions, comparisons and integers follow the early specification, also when the manifest is evaluated."""
def puppet_manifest_render(manifest: Manifest, parameters: Value | None, environment: Environment | None, /) -> str:
    """Renders a template to text, including the content of Sensitive values. The parameters are a Hash by their names. If the template declares no parameters, they become its variables."""
def puppet_module_file(folder: Text, name: Text, sought: PuppetLoadKind, /) -> str:
    """Returns the path of the file that defines a name in a folder of modules with Puppet's layout. For example: - `stdlib::port`: `types/port.pp` of the module `stdlib` - the class `ntp`: `ntp/manifests/init.pp` - the type set `ntp`: `ntp/types/init_typeset.pp` - the template `ntp/ntp.conf.epp`: `ntp/templates/ntp.conf.epp` The path begins with the folder if it is not empty, and uses `/` as separator. No file is read."""
def puppet_outline_attribute_at(outline: PuppetOutlineHandle, resource: int, body: int, index: int, /) -> PuppetAttribute:
    """Writes an attribute, by its position and those of its resource expression and its body, from 0."""
def puppet_outline_body_at(outline: PuppetOutlineHandle, resource: int, index: int, /) -> PuppetResourceBody:
    """Writes a body of a resource expression, by the positions of both, from 0."""
def puppet_outline_call_at(outline: PuppetOutlineHandle, index: int, /) -> PuppetCallSite:
    """Writes the call at a position, from 0."""
def puppet_outline_definition_at(outline: PuppetOutlineHandle, index: int, /) -> PuppetDefinition:
    """Writes the definition at a position, from 0."""
def puppet_outline_info(outline: PuppetOutlineHandle | None, /) -> PuppetOutlineData | None:
    """Writes the numbers of the parts of an outline."""
def puppet_outline_lambda_parameter_at(outline: PuppetOutlineHandle, call: int, index: int, /) -> PuppetParameter:
    """Writes a parameter of a call's lambda, by the positions of both, from 0."""
def puppet_outline_match_at(outline: PuppetOutlineHandle, definition: int, index: int, /) -> str | None:
    """Returns a match of a node, by the positions of both, from 0."""
def puppet_outline_new(manifest: Manifest, /) -> PuppetOutlineHandle:
    """Creates the outline of a text."""
def puppet_outline_parameter_at(outline: PuppetOutlineHandle, definition: int, index: int, /) -> PuppetParameter:
    """Writes a parameter of a definition, by the positions of both, from 0."""
def puppet_outline_resource_at(outline: PuppetOutlineHandle, index: int, /) -> PuppetResource:
    """Writes the resource expression at a position, from 0."""
def puppet_outline_to_json(outline: PuppetOutlineHandle, /) -> str:
    """Formats an outline as one JSON object: `definitions`, `resources`, `calls`, `variables` (positions by name, in the order of first use) and, if there are any, `warnings`. A position is `[line, column]`, both from 1, with columns in characters, as Puppet counts them."""
def puppet_outline_variable_at(outline: PuppetOutlineHandle, index: int, /) -> PuppetVariable:
    """Writes the use of a variable at a position, from 0."""
def puppet_type_assignable(source: Type, target: Type, mode: PuppetMode, /) -> bool:
    """Checks whether values of the source type are assignable to the target type."""
def puppet_type_compare(left: Type, right: Type, comparison: PuppetComparison, mode: PuppetMode, /) -> bool:
    """Computes the result of an operator of the language for two types."""
def puppet_type_format(type: Type, detail: PuppetDetail, mode: PuppetMode, /) -> str:
    """Formats a type in the notation of a mode, which can be parsed again. Only the current mode supports details other than PCTY_PUPPET_CANONICAL."""
def puppet_type_generalize(type: Type, /) -> Type:
    """Returns a type without its restrictions of ranges, sizes, strings and titles."""
def puppet_type_mismatch(found: Type, wanted: Type, subject: Text, /) -> ErrorHandle:
    """Explains why the type `found` is not assignable to the type `wanted`. `subject`, such as `$x`, is named in the message."""
def puppet_type_normalize(type: Type, /) -> Type:
    """Returns the simplest form of a type: equivalent members of a Variant are combined into one."""
def puppet_type_parse(notation: Text, options: Struct | None, /) -> Type:
    """Parses a type."""
def puppet_type_short_name(type: Type, /) -> str | None:
    """Returns the name of a type without parameters, as used in messages, such as `Integer`, or the name of an alias or an object type."""
def puppet_validate_default(value: Value, type: Type, name: Text, subject: Text, /) -> None:
    """Checks that the default value of a parameter is an instance of the parameter's type."""
def puppet_validate_parameters(given: Value, parameters: Type, subject: Text, missing: PuppetMissing, /) -> None:
    """Checks that the entries of the hash `given` are valid arguments for the parameters of a class, a defined type or a template. Unknown names are reported first, then, in the order of the Struct `parameters`, each parameter with a missing or invalid value. A Deferred is always valid."""
def puppet_value_array(elements: Sequence[Value] | None, /) -> Value:
    """Creates an array of values of any kinds."""
def puppet_value_as_text(value: Value, /) -> str:
    """Returns the text of a SemVer, SemVerRange, Timespan, Timestamp or URI, or the source of a Regexp."""
def puppet_value_assert(value: Value, wanted: Type, /) -> None:
    """Checks that a value is an instance of a type, as the function `assert_type` does."""
def puppet_value_binary(bytes: bytes, /) -> Value:
    """Creates a Binary."""
def puppet_value_bytes(value: Value, /) -> bytes:
    """Returns the bytes of a Binary."""
def puppet_value_format(value: Value, /) -> str:
    """Formats a value as a literal that can be parsed again. The literal shows the content of a Sensitive: do not use it in logs."""
def puppet_value_from_json(json: Text, /) -> Value:
    """Parses a JSON document as Hiera does: objects become hashes in the document's order, null becomes undef, a number without fraction and exponent becomes an Integer, and any other number becomes a Float."""
def puppet_value_get(value: Value, key: Value, /) -> Value | None:
    """Returns the element of a hash under a key of any kind. `0.0` and `-0.0` are different keys."""
def puppet_value_hash(keys: Sequence[Value] | None, elements: Sequence[Value] | None, /) -> Value:
    """Creates a hash, in the order of its entries. For equal keys the last element applies, at the position of the first key."""
def puppet_value_infer(value: Value, inference: PuppetInference, mode: PuppetMode, /) -> Type:
    """Infers a type of a value. In the early mode the three inferences have the same result."""
def puppet_value_info(value: Value | None, /) -> PuppetValueData | None:
    """Writes the data of a Sensitive, an Iterator or an object."""
def puppet_value_is_instance(value: Value, type: Type, mode: PuppetMode, /) -> bool:
    """Checks whether a value is an instance of a type."""
def puppet_value_kind(value: Value, /) -> PuppetKind:
    """Returns the kind of a value that only Puppet has."""
def puppet_value_mismatch(value: Value, wanted: Type, subject: Text, /) -> ErrorHandle:
    """Explains why a value is not an instance of a type, as `pcty_puppet_type_mismatch` does for the value's detailed type."""
def puppet_value_new(type: Type, arguments: Sequence[Value] | None, /) -> Value:
    """Creates a value as `Type.new(arguments...)` does. If the only argument is already an instance, it is the result."""
def puppet_value_parse(literal: Text, options: Struct | None, /) -> Value:
    """Parses a value: a literal such as `[1, 'a', undef]` or `/[a-z]/`, a type, or a call of a type with literals such as `SemVer('1.2.3')`."""
def puppet_value_part_at(value: Value | None, index: int, /) -> PuppetPart | None:
    """Writes an element of an Iterator, or an attribute of an object, by its position, from 0."""
def puppet_value_time(value: Value, /) -> PuppetTime:
    """Returns the duration of a Timespan or a Timestamp."""
def puppet_value_to_numeric(value: Value, /) -> Value:
    """Converts a value to a number. The value is a number, or a string such as `' -0x1f '` or `'1.5e3'`."""
def puppet_value_to_regexp(value: Value, mode: PuppetMode, /) -> Value:
    """Converts a value to the regular expression on the right side of a match. The value is a regular expression or a string. In the early mode `\\A` and `\\Z` are removed from a string."""
def puppet_value_to_string(value: Value, mode: PuppetMode, /) -> str:
    """Converts a value to its text in an interpolated string: `[1, a]`. The content of a Sensitive is not shown."""
def puppet_value_truth(value: Value, mode: PuppetMode, /) -> bool:
    """Checks whether a value is true as a condition. undef and false are not; in the early mode the empty string is not, either."""
def refinement_builder_add(builder: RefinementBuilderHandle, fact: Struct, /) -> None:
    """Adds a fact about the value."""
def refinement_builder_build(builder: RefinementBuilderHandle, /) -> Value:
    """Returns the value with all added facts. The builder can be used further."""
def refinement_builder_fail(builder: RefinementBuilderHandle, failure: ErrorHandle, /) -> None:
    """Makes the builder fail, unless an earlier step failed. A `pcty_hcl_refine` callback reports its own errors by this function."""
def refinement_builder_new(value: Value, /) -> RefinementBuilderHandle | None:
    """Creates a builder for a value. Its marks and the known facts about it are kept."""
def schema_clone(schema: Schema, /) -> Schema | None:
    """Returns a new handle of the same schema. Only a reference count changes."""
def schema_documents_of_module(module: Module, question: SchemaDocumentsQuestion, /) -> SchemaDocumentsHandle:
    """Creates the set of documents that a Terraform module accepts for its variables in a `.tfvars.json` file: either the values of the variables' types without other names, or all documents that Terraform accepts. The validation rules of the variables are also evaluated; a rule that needs a file or the clock is considered to pass."""
def schema_documents_of_schema(schema: Schema, /) -> SchemaDocumentsHandle:
    """Creates the set of documents that a schema accepts."""
def schema_documents_of_type(type: Type, dialect: Dialect, question: SchemaDocumentsQuestion, /) -> SchemaDocumentsHandle:
    """Creates the set of documents that are values of a type, or that convert to it."""
def schema_documents_relate(first: SchemaDocumentsHandle, second: SchemaDocumentsHandle, /) -> SchemaRelationHandle:
    """Computes the relation of a second set of documents to a first one. Small witnesses are tried first, and the search is limited: if it ends without a decision, the result is PCTY_SCHEMA_INCLUSION_UNKNOWN."""
def schema_documents_take(documents: SchemaDocumentsHandle, json: Text, /) -> SchemaValidity:
    """Checks whether a JSON text is in a set of documents."""
def schema_export(type: Type, defaults: HclDefaultsHandle | None, dialect: Dialect, question: SchemaDocumentsQuestion, /) -> SchemaPairHandle:
    """Converts a type to the schema of the documents that are its values, or that convert to it. `defaults` are the defaults of an HCL type (`pcty_hcl_type_parse`). They become `default`, which is only an annotation."""
def schema_export_class(manifest: Manifest | None, class_name: Text, environment: Environment | None, /) -> SchemaPairHandle:
    """Returns the schema of the data of a Puppet class: an object of its parameters, with the defaults that are literals. If the manifest defines the class, the schema has the descriptions of its documentation comment: the complete text, and the text of each `@param`. The type is the Struct of the parameters. The class is searched for as in `pcty_puppet_manifest_class_parameters`."""
def schema_export_module(module: Module, question: SchemaDocumentsQuestion, /) -> SchemaPairHandle:
    """Returns the schema of the documents that a Terraform module accepts for its variables, with the descriptions, and with the defaults of variables that are neither sensitive nor ephemeral. The type is HCL's object of the variables; a variable with a default is an optional attribute. Of the validation rules, the schema has those that a schema can express, such as bounds of a number."""
def schema_import(schema: Schema, dialect: Dialect, open: SchemaOpenObjects, /) -> SchemaPairHandle:
    """Converts a schema to the nearest type of a dialect. The values of the type are written as the documents that the schema accepts, except for the differences listed in the notes."""
def schema_pair_info(pair: SchemaPairHandle | None, /) -> SchemaPairData | None:
    """Writes the type and the schema of a pair, and the number of its notes."""
def schema_pair_note_at(pair: SchemaPairHandle | None, index: int, /) -> SchemaPairNote | None:
    """Writes a position at which the two differ, by its number from 0."""
def schema_pair_relate(pair: SchemaPairHandle, /) -> SchemaRelationHandle:
    """Computes the relation of the derived part of a pair to its source: of the schema to the type, the class or the module, or of the type to the schema. The notes list the positions and reasons of the differences; this function also searches for witnesses. The result is PCTY_SCHEMA_INCLUSION_WIDER if all notes are PCTY_SCHEMA_MISMATCH_WIDER and a witness is found."""
def schema_parse(json: Text, options: Struct | None, /) -> Schema:
    """Parses a JSON text, or the part of it that `options->pointer` leads to, as a schema."""
def schema_relation_info(relation: SchemaRelationHandle | None, /) -> SchemaRelationData | None:
    """Writes a relation and its witnesses."""
def schema_to_json(schema: Schema, extent: SchemaExtent, layout: JsonLayout, /) -> str:
    """Formats a schema as JSON, in 2020-12. Equal schemas always have equal texts."""
def status_name(status: Status, /) -> str | None:
    """Returns the name of a status, such as "invalid_argument", for logs; "ok" for PCTY_OK and "unnamed" for a number without a constant."""
def terraform_evaluation_get(evaluation: TerraformEvaluationHandle, name: Text, kind: TerraformDeclarationKind, /) -> Value | None:
    """Returns the value of a declaration by its name and kind: PCTY_TERRAFORM_VARIABLE, PCTY_TERRAFORM_LOCAL or PCTY_TERRAFORM_OUTPUT. The value of a variable has the type of the variable. A variable or an output is marked `sensitive` or `ephemeral` if it is declared so."""
def terraform_evaluation_output_count(evaluation: TerraformEvaluationHandle, /) -> int:
    """Returns the number of outputs that the module declares."""
def terraform_evaluation_output_name_at(evaluation: TerraformEvaluationHandle, index: int, /) -> str | None:
    """Returns the name of the output at a position, from 0, in the order of the declarations."""
def terraform_evaluation_to_json(evaluation: TerraformEvaluationHandle, /) -> str:
    """Formats all values as one JSON object: `valid`, `variables`, `locals` and `outputs` by their names, and `diagnostics`. A value is an object with its `type` and its `value`. A value that is sensitive, ephemeral or unknown has `sensitive`, `ephemeral` or `unknown` in place of `value`."""
def terraform_host_info(host: TerraformHostHandle | None, /) -> TerraformHostData | None:
    """Writes the settings of a host."""
def terraform_host_new() -> TerraformHostHandle | None:
    """Creates a host without services."""
def terraform_host_remove_text(host: TerraformHostHandle, path: Text, /) -> None:
    """Removes the text of a path, so that the file at the path applies again."""
def terraform_host_set_clock(host: TerraformHostHandle, clock: Callable[..., object] | None, /) -> None:
    """Sets the clock of the function `timestamp`, which fails if the year is not between 0 and 9999."""
def terraform_host_set_files(host: TerraformHostHandle, reader: Callable[..., object] | None, lister: Callable[..., object] | None, /) -> None:
    """Sets callbacks that provide the files of functions, in place of a folder. Modules can be read from these files, too. Without a lister there are no folders: `fileset` fails, and no module can be read."""
def terraform_host_set_home(host: TerraformHostHandle, path: Text, /) -> None:
    """Sets the absolute path that `~` is replaced by."""
def terraform_host_set_modules(host: TerraformHostHandle, finder: Callable[..., object] | None, /) -> None:
    """Sets a callback that finds modules that are not local: those of registries and of remote sources. It takes precedence over the manifest of the project."""
def terraform_host_set_plan_time(host: TerraformHostHandle, seconds: int, /) -> None:
    """Sets the result of `plantimestamp`, in seconds since the start of 1970 in UTC. The function fails if the year is not between 0 and 9999."""
def terraform_host_set_random(host: TerraformHostHandle, random: Callable[..., object] | None, /) -> None:
    """Sets the source of random numbers of the function `uuid`, and of the salt of `bcrypt`."""
def terraform_host_set_root(host: TerraformHostHandle, path: Text, /) -> None:
    """Allows functions to read the files below a folder. No path leads out of it, neither by `..` nor through a symbolic link. Relative paths start at this folder, also for `abspath`."""
def terraform_host_set_text(host: TerraformHostHandle, path: Text, source_text: Text, /) -> None:
    """Sets the text of a path, such as the unsaved text of an editor. It replaces the file at the path and an earlier text, and the folders in the path exist. A host without other files has the files with these texts only. The path is relative to the root of the files."""
def terraform_inputs_add_file(inputs: TerraformInputsHandle, source_text: Text, file: Text, /) -> None:
    """Adds the values of a file. They replace earlier values of the same variables. The file has arguments in native syntax, a JSON object if its name ends in `.json`, or a YAML mapping if it ends in `.yaml` or `.yml`. Errors in the text are reported by the evaluation of a module."""
def terraform_inputs_add_json(inputs: TerraformInputsHandle, source_text: Text, file: Text, /) -> None:
    """Adds the values of a JSON object, by the names of variables. They replace earlier values of the same variables. Errors in the text are reported by the evaluation of a module, at `file`."""
def terraform_inputs_new() -> TerraformInputsHandle | None:
    """Creates empty inputs."""
def terraform_inputs_set_options(inputs: TerraformInputsHandle, options: Struct, /) -> None:
    """Sets options of the evaluation. A member that has the value of PCTY_TERRAFORM_OPTIONS_INIT does not change its option."""
def terraform_inputs_set_text(inputs: TerraformInputsHandle, name: Text, value_text: Text, from_: TerraformTextFrom, /) -> None:
    """Sets the value of a variable as a text. It replaces an earlier value. If the variable is a string, a number or a bool, or has no declared type, the text is the value itself; otherwise it is an expression for the value."""
def terraform_inputs_set_value(inputs: TerraformInputsHandle, name: Text, value: Value, /) -> None:
    """Sets the value of a variable. It replaces an earlier value. A value for an undeclared variable is a warning."""
def terraform_module_argument_at(module: Module, index: int, name: Text, kind: TerraformDeclarationKind, /) -> Expression:
    """Writes the expression of an argument of the declaration of a kind at a position. If several files set the argument, the last one applies."""
def terraform_module_clone(module: Module, /) -> Module | None:
    """Returns a new handle of the same module."""
def terraform_module_declaration_at(module: Module, index: int, kind: TerraformDeclarationKind, /) -> TerraformDeclaration:
    """Writes the declaration of a kind at a position, in the order of the files."""
def terraform_module_declaration_count(module: Module, kind: TerraformDeclarationKind, /) -> int:
    """Returns the number of declarations of a kind."""
@overload
def terraform_module_evaluate(module: Module, inputs: TerraformInputsHandle, partial: Literal[False] = ..., /) -> TerraformEvaluationHandle:
    """Evaluates a module with inputs. If the module was parsed with errors, only the values of its variables are evaluated."""
@overload
def terraform_module_evaluate(module: Module, inputs: TerraformInputsHandle, partial: Literal[True], /) -> tuple[TerraformEvaluationHandle, ErrorHandle | None]: ...
@overload
def terraform_module_open(host: TerraformHostHandle, folder: Text, partial: Literal[False] = ..., /) -> Module:
    """Parses a module from a folder of a host's files: those below its root, or those of its callbacks. `folder` is a path as in the arguments of functions; `.` is the root itself. Diagnostics name files by the path of the folder and their names, or by their names alone if the folder is `.`. A file of the module is an error if it is a symbolic link out of the root or a broken link."""
@overload
def terraform_module_open(host: TerraformHostHandle, folder: Text, partial: Literal[True], /) -> tuple[Module, ErrorHandle | None]: ...
@overload
def terraform_module_parse(names: Sequence[Text] | None, texts: Sequence[Text] | None, partial: Literal[False] = ..., /) -> Module:
    """Parses a module from files of the program, in any order. The last part of a name determines the kind of the file, as in Terraform: `main.tf`, `main.tf.json`, `override.tf`. A file that is not part of a module is ignored. A byte of a text that is not UTF-8 is a diagnostic."""
@overload
def terraform_module_parse(names: Sequence[Text] | None, texts: Sequence[Text] | None, partial: Literal[True], /) -> tuple[Module, ErrorHandle | None]: ...
def terraform_module_to_json(module: Module, /) -> str:
    """Formats the declarations as one JSON object: `variables`, `locals`, `outputs`, `resources` of all modes, `module_calls`, `providers`, `required_providers`, `required_versions`, `backend`, `cloud`, `changes` (`moved`, `import` and `removed` blocks) and `checks`, with ranges, types, rules and expressions as texts."""
def terraform_module_variable_at(module: Module, index: int, /) -> TerraformVariableInfo:
    """Writes the variable at a position, in the order of the files."""
def terraform_outputs_at(outputs: TerraformOutputsHandle, index: int, /) -> TerraformOutputInfo:
    """Writes the output at a position, in the order of the evaluation: an output after those that it depends on."""
def terraform_outputs_count(outputs: TerraformOutputsHandle, /) -> int:
    """Returns the number of outputs."""
def terraform_outputs_get(outputs: TerraformOutputsHandle, name: Text, /) -> Value | None:
    """Returns the value of an output by its address: the name of an output of the root module, or `module.network[0].output.ids`."""
def terraform_outputs_to_json(outputs: TerraformOutputsHandle, /) -> str:
    """Formats outputs as one JSON object: `valid`, `outputs` by their addresses, and `diagnostics`. An output is an object with its `module`, `name`, `type` and `value`. A value that is sensitive, ephemeral or unknown has `sensitive`, `ephemeral` or `unknown` in place of `value`."""
def terraform_plan_at(plan: TerraformPlanHandle, index: int, part: TerraformPlanPart, /) -> TerraformPlanItem:
    """Writes the item of a part at a position: resources in the order of the text, then outputs."""
def terraform_plan_count(plan: TerraformPlanHandle, part: TerraformPlanPart, /) -> int:
    """Returns the number of items of a part; 0 for a part without a constant."""
def terraform_plan_parse(json: Text, schemas: TerraformSchemasHandle | None, /) -> TerraformPlanHandle:
    """Parses a plan or a state, which `terraform show -json` writes. `schemas` are those of its providers; without them, values are objects and tuples as the text has them."""
def terraform_project_clone(project: TerraformProjectHandle, /) -> TerraformProjectHandle | None:
    """Returns a new handle of the same project."""
def terraform_project_file_at(project: TerraformProjectHandle, index: int, /) -> str | None:
    """Returns the path of the file at a position, in the order in which they were read. It is relative to the root of the host's files, as in diagnostics."""
def terraform_project_info(project: TerraformProjectHandle | None, /) -> TerraformProjectData | None:
    """Writes the numbers of modules and files of a project."""
def terraform_project_module_at(project: TerraformProjectHandle, index: int, /) -> TerraformModuleInfo:
    """Writes the module at a position: the root module first, each module after the one that calls it, then the calls of modules that are not available."""
def terraform_project_module_get(project: TerraformProjectHandle, name: Text, /) -> Module:
    """Returns the declarations of a module by its address, which is empty for the root module."""
@overload
def terraform_project_open(host: TerraformHostHandle, folder: Text, options: Struct | None, partial: Literal[False] = ..., /) -> TerraformProjectHandle:
    """Reads a project: the root module in a folder of the host's files, and the modules that it calls. Modules that are not local are those that the callback of the host finds, and those in the manifest of installed modules. A module that is not available is a warning. Functions have the services of the host."""
@overload
def terraform_project_open(host: TerraformHostHandle, folder: Text, options: Struct | None, partial: Literal[True], /) -> tuple[TerraformProjectHandle, ErrorHandle | None]: ...
@overload
def terraform_project_plan(project: TerraformProjectHandle, inputs: TerraformInputsHandle | None, partial: Literal[False] = ..., /) -> TerraformOutputsHandle:
    """Evaluates a project with inputs for the variables of the root module, on an empty state. `count` and `for_each` give instances of modules; attributes that only a provider can set are unknown. A plan does not repeat all checks of `pcty_terraform_project_validate`. Only the values and the option `unset` of the inputs apply. If an input has an error, or the project was read with errors, only the inputs are checked."""
@overload
def terraform_project_plan(project: TerraformProjectHandle, inputs: TerraformInputsHandle | None, partial: Literal[True], /) -> tuple[TerraformOutputsHandle, ErrorHandle | None]: ...
@overload
def terraform_project_validate(project: TerraformProjectHandle, partial: Literal[False] = ..., /) -> TerraformOutputsHandle:
    """Checks a project as `terraform validate` does: without values for the variables of the root module, which are unknown. If the project was read with errors, nothing is checked, and there are no outputs."""
@overload
def terraform_project_validate(project: TerraformProjectHandle, partial: Literal[True], /) -> tuple[TerraformOutputsHandle, ErrorHandle | None]: ...
def terraform_schemas_clone(schemas: TerraformSchemasHandle, /) -> TerraformSchemasHandle | None:
    """Returns a new handle of the same schemas."""
def terraform_schemas_parse(json: Text, /) -> TerraformSchemasHandle:
    """Parses the schemas of providers, which `terraform providers schema -json` writes. The schema of a resource type is only read when a project uses it."""
def terraform_schemas_provider_at(schemas: TerraformSchemasHandle, index: int, /) -> str | None:
    """Returns the source address of the provider at a position, in the order of the addresses, such as `registry.terraform.io/hashicorp/aws`."""
def terraform_schemas_provider_count(schemas: TerraformSchemasHandle, /) -> int:
    """Returns the number of providers that have schemas."""
def translation_info(translation: TranslationHandle | None, /) -> TranslationData | None:
    """Writes the type of a translation, its fit and the number of its notes."""
def translation_note_at(translation: TranslationHandle | None, index: int, /) -> TranslationNote | None:
    """Writes a reason why the translation is not exact, by its position from 0."""
def translation_witness(translation: TranslationHandle, /) -> str:
    """Returns a document that shows how a translation differs from its type, as JSON on one line. For a wider translation, a value of the translation has this document, and no value of the type has it. For a narrower translation, only a value of the type has it."""
def type_annotate(type: Type, data: object, /) -> Type:
    """Returns the type with one more annotation, after the existing ones."""
def type_annotation_at(type: Type, index: int, /) -> object:
    """Returns the data of an annotation by its position, from 0."""
def type_annotation_count(type: Type, /) -> int:
    """Returns the number of annotations of a type."""
def type_any() -> Type | None:
    """Returns the type any: not yet known in HCL, dynamic in PCL, the top type in Puppet."""
def type_assignable(source: Type, target: Type, dialect: Dialect, /) -> bool:
    """Returns whether every value of the source type is a value of the target type without conversion. In HCL: whether the source conforms to the target, where the type any matches every type."""
def type_assignable_witness(source: Type, target: Type, dialect: Dialect, /) -> str:
    """Returns a document that shows why a type is not assignable to a different type, as JSON on one line: a value of `source` has this document, and no value of `target` has it."""
def type_bool() -> Type | None:
    """Returns the type of all bools."""
def type_bool_value(value: bool, /) -> Type | None:
    """Creates the bool type of one value."""
def type_bound(type: Type, side: Side, /) -> Value:
    """Returns a bound of an integer type, as an integer, or of a float type, as a double."""
def type_capsule(name: Text, ops: Struct | None, /) -> Type:
    """Creates a capsule type with a friendly name, different from every other type."""
def type_clone(type: Type, /) -> Type | None:
    """Creates another handle of the same type; only a reference is counted."""
def type_compare(a: Type, b: Type, /) -> int:
    """Compares two types in the total order of types: -1, 0 or 1."""
def type_conforms(source: Type, target: Type, /) -> None:
    """Checks whether a type conforms to another by cty's rule: `any` in the target matches every type, all other parts must be equal."""
def type_conversion(source: Type, target: Type, dialect: Dialect, /) -> Conversion:
    """Returns the conversion between two types."""
def type_element(type: Type, /) -> Type | None:
    """Returns the element type of a list, set or map, or the inner type of an optional, not-undef, promise, output, literal, enumeration or meta type."""
def type_enumeration(token: Text, element: Type, values: Sequence[Value] | None, /) -> Type:
    """Creates an enumeration of at least one value of one type, identified by a token."""
def type_equal(a: Type, b: Type, /) -> bool:
    """Returns whether two types have equal parts in the same order. The equality of a dialect may be coarser."""
def type_equivalent(a: Type, b: Type, dialect: Dialect, /) -> bool:
    """Returns whether two types are equal in the dialect, which may be coarser than `pcty_type_equal`: in Puppet `Optional[Integer]` equals `Variant[Integer, Undef]`."""
def type_explain(source: Type, target: Type, dialect: Dialect, /) -> ErrorHandle:
    """Returns the reason why no value of one type converts to another: an error with a sentence, the path to the part that prevents the conversion, and the two types of that part."""
def type_field_at(type: Type | None, index: int, /) -> Field | None:
    """Writes the field of an object at a position, from 0."""
def type_field_get(type: Type | None, name: Text, /) -> Field | None:
    """Writes the field of an object by its name."""
def type_float() -> Type | None:
    """Returns the type of all doubles."""
def type_float_range(min: float | None, max: float | None, /) -> Type:
    """Creates the type of doubles within inclusive bounds."""
def type_format(type: Type, dialect: Dialect, /) -> str:
    """Formats a type in a dialect's notation."""
def type_friendly_name(type: Type, /) -> str | None:
    """Returns the name of the type for use in sentences, such as "map of list of string"."""
def type_from_json(json: Text, /) -> Type:
    """Parses a type from JSON in cty's notation: `"string"`, `["list","number"]`, `["object",{"a":"bool"},["a"]]`."""
def type_function(function: Struct, /) -> Type:
    """Creates a function type."""
def type_function_info(type: Type | None, /) -> TypeFunctionData | None:
    """Writes the parts of a function type."""
def type_function_parameter_at(type: Type | None, index: int, /) -> TypeParameter | None:
    """Writes a positional parameter of a function type, by its position from 0."""
def type_hash(type: Type, /) -> int:
    """Returns the structural hash. Equal types have equal hashes; the hashes differ between processes."""
def type_implied_by_json(json: Text, /) -> Type:
    """Returns the type that JSON text implies: objects are objects, arrays are tuples, and null is of the type any."""
def type_implied_by_msgpack(bytes: bytes, /) -> Type:
    """Returns the type that a MessagePack document implies: maps are objects, arrays are tuples, and nil and unknown values are of the type any."""
def type_info(type: Type | None, /) -> TypeData | None:
    """Writes the data of a type: its flags, counts, names and constraints."""
def type_integer() -> Type | None:
    """Returns the type of all exact integers."""
def type_integer_range(min: Value | None, max: Value | None, /) -> Type:
    """Creates the type of integers within inclusive bounds, which are integer values."""
def type_key(type: Type, /) -> Type | None:
    """Returns the key type of a map."""
def type_kind(type: Type, /) -> Kind:
    """Returns the kind of a type."""
def type_list(element: Type, size: Struct | None, /) -> Type:
    """Creates the list type of an element type."""
def type_literal(element: Type, value: Value, /) -> Type:
    """Creates the type of one value. The value must be of the type's kind: a bool, number, integer, float or string."""
def type_map(key: Type | None, element: Type, size: Struct | None, /) -> Type:
    """Creates the map type of a key type and an element type."""
def type_meta() -> Type | None:
    """Returns the type of every type."""
def type_nominal(name: Text, parameters: Sequence[Struct] | None, dialect: Text, /) -> Type:
    """Creates a type that only one dialect has, from its name, its parameters and the dialect's name."""
def type_nominal_parameter_at(type: Type, index: int, /) -> tuple[Type | None, Value]:
    """Returns a parameter of a nominal type by its position, from 0. One of the outputs receives the parameter, the other is NULL; both are NULL if the parameter has its default. Undef is a null of the type any."""
def type_none() -> Type | None:
    """Returns the type of nothing: PCL's none, Puppet's Undef."""
def type_number() -> Type | None:
    """Returns the type of numbers of arbitrary precision."""
def type_object(fields: Sequence[Struct] | None, /) -> Type:
    """Creates the object type with these fields, as in HCL and PCL: names in Unicode normal form C, fields in ascending order of their names. It equals the type that `pcty_type_parse` returns for the same fields in any order."""
def type_ordered_object(fields: Sequence[Struct] | None, /) -> Type:
    """Creates the object type with these fields in this order, as in Puppet and mcl. Names are not normalized. Two orders of the same fields are two types."""
def type_parse(notation: Text, dialect: Dialect, /) -> Type:
    """Parses a type in a dialect's notation. HCL reads a type constraint, including `any`, and `optional(..)` around the type of an attribute. The variables in a text of mcl belong to a new scope; `pcty_mcl_type_parse` takes a scope."""
def type_part_at(type: Type, index: int, /) -> Type | None:
    """Returns the type at a position, from 0: of a tuple, the member of a union, or the type of an object's field."""
def type_reference_name(type: Type, /) -> str:
    """Returns the name of the definition that a reference refers to."""
def type_set(element: Type, /) -> Type:
    """Creates the set type of an element type."""
def type_string() -> Type | None:
    """Returns the type of all strings."""
def type_string_enumeration(values: Sequence[Text] | None, case: Case, /) -> Type:
    """Creates the type of one of several strings."""
def type_string_length(size: Struct, /) -> Type:
    """Creates the type of strings within a range of lengths, in the unit of the dialect."""
def type_string_patterns(patterns: Sequence[Text] | None, /) -> Type:
    """Creates the type of strings that match one of several regular expressions, given as source text."""
def type_text_at(type: Type, index: int, /) -> str | None:
    """Returns a string of a string enumeration, or a pattern, by its position, from 0."""
def type_to_json(type: Type, /) -> str:
    """Formats a type as JSON in cty's notation."""
def type_translate(type: Type, from_: Dialect, to: Dialect, /) -> TranslationHandle:
    """Translates a type to the nearest type of a different dialect. Types of the target dialect are their own translation."""
def type_tuple(elements: Sequence[Type] | None, size: Struct | None, /) -> Type:
    """Creates the tuple type with a type for each position. If there is a range of sizes, the last type repeats, and trailing ones may be missing, as in Puppet."""
def type_unfold(type: Type, /) -> Type:
    """Returns the definition that a reference refers to; references inside it keep the group alive."""
def type_unify(types: Sequence[Type] | None, dialect: Dialect, safety: Safety, /) -> UnificationHandle:
    """Finds a common type: every one of the given types converts to it."""
def type_union(members: Sequence[Type] | None, /) -> Type:
    """Creates the union of at least one member, in this order."""
def type_value_at(type: Type, index: int, /) -> Value:
    """Returns a value of an enumeration, or the value of a literal, by its position, from 0."""
def type_walk(type: Type, visit: Callable[..., object] | None, /) -> None:
    """Visits a type and its parts, depth first and in order. References are leaves; `pcty_type_unfold` returns their definitions."""
def type_without_optional_fields(type: Type, /) -> Type:
    """Returns the same type with every field required, at any depth."""
def type_wrapper(element: Type, kind: Kind, /) -> Type:
    """Creates a type from one element type: - PCTY_KIND_OPTIONAL: the type or undef. - PCTY_KIND_NOT_UNDEF: the type without undef. - PCTY_KIND_PROMISE: a deferred value of the type. - PCTY_KIND_OUTPUT: a deferred value of the type, with its dependencies. - PCTY_KIND_META: the type of the type."""
def unification_converter_at(unification: UnificationHandle, index: int, /) -> ConverterHandle | None:
    """Returns the converter from the type at a position, from 0, to the common type."""
def unification_info(unification: UnificationHandle | None, /) -> UnificationData | None:
    """Writes the common type of a unification and the number of its types."""
def value_apply_path(value: Value, path: PathHandle, /) -> Value:
    """Returns the part of a value at a path, with the marks of the values around it."""
def value_as_bool(value: Value, /) -> bool:
    """Returns a bool."""
def value_as_capsule(value: Value, type: Type, /) -> object:
    """Returns the host's data in a capsule."""
def value_as_double(value: Value, /) -> tuple[float, bool]:
    """Returns the double nearest to a number, integer or double, and whether it is exactly that value."""
def value_as_int64(value: Value, /) -> int:
    """Returns a whole number, integer or whole double in the range of `int64_t`."""
def value_as_string(value: Value, /) -> str:
    """Returns the text of a string."""
def value_as_type(value: Value, /) -> Type | None:
    """Returns the type that a type value contains."""
def value_as_uint64(value: Value, /) -> int:
    """Returns a whole number, integer or whole double in the range of `uint64_t`."""
def value_attribute_get(value: Value, name: Text, /) -> Value | None:
    """Returns the attribute of an object by its name."""
def value_binary(left: Value, right: Value, operator: BinaryOperator, /) -> Value:
    """Applies an operator to two values."""
def value_bool(value: bool, /) -> Value | None:
    """Creates a bool."""
def value_byte_length(value: Value, /) -> int:
    """Returns the minimum number of bytes for a whole number or integer as big-endian two's complement."""
def value_capsule(type: Type, data: object, /) -> Value:
    """Creates a capsule with the host's data."""
def value_check(value: Value, target: Type, dialect: Dialect, /) -> ErrorListHandle:
    """Returns every reason why a value does not convert to a type, in the order of its parts; an empty list if it converts. At most 1000."""
def value_clone(value: Value, /) -> Value | None:
    """Creates another handle of the same value; only a reference is counted."""
def value_compare(a: Value, b: Value, /) -> int:
    """Compares two values in the total order of values: -1, 0 or 1. The order is the same in every process, except between capsules, scopes and groups."""
def value_convert(value: Value, target: Type, dialect: Dialect, /) -> Value:
    """Converts a value to a type, by any existing conversion, safe or not."""
def value_dynamic() -> Value | None:
    """Creates the unknown value of an unknown type."""
def value_element_at(value: Value, index: int, /) -> Value | None:
    """Returns the part of a container at a position, from 0: an element of a list, set or tuple; an element of a map, in ascending order of the keys; an element of a Puppet hash, in its order; or an attribute of an object, in the order of its type's fields."""
def value_entry_key_at(value: Value, index: int, /) -> Value | None:
    """Returns the key of a map's or hash's entry as a value, which need not be a string, at the position that `pcty_value_element_at` takes."""
def value_equal(a: Value, b: Value, /) -> bool:
    """Returns whether two values are identical: type, state, refinement, marks at each level and content. Numbers compare by their numeric value, independent of precision."""
def value_float(value: float, /) -> Value | None:
    """Creates a double, of the type float. NaN equals itself, and -0 differs from 0."""
def value_footprint(value: Value, /) -> int:
    """Returns the approximate number of bytes that a value keeps alive, without its type and the texts of its parts. The number is stored in the value, so its parts are not read; a part that occurs twice counts twice. The text of a string is included. An element also keeps its neighbors alive, which are not counted; `docs/explanation/ownership.md` describes their number."""
def value_from_json(json: Text, type: Type | None, /) -> Value:
    """Decodes JSON text as a value of a type, or of the type that the text implies."""
def value_from_msgpack(bytes: bytes, type: Type | None, /) -> Value:
    """Decodes a MessagePack document as a value of a type, or of the type that the document implies."""
def value_from_type(type: Type, /) -> Value:
    """Creates a value from a type; the type of the value is the meta type of the given type."""
def value_from_yaml(yaml: Text, type: Type | None, /) -> Value:
    """Decodes a YAML text as a value of a type, or of the type that the text implies: objects for mappings, tuples for sequences, and any for null. A value of another type is converted by the rules of HCL. The text has one document; `<<` merges mappings."""
def value_get(value: Value, key: Text, /) -> Value | None:
    """Returns the element of a map or hash under a key that is a string."""
def value_has(value: Value, property: ValueProperty, /) -> bool:
    """Returns whether a value has a property."""
def value_hash(value: Value, /) -> int:
    """Returns a hash that agrees with `pcty_value_equal`. The hashes differ between processes."""
def value_integer_from_bytes(bytes: bytes, /) -> Value:
    """Creates the exact integer of big-endian bytes in two's complement; no bytes mean 0."""
def value_integer_from_int64(value: int, /) -> Value | None:
    """Creates an exact integer, whose type differs from that of numbers."""
def value_integer_from_text(digits: Text, /) -> Value:
    """Creates the exact integer of a text of a sign and decimal digits."""
def value_integer_from_uint64(value: int, /) -> Value | None:
    """Creates an exact integer, whose type differs from that of numbers."""
def value_is_instance(value: Value, type: Type, dialect: Dialect, /) -> bool:
    """Returns whether a value is an instance of a type without conversion."""
def value_is_light(value: Value, bytes: int, /) -> bool:
    """Returns whether a value keeps at most `bytes` bytes alive and holds no data of the host: no capsule, no function, no deferred value. The bytes include the texts of its parts, but not its type and its neighbors. This is for a host that frees many such values at once. The function stops as soon as the parts exceed `bytes`."""
def value_key_at(value: Value, index: int, /) -> str | None:
    """Returns the key of a map's entry, or the name of an object's attribute, at the position that `pcty_value_element_at` takes."""
def value_length(value: Value, /) -> int | None:
    """Writes the number of elements of a list, set or tuple, entries of a map or hash, or attributes of an object."""
def value_list(elements: Sequence[Value] | None, /) -> Value:
    """Creates a list of at least one element. All elements have one type, except that a null or unknown of the type any takes the type of the others."""
def value_list_from_double(elements: Sequence[float], /) -> Value:
    """Creates a list of numbers, empty or not, from an array of doubles."""
def value_list_from_int64(elements: Sequence[int], /) -> Value:
    """Creates a list of numbers, empty or not, from an array of whole numbers."""
def value_list_from_str(elements: Sequence[Text] | None, /) -> Value:
    """Creates a list of strings, empty or not, from an array of texts, in Unicode normal form C."""
def value_list_of(element: Type, elements: Sequence[Value] | None, /) -> Value:
    """Creates a list of an element type, empty or not."""
def value_map(keys: Sequence[Text] | None, values: Sequence[Value] | None, /) -> Value:
    """Creates a map of at least one entry. All elements have one type, as in `pcty_value_list`. A later entry with the same key replaces the earlier one."""
def value_map_of(element: Type, keys: Sequence[Text] | None, values: Sequence[Value] | None, /) -> Value:
    """Creates a map of an element type, empty or not."""
def value_mark(value: Value, mark: Text, /) -> Value:
    """Returns the value with one mark added to its own."""
def value_mark_with_paths(value: Value, marks: PathMarksHandle, /) -> Value:
    """Returns the value with marks added to its parts: the inverse of `pcty_value_unmark_with_paths`. Paths without a matching part have no effect. Marks of parts inside of a set move to the set."""
def value_marks(value: Value, /) -> MarksHandle | None:
    """Returns the marks of the value itself, without those of its parts."""
def value_null(type: Type, /) -> Value | None:
    """Creates the null of a type."""
def value_number_from_bytes(bytes: bytes, /) -> Value:
    """Creates the whole number of big-endian bytes in two's complement; no bytes mean 0."""
def value_number_from_double(value: float, /) -> Value:
    """Creates the number that equals a double exactly."""
def value_number_from_int64(value: int, /) -> Value | None:
    """Creates a number."""
def value_number_from_text(digits: Text, /) -> Value:
    """Creates the number of a decimal text: a sign, digits with at most one point, and an exponent; with 512 bits of precision."""
def value_number_from_uint64(value: int, /) -> Value | None:
    """Creates a number."""
def value_number_precision(value: Value, /) -> int:
    """Returns the precision of a number: the width of its mantissa in bits."""
def value_number_to_text(value: Value, /) -> str:
    """Returns the decimal text of a number, integer or double: the shortest text that distinguishes it from its neighbors of the same precision, without an exponent; `Infinity` and `-Infinity`, and `NaN` for a double."""
def value_object(names: Sequence[Text] | None, values: Sequence[Value] | None, /) -> Value:
    """Creates an object; its type follows from the attributes, in ascending order of their names. A later attribute with the same name replaces the earlier one."""
def value_parts(value: Value, from_: int, count: int, /) -> Value:
    """Returns up to `count` parts of a container, starting at the position `from`, as a list that does not keep the container alive."""
def value_refinement(value: Value, /) -> Refinement:
    """Writes the known facts about an unknown value."""
def value_refinement_bound(value: Value, side: Side, /) -> tuple[Value, bool]:
    """Returns a bound of an unknown number, as a number, and whether the bound is inclusive."""
def value_set(elements: Sequence[Value] | None, /) -> Value:
    """Creates a set of at least one element. Equal elements count once, and the marks of the elements move to the set."""
def value_set_of(element: Type, elements: Sequence[Value] | None, /) -> Value:
    """Creates a set of an element type, empty or not."""
def value_state(value: Value, /) -> State:
    """Returns whether the value is known, null or unknown, with or without marks."""
def value_string(content: Text, /) -> Value:
    """Creates a string in Unicode normal form C, as in HCL and PCL."""
def value_string_verbatim(content: Text, /) -> Value:
    """Creates a string without normalization, as in Puppet and mcl."""
def value_to_json(value: Value, type: Type | None, /) -> str:
    """Encodes a value as JSON text for a type, or for the value's own type."""
def value_to_msgpack(value: Value, type: Type | None, /) -> bytes:
    """Encodes a value as MessagePack for a type, or for the value's own type. The encoding includes the refinements of unknown values."""
def value_transform(value: Value, rewrite: Callable[..., object] | None, /) -> Value:
    """Returns a value whose parts a callback has rewritten, from the inside out. Containers take the types of their new parts; unchanged parts keep their types. The marks of a part remain on it unless the callback replaces the part."""
def value_translate(value: Value, type: Type | None, from_: Dialect, to: Dialect, /) -> Value:
    """Translates a value to a different dialect. With a type, the result is an instance of that type of the target dialect. - To HCL or PCL: without a type, arrays become tuples and hashes become objects. With a type, lists, sets and maps are also possible, and missing optional attributes become null. - To mcl: without a type, entries become a struct, and HCL's numbers become floats. With a type, maps and ints are also possible. - Marks are kept between HCL and PCL."""
def value_tuple(elements: Sequence[Value] | None, /) -> Value:
    """Creates a tuple; its type follows from the elements."""
def value_type(value: Value, /) -> Type | None:
    """Returns the value's own exact type, with or without marks."""
def value_type_of(value: Value, dialect: Dialect, /) -> Type:
    """Returns the type of a value in the dialect: in HCL the value's own exact type, in Puppet the type inferred from its content."""
def value_unary(value: Value, operator: UnaryOperator, /) -> Value:
    """Applies an operator to one value."""
def value_unknown(type: Type, /) -> Value | None:
    """Creates the unknown value of a type, without refinements."""
def value_unmark_deep(value: Value, /) -> tuple[Value, MarksHandle | None]:
    """Returns the value without marks at any depth, and all marks that were removed."""
def value_unmark_with_paths(value: Value, /) -> tuple[Value, PathMarksHandle]:
    """Returns the value without marks at any depth, and the marks of each part."""
def value_unmarked(value: Value, /) -> Value | None:
    """Returns the value without its own marks, so that its content can be read. Values derived from the content must receive the marks, which `pcty_value_marks` returns."""
def value_walk(value: Value, visit: Callable[..., object] | None, /) -> None:
    """Visits a value and its parts, each with the path to it: depth first and in order."""
def value_with_marks(value: Value, marks: MarksHandle, /) -> Value:
    """Returns the value with marks added to its own."""
def variable_scope_fresh(scope: VariableScopeHandle, /) -> Type | None:
    """Returns the next variable that this function has not yet returned for this scope; numbers start at 0."""
def variable_scope_get(scope: VariableScopeHandle, id: int, /) -> Type | None:
    """Returns the variable with a number."""
def variable_scope_identity(scope: VariableScopeHandle, /) -> int:
    """Returns the number that identifies the scope in this process."""
def variable_scope_new() -> VariableScopeHandle | None:
    """Creates a scope that shares its identity with no other."""
def version() -> str | None:
    """Returns the version of the library as text, such as "0.1.0"."""
def workspace_change(workspace: Workspace, document: Text, version: int, range: Struct | None, source_text: Text, /) -> None:
    """Changes an open document: replaces a range of its text. The changes of one message of the protocol are one call each, in their order."""
def workspace_close(workspace: Workspace, document: Text, /) -> None:
    """Closes a document, so that its file applies again."""
@overload
def workspace_diagnostics(workspace: Workspace, document: Text, partial: Literal[False] = ..., /) -> None:
    """Writes the diagnostics of an open document or of a file, or of the whole workspace if `document` is empty: those of all files of known languages in the folders, and of all open documents. Each names its file by its path. Steps and memory are those of one call: a workspace of many files needs a budget of its own."""
@overload
def workspace_diagnostics(workspace: Workspace, document: Text, partial: Literal[True], /) -> ErrorHandle | None: ...
def workspace_document_to_text(workspace: Workspace, document: Text, /) -> str:
    """Returns the text of an open document, or else of a file."""
def workspace_file_changed(workspace: Workspace, document: Text, /) -> None:
    """Reports that a file has changed, appeared or disappeared. A workspace remembers what it has read until then."""
def workspace_new(options: Struct | None, /) -> Workspace:
    """Creates a workspace without open documents."""
def workspace_open(workspace: Workspace, document: Text, language_id: Text, version: int, source_text: Text, /) -> None:
    """Opens a document with a text. If the document is open, its text is replaced."""
def workspace_request(workspace: Workspace, document: Text, range: Struct | None, arguments: Text, request: Request, /) -> str:
    """Answers a request about an open document. A request about a position takes the start of `range`. `arguments` is empty, or a JSON object with the other parameters of the request in the protocol."""
def workspace_set_files(workspace: Workspace, reader: Callable[..., object] | None, lister: Callable[..., object] | None, /) -> None:
    """Sets callbacks that provide the files of a workspace, in place of those of the system. Open documents remain open."""

# The functions that are written by hand, in native.c, hot.c and body.c.

def budget_enter(budget: Budget, /) -> None: ...
def budget_leave(budget: Budget, /) -> None: ...
def set_exception_factory(factory: Callable[[ErrorHandle, Status, list[BaseException] | None], BaseException], /) -> None: ...
def set_class(cls: type[C], /) -> type[C]: ...
def value_to_python(value: Value, numbers: int, keeps: bool, fallback: Callable[[Value], object], /) -> Any: ...
def value_from_python(value: object, dialect: Dialect, fallback: Callable[[Any], object], /) -> Value: ...
def number_from_object(value: object, /) -> Value: ...
def body_to_python(
    body: Body, scope: Scope | None, flags: int, numbers: int, keeps: bool, fallback: Callable[[Value], object], /
) -> dict[str, Any]: ...
def tokens_to_python(tokens: HclTokensHandle, /) -> list[tuple[HclTokenKind, str]]: ...
