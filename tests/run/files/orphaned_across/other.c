#include <omp.h>
#pragma omp declare target
int xtotal=0;
int here(int);
int xsum(const int*v,int n){ int s=0;
#pragma omp parallel num_threads(33)
  {
#pragma omp for reduction(+:s)
    for(int i=0;i<n;i++) s+=v[i];
#pragma omp single
    xtotal=omp_get_num_threads();
  }
  return s; }
void xfill(int*v,int n){ int l=omp_in_parallel();
#pragma omp for schedule(static,3)
  for(int i=0;i<n;i++) v[i]=i+l*i; }
int xone(int*p){
#pragma omp single
  (*p)++;
  return omp_get_num_threads(); }
int xrec(int d){ if(d<0) return 0; int h=here(d+1);
  return h+xrec(d-1); }
#pragma omp end declare target
