struct point {
    double x, y;
};

void attributes(int n, struct point *out, struct point origin)
{
    int scratch[4], k = 3;
    const double half = 0.5;

    #pragma omp target teams distribute parallel for private(scratch) firstprivate(k) map(from: out[0:n])
    for (int i = 0; i < n; i++) {
        scratch[i % 4] = i * k;
        out[i].x = origin.x + scratch[i % 4] * half;
        out[i].y = origin.y;
    }
}
