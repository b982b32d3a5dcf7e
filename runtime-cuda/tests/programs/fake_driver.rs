//! The back end for GPUs on a CUDA driver of a few lines of C (fake_cuda.c).

use crate::build::*;
use std::process::Command;
use std::sync::OnceLock;

/// Runs cuda.c on the CUDA back end with the fake driver.
fn fake_cuda(argument: &str, env: &[(&str, &str)]) -> (i32, String, String) {
    fake("cuda", argument, env)
}

/// Builds a program of this folder.
fn build(source: &str, flags: &[&str], program: &str) {
    let mut host = Command::new("gcc");
    host.current_dir(here()).args(HOST_FLAGS).args(flags);
    host.arg(format!("-DROMP_UNIT=\"{source}\""))
        .arg("-I")
        .arg(include())
        .arg(format!("{source}.c"))
        .arg(library());
    run(host
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(folder().join(program)));
}

/// Runs a program on the CUDA back end with the fake driver.
fn fake(name: &str, arguments: &str, env: &[(&str, &str)]) -> (i32, String, String) {
    static BUILT: OnceLock<()> = OnceLock::new();
    let driver = folder().join("fake");
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
        build("cuda", &[], "cuda");
        build("queue", &[], "queue");
        build("queue", &["-DWITH_CUDA_RUNTIME"], "queue-with-cuda");
        let wrapped = [
            "-Wl,--wrap=clock",
            "-Wl,--wrap=clock_gettime",
            "-Wl,--wrap=gettimeofday",
            "-Wl,--wrap=timespec_get",
        ];
        build("queue", &wrapped, "queue-with-clocks");
    });
    let program = folder().join(name);
    let mut command = Command::new(program);
    command
        .env_remove("OMP_TARGET_OFFLOAD")
        .env_remove("ROMP_DEVICE")
        .env_remove("ROMP_WAIT")
        .env("LD_LIBRARY_PATH", &driver);
    let output = command
        .args(arguments.split_whitespace())
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

#[test]
fn the_host_waits_where_it_could_see_a_difference() {
    assert_eq!(fake("queue", "places", &[]), ok("0 failures\n"));
}

#[test]
fn a_fault_that_shows_later_is_told_with_its_region() {
    for (fault, line) in [("1", 10), ("2", 20), ("3", 30), ("4", 40), ("5", 50)] {
        let (code, stdout, stderr) = fake("queue", "end", &[("FAKE_CUDA_FAULT", fault)]);
        assert_eq!((code, stdout.as_str()), (1, "launched\n"));
        let expected = format!(
            "romp: queue.c:{line}: error: kernel add_{} on cuda 0: Fake GPU 0, 1 teams of 32 threads: an illegal memory \
             access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)\n  note: a[0:N]: device ",
            line / 10
        );
        assert!(stderr.starts_with(&expected), "{stderr}");
        // Where the host finds an error of its own before it has waited, the kernel's came first.
        let (_, _, stderr) = fake("queue", "end host", &[("FAKE_CUDA_FAULT", fault)]);
        assert!(stderr.starts_with(&expected), "{stderr}");
    }
    let (code, _, stderr) = fake("queue", "end host", &[]);
    assert!(
        code == 1 && stderr.starts_with("romp: queue.c:60: error: n: must be present"),
        "{stderr}"
    );
    assert_eq!(fake("queue", "end", &[]), ok("launched\n"));
}

#[test]
fn a_fault_among_many_is_told_with_the_launches_around_it() {
    let (code, _, stderr) = fake("queue", "", &[("FAKE_CUDA_FAULT", "77")]);
    assert_eq!(code, 1);
    assert!(
        stderr.starts_with(
            "romp: queue.c:10: error: kernel add_1 or one that was launched behind it, on cuda 0: Fake GPU 0: an illegal \
             memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)\n  note: launched behind it: add_2 \
             (queue.c:20)\n  note: ROMP_WAIT=region "
        ),
        "{stderr}"
    );
    let (code, stdout, stderr) = fake(
        "queue",
        "",
        &[("FAKE_CUDA_FAULT", "77"), ("ROMP_WAIT", "region")],
    );
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert!(
        stderr.starts_with("romp: queue.c:10: error: kernel add_1 on cuda 0: Fake GPU 0, 1 teams"),
        "{stderr}"
    );
}

#[test]
fn each_region_is_waited_for_where_something_needs_it() {
    let count = |name: &str, env: &[(&str, &str)]| fake(name, "count", env).1;
    assert_eq!(count("queue", &[]), "0 waits\n0 failures\n");
    let each = "10 waits\n0 failures\n";
    assert_eq!(count("queue", &[("ROMP_WAIT", "region")]), each);
    // Other code that uses CUDA, unless the user knows it better.
    assert_eq!(count("queue-with-cuda", &[]), each);
    let lazy = [("ROMP_WAIT", "lazy")];
    assert_eq!(count("queue-with-cuda", &lazy), "0 waits\n0 failures\n");
    // Times of single launches; the time in front of each is waited for, too.
    assert_ne!(count("queue", &[("ROMP_TRACE", "1")]), count("queue", &[]));
    let (code, _, stderr) = fake("queue", "count", &[("ROMP_WAIT", "never")]);
    assert_eq!(code, 1);
    assert_eq!(
        stderr,
        "romp: error: ROMP_WAIT=never: expected region or lazy\n"
    );
}

#[test]
fn clocks_stand_behind_regions() {
    assert_eq!(fake("queue-with-clocks", "clocks", &[]), ok("0 failures\n"));
    assert_eq!(fake("queue-with-clocks", "places", &[]), ok("0 failures\n"));
    let region = [("ROMP_WAIT", "region")];
    let timed = [("ROMP_TIMEOUT", "9")];
    for env in [region, timed] {
        let (code, stdout, _) = fake("queue-with-clocks", "count", &env);
        assert_eq!(code, 0, "{stdout}");
    }
}
