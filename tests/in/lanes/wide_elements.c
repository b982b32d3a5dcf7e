// An iteration of the first loop loads four structures of 16 bytes: the compiler is told not to unroll it. One of the
// second loop loads less.
struct quad {
    float of[4];
} __attribute__((aligned(16)));

#pragma omp declare target
static inline float dot(struct quad a, struct quad b)
{
    return a.of[0] * b.of[0] + a.of[1] * b.of[1] + a.of[2] * b.of[2] + a.of[3] * b.of[3];
}
#pragma omp end declare target

void products(int n, int half, const struct quad *a, const struct quad *b, float *sums, float *parts)
{
    #pragma omp target teams distribute parallel for map(to: a[0:2 * n * half], b[0:2 * half]) map(from: sums[0:n], parts[0:n])
    for (int i = 0; i < n; i++) {
        const struct quad *own = a + 2 * i * half;
        float sum = 0, part = 0;
        #pragma omp simd reduction(+: sum)
        for (int q = 0; q < half; q++)
            sum += dot(own[q], b[q]) + dot(own[half + q], b[half + q]);
        #pragma omp simd reduction(+: part)
        for (int q = 0; q < half; q++)
            part += dot(own[q], b[q]);
        sums[i] = sum;
        parts[i] = part;
    }
}
