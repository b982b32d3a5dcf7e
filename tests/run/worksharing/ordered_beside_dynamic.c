/* Loops of every kind whose threads wait at the end beside an `ordered` one: what hands out their chunks is ready for each. */
#include <stdio.h>
static int took[200], order[100];
int main(void)
{
    int chunk = 3, rounds = 0, turn = 0;
    #pragma omp target map(tofrom: took, order, rounds, turn)
    {
        #pragma omp parallel num_threads(96)
        {
            for (int k = 0; k < 3; k++) {
                #pragma omp single
                rounds += k;
                #pragma omp for schedule(dynamic, chunk)
                for (int i = 0; i < 200; i++)
                    took[i] += i + k;
                #pragma omp for schedule(dynamic, 4) ordered
                for (int i = 0; i < 99; i += 3) {
                    took[i]++;
                    #pragma omp ordered
                    order[i] = turn++;
                }
            }
        }
    }
    unsigned sum = 0;
    for (int i = 0; i < 200; i++)
        sum = sum * 7 + took[i];
    for (int i = 0; i < 100; i++)
        sum = sum * 5 + order[i];
    printf("%d %d %u\n", rounds, turn, sum);
    return 0;
}
