#include <omp.h>
#include <stdio.h>
int main(void){
 int e=0,a=0,b=0,c=0,last=0,fp=7,r=0;
#pragma omp target parallel map(tofrom:a,b,c,last,r) firstprivate(fp)
 {
#pragma omp sections lastprivate(last) reduction(+:r)
 { a+=fp; r+=1; last=1;
#pragma omp section
 { b+=2; r+=10; last=2;}
#pragma omp section
 { c+=3; r+=100;last=33; }
 }
#pragma omp sections nowait
 { 
#pragma omp section
 { a*=2; }
#pragma omp section
 { b*=2; }
 }
 }
 if(a!=14||b!=4||c!=3||last!=33||r!=111){e++;printf("%d %d %d %d %d\n",a,b,c,last,r);}
 int x=0,y=0;
#pragma omp target map(tofrom:x,y)
#pragma omp parallel sections num_threads(2)
 {
#pragma omp section
 x=1;
#pragma omp section
 {y=2;}
 }
 if(x!=1||y!=2)e++;
 int t[4]={0};
#pragma omp target teams num_teams(4) map(tofrom:t)
 { int q=0;
#pragma omp parallel sections reduction(+:q)
  {
#pragma omp section
   q+=1;
#pragma omp section
   q+=2;
#pragma omp section
   { for(int i=0;i<10;i++) q+=i; }
  }
  t[omp_get_team_num()]=q;
 }
 if(t[0]!=48){e++;printf("t %d\n",t[0]);}
 return e!=0;
}
