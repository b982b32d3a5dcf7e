// expect: R6030 at 7, "copy it to a local variable in front of the target region"
/* What `declare target` cannot help: no message may say that it does. */
static int counter;
#pragma omp threadprivate(counter)
static void bump(void)
{
    counter++;
}

int main(void)
{
#pragma omp target
    bump();
    return counter;
}
