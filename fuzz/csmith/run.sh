#!/usr/bin/env bash
# Csmith programs as device functions: each program's functions run in a target region, and the checksum of its
# variables is compared with that of gcc -O0 on the host.
#
#     fuzz/csmith/run.sh [OPTION VALUE]... [--run]
#
#     --seeds FIRST..LAST   the programs (1..100)
#     --arch ARCH           emulated (the default), or a GPU's, such as sm_90: what the translator builds for
#     --run                 run programs built for a GPU, too; without it they are compiled and no more
#     --jobs N              how many programs are tried at a time (1)
#     --csmith FILE         the csmith program (csmith, from PATH)
#     --include DIR         the folder of csmith.h (found under /usr/include and /usr/local/include)
#     --romp2cuda FILE      the translator (ROMP2CUDA, else target/debug/romp2cuda)
#     --build-limit S       seconds that one compilation may take (300)
#     --host-limit S        seconds that a program may run on the host (10): some of Csmith's do not end
#     --run-limit S         seconds that it may run on the device (60)
#     --keep DIR            where programs that fail are left, with what was said of them (csmith-failures)
#
# Debian has csmith and its headers in csmith and libcsmith-dev; another machine needs the program, the headers, this
# file, gcc and g++ or nvcc. Packed structures are left out: device code with them is refused (R4001).
#
# The last line counts programs: passed; refused by the translator with a code of its own; not built (it, g++ or nvcc
# failed on what it should take); wrong (another checksum, a crash, or no end); and those without a reference from the
# host. Exit code 1 where a program was not built or wrong, 2 where nothing could be tried.
set -u
self=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
usage() { sed -n '2,/^set -u/s/^# \{0,1\}//p' "$self" >&2; exit 2; }
die() { echo "$1" >&2; exit 2; }

# Csmith's main with the call of func_1 in a target region, and its variables copied back behind it. Constants stay.
wrap() {
    local names
    names=$(grep -o 'transparent_crc[a-z_]*(&\{0,1\}g_[0-9]*' "$1" | grep -o 'g_[0-9]*' | sort -u |
        while read -r name; do
            grep -E "^static .*[ *]$name(\[|;| =)" "$1" | grep -qE "^static (volatile )?const " || echo "$name"
        done | paste -sd,)
    awk -v names="$names" '
        /^#include "csmith.h"/ { print; print "#pragma omp declare target"; next }
        /^int main/ { print "#pragma omp end declare target" }
        /^ *func_1\(\);/ {
            print "    #pragma omp target"
            print
            if (names != "") print "    #pragma omp target update from(" names ")"
            next
        }
        { print }' "$1"
}

# Tries the program of one seed in a folder of its own, and prints the verdict and, behind it, what went wrong.
try() {
    local flags=(-std=gnu11 -w -I "$CSMITH_INCLUDE") want got code
    nice timeout 60 "$CSMITH" --seed "$1" --no-argc --no-packed-struct --max-funcs 8 >raw.c 2>log ||
        { echo "unreferenced csmith failed"; return; }
    wrap raw.c >p.c
    nice timeout "$BUILD_LIMIT" gcc "${flags[@]}" -O0 raw.c -o host >log 2>&1 ||
        { echo "unreferenced gcc does not build it"; return; }
    want=$(nice timeout "$HOST_LIMIT" ./host 2>>log | grep -a checksum) ||
        { echo "unreferenced it does not end on the host in $HOST_LIMIT s"; return; }

    local link=(-o device)
    [ "$RUN" = yes ] || link=(-c -o device.o)
    nice timeout "$BUILD_LIMIT" "$ROMP2CUDA" cc --offload-arch="$ARCH" "${flags[@]}" -O1 -fopenmp p.c "${link[@]}" \
        >log 2>&1
    code=$?
    if [ $code -ne 0 ]; then
        # R0... are failures of the compilers behind the translator, R9... its own.
        case $code,$(grep -ao 'error\[R[0-9]*\]' log | head -1) in
        124,*) echo "unbuilt no end in $BUILD_LIMIT s" ;;
        *,'error[R0'* | *,'error[R9'* | *,) echo "unbuilt exit code $code" ;;
        *,*) echo "refused $(grep -a 'error\[R' log | head -1)" ;;
        esac
        return
    fi
    [ "$RUN" = yes ] || { echo passed; return; }
    local device=(OMP_TARGET_OFFLOAD=MANDATORY)
    [ "$ARCH" != emulated ] || device+=(ROMP_DEVICE=emulated)
    nice env "${device[@]}" timeout "$RUN_LIMIT" ./device >output 2>log
    code=$?
    got=$(grep -a checksum output)
    if [ $code -eq 124 ]; then
        echo "wrong no end in $RUN_LIMIT s"
    elif [ $code -ne 0 ] || [ "$got" != "$want" ]; then
        echo "wrong '$got' (exit code $code) instead of '$want'"
    else
        echo passed
    fi
}

# A seed's verdict goes to a file of its own; programs that fail are kept.
if [ "${1:-}" = --one ]; then
    seed=$2
    mkdir "$WORK/$seed" && cd "$WORK/$seed" || exit 2
    verdict=$(try "$seed")
    echo "$verdict" >"$WORK/$seed.verdict"
    case $verdict in
    refused* | unbuilt* | wrong*)
        cp p.c "$KEEP/$seed.c"
        { echo "$verdict"; cat log; } >"$KEEP/$seed.log"
        echo "seed $seed: $verdict"
        ;;
    esac
    rm -rf "${WORK:?}/$seed"
    exit 0
fi

seeds=1..100 jobs=1 keep=csmith-failures
export ARCH=emulated RUN=no BUILD_LIMIT=300 HOST_LIMIT=10 RUN_LIMIT=60
export CSMITH=csmith CSMITH_INCLUDE='' ROMP2CUDA=${ROMP2CUDA:-$(dirname "$self")/../../target/debug/romp2cuda}
while [ $# -gt 0 ]; do
    [ "$1" = --run ] && { RUN=yes; shift; continue; }
    [ $# -ge 2 ] || usage
    case $1 in
    --seeds) seeds=$2 ;;
    --arch) ARCH=$2 ;;
    --jobs) jobs=$2 ;;
    --csmith) CSMITH=$2 ;;
    --include) CSMITH_INCLUDE=$2 ;;
    --romp2cuda) ROMP2CUDA=$2 ;;
    --build-limit) BUILD_LIMIT=$2 ;;
    --host-limit) HOST_LIMIT=$2 ;;
    --run-limit) RUN_LIMIT=$2 ;;
    --keep) keep=$2 ;;
    *) usage ;;
    esac
    shift 2
done
[[ $seeds =~ ^([0-9]+)\.\.([0-9]+)$ ]] && first=${BASH_REMATCH[1]} last=${BASH_REMATCH[2]} || usage
[ "$ARCH" != emulated ] || RUN=yes
CSMITH=$(command -v "$CSMITH") && CSMITH=$(realpath "$CSMITH") || die "csmith is not there: --csmith FILE"
ROMP2CUDA=$(realpath -e "$ROMP2CUDA") || die "no translator: --romp2cuda FILE"
[ -n "$CSMITH_INCLUDE" ] ||
    CSMITH_INCLUDE=$(dirname "$(find /usr/include /usr/local/include -name csmith.h 2>/dev/null | head -1)")
CSMITH_INCLUDE=$(realpath "$CSMITH_INCLUDE")
[ -f "$CSMITH_INCLUDE/csmith.h" ] || die "csmith.h is not there: --include DIR"
mkdir -p "$keep" && KEEP=$(realpath "$keep") || exit 2
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
export KEEP WORK

seq "$first" "$last" | xargs -P "$jobs" -n 1 "$self" --one

count() { cat "$WORK"/*.verdict 2>/dev/null | grep -ac "^$1"; }
for verdict in refused unbuilt wrong; do
    names=$(cd "$WORK" && grep -al "^$verdict" -- *.verdict 2>/dev/null | sed 's/\.verdict//' | sort -n | paste -sd' ')
    [ -z "$names" ] || echo "$verdict: $names"
done
rmdir "$KEEP" 2>/dev/null
passed=$(count passed) refused=$(count refused) unbuilt=$(count unbuilt) wrong=$(count wrong)
echo "$passed passed, $refused refused, $unbuilt not built, $wrong wrong, $(count unreferenced) no reference"
[ $((passed + refused + unbuilt + wrong)) -gt 0 ] || exit 2
[ $((unbuilt + wrong)) -eq 0 ]
