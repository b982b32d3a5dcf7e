/* sequential parts in branches, switch, do-while, goto; num_threads odd */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
int main(void){
  int err=0; int nts[7]={1,5,32,33,95,96,992};
#pragma omp target map(tofrom:err) map(to:nts) thread_limit(992)
  {
    int k=0, total=0, lim=omp_get_thread_limit(), mx=lim<992?lim:992;
    CK(omp_get_level()==0); CK(!omp_in_parallel()); CK(omp_get_num_threads()==1); CK(omp_get_thread_num()==0);
again:
    { int n=nts[k]; if(n>mx) n=mx;
      int cnt=0, sum=0, bad=0;
      switch(k%4){
      case 0:
#pragma omp parallel num_threads(n) reduction(+:sum)
        { sum+=omp_get_thread_num();
          if(omp_get_num_threads()!=n||omp_get_level()!=1||omp_get_ancestor_thread_num(0)!=0||omp_get_ancestor_thread_num(1)!=omp_get_thread_num()||omp_get_team_size(1)!=n||omp_get_team_size(0)!=1||omp_get_team_size(2)!=-1||omp_get_ancestor_thread_num(2)!=-1)
#pragma omp atomic write
            bad=1;
        }
        CK(sum==n*(n-1)/2);
        /* fall through */
      case 1:
#pragma omp parallel num_threads(n) if(parallel: k!=1)
        {
          if((omp_get_num_threads()==1) != (k==1||n==1))
#pragma omp atomic write
            bad=1;
          if(omp_get_level()!=1 || omp_get_active_level()!=(omp_get_num_threads()>1) || omp_in_parallel()!=(omp_get_num_threads()>1))
#pragma omp atomic write
            bad=1;
#pragma omp atomic
          cnt++;
        }
        CK(cnt==((k==1)?1:n));
        break;
      case 2: {
        int i=0;
        do {
#pragma omp parallel num_threads(n)
          {
#pragma omp critical
            cnt+=i;
#pragma omp barrier
#pragma omp single
            total++;
          }
          i++;
        } while(i<3);
        CK(cnt==3*n); break; }
      default:
        for(int i=0;i<4;i++){
          if(i==2) continue;
#pragma omp parallel for num_threads(n-i>0?n-i:1) schedule(dynamic,3) lastprivate(cnt)
          for(int j=0;j<100;j++) cnt=i*100+j;
          CK(cnt==i*100+99);
        }
      }
      CK(!bad);
    }
    if(++k<7) goto again;
    CK(total==6); CK(k==7);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
