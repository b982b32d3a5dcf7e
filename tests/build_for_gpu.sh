#!/usr/bin/env bash
# Builds every program of tests/run and examples for a GPU, on a machine without one:
#   tests/build_for_gpu.sh OUTDIR [sm_90]
# OUTDIR gets NAME.exe and NAME.expected (what the same program prints when gcc builds it for the host),
# and OUTDIR.tar.xz both for all, unless ROMP_ARCHIVE=no. tests/gpu.sh runs them where the GPU is.
# ROMP_JOBS programs are built at a time (default: 2).
# ROMP2CUDA names the translator (default: target/release/romp2cuda, else the one on PATH).
set -u
[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1" && out=$(cd "$1" && pwd)
arch=${2:-sm_90}
if [ -z "${ROMP2CUDA:-}" ]; then
    ROMP2CUDA=$root/target/release/romp2cuda
    [ -x "$ROMP2CUDA" ] || ROMP2CUDA=romp2cuda
fi
# Programs for the host run beside compilers: their threads must not spin.
export root out arch ROMP2CUDA OMP_WAIT_POLICY=passive

# build_all SOURCE-FILE-OR-FOLDER: with the options of each line of the file beside it; `--` alone is a line without any.
build_all() {
    local path=$1 name sources beside line lines=()
    name=${path#"$root/"}
    name=${name#tests/run/}
    name=${name%.c}
    name=${name//\//-}
    if [ -d "$path" ]; then
        sources=("$path"/*.c) beside=$path/opts
    else
        sources=("$path") beside=$path.opts
    fi
    [ -f "$beside" ] && mapfile -t lines <"$beside"
    [ ${#lines[@]} -gt 0 ] || lines=(--)
    for line in "${lines[@]}"; do
        [ "$line" = -- ] && line=
        if [ ${#lines[@]} -gt 1 ]; then
            build_one "$name${line// /}" "$line" "${sources[@]}"
        else
            build_one "$name" "$line" "${sources[@]}"
        fi
    done
}

# build_one NAME OPTIONS SOURCE...
build_one() {
    local name=$1 options host_options word log
    read -ra options <<<"$2"
    shift 2
    local sources=("$@")
    # Words with two dashes are the translator's.
    host_options=()
    for word in "${options[@]}"; do
        [[ $word == --* ]] || host_options+=("$word")
    done
    log=$out/$name.log
    if ! "$ROMP2CUDA" cc -O2 -w -fopenmp "--offload-arch=$arch" "${options[@]}" "${sources[@]}" \
        -o "$out/$name.exe" -lm >"$log" 2>&1; then
        echo "not built: $name ($log)"
        rm -f "$out/$name.exe"
        return
    fi
    strip "$out/$name.exe"
    if head -qn1 "${sources[@]}" | grep -q '^// host: skip'; then
        printf 'ok\n' >"$out/$name.lastline"
    elif gcc -O1 -w -fopenmp "${host_options[@]}" "${sources[@]}" -o "$out/$name.host" -lm >>"$log" 2>&1 &&
        timeout 60 "$out/$name.host" >"$out/$name.expected" 2>>"$log"; then
        :
    else
        echo "fails on the host: $name ($log)"
    fi
    rm -f "$out/$name.host"
    [ -s "$log" ] || rm -f "$log"
}
export -f build_all build_one

{
    find "$root/tests/run" -name '*.c' -not -path '*/files/*'
    find "$root/tests/run/files" "$root/examples" -mindepth 1 -maxdepth 1 -type d
} | sort | grep -E -- "${ROMP_TESTS:-.}" | xargs -P "${ROMP_JOBS:-2}" -I {} bash -c 'build_all {}'

cp "$root/tests/gpu.sh" "$out/"
programs="$(find "$out" -name '*.exe' | wc -l) programs"
if [ "${ROMP_ARCHIVE:-yes}" = no ]; then
    echo "$programs in $out"
    exit
fi
tar -C "$(dirname "$out")" -cJf "$out.tar.xz" "$(basename "$out")"
echo "$programs, $(du -m "$out.tar.xz" | cut -f1) MB in $out.tar.xz"
