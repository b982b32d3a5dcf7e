/* Regions with more variables than their lists name one by one: by value, mapped, private copies. */
#include "../test.h"

#define ALL(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) \
    X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) \
    X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) \
    X(30) X(31) X(32) X(33) X(34) X(35) X(36) X(37) X(38) X(39) \
    X(40) X(41) X(42) X(43) X(44) X(45) X(46) X(47) X(48) X(49) \
    X(50) X(51) X(52) X(53) X(54) X(55) X(56) X(57) X(58) X(59) \
    X(60) X(61) X(62) X(63) X(64) X(65) X(66) X(67) X(68) X(69) \
    X(70) X(71) X(72) X(73) X(74) X(75) X(76) X(77) X(78) X(79) \
    X(80) X(81) X(82) X(83) X(84) X(85) X(86) X(87) X(88) X(89) \
    X(90) X(91) X(92) X(93) X(94) X(95) X(96) X(97) X(98) X(99) \
    X(100) X(101) X(102) X(103) X(104) X(105) X(106) X(107) X(108) X(109) \
    X(110) X(111) X(112) X(113) X(114) X(115) X(116) X(117) X(118) X(119)

struct large {
    double of[200];
};

int main(void)
{
    #define X(i) double v##i = i;
    ALL(X)
    #undef X
    double s = 0;
    #pragma omp target map(tofrom: s)
    {
        #define X(i) s += v##i;
        ALL(X)
        #undef X
    }
    CHECK(s == 119 * 60);

    /* Written: all come back, and nothing else does. */
    const int limit = 3;
    struct large large = { { 0 } };
    char text[3] = "ab";
    large.of[7] = 4;
    #define X(i) int w##i = i; long u##i = 2 * i;
    ALL(X)
    #undef X
    #pragma omp target defaultmap(tofrom: scalar) firstprivate(large)
    {
        #define X(i) w##i += limit, u##i -= w##i;
        ALL(X)
        #undef X
        large.of[7] += s;
        w0 += large.of[7] + text[1];
        text[0] = 'z';
    }
    int bad = 0;
    #define X(i) bad += u##i != i - 3 || (i && w##i != i + 3);
    ALL(X)
    #undef X
    CHECK(bad == 0 && w0 == 3 + 4 + 119 * 60 + 'b' && large.of[7] == 4 && text[0] == 'z');

    /* By the threads of several teams. */
    int count = 0;
    #pragma omp target teams distribute parallel for reduction(+: count)
    for (int k = 0; k < 1000; k++) {
        int sum = 0;
        #define X(i) sum += w##i;
        ALL(X)
        #undef X
        count += sum == w0 + 119 * 60 + 119 * 3;
    }
    CHECK(count == 1000);
    return test_end();
}
