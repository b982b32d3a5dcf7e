// Brackets spelled as digraphs (C11, 6.4.6), in code and in clauses.
#include "../test.h"

int main(void)
<%
    int a<:8:> = <% 0 %>, n = 8, shift = 0;
#pragma omp target teams distribute parallel for map(tofrom: a<:0:n:>) reduction(+: shift)
    for (int i = 0; i < n; i++) <%
        a<:i:> = i<<1;
        shift += 1;
    %>
#pragma omp target map(tofrom: a<: :3:>) if(1<<1)
    a<:2:> += 100;
    for (int i = 0; i < n; i++)
        CHECK(a[i] == 2 * i + (i == 2 ? 100 : 0));
    CHECK(shift == n);
    return test_end();
%>
