#!/bin/sh
# Shared bytes a team for the two programs of the implicit-sharing paper: n scalars, and k arrays of 96
# ints, that sequential code writes and a parallel region reads. Beside ours: the paper's figures and
# clang-19's at -O3. Usage: tables.sh [ROMP2CUDA]
set -eu
romp2cuda=${1:-romp2cuda}
dir=$(mktemp -d)
trap 'rm -r "$dir"' EXIT

# n declarations, initialisations by `value()`, and a sum.
program() {
    kind=$1 n=$2
    echo '#pragma omp declare target'
    echo 'static int value(int *p) { return (*p)++; }'
    echo '#pragma omp end declare target'
    echo 'void f(int *out) {'
    echo '#pragma omp target map(tofrom: out[0:96])'
    echo '{'
    i=1
    sum=0
    while [ "$i" -le "$n" ]; do
        if [ "$kind" = scalars ]; then
            echo "int a$i = value(out);"
            sum="$sum + a$i"
        else
            echo "int a$i[96]; for (int i = 0; i < 96; i++) a$i[i] = value(out + i);"
            sum="$sum + a$i[i]"
        fi
        i=$((i + 1))
    done
    echo '#pragma omp parallel for num_threads(96)'
    echo 'for (int i = 0; i < 96; i++)'
    echo "    out[i] += $sum;"
    echo '}}'
}

row() {
    program "$1" "$2" > "$dir/f.c"
    for mode in guarded fork-join; do
        ours=$("$romp2cuda" report --sequential=$mode "$dir/f.c" | sed -n 's/^  shared memory: \([0-9]*\) bytes.*/\1/p')
        eval "$(echo $mode | tr -d -)=$ours"
    done
    printf '%-8s %4s %10s %10s %10s %10s\n' "$1" "$2" "$guarded" "$forkjoin" "$3" "$4"
}

printf '%-8s %4s %10s %10s %10s %10s\n' what n guarded fork-join paper clang-19
row scalars 1 233 0
row scalars 2 241 12
row scalars 4 257 20
row scalars 8 289 36
row scalars 16 353 68
row scalars 32 481 132
row scalars 64 737 260
row arrays 1 617 392
row arrays 2 1001 776
row arrays 3 1385 1160
row arrays 4 1769 1544
