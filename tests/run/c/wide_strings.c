// Wide characters and strings: integers in C, types of their own in C++.
#include "../test.h"
#include <uchar.h>
#include <wchar.h>

#define GREETING L"gr\u00fc\u00df"

#pragma omp declare target
static const wchar_t table[3][4] = { L"abc", L"de", { L'x', 0 } };
static const char16_t pair[] = u"\U0001F600!";
static int length(const wchar_t *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}
static const char32_t *named(int which) { return which ? U"one" U"\x263a" : U""; }
#pragma omp end declare target

int main(void)
{
    int lengths[4] = { 0 }, sum = 0, same = 0;
    size_t sizes[4] = { 0 };
    wchar_t copied[8] = L"host";
    #pragma omp target map(tofrom: lengths, sum, same, sizes, copied)
    {
        wchar_t local[6] = L"xy" L"z", exact[2] = L"pq";
        char16_t narrow[] = u"ab";
        struct { char16_t c[3]; const wchar_t *p; } s = { u"cd", L"in a structure" };
        const wchar_t *p = GREETING;
        lengths[0] = length(p);
        lengths[1] = length(L"");
        lengths[2] = length(s.p);
        lengths[3] = length(table[1]);
        sum = p[2] + L"abc"[1] + *U"\x41" + local[2] + local[3] + exact[1] + narrow[1] + s.c[1] + s.c[2];
        sizes[0] = sizeof(L"abc");
        sizes[1] = sizeof(u"abc");
        sizes[2] = sizeof pair;
        sizes[3] = sizeof local;
        same = pair[0] == 0xd83d && pair[1] == 0xde00 && pair[2] == u'!' && pair[3] == 0;
        same += named(1)[3] == 0x263a && named(0)[0] == 0;
        same += (*&L"address")[2] == L'd';
        #pragma omp parallel for num_threads(3)
        for (int i = 0; i < 3; i++)
            copied[i] = table[0][i] - (i == 1 ? L'b' - L'B' : 0);
    }
    CHECK(lengths[0] == 4 && lengths[1] == 0 && lengths[2] == 14 && lengths[3] == 2);
    CHECK(sum == 0xfc + 'b' + 'A' + 'z' + 'q' + 'b' + 'd');
    CHECK(sizes[0] == 16 && sizes[1] == 8 && sizes[2] == 8 && sizes[3] == 24);
    CHECK(same == 3);
    CHECK(wcscmp(copied, L"aBct") == 0);
    return test_end();
}
