// host: skip (gcc 12 maps pointers of pointers by its own idea of what they lead to)
// Pointers that are reached through pointers: each is attached where it is mapped (OpenMP 5.2, 5.8.3).
#include "../test.h"

enum { N = 10 };

static int wrong(const int *row, int factor)
{
    int bad = 0;
    for (int i = 0; i < N; i++)
        bad += row[i] != i * factor;
    return bad;
}

static void two_levels(int **pp, int *row)
{
    #pragma omp target map(*pp, (*pp)[0:N])
    for (int i = 0; i < N; i++)
        (*pp)[i] = i * 3;
    CHECK(wrong(row, 3) == 0);
    #pragma omp target map(pp[0], pp[0][0:N])
    for (int i = 0; i < N; i++)
        (*pp)[i] = i * 5;
    CHECK(wrong(row, 5) == 0);
    CHECK(*pp == row);
}

static void three_levels(int ***ppp, int *row, int zero)
{
    #pragma omp target map(ppp[0], ppp[0][0], ppp[0][0][0:N])
    for (int i = 0; i < N; i++)
        ppp[0][0][i] = i * 7;
    CHECK(wrong(row, 7) == 0);
    #pragma omp target map(ppp[0:1], ppp[0][0:1], ppp[0][0][0:N])
    for (int i = 0; i < N; i++)
        ppp[0][0][i] = i * 9;
    CHECK(wrong(row, 9) == 0);
    #pragma omp target map(*ppp, **ppp, (**ppp)[0:N])
    for (int i = 0; i < N; i++)
        (**ppp)[i] = i * 11;
    CHECK(wrong(row, 11) == 0);
    #pragma omp target map(ppp[zero], ppp[zero][zero], ppp[zero][zero][0:N])
    for (int i = 0; i < N; i++)
        ppp[zero][zero][i] = i * 13;
    CHECK(wrong(row, 13) == 0);
    #pragma omp target enter data map(to: *ppp, **ppp, (**ppp)[0:N])
    #pragma omp target
    for (int i = 0; i < N; i++)
        (**ppp)[i] = i * 15;
    #pragma omp target exit data map(from: (**ppp)[0:N]) map(release: **ppp, *ppp)
    CHECK(wrong(row, 15) == 0 && **ppp == row);
}

struct node { int value; struct node *next; };

/* The structures of a list, each attached to the one before. */
static void list(void)
{
    struct node third = {3, 0}, second = {2, &third}, first = {1, &second}, *head = &first;
    int sum = 0;
    #pragma omp target map(to: *head, *head->next, *head->next->next) map(from: sum)
    sum = head->value + head->next->value + head->next->next->value;
    CHECK(sum == 6 && head->next == &second);
}

int main(void)
{
    int *row = calloc(N, sizeof *row), *pointer = row, **pp = &pointer;
    two_levels(pp, row);
    three_levels(&pp, row, 0);
    list();
    free(row);
    return test_end();
}
