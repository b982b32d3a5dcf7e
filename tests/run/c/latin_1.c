/* A file in Latin-1: bytes that are no UTF-8 in literals and comments (д). */
#include "../test.h"

#define WORD "дц"

int main(void)
{
    int x[8] = {0};
    char text[4] = "й", copy[4] = {0};
    /* ьber */
    #pragma omp target map(tofrom: x, text, copy) /* ь */
    {
        x[0] = "й"[0];
        x[1] = sizeof "й";
        x[2] = (unsigned char)'й';
        const char *word = WORD "1" "\xe4" "Г¤";
        x[3] = (unsigned char)word[1];
        x[4] = (unsigned char)word[2];
        x[5] = (unsigned char)word[5];
        x[6] = sizeof WORD;
        x[7] = text[0] == word[3];
        char own[] = "ь2";
        copy[0] = own[0];
        copy[1] = own[1];
    }
    CHECK(x[0] == (char)0xe9 && x[1] == 2 && x[2] == 0xe9);
    CHECK(x[3] == 0xf6 && x[4] == 0x31 && x[5] == 0xa4 && x[6] == 3 && x[7] == 0);
    CHECK(copy[0] == (char)0xfc && copy[1] == 0x32);
    return test_end();
}
