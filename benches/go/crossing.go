package main

// #include <stdint.h>
// uint64_t crossed(uint64_t given);
// uint64_t crossed_back(uint64_t given);
import "C"

// The cost of a call of C, and of one in which C calls Go: the minimum for every library that is
// not written in Go.

//export goNothing
func goNothing(given C.uint64_t) C.uint64_t { return given }

func crossing(turns int) {
	for i := 0; i < turns; i++ {
		if uint64(C.crossed(C.uint64_t(i))) != uint64(i) {
			panic("crossed")
		}
	}
}

func crossingBack(turns int) {
	for i := 0; i < turns; i++ {
		if uint64(C.crossed_back(C.uint64_t(i))) != uint64(i) {
			panic("crossed")
		}
	}
}
