int half_written(int n)
{
    int twice = ;
    return twice;
}
