#include <omp.h>
#include <stdio.h>
#pragma omp declare target
omp_lock_t gl;
int gcount;
#pragma omp end declare target
int main(void){
 int e=0,s=0,tests=0;
#pragma omp target map(tofrom:s,tests)
 { omp_lock_t l; omp_init_lock(&l);
  omp_nest_lock_t nl; omp_init_nest_lock(&nl);
#pragma omp parallel num_threads(32)
  { for(int i=0;i<3;i++){
    omp_set_lock(&l); s++; omp_unset_lock(&l);
    while(!omp_test_lock(&l)); tests++; omp_unset_lock(&l);
    omp_set_nest_lock(&nl); omp_set_nest_lock(&nl); s++; omp_unset_nest_lock(&nl); omp_unset_nest_lock(&nl);
   } 
#pragma omp barrier
#pragma omp single
   { gcount=omp_get_num_threads(); }
  }
  omp_destroy_lock(&l); omp_destroy_nest_lock(&nl);
  s-=6*gcount; tests-=3*gcount;
 }
 if(s||tests){e++;printf("%d %d\n",s,tests);}
#pragma omp target
 { omp_init_lock(&gl); gcount=0; }
#pragma omp target teams distribute parallel for
 for(int i=0;i<200;i++){ omp_set_lock(&gl); gcount+=i; omp_unset_lock(&gl); }
 int g=0;
#pragma omp target map(from:g)
 { g=gcount; omp_destroy_lock(&gl); }
 if(g!=19900){e++;printf("g %d\n",g);}
 return e!=0;
}
