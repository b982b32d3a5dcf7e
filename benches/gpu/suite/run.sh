#!/usr/bin/env bash
# On the machine with the GPU and CUDA's tools, in the folder that build.sh made:
#   run.sh RESULTS [checks] [shares] [overheads] [times] [page]
# checks:    all programs in size test under memcheck, racecheck and synccheck -> RESULTS/sanitized.{txt,json}
# shares:    what part of the GPU's peaks each program by hand reaches, by ncu -> RESULTS/shares.json
# overheads: what OpenMP's constructs take, for 1 to 992 threads               -> RESULTS/overheads.{txt,json}
# times:     all other programs in size large                                  -> RESULTS/times.{txt,json}
# page:      what is there of the last two as one                              -> RESULTS/report.{txt,html}
# Without a word all of them. LIMIT (540) is the seconds of a part at most; where `overheads` or `times` take longer, the
# same command goes on with what is missing. RUNS (5) is how often each program runs, NAMES='nn lud' takes some.
# Exit code 1 where a program of the translator's is not clean, wrong, fails or hangs.
set -u
[ $# -ge 1 ] || { sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 2; }
mkdir -p "$1" && results=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- checks shares overheads times page
# TERM is Ctrl-C: what is there by then is saved.
bench() { timeout "${LIMIT:-540}" ./romp2cuda bench --prebuilt . --against="$(cat against)" "$@"; }
all_but_overheads() {
    python3 -c 'import json; print(*(p["name"] for p in json.load(open("built.json"))["programs"] if p["name"] != "epcc"))'
}
bad=0
for part; do
    case $part in
    checks)
        bench ${NAMES:-} --sanitize --save="$results/sanitized.json" >"$results/sanitized.txt" || bad=1
        tail -n 40 "$results/sanitized.txt"
        ;;
    shares) timeout "${LIMIT:-540}" python3 shares.py measure . "$results/shares.json" || bad=1 ;;
    overheads)
        [ -d epcc ] || continue
        bench epcc --size=large --measure=whole --runs="${RUNS:-5}" --resume --save="$results/overheads.json" \
            >"$results/overheads.txt" || bad=1
        tail -n 4 "$results/overheads.txt"
        ;;
    times)
        # shellcheck disable=SC2046
        bench ${NAMES:-$(all_but_overheads)} --size=large --runs="${RUNS:-5}" --resume --save="$results/times.json" \
            >"$results/times.txt" || bad=1
        tail -n 40 "$results/times.txt"
        ;;
    page)
        files=$(ls "$results"/times.json "$results"/overheads.json 2>/dev/null | paste -sd, -)
        ./romp2cuda bench --show="$files" >"$results/report.txt" || bad=1
        ./romp2cuda bench --show="$files" --format=html >"$results/report.html" || bad=1
        ;;
    *)
        echo "run.sh: $part: expected checks, shares, overheads, times or page" >&2
        exit 2
        ;;
    esac
done
exit $bad
