"""Times the boundary between Python and C: this extension module, and cffi.

    python bench/boundary.py [LIBRARY]      libpolycty.so, by default that of target/release

cffi is measured in ABI mode and in API mode. All three convert the body of one file to dicts and
lists, and make a small call. cffi needs the package `cffi`, its API mode also a C compiler.
"""

import sys
import tempfile
import time
import timeit
from pathlib import Path

from cffi import FFI

import polycty
from packages import BLOCK

TREE = Path(__file__).resolve().parents[3]
DECLARATIONS = """
typedef struct { const char *data; size_t len; } pcty_str;
typedef struct { uint32_t line; uint32_t column; size_t byte; } pcty_position;
typedef struct { pcty_position start; pcty_position end; } pcty_range;
typedef struct { uint32_t kind; void *attribute; size_t block_count; } pcty_hcl_item;
typedef struct { pcty_str name; void *expression; pcty_range range; pcty_range name_range;
    pcty_str file; } pcty_hcl_attribute_data;
typedef struct { pcty_str type; size_t label_count; void *body; pcty_str file; } pcty_hcl_block_data;
typedef struct { pcty_str text; pcty_range range; } pcty_hcl_label;
typedef struct { uint32_t form; pcty_str text; pcty_str file; pcty_str name; pcty_str key_name;
    pcty_str value_name; } pcty_hcl_expression_data;
uint32_t pcty_hcl_body_parse(pcty_str, pcty_str, void *, uint32_t, void **, void **, void **);
void pcty_hcl_body_free(void *);
uint32_t pcty_hcl_body_items(void *, void **, void **);
size_t pcty_hcl_items_count(void *);
bool pcty_hcl_items_at(void *, size_t, pcty_hcl_item *);
void *pcty_hcl_items_block_at(void *, size_t, size_t);
void pcty_hcl_items_free(void *);
bool pcty_hcl_attribute_info(void *, pcty_hcl_attribute_data *);
bool pcty_hcl_block_info(void *, pcty_hcl_block_data *);
bool pcty_hcl_block_label_at(void *, size_t, pcty_hcl_label *);
bool pcty_hcl_expression_info(void *, pcty_hcl_expression_data *);
uint32_t pcty_hcl_expression_parts(void *, void **, void **);
size_t pcty_hcl_expressions_count(void *);
void *pcty_hcl_expressions_at(void *, size_t);
void pcty_hcl_expressions_free(void *);
void *pcty_value_number_from_int64(int64_t);
uint32_t pcty_value_state(void *);
"""
LITERAL, TUPLE, OBJECT = 1, 10, 11


class Reader:
    """Reads bodies by calls of the C ABI."""

    def __init__(self, ffi, lib):
        self.ffi, self.lib = ffi, lib

    def text(self, text):
        return self.ffi.unpack(text.data, text.len).decode() if text.data else None

    def expression(self, expression):
        ffi, lib = self.ffi, self.lib
        data = ffi.new("pcty_hcl_expression_data *")
        lib.pcty_hcl_expression_info(expression, data)
        text = self.text(data.text)
        if data.form == LITERAL:
            return text[1:-1] if text[0] == '"' else text == "true" if text[0] in "tf" else int(text)
        if data.form not in (TUPLE, OBJECT):
            return "${" + text + "}"
        out = ffi.new("void **")
        lib.pcty_hcl_expression_parts(expression, out, ffi.NULL)
        parts = out[0]
        each = [
            lib.pcty_hcl_expressions_at(parts, at) for at in range(lib.pcty_hcl_expressions_count(parts))
        ]
        if data.form == TUPLE:
            found = [self.expression(part) for part in each]
        else:
            found = {}
            for key, value in zip(each[::2], each[1::2]):
                lib.pcty_hcl_expression_info(key, data)
                found[self.text(data.text)] = self.expression(value)
        lib.pcty_hcl_expressions_free(parts)
        return found

    def body(self, body):
        ffi, lib, found = self.ffi, self.lib, {}
        out, item = ffi.new("void **"), ffi.new("pcty_hcl_item *")
        attribute, block = ffi.new("pcty_hcl_attribute_data *"), ffi.new("pcty_hcl_block_data *")
        label = ffi.new("pcty_hcl_label *")
        lib.pcty_hcl_body_items(body, out, ffi.NULL)
        items = out[0]
        for at in range(lib.pcty_hcl_items_count(items)):
            lib.pcty_hcl_items_at(items, at, item)
            if item.attribute:
                lib.pcty_hcl_attribute_info(item.attribute, attribute)
                found[self.text(attribute.name)] = self.expression(attribute.expression)
                continue
            handle = lib.pcty_hcl_items_block_at(items, at, 0)
            lib.pcty_hcl_block_info(handle, block)
            within, key = found, self.text(block.type)
            for number in range(block.label_count):
                lib.pcty_hcl_block_label_at(handle, number, label)
                within = within.setdefault(key, {})
                key = self.text(label.text)
            within.setdefault(key, []).append(self.body(block.body))
        lib.pcty_hcl_items_free(items)
        return found

    def loads(self, text):
        ffi, lib = self.ffi, self.lib
        data = text.encode()
        source, name = ffi.new("pcty_str *"), ffi.new("pcty_str *")
        kept = ffi.from_buffer(data)
        source.data, source.len = ffi.cast("const char *", kept), len(data)
        out = ffi.new("void **")
        assert lib.pcty_hcl_body_parse(source[0], name[0], ffi.NULL, 1, out, ffi.NULL, ffi.NULL) == 0
        found = self.body(out[0])
        lib.pcty_hcl_body_free(out[0])
        return found


def readers(library):
    ffi = FFI()
    ffi.cdef(DECLARATIONS)
    yield "cffi, ABI mode", Reader(ffi, ffi.dlopen(str(library)))
    builder = FFI()
    builder.cdef(DECLARATIONS)
    builder.set_source(
        "_polycty_cffi",
        "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n" + DECLARATIONS,
        libraries=["polycty"],
        library_dirs=[str(library.parent)],
        runtime_library_dirs=[str(library.parent)],
    )
    with tempfile.TemporaryDirectory() as folder:
        builder.compile(tmpdir=folder)
        sys.path.insert(0, folder)
        import _polycty_cffi

        yield "cffi, API mode", Reader(_polycty_cffi.ffi, _polycty_cffi.lib)


def best(call, runs=7):
    times = []
    for _ in range(runs):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times) * 1e3


def main():
    library = Path(sys.argv[1] if len(sys.argv) > 1 else TREE / "target/release/libpolycty.so").resolve()
    text = "".join(BLOCK.format(i=i, n=i % 5) for i in range(589))
    text = text.replace('"web-${var.env}-', '"web-')
    expected = polycty.hcl.loads(text)
    value = polycty.Value.of(1)
    state = polycty._native.value_state
    print(f"{'extension module':20} {best(lambda: polycty.hcl.loads(text)):8.2f} ms", end="")
    print(f" {min(timeit.repeat(lambda: state(value), number=100_000)) * 1e4:8.0f} ns")
    for name, reader in readers(library):
        assert reader.loads(text) == expected
        number, call = reader.lib.pcty_value_number_from_int64(1), reader.lib.pcty_value_state
        print(f"{name:20} {best(lambda: reader.loads(text)):8.2f} ms", end="")
        print(f" {min(timeit.repeat(lambda: call(number), number=100_000)) * 1e4:8.0f} ns")


if __name__ == "__main__":
    main()
