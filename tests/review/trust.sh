cp $SOURCES/heat.c .
mkdir inc
romp review heat.c --accept-all -- -Iinc -DPART=2 | tail -1
echo "-- flags that are not given are those of the lock"
romp review heat.c --check
romp review heat.c --check -- -Iinc -DPART=3 | grep flags
echo "-- nothing of what builds the folder may be missing"
cp -r out copy
sed -i '/^\/\/ heat.c:26/,/^}/d' out/heat.cu
rm out/.romp2cuda.sha256 out/romp/libromp.a
romp review --check
rm -r out && mv copy out
echo "-- all pending changes in words, and no question in another form"
sed -i 's/0.5 \*/0.25 */' heat.c
romp review --show | sed -n 1,4p
romp --format json review
echo "-- an edit that meets new code is told before the question"
sed -i 's/0.5 \*/0.75 */' out/heat.cu
romp review < /dev/null | grep -v "^ \|^[-+@]"
grep -c "<<<<<<<" out/heat.cu
romp review --check
