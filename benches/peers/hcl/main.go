// Command peer-hcl times hashicorp/hcl parsing a file, and prints the median of
// the nanoseconds that it takes.
//
// Usage:
//
//	peer-hcl FILE
package main

import (
	"fmt"
	"os"
	"sort"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

const runs = 9

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	var times []int64
	for i := 0; i < runs; i++ {
		start := time.Now()
		_, diags := hclsyntax.ParseConfig(text, os.Args[1], hcl.InitialPos)
		times = append(times, time.Since(start).Nanoseconds())
		if diags.HasErrors() {
			fmt.Fprintln(os.Stderr, diags)
			os.Exit(1)
		}
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	fmt.Println(times[len(times)/2])
}
