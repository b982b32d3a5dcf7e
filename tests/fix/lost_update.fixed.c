/* What a region writes to a scalar comes back. */
int last(int n, const int *x)
{
    int found = -1;
    #pragma omp target map(to: x[0:n]) map(tofrom: found) // the last zero
    for (int i = 0; i < n; i++)
        if (x[i] == 0) found = i;
    return found;
}

int main(void)
{
    int x[] = {1, 0, 3, 0, 5};
    return last(5, x) != 3;
}
