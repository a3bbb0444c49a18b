// A host of mcl: runs a program whose kinds are directories and files, creates these in a folder,
// and updates them when the input file of the program changes.
//
//     keep_pages PROGRAM KINDS.json INPUT FOLDER [GRAPHS]
//
// It prints its changes, and ends after the given number of graphs, or never.

#define _POSIX_C_SOURCE 200809L

#include "polycty.h"
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Ends the program if a call fails that can only fail by a mistake of this program.
static void must(pcty_status status) {
    if (status != PCTY_OK) {
        abort();
    }
}

static pcty_string *read_file(const char *path) {
    static char bytes[1 << 20];
    pcty_string *text = NULL;
    FILE *file = fopen(path, "rb");
    size_t size = file == NULL ? 0 : fread(bytes, 1, sizeof bytes, file);
    if (file != NULL && fclose(file) == 0 && size < sizeof bytes) {
        PCTY_IGNORE(pcty_string_new((pcty_str){bytes, size}, &text, NULL));
    }
    return text;
}

static int fail(const pcty_error *error) {
    pcty_string *text = pcty_error_format(error, PCTY_NOTATION_TEXT);
    fprintf(stderr, "%s\n", pcty_string_cstr(text));
    pcty_string_free(text);
    return 1;
}

static bool is(pcty_str text, const char *wanted) {
    return text.len == strlen(wanted) && memcmp(text.data, wanted, text.len) == 0;
}

// -- The world: files that functions read, and that may change -------------------------------

enum { FOLLOWED = 16 };

static struct followed {
    pcty_mcl_sender *sender; // NULL if no file is followed
    char path[4096];
    struct timespec written;
    off_t size;
} followed[FOLLOWED];

static void look(struct followed *file, struct timespec *written, off_t *size) {
    struct stat found = {0};
    stat(file->path, &found);
    *written = found.st_mtim;
    *size = found.st_size;
}

static void copy_path(char *to, const pcty_value *from) {
    pcty_str path = {NULL, 0};
    PCTY_IGNORE(pcty_value_as_string(from, &path, NULL));
    snprintf(to, sizeof followed->path, "%.*s", (int)path.len, path.data);
}

static void unfollow(void *user_data, const pcty_mcl_sender *sender) {
    (void)user_data;
    for (int i = 0; i < FOLLOWED; i++) {
        if (pcty_mcl_sender_id(followed[i].sender) == pcty_mcl_sender_id(sender)) {
            pcty_mcl_sender_free(followed[i].sender);
            followed[i].sender = NULL;
        }
    }
}

static pcty_status follow(void *user_data, pcty_str function, const pcty_value *const *args,
                          size_t count, const pcty_mcl_sender *sender, pcty_error **error) {
    unfollow(user_data, sender);
    for (int i = 0; i < FOLLOWED; i++) {
        if (is(function, "os.readfile") && count == 1 && followed[i].sender == NULL) {
            copy_path(followed[i].path, args[0]);
            look(&followed[i], &followed[i].written, &followed[i].size);
            followed[i].sender = pcty_mcl_sender_clone(sender);
            return PCTY_OK;
        }
    }
    *error = pcty_error_new(PCTY_ERROR_UNSUPPORTED, PCTY_STR("this host follows a few files alone"));
    return PCTY_ERROR_UNSUPPORTED;
}

// Announces the files that have changed.
static void look_at_files(void) {
    for (int i = 0; i < FOLLOWED; i++) {
        struct timespec written;
        off_t size;
        if (followed[i].sender == NULL) {
            continue;
        }
        look(&followed[i], &written, &size);
        if (memcmp(&written, &followed[i].written, sizeof written) != 0 || size != followed[i].size) {
            followed[i].written = written;
            followed[i].size = size;
            pcty_mcl_sender_send(followed[i].sender);
        }
    }
}

static pcty_status answer(void *user_data, pcty_str question, const pcty_value *const *args,
                          size_t count, const pcty_type *returns, pcty_value **out,
                          pcty_error **error) {
    (void)user_data, (void)returns;
    if (!is(question, "os.readfile") || count != 1) {
        return PCTY_OK; // no answer
    }
    char path[sizeof followed->path];
    copy_path(path, args[0]);
    pcty_string *text = read_file(path);
    if (text == NULL) {
        *error = pcty_error_new(PCTY_ERROR_NOT_FOUND, PCTY_STR("the file cannot be read"));
        return PCTY_ERROR_NOT_FOUND; // `<|>` recovers from it
    }
    pcty_status status = pcty_value_string_verbatim(pcty_string_str(text), out, error);
    pcty_string_free(text);
    return status;
}

// -- The kinds: directories and files in a folder ---------------------------------------------

static pcty_mcl_resource_data data_of(const pcty_mcl_resource *resource) {
    pcty_mcl_resource_data data = {{NULL, 0}, {NULL, 0}, {NULL, 0}, 0, false, 0, 0};
    pcty_mcl_resource_info(resource, &data);
    return data;
}

// A file depends on the directory that contains it.
static void after(void *user_data, const pcty_mcl_resource *file, pcty_mcl_dependencies *dependencies) {
    const pcty_str kind = PCTY_STR_INIT("dir");
    pcty_str parent = data_of(file).name;
    (void)user_data;
    while (parent.len > 0 && parent.data[--parent.len] != '/') {
    }
    must(pcty_mcl_dependencies_add(dependencies, &kind, &parent, 1, NULL));
}

// No name may lead out of the folder.
static pcty_status validate(void *user_data, const pcty_mcl_resource *resource, pcty_error **error) {
    pcty_str name = data_of(resource).name;
    (void)user_data;
    for (size_t i = 0; i < name.len; i++) {
        bool dots = i + 1 < name.len && name.data[i] == '.' && name.data[i + 1] == '.';
        if (dots || name.data[0] == '/' || name.data[i] == '\0') {
            *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("the name is outside the folder"));
            return PCTY_ERROR_CALLBACK;
        }
    }
    return PCTY_OK;
}

static void path_of(char *path, size_t room, const char *folder, const pcty_mcl_resource *resource) {
    pcty_str name = data_of(resource).name;
    snprintf(path, room, "%s/%.*s", folder, (int)name.len, name.data);
}

// Creates or changes a resource as its fields require.
static bool apply(const char *folder, const pcty_mcl_resource *resource) {
    char path[8192];
    path_of(path, sizeof path, folder, resource);
    if (is(data_of(resource).kind, "dir")) {
        struct stat found;
        return (stat(path, &found) == 0 && S_ISDIR(found.st_mode)) || mkdir(path, 0777) == 0;
    }
    pcty_str content = {"", 0};
    const pcty_value *said = pcty_mcl_resource_field_get(resource, PCTY_STR("content"));
    if (said != NULL) {
        PCTY_IGNORE(pcty_value_as_string(said, &content, NULL));
    }
    pcty_string *now = read_file(path);
    pcty_str have = pcty_string_str(now);
    bool same = now != NULL && have.len == content.len && memcmp(have.data, content.data, have.len) == 0;
    pcty_string_free(now);
    FILE *file = same ? NULL : fopen(path, "wb");
    return same || (file != NULL && fwrite(content.data, 1, content.len, file) == content.len &&
                    fclose(file) == 0);
}

// Updates the folder from one graph to the next.
static bool keep_up(const char *folder, const pcty_mcl_resources *before,
                    const pcty_mcl_resources *after_it) {
    pcty_mcl_difference *difference = NULL;
    bool done = pcty_mcl_difference_new(before, after_it, &difference, NULL) == PCTY_OK;
    pcty_string *text = pcty_mcl_difference_to_text(difference);
    printf("%s\n", pcty_string_cstr(text));
    fflush(stdout);
    pcty_string_free(text);
    // Removed resources are deleted in reverse order, so that directories are empty.
    pcty_mcl_difference_data changes;
    pcty_mcl_difference_info(difference, &changes);
    for (size_t i = changes.change_count; i > 0; i--) {
        pcty_mcl_change change = PCTY_MCL_CHANGE_INIT;
        must(pcty_mcl_difference_at(difference, i - 1, &change, NULL));
        if (change.kind == PCTY_MCL_CHANGE_REMOVED) {
            char path[8192];
            path_of(path, sizeof path, folder, change.before);
            remove(path);
        }
    }
    pcty_mcl_resources_data wanted;
    pcty_mcl_resources_info(after_it, &wanted);
    for (size_t i = 0; i < wanted.count; i++) {
        done = apply(folder, pcty_mcl_resources_in_order_at(after_it, i)) && done;
    }
    pcty_mcl_difference_free(difference);
    return done;
}

// -- The program -----------------------------------------------------------------------------

static pcty_status make_host(pcty_mcl_host *host, const char *kinds, const char *input,
                             pcty_error **error) {
    pcty_mcl_kind file = PCTY_MCL_KIND_INIT, dir = PCTY_MCL_KIND_INIT;
    pcty_value *path = NULL, *name = NULL;
    pcty_string *json = read_file(kinds);
    char hostname[256] = "localhost";
    gethostname(hostname, sizeof hostname - 1);
    file.name = PCTY_STR("file");
    file.validate = dir.validate = validate;
    file.after = after;
    dir.name = PCTY_STR("dir");
    pcty_status status = pcty_mcl_host_add_kinds(host, pcty_string_str(json), error);
    pcty_string_free(json);
    if (status != PCTY_OK ||
        (status = pcty_mcl_host_set_kind_callbacks(host, &dir, error)) != PCTY_OK ||
        (status = pcty_mcl_host_set_kind_callbacks(host, &file, error)) != PCTY_OK) {
        return status;
    }
    must(pcty_value_string_verbatim(pcty_str_from_cstr(input), &path, NULL));
    must(pcty_value_string_verbatim(pcty_str_from_cstr(hostname), &name, NULL));
    must(pcty_mcl_host_set_variable(host, PCTY_STR(""), PCTY_STR("input"), path, NULL));
    must(pcty_mcl_host_set_variable(host, PCTY_STR(""), PCTY_STR("hostname"), name, NULL));
    pcty_value_free(name);
    pcty_value_free(path);
    return pcty_mcl_host_set_world(host, answer, follow, unfollow, NULL, NULL, error);
}

// Steps the program, and updates the folder.
static pcty_status run(pcty_mcl_runtime *runtime, const char *folder, long graphs,
                       pcty_error **error) {
    pcty_mcl_resources *before = pcty_mcl_resources_empty();
    struct pollfd woken = {-1, POLLIN, 0};
    pcty_status status = pcty_mcl_runtime_descriptor(runtime, &woken.fd, error);
    while (status == PCTY_OK && graphs != 0) {
        struct timespec now;
        pcty_mcl_progress progress;
        clock_gettime(CLOCK_REALTIME, &now);
        pcty_mcl_runtime_set_time(runtime, now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000);
        status = pcty_mcl_runtime_step(runtime, &progress, error);
        if (status == PCTY_OK && progress == PCTY_MCL_PROGRESS_CHANGED) {
            pcty_mcl_resources *now_wanted = NULL;
            status = pcty_mcl_runtime_resources(runtime, &now_wanted, error);
            if (!keep_up(folder, before, now_wanted)) {
                fprintf(stderr, "the folder cannot be kept in step\n");
            }
            pcty_mcl_resources_free(before);
            before = now_wanted;
            graphs -= graphs > 0;
        }
        poll(&woken, 1, 50); // a host with a notifier of files would wait for next_time
        look_at_files();
    }
    pcty_mcl_resources_free(before);
    return status;
}

int main(int argc, char **argv) {
    if (argc < 5) {
        fprintf(stderr, "keep_pages PROGRAM KINDS.json INPUT FOLDER [GRAPHS]\n");
        return 1;
    }
    pcty_mcl_host *host = pcty_mcl_host_new();
    pcty_mcl_program *program = NULL;
    pcty_mcl_runtime *runtime = NULL;
    pcty_error *error = NULL;
    pcty_string *text = read_file(argv[1]);
    bool done = make_host(host, argv[2], argv[3], &error) == PCTY_OK &&
                pcty_mcl_program_compile_text(pcty_string_str(text), pcty_str_from_cstr(argv[1]), host,
                                              &program, &error) == PCTY_OK &&
                pcty_mcl_runtime_start(program, 0, &runtime, &error) == PCTY_OK &&
                run(runtime, argv[4], argc > 5 ? atol(argv[5]) : -1, &error) == PCTY_OK;
    int code = done ? 0 : fail(error);
    pcty_error_free(error);
    pcty_mcl_runtime_free(runtime);
    pcty_mcl_program_free(program);
    pcty_mcl_host_free(host);
    pcty_string_free(text);
    return code;
}
