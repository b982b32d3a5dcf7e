#pragma omp declare target
static int acc(int n,int nt){ int s=0;
#pragma omp parallel for num_threads(nt) reduction(+:s) schedule(guided,2)
  for(int i=0;i<n;i++) s+=i;
  return s; }
#pragma omp end declare target
int main(void){ int a=0;
#pragma omp target teams num_teams(2) map(tofrom:a)
    { int r=acc(10,3);
#pragma omp parallel num_threads(1)
      {
#pragma omp atomic
      a+=r; } }
  return a!=90; }
