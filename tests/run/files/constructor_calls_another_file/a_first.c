// A constructor calls a function with a region, in a file that is linked behind its own.
void early(void);

__attribute__((constructor)) static void first(void) { early(); }
