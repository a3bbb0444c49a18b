package polycty_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

func TestConvertVectors(t *testing.T) {
	runVectors(t, "convert.jsonl", func(c testCase) error {
		value, err := readValue(c["value"])
		if err != nil {
			return err
		}
		if c.text("op") == "apply_defaults" {
			return applyDefaults(c, value)
		}
		to, err := readType(c["to"])
		if err != nil {
			return err
		}
		got, err := value.Convert(polycty.HCL, to)
		return checkValue(c.object("want"), got, err)
	})
}

func applyDefaults(c testCase, value *polycty.Value) error {
	to, defaults, err := polycty.ParseHCLType(c.text("type_src"), "", polycty.HCLNative, polycty.HCLTypeDefaults)
	if err != nil {
		return err
	}
	applied, err := defaults.Apply(value)
	if defaults == nil {
		applied, err = value, nil
	}
	if err != nil {
		return err
	}
	want := c.object("want")
	wanted, err := readValue(want["applied"])
	if err != nil {
		return err
	}
	if !wanted.Equal(applied) {
		return fmt.Errorf("wanted %s, got %v", want["applied"], applied)
	}
	got, err := applied.Convert(polycty.HCL, to)
	return checkValue(want.object("converted"), got, err)
}

func TestUnifyVectors(t *testing.T) {
	runVectors(t, "unify.jsonl", func(c testCase) error {
		var types []*polycty.Type
		for _, raw := range c.list("types") {
			read, err := readType(raw)
			if err != nil {
				return err
			}
			types = append(types, read)
		}
		for key, safety := range map[string]polycty.Safety{"safe": polycty.Safe, "unsafe": polycty.Unsafe} {
			want := c.object("want").object(key)
			unified, err := polycty.Unify(polycty.HCL, safety, types...)
			if err != nil {
				if !errors.Is(err, polycty.ErrConversion) || !want.is("type", "null") {
					return fmt.Errorf("%s: wanted %s, failed: %v", key, want["type"], err)
				}
				continue
			}
			if want.is("type", "null") {
				return fmt.Errorf("%s: wanted none, got %s", key, unified.Type)
			}
			wanted, err := readType(want["type"])
			if err != nil {
				return err
			}
			if !wanted.Equal(unified.Type) {
				return fmt.Errorf("%s: wanted %s, got %s", key, wanted, unified.Type)
			}
			converts := []bool{}
			for _, converter := range unified.Converters {
				converts = append(converts, converter != nil)
			}
			var wantedConverts []bool
			if err := json.Unmarshal(want["convert"], &wantedConverts); err != nil {
				return err
			}
			if fmt.Sprint(converts) != fmt.Sprint(wantedConverts) {
				return fmt.Errorf("%s: wanted the conversions %v, got %v", key, wantedConverts, converts)
			}
		}
		return nil
	})
}

func TestConversionKindVectors(t *testing.T) {
	runVectors(t, "conversion_kind.jsonl", func(c testCase) error {
		from, err := readType(c["from"])
		if err != nil {
			return err
		}
		to, err := readType(c["to"])
		if err != nil {
			return err
		}
		want := c.object("want")
		kind, err := polycty.ConversionBetween(polycty.HCL, from, to)
		if err != nil {
			return err
		}
		if c.text("op") == "conversion_kind" && kind.String() != want.text("kind") {
			return fmt.Errorf("wanted %s, got %s", want["kind"], kind)
		}
		why, err := polycty.ExplainConversion(polycty.HCL, from, to)
		if err != nil {
			return err
		}
		if (why == nil) != (kind != polycty.NoConversion) {
			return fmt.Errorf("%s is explained by %v", kind, why)
		}
		if want.has("mismatch") && why != nil && why.Message != want.text("mismatch") {
			return fmt.Errorf("wanted %s, got %q", want["mismatch"], why.Message)
		}
		return nil
	})
}

func TestFunctionVectors(t *testing.T) {
	runVectors(t, "functions.jsonl", func(c testCase) error {
		function, err := polycty.StandardFunction(c.text("func"))
		if err != nil {
			return err
		}
		args, err := readValues(c.list("args"))
		if err != nil {
			return err
		}
		want := c.object("want")
		got, err := function.Call(args...)
		if err := checkValue(want, got, err); err != nil {
			return fmt.Errorf("%s: %w", c.text("func"), err)
		}
		found, err := function.ReturnType(args...)
		if err != nil {
			return checkError(want, "return_type_error", err)
		}
		wanted, err := readType(want["return_type"])
		if err != nil {
			return err
		}
		if !wanted.Equal(found) {
			return fmt.Errorf("%s: wanted the return type %s, got %s", c.text("func"), wanted, found)
		}
		return nil
	})
}

// The call protocol, with closures as functions.
func TestFunctionProtocolVectors(t *testing.T) {
	runVectors(t, "function_protocol.jsonl", func(c testCase) error {
		args, err := readValues(c.list("args"))
		if err != nil {
			return err
		}
		var seen [2][][]*polycty.Value
		spec := polycty.FunctionSpec{}
		for _, raw := range c.list("refine") {
			switch string(raw) {
			case `"not_null"`:
				spec.NotNull = true
			case `"prefix_x"`:
				spec.Promise = polycty.Must(polycty.Unknown(polycty.String()).Refine().PrefixFull("x").Value())
			default:
				return fmt.Errorf("there is no refinement %s", raw)
			}
		}
		for _, raw := range c.list("params") {
			param, err := readParameter(raw)
			if err != nil {
				return err
			}
			spec.Parameters = append(spec.Parameters, param)
		}
		if !c.is("var_param", "null") {
			param, err := readParameter(c["var_param"])
			if err != nil {
				return err
			}
			spec.VariadicParameter = &param
		}
		returns, does := c.object("returns"), c.object("impl")
		spec.ReturnType = func(args []*polycty.Value) (*polycty.Type, error) {
			seen[0] = append(seen[0], args)
			if err := fails(returns); err != nil {
				return nil, err
			}
			if returns.has("type") {
				return readType(returns["type"])
			}
			return args[number(returns, "type_of_arg")].Type(), nil
		}
		spec.Impl = func(_ context.Context, args []*polycty.Value, _ *polycty.Type) (*polycty.Value, error) {
			seen[1] = append(seen[1], args)
			if err := fails(does); err != nil {
				return nil, err
			}
			if does.has("value") {
				return readValue(does["value"])
			}
			return args[number(does, "arg")], nil
		}
		function, err := polycty.NewFunction(spec)
		if err != nil {
			return err
		}
		defer function.Close()
		want := c.object("want")
		got, err := function.Call(args...)
		for at, name := range []string{"type", "impl"} {
			if len(seen[at]) != number(want, name+"_calls") {
				return fmt.Errorf("wanted %s calls of %s, got %d", want[name+"_calls"], name, len(seen[at]))
			}
			if want.has(name + "_args") {
				wanted, err := readValues(want.list(name + "_args"))
				if err != nil {
					return err
				}
				for i, arg := range seen[at][len(seen[at])-1] {
					if !arg.Equal(wanted[i]) {
						return fmt.Errorf("%s: wanted the argument %v, got %v", name, wanted[i], arg)
					}
				}
			}
		}
		return checkValue(want, got, err)
	})
}

func number(c testCase, key string) (n int) {
	_ = json.Unmarshal(c[key], &n) // 0 if missing
	return n
}

func readParameter(raw json.RawMessage) (polycty.Parameter, error) {
	var c testCase
	if err := json.Unmarshal(raw, &c); err != nil {
		return polycty.Parameter{}, err
	}
	t, err := readType(c["type"])
	return polycty.Parameter{
		Type: t, AllowNull: c.is("allow_null", "true"), AllowUnknown: c.is("allow_unknown", "true"),
		AllowDynamic: c.is("allow_dynamic", "true"), AllowMarked: c.is("allow_marked", "true"),
	}, err
}

// fails returns the error that a callback of a case must return.
func fails(c testCase) error {
	switch {
	case c.has("panic"):
		return errors.New("a panic of the case") // a Go panic would continue in the caller
	case c.has("error"):
		return errors.New(c.text("error"))
	case c.has("arg_error"):
		return polycty.Errorf(polycty.ErrCallback, "%s", c.text("arg_error")).WithArgument(number(c, "index"))
	}
	return nil
}

func TestCodecVectors(t *testing.T) {
	run := func(c testCase) error {
		want := c.object("want")
		document := []byte(c.text("text"))
		if c.has("hex") {
			var err error
			if document, err = hex.DecodeString(c.text("hex")); err != nil {
				return err
			}
		}
		// Documents are compared by their values: the order in a set and the notation of a number may
		// differ.
		same := func(decode func([]byte, *polycty.Type) (*polycty.Value, error), to *polycty.Type, got []byte, err error) error {
			if err != nil {
				return checkError(want, "error", err)
			}
			wanted := []byte(want.text("text"))
			if want.has("hex") {
				if wanted, err = hex.DecodeString(want.text("hex")); err != nil {
					return err
				}
			}
			if bytes.Equal(wanted, got) {
				return nil
			}
			a, err := decode(wanted, to)
			if err != nil {
				return err
			}
			b, err := decode(got, to)
			if err != nil {
				return err
			}
			if !a.Equal(b) {
				return fmt.Errorf("wanted %q, got %q", wanted, got)
			}
			return nil
		}
		implied := func(got *polycty.Type, err error) error {
			if err != nil {
				return checkError(want, "error", err)
			}
			wanted, err := readType(want["type"])
			if err != nil {
				return err
			}
			if !wanted.Equal(got) {
				return fmt.Errorf("wanted %s, got %s", wanted, got)
			}
			return nil
		}
		switch op := c.text("op"); op {
		case "json_implied_type":
			return implied(polycty.ImpliedTypeJSON(document))
		case "msgpack_implied_type":
			return implied(polycty.ImpliedTypeMsgpack(document))
		case "json_unmarshal", "msgpack_unmarshal":
			to, err := readType(c["type"])
			if err != nil {
				return err
			}
			decode := polycty.DecodeJSON
			if op == "msgpack_unmarshal" {
				decode = polycty.DecodeMsgpack
			}
			got, err := decode(document, to)
			return checkValue(want, got, err)
		case "json_marshal", "msgpack_marshal":
			to, err := readType(c["type"])
			if err != nil {
				return err
			}
			value, err := readValue(c["value"])
			if err != nil {
				return err
			}
			if op == "json_marshal" {
				got, err := value.EncodeJSON(to)
				return same(polycty.DecodeJSON, to, got, err)
			}
			got, err := value.EncodeMsgpack(to)
			return same(polycty.DecodeMsgpack, to, got, err)
		default:
			return fmt.Errorf("no one answers %s", op)
		}
	}
	runVectors(t, "json.jsonl", run)
	runVectors(t, "msgpack.jsonl", run)
}
