//! mcl's language: graphs of functions.
//!
//! The graph computes the output of a program: a vertex is a function, and an edge passes its value
//! to the arguments named by the edge. The graph contains only the vertices that statements need.
//! Parts that depend on values (branches, bodies of loops, functions that are not known) are built
//! when the program runs. Structs filled by `_at` functions begin with their size.

use super::resources::past_the_end;
use crate::calls::Budget;
use crate::dialect::mcl::Program;
use crate::dialect::mcl::graph::{Edge, Graph, Vertex, VertexKind};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{Handle, fill, handle, need, owned, quiet, write_found};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::Result;
use crate::types::Str;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// The graph of a program's functions. It never changes; any number of threads may use it at once.
///
/// ```c
/// // Prints `const: int(3) -> _operator # a` and so on.
/// static void print_edges(const pcty_mcl_graph *graph) {
///     pcty_mcl_graph_data data;
///     pcty_mcl_graph_info(graph, &data);
///     for (size_t i = 0; i < data.edge_count; i++) {
///         pcty_mcl_edge edge = PCTY_MCL_EDGE_INIT;
///         pcty_mcl_vertex from = PCTY_MCL_VERTEX_INIT, to = PCTY_MCL_VERTEX_INIT;
///         must(pcty_mcl_graph_edge_at(graph, i, &edge, NULL));
///         must(pcty_mcl_graph_vertex_at(graph, edge.from, &from, NULL));
///         must(pcty_mcl_graph_vertex_at(graph, edge.to, &to, NULL));
///         printf("%.*s -> %.*s # %.*s\n", (int)from.name.len, from.name.data, (int)to.name.len,
///                to.name.data, (int)edge.arguments.len, edge.arguments.data);
///     }
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_graph(Walkable);

handle!(pcty_mcl_graph, Walkable);

/// A file, and the row and the column in it.
type Place = (Str, u32, u32);

/// A graph with the names of its parts.
pub struct Walkable {
    program: Arc<Program>,
    /// The name of each vertex.
    names: Box<[String]>,
    /// The arguments of each edge.
    arguments: Box<[String]>,
    /// The location of each vertex's expression.
    places: Box<[Option<Place>]>,
}

// The header documents that any number of threads may use this type at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Walkable>();
};

/// The kind of a vertex.
pub type pcty_mcl_vertex_kind = u32;

/// A constant value.
pub const PCTY_MCL_VERTEX_CONST: pcty_mcl_vertex_kind = 1;
/// A list, map or struct that contains the arguments.
pub const PCTY_MCL_VERTEX_COMPOSITE: pcty_mcl_vertex_kind = 2;
/// A function of the language or of the host.
pub const PCTY_MCL_VERTEX_FUNCTION: pcty_mcl_vertex_kind = 3;
/// A function as a value.
pub const PCTY_MCL_VERTEX_FUNCTION_VALUE: pcty_mcl_vertex_kind = 4;
/// Calls the function that it receives as an argument.
pub const PCTY_MCL_VERTEX_CALL: pcty_mcl_vertex_kind = 5;
/// The result of such a call.
pub const PCTY_MCL_VERTEX_CALL_OUTPUT: pcty_mcl_vertex_kind = 6;
/// Chooses between two expressions.
pub const PCTY_MCL_VERTEX_IF: pcty_mcl_vertex_kind = 7;
/// The value of the chosen expression.
pub const PCTY_MCL_VERTEX_IF_OUTPUT: pcty_mcl_vertex_kind = 8;
/// Replaces an expression that fails by a different one.
pub const PCTY_MCL_VERTEX_EXCEPT: pcty_mcl_vertex_kind = 9;
/// The value of the expression or of its replacement.
pub const PCTY_MCL_VERTEX_EXCEPT_OUTPUT: pcty_mcl_vertex_kind = 10;
/// Chooses between statements.
pub const PCTY_MCL_VERTEX_STMT_IF: pcty_mcl_vertex_kind = 11;
/// Runs statements for each element of a list.
pub const PCTY_MCL_VERTEX_FOR: pcty_mcl_vertex_kind = 12;
/// Runs statements for each entry of a map.
pub const PCTY_MCL_VERTEX_FORKV: pcty_mcl_vertex_kind = 13;

/// A vertex. Start from PCTY_MCL_VERTEX_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_vertex {
    /// The size of this struct.
    pub struct_size: u32,
    /// The kind of the vertex.
    pub kind: pcty_mcl_vertex_kind,
    /// The name, such as `const: int(3)` or `printf: func(format str, a int) str`. Several vertices
    /// may have the same name.
    pub name: pcty_str,
    /// The file of its expression; empty if there is none.
    pub file: pcty_str,
    /// The line, from 1; 0 if there is no file.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The constant value, or NULL.
    pub value: *const pcty_value,
    /// The type of a composite's value or of a function; else NULL.
    pub ty: *const pcty_type,
}

/// An edge. Start from PCTY_MCL_EDGE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_edge {
    /// The size of this struct.
    pub struct_size: u32,
    /// The position of the vertex whose value the edge passes on.
    pub from: usize,
    /// The position of the vertex that receives the value.
    pub to: usize,
    /// The names of the arguments that receive the value, separated by `, `.
    pub arguments: pcty_str,
}

impl Walkable {
    /// Returns the graph of a program.
    pub(super) fn new(program: Arc<Program>, budget: &Budget) -> Result<Walkable> {
        let (graph, nodes) = (program.graph(), program.nodes());
        let mut names = Vec::with_capacity(graph.vertices().len());
        for vertex in graph.vertices() {
            let name = vertex.kind.title();
            budget.push_owning(&mut names, size_of::<Place>() + name.len(), name)?;
        }
        let arguments = graph.edges().iter().map(|edge| edge.args.join(", "));
        let place = |vertex: &Vertex| {
            let at = nodes[vertex.node?].at;
            let file = &nodes.files.get(at.file as usize)?.name;
            at.area
                .is_some()
                .then(|| (file.clone(), at.area.row, at.area.col))
        };
        Ok(Walkable {
            names: names.into(),
            arguments: arguments.collect(),
            places: graph.vertices().iter().map(place).collect(),
            program,
        })
    }

    fn graph(&self) -> &Graph {
        self.program.graph()
    }

    fn vertex(&self, index: usize) -> Result<pcty_mcl_vertex> {
        let vertex = self
            .graph()
            .vertices()
            .get(index)
            .ok_or_else(past_the_end)?;
        let (value, ty) = match &vertex.kind {
            VertexKind::Const(value) => (pcty_value::borrowed(value), ptr::null()),
            VertexKind::Composite(ty) | VertexKind::Builtin(_, ty) => {
                (ptr::null(), pcty_type::borrowed(ty))
            }
            _ => (ptr::null(), ptr::null::<pcty_type>()),
        };
        let (file, line, column) = match &self.places[index] {
            Some((file, line, column)) => (pcty_str::borrowed(file), *line, *column),
            None => (pcty_str::NONE, 0, 0),
        };
        Ok(pcty_mcl_vertex {
            struct_size: 0,
            kind: kind_of(&vertex.kind),
            name: pcty_str::borrowed(&self.names[index]),
            file,
            line,
            column,
            value,
            ty,
        })
    }
}

fn kind_of(kind: &VertexKind) -> pcty_mcl_vertex_kind {
    match kind {
        VertexKind::Const(_) => PCTY_MCL_VERTEX_CONST,
        VertexKind::Composite(_) => PCTY_MCL_VERTEX_COMPOSITE,
        VertexKind::Builtin(..) => PCTY_MCL_VERTEX_FUNCTION,
        VertexKind::FuncValue => PCTY_MCL_VERTEX_FUNCTION_VALUE,
        VertexKind::Call => PCTY_MCL_VERTEX_CALL,
        VertexKind::CallOutput => PCTY_MCL_VERTEX_CALL_OUTPUT,
        VertexKind::If => PCTY_MCL_VERTEX_IF,
        VertexKind::IfOutput => PCTY_MCL_VERTEX_IF_OUTPUT,
        VertexKind::Except => PCTY_MCL_VERTEX_EXCEPT,
        VertexKind::ExceptOutput => PCTY_MCL_VERTEX_EXCEPT_OUTPUT,
        VertexKind::StmtIf => PCTY_MCL_VERTEX_STMT_IF,
        VertexKind::For => PCTY_MCL_VERTEX_FOR,
        VertexKind::ForKv => PCTY_MCL_VERTEX_FORKV,
    }
}

owned! {
    /// Frees a graph.
    fn pcty_mcl_graph_free(graph: pcty_mcl_graph);
}

/// The size of a function graph.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_graph_data {
    /// The number of vertices: `pcty_mcl_graph_vertex_at`.
    pub vertex_count: usize,
    /// The number of edges, at most one for each ordered pair of vertices:
    /// `pcty_mcl_graph_edge_at`.
    pub edge_count: usize,
}

/// Writes the numbers of vertices and edges of a graph.
///
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_graph_info(
    graph: Option<&pcty_mcl_graph>,
    out: Option<&mut MaybeUninit<pcty_mcl_graph_data>>,
) -> bool {
    quiet(false, || {
        let data = graph.map(|graph| pcty_mcl_graph_data {
            vertex_count: graph.0.graph().vertices().len(),
            edge_count: graph.0.graph().edges().len(),
        });
        write_found(data, out)
    })
}

/// Writes the vertex at a position.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: the texts and pointers in `*out` are owned by `graph` and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_graph_vertex_at(
    graph: Option<&pcty_mcl_graph>,
    index: usize,
    out: *mut pcty_mcl_vertex,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let graph = &need(graph, "graph")?.0;
        Ok(pcty_mcl_vertex {
            struct_size,
            ..graph.vertex(index)?
        })
    };
    // SAFETY: by the header's contract `out` is NULL or such a struct.
    unsafe { fill(out, error, body) }
}

/// Writes the edge at a position.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: the text in `*out` is owned by `graph` and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_graph_edge_at(
    graph: Option<&pcty_mcl_graph>,
    index: usize,
    out: *mut pcty_mcl_edge,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let graph = &need(graph, "graph")?.0;
        let edges = graph.graph().edges();
        let Edge { from, to, .. } = edges.get(index).ok_or_else(past_the_end)?;
        Ok(pcty_mcl_edge {
            struct_size,
            from: from.number(),
            to: to.number(),
            arguments: pcty_str::borrowed(&graph.arguments[index]),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or such a struct.
    unsafe { fill(out, error, body) }
}

/// The format of a graph.
pub type pcty_mcl_graph_format = u32;

/// A line for each vertex, then a line for each edge.
pub const PCTY_MCL_GRAPH_TEXT: pcty_mcl_graph_format = 1;
/// The notation of Graphviz.
pub const PCTY_MCL_GRAPH_GRAPHVIZ: pcty_mcl_graph_format = 2;

/// Formats a function graph. PCTY_MCL_GRAPH_TEXT writes a line `Vertex: NAME` for each vertex, then
/// a line `Edge: FROM -> TO # ARGUMENTS` for each edge.
///
/// NULL: returns NULL if `graph` is NULL, and for a format without a constant.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_graph_to_text(
    graph: Option<&pcty_mcl_graph>,
    format: pcty_mcl_graph_format,
) -> *mut pcty_string {
    match format {
        PCTY_MCL_GRAPH_TEXT => rendered(graph, Graph::to_string),
        PCTY_MCL_GRAPH_GRAPHVIZ => rendered(graph, Graph::graphviz),
        _ => ptr::null_mut(),
    }
}

fn rendered(
    graph: Option<&pcty_mcl_graph>,
    show: impl FnOnce(&Graph) -> String,
) -> *mut pcty_string {
    quiet(ptr::null_mut(), || {
        graph.map_or(ptr::null_mut(), |graph| {
            pcty_string::own(OwnedText::new(show(graph.0.graph())))
        })
    })
}
