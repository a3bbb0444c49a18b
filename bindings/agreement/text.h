// The text that has all parts of a type, a value or an error.
//
// Each binding's test writes the same text in its own language.

#ifndef AGREEMENT_TEXT_H
#define AGREEMENT_TEXT_H

#include <polycty.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ----------------------------------------------------------------------------
// Text that grows.
// ----------------------------------------------------------------------------

struct bytes {
    char *data;
    size_t len, room;
};

static void *must(void *memory) {
    if (memory == NULL) {
        fputs("there is no memory\n", stderr);
        exit(2);
    }
    return memory;
}

static void put(struct bytes *to, const char *data, size_t len) {
    if (len == 0) {
        return;
    }
    if (to->room - to->len < len) {
        to->room = 2 * to->room + len;
        to->data = must(realloc(to->data, to->room));
    }
    memcpy(to->data + to->len, data, len);
    to->len += len;
}

static void put_str(struct bytes *to, pcty_str text) { put(to, text.data, text.len); }

static void put_words(struct bytes *to, const char *words) { put(to, words, strlen(words)); }

static void put_quoted(struct bytes *to, pcty_str text) {
    put(to, "\"", 1);
    put_str(to, text);
    put(to, "\"", 1);
}

static void put_number(struct bytes *to, uint64_t number) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    put_words(to, digits);
}

// Takes the string.
static void put_taken(struct bytes *to, pcty_string *text) {
    put_str(to, pcty_string_str(text));
    pcty_string_free(text);
}

static void write_escaped(const char *data, size_t len) {
    for (size_t i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)data[i];
        if (byte < 0x20 || byte > 0x7e || byte == '\\') {
            printf("\\x%02x", byte);
        } else {
            putchar(byte);
        }
    }
}

static unsigned digit(char c) {
    return (unsigned)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10) & 15;
}

static void put_unescaped(struct bytes *to, const char *data, size_t len) {
    for (size_t i = 0; i < len; i++) {
        char byte = data[i];
        if (byte == '\\' && i + 1 < len) {
            byte = data[++i];
            if (byte == 'x' && i + 2 < len) {
                byte = (char)(digit(data[i + 1]) << 4 | digit(data[i + 2]));
                i += 2;
            } else {
                byte = (char)(byte == 'n' ? '\n' : byte == 't' ? '\t' : byte == 'r' ? '\r' : byte);
            }
        }
        put(to, &byte, 1);
    }
}

// The first line of bytes with two parts, which are left with the second.
static pcty_str first_line(pcty_str *bytes) {
    pcty_str first = {NULL, 0};
    const char *end = bytes->len > 0 ? memchr(bytes->data, '\n', bytes->len) : NULL;
    if (end != NULL) {
        first.data = bytes->data;
        first.len = (size_t)(end - bytes->data);
        bytes->data = end + 1;
        bytes->len -= first.len + 1;
    }
    return first;
}

// ----------------------------------------------------------------------------
// Types, values and errors as text that says all of them.
// ----------------------------------------------------------------------------

static void put_type(struct bytes *to, const pcty_type *type, pcty_dialect dialect) {
    pcty_string *text = NULL;
    if (pcty_type_format(type, dialect, &text, NULL) != PCTY_OK) {
        text = pcty_type_friendly_name(type);
    }
    put_taken(to, text);
}

static void put_range(struct bytes *to, pcty_range range) {
    const pcty_position ends[] = {range.start, range.end};
    for (size_t i = 0; i < 2; i++) {
        put_words(to, i > 0 ? "-" : " ");
        put_number(to, ends[i].line);
        put(to, ",", 1);
        put_number(to, ends[i].column);
        put(to, ",", 1);
        put_number(to, ends[i].byte);
    }
}

static void put_diagnostic(struct bytes *to, const pcty_diagnostic *diagnostic) {
    put_words(to, diagnostic->severity == PCTY_SEVERITY_ERROR ? "\nerror " : "\nwarning ");
    put_quoted(to, diagnostic->summary);
    put_quoted(to, diagnostic->detail);
    put_quoted(to, diagnostic->suggestion);
    put_quoted(to, diagnostic->file);
    put_number(to, diagnostic->source.len);
    if (diagnostic->has_subject) {
        put_range(to, diagnostic->subject);
    }
    if (diagnostic->has_context) {
        put_words(to, " in");
        put_range(to, diagnostic->context);
    }
}

static void put_error(struct bytes *to, const pcty_error *error) {
    pcty_error_data data = PCTY_ERROR_DATA_INIT;
    PCTY_IGNORE(pcty_error_info(error, &data, NULL));
    put_str(to, pcty_status_name(pcty_error_code(error)));
    put_words(to, " ");
    put_quoted(to, pcty_error_message(error));
    put_quoted(to, data.stage);
    put_taken(to, pcty_path_to_text(pcty_error_path(error)));
    if (data.has_argument) {
        put_words(to, " argument ");
        put_number(to, data.argument);
    }
    if (data.has_offset) {
        put_words(to, " at ");
        put_number(to, data.offset);
    }
    if (data.expected != NULL) {
        put_words(to, " wanted ");
        put_type(to, data.expected, PCTY_DIALECT_HCL);
    }
    if (data.found != NULL) {
        put_words(to, " found ");
        put_type(to, data.found, PCTY_DIALECT_HCL);
    }
    for (size_t i = 0; i < data.diagnostic_count; i++) {
        pcty_diagnostic diagnostic = PCTY_DIAGNOSTIC_INIT;
        if (pcty_error_diagnostic_at(error, i, &diagnostic, NULL) == PCTY_OK) {
            put_diagnostic(to, &diagnostic);
        }
    }
    put_words(to, "\n");
    put_taken(to, pcty_error_format(error, PCTY_NOTATION_LINE));
    put_words(to, "\n");
    put_taken(to, pcty_error_format(error, PCTY_NOTATION_TEXT));
    put_words(to, "\n");
    put_taken(to, pcty_error_format(error, PCTY_NOTATION_JSON));
}

// Takes an error that is a part of an answer, if there is one.
static void put_taken_error(struct bytes *to, pcty_error *error) {
    if (error != NULL) {
        put_words(to, "\n! ");
        put_error(to, error);
        pcty_error_free(error);
    }
}

// Takes the text that a call gave, or its error.
static void put_text_or_error(struct bytes *to, pcty_string *text, pcty_error *error) {
    put_words(to, "\n");
    put_taken(to, text);
    put_taken_error(to, error);
}

static void put_digits(struct bytes *to, const pcty_value *number) {
    pcty_string *digits = NULL;
    PCTY_IGNORE(pcty_value_number_to_text(number, &digits, NULL));
    put_taken(to, digits);
}

static void put_bound(struct bytes *to, const pcty_value *value, pcty_side side) {
    pcty_value *bound = NULL;
    bool inclusive = false;
    if (pcty_value_refinement_bound(value, side, &bound, &inclusive, NULL) == PCTY_OK) {
        put_words(to, side == PCTY_LOWER ? " >" : " <");
        put_words(to, inclusive ? "= " : " ");
        put_digits(to, bound);
        pcty_value_free(bound);
    }
}

static void put_refinement(struct bytes *to, const pcty_value *value) {
    pcty_refinement known = PCTY_REFINEMENT_INIT;
    if (pcty_value_refinement(value, &known, NULL) != PCTY_OK) {
        return;
    }
    put_words(to, known.not_null ? " not null" : "");
    if (known.prefix.len > 0) {
        put_words(to, " begins ");
        put_quoted(to, known.prefix);
    }
    put_bound(to, value, PCTY_LOWER);
    put_bound(to, value, PCTY_UPPER);
    if (known.kind == PCTY_REFINEMENT_LENGTH) {
        put_words(to, " length ");
        put_number(to, known.min_length);
        put_words(to, " to ");
        put_number(to, known.max_length);
    }
}

static void put_value(struct bytes *to, const pcty_value *value);

static void put_elements(struct bytes *to, const pcty_value *value, pcty_kind kind) {
    size_t length = 0;
    pcty_value_length(value, &length);
    put_words(to, " [");
    for (size_t i = 0; i < length; i++) {
        if (kind == PCTY_KIND_MAP || kind == PCTY_KIND_OBJECT) {
            put_quoted(to, pcty_value_key_at(value, i));
            put_words(to, " = ");
        }
        put_value(to, pcty_value_element_at(value, i));
        put_words(to, "; ");
    }
    put_words(to, "]");
}

static void put_known(struct bytes *to, const pcty_value *value) {
    const pcty_type *type = pcty_value_type(value);
    pcty_kind kind = pcty_type_kind(type);
    pcty_str text = {NULL, 0};
    bool truth = false;
    switch (kind) {
    case PCTY_KIND_BOOL:
        PCTY_IGNORE(pcty_value_as_bool(value, &truth, NULL));
        put_words(to, truth ? "true" : "false");
        break;
    case PCTY_KIND_NUMBER:
        put_digits(to, value);
        break;
    case PCTY_KIND_STRING:
        PCTY_IGNORE(pcty_value_as_string(value, &text, NULL));
        put_quoted(to, text);
        break;
    case PCTY_KIND_META:
        put_words(to, "type ");
        put_type(to, pcty_value_as_type(value), PCTY_DIALECT_HCL);
        break;
    default:
        put_type(to, type, PCTY_DIALECT_HCL);
        if (pcty_value_length(value, NULL)) {
            put_elements(to, value, kind);
        }
    }
}

static void put_value(struct bytes *to, const pcty_value *value) {
    const pcty_marks *marks = pcty_value_marks(value);
    for (size_t i = 0; i < pcty_marks_count(marks); i++) {
        put_words(to, "marked ");
        put_quoted(to, pcty_marks_at(marks, i));
        put_words(to, " ");
    }
    value = pcty_value_unmarked(value);
    switch (pcty_value_state(value)) {
    case PCTY_STATE_NULL:
        put_words(to, "null ");
        put_type(to, pcty_value_type(value), PCTY_DIALECT_HCL);
        break;
    case PCTY_STATE_UNKNOWN:
        put_words(to, "unknown ");
        put_type(to, pcty_value_type(value), PCTY_DIALECT_HCL);
        put_refinement(to, value);
        break;
    default:
        put_known(to, value);
    }
}

static void put_puppet(struct bytes *to, const pcty_value *value) {
    pcty_string *text = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_format(value, &text, &error));
    put_text_or_error(to, text, error);
    pcty_type *type = NULL;
    error = NULL;
    if (pcty_puppet_value_infer(value, PCTY_PUPPET_DETAILED, PCTY_PUPPET_CURRENT, &type,
                                   &error) == PCTY_OK) {
        put_words(to, "\n");
        put_type(to, type, PCTY_DIALECT_PUPPET);
    }
    put_taken_error(to, error);
    pcty_type_free(type);
}

#endif // AGREEMENT_TEXT_H
