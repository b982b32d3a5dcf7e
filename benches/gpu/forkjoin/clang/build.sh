#!/usr/bin/env bash
# The empty region as clang-19's OpenMP offloading compiles it, with the libraries that it needs elsewhere.
#   build.sh TOOLKIT OUTDIR
# TOOLKIT: a CUDA 12 toolkit that clang-19 can use. Needs Debian's clang-19 clang-tools-19 libomp-19-dev
# lld-19 llvm-19. Makes OUTDIR and OUTDIR.tar.xz; there: OUTDIR/run.sh.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
toolkit=$1 out=$2
libraries=$(llvm-config-19 --libdir)
mkdir -p "$out/lib"
build() { # name, options
    PATH=$toolkit/bin:$(llvm-config-19 --bindir):$PATH clang-19 "${@:2}" -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda \
        --offload-arch=sm_90 --cuda-path="$toolkit" --libomptarget-nvptx-bc-path="$libraries/libomptarget-nvptx-sm_90.bc" \
        -o "$out/empty_region_$1" "$here/empty_region.c"
}
build O3 -O3
build O3_noopt -O3 -mllvm -openmp-opt-disable
build O1 -O1
build O0 -O0
plugin=$libraries/libomptarget.so.19.1
for library in "$libraries/libomp.so.5" "$plugin" $(ldd "$plugin" | awk '/=> \// { print $3 }' | grep -v -E '/lib(c|m)\.so'); do
    cp -Lf "$library" "$out/lib/"
done
strip -s "$out"/lib/*
cp "$here/run.sh" "$out/"
tar -C "$(dirname "$out")" -cJf "$out.tar.xz" "$(basename "$out")"
ls -l "$out.tar.xz"
