# The commands of the project; `make help` lists them.

CARGO ?= cargo
CC ?= cc
CXX ?= c++
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DESTDIR ?=
OBJCOPY ?= objcopy
SECONDS ?= 60
CASES ?= 100000
PROJECTS ?= 500
SEED ?= 1
CATALOGS ?= 1000
TARGETS ?=
STAGES ?=

# The languages of the library, such as "hcl terraform"; all of them if empty. What is built with
# some is in a folder of its own, what is built with all in target/release.
FEATURES ?=

RELEASE := target/release
comma := ,
built = $(if $(strip $(1)),target/features/$(subst $() ,-,$(sort $(subst $(comma), ,$(1)))),$(RELEASE))
BUILT := $(call built,$(FEATURES))
# `make demo` builds HCL alone if FEATURES is empty.
DEMO_FEATURES := $(or $(FEATURES),hcl)
DEMO_BUILT := $(call built,$(DEMO_FEATURES))
CFLAGS_EXAMPLE := -std=c99 -Wall -Wextra -pedantic -O2 -Iinclude
CXXFLAGS_EXAMPLE := -std=c++17 -Wall -Wextra -pedantic -O2 -Iinclude
LIBS := -lpthread -ldl -lm
LIBS_STATIC := $(RELEASE)/libpolycty.a $(LIBS)
HEADERS := include/polycty.h $(wildcard include/polycty/*.h)
WRAPPERS := include/polycty.hpp $(wildcard include/polycty/*.hpp include/polycty/detail/*.hpp)
EXAMPLES := $(patsubst examples/c/%.c,target/examples-c/%,$(wildcard examples/c/*.c)) \
    $(patsubst examples/cpp/%.cpp,target/examples-cpp/%,$(wildcard examples/cpp/*.cpp))
INSTALL := PREFIX='$(PREFIX)' LIBDIR='$(LIBDIR)' INCLUDEDIR='$(INCLUDEDIR)' \
    DESTDIR='$(DESTDIR)' OBJCOPY='$(OBJCOPY)' FEATURES='$(FEATURES)' packaging/install
INSTALL_TOOL := PREFIX='$(PREFIX)' BINDIR='$(BINDIR)' DATADIR='$(DATADIR)' DESTDIR='$(DESTDIR)' \
    OBJCOPY='$(OBJCOPY)' packaging/tool

.PHONY: help demo library cli examples check test test-rust test-bindings test-all test-everything clear-left-out \
    test-go test-python python-wheel python-sdist features lint conformance hostile audit differential \
    bench header abi docs memcheck fuzz soak install uninstall clean

help:
	@echo 'make demo         [FEATURES=]  build the library and run the main job from C'
	@echo 'make check        after an edit: format, lints and tests of the crates that changed'
	@echo 'make test         unit tests, conformance, the C ABI, the bindings: minutes'
	@echo 'make test-all     everything that CI runs'
	@echo 'make features     build and test the library with some languages alone'
	@echo 'make lint         format, lints, the header, the ABI, the reference'
	@echo 'make cli          the command line tool, target/release/polycty'
	@echo 'make test-go      the binding for Go alone'
	@echo 'make test-python  the binding for Python alone, in a fresh virtual environment'
	@echo 'make python-wheel the wheel for Python with the library and the tool, in bindings/python/dist'
	@echo 'make python-sdist the source distribution for Python, in bindings/python/dist'
	@echo 'make conformance  [CORPUS=dir] [ONLY=cty/convert]  how many vectors agree'
	@echo 'make hostile      [ONLY=hcl/]  what hostile inputs cost, in an optimized build'
	@echo 'make audit        [ONLY=hcl/]  measured work against the work that is charged'
	@echo 'make differential [CASES=100000] [PROJECTS=500] [CATALOGS=1000] [SEED=1]  random inputs beside HashiCorp'"'"'s HCL, Terraform and Puppet, and the bindings beside C'
	@echo 'make bench        side by side with the peers that are installed'
	@echo 'make header       renew the C headers, what the bindings make of them, and the record of the ABI'
	@echo 'make abi          renew the record of the ABI, include/polycty.abi'
	@echo 'make docs         the reference of the headers, target/reference/html/index.html'
	@echo 'make memcheck     [STAGES=asan …] [ONLY=threads]  valgrind, the sanitizers, and the long runs'
	@echo 'make fuzz         [SECONDS=60] [TARGETS=name …]  fuzzes; `make test-all` replays what was found'
	@echo 'make soak         [SECONDS=60] [TARGETS=name …] [SEED=1]  many more inputs, changed blindly'
	@echo 'make install      [PREFIX=/usr/local] [FEATURES=] [LIBDIR=] [INCLUDEDIR=] [BINDIR=] [DATADIR=] [DESTDIR=]'
	@echo 'make uninstall    likewise'

demo:
	@echo 'Building the library with $(DEMO_FEATURES): one to two minutes'
	@packaging/library $(DEMO_BUILT) '$(DEMO_FEATURES)'
	@mkdir -p target/examples-c
	$(CC) $(CFLAGS_EXAMPLE) examples/c/demo.c $(DEMO_BUILT)/libpolycty.a $(LIBS) -o target/examples-c/demo
	target/examples-c/demo examples/data/network.variables examples/data/network.tfvars.json

library:
	@packaging/library $(RELEASE) ''

cli:
	@packaging/library $(RELEASE) '' cli

# `library` is always run, but the examples are only built again if it changes the file.
$(RELEASE)/libpolycty.a: library
	@:

examples: $(EXAMPLES)

target/examples-c/%: examples/c/%.c $(HEADERS) $(RELEASE)/libpolycty.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_EXAMPLE) $< $(LIBS_STATIC) -o $@

target/examples-cpp/%: examples/cpp/%.cpp $(HEADERS) $(WRAPPERS) $(RELEASE)/libpolycty.a
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_EXAMPLE) $< $(LIBS_STATIC) -o $@

# Tests of Rust run with cargo-nextest where it is installed, which runs all programs at once.
NEXTEST := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo yes)
RUN_TESTS := $(if $(NEXTEST),nextest run --cargo-quiet --status-level fail --final-status-level fail --show-progress none,test --quiet)
# All tests of the crates. The audit measures optimized builds alone, and these programs of the root
# crate have commands of their own: abi takes minutes, conformance and hostile have no runner that
# nextest knows.
UNIT_TESTS := --workspace --exclude polycty --exclude polycty-audit --tests
ROOT_TESTS := -p polycty --lib --test languages --test features
# What compiles the headers by every standard and compiler, and every page, is for `make test-all`.
SLOW_ABI := --skip every_standard_and_compiler --skip tours:: --skip install::

check:
	@.ci/check

test: clear-left-out test-rust test-bindings
	@.ci/left-out

test-rust:
	$(CARGO) $(RUN_TESTS) $(UNIT_TESTS)
	$(CARGO) $(RUN_TESTS) $(ROOT_TESTS)
	$(CARGO) test --quiet --test abi -- $(SLOW_ABI)
	$(CARGO) test --quiet --test conformance

# Each language reports what it leaves out where its tools are missing.
test-bindings: library
	bindings/test --quick

test-all: clear-left-out test-everything features hostile
	@.ci/left-out

test-everything: library
	$(CARGO) $(RUN_TESTS) $(UNIT_TESTS)
	$(CARGO) $(RUN_TESTS) $(ROOT_TESTS)
	$(CARGO) test --quiet -p polycty --test abi --test conformance
	$(CARGO) test --quiet --workspace --doc
	$(CARGO) test --quiet -p polycty --lib --features polycty/capi -- ffi::panics allocator
	bindings/test

# What the tests leave out for want of a tool is collected in target/left-out.
clear-left-out:
	@mkdir -p target && rm -f target/left-out

test-go: library
	bindings/go/test

test-python: library cli
	bindings/python/test

python-wheel: library cli
	bindings/python/tools/distribution wheel

python-sdist:
	bindings/python/tools/distribution sdist

# Builds and tests the library with some languages alone; the table of sizes with SIZES=1.
features:
	tests/features/run

# What compiles the headers by every standard and compiler is for `make test-all`.
HEADER_CHECK := --skip every_standard_and_compiler

lint:
	$(CARGO) fmt --all -- --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) test --quiet --test abi -- header:: record:: reference:: $(HEADER_CHECK)
	@if command -v cargo-deny >/dev/null; then $(CARGO) deny --locked check licenses bans sources; \
	else echo 'cargo-deny is not installed: deny.toml is not checked'; fi

# CORPUS=dir takes another folder of the same layout, ONLY=cty/convert some files.
conformance:
	@CORPUS='$(CORPUS)' ONLY='$(ONLY)' $(CARGO) test --quiet --test conformance

hostile:
	@ONLY='$(ONLY)' $(CARGO) test --release --quiet --test hostile
	@DEADLINE=1 ONLY='$(ONLY)' $(CARGO) test --release --quiet --test hostile

audit:
	@ONLY='$(ONLY)' $(CARGO) test --release --quiet -p polycty-audit

differential: library
	CASES=$(CASES) SEED=$(SEED) $(CARGO) test --quiet -p polycty-hcl --test differential -- --nocapture
	CASES=$(PROJECTS) SEED=$(SEED) $(CARGO) test --quiet -p polycty-cli --test terraform generated -- --nocapture
	POLYCTY_CASES=$(CASES) POLYCTY_SEED=$(SEED) bindings/go/test -run Agreement -timeout 60m .
	POLYCTY_CASES=$(CASES) POLYCTY_SEED=$(SEED) bindings/ruby/test --name /are_those_in_c/
	CARGO='$(CARGO)' tests/peers/puppet_catalogs/run $(SEED) $(CATALOGS)

bench:
	benches/run

header:
	UPDATE_HEADER=1 $(CARGO) test --quiet --test abi the_committed_
	UPDATE_ABI=additions $(CARGO) test --quiet --test abi record::
	@if command -v ruby >/dev/null; then ruby bindings/ruby/tools/declarations.rb; fi
	@if command -v go >/dev/null; then cd bindings/go && go run ./tools; fi
	@if command -v python3 >/dev/null; then python3 bindings/python/tools/generate.py; fi
	$(CARGO) test --quiet --test abi -- header:: $(HEADER_CHECK)

# After a break, which the ABI's version has to say; UNRELEASED=1 where no release ever had
# what is broken.
abi:
	UPDATE_ABI=$(if $(UNRELEASED),unreleased,all) $(CARGO) test --quiet --test abi record::

docs:
	docs/doxygen/build

memcheck:
	c-tests/memcheck $(STAGES)

fuzz:
	fuzz/run $(SECONDS) $(TARGETS)

soak:
	fuzz/soak $(SECONDS) $(TARGETS)

install:
	packaging/library $(BUILT) '$(FEATURES)' cli
	$(INSTALL) $(BUILT)
	$(INSTALL_TOOL) $(BUILT)

uninstall:
	$(INSTALL) --remove
	$(INSTALL_TOOL) --remove

clean:
	$(CARGO) clean
