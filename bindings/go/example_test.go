package polycty_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	polycty "github.com/polycty/polycty/bindings/go"
)

// A type in the words of a language, and a document that is checked against it.
func Example() {
	wanted, err := polycty.ParseType(polycty.HCL, "list(object({ name = string, port = number }))")
	if err != nil {
		log.Fatal(err)
	}
	document := []byte(`[{"name": "db", "port": "5432"}, {"name": "web", "port": "http"}]`)
	given, err := polycty.DecodeJSON(document, nil) // the implied type
	if err != nil {
		log.Fatal(err)
	}

	_, err = given.Convert(polycty.HCL, wanted)
	fmt.Println(err)

	first, err := given.At(0).Convert(polycty.HCL, wanted.Element())
	fmt.Println(first, err)
	// Output:
	// [1].port: a number is required
	// {"name":"db","port":5432} <nil>
}

func ExampleError() {
	wanted := polycty.Must(polycty.ParseType(polycty.HCL, "map(number)"))
	given := polycty.Must(polycty.ValueOf(map[string]string{"a": "1", "b": "two"}))

	_, err := given.Convert(polycty.HCL, wanted)
	var failure *polycty.Error
	if errors.As(err, &failure) {
		fmt.Println("at", failure.Path)
		fmt.Println(failure.Message)
	}
	fmt.Println(errors.Is(err, polycty.ErrConversion), errors.Is(err, polycty.ErrNull))
	// Output:
	// at ["b"]
	// a number is required
	// true false
}

func ExampleValue_Check() {
	wanted := polycty.Must(polycty.ParseType(polycty.HCL, "object({ name = string, ports = list(number) })"))
	given := polycty.Must(polycty.ValueOf(map[string]any{
		"name":  "db",
		"ports": []any{80, "http", true},
	}))

	failures, err := given.Check(polycty.HCL, wanted)
	if err != nil {
		log.Fatal(err)
	}
	for _, failure := range failures {
		fmt.Println(failure)
	}
	// Output:
	// .ports[1]: a number is required
	// .ports[2]: number required, but have bool
}

type Server struct {
	Name  string            `polycty:"name"`
	Ports []int             `polycty:"ports"`
	Tags  map[string]string `polycty:"tags,optional"`
}

func ExampleValueOf() {
	value, err := polycty.ValueOf([]Server{{Name: "db", Ports: []int{5432}}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(value)
	fmt.Println(value.Type())
	// Output:
	// [{"name":"db","ports":[5432],"tags":null}]
	// list(object({name=string,ports=list(number),tags=map(string)}))
}

func ExampleValue_Decode() {
	value, err := polycty.EvaluateHCL(`[{ name = "web", ports = ["80", 443], owner = "me" }]`, "servers.hcl", nil)
	if err != nil {
		log.Fatal(err)
	}
	var servers []Server
	if err := value.Decode(&servers); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+v\n", servers)
	// Output:
	// [{Name:web Ports:[80 443] Tags:map[]}]
}

func ExampleValue_Elements() {
	value := polycty.Must(polycty.ValueOf(map[string]int{"http": 80, "https": 443}))
	for it := value.Elements(); it.Next(); {
		port, err := it.Value().AsInt64()
		fmt.Println(it.Key(), port, err)
	}
	// Output:
	// http 80 <nil>
	// https 443 <nil>
}

func ExampleValue_Refine() {
	url, err := polycty.Unknown(polycty.String()).Refine().NotNull().Prefix("https://").Value()
	if err != nil {
		log.Fatal(err)
	}
	http := polycty.Must(polycty.StringVal("http://example.org"))

	equal, err := url.EqualTo(http)
	fmt.Println(equal, err)
	// Output:
	// false <nil>
}

func ExampleValue_Mark() {
	password := polycty.Must(polycty.StringVal("s3cret"))
	password = polycty.Must(password.Mark("sensitive"))

	upper := polycty.Must(polycty.StandardFunction("upper"))
	shouted, err := upper.Call(password)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(shouted, shouted.Marks())

	_, err = shouted.AsString()
	fmt.Println(errors.Is(err, polycty.ErrMarked))

	bare, marks := shouted.Unmark()
	fmt.Println(bare, marks)
	// Output:
	// marked string [sensitive]
	// true
	// "S3CRET" [sensitive]
}

func ExampleConversionBetween() {
	number, text := polycty.Number(), polycty.String()
	for _, pair := range [][2]*polycty.Type{{number, text}, {text, number}, {text, text}} {
		kind, err := polycty.ConversionBetween(polycty.HCL, pair[0], pair[1])
		fmt.Println(pair[0], "to", pair[1], kind, err)
	}

	lists := polycty.Must(polycty.ParseType(polycty.HCL, "map(list(string))"))
	numbers := polycty.Must(polycty.ParseType(polycty.HCL, "map(number)"))
	why, err := polycty.ExplainConversion(polycty.HCL, lists, numbers)
	fmt.Println(why, err)
	// Output:
	// number to string safe <nil>
	// string to number unsafe <nil>
	// string to string same <nil>
	// [*]: incorrect map element type: number required, but have list of string <nil>
}

func ExampleUnify() {
	unified, err := polycty.Unify(polycty.HCL, polycty.Unsafe, polycty.Number(), polycty.String(), polycty.Bool())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(unified.Type)
	text, err := unified.Converters[0].Convert(polycty.Int64Val(443))
	fmt.Println(text, err)
	fmt.Println("a string needs a conversion:", unified.Converters[1] != nil)
	// Output:
	// string
	// "443" <nil>
	// a string needs a conversion: false
}

func ExampleNewFunction() {
	divide, err := polycty.NewFunction(polycty.FunctionSpec{
		Parameters: []polycty.Parameter{
			{Name: "a", Type: polycty.Number()},
			{Name: "b", Type: polycty.Number()},
		},
		Type: polycty.Number(),
		Impl: func(_ context.Context, args []*polycty.Value, _ *polycty.Type) (*polycty.Value, error) {
			if divisor, err := args[1].AsInt64(); err == nil && divisor == 0 {
				return nil, polycty.Errorf(polycty.ErrCallback, "cannot divide by zero").WithArgument(1)
			}
			return args[0].Divide(args[1])
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	six, two, zero := polycty.Int64Val(6), polycty.Int64Val(2), polycty.Int64Val(0)

	fmt.Println(divide.Call(six, two))
	fmt.Println(divide.Call(six, polycty.Unknown(polycty.Number())))
	_, err = divide.Call(six, zero)
	fmt.Println(err)
	// Output:
	// 3 <nil>
	// unknown number <nil>
	// cannot divide by zero
}

func ExampleFuncOf() {
	repeat := polycty.Must(polycty.FuncOf(func(text string, count uint8) string {
		return strings.Repeat(text, int(count))
	}))
	scope := polycty.NewHCLScope()
	if err := scope.SetFunction("repeat", repeat); err != nil {
		log.Fatal(err)
	}
	value, err := polycty.EvaluateHCL(`repeat("ab", 3)`, "main.hcl", scope)
	fmt.Println(value, err)
	_, err = repeat.Call(polycty.Must(polycty.StringVal("ab")), polycty.Int64Val(300))
	fmt.Println(err)

	// Output:
	// "ababab" <nil>
	// expected a whole number between 0 and 255, found 300
}

func ExampleHCLScope() {
	scope := polycty.NewHCLScope()
	if err := scope.SetStandardFunctions(); err != nil {
		log.Fatal(err)
	}
	names := polycty.Must(polycty.ValueOf([]string{"db", "web"}))
	if err := scope.SetVariable("names", names); err != nil {
		log.Fatal(err)
	}

	value, err := polycty.EvaluateHCL(`{ for i, n in names : upper(n) => 8000 + i }`, "main.hcl", scope)
	fmt.Println(value, err)

	_, err = polycty.EvaluateHCL(`join("-", nmaes)`, "main.hcl", scope)
	var failure *polycty.Error
	if errors.As(err, &failure) {
		fmt.Print(failure.Render(polycty.Plain))
	}
	// Output:
	// {"DB":8000,"WEB":8001} <nil>
	// error: Unknown variable
	//   on main.hcl line 1, column 11:
	//       1 | join("-", nmaes)
	//         |           ^^^^^
	//   There is no variable named "nmaes". Did you mean "names"?
}

func ExampleHCLDecoder() {
	decoder, err := polycty.NewHCLDecoder(polycty.HCLObject{
		"region": polycty.HCLDefault{
			Primary: polycty.HCLAttr{Name: "region", Type: polycty.String()},
			Default: polycty.HCLLiteral{Value: polycty.Must(polycty.StringVal("eu"))},
		},
		"servers": polycty.HCLBlockList{
			Type: "server",
			Min:  1,
			Nested: polycty.HCLObject{
				"name": polycty.HCLBlockLabel{Index: 0, Name: "name"},
				"ports": polycty.HCLAttr{
					Name:     "ports",
					Type:     polycty.Must(polycty.List(polycty.Number())),
					Required: true,
				},
			},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	body, err := polycty.ParseHCLBody([]byte(`
server "db" {
  ports = [5432]
}
server "web" {
  ports = [80, 443]
}
`), "main.hcl", polycty.HCLNative)
	if err != nil {
		log.Fatal(err)
	}
	value, err := decoder.Decode(body, nil)
	if err != nil {
		log.Fatal(err)
	}
	var config struct {
		Region  string   `polycty:"region"`
		Servers []Server `polycty:"servers"`
	}
	if err := value.Decode(&config); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+v\n", config)
	// Output:
	// {Region:eu Servers:[{Name:db Ports:[5432] Tags:map[]} {Name:web Ports:[80 443] Tags:map[]}]}
}

func ExampleInt64sVal() {
	squares := make([]int64, 1000)
	for i := range squares {
		squares[i] = int64(i * i)
	}
	list := polycty.Must(polycty.Int64sVal(squares)) // one call, and not a thousand
	defer list.Close()

	var back []int64
	err := list.Decode(&back) // one call again
	fmt.Println(len(back), back[999], err)
	// Output:
	// 1000 998001 <nil>
}

func ExampleWithin() {
	scope := polycty.NewHCLScope()
	if err := scope.SetStandardFunctions(); err != nil {
		log.Fatal(err)
	}
	var value *polycty.Value
	evaluate := func(source string) func() error {
		return func() (err error) {
			value, err = polycty.EvaluateHCL(source, "main.hcl", scope)
			return err
		}
	}

	ctx := context.Background()
	err := polycty.Within(ctx, polycty.Limits{Steps: 100_000}, evaluate(`[for i in range(3): i * i]`))
	fmt.Println(value, err)
	err = polycty.Within(ctx, polycty.Limits{Steps: 100}, evaluate(`[for i in range(1000): i * i]`))
	fmt.Println(errors.Is(err, polycty.ErrLimit))

	ctx, cancel := context.WithCancel(ctx)
	cancel()
	err = polycty.Within(ctx, polycty.Limits{}, evaluate(`1 + 2`))
	fmt.Println(errors.Is(err, polycty.ErrCancelled), errors.Is(err, context.Canceled))
	// Output:
	// [0,1,4] <nil>
	// true
	// true true
}

type Config struct {
	Region   string    `hcl:"region"`
	Services []Service `hcl:"service,block"`
	Log      *struct {
		Level string `hcl:"level,optional"`
	} `hcl:"log,block"`
}

type Service struct {
	Name  string            `hcl:"name,label"`
	Ports []uint16          `hcl:"ports"`
	Owner *string           `hcl:"owner"`
	Tags  map[string]string `hcl:"tags,optional"`
}

func ExampleDecodeHCL() {
	source := []byte(`
region = "eu"

service "db" {
  ports = [5432]
}

service "web" {
  ports = [80, "443"]
  tags  = { team = "ops" }
}
`)
	var config Config
	if err := polycty.DecodeHCL("main.hcl", source, nil, &config); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+v\n", config)

	err := polycty.DecodeHCL("main.hcl", []byte("region = \"eu\"\nservice \"db\" {\n  ports = [70000]\n}\n"), nil, &config)
	var failure *polycty.Error
	if errors.As(err, &failure) {
		fmt.Print(failure.Render(polycty.Plain))
	}
	// Output:
	// {Region:eu Services:[{Name:db Ports:[5432] Owner:<nil> Tags:map[]} {Name:web Ports:[80 443] Owner:<nil> Tags:map[team:ops]}] Log:<nil>}
	// error: Unsuitable value
	//   on main.hcl line 3, column 11:
	//       3 |   ports = [70000]
	//         |           ^^^^^^^
	//   Inappropriate value for attribute "ports": [0]: expected a whole number between 0 and 65535, found 70000.
}

func ExampleEncodeIntoHCLBody() {
	file, err := polycty.ParseHCLFile([]byte(`region = "eu" # where it runs

# The database of all.
service "db" {
  ports = [
    5432, # the port of PostgreSQL
  ]
}
`), "main.hcl")
	if err != nil {
		log.Fatal(err)
	}
	owner := "ops"
	err = polycty.EncodeIntoHCLBody(Config{
		Region: "us",
		Services: []Service{
			{Name: "db", Ports: []uint16{5432}, Owner: &owner},
			{Name: "web", Ports: []uint16{80, 443}},
		},
	}, file.Body())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", file.Bytes())
	// Output:
	// region = "us" # where it runs
	//
	// # The database of all.
	// service "db" {
	//   ports = [
	//     5432, # the port of PostgreSQL
	//   ]
	//   owner = "ops"
	// }
	//
	// service "web" {
	//   ports = [80, 443]
	// }
}

func ExampleHCLBody_Items() {
	source := "region = var.region\nserver \"db\" {\n  size = max(var.size, 2)\n}\n"
	body, err := polycty.ParseHCLBody([]byte(source), "main.hcl", polycty.HCLNative)
	if err != nil {
		log.Fatal(err)
	}
	items, err := body.Items()
	if err != nil {
		log.Fatal(err)
	}
	for _, item := range items {
		for _, block := range item.Blocks {
			fmt.Println(block.Type, block.Labels, "to line", block.WholeRange.End.Line)
		}
	}
	variables, err := body.Variables()
	if err != nil {
		log.Fatal(err)
	}
	for _, variable := range variables {
		fmt.Println("needs", variable.Path)
	}
	byte, err := body.ByteOf("", 3, 14)
	if err != nil {
		log.Fatal(err)
	}
	place, err := body.At("", byte)
	if err != nil {
		log.Fatal(err)
	}
	for _, expression := range place.Expressions {
		fmt.Println("in", expression.Text())
	}
	// Output:
	// server [db] to line 4
	// needs .var.region
	// needs .var.size
	// in max(var.size, 2)
	// in var.size
}

func ExampleParseHCLFile() {
	file, err := polycty.ParseHCLFile([]byte(`// The network of every service.
module "vpc" {
  version = "1.2.0" # the last one with peering
}

resource "aws_instance" "web" {
  subnet = "${var.subnet}-a"
}
`), "main.tf")
	if err != nil {
		log.Fatal(err)
	}
	root := file.Body()

	// Bump a module's version. The comment stays.
	vpc := root.FirstMatchingBlock("module", "vpc")
	if _, err := vpc.SetAttributeRaw("version", `"1.3.0"`); err != nil {
		log.Fatal(err)
	}
	// Add a tag to every resource.
	owner := polycty.Must(polycty.ParseHCLFragment(`"ops"`))
	for _, resource := range root.MatchingBlocks("resource") {
		tags := resource.GetAttribute("tags")
		if !tags.Exists() {
			if tags, err = resource.SetAttributeRaw("tags", "{}"); err != nil {
				log.Fatal(err)
			}
		}
		if err := tags.SetIn(owner, "owner"); err != nil {
			log.Fatal(err)
		}
	}
	// Rename a variable everywhere, in expressions and in templates.
	if _, err := root.RenameReferences("var.subnet", "var.subnet_name"); err != nil {
		log.Fatal(err)
	}
	// Generate a block, and one in it.
	terraform, err := root.InsertNewBlock(polycty.HCLFirst(), "terraform")
	if err != nil {
		log.Fatal(err)
	}
	backend, err := terraform.AppendNewBlock("backend", "s3")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := backend.SetAttributeValue("encrypt", polycty.BoolVal(true)); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", file.Bytes())
	// Output:
	// terraform {
	//   backend "s3" {
	//     encrypt = true
	//   }
	// }
	//
	// // The network of every service.
	// module "vpc" {
	//   version = "1.3.0" # the last one with peering
	// }
	//
	// resource "aws_instance" "web" {
	//   subnet = "${var.subnet_name}-a"
	//   tags = {
	//     owner = "ops"
	//   }
	// }
}
