//! PCL: the nodes of a checked expression.
//!
//! Each node has a kind, a role in its parent, a type and a range. Chains are not nested: the steps
//! of a traversal and the operators of one precedence are children in order, and the type of each
//! is the type of the chain up to that child. Nodes are nested as deep as the text, at most 512
//! levels.

use crate::dialect::hcl::eval::Expr as AnyExpr;
use crate::dialect::hcl::syntax::{
    BinaryOp, Expr, ExprId, ExprKind, Expression, Name, ObjectItem, Operation, Span, Step,
    StepKind, Tree, UnaryOp, ValueId,
};
use crate::dialect::pcl::{CheckedExpression, Convertibility, NeededConversion, unwrapped};
use crate::ffi::base::error::pcty_range;
use crate::ffi::base::status::PCTY_OK;
use crate::ffi::base::string::pcty_str;
use crate::ffi::dialects::dialect::{
    PCTY_CONVERSION_NONE, PCTY_CONVERSION_SAFE, PCTY_CONVERSION_UNSAFE, pcty_conversion,
};
use crate::ffi::guard::{Handle, fill, handle, quiet, write_found};
use crate::ffi::hcl::expression::pcty_hcl_expression;
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::types::{IdMap, Type};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// A node of a checked expression. It never changes; any number of threads may use it at once.
///
/// ```c
/// static void print_types(const pcty_pcl_node *node, int depth) {
///     pcty_pcl_node_data data;
///     if (!pcty_pcl_node_info(node, &data)) {
///         return;
///     }
///     pcty_string *type = pcty_pcl_type_to_text(data.type, PCTY_PCL_COLUMNS);
///     printf("%*s%s\n", depth, "", pcty_string_cstr(type));
///     pcty_string_free(type);
///     for (size_t i = 0; i < data.child_count; i++) {
///         print_types(pcty_pcl_node_child_at(node, i), depth + 1);
///     }
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_pcl_node(Node);

handle!(pcty_pcl_node, Node);

/// A conversion that an expression needs. Start from PCTY_PCL_CONVERSION_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_pcl_conversion {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether the conversion is safe.
    pub kind: pcty_conversion,
    /// The range of the part that is converted.
    pub range: pcty_range,
    /// The type of the part.
    pub from: *const pcty_type,
    /// The type that is expected there. For a deferred value it is the type that the value will be
    /// converted to.
    pub to: *const pcty_type,
}

/// The kind of a node.
pub type pcty_pcl_syntax_kind = u32;

/// Not a node; the value of zeroed data.
pub const PCTY_PCL_NODE_MISSING: pcty_pcl_syntax_kind = 0;
/// A number, a string, a bool or null, in `value`.
pub const PCTY_PCL_NODE_LITERAL: pcty_pcl_syntax_kind = 1;
/// A template. Its children are its parts.
pub const PCTY_PCL_NODE_TEMPLATE: pcty_pcl_syntax_kind = 2;
/// A template that is one interpolation. Its value has any type.
pub const PCTY_PCL_NODE_INTERPOLATION: pcty_pcl_syntax_kind = 3;
/// The joined results of the `for` directive of a template.
pub const PCTY_PCL_NODE_JOIN: pcty_pcl_syntax_kind = 4;
/// A variable, in `name`. Its children are the steps into it. The type is that of the result of the
/// last step.
pub const PCTY_PCL_NODE_VARIABLE: pcty_pcl_syntax_kind = 5;
/// Steps into the value of another expression, which is the first child.
pub const PCTY_PCL_NODE_TRAVERSAL: pcty_pcl_syntax_kind = 6;
/// A step into an attribute, in `name`. The type is that of the result.
pub const PCTY_PCL_NODE_ATTRIBUTE: pcty_pcl_syntax_kind = 7;
/// A step to a literal key, in `value`. The type is that of the result.
pub const PCTY_PCL_NODE_KEY: pcty_pcl_syntax_kind = 8;
/// A call of a function, in `name`.
pub const PCTY_PCL_NODE_CALL: pcty_pcl_syntax_kind = 9;
/// A conditional. Its children are the condition and the two results.
pub const PCTY_PCL_NODE_CONDITIONAL: pcty_pcl_syntax_kind = 10;
/// An index with a computed key. Its children are the collection and the key.
pub const PCTY_PCL_NODE_INDEX: pcty_pcl_syntax_kind = 11;
/// A tuple. Its children are its elements.
pub const PCTY_PCL_NODE_TUPLE: pcty_pcl_syntax_kind = 12;
/// An object. Its children are its items.
pub const PCTY_PCL_NODE_OBJECT: pcty_pcl_syntax_kind = 13;
/// An item of an object. Its children are the key, unless it is a bare name, and the value. The
/// type is that of the value.
pub const PCTY_PCL_NODE_ITEM: pcty_pcl_syntax_kind = 14;
/// A `for` with the variable in `name`. Its children are a collection, an optional key, which makes
/// the result an object, a value, and an optional condition.
pub const PCTY_PCL_NODE_FOR: pcty_pcl_syntax_kind = 15;
/// A splat. Its children are the source and the expression that is evaluated for each element.
pub const PCTY_PCL_NODE_SPLAT: pcty_pcl_syntax_kind = 16;
/// The current element of the innermost splat around the node.
pub const PCTY_PCL_NODE_SPLAT_ITEM: pcty_pcl_syntax_kind = 17;
/// An operator before its operand.
pub const PCTY_PCL_NODE_UNARY: pcty_pcl_syntax_kind = 18;
/// Operators of one precedence from left to right. Its children are the leftmost operand, and an
/// operation for each operator.
pub const PCTY_PCL_NODE_OPERATIONS: pcty_pcl_syntax_kind = 19;
/// An operator and the operand to its right. The type and the range are those of the chain up to
/// this operand.
pub const PCTY_PCL_NODE_OPERATION: pcty_pcl_syntax_kind = 20;
/// An expression in parentheses.
pub const PCTY_PCL_NODE_PARENTHESES: pcty_pcl_syntax_kind = 21;
/// A part of the text that could not be parsed as an expression.
pub const PCTY_PCL_NODE_INVALID: pcty_pcl_syntax_kind = 22;

/// The role of a node in its parent.
pub type pcty_pcl_role = u32;

/// The root, which has no parent.
pub const PCTY_PCL_ROLE_ROOT: pcty_pcl_role = 0;
/// A part of a template, in order.
pub const PCTY_PCL_ROLE_PART: pcty_pcl_role = 1;
/// The expression inside parentheses, an interpolation or a join.
pub const PCTY_PCL_ROLE_INNER: pcty_pcl_role = 2;
/// The expression that steps, an index, a splat or a `for` apply to.
pub const PCTY_PCL_ROLE_SOURCE: pcty_pcl_role = 3;
/// A step, in order.
pub const PCTY_PCL_ROLE_STEP: pcty_pcl_role = 4;
/// An argument, in order.
pub const PCTY_PCL_ROLE_ARGUMENT: pcty_pcl_role = 5;
/// The condition of a conditional or a `for`.
pub const PCTY_PCL_ROLE_CONDITION: pcty_pcl_role = 6;
/// The result of a conditional when the condition is true.
pub const PCTY_PCL_ROLE_THEN: pcty_pcl_role = 7;
/// The result of a conditional when the condition is false.
pub const PCTY_PCL_ROLE_ELSE: pcty_pcl_role = 8;
/// The key of an index, of an item or of a `for`.
pub const PCTY_PCL_ROLE_KEY: pcty_pcl_role = 9;
/// The value of an item or of a `for`.
pub const PCTY_PCL_ROLE_VALUE: pcty_pcl_role = 10;
/// An element of a tuple or an item of an object, in order.
pub const PCTY_PCL_ROLE_ELEMENT: pcty_pcl_role = 11;
/// The expression that a splat evaluates for each element.
pub const PCTY_PCL_ROLE_EACH: pcty_pcl_role = 12;
/// An operand; the leftmost one of several.
pub const PCTY_PCL_ROLE_OPERAND: pcty_pcl_role = 13;
/// An operator and the operand to its right, in order.
pub const PCTY_PCL_ROLE_OPERATION: pcty_pcl_role = 14;

/// An operator of HCL.
pub type pcty_pcl_operator = u32;

/// The node has no operator.
pub const PCTY_PCL_OPERATOR_NONE: pcty_pcl_operator = 0;
/// `||`
pub const PCTY_PCL_OPERATOR_OR: pcty_pcl_operator = 1;
/// `&&`
pub const PCTY_PCL_OPERATOR_AND: pcty_pcl_operator = 2;
/// `==`
pub const PCTY_PCL_OPERATOR_EQUAL: pcty_pcl_operator = 3;
/// `!=`
pub const PCTY_PCL_OPERATOR_NOT_EQUAL: pcty_pcl_operator = 4;
/// `>`
pub const PCTY_PCL_OPERATOR_GREATER: pcty_pcl_operator = 5;
/// `>=`
pub const PCTY_PCL_OPERATOR_GREATER_OR_EQUAL: pcty_pcl_operator = 6;
/// `<`
pub const PCTY_PCL_OPERATOR_LESS: pcty_pcl_operator = 7;
/// `<=`
pub const PCTY_PCL_OPERATOR_LESS_OR_EQUAL: pcty_pcl_operator = 8;
/// `+`
pub const PCTY_PCL_OPERATOR_ADD: pcty_pcl_operator = 9;
/// `-` between two operands
pub const PCTY_PCL_OPERATOR_SUBTRACT: pcty_pcl_operator = 10;
/// `*`
pub const PCTY_PCL_OPERATOR_MULTIPLY: pcty_pcl_operator = 11;
/// `/`
pub const PCTY_PCL_OPERATOR_DIVIDE: pcty_pcl_operator = 12;
/// `%`
pub const PCTY_PCL_OPERATOR_MODULO: pcty_pcl_operator = 13;
/// `!`
pub const PCTY_PCL_OPERATOR_NOT: pcty_pcl_operator = 14;
/// `-` before its operand
pub const PCTY_PCL_OPERATOR_NEGATE: pcty_pcl_operator = 15;

/// The data of a node.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_pcl_node_data {
    /// The kind of the node.
    pub kind: pcty_pcl_syntax_kind,
    /// The role of the node in its parent.
    pub role: pcty_pcl_role,
    /// The type.
    pub ty: *const pcty_type,
    /// The text of the node in the source.
    pub text: pcty_str,
    /// The name of a variable, of the attribute of a step, of a function, of an item's key if that
    /// is a bare name, or of the variable for each value of a `for`. Empty for other nodes.
    pub name: pcty_str,
    /// The name of the variable for each key of a `for`. Empty for other nodes and for a `for`
    /// without one.
    pub key_name: pcty_str,
    /// The value of a literal, or the key of a step. NULL for other nodes.
    pub value: *const pcty_value,
    /// The operator of an operation or before an operand; otherwise PCTY_PCL_OPERATOR_NONE.
    pub operator_: pcty_pcl_operator,
    /// Whether the node has `...`: the last argument of a call is expanded to its elements, or a
    /// `for` groups the values of equal keys.
    pub has_ellipsis: bool,
    /// The number of children: `pcty_pcl_node_child_at`.
    pub child_count: usize,
}

/// A node and its descendants.
pub struct Node {
    tree: Arc<Tree>,
    kind: pcty_pcl_syntax_kind,
    role: pcty_pcl_role,
    operator: pcty_pcl_operator,
    span: Span,
    ty: Type,
    /// The expression of the node, or `None` for a part of an expression.
    expression: Option<ExprId>,
    name: Option<Name>,
    key_name: Option<Name>,
    value: Option<ValueId>,
    ellipsis: bool,
    conversion: Option<Box<NeededConversion>>,
    children: Vec<Node>,
}

impl Drop for Node {
    /// Drops the nodes in a loop, so that the stack does not grow with the depth of the text.
    fn drop(&mut self) {
        let mut waiting = std::mem::take(&mut self.children);
        while let Some(mut next) = waiting.pop() {
            waiting.append(&mut next.children);
        }
    }
}

/// Returns the nodes of an expression, from its root.
pub(crate) fn nodes(checked: &CheckedExpression) -> Node {
    let mut needed: IdMap<Span, Vec<&NeededConversion>> = IdMap::default();
    for conversion in &checked.conversions {
        needed.entry(conversion.span).or_default().push(conversion);
    }
    let builder = Builder {
        checked,
        tree: checked.tree(),
        needed,
    };
    builder.all(checked.root())
}

/// A child whose node is not created yet.
enum Child {
    Expression(ExprId, pcty_pcl_role),
    /// The expression in parentheses. Its conversion is that of the node around it.
    Inner(ExprId),
    /// A part that is not an expression, and the expressions in it.
    Part(Box<Node>, Vec<(ExprId, pcty_pcl_role)>),
}

struct Builder<'a> {
    checked: &'a CheckedExpression,
    tree: &'a Arc<Tree>,
    /// The conversions by the span that needs them.
    needed: IdMap<Span, Vec<&'a NeededConversion>>,
}

impl Builder<'_> {
    /// Creates all nodes, each after its parent, and then adds each to its parent from the last to
    /// the first. This is a loop because texts nest as deep as the parser allows.
    fn all(&self, root: ExprId) -> Node {
        let (mut root, children) = self.made(Child::Expression(root, PCTY_PCL_ROLE_ROOT));
        // Each node is paired with the position of its parent: 0 for the root, otherwise its index
        // in `made` plus 1.
        let mut made: Vec<(Node, usize)> = Vec::new();
        let below = |children: Vec<Child>, parent| {
            let last_first = children.into_iter().rev();
            last_first.map(move |child| (child, parent))
        };
        let mut waiting: Vec<(Child, usize)> = below(children, 0).collect();
        while let Some((child, parent)) = waiting.pop() {
            let (node, children) = self.made(child);
            made.push((node, parent));
            waiting.extend(below(children, made.len()));
        }
        while let Some((mut node, parent)) = made.pop() {
            node.children.reverse();
            match parent.checked_sub(1).and_then(|at| made.get_mut(at)) {
                Some((parent, _)) => parent.children.push(node),
                None => root.children.push(node),
            }
        }
        root.children.reverse();
        root
    }

    /// Creates the node of a child, without children, and returns it with its own children to
    /// create.
    fn made(&self, child: Child) -> (Node, Vec<Child>) {
        match child {
            Child::Expression(id, role) => {
                let (mut node, children) = self.expression(id, role);
                node.conversion = self.conversion(unwrapped(self.tree, id), &node.ty);
                (node, children)
            }
            Child::Inner(id) => self.expression(id, PCTY_PCL_ROLE_INNER),
            Child::Part(node, inside) => {
                let inside = inside.into_iter();
                let children = inside.map(|(id, role)| Child::Expression(id, role));
                (*node, children.collect())
            }
        }
    }

    /// Returns a node with only the members that all nodes have.
    fn bare(&self, kind: pcty_pcl_syntax_kind, role: pcty_pcl_role, span: Span, ty: &Type) -> Node {
        Node {
            tree: self.tree.clone(),
            kind,
            role,
            operator: PCTY_PCL_OPERATOR_NONE,
            span,
            ty: ty.clone(),
            expression: None,
            name: None,
            key_name: None,
            value: None,
            ellipsis: false,
            conversion: None,
            children: Vec::new(),
        }
    }

    /// Returns the conversion of the part with a span and a type. The elements of an expanded
    /// argument have the same span, but different types.
    fn conversion(&self, span: Span, ty: &Type) -> Option<Box<NeededConversion>> {
        let here = self.needed.get(&span)?;
        let found = here.iter().find(|conversion| conversion.from == *ty)?;
        Some(Box::new((*found).clone()))
    }

    fn ty(&self, id: ExprId) -> &Type {
        self.checked.node(id).unwrap_or(Type::any())
    }

    fn expression(&self, id: ExprId, role: pcty_pcl_role) -> (Node, Vec<Child>) {
        let tree = self.tree;
        let Expr { span, kind } = tree[id];
        let mut node = self.bare(kind_of(kind), role, span, self.ty(id));
        node.expression = Some(id);
        let mut children = Vec::new();
        let mut add = |id: ExprId, role| children.push(Child::Expression(id, role));
        match kind {
            ExprKind::Literal(value) => node.value = Some(value),
            ExprKind::Template(parts) => {
                for part in &tree[parts] {
                    add(*part, PCTY_PCL_ROLE_PART);
                }
            }
            ExprKind::TemplateWrap(inner) | ExprKind::Parentheses(inner) => {
                children.push(Child::Inner(inner));
            }
            ExprKind::TemplateJoin(inner) => add(inner, PCTY_PCL_ROLE_INNER),
            ExprKind::ScopeTraversal(steps) => {
                if let Some((root, rest)) = tree[steps].split_first() {
                    if let StepKind::Root(name) = root.kind {
                        node.name = Some(name);
                    }
                    children.extend(self.steps(id, rest));
                }
            }
            ExprKind::RelativeTraversal { source, steps } => {
                add(source, PCTY_PCL_ROLE_SOURCE);
                children.extend(self.steps(id, &tree[steps]));
            }
            ExprKind::Call(call) => {
                let call = &tree[call];
                for argument in &tree[call.arguments] {
                    add(*argument, PCTY_PCL_ROLE_ARGUMENT);
                }
                (node.name, node.ellipsis) = (Some(call.name), call.expand_final);
            }
            ExprKind::Conditional { condition, yes, no } => {
                add(condition, PCTY_PCL_ROLE_CONDITION);
                add(yes, PCTY_PCL_ROLE_THEN);
                add(no, PCTY_PCL_ROLE_ELSE);
            }
            ExprKind::Index {
                collection, key, ..
            } => {
                add(collection, PCTY_PCL_ROLE_SOURCE);
                add(key, PCTY_PCL_ROLE_KEY);
            }
            ExprKind::Tuple(parts) => {
                for part in &tree[parts] {
                    add(*part, PCTY_PCL_ROLE_ELEMENT);
                }
            }
            ExprKind::Object(items) => {
                children.extend(tree[items].iter().map(|item| self.item(item)));
            }
            ExprKind::For(parts) => {
                let parts = &tree[parts];
                add(parts.collection, PCTY_PCL_ROLE_SOURCE);
                if let Some(key) = parts.key {
                    add(key, PCTY_PCL_ROLE_KEY);
                }
                add(parts.value, PCTY_PCL_ROLE_VALUE);
                if let Some(condition) = parts.condition {
                    add(condition, PCTY_PCL_ROLE_CONDITION);
                }
                node.name = Some(parts.value_variable);
                (node.key_name, node.ellipsis) = (parts.key_variable, parts.group);
            }
            ExprKind::Splat { source, each, .. } => {
                add(source, PCTY_PCL_ROLE_SOURCE);
                add(each, PCTY_PCL_ROLE_EACH);
            }
            ExprKind::Unary { operator, operand } => {
                add(operand, PCTY_PCL_ROLE_OPERAND);
                node.operator = match operator {
                    UnaryOp::Not => PCTY_PCL_OPERATOR_NOT,
                    UnaryOp::Negate => PCTY_PCL_OPERATOR_NEGATE,
                };
            }
            ExprKind::Operations { first, rest } => {
                add(first, PCTY_PCL_ROLE_OPERAND);
                children.extend(self.operations(id, &tree[rest]));
            }
            ExprKind::SplatItem | ExprKind::Invalid => {}
        }
        (node, children)
    }

    fn item(&self, item: &ObjectItem) -> Child {
        let span = self.tree[item.key].span.to(self.tree[item.value].span);
        let (kind, role) = (PCTY_PCL_NODE_ITEM, PCTY_PCL_ROLE_ELEMENT);
        let mut node = self.bare(kind, role, span, self.ty(item.value));
        node.name = item.literal_key;
        let key = item.literal_key.is_none().then_some(item.key);
        let key = key.map(|key| (key, PCTY_PCL_ROLE_KEY));
        let inside = key.into_iter().chain([(item.value, PCTY_PCL_ROLE_VALUE)]);
        Child::Part(Box::new(node), inside.collect())
    }

    fn steps<'a>(&'a self, id: ExprId, steps: &'a [Step]) -> impl Iterator<Item = Child> + 'a {
        steps.iter().zip(self.checked.parts(id)).map(|(step, ty)| {
            let (kind, name, value) = match step.kind {
                StepKind::Root(name) | StepKind::Attr(name) => {
                    (PCTY_PCL_NODE_ATTRIBUTE, Some(name), None)
                }
                StepKind::Index(value) => (PCTY_PCL_NODE_KEY, None, Some(value)),
            };
            let mut node = self.bare(kind, PCTY_PCL_ROLE_STEP, step.span, ty);
            (node.name, node.value) = (name, value);
            Child::Part(Box::new(node), Vec::new())
        })
    }

    fn operations<'a>(
        &'a self,
        id: ExprId,
        rest: &'a [Operation],
    ) -> impl Iterator<Item = Child> + 'a {
        let whole = self.tree[id].span;
        let parts = rest.iter().zip(self.checked.parts(id)).enumerate();
        parts.map(move |(at, (operation, ty))| {
            let span = whole.to(self.tree[operation.operand].span);
            let (kind, role) = (PCTY_PCL_NODE_OPERATION, PCTY_PCL_ROLE_OPERATION);
            let mut node = self.bare(kind, role, span, ty);
            node.operator = binary(operation.operator);
            // The last operation is the whole chain, whose conversion is stored in the node of the
            // chain.
            if at + 1 < rest.len() {
                let end = unwrapped(self.tree, operation.operand);
                node.conversion = self.conversion(whole.to(end), ty);
            }
            let inside = vec![(operation.operand, PCTY_PCL_ROLE_OPERAND)];
            Child::Part(Box::new(node), inside)
        })
    }
}

fn kind_of(kind: ExprKind) -> pcty_pcl_syntax_kind {
    match kind {
        ExprKind::Literal(_) => PCTY_PCL_NODE_LITERAL,
        ExprKind::Template(_) => PCTY_PCL_NODE_TEMPLATE,
        ExprKind::TemplateWrap(_) => PCTY_PCL_NODE_INTERPOLATION,
        ExprKind::TemplateJoin(_) => PCTY_PCL_NODE_JOIN,
        ExprKind::ScopeTraversal(_) => PCTY_PCL_NODE_VARIABLE,
        ExprKind::RelativeTraversal { .. } => PCTY_PCL_NODE_TRAVERSAL,
        ExprKind::Call(_) => PCTY_PCL_NODE_CALL,
        ExprKind::Conditional { .. } => PCTY_PCL_NODE_CONDITIONAL,
        ExprKind::Index { .. } => PCTY_PCL_NODE_INDEX,
        ExprKind::Tuple(_) => PCTY_PCL_NODE_TUPLE,
        ExprKind::Object(_) => PCTY_PCL_NODE_OBJECT,
        ExprKind::For(_) => PCTY_PCL_NODE_FOR,
        ExprKind::Splat { .. } => PCTY_PCL_NODE_SPLAT,
        ExprKind::SplatItem => PCTY_PCL_NODE_SPLAT_ITEM,
        ExprKind::Unary { .. } => PCTY_PCL_NODE_UNARY,
        ExprKind::Operations { .. } => PCTY_PCL_NODE_OPERATIONS,
        ExprKind::Parentheses(_) => PCTY_PCL_NODE_PARENTHESES,
        ExprKind::Invalid => PCTY_PCL_NODE_INVALID,
    }
}

pub(crate) fn certainty(kind: Convertibility) -> pcty_conversion {
    match kind {
        Convertibility::None => PCTY_CONVERSION_NONE,
        Convertibility::Unsafe => PCTY_CONVERSION_UNSAFE,
        Convertibility::Safe => PCTY_CONVERSION_SAFE,
    }
}

/// Returns a conversion whose types are borrowed from the checked expression.
pub(crate) fn borrowed(
    struct_size: u32,
    checked: &NeededConversion,
    range: pcty_range,
) -> pcty_pcl_conversion {
    pcty_pcl_conversion {
        struct_size,
        kind: certainty(checked.kind),
        range,
        from: pcty_type::borrowed(&checked.from),
        to: pcty_type::borrowed(&checked.to),
    }
}

fn binary(operator: BinaryOp) -> pcty_pcl_operator {
    match operator {
        BinaryOp::Or => PCTY_PCL_OPERATOR_OR,
        BinaryOp::And => PCTY_PCL_OPERATOR_AND,
        BinaryOp::Equal => PCTY_PCL_OPERATOR_EQUAL,
        BinaryOp::NotEqual => PCTY_PCL_OPERATOR_NOT_EQUAL,
        BinaryOp::Greater => PCTY_PCL_OPERATOR_GREATER,
        BinaryOp::GreaterOrEqual => PCTY_PCL_OPERATOR_GREATER_OR_EQUAL,
        BinaryOp::Less => PCTY_PCL_OPERATOR_LESS,
        BinaryOp::LessOrEqual => PCTY_PCL_OPERATOR_LESS_OR_EQUAL,
        BinaryOp::Add => PCTY_PCL_OPERATOR_ADD,
        BinaryOp::Subtract => PCTY_PCL_OPERATOR_SUBTRACT,
        BinaryOp::Multiply => PCTY_PCL_OPERATOR_MULTIPLY,
        BinaryOp::Divide => PCTY_PCL_OPERATOR_DIVIDE,
        BinaryOp::Modulo => PCTY_PCL_OPERATOR_MODULO,
    }
}

fn named(name: Option<Name>, node: &Node) -> pcty_str {
    name.map_or(pcty_str::NONE, |name| {
        pcty_str::borrowed(node.tree.text(name))
    })
}

/// Writes the data of a node.
///
/// Ownership: the texts and pointers in `*out` are owned by the checked expression and valid while
/// it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_node_info(
    node: Option<&pcty_pcl_node>,
    out: Option<&mut MaybeUninit<pcty_pcl_node_data>>,
) -> bool {
    quiet(false, || {
        let data = node.map(|pcty_pcl_node(node)| pcty_pcl_node_data {
            kind: node.kind,
            role: node.role,
            ty: pcty_type::borrowed(&node.ty),
            text: pcty_str::borrowed(node.tree.slice(node.span)),
            name: named(node.name, node),
            key_name: named(node.key_name, node),
            value: (node.value)
                .map_or(ptr::null(), |value| pcty_value::borrowed(&node.tree[value])),
            operator_: node.operator,
            has_ellipsis: node.ellipsis,
            child_count: node.children.len(),
        });
        write_found(data, out)
    })
}

/// Returns the range of a node. It is not part of `pcty_pcl_node_info` because each call counts its
/// lines and columns.
///
/// NULL: returns an empty range at line 1, column 1.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_node_range(node: Option<&pcty_pcl_node>) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(node.map(|node| node.0.tree.range(node.0.span)))
    })
}

/// Returns the child of a node at a position, from 0.
///
/// Ownership: owned by the checked expression and valid while it lives.
/// NULL: returns NULL. Also returns NULL past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_node_child_at(
    node: Option<&pcty_pcl_node>,
    index: usize,
) -> *const pcty_pcl_node {
    quiet(ptr::null(), || {
        node.and_then(|node| node.0.children.get(index))
            .map_or(ptr::null(), pcty_pcl_node::borrowed)
    })
}

/// Writes the conversion that the value of a node needs in its parent, and returns whether it needs
/// one. An expression in parentheses needs none of its own. `from` is the type of the node.
///
/// Ownership: fills `*out`, whose `struct_size` the caller sets; its types are owned by the checked
/// expression and valid while it lives.
/// NULL: returns false, also for a wrong `struct_size`; `out` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_pcl_node_conversion(
    node: Option<&pcty_pcl_node>,
    out: *mut pcty_pcl_conversion,
) -> bool {
    quiet(false, || {
        let Some((node, needed)) = node.and_then(|node| Some((node, node.0.conversion.as_ref()?)))
        else {
            return false;
        };
        if out.is_null() {
            return true;
        }
        let range = pcty_range::of(Some(node.0.tree.range(needed.span)));
        let made = |struct_size| Ok(borrowed(struct_size, needed, range));
        // SAFETY: by the header's contract `out` has the size in its `struct_size`.
        unsafe { fill(out, None, made) == PCTY_OK }
    })
}

/// Returns the expression of a node, to be evaluated or checked separately.
///
/// NULL: returns NULL. Also returns NULL for steps, operations within a chain, and items.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_node_expression(
    node: Option<&pcty_pcl_node>,
) -> *mut pcty_hcl_expression {
    quiet(ptr::null_mut(), || {
        node.and_then(|node| {
            Some(AnyExpr::Native(Expression {
                tree: node.0.tree.clone(),
                id: node.0.expression?,
            }))
        })
        .map_or(ptr::null_mut(), pcty_hcl_expression::own)
    })
}
