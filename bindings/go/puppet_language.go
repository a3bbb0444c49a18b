//go:build !polycty_no_puppet

package polycty

// #include "handmade.h"
// #include "shims.h"
import "C"

import (
	"errors"
	"io/fs"
	"time"
)

// A PuppetBlock calls the block of a call. It is valid while the function that received it runs.
// The function must return the error of the block.
type PuppetBlock func(args ...*Value) (*Value, error)

// The Go objects that an environment keeps.
type (
	puppetFunction func(args []*Value, block PuppetBlock) (*Value, error)
	puppetLogger   func(level PuppetLevel, message string) error
	puppetLoader   func(sought PuppetLoadKind, name string) (text, file string, found bool, err error)
	puppetHost     func(question PuppetQuestion, args []*Value) (*Value, error)
)

// ErrPuppetUnanswered is the error that a host returns for a question that it does not support.
var ErrPuppetUnanswered = errors.New("the host does not support the question")

// A PuppetEnvironment is the environment of a program: variables, functions, aliases, the loader of
// definitions, the logger, and the strictness of the language.
//
// Any number of goroutines may use and change an environment; an evaluation uses it as it was when
// the evaluation started. An error that its functions return ends the evaluation and is the cause
// of its error.
type PuppetEnvironment struct{ changing }

// SetStrictness selects the treatment of probable mistakes.
func (e *PuppetEnvironment) SetStrictness(s PuppetStrictness) error {
	return e.change(func(p *C.pcty_puppet_environment) *C.pcty_error {
		return C.go_puppet_environment_set_options(p, C.pcty_puppet_environment_options{strictness: C.pcty_puppet_strictness(s)})
	})
}

// AllowUnknownVariables selects whether undefined variables are undef or errors. The default is
// errors.
func (e *PuppetEnvironment) AllowUnknownVariables(allowed bool) error {
	which := C.pcty_puppet_unknown(C.PCTY_PUPPET_UNKNOWN_REFUSED)
	if allowed {
		which = C.PCTY_PUPPET_UNKNOWN_UNDEF
	}
	return e.change(func(p *C.pcty_puppet_environment) *C.pcty_error {
		return C.go_puppet_environment_set_options(p, C.pcty_puppet_environment_options{unknown_variables: which})
	})
}

// AllowResources selects whether declarations of resources evaluate to references or are errors.
// The default is errors.
func (e *PuppetEnvironment) AllowResources(allowed bool) error {
	which := C.pcty_puppet_resources(C.PCTY_PUPPET_RESOURCES_REFUSED)
	if allowed {
		which = C.PCTY_PUPPET_RESOURCES_REFERENCED
	}
	return e.change(func(p *C.pcty_puppet_environment) *C.pcty_error {
		return C.go_puppet_environment_set_options(p, C.pcty_puppet_environment_options{resources: which})
	})
}

// SetAliases makes aliases available to every program.
func (e *PuppetEnvironment) SetAliases(aliases *PuppetAliases) error {
	defer aliases.done()
	a := aliases.use()
	return e.change(func(p *C.pcty_puppet_environment) *C.pcty_error {
		return C.go_puppet_environment_set_options(p, C.pcty_puppet_environment_options{aliases: a})
	})
}

// SetTime sets the current time. Without it, functions that need the current time return an error.
func (e *PuppetEnvironment) SetTime(now time.Time) error {
	native := C.pcty_puppet_time{seconds: C.int64_t(now.Unix()), nanoseconds: C.uint32_t(now.Nanosecond())}
	return e.change(func(p *C.pcty_puppet_environment) *C.pcty_error {
		return C.go_puppet_environment_set_time(p, native)
	})
}

// SetFunction defines a function. Signatures are in the notation of messages: `String[1] name, Any
// value?, Callable[1, 1] block?`; without signatures, every call is valid. The block is nil if the
// call has none.
func (e *PuppetEnvironment) SetFunction(name string, signatures []string,
	function func(args []*Value, block PuppetBlock) (*Value, error)) error {
	text, lengths, count := pack(signatures).args()
	return e.own("function "+name, puppetFunction(function), func(p *C.pcty_puppet_environment, host C.uintptr_t) *C.pcty_error {
		return C.go_puppet_environment_add_function(p, name, text, lengths, count, host)
	})
}

// SetLogger sets the receiver of messages.
func (e *PuppetEnvironment) SetLogger(logger func(level PuppetLevel, message string) error) error {
	return e.own("logger", puppetLogger(logger), func(p *C.pcty_puppet_environment, host C.uintptr_t) *C.pcty_error {
		return C.go_puppet_environment_set_logger(p, host)
	})
}

// SetLoader sets the source of definitions that a program does not contain: the loader returns the
// text that defines a qualified lower-case name, and the name of the text in errors.
func (e *PuppetEnvironment) SetLoader(loader func(sought PuppetLoadKind, name string) (text, file string, found bool, err error)) error {
	return e.own("loader", puppetLoader(loader), func(p *C.pcty_puppet_environment, host C.uintptr_t) *C.pcty_error {
		return C.go_puppet_environment_set_loader(p, host)
	})
}

// PuppetModuleFile returns the path of the file that defines a name in a directory of modules,
// relative to the directory; false for a name that no file of a module can define.
func PuppetModuleFile(directory string, sought PuppetLoadKind, name string) (file string, found bool) {
	made := C.go_puppet_module_file(directory, name, C.pcty_puppet_load_kind(sought))
	if made.error != nil {
		C.pcty_error_free(made.error)
		return "", false
	}
	return takeString((*C.pcty_string)(made.out)), made.out != nil
}

// SetModules sets a directory of modules, such as os.DirFS("modules"), as the source of
// definitions, as SetLoader does.
func (e *PuppetEnvironment) SetModules(modules fs.FS) error {
	return e.SetLoader(func(sought PuppetLoadKind, name string) (string, string, bool, error) {
		file, found := PuppetModuleFile("", sought, name)
		if !found {
			return "", "", false, nil
		}
		text, err := fs.ReadFile(modules, file)
		if errors.Is(err, fs.ErrNotExist) {
			return "", "", false, nil
		}
		return string(text), file, err == nil, err
	})
}

// SetHost sets the function that answers questions of functions about the system. A nil value means
// that the object does not exist, and ErrPuppetUnanswered that the host does not support the
// question.
func (e *PuppetEnvironment) SetHost(host func(question PuppetQuestion, args []*Value) (*Value, error)) error {
	return e.own("host", puppetHost(host), func(p *C.pcty_puppet_environment, host C.uintptr_t) *C.pcty_error {
		return C.go_puppet_environment_set_answer(p, host)
	})
}

// A PuppetManifest is a parsed and checked manifest, expression or template. It is immutable; any
// number of goroutines may use it.
type PuppetManifest struct{ handle }

func parsePuppet(text, file string, syntax C.pcty_puppet_syntax, s PuppetStrictness) (*PuppetManifest, error) {
	if s == 0 {
		s = PuppetStrict
	}
	return ownManifest(C.go_puppet_manifest_parse(text, file, syntax, C.pcty_puppet_strictness(s), C.PCTY_PUPPET_CURRENT), len(text))
}

func ownManifest(made C.go_out, length int) (*PuppetManifest, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	m := newPuppetManifest((*C.pcty_puppet_manifest)(made.out))
	m.weighText(length, manifestBytes)
	return m, nil
}

// ParsePuppetManifest parses a manifest or an expression. Errors use the name in file; the zero
// strictness is PuppetStrict.
func ParsePuppetManifest(text, file string, s PuppetStrictness) (*PuppetManifest, error) {
	return parsePuppet(text, file, C.PCTY_PUPPET_MANIFEST, s)
}

// ParseManifest parses a manifest or an expression in the mode of the rules, which is also used for
// evaluation.
func (r PuppetRules) ParseManifest(text, file string, s PuppetStrictness) (*PuppetManifest, error) {
	if s == 0 {
		s = PuppetStrict
	}
	return ownManifest(C.go_puppet_manifest_parse(text, file, C.PCTY_PUPPET_MANIFEST, C.pcty_puppet_strictness(s), r.mode()), len(text))
}

// ParsePuppetTemplate parses a template: text with code between `<%` and `%>`.
func ParsePuppetTemplate(text, file string, s PuppetStrictness) (*PuppetManifest, error) {
	return parsePuppet(text, file, C.PCTY_PUPPET_TEMPLATE, s)
}

// Warnings returns the warnings about the text, or nil.
func (m *PuppetManifest) Warnings() []Diagnostic {
	defer m.done()
	told := C.pcty_error_clone(C.go_puppet_manifest_info(m.use()).out.warnings)
	if told == nil {
		return nil
	}
	var found *Error
	if errors.As(newError(told), &found) {
		return found.Diagnostics
	}
	return nil
}

// Render returns the output of a template; the parameters are a Hash by name, or nil.
func (m *PuppetManifest) Render(parameters *Value, e *PuppetEnvironment) (string, error) {
	p, state := e.now()
	defer state.done()
	defer m.done()
	var given *C.pcty_value
	if parameters != nil {
		defer parameters.done()
		given = parameters.use()
	}
	made := C.go_run_puppet_manifest_render(m.use(), given, p)
	if err := failedFor(&made); err != nil {
		return "", err
	}
	return takeString((*C.pcty_string)(made.out)), nil
}

// callPuppetBlock calls the block of a running call.
func callPuppetBlock(call *C.pcty_puppet_call, args []*Value) (*Value, error) {
	pointers, count := useValues(args).args()
	defer doneValues(args)
	return calledValue(C.go_run_puppet_call_block(call, pointers, count))
}
