#!/bin/sh
# The tables of the implicit-sharing paper for its two programs: n scalars, and k arrays of 96 ints, that
# sequential code writes and a parallel region of 96 threads reads. Shared bytes a team, registers of a thread and
# teams an SM, of our two modes on sm_90 by `report` and ptxas, beside the paper's figures (K40, P100: 96 workers and
# a master's warp) and the bytes of clang-19 at -O3. Usage: tables.sh [ROMP2CUDA]
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

# ours FILE MODE: bytes, registers, teams.
ours() {
    "$romp2cuda" report --ptxas --offload-arch=sm_90 "--sequential=$2" "$1" | awk '
        /^  shared memory:/ { bytes = $3 }
        $1 == "sm_90" { for (i = 2; i <= NF; i++) { if ($i ~ /^registers/) registers = $(i - 1); if ($i == "teams" && $(i + 1) == "an") teams = $(i - 1) } }
        END { print bytes, registers, teams }'
}

# row KIND N PAPER_BYTES CLANG_BYTES K40_REGISTERS P100_REGISTERS K40_TEAMS P100_TEAMS
row() {
    program "$1" "$2" > "$dir/f.c"
    kind=$1 n=$2 bytes=$3 clang=$4 kr=$5 pr=$6 kt=$7 pt=$8
    set -- $(ours "$dir/f.c" guarded) $(ours "$dir/f.c" fork-join)
    printf '%-8s %3s |%8s %9s %6s %8s |%8s %9s %4s %5s |%8s %9s %4s %5s\n' \
        "$kind" "$n" "$1" "$4" "$bytes" "$clang" "$2" "$5" "$kr" "$pr" "$3" "$6" "$kt" "$pt"
}

printf '%-12s |%34s |%29s |%29s\n' '' 'shared bytes a team' 'registers of a thread' 'teams an SM'
printf '%-8s %3s |%8s %9s %6s %8s |%8s %9s %4s %5s |%8s %9s %4s %5s\n' what n guarded fork-join paper clang-19 \
    guarded fork-join K40 P100 guarded fork-join K40 P100
row scalars 1 233 0 36 31 14 16
row scalars 2 241 12 36 31 14 16
row scalars 4 257 20 36 31 14 16
row scalars 8 289 36 36 31 14 16
row scalars 16 353 68 40 40 12 12
row scalars 32 481 132 72 71 7 7
row scalars 64 737 260 136 135 3 3
row arrays 1 617 392 - - 14 17
row arrays 2 1001 776 - - 14 17
row arrays 3 1385 1160 - - 11 17
row arrays 4 1769 1544 - - 9 17
