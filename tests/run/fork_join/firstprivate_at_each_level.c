/* firstprivate of everything at all levels, in fork-join: target fp -> parallel fp -> for/sections/single */
#include <stdio.h>
#include <omp.h>
struct S{int a; double b[3];};
int main(void){
  int bad=0, x=1; struct S s={1,{1,2,3}}; int arr[4]={1,2,3,4}; int *ptr=&x; (void)ptr;
#pragma omp target map(tofrom:bad) firstprivate(x,s,arr)
  {
    for(int r=0;r<2;r++){
    x++; s.b[1]+=1; arr[2]+=1;
#pragma omp parallel num_threads(9) shared(x,s,arr)
    {
#pragma omp for firstprivate(x,s,arr)
      for(int i=0;i<9;i++){ x+=1; s.b[1]+=i; arr[2]+=i; if(x!=3+r||s.b[1]!=3+r+i||arr[2]!=4+r+i)
#pragma omp atomic write
        bad=1; }
#pragma omp single firstprivate(s)
      { s.a=9; x=x; }
#pragma omp sections firstprivate(arr)
      {
#pragma omp section
        { arr[0]=8; }
#pragma omp section
        { if(arr[1]!=2)
#pragma omp atomic write
          bad=2; }
      }
    }
    if(x!=2+r||s.a!=1||s.b[1]!=3+r||arr[0]!=1||arr[2]!=4+r) bad=3;
    }
#pragma omp parallel for num_threads(33) lastprivate(x,s,arr)
    for(int i=0;i<50;i++){ x=i; s.a=i; s.b[0]=s.b[1]=s.b[2]=i; for(int k=0;k<4;k++) arr[k]=i+k; }
    if(x!=49||s.a!=49||s.b[2]!=49||arr[3]!=52) bad=4;
  }
  if(x!=1||s.a!=1||arr[2]!=3) bad=5;
  if(bad) printf("bad %d\n",bad);
  return bad;
}
