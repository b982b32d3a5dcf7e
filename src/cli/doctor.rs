//! `romp2cuda doctor`: what the translator needs, one line each, with the remedy where it is missing.

use super::TOOL;
use super::terminal::{Terminal, print};
use crate::driver::gpu::{self, Driver};
use crate::driver::host_cc::HostCc;
use crate::driver::nvcc::Nvcc;
use crate::driver::process::{Invocation, Mode, Runner};
use crate::driver::tools::Tools;
use crate::driver::{Failure, Result, cache, compile, emulated, response};

/// One line of the table.
struct Line {
    what: &'static str,
    /// Found, with what is to be said of it; or missing, with the remedy.
    state: std::result::Result<String, String>,
    /// Without it nothing works; else only GPUs or only the emulated device are out of reach.
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
        line("nvcc", false, nvcc(&runner)),
        driver(),
        gpus(),
        line("cache", true, cache_folder()),
    ];
    let mut code = 0;
    for line in &lines {
        let text = match &line.state {
            Ok(found) => format!("ok       {:<14} {found}\n", line.what),
            Err(remedy) => format!("missing  {:<14} {remedy}\n", line.what),
        };
        print(&text);
        if line.needed && line.state.is_err() {
            code = TOOL;
        }
    }
    code
}

fn line(what: &'static str, needed: bool, state: Result<String>) -> Line {
    let state = state.map_err(|failure| match failure {
        Failure::Tool(diagnostic) => {
            let first = diagnostic.message.lines().next().unwrap_or("").to_string();
            format!("{first}: {}", diagnostic.help.join("; "))
        }
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
