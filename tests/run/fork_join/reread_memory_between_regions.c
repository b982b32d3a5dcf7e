/* guarded hazards 2: values every thread can "recompute": rereads of memory that a region or guarded store changes while others lag */
#include <stdio.h>
#include <omp.h>
int main(void){
  int bad=0; int tab[64]; int n=64; for(int i=0;i<64;i++) tab[i]=i;
#pragma omp target map(tofrom:bad,tab,n)
  {
    for(int i=0;i<tab[5];i++){     /* tab[5]=5, changed inside */
      int lo=tab[i], hi=tab[i+1];
      tab[i]=lo+1;
#pragma omp parallel num_threads(33)
      { if(lo!=i||hi!=i+1)
#pragma omp atomic write
        bad=1; }
      if(i==2) tab[5]=4;
      if(tab[i]!=i+1) bad=2;
    }
    int k=0;
    while(tab[k]<40){ tab[k]+=100; k++; if(tab[k]==10) tab[k]=50;
#pragma omp parallel num_threads(40)
      { if(k<1)
#pragma omp atomic write
        bad=3; } }
    if(k!=10) bad=4;
    int s=0;
    for(int *p=tab+20;*p<25;p++){ s+=*p; *p=0;
#pragma omp parallel num_threads(7)
#pragma omp atomic
      p[0]+=1; 
    }
    if(s!=110||tab[20]!=7||tab[24]!=7||tab[25]!=25) bad=5;
    switch(tab[30]++){ case 30: 
#pragma omp parallel num_threads(3)
#pragma omp atomic
      tab[30]+=10; break; default: bad=6; }
    if(tab[30]!=61) bad=7;
    if(tab[31]++ == 31 && --tab[32]==31) {
#pragma omp parallel num_threads(3)
#pragma omp atomic
      tab[31]+=tab[32];
    } else bad=8;
    if(tab[31]!=32+93) bad=9;
    int q=(tab[40]=3, tab[41]=q=tab[40]+1, q+tab[41]);
#pragma omp parallel num_threads(q)
#pragma omp single
    tab[42]=omp_get_num_threads();
    if(tab[42]!=8) bad=10;
    n=tab[42]>7?n/2:n;
#pragma omp parallel for num_threads(n)
    for(int i=0;i<n;i++) tab[i]=n;
    if(tab[31]!=32||tab[32]!=31) bad=11;
  }
  if(bad) printf("bad %d\n",bad);
  return bad;
}
