#include <omp.h>
#include <stdio.h>
struct node { int v; struct node *next; };
#pragma omp declare target
struct node *gl;
static void addall(void){
#pragma omp parallel num_threads(17)
  for(struct node*n=gl;n;n=n->next)
#pragma omp atomic
    n->v+=1; }
static int g(void){ int c=0;
#pragma omp parallel num_threads(17) reduction(+:c)
  c++;
  return c; }
#pragma omp end declare target
int main(void){ int r=0, q=0, s=0, e[3]={0};
#pragma omp target map(tofrom:r,s)
  { gl=&(struct node){5,&(struct node){6,0}}; addall(); r=gl->v; s = gl->next->v; }
  if (r!=22||s!=23) return 1;
#pragma omp target map(tofrom:r,q)
  { r=g();
#pragma omp parallel num_threads(4) reduction(+:q)
    q++; }
  if (r!=17||q!=4) return 2;
#pragma omp target map(tofrom:e)
  { int *p = (int[]){1,2,3}; 
#pragma omp parallel for num_threads(3)
   for (int i = 0; i < 3; i++) p[i] += 10;
   for (int i = 0; i < 3; i++) e[i] = p[i]; }
  if (e[0]!=11||e[2]!=13) return 3;
#pragma omp target map(tofrom:r,q)
  { r=1;
#pragma omp parallel num_threads(4)
    { for(int i=0;i<omp_get_thread_num();i++){
#pragma omp parallel shared(r)
#pragma omp atomic
        r+=1; } }
    q=r;
#pragma omp parallel num_threads(5)
#pragma omp atomic
        r+=1; }
  return (r!=12||q!=7) ? 4 : 0; }
