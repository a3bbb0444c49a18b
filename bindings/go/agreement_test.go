//go:build !polycty_no_pcl && !polycty_no_puppet && !polycty_no_mcl && !polycty_no_translate

package polycty_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	polycty "github.com/polycty/polycty/bindings/go"
)

// The binding and C give the same answers for the same bytes: the same value with its marks and
// refinements, or the same complete error. bindings/agreement/answers.c defines inputs and answers,
// computes the answers in C, and makes the inputs: the fixed inputs, and POLYCTY_CASES random
// variations from the seed POLYCTY_SEED.
func TestAgreement(t *testing.T) {
	program := buildAnswers(t)
	cases, seed := setting("POLYCTY_CASES", "3000"), setting("POLYCTY_SEED", "1")
	inputs, err := exec.Command(program, "make", cases, seed, root).Output()
	if err != nil {
		t.Fatal(err)
	}
	answering := exec.Command(program)
	answering.Stdin = bytes.NewReader(inputs)
	answers, err := answering.Output()
	if err != nil {
		t.Fatal(err)
	}
	agree(t, newWorld(t), lines(inputs), lines(answers))
}

// The fixed inputs are used unchanged at any length, with the bounds that they specify.
func TestKeptInputsAreUnchanged(t *testing.T) {
	made, err := exec.Command(buildAnswers(t), "make", "0", "1", root).Output()
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, input := range lines(made) {
		asked[input] = true
	}
	kept, err := os.ReadFile(filepath.Join(root, "bindings/agreement/seeds.txt"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, seed := range lines(kept) {
		if seed == "" || seed[0] == '#' || strings.Contains(seed, `\`) {
			continue // escape sequences may differ
		}
		if !asked[seed] {
			t.Errorf("not asked: %s", seed)
		}
		compared++
	}
	if compared < 50 {
		t.Errorf("%d kept inputs are compared", compared)
	}
}

func buildAnswers(t *testing.T) string {
	compiler := strings.Fields(setting("CC", "cc")) // maybe with options
	if _, err := exec.LookPath(compiler[0]); err != nil {
		t.Skip("not here: a compiler of C; answers are not compared with those in C")
	}
	program := filepath.Join(t.TempDir(), "answers")
	options := append(compiler[1:], "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-O2",
		"-I", filepath.Join(root, "include"), filepath.Join(root, "bindings/agreement/answers.c"),
		filepath.Join(root, "target/release/libpolycty.a"), "-lpthread", "-ldl", "-lm", "-o", program)
	if said, err := exec.Command(compiler[0], options...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return program
}

func lines(data []byte) (all []string) {
	scanner := bufio.NewScanner(bytes.NewReader(data))
	scanner.Buffer(nil, 1<<30)
	for scanner.Scan() {
		all = append(all, scanner.Text())
	}
	return all
}

func agree(t *testing.T, w *world, inputs, want []string) {
	if len(inputs) != len(want) {
		t.Fatalf("%d answers to %d inputs", len(want), len(inputs))
	}
	differ := 0
	for at, input := range inputs {
		if got := w.line(input); got != want[at] {
			t.Errorf("%s\nin Go: %s\nin C:  %s", input, got, want[at])
			if differ++; differ == 5 {
				t.Fatal("and maybe more")
			}
		}
	}
}

// A world has the objects that inputs refer to; the first inputs define it.
type world struct {
	scope       *polycty.HCLScope
	spec        *polycty.HCLDecoder
	types       *polycty.PCLTypeScope
	environment *polycty.PuppetEnvironment
	host        *polycty.MCLHost
	steps       uint64 // the limit of each call within bounded; 0 for the standard
}

func newWorld(t *testing.T) *world {
	w := &world{
		scope: polycty.NewHCLScope(), types: polycty.NewPCLTypeScope(),
		environment: polycty.NewPuppetEnvironment(), host: polycty.NewMCLHost(),
	}
	succeed(t, w.scope.SetStandardFunctions(), w.environment.SetTime(time.Unix(86400, 0)))
	return w
}

// line returns the answer to a line of inputs.
func (w *world) line(input string) string {
	name, escaped, _ := strings.Cut(input, "\t")
	name, steps, _ := strings.Cut(name, "@")
	w.steps, _ = strconv.ParseUint(steps, 10, 64)
	var out answer
	err := w.answer(name, unescape(escaped), &out)
	if err == nil {
		return "ok " + escape(out.String())
	}
	var told *polycty.Error
	if !errors.As(err, &told) {
		return fmt.Sprintf("no error of the binding: %v", err)
	}
	var text answer
	text.error(told)
	return codeName(told.Code) + " " + escape(text.String())
}

func (w *world) answer(verb string, given string, out *answer) error {
	switch verb {
	case "define.variable", "define.sensitive", "define.msgpack":
		return w.define(verb, given)
	case "define.spec":
		return w.defineSpec(given, out)
	case "define.pcl":
		name, notation := firstLine(given)
		read, err := polycty.ParseType(polycty.PCL, notation)
		if err != nil {
			return err
		}
		return w.types.SetVariable(name, read)
	case "define.puppet":
		name, literal := firstLine(given)
		value, err := polycty.PuppetRules{}.ParseValue(literal)
		if err != nil {
			return err
		}
		return w.environment.SetVariable(name, value)
	case "define.kinds":
		return w.host.AddKinds(given)
	case "hcl.expression":
		return w.evaluate(given, polycty.HCLNative, out)
	case "hcl.template":
		return w.evaluate(given, polycty.HCLTemplate, out)
	case "hcl.json":
		return w.evaluate(given, polycty.HCLJSON, out)
	case "hcl.diagnosed":
		return w.diagnosed(given, out)
	case "hcl.body":
		return w.body(given, polycty.HCLNative, out)
	case "hcl.jsonbody":
		return w.body(given, polycty.HCLJSON, out)
	case "hcl.type":
		return w.typ(given, polycty.HCL, out)
	case "pcl.type":
		return w.typ(given, polycty.PCL, out)
	case "puppet.type":
		return w.typ(given, polycty.Puppet, out)
	case "mcl.type":
		return w.typ(given, polycty.MCL, out)
	case "json":
		return w.codec(given, polycty.DecodeJSON, polycty.ImpliedTypeJSON, out)
	case "msgpack":
		return w.codec(given, polycty.DecodeMsgpack, polycty.ImpliedTypeMsgpack, out)
	case "build":
		return w.build(given, out)
	case "string":
		return w.str(given, out)
	case "hcl.convert":
		return w.convert(given, polycty.HCL, out)
	case "pcl.convert":
		return w.convert(given, polycty.PCL, out)
	case "pcl.bind":
		return w.bind(given, out)
	case "puppet.value":
		return w.puppetValue(given, out)
	case "puppet.assignable":
		return w.puppetAssignable(given, out)
	case "puppet.string":
		return w.puppetString(given, out)
	case "puppet.manifest":
		return w.puppetProgram(given, false, out)
	case "puppet.template":
		return w.puppetProgram(given, true, out)
	case "mcl.program":
		return w.mclProgram(given, out)
	}
	return polycty.Errorf(polycty.ErrInvalidArgument, "there is no verb %s", verb)
}

// bounded makes a call within the steps of the input, if it has a limit.
func bounded[T any](w *world, call func() (T, error)) (made T, err error) {
	if w.steps == 0 {
		return call()
	}
	err = polycty.Within(context.Background(), polycty.Limits{Steps: w.steps}, func() (err error) {
		made, err = call()
		return err
	})
	return made, err
}

func (w *world) define(verb, given string) error {
	name, given := firstLine(given)
	notation, given := firstLine(given)
	of, err := polycty.ParseType(polycty.HCL, notation)
	if err != nil {
		return err
	}
	var value *polycty.Value
	if verb == "define.msgpack" {
		value, err = polycty.DecodeMsgpack([]byte(given), of)
	} else {
		value, err = polycty.DecodeJSON([]byte(given), of)
	}
	if err == nil && verb == "define.sensitive" {
		value, err = value.Mark("sensitive")
	}
	if err != nil {
		return err
	}
	return w.scope.SetVariable(name, value)
}

func (w *world) defineSpec(given string, out *answer) error {
	body, err := polycty.ParseHCLBody([]byte(given), "spec.hcl", polycty.HCLNative)
	if err != nil {
		return err
	}
	if w.spec, err = polycty.ReadHCLDecoder(body, w.scope); err != nil {
		return err
	}
	out.typ(w.spec.ImpliedType(), polycty.HCL)
	return nil
}

func (w *world) evaluate(given string, syntax polycty.HCLSyntax, out *answer) error {
	value, err := w.evaluated(given, syntax)
	if err != nil {
		return err
	}
	out.value(value)
	return nil
}

func (w *world) evaluated(given string, syntax polycty.HCLSyntax) (*polycty.Value, error) {
	if syntax == polycty.HCLNative { // in one call of Go
		return bounded(w, func() (*polycty.Value, error) {
			return polycty.EvaluateHCL(given, "main.hcl", w.scope)
		})
	}
	expression, err := bounded(w, func() (*polycty.HCLExpression, error) {
		return polycty.ParseHCLExpression([]byte(given), "main.hcl", syntax)
	})
	if err != nil {
		return nil, err
	}
	return bounded(w, func() (*polycty.Value, error) { return expression.Evaluate(w.scope) })
}

func (w *world) diagnosed(given string, out *answer) error {
	var read, found error
	expression, err := bounded(w, func() (made *polycty.HCLExpression, err error) {
		if made, read = polycty.ParseHCLExpressionDiagnosed([]byte(given), "main.hcl", polycty.HCLNative); made == nil {
			err = read
		}
		return made, err
	})
	if err != nil {
		return err
	}
	value, err := bounded(w, func() (made *polycty.Value, err error) {
		if made, found = expression.EvaluateDiagnosed(w.scope); made == nil {
			err = found
		}
		return made, err
	})
	if err != nil {
		return err
	}
	out.value(value)
	for _, traversal := range expression.Variables() {
		out.say("\n", traversal.Path)
		out.span(traversal.Range)
	}
	out.failed(read)
	out.failed(found)
	return nil
}

func (w *world) body(given string, syntax polycty.HCLSyntax, out *answer) error {
	body, err := bounded(w, func() (*polycty.HCLBody, error) {
		return polycty.ParseHCLBody([]byte(given), "main.hcl", syntax)
	})
	if err != nil {
		return err
	}
	value, err := bounded(w, func() (*polycty.Value, error) { return w.spec.Decode(body, w.scope) })
	if err != nil {
		return err
	}
	out.value(value)
	return nil
}

func (w *world) typ(given string, dialect polycty.Dialect, out *answer) error {
	read, err := bounded(w, func() (*polycty.Type, error) { return polycty.ParseType(dialect, given) })
	if err != nil {
		return err
	}
	out.text(read.Format(dialect))
	out.say("\n", read.FriendlyName())
	out.bytes(read.MarshalJSON())
	for _, to := range []polycty.Dialect{polycty.HCL, polycty.PCL, polycty.Puppet, polycty.MCL} {
		translation, err := read.Translate(dialect, to)
		out.failed(err)
		if err != nil {
			continue
		}
		out.say("\n", uint32(translation.Fit), " ")
		out.typ(translation.Type, to)
		for _, note := range translation.Notes {
			out.say(" | ", note.Path, ": ", note.Message)
		}
	}
	return nil
}

func (w *world) codec(given string, decode func([]byte, *polycty.Type) (*polycty.Value, error),
	implied func([]byte) (*polycty.Type, error), out *answer) error {
	described, document := firstLine(given)
	var as *polycty.Type
	var err error
	if described != "" {
		as, err = bounded(w, func() (*polycty.Type, error) { return polycty.ParseTypeJSON([]byte(described)) })
		if err != nil {
			return err
		}
	}
	value, err := bounded(w, func() (*polycty.Value, error) { return decode([]byte(document), as) })
	if err != nil {
		return err
	}
	out.value(value)
	out.bytes(value.EncodeJSON(as))
	out.bytes(value.EncodeMsgpack(as))
	found, err := implied([]byte(document))
	if err == nil {
		out.say("\n")
		out.typ(found, polycty.HCL)
	}
	out.failed(err)
	return nil
}

func (w *world) build(given string, out *answer) error {
	notation, document := firstLine(given)
	var as *polycty.Type
	var err error
	if notation != "" {
		as, err = bounded(w, func() (*polycty.Type, error) { return polycty.ParseType(polycty.HCL, notation) })
		if err != nil {
			return err
		}
	}
	value, err := bounded(w, func() (*polycty.Value, error) { return polycty.DecodeJSON([]byte(document), as) })
	if err != nil {
		return err
	}
	made, err := rebuild(value)
	if err != nil {
		return err
	}
	out.value(made)
	out.same(value, made)
	out.bytes(made.EncodeJSON(as))
	out.bytes(made.EncodeMsgpack(nil))
	return nil
}

// rebuild returns the same value, made from its scalars.
func rebuild(v *polycty.Value) (*polycty.Value, error) {
	if v.IsNull() {
		return polycty.Null(v.Type()), nil
	}
	switch v.Type().Kind() {
	case polycty.KindBool:
		truth, err := v.AsBool()
		return polycty.BoolVal(truth), err
	case polycty.KindNumber:
		if whole, err := v.AsInt64(); err == nil { // of the same precision
			return polycty.Int64Val(whole), nil
		}
		digits, err := v.NumberText()
		if err != nil {
			return nil, err
		}
		return polycty.NumberVal(digits)
	case polycty.KindString:
		text, err := v.AsString()
		if err != nil {
			return nil, err
		}
		return polycty.StringVal(text)
	}
	var elements []*polycty.Value
	named := map[string]*polycty.Value{}
	for it := v.Elements(); it.Next(); {
		part, err := rebuild(it.Value())
		if err != nil {
			return nil, err
		}
		elements = append(elements, part)
		named[it.Key()] = part
	}
	switch v.Type().Kind() {
	case polycty.KindList:
		return polycty.ListValOf(v.Type().Element(), elements...)
	case polycty.KindSet:
		return polycty.SetValOf(v.Type().Element(), elements...)
	case polycty.KindMap:
		return polycty.MapValOf(v.Type().Element(), named)
	case polycty.KindTuple:
		return polycty.TupleVal(elements...)
	}
	return polycty.ObjectVal(named)
}

func (w *world) str(given string, out *answer) error {
	normal, err := polycty.StringVal(given)
	if err != nil {
		return err
	}
	marked, err := normal.Mark(given)
	if err != nil {
		return err
	}
	verbatim, err := polycty.VerbatimVal(given)
	if err != nil {
		return err
	}
	out.value(marked)
	out.value(verbatim)
	out.same(normal, verbatim)
	out.puppet(verbatim)
	out.bytes(verbatim.EncodeJSON(nil))
	return nil
}

func (w *world) convert(given string, dialect polycty.Dialect, out *answer) error {
	notation, document := firstLine(given)
	to, err := bounded(w, func() (*polycty.Type, error) { return polycty.ParseType(dialect, notation) })
	if err != nil {
		return err
	}
	value, err := bounded(w, func() (*polycty.Value, error) { return polycty.DecodeJSON([]byte(document), nil) })
	if err != nil {
		return err
	}
	converted, err := bounded(w, func() (*polycty.Value, error) { return value.Convert(dialect, to) })
	if err == nil {
		out.value(converted)
	}
	out.failed(err)
	failures, err := bounded(w, func() ([]*polycty.Error, error) { return value.Check(dialect, to) })
	for _, failure := range failures {
		out.failed(failure)
	}
	out.failed(err)
	kind, err := bounded(w, func() (polycty.Conversion, error) {
		return polycty.ConversionBetween(dialect, value.Type(), to)
	})
	if err == nil {
		out.say("\n", uint32(kind))
	}
	out.failed(err)
	why, err := bounded(w, func() (*polycty.Error, error) {
		return polycty.ExplainConversion(dialect, value.Type(), to)
	})
	if why != nil {
		out.failed(why)
	}
	out.failed(err)
	return nil
}

func (w *world) bind(given string, out *answer) error {
	expression, err := bounded(w, func() (*polycty.HCLExpression, error) {
		return polycty.ParseHCLExpression([]byte(given), "main.pp", polycty.HCLNative)
	})
	if err != nil {
		return err
	}
	bound, err := bounded(w, func() (*polycty.PCLChecked, error) {
		return polycty.CheckPCL(expression, w.types, polycty.PCLOptions{})
	})
	if err != nil {
		return err
	}
	out.typ(bound.Type(), polycty.PCL)
	for _, conversion := range bound.Conversions() {
		out.say("\n", uint32(conversion.Kind))
		out.span(conversion.Range)
		out.say(" ")
		out.typ(conversion.From, polycty.PCL)
		out.say(" to ")
		out.typ(conversion.To, polycty.PCL)
	}
	out.failed(bound.Diagnostics())
	return nil
}

func (w *world) puppetType(notation string) (*polycty.Type, error) {
	return bounded(w, func() (*polycty.Type, error) { return polycty.PuppetRules{}.ParseType(notation) })
}

func (w *world) puppetLiteral(literal string) (*polycty.Value, error) {
	return bounded(w, func() (*polycty.Value, error) { return polycty.PuppetRules{}.ParseValue(literal) })
}

// both reads the two parts of an input in one way.
func both[T any](given string, read func(string) (T, error)) (first, second T, err error) {
	one, other := firstLine(given)
	if first, err = read(one); err == nil {
		second, err = read(other)
	}
	return first, second, err
}

func (w *world) puppetValue(given string, out *answer) error {
	notation, literal := firstLine(given)
	value, err := w.puppetLiteral(literal)
	if err != nil {
		return err
	}
	var wanted *polycty.Type
	if notation != "" {
		if wanted, err = w.puppetType(notation); err != nil {
			return err
		}
	}
	out.puppet(value)
	if wanted == nil {
		return nil
	}
	instance, err := bounded(w, func() (bool, error) { return polycty.PuppetRules{}.IsInstance(value, wanted) })
	if err == nil {
		out.say("\n", instance)
	}
	out.failed(err)
	why, err := bounded(w, func() (*polycty.Error, error) {
		return polycty.PuppetValueMismatch(value, wanted, "$x")
	})
	if why != nil {
		out.failed(why)
	}
	out.failed(err)
	return nil
}

func (w *world) puppetAssignable(given string, out *answer) error {
	wanted, found, err := both(given, w.puppetType)
	if err != nil {
		return err
	}
	assignable, err := bounded(w, func() (bool, error) { return polycty.PuppetRules{}.Assignable(found, wanted) })
	if err != nil {
		return err
	}
	out.say(assignable)
	why, err := bounded(w, func() (*polycty.Error, error) { return polycty.PuppetMismatch(found, wanted, "$x") })
	if why != nil {
		out.failed(why)
	}
	return err
}

func (w *world) puppetString(given string, out *answer) error {
	value, how, err := both(given, w.puppetLiteral)
	if err != nil {
		return err
	}
	made, err := bounded(w, func() (*polycty.Value, error) {
		return polycty.PuppetNew(polycty.String(), value, how)
	})
	if err != nil {
		return err
	}
	out.puppet(made)
	return nil
}

func (w *world) puppetProgram(given string, template bool, out *answer) error {
	read := polycty.ParsePuppetManifest
	if template {
		read = polycty.ParsePuppetTemplate
	}
	manifest, err := bounded(w, func() (*polycty.PuppetManifest, error) {
		return read(given, "site.pp", polycty.PuppetWarning)
	})
	if err != nil {
		return err
	}
	var value *polycty.Value
	var page string
	if template {
		page, err = bounded(w, func() (string, error) { return manifest.Render(nil, w.environment) })
	} else {
		value, err = bounded(w, func() (*polycty.Value, error) { return manifest.Evaluate(w.environment) })
	}
	if err != nil {
		return err
	}
	for _, warning := range manifest.Warnings() {
		out.diagnostic(warning)
	}
	out.say(page)
	if value != nil {
		out.puppet(value)
	}
	return nil
}

func (w *world) mclProgram(given string, out *answer) error {
	program, err := bounded(w, func() (*polycty.MCLProgram, error) {
		return polycty.CompileMCLText(given, "main.mcl", w.host)
	})
	if err != nil {
		return err
	}
	runtime, err := bounded(w, func() (*polycty.MCLRuntime, error) { return program.Start(10000) })
	if err != nil {
		return err
	}
	defer runtime.Close()
	runtime.SetTime(time.Unix(86400, 0))
	progress, err := bounded(w, runtime.Step)
	if err != nil {
		return err
	}
	resources, err := bounded(w, runtime.Resources)
	if err != nil {
		return err
	}
	out.say(uint32(progress), "\n", resources)
	return nil
}
