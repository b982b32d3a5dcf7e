/* The definitions that count. */
#pragma omp declare target
int replaced = 10;
int answer(void) { return 20; }
#pragma omp end declare target
