/* early exits and odd control around parallel in sequential part */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#pragma omp declare target
static int find(const int*a,int n,int key){
  for(int i=0;i<n;i+=4){
    int pos=-1;
#pragma omp parallel for num_threads(4)
    for(int j=i;j<i+4;j++) if(j<n && a[j]==key)
#pragma omp critical
      { if(pos<0||j<pos) pos=j; }
    if(pos>=0) return pos;
  }
  return -1;
}
static int cond(int x){ return x>2 && find((int[]){x,x+1,x+2,9,8,7},6,x+2)==2 ? 1 : find((int[]){5,x},2,x); }
#pragma omp end declare target
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    int a[21]; for(int i=0;i<21;i++) a[i]=i*3;
    CK(find(a,21,27)==9); CK(find(a,21,28)==-1); CK(find(a,21,60)==20);
    CK(cond(3)==1); CK(cond(2)==1); CK(cond(5)==1); 
    int k=0, s=0;
    while(1){
      if(k>5) break;
      switch(k){
        case 3: k++; continue;
        case 4: { int z=k;
#pragma omp parallel num_threads(3)
#pragma omp atomic
          s+=z; } goto out;
        default: ;
#pragma omp parallel num_threads(2)
        {
#pragma omp atomic
          s+=100; 
        }
      }
      k++;
    }
out:
    CK(s==612); CK(k==4);
    s=0;
    for(int i=0;i<10;i++){
      if(i&1) { if(i==7) goto done; continue; }
      int n = i ? i : 1;
#pragma omp parallel num_threads(n)
      {
#pragma omp single nowait
        s+=n;
      }
    }
done:
    CK(s==1+2+4+6);

  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
