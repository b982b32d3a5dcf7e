//! One run of a built program: its folder, its environment, its end, its figures.
//!
//! Must not know which other runs there are.

use super::Progress;
use super::check::FIGURES;
use super::contenders::Compiler;
use super::curves::Told;
use super::records::Records;
use crate::driver::Result;
use crate::driver::compile::temporary_folder;
use crate::driver::process::{End, Invocation, Runner};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A program and how it is started.
#[derive(Clone, Debug)]
pub struct Launch {
    pub program: PathBuf,
    pub arguments: Vec<String>,
    pub environment: Vec<(String, String)>,
    pub limit: Duration,
}

/// What measures kernels in a run.
#[derive(Clone, Debug)]
pub struct Injection {
    pub library: PathBuf,
    /// Nothing: the dynamic linker's.
    pub cupti: Option<PathBuf>,
}

/// The figures that a program tells of itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    pub seconds: Option<f64>,
    pub flops: Option<f64>,
    pub bytes: Option<f64>,
    /// How often the measured part ran.
    pub solves: Option<f64>,
    /// Cycles a second of the clock in which its points are shown.
    pub clock: Option<f64>,
    pub points: Vec<Told>,
}

/// A run that ended with exit status 0.
#[derive(Debug)]
pub struct Run {
    /// Where its files lie.
    pub folder: tempfile::TempDir,
    pub stdout: String,
    pub figures: Figures,
    /// Of the whole process.
    pub wall: f64,
    /// What the GPU did, where that was asked for; or why it is not known.
    pub records: Option<std::result::Result<Records, String>>,
}

/// Why there is no such run.
#[derive(Clone, Debug, PartialEq)]
pub enum Bad {
    Failed(String),
    TimedOut(f64),
    Stopped,
}

/// What each compiler's programs need to see, so that they run where they should.
pub fn environment(
    compiler: Compiler,
    device: &str,
    libraries: Option<&Path>,
) -> Vec<(String, String)> {
    let offload = |word: &str| ("OMP_TARGET_OFFLOAD".to_string(), word.to_string());
    let mut variables = match compiler {
        Compiler::Reference | Compiler::Host => vec![offload("DISABLED")],
        Compiler::Cuda => vec![],
        Compiler::Romp => vec![offload("MANDATORY"), ("ROMP_DEVICE".into(), device.into())],
        Compiler::Clang | Compiler::Gcc => vec![offload("MANDATORY")],
    };
    if let Some(folder) = libraries {
        let others = std::env::var("LD_LIBRARY_PATH").unwrap_or_default();
        let colon = if others.is_empty() { "" } else { ":" };
        variables.push((
            "LD_LIBRARY_PATH".into(),
            format!("{}{colon}{others}", folder.display()),
        ));
    }
    variables
}

/// Runs a program once in an empty folder of its own.
pub fn run(
    runner: &Runner,
    launch: &Launch,
    injection: Option<&Injection>,
    progress: &dyn Progress,
) -> Result<std::result::Result<Run, Bad>> {
    let folder = temporary_folder()?;
    let scratch = temporary_folder()?;
    let file = scratch.path().join("records");
    let mut invocation = Invocation::new(&launch.program)
        .args(&launch.arguments)
        .dir(folder.path());
    invocation.env.clone_from(&launch.environment);
    if let Some(injection) = injection {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        invocation = invocation
            .env("CUDA_INJECTION64_PATH", text(&injection.library))
            .env("ROMP_BENCH_RECORDS", text(&file));
        if let Some(cupti) = &injection.cupti {
            invocation = invocation.env("ROMP_BENCH_CUPTI", text(cupti));
        }
    }
    let started = Instant::now();
    let running = runner.start_group(&invocation)?;
    let finished = match running.finish_unless(launch.limit, &|| progress.stopped())? {
        End::Finished(finished) => finished,
        End::TimedOut => return Ok(Err(Bad::TimedOut(launch.limit.as_secs_f64()))),
        End::Stopped => return Ok(Err(Bad::Stopped)),
    };
    let wall = started.elapsed().as_secs_f64();
    if !finished.success() {
        let said = last_lines(&finished.stderr_text());
        return Ok(Err(Bad::Failed(format!(
            "exit status {}{said}",
            finished.code
        ))));
    }
    let stdout = finished.stdout_text();
    let figures = match figures(&stdout) {
        Ok(figures) => figures,
        Err(text) => return Ok(Err(Bad::Failed(text))),
    };
    let records = injection.map(|_| match std::fs::read_to_string(&file) {
        Ok(text) => Records::parse(&text),
        Err(_) => {
            Err("the program opened no CUDA device, or the driver did not load the library".into())
        }
    });
    Ok(Ok(Run {
        folder,
        stdout,
        figures,
        wall,
        records,
    }))
}

/// The end of what a program said before it failed, short enough for a row.
fn last_lines(text: &str) -> String {
    const MOST: usize = 200;
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let tail = lines[lines.len().saturating_sub(2)..].join(" / ");
    match tail.char_indices().nth(MOST) {
        _ if tail.is_empty() => String::new(),
        Some((end, _)) => format!(": {}...", &tail[..end]),
        None => format!(": {tail}"),
    }
}

/// Reads the lines `@ NAME NUMBER`, of which the last of a name counts, and all lines `@ point NAME X SECONDS`.
fn figures(stdout: &str) -> std::result::Result<Figures, String> {
    let mut figures = Figures::default();
    for line in stdout.lines() {
        let Some((name, value)) = line
            .strip_prefix(FIGURES)
            .and_then(|rest| rest.split_once(' '))
        else {
            continue;
        };
        let bad = || Err(format!("it prints {line:?}, which is no figure"));
        let place = match name {
            "point" => match Told::parse(value) {
                Some(point) => {
                    figures.points.push(point);
                    continue;
                }
                None => return bad(),
            },
            "seconds" => &mut figures.seconds,
            "flops" => &mut figures.flops,
            "bytes" => &mut figures.bytes,
            "solves" => &mut figures.solves,
            "clock" => &mut figures.clock,
            _ => continue,
        };
        let number: f64 = value.trim().parse().unwrap_or(f64::NAN);
        if !number.is_finite() || number < 0.0 || name == "solves" && number < 1.0 {
            return bad();
        }
        *place = Some(number);
    }
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::Silent;
    use crate::driver::process::Mode;

    struct Quiet;
    impl Progress for Quiet {
        fn now(&self, _text: &str) {}
        fn stopped(&self) -> bool {
            false
        }
    }

    fn shell(script: &str, limit: Duration) -> std::result::Result<Run, Bad> {
        let launch = Launch {
            program: "sh".into(),
            arguments: vec!["-c".into(), script.into()],
            environment: vec![],
            limit,
        };
        run(&Runner::new(&Silent, Mode::Quiet), &launch, None, &Quiet).unwrap()
    }

    #[test]
    fn a_run_has_a_folder_of_its_own_and_tells_figures() {
        let script =
            "ls | wc -l; echo x > out; echo '@ seconds 0.5'; echo '@ solves 2'; echo '@ other 1'";
        let run = shell(script, Duration::from_secs(20)).unwrap();
        assert!(run.stdout.starts_with("0\n"));
        assert!(run.folder.path().join("out").is_file());
        assert_eq!(run.figures.seconds, Some(0.5));
        assert_eq!(run.figures.solves, Some(2.0));
        assert_eq!(run.figures.flops, None);
    }

    #[test]
    fn bad_ends_are_told() {
        let limit = Duration::from_secs(20);
        let error = shell("echo why >&2; exit 3", limit).unwrap_err();
        assert_eq!(error, Bad::Failed("exit status 3: why".into()));
        assert!(matches!(
            shell("echo '@ solves 0'", limit),
            Err(Bad::Failed(_))
        ));
        let error = shell("exec sleep 30", Duration::from_millis(50)).unwrap_err();
        assert_eq!(error, Bad::TimedOut(0.05));
    }
}
