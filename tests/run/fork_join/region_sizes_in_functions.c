#include <stdio.h>
#pragma omp declare target
static int f(int n){ int c=0;
#pragma omp parallel num_threads(n)
#pragma omp atomic
  c++;
  return c; }
static int g(void){ int c=0;
#pragma omp parallel num_threads(17) reduction(+:c)
  c++;
  return c; }
#pragma omp end declare target
int main(void){
  int r=0,q=0,d=0,e=0;
#pragma omp target map(tofrom:r,q,d,e)
  { r=g(); d=f(50); e=f(200);
#pragma omp parallel num_threads(4) reduction(+:q)
    q++;
  }
  printf("%d %d %d %d\n",r,d,e,q);
  return r!=17||d!=50||q!=4||e!=200;
}
