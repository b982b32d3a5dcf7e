#include <omp.h>
#include <stdio.h>
int main(void){
 int e=0; int a[10]={0}; int c=0,mx=-1,mi=-1; double s=0;
#pragma omp target teams distribute parallel for map(tofrom:c,mx,mi,s,a)
 for(int i=0;i<300;i++){
#pragma omp critical
  { c+=1; a[i%10]++; }
#pragma omp critical(mxx)
  { int v=(i*37)%301; if(v>mx){mx=v;mi=i;} }
#pragma omp critical(bb) hint(omp_sync_hint_contended)
  { s+=0.5; if(s<0) s=-1; }
 }
 int rm=-1,ri=-1; for(int i=0;i<300;i++){int v=(i*37)%301; if(v>rm){rm=v;ri=i;}}
 if(c!=300||mx!=rm||mi!=ri||s!=150)e++;
 for(int i=0;i<10;i++)if(a[i]!=30)e++;
 // critical inside a function, nested different names
 return e!=0;
}
