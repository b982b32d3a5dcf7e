cp $SOURCES/heat.c .
romp review heat.c --accept-all > /dev/null
sed -i 's/0.5 \*/0.25 */; s/all += square(next\[i\])/all += 2 * square(next[i])/; s/next\[i\] = 0;/next[i] = 1;/' heat.c
echo "-- one of each"
keys ars romp review
grep -n "0.25\|all_private +=\|next\[i\] = [01]" out/heat.cu
grep -n "0.25\|all +=\|next\[i\] = [01]" out/heat.c
romp review --check
echo "-- what is mixed is a program"
(cd out && make -s emulated && ./heat-emulated)
echo "-- what was rejected is asked again, and said to be so"
keys q romp review
echo "-- details, help, and back"
keys 'x b d s b a q' romp review | grep -v '^[-+ @]'
romp review --check
keys A romp review | tail -1
romp review --check
