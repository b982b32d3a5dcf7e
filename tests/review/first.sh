cp $SOURCES/heat.c .
romp review
keys d romp review heat.c
tree .
keys A romp review heat.c
tree .
romp review --check
# What is accepted is not asked again; nor is a line above.
romp review
sed -i '1i // about heat' heat.c
romp review --check
romp review
grep -c heat.c:17: out/heat.cu
(cd out && make -s emulated && ./heat-emulated)
# The folder is under review: nothing else writes it.
sed -i 's/value + i/value - i/' heat.c
romp translate heat.c -o out
