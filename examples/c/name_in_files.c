// Language services: prints the diagnostics of a file, the description of the name at a position,
// and the edits that rename it in all files of the folder.
//
//     name_in_files FOLDER FILE LINE COLUMN NEW_NAME
//
// The folder is absolute, the file is relative to it, lines and columns start at 0.

#include "polycty.h"
#include <stdio.h>
#include <stdlib.h>

static int fail(pcty_error *error) {
    pcty_string *line = pcty_error_format(error, PCTY_NOTATION_LINE);
    fprintf(stderr, "%s\n", pcty_string_cstr(line));
    pcty_string_free(line);
    pcty_error_free(error);
    return 1;
}

int main(int count, char **arguments) {
    if (count != 6) {
        fprintf(stderr, "usage: name_in_files FOLDER FILE LINE COLUMN NEW_NAME\n");
        return 2;
    }
    static char file[4096], parameters[4096];
    snprintf(file, sizeof file, "%s/%s", arguments[1], arguments[2]);
    snprintf(parameters, sizeof parameters, "{\"newName\": \"%s\"}", arguments[5]);
    uint32_t line = (uint32_t)atoi(arguments[3]), column = (uint32_t)atoi(arguments[4]);
    pcty_str document = pcty_str_from_cstr(file), folder = pcty_str_from_cstr(arguments[1]);
    pcty_text_range at = {line, column, line, column};

    pcty_workspace_options options = PCTY_WORKSPACE_OPTIONS_INIT;
    options.encoding = PCTY_POSITION_ENCODING_UTF8;
    options.folders = &folder;
    options.folder_count = 1;
    pcty_workspace *workspace = NULL;
    pcty_string *text = NULL, *hover = NULL, *edits = NULL;
    pcty_error *error = NULL, *found = NULL;
    int result = 1;
    // An editor opens a document with the text that the user sees.
    if (pcty_workspace_new(&options, &workspace, &error) != PCTY_OK ||
        pcty_workspace_document_to_text(workspace, document, &text, &error) != PCTY_OK ||
        pcty_workspace_open(workspace, document, PCTY_STR(""), 1, pcty_string_str(text), &error) !=
            PCTY_OK ||
        pcty_workspace_diagnostics(workspace, document, &found, &error) != PCTY_OK ||
        pcty_workspace_request(workspace, document, &at, PCTY_STR(""), PCTY_REQUEST_HOVER, &hover,
                               &error) != PCTY_OK ||
        pcty_workspace_request(workspace, document, &at, pcty_str_from_cstr(parameters),
                               PCTY_REQUEST_RENAME, &edits, &error) != PCTY_OK) {
        result = fail(error);
    } else {
        if (found != NULL) {
            pcty_string *shown = pcty_error_format(found, PCTY_NOTATION_TEXT);
            puts(pcty_string_cstr(shown));
            pcty_string_free(shown);
        }
        puts(pcty_string_cstr(hover));
        puts(pcty_string_cstr(edits));
        result = 0;
    }
    pcty_error_free(found);
    pcty_string_free(edits);
    pcty_string_free(hover);
    pcty_string_free(text);
    pcty_workspace_free(workspace);
    return result;
}
