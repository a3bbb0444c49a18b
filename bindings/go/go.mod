module github.com/polycty/polycty/bindings/go

go 1.19
