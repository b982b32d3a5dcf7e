/* Inline functions with external linkage (C11, 6.7.4p7): one file has the definition that all use. */
#pragma omp declare target
int declared_before(int x);
inline int in_each_file(int x) { return x + BASE; }
int declared_behind(int x);
#pragma omp end declare target

int other_file(int x);
