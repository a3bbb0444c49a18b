//go:build !polycty_no_mcl

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"context"
	"runtime"
	"runtime/cgo"
	"sync"
	"time"
	"unsafe"
)

// An MCLProgram is a compiled mcl program. It is immutable; any number of goroutines may use it.
type MCLProgram struct {
	*handle
	owns *closureSet
}

// CompileMCL compiles the program that starts with a file of the host, named by its absolute path,
// or with the module in a folder, whose path ends with a slash. An error in the program has its
// Stage and its position.
func CompileMCL(path string, host *MCLHost) (*MCLProgram, error) {
	h, state := host.now()
	defer state.done()
	return ownMCLProgram(C.go_run_mcl_program_compile(path, h), state.owns, 0)
}

// CompileMCLText compiles the program that starts with a text. The path in file names the text in
// messages. The host may be nil.
func CompileMCLText(text, file string, host *MCLHost) (*MCLProgram, error) {
	h, state := host.now()
	defer state.done()
	return ownMCLProgram(C.go_run_mcl_program_compile_text(text, file, h), state.owns, len(text))
}

func ownMCLProgram(made C.go_called, owns *closureSet, length int) (*MCLProgram, error) {
	if err := failedFor(&made); err != nil {
		return nil, err
	}
	p := &MCLProgram{handle: &handle{}, owns: owns}
	p.own(mclProgramHandle, made.out)
	p.weighText(length, mclBytes)
	return p, nil
}

// An MCLGraph is the function graph of a program.
type MCLGraph struct {
	Vertices []MCLVertex
	Edges    []MCLEdge
	// Text has one line per vertex and per edge. Graphviz is the same graph in Graphviz notation.
	Text, Graphviz string
}

// An MCLVertex is a function in a graph.
type MCLVertex struct {
	// Name describes the function, such as `const: int(3)`. Names are not unique.
	Name string
	// File, Line and Column are the position of the expression; File is empty if it has none.
	File         string
	Line, Column int
	// Value is the value of a constant, and Type the type of a composite or of a function; both may be
	// nil.
	Value *Value
	Type  *Type
}

// An MCLEdge passes the value of one vertex to arguments of a different vertex. From and To are
// positions in Vertices.
type MCLEdge struct {
	From, To  int
	Arguments string
}

// Graph returns the graph of the program's functions before the program runs.
func (p *MCLProgram) Graph() (*MCLGraph, error) {
	defer p.done()
	made := C.go_mcl_program_graph(p.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	native := (*C.pcty_mcl_graph)(made.out)
	defer C.pcty_mcl_graph_free(native)
	graph := &MCLGraph{
		Vertices: make([]MCLVertex, int(C.go_mcl_graph_info(native).out.vertex_count)),
		Edges:    make([]MCLEdge, int(C.go_mcl_graph_info(native).out.edge_count)),
		Text:     takeString(C.pcty_mcl_graph_to_text(native, C.PCTY_MCL_GRAPH_TEXT)),
		Graphviz: takeString(C.pcty_mcl_graph_to_text(native, C.PCTY_MCL_GRAPH_GRAPHVIZ)),
	}
	for at := range graph.Vertices {
		found := C.go_mcl_graph_vertex_at(native, C.size_t(at))
		if found.error != nil {
			return nil, newError(found.error)
		}
		graph.Vertices[at] = readMCLVertex(found.out)
	}
	for at := range graph.Edges {
		found := C.go_mcl_graph_edge_at(native, C.size_t(at))
		if found.error != nil {
			return nil, newError(found.error)
		}
		graph.Edges[at] = readMCLEdge(found.out)
	}
	return graph, nil
}

// An MCLRuntime is a running program. Any goroutine may call its methods; calls wait for each
// other. During a step, callbacks may set its time and close it; closing takes effect when Step
// returns. Step and Resources fail with ErrInvalidArgument if a callback of the step calls them.
//
// A runtime that is not closed ends when the garbage collector frees it, which calls the Unfollow
// functions. Therefore the runtime keeps all functions of its host alive. If one of them refers to
// the runtime, neither is freed until Close. If the garbage collector frees the runtime, a panic in an
// Unfollow function ends the process.
type MCLRuntime struct {
	handle
	owns  *closureSet
	mu    sync.Mutex
	woken chan struct{}
}

// Start starts the program with a limit on the number of vertices at a time; 0 selects the default
// limit of about a million. Nothing is computed before the first step.
func (p *MCLProgram) Start(vertices int) (*MCLRuntime, error) {
	defer p.done()
	made := C.go_mcl_runtime_start(p.use(), C.size_t(vertices))
	if made.error != nil {
		return nil, newError(made.error)
	}
	r := &MCLRuntime{owns: p.owns, woken: make(chan struct{}, 1)}
	r.ptr, r.kind, r.alone = made.out, mclRuntimeHandle, true
	runtime.SetFinalizer(r, (*MCLRuntime).finalize)
	native := (*C.pcty_mcl_runtime)(made.out)
	return r, failed(C.go_mcl_runtime_set_wake(native, C.uintptr_t(cgo.NewHandle(r.woken))))
}

// use waits until no other goroutine uses the handle and returns it. It reports whether it locked
// the runtime. A callback of the runtime's own step does not wait; the library decides which calls
// it permits.
func (r *MCLRuntime) use() (native *C.pcty_mcl_runtime, locked bool) {
	r.owns.pin()
	native = (*C.pcty_mcl_runtime)(r.acquire())
	if !r.mu.TryLock() {
		if bool(C.go_mcl_is_stepping(native)) {
			return native, false
		}
		r.mu.Lock()
	}
	return native, true
}

func (r *MCLRuntime) done(locked bool) {
	if locked {
		defer r.mu.Unlock()
	}
	defer r.owns.unpin()
	r.release()
}

// freeMCLRuntime frees a runtime. A panic in an Unfollow function continues in the Go function that
// frees the runtime.
func freeMCLRuntime(p unsafe.Pointer) {
	freed := C.go_called{cause: C.go_mcl_runtime_free((*C.pcty_mcl_runtime)(p))}
	raise(takeCause(&freed))
}

// Close ends the program and everything that it follows; its senders have no effect afterwards. If
// a method is running, this happens when that method returns. A panic in an Unfollow function
// continues in the caller.
func (r *MCLRuntime) Close() {
	r.owns.pin()
	defer r.owns.unpin()
	r.close()
}

func (r *MCLRuntime) finalize() {
	r.owns.pin()
	defer r.owns.unpin()
	r.drop()
}

// Woken returns a channel that receives when work for a step becomes available.
func (r *MCLRuntime) Woken() <-chan struct{} { return r.woken }

// SetTime sets the current time. If a function waits for a time that has been reached, there is work
// for a step.
func (r *MCLRuntime) SetTime(now time.Time) {
	native, locked := r.use()
	defer r.done(locked)
	C.pcty_mcl_runtime_set_time(native, C.int64_t(now.UnixMilli()))
}

// NextTime returns the earliest time that a function waits for, and whether any function waits.
func (r *MCLRuntime) NextTime() (next time.Time, waits bool) {
	native, locked := r.use()
	defer r.done(locked)
	found := C.go_mcl_runtime_next_time(native)
	return time.UnixMilli(int64(found.out)), bool(found.found)
}

// Step computes until no work is left, and returns the progress.
func (r *MCLRuntime) Step() (MCLProgress, error) {
	native, locked := r.use()
	defer r.done(locked)
	stepped := C.go_mcl_step(native)
	return MCLProgress(stepped.progress), failedFor(&stepped.called)
}

// Resources returns the resource graph of the most recent step; before that, a graph without
// resources.
func (r *MCLRuntime) Resources() (*MCLResources, error) {
	native, locked := r.use()
	defer r.done(locked)
	made := C.go_mcl_runtime_resources(native)
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newMCLResources((*C.pcty_mcl_resources)(made.out)), nil
}

// Run starts the program and drives it by the system clock until the context is done; it then
// returns the error of the context. Run calls apply with each resource graph and its difference
// from the previous one. An error of apply ends the run.
func (p *MCLProgram) Run(ctx context.Context, apply func(*MCLResources, *MCLDifference) error) error {
	r, err := p.Start(0)
	if err != nil {
		return err
	}
	defer r.Close()
	before := EmptyMCLResources()
	for {
		r.SetTime(time.Now())
		progress, err := r.Step()
		if err != nil {
			return err
		}
		if progress == MCLChanged {
			after, err := r.Resources()
			if err != nil {
				return err
			}
			difference, err := before.Difference(after)
			if err != nil {
				return err
			}
			if err := apply(after, difference); err != nil {
				return err
			}
			before = after
		}
		if err := r.wait(ctx); err != nil {
			return err
		}
	}
}

// wait waits until there is work for a step.
func (r *MCLRuntime) wait(ctx context.Context) error {
	var due <-chan time.Time
	if next, waits := r.NextTime(); waits {
		timer := time.NewTimer(time.Until(next))
		defer timer.Stop()
		due = timer.C
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-r.woken:
	case <-due:
	}
	return nil
}

// An MCLResource is a resource of a graph, or the description of a resource to build.
type MCLResource struct {
	Kind, Name string
	// Fields are the fields that are set, in the order of the kind.
	Fields []MCLFieldValue
	// Hidden means that the resource is only for other resources and is not applied. Exports are
	// the hosts that it is exported to.
	Hidden  bool
	Exports []string
	// File and Line, from 1, are the position of the declaration in the graph of a catalog.
	File string
	Line int
	// Meta has the meta parameters of a resource to build, by lower-case name. MCLResources.Meta reads
	// the meta parameters of a graph.
	Meta map[string]*Value
}

// An MCLFieldValue is a field with its value.
type MCLFieldValue struct {
	Name  string
	Value *Value
}

// Field returns the value of a field, or nil if the field is not set.
func (r *MCLResource) Field(name string) *Value {
	for _, field := range r.Fields {
		if field.Name == name {
			return field.Value
		}
	}
	return nil
}

// String returns `kind[name]`.
func (r *MCLResource) String() string { return r.Kind + "[" + r.Name + "]" }

// readMCLResource copies a borrowed resource; it returns nil for NULL.
func readMCLResource(borrowed *C.pcty_mcl_resource) *MCLResource {
	if borrowed == nil {
		return nil
	}
	data := C.go_mcl_resource_info(borrowed).out
	r := &MCLResource{
		Kind: text(data.kind), Name: text(data.name), Hidden: bool(data.is_hidden),
		File: text(data.file), Line: int(data.line),
		Fields: make([]MCLFieldValue, int(data.field_count)),
	}
	for at := range r.Fields {
		r.Fields[at] = readMCLFieldValue(C.go_mcl_resource_field_at(borrowed, C.size_t(at)).out)
	}
	for at := C.size_t(0); at < data.export_count; at++ {
		r.Exports = append(r.Exports, text(C.pcty_mcl_resource_export_at(borrowed, at)))
	}
	return r
}

// An MCLResources is a graph of resources. It is immutable; any number of goroutines may use it.
type MCLResources struct{ handle }

// Find returns the resource of a kind and name, or nil.
func (r *MCLResources) Find(kind, name string) *MCLResource {
	defer r.done()
	native := r.use()
	found := C.go_mcl_resources_get(native, kind, name)
	if found.error != nil {
		C.pcty_error_free(found.error)
		return nil
	}
	return readMCLResource(C.pcty_mcl_resources_at(native, C.size_t(found.answer)))
}

// Meta returns a meta parameter, by its lower-case name, of the resource at a position.
func (r *MCLResources) Meta(at int, name string) (*Value, error) {
	defer r.done()
	return madeValue(C.go_mcl_resource_meta_get(C.pcty_mcl_resources_at(r.use(), C.size_t(at)), name))
}

// An MCLLink is an edge between two resources: From is applied before To.
type MCLLink struct {
	From, To MCLReference
	// Notifies reports that To is refreshed after From has changed. Automatic reports that a kind
	// added the edge itself.
	Notifies, Automatic bool
	// Sent is the value that From sends, and Field the field of To that receives it. Both are empty if
	// the edge does not send a value.
	Sent, Field string
}

// Links returns the edges and the values that are sent along them.
func (r *MCLResources) Links() []MCLLink {
	defer r.done()
	native := r.use()
	reference := func(at C.size_t) MCLReference {
		data := C.go_mcl_resource_info(C.pcty_mcl_resources_at(native, at)).out
		return MCLReference{text(data.kind), text(data.name)}
	}
	var links []MCLLink
	for at, count := C.size_t(0), C.go_mcl_resources_info(native).out.edge_count; at < count; at++ {
		edge := C.go_mcl_resources_edge_at(native, at).out
		links = append(links, MCLLink{
			From: reference(edge.from), To: reference(edge.to),
			Notifies:  edge.flags&C.PCTY_MCL_EDGE_NOTIFY != 0,
			Automatic: edge.flags&C.PCTY_MCL_EDGE_AUTOMATIC != 0,
		})
	}
	for at, count := C.size_t(0), C.go_mcl_resources_info(native).out.receive_count; at < count; at++ {
		receive := C.go_mcl_resources_receive_at(native, at).out
		links = append(links, MCLLink{
			From: reference(receive.from), To: reference(receive.to),
			Sent: text(receive.sent), Field: text(receive.field),
		})
	}
	return links
}

// BuildMCLResources builds a graph of resources and links by the rules that apply to programs. The
// host defines the kinds.
func BuildMCLResources(host *MCLHost, resources []*MCLResource, links []MCLLink) (*MCLResources, error) {
	h, state := host.now()
	defer state.done()
	builder := C.pcty_mcl_builder_new(h)
	defer C.pcty_mcl_builder_free(builder)
	for _, resource := range resources {
		if err := addMCLResource(h, builder, resource); err != nil {
			return nil, err
		}
	}
	for _, link := range links {
		from, to := link.From, link.To
		var flags C.pcty_mcl_edge_flags
		if link.Notifies && link.Sent == "" && link.Field == "" {
			flags = C.PCTY_MCL_EDGE_NOTIFY
		}
		if err := failed(C.go_mcl_builder_add_edge(builder, flags, from.Kind, from.Name, to.Kind, to.Name,
			link.Sent, link.Field)); err != nil {
			return nil, err
		}
	}
	built := C.go_run_mcl_builder_build(builder)
	if err := failedFor(&built); err != nil {
		return nil, err
	}
	return newMCLResources((*C.pcty_mcl_resources)(built.out)), nil
}

func addMCLResource(h *C.pcty_mcl_host, builder *C.pcty_mcl_builder, resource *MCLResource) error {
	made := C.go_mcl_resource_builder_new(h, resource.Kind, resource.Name)
	if made.error != nil {
		return newError(made.error)
	}
	fields := (*C.pcty_mcl_resource_builder)(made.out)
	defer C.pcty_mcl_resource_builder_free(fields)
	for _, field := range resource.Fields {
		if err := setMCLField(fields, field.Name, field.Value); err != nil {
			return err
		}
	}
	for name, value := range resource.Meta {
		err := failed(C.go_mcl_resource_builder_set_meta(fields, name, value.use()))
		value.done()
		if err != nil {
			return err
		}
	}
	return failed(C.go_mcl_builder_add(builder, fields))
}

func setMCLField(builder *C.pcty_mcl_resource_builder, name string, value *Value) error {
	defer value.done()
	return failed(C.go_mcl_resource_builder_set_field(builder, name, value.use()))
}

// An MCLChange is the change of one resource. Before is nil for an added resource, and After is nil
// for a removed one.
type MCLChange struct {
	Before, After *MCLResource
	// Fields and Meta are the names of changed fields and meta parameters of a resource that is in
	// both graphs.
	Fields, Meta []string
}

// An MCLLinkChange is an edge or a sent value that was added or removed.
type MCLLinkChange struct {
	MCLLink
	Removed bool
}

// An MCLDifference is the difference between two graphs.
type MCLDifference struct {
	// Changes are the removed resources, then the added ones, then the changed ones.
	Changes []MCLChange
	Links   []MCLLinkChange
	text    string
}

// Empty reports whether the graphs are equal.
func (d *MCLDifference) Empty() bool { return len(d.Changes) == 0 && len(d.Links) == 0 }

// String returns one line per change: `+` for added, `-` for removed, `~` for changed.
func (d *MCLDifference) String() string { return d.text }

// Difference returns the difference from this graph to the graph after it.
func (r *MCLResources) Difference(after *MCLResources) (*MCLDifference, error) {
	defer r.done()
	defer after.done()
	made := C.go_mcl_difference_new(r.use(), after.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	native := (*C.pcty_mcl_difference)(made.out)
	defer C.pcty_mcl_difference_free(native)
	d := &MCLDifference{
		Changes: make([]MCLChange, int(C.go_mcl_difference_info(native).out.change_count)),
		text:    takeString(C.pcty_mcl_difference_to_text(native)),
	}
	for at := range d.Changes {
		i := C.size_t(at)
		change := C.go_mcl_difference_at(native, i).out
		found := MCLChange{Before: readMCLResource(change.before), After: readMCLResource(change.after)}
		for j := C.size_t(0); j < change.field_count; j++ {
			found.Fields = append(found.Fields, text(C.pcty_mcl_difference_field_at(native, i, j)))
		}
		for j := C.size_t(0); j < change.meta_count; j++ {
			found.Meta = append(found.Meta, text(C.pcty_mcl_difference_meta_at(native, i, j)))
		}
		d.Changes[at] = found
	}
	for at, count := C.size_t(0), C.go_mcl_difference_info(native).out.edge_count; at < count; at++ {
		edge := C.go_mcl_difference_edge_at(native, at).out
		d.Links = append(d.Links, MCLLinkChange{
			MCLLink: MCLLink{
				From:     MCLReference{text(edge.from_kind), text(edge.from_name)},
				To:       MCLReference{text(edge.to_kind), text(edge.to_name)},
				Notifies: edge.flags&C.PCTY_MCL_EDGE_NOTIFY != 0,
				Sent:     text(edge.sent), Field: text(edge.field),
			},
			Removed: edge.kind == C.PCTY_MCL_CHANGE_REMOVED,
		})
	}
	return d, nil
}
