
// Calls the C functions of docs/how-to/set-limits.md.

#include "check.h"

int main(void) {
    pcty_budget *budget = for_requests();
    CHECK(budget != NULL);
    pcty_limits limits = PCTY_LIMITS_INIT;
    CHECK_OK(pcty_budget_limits(budget, &limits, NULL));
    CHECK(limits.bytes == 32u << 20 && limits.microseconds == 250000);

    pcty_hcl_scope *scope = pcty_hcl_scope_new();
    CHECK_OK(pcty_hcl_scope_set_standard_functions(scope, NULL));
    pcty_hcl_expression *small = NULL, *large = NULL;
    CHECK_OK(pcty_hcl_expression_parse(PCTY_STR("1 + 2"), PCTY_STR(""), NULL, PCTY_HCL_NATIVE, &small, NULL, NULL));
    CHECK_OK(pcty_hcl_expression_parse(
        PCTY_STR("[for a in range(1024): [for b in range(1024): \"${a}-${b}\"]]"), PCTY_STR(""), NULL,
        PCTY_HCL_NATIVE, &large, NULL, NULL));
    pcty_value *value = NULL;
    CHECK_OK(answer(budget, small, scope, &value, NULL));
    pcty_value_free(value);
    CHECK_FAILS(PCTY_ERROR_LIMIT, answer(budget, large, scope, &value, &error));
    pcty_budget_cancel(budget);
    CHECK_FAILS(PCTY_ERROR_CANCELLED, answer(budget, small, scope, &value, &error));
    pcty_hcl_expression_free(small);
    pcty_hcl_expression_free(large);
    pcty_hcl_scope_free(scope);
    pcty_budget_free(budget);
    return 0;
}
