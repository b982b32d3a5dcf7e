//! Builds and runs the programs of this folder.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, OnceLock};

/// The folder of the programs.
pub fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// The folder of the runtime's headers.
pub fn include() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("include")
}

/// The static library that cargo built beside this test.
pub fn library() -> PathBuf {
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

/// The folder that programs are built in.
pub fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a command that must succeed and print no error.
pub fn run(command: &mut Command) -> Output {
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

/// Words for host code.
pub const HOST_FLAGS: [&str; 8] = [
    "-std=gnu99",
    "-O2",
    "-Wall",
    "-Wextra",
    "-Wno-unknown-pragmas",
    "-Wno-unused-variable",
    "-Werror",
    "-fopenmp",
];
pub const DEVICE_FLAGS: [&str; 11] = [
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
pub const CHECKED_FLAGS: [&str; 9] = [
    "-fsanitize=kernel-address",
    "-fsanitize-address-use-after-scope",
    "-fasan-shadow-offset=0x200000000000",
    "--param",
    "asan-instrumentation-with-call-threshold=0",
    "--param",
    "asan-stack=1",
    "--param",
    "asan-globals=1",
];

pub fn image(name: &str, object: &Path, flags: &[&str]) {
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
    for hook in [
        "handle_no_return",
        "register_globals",
        "unregister_globals",
        "poison_stack_memory",
        "unpoison_stack_memory",
    ] {
        localise.arg(format!("--redefine-sym=__asan_{hook}=romp_asan_{hook}"));
    }
    run(localise.arg("--localize-hidden").arg(object));
}

/// The program, built once.
pub fn program(name: &str) -> PathBuf {
    static BUILT: OnceLock<Mutex<Vec<String>>> = OnceLock::new();
    let mut built = BUILT.get_or_init(Mutex::default).lock().unwrap();
    let folder = folder();
    let path = folder.join(name);
    if built.contains(&name.to_string()) {
        return path;
    }
    let object = |suffix: &str| folder.join(format!("{name}{suffix}.o"));
    let mut host = Command::new("gcc");
    host.current_dir(here()).args(HOST_FLAGS);
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
pub fn outcome(name: &str, argument: &str, env: &[(&str, &str)]) -> (i32, String, String) {
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

pub const EMULATED: (&str, &str) = ("ROMP_DEVICE", "emulated");
pub const CHECK: (&str, &str) = ("ROMP_EMULATED_CHECK", "1");

/// The outcome on the emulated device.
pub fn emulated(name: &str, argument: &str) -> (i32, String, String) {
    outcome(name, argument, &[EMULATED])
}

/// The outcome on the emulated device, with accesses checked.
pub fn checked(name: &str, argument: &str) -> (i32, String, String) {
    outcome(name, argument, &[EMULATED, CHECK])
}

/// The outcome of a program that prints `text` and succeeds.
pub fn ok(text: &str) -> (i32, String, String) {
    (0, text.to_string(), String::new())
}

/// The message with addresses taken out.
pub fn message((code, _, stderr): (i32, String, String)) -> String {
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
