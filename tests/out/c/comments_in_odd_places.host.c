#include "romp.h"
#include <omp.h>

// Above a structure.
struct pair {
    int a; // behind a member
    /* above a member */
    int b;
};

// Above a table.
static const int table[] = {
    1,
    2,
    3,
}; // behind a table

// Above a function whose type stands on a line of its own.
static inline
int third(struct pair p)
{
    return p.a + p.b;
}

void loops(int n, int *x)
{
    /* target teams distribute map(tofrom: x[0:n]) */
    ROMP_TARGET("comments_in_odd_places.c:26", loops_1,
        romp_exact_block(128), romp_teams_open(n), romp_tofrom(x, 0, n), romp_value(n))
    #pragma omp target teams distribute if(target: 0) /* host version */ // behind a directive
    // between a directive and its loop
    for (int t = 0; t < n; t++) { // behind the loop's head
        // above a variable of the team
        int w[32]; // behind it
        // above an inner directive
        #pragma omp parallel for
        /* between an inner directive and its loop */
        for (int i = 0; i < 32; i++)
            w[i] = i;
        // between two loops
        #pragma omp parallel for
        for (int i = 0; i < 32; i++) {
            #pragma omp atomic // behind an atomic directive
            // between it and its statement
            x[t] += w[i]; // behind the statement
        } // behind the end of the loop
        // at the end of the block
    }
}

void conditions(struct pair *p, int n, int *x)
{
    /* target map(to: p[0:n]) map(tofrom: x[0:n]) */
    ROMP_TARGET("comments_in_odd_places.c:49", conditions_1,
        romp_block(1024), romp_num_teams(1), romp_to(p, 0, n), romp_tofrom(x, 0, n), romp_value(n))
    #pragma omp target if(target: 0) /* host version */
    {
        // above a variable with a value
        int count = 0; // behind it
        // above two variables
        int low, high; // behind both
        low = high = table[n % 3];
        if (low > 3 // first part
            || /* second part */ high < third(p[0])) {
            count = 1;
        }
        // above else
        else
            count = 2;
        while (count < n // of a loop
               && x[count] != 7)
            count++;
        switch (count /* of a switch */ & 1) {
        // above a case
        case 0: // behind a case
            low++;
        }
        #pragma omp parallel for reduction(+: count)
        // in front of the loop
        for (int i = 0; i < n; i++)
            count += x[i] + low + high + omp_get_num_threads();
        x[0] = count;
        #pragma omp parallel
        {
            #pragma omp atomic
            low++;
            #pragma omp atomic
            high++;
        }
        x[1] = low + high;
    }
}
