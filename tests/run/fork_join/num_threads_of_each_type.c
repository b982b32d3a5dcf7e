/* num_threads: long, unsigned char, bool, macro, enum, array elem, ternary, struct member, negative-safe; 992, 991, 961 */
#include <stdio.h>
#include <omp.h>
enum { E7=7 };
#define M(x) ((x)+1)
int main(void){ int bad=0; struct {short n; int a[3];} s={33,{1,64,95}};
#pragma omp target map(tofrom:bad) map(to:s)
  { int c;
#define T(e,w) c=0; _Pragma("omp parallel num_threads(NT) reduction(+:c)") c++; if(c!=(w)) bad=__LINE__;
    long l=5; unsigned char uc=200; _Bool b=1; int i=0;
#define NT l
    T(l,5)
#undef NT
#define NT uc
    T(uc,200)
#undef NT
#define NT b
    T(b,1)
#undef NT
#define NT E7
    T(E7,7)
#undef NT
#define NT M(M(30))
    T(0,32)
#undef NT
#define NT s.a[i+2]
    T(0,95)
#undef NT
#define NT s.n
    T(0,33)
#undef NT
#define NT i?3:992
    T(0,992)
#undef NT
#define NT 991
    T(0,991)
#undef NT
#define NT sizeof(int[40])/4
    T(0,40)
#undef NT
    for(int n=955;n<=992;n+=6){ int maxid=-1, bar=0;
#pragma omp parallel num_threads(n) reduction(max:maxid) shared(bar)
      { 
#pragma omp atomic
        bar++;
#pragma omp barrier
        maxid=bar==n?omp_get_thread_num():1000000; 
      }
      if(maxid!=n-1) bad=__LINE__; }
  }
  if(bad) printf("%d\n",bad);
  return bad!=0; }
