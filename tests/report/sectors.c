/* How much of the memory that a warp moves is used: what a thread accesses beside an element counts. */

struct complex { double re, im; };
struct cell { float x, y, z, w; double pressure[6]; };

void members(struct complex *z, struct cell *c, int n)
{
    #pragma omp target teams distribute parallel for map(tofrom: z[0:n], c[0:n])
    for (int i = 0; i < n; i++) {
        /* All of the structure. */
        z[i].re *= 2;
        z[i].im *= 2;
        struct cell *here = &c[i];
        /* 8 bytes of 64. */
        here->x += c[i].w;
    }
}

void halves(const struct complex *z, const int *a, double *sum, int n)
{
    #pragma omp target teams distribute parallel for map(to: z[0:n], a[0:4*n]) map(from: sum[0:n])
    for (int i = 0; i < n; i++)
        /* A half, and a quarter. */
        sum[i] = z[i].re + a[2 * i] + a[4 * i];
}

void unrolled(const float *a, float *sum, int n)
{
    #pragma omp target teams distribute parallel for map(to: a[0:8*n]) map(from: sum[0:n])
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = 0; k < 8; k++)
            s += a[8 * i + k];
        sum[i] = s;
    }
}

void taken_apart(const double *m, double *o, int n, int width)
{
    #pragma omp target teams distribute parallel for map(to: m[0:3*n]) map(from: o[0:n])
    for (int p = 0; p < n; p++) {
        int at = p / 256 * 512 + p % 256;
        o[p] = m[at] + m[at + 256] + m[(p >> 7) * width + (p & 127)];
    }
}

/* Shared memory, however pointers lead there, has no sectors. */
void exchanged(double *o, int rows)
{
    #pragma omp target teams distribute map(tofrom: o[0:rows*2048]) thread_limit(256)
    for (int r = 0; r < rows; r++) {
        double buf[2][2048];
        double *a = buf[0], *b = buf[1];
        #pragma omp parallel for
        for (int t = 0; t < 2048; t++)
            a[t % 32 * 64 + t / 32] = o[r * 2048 + t];
        for (int k = 0; k < 3; k++) {
            #pragma omp parallel for
            for (int t = 0; t < 2048; t++)
                b[t % 64 * 32 + t / 64] = a[t] + 1;
            double *other = a;
            a = b;
            b = other;
        }
        double *outside = o + r * 2048;
        #pragma omp parallel for
        for (int t = 0; t < 64; t++)
            outside[t * 32] = a[t * 32];
    }
}

/* The known distance in the inner loop first, all others in one sentence. */
void ranked(const double *a, const int *first, const int *next, double *y, int n)
{
    #pragma omp target teams distribute parallel for map(to: a[0:64*n], first[0:n], next[0:n]) map(from: y[0:2*n])
    for (int i = 0; i < n; i++) {
        double s = 0;
        int e = first[i];
        s += a[e] + a[next[i]];
        s += a[next[e]];
        for (int k = 0; k < 64; k++)
            s += a[i * 64 + k];
        y[8 * i] = s;
    }
}
