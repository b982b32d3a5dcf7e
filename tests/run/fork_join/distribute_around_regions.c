/* teams distribute with sequential code and several parallels */
#include <stdio.h>
#include <omp.h>
int main(void){
  static int out[50][40]; int err=0; int tot[50]={0};
  int n=50;
#pragma omp target teams distribute map(from:out) map(tofrom:tot,err) num_teams(7) thread_limit(64)
  for(int i=0;i<n;i++){
    int base=i*10, s=0, w=i%33+1;
    double t=i; int *pb=&base;
#pragma omp parallel for num_threads(w)
    for(int j=0;j<40;j++) out[i][j]=*pb+j;
    base+=1;
    if(i%3==0) {
#pragma omp parallel num_threads(5) reduction(+:s)
      { s+=base+omp_get_thread_num();
#pragma omp atomic write
        t=i; }
    } else {
      switch(i%5){ case 1:
#pragma omp parallel for reduction(+:s)
        for(int j=0;j<40;j++) s+=out[i][j];
        break;
      default: s=-i;
      }
    }
    tot[i]=s+(int)t;
  }
  for(int i=0;i<n;i++){ int s=0,b=i*10;
    for(int j=0;j<40;j++) if(out[i][j]!=b+j) {printf("o %d %d\n",i,j);return 1;}
    b++;
    if(i%3==0) s=5*b+10; else if(i%5==1) s=40*i*10+780; else s=-i;
    if(tot[i]!=s+i){printf("t %d %d %d\n",i,tot[i],s+i);return 2;}
  }
  return 0;
}
