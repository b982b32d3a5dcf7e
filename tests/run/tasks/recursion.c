/* Recursive tasks under `single`: Fibonacci numbers, a sum over a tree, quicksort. */
#include "../test.h"

#pragma omp declare target
static int fib(int n)
{
    int x, y;
    if (n < 2)
        return n;
    #pragma omp task shared(x) firstprivate(n)
    x = fib(n - 1);
    #pragma omp task shared(y) if (n > 5) final(n < 3) untied mergeable priority(1)
    y = fib(n - 2);
    #pragma omp taskwait
    return x + y;
}

struct node {
    int value;
    int left, right;
};

static long sum(const struct node *tree, int at)
{
    long left = 0, right = 0;
    if (at < 0)
        return 0;
    #pragma omp taskgroup
    {
        #pragma omp task shared(left)
        left = sum(tree, tree[at].left);
        #pragma omp task shared(right)
        {
            long all = sum(tree, tree[at].right);
            right = all;
        }
        #pragma omp taskyield
    }
    return left + right + tree[at].value;
}

void sort(int *a, int lo, int hi)
{
    if (lo >= hi)
        return;
    int pivot = a[(lo + hi) / 2], i = lo, j = hi;
    while (i <= j) {
        while (a[i] < pivot)
            i++;
        while (a[j] > pivot)
            j--;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    #pragma omp task
    sort(a, lo, j);
    #pragma omp task default(none) firstprivate(a, i, hi)
    sort(a, i, hi);
}
#pragma omp end declare target

enum { n = 300 };

int main(void)
{
    for (int threads = 1; threads <= 95; threads += 47) {
        int result = -1;
        #pragma omp target map(from: result)
        #pragma omp parallel num_threads(threads)
        #pragma omp single
        result = fib(12);
        CHECK(result == 144);
    }

    struct node tree[n];
    long expected = 0;
    for (int i = 0; i < n; i++) {
        tree[i].value = i * 3;
        tree[i].left = 2 * i + 1 < n ? 2 * i + 1 : -1;
        tree[i].right = 2 * i + 2 < n ? 2 * i + 2 : -1;
        expected += i * 3;
    }
    long total = 0, alone = 0;
    #pragma omp target parallel map(to: tree) map(tofrom: total) num_threads(33)
    #pragma omp masked
    {
        #pragma omp task shared(total)
        total = sum(tree, 0);
    }
    CHECK(total == expected);
    #pragma omp target map(to: tree) map(tofrom: alone)
    alone = sum(tree, 0);
    CHECK(alone == expected);

    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i * 7919 % n;
    #pragma omp target parallel map(tofrom: a)
    {
        #pragma omp single nowait
        sort(a, 0, n - 1);
        #pragma omp barrier
    }
    for (int i = 1; i < n; i++)
        CHECK(a[i - 1] <= a[i]);
    return test_end();
}
