module github.com/polycty/polycty/bindings/go/ctybridge

go 1.19

require (
	github.com/hashicorp/hcl/v2 v2.14.1
	github.com/polycty/polycty/bindings/go v0.0.0
	github.com/zclconf/go-cty v1.12.1
)

replace github.com/polycty/polycty/bindings/go => ../
