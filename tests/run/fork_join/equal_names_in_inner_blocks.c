/* equal names in inner blocks, shadowing in regions, loop var shared */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
int x=1000;
#pragma omp declare target(x)
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    int s=x;
    { int x=1;
#pragma omp parallel num_threads(3) reduction(+:s)
      { s+=x; { int x=10; s+=x; 
#pragma omp parallel num_threads(1) firstprivate(x) reduction(+:s)
        { s+=x; { extern int x; } }
        } }
      { int x=2;
#pragma omp parallel num_threads(2) shared(x)
        {
#pragma omp atomic
          x+=1; }
        CK(x==4);
        { int *x=&s;
#pragma omp parallel num_threads(4)
          {
#pragma omp atomic
            *x+=1; }
        }
      }
      CK(x==1);
      for(int x=0;x<3;x++){
#pragma omp parallel for num_threads(2) reduction(+:s)
        for(int x=0;x<5;x++) s+=x;
#pragma omp parallel num_threads(5) reduction(+:s)
        s+=x;
      }
    }
    CK(s==1000+3*21+4+30+15);
    for(int i=0;i<2;i++){ static const int tab[3]={1,2,3}; int i2=i; { int i=i2+1; { int i=9; 
#pragma omp parallel num_threads(2) shared(i)
#pragma omp single
      i++;
      CK(i==10); }
#pragma omp parallel num_threads(2) shared(i)
#pragma omp single
      i+=tab[i];
      CK(i==i2+1+tab[i2+1]); } }
    struct x { int x; } xx={3};
#pragma omp parallel num_threads(5)
    { struct x { double y; } yy={1.5};
#pragma omp critical(x)
      xx.x+=(int)(yy.y*2); }
    CK(xx.x==18);
    enum { A=3 }; int arr[A]; typedef int arr_t[A];
    arr_t *pa=&arr;
#pragma omp parallel for num_threads(A)
    for(int i=0;i<A;i++) (*pa)[i]=i+A;
    CK(arr[2]==5);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
