/* jumps: break/continue out of loops inside target containing regions, return value through comma, ternary forks via function, short-circuit forks */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static int cnt;
static int fk(int n){ int c=0;
#pragma omp parallel num_threads(n) reduction(+:c)
  c++;
#pragma omp atomic
  cnt+=1;
  return c; }
#pragma omp end declare target
int main(void){
  int bad=0;
#pragma omp target map(tofrom:bad)
  {
    cnt=0;
    int a=fk(3)&&fk(0+1)||fk(7); if(cnt!=2||!a) bad=1;
    a= fk(2)==3 ? fk(4) : fk(5); if(a!=5||cnt!=4) bad=2;
    a=(fk(2),fk(3),fk(fk(6))); if(a!=6||cnt!=8) bad=3;
    int v[10]={0}; v[fk(4)]=fk(9); if(v[4]!=9) bad=4;
    v[fk(2)]+=fk(3); if(v[2]!=3) bad=5;
    for(int i=fk(1);fk(i)<fk(5);i+=fk(2)) { if(i==3) continue; v[9]+=i; } if(v[9]!=1) bad=6;
    do { if(fk(2)!=2) break; v[8]++; } while(fk(v[8]+1)<5); if(v[8]!=4) bad=7;
    int m[2]={fk(33),fk(34)}; if(m[0]!=33||m[1]!=34) bad=8;
    struct {int x,y;} st={.y=fk(5)}; if(st.y!=5||st.x) bad=9;
    int *p=&m[fk(1)]; if(*p!=34) bad=10;
    switch(fk(3)){ case 1: bad=11; case 3: if(fk(2)==2) break; default: bad=12; }
    char c=fk(100); long l=-fk(3)+~fk(2); unsigned u=(unsigned)fk(3)<<fk(2); float f=fk(3)/2.0f; if(c!=100||l!=-6||u!=12||f!=1.5f) bad=13;
    if(!fk(1)) bad=14; if(sizeof(fk(2))!=4) bad=15;
    { int n=fk(4);
#pragma omp parallel num_threads(fk(3)) if(fk(n)==4)
      {
#pragma omp masked
        m[0]=omp_get_num_threads(); } }
    if(m[0]!=3) bad=16;
#pragma omp parallel for num_threads(4) schedule(static,2)
    for(int i=1;i<10;i++) v[i-1]=i;
    if(v[8]!=9) bad=17;
  }
  if(bad) printf("bad %d\n",bad);
  return bad;
}
