
// A capsule type whose data is opaque and equal by identity.
#define PCTY_CAPSULE_OPS_INIT {sizeof(pcty_capsule_ops), NULL, NULL, NULL, NULL}
