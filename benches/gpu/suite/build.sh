#!/usr/bin/env bash
# Builds all programs of `romp2cuda bench` (rodinia-ports, constructs' overheads, implicit data sharing) for a machine
# with a GPU, and packs them as DIR.tar.xz; there, DIR/run.sh:
#   benches/gpu/suite/build.sh DIR [sm_90]
# AGAINST (default cuda) names the peers, PROGRAMS the folders, JOBS how many compile at once; with FOR=checks it builds
# for `run.sh RESULTS checks` alone. REFERENCES='bplustree cg' runs the references of these programs here, in size large,
# and carries what they leave; others run once there, all at the same time.
set -eu
[ $# -ge 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$root"
# shellcheck disable=SC2086
"${ROMP2CUDA:-romp2cuda}" bench ${PROGRAMS:-rodinia-ports benches/gpu/epcc benches/sharing} --build-only "$out" \
    --offload-arch="${2:-sm_90}" --against="${AGAINST:-cuda}" --jobs="${JOBS:-$(nproc)}" \
    $([ "${FOR:-}" = checks ] && echo --sanitize)
if [ -n "${REFERENCES:-}" ]; then
    # shellcheck disable=SC2086
    "${ROMP2CUDA:-romp2cuda}" bench --prebuilt "$out" $REFERENCES --references --size=large
    rm -rf "$out"/*/input
fi
cp "$here/run.sh" "$here/shares.py" "$out/"
echo "${AGAINST:-cuda}" >"$out/against"
# The programs share most of their text: a dictionary as large as many of them.
tar -C "$(dirname "$out")" -c "$(basename "$out")" | xz -T1 --lzma2=preset=4,dict=256MiB >"$out.tar.xz"
ls -l "$out.tar.xz"
