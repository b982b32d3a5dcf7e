/* Tokens that are longer than what the translator reads in their place, at the ends of what is copied from the text:
   digit separators, digraphs, builtins that take types. */
#include "../test.h"

#define N 1'000
#define SAME __builtin_types_compatible_p(int, int)
static const int K = 2'000;
static int table[1'0] = {1'1, 2'2};
#pragma omp declare target(table)
enum { E = 1'00 };

static int f(int a)
{
    return a + 3'3;
}

int main(void)
{
    static double x[1000];
    static int y[1'0];
    long wide = 0;
    double sum = 0;
    int n = 9;

    #pragma omp target teams distribute parallel for map(tofrom: x[0:1'000])
    for (int i = 0; i < 1'000; i++)
        x[i] = 1'2;
    CHECK(x[0] == 12 && x[999] == 12);

    #pragma omp target map(from: sum, wide) map(tofrom: x[0:N])
    {
        sum = 1'000.5 + 0x1.8p1'0 + f(0'0) + E + K + table[1];
        wide = 0x1'0000'0000L + 0b1010'1010;
        x[1] = sizeof(table);
        x[2] = 0'17;
    }
    CHECK(sum == 1000.5 + 1536 + 33 + 100 + 2000 + 22);
    CHECK(wide == 4294967296 + 170);
    CHECK(x[1] == 40 && x[2] == 15 && x[999] == 12);

    #pragma omp target teams distribute parallel for map(tofrom: y[0:n + SAME]) num_teams(1 + SAME)
    for (int i = 0; i < n + SAME; i++)
        y<:i:> = i + (int)sizeof(char<:4:>);
    CHECK(y[9] > 9);

    #pragma omp target map(tofrom: y<:0:1'0:>)
    <%
        int at<:3:> = <% 1, 2'0, 3 %>;
        y<:at<:0:>:> = at<:1:> + at<:2:>;
    %>
    CHECK(y[1] == 23);

    #pragma omp target update to(y[0 : table[0] - 1'0])
    #pragma omp target teams distribute parallel for collapse(1'0 - 9) map(tofrom: x[n : 1'0])
    for (int i = n; i < n + 1'0; i++)
        x[i] = -1'0.5;
    CHECK(x[8] == 12 && x[9] == -10.5 && x[18] == -10.5 && x[19] == 12);
    return test_end();
}
