// Language services: documents, edits, requests, diagnostics, files of callbacks, budgets.

#include "check.h"

#define MAIN                                                                 \
    "variable \"port\" {\n  type    = number\n  default = 80\n}\n\n"        \
    "output \"p\" {\n  value = var.port\n}\n"
#define DOCUMENT PCTY_STR("file:///w/main.tf")
#define NOTHING PCTY_STR("")

static pcty_workspace *workspace_of(pcty_position_encoding encoding) {
    pcty_workspace_options options = PCTY_WORKSPACE_OPTIONS_INIT;
    pcty_workspace *workspace = NULL;
    options.encoding = encoding;
    options.has_snippets = true;
    CHECK_OK(pcty_workspace_new(&options, &workspace, NULL));
    CHECK_OK(pcty_workspace_open(workspace, DOCUMENT, NOTHING, 1, PCTY_STR(MAIN), NULL));
    return workspace;
}

// Whether the answer to a request at a position contains a text.
static bool answers(pcty_workspace *workspace, pcty_request request, uint32_t line, uint32_t column,
                    pcty_str arguments, const char *part) {
    pcty_string *json = NULL;
    pcty_text_range at = {line, column, line, column};
    CHECK_OK(pcty_workspace_request(workspace, DOCUMENT, &at, arguments, request, &json, NULL));
    bool found = strstr(pcty_string_cstr(json), part) != NULL;
    if (!found) {
        fprintf(stderr, "%s is not in %s\n", part, pcty_string_cstr(json));
    }
    pcty_string_free(json);
    return found;
}

static bool has_text(pcty_workspace *workspace, pcty_str document, const char *expected) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_workspace_document_to_text(workspace, document, &text, NULL));
    bool same = strcmp(pcty_string_cstr(text), expected) == 0;
    pcty_string_free(text);
    return same;
}

static void check_requests(void) {
    pcty_workspace *workspace = workspace_of(PCTY_POSITION_ENCODING_UTF16);
    CHECK(answers(workspace, PCTY_REQUEST_HOVER, 6, 14, NOTHING, "var.port: number"));
    CHECK(answers(workspace, PCTY_REQUEST_DEFINITION, 6, 14, NOTHING,
                  "\"uri\":\"file:///w/main.tf\""));
    CHECK(answers(workspace, PCTY_REQUEST_COMPLETION, 6, 14, NOTHING, "\"label\":\"port\""));
    CHECK(answers(workspace, PCTY_REQUEST_PREPARE_RENAME, 6, 14, NOTHING, "\"character\":14"));
    CHECK(answers(workspace, PCTY_REQUEST_RENAME, 6, 14, PCTY_STR("{\"newName\": \"q\"}"),
                  "\"newText\":\"q\""));
    CHECK(answers(workspace, PCTY_REQUEST_SELECTION_RANGE, 6, 14, NOTHING, "\"parent\""));
    CHECK(answers(workspace, PCTY_REQUEST_REFERENCES, 0, 11,
                  PCTY_STR("{\"context\": {\"includeDeclaration\": false}}"), "\"line\":6"));
    for (pcty_request request = PCTY_REQUEST_COMPLETION; request <= PCTY_REQUEST_INITIALIZE;
         request = (pcty_request)((int)request + 1)) {
        pcty_str arguments = request == PCTY_REQUEST_RENAME ? PCTY_STR("{\"newName\": \"q\"}") : NOTHING;
        CHECK(answers(workspace, request, 6, 14, arguments, ""));
    }
    // Requests about the whole document, and about the workspace.
    pcty_string *json = NULL;
    CHECK_OK(pcty_workspace_request(workspace, DOCUMENT, NULL, NOTHING, PCTY_REQUEST_DOCUMENT_SYMBOL, &json, NULL));
    CHECK(strstr(pcty_string_cstr(json), "variable \\\"port\\\"") != NULL);
    pcty_string_free(json);
    CHECK_OK(pcty_workspace_request(workspace, NOTHING, NULL, PCTY_STR("{\"query\": \"prt\"}"), PCTY_REQUEST_WORKSPACE_SYMBOL, &json, NULL));
    CHECK(strstr(pcty_string_cstr(json), "variable \\\"port\\\"") != NULL);
    pcty_string_free(json);
    CHECK_OK(pcty_workspace_request(workspace, NOTHING, NULL, NOTHING, PCTY_REQUEST_INITIALIZE, &json, NULL));
    CHECK(strstr(pcty_string_cstr(json), "\"tokenTypes\":[\"class\"") != NULL);
    pcty_string_free(json);
    pcty_workspace_free(workspace);
}

static void check_edits(void) {
    pcty_workspace *workspace = workspace_of(PCTY_POSITION_ENCODING_UTF8);
    pcty_text_range name = {6, 14, 6, 18}, reversed = {1, 0, 0, 5}, beyond = {99, 0, 100, 7};
    pcty_error *found = NULL;
    CHECK_OK(pcty_workspace_diagnostics(workspace, DOCUMENT, &found, NULL));
    CHECK(found == NULL);
    CHECK_OK(pcty_workspace_change(workspace, DOCUMENT, 2, &name, PCTY_STR("prot"), NULL));
    CHECK_OK(pcty_workspace_diagnostics(workspace, DOCUMENT, &found, NULL));
    pcty_diagnostic diagnostic = PCTY_DIAGNOSTIC_INIT;
    CHECK(found != NULL && error_info(found).diagnostic_count == 1);
    CHECK_OK(pcty_error_diagnostic_at(found, 0, &diagnostic, NULL));
    CHECK(diagnostic.subject.start.line == 7 && pcty_str_equal(diagnostic.file, PCTY_STR("/w/main.tf")));
    pcty_error_free(found);
    CHECK(answers(workspace, PCTY_REQUEST_CODE_ACTION, 6, 14, NOTHING, "\"newText\":\"port\""));

    // A range after the end of the text is its end; a reversed range is an error of the caller.
    CHECK(pcty_workspace_change(workspace, DOCUMENT, 3, &reversed, NOTHING, NULL) ==
          PCTY_ERROR_INVALID_ARGUMENT);
    CHECK_OK(pcty_workspace_change(workspace, DOCUMENT, 3, NULL, PCTY_STR("a"), NULL));
    CHECK_OK(pcty_workspace_change(workspace, DOCUMENT, 4, &beyond, PCTY_STR("b"), NULL));
    CHECK(has_text(workspace, PCTY_STR("/w/main.tf"), "ab"));

    CHECK_OK(pcty_workspace_close(workspace, DOCUMENT, NULL));
    CHECK(pcty_workspace_close(workspace, DOCUMENT, NULL) == PCTY_ERROR_NOT_FOUND);
    CHECK(pcty_workspace_change(workspace, DOCUMENT, 4, NULL, NOTHING, NULL) == PCTY_ERROR_NOT_FOUND);
    pcty_string *json = NULL;
    CHECK(pcty_workspace_request(workspace, DOCUMENT, &name, NOTHING, PCTY_REQUEST_HOVER, &json, NULL) ==
          PCTY_ERROR_NOT_FOUND);
    CHECK(pcty_workspace_document_to_text(workspace, DOCUMENT, &json, NULL) == PCTY_ERROR_NOT_FOUND);
    CHECK(pcty_workspace_diagnostics(workspace, DOCUMENT, &found, NULL) == PCTY_ERROR_NOT_FOUND);
    CHECK(pcty_workspace_open(workspace, PCTY_STR("/w/a.txt"), NOTHING, 1, NOTHING, NULL) ==
          PCTY_ERROR_UNSUPPORTED);
    CHECK_OK(pcty_workspace_open(workspace, PCTY_STR("/w/a.txt"), PCTY_STR("mcl"), 1, NOTHING, NULL));
    pcty_workspace_free(workspace);
}

// Columns count units of the encoding, also after a character of several units.
static void check_encodings(void) {
    static const struct {
        pcty_position_encoding encoding;
        uint32_t column;
    } columns[] = {{PCTY_POSITION_ENCODING_UTF8, 18},
                   {PCTY_POSITION_ENCODING_UTF16, 16},
                   {PCTY_POSITION_ENCODING_UTF32, 15}};
    for (size_t i = 0; i < 3; i++) {
        pcty_workspace *workspace = workspace_of(columns[i].encoding);
        CHECK_OK(pcty_workspace_open(workspace, DOCUMENT, NOTHING, 2,
                                     PCTY_STR("variable \"port\" {\n}\n\noutput \"p\" {\n"
                                              "  value = \"\xF0\x9F\x98\x80${var.port}\"\n}\n"),
                                     NULL));
        char start[64];
        snprintf(start, sizeof start, "\"start\":{\"character\":%u,\"line\":4}", columns[i].column + 3);
        CHECK(answers(workspace, PCTY_REQUEST_PREPARE_RENAME, 4, columns[i].column + 4, NOTHING, start));
        pcty_workspace_free(workspace);
    }
}

static void check_errors(void) {
    pcty_workspace *workspace = NULL;
    pcty_workspace_options options = PCTY_WORKSPACE_OPTIONS_INIT;
    pcty_error *error = NULL;
    options.terraform_version = PCTY_STR("0.1");
    CHECK(pcty_workspace_new(&options, &workspace, &error) == PCTY_ERROR_UNSUPPORTED);
    CHECK(strncmp(pcty_error_message(error).data, "options->terraform_version: ", 28) == 0);
    pcty_error_free(error);
    options.terraform_version = NOTHING;
    options.provider_schemas = PCTY_STR("[");
    CHECK(pcty_workspace_new(&options, &workspace, NULL) == PCTY_ERROR_SYNTAX);
    options.provider_schemas = NOTHING;
    options.encoding = (pcty_position_encoding)7;
    CHECK(pcty_workspace_new(&options, &workspace, NULL) == PCTY_ERROR_INVALID_ARGUMENT);
    options.encoding = PCTY_POSITION_ENCODING_UTF8;
    options.folder_count = 1;
    CHECK(pcty_workspace_new(&options, &workspace, NULL) == PCTY_ERROR_INVALID_ARGUMENT);

    workspace = workspace_of(PCTY_POSITION_ENCODING_UTF16);
    pcty_string *json = NULL;
    pcty_text_range at = {6, 14, 6, 14}, none = {0, 0, 0, 0};
    CHECK(pcty_workspace_request(workspace, DOCUMENT, NULL, NOTHING, PCTY_REQUEST_HOVER, &json, NULL) ==
          PCTY_ERROR_INVALID_ARGUMENT);
    CHECK(pcty_workspace_request(workspace, DOCUMENT, &at, NOTHING, PCTY_REQUEST_RENAME, &json, NULL) ==
          PCTY_ERROR_INVALID_ARGUMENT);
    CHECK(pcty_workspace_request(workspace, DOCUMENT, &at, PCTY_STR("{\"newName\": \"1\"}"), PCTY_REQUEST_RENAME, &json, NULL) == PCTY_ERROR_VALUE);
    CHECK(pcty_workspace_request(workspace, DOCUMENT, &none, PCTY_STR("[]"), PCTY_REQUEST_HOVER, &json, NULL) == PCTY_ERROR_INVALID_ARGUMENT);
    CHECK(pcty_workspace_request(workspace, DOCUMENT, &none, NOTHING, (pcty_request)99, &json, NULL) ==
          PCTY_ERROR_INVALID_ARGUMENT);

    // A budget bounds each call.
    pcty_limits limits = PCTY_LIMITS_INIT;
    pcty_budget *budget = NULL;
    limits.steps = 1;
    CHECK_OK(pcty_budget_new(&limits, &budget, NULL));
    CHECK_OK(pcty_budget_enter(budget, NULL));
    CHECK(pcty_workspace_request(workspace, DOCUMENT, &at, NOTHING, PCTY_REQUEST_HOVER, &json, NULL) ==
          PCTY_ERROR_LIMIT);
    CHECK(pcty_workspace_change(workspace, DOCUMENT, 2, NULL, PCTY_STR("a"), NULL) == PCTY_ERROR_LIMIT);
    pcty_budget_cancel(budget);
    CHECK(pcty_workspace_diagnostics(workspace, DOCUMENT, &error, NULL) == PCTY_ERROR_CANCELLED);
    CHECK_OK(pcty_budget_leave(budget, NULL));
    pcty_budget_free(budget);
    CHECK(has_text(workspace, DOCUMENT, MAIN));
    pcty_workspace_free(workspace);
}

// The state of a program that provides files.
typedef struct {
    pcty_workspace *workspace;
    bool fails, frees;
    int destroyed;
} host;

static pcty_status read_file(void *user_data, pcty_str path, pcty_string **out, pcty_error **error) {
    host *state = user_data;
    if (state->fails) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("no disk"));
        return PCTY_ERROR_CALLBACK;
    }
    // The workspace is in use.
    CHECK(pcty_workspace_open(state->workspace, PCTY_STR("/w/x.tf"), NOTHING, 1, NOTHING, NULL) ==
          PCTY_ERROR_INVALID_ARGUMENT);
    if (state->frees) {
        state->frees = false;
        pcty_workspace_free(state->workspace);
    }
    if (pcty_str_equal(path, PCTY_STR("/w/other.tf"))) {
        return pcty_string_new(PCTY_STR("variable \"port\" {\n  type = number\n}\n"), out, error);
    }
    return PCTY_OK;
}

static pcty_status list_folder(void *user_data, pcty_str path, pcty_string **out, pcty_error **error) {
    (void)user_data;
    if (pcty_str_equal(path, PCTY_STR("/w"))) {
        return pcty_string_new(PCTY_STR("main.tf\nother.tf\n"), out, error);
    }
    return PCTY_OK;
}

static void destroy_host(void *user_data) {
    ((host *)user_data)->destroyed++;
}

static void check_files(void) {
    pcty_str folder = PCTY_STR("/w");
    pcty_workspace_options options = PCTY_WORKSPACE_OPTIONS_INIT;
    host state = {NULL, false, false, 0};
    options.folders = &folder;
    options.folder_count = 1;
    CHECK_OK(pcty_workspace_new(&options, &state.workspace, NULL));
    pcty_workspace *workspace = state.workspace;
    CHECK_OK(pcty_workspace_set_files(workspace, read_file, list_folder, &state, destroy_host, NULL));
    CHECK_OK(pcty_workspace_open(workspace, DOCUMENT, NOTHING, 1,
                                 PCTY_STR("output \"p\" {\n  value = var.port\n}\n"), NULL));
    CHECK(answers(workspace, PCTY_REQUEST_DEFINITION, 1, 16, NOTHING, "\"uri\":\"file:///w/other.tf\""));
    pcty_error *found = NULL;
    CHECK_OK(pcty_workspace_diagnostics(workspace, NOTHING, &found, NULL));
    CHECK(found == NULL);

    // The error of a callback ends the call.
    state.fails = true;
    CHECK_OK(pcty_workspace_file_changed(workspace, PCTY_STR("/w/other.tf"), NULL));
    CHECK(pcty_workspace_document_to_text(workspace, PCTY_STR("/w/other.tf"), NULL, NULL) ==
          PCTY_ERROR_INVALID_ARGUMENT);
    pcty_string *text = NULL;
    CHECK(pcty_workspace_document_to_text(workspace, PCTY_STR("/w/other.tf"), &text, NULL) == PCTY_ERROR_CALLBACK);
    state.fails = false;

    // The callback frees the workspace, which ends with the call.
    state.frees = true;
    CHECK_OK(pcty_workspace_document_to_text(workspace, PCTY_STR("/w/other.tf"), &text, NULL));
    pcty_string_free(text);
    CHECK(state.destroyed == 1);

    // Rejected callbacks are released.
    CHECK(pcty_workspace_set_files(NULL, read_file, list_folder, &state, destroy_host, NULL) ==
          PCTY_ERROR_INVALID_ARGUMENT);
    CHECK(state.destroyed == 2);
}

static void check_specifications(void) {
    pcty_workspace_options options = PCTY_WORKSPACE_OPTIONS_INIT;
    pcty_workspace *workspace = NULL;
    options.hcl_specifications = PCTY_STR("[]");
    CHECK(pcty_workspace_new(&options, &workspace, NULL) == PCTY_ERROR_INVALID_ARGUMENT);
    options.hcl_specifications = PCTY_STR("{\".hcl\": \"attr {}\"}");
    CHECK(pcty_workspace_new(&options, &workspace, NULL) == PCTY_ERROR_SYNTAX);
    options.hcl_specifications =
        PCTY_STR("{\".hcl\": \"object {\\n  attr \\\"port\\\" {\\n    type = number\\n  }\\n}\"}");
    CHECK_OK(pcty_workspace_new(&options, &workspace, NULL));
    pcty_str document = PCTY_STR("/w/a.hcl");
    CHECK_OK(pcty_workspace_open(workspace, document, NOTHING, 1, PCTY_STR("port = []\n"), NULL));
    pcty_error *found = NULL;
    CHECK_OK(pcty_workspace_diagnostics(workspace, document, &found, NULL));
    CHECK(found != NULL);
    pcty_error_free(found);
    pcty_workspace_free(workspace);
}

int main(void) {
    check_specifications();
    check_requests();
    check_edits();
    check_encodings();
    check_errors();
    check_files();
    return 0;
}
