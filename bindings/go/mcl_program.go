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

// An MCLProgram is a program of mcl that is compiled. It never changes; any number of goroutines may
// use it.
type MCLProgram struct {
	*handle
	owns *closureSet
}

func (p *MCLProgram) use() *C.pcty_mcl_program {
	if p == nil {
		return nil
	}
	p.owns.pin()
	return (*C.pcty_mcl_program)(p.acquire())
}

func (p *MCLProgram) done() {
	if p != nil {
		p.owns.unpin()
		p.release()
	}
}

// Close frees the handle before the garbage collector does. A closed program is like nil.
func (p *MCLProgram) Close() {
	if p != nil {
		p.close()
	}
}

// CompileMCL compiles the program that begins with a file of the host's, by its absolute path, or
// with the module in a folder, whose path ends with a slash. What is wrong with it is an error with
// its Stage and its place.
func CompileMCL(path string, host *MCLHost) (*MCLProgram, error) {
	h, state := host.now()
	defer state.done()
	return ownMCLProgram(C.go_run_mcl_program_compile(path, h), state.owns, 0)
}

// CompileMCLText compiles the program that begins with a text; file is its path, by which messages
// call it. The host may be nil.
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

// Files are the paths of the files that the program was made of.
func (p *MCLProgram) Files() []string {
	defer p.done()
	native := p.use()
	files := make([]string, int(C.pcty_mcl_program_file_count(native)))
	for at := range files {
		files[at] = text(C.pcty_mcl_program_file_at(native, C.size_t(at)))
	}
	return files
}

// An MCLGraph is the graph of a program's functions.
type MCLGraph struct {
	Vertices []MCLVertex
	Edges    []MCLEdge
	// Text is a line for each vertex and each edge, and Graphviz the same in that notation.
	Text, Graphviz string
}

// An MCLVertex is a function of a graph.
type MCLVertex struct {
	// Name is what it is called, such as `const: int(3)`. Many may be called the same.
	Name string
	// File, Line and Column are where its expression stands; the file is empty where it has no
	// place.
	File         string
	Line, Column int
	// Value is the one that stays, and Type that of a composite and of a function; both may be nil.
	Value *Value
	Type  *Type
}

// An MCLEdge carries the value of one vertex to arguments of another one, by their positions.
type MCLEdge struct {
	From, To  int
	Arguments string
}

// Graph is the graph of the program's functions as it is before it runs.
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
		lent := found.out
		graph.Vertices[at] = MCLVertex{
			Name: text(lent.name), File: text(lent.file), Line: int(lent.line), Column: int(lent.column),
			Value: newValue(C.pcty_value_clone(lent.value)), Type: newType(C.pcty_type_clone(lent._type)),
		}
	}
	for at := range graph.Edges {
		found := C.go_mcl_graph_edge_at(native, C.size_t(at))
		if found.error != nil {
			return nil, newError(found.error)
		}
		graph.Edges[at] = MCLEdge{int(found.out.from), int(found.out.to), text(found.out.arguments)}
	}
	return graph, nil
}

// An MCLProgress is what a step has come to.
type MCLProgress uint32

const (
	// MCLWaiting says that some functions have no value yet.
	MCLWaiting MCLProgress = C.PCTY_MCL_PROGRESS_WAITING
	// MCLSame says that the resource graph is what it was.
	MCLSame MCLProgress = C.PCTY_MCL_PROGRESS_SAME
	// MCLChanged says that there is a resource graph, the first or another one.
	MCLChanged MCLProgress = C.PCTY_MCL_PROGRESS_CHANGED
)

// An MCLRuntime is a program that runs. Any goroutine may call its methods, which wait for one
// another. While it steps, what it calls back may set its time and close it, which takes effect when
// Step returns; Step and Resources are refused there with ErrInvalidArgument.
//
// A runtime that is not closed ends when the garbage collector frees it, which calls the Unfollow
// functions. Therefore the runtime keeps all functions of its host alive. If one of them refers to the
// runtime, neither is freed until Close. A panic in an Unfollow function ends the program then.
type MCLRuntime struct {
	handle
	owns  *closureSet
	mu    sync.Mutex
	woken chan struct{}
}

// Start begins to run the program, with at most so many vertices at once; 0 stands for a million or
// so. Nothing is computed before the first step.
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

// use gives the handle when no other goroutine has it, and says whether others wait now. A callback of
// its own step does not wait for that: the library says what it may do.
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

// freeMCLRuntime frees a runtime. A panic in a function that ends following goes on in the Go function
// that frees it.
func freeMCLRuntime(p unsafe.Pointer) {
	freed := C.go_called{cause: C.go_mcl_runtime_free((*C.pcty_mcl_runtime)(p))}
	raise(takeCause(&freed))
}

// Close ends the program: it ends what the program follows, and its senders do nothing any more. If a
// method is running, it does so when that returns. A panic in an Unfollow function goes on in the caller.
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

// Woken gives something whenever there is something to step for after there was nothing.
func (r *MCLRuntime) Woken() <-chan struct{} { return r.woken }

// SetTime says what time it is; who waits for a time that has come is announced.
func (r *MCLRuntime) SetTime(now time.Time) {
	native, locked := r.use()
	defer r.done(locked)
	C.pcty_mcl_runtime_set_time(native, C.int64_t(now.UnixMilli()))
}

// NextTime is the first time that somebody waits for, and whether somebody does.
func (r *MCLRuntime) NextTime() (next time.Time, waits bool) {
	native, locked := r.use()
	defer r.done(locked)
	found := C.go_mcl_runtime_next_time(native)
	return time.UnixMilli(int64(found.out)), bool(found.found)
}

// Step works until nothing is left to be computed, and says whether there is something new.
func (r *MCLRuntime) Step() (MCLProgress, error) {
	native, locked := r.use()
	defer r.done(locked)
	stepped := C.go_mcl_step(native)
	return MCLProgress(stepped.progress), failedFor(&stepped.called)
}

// Resources is the resource graph that a step has come to last; before that, one without
// resources.
func (r *MCLRuntime) Resources() (*MCLResources, error) {
	native, locked := r.use()
	defer r.done(locked)
	return ownMCLResources(C.go_mcl_runtime_resources(native))
}

// Run starts the program and drives it by the system's clock until the context is done, whose error
// it then returns. Apply is given each resource graph, and what is another in it than in the one
// before; its error ends the run.
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

// wait waits until there is something to step for.
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

// An MCLResource is a resource of a graph, or one to be built.
type MCLResource struct {
	Kind, Name string
	// Fields are those that are said, in the order of the kind.
	Fields []MCLFieldValue
	// Hidden says that it is there for others only, and Exports which hosts it is exported to.
	Hidden  bool
	Exports []string
	// Meta is what is to be said of meta parameters where a resource is built, by their names in
	// lower case; MCLResources.Meta reads those of a graph.
	Meta map[string]*Value
}

// An MCLFieldValue is a field and its value.
type MCLFieldValue struct {
	Name  string
	Value *Value
}

// Field is the value of a field, or nil where nothing is said of it.
func (r *MCLResource) Field(name string) *Value {
	for _, field := range r.Fields {
		if field.Name == name {
			return field.Value
		}
	}
	return nil
}

// String is `kind[name]`.
func (r *MCLResource) String() string { return r.Kind + "[" + r.Name + "]" }

// readMCLResource copies a resource that is lent; nil for NULL.
func readMCLResource(lent *C.pcty_mcl_resource) *MCLResource {
	if lent == nil {
		return nil
	}
	data := C.go_mcl_resource_info(lent).out
	r := &MCLResource{
		Kind: text(data.kind), Name: text(data.name), Hidden: bool(data.is_hidden),
		Fields: make([]MCLFieldValue, int(data.field_count)),
	}
	for at := range r.Fields {
		field := C.go_mcl_resource_field_at(lent, C.size_t(at)).out
		r.Fields[at] = MCLFieldValue{text(field.name), newValue(C.pcty_value_clone(field.value))}
	}
	for at := C.size_t(0); at < data.export_count; at++ {
		r.Exports = append(r.Exports, text(C.pcty_mcl_resource_export_at(lent, at)))
	}
	return r
}

// An MCLResources is a graph of resources. It never changes; any number of goroutines may use it.
type MCLResources struct{ handle }

func ownMCLResources(made C.go_out) (*MCLResources, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	r := &MCLResources{}
	r.own(mclResourcesHandle, made.out)
	return r, nil
}

// EmptyMCLResources is a graph without resources.
func EmptyMCLResources() *MCLResources {
	r := &MCLResources{}
	r.own(mclResourcesHandle, unsafe.Pointer(C.pcty_mcl_resources_empty()))
	return r
}

func (r *MCLResources) use() *C.pcty_mcl_resources { return (*C.pcty_mcl_resources)(r.acquire()) }

// Close frees the handle before the garbage collector does.
func (r *MCLResources) Close() { r.close() }

// Len is how many resources there are.
func (r *MCLResources) Len() int {
	defer r.release()
	return int(C.go_mcl_resources_info(r.use()).out.count)
}

// All are the resources: first those that are worked on, in the order of the program, then the
// hidden ones.
func (r *MCLResources) All() []*MCLResource {
	defer r.release()
	native := r.use()
	all := make([]*MCLResource, int(C.go_mcl_resources_info(native).out.count))
	for at := range all {
		all[at] = readMCLResource(C.pcty_mcl_resources_at(native, C.size_t(at)))
	}
	return all
}

// InOrder are the resources in an order in which whatever comes first by an edge stands first.
func (r *MCLResources) InOrder() []*MCLResource {
	defer r.release()
	native := r.use()
	all := make([]*MCLResource, int(C.go_mcl_resources_info(native).out.count))
	for at := range all {
		all[at] = readMCLResource(C.pcty_mcl_resources_in_order_at(native, C.size_t(at)))
	}
	return all
}

// Find is a resource by its kind and name, or nil.
func (r *MCLResources) Find(kind, name string) *MCLResource {
	defer r.release()
	native := r.use()
	found := C.go_mcl_resources_get(native, kind, name)
	if found.error != nil {
		C.pcty_error_free(found.error)
		return nil
	}
	return readMCLResource(C.pcty_mcl_resources_at(native, C.size_t(found.answer)))
}

// Meta is a meta parameter of a resource by its position, by the name in lower case.
func (r *MCLResources) Meta(at int, name string) (*Value, error) {
	defer r.release()
	return madeValue(C.go_mcl_resource_meta_get(C.pcty_mcl_resources_at(r.use(), C.size_t(at)), name))
}

// An MCLLink is an edge between two resources: the first comes before the second.
type MCLLink struct {
	From, To MCLReference
	// Notifies says that the second is refreshed when the first has changed, and Automatic that a
	// kind made the edge by itself.
	Notifies, Automatic bool
	// Sent is what the first sends into the Field of the second; both are empty where nothing is.
	Sent, Field string
}

// Links are the edges, and what is sent by some of them.
func (r *MCLResources) Links() []MCLLink {
	defer r.release()
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

// String is a line for each resource and each edge.
func (r *MCLResources) String() string {
	defer r.release()
	return takeString(C.pcty_mcl_resources_to_text(r.use(), C.PCTY_MCL_GRAPH_TEXT))
}

// Graphviz is the graph in that notation.
func (r *MCLResources) Graphviz() string {
	defer r.release()
	return takeString(C.pcty_mcl_resources_to_text(r.use(), C.PCTY_MCL_GRAPH_GRAPHVIZ))
}

// BuildMCLResources makes a graph of resources and links by the same rules as a program does; it
// knows the kinds of the host.
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
		if link.Notifies {
			flags = C.PCTY_MCL_EDGE_NOTIFY
		}
		var err error
		if link.Sent != "" || link.Field != "" {
			err = failed(C.go_mcl_builder_add_receive(builder, from.Kind, from.Name, link.Sent, to.Kind,
				to.Name, link.Field))
		} else {
			err = failed(C.go_mcl_builder_add_edge(builder, from.Kind, from.Name, to.Kind, to.Name, flags))
		}
		if err != nil {
			return nil, err
		}
	}
	built := C.go_run_mcl_builder_build(builder)
	if err := failedFor(&built); err != nil {
		return nil, err
	}
	r := &MCLResources{}
	r.own(mclResourcesHandle, built.out)
	return r, nil
}

func addMCLResource(h *C.pcty_mcl_host, builder *C.pcty_mcl_builder, resource *MCLResource) error {
	made := C.go_mcl_resource_builder_new(h, resource.Kind, resource.Name)
	if made.error != nil {
		return newError(made.error)
	}
	draft := (*C.pcty_mcl_resource_builder)(made.out)
	defer C.pcty_mcl_resource_builder_free(draft)
	for _, field := range resource.Fields {
		if err := setMCLField(draft, field.Name, field.Value); err != nil {
			return err
		}
	}
	for name, value := range resource.Meta {
		err := failed(C.go_mcl_resource_builder_set_meta(draft, name, value.use()))
		value.done()
		if err != nil {
			return err
		}
	}
	return failed(C.go_mcl_builder_add(builder, draft))
}

func setMCLField(draft *C.pcty_mcl_resource_builder, name string, value *Value) error {
	defer value.done()
	return failed(C.go_mcl_resource_builder_set_field(draft, name, value.use()))
}

// An MCLChange is what has become of a resource: Before is nil for one that was added, and After for
// one that was removed.
type MCLChange struct {
	Before, After *MCLResource
	// Fields and Meta are the names of what is another, of a resource that is in both graphs.
	Fields, Meta []string
}

// An MCLLinkChange is an edge, or something that is sent, that was added or removed.
type MCLLinkChange struct {
	MCLLink
	Removed bool
}

// An MCLDifference is what of a graph is another in the one after it.
type MCLDifference struct {
	// Changes are first the resources that were removed, then those that were added, then those that
	// are others.
	Changes []MCLChange
	Links   []MCLLinkChange
	text    string
}

// Empty says whether the graphs say the same.
func (d *MCLDifference) Empty() bool { return len(d.Changes) == 0 && len(d.Links) == 0 }

// String is a line each: `+` what was added, `-` what was removed, `~` what is another.
func (d *MCLDifference) String() string { return d.text }

// Difference is what is another in the graph after this one.
func (r *MCLResources) Difference(after *MCLResources) (*MCLDifference, error) {
	defer r.release()
	defer after.release()
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
