/* big shared arrays, many shared variables, overlapping lifetimes */
#include <stdio.h>
#include <omp.h>
struct big { double d[300]; int n; };
#pragma omp declare target
static int use(struct big *b){ int s=0;
#pragma omp parallel for num_threads(64) reduction(+:s)
  for(int i=0;i<300;i++) { b->d[i]+=1; s+=(int)b->d[i]; }
  return s; }
#pragma omp end declare target
int main(void){
  int err=0, errs[4]={0};
#pragma omp target teams num_teams(4) map(tofrom:errs)
  {
    int lerr=0;
#define CK(c) do{ if(!(c) && !lerr) lerr=__LINE__; }while(0)
    int t=omp_get_team_num();
    int *keep;
    { int arr[5000]; for(int i=0;i<5000;i++) arr[i]=t;
      int s=0;
#pragma omp parallel for reduction(+:s)
      for(int i=0;i<5000;i++) s+=arr[i];
      CK(s==5000*t); }
    int live=t+5; keep=&live;
    { struct big b={{0},3}; CK(use(&b)==300); b.n=t;
      struct big c=b; CK(use(&c)==600); CK(use(&b)==600); CK(c.n==t);
#pragma omp parallel num_threads(33)
      {
#pragma omp single
        { c=b; c.n=*keep; }
      }
      CK(c.n==t+5); CK(c.d[299]==2.0);
    }
    { char s1[]="hello"; short s2=1; long s3=2; float s4=3; double s5=4; char s6=5; unsigned s7=6; const int s8=7; _Bool s9=0; int s10=0;
#pragma omp parallel num_threads(5)
      {
#pragma omp critical
        { s1[0]='j'; s2++; s3+=s2; s4+=1; s5+=s4; s6++; s7-=1; s9=1; s10+=omp_get_thread_num(); }
      }
      (void)s8;
      CK(s1[0]=='j'&&s1[5]==0); CK(s2==6); CK(s3==2+2+3+4+5+6); CK(s4==8); CK(s5==4+4+5+6+7+8); CK(s6==10); CK(s7==1); CK(s9==1); CK(s10==10);
    }
    CK(live==t+5);
    errs[t]=lerr;
  }
  for(int i=0;i<4;i++) if(errs[i]) err=errs[i];
  if(err) printf("line %d\n",err);
  return err!=0;
}
