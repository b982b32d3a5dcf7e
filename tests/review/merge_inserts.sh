# Two branches that each insert a kernel into one function: both number it alike, and git joins the accepted texts.
git init -q -b main . 2> /dev/null
git config user.name n
git config user.email n@example.org
region='#pragma omp target teams distribute parallel for map(tofrom: v[0:n])'
write() {
    printf 'void f(int *v, int n)\n{\n'
    for body in "$@"; do
        printf '%s\n    for (int i = 0; i < n; i++)\n        v[i] %s;\n' "$region" "$body"
    done
    printf '}\nint main(void)\n{\n    int v[2] = { 4, 9 };\n    f(v, 2);\n    return v[0] == 0 || v[1] != 21;\n}\n'
}
write '*= 2' '+= 1' > a.c
romp review a.c --accept-all > /dev/null
git add . && git commit -qm all
git checkout -qb one
write '-= 5' '*= 2' '+= 1' > a.c
romp review --accept-all > /dev/null
git commit -qam one
git checkout -q main
write '*= 2' '+= 1' '^= 28' > a.c
romp review --accept-all > /dev/null
git commit -qam two
git merge one 2>&1 | grep CONFLICT | sort
grep -c "^f_3" out/a.cu
romp review --check
romp review --show
romp review
romp review --check
grep "^f_" out/a.cu
(cd out && make -s emulated && ./a-emulated; echo "exit code $?")
echo "-- an edit by hand in one of two kernels of one name goes with it"
git checkout -qf . && git reset -q --hard main
sed -i 's|v\[i\] ^= 28;|v[i] ^= 28; // mine|' out/a.cu
git commit -qam edited
git merge one 2>&1 | grep CONFLICT | sort
romp review --check
romp review --accept-all
grep -A4 "^f_" out/a.cu | grep "^f_\|v\[i\]"
romp review --check
