/* address of local escapes into a mapped array of pointers; linked list built in sequential part over compound literals */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
struct node { int v; struct node *next; };
#pragma omp declare target
struct node *gl;
static void addall(void){
#pragma omp parallel num_threads(17)
  for(struct node*n=gl;n;n=n->next)
#pragma omp atomic
    n->v+=1;
}
static int sum(struct node *n){ return n? n->v+sum(n->next):0; }
static void build(int d, struct node *tail, int *res){
  struct node me={d,tail};
  if(d) { build(d-1,&me,res); }
  else { gl=&me; addall(); *res=sum(gl); }
#pragma omp parallel num_threads(d+1)
#pragma omp critical
  me.v-=1;
  *res+=me.v;
}
#pragma omp end declare target
int main(void){
  int err=0; int *slots[4];
#pragma omp target map(tofrom:err) map(alloc:slots)
  {
    struct node *h=0; struct node pool[5];
    for(int i=0;i<5;i++){ pool[i].v=i; pool[i].next=h; h=&pool[i]; }
    gl=h; addall(); CK(sum(h)==10+85);
    int r=0; build(6,h,&r);
    int w=95+5*17; for(int d=0;d<=6;d++) w+=d+17; for(int d=0;d<=6;d++) w+=d+17-(d+1);
    CK(r==w);
    gl=&(struct node){5,&(struct node){6,0}}; addall(); CK(sum(gl)==11+34);
    int a=1,b=2,c=3,d=4; slots[0]=&a; slots[1]=&b; slots[2]=&c; slots[3]=&d;
#pragma omp parallel for num_threads(4)
    for(int i=0;i<4;i++) *slots[i]*=10;
    CK(a==10&&b==20&&c==30&&d==40);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
