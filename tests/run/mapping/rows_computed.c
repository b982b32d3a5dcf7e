/* Sections of rows whose length is an expression: whole where they say what the type says. */
#include "../test.h"

struct size {
    int d;
};

static int run(int d, struct size *z)
{
    int bad = 0, n = 3, rows = 2 * z->d;
    double (*m)[d + 1] = calloc(n, sizeof *m);
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: m[0:n][0:d + 1])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < d + 1; j++)
            m[i][j] += i * 10 + j;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < d + 1; j++)
            bad += m[i][j] != i * 10 + j;

    float (*k)[2 * z->d][d - 1] = calloc(n, sizeof *k);
    #pragma omp target data map(to: k[0:n][0:z->d * 2][0:d - 1])
    {
        #pragma omp target map(alloc: k[0:n][0:2 * z->d][0:(d - 1)])
        for (int i = 0; i < n; i++)
            for (int j = 0; j < rows; j++)
                for (int l = 0; l < d - 1; l++)
                    k[i][j][l] = i + j * l;
        #pragma omp target update from(k[1:n - 1][0:2 * z->d][:])
    }
    for (int i = 1; i < n; i++)
        for (int j = 0; j < rows; j++)
            for (int l = 0; l < d - 1; l++)
                bad += k[i][j][l] != i + j * l;
    free(m);
    free(k);
    return bad;
}

int main(void)
{
    struct size z = { 3 };
    CHECK(run(4, &z) == 0);
    CHECK(run(33, &z) == 0);
    return test_end();
}
