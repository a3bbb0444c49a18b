
// Attribute of functions whose status must not be ignored: the compiler warns if a call ignores it.
#if (defined(__cplusplus) && __cplusplus >= 201703L) ||                                 \
    (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L) ||                                   \
    (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
#define PCTY_MUST_USE [[nodiscard]]
#elif defined(__GNUC__)
#define PCTY_MUST_USE __attribute__((__warn_unused_result__))
#elif defined(_MSC_VER) && defined(_Check_return_)
#define PCTY_MUST_USE _Check_return_
#else
#define PCTY_MUST_USE
#endif

// Ignores a status where failure needs no reaction. With some compilers a cast to void still warns.
#define PCTY_IGNORE(status) ((void)!(status))

// Fails to compile if an enumeration does not have 32 bits, as with -fshort-enums.
enum { PCTY_ENUMERATIONS_HAVE_32_BITS = 1 / (sizeof(pcty_severity) == 4) };

// Converts a string literal to a `pcty_str`; the compiler computes the length. The literal may
// contain NUL bytes.
#ifdef __cplusplus
#define PCTY_STR(literal) (pcty_str{"" literal, sizeof(literal) - 1})
#else
#define PCTY_STR(literal) ((pcty_str){"" literal, sizeof(literal) - 1})
#endif

// Like PCTY_STR, as an initializer of a static variable or of a struct's member.
#define PCTY_STR_INIT(literal) {"" literal, sizeof(literal) - 1}

// Format and argument of a `pcty_str` for printf: `printf("name: " PCTY_FMT "\n", PCTY_ARG(name))`.
// PCTY_ARG evaluates its argument several times. The text is truncated at its first NUL, and at
// 2 GiB.
#define PCTY_FMT "%.*s"
#define PCTY_ARG(s)                                                                     \
    (int)((s).len < 0x7fffffff ? (s).len : 0x7fffffff), ((s).data != NULL ? (s).data : "")

// The position of the first byte of a text.
#ifdef __cplusplus
#define PCTY_POSITION_START (pcty_position{1, 1, 0})
#else
#define PCTY_POSITION_START ((pcty_position){1, 1, 0})
#endif

// A diagnostic without texts; its positions are the start of a text.
#define PCTY_DIAGNOSTIC_INIT                                                            \
    {sizeof(pcty_diagnostic),                                                           \
     PCTY_SEVERITY_ERROR,                                                               \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     false,                                                                             \
     {{1, 1, 0}, {1, 1, 0}},                                                            \
     false,                                                                             \
     {{1, 1, 0}, {1, 1, 0}},                                                            \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     NULL,                                                                              \
     NULL,                                                                              \
     NULL,                                                                              \
     0,                                                                                 \
     0}

// No data, for pcty_error_info to fill.
#define PCTY_ERROR_DATA_INIT                                                            \
    {sizeof(pcty_error_data),                                                           \
     {NULL, 0},                                                                         \
     false,                                                                             \
     0,                                                                                 \
     false,                                                                             \
     0,                                                                                 \
     NULL,                                                                              \
     NULL,                                                                              \
     NULL,                                                                              \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     0}

// An empty location, for pcty_error_related_at to fill.
#define PCTY_RELATED_INIT \
    {sizeof(pcty_related), {NULL, 0}, {{1, 1, 0}, {1, 1, 0}}, {NULL, 0}}

// An empty edit, for pcty_error_edit_at to fill.
#define PCTY_EDIT_INIT {sizeof(pcty_edit), {{1, 1, 0}, {1, 1, 0}}, {NULL, 0}}

// The standard limits.
#define PCTY_LIMITS_INIT {sizeof(pcty_limits), 0, 0, 0}
