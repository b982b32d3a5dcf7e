/* early-exit heavy: exit loop of teams parts, empty regions, region in else of if with no braces, comma, macros, nested blocks */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#define PAR _Pragma("omp parallel num_threads(33)")
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    int s=0;
    for(int i=0;i<4;i++) 
      if(i==0)
#pragma omp parallel num_threads(2)
        ;
      else if(i==1)
#pragma omp parallel num_threads(3)
        {}
      else
#pragma omp parallel num_threads(4)
#pragma omp atomic
        s++;
    CK(s==8);
    int i=0; do
#pragma omp parallel num_threads(5)
#pragma omp critical
      s++;
    while(++i<3);
    CK(s==23);
    while(i-->0)
#pragma omp parallel for num_threads(2)
      for(int k=0;k<3;k++)
#pragma omp atomic
        s--;
    CK(s==14); CK(i==-1);
    switch(s){ case 14:
      PAR
      {
#pragma omp atomic
      s+=1; } }
    CK(s==47);
    lab:
#pragma omp parallel num_threads(1)
    s++;
    if(s<50) goto lab;
    CK(s==50);
    if(s==50) { { { 
#pragma omp parallel sections
    {
#pragma omp section
      { int s2=s; (void)s2; }
    } } } }
#pragma omp parallel num_threads(3)
    for(int q=0;q<2;q++){
#pragma omp single
      s++;
    }
    CK(s==52);
#pragma omp parallel master num_threads(6)
    s++;
#pragma omp parallel masked filter(3) num_threads(6)
    s++;
#pragma omp parallel masked filter(6) num_threads(6)
    s++;
    CK(s==54);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
