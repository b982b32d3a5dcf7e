int main(void){ int a[100]; for(int i=0;i<100;i++)a[i]=i; 
#pragma omp target data map(tofrom:a[10:20])
 {
#pragma omp target
 for(int i=10;i<30;i++)a[i]++;
 }
 return a[10]!=11||a[29]!=30||a[30]!=30; }
