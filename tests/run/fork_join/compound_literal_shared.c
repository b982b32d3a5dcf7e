int main(void){ int r=0;
#pragma omp target map(tofrom:r)
  { int *lit=(int[]){7,8,9,5};
#pragma omp parallel num_threads(4)
#pragma omp atomic
    lit[3]+=1;
    r=lit[3]; }
  return r!=9; }
