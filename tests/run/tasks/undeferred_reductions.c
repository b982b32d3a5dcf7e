/* Undeferred tasks that take part in a reduction beside tasks that other threads execute. */
#include <stdio.h>
int main(void)
{
    long sum = 0;
    double parts[3] = { 0 };
    int most = 0;
    #pragma omp target map(tofrom: sum, parts, most)
    #pragma omp parallel num_threads(50)
    #pragma omp single
    {
        #pragma omp taskgroup task_reduction(+: sum, parts) task_reduction(max: most)
        {
            for (int i = 0; i < 400; i++) {
                #pragma omp task in_reduction(+: sum) in_reduction(max: most)
                {
                    sum += i;
                    #pragma omp taskgroup
                    {
                        #pragma omp task in_reduction(+: sum, parts)
                        {
                            sum += 100;
                            parts[i % 3] += i;
                        }
                    }
                    if (i > most)
                        most = i;
                }
                #pragma omp task if(0) in_reduction(+: parts)
                parts[0] += 2;
            }
            #pragma omp taskloop in_reduction(+: parts) nogroup
            for (int i = 0; i < 300; i++)
                parts[i % 3] += 1;
        }
    }
    printf("%ld %d %g %g %g\n", sum, most, parts[0], parts[1], parts[2]);
    return 0;
}
