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

// An MCLSender announces that the answer to something that is followed is another one now. Any
// goroutine may use it, also while a runtime steps and after it has ended.
type MCLSender struct{ handle }

func newMCLSender(taken *C.pcty_mcl_sender) *MCLSender {
	s := &MCLSender{}
	s.own(mclSenderHandle, unsafe.Pointer(taken))
	return s
}

// Send announces that the answer is another one now.
func (s *MCLSender) Send() {
	defer s.release()
	C.pcty_mcl_sender_send((*C.pcty_mcl_sender)(s.acquire()))
}

// Fail announces that what is followed has failed for good, which ends the program.
func (s *MCLSender) Fail(err error) {
	failure, _ := errorOf(err)
	defer C.pcty_error_free(failure)
	defer s.release()
	C.pcty_mcl_sender_fail((*C.pcty_mcl_sender)(s.acquire()), failure)
}

// ID is a number that no other sender has meanwhile.
func (s *MCLSender) ID() uint64 {
	defer s.release()
	return uint64(C.pcty_mcl_sender_id((*C.pcty_mcl_sender)(s.acquire())))
}

// Close frees the handle before the garbage collector does. A closed sender announces nothing.
func (s *MCLSender) Close() { s.close() }

// An MCLFollow begins to announce through the sender when the answer of a function to these
// arguments is another one; again when the arguments have changed, which ends what was begun
// before with the sender of the same ID. Its error ends the program.
type MCLFollow func(function string, args []*Value, sender *MCLSender) error

// An MCLUnfollow ends what was begun with a sender of the same ID.
type MCLUnfollow func(sender *MCLSender)

// An MCLFunction is a function that a host gives programs. Say a Signature, such as
// `func(key ?1, values map{?1: ?2}) ?2`, or find the type of each call with Infer.
//
// An error of Call stands in the place of the value, and `<|>` recovers from it, unless it is an
// *Error of another code than ErrCallback or ErrNotFound: such a one ends the program.
type MCLFunction struct {
	// Name is known with its module: `strings.shout`.
	Name      string
	Signature string
	// Infer finds the function type of a call from the types of its arguments, those that are
	// known already (nil in the place of others), and the type of its result.
	Infer func(types []*Type, values []*Value, result *Type) (*Type, error)
	// Call computes the value; the type is that which was found for the call. Nil without an error
	// says that a function that streams has no value yet.
	Call func(args []*Value, t *Type) (*Value, error)
	// Pure says that the same arguments always give the same value; Speculative that it is pure and
	// may be called while a program is compiled.
	Pure, Speculative bool
	// Follow makes it a streaming function, neither pure nor speculative.
	Follow   MCLFollow
	Unfollow MCLUnfollow
}

// An MCLWorld answers what functions ask of the world: `os.readfile`, `sys.hostname`, and the
// questions of the language itself that the C header lists. A nil value without an error says that
// the question is not answered; errors count as those of an MCLFunction's Call.
type MCLWorld struct {
	Answer   func(question string, args []*Value, returns *Type) (*Value, error)
	Follow   MCLFollow
	Unfollow MCLUnfollow
}

// An MCLReference is a resource by its kind and name.
type MCLReference struct{ Kind, Name string }

// An MCLField is a field of a kind, or something that it sends. The type is written as the language
// writes types; Stored and Storage may be empty.
type MCLField struct{ Name, Type, Stored, Storage string }

// An MCLTrait is what resources of a kind can do.
type MCLTrait uint32

// The traits of kinds, to be combined by |.
const (
	MCLSends     MCLTrait = C.PCTY_MCL_TRAIT_SENDS
	MCLReceives  MCLTrait = C.PCTY_MCL_TRAIT_RECEIVES
	MCLRefreshes MCLTrait = C.PCTY_MCL_TRAIT_REFRESHES
	MCLGroups    MCLTrait = C.PCTY_MCL_TRAIT_GROUPS
	MCLHasEdges  MCLTrait = C.PCTY_MCL_TRAIT_HAS_EDGES
	MCLReverses  MCLTrait = C.PCTY_MCL_TRAIT_REVERSES
	MCLExports   MCLTrait = C.PCTY_MCL_TRAIT_EXPORTS
	MCLMerges    MCLTrait = C.PCTY_MCL_TRAIT_MERGES
)

// An MCLKind is a kind of resource, and what is said of its resources besides; each function may
// be nil. Several goroutines may call them at once.
type MCLKind struct {
	Name   string
	Fields []MCLField
	Sends  []MCLField
	Traits MCLTrait
	// Validate says why a resource cannot be as it is.
	Validate func(*MCLResource) error
	// Compare says what differs of two resources of one name; ErrUnsupported lets the rule of other
	// kinds hold.
	Compare func(first, second *MCLResource) error
	// Merge gives the fields to set in the first of two of one name.
	Merge func(first, second *MCLResource) (map[string]*Value, error)
	// After is what a resource comes after by itself: of each list the first that the graph has.
	After func(*MCLResource) [][]MCLReference
	// Collect gives the fields of a resource of what another host has exported.
	Collect func(data string) (map[string]*Value, error)
}

// An mclReader finds the text of a file.
type mclReader func(path string) (text string, found bool, err error)

// An MCLHost is what programs of mcl are given: kinds of resources, functions, variables, files,
// modules, and who answers what functions ask of the world.
//
// Any number of goroutines may use and change one: a program has what it had when it was compiled.
type MCLHost struct{ changing }

// NewMCLHost is one that gives the core functions alone.
func NewMCLHost() *MCLHost {
	return &MCLHost{changing: newChanging(mclHostHandle, unsafe.Pointer(C.pcty_mcl_host_new()))}
}

// Close frees what the host holds before the garbage collector does.
func (h *MCLHost) Close() { h.parts().close() }

func (h *MCLHost) parts() *changing {
	if h == nil {
		return nil
	}
	return &h.changing
}

func (h *MCLHost) now() (p *C.pcty_mcl_host, in usage) { return use[C.pcty_mcl_host](h.parts()) }

func (h *MCLHost) change(how func(*C.pcty_mcl_host) *C.pcty_error) error {
	return change(h.parts(), func(p *C.pcty_mcl_host) error { return failed(how(p)) })
}

// own changes the host so that the library calls Go through it by a key.
func (h *MCLHost) own(key string, called any, how func(*C.pcty_mcl_host, C.uintptr_t) *C.pcty_error) error {
	return changeOwned(h.parts(), key, func(p *C.pcty_mcl_host) (*closureSet, error) {
		owns := lent(called)
		return owns, failed(how(p, owns.number()))
	})
}

// AddKinds adds the kinds of a JSON document: an array of kinds, or one after another, in the form
// that the C header has.
func (h *MCLHost) AddKinds(json string) error {
	return h.change(func(p *C.pcty_mcl_host) *C.pcty_error { return C.go_mcl_host_add_kinds(p, json) })
}

// AddKind adds a kind, in place of an earlier one of that name.
func (h *MCLHost) AddKind(kind MCLKind) error { return h.kind(kind, false) }

// SetKindFunctions gives a kind that there is the functions of another value, which needs nothing
// else but the name.
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

// SetVariable defines a variable of a module, or one that is always there if the module is empty.
func (h *MCLHost) SetVariable(module, name string, value *Value) error {
	defer value.done()
	v := value.use()
	return h.change(func(p *C.pcty_mcl_host) *C.pcty_error {
		return C.go_mcl_host_set_variable(p, module, name, v)
	})
}

// AddSource adds a text of the language to a module of the system; path is what messages call it.
func (h *MCLHost) AddSource(module, program, path string) error {
	return h.change(func(p *C.pcty_mcl_host) *C.pcty_error {
		return C.go_mcl_host_add_source(p, module, program, path)
	})
}

// AddFunction defines a function, in place of an earlier one or of the language's own.
func (h *MCLHost) AddFunction(function MCLFunction) error {
	if function.Call == nil {
		return Errorf(ErrInvalidArgument, "the function %s has no Call", function.Name)
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

// SetFiles has the files of the deploy come from a file system, whose root is the deploy's.
func (h *MCLHost) SetFiles(files fs.FS) error {
	return h.own("files", readerOf(files), func(p *C.pcty_mcl_host, host C.uintptr_t) *C.pcty_error {
		return C.go_mcl_host_set_files(p, host)
	})
}

// SetModules has modules from elsewhere come from a file system: `example.com/web/metadata.yaml`.
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

// SetWorld says who answers what functions ask of the world.
func (h *MCLHost) SetWorld(world MCLWorld) error {
	if world.Answer == nil {
		return Errorf(ErrInvalidArgument, "the world has no Answer")
	}
	return h.own("world", &world, func(p *C.pcty_mcl_host, host C.uintptr_t) *C.pcty_error {
		return C.go_mcl_host_set_world(p, host)
	})
}

// What may be followed.
type mclFollowed interface {
	following() (MCLFollow, MCLUnfollow)
}

func (f *MCLFunction) following() (MCLFollow, MCLUnfollow) { return f.Follow, f.Unfollow }
func (w *MCLWorld) following() (MCLFollow, MCLUnfollow)    { return w.Follow, w.Unfollow }

// addMCLWish says what a resource comes after: the first of these that the graph has.
func addMCLWish(wishes *C.pcty_mcl_dependencies, any []MCLReference) error {
	kinds, names := make([]string, len(any)), make([]string, len(any))
	for at, one := range any {
		kinds[at], names[at] = one.Kind, one.Name
	}
	kindText, kindLengths, _ := pack(kinds).args()
	text, lengths, count := pack(names).args()
	return failed(C.go_mcl_dependencies_add(wishes, kindText, kindLengths, text, lengths, count))
}
