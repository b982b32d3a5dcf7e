/* region sees sequential modifications to a struct through several aliases; union punning across threads; bitfield updates in critical */
#include <stdio.h>
#include <stdint.h>
#include <omp.h>
typedef union { double d; uint64_t u; uint32_t w[2]; uint8_t b[8]; } pun;
struct bits { unsigned a:4; signed b:6; unsigned long long c:40; };
#pragma omp declare target
static void setw(pun *p, int i, uint32_t v){ p->w[i]=v; }
static double viapar(pun p){
#pragma omp parallel num_threads(8) shared(p)
  p.b[omp_get_thread_num()]^=0xff;
  p.u=~p.u; return p.d; }
static struct bits bb(struct bits in,int n){
#pragma omp parallel num_threads(n)
#pragma omp critical
  { in.a++; in.b--; in.c+=1ull<<30; }
  return in; }
#pragma omp end declare target
int main(void){ int bad=0;
#pragma omp target map(tofrom:bad)
  { pun p; p.d=3.25; pun c=p;
    if(viapar(p)!=3.25) bad=1;
#pragma omp parallel for num_threads(2)
    for(int i=0;i<2;i++) setw(&p,i,c.w[1-i]);
    if(p.w[0]!=c.w[1]||p.w[1]!=c.w[0]) bad=2;
    struct bits b={3,-4,5}; b=bb(b,9);
    if(b.a!=12||b.b!=-13||b.c!=5+(9ull<<30)) bad=3;
    b=bb(b,4); if(b.a!=0) bad=4;
    struct bits arr[3]={{1},{2},{3}}; 
#pragma omp parallel for num_threads(3)
    for(int i=0;i<3;i++) { arr[i].a*=2; arr[i].b=-i; }
    if(arr[2].a!=6||arr[2].b!=-2) bad=5;
    pun loc[4];
#pragma omp parallel num_threads(4) private(c) 
    { c.u=0; c.b[omp_get_thread_num()]=1; loc[omp_get_thread_num()]=c; }
    if(loc[3].u!=1u<<24) bad=6;
  }
  if(bad) printf("%d\n",bad);
  return bad; }
