//! Translated programs, written by hand: host C, CUDA C, emulated image; built with gcc and g++, linked
//! with the static library, run, and compared with what they must print.
//!
//! Each program links its image twice, plain and instrumented, as `romp2cuda run` may.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, OnceLock};

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

fn include() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("include")
}

/// The static library that cargo built beside this test.
fn library() -> PathBuf {
    let deps = std::env::current_exe()
        .unwrap()
        .parent()
        .unwrap()
        .to_path_buf();
    let mut found: Vec<PathBuf> = [deps.clone(), deps.parent().unwrap().to_path_buf()]
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            name.starts_with("libromp") && name.ends_with(".a")
        })
        .collect();
    found.sort_by_key(|path| path.metadata().unwrap().modified().unwrap());
    found.pop().expect("libromp.a beside the test")
}

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(command: &mut Command) -> Output {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && text.is_empty(),
        "{command:?}\n{text}"
    );
    output
}

const DEVICE_FLAGS: [&str; 11] = [
    // `#pragma unroll` is nvcc's.
    "-Wno-unknown-pragmas",
    "-std=gnu++17",
    "-O2",
    "-Wall",
    "-Wextra",
    "-Wno-unknown-pragmas",
    "-Wno-unused-variable",
    "-Werror",
    "-DROMP_EMULATED",
    "-fvisibility=hidden",
    "-fPIC",
];
const CHECKED_FLAGS: [&str; 8] = [
    "-fsanitize=kernel-address",
    "-fasan-shadow-offset=0x200000000000",
    "--param",
    "asan-instrumentation-with-call-threshold=0",
    "--param",
    "asan-stack=1",
    "--param",
    "asan-globals=1",
];

fn image(name: &str, object: &Path, flags: &[&str]) {
    let mut compile = Command::new("g++");
    compile
        .current_dir(here())
        .args(DEVICE_FLAGS)
        .arg("-fno-exceptions")
        .args(flags)
        .arg("-I")
        .arg(include());
    run(compile
        .arg("-c")
        .arg(format!("{name}.cpp"))
        .arg("-o")
        .arg(object));
    let mut localise = Command::new("objcopy");
    for section in [
        ".data",
        ".data.rel",
        ".data.rel.local",
        ".data.rel.ro",
        ".data.rel.ro.local",
    ] {
        localise
            .arg("--rename-section")
            .arg(format!("{section}=romp_data"));
    }
    localise.args(["--rename-section", ".bss=romp_bss"]);
    for hook in ["handle_no_return", "register_globals", "unregister_globals"] {
        localise.arg(format!("--redefine-sym=__asan_{hook}=romp_asan_{hook}"));
    }
    run(localise.arg("--localize-hidden").arg(object));
}

/// The program, built once.
fn program(name: &str) -> PathBuf {
    static BUILT: OnceLock<Mutex<Vec<String>>> = OnceLock::new();
    let mut built = BUILT.get_or_init(Mutex::default).lock().unwrap();
    let folder = folder();
    let path = folder.join(name);
    if built.contains(&name.to_string()) {
        return path;
    }
    let object = |suffix: &str| folder.join(format!("{name}{suffix}.o"));
    let mut host = Command::new("gcc");
    host.current_dir(here()).args([
        "-std=gnu99",
        "-O2",
        "-Wall",
        "-Wextra",
        "-Wno-unknown-pragmas",
        "-Wno-unused-variable",
        "-Werror",
        "-fopenmp",
    ]);
    host.arg(format!("-DROMP_UNIT=\"{name}\""))
        .arg("-I")
        .arg(include());
    run(host
        .arg("-c")
        .arg(format!("{name}.c"))
        .arg("-o")
        .arg(object("")));
    image(name, &object("-plain"), &[]);
    image(name, &object("-checked"), &CHECKED_FLAGS);
    let mut link = Command::new("gcc");
    link.args(["", "-plain", "-checked"].map(object))
        .arg(library());
    run(link
        .args(["-fopenmp", "-lpthread", "-ldl", "-lm", "-o"])
        .arg(&path));
    built.push(name.to_string());
    path
}

/// Exit code, standard output, standard error.
fn outcome(name: &str, argument: &str, env: &[(&str, &str)]) -> (i32, String, String) {
    let mut command = Command::new(program(name));
    for (variable, _) in std::env::vars() {
        if variable.starts_with("ROMP_") || variable.starts_with("OMP_") {
            command.env_remove(variable);
        }
    }
    command
        .args(Some(argument).filter(|a| !a.is_empty()))
        .envs(env.iter().copied());
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap_or(-1),
        text(output.stdout),
        text(output.stderr),
    )
}

const EMULATED: (&str, &str) = ("ROMP_DEVICE", "emulated");
const CHECK: (&str, &str) = ("ROMP_EMULATED_CHECK", "1");

fn emulated(name: &str, argument: &str) -> (i32, String, String) {
    outcome(name, argument, &[EMULATED])
}

fn checked(name: &str, argument: &str) -> (i32, String, String) {
    outcome(name, argument, &[EMULATED, CHECK])
}

fn ok(text: &str) -> (i32, String, String) {
    (0, text.to_string(), String::new())
}

/// The message with addresses taken out.
fn message((code, _, stderr): (i32, String, String)) -> String {
    assert_eq!(code, 1, "{stderr}");
    let mut out = String::new();
    let mut rest = stderr.as_str();
    while let Some(at) = rest.find("0x") {
        out.push_str(&rest[..at]);
        out.push_str("ADDRESS");
        rest = rest[at + 2..].trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    out + rest
}

#[test]
fn a_region_runs_on_the_emulated_device() {
    assert_eq!(emulated("saxpy", ""), ok("0 wrong\n"));
    assert_eq!(checked("saxpy", ""), ok("0 wrong\n"));
    assert_eq!(
        outcome("saxpy", "", &[EMULATED, ("ROMP_EMULATED_THREADS", "3")]),
        ok("0 wrong\n")
    );
}

#[test]
fn the_host_does_it_where_asked() {
    let host = ok("on the host\non the host\n0 wrong\n");
    assert_eq!(outcome("saxpy", "", &[("ROMP_DEVICE", "host")]), host);
    assert_eq!(
        outcome("saxpy", "", &[EMULATED, ("OMP_TARGET_OFFLOAD", "DISABLED")]),
        host
    );
}

#[test]
fn trace_tells_what_ran() {
    let (code, _, text) = outcome("saxpy", "", &[EMULATED, ("ROMP_TRACE", "1")]);
    assert_eq!(code, 0);
    assert!(
        text.contains("saxpy.c:17: saxpy_1 on emulated 0, 2 launches, 391 x 256 (teams x threads)"),
        "{text}"
    );
    assert!(
        text.contains("1600000 bytes to the device, 800000 back"),
        "{text}"
    );
    let file = folder().join("saxpy.json");
    outcome(
        "saxpy",
        "",
        &[EMULATED, ("ROMP_TRACE", file.to_str().unwrap())],
    );
    let text = std::fs::read_to_string(file).unwrap();
    assert!(
        text.contains(
            "\"place\": \"saxpy.c:17\", \"kernel\": \"saxpy_1\", \"device\": \"emulated 0\""
        ),
        "{text}"
    );
}

#[test]
fn a_team_has_barriers_and_exactly_its_threads() {
    let sums = ok("528 1617 2706 3795 4884\n");
    assert_eq!(emulated("team", "sums"), sums);
    assert_eq!(checked("team", "sums"), sums);
    let own = format!(
        "{} {} {}\n",
        15 + i32::from(b'z'),
        26 + i32::from(b'o'),
        37 + i32::from(b't')
    );
    assert_eq!(checked("team", "own"), ok(&own));
    assert_eq!(
        emulated("team", "print").1,
        "team 0 of 2, thread 0 of 2, level 1, device 0, initial 0\n\
         team 0 of 2, thread 1 of 2, level 1, device 0, initial 0\n\
         team 1 of 2, thread 0 of 2, level 1, device 0, initial 0\n\
         team 1 of 2, thread 1 of 2, level 1, device 0, initial 0\n"
    );
}

#[test]
fn a_deadlock_is_told_with_its_barriers() {
    assert_eq!(
        message(emulated("team", "deadlock")),
        "romp: team.c:19: error: kernel deadlock_2, team 0: threads of a team wait at different barriers, and none can go on\n  \
         note: threads 0, 4, 8, 12, 16, 20, 24, 28, ... finished\n  \
         note: threads 1-3, 5-7, 9 at the barrier of team.cu:22\n  \
         note: threads 10-11, 13-15, 17-19, 21-23, 25-27, 29-31 at the barrier of team.cu:24\n  \
         note: every thread of a team encounters each of its barriers, or none does: take the barrier out of the condition\n"
    );
}

#[test]
fn a_master_and_its_workers_run_regions_of_any_size() {
    assert_eq!(emulated("fork", ""), ok("0 failures\n"));
    assert_eq!(checked("fork", ""), ok("0 failures\n"));
}

#[test]
fn barriers_that_never_fill_are_told_with_their_places() {
    assert_eq!(
        message(emulated("fork", "counts")),
        "romp: fork.c:117: error: kernel counts_6, team 0: threads wait at one barrier for different numbers of threads\n  \
         note: threads 0-31 at the barrier of fork.cu:243, of 64 threads\n  \
         note: thread 32 at the barrier of fork.cu:243, of 96 threads\n"
    );
    assert_eq!(
        message(emulated("fork", "missing")),
        "romp: fork.c:120: error: kernel missing_7, team 0: threads of a team wait at different barriers, and none can go on\n  \
         note: threads 0-6, 8-39 at the barrier of fork.cu:250, of 40 threads\n  \
         note: threads 7, 40-63 at the barrier of fork.cu:251\n  \
         note: every thread of a team encounters each of its barriers, or none does: take the barrier out of the condition\n"
    );
    assert_eq!(
        message(emulated("fork", "nofinish")),
        "romp: fork.c:123: error: kernel nofinish_8, team 0: threads of a team wait at different barriers, and none can go on\n  \
         note: threads 0-2, 4-31 where a parallel region ends, fork.cu:261\n  \
         note: thread 3 where a parallel region begins, fork.cu:258\n  \
         note: thread 32 where a parallel region ends, fork.cu:268\n  \
         note: threads 33-63 finished\n  \
         note: every thread of a team encounters each of its barriers, or none does: take the barrier out of the condition\n"
    );
}

#[test]
fn team_memory_that_is_full_is_told() {
    assert_eq!(
        message(emulated("fork", "full")),
        "romp: fork.c:108: error: kernel arena_5, team 0, thread 32: the array `v`, which its team shares, needs 8000 \
         bytes, and of the team's 131072 bytes 3072 are left; ROMP_TEAM_ARENA=136000 would do for this one\n"
    );
    let more = outcome("fork", "full", &[EMULATED, ("ROMP_TEAM_ARENA", "1M")]);
    assert_eq!(more, ok(""));
}

#[test]
fn a_failed_assertion_names_the_kernel_and_keeps_the_output() {
    let outcome = emulated("team", "assert");
    assert_eq!(outcome.1, "before\n");
    assert_eq!(
        message(outcome),
        "romp: team.c:23: error: kernel assert_3, team 0, thread 7: assertion `romp::thread() < 7` failed\n  \
         note: team.cu:29, in assert_3\n"
    );
}

#[test]
fn a_fault_is_told_with_the_team() {
    // The compiler need not keep the thread's number in memory, where accesses are not checked.
    assert_eq!(
        message(emulated("team", "null")),
        "romp: team.c:44: error: kernel null_6, team 0: an access through a null pointer, at ADDRESS\n  \
         note: `romp2cuda run` checks every access, and so does a program that was built with --check=memory\n"
    );
    let text = message(emulated("team", "stack"));
    assert!(
        text.starts_with(
            "romp: team.c:48: error: kernel stack_7, team 0, thread 0: stack overflow: the thread's stack of "
        ),
        "{text}"
    );
}

#[test]
fn a_hang_ends_with_the_regions_line() {
    assert_eq!(
        message(outcome(
            "team",
            "hang",
            &[EMULATED, ("ROMP_TIMEOUT", "0.1")]
        )),
        "romp: team.c:29: error: kernel hang_5 on emulated 0, 1 teams of 2 threads: the time of ROMP_TIMEOUT is over\n"
    );
}

#[test]
fn the_trace_tells_what_the_host_ran() {
    let (code, _, stderr) = outcome("team", "hostregion", &[EMULATED, ("ROMP_TRACE", "1")]);
    assert_eq!(
        (code, stderr.as_str()),
        (
            0,
            "romp: what ran where\n  \
             team.c:43: print_4 on the host, 1 times: if(argc < 0) is false\n  \
             team.c:45: print_4 on the host, 1 times: device(1) is the host\n"
        )
    );
}

#[test]
fn wrong_shapes_and_devices_are_told() {
    assert_eq!(
        message(emulated("team", "shape")),
        "romp: team.c:33: error: num_teams(n) is 0: it must be positive\n"
    );
    assert_eq!(
        message(emulated("team", "parameters")),
        "romp: team.c:36: error: kernel sums_1 has 1 parameters, its construct gives 0\n"
    );
    assert_eq!(
        message(emulated("team", "device")),
        "romp: team.c:40: error: device(which) is number 7, but the devices are 0 to 0 (the host is 1 or -1)\n"
    );
    assert_eq!(
        emulated("team", "hostregion"),
        ok("host\nhost, by number\n")
    );
}

#[test]
fn data_environments_follow_the_counts() {
    assert_eq!(emulated("data", ""), ok("0 failures\n"));
    assert_eq!(checked("data", ""), ok("0 failures\n"));
}

#[test]
fn wrong_mappings_name_the_variable() {
    assert_eq!(
        message(emulated("data", "partial")),
        "romp: data.c:51: error: x[0:n]: only a part of it is mapped on device 0: 400 bytes from ADDRESS asked for, \
         40 bytes from ADDRESS is there\n  note: x[0:10] was mapped at data.c:50\n  \
         note: map the larger section first, or unmap the smaller one before\n"
    );
    let text = message(emulated("data", "present"));
    assert!(
        text.starts_with(
            "romp: data.c:52: error: never[0:50]: must be present, but 200 bytes from ADDRESS is not mapped on device 0\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("x[0:10] (40 bytes from ADDRESS, at data.c:50)"),
        "{text}"
    );
    assert_eq!(
        message(outcome(
            "data",
            "memory",
            &[EMULATED, ("ROMP_EMULATED_MEMORY", "1G")]
        )),
        "romp: data.c:59: error: big[0:1000000000]: device 0 has no memory left for its 4000000000 bytes\n"
    );
}

#[test]
fn checks_find_the_owner_of_a_wrong_address() {
    for (what, start, note) in [
        (
            "unmapped",
            "data.c:53: error: kernel twice_6, team 0, thread 0: reads 4 bytes",
            "of the host's memory at never, which is not mapped",
        ),
        (
            "stack",
            "data.c:54: error: kernel twice_6, team 0, thread 0: reads 4 bytes",
            "of the host's memory at p, which is not mapped",
        ),
        (
            "beyond",
            "data.c:55: error: kernel twice_6, team 0, thread 10: reads 4 bytes",
            "just past the end of x[0:10]",
        ),
        (
            "host",
            "data.c:56: error: kernel twice_6, team 0, thread 0: reads 4 bytes",
            "byte 0 of it, mapped at data.c:50; the pointer holds the host's address",
        ),
        (
            "freed",
            "data.c:58: error: kernel twice_6, team 0, thread 0: reads 4 bytes",
            "reads 4 bytes of x[0:10] after it was unmapped",
        ),
    ] {
        let text = message(checked("data", what));
        assert!(
            text.contains(start) && text.contains(note),
            "{what}: {text}"
        );
    }
}

#[test]
fn a_program_without_an_image_for_a_gpu_runs_on_the_emulated_device() {
    for mode in [("OMP_TARGET_OFFLOAD", "MANDATORY"), ("ROMP_DEVICE", "")] {
        let (code, stdout, stderr) = outcome("saxpy", "", &[mode]);
        assert_eq!((code, stderr.as_str()), (0, ""), "{mode:?}");
        assert!(!stdout.contains("on the host"), "{mode:?}: {stdout}");
    }
    if Path::new("/dev/nvidiactl").exists() {
        return;
    }
    let text = message(outcome("saxpy", "", &[("ROMP_DEVICE", "cuda")]));
    assert!(text.starts_with("romp: error: no device: "), "{text}");
}

/// Ranges and schedules against plain loops.
#[test]
fn ranges_are_the_loops_they_stand_for() {
    let path = folder().join("ranges");
    let mut compile = Command::new("g++");
    compile
        .current_dir(here())
        .args(DEVICE_FLAGS)
        .arg("-I")
        .arg(include())
        .arg("ranges.cpp")
        .arg("-o")
        .arg(&path);
    run(compile.arg(library()).args(["-lpthread", "-ldl", "-lm"]));
    assert_eq!(
        String::from_utf8(run(&mut Command::new(path)).stdout).unwrap(),
        "0 failures\n"
    );
}

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

/// The CUDA back end on a driver that is a few lines of C.
fn fake_cuda(argument: &str, env: &[(&str, &str)]) -> (i32, String, String) {
    static BUILT: OnceLock<()> = OnceLock::new();
    let driver = folder().join("fake");
    let program = folder().join("cuda");
    BUILT.get_or_init(|| {
        std::fs::create_dir_all(&driver).unwrap();
        let mut shared = Command::new("gcc");
        shared.current_dir(here()).args([
            "-std=gnu99",
            "-O1",
            "-shared",
            "-fPIC",
            "fake_cuda.c",
            "-o",
        ]);
        run(shared.arg(driver.join("libcuda.so.1")));
        let mut host = Command::new("gcc");
        host.current_dir(here()).args([
            "-std=gnu99",
            "-O2",
            "-Wall",
            "-Wextra",
            "-Wno-unknown-pragmas",
            "-Wno-unused-variable",
            "-Werror",
            "-fopenmp",
        ]);
        host.args(["-DROMP_UNIT=\"cuda\"", "-I"])
            .arg(include())
            .arg("cuda.c")
            .arg(library());
        run(host.args(["-lpthread", "-ldl", "-lm", "-o"]).arg(&program));
    });
    let mut command = Command::new(program);
    command
        .env_remove("OMP_TARGET_OFFLOAD")
        .env_remove("ROMP_DEVICE")
        .env("LD_LIBRARY_PATH", &driver);
    let output = command
        .args(Some(argument).filter(|a| !a.is_empty()))
        .envs(env.iter().copied())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap_or(-1),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn the_cuda_back_end_drives_a_driver() {
    assert_eq!(fake_cuda("", &[]), ok("0 failures\n"));
    assert_eq!(fake_cuda("", &[("ROMP_TIMEOUT", "5")]), ok("0 failures\n"));
}

#[test]
fn a_faulting_kernel_is_told_with_its_pointers() {
    let text = message(fake_cuda("1", &[("FAKE_CUDA_FAULT", "1")]));
    assert!(
        text.starts_with(
            "romp: cuda.c:66: error: kernel saxpy_1 on cuda 0: Fake GPU 0, 4 teams of 256 threads: an illegal memory \
             access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)\n  note: x[0:n]: device ADDRESS, 4000 bytes of x[0:n] \
             (mapped at cuda.c:66)\n  note: y[0:n]: "
        ),
        "{text}"
    );
    assert!(
        text.contains("note: to find the access: `romp2cuda run --offload-arch=emulated` with its files, or ROMP_DEVICE=emulated "),
        "{text}"
    );
    assert!(text.contains("`romp2cuda run --check=sanitizer`"), "{text}");
    let text = message(fake_cuda(
        "1",
        &[("FAKE_CUDA_HANG", "1"), ("ROMP_TIMEOUT", "0.1")],
    ));
    assert!(
        text.starts_with("romp: cuda.c:66: error: kernel saxpy_1 on cuda 0: Fake GPU 0, 4 teams"),
        "{text}"
    );
}

#[test]
fn what_does_not_fit_a_gpu_is_told() {
    assert_eq!(
        message(fake_cuda("", &[("FAKE_CUDA_MEMORY", "100000")])),
        "romp: cuda.c:90: error: device 0 has no memory left for the variables of 1 teams, 131072 bytes each\n  \
         note: ROMP_TEAM_ARENA=bytes sets what each team has\n"
    );
    assert_eq!(
        message(fake_cuda("", &[("TOO_MUCH_SHARED", "1")])),
        "romp: cuda.c:91: error: kernel shape_2 on cuda 0: Fake GPU 0: a team needs 100 + 101300 bytes of shared memory, \
         and may have 101376 there\n  note: translate it with --offload-arch of this device, or with a smaller \
         --shared-budget\n"
    );
    let small = [("FAKE_CUDA_MEMORY", "6600")];
    let text = message(fake_cuda("1", &small));
    assert_eq!(
        text,
        "romp: cuda.c:66: error: y[0:n]: device 0 has no memory left for its 4000 bytes\n"
    );
    let (code, stdout, stderr) = fake_cuda("1", &[("FAKE_CUDA_IMAGE", "1")]);
    assert_eq!((code, stdout.as_str()), (0, "on the host\non the host\n"));
    assert_eq!(
        stderr,
        "romp: no device: the image of unit cuda: fake error (CUDA_ERROR_NO_BINARY_FOR_GPU); target regions run on the \
         host (OMP_TARGET_OFFLOAD=MANDATORY makes this an error)\n"
    );
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
    layout!(EmulatedKernel romp_emulated_kernel: name name, run run, barriers barriers, params params);
    layout!(EmulatedGlobal romp_emulated_global: name name, address address, bytes bytes);
    layout!(Image romp_image: abi abi, emulated emulated, unit unit, suffix suffix, data data, bytes bytes,
            kernels kernels, kernel_count kernel_count, globals globals, global_count global_count);
    layout!(EmulatedData romp_emulated_data: checked checked, extent_count extent_count, extents extents);
    layout!(Launch romp_launch: teams teams, threads threads, first first, last last, device device);
    for (name, value) in [
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
        ("ROMP_GLOBAL_LINK", GLOBAL_LINK),
    ] {
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
