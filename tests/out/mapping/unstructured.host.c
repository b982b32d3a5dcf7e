#include "romp.h"
typedef struct {
    int n;
    float *values;
} series;

void open_series(series *s)
{
    /* target enter data map(to: s[0:1]) map(to: s->values[0:s->n]) */
    ROMP_ENTER_DATA("unstructured.c:8", romp_to(s, 0, 1), romp_to_attached(s->values, 0, s->n));
}

void smooth(series *s)
{
    /* target teams distribute parallel for */
    ROMP_TARGET("unstructured.c:13", smooth_1, romp_block(128), romp_pointer(s))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 1; i < s->n; i++)
        s->values[i] *= 0.5f;
}

void close_series(series *s)
{
    /* target exit data map(from: s->values[0:s->n]) */
    ROMP_EXIT_DATA("unstructured.c:20",
        romp_map("*s", s, s, sizeof(*s), 0, ROMP_RELEASE | ROMP_IMPLICIT | ROMP_AROUND),
        romp_from_attached(s->values, 0, s->n));
    /* target exit data map(delete: s[0:1]) */
    ROMP_EXIT_DATA("unstructured.c:21", romp_map("s[0:1]", s, &s[0], sizeof(s[0]), 0, ROMP_DELETE));
}
