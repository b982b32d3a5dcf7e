# A constant that is folded into the struct of a kernel, and named in the kernel.
for definition in '#define M 32' 'enum { M = 32 };' 'typedef double vector[32];'; do
    mkdir case && cd case
    sed "s/@DEFINITION@/$definition/" $SOURCES/row.c > row.c
    case $definition in
    typedef*) sed -i 's/double row\[M\]/vector row/; s/\<M\>/(int)(sizeof(vector) \/ sizeof(double))/g' row.c ;;
    esac
    romp review row.c --accept-all > /dev/null
    sed -i '/define\|enum\|typedef/s/32/256/' row.c
    romp review --check
    keys as romp review | grep -- '^--\|why\|uses\|use it\|accepted\|skipped'
    romp review --check
    (cd out && make -s clean && make -s emulated && ./row-emulated)
    romp review --accept-all > /dev/null
    echo "-- the other way round, and rejected"
    sed -i '/define\|enum\|typedef/s/256/32/' row.c
    keys rr romp review | tail -2
    (cd out && make -s clean && make -s emulated && ./row-emulated)
    romp review | grep why
    cd .. && rm -r case
done
