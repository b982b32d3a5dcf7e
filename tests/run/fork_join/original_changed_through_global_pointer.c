#pragma omp declare target
struct S{int v; int w[40];}; int *gp; struct S *gs;
static int par(int n){ gp=&n; int bad=0; struct S s={n}; gs=&s;
#pragma omp parallel num_threads(5) firstprivate(n,s) shared(bad)
    {
#pragma omp barrier
#pragma omp masked
      { *gp=2; gs->v=9; }
#pragma omp barrier
      if(n!=7||s.v!=7)
#pragma omp atomic write
        bad=1; }
 return bad; }
#pragma omp end declare target
int main(void){ int bad=0; int m=4, *pm=&m, gbad=0;
#pragma omp target map(tofrom:bad)
  bad=par(7);
#pragma omp target map(tofrom:bad,m)
  { int *pm=&m;
#pragma omp parallel num_threads(5) firstprivate(m)
    { 
#pragma omp barrier
#pragma omp single
      *pm=8;
      if(m!=4)
#pragma omp atomic write
        bad=2; }
    if(m!=8) bad|=4;
  }
  return bad; }
