#ifndef STATE_H
#define STATE_H

struct state {
    int step;
    double values[8];
};

#pragma omp declare target
extern struct state state;
extern int shared_counter;
int advance(int by);
#pragma omp end declare target

int read_step(void);

#endif
