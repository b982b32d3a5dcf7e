//! `romp2cuda doctor`: what the translator needs, one line each, with the remedy where it is missing.

use super::TOOL;
use super::terminal::{Terminal, print};
use crate::driver::cmdline::CommandLine;
use crate::driver::gpu::{self, Driver};
use crate::driver::host_cc::HostCc;
use crate::driver::nvcc::Nvcc;
use crate::driver::process::{Invocation, Mode, Runner, find_on_path};
use crate::driver::tools::Tools;
use crate::driver::{
    Failure, Result, Silent, cache, compile, emulated, gcc_driver, packages, response, sanitizer,
    sass,
};

/// Builds for the two kinds of devices.
const EMULATED: &str = "emulated";
const GPU_CODE: &str = "GPU code";

/// One line of the table.
struct Line {
    what: &'static str,
    /// Found, with what is to be said of it; or missing, with the remedy.
    state: std::result::Result<String, String>,
    /// Without it nothing works; else only GPUs, only the emulated device or one command are out of reach.
    needed: bool,
}

pub(super) fn run(terminal: &Terminal) -> i32 {
    let runner = Runner::new(terminal, Mode::Quiet);
    let host = HostCc::find(&runner, None);
    let lines = [
        line(
            "preprocessor",
            true,
            with_host(&host, |host| preprocessor(&runner, host)),
        ),
        line(
            "host compiler",
            true,
            with_host(&host, |host| host.version(&runner)),
        ),
        line(
            "OpenMP",
            true,
            with_host(&host, |host| openmp(&runner, host)),
        ),
        line("C++ compiler", false, cxx(&runner)),
        line(
            "objcopy",
            false,
            version_of(
                "objcopy",
                "install binutils (for the emulated device)",
                &runner,
            ),
        ),
        line(EMULATED, false, whole_build("emulated")),
        line("nvcc", false, nvcc(&runner)),
        line("nvdisasm", false, nvdisasm()),
        line(GPU_CODE, false, whole_build("sm_90")),
        line("sanitizer", false, sanitizer()),
        line(
            "python3",
            false,
            version_of(
                "python3",
                "install python3 (for `romp2cuda toolchain install`)",
                &runner,
            ),
        ),
        line(
            "git",
            false,
            version_of(
                "git",
                "install git (for `romp2cuda diff --against REVISION`)",
                &runner,
            ),
        ),
        line("rompcc", false, beside("rompcc")),
        line(
            "rompcxx",
            false,
            beside("rompcxx").and_then(|found| {
                HostCc::find_cxx(&runner, None).map(|cxx| format!("{found}, with {}", cxx.name()))
            }),
        ),
        driver(),
        gpus(),
        line("cache", true, cache_folder()),
    ];
    for line in &lines {
        let text = match &line.state {
            Ok(found) => format!("ok       {:<14} {found}\n", line.what),
            Err(remedy) => format!("missing  {:<14} {remedy}\n", line.what),
        };
        print(&text);
    }
    exit_code(&lines)
}

/// 0 where programs can be built for one kind of device at least.
fn exit_code(lines: &[Line]) -> i32 {
    let found = |what: &str| {
        lines
            .iter()
            .any(|line| line.what == what && line.state.is_ok())
    };
    let works = lines.iter().all(|line| !line.needed || line.state.is_ok());
    match works && (found(EMULATED) || found(GPU_CODE)) {
        true => 0,
        false => TOOL,
    }
}

fn line(what: &'static str, needed: bool, state: Result<String>) -> Line {
    let state = state.map_err(|failure| match failure {
        Failure::Tool(diagnostic) => {
            let first = diagnostic.message.lines().next().unwrap_or("").to_string();
            format!("{first}: {}", diagnostic.help.join("; "))
        }
        Failure::Compiler(text) => text.lines().next().unwrap_or_default().to_string(),
        other => format!("{other:?}"),
    });
    Line {
        what,
        state,
        needed,
    }
}

fn with_host(host: &Result<HostCc>, ask: impl FnOnce(&HostCc) -> Result<String>) -> Result<String> {
    match host {
        Ok(host) => ask(host),
        Err(Failure::Tool(diagnostic)) => Err(Failure::Tool(diagnostic.clone())),
        Err(_) => Err(Failure::tool("no C compiler is found", "install gcc")),
    }
}

fn preprocessor(runner: &Runner, host: &HostCc) -> Result<String> {
    let ask = host
        .invoke()
        .args(["-E", "-fopenmp", "-dM", "-x", "c", "/dev/null"]);
    let finished = runner.query(&ask)?;
    let text = finished.stdout_text();
    let version = text
        .lines()
        .find_map(|line| line.strip_prefix("#define _OPENMP "));
    match version {
        Some(version) => Ok(format!("{} -E, _OPENMP {version}", host.name())),
        None => Err(Failure::tool(
            "it does not know -fopenmp",
            "install gcc, or name it with ROMP_HOST_CC",
        )),
    }
}

/// Whether programs with OpenMP on the host can be linked.
fn openmp(runner: &Runner, host: &HostCc) -> Result<String> {
    let dir = compile::temporary_folder()?;
    cache::write(
        dir.path(),
        "a.c",
        "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n",
    )?;
    let build = host
        .invoke()
        .dir(dir.path())
        .args(host.openmp_words())
        .args(["-o", "a", "a.c"]);
    let finished = runner.query(&build)?;
    if finished.success()
        && runner
            .query(&Invocation::new(dir.path().join("a")))?
            .success()
    {
        return Ok("a program with omp.h builds and runs".into());
    }
    let first = finished
        .stderr_text()
        .lines()
        .next()
        .unwrap_or("")
        .to_string();
    Err(Failure::tool(
        first,
        "install the compiler's OpenMP library (libgomp, or libomp for clang)",
    ))
}

fn cxx(runner: &Runner) -> Result<String> {
    let remedy = "install g++ (for the emulated device), or name a C++ compiler with ROMP_CXX";
    let name = emulated::find_cxx(&Tools::default())
        .ok_or_else(|| Failure::tool("none is found", remedy))?;
    let words = response::split(&name);
    let finished = runner.query(
        &Invocation::new(&words[0])
            .args(&words[1..])
            .arg("--version"),
    )?;
    Ok(finished
        .stdout_text()
        .lines()
        .next()
        .unwrap_or("")
        .to_string())
}

fn nvcc(runner: &Runner) -> Result<String> {
    let nvcc = Nvcc::require(&Tools::default())?;
    let version = nvcc.version(runner)?;
    Ok(format!(
        "{version} at {} (by {})",
        nvcc.path.display(),
        nvcc.origin
    ))
}

/// Shows machine code on the page of the report.
fn nvdisasm() -> Result<String> {
    let found = sass::find(&Nvcc::require(&Tools::default())?)?;
    Ok(format!("{} (for `report --sass`)", found.display()))
}

/// The first line that a tool says of its version.
fn version_of(name: &str, remedy: &str, runner: &Runner) -> Result<String> {
    if find_on_path(name).is_none() {
        return Err(Failure::tool("it is not found", remedy));
    }
    let finished = runner.query(&Invocation::new(name).arg("--version"))?;
    let text = finished.stdout_text();
    Ok(text.lines().next().unwrap_or_default().to_string())
}

/// Every tool of a build at once: two files whose device code is linked. What is for the emulated device runs there, with
/// checks.
fn whole_build(arch: &str) -> Result<String> {
    let dir = compile::temporary_folder()?;
    let file = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    cache::write(dir.path(), "a.c", CALLER)?;
    cache::write(dir.path(), "b.c", CALLED)?;
    let mut words = vec!["-fopenmp".into(), format!("--offload-arch={arch}")];
    words.extend([file("a.c"), file("b.c"), "-o".into(), file("a")]);
    if arch == "emulated" {
        words.push("--check=memory".into());
    }
    let line = CommandLine::parse(&words).map_err(Failure::Usage)?;
    match gcc_driver::run(&Silent, &line)? {
        0 => {}
        code => {
            return Err(Failure::tool(
                format!("exit code {code}"),
                "see the lines above",
            ));
        }
    }
    if arch != "emulated" {
        return Ok(format!("two files compile and link for {arch}"));
    }
    let program = Invocation::new(file("a")).env("OMP_TARGET_OFFLOAD", "MANDATORY");
    let finished =
        Runner::new(&Silent, Mode::Quiet).query(&program.env("ROMP_DEVICE", "emulated"))?;
    match finished.success() {
        true => Ok("two files compile, link and run with checks".into()),
        false => Err(Failure::tool(
            format!(
                "the program ends with exit code {}: {}",
                finished.code,
                finished.stderr_text()
            ),
            "please report this with the output of `romp2cuda --version`",
        )),
    }
}

const CALLER: &str = "#pragma omp begin declare target
int twice(int);
#pragma omp end declare target
int main(void)
{
    int n = 21;
    #pragma omp target map(tofrom: n)
    n = twice(n);
    return n != 42;
}
";
const CALLED: &str = "#pragma omp begin declare target
int twice(int n) { return 2 * n; }
#pragma omp end declare target
";

fn sanitizer() -> Result<String> {
    Ok(sanitizer::find(&Tools::default())?.display().to_string())
}

/// Another name of this program, in its folder.
fn beside(name: &str) -> Result<String> {
    let path = packages::own_folder().join(name);
    match path.is_file() {
        true => Ok(path.display().to_string()),
        false => Err(Failure::tool(
            format!(
                "it is not beside romp2cuda in {}",
                packages::own_folder().display()
            ),
            "install the three programs into one folder: cargo install, or romp2cuda install",
        )),
    }
}

fn driver() -> Line {
    let state = match gpu::probe() {
        Driver::Present { version, .. } => Ok(format!("CUDA {}.{}", version / 1000, version % 1000 / 10)),
        Driver::Missing => Err("no libcuda.so.1: install NVIDIA's driver; without it programs run on the emulated device".into()),
        Driver::Broken(error) => Err(format!("libcuda.so.1 does not start (error {error}): see nvidia-smi and dmesg")),
    };
    Line {
        what: "driver",
        state,
        needed: false,
    }
}

fn gpus() -> Line {
    let gpus = gpu::probe().gpus().iter();
    let names: Vec<String> = gpus
        .map(|gpu| format!("{} (sm_{})", gpu.name, gpu.capability))
        .collect();
    let state = match names.is_empty() {
        true => Err("none: programs run on the emulated device".into()),
        false => Ok(names.join(", ")),
    };
    Line {
        what: "GPU",
        state,
        needed: false,
    }
}

fn cache_folder() -> Result<String> {
    let root = cache::root()?;
    cache::include_dir()?;
    Ok(root.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_kind_of_device_is_enough() {
        let lines = |host: bool, emulated: bool, gpu: bool| {
            let state = |found: bool| match found {
                true => Ok("here".to_string()),
                false => Err("install it".to_string()),
            };
            let each = [
                ("host compiler", true, host),
                (EMULATED, false, emulated),
                (GPU_CODE, false, gpu),
            ];
            each.map(|(what, needed, found)| Line {
                what,
                state: state(found),
                needed,
            })
        };
        assert_eq!(exit_code(&lines(true, true, true)), 0);
        assert_eq!(exit_code(&lines(true, true, false)), 0);
        assert_eq!(exit_code(&lines(true, false, true)), 0);
        assert_eq!(exit_code(&lines(true, false, false)), TOOL);
        assert_eq!(exit_code(&lines(false, true, true)), TOOL);
    }
}
