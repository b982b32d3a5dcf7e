// silent
void one(double *y) {
    #pragma omp target teams distribute map(y[0:10])
    for (int i = 0; i < 10; i++) {
        #pragma omp parallel num_threads(1)
        { double w[100000]; for (int k = 0; k < 100000; k++) w[k] = k; y[i] = w[i]; } } }
void st(double *y) {
    #pragma omp target parallel map(y[0:10])
    { static const double t[20000] = {1, 2, 3}; y[0] = t[1]; } }
void ext(double *y, double (*g)[20000]) {
    #pragma omp target parallel map(y[0:10], g[0:1])
    { double (*p)[20000] = g; y[0] = (*p)[1]; } }
void vla(int n, double *y) {
    #pragma omp target parallel map(y[0:10])
    { double w[n]; w[0] = 1; y[0] = w[0]; } }
void red(double *y) { double w[20000];
    #pragma omp target parallel for reduction(+: w) map(y[0:10])
    for (int i = 0; i < 10; i++) w[i] += y[i];
    y[0] = w[0]; }
void unused(double *y) {
    #pragma omp target parallel for map(y[0:10])
    for (int i = 0; i < 10; i++) { double w[20000]; (void)w; y[i] = sizeof w; } }
void lim(double *y) {
    #pragma omp target teams thread_limit(1) map(y[0:10])
    #pragma omp parallel
    { double w[20000]; for (int k = 0; k < 20000; k++) w[k] = k; y[0] = w[9]; } }
