/* Comments and strings with the words of the translator's own code change nothing: `omp`, `__shared__`, `for (`. */
#include "romp.h"
#include <stdio.h>

static void add(int *x)
{
    #pragma omp critical
    x[0] += 1;
}

static void work(int n, int *x)
{
    // omp threads come here one by one
    add(x);
    #pragma omp loop bind(thread)
    for (int i = 0; i < n; i++)
        x[i] += 1;
}

static void told(int n, int *x)
{
    // of a team: omp
    #pragma omp for
    for (int i = 0; i < n; i++)
        x[i] += 1;
}

void f(int n, int *x)
{
    /* target map(tofrom: x[0:n]) */
    ROMP_TARGET("comment_words.c:29", f_1,
        romp_workers(romp_larger(4, n)), romp_num_teams(1), romp_prints(), romp_tofrom(x, 0, n),
        romp_value(n))
    #pragma omp target if(target: 0) /* host version */
    {
        #pragma omp parallel num_threads(4)
        work(n, x);
        #pragma omp parallel num_threads(n)
        {
            /* no __shared__ variable of this code */
            if (n < 0)
                printf("omp __shared__ # // for (\n");
            told(n, x);
            int m = ({ const char *s = "http://#"; s[0]; });
            #pragma omp atomic
            x[0] += m;
        }
        // for (nothing) {
        /* unroll partial(2) */
        for (int i = 0; i < 4; i++)
            x[i] += 1;
    }
}
