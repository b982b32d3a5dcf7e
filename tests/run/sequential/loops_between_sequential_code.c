#include <stdio.h>
#include <omp.h>
#define N 64
int main(void){ int e=0; int a[N]={0}; int s=0,k=0; double x=0; int tr[10]={0};
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
 // sequential / parallel alternation with branches, loops, goto
#pragma omp target map(tofrom:a,s,k,x,tr)
 { int loc=3; int *pl=&loc; int arr[8]; for(int i=0;i<8;i++)arr[i]=i;
   for(int it=0;it<5;it++){ 
    loc+=it; 
    if(it==2) continue;
#pragma omp parallel for
    for(int i=0;i<N;i++) a[i]+=*pl+arr[i%8];
    arr[0]++; 
    switch(it){ case 0: x+=1; 
#pragma omp parallel
      {
#pragma omp atomic
       k++; }
      x+=omp_in_parallel(); break;
     case 1: case 3: s+=10; break;
     default: 
#pragma omp parallel for reduction(+:s)
      for(int i=0;i<10;i++) s+=i;
    }
    tr[it]=s;
    if(it==3) break;
   }
   int j=0;
again:
#pragma omp parallel for firstprivate(j)
   for(int i=0;i<N;i++) a[i]+=j;
   j++; if(j<4) goto again;
   do { 
#pragma omp parallel num_threads(4) private(j)
    { j=omp_get_thread_num(); 
#pragma omp for lastprivate(x)
     for(int i=0;i<5;i++) x=i; }
    j++; } while(j<8);
   tr[9]=j;
 }
 int b[N]={0}; { int loc=3; int arr[8]; for(int i=0;i<8;i++)arr[i]=i; int it; for(it=0;it<5;it++){ loc+=it; if(it==2)continue; for(int i=0;i<N;i++)b[i]+=loc+arr[i%8]; arr[0]++; if(it==3)break; } for(int i=0;i<N;i++)b[i]+=6; }
 for(int i=0;i<N;i++)C(a[i]==b[i])
 C(x==4&&tr[9]==8&&s==20&&tr[3]==20&&tr[1]==10&&k>=1)
 // teams with sequential parts
 int t[4][N]; int nt=0;
#pragma omp target teams num_teams(4) map(from:t) map(tofrom:nt)
 { int me=omp_get_team_num(); int buf[N]; int acc=0;
   if(me==0) nt=omp_get_num_teams();
#pragma omp parallel for
   for(int i=0;i<N;i++) buf[i]=i*me;
   for(int i=0;i<N;i++) acc+=buf[i];
#pragma omp parallel for
   for(int i=0;i<N;i++) t[me][i]=buf[i]+acc;
 }
 for(int m=0;m<nt;m++)for(int i=0;i<N;i++)C(t[m][i]==i*m+2016*m)
 int nest[4]={0};
#pragma omp target map(tofrom:nest)
 {
#pragma omp parallel num_threads(4)
  { int id=omp_get_thread_num(); int sum=0;
#pragma omp parallel for reduction(+:sum)
   for(int i=0;i<20;i++) sum+=i*(id+1);
   nest[id]=sum; } }
 for(int i=0;i<4;i++)C(nest[i]==0||nest[i]==190*(i+1)) C(nest[0]==190)
 return e!=0; }
