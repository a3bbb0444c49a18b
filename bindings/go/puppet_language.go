//go:build !polycty_no_puppet

package polycty

// #include "handmade.h"
// #include "shims.h"
import "C"

import (
	"errors"
	"io/fs"
	"time"
	"unsafe"
)

// A PuppetStrictness is what becomes of things that are probably wrong.
type PuppetStrictness uint32

const (
	// PuppetStrict has them be errors, as they are by default.
	PuppetStrict PuppetStrictness = C.PCTY_PUPPET_STRICT_ERROR
	// PuppetWarning has them told.
	PuppetWarning PuppetStrictness = C.PCTY_PUPPET_STRICT_WARNING
	// PuppetLax lets them pass.
	PuppetLax PuppetStrictness = C.PCTY_PUPPET_STRICT_OFF
)

// A PuppetLevel is how urgent a message is.
type PuppetLevel uint32

// The levels of messages.
const (
	PuppetLevelDebug   PuppetLevel = C.PCTY_PUPPET_LEVEL_DEBUG
	PuppetLevelInfo    PuppetLevel = C.PCTY_PUPPET_LEVEL_INFO
	PuppetLevelNotice  PuppetLevel = C.PCTY_PUPPET_LEVEL_NOTICE
	PuppetLevelWarning PuppetLevel = C.PCTY_PUPPET_LEVEL_WARNING
	PuppetLevelErr     PuppetLevel = C.PCTY_PUPPET_LEVEL_ERR
	PuppetLevelAlert   PuppetLevel = C.PCTY_PUPPET_LEVEL_ALERT
	PuppetLevelEmerg   PuppetLevel = C.PCTY_PUPPET_LEVEL_EMERG
	PuppetLevelCrit    PuppetLevel = C.PCTY_PUPPET_LEVEL_CRIT
)

// A PuppetLoadKind is which definition of a name is looked for.
type PuppetLoadKind uint32

// The definitions of names, each in a file of a module's folder.
const (
	PuppetLoadFunction PuppetLoadKind = C.PCTY_PUPPET_LOAD_FUNCTION
	PuppetLoadType     PuppetLoadKind = C.PCTY_PUPPET_LOAD_TYPE
	PuppetLoadClass    PuppetLoadKind = C.PCTY_PUPPET_LOAD_CLASS
	PuppetLoadTemplate PuppetLoadKind = C.PCTY_PUPPET_LOAD_TEMPLATE
)

// A PuppetQuestion is what a function asks of the world. The constants of the C header say
// which arguments come with each.
type PuppetQuestion uint32

// The questions.
const (
	PuppetQuestionLookup   PuppetQuestion = C.PCTY_PUPPET_QUESTION_LOOKUP
	PuppetQuestionFindFile PuppetQuestion = C.PCTY_PUPPET_QUESTION_FIND_FILE
	PuppetQuestionReadFile PuppetQuestion = C.PCTY_PUPPET_QUESTION_READ_FILE
	PuppetQuestionGenerate PuppetQuestion = C.PCTY_PUPPET_QUESTION_GENERATE
	PuppetQuestionDefined  PuppetQuestion = C.PCTY_PUPPET_QUESTION_DEFINED
	PuppetQuestionCatalog  PuppetQuestion = C.PCTY_PUPPET_QUESTION_CATALOG
)

// A PuppetBlock calls the block of a call, while the function that was given it runs. Its
// error is one that the function has to return.
type PuppetBlock func(args ...*Value) (*Value, error)

// What an environment keeps of Go.
type (
	puppetFunction func(args []*Value, block PuppetBlock) (*Value, error)
	puppetLogger   func(level PuppetLevel, message string) error
	puppetLoader   func(sought PuppetLoadKind, name string) (text, file string, found bool, err error)
	puppetHost     func(question PuppetQuestion, args []*Value) (*Value, error)
)

// ErrPuppetUnanswered is what a host returns for a question that it does not answer.
var ErrPuppetUnanswered = errors.New("the host does not answer such questions")

// A PuppetEnvironment is what a program stands in: variables, functions, aliases, where
// definitions come from and messages go, and how strict the language is.
//
// Any number of goroutines may use and change one: an evaluation sees it as it was when it
// began. What its functions return as an error ends the evaluation and is the cause of its error.
type PuppetEnvironment struct{ changing }

// NewPuppetEnvironment is the language alone, as strict as it usually is.
func NewPuppetEnvironment() *PuppetEnvironment {
	taken := unsafe.Pointer(C.pcty_puppet_environment_new())
	return &PuppetEnvironment{changing: newChanging(environmentHandle, taken)}
}

// Close frees what the environment holds before the garbage collector does.
func (e *PuppetEnvironment) Close() { e.parts().close() }

func (e *PuppetEnvironment) evaluated() (p *C.pcty_puppet_environment, in usage) {
	return use[C.pcty_puppet_environment](e.parts())
}

func (e *PuppetEnvironment) change(how func(*C.pcty_puppet_environment) *C.pcty_error) error {
	return change(e.parts(), func(p *C.pcty_puppet_environment) error { return failed(how(p)) })
}

// own changes the environment so that the library calls a Go function by a key.
func (e *PuppetEnvironment) own(key string, function any, how func(*C.pcty_puppet_environment, C.uintptr_t) *C.pcty_error) error {
	return changeOwned(e.parts(), key, func(p *C.pcty_puppet_environment) (*closureSet, error) {
		owns := lent(function)
		return owns, failed(how(p, owns.number()))
	})
}

// parts is what changes of it, if there is one.
func (e *PuppetEnvironment) parts() *changing {
	if e == nil {
		return nil
	}
	return &e.changing
}

// SetVariable defines a variable of the top scope, by its name without `$`.
func (e *PuppetEnvironment) SetVariable(name string, value *Value) error {
	defer value.done()
	v := value.use()
	return e.change(func(p *C.pcty_puppet_environment) *C.pcty_error {
		return C.go_puppet_environment_set_variable(p, name, v)
	})
}

// SetStrictness says what becomes of things that are probably wrong.
func (e *PuppetEnvironment) SetStrictness(s PuppetStrictness) error {
	return e.change(func(p *C.pcty_puppet_environment) *C.pcty_error {
		return C.go_puppet_environment_set(p, C.pcty_puppet_environment_options{strictness: C.pcty_puppet_strictness(s)})
	})
}

// AllowUnknownVariables has variables be undef that nothing defines, or be errors, as they are by
// default.
func (e *PuppetEnvironment) AllowUnknownVariables(allowed bool) error {
	which := C.pcty_puppet_unknown(C.PCTY_PUPPET_UNKNOWN_REFUSED)
	if allowed {
		which = C.PCTY_PUPPET_UNKNOWN_UNDEF
	}
	return e.change(func(p *C.pcty_puppet_environment) *C.pcty_error {
		return C.go_puppet_environment_set(p, C.pcty_puppet_environment_options{unknown_variables: which})
	})
}

// AllowResources has declarations of resources be the references to them, or be errors, as they
// are by default.
func (e *PuppetEnvironment) AllowResources(allowed bool) error {
	which := C.pcty_puppet_resources(C.PCTY_PUPPET_RESOURCES_REFUSED)
	if allowed {
		which = C.PCTY_PUPPET_RESOURCES_REFERENCED
	}
	return e.change(func(p *C.pcty_puppet_environment) *C.pcty_error {
		return C.go_puppet_environment_set(p, C.pcty_puppet_environment_options{resources: which})
	})
}

// SetAliases lets every program know these aliases.
func (e *PuppetEnvironment) SetAliases(aliases *PuppetAliases) error {
	defer aliases.done()
	a := aliases.use()
	return e.change(func(p *C.pcty_puppet_environment) *C.pcty_error {
		return C.go_puppet_environment_set(p, C.pcty_puppet_environment_options{aliases: a})
	})
}

// SetTime sets the current time. Without it, functions that need the current time return an error.
func (e *PuppetEnvironment) SetTime(now time.Time) error {
	native := C.pcty_puppet_time{seconds: C.int64_t(now.Unix()), nanoseconds: C.uint32_t(now.Nanosecond())}
	return e.change(func(p *C.pcty_puppet_environment) *C.pcty_error {
		return C.go_puppet_environment_set_time(p, native)
	})
}

// SetFunction defines a function. Signatures are written as messages write them: `String[1]
// name, Any value?, Callable[1, 1] block?`; without any, every call fits. The block is nil
// where the call has none.
func (e *PuppetEnvironment) SetFunction(name string, signatures []string,
	function func(args []*Value, block PuppetBlock) (*Value, error)) error {
	text, lengths, count := pack(signatures).args()
	return e.own("function "+name, puppetFunction(function), func(p *C.pcty_puppet_environment, host C.uintptr_t) *C.pcty_error {
		return C.go_puppet_environment_set_function(p, name, text, lengths, count, host)
	})
}

// SetLogger says where messages go.
func (e *PuppetEnvironment) SetLogger(logger func(level PuppetLevel, message string) error) error {
	return e.own("logger", puppetLogger(logger), func(p *C.pcty_puppet_environment, host C.uintptr_t) *C.pcty_error {
		return C.go_puppet_environment_set_logger(p, host)
	})
}

// SetLoader says where definitions come from that a program does not have itself: the text that
// defines a qualified name in lower case, and what errors call it.
func (e *PuppetEnvironment) SetLoader(loader func(sought PuppetLoadKind, name string) (text, file string, found bool, err error)) error {
	return e.own("loader", puppetLoader(loader), func(p *C.pcty_puppet_environment, host C.uintptr_t) *C.pcty_error {
		return C.go_puppet_environment_set_loader(p, host)
	})
}

// PuppetModuleFile is where a directory of modules keeps the definition of a name, beneath the
// directory; false for a name that no file within a module can have.
func PuppetModuleFile(directory string, sought PuppetLoadKind, name string) (file string, found bool) {
	made := C.go_puppet_module_file(directory, name, C.pcty_puppet_load_kind(sought))
	if made.error != nil {
		C.pcty_error_free(made.error)
		return "", false
	}
	return takeString((*C.pcty_string)(made.out)), made.out != nil
}

// SetModules has definitions come from a directory of modules, such as os.DirFS("modules"), as
// SetLoader does.
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

// AddModules loads definitions from a directory of modules, after those that were added before:
// the first directory that has a file for a name defines it. They replace a loader that was set
// before. No path out of the directory is followed.
func (e *PuppetEnvironment) AddModules(path string) error {
	return e.change(func(p *C.pcty_puppet_environment) *C.pcty_error {
		return C.go_puppet_environment_add_modules(p, path)
	})
}

// SetHost says who answers what functions ask of the world. A nil value says that there is none,
// and ErrPuppetUnanswered that the host does not answer such questions.
func (e *PuppetEnvironment) SetHost(host func(question PuppetQuestion, args []*Value) (*Value, error)) error {
	return e.own("host", puppetHost(host), func(p *C.pcty_puppet_environment, host C.uintptr_t) *C.pcty_error {
		return C.go_puppet_environment_set_answer(p, host)
	})
}

// A PuppetManifest is a manifest, an expression or a template that has been read, checked and
// prepared. It never changes; any number of goroutines may use it.
type PuppetManifest struct{ handle }

func (m *PuppetManifest) use() *C.pcty_puppet_manifest {
	if m == nil {
		return nil
	}
	return (*C.pcty_puppet_manifest)(m.acquire())
}

func (m *PuppetManifest) done() {
	if m != nil {
		m.release()
	}
}

// Close frees the handle before the garbage collector does. A closed manifest is like nil.
func (m *PuppetManifest) Close() {
	if m != nil {
		m.close()
	}
}

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
	m := &PuppetManifest{}
	m.own(manifestHandle, made.out)
	m.weighText(length, manifestBytes)
	return m, nil
}

// ParsePuppetManifest reads a manifest or an expression. File is what errors call it; the zero
// strictness is PuppetStrict.
func ParsePuppetManifest(text, file string, s PuppetStrictness) (*PuppetManifest, error) {
	return parsePuppet(text, file, C.PCTY_PUPPET_MANIFEST, s)
}

// ParseManifest reads a manifest or an expression of the rules' mode, and it is evaluated in that.
func (r PuppetRules) ParseManifest(text, file string, s PuppetStrictness) (*PuppetManifest, error) {
	if s == 0 {
		s = PuppetStrict
	}
	return ownManifest(C.go_puppet_manifest_parse(text, file, C.PCTY_PUPPET_MANIFEST, C.pcty_puppet_strictness(s), r.mode()), len(text))
}

// ParsePuppetTemplate reads a template: text with code between `<%` and `%>`.
func ParsePuppetTemplate(text, file string, s PuppetStrictness) (*PuppetManifest, error) {
	return parsePuppet(text, file, C.PCTY_PUPPET_TEMPLATE, s)
}

// Warnings are what was noticed of the text and does not keep it from running, or nil.
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

// Evaluate runs a manifest in an environment, which may be nil: the value of its last statement.
func (m *PuppetManifest) Evaluate(e *PuppetEnvironment) (*Value, error) {
	p, state := e.evaluated()
	defer state.done()
	defer m.done()
	return calledValue(C.go_run_puppet_manifest_evaluate(m.use(), p))
}

// Render is what a template writes; the parameters are a Hash by their names, or nil.
func (m *PuppetManifest) Render(parameters *Value, e *PuppetEnvironment) (string, error) {
	p, state := e.evaluated()
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

// ClassParameters checks data against a class: the values of all its parameters. An error has a
// diagnostic for each fault. The nil manifest leaves the class to the environment's loader.
func (m *PuppetManifest) ClassParameters(class string, data *Value, e *PuppetEnvironment) (*Value, error) {
	p, state := e.evaluated()
	defer state.done()
	defer m.done()
	defer data.done()
	return calledValue(C.go_run_puppet_manifest_class_parameters(m.use(), class, data.use(), p))
}

// callPuppetBlock calls the block of a call that runs.
func callPuppetBlock(call *C.pcty_puppet_call, args []*Value) (*Value, error) {
	pointers, count := useValues(args).args()
	defer doneValues(args)
	return calledValue(C.go_run_puppet_call_block(call, pointers, count))
}
