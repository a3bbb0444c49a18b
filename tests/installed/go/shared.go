//go:build !static

package main

// #cgo pkg-config: polycty
import "C"
