/* enter data and exit data across functions. */
#include "../test.h"

typedef struct {
    int n;
    float *data;
} field;

static field make(int n)
{
    field f = {n, malloc((size_t)n * sizeof(float))};
    float *data = f.data;
    for (int i = 0; i < n; i++)
        data[i] = (float)i;
    #pragma omp target enter data map(to: data[0:n])
    return f;
}

static void scale(field f, float by)
{
    float *data = f.data;
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < f.n; i++)
        data[i] *= by;
}

static void destroy(field *f, float *out)
{
    float *data = f->data;
    int n = f->n;
    #pragma omp target exit data map(from: data[0:n])
    memcpy(out, data, (size_t)n * sizeof *out);
    free(data);
    f->data = NULL;
}

int main(void)
{
    float out[400];
    field f = make(400);
    scale(f, 2);
    scale(f, 4);
    CHECK(!on_device() || f.data[10] == 10);
    destroy(&f, out);
    for (int i = 0; i < 400; i++)
        CHECK(out[i] == 8 * (float)i);
    printf("%g\n", (double)out[399]);
    return test_end();
}
