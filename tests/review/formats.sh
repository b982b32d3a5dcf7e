cp $SOURCES/heat.c .
romp review heat.c --accept-all > /dev/null
romp --format json review --check
sed -i 's/reduction(+: all)/reduction(+: all) num_threads(64)/' heat.c
romp --format github review --check
romp --format json review --check
