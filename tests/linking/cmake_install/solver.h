#ifdef __cplusplus
extern "C" {
#endif
int scale(int n, int *x);
#ifdef __cplusplus
}
#endif
