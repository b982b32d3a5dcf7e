#include "romp.h"
/* declare target */
static int parse(const char *s)
{
    int value = 0;
    if (!*s)
        goto out;
    int sign = *s == '-' ? -1 : 1;
    for (s += sign < 0; *s; s++)
        switch (*s) {
        case '0' ... '9':
            value = value * 10 + (*s - '0');
            break;
        case '_':
            continue;
        default:
            goto out;
        }
    value *= sign;
out:
    return value;
}
/* end declare target */

void parse_all(int n, char (*words)[16], int *values)
{
    /* target teams distribute parallel for map(to: words[0:n]) map(from: values[0:n]) */
    ROMP_TARGET("jumps.c:26", parse_all_1,
        romp_block(128), romp_iterations(n), romp_to(words, 0, n), romp_from(values, 0, n), romp_value(n),
        romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        values[i] = parse(words[i]);
}
