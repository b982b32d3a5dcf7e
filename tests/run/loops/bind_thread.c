/* `loop bind(thread)`: the encountering thread executes all of it, whichever threads encounter it. */
#include "../test.h"

#define N 100

static int one[N], some[8][N], rows[40][N], dynamic[40][N], called[40][N], of_teams[3][N], in_function[N];

#pragma omp declare target
static void fill(int *p, int n, int by)
{
    #pragma omp loop bind(thread)
    for (int i = 0; i < n; i++)
        p[i] = i * by;
}
static void fill_by_one(int *p)
{
    #pragma omp single
    {
        #pragma omp loop bind(thread)
        for (int i = 0; i < N; i++)
            p[i] = i;
    }
}
#pragma omp end declare target

int main(void)
{
    int sum = 0;
    #pragma omp target parallel num_threads(8) map(from: one) map(tofrom: some, sum)
    {
        int t = omp_get_thread_num();
        #pragma omp single
        {
            #pragma omp loop bind(thread)
            for (int i = 0; i < N; i++)
                one[i] = i * 3;
        }
        if (t != 2) {
            int own = 0;
            #pragma omp loop bind(thread) reduction(+: own)
            for (int i = 0; i < N; i++) {
                some[t][i] = i + t;
                own += i;
            }
            #pragma omp atomic
            sum += own;
        }
        #pragma omp masked
        if (t == 0)
            fill(some[2], N, 5);
    }
    #pragma omp target parallel num_threads(33) map(from: rows, dynamic)
    {
        #pragma omp for
        for (int j = 0; j < 40; j++) {
            #pragma omp loop bind(thread)
            for (int i = 0; i < N; i++)
                rows[j][i] = i * j;
        }
        #pragma omp for schedule(dynamic) nowait
        for (int j = 0; j < 40; j++) {
            if (j % 3)
                continue;
            #pragma omp loop bind(thread) collapse(2)
            for (int i = 0; i < N / 10; i++)
                for (int k = 0; k < 10; k++)
                    dynamic[j][i * 10 + k] = i + j;
        }
    }
    #pragma omp target parallel for num_threads(4) map(from: called)
    for (int j = 0; j < 40; j++)
        fill(called[j], j % 5 ? N : 0, j);
    #pragma omp target teams num_teams(3) map(tofrom: of_teams)
    {
        #pragma omp parallel num_threads(4)
        {
            #pragma omp masked
            if (omp_get_team_num() != 1)
                fill(of_teams[omp_get_team_num()], N, 7);
        }
    }
    #pragma omp target map(from: in_function)
    {
        #pragma omp parallel num_threads(5)
        fill_by_one(in_function);
    }
    CHECK(sum == 7 * (N * (N - 1) / 2));
    for (int i = 0; i < N; i++) {
        CHECK(one[i] == i * 3 && in_function[i] == i);
        for (int t = 0; t < 8; t++)
            CHECK(some[t][i] == (t == 2 ? i * 5 : i + t));
        for (int j = 0; j < 40; j++) {
            CHECK(rows[j][i] == i * j && (j % 3 || dynamic[j][i] == i / 10 + j));
            CHECK(j % 5 == 0 || called[j][i] == i * j);
        }
        for (int t = 0; t < 3; t++)
            if (on_device())
                CHECK(of_teams[t][i] == (t == 1 ? 0 : i * 7));
    }
    return test_end();
}
