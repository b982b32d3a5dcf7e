// Compound literals are objects (C11, 6.5.2.5): they are assigned to, counted up, and what leads to a part of one
// leads there until the block ends.
#include "../test.h"

struct pair { int x, y; };
struct row { int a[3]; struct pair p; };

#pragma omp declare target
static int counted(int n) { return ++(int){ n } + (int){ n }--; }
static int assigned(int n) { return ((int){ n } += 4) + ((struct pair){ n, 2 }.x = 7) + ((struct pair){ 1, n }.y *= 3); }
static int whole(void) { return ((struct pair){ 1, 2 } = (struct pair){ 3, 4 }).y; }

static int member_address(void)
{
    int *y = &(struct pair){ 1, 2 }.y;
    int *z = &(struct row){ .p = { 8, 9 } }.p.y;
    int others[16] = { 0 };
    (*y)++;
    return *y * 10 + *z + others[3];
}

static int member_array(void)
{
    int *a = (struct row){ { 1, 2, 3 } }.a;
    int others[16] = { 0 };
    a[1] += 40;
    return a[0] + a[1] + a[2] + others[5];
}

static int element(int n) { return ((struct row){ { 1, n } }.a[1] += 2) + (struct row){ { n } }.a[0]; }

static int in_loop(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int *last = &(struct pair){ i, 2 * i }.y;
        sum += (*last)++;
        sum += *last;
    }
    return sum;
}

static int in_conditions(int n)
{
    while (*&(struct pair){ n--, 0 }.x > 3)
        ;
    if ((struct row){ { n } }.a[0] == 2)
        n += 10;
    return n;
}

static int rows(int n)
{
    char (*words)[4] = (char[2][4]){ "ab", "cd" };
    int (*numbers)[2] = (int[][2]){ { n, 1 }, [2] = { 5 } };
    struct pair (*pairs)[2] = (struct pair[2][2]){ { { 1, 2 }, { 3, n } }, { [1].y = 6 } };
    words[0][0] = 'z';
    return words[0][0] + words[1][1] + words[1][3] + numbers[0][0] + numbers[1][1] + numbers[2][0] + pairs[0][1].y +
        pairs[1][0].x + pairs[1][1].y;
}
#pragma omp end declare target

int main(void)
{
    int r[10];
    #pragma omp target map(from: r)
    {
        r[0] = counted(3);
        r[1] = assigned(5);
        r[2] = whole();
        r[3] = member_address();
        r[4] = member_array();
        r[5] = element(4);
        r[6] = in_loop(4);
        r[7] = in_conditions(7);
        r[8] = rows(4);
        int *here = &(struct pair){ 4, 5 }.y;
        r[9] = ++*here;
    }
    CHECK(r[0] == 7);
    CHECK(r[1] == 31);
    CHECK(r[2] == 4);
    CHECK(r[3] == 39);
    CHECK(r[4] == 46);
    CHECK(r[5] == 10);
    CHECK(r[6] == 28);
    CHECK(r[7] == 12);
    CHECK(r[8] == 'z' + 'd' + 4 + 5 + 4 + 6);
    CHECK(r[9] == 6);

    int sum = 0;
    #pragma omp target teams distribute parallel for reduction(+: sum)
    for (int i = 0; i < 50; i++) {
        int *twice = &(struct pair){ i, 2 * i }.y;
        (*twice)++;
        sum += *twice + ++(int){ i };
    }
    CHECK(sum == 3 * 1225 + 100);

    // The sequential part's literals, which the threads of the region reach.
    int seen = 0;
    #pragma omp target map(tofrom: seen)
    {
        int *shared = (struct row){ { 1, 2, 3 } }.a;
        #pragma omp parallel for reduction(+: seen) num_threads(33)
        for (int i = 0; i < 33; i++)
            seen += shared[i % 3];
    }
    CHECK(seen == 66);
    return test_end();
}
