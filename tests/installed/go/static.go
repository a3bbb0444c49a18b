//go:build static

package main

// #cgo pkg-config: polycty-static
import "C"
