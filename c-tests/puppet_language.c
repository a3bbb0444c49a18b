// The Puppet language: parsing, evaluation, rendering, callbacks, data against classes, outlines.

#include "check.h"
#include <sys/stat.h>
#include <unistd.h>

static pcty_puppet_manifest *parsed_as(pcty_puppet_syntax syntax, const char *text) {
    pcty_puppet_manifest *manifest = NULL;
    CHECK_OK(pcty_puppet_manifest_parse(pcty_str_from_cstr(text), PCTY_STR("site.pp"), syntax,
                                        PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT, &manifest, NULL));
    return manifest;
}

static pcty_puppet_manifest *parsed(const char *text) {
    return parsed_as(PCTY_PUPPET_MANIFEST, text);
}

static pcty_value *literal(const char *text) {
    pcty_value *value = NULL;
    CHECK_OK(pcty_puppet_value_parse(pcty_str_from_cstr(text), NULL, &value, NULL));
    return value;
}

static void check_literal(pcty_value *value, const char *want) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_puppet_value_format(value, &text, NULL));
    CHECK_STRING(text, want);
    pcty_value_free(value);
}

// The value of a program.
static void check_value(const char *text, const pcty_puppet_environment *environment,
                        const char *want) {
    pcty_puppet_manifest *manifest = parsed(text);
    pcty_value *value = NULL;
    CHECK_OK(pcty_puppet_manifest_evaluate(manifest, environment, &value, NULL));
    pcty_puppet_manifest_free(manifest);
    check_literal(value, want);
}

// The error of a program.
static pcty_error *failure(const char *text, const pcty_puppet_environment *environment) {
    pcty_puppet_manifest *manifest = parsed(text);
    pcty_value *value = NULL;
    pcty_error *error = NULL;
    CHECK(pcty_puppet_manifest_evaluate(manifest, environment, &value, &error) != PCTY_OK);
    CHECK(value == NULL && error != NULL);
    pcty_puppet_manifest_free(manifest);
    return error;
}

static void check_failure(const char *text, const pcty_puppet_environment *environment,
                          pcty_status status, const char *part) {
    pcty_error *error = failure(text, environment);
    pcty_string *line = pcty_error_format(error, PCTY_NOTATION_LINE);
    CHECK(pcty_error_code(error) == status);
    CHECK(strstr(pcty_string_cstr(line), part) != NULL);
    pcty_string_free(line);
    pcty_error_free(error);
}

static int destroyed;

static void count_destroyed(void *data) {
    CHECK(data == &destroyed);
    destroyed++;
}

static void reading(void) {
    pcty_puppet_manifest *manifest = parsed("1"), *clone = pcty_puppet_manifest_clone(manifest);
    pcty_error *error = NULL;
    pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
    pcty_puppet_manifest_free(manifest);
    CHECK_STR(puppet_manifest_info(clone).file, "site.pp");
    CHECK(puppet_manifest_info(clone).warnings == NULL);
    pcty_puppet_manifest_free(clone);
    CHECK(pcty_puppet_manifest_clone(NULL) == NULL);

    manifest = NULL;
    CHECK(pcty_puppet_manifest_parse(PCTY_STR("$a = 1\n$b = )"), PCTY_STR("b.pp"),
                                     PCTY_PUPPET_MANIFEST, PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT, &manifest,
                                     &error) == PCTY_ERROR_SYNTAX);
    CHECK(manifest == NULL && error_info(error).diagnostic_count == 1);
    CHECK_OK(pcty_error_diagnostic_at(error, 0, &found, NULL));
    CHECK(found.has_subject && found.subject.start.line == 2 && found.subject.start.column == 6);
    CHECK_STR(found.file, "b.pp");
    pcty_error_free(error);

    // Several errors at once, if Puppet reports several.
    CHECK(pcty_puppet_manifest_parse(PCTY_STR("1 = 2\n3 = 4\n"), PCTY_STR("b.pp"),
                                     PCTY_PUPPET_MANIFEST, PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT, &manifest,
                                     &error) == PCTY_ERROR_SYNTAX);
    CHECK(error_info(error).diagnostic_count == 2);
    pcty_error_free(error);

    // An error of the strict mode is a warning in the other mode.
    pcty_str twice = PCTY_STR("$a = {x => 1, x => 2}");
    CHECK_FAILS(PCTY_ERROR_SYNTAX,
                pcty_puppet_manifest_parse(twice, PCTY_STR("w.pp"), PCTY_PUPPET_MANIFEST,
                                           PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT, &manifest, &error));
    CHECK_OK(pcty_puppet_manifest_parse(twice, PCTY_STR("w.pp"), PCTY_PUPPET_MANIFEST,
                                        PCTY_PUPPET_STRICT_WARNING, PCTY_PUPPET_CURRENT, &manifest, NULL));
    const pcty_error *warnings = puppet_manifest_info(manifest).warnings;
    CHECK(error_info(warnings).diagnostic_count == 1);
    CHECK_OK(pcty_error_diagnostic_at(warnings, 0, &found, NULL));
    CHECK(found.severity == PCTY_SEVERITY_WARNING && found.subject.start.line == 1);
    pcty_puppet_manifest_free(manifest);

    manifest = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_manifest_parse(twice, PCTY_STR("w.pp"), 3, PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT,
                                           &manifest, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8,
                pcty_puppet_manifest_parse(PCTY_STR("'\xff'"), PCTY_STR("w.pp"),
                                           PCTY_PUPPET_MANIFEST, PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT,
                                           &manifest, &error));
    CHECK(manifest == NULL);

    // The early specification's language.
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_manifest_parse(PCTY_STR("1"), PCTY_STR("e.pp"), PCTY_PUPPET_MANIFEST,
                                              PCTY_PUPPET_STRICT_ERROR, 3, &manifest, &error));
    CHECK_OK(pcty_puppet_manifest_parse(PCTY_STR("['1' + 99999999999999999999, Integer[2, 1]]"),
                                           PCTY_STR("e.pp"), PCTY_PUPPET_MANIFEST, PCTY_PUPPET_STRICT_ERROR,
                                           PCTY_PUPPET_EARLY, &manifest, NULL));
    pcty_value *value = NULL;
    CHECK_OK(pcty_puppet_manifest_evaluate(manifest, NULL, &value, NULL));
    pcty_puppet_manifest_free(manifest);
    check_literal(value, "[100000000000000000000, Integer[1, 2]]");
}

static void check_module_file(pcty_puppet_load_kind sought, const char *name, const char *want) {
    pcty_string *file = NULL;
    CHECK_OK(pcty_puppet_module_file(PCTY_STR("m"), pcty_str_from_cstr(name), sought, &file, NULL));
    if (want == NULL) {
        CHECK(file == NULL);
    } else {
        CHECK_STRING(file, want);
    }
}

static void modules(void) {
    pcty_string *file = NULL;
    check_module_file(PCTY_PUPPET_LOAD_TYPE, "stdlib::ip::v4", "m/stdlib/types/ip/v4.pp");
    check_module_file(PCTY_PUPPET_LOAD_FUNCTION, "a::b", "m/a/functions/b.pp");
    check_module_file(PCTY_PUPPET_LOAD_CLASS, "ntp", "m/ntp/manifests/init.pp");
    check_module_file(PCTY_PUPPET_LOAD_CLASS, "ntp::server", "m/ntp/manifests/server.pp");
    check_module_file(PCTY_PUPPET_LOAD_TEMPLATE, "ntp/a/b.epp", "m/ntp/templates/a/b.epp");
    check_module_file(PCTY_PUPPET_LOAD_TEMPLATE, "ntp.epp", NULL);
    check_module_file(PCTY_PUPPET_LOAD_TEMPLATE, "ntp/../../b.epp", NULL);
    check_module_file(PCTY_PUPPET_LOAD_TYPE, "a::", NULL);
    check_module_file(PCTY_PUPPET_LOAD_TYPE, "a::b/c", NULL);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_module_file(PCTY_STR("m"), PCTY_STR("a"), 9, &file, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8,
                pcty_puppet_module_file(PCTY_STR("m"), PCTY_STR("\xff"), PCTY_PUPPET_LOAD_TYPE,
                                        &file, &error));
    CHECK_OK(pcty_puppet_module_file((pcty_str){NULL, 0}, PCTY_STR("a::b"), PCTY_PUPPET_LOAD_TYPE,
                                     &file, NULL));
    CHECK_STRING(file, "a/types/b.pp");
}

static void evaluating(void) {
    pcty_puppet_environment *environment = pcty_puppet_environment_new(), *clone;
    pcty_value *facts = literal("{'os' => {'family' => 'Debian'}}");
    check_value("[1, 2].map |$x| { $x * 2 }", NULL, "[2, 4]");
    CHECK_OK(pcty_puppet_environment_set_variable(environment, PCTY_STR("facts"), facts, NULL));
    clone = pcty_puppet_environment_clone(environment);
    CHECK_OK(pcty_puppet_environment_set_variable(clone, PCTY_STR("::facts"),
                                                  pcty_value_element_at(facts, 0), NULL));
    check_value("\"on ${facts['os']['family']}\"", environment, "'on Debian'");
    check_value("$facts['family']", clone, "'Debian'");
    pcty_puppet_environment_free(clone);

    // The position of an error at run time.
    pcty_error *error = failure("$a = 1\n  $a + 'x'", environment);
    pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
    CHECK_OK(pcty_error_diagnostic_at(error, 0, &found, NULL));
    CHECK(found.has_subject && found.subject.start.line == 2);
    CHECK_STR(found.file, "site.pp");
    pcty_error_free(error);

    // Unknown variables, strictness, resources, aliases, time.
    pcty_error_free(failure("$nope", environment));
    pcty_puppet_environment_options options = PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT;
    options.unknown_variables = PCTY_PUPPET_UNKNOWN_UNDEF;
    options.strictness = PCTY_PUPPET_STRICT_OFF;
    CHECK_OK(pcty_puppet_environment_set_options(environment, &options, NULL));
    check_value("$nope", environment, "undef");
    pcty_error_free(failure("file { '/a': }", environment));
    pcty_puppet_environment_options more = PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT;
    more.resources = PCTY_PUPPET_RESOURCES_REFERENCED;
    CHECK_OK(pcty_puppet_environment_set_options(environment, &more, NULL));
    check_value("$nope", environment, "undef");
    check_value("file { '/a': }", environment, "[File['/a']]");
    const pcty_str names[] = {PCTY_STR_INIT("Port")}, notations[] = {PCTY_STR_INIT("Integer[1, 9]")};
    pcty_puppet_aliases *aliases = NULL;
    CHECK_OK(pcty_puppet_aliases_new(NULL, names, notations, 1, &aliases, NULL));
    more.aliases = aliases;
    CHECK_OK(pcty_puppet_environment_set_options(environment, &more, NULL));
    more.aliases = NULL;
    pcty_puppet_aliases_free(aliases);
    check_value("[3 =~ Port, 12 =~ Port]", environment, "[true, false]");
    pcty_puppet_time time = {86400, 0};
    more.time = &time;
    CHECK_OK(pcty_puppet_environment_set_options(environment, &more, NULL));
    check_value("Timestamp.new.strftime('%F')", environment, "'1970-01-02'");
    time.nanoseconds = 1000000000;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_environment_set_options(environment, &more, &error));
    // A call that fails changes nothing.
    more.strictness = PCTY_PUPPET_STRICT_ERROR;
    more.time = NULL;
    more.resources = (pcty_puppet_resources)9;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_environment_set_options(environment, &more, &error));
    check_value("$nope", environment, "undef");

    // Puppet has neither unknown values nor marks.
    pcty_value *unknown = pcty_value_unknown(pcty_type_string());
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_puppet_environment_set_variable(environment, PCTY_STR("facts"), unknown,
                                                     &error));
    pcty_value_free(unknown);
    check_value("$facts['os']['family']", environment, "'Debian'");
    pcty_value_free(facts);
    pcty_puppet_environment_free(environment);
}

static void rendering(void) {
    pcty_puppet_manifest *template = parsed_as(
        PCTY_PUPPET_TEMPLATE,
        "<%- | Array[String] $servers, Integer $port = 123 | -%>\n"
        "<% $servers.each |$server| { -%>\nserver <%= $server %>:<%= $port %>\n<% } -%>\n");
    pcty_value *good = literal("{'servers' => ['a', 'b']}"), *bad = literal("{'servers' => [1]}");
    pcty_value *list = literal("[1]"), *value = NULL;
    pcty_string *text = NULL;
    CHECK_OK(pcty_puppet_manifest_render(template, good, NULL, &text, NULL));
    CHECK_STRING(text, "server a:123\nserver b:123\n");
    pcty_error *error = NULL;
    text = NULL;
    CHECK(pcty_puppet_manifest_render(template, bad, NULL, &text, &error) != PCTY_OK);
    CHECK(strstr(pcty_error_message(error).data, "parameter 'servers' index 0 expects a String") !=
          NULL);
    pcty_error_free(error);
    pcty_error_free(NULL);
    CHECK(pcty_puppet_manifest_render(template, NULL, NULL, &text, NULL) != PCTY_OK);
    CHECK_FAILS(PCTY_ERROR_TYPE,
                pcty_puppet_manifest_render(template, list, NULL, &text, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_manifest_evaluate(template, NULL, &value, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_manifest_class_parameters(template, PCTY_STR("a"), good, NULL, &value,
                                                      &error));
    pcty_puppet_manifest_free(template);
    template = parsed("1");
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_manifest_render(template, NULL, NULL, &text, &error));
    CHECK(text == NULL && value == NULL);
    pcty_puppet_manifest_free(template);
    pcty_value_free(good);
    pcty_value_free(bad);
    pcty_value_free(list);
}

// Calls its block for each half of its argument; the call that it stores is the outer one.
static const pcty_puppet_call *outer;

static pcty_status halves(void *user_data, const pcty_value *const *args, size_t count,
                          const pcty_puppet_call *call, pcty_value **out, pcty_error **error) {
    int64_t number;
    CHECK(user_data == &destroyed && count == 1);
    if (!pcty_puppet_call_has_block(call)) {
        if (outer != NULL) {
            // The outer call is running its block.
            pcty_value *none = NULL;
            CHECK(!pcty_puppet_call_has_block(outer));
            CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                        pcty_puppet_call_block(outer, args, 1, &none, &error));
            CHECK(none == NULL);
        }
        *out = pcty_value_clone(args[0]);
        return PCTY_OK;
    }
    CHECK_OK(pcty_value_as_int64(args[0], &number, NULL));
    pcty_value *half = pcty_value_integer_from_int64(number / 2), *made = NULL;
    const pcty_value *given = half;
    outer = call;
    pcty_status status = pcty_puppet_call_block(call, &given, 1, &made, error);
    outer = NULL;
    if (status == PCTY_OK) {
        // A callback may call the library.
        check_value("1 + 1", NULL, "2");
        *out = made;
    }
    pcty_value_free(half);
    return status;
}

// Evaluates the program that calls it.
static pcty_status again(void *user_data, const pcty_value *const *args, size_t count,
                         const pcty_puppet_call *call, pcty_value **out, pcty_error **error) {
    pcty_puppet_manifest *manifest = parsed("again()");
    (void)args, (void)count, (void)call;
    pcty_status status =
        pcty_puppet_manifest_evaluate(manifest, *(pcty_puppet_environment **)user_data, out, error);
    pcty_puppet_manifest_free(manifest);
    return status;
}

static pcty_status refuse(void *user_data, const pcty_value *const *args, size_t count,
                          const pcty_puppet_call *call, pcty_value **out, pcty_error **error) {
    (void)user_data, (void)args, (void)call, (void)out;
    if (count == 0) {
        return 4711;
    }
    *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("not today"));
    return PCTY_ERROR_CALLBACK;
}

static pcty_status add_function(pcty_puppet_environment *environment, const char *name,
                                const pcty_str *signatures, pcty_puppet_function call,
                                void *user_data, pcty_destroy destroy, pcty_error **error) {
    pcty_puppet_function_spec spec = PCTY_PUPPET_FUNCTION_SPEC_INIT;
    spec.name = pcty_str_from_cstr(name);
    spec.signatures = signatures;
    spec.signature_count = signatures == NULL ? 0 : 1;
    spec.call = call;
    spec.user_data = user_data;
    spec.destroy = destroy;
    return pcty_puppet_environment_add_function(environment, &spec, error);
}

static void functions(void) {
    pcty_puppet_environment *environment = pcty_puppet_environment_new();
    const pcty_str signatures[] = {PCTY_STR_INIT("Integer number, Callable[1, 1] block?")};
    const pcty_str broken[] = {PCTY_STR_INIT("Integer[ number")};
    pcty_error *error = NULL;
    destroyed = 0;
    CHECK_OK(add_function(environment, "halves", signatures, halves, &destroyed, count_destroyed, NULL));
    check_value("halves(8) |$x| { halves($x + 1) }", environment, "5");
    check_value("function f() { halves(8) |$x| { return $x } } f()", environment, "4");
    check_failure("halves(8) |$x| { fail('in the block') }", environment,
                  PCTY_ERROR_DIAGNOSTICS, "in the block");
    check_failure("halves('a')", environment, PCTY_ERROR_TYPE,
                  "'halves' parameter 'number' expects an Integer value, got String");

    // User data is released, also if the call fails.
    CHECK(add_function(environment, "g", broken, halves, &destroyed, count_destroyed, &error) != PCTY_OK);
    pcty_error_free(error);
    CHECK(destroyed == 1);
    CHECK_OK(add_function(environment, "halves", NULL, refuse, &destroyed, count_destroyed, NULL));
    CHECK(destroyed == 2);
    check_failure("halves(8)", environment, PCTY_ERROR_CALLBACK, "not today");
    check_failure("halves()", environment, PCTY_ERROR_MISBEHAVED, "4711");

    // Nested callbacks and evaluations are limited.
    CHECK_OK(add_function(environment, "again", NULL, again, &environment, NULL, NULL));
    check_failure("again()", environment, PCTY_ERROR_LIMIT, "nested");
    pcty_puppet_environment *clone = pcty_puppet_environment_clone(environment);
    pcty_puppet_environment_free(environment);
    CHECK(destroyed == 2);
    pcty_puppet_environment_free(clone);
    CHECK(destroyed == 3);
}

static char logged[200];

static pcty_status keep(void *user_data, pcty_puppet_level level, pcty_str message,
                        pcty_error **error) {
    CHECK(user_data == &destroyed && *error == NULL);
    if (level == PCTY_PUPPET_LEVEL_CRIT) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("the log is full"));
        return PCTY_ERROR_CALLBACK;
    }
    snprintf(logged, sizeof logged, "%u %.*s", (unsigned)level, (int)message.len, message.data);
    return PCTY_OK;
}

static pcty_status load(void *user_data, pcty_puppet_load_kind sought, pcty_str name,
                        pcty_string **out, pcty_string **file, pcty_error **error) {
    static const struct {
        pcty_puppet_load_kind sought;
        const char *name, *text, *file;
    } all[] = {
        {PCTY_PUPPET_LOAD_TYPE, "web::port", "type Web::Port = Integer[1, 65535]", "port.pp"},
        {PCTY_PUPPET_LOAD_FUNCTION, "web::twice", "function web::twice($x) { $x * 2 }", NULL},
        {PCTY_PUPPET_LOAD_FUNCTION, "web::bad", "function web::bad() {", "bad.pp"},
        {PCTY_PUPPET_LOAD_CLASS, "web",
         "class web(Web::Port $port, String $label = \"p${port}\", Boolean $tls = false) { }",
         "init.pp"},
    };
    CHECK(user_data == &destroyed);
    if (same_str(name, PCTY_STR("web::secret"))) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("may not be read"));
        return PCTY_ERROR_CALLBACK;
    }
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].sought == sought && same_str(name, pcty_str_from_cstr(all[i].name))) {
            CHECK_OK(pcty_string_new(pcty_str_from_cstr(all[i].text), out, NULL));
            if (all[i].file != NULL) {
                CHECK_OK(pcty_string_new(pcty_str_from_cstr(all[i].file), file, NULL));
            }
        }
    }
    return PCTY_OK;
}

static pcty_status answer(void *user_data, pcty_puppet_question question,
                          const pcty_value *const *args, size_t count, pcty_value **out,
                          pcty_error **error) {
    pcty_str text = PCTY_STR("");
    CHECK(user_data == &destroyed && *error == NULL && *out == NULL);
    switch (question) {
    case PCTY_PUPPET_QUESTION_LOOKUP: {
        size_t names = 0;
        CHECK(count == 4);
        CHECK(pcty_value_length(args[0], &names) && names == 1);
        CHECK_OK(pcty_value_as_string(pcty_value_element_at(args[0], 0), &text, NULL));
        if (same_str(text, PCTY_STR("port"))) {
            *out = pcty_value_integer_from_int64(80);
        } else if (same_str(text, PCTY_STR("strange"))) {
            *out = pcty_value_unknown(pcty_type_string());
        }
        return PCTY_OK;
    }
    case PCTY_PUPPET_QUESTION_READ_FILE:
        CHECK(count == 1);
        *out = literal("'the content'");
        return PCTY_OK;
    case PCTY_PUPPET_QUESTION_GENERATE:
        CHECK(count == 2);
        *out = literal("[1]");
        return PCTY_OK;
    case PCTY_PUPPET_QUESTION_CATALOG:
        CHECK(count == 2);
        *out = pcty_value_clone(args[1]);
        return PCTY_OK;
    default:
        return PCTY_ERROR_UNSUPPORTED;
    }
}

static void hosts(void) {
    pcty_puppet_environment *environment = pcty_puppet_environment_new();
    destroyed = 0;
    CHECK_OK(pcty_puppet_environment_set_logger(environment, keep, &destroyed, count_destroyed,
                                                NULL));
    CHECK_OK(pcty_puppet_environment_set_loader(environment, load, &destroyed, count_destroyed,
                                                NULL));
    check_failure("lookup('port')", environment, PCTY_ERROR_UNSUPPORTED,
                  "the host does not support");
    CHECK_OK(pcty_puppet_environment_set_answer(environment, answer, &destroyed, count_destroyed,
                                              NULL));
    check_value("notice('a', 1)", environment, "undef");
    CHECK(strcmp(logged, "3 a 1") == 0);
    check_failure("crit('x')", environment, PCTY_ERROR_CALLBACK, "the log is full");

    check_value("[web::twice(4), 70000 =~ Web::Port, 80 =~ Web::Port]", environment,
                "[8, false, true]");
    check_failure("web::bad()", environment, PCTY_ERROR_SYNTAX, "Syntax error at end of input");
    check_failure("web::secret()", environment, PCTY_ERROR_CALLBACK, "may not be read");

    check_value("lookup('port')", environment, "80");
    check_value("lookup('nope', Integer, undef, 7)", environment, "7");
    check_failure("lookup('strange')", environment, PCTY_ERROR_UNSUPPORTED, "");
    check_value("file('a/b')", environment, "'the content'");
    check_failure("generate('/bin/date', 'x')", environment, PCTY_ERROR_MISBEHAVED, "a String");
    check_failure("find_file('a')", environment, PCTY_ERROR_UNSUPPORTED,
                  "the host does not support");

    // Data against a class from the loader.
    pcty_value *good = literal("{'web::port' => 80, 'other::x' => 1, 'tls' => true}");
    pcty_value *bad = literal("{'port' => 0, 'tls' => 'yes', 'prot' => 1}"), *all = NULL;
    pcty_error *error = NULL;
    CHECK_OK(pcty_puppet_manifest_class_parameters(NULL, PCTY_STR("web"), good, environment, &all,
                                                   NULL));
    check_literal(all, "{'port' => 80, 'label' => 'p80', 'tls' => true}");
    all = NULL;
    CHECK(pcty_puppet_manifest_class_parameters(NULL, PCTY_STR("::web"), bad, environment, &all,
                                                &error) == PCTY_ERROR_TYPE);
    CHECK(all == NULL && error_info(error).diagnostic_count == 3);
    CHECK(strstr(pcty_error_message(error).data, "has no parameter named 'prot'") != NULL);
    pcty_error_free(error);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_puppet_manifest_class_parameters(NULL, PCTY_STR("nope"), good, environment,
                                                      &all, &error));
    pcty_value_free(good);
    pcty_value_free(bad);
    pcty_puppet_environment_free(environment);
    CHECK(destroyed == 3);
}

static void outlines(void) {
    pcty_puppet_manifest *manifest = parsed("# Serves.\n"
                                            "class web(Integer $port = 80, $rest = 1) inherits base {\n"
                                            "  @file { '/a': mode => '1'; ['/b', '/c']: * => $x }\n"
                                            "  File['/a'] { mode +> '2' }\n"
                                            "  File <| tag == 'x' |>\n"
                                            "  A['b'] -> C['d']\n"
                                            "  map($port) |*$y| { $y }\n"
                                            "}\n"
                                            "node 'a', /b/ { }\n"
                                            "type Web::Port = Integer[1, 2]\n");
    pcty_puppet_outline *outline = NULL;
    CHECK_OK(pcty_puppet_outline_new(manifest, &outline, NULL));
    pcty_puppet_manifest_free(manifest);

    CHECK(puppet_outline_info(outline).definition_count == 3);
    pcty_puppet_definition web = PCTY_PUPPET_DEFINITION_INIT, node = web, alias = web;
    CHECK_OK(pcty_puppet_outline_definition_at(outline, 0, &web, NULL));
    CHECK(web.kind == PCTY_PUPPET_DEFINES_CLASS && web.parameter_count == 2);
    CHECK_STR(web.keyword, "class");
    CHECK_STR(web.name, "web");
    CHECK_STR(web.documentation, "Serves.");
    CHECK_STR(web.inherits, "base");
    CHECK(web.type_text.data == NULL && web.place.line == 2 && web.range.end.line == 8);
    CHECK_OK(pcty_puppet_outline_definition_at(outline, 1, &node, NULL));
    CHECK(node.kind == PCTY_PUPPET_DEFINES_NODE && node.match_count == 2);
    CHECK_STR(pcty_puppet_outline_match_at(outline, 1, 1), "/b/");
    CHECK(pcty_puppet_outline_match_at(outline, 1, 2).data == NULL);
    CHECK_OK(pcty_puppet_outline_definition_at(outline, 2, &alias, NULL));
    CHECK_STR(alias.type_text, "Integer[1, 2]");
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_puppet_outline_definition_at(outline, 3, &web, &error));

    pcty_puppet_parameter parameter = PCTY_PUPPET_PARAMETER_INIT;
    CHECK_OK(pcty_puppet_outline_parameter_at(outline, 0, 0, &parameter, NULL));
    CHECK_STR(parameter.name, "port");
    CHECK_STR(parameter.type_text, "Integer");
    CHECK_STR(parameter.default_text, "80");
    CHECK(!parameter.is_rest && parameter.place.line == 2 && parameter.place.column == 19);
    CHECK_OK(pcty_puppet_outline_parameter_at(outline, 0, 1, &parameter, NULL));
    CHECK(!parameter.is_rest && parameter.type_text.data == NULL);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_puppet_outline_parameter_at(outline, 0, 2, &parameter, &error));
    parameter.struct_size = 4;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_outline_parameter_at(outline, 0, 0, &parameter, &error));
    parameter.struct_size = sizeof parameter;

    CHECK(puppet_outline_info(outline).resource_count == 4);
    pcty_puppet_resource resource = PCTY_PUPPET_RESOURCE_INIT;
    pcty_puppet_resource_body body = PCTY_PUPPET_RESOURCE_BODY_INIT;
    pcty_puppet_attribute attribute = PCTY_PUPPET_ATTRIBUTE_INIT;
    CHECK_OK(pcty_puppet_outline_resource_at(outline, 0, &resource, NULL));
    CHECK(resource.form == PCTY_PUPPET_RESOURCE_VIRTUAL && resource.body_count == 2);
    CHECK_STR(resource.word, "virtual");
    CHECK_STR(resource.type_text, "file");
    CHECK_OK(pcty_puppet_outline_body_at(outline, 0, 1, &body, NULL));
    CHECK_STR(body.title, "['/b', '/c']");
    CHECK(body.attribute_count == 1);
    CHECK_OK(pcty_puppet_outline_attribute_at(outline, 0, 1, 0, &attribute, NULL));
    CHECK_STR(attribute.name, "*");
    CHECK_STR(attribute.value_text, "$x");
    CHECK_OK(pcty_puppet_outline_resource_at(outline, 1, &resource, NULL));
    CHECK(resource.form == PCTY_PUPPET_RESOURCE_OVERRIDE && resource.body_count == 1);
    CHECK_OK(pcty_puppet_outline_body_at(outline, 1, 0, &body, NULL));
    CHECK(body.title.data == NULL && body.attribute_count == 1);
    CHECK_OK(pcty_puppet_outline_attribute_at(outline, 1, 0, 0, &attribute, NULL));
    CHECK(attribute.is_added && attribute.place.line == 4);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_puppet_outline_attribute_at(outline, 1, 1, 0, &attribute, &error));
    CHECK_OK(pcty_puppet_outline_resource_at(outline, 2, &resource, NULL));
    CHECK(resource.form == PCTY_PUPPET_RESOURCE_COLLECT);
    CHECK_STR(resource.other_text, "tag == 'x'");
    CHECK_OK(pcty_puppet_outline_resource_at(outline, 3, &resource, NULL));
    CHECK(resource.form == PCTY_PUPPET_RESOURCE_RELATIONSHIP && resource.body_count == 0);
    CHECK_STR(resource.word, "->");
    CHECK_STR(resource.other_text, "C['d']");
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_puppet_outline_body_at(outline, 3, 0, &body, &error));

    CHECK(puppet_outline_info(outline).call_count == 1);
    pcty_puppet_call_site call = PCTY_PUPPET_CALL_SITE_INIT;
    CHECK_OK(pcty_puppet_outline_call_at(outline, 0, &call, NULL));
    CHECK_STR(call.name, "map");
    CHECK(call.has_lambda && call.argument_count == 1 && call.parameter_count == 1);
    CHECK(call.place.line == 7 && call.place.column == 3);
    CHECK_OK(pcty_puppet_outline_lambda_parameter_at(outline, 0, 0, &parameter, NULL));
    CHECK_STR(parameter.name, "y");
    CHECK(parameter.is_rest && parameter.default_text.data == NULL);

    CHECK(puppet_outline_info(outline).variable_count == 3);
    pcty_puppet_variable variable = PCTY_PUPPET_VARIABLE_INIT;
    CHECK_OK(pcty_puppet_outline_variable_at(outline, 1, &variable, NULL));
    CHECK_STR(variable.name, "port");
    CHECK(variable.place.line == 7 && variable.place.column == 7);

    pcty_string *json = NULL;
    CHECK_OK(pcty_puppet_outline_to_json(outline, &json, NULL));
    CHECK(strstr(pcty_string_cstr(json), "\"kind\":\"class\",\"name\":\"web\",\"at\":[2,1]") != NULL);
    pcty_string_free(json);
    pcty_puppet_outline_free(outline);
    CHECK(puppet_outline_info(NULL).call_count == 0);
}

static void budgets(void) {
    pcty_limits limits = PCTY_LIMITS_INIT;
    pcty_budget *budget = NULL;
    limits.steps = 1000;
    CHECK_OK(pcty_budget_new(&limits, &budget, NULL));
    CHECK_OK(pcty_budget_enter(budget, NULL));
    check_value("1 + 1", NULL, "2");
    check_failure("Integer[1, 100000].map |$x| { $x + 1 }", NULL, PCTY_ERROR_LIMIT, "steps");
    pcty_budget_cancel(budget);
    pcty_puppet_manifest *manifest = NULL;
    CHECK_FAILS(PCTY_ERROR_CANCELLED,
                pcty_puppet_manifest_parse(PCTY_STR("1"), PCTY_STR("f"), PCTY_PUPPET_MANIFEST,
                                           PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT, &manifest, &error));
    CHECK_OK(pcty_budget_leave(budget, NULL));
    pcty_budget_free(budget);
}

// The path of a file in the test's own folder.
static pcty_str path_of(const char *folder, const char *name) {
    static char path[512];
    snprintf(path, sizeof path, "%s%s", folder, name);
    return pcty_str_from_cstr(path);
}

static void write_file(const char *folder, const char *name, const char *text) {
    FILE *file = fopen(path_of(folder, name).data, "wb");
    CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void directories_of_modules(void) {
    static const char *const folders[] = {"/a", "/a/web", "/a/web/functions", "/b", "/b/web",
                                          "/b/web/functions"};
    static const char *const files[] = {"/a/web/functions/one.pp", "/b/web/functions/one.pp",
                                        "/b/web/functions/two.pp", "/b/web/functions/bad.pp"};
    char root[] = "/tmp/polycty-modules-XXXXXX";
    CHECK(mkdtemp(root) != NULL);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        CHECK(mkdir(path_of(root, folders[i]).data, 0700) == 0);
    }
    write_file(root, files[0], "function web::one() { 1 }");
    write_file(root, files[1], "function web::one() { 10 }");
    write_file(root, files[2], "function web::two() { 2 }");
    write_file(root, files[3], "\xff");
    pcty_puppet_environment *environment = pcty_puppet_environment_new();
    pcty_error *error = NULL;
    pcty_value *value = NULL;
    CHECK(pcty_puppet_environment_add_modules(environment, path_of(root, "/none"), &error) ==
          PCTY_ERROR_NOT_FOUND);
    pcty_error_free(error);
    CHECK_OK(pcty_puppet_environment_add_modules(environment, path_of(root, "/a"), NULL));
    CHECK_OK(pcty_puppet_environment_add_modules(environment, path_of(root, "/b"), NULL));
    pcty_puppet_manifest *program = parsed("web::one() + web::two()");
    CHECK_OK(pcty_puppet_manifest_evaluate(program, environment, &value, NULL));
    int64_t sum = 0;
    CHECK_OK(pcty_value_as_int64(value, &sum, NULL));
    CHECK(sum == 3);
    pcty_value_free(value);
    value = NULL;
    pcty_puppet_manifest_free(program);
    program = parsed("web::bad()");
    CHECK(pcty_puppet_manifest_evaluate(program, environment, &value, &error) ==
          PCTY_ERROR_INVALID_UTF8);
    pcty_error_free(error);
    pcty_puppet_manifest_free(program);
    pcty_puppet_environment_free(environment);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        CHECK(unlink(path_of(root, files[i]).data) == 0);
    }
    for (size_t i = sizeof folders / sizeof *folders; i-- > 0;) {
        CHECK(rmdir(path_of(root, folders[i]).data) == 0);
    }
    CHECK(rmdir(root) == 0);
}

int main(void) {
    reading();
    directories_of_modules();
    evaluating();
    rendering();
    functions();
    modules();
    hosts();
    outlines();
    budgets();
    return 0;
}
