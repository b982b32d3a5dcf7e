//! The headers by themselves.

use crate::build::*;
use std::process::Command;

/// The headers alone, as strictly as they may be compiled.
#[test]
fn headers_compile_cleanly() {
    let text = folder().join("headers.c");
    std::fs::write(
        &text,
        "#include \"omp.h\"\n#include \"romp.h\"\n#include \"romp/emulated.h\"\nint unused;\n",
    )
    .unwrap();
    for (compiler, language, standard) in [
        ("gcc", "c", "c99"),
        ("gcc", "c", "c17"),
        ("g++", "c++", "c++11"),
        ("g++", "c++", "c++17"),
    ] {
        let mut compile = Command::new(compiler);
        compile.args([
            "-x",
            language,
            &format!("-std={standard}"),
            "-Wall",
            "-Wextra",
            "-Wno-unknown-pragmas",
            "-Wno-unused-variable",
            "-Wpedantic",
            "-Werror",
        ]);
        run(compile
            .arg("-I")
            .arg(include())
            .arg("-fsyntax-only")
            .arg(&text));
    }
}

/// The runtime's structs are those of the headers.
#[test]
fn structs_have_one_layout() {
    use romp::ffi::*;
    use std::mem::offset_of;
    let mut text =
        String::from("#include <stddef.h>\n#include \"romp.h\"\n#include \"romp/emulated.h\"\n");
    macro_rules! layout {
        ($rust:ident $c:ident: $($field:ident $name:ident),*) => {
            text += &format!("_Static_assert(sizeof({0}) == {1}, \"{0}\");\n", stringify!($c), size_of::<$rust>());
            $(text += &format!(
                "_Static_assert(offsetof({0}, {1}) == {2}, \"{0}.{1}\");\n",
                stringify!($c), stringify!($name), offset_of!($rust, $field)
            );)*
        };
    }
    layout!(Arg romp_arg: kind kind, flags flags, text text, base base, begin begin, bytes bytes, pointer pointer);
    layout!(Site romp_site: abi abi, unit unit, place where, kernel kernel, cache cache);
    layout!(Global romp_global: host host, bytes bytes, symbol symbol, flags flags);
    layout!(EmulatedKernel romp_emulated_kernel: name name, run run, barriers barriers, params params, told told,
            parameters parameters);
    layout!(EmulatedParameter romp_emulated_parameter: bytes bytes, flags flags);
    layout!(EmulatedGlobal romp_emulated_global: name name, address address, bytes bytes);
    layout!(Image romp_image: abi abi, flags flags, unit unit, suffix suffix, data data, bytes bytes,
            kernels kernels, kernel_count kernel_count, globals globals, global_count global_count);
    layout!(EmulatedData romp_emulated_data: checked checked, extent_count extent_count, extents extents,
            shared shared, shared_count shared_count);
    layout!(EmulatedShared romp_emulated_shared: name name, declaration declaration, kind type, length length,
            place place, function function, defined defined);
    layout!(Launch romp_launch: teams teams, threads threads, first first, last last, device device, seed seed,
            grid_x grid_x, grid_y grid_y, block_x block_x);
    let constants = [
        ("ROMP_ABI", ABI),
        ("ROMP_KIND_MAP", KIND_MAP),
        ("ROMP_KIND_MANY", KIND_MANY),
        ("ROMP_KIND_VALUE", KIND_VALUE),
        ("ROMP_KIND_BLOCK", KIND_BLOCK),
        ("ROMP_KIND_ITERATIONS", KIND_ITERATIONS),
        ("ROMP_KIND_TEAMS", KIND_TEAMS),
        ("ROMP_KIND_THREADS", KIND_THREADS),
        ("ROMP_KIND_LIMIT", KIND_LIMIT),
        ("ROMP_KIND_IF", KIND_IF),
        ("ROMP_KIND_DEVICE", KIND_DEVICE),
        ("ROMP_KIND_SCRATCH", KIND_SCRATCH),
        ("ROMP_KIND_TEAM_MEMORY", KIND_TEAM_MEMORY),
        ("ROMP_KIND_STACK", KIND_STACK),
        ("ROMP_KIND_GRID", KIND_GRID),
        ("ROMP_KIND_ROWS", KIND_ROWS),
        ("ROMP_KIND_SHARED", KIND_SHARED),
        ("ROMP_KIND_TEAMS_OPEN", KIND_TEAMS_OPEN),
        ("ROMP_KIND_WORKERS", KIND_WORKERS),
        ("ROMP_KIND_TASKS", KIND_TASKS),
        ("ROMP_KIND_ITEMS", KIND_ITEMS),
        ("ROMP_KIND_WHOLE", KIND_WHOLE),
        ("ROMP_KIND_PRINTS", KIND_PRINTS),
        ("ROMP_KIND_TEAMS_IF", KIND_TEAMS_IF),
        ("ROMP_KIND_APART", KIND_APART),
        ("ROMP_GLOBAL_LINK", GLOBAL_LINK),
        ("ROMP_MASTER", MASTER),
        ("ROMP_POINTEE", POINTEE),
    ];
    let flags = [
        ("ROMP_TO", TO),
        ("ROMP_FROM", FROM),
        ("ROMP_ALWAYS", ALWAYS),
        ("ROMP_PRESENT", PRESENT),
        ("ROMP_RELEASE", RELEASE),
        ("ROMP_DELETE", DELETE),
        ("ROMP_IMPLICIT", IMPLICIT),
        ("ROMP_PARAM", PARAM),
        ("ROMP_FRESH", FRESH),
        ("ROMP_ZERO_LENGTH", ZERO_LENGTH),
        ("ROMP_FEW", FEW),
        ("ROMP_EXACT", EXACT),
        ("ROMP_OPEN", OPEN),
        ("ROMP_THREADS", THREADS),
        ("ROMP_LINKED", LINKED),
        ("ROMP_AROUND", AROUND),
        ("ROMP_POINTER", POINTER),
        ("ROMP_SMALL", SMALL),
    ];
    for (at, (name, bit)) in flags.iter().enumerate() {
        let before = flags[..at].iter().find(|(_, other)| other & bit != 0);
        assert_eq!(before, None, "it has a bit of {name}");
    }
    for (name, value) in constants.into_iter().chain(flags) {
        text += &format!("_Static_assert({name} == {value}, \"{name}\");\n");
    }
    let file = folder().join("layout.c");
    std::fs::write(&file, text).unwrap();
    run(Command::new("gcc")
        .arg("-I")
        .arg(include())
        .arg("-fsyntax-only")
        .arg(file));
}
