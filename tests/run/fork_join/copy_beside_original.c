#include <omp.h>
int main(void){ int x = 0, q[4] = {0}, r = 0;
#pragma omp target teams num_teams(1) map(tofrom: x, q, r)
 { x += 5;
#pragma omp distribute private(x)
   for (int i = 0; i < 4; i++) { x = i * 2;
#pragma omp parallel num_threads(8)
     {
#pragma omp atomic
      x += 1; }
     q[i] = x; }
   x += 7;
#pragma omp parallel num_threads(3)
   {
#pragma omp single private(r)
     { r = 4; }
   }
 }
 if (x != 12 || q[3] != 14 || q[0] != 8) return 1;
 int y = 0;
#pragma omp target map(tofrom: y)
 { int x = 1;
#pragma omp single private(x)
   { x = 9; y += x; 
   }
#pragma omp parallel num_threads(5) shared(x)
   {
#pragma omp atomic
     x++; }
   y += x; }
 return y != 15;
}
