// expect: R4003 at 4
struct entry { int n; const int *name; };
#pragma omp declare target
static const int *first = L"first";
static const struct entry entries[] = { { 1, L"one" }, { 2, 0 } };
static const int in_array[] = L"in an array";
#pragma omp end declare target
int f(int i)
{
    int found = 0;
    #pragma omp target map(tofrom: found)
    {
        static const unsigned short *local = u"local";
        const int *automatic = L"automatic";
        found = first[i] + entries[0].name[i] + in_array[i] + local[i] + automatic[i];
    }
    return found;
}
