# Entries of the lock that are not what is computed anew.
cp $SOURCES/heat.c .
romp review heat.c --accept-all | tail -1
cp romp2cuda.lock kept
falsified() {
    echo "-- $1"
    sed -i "$1" romp2cuda.lock
    romp review --check | sed 's|\(x\{0,1\}[0-9a-f]\{60\}[0-9a-f]*\)|DIGEST|; s|[0-9a-f]\{8\}\.\.\.|DIGEST|'
    cp kept romp2cuda.lock
}
falsified 's/^shared = .*/shared = 7/'
falsified '0,/^threads = .*/s//threads = "1"/'
falsified '/^"sm_90 with 1024/d'
falsified 's/^source = "./source = "x/; s/^interface = "./interface = "x/'
falsified '/kernel.fill_1\]/,/^text/s/^text = "./text = "x/'
falsified 's/^parameters = .*/parameters = 9/; s/^barriers = true/barriers = false/'
echo "-- a review writes it anew"
sed -i 's/^shared = .*/shared = 7/' romp2cuda.lock
romp review
cmp kept romp2cuda.lock && romp review --check
echo "-- what was not accepted yet says nothing of the lock"
sed -i 's/0.5 \*/0.25 */' heat.c
sed -i 's/^shared = .*/shared = 7/' romp2cuda.lock
romp review --check
