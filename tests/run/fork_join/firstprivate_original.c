#include <omp.h>
int main(void){ int bad=0, fp=11, n = 0;
#pragma omp target map(tofrom:bad) firstprivate(fp)
  { fp++;
#pragma omp parallel num_threads(6) firstprivate(fp)
    { fp+=1;
#pragma omp barrier
      if(fp!=13) bad=1; }
    if(fp!=12) bad=2; }
  if (bad) return bad;
#pragma omp target map(tofrom:n)
   { double t0=omp_get_wtime();
     while(omp_get_wtime()-t0<0.001){
#pragma omp parallel num_threads(40)
#pragma omp masked
      n++; } }
  if (n < 1) return 3;
  { int bad=0;
#pragma omp target map(tofrom:bad)
  { int x=1, *p=&x;
#pragma omp parallel num_threads(33) firstprivate(x)
    {
#pragma omp barrier
#pragma omp single
      *p=2;
      if(x!=1)
#pragma omp atomic write
        bad=1; }
    if(x!=2) bad=2; }
  return bad; }
}
