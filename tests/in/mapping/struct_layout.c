struct record {
    char tag;
    short pair[2];
    double weight;
    struct {
        unsigned low : 5, high : 11;
    } bits;
    struct record *next;
};

void retag(int n, struct record *r)
{
    #pragma omp target teams distribute parallel for map(tofrom: r[0:n])
    for (int i = 0; i < n; i++) {
        r[i].tag = 'x';
        r[i].bits.high = (unsigned)i;
        r[i].weight += r[i].pair[1];
    }
}
