#!/usr/bin/env bash
# Runs what run.sh built, in the folder given; the sanitizer's findings are cut to their first lines.
set -u
cd "$1"
limited() { timeout "$@" 2>&1 || echo "exit $?: $*"; }
for bench in bench bench_one_way bench_counted; do
    echo "== $bench"
    limited 10 "./$bench"
done
# The same empty region by clang-19, where its folder is (clang/build.sh).
if [ -x "${ROMP_CLANG:-}/run.sh" ]; then
    "$ROMP_CLANG/run.sh" "$ROMP_CLANG"
fi
for check in check check_one_way check_counted; do
    echo "== $check"
    limited 10 "./$check"
done
for check in check check_one_way check_counted; do
    for tool in synccheck racecheck memcheck; do
        limited "${TOOL_SECONDS:-30}" compute-sanitizer --tool "$tool" "./$check" >"$check.$tool" &
    done
done
wait
for log in *.*check; do
    echo "== $log"
    head -n 6 "$log" | cut -c 1-200
    grep "failures$" "$log"
    tail -n 2 "$log" | cut -c 1-200
done
