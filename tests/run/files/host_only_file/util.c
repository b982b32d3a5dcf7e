/* No device code in here. */
#include <string.h>

int count_letters(const char *text);

int count_letters(const char *text)
{
    return (int)strlen(text);
}
