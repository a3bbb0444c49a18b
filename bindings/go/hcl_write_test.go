package polycty

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

const written = `// The network.
module "vpc" {
  source  = "example/vpc"
  version = "1.2.0" # the last one with peering
}

resource "aws_instance" "web" {
  subnet = "${var.subnet}-a"
  tags = {
    // Who pays.
    team = var.team
  }
}

resource "aws_instance" "db" {}
`

func isText(t *testing.T, file *HCLFile, want string) {
	t.Helper()
	if got := string(file.Bytes()); got != want {
		t.Fatalf("%s\nwanted\n%s", got, want)
	}
}

func TestAFileOfHCLIsChanged(t *testing.T) {
	file := Must(ParseHCLFile([]byte(written), "main.tf"))
	isText(t, file, written)
	root := file.Body()
	Must(root.FirstMatchingBlock("module", "vpc").SetAttributeValue("version", Must(StringVal("1.3.0"))))
	owner := Must(HCLFragmentForValue(Must(StringVal("ops")), HCLStringQuoted))
	for _, resource := range root.MatchingBlocks("resource") {
		tags := resource.GetAttribute("tags")
		if !tags.Exists() {
			tags = Must(resource.SetAttribute("tags", Must(HCLFragmentForObject())))
		}
		if err := tags.SetIn(owner, "owner"); err != nil {
			t.Fatal(err)
		}
	}
	if count, err := root.RenameReferences("var.subnet", "var.zone"); err != nil || count != 1 {
		t.Fatal(count, err)
	}
	terraform := Must(root.InsertNewBlock(HCLFirst(), "terraform"))
	backend := Must(terraform.AppendNewBlock("backend", "s3"))
	Must(backend.SetAttributeRaw("bucket", `"state"`))
	Must(backend.SetAttributeValue("encrypt", BoolVal(true)))
	isText(t, file, `terraform {
  backend "s3" {
    bucket  = "state"
    encrypt = true
  }
}

// The network.
module "vpc" {
  source  = "example/vpc"
  version = "1.3.0" # the last one with peering
}

resource "aws_instance" "web" {
  subnet = "${var.zone}-a"
  tags = {
    // Who pays.
    team = var.team
    owner = "ops"
  }
}

resource "aws_instance" "db" {
  tags = {
    owner = "ops"
  }
}
`)
}

func TestNodesOfAFileAreFoundAndChanged(t *testing.T) {
	file := Must(ParseHCLFile([]byte("# One.\na = 1 # two\n\nc \"x\" \"y\" {\n  d = a.b + f(a.b)\n}\n"), "f"))
	root := file.Body()
	a, c := root.GetAttribute("a"), root.Last()
	d := c.First()
	if !a.IsAttribute() || !c.IsBlock() || a.Next() != c || c.Previous() != a || d.Parent() != c ||
		c.Parent() != root || root.Parent().Exists() || len(root.Items()) != 2 || root.First() != a {
		t.Fatal("the nodes stand elsewhere")
	}
	if c.Name() != "c" || strings.Join(c.Labels(), ",") != "x,y" || a.Value() != "1" ||
		a.CommentsAbove()[0] != "# One." || a.CommentsAfter()[0] != "# two" {
		t.Fatal("the nodes are others")
	}
	start, end, err := d.ByteRange()
	if err != nil || string(file.Bytes()[start:end]) != "d = a.b + f(a.b)" {
		t.Fatal(start, end, err)
	}
	if node, inValue, err := file.At(Must(file.ByteOf(5, 7))); node != d || inValue != 0 || err != nil {
		t.Fatal(node, inValue, err)
	}
	sum := Must(d.Expr())
	operand := Must(sum.Parts())[0].Expression.Range()
	if err := d.SetPart(operand.Start.Byte, operand.End.Byte, Must(ParseHCLFragment("x ? y : z"))); err != nil {
		t.Fatal(err)
	}
	if count := Must(d.RenameReferences("a.b", "a.c")); count != 1 || d.Value() != "(x ? y : z) + f(a.c)" {
		t.Fatal(count, d.Value())
	}
	for _, err := range []error{
		c.Rename("e"), c.SetLabels("x"), c.SetComments("Three."), c.SetCommentsAfter("/* x */", "y"), c.SetCommentsAfter(), a.ReleaseComments(), a.MoveTo(c, HCLBefore(d)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	list := Must(c.InsertAttribute(HCLAfter(d), "list", Must(HCLFragmentForTuple())))
	call := Must(HCLFragmentForExpandedCall("f", Must(ParseHCLFragment("x"))))
	if err := list.Push(call); err != nil {
		t.Fatal(err)
	}
	if err := list.SetValue(Must(HCLFragmentForTuple(Must(ParseHCLFragment(list.Value()))))); err != nil {
		t.Fatal(err)
	}
	added := Must(root.InsertText(HCLLast(), "g={h=1,i=2}\nj {}\n"))
	if len(added) != 2 || !Must(added[0].RemoveIn("h")) || Must(added[0].RemoveIn("h")) {
		t.Fatal(added)
	}
	isText(t, file, "# One.\n\n# Three.\ne \"x\" {\n  a = 1 # two\n  d = (x ? y : z) + f(a.c)\n"+
		"  list = [[f(x...)]]\n}\n\ng = { i = 2 }\nj {}\n")
	if text, err := added[0].Text(); err != nil || string(text) != "g = { i = 2 }\n" {
		t.Fatal(string(text), err)
	}
	if err := c.Remove(); err != nil {
		t.Fatal(err)
	}
	if c.Exists() || d.Exists() || d.Next().Exists() || d.Value() != "" || d.CommentsAbove() != nil {
		t.Fatal("what was removed is there")
	}
}

func TestWhatAFileRefusesChangesNothing(t *testing.T) {
	file, other := Must(ParseHCLFile([]byte(written), "f")), Must(ParseHCLFile([]byte(written), "f"))
	one := Must(ParseHCLFragment("1"))
	vpc := file.Body().First()
	foreign := HCLNode{other, vpc.number}
	if foreign.Exists() {
		t.Fatal("a node of another file is there")
	}
	missing := func(err error) { t.Helper(); isCode(t, err, ErrNotFound) }
	wrong := func(err error) { t.Helper(); isCode(t, err, ErrInvalidArgument) }
	missing(foreign.Remove())
	missing(HCLNode{file: file}.SetValue(one))
	wrong(HCLNode{}.SetValue(one))
	missing(vpc.SetValue(one))
	missing(vpc.MoveTo(other.Body().First(), HCLLast()))
	wrong(vpc.First().SetValue(nil))
	wrong(vpc.MoveTo(vpc, HCLLast()))
	_, err := vpc.SetAttribute("a b", one)
	wrong(err)
	_, err = vpc.InsertAttribute(HCLFirst(), "source", one)
	wrong(err)
	_, err = vpc.SetAttributeRaw("a", "1 +")
	isCode(t, err, ErrSyntax)
	_, err = vpc.InsertText(HCLLast(), "a =\n")
	isCode(t, err, ErrSyntax)
	_, err = vpc.SetAttributeValue("a", Unknown(String()))
	isCode(t, err, ErrUnknown)
	isText(t, file, written)
	_, err = ParseHCLFile([]byte("a =\n"), "f")
	isCode(t, err, ErrSyntax)
	broken, err := ParseHCLFileDiagnosed([]byte("a = 1\n]\n# \xff"), "f")
	if broken == nil || err == nil || string(broken.Bytes()) != "a = 1\n]\n# \xff" {
		t.Fatal(broken, err)
	}
	file.Close()
	if file.Bytes() != nil || vpc.Exists() {
		t.Fatal("a closed file has a text")
	}
	wrong(vpc.Remove())
}

func isCode(t *testing.T, err, code error) {
	t.Helper()
	if !errors.Is(err, code) {
		t.Fatalf("%v is not %v", err, code)
	}
}

func TestNodesOfOtherFilesAreNotThere(t *testing.T) {
	one, other := Must(ParseHCLFile([]byte("q = 1\nx {\n}\n"), "")), Must(ParseHCLFile([]byte("y {\n}\n"), ""))
	q, y := one.Body().GetAttribute("q"), other.Body().First()
	isCode(t, q.MoveTo(other.Body(), HCLLast()), ErrNotFound)
	isCode(t, q.MoveTo(y, HCLLast()), ErrNotFound)
	isCode(t, q.MoveTo(one.Body(), HCLAfter(y)), ErrNotFound)
	if text := one.Bytes(); string(text) != "q = 1\nx {\n}\n" {
		t.Fatal(string(text))
	}
	if one.Body() == other.Body() || one.Body() != one.Body() {
		t.Fatal("a body is that of its file alone")
	}
	body := other.Body()
	if !body.Exists() || !y.Exists() {
		t.Fatal("the file is open")
	}
	other.Close()
	if body.Exists() || y.Exists() {
		t.Fatal("a closed file is like nil")
	}
}

func TestPlacesDoNotWrapRound(t *testing.T) {
	file := Must(ParseHCLFile([]byte("a = 1\nb = 2\n"), ""))
	for place, want := range map[[2]int]int{
		{2, 3}: 8, {2, 1 << 33}: 11, {1<<32 + 1, 1<<32 + 2}: 12, {-1, 1}: 0,
	} {
		if got := Must(file.ByteOf(place[0], place[1])); got != want {
			t.Errorf("%v: %d, not %d", place, got, want)
		}
	}
}

func TestFragmentsAreMade(t *testing.T) {
	lines := Must(StringVal("a\nb\n"))
	for want, made := range map[string]func() (*HCLFragment, error){
		"<<-EOT\n  a\n  b\nEOT": func() (*HCLFragment, error) { return HCLFragmentForValue(lines, HCLStringHeredoc) },
		`"a\nb\n"`:              func() (*HCLFragment, error) { return HCLFragmentForValue(lines, HCLStringQuoted) },
		"var.a[0]":              func() (*HCLFragment, error) { return HCLFragmentForTraversal(Path{}.Attr("var").Attr("a").Index(0)) },
		"f(1)":                  func() (*HCLFragment, error) { return HCLFragmentForFunctionCall("f", Must(ParseHCLFragment("1"))) },
		"{\n  a     = 1\n  \"b c\" = 2\n}": func() (*HCLFragment, error) {
			return HCLFragmentForObject(HCLObjectItem{"a", Must(ParseHCLFragment("1"))},
				HCLObjectItem{"b c", Must(ParseHCLFragment("2"))})
		},
		"a + 1": func() (*HCLFragment, error) {
			tokens := Must(HCLTokens([]byte("a+1")))
			return HCLFragmentForTokens(tokens[:3]...)
		},
	} {
		fragment, err := made()
		if err != nil || fragment.String() != want {
			t.Errorf("%s: %s %v", want, fragment, err)
		}
	}
	_, err := HCLFragmentForTokens(HCLToken{Kind: HCLTokenNumber, Text: "a"})
	isCode(t, err, ErrInvalidArgument)
	_, err = HCLFragmentForTuple(nil)
	isCode(t, err, ErrInvalidArgument)
}

func TestHCLIsFormattedAndWrittenAsJSON(t *testing.T) {
	if text := Must(FormatHCL([]byte("a=1\nbc=\"${d}\"\n"), "f", HCLStyleTerraform)); string(text) != "a  = 1\nbc = d\n" {
		t.Fatal(string(text))
	}
	if text := Must(FormatHCLLines([]byte("a=1\n\nb=2\n"), "f", 0, 1, HCLStyleLayout)); string(text) != "a = 1\n\nb=2\n" {
		t.Fatal(string(text))
	}
	options := HCLFormatOptions{Alignment: HCLAlignNone, Order: HCLOrderAlphabetical, Width: 20, Heredocs: HCLHeredocsIndented}
	if text := Must(FormatHCLWith([]byte("b=[\"one\",\"two\",\"six\"]\nlong=<<-E\nx\nE\na=1\n"), "f", options)); string(text) !=
		"a = 1\nb = [\n  \"one\",\n  \"two\",\n  \"six\",\n]\nlong = <<-E\n  x\nE\n" {
		t.Errorf("%q", text)
	}
	if _, err := FormatHCLWith([]byte("a=1\n"), "f", HCLFormatOptions{Width: 3}); !errors.Is(err, ErrInvalidArgument) {
		t.Error(err)
	}
	_, err := FormatHCL([]byte("a=\n"), "f", HCLStyleLayout)
	isCode(t, err, ErrSyntax)
	file := NewHCLFile()
	Must(file.Body().SetAttributeTraversal("a", Path{}.Attr("x").Attr("y")))
	if text := Must(file.JSON()); string(text) != "{\n  \"a\": \"${x.y}\"\n}\n" {
		t.Fatal(string(text))
	}
	if text := Must(EncodeHCLJSON(Must(StringVal("${")))); string(text) != `"$${"` {
		t.Fatal(string(text))
	}
	var out bytes.Buffer
	if n, err := file.WriteTo(&out); err != nil || n != 8 || out.String() != "a = x.y\n" {
		t.Fatal(n, err, out.String())
	}
}
