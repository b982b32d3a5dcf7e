/* Line ends and bytes stay: ä. */
int last(int n)
{
    int found = -1;
    #pragma omp target \
        if(n > 1) map(tofrom: found)
    found = n;
    return found;
}
