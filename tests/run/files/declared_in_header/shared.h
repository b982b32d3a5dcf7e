#ifndef SHARED_H
#define SHARED_H
#pragma omp declare target
extern int offset;
int moved(int x);
#pragma omp end declare target
#endif
