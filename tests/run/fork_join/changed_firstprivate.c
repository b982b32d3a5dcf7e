int main(void){ int bad=0, fp=11;
#pragma omp target map(tofrom:bad) firstprivate(fp)
  { fp++;
#pragma omp parallel num_threads(6) firstprivate(fp)
    { fp+=1;
#pragma omp barrier
      if(fp!=13) bad=1; }
    if(fp!=12) bad=2; }
  return bad; }
