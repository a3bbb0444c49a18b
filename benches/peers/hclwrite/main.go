// Command peer-hclwrite times hclwrite reading, formatting and editing a file, and prints
// the medians of the nanoseconds that these take, a line each: reading, formatting, and setting
// one argument of a file that was read and writing it.
//
// Usage:
//
//	peer-hclwrite FILE
package main

import (
	"fmt"
	"os"
	"sort"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

const runs = 5

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	file, diags := hclwrite.ParseConfig(text, os.Args[1], hcl.InitialPos)
	if diags.HasErrors() {
		fmt.Fprintln(os.Stderr, diags)
		os.Exit(1)
	}
	fmt.Println(median(func(int) { hclwrite.ParseConfig(text, os.Args[1], hcl.InitialPos) }))
	fmt.Println(median(func(int) { hclwrite.Format(text) }))
	blocks := file.Body().Blocks()
	last := blocks[len(blocks)-1].Body()
	fmt.Println(median(func(run int) {
		last.SetAttributeValue("region", cty.NumberIntVal(int64(run)))
		file.Bytes()
	}))
}

func median(work func(run int)) int64 {
	var times []int64
	for run := 0; run < runs; run++ {
		start := time.Now()
		work(run)
		times = append(times, time.Since(start).Nanoseconds())
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	return times[len(times)/2]
}
