#include <stdio.h>
struct node { int v; struct node *next; };
#pragma omp declare target
struct node *gl; int *gi;
static void addall(void){
#pragma omp parallel num_threads(17)
  for(struct node*n=gl;n;n=n->next)
#pragma omp atomic
    n->v+=1;
}
static void add1(void){
#pragma omp parallel num_threads(17)
#pragma omp atomic
    *gi+=1;
}
#pragma omp end declare target
int main(void){
  int r[4]={0};
#pragma omp target map(tofrom:r)
  {
    struct node a={1,0}; gl=&a; addall(); r[0]=a.v;
    int x=1; gi=&x; add1(); r[1]=x;
    gl=&(struct node){5,&(struct node){6,0}}; addall(); r[2]=gl->v; r[3]=gl->next->v;
  }
  printf("%d %d %d %d\n",r[0],r[1],r[2],r[3]);
  return !(r[0]==18&&r[1]==18&&r[2]==22&&r[3]==23);
}
