// Members that several threads update: no reduction takes one, and no atomic a bit-field.
struct count {
    double sum;
    int number;
};
struct few {
    unsigned n : 3;
};

void count(int n, const int *data, struct count *all, struct few *few)
{
    struct count here = {0};
    #pragma omp target teams distribute parallel for map(to: data[0:n]) map(tofrom: here, all[0:1], few[0:1])
    for (int i = 0; i < n; i++) {
        here.sum += data[i];
        all->number++;
        few->n++;
    }
    all[0].sum = here.sum;
}
