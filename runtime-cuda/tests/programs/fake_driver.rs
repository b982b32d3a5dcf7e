//! The back end for GPUs on a CUDA driver of a few lines of C (fake_cuda.c).

use crate::build::*;
use std::process::Command;
use std::sync::OnceLock;

/// Runs a program on the CUDA back end with the fake driver.
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
        host.current_dir(here()).args(HOST_FLAGS);
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
