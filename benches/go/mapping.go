package main

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	polycty "github.com/polycty/polycty/bindings/go"
)

// A body of a thousand blocks decoded into structs, as gohcl does it.

const blocks = 1000

type service struct {
	Name    string            `hcl:"name,label"`
	Port    int               `hcl:"port"`
	Host    string            `hcl:"host"`
	Enabled bool              `hcl:"enabled,optional"`
	Zones   []string          `hcl:"zones,optional"`
	Tags    map[string]string `hcl:"tags,optional"`
	Check   *struct {
		Path     string `hcl:"path"`
		Interval int    `hcl:"interval,optional"`
	} `hcl:"check,block"`
}

// Each block keeps an expression, and a body of the rest, so that each block is decoded separately.
type nativeKept struct {
	Services []struct {
		Name  string            `hcl:"name,label"`
		Port  int               `hcl:"port"`
		Host  hcl.Expression    `hcl:"host"`
		Zones []string          `hcl:"zones,optional"`
		Tags  map[string]string `hcl:"tags,optional"`
		Rest  hcl.Body          `hcl:",remain"`
	} `hcl:"service,block"`
}

type boundKept struct {
	Services []struct {
		Name  string                 `hcl:"name,label"`
		Port  int                    `hcl:"port"`
		Host  *polycty.HCLExpression `hcl:"host"`
		Zones []string               `hcl:"zones,optional"`
		Tags  map[string]string      `hcl:"tags,optional"`
		Rest  *polycty.HCLBody       `hcl:",remain"`
	} `hcl:"service,block"`
}

func servicesText() []byte {
	var text strings.Builder
	for at := 0; at < blocks; at++ {
		fmt.Fprintf(&text, "service \"s%d\" {\n  port = %d\n  host = \"host-%d.example.org\"\n", at, 8000+at, at)
		fmt.Fprintf(&text, "  zones = [\"a\", \"b\"]\n  tags = {\n    team = \"ops\"\n  }\n  check {\n    path = \"/health\"\n  }\n}\n")
	}
	return []byte(text.String())
}

func mapping() []row {
	text := servicesText()
	type config struct {
		Services []service `hcl:"service,block"`
	}
	file := diagnosed(hclsyntax.ParseConfig(text, "main.hcl", hcl.InitialPos))
	body := must(polycty.ParseHCLBody(text, "main.hcl", polycty.HCLNative))
	native := func(body hcl.Body, target any) {
		if found := gohcl.DecodeBody(body, nil, target); found.HasErrors() {
			panic(found)
		}
	}
	return []row{
		{"1,000 blocks (cold)", times(func() {
			native(diagnosed(hclsyntax.ParseConfig(text, "main.hcl", hcl.InitialPos)).Body, new(config))
		}), times(func() { check(polycty.DecodeHCL("main.hcl", text, nil, new(config))) })},
		{"1,000 blocks (prepared)", times(func() { native(file.Body, new(config)) }),
			times(func() { check(polycty.DecodeHCLBody(body, nil, new(config))) })},
		{"1,000 blocks with what is kept (prepared)", times(func() { native(file.Body, new(nativeKept)) }),
			times(func() { check(polycty.DecodeHCLBody(body, nil, new(boundKept))) })},
	}
}
