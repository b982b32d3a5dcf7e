// host: skip
/* Mappers of structures in structures, behind members of others, in parts and for longer. */
#include "../test.h"
typedef struct { int n; float *v; struct { int *idx; int m; } in[2]; } node;
typedef struct { node *nodes; int count; node own[3]; } graph;
#pragma omp declare mapper(deep: node x) map(to: x.n, x.in[1].m) map(tofrom: x.v[0:x.n], x.in[1].idx[0:x.in[1].m])
static void init(node *a, int n) { for (int i = 0; i < n; i++) { memset(&a[i], 0, sizeof a[i]); a[i].n = i + 1; a[i].v = calloc(i + 1, sizeof(float)); a[i].in[1].m = 2; a[i].in[1].idx = calloc(2, sizeof(int)); } }
int main(void) {
  int n = 20;
  graph g, *q = &g; g.count = n; g.nodes = malloc(n * sizeof(node)); init(g.nodes, n); init(g.own, 3);
#pragma omp target data map(to: q[0:1]) map(mapper(deep), tofrom: q->nodes[0:n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < q->count; i++) { for (int j = 0; j < q->nodes[i].n; j++) q->nodes[i].v[j] += i; q->nodes[i].in[1].idx[1] += 2 * i; }
  }
  int bad = 0;
  for (int i = 0; i < n; i++) { for (int j = 0; j < g.nodes[i].n; j++) bad += g.nodes[i].v[j] != i; bad += g.nodes[i].in[1].idx[1] != 2 * i; }
  CHECK(bad == 0);
#pragma omp target map(mapper(deep), tofrom: g.own[0:3])
  for (int i = 0; i < 3; i++) { g.own[i].v[0] = 5 + i; g.own[i].in[1].idx[0] = i; }
  CHECK(g.own[2].v[0] == 7 && g.own[2].in[1].idx[0] == 2);
  node two[2][2]; init(two[0], 2); init(two[1], 2);
#pragma omp target map(mapper(deep), tofrom: two)
  two[1][1].v[1] = 3;
  CHECK(two[1][1].v[1] == 3);
  node *half = g.nodes + 10;
#pragma omp target enter data map(mapper(deep), to: g.nodes[0:10])
#pragma omp target enter data map(mapper(deep), to: half[0:10])
#pragma omp target map(mapper(deep), tofrom: half[0:n - 10])
  for (int i = 0; i < 10; i++) half[i].v[0] = -1;
#pragma omp target update from(mapper(deep): half[0:n - 10])
  CHECK(half[9].v[0] == -1);
#pragma omp target exit data map(mapper(deep), release: half[0:10])
#pragma omp target exit data map(mapper(deep), delete: g.nodes[0:10])
  CHECK(half[9].n == 20);
  return test_end();
}
