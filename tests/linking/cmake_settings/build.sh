# needs: cmake g++ make
export OMP_TARGET_OFFLOAD=MANDATORY
for unity in OFF ON; do
    cmake -S . -B build-$unity -DUNITY=$unity -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
        -DCMAKE_PREFIX_PATH="$(rompcc --print-prefix)" > configure.log
    cmake --build build-$unity > build.log
    ./build-$unity/app
    ./build-$unity/each
done
# Tools find the files.
grep -c '"file": ".*later.c"' build-OFF/compile_commands.json
