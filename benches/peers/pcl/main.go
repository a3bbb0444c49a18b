// Command peer-pcl times go-cty at the workloads of benches/pcl.rs that it has, and
// prints the name of each and its nanoseconds.
package main

import (
	"fmt"
	"sort"
	"time"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

const (
	rounds = 5
	depth  = 6
)

// attributes are those of benches/pcl.rs.
func attributes(n int, wide bool) map[string]cty.Type {
	types := []cty.Type{cty.String, cty.Bool, cty.Number}
	all := make(map[string]cty.Type, n+1)
	for i := 0; i < n; i++ {
		ty := types[i%3]
		if wide {
			ty = cty.String
		}
		all[fmt.Sprintf("attribute-%d", i*7919%100003)] = ty
	}
	return all
}

func deep(n int, wide bool) cty.Type {
	inner := cty.Bool
	for i := 0; i < depth; i++ {
		all := attributes(n, wide)
		all["nested"] = cty.List(inner)
		inner = cty.Object(all)
	}
	return inner
}

func report(name string, run func()) {
	var times []float64
	for i := 0; i < rounds; i++ {
		runs := 0
		start := time.Now()
		for runs < 3 || time.Since(start) < 40*time.Millisecond {
			run()
			runs++
		}
		times = append(times, float64(time.Since(start).Nanoseconds())/float64(runs))
	}
	sort.Float64s(times)
	fmt.Printf("%s %.0f\n", name, times[len(times)/2])
}

func main() {
	all := attributes(500, false)
	narrow, wide := cty.Object(all), cty.Object(attributes(500, true))
	report("build an object", func() { cty.Object(all) })
	report("convert objects", func() { convert.GetConversionUnsafe(narrow, wide) })
	report("unify objects", func() { convert.Unify([]cty.Type{narrow, wide}) })
	narrowDeep, wideDeep := deep(100, false), deep(100, true)
	report("convert deep", func() { convert.GetConversionUnsafe(narrowDeep, wideDeep) })
	report("unify deep", func() { convert.Unify([]cty.Type{narrowDeep, wideDeep}) })
}
