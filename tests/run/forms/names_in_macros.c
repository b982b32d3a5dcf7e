/* Variables of the program with names that are near those of the macros that translated code uses. */
#include "../test.h"

int global = 3, variable = 4, symbol = 5, flag = 6;
#pragma omp declare target to(global, variable, symbol, flag)

int main(void)
{
    int x = 0, romp_host_ = 7, romp_site_ = 8, where = 9, kernel = 10, romp_go_p = 11;
    int data[4] = {1, 2, 3, 4}, *p = data, romp_data_ = 12, list = 13, romp_device_p = 14, romp_items_ = 2;

    #pragma omp target map(tofrom: x)
    x = romp_host_ + romp_site_ + where + kernel + list;
    CHECK(x == 47);

    #pragma omp target map(tofrom: x)
    {
        x = global + variable + symbol + flag;
        global = 30;
    }
    CHECK(x == 18);
    #pragma omp target update from(global)
    CHECK(global == 30);

    #pragma omp target data map(tofrom: data[0:romp_items_]) use_device_ptr(p)
    {
        x = romp_data_ + romp_go_p + romp_device_p;
    }
    CHECK(x == 37);
    return test_end();
}
