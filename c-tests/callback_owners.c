// Callbacks that free or change the owner of the running callback: contents of bodies, deferred
// values of PCL, parameters of Puppet's classes, functions of Terraform's hosts, and sets of paths.

#include "check.h"
#include "hcl_views.h"

static int calls;
static int destroyed;
static bool is_running;

// The action of the running callback, executed once.
static void (*action)(void);

static void act(void) {
    void (*now)(void) = action;
    calls++;
    is_running = true;
    action = NULL;
    if (now != NULL)
        now();
    is_running = false;
}

static void destroy(void *data) {
    (void)data;
    CHECK(!is_running);
    destroyed++;
}

static void begin(void (*first)(void)) {
    action = first;
    calls = 0;
    destroyed = 0;
}

// -- Contents of bodies ---------------------------------------------------------------------

static pcty_hcl_body *expanded;

static pcty_status implement(void *data, const pcty_value *const *args, size_t count,
                             const pcty_type *type, pcty_value **out, pcty_error **error) {
    (void)data, (void)args, (void)count, (void)type;
    act();
    return pcty_value_string(PCTY_STR("a"), out, error);
}

static void free_expanded(void) {
    pcty_hcl_body_free(expanded);
    CHECK(destroyed == 0);
}

// The last owner of the function is the body, and then the blocks, which the callback frees.
static void contents(void) {
    static const pcty_hcl_block_schema blocks[] = {{{"b", 1}, NULL, 0}};
    pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT;
    pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
    pcty_function *function = NULL;
    pcty_hcl_body *body = NULL;
    pcty_hcl_content *content = NULL;
    pcty_hcl_scope *scope = pcty_hcl_scope_new();
    schema.blocks = blocks;
    schema.block_count = 1;
    spec.return_type = pcty_type_string();
    spec.implementation = implement;
    spec.destroy = destroy;
    CHECK_OK(pcty_function_new(&spec, &function, NULL));
    CHECK_OK(pcty_hcl_scope_set_function(scope, PCTY_STR("f"), function, NULL));
    pcty_function_free(function);
    CHECK_OK(pcty_hcl_body_parse(
        PCTY_STR("dynamic \"b\" {\n  for_each = [f(), f()]\n  content {\n    x = b.value\n  }\n}\n"),
        PCTY_STR("f"), NULL, PCTY_HCL_NATIVE, &body, NULL, NULL));
    CHECK_OK(pcty_hcl_body_expand_dynamic(body, scope, &expanded, NULL));
    pcty_hcl_scope_free(scope);
    pcty_hcl_body_free(body);
    begin(free_expanded);
    CHECK_OK(pcty_hcl_body_content(expanded, &schema, &content, NULL, NULL));
    CHECK(calls == 2 && content_data(content).block_count == 2);
    pcty_hcl_content_free(content);
    CHECK(destroyed == 1);
}

// -- Deferred values of PCL -----------------------------------------------------------------

static pcty_value *deferred;

static void free_deferred(void) {
    pcty_value_free(deferred);
    CHECK(destroyed == 0);
}

static pcty_status resolve(void *data, const pcty_value *eventual, pcty_value **out,
                           pcty_error **error) {
    CHECK(data == NULL && eventual != NULL && *error == NULL);
    act();
    CHECK(pcty_pcl_value_origin(eventual) != NULL);
    return pcty_value_string(PCTY_STR("a"), out, error);
}

static void resolving(void) {
    pcty_value *first = NULL, *second = NULL, *value = NULL;
    pcty_type *type = NULL;
    CHECK_OK(pcty_type_parse(PCTY_STR("output(string)"), PCTY_DIALECT_PCL, &type, NULL));
    CHECK_OK(pcty_pcl_value_deferred(type, NULL, destroy, &first, NULL));
    CHECK_OK(pcty_pcl_value_deferred(type, NULL, destroy, &second, NULL));
    pcty_type_free(type);
    const pcty_value *const parts[] = {first, second};
    CHECK_OK(pcty_value_tuple(parts, 2, &deferred, NULL));
    pcty_value_free(first);
    pcty_value_free(second);
    begin(free_deferred);
    CHECK_OK(pcty_pcl_value_resolve(deferred, resolve, NULL, destroy, &value, NULL));
    CHECK(calls == 2 && destroyed == 3);
    pcty_value_free(value);
}

// -- Parameters of Puppet's classes ---------------------------------------------------------

static pcty_puppet_environment *environment;
static pcty_puppet_manifest *manifest;
static pcty_value *parameters;

static pcty_status load(void *data, pcty_puppet_load_kind sought, pcty_str name, pcty_string **out,
                        pcty_string **file, pcty_error **error) {
    CHECK(data == NULL && sought != 0 && *file == NULL && *error == NULL);
    act();
    if (same_str(name, PCTY_STR("a::f")))
        return pcty_string_new(PCTY_STR("function a::f($x) { $x }"), out, error);
    if (same_str(name, PCTY_STR("a::t")))
        return pcty_string_new(PCTY_STR("type A::T = Integer"), out, error);
    return PCTY_OK;
}

static void free_parameters(void) {
    pcty_puppet_environment_free(environment);
    pcty_puppet_manifest_free(manifest);
    pcty_value_free(parameters);
    CHECK(destroyed == 0);
}

static void class_parameters(void) {
    pcty_value *value = NULL;
    environment = pcty_puppet_environment_new();
    CHECK_OK(pcty_puppet_environment_set_loader(environment, load, NULL, destroy, NULL));
    CHECK_OK(pcty_puppet_manifest_parse(
        PCTY_STR("class a(A::T $x, $y = a::f(2)) { }"), PCTY_STR("f"), PCTY_PUPPET_MANIFEST,
        PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT, &manifest, NULL));
    CHECK_OK(pcty_puppet_value_parse(PCTY_STR("{'x' => 1}"), NULL, &parameters, NULL));
    begin(free_parameters);
    CHECK_OK(pcty_puppet_manifest_class_parameters(manifest, PCTY_STR("a"), parameters, environment,
                                                   &value, NULL));
    CHECK(calls >= 2 && destroyed == 1);
    pcty_value_free(value);
}

// -- Functions of Terraform's hosts ---------------------------------------------------------

static pcty_hcl_scope *scope;
static pcty_hcl_expression *expression;

static pcty_status tick(void *data, int64_t *seconds, pcty_error **error) {
    CHECK(data == NULL && *error == NULL);
    act();
    *seconds = 0;
    return PCTY_OK;
}

static pcty_status fill(void *data, uint8_t *bytes, size_t count, pcty_error **error) {
    CHECK(data == NULL && *error == NULL);
    act();
    memset(bytes, 1, count);
    return PCTY_OK;
}

static pcty_status read_file(void *data, pcty_str path, pcty_string **out, pcty_error **error) {
    CHECK(data == NULL && path.len > 0 && *error == NULL);
    act();
    return pcty_string_new(PCTY_STR("a"), out, error);
}

static pcty_status list(void *data, pcty_str path, pcty_string **out, pcty_error **error) {
    CHECK(data == NULL && path.len > 0 && *error == NULL);
    act();
    return pcty_string_new(PCTY_STR("a.txt\nb.txt\n"), out, error);
}

static void free_evaluation(void) {
    pcty_hcl_scope_free(scope);
    pcty_hcl_expression_free(expression);
    CHECK(destroyed == 0);
}

// Sets a different host of the scope, and thereby different functions.
static void replace_host(void) {
    pcty_terraform_host *host = pcty_terraform_host_new();
    CHECK_OK(pcty_hcl_scope_set_terraform_functions(scope, host, NULL));
    pcty_terraform_host_free(host);
    CHECK(destroyed == 0);
}

static void hosts(void) {
    const char *const texts[] = {
        "[timestamp(), timestamp()]",
        "[uuid(), uuid()]",
        "[file(\"a\"), file(\"b\")]",
        "[fileset(\".\", \"*\"), fileset(\"a\", \"*\")]",
    };
    void (*const firsts[])(void) = {free_evaluation, replace_host};
    for (int i = 0; i < 8; i++) {
        pcty_value *value = NULL;
        pcty_terraform_host *host = pcty_terraform_host_new();
        scope = pcty_hcl_scope_new();
        CHECK_OK(pcty_terraform_host_set_clock(host, tick, NULL, destroy, NULL));
        CHECK_OK(pcty_terraform_host_set_random(host, fill, NULL, destroy, NULL));
        CHECK_OK(pcty_terraform_host_set_files(host, read_file, list, NULL, destroy, NULL));
        CHECK_OK(pcty_hcl_scope_set_terraform_functions(scope, host, NULL));
        pcty_terraform_host_free(host);
        CHECK_OK(pcty_hcl_expression_parse(pcty_str_from_cstr(texts[i / 2]), PCTY_STR("f"), NULL,
                                           PCTY_HCL_NATIVE, &expression, NULL, NULL));
        begin(firsts[i % 2]);
        CHECK_OK(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, NULL));
        CHECK(calls >= 2 && destroyed == 3);
        pcty_value_free(value);
        if (i % 2 == 1) {
            pcty_hcl_scope_free(scope);
            pcty_hcl_expression_free(expression);
        }
    }
}

// -- Sets of paths --------------------------------------------------------------------------

static pcty_path_set *paths;
static pcty_path *remaining;

// Uses and changes the set while the path with the data is being removed.
static void use_paths(void *data) {
    CHECK(data == &paths);
    destroyed++;
    CHECK(pcty_path_set_count(paths) == 1 && pcty_path_set_contains(paths, remaining));
    CHECK(pcty_path_set_remove(paths, remaining) && !pcty_path_set_remove(paths, remaining));
    for (size_t i = 0; i < 100; i++) {
        pcty_path *path = pcty_path_new();
        CHECK_OK(pcty_path_append_index(path, i, NULL));
        CHECK_OK(pcty_path_set_insert(paths, path, false, NULL));
        pcty_path_free(path);
    }
}

static bool any_equal(void *data, const void *a, const void *b) {
    CHECK(data == NULL && a != NULL && b != NULL);
    return true;
}

static void sets(void) {
    pcty_capsule_ops ops = PCTY_CAPSULE_OPS_INIT;
    pcty_type *type = NULL;
    pcty_path *sought = pcty_path_new();
    begin(NULL);
    ops.equal = any_equal;
    CHECK_OK(pcty_type_capsule(PCTY_STR("c"), &ops, &type, NULL));
    paths = pcty_path_set_new();
    remaining = pcty_path_new();
    CHECK_OK(pcty_path_append_attribute(remaining, PCTY_STR("a"), NULL));
    CHECK_OK(pcty_path_set_insert(paths, remaining, false, NULL));
    for (int i = 0; i < 2; i++) {
        // Equal keys; only the set owns the first one.
        pcty_value *key = NULL;
        pcty_path *path = i == 0 ? pcty_path_new() : sought;
        CHECK_OK(pcty_value_capsule(type, &paths, i == 0 ? use_paths : NULL, &key, NULL));
        CHECK_OK(pcty_path_append_key(path, key, NULL));
        pcty_value_free(key);
        if (i == 0) {
            CHECK_OK(pcty_path_set_insert(paths, path, false, NULL));
            pcty_path_free(path);
        }
    }
    CHECK(destroyed == 0 && pcty_path_set_remove(paths, sought));
    CHECK(destroyed == 1 && pcty_path_set_count(paths) == 100);
    CHECK(!pcty_path_set_contains(paths, remaining));
    pcty_path_free(sought);
    pcty_path_free(remaining);
    pcty_path_set_free(paths);
    pcty_type_free(type);
}

// The equality function of a capsule that uses the set whose keys it compares.

static pcty_path_set *compared;
static pcty_path *sought_path;
static int comparisons;
static bool is_changing, frees;

static bool equal_that_uses_the_set(void *data, const void *a, const void *b) {
    (void)data;
    if (comparisons++ > 0) {
        return a == b;
    }
    pcty_path_set *const clone = pcty_path_set_clone(compared);
    pcty_path_set *const both = pcty_path_set_combine(compared, compared, PCTY_PATH_SET_UNION);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_path_set_insert(compared, remaining, false, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_path_set_insert(compared, remaining, true, &error));
    CHECK(!pcty_path_set_remove(compared, remaining));
    // A set can be read during a read, but not during a change.
    CHECK(pcty_path_set_count(compared) == (is_changing ? 0 : 2));
    CHECK(pcty_path_set_contains(compared, remaining) == !is_changing);
    CHECK(pcty_path_set_equal(compared, compared) == !is_changing);
    CHECK((clone != NULL) == !is_changing && (both != NULL) == !is_changing);
    pcty_path_set_free(clone);
    pcty_path_set_free(both);
    if (frees) {
        pcty_path_set_free(compared);
    }
    return true;
}

static void sets_in_use(void) {
    pcty_capsule_ops ops = PCTY_CAPSULE_OPS_INIT;
    pcty_type *type = NULL;
    ops.equal = equal_that_uses_the_set;
    CHECK_OK(pcty_type_capsule(PCTY_STR("c"), &ops, &type, NULL));
    remaining = pcty_path_new();
    CHECK_OK(pcty_path_append_attribute(remaining, PCTY_STR("a"), NULL));
    for (int i = 0; i < 6; i++) {
        static int first, second;
        pcty_path *path = NULL;
        comparisons = 1;
        compared = pcty_path_set_new();
        CHECK_OK(pcty_path_set_insert(compared, remaining, false, NULL));
        for (int key = 0; key < 2; key++) {
            pcty_value *value = NULL;
            path = pcty_path_new();
            CHECK_OK(pcty_value_capsule(type, key == 0 ? &first : &second, NULL, &value, NULL));
            CHECK_OK(pcty_path_append_key(path, value, NULL));
            pcty_value_free(value);
            if (key == 0) {
                CHECK_OK(pcty_path_set_insert(compared, path, false, NULL));
                pcty_path_free(path);
            }
        }
        sought_path = path;
        comparisons = 0;
        is_changing = i % 3 != 0;
        frees = i >= 3;
        switch (i % 3) {
        case 0:
            CHECK(pcty_path_set_contains(compared, sought_path));
            break;
        case 1:
            CHECK(pcty_path_set_remove(compared, sought_path));
            break;
        default:
            CHECK_OK(pcty_path_set_insert(compared, sought_path, false, NULL));
        }
        CHECK(comparisons >= 1);
        if (!frees) {
            CHECK(pcty_path_set_count(compared) == (i % 3 == 1 ? 1 : 2));
            CHECK(pcty_path_set_contains(compared, remaining));
            pcty_path_set_free(compared);
        }
        pcty_path_free(sought_path);
    }
    pcty_path_free(remaining);
    pcty_type_free(type);
}

int main(void) {
    contents();
    resolving();
    class_parameters();
    hosts();
    sets();
    sets_in_use();
    return 0;
}
