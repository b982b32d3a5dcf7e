# needs: meson ninja g++ pkg-config
cp ../fortran/add.c ../pkg_config/main.cpp .
export PKG_CONFIG_PATH="$(rompcc --print-prefix)/lib/pkgconfig"
CC=rompcc meson setup build > configure.log
meson compile -C build > build.log
./build/app
