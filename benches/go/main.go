// Command bench times the binding and native go-cty and hcl in one program: the cost of single
// operations, and the throughput of bulk work. It prints both times and their ratio, after the cost
// of crossing the boundary.
//
//	bench [GROUP [ROW]]     the rows of a group whose names contain this; all otherwise
//
// A time is the processor's, of all threads, so that it includes the collector and finalizers and
// is valid on a busy machine: the median of runs that alternate between the two. The column `over`
// is the difference in crossings, if the binding is slower.
//
// It needs go-cty, which the binding does not: `benches/run go` builds it with Debian's.
package main

import (
	"fmt"
	"os"
	"runtime"
	"sort"
	"strings"
	"syscall"
	"time"
)

// A row is one operation in both: each function repeats it the given number of times.
type row struct {
	name          string
	native, bound func(turns int)
}

// A group is rows under a heading.
type group struct {
	heading string
	rows    func() []row
}

var groups = []group{
	{"calls", singleCalls}, {"functions", functions}, {"HCL", language}, {"structs", structs}, {"documents", documents},
	{"mapping", mapping},
}

const runs = 11

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func must[T any](result T, err error) T {
	check(err)
	return result
}

// spent returns the processor time that the program has used.
func spent() time.Duration {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func timed(operation func(int), turns int) float64 {
	begun := spent()
	operation(turns)
	return float64(spent() - begun)
}

// turnsOf returns how many times an operation runs in about thirty milliseconds.
func turnsOf(operation func(int)) int {
	for turns := 1; ; turns *= 2 {
		if took := timed(operation, turns); took > 15e6 {
			return int(30e6/took*float64(turns)) + 1
		}
	}
}

func median(all []float64) float64 {
	sort.Float64s(all)
	return all[len(all)/2]
}

// compare returns nanoseconds of one operation; each run begins with a collection.
func (r row) compare() (native, bound float64) {
	operations := []func(int){r.native, r.bound}
	turns := []int{turnsOf(r.native), turnsOf(r.bound)}
	var took [2][]float64
	for run := 0; run < runs; run++ {
		for side, operation := range operations {
			runtime.GC()
			took[side] = append(took[side], timed(operation, turns[side])/float64(turns[side]))
		}
	}
	return median(took[0]), median(took[1])
}

// alone returns the same for an operation without a counterpart.
func alone(operation func(int)) float64 {
	turns := turnsOf(operation)
	var took []float64
	for run := 0; run < runs; run++ {
		took = append(took, timed(operation, turns)/float64(turns))
	}
	return median(took)
}

func shown(nanoseconds float64) string {
	switch {
	case nanoseconds < 1e4:
		return fmt.Sprintf("%.0f ns", nanoseconds)
	case nanoseconds < 1e7:
		return fmt.Sprintf("%.0f µs", nanoseconds/1e3)
	}
	return fmt.Sprintf("%.1f ms", nanoseconds/1e6)
}

func main() {
	wanted := append(os.Args[1:], "", "")
	cross, back := alone(crossing), alone(crossingBack)
	fmt.Printf("%-44s %s\n%-44s %s\n", "a crossing of cgo", shown(cross), "one in which C calls Go", shown(back))
	for _, group := range groups {
		if !strings.HasPrefix(group.heading, wanted[0]) {
			continue
		}
		fmt.Printf("\n%-44s %12s %12s %8s %6s\n", group.heading, "native", "polycty", "ratio", "over")
		for _, row := range group.rows() {
			if !strings.Contains(row.name, wanted[1]) {
				continue
			}
			native, bound := row.compare()
			over := ""
			if bound > native {
				over = fmt.Sprintf("%.1f", (bound-native)/cross)
			}
			fmt.Printf("%-44s %12s %12s %7.2fx %6s\n", row.name, shown(native), shown(bound), native/bound, over)
		}
	}
}
