#include <omp.h>
#include <stdio.h>
#define N 100
int main(void){ int e=0; int a[N],m[N*N]; for(int i=0;i<N;i++){a[i]=i;for(int j=0;j<N;j++)m[i*N+j]=(i+j)%7;}
 long s=0,ref=0; int mx=-1; double prod=1; int t=0;
 for(int i=0;i<N*N;i++)ref+=m[i];
#pragma omp target teams reduction(+:s,t) reduction(max:mx) map(to:m) map(tofrom:s,t,mx) num_teams(4)
 { t+=1;
#pragma omp distribute
  for(int i=0;i<N;i++){
#pragma omp parallel for reduction(+:s) reduction(max:mx)
   for(int j=0;j<N;j++){ s+=m[i*N+j]; if(m[i*N+j]>mx)mx=m[i*N+j]; }
  }
 }
 if(s!=ref||mx!=6||t<1){e++;printf("1: %ld %ld %d %d\n",s,ref,mx,t);}
 s=0; int row[N];
#pragma omp target teams distribute map(to:m) map(from:row) reduction(+:s)
 for(int i=0;i<N;i++){ int q=0;
#pragma omp parallel for reduction(+:q)
  for(int j=0;j<N;j++) q+=m[i*N+j];
  row[i]=q; s+=q; }
 if(s!=ref){e++;printf("2: %ld\n",s);}
 for(int i=0;i<N;i++){int q=0;for(int j=0;j<N;j++)q+=m[i*N+j]; if(q!=row[i]){e++;break;}}
 s=5;
#pragma omp target teams distribute parallel for collapse(2) reduction(+:s)
 for(int i=0;i<N;i++)for(int j=0;j<N;j++) s+=m[i*N+j];
 if(s!=ref+5){e++;printf("3: %ld\n",s);}
 return e!=0; }
