//go:build !polycty_no_mcl

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"errors"
	"io/fs"
	"strings"
	"unsafe"
)

// An MCLSender announces that the result of a followed function or question has changed. Any
// goroutine may use it, also during a step of a runtime and after the runtime has ended.
type MCLSender struct{ handle }

func newMCLSender(taken *C.pcty_mcl_sender) *MCLSender {
	s := &MCLSender{}
	s.own(mclSenderHandle, unsafe.Pointer(taken))
	return s
}

// Send announces a changed result.
func (s *MCLSender) Send() {
	defer s.release()
	C.pcty_mcl_sender_send((*C.pcty_mcl_sender)(s.acquire()))
}

// Fail announces a permanent failure, which ends the program.
func (s *MCLSender) Fail(err error) {
	failure, _ := errorOf(err)
	defer C.pcty_error_free(failure)
	defer s.release()
	C.pcty_mcl_sender_fail((*C.pcty_mcl_sender)(s.acquire()), failure)
}

// ID returns a number that is unique among the senders in use.
func (s *MCLSender) ID() uint64 {
	defer s.release()
	return uint64(C.pcty_mcl_sender_id((*C.pcty_mcl_sender)(s.acquire())))
}

// Close frees the handle without waiting for the garbage collector. A closed sender has no effect.
func (s *MCLSender) Close() { s.close() }

// An MCLFollow starts to announce through the sender when the result of a function for these
// arguments changes. It is called again when the arguments have changed; this ends the earlier
// announcements by the sender of the same ID. An error ends the program.
type MCLFollow func(function string, args []*Value, sender *MCLSender) error

// An MCLUnfollow ends the announcements by a sender of the same ID.
type MCLUnfollow func(sender *MCLSender)

// An MCLFunction is a function that a host defines for programs. Set Signature, such as `func(key
// ?1, values map{?1: ?2}) ?2`, or Infer, which returns the type of each call.
//
// An error of Call replaces the value, and `<|>` recovers from it. Only an *Error with a code other
// than ErrCallback or ErrNotFound ends the program.
type MCLFunction struct {
	// Name includes the module: `strings.shout`.
	Name      string
	Signature string
	// Infer returns the function type of a call. It receives the types of the arguments, the values
	// that are already known (nil for others), and the type of the result.
	Infer func(types []*Type, values []*Value, result *Type) (*Type, error)
	// Call computes the value; t is the function type of the call. Nil without an error means that a
	// streaming function does not have a value yet.
	Call func(args []*Value, t *Type) (*Value, error)
	// Pure means that equal arguments always have equal results. Speculative means that the function
	// is pure and may be called during compilation.
	Pure, Speculative bool
	// Follow makes the function a streaming function, which is neither pure nor speculative.
	Follow   MCLFollow
	Unfollow MCLUnfollow
}

// An MCLWorld answers questions of functions about the system: `os.readfile`, `sys.hostname`, and
// the questions of the language itself that the C header lists. A nil value without an error means
// that the question is not supported; errors have the same effect as errors of an MCLFunction's
// Call.
type MCLWorld struct {
	Answer   func(question string, args []*Value, returns *Type) (*Value, error)
	Follow   MCLFollow
	Unfollow MCLUnfollow
}

// An MCLReference identifies a resource by its kind and name.
type MCLReference struct{ Kind, Name string }

// An MCLField is a field of a kind, or a value that it sends. Type is in the notation of the
// language; Stored and Storage may be empty.
type MCLField struct{ Name, Type, Stored, Storage string }

// An MCLKind is a kind of resource, with functions for its resources; each function may be nil.
// Several goroutines may call the functions at once.
type MCLKind struct {
	Name   string
	Fields []MCLField
	Sends  []MCLField
	Traits MCLTrait
	// Validate returns an error if a resource is invalid.
	Validate func(*MCLResource) error
	// Compare returns an error if two resources of the same name differ; ErrUnsupported selects the
	// rule for kinds without Compare.
	Compare func(first, second *MCLResource) error
	// Merge returns the fields to set in the first of two resources of the same name.
	Merge func(first, second *MCLResource) (map[string]*Value, error)
	// After returns the automatic dependencies of a resource: of each list, the first that is in the
	// graph.
	After func(*MCLResource) [][]MCLReference
	// Collect returns the fields of a resource from data that a different host has exported.
	Collect func(data string) (map[string]*Value, error)
}

// An mclReader returns the text of a file.
type mclReader func(path string) (text string, found bool, err error)

// An MCLHost is the environment of mcl programs: kinds of resources, functions, variables, files,
// modules, and the MCLWorld.
//
// Any number of goroutines may use and change a host; a program uses the host as it was when the
// program was compiled.
type MCLHost struct{ changing }

// AddKind adds a kind. It replaces an earlier kind of the name.
func (h *MCLHost) AddKind(kind MCLKind) error { return h.kind(kind, false) }

// SetKindFunctions sets the functions of an existing kind. The argument needs only the name and the
// functions.
func (h *MCLHost) SetKindFunctions(kind MCLKind) error { return h.kind(kind, true) }

func (h *MCLHost) kind(kind MCLKind, known bool) error {
	texts := []string{kind.Name}
	for _, fields := range [][]MCLField{kind.Fields, kind.Sends} {
		for _, field := range fields {
			texts = append(texts, field.Name, field.Type, field.Stored, field.Storage)
		}
	}
	text, lengths, _ := pack(texts).args()
	given := C.go_mcl_kind_functions{
		validate: kind.Validate != nil, compare: kind.Compare != nil,
		merge: kind.Merge != nil, after: kind.After != nil, collect: kind.Collect != nil,
	}
	return h.own("kind "+kind.Name, &kind, func(p *C.pcty_mcl_host, host C.uintptr_t) *C.pcty_error {
		return C.go_mcl_host_kind(p, C.bool(known), text, lengths, C.size_t(len(kind.Fields)),
			C.size_t(len(kind.Sends)), C.pcty_mcl_trait_flags(kind.Traits), given, host)
	})
}

// AddFunction defines a function. It replaces an earlier function or a function of the language.
func (h *MCLHost) AddFunction(function MCLFunction) error {
	if function.Call == nil {
		return Errorf(ErrInvalidArgument, "the function %s: `Call` is nil", function.Name)
	}
	var flags C.pcty_mcl_function_flags
	if function.Pure || function.Speculative {
		flags |= C.PCTY_MCL_FUNCTION_PURE
	}
	if function.Speculative {
		flags |= C.PCTY_MCL_FUNCTION_SPECULATIVE
	}
	return h.own("function "+function.Name, &function, func(p *C.pcty_mcl_host, host C.uintptr_t) *C.pcty_error {
		return C.go_mcl_host_function(p, function.Name, function.Signature, flags,
			C.bool(function.Infer != nil), C.bool(function.Follow != nil), host)
	})
}

// SetFiles sets the file system of the deploy; its root is the root of the deploy.
func (h *MCLHost) SetFiles(files fs.FS) error {
	return h.own("files", readerOf(files), func(p *C.pcty_mcl_host, host C.uintptr_t) *C.pcty_error {
		return C.go_mcl_host_set_files(p, host)
	})
}

// SetModules sets the file system of external modules, with paths such as
// `example.com/web/metadata.yaml`.
func (h *MCLHost) SetModules(modules fs.FS) error {
	return h.own("modules", readerOf(modules), func(p *C.pcty_mcl_host, host C.uintptr_t) *C.pcty_error {
		return C.go_mcl_host_set_modules(p, host)
	})
}

func readerOf(files fs.FS) mclReader {
	return func(path string) (string, bool, error) {
		name := strings.Trim(path, "/")
		if name == "" {
			return "", false, nil
		}
		text, err := fs.ReadFile(files, name)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
			return "", false, nil
		}
		return string(text), err == nil, err
	}
}

// SetWorld sets the MCLWorld, which answers questions about the system.
func (h *MCLHost) SetWorld(world MCLWorld) error {
	if world.Answer == nil {
		return Errorf(ErrInvalidArgument, "the world: `Answer` is nil")
	}
	return h.own("world", &world, func(p *C.pcty_mcl_host, host C.uintptr_t) *C.pcty_error {
		return C.go_mcl_host_set_world(p, host)
	})
}

// An mclFollowed has functions that start and end following.
type mclFollowed interface {
	following() (MCLFollow, MCLUnfollow)
}

func (f *MCLFunction) following() (MCLFollow, MCLUnfollow) { return f.Follow, f.Unfollow }
func (w *MCLWorld) following() (MCLFollow, MCLUnfollow)    { return w.Follow, w.Unfollow }

// addMCLDependency adds a dependency: the first of the references that is in the graph.
func addMCLDependency(dependencies *C.pcty_mcl_dependencies, any []MCLReference) error {
	kinds, names := make([]string, len(any)), make([]string, len(any))
	for at, one := range any {
		kinds[at], names[at] = one.Kind, one.Name
	}
	kindText, kindLengths, _ := pack(kinds).args()
	text, lengths, count := pack(names).args()
	return failed(C.go_mcl_dependencies_add(dependencies, kindText, kindLengths, text, lengths, count))
}
