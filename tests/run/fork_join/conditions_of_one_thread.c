/* guarded: loops/branches whose condition is known by thread 0 only; break/continue/goto out of guarded parts; functions w/ side effects in conditions */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
int st; static int nxt(void){ return st=st*5%13; }
static int putv(int*v,int i,int x){ v[i]=x; return i; }
#pragma omp end declare target
int main(void){ int bad=0, v[20]={0}, log[20]={0};
#pragma omp target map(tofrom:bad,v,log)
  { int n=0; st=1;
    for(;;){ int x=nxt(); if(x==1) break; if(x%2==0) continue; 
      switch(x){ case 5: n+=1; break; case 12: n+=100; }
#pragma omp parallel num_threads(8)
#pragma omp atomic
      log[x]++;
      n++; if(n>50) goto out; }
out:
    if(n!=2 && n<1) bad=1;
    if(log[5]!=8) bad=2;
    int i=0;
    while(putv(v,i,i*i)<10 && v[i]<50){ 
#pragma omp parallel num_threads(3)
#pragma omp atomic
      v[i]+=1;
      if(v[i]!=i*i+3) bad=3;
      i++; }
    if(i!=8) bad=4;
    int a=v[3]>10?putv(v,11,5):putv(v,12,6);
#pragma omp parallel num_threads(2) shared(a)
#pragma omp single
    a+=v[11];
    if(a!=16||v[12]!=0) bad=5;
    for(int r=0;r<2;r++) for(int q=0;q<3;q++){ if(q==1) goto next; 
      { int w=r*10+q; 
#pragma omp parallel num_threads(33) shared(w)
      {
#pragma omp barrier
#pragma omp masked
        w++; }
      v[13+r]+=w; }
      next: ; }
    if(v[13]!=4||v[14]!=24) bad=6;
    v[15]=v[16]=v[17]=9; {int z=v[15]--; v[z]=z;} 
    if(v[15]!=8||v[9]!=9) bad=7;
#pragma omp parallel num_threads(v[15])
#pragma omp atomic
    v[16]++;
    if(v[16]!=17) bad=8;
  }
  if(bad) printf("%d\n",bad);
  return bad; }
