/* Both files name the variables; one defines them. */
typedef struct { int n; double d[4]; } record;

extern int flag[100], limit;
extern record rec;
#pragma omp declare target link(flag, limit, rec)

#pragma omp declare target
int counted(void);
int counted_by_threads(void);
void doubled(void);
#pragma omp end declare target
