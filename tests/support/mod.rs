//! What the test drivers share: finding fixtures, running programs under a time limit, showing differences.

#![allow(dead_code)] // each driver uses its part

pub mod precompiled;
pub mod programs;

use romp2cuda::driver::nvcc::Nvcc;
use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub type Outcome = Result<(), libtest_mimic::Failed>;

/// The translator that cargo built for this test.
pub fn romp2cuda() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_romp2cuda"));
    command.env("NO_COLOR", "1");
    command
}

/// Whether a program is on PATH.
pub fn is_on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Lets a command see what a user has who installed the translator: its programs on PATH, the emulated device, and
/// none of the variables of whoever runs the tests.
pub fn as_user(command: &mut Command) {
    let programs = Path::new(env!("CARGO_BIN_EXE_romp2cuda")).parent();
    let programs = programs.expect("programs lie in a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    for variable in [
        "CC",
        "CXX",
        "CFLAGS",
        "MAKEFLAGS",
        "MAKELEVEL",
        "ROMP_HOST_CC",
        "ROMP_HOST_CXX",
        "ROMP_CXX",
    ] {
        command.env_remove(variable);
    }
    command
        .env("PATH", format!("{programs}:{path}"))
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
        .env("OMP_TARGET_OFFLOAD", "MANDATORY")
        .env("ROMP_DEVICE", "emulated");
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below `dir` with that extension, sorted: the order of tests is the same everywhere.
pub fn files(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in entries(dir) {
        if entry.is_dir() {
            found.extend(files(&entry, extension));
        } else if entry.extension().is_some_and(|e| e == extension) {
            found.push(entry);
        }
    }
    found
}

/// The entries of a folder, sorted; none where there is no such folder.
pub fn entries(dir: &Path) -> Vec<PathBuf> {
    let listing = std::fs::read_dir(dir).into_iter().flatten();
    let mut paths: Vec<PathBuf> = listing
        .map(|entry| entry.expect("readable folder").path())
        .collect();
    paths.sort();
    paths
}

/// A test's name: its path below `dir`, without extension.
pub fn name(path: &Path, dir: &Path) -> String {
    let below = path.strip_prefix(dir).unwrap_or(path).with_extension("");
    below.to_string_lossy().into_owned()
}

/// Options that stand in a file beside a fixture, separated by white space.
pub fn options(beside: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(beside).unwrap_or_default();
    text.split_whitespace().map(str::to_string).collect()
}

pub fn first_line(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    text.lines().next().unwrap_or_default().to_string()
}

/// The comments `// ` at the begin of a file, line by line.
pub fn leading_comments(path: &Path) -> Vec<String> {
    let bytes = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    text.lines()
        .map_while(|line| line.strip_prefix("// "))
        .map(str::to_string)
        .collect()
}

/// The nvcc of this machine; where there is none, the one that `toolchain install` fetches.
pub fn nvcc() -> Result<PathBuf, String> {
    static INSTALL: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _one_at_a_time = INSTALL.lock();
    if let Some(found) = Nvcc::find(&Default::default()) {
        return Ok(found.path);
    }
    let mut install = romp2cuda();
    install.args(["toolchain", "install"]);
    expect_success(
        "romp2cuda toolchain install",
        finish(install, Duration::from_secs(600)),
    )?;
    Nvcc::find(&Default::default())
        .map(|nvcc| nvcc.path)
        .ok_or_else(|| "no nvcc, though toolchain install succeeded".to_string())
}

/// A finished program.
pub struct Finished {
    /// None: a signal ended it, or the time limit did.
    pub code: Option<i32>,
    pub timed_out: bool,
    pub stdout: Vec<u8>,
    pub stderr: String,
    /// Processor time, that of the processes that it has waited for included.
    pub took: Duration,
}

impl Finished {
    pub fn describe(&self) -> String {
        match self.code {
            Some(code) => format!("exit code {code}"),
            None if self.timed_out => format!(
                "stopped after {:.0} s of processor time",
                self.took.as_secs_f64()
            ),
            None => "ended by a signal".to_string(),
        }
    }
}

/// A program that waits and does nothing may do so for this many times its limit.
const PATIENCE: u32 = 8;
/// How long an end of a program may go unnoticed.
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

/// Runs a program without input, at most for `limit` of processor time: how busy the machine is must not decide
/// whether a test passes.
pub fn finish(mut command: Command, limit: Duration) -> Finished {
    let start = Instant::now();
    // Threads of host programs sleep while they wait: the tests beside this one have work for the processor.
    command
        .env("OMP_WAIT_POLICY", "passive")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stdout = drain(child.stdout.take().expect("piped"));
    let stderr = drain(child.stderr.take().expect("piped"));
    let mut timed_out = false;
    let mut took = Duration::ZERO;
    let status = loop {
        // Read before the child is waited for: afterwards the system has forgotten it.
        took = processor_time(child.id()).unwrap_or(took);
        match child.try_wait().expect("a child can be waited for") {
            Some(status) => break status,
            None if took > limit || start.elapsed() > limit * PATIENCE => {
                timed_out = true;
                child.kill().expect("a child can be stopped");
                break child.wait().expect("a stopped child ends");
            }
            // A program that takes long is asked less often.
            None => {
                let pause = start.elapsed() / 20;
                std::thread::sleep(pause.clamp(Duration::from_millis(2), LONGEST_PAUSE))
            }
        }
    };
    let stdout = stdout.join().expect("reader");
    let stderr = stderr.join().expect("reader");
    Finished {
        code: status.code().filter(|_| !timed_out),
        timed_out,
        stdout,
        stderr: String::from_utf8_lossy(&stderr).into_owned(),
        took,
    }
}

/// The processor time of a process and of those that it has waited for, which Linux counts in hundredths of a second.
pub fn processor_time(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in brackets, may hold blanks and brackets.
    let behind_name = stat.rsplit(')').next()?;
    let ticks: u64 = behind_name
        .split_whitespace()
        .skip(11)
        .take(4)
        .filter_map(|field| field.parse::<u64>().ok())
        .sum();
    Some(Duration::from_millis(10 * ticks))
}

fn drain(mut pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = vec![];
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

/// `Err` with the program's output where it did not end as it should.
pub fn expect_success(what: &str, finished: Finished) -> Result<Finished, String> {
    if finished.code == Some(0) {
        return Ok(finished);
    }
    let stdout = String::from_utf8_lossy(&finished.stdout);
    Err(format!(
        "{what}: {}\n{}\n{stdout}",
        finished.describe(),
        finished.stderr
    ))
}

/// The lines that differ, with three around them; None where the texts are equal.
pub fn difference(expected_name: &str, expected: &str, got: &str) -> Option<String> {
    if expected == got {
        return None;
    }
    let diff = similar::TextDiff::from_lines(expected, got);
    let mut text = String::new();
    let _ = write!(
        text,
        "{}",
        diff.unified_diff()
            .context_radius(3)
            .header(expected_name, "now")
    );
    Some(text)
}

/// Whether expected outputs are rewritten rather than compared.
pub fn blessing() -> bool {
    std::env::var_os("ROMP_BLESS").is_some_and(|value| value == "1")
}

/// Compares a text with the file that holds what it should be, or rewrites that file.
pub fn compare_with_file(expected: &Path, got: &str) -> Result<(), String> {
    if blessing() {
        let folder = expected.parent().expect("a file has a folder");
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        return std::fs::write(expected, got).map_err(|error| error.to_string());
    }
    let shown = expected
        .strip_prefix(root())
        .unwrap_or(expected)
        .display()
        .to_string();
    let Ok(text) = std::fs::read_to_string(expected) else {
        return Err(format!(
            "{shown} is missing; ROMP_BLESS=1 writes it:\n{got}"
        ));
    };
    match difference(&shown, &text, got) {
        Some(difference) => Err(format!("{difference}\nROMP_BLESS=1 accepts it")),
        None => Ok(()),
    }
}

/// Whether the machine has a GPU to run on.
pub fn has_gpu() -> bool {
    let listing = Command::new("nvidia-smi").arg("-L").output();
    listing.is_ok_and(|output| output.status.success() && output.stdout.starts_with(b"GPU 0"))
}
