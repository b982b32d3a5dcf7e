romp review
romp review --check nothing.c
: > empty.c
romp review --accept-all empty.c -o e
romp review --check
printf 'int main(void)\r\n{\r\n    int x = 0;\r\n    #pragma omp target map(x)\r\n    x = 1; // caf\351\r\n    return x - 1;\r\n}\r\n' > crlf.c
romp review --accept-all crlf.c -o c | tail -1
sed -i 's/x = 1;/x = 1 + 0;/' crlf.c
keys r romp review -o c
keys a romp review -o c | tail -1
romp review --check -o c
romp review
echo 'int main(void) { return y; }' > broken.c
romp review --accept-all broken.c -o b 2>&1 | grep -c error
cat > macro.c <<'X'
#define DO(body) _Pragma("omp target map(tofrom: x)") { body }
int main(void)
{
    int x = 0;
    DO(x = 1;)
    return x - 1;
}
X
romp review --accept-all macro.c -o m | tail -1
sed -i 's/x = 1;/x = 2 - 1;/' macro.c
romp review --accept main_1 -o m | tail -1
echo mine > f
romp review --accept-all crlf.c -o f
mkdir own
echo mine > own/crlf.c
romp review --accept-all crlf.c -o own
echo 'version = 9' > romp2cuda.lock
romp review
