// Writing HCL: files parsed, changed and made; fragments; tokens; formatting; errors.

#include "check.h"
#include "hcl_views.h"

static const char MAIN[] =
    "// The network.\n"
    "module \"vpc\" {\n"
    "  source  = \"example/vpc\"\n"
    "  version = \"1.2.0\" # the last one with peering\n"
    "}\n"
    "\n"
    "resource \"aws_instance\" \"web\" {\n"
    "  subnet = \"${var.subnet}-a\"\n"
    "  tags = {\n"
    "    // Who pays.\n"
    "    team = var.team\n"
    "  }\n"
    "}\n"
    "\n"
    "resource \"aws_instance\" \"db\" {}\n";

static pcty_hcl_file *parsed(const char *text) {
    pcty_hcl_file *file = NULL;
    CHECK_OK(pcty_hcl_file_parse(pcty_str_from_cstr(text), PCTY_STR("main.tf"), &file, NULL, NULL));
    return file;
}

static pcty_hcl_fragment *snippet(const char *text) {
    pcty_hcl_fragment *made = NULL;
    CHECK_OK(pcty_hcl_fragment_parse(pcty_str_from_cstr(text), &made, NULL));
    return made;
}

// The file has this text.
static void check_text(const pcty_hcl_file *file, const char *want) {
    pcty_string *bytes = NULL;
    CHECK_OK(pcty_hcl_file_to_text(file, &bytes, NULL));
    if (strcmp(pcty_string_cstr(bytes), want) != 0) {
        fprintf(stderr, "%s", pcty_string_cstr(bytes));
    }
    CHECK_STRING(bytes, want);
}

static pcty_hcl_node block(const pcty_hcl_file *file, const char *type, const char *label) {
    pcty_str labels[1];
    labels[0] = pcty_str_from_cstr(label);
    return pcty_hcl_file_block_find(file, PCTY_HCL_NODE_ROOT, PCTY_HCL_NODE_NONE,
                                    pcty_str_from_cstr(type), labels, 1);
}

static void set(pcty_hcl_file *file, pcty_hcl_node body, const char *name, const char *value) {
    pcty_hcl_fragment *made = snippet(value);
    CHECK_OK(pcty_hcl_file_set(file, body, pcty_str_from_cstr(name), made, NULL, NULL));
    pcty_hcl_fragment_free(made);
}

// The path of a text that is a traversal.
static pcty_path *traversal(const char *text) {
    pcty_hcl_traversals *found = NULL;
    CHECK_OK(pcty_hcl_traversals_parse(pcty_str_from_cstr(text), PCTY_STR(""), NULL,
                                       &found, NULL, NULL));
    pcty_path *path = pcty_path_clone(traversal_at(found, 0).path);
    pcty_hcl_traversals_free(found);
    return path;
}

// The four edits of the documentation's tour.
static void check_tour(void) {
    pcty_hcl_file *file = parsed(MAIN);
    pcty_hcl_fragment *owner = snippet("\"ops\""), *none = snippet("{}"), *to = snippet("var.zone");
    pcty_hcl_node node = PCTY_HCL_NODE_NONE;
    uint64_t count = 0;
    size_t resources = 0;
    check_text(file, MAIN);
    set(file, block(file, "module", "vpc"), "version", "\"1.3.0\"");
    while ((node = pcty_hcl_file_block_find(file, PCTY_HCL_NODE_ROOT, node, PCTY_STR("resource"), NULL,
                                            0)) != PCTY_HCL_NODE_NONE) {
        const pcty_str keys[] = {PCTY_STR_INIT("owner")};
        pcty_hcl_node tags = pcty_hcl_file_attribute_get(file, node, PCTY_STR("tags"));
        if (tags == PCTY_HCL_NODE_NONE) {
            CHECK_OK(pcty_hcl_file_set(file, node, PCTY_STR("tags"), none, &tags, NULL));
        }
        CHECK_OK(pcty_hcl_file_set_inside(file, tags, keys, 1, owner, NULL));
        resources++;
    }
    CHECK(resources == 2);
    pcty_path *from = traversal("var.subnet");
    CHECK_OK(pcty_hcl_file_replace(file, PCTY_HCL_NODE_ROOT, from, to, &count, NULL));
    CHECK(count == 1);
    pcty_path_free(from);
    const pcty_str terraform = PCTY_STR_INIT("terraform");
    const pcty_str backend[] = {PCTY_STR_INIT("backend"), PCTY_STR_INIT("s3")};
    CHECK_OK(pcty_hcl_file_insert_block(file, PCTY_HCL_NODE_ROOT, &terraform, 1, PCTY_HCL_NODE_NONE,
                                        PCTY_HCL_INSERT_FIRST, &node, NULL));
    CHECK_OK(pcty_hcl_file_insert_block(file, node, backend, 2, PCTY_HCL_NODE_NONE,
                                        PCTY_HCL_INSERT_LAST, &node, NULL));
    set(file, node, "bucket", "\"state\"");
    set(file, node, "encrypt", "true");
    check_text(file, "terraform {\n  backend \"s3\" {\n    bucket  = \"state\"\n    encrypt = true\n  }\n}\n\n"
                     "// The network.\nmodule \"vpc\" {\n  source  = \"example/vpc\"\n"
                     "  version = \"1.3.0\" # the last one with peering\n}\n\n"
                     "resource \"aws_instance\" \"web\" {\n  subnet = \"${var.zone}-a\"\n  tags = {\n"
                     "    // Who pays.\n    team = var.team\n    owner = \"ops\"\n  }\n}\n\n"
                     "resource \"aws_instance\" \"db\" {\n  tags = {\n    owner = \"ops\"\n  }\n}\n");
    pcty_hcl_fragment_free(owner);
    pcty_hcl_fragment_free(none);
    pcty_hcl_fragment_free(to);
    pcty_hcl_file_free(file);
}

static void check_looking(void) {
    pcty_hcl_file *file = parsed(MAIN);
    pcty_hcl_tokens *comments = NULL;
    pcty_hcl_expression *expression = NULL;
    pcty_string *text = NULL;
    size_t start, end, byte;
    pcty_hcl_node found;
    pcty_hcl_node vpc = pcty_hcl_file_step(file, PCTY_HCL_NODE_ROOT, PCTY_HCL_DIRECTION_FIRST);
    pcty_hcl_node version = pcty_hcl_file_step(file, vpc, PCTY_HCL_DIRECTION_LAST);
    CHECK(vpc == block(file, "module", "vpc"));
    CHECK(block(file, "module", "vp") == PCTY_HCL_NODE_NONE);
    CHECK(node_data(file, vpc).kind == PCTY_HCL_ITEM_BLOCK);
    CHECK(node_data(file, version).kind == PCTY_HCL_ITEM_ATTRIBUTE);
    CHECK(node_data(file, PCTY_HCL_NODE_ROOT).kind == PCTY_HCL_ITEM_NONE);
    CHECK_STR(node_data(file, vpc).name, "module");
    CHECK_STR(node_data(file, version).name, "version");
    CHECK_STR(node_data(file, version).value, "\"1.2.0\"");
    CHECK(node_data(file, vpc).value.data == NULL);
    CHECK(node_data(file, vpc).label_count == 1 && node_data(file, version).label_count == 0);
    CHECK_STRING(pcty_hcl_file_label_to_text(file, vpc, 0), "vpc");
    CHECK(pcty_hcl_file_label_to_text(file, vpc, 1) == NULL);
    CHECK(pcty_hcl_file_step(file, version, PCTY_HCL_DIRECTION_PARENT) == vpc);
    CHECK(pcty_hcl_file_step(file, vpc, PCTY_HCL_DIRECTION_PARENT) == PCTY_HCL_NODE_ROOT);
    CHECK(pcty_hcl_file_step(file, PCTY_HCL_NODE_ROOT, PCTY_HCL_DIRECTION_PARENT) == PCTY_HCL_NODE_NONE);
    CHECK(pcty_hcl_file_step(file, version, PCTY_HCL_DIRECTION_NEXT) == PCTY_HCL_NODE_NONE);
    CHECK(pcty_hcl_file_step(file, vpc, 0) == PCTY_HCL_NODE_NONE);
    CHECK(pcty_hcl_file_step(NULL, vpc, PCTY_HCL_DIRECTION_FIRST) == PCTY_HCL_NODE_NONE);
    CHECK(pcty_hcl_file_node_info(file, vpc, NULL) && !pcty_hcl_file_node_info(NULL, vpc, NULL));
    CHECK(!pcty_hcl_file_node_info(file, PCTY_HCL_NODE_ROOT, NULL));
    CHECK(pcty_hcl_file_step(file, version, PCTY_HCL_DIRECTION_PREVIOUS) == pcty_hcl_file_step(file, vpc, PCTY_HCL_DIRECTION_FIRST));
    CHECK(pcty_hcl_file_step(file, pcty_hcl_file_step(file, vpc, PCTY_HCL_DIRECTION_NEXT), PCTY_HCL_DIRECTION_PREVIOUS) == vpc);
    CHECK_OK(pcty_hcl_file_comments(file, version, PCTY_HCL_COMMENTS_AFTER, &comments, NULL));
    CHECK(pcty_hcl_tokens_count(comments) == 1);
    CHECK_STR(token_at(comments, 0).text, "# the last one with peering");
    pcty_hcl_tokens_free(comments);
    CHECK_OK(pcty_hcl_file_comments(file, vpc, PCTY_HCL_COMMENTS_BEFORE, &comments, NULL));
    CHECK_STR(token_at(comments, 0).text, "// The network.");
    pcty_hcl_tokens_free(comments);
    CHECK_OK(pcty_hcl_file_expression(file, version, &expression, NULL));
    CHECK(pcty_hcl_expression_range(expression, PCTY_HCL_RANGE_WHOLE).end.byte == 7);
    pcty_hcl_expression_free(expression);
    CHECK_OK(pcty_hcl_file_node_to_text(file, version, &text, NULL));
    CHECK_STRING(text, "  version = \"1.2.0\" # the last one with peering\n");
    CHECK_OK(pcty_hcl_file_byte_range(file, version, &start, &end, NULL));
    CHECK(memcmp(MAIN + start, "version = \"1.2.0\"", end - start) == 0 && end - start == 17);
    CHECK_OK(pcty_hcl_file_byte_range(file, vpc, &start, &end, NULL));
    CHECK(MAIN[start] == 'm' && MAIN[end - 1] == '}');
    // A position, by line and column and by byte, and the node at it.
    CHECK_OK(pcty_hcl_file_byte_of(file, 8, 15, &byte, NULL));
    CHECK(memcmp(MAIN + byte, "var.subnet", 10) == 0);
    CHECK_OK(pcty_hcl_file_node_at_byte(file, byte, &found, &start, NULL));
    CHECK_STR(node_data(file, found).name, "subnet");
    CHECK(start == 3);
    CHECK_OK(pcty_hcl_file_node_at_byte(file, strlen(MAIN) + 10, &found, &start, NULL));
    CHECK(found == PCTY_HCL_NODE_ROOT && start == SIZE_MAX);
    CHECK_OK(pcty_hcl_file_node_at_byte(file, 0, &found, NULL, NULL));
    CHECK(found == vpc);
    pcty_hcl_file_free(file);
}

// The text of a heredoc, which does not contain the newline after its closing marker.
static void check_heredoc(void) {
    pcty_hcl_file *file = parsed("a = <<E\nx\nE\n");
    pcty_hcl_node a = pcty_hcl_file_step(file, PCTY_HCL_NODE_ROOT, PCTY_HCL_DIRECTION_FIRST);
    pcty_hcl_expression *expression = NULL;
    pcty_value *value = NULL;
    pcty_str text = node_data(file, a).value;
    CHECK_STR(text, "<<E\nx\nE");
    CHECK(pcty_hcl_expression_parse(text, PCTY_STR(""), NULL, PCTY_HCL_NATIVE, &expression, NULL,
                                    NULL) == PCTY_ERROR_SYNTAX);
    CHECK_OK(pcty_hcl_file_expression(file, a, &expression, NULL));
    CHECK_OK(pcty_hcl_expression_evaluate(expression, NULL, &value, NULL, NULL));
    CHECK_OK(pcty_value_as_string(value, &text, NULL));
    CHECK_STR(text, "x\n");
    pcty_value_free(value);
    pcty_hcl_expression_free(expression);
    pcty_hcl_fragment *fragment = snippet("<<E\nx\nE");
    CHECK_OK(pcty_hcl_file_set(file, PCTY_HCL_NODE_ROOT, PCTY_STR("b"), fragment, NULL, NULL));
    check_text(file, "a = <<E\nx\nE\nb = <<E\nx\nE\n");
    pcty_hcl_fragment_free(fragment);
    pcty_hcl_file_free(file);
}

static void check_edits(void) {
    pcty_hcl_file *file = parsed("# One.\na = 1\n\n# Two.\nb = [1]\n\nc \"x\" \"y\" {\n  d = a.b + f(a.b)\n}\n");
    pcty_hcl_fragment *value = snippet("x ? y : z");
    pcty_hcl_node a = pcty_hcl_file_attribute_get(file, PCTY_HCL_NODE_ROOT, PCTY_STR("a"));
    pcty_hcl_node b = pcty_hcl_file_step(file, a, PCTY_HCL_DIRECTION_NEXT), c = pcty_hcl_file_step(file, b, PCTY_HCL_DIRECTION_NEXT), d, e;
    const pcty_str labels[] = {PCTY_STR_INIT("x"), PCTY_STR_INIT("a \"b\"")};
    const pcty_str lines[] = {PCTY_STR_INIT("Three."), PCTY_STR_INIT("// Four.")};
    size_t count;
    bool was;
    d = pcty_hcl_file_step(file, c, PCTY_HCL_DIRECTION_FIRST);
    CHECK_OK(pcty_hcl_file_set_part(file, d, 0, 3, value, NULL));
    CHECK_STR(node_data(file, d).value, "(x ? y : z) + f(a.b)");
    pcty_path *from = traversal("a.b");
    CHECK_OK(pcty_hcl_file_replace(file, d, from, value, NULL, NULL));
    CHECK_STR(node_data(file, d).value, "(x ? y : z) + f((x ? y : z))");
    pcty_path_free(from);
    CHECK_OK(pcty_hcl_file_push(file, b, value, NULL));
    CHECK_OK(pcty_hcl_file_set_labels(file, c, labels, 2, NULL));
    // What the file has lent is good as an argument of an edit.
    CHECK_OK(pcty_hcl_file_rename(file, c, node_data(file, d).name, NULL));
    CHECK_OK(pcty_hcl_file_set_comments(file, b, lines, 2, PCTY_HCL_COMMENTS_BEFORE, NULL));
    CHECK_OK(pcty_hcl_file_set_comments(file, b, lines, 1, PCTY_HCL_COMMENTS_AFTER, NULL));
    // "# Three." ends the line.
    CHECK(pcty_hcl_file_set_comments(file, b, lines, 2, PCTY_HCL_COMMENTS_AFTER, NULL) ==
          PCTY_ERROR_INVALID_ARGUMENT);
    CHECK_OK(pcty_hcl_file_release_comments(file, a, NULL));
    CHECK_OK(pcty_hcl_file_move(file, a, c, d, PCTY_HCL_INSERT_BEFORE, NULL));
    CHECK(pcty_hcl_file_step(file, a, PCTY_HCL_DIRECTION_PARENT) == c);
    CHECK_OK(pcty_hcl_file_insert_attribute(file, c, PCTY_STR("e"), value, d, PCTY_HCL_INSERT_AFTER, &e,
                                            NULL));
    CHECK(pcty_hcl_file_step(file, d, PCTY_HCL_DIRECTION_NEXT) == e);
    check_text(file, "# One.\n\n# Three.\n// Four.\nb = [1, (x ? y : z)] # Three.\n\nd \"x\" \"a \\\"b\\\"\" {\n"
                     "  a = 1\n  d = (x ? y : z) + f((x ? y : z))\n  e = x ? y : z\n}\n");
    CHECK_OK(pcty_hcl_file_remove(file, b, NULL));
    CHECK_OK(pcty_hcl_file_insert_text(file, c, PCTY_STR("f={g=1,h=2}\ni {\n}\n"), PCTY_HCL_NODE_NONE,
                                       PCTY_HCL_INSERT_FIRST, &e, &count, NULL));
    CHECK(count == 2);
    const pcty_str keys[] = {PCTY_STR_INIT("h")};
    CHECK_OK(pcty_hcl_file_remove_inside(file, e, keys, 1, &was, NULL));
    CHECK(was);
    CHECK_OK(pcty_hcl_file_remove_inside(file, e, keys, 1, &was, NULL));
    CHECK(!was);
    CHECK_STR(node_data(file, e).value, "{ g = 1 }");
    pcty_hcl_fragment_free(value);
    pcty_hcl_file_free(file);
}

// Removed nodes, nodes of a different file, and other invalid arguments change nothing.
static void check_refusals(void) {
    pcty_hcl_file *file = parsed(MAIN), *other = parsed(MAIN);
    pcty_hcl_fragment *value = snippet("1"), *made = NULL;
    pcty_hcl_node vpc = pcty_hcl_file_step(file, PCTY_HCL_NODE_ROOT, PCTY_HCL_DIRECTION_FIRST);
    pcty_hcl_node source = pcty_hcl_file_step(file, vpc, PCTY_HCL_DIRECTION_FIRST), node = 7;
    pcty_path *path = pcty_path_new();
    pcty_string *text = NULL;
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_hcl_file_set_value(other, source, value, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_hcl_file_remove(other, vpc, &error));
    CHECK(node_data(other, vpc).name.data == NULL);
    CHECK(pcty_hcl_file_step(other, vpc, PCTY_HCL_DIRECTION_FIRST) == PCTY_HCL_NODE_NONE);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_hcl_file_set(file, PCTY_HCL_NODE_NONE, PCTY_STR("a"), value, &node, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_file_set(file, source, PCTY_STR("a"), value, &node, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_file_set(file, vpc, PCTY_STR("a b"), value, &node, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_file_set(file, vpc, PCTY_STR("a"), NULL, &node, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_file_set(NULL, vpc, PCTY_STR("a"), value, &node, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_hcl_file_rename(file, source, PCTY_STR("version"), &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_file_insert_attribute(file, vpc, PCTY_STR("source"), value, PCTY_HCL_NODE_NONE,
                                               PCTY_HCL_INSERT_LAST, &node, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_file_insert_attribute(file, vpc, PCTY_STR("a"), value, source,
                                               PCTY_HCL_INSERT_LAST, &node, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_hcl_file_insert_attribute(file, PCTY_HCL_NODE_ROOT, PCTY_STR("a"), value, source,
                                               PCTY_HCL_INSERT_AFTER, &node, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_file_move(file, vpc, vpc, PCTY_HCL_NODE_NONE, PCTY_HCL_INSERT_LAST, &error));
    CHECK_FAILS(PCTY_ERROR_SYNTAX,
                pcty_hcl_file_insert_text(file, vpc, PCTY_STR("a = \n"), PCTY_HCL_NODE_NONE,
                                          PCTY_HCL_INSERT_LAST, &node, NULL, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_file_insert_text(file, vpc, PCTY_STR("b = 1\nsource = 2\n"), PCTY_HCL_NODE_NONE,
                                          PCTY_HCL_INSERT_LAST, &node, NULL, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_hcl_file_set_part(file, source, 1, 3, value, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_hcl_file_set_part(file, source, 3, 1, value, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_file_set_part(file, source, 0, SIZE_MAX, value, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_hcl_file_push(file, source, value, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_hcl_file_set_labels(file, source, NULL, 0, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_file_replace(file, PCTY_HCL_NODE_ROOT, path, value, NULL, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_hcl_fragment_traversal(path, &made, &error));
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_hcl_fragment_parse(PCTY_STR("1 +"), &made, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_fragment_call(PCTY_STR("a b"), NULL, 0, PCTY_HCL_ARGUMENTS_SINGLE, &made, &error));
    CHECK(made == NULL && node == 7);
    check_text(file, MAIN);
    // A removed node does not exist any more, nor do the nodes in it.
    CHECK_OK(pcty_hcl_file_remove(file, vpc, NULL));
    CHECK(node_data(file, vpc).kind == PCTY_HCL_ITEM_NONE);
    CHECK(node_data(file, source).kind == PCTY_HCL_ITEM_NONE);
    CHECK(node_data(file, source).value.data == NULL);
    CHECK(pcty_hcl_file_step(file, vpc, PCTY_HCL_DIRECTION_NEXT) == PCTY_HCL_NODE_NONE);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_hcl_file_remove(file, vpc, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_hcl_file_set_value(file, source, value, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_hcl_file_set(file, vpc, PCTY_STR("a"), value, NULL, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_hcl_file_node_to_text(file, vpc, &text, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_hcl_file_byte_range(file, vpc, NULL, NULL, &error));
    // No later node has its number.
    const pcty_str module = PCTY_STR_INIT("module");
    CHECK_OK(pcty_hcl_file_insert_block(file, PCTY_HCL_NODE_ROOT, &module, 1, PCTY_HCL_NODE_NONE,
                                        PCTY_HCL_INSERT_FIRST, &node, NULL));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_file_insert_block(file, PCTY_HCL_NODE_ROOT, NULL, 0, PCTY_HCL_NODE_NONE,
                                           PCTY_HCL_INSERT_FIRST, &node, &error));
    CHECK(node != vpc && node_data(file, vpc).kind == PCTY_HCL_ITEM_NONE);
    check_text(other, MAIN);
    pcty_path_free(path);
    pcty_hcl_fragment_free(value);
    pcty_hcl_file_free(file);
    pcty_hcl_file_free(other);
}

// An edit that exceeds a budget changes nothing; a text that exceeds it is not parsed.
static void check_budgets(void) {
    pcty_hcl_file *file = parsed(MAIN), *none = NULL;
    pcty_hcl_fragment *value = snippet("1");
    pcty_budget *budget = NULL;
    pcty_limits limits = PCTY_LIMITS_INIT;
    pcty_hcl_node vpc = pcty_hcl_file_step(file, PCTY_HCL_NODE_ROOT, PCTY_HCL_DIRECTION_FIRST);
    bool changed = false;
    for (limits.bytes = 1; limits.bytes < 100000 && !changed; limits.bytes += 50) {
        CHECK_OK(pcty_budget_new(&limits, &budget, NULL));
        CHECK_OK(pcty_budget_enter(budget, NULL));
        pcty_status status = pcty_hcl_file_insert_attribute(
            file, vpc, PCTY_STR("new"), value, PCTY_HCL_NODE_NONE, PCTY_HCL_INSERT_LAST, NULL, NULL);
        CHECK(limits.bytes > 1 ||
              pcty_hcl_file_parse(PCTY_STR("a = 1\n"), PCTY_STR(""), &none, NULL, NULL) == PCTY_ERROR_LIMIT);
        CHECK_OK(pcty_budget_leave(budget, NULL));
        pcty_budget_free(budget);
        CHECK(status == PCTY_OK || status == PCTY_ERROR_LIMIT);
        changed = status == PCTY_OK;
        if (!changed) {
            check_text(file, MAIN);
        }
    }
    CHECK(changed && none == NULL);
    CHECK(pcty_hcl_file_attribute_get(file, vpc, PCTY_STR("new")) != PCTY_HCL_NODE_NONE);
    pcty_hcl_fragment_free(value);
    pcty_hcl_file_free(file);
}

static void check_snippets(void) {
    pcty_value *text = NULL, *number = pcty_value_number_from_int64(2), *object = NULL;
    pcty_hcl_fragment *parts[2] = {NULL, NULL}, *made = NULL, *clone;
    const pcty_hcl_fragment *const *all = (const pcty_hcl_fragment *const *)parts;
    const pcty_str keys[] = {PCTY_STR_INIT("a"), PCTY_STR_INIT("b c")};
    const pcty_hcl_token tokens[] = {{PCTY_HCL_TOKEN_NAME, PCTY_STR_INIT("a")},
                                     {PCTY_HCL_TOKEN_PLUS, PCTY_STR_INIT("+")},
                                     {PCTY_HCL_TOKEN_NUMBER, PCTY_STR_INIT("1")}};
    const pcty_hcl_token wrong[] = {{PCTY_HCL_TOKEN_NUMBER, PCTY_STR_INIT("a")}};
    const pcty_hcl_token invalid[] = {{PCTY_HCL_TOKEN_INVALID, PCTY_STR_INIT("a")}};
    pcty_string *json = NULL;
    CHECK_OK(pcty_value_string(PCTY_STR("one\n${two}\n"), &text, NULL));
    CHECK_OK(pcty_hcl_fragment_value(text, PCTY_HCL_STRING_HEREDOC, &parts[0], NULL));
    CHECK_STR(pcty_hcl_fragment_text(parts[0]), "<<-EOT\n  one\n  $${two}\nEOT");
    pcty_hcl_fragment_free(parts[0]);
    CHECK_OK(pcty_hcl_fragment_value(text, PCTY_HCL_STRING_QUOTED, &parts[0], NULL));
    CHECK_STR(pcty_hcl_fragment_text(parts[0]), "\"one\\n$${two}\\n\"");
    CHECK_OK(pcty_hcl_value_to_json(text, &json, NULL));
    CHECK_STRING(json, "\"one\\n$${two}\\n\"");
    CHECK_OK(pcty_hcl_fragment_value(number, PCTY_HCL_STRING_QUOTED, &parts[1], NULL));
    CHECK_OK(pcty_hcl_fragment_call(PCTY_STR("a::b"), all, 2, PCTY_HCL_ARGUMENTS_EXPANDED, &made, NULL));
    CHECK_STR(pcty_hcl_fragment_text(made), "a::b(\"one\\n$${two}\\n\", 2...)");
    pcty_hcl_fragment_free(made);
    CHECK_OK(pcty_hcl_fragment_tuple(all, 2, &made, NULL));
    CHECK_STR(pcty_hcl_fragment_text(made), "[\"one\\n$${two}\\n\", 2]");
    clone = pcty_hcl_fragment_clone(made);
    pcty_hcl_fragment_free(made);
    CHECK_STR(pcty_hcl_fragment_text(clone), "[\"one\\n$${two}\\n\", 2]");
    pcty_hcl_fragment_free(clone);
    CHECK_OK(pcty_hcl_fragment_object(keys, all, 2, &made, NULL));
    CHECK_STR(pcty_hcl_fragment_text(made), "{\n  a     = \"one\\n$${two}\\n\"\n  \"b c\" = 2\n}");
    pcty_hcl_fragment_free(made);
    CHECK_OK(pcty_hcl_fragment_tokens(tokens, 3, &made, NULL));
    CHECK_STR(pcty_hcl_fragment_text(made), "a + 1");
    pcty_hcl_fragment_free(made);
    made = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_hcl_fragment_tokens(wrong, 1, &made, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_hcl_fragment_tokens(invalid, 1, &made, &error));
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_hcl_fragment_tokens(tokens, 2, &made, &error));
    pcty_path *path = traversal("var.zones[0][\"a\"]");
    CHECK_OK(pcty_hcl_fragment_traversal(path, &made, NULL));
    CHECK_STR(pcty_hcl_fragment_text(made), "var.zones[0][\"a\"]");
    pcty_path_free(path);
    pcty_hcl_fragment_free(made);
    object = pcty_value_unknown(pcty_type_string());
    made = NULL;
    CHECK_FAILS(PCTY_ERROR_UNKNOWN,
                pcty_hcl_fragment_value(object, PCTY_HCL_STRING_QUOTED, &made, &error));
    CHECK_FAILS(PCTY_ERROR_UNKNOWN, pcty_hcl_value_to_json(object, &json, &error));
    pcty_value_free(object);
    pcty_value_free(text);
    pcty_value_free(number);
    pcty_hcl_fragment_free(parts[0]);
    pcty_hcl_fragment_free(parts[1]);
}

static void check_tokens(void) {
    static const char text[] = "a = \"\xc3\xa9${b}\" /* c */\n# \xff";
    pcty_hcl_tokens *tokens = NULL;
    size_t at = 0;
    CHECK_OK(pcty_hcl_tokens_parse(pcty_str_from_cstr(text), &tokens, NULL));
    CHECK(token_at(tokens, 0).kind == PCTY_HCL_TOKEN_NAME);
    for (size_t i = 0; i < pcty_hcl_tokens_count(tokens); i++) {
        pcty_str word = token_at(tokens, i).text;
        pcty_range range = pcty_hcl_tokens_range_at(tokens, i);
        CHECK(range.start.byte == at && memcmp(text + at, word.data, word.len) == 0);
        at += word.len;
        if (token_at(tokens, i).kind == PCTY_HCL_TOKEN_INTERPOLATION) {
            CHECK(range.start.line == 1 && range.start.column == 7);
        }
    }
    CHECK(at == strlen(text));
    CHECK(token_at(tokens, pcty_hcl_tokens_count(tokens) - 1).kind == PCTY_HCL_TOKEN_END);
    CHECK(token_at(tokens, 1000).kind == PCTY_HCL_TOKEN_NONE);
    CHECK(token_at(tokens, 1000).text.data == NULL);
    pcty_hcl_tokens_free(tokens);
}

static void check_formatting(void) {
    pcty_string *text = NULL;
    pcty_error *error = NULL;
    const pcty_str file = PCTY_STR_INIT("a.tf");
    pcty_hcl_format_options options = PCTY_HCL_FORMAT_OPTIONS_INIT;
    CHECK_OK(pcty_hcl_format(PCTY_STR("a=\"${b}\"\nlong=2\n"), file, NULL, &text, NULL));
    CHECK_STRING(text, "a    = \"${b}\"\nlong = 2\n");
    options.style = PCTY_HCL_STYLE_TERRAFORM;
    CHECK_OK(pcty_hcl_format(PCTY_STR("a=\"${b}\"\n"), file, &options, &text, NULL));
    CHECK_STRING(text, "a = b\n");
    options.is_partial = true;
    options.start = 5;
    options.end = 6;
    CHECK_OK(pcty_hcl_format(PCTY_STR("a=1\n\nb=2\n"), file, &options, &text, NULL));
    CHECK_STRING(text, "a=1\n\nb = 2\n");
    // Inside a character, and past the end.
    options.start = 4;
    options.end = SIZE_MAX;
    CHECK_OK(pcty_hcl_format(PCTY_STR("a=\"\xc3\xa9\""), file, &options, &text, NULL));
    CHECK_STRING(text, "a = \"\xc3\xa9\"");
    text = NULL;
    CHECK(pcty_hcl_format(PCTY_STR("a=\n"), file, NULL, &text, &error) == PCTY_ERROR_SYNTAX);
    CHECK(text == NULL && error_info(error).diagnostic_count == 1);
    pcty_error_free(error);
    options.start = 2;
    options.end = 1;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_format(PCTY_STR("a=1\n"), file, &options, &text, &error));
    // A width and an order are for whole texts.
    options.end = 3;
    options.width = 80;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_format(PCTY_STR("a=1\n"), file, &options, &text, &error));
    options.is_partial = false;
    options.width = 3;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_format(PCTY_STR("a=1\n"), file, &options, &text, &error));
    options.width = 20;
    options.heredocs = PCTY_HCL_HEREDOCS_INDENTED;
    options.alignment = PCTY_HCL_ALIGNMENT_NONE;
    options.order = PCTY_HCL_ORDER_ALPHABETICAL;
    CHECK_OK(pcty_hcl_format(PCTY_STR("b {\n  long=<<-E\n x${f(\n1)}\n E\n  a=[\"one\",\"two\",\"six\"] # c\n}\n"), file,
                             &options, &text, NULL));
    CHECK_STRING(text, "b {\n  a = [\n    \"one\",\n    \"two\",\n    \"six\",\n  ] # c\n  long = <<-E\n    x${f(\n    1)}\n"
                       "  E\n}\n");
    options.order = 9;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_format(PCTY_STR("a=1\n"), file, &options, &text, &error));
    options.struct_size = 1;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_format(PCTY_STR("a=1\n"), file, &options, &text, &error));
}

// An empty file, a file that cannot be parsed completely, and JSON.
static void check_other_files(void) {
    pcty_hcl_file *file = pcty_hcl_file_new();
    pcty_error *diagnostics = NULL;
    pcty_string *json = NULL;
    check_text(file, "");
    set(file, PCTY_HCL_NODE_ROOT, "a", "[1, x]");
    check_text(file, "a = [1, x]\n");
    CHECK_OK(pcty_hcl_file_to_json(file, &json, NULL));
    CHECK_STRING(json, "{\n  \"a\": [\n    1,\n    \"${x}\"\n  ]\n}\n");
    pcty_hcl_file_free(file);
    file = NULL;
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_hcl_file_parse(PCTY_STR("a = 1\n]\nb = 2 # \xff\n"), PCTY_STR("f"),
                                                       &file, NULL, &error));
    CHECK(file == NULL);
    CHECK_OK(pcty_hcl_file_parse(PCTY_STR("a = 1\n]\nb = 2 # \xff\n"), PCTY_STR("f"), &file,
                                           &diagnostics, NULL));
    CHECK(error_info(diagnostics).diagnostic_count > 0);
    pcty_error_free(diagnostics);
    set(file, PCTY_HCL_NODE_ROOT, "a", "3");
    check_text(file, "a = 3\n]\nb = 2 # \xff\n");
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_hcl_file_to_json(file, &json, &error));
    pcty_hcl_file_free(file);
    CHECK_OK(pcty_hcl_file_parse(PCTY_STR("a = 1\n"), PCTY_STR("f"), &file, &diagnostics, NULL));
    CHECK(diagnostics == NULL);
    pcty_hcl_file_free(file);
    CHECK_OK(pcty_hcl_file_parse(PCTY_STR("a = [ # \xfe\n  1,\n]\nb = 2 # \xff\n"), PCTY_STR("f"), &file,
                                           &diagnostics, NULL));
    pcty_error_free(diagnostics);
    pcty_hcl_fragment *two = snippet("2");
    pcty_hcl_node a = pcty_hcl_file_step(file, PCTY_HCL_NODE_ROOT, PCTY_HCL_DIRECTION_FIRST);
    CHECK_OK(pcty_hcl_file_push(file, a, two, NULL));
    CHECK_STR(node_data(file, a).value, "[ # \xfe\n  1,\n  2,\n]");
    pcty_hcl_fragment_free(two);
    pcty_hcl_tokens *comments = NULL;
    CHECK_OK(pcty_hcl_file_comments(file, pcty_hcl_file_step(file, a, PCTY_HCL_DIRECTION_NEXT), PCTY_HCL_COMMENTS_AFTER, &comments,
                                    NULL));
    CHECK_STR(token_at(comments, 0).text, "# \xff");
    pcty_hcl_tokens_free(comments);
    pcty_hcl_file_free(file);
}

int main(void) {
    check_tour();
    check_looking();
    check_edits();
    check_heredoc();
    check_refusals();
    check_budgets();
    check_snippets();
    check_tokens();
    check_formatting();
    check_other_files();
    return 0;
}
