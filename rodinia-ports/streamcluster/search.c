/* The local search of STREAM (O'Callaghan, Mishra, Meyerson, Guha and Motwani, 2002): the number of centres is led to
   the aim by the price of a centre, and for a price centres are opened and closed where that lowers the cost. */
#include "streamcluster.h"
#include <math.h>

struct state {
    const struct points *points;
    const struct sweeps *sweeps;
    struct clusters *clusters;
    double *lower;
    int *closes;
    int *order;
    uint64_t random;
    long count; /* of sweeps */
};

static void shuffle(int *list, int count, uint64_t *random)
{
    for (int i = 0; i < count - 1; i++) {
        int j = i + (int)port_random_below(random, count - i), swap = list[i];
        list[i] = list[j];
        list[j] = swap;
    }
}

static void place_centres(struct state *s)
{
    for (int p = 0; p < s->clusters->centres; p++)
        s->clusters->place[s->clusters->centre[p]] = p;
    s->sweeps->placed(s->points, s->clusters);
}

/* Opens centres in one go over the points, each with a chance that rises with its cost; returns the cost. */
static double open_at_random(struct state *s, double price)
{
    struct clusters *c = s->clusters;
    shuffle(s->order, s->points->count, &s->random);
    c->centres = 1;
    c->centre[0] = s->order[0];
    double sum = s->sweeps->assign_all(s->points, c, s->order[0]);
    s->count++;
    for (int i = 1; i < s->points->count; i++) {
        int x = s->order[i];
        if (port_random_unit(&s->random) < c->cost[x] / price) {
            c->centre[c->centres++] = x;
            sum = s->sweeps->assign_nearer(s->points, c, x);
            s->count++;
        }
    }
    return price * c->centres + sum;
}

/* Opens point `x` and closes what that makes superfluous, if the cost gets lower; returns by how much. */
static double try_centre(struct state *s, int x, double price)
{
    struct clusters *c = s->clusters;
    memset(s->lower, 0, c->centres * sizeof *s->lower);
    double change = price + s->sweeps->gain(s->points, c, x, s->lower);
    s->count++;
    for (int p = 0; p < c->centres; p++) {
        double saved = price + s->lower[p];
        s->closes[p] = saved > 0;
        if (saved > 0)
            change -= saved;
    }
    if (change >= 0)
        return 0;
    s->sweeps->reassign(s->points, c, x, s->closes);
    s->count++;
    int kept = 0;
    for (int p = 0; p < c->centres; p++)
        if (!s->closes[p])
            c->centre[kept++] = c->centre[p];
    c->centre[kept++] = x;
    c->centres = kept;
    place_centres(s);
    return -change;
}

/* Tries the candidates in turn, `tries` times a round, until a round lowers the cost by less than the share `enough`;
   returns the cost. */
static double improve(struct state *s, int *candidates, int count, double price, double cost, int tries, double enough)
{
    double change = cost;
    while (change / cost > enough) {
        change = 0;
        shuffle(candidates, count, &s->random);
        for (int i = 0; i < tries; i++)
            change += try_centre(s, candidates[i % count], price);
        cost -= change;
    }
    return cost;
}

/* Raises the price while there are too many centres and lowers it while there are too few. */
static double lead_to_aim(struct state *s, const struct aim *aim, int *candidates, int count, double highest)
{
    struct clusters *c = s->clusters;
    double lowest = 0, price = highest / 2, cost = open_at_random(s, price);
    int tries = (int)(3 * aim->most * log(aim->most));
    while (c->centres < aim->least) {
        highest = price;
        price = (highest + lowest) / 2;
        cost = open_at_random(s, price);
    }
    place_centres(s);
    for (;;) {
        cost = improve(s, candidates, count, price, cost, tries, 0.1);
        int near = c->centres <= 1.1 * aim->most && c->centres >= 0.9 * aim->least;
        if (near || (c->centres <= aim->most + 2 && c->centres >= aim->least - 2))
            cost = improve(s, candidates, count, price, cost, tries, 0.001);
        if ((c->centres >= aim->least && c->centres <= aim->most) || lowest >= 0.999 * highest)
            return cost;
        double last = price;
        if (c->centres > aim->most)
            lowest = price;
        else
            highest = price;
        price = (highest + lowest) / 2;
        cost += (price - last) * c->centres;
    }
}

struct outcome search(const struct points *points, const struct aim *aim, const struct sweeps *sweeps,
                      struct clusters *clusters)
{
    int n = points->count, count = (int)(3 * aim->least * log(aim->least));
    count = count < 1 ? 1 : count > n ? n : count;
    struct state s = {points, sweeps, clusters, port_allocate(n, sizeof(double)), port_allocate(n, sizeof(int)),
                      port_allocate(n, sizeof(int)), aim->seed, 1};
    int *candidates = port_allocate(count, sizeof *candidates);
    for (int i = 0; i < n; i++)
        s.order[i] = i;
    for (int i = 0; i < count; i++)
        candidates[i] = (int)port_random_below(&s.random, n);
    /* No price above that of all points at one centre makes a difference. */
    double highest = sweeps->assign_all(points, clusters, 0);
    double cost = lead_to_aim(&s, aim, candidates, count, highest);
    free(s.lower);
    free(s.closes);
    free(s.order);
    free(candidates);
    return (struct outcome){cost, s.count};
}
