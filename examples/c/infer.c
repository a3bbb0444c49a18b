// Infers the types of a toy language with lambdas, lists and overloaded operators by
// driving the solver, and explains ambiguous programs and errors.
//
//     make examples && target/examples-c/infer ['PROGRAM'...]
//
// A program is a line such as `\x. x + 1`: names, numbers, "texts", true, lists in
// brackets, calls `f(x)`, `a + b` over numbers, texts and lists, and `\x. body`.

#include <polycty.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 256

struct program {
    const char *at;
    pcty_infer_solver *solver;
    pcty_infer_invariants *one;
    int exprs, bound, failed;
    const char *begin[MOST], *end[MOST]; // of each expression
    uint64_t about[MOST];                // the expression of each invariant
    const char *name[MOST];              // of each name in scope, its text
    uint64_t meaning[MOST];              // and its expression
};

static pcty_infer_signature *plus[3];

static uint64_t parse(struct program *p);

// Ends the program if a call fails that can only fail by a mistake of this program.
static void must(pcty_status status) {
    if (status != PCTY_OK) {
        abort();
    }
}

static pcty_type *function_type(const pcty_type *a, const pcty_type *b, const pcty_type *result) {
    pcty_type_parameter params[2];
    params[0].name = PCTY_STR("a"), params[0].type = a;
    params[1].name = PCTY_STR("b"), params[1].type = b;
    pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
    parts.parameters = PCTY_PARAMETERS_LISTED;
    parts.positional = params;
    parts.positional_count = b == NULL ? 1 : 2;
    parts.result = result;
    pcty_type *type = NULL;
    must(pcty_type_function(&parts, &type, NULL));
    return type;
}

static bool accept(struct program *p, const char *token) {
    while (*p->at == ' ') p->at++;
    if (p->failed || strncmp(p->at, token, strlen(token)) != 0) return false;
    p->at += strlen(token);
    return true;
}

static void expect(struct program *p, const char *token) {
    if (!accept(p, token) && !p->failed++) printf("  expected %s at '%s'\n", token, p->at);
}

static size_t letters(const char *text) {
    size_t length = 0;
    while (isalpha((unsigned char)text[length])) length++;
    return length;
}

static uint64_t new_expr(struct program *p, const char *begin) {
    if (p->exprs == MOST) exit(1);
    p->begin[p->exprs] = begin, p->end[p->exprs] = p->at;
    return (uint64_t)p->exprs++;
}

// Adds the invariants in the list to the solver, for an expression.
static uint64_t say(struct program *p, uint64_t about) {
    uint32_t number;
    if (pcty_infer_solver_add(p->solver, p->one, &number, NULL) != PCTY_OK || number >= MOST) exit(1);
    pcty_infer_invariants_clear(p->one);
    p->about[number] = about;
    p->end[about] = p->at;
    return about;
}

static uint64_t say_type(struct program *p, uint64_t expr, const pcty_type *type) {
    pcty_infer_invariant invariant = PCTY_INFER_INVARIANT_INIT;
    invariant.expression = expr;
    invariant.type = type;
    must(pcty_infer_invariants_add(p->one, &invariant, NULL));
    return say(p, expr);
}

static uint64_t lambda(struct program *p, const char *begin) {
    while (*p->at == ' ') p->at++;
    const char *parameter = p->at;
    p->at += letters(parameter);
    uint64_t variable = new_expr(p, parameter);
    p->name[p->bound] = parameter, p->meaning[p->bound++] = variable;
    uint64_t self = new_expr(p, begin);
    expect(p, ".");
    uint64_t body = parse(p);
    p->bound--;
    pcty_type *from = pcty_infer_solver_variable(p->solver, variable);
    pcty_type *to = pcty_infer_solver_variable(p->solver, body), *type = function_type(from, NULL, to);
    say_type(p, self, type);
    pcty_type_free(type), pcty_type_free(to), pcty_type_free(from);
    return self;
}

static uint64_t list(struct program *p, const char *begin) {
    uint64_t self = new_expr(p, begin);
    pcty_type *element = pcty_infer_solver_fresh(p->solver), *type = NULL;
    for (bool first = true; !p->failed && !accept(p, "]"); first = false) {
        if (!first) expect(p, ",");
        say_type(p, parse(p), element);
    }
    must(pcty_type_list(element, NULL, &type, NULL));
    say_type(p, self, type);
    pcty_type_free(type), pcty_type_free(element);
    return self;
}

static uint64_t variable(struct program *p) {
    size_t length = letters(p->at);
    for (int i = p->bound - 1; i >= 0 && length > 0; i--) {
        if (letters(p->name[i]) == length && memcmp(p->name[i], p->at, length) == 0) {
            p->at += length;
            return p->meaning[i];
        }
    }
    expect(p, "a name in scope");
    return new_expr(p, p->at);
}

static uint64_t operand(struct program *p) {
    while (*p->at == ' ') p->at++;
    const char *begin = p->at;
    uint64_t self;
    if (accept(p, "\\")) return lambda(p, begin);
    if (accept(p, "[")) {
        self = list(p, begin);
    } else if (accept(p, "true")) {
        self = say_type(p, new_expr(p, begin), pcty_type_bool());
    } else if (accept(p, "\"")) {
        p->at += strcspn(p->at, "\"");
        expect(p, "\"");
        self = say_type(p, new_expr(p, begin), pcty_type_string());
    } else if (isdigit((unsigned char)*begin)) {
        p->at += strspn(p->at, "0123456789");
        self = say_type(p, new_expr(p, begin), pcty_type_number());
    } else if (accept(p, "(")) {
        self = parse(p);
        expect(p, ")");
    } else {
        self = variable(p);
    }
    while (accept(p, "(")) {
        uint64_t function = self, argument = parse(p);
        expect(p, ")");
        self = new_expr(p, begin);
        pcty_infer_invariant invariant = PCTY_INFER_INVARIANT_INIT;
        invariant.kind = PCTY_INFER_INVARIANT_CALL;
        invariant.expression = self;
        invariant.other = function;
        invariant.arguments = &argument;
        invariant.count = 1;
        must(pcty_infer_invariants_add(p->one, &invariant, NULL));
        say(p, self);
    }
    return self;
}

// Operands with `+` between them, each of which is one of the overloads.
static uint64_t parse(struct program *p) {
    while (*p->at == ' ') p->at++;
    const char *begin = p->at;
    uint64_t arguments[2];
    arguments[0] = operand(p);
    while (accept(p, "+")) {
        arguments[1] = operand(p);
        uint64_t self = new_expr(p, begin);
        pcty_infer_invariants *overloads[3];
        for (int i = 0; i < 3; i++) {
            overloads[i] = pcty_infer_invariants_new();
            pcty_infer_invariant invariant = PCTY_INFER_INVARIANT_INIT;
            invariant.kind = PCTY_INFER_INVARIANT_APPLY;
            invariant.expression = self;
            invariant.signature = plus[i];
            invariant.arguments = arguments;
            invariant.count = 2;
            must(pcty_infer_invariants_add(overloads[i], &invariant, NULL));
        }
        pcty_infer_invariant any = PCTY_INFER_INVARIANT_INIT;
        any.kind = PCTY_INFER_INVARIANT_ANY;
        any.alternatives = (const pcty_infer_invariants *const *)overloads;
        any.count = 3;
        must(pcty_infer_invariants_add(p->one, &any, NULL));
        for (int i = 0; i < 3; i++) pcty_infer_invariants_free(overloads[i]);
        arguments[0] = say(p, self);
    }
    return arguments[0];
}

static void print_type(const char *before, const pcty_type *type, const char *after) {
    pcty_type_parameter parameter;
    pcty_type_function_data parts;
    printf("%s", before);
    switch (pcty_type_kind(type)) {
    case PCTY_KIND_BOOL: printf("bool"); break;
    case PCTY_KIND_NUMBER: printf("number"); break;
    case PCTY_KIND_STRING: printf("text"); break;
    case PCTY_KIND_LIST: print_type("[", pcty_type_element(type), "]"); break;
    case PCTY_KIND_FUNCTION:
        if (pcty_type_function_parameter_at(type, 0, &parameter)) print_type("(", parameter.type, " -> ");
        if (pcty_type_function_info(type, &parts)) print_type("", parts.result, ")");
        break;
    default: printf("?");
    }
    printf("%s", after);
}

static void print_expr(const struct program *p, uint64_t expr) {
    printf("`%.*s`", (int)(p->end[expr] - p->begin[expr]), p->begin[expr]);
}

static void explain_conflict(const struct program *p, const pcty_infer_solution *outcome) {
    pcty_infer_solution_data found;
    pcty_infer_conflict_data data;
    if (!pcty_infer_solution_info(outcome, &found) ||
        !pcty_infer_conflict_info(found.conflict, &data)) {
        return;
    }
    printf("  wrong: %.*s: ", (int)data.reason.len, data.reason.data);
    print_type("", data.left, " and ");
    print_type("", data.right, "\n  because of ");
    for (size_t i = 0; i < data.chain_count; i++) {
        uint64_t expr = p->about[pcty_infer_conflict_chain_at(found.conflict, i)];
        if (i > 0 && expr == p->about[pcty_infer_conflict_chain_at(found.conflict, i - 1)]) continue;
        printf(i == 0 ? "" : ", ");
        print_expr(p, expr);
    }
    printf("\n");
    for (size_t i = 0; pcty_infer_conflict_info(pcty_infer_solution_refutation_at(outcome, i), &data);
         i++) {
        printf("  overload %u: ", (unsigned)data.alternative + 1);
        print_type("", data.left, " is not ");
        print_type("", data.right, "\n");
    }
}

static void explain_ambiguity(const struct program *p, const pcty_infer_solution *outcome) {
    pcty_infer_annotation annotation;
    for (size_t i = 0; pcty_infer_solution_annotation_at(outcome, i, &annotation); i++) {
        printf("  ambiguous: say what ");
        print_expr(p, annotation.expression);
        print_type(" is, which is ", annotation.type, "");
        for (size_t j = 0; j < annotation.candidate_count; j++) {
            print_type(j == 0 ? ": " : " or ", pcty_infer_solution_candidate_at(outcome, i, j), "");
        }
        printf("\n");
    }
}

static void infer(const char *text) {
    struct program p = {0};
    p.at = text;
    p.solver = pcty_infer_solver_new();
    p.one = pcty_infer_invariants_new();
    printf("%s\n", text);
    uint64_t whole = parse(&p);
    const pcty_type *type = NULL;
    pcty_infer_solution *outcome = NULL;
    pcty_infer_solution_data found;
    if (!p.failed && pcty_infer_solver_solve(p.solver, &outcome, NULL) == PCTY_OK &&
        pcty_infer_solution_info(outcome, &found)) {
        switch (found.kind) {
        case PCTY_INFER_CONFLICT: explain_conflict(&p, outcome); break;
        case PCTY_INFER_AMBIGUOUS: explain_ambiguity(&p, outcome); break;
        default:
            if (pcty_infer_solution_type(outcome, whole, &type, NULL) == PCTY_OK) {
                print_type("  ", type, "\n");
            }
        }
    }
    pcty_infer_solution_free(outcome);
    pcty_infer_invariants_free(p.one);
    pcty_infer_solver_free(p.solver);
}

int main(int argc, char **argv) {
    const char *shown[] = {
        "\\x. x + 1",      "[[1, 2] + [], [3]]", "(\\f. f(\"a\") + \"b\")(\\t. t + t)",
        "\\a. \\b. a + b", "[]",                 "\\x. [x + 1, \"two\"]",
        "1 + true",        "\\f. f(f)"};
    pcty_variable_scope *scope = pcty_variable_scope_new();
    pcty_type *anything = pcty_variable_scope_fresh(scope), *lists = NULL;
    must(pcty_type_list(anything, NULL, &lists, NULL));
    const pcty_type *over[3];
    over[0] = pcty_type_number(), over[1] = pcty_type_string(), over[2] = lists;
    for (int i = 0; i < 3; i++) {
        pcty_type *type = function_type(over[i], over[i], over[i]);
        must(pcty_infer_signature_new(type, &plus[i], NULL));
        pcty_type_free(type);
    }
    for (int i = 1; i < argc; i++) infer(argv[i]);
    for (size_t i = 0; argc == 1 && i < sizeof shown / sizeof *shown; i++) infer(shown[i]);
    for (int i = 0; i < 3; i++) pcty_infer_signature_free(plus[i]);
    pcty_type_free(lists), pcty_type_free(anything);
    pcty_variable_scope_free(scope);
    return 0;
}
