
// Initializer of a function specification; a name, a type and a `call` callback must be set.
#define PCTY_MCL_FUNCTION_SPEC_INIT                                                     \
    {sizeof(pcty_mcl_function_spec),                                                    \
     0,                                                                                 \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     NULL,                                                                              \
     NULL,                                                                              \
     NULL,                                                                              \
     NULL,                                                                              \
     NULL,                                                                              \
     NULL}

// Initializer of the struct that `pcty_mcl_graph_vertex_at` fills.
#define PCTY_MCL_VERTEX_INIT                                                            \
    {sizeof(pcty_mcl_vertex), PCTY_MCL_VERTEX_CONST, {NULL, 0}, {NULL, 0}, 0, 0, NULL, NULL}

// Initializer of the struct that `pcty_mcl_graph_edge_at` fills.
#define PCTY_MCL_EDGE_INIT {sizeof(pcty_mcl_edge), 0, 0, {NULL, 0}}

// Initializer of an edge; the kinds and names of both resources must be set.
#define PCTY_MCL_EDGE_SPEC_INIT                                                         \
    {sizeof(pcty_mcl_edge_spec),                                                        \
     0,                                                                                 \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0}}

// Initializer of the struct that `pcty_mcl_resources_edge_at` fills.
#define PCTY_MCL_RESOURCE_EDGE_INIT {sizeof(pcty_mcl_resource_edge), 0, 0, 0}

// Initializer of the struct that `pcty_mcl_resources_receive_at` fills.
#define PCTY_MCL_RECEIVE_INIT {sizeof(pcty_mcl_receive), 0, {NULL, 0}, 0, {NULL, 0}}

// Initializer of the struct that `pcty_mcl_difference_at` fills.
#define PCTY_MCL_CHANGE_INIT                                                            \
    {sizeof(pcty_mcl_change), PCTY_MCL_CHANGE_ADDED, NULL, NULL, 0, 0}

// Initializer of the struct that `pcty_mcl_difference_edge_at` fills.
#define PCTY_MCL_EDGE_CHANGE_INIT                                                       \
    {sizeof(pcty_mcl_edge_change),                                                      \
     PCTY_MCL_CHANGE_ADDED,                                                             \
     0,                                                                                 \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0}}

// Initializer of a field; a name and a type must be set.
#define PCTY_MCL_FIELD_INIT                                                             \
    {sizeof(pcty_mcl_field), {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}}

// Initializer of a kind without a name, fields or callbacks.
#define PCTY_MCL_KIND_INIT                                                              \
    {sizeof(pcty_mcl_kind), 0, {NULL, 0}, NULL, 0, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL}
