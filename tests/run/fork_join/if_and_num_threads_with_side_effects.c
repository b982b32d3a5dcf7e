/* if clauses with several modifiers, expressions with side effects, num_threads calls a function */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#pragma omp declare target
static int next(int *c){ return ++*c; }
#pragma omp end declare target
int main(void){
  int err=0;
  for(int k=0;k<4;k++){
#pragma omp target map(tofrom:err) if(target: k!=2)
  {
    int c=0, cnt=0;
    for(int i=0;i<5;i++){
      cnt=0;
#pragma omp parallel num_threads(i+1) if(parallel: i!=k)
      {
#pragma omp atomic
        cnt++;
      }
      next(&c); CK(c==i+1); CK(cnt==(i==k?1:i+1));
    }
    unsigned char nt=3; long long lt=4; cnt=0;
#pragma omp parallel num_threads(nt) reduction(+:cnt) 
    cnt+=nt;
    CK(cnt==9); cnt=0;
#pragma omp parallel num_threads(lt) reduction(+:cnt) if(lt>k)
    cnt++;
    CK(cnt==4); cnt=0;
#pragma omp parallel num_threads(k%2?2:6) reduction(+:cnt) if(&cnt!=0)
    cnt++;
    CK(cnt==(k%2?2:6));
  }
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
