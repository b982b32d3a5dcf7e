// "present_members.c:8: error: s[0]: must be present, but 4 of its 16 bytes are not mapped on device 0: 4 bytes from" "parts of it were mapped at present_members.c:7" "such as padding"
struct pair { int n; int *p; };
int main(void)
{
    struct pair s[2] = {{1, 0}, {2, 0}};
    {
        #pragma omp target enter data map(to: s[0].n, s[0].p)
        #pragma omp target map(present, tofrom: s[0])
        s[0].n = 5;
    }
    return 0;
}
