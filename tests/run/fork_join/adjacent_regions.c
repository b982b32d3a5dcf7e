/* adjacent regions: merging must keep firstprivate values, thread counts, implicit barriers, singles */
#include <stdio.h>
#include <omp.h>
int main(void){ int bad=0; int v[128];
#pragma omp target map(tofrom:bad,v)
  { int x=1, y=2, z=0, c=0;
#pragma omp parallel num_threads(33) firstprivate(x)
    { x+=5; v[omp_get_thread_num()]=x; }
#pragma omp parallel num_threads(33) firstprivate(x)
    { if(x!=1||v[32-omp_get_thread_num()]!=6)
#pragma omp atomic write
      bad=1; }
#pragma omp parallel num_threads(33) shared(y)
    {
#pragma omp single nowait
    y=3; }
#pragma omp parallel num_threads(33) firstprivate(y)
    { if(y!=3)
#pragma omp atomic write
      bad=2; y=9; }
#pragma omp parallel num_threads(y)
    {
#pragma omp atomic
    z++; }
#pragma omp parallel num_threads(z) reduction(+:c)
    c++;
#pragma omp parallel num_threads(c+1) reduction(+:c)
    c+=omp_get_num_threads();
    if(z!=3||c!=3+16) bad=3;
#pragma omp parallel for num_threads(33)
    for(int i=0;i<128;i++) v[i]=i;
#pragma omp parallel for num_threads(33)
    for(int i=0;i<128;i++) if(v[127-i]!=127-i)
#pragma omp atomic write
      bad=4;
#pragma omp parallel for num_threads(33) schedule(dynamic) lastprivate(x)
    for(int i=0;i<128;i++) { v[i]++; x=v[i]; }
#pragma omp parallel for num_threads(33) firstprivate(x) schedule(dynamic)
    for(int i=0;i<128;i++) v[i]+=x;
    if(v[0]!=129) bad=5;
#pragma omp parallel num_threads(4) private(x)
    { x=omp_get_thread_num(); v[x]=x; }
#pragma omp parallel num_threads(4) private(x)
    { x=omp_get_thread_num(); v[x]+=v[(x+1)%4]*0+1; }
    if(v[3]!=4||x!=128) bad=6;
    { int q=4;
#pragma omp parallel num_threads(4) shared(q)
#pragma omp critical
    q++; }
    { int q=5;
#pragma omp parallel num_threads(4) shared(q)
#pragma omp critical
    q++; if(q!=9) bad=7; }
    int nt1=0,nt2=0;
#pragma omp parallel if(x==0) num_threads(5)
    nt1=omp_get_num_threads();
#pragma omp parallel num_threads(5)
#pragma omp atomic write
    nt2=omp_get_num_threads();
    if(nt1!=1||nt2!=5) bad=8;
  }
  if(bad) printf("%d\n",bad);
  return bad; }
