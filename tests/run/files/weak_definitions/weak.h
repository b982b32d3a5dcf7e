/* What three files name; some of them define it weakly. */
struct pair { int a; double b; };

#pragma omp declare target
extern int replaced, twice, alone;
extern const int constant;
extern const int table[3];
extern struct pair pair;
extern int *pointer;
int function_replaced(int x);
int function_twice(int x);
int function_alone(int x);
int sum_of_threads(int n);
void fill(int *a, int n);
#pragma omp end declare target

extern int linked[8];
#pragma omp declare target link(linked)

int asked_by_weak_file(void);
int called_by_weak_file(int n);
