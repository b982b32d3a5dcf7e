int main(void){ int bad=0;
#pragma omp target map(tofrom:bad)
  { int x=1, *p=&x;
#pragma omp parallel num_threads(33) firstprivate(x)
    {
#pragma omp barrier
#pragma omp single
      *p=2;
      if(x!=1)
#pragma omp atomic write
        bad=1; }
    if(x!=2) bad=2;
  }
  return bad; }
