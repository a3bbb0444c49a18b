# The front door. `make demo` runs the main job, `make test` everything.

CARGO ?= cargo
CC ?= cc
PREFIX ?= /usr/local
SECONDS ?= 60
DESTDIR ?=

VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
MAJOR := $(firstword $(subst ., ,$(VERSION)))
RELEASE := target/release
CFLAGS_EXAMPLE := -std=c99 -Wall -Wextra -pedantic -O2 -Iinclude
LIBS_STATIC := $(RELEASE)/libpolycty.a -lpthread -ldl -lm
EXAMPLES := $(patsubst examples/c/%.c,target/examples-c/%,$(wildcard examples/c/*.c))

.PHONY: help demo library cli examples test test-rust test-go test-bindings lint conformance bench header memcheck fuzz install clean

help:
	@echo 'make demo         build the library and run the main job from C'
	@echo 'make cli          the command line tool, target/release/polycty'
	@echo 'make test         everything'
	@echo 'make test-go      the binding for Go alone'
	@echo 'make lint         format, lints, the header'
	@echo 'make conformance  [CORPUS=dir] [ONLY=cty/convert]  how many vectors agree'
	@echo 'make bench        side by side with the peers that are installed'
	@echo 'make header       renew include/polycty.h'
	@echo 'make memcheck     valgrind and the sanitizers over the C programs'
	@echo 'make fuzz         [SECONDS=60]  the fuzz targets'
	@echo 'make install      [PREFIX=/usr/local]'

demo: target/examples-c/demo
	target/examples-c/demo examples/data/network.variables examples/data/network.tfvars.json

library:
	$(CARGO) build --release --quiet

cli:
	$(CARGO) build --release --quiet --features cli

examples: $(EXAMPLES)

target/examples-c/%: examples/c/%.c include/polycty.h library
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_EXAMPLE) $< $(LIBS_STATIC) -o $@

test: test-rust test-bindings

test-rust:
	$(CARGO) test --features cli

# Each language says what it leaves out where its tools are missing.
test-bindings: library
	bindings/test

test-go: library
	bindings/go/test

lint:
	$(CARGO) fmt --all -- --check
	$(CARGO) clippy --all-targets --features cli -- -D warnings
	$(CARGO) test --quiet --test header

# CORPUS=dir takes another folder of the same layout, ONLY=cty/convert some files.
conformance:
	@CORPUS='$(CORPUS)' ONLY='$(ONLY)' $(CARGO) test --quiet --test conformance

bench:
	benches/run

header:
	UPDATE_HEADER=1 $(CARGO) test --quiet --test header

memcheck:
	c-tests/memcheck

fuzz:
	fuzz/run $(SECONDS)

install: library cli
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(RELEASE)/polycty $(DESTDIR)$(PREFIX)/bin/
	install -d $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/include
	install -m 644 include/polycty.h include/polycty.hpp $(DESTDIR)$(PREFIX)/include/
	install -m 644 $(RELEASE)/libpolycty.a $(DESTDIR)$(PREFIX)/lib/
	install -m 755 $(RELEASE)/libpolycty.so $(DESTDIR)$(PREFIX)/lib/libpolycty.so.$(VERSION)
	ln -sf libpolycty.so.$(VERSION) $(DESTDIR)$(PREFIX)/lib/libpolycty.so.$(MAJOR)
	ln -sf libpolycty.so.$(MAJOR) $(DESTDIR)$(PREFIX)/lib/libpolycty.so
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' polycty.pc.in \
	    > $(DESTDIR)$(PREFIX)/lib/pkgconfig/polycty.pc

clean:
	$(CARGO) clean
