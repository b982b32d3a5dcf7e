#include <stdio.h>
#include <stdlib.h>
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
typedef struct { int *a; int *b; int n; struct { double d[3]; float f; } in; } S;
typedef struct node { int v; struct node *next; } Node;
typedef struct { S s[2]; int k; } Big;
int main(void){ int e=0; S s; s.n=30; s.a=malloc(120); s.b=malloc(120); for(int i=0;i<30;i++){s.a[i]=i;s.b[i]=0;} s.in.d[1]=4; s.in.f=2;
 int *ha=s.a,*hb=s.b;
#pragma omp target teams distribute parallel for map(to:s.a[0:s.n]) map(from:s.b[0:s.n]) map(to:s.in)
 for(int i=0;i<30;i++) s.b[i]=s.a[i]*s.in.d[1]+s.in.f;
 for(int i=0;i<30;i++)C(s.b[i]==4*i+2) C(s.a==ha&&s.b==hb)
 S *p=&s;
#pragma omp target enter data map(to:p[0:1]) map(to:p->a[0:30],p->b[0:30])
#pragma omp target parallel for
 for(int i=0;i<30;i++) p->b[i]+=p->a[i];
#pragma omp target update from(p->b[5:10])
 for(int i=5;i<15;i++)C(s.b[i]==5*i+2)
#pragma omp target exit data map(from:p->b[0:30]) map(delete:p->a[0:30]) map(delete:p[0:1])
 for(int i=0;i<30;i++)C(s.b[i]==5*i+2) C(s.a==ha&&s.b==hb)
 // only members
 struct {int x,y,z; int arr[10];} t={1,2,3,{0}};
#pragma omp target map(tofrom:t.y)
 t.y+=10;
 C(t.x==1&&t.y==12&&t.z==3)
#pragma omp target map(tofrom:t.x,t.z) map(tofrom:t.arr[3:4])
 { t.x=7;t.z=8; for(int i=3;i<7;i++)t.arr[i]=i; }
 C(t.x==7&&t.y==12&&t.z==8&&t.arr[2]==0&&t.arr[3]==3&&t.arr[6]==6&&t.arr[7]==0)
 // implicit struct map
#pragma omp target
 { t.x++; t.arr[9]=4; }
 C(t.x==8&&t.arr[9]==4)
 // firstprivate struct
 S fp=s;
#pragma omp target firstprivate(t) map(from:fp)
 { t.x=100; fp.n=t.x+t.y; }
 C(fp.n==112&&t.x==8)
 // array of structs with pointer members
 S arr[3]; for(int k=0;k<3;k++){arr[k].n=k+1; arr[k].a=malloc(40); for(int i=0;i<10;i++)arr[k].a[i]=0;}
#pragma omp target data map(tofrom:arr)
 { 
  for(int k=0;k<3;k++){
#pragma omp target enter data map(to:arr[k].a[0:10])
  }
#pragma omp target teams distribute parallel for collapse(2)
  for(int k=0;k<3;k++)for(int i=0;i<10;i++)arr[k].a[i]+=k*10+i;
  for(int k=0;k<3;k++){
#pragma omp target exit data map(from:arr[k].a[0:10])
  }
 }
 for(int k=0;k<3;k++){for(int i=0;i<10;i++)C(arr[k].a[i]==k*10+i) }
 // linked list
 Node n[4]; for(int i=0;i<4;i++){n[i].v=i+1;n[i].next=i<3?&n[i+1]:NULL;}
 int sum=0;
#pragma omp target map(tofrom:sum) map(to:n)
 { for(int i=0;i<3;i++)n[i].next=&n[i+1]; for(Node*q=n;q;q=q->next)sum+=q->v; }
 C(sum==10)
 Big *bg=calloc(2,sizeof *bg);
#pragma omp target map(tofrom:bg[1:1])
 { bg[1].s[1].in.d[2]=5; bg[1].k=6; bg[1].s[0].n=7; }
 C(bg[1].s[1].in.d[2]==5&&bg[1].k==6&&bg[1].s[0].n==7&&bg[0].k==0)
 // 2d pointers
 int **m=malloc(4*sizeof*m); for(int i=0;i<4;i++){m[i]=malloc(5*sizeof(int));for(int j=0;j<5;j++)m[i][j]=i*j;}
#pragma omp target enter data map(to:m[0:4])
 for(int i=0;i<4;i++){
#pragma omp target enter data map(to:m[i][0:5])
 }
#pragma omp target teams distribute parallel for collapse(2)
 for(int i=0;i<4;i++)for(int j=0;j<5;j++)m[i][j]+=1;
 for(int i=0;i<4;i++){
#pragma omp target exit data map(from:m[i][0:5])
 }
#pragma omp target exit data map(release:m[0:4])
 for(int i=0;i<4;i++)for(int j=0;j<5;j++)C(m[i][j]==i*j+1)
 return e!=0; }
