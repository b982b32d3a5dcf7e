/* master-only sequential work with side effects between regions; device queries everywhere */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#pragma omp declare target
static int lev(void){ return omp_get_level()*100+omp_get_active_level()*10+omp_in_parallel(); }
static int anc(int l){ return omp_get_ancestor_thread_num(l)*1000+omp_get_team_size(l); }
#pragma omp end declare target
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    CK(lev()==0); CK(anc(0)==1); CK(omp_get_team_size(1)==-1); CK(omp_get_ancestor_thread_num(-1)==-1); CK(omp_get_ancestor_thread_num(1)==-1);
    int bad=0, l1=-1,l2=-1,l3=-1;
#pragma omp parallel num_threads(1)
    l1=lev();
#pragma omp parallel num_threads(33) if(0)
    l2=lev();
#pragma omp parallel num_threads(33)
    { if(anc(1)!=omp_get_thread_num()*1000+33||anc(0)!=1)
#pragma omp atomic write
      bad=1;
#pragma omp single
      l3=lev(); 
#pragma omp master
      { int z=0;
#pragma omp parallel if(0) 
      z=lev();
      if(z!=211)
#pragma omp atomic write
        bad=2;
      } }
    CK(l1==100); CK(l2==100); CK(l3==111); CK(!bad);
    CK(omp_get_max_threads()>=1); CK(omp_get_thread_limit()>=1); CK(omp_get_num_teams()==1); CK(omp_get_team_num()==0);
    int mt=omp_get_max_threads(), c=0, inner=-1;
#pragma omp parallel reduction(+:c)
    { c++; 
#pragma omp single
      inner=omp_get_max_threads(); }
    CK(c>=1&&c<=mt);
    CK(omp_get_max_active_levels()>=1); CK(!omp_get_dynamic() || 1); CK(omp_get_num_procs()>=1);
    CK(lev()==0);
    CK(!omp_in_final()); CK(omp_get_wtime()>=0);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
