/* statement forms: _Generic, typeof, alignas, static assert, compound literal array shared, comma for, label at end, nested switch w/ region (Duff-ish) */
#include <stdio.h>
#include <stdalign.h>
#include <omp.h>
int main(void){ int bad=0;
#pragma omp target map(tofrom:bad)
  { alignas(16) int a[4]={1,2,3,4}; _Static_assert(sizeof a==16,"x"); __typeof__(a[0]) t=_Generic(a[0],int:5,default:6);
    int *lit=(int[]){7,8,9,t};
#pragma omp parallel num_threads(4)
    { 
#pragma omp atomic
      lit[3]+=a[omp_get_thread_num()]; }
    if(lit[3]!=15) bad=1;
    for(int i=0,*p=a;i<4;i++,p++){
#pragma omp parallel num_threads(2) firstprivate(p)
#pragma omp atomic
      *p+=1; }
    if(a[3]!=6) bad=2;
    int n=7; switch(n%4){ case 0: do { n--;
    case 3: n--;
#pragma omp parallel num_threads(n>0?n:1)
#pragma omp single
      a[0]=n;
    case 2: n--; case 1: n--; } while(n>0); }
    if(n>0||a[0]<0) bad=3;
    goto end; 
mid: bad=bad;
#pragma omp parallel num_threads(2)
#pragma omp single
    a[1]=99;
    goto fin;
end: if(a[1]!=99) goto mid;
fin: if(a[1]!=99) bad=4;
    struct { int len; int data[5]; } fam={3,{1,2,3}}, *pf=&fam;
#pragma omp parallel for num_threads(3) reduction(+:t)
    for(int i=0;i<pf->len;i++) t+=pf->data[i];
    if(t!=11) bad=5;
    int (*fp2)[2]=(int(*)[2])a; 
#pragma omp parallel num_threads(2)
    fp2[1][omp_get_thread_num()]=omp_get_thread_num()+40;
    if(a[2]!=40||a[3]!=41) bad=6;
    { int x[2][2]={{1,2},{3,4}}, s=0; int (*px)[2]=x;
#pragma omp parallel for collapse(2) reduction(+:s) num_threads(3)
      for(int i=0;i<2;i++) for(int j=0;j<2;j++) s+=px[i][j];
      if(s!=10) bad=7; }
  }
  if(bad) printf("%d\n",bad);
  return bad; }
