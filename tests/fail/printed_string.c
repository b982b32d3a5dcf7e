// "printed_string.c:9: error: " "reads 1 byte of the host's memory at name, which is not mapped" "map(name[0:n])"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const char *name = argv[0];
#pragma omp target
    printf("%d: hello from %s\n", 3, name);
    puts("survived");
    return 0;
}
