# The front door. `make demo` runs the main job, `make test` everything.

CARGO ?= cargo
CC ?= cc
CXX ?= c++
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DESTDIR ?=
OBJCOPY ?= objcopy
SECONDS ?= 60
CASES ?= 100000
SEED ?= 1
TARGETS ?=
STAGES ?=

RELEASE := target/release
CFLAGS_EXAMPLE := -std=c99 -Wall -Wextra -pedantic -O2 -Iinclude
CXXFLAGS_EXAMPLE := -std=c++17 -Wall -Wextra -pedantic -O2 -Iinclude
LIBS_STATIC := $(RELEASE)/libpolycty.a -lpthread -ldl -lm
HEADERS := include/polycty.h $(wildcard include/polycty/*.h)
WRAPPERS := include/polycty.hpp $(wildcard include/polycty/*.hpp)
EXAMPLES := $(patsubst examples/c/%.c,target/examples-c/%,$(wildcard examples/c/*.c)) \
    $(patsubst examples/cpp/%.cpp,target/examples-cpp/%,$(wildcard examples/cpp/*.cpp))
INSTALL := PREFIX='$(PREFIX)' LIBDIR='$(LIBDIR)' INCLUDEDIR='$(INCLUDEDIR)' \
    DESTDIR='$(DESTDIR)' OBJCOPY='$(OBJCOPY)' packaging/install

.PHONY: help demo library cli examples test test-rust test-bindings test-go lint conformance hostile differential \
    bench header abi docs memcheck fuzz soak install uninstall clean

help:
	@echo 'make demo         build the library and run the main job from C'
	@echo 'make cli          the command line tool, target/release/polycty'
	@echo 'make test         everything'
	@echo 'make test-go      the binding for Go alone'
	@echo 'make lint         format, lints, the header, the ABI, the reference'
	@echo 'make conformance  [CORPUS=dir] [ONLY=cty/convert]  how many vectors agree'
	@echo 'make hostile      [ONLY=hcl/]  what hostile inputs cost, in an optimised build'
	@echo 'make differential  [CASES=100000] [SEED=1]  random inputs beside HashiCorp'"'"'s HCL, and the bindings beside C'
	@echo 'make bench        side by side with the peers that are installed'
	@echo 'make header       renew the C headers, what the bindings make of them, and the record of the ABI'
	@echo 'make abi          renew the record of the ABI, include/polycty.abi'
	@echo 'make docs         the reference of the headers, target/reference/html/index.html'
	@echo 'make memcheck     [STAGES=asan …] [ONLY=threads]  valgrind, the sanitizers, and the long runs'
	@echo 'make fuzz         [SECONDS=60] [TARGETS=name …]  fuzzes; `make test` runs what was found'
	@echo 'make soak         [SECONDS=60] [TARGETS=name …] [SEED=1]  many more inputs, changed blindly'
	@echo 'make install      [PREFIX=/usr/local] [LIBDIR=] [INCLUDEDIR=] [BINDIR=] [DESTDIR=]'
	@echo 'make uninstall    likewise'

demo: target/examples-c/demo
	target/examples-c/demo examples/data/network.variables examples/data/network.tfvars.json

library:
	$(CARGO) build --release --quiet --lib

cli:
	$(CARGO) build --release --quiet

examples: $(EXAMPLES)

target/examples-c/%: examples/c/%.c $(HEADERS) library
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_EXAMPLE) $< $(LIBS_STATIC) -o $@

target/examples-cpp/%: examples/cpp/%.cpp $(HEADERS) $(WRAPPERS) library
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_EXAMPLE) $< $(LIBS_STATIC) -o $@

test: test-rust test-bindings

test-rust:
	$(CARGO) test --workspace

# Each language says what it leaves out where its tools are missing.
test-bindings: library
	bindings/test

test-go: library
	bindings/go/test

# What compiles the headers by every standard and compiler is for `make test`.
HEADER_CHECK := --skip every_standard_and_compiler

lint:
	$(CARGO) fmt --all -- --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) test --quiet --test abi -- header:: record:: reference:: $(HEADER_CHECK)

# CORPUS=dir takes another folder of the same layout, ONLY=cty/convert some files.
conformance:
	@CORPUS='$(CORPUS)' ONLY='$(ONLY)' $(CARGO) test --quiet --test conformance

# `make test` runs the same without optimisation, with more stack and smaller inputs.
hostile:
	@ONLY='$(ONLY)' $(CARGO) test --release --quiet --test hostile

differential: library
	CASES=$(CASES) SEED=$(SEED) $(CARGO) test --quiet -p polycty-hcl --test differential -- --nocapture
	POLYCTY_CASES=$(CASES) POLYCTY_SEED=$(SEED) bindings/go/test -run Agreement -timeout 60m .
	POLYCTY_CASES=$(CASES) POLYCTY_SEED=$(SEED) bindings/ruby/test --name /are_those_in_c/

bench:
	benches/run

header:
	UPDATE_HEADER=1 $(CARGO) test --quiet --test abi the_committed_headers_are_the_generated_ones
	UPDATE_ABI=additions $(CARGO) test --quiet --test abi record::
	@if command -v ruby >/dev/null; then ruby bindings/ruby/tools/declarations.rb; fi
	@if command -v go >/dev/null; then cd bindings/go && go run tools/shims.go; fi
	$(CARGO) test --quiet --test abi -- header:: $(HEADER_CHECK)

# After a break, which the ABI's version has to say; UNRELEASED=1 where no release ever had
# what is broken.
abi:
	UPDATE_ABI=$(if $(UNRELEASED),unreleased,all) $(CARGO) test --quiet --test abi record::

docs:
	docs/reference/build

memcheck:
	c-tests/memcheck $(STAGES)

fuzz:
	fuzz/run $(SECONDS) $(TARGETS)

soak:
	fuzz/soak $(SECONDS) $(TARGETS)

install: library cli
	$(INSTALL) $(RELEASE)
	install -d '$(DESTDIR)$(BINDIR)'
	install -m 755 $(RELEASE)/polycty '$(DESTDIR)$(BINDIR)'
	if command -v $(OBJCOPY) >/dev/null; then $(OBJCOPY) --strip-unneeded '$(DESTDIR)$(BINDIR)/polycty'; fi
	packaging/forget-paths $(RELEASE) '$(DESTDIR)$(BINDIR)/polycty'

uninstall:
	$(INSTALL) --remove
	rm -f '$(DESTDIR)$(BINDIR)/polycty'

clean:
	$(CARGO) clean
