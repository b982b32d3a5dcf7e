# needs: autoreconf automake make
cp ../fortran/add.c .
autoreconf -i > autoreconf.log 2>&1
./configure CC=rompcc CFLAGS='-O2 --offload-arch=emulated' > configure.log
make > build.log
./app
