// Variables that the initialiser of a declare target variable names are entered with it (5.2, 7.8).
#include "../test.h"

int first = 1;
int *second = &first;
int **third = &second;
#pragma omp declare target to(third)

static int row[4] = {1, 2, 3, 4};
struct node {
    int *values;
    struct node *next;
};
static struct node last = {row + 2, 0};
static struct node head = {row, &last};
struct node *list[2] = {&head};
#pragma omp declare target to(list)

static int through_functions(void) { return **third + list[0]->next->values[1]; }

int main(void)
{
    int wrong = 0;
#pragma omp target map(from : wrong)
    {
        wrong = first != 1 || second != &first || third != &second;
        wrong |= through_functions() != 5;
        row[3] = 40;
        first = 2;
    }
    CHECK(wrong == 0);
    int sum = 0;
#pragma omp target map(from : sum)
    sum = through_functions();
    CHECK(sum == 42);
#pragma omp target update from(first, row)
    CHECK(first == 2 && row[3] == 40);
    return test_end();
}
