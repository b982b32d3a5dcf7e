/* deep: sharing in a called function's inner block in loop, region inside; params of struct/array/pointer types modified between forks; recursion via parallel at if(0) */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static int proc(int k, int a[], struct {int q;} *unused){ (void)unused;
  int tot=0;
  for(int i=0;i<k;i++){ int acc=0, base=a[i];
    { int base=i; 
#pragma omp parallel num_threads(i+2) reduction(+:acc)
      acc+=base; }
    if(acc!=i*(i+2)) return -1;
    for(int j=0;j<2;j++){ int in[3]={j,base,acc};
#pragma omp parallel for num_threads(3)
      for(int q=0;q<3;q++) in[q]*=2;
      tot+=in[0]+in[1]+in[2]; }
    if(i==3) return tot; }
  return tot; }
static int down(int d){ int loc=d; 
  if(!d) return 0;
  int s=0;
#pragma omp parallel if(0) shared(s,loc)
  { s=down(d-1)+loc; loc=0; }
  return s+loc; }
static int down2(int d){ int loc=d, s=0;
  if(d) 
#pragma omp parallel num_threads(2) shared(s,loc)
  {
#pragma omp masked
    s=down2(d-1)+loc; }
  return s; }
#pragma omp end declare target
int main(void){ int bad=0;
#pragma omp target map(tofrom:bad)
  { int a[5]={5,4,3,2,1}; int w=0; for(int i=0;i<3;i++) w+=2*(0+2*a[i]+2*i*(i+2))+2;
    if(proc(3,a,0)!=w) bad=1;
    w+=2*(4+2*15)+2; if(proc(5,a,0)!=w) bad=2;
    if(down(5)!=15) bad=3;
    if(down2(6)!=21) bad=4;
  }
  if(bad) printf("%d\n",bad);
  return bad; }
