/* sequential part with constructs and a volatile/atomic flag, math, memcpy, string funcs with shared arrays */
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <math.h>
#include <omp.h>
int main(void){ int bad=0;
#pragma omp target map(tofrom:bad)
  { char buf[32], out[32]; int idx[8]; double v[16], w[16];
    memset(buf,0,sizeof buf); memcpy(buf,"parallel",9);
    int len=(int)strlen(buf);
#pragma omp parallel for num_threads(len)
    for(int i=0;i<len;i++) out[len-1-i]=buf[i];
    out[len]=0; if(strcmp(out,"lellarap")) bad=1;
    for(int i=0;i<16;i++) v[i]=i;
#pragma omp parallel num_threads(5)
    {
#pragma omp for
      for(int i=0;i<16;i++) w[i]=sqrt(v[i]*v[i]);
#pragma omp single
      memcpy(v,w,sizeof v);
#pragma omp for
      for(int i=0;i<16;i++) v[i]+=fabs(-w[i]);
    }
    if(v[15]!=30) bad=2;
    for(int i=0;i<8;i++) idx[i]=abs(i-4);
    int m=0;
#pragma omp parallel for num_threads(3) reduction(max:m)
    for(int i=0;i<8;i++) if(idx[i]>m) m=idx[i];
    if(m!=4) bad=3;
    double *d=v; memset(d,0,sizeof(double)*4); 
#pragma omp parallel num_threads(4)
    if(d[omp_get_thread_num()]!=0) bad=4;
  }
  return bad; }
