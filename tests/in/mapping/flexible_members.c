/* Flexible array members: the structure with its elements, the elements alone, and rows of elements. */
struct list {
    int n;
    double v[];
};

struct rows {
    double scale;
    int n;
    char flags[][4];
};

void twice(struct list *l, int n)
{
    #pragma omp target teams distribute parallel for map(to: l[0:1]) map(tofrom: l->v[0:n])
    for (int i = 0; i < l->n; i++)
        l->v[i] *= 2;
}

void clear(struct rows *r, int n)
{
    #pragma omp target teams distribute parallel for map(from: r->flags[1:n][0:4])
    for (int i = 1; i <= n; i++)
        for (int j = 0; j < 4; j++)
            r->flags[i][j] = 0;
}

void kept(struct list *l, int n)
{
    #pragma omp target enter data map(to: l[0:1], l->v[0:n])
    #pragma omp target update from(l->v[0:n / 2])
    #pragma omp target exit data map(release: l[0:1]) map(from: l->v[0:n])
}
