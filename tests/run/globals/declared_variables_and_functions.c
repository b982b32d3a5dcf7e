#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <omp.h>
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
#pragma omp declare target
static int counter(void){ static int n=0; int r;
#pragma omp atomic capture
 r=++n;
 return r; }
struct vec{float x,y,z;}; static const struct vec axis[3]={{1,0,0},{0,1,0},{0,0,1}};
static struct vec add(struct vec a,const struct vec *b){ a.x+=b->x;a.y+=b->y;a.z+=b->z; return a; }
static int cmp(int a,int b){ return a<b?-1:a>b; }
static void isort(int *a,int n){ for(int i=1;i<n;i++){int v=a[i],j=i-1; while(j>=0&&cmp(a[j],v)>0){a[j+1]=a[j];j--;} a[j+1]=v;} }
int matrix[4][5]; 
#pragma omp end declare target
static int fileg=7; int extg[3]={1,2,3};
typedef int row[5];
int main(void){ int e=0; int c=0,mxn=0; 
#pragma omp target teams distribute parallel for reduction(+:c) reduction(max:mxn)
 for(int i=0;i<50;i++){ int q=counter(); c+=q; mxn=q>mxn?q:mxn; }
 C(c==1275&&mxn==50)
 struct vec v={0,0,0};
#pragma omp target map(tofrom:v)
 for(int i=0;i<3;i++)v=add(v,&axis[i]);
 C(v.x==1&&v.y==1&&v.z==1)
 int w[4][16]; for(int i=0;i<4;i++)for(int j=0;j<16;j++)w[i][j]=(j*7+i)%16;
#pragma omp target teams distribute parallel for map(tofrom:w)
 for(int i=0;i<4;i++) isort(w[i],16);
 for(int i=0;i<4;i++)for(int j=0;j<16;j++)C(w[i][j]==j)
#pragma omp target teams distribute parallel for collapse(2)
 for(int i=0;i<4;i++)for(int j=0;j<5;j++)matrix[i][j]=i*5+j;
#pragma omp target update from(matrix)
 for(int i=0;i<4;i++)for(int j=0;j<5;j++)C(matrix[i][j]==i*5+j)
 row *pr=matrix; int d=0;
#pragma omp target map(tofrom:d,fileg,extg)
 { d=matrix[3][4]; fileg++; extg[1]+=fileg; }
 C(d==19&&fileg==8&&extg[1]==10) (void)pr;
 char buf[32]; int len=0;
#pragma omp target map(from:buf) map(tofrom:len)
 { const char *src="device text"; strcpy(buf,src); len=(int)strlen(buf); memset(buf+len+1,'z',3); if(strcmp(buf,"device text"))len=-1; len+=abs(-3); }
 C(len==14&&buf[13]=='z')
 double m[8];
#pragma omp target map(from:m)
 { m[0]=sqrt(2.0);m[1]=pow(2,10);m[2]=floor(-2.5);m[3]=fmod(7,3);m[4]=fabs(-3);m[5]=hypot(3,4);m[6]=round(2.5);m[7]=(double)isnan(NAN); }
 C(fabs(m[0]*m[0]-2)<1e-12&&m[1]==1024&&m[2]==-3&&m[3]==1&&m[4]==3&&m[5]==5&&m[6]==3&&m[7]!=0)
 // nested parallel with critical/barriers in loops with uneven trip counts; shared local array in team
 int t=0,bad=0;
#pragma omp target teams num_teams(3) map(tofrom:t,bad)
 { int sh[32]; int cnt=0;
#pragma omp parallel num_threads(32)
  { int id=omp_get_thread_num(),n=omp_get_num_threads();
    for(int k=0;k<id%5;k++){
#pragma omp critical
     cnt++; }
    sh[id]=id;
#pragma omp barrier
    int x=sh[n-1-id];
    if(x!=n-1-id){
#pragma omp atomic
     bad++; }
#pragma omp barrier
#pragma omp single
    { int q=0; for(int i=0;i<n;i++)q+=i%5; if(cnt!=q){
#pragma omp atomic
      bad+=100; } }
  } 
#pragma omp parallel
#pragma omp single
  {
#pragma omp atomic
  t++; }
 }
 C(bad==0&&t>=1&&t<=3)
 int *ip=NULL; int g=0;
#pragma omp target map(tofrom:g)
 { int loc[4]={1,2,3,4}; int *q=loc+1; int **qq=&q; ++*qq; g=**qq+q[-2]; 
   for(unsigned k=0,z=10;k<3;k++,z--){ if(k==1)goto skip; g+=z; skip:; } 
   g+= (int)sizeof(loc)+ _Alignof(double) - 8; g+=_Generic(g,int:100,default:0); }
 C(g==3+1+10+8+16+100) (void)ip;
 return e!=0; }
