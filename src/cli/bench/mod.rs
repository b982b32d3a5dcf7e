//! `romp2cuda bench`: how fast programs are, against CUDA by hand and other compilers.

mod kept;
mod reports;
mod resumed;
mod sanitized;
mod status;

use super::terminal::{Terminal, print};
use super::{Format, REFUSED};
use crate::bench::build::{self, Built};
use crate::bench::contenders::{self, Compiler, PEERS, Wanted};
use crate::bench::manifest::Manifest;
use crate::bench::measure::Injection;
use crate::bench::recipes::{Compilers, EMULATED};
use crate::bench::report::{FORMAT, Report};
use crate::bench::rounds::Rounds;
use crate::bench::{Progress, machine, programs, records, references, text};
use crate::driver::nvcc::Nvcc;
use crate::driver::process::{Mode, Runner};
use crate::driver::tools::Tools;
use crate::driver::{Failure, Result, compile, gpu, response};
use status::Status;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Folders with a bench.toml, or of such folders, or names below rodinia-ports; default: what is here
    names: Vec<String>,
    /// The problem's size, as bench.toml names it; default small, without a GPU test
    #[arg(long)]
    size: Option<String>,
    /// Rows of the translator: spmd, nested, auto or what bench.toml names; default all
    #[arg(long, value_delimiter = ',')]
    variant: Vec<String>,
    /// Peers: cuda, clang, gcc, host, or none
    #[arg(long, value_delimiter = ',', default_value = "cuda")]
    against: Vec<String>,
    /// Runs of each program that count, after one that does not; default 5, without a GPU 1
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    runs: Option<u32>,
    /// What is measured; each takes a run of its own in each round
    #[arg(long, value_enum, default_value_t = Measured::Both)]
    measure: Measured,
    /// Seconds after which a run counts as hanging, where bench.toml says nothing
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// Save the report to FILE as well, as JSON; it is written after each program
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on where the report in --save's FILE was ended: programs that it has whole do not run again
    #[arg(long, requires = "save", conflicts_with_all = ["show", "build_only", "sanitize"])]
    resume: bool,
    /// Compare with a saved report; exit code 1 where the translator's rows are slower by more than the noise
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Show saved reports as one, for a suite that was measured in parts; build and run nothing
    #[arg(long, value_name = "FILES", value_delimiter = ',', conflicts_with_all = ["build_only", "prebuilt"])]
    show: Vec<PathBuf>,
    /// Build into DIR, to be run with --prebuilt DIR here or on another machine, and run nothing
    #[arg(long, value_name = "DIR", conflicts_with = "prebuilt")]
    build_only: Option<PathBuf>,
    /// Run what --build-only DIR built; NAMEs choose of it
    #[arg(long, value_name = "DIR")]
    prebuilt: Option<PathBuf>,
    /// Run the references of --size alone, and keep what they leave in DIR: --prebuilt takes it from there
    #[arg(long, conflicts_with_all = ["show", "sanitize", "save", "baseline"])]
    references: bool,
    /// Run each program once under these tools of compute-sanitizer, several programs at once, and time nothing; with
    /// --build-only: build for that
    #[arg(long, value_name = "TOOLS", value_delimiter = ',', num_args = 0..=1, require_equals = true,
        default_missing_value = "memcheck,racecheck,synccheck", conflicts_with_all = ["baseline", "show"])]
    sanitize: Option<Vec<String>>,
    /// The architecture to build for; default: this machine's GPU, else sm_90 with --build-only, else emulated
    #[arg(long, value_name = "ARCH")]
    offload_arch: Option<String>,
    /// What the emulated device looks for: a word of `cc --check`
    #[arg(long, default_value = "memory")]
    check: String,
    /// Commands that compile, and references that run, at once; default: one for each processor
    #[arg(long)]
    jobs: Option<usize>,
    /// libcupti.so, for kernel times; default: the one of nvcc's toolkit
    #[arg(long, value_name = "FILE")]
    cupti: Option<PathBuf>,
    /// Print the commands that are started
    #[arg(short, long)]
    verbose: bool,
}

impl Arguments {
    /// Whether programs run under compute-sanitizer.
    pub(super) fn sanitizes(&self) -> bool {
        self.sanitize.is_some()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Measured {
    /// Kernel times alone, where there are such
    Kernels,
    /// Whole times alone
    Whole,
    Both,
}

pub(super) const HELP: &str = "\
Peers are commands: ROMP_BENCH_CLANG (default clang) and ROMP_BENCH_GCC (default gcc) hold their words, such as
ROMP_BENCH_CLANG='env PATH=/opt/clang/bin:/usr/bin clang-19 --cuda-path=/usr/local/cuda'. ROMP_HOST_CC is the host's.
Ctrl-C ends the runs; what is there by then is reported. Exit codes: 0 done, 1 a program of the translator's is wrong,
fails or hangs, 130 ended by Ctrl-C, others as for all commands. docs/commands.md says more.";

/// As shells say it of a process that SIGINT ended.
const INTERRUPTED: i32 = 130;

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> i32 {
    let status = Status::new(terminal, arguments.verbose);
    let result = bench(arguments, terminal, &status);
    status.clear();
    terminal.code(result)
}

fn bench(arguments: &Arguments, terminal: &Terminal, status: &Status) -> Result<i32> {
    // A baseline that cannot be read is told before anything runs.
    let baseline = arguments
        .baseline
        .as_deref()
        .map(reports::read)
        .transpose()?;
    if let Some(report) = reports::joined(&arguments.show)? {
        if let Some(file) = &arguments.save {
            reports::save(&report, file)?;
        }
        reports::show(&report, terminal);
        let slower = reports::regressions(&report, baseline.as_ref(), terminal)?;
        return Ok(if slower { REFUSED } else { 0 });
    }
    let mode = Mode::verbose(arguments.verbose);
    let runner = Runner::new(terminal, mode);
    let compilers = compilers(arguments)?;
    let wanted = wanted(arguments)?;
    let jobs = arguments.jobs.unwrap_or_else(processors);
    let temporary = compile::temporary_folder()?;
    let (folder, built) = match &arguments.prebuilt {
        Some(folder) => {
            let folder = folder
                .canonicalize()
                .map_err(|error| Failure::file(folder, "open", error))?;
            let mut built = Built::load(&runner, &folder, &compilers, jobs, status)?;
            built.restrict(&arguments.names, &wanted)?;
            let manifests: Vec<&Manifest> = built.programs.iter().map(|p| &p.manifest).collect();
            check_names(&manifests, &wanted, arguments, &built.architecture)?;
            (folder, built)
        }
        None => {
            let programs = programs::find(&arguments.names)?;
            let manifests: Vec<&Manifest> = programs.iter().map(|one| &one.manifest).collect();
            check_names(&manifests, &wanted, arguments, &compilers.architecture)?;
            let folder = arguments.build_only.as_deref().unwrap_or(temporary.path());
            let request = build::Request {
                programs: &programs,
                wanted: &wanted,
                compilers: &compilers,
                folder,
                jobs,
                portable: arguments.build_only.is_some(),
            };
            let built = build::build(&runner, &request, status)?;
            (folder.to_path_buf(), built)
        }
    };
    status.clear();
    if arguments.build_only.is_some() {
        let code = told(&built, &folder);
        if status.stopped() || !arguments.references {
            return Ok(if status.stopped() { INTERRUPTED } else { code });
        }
    }
    if arguments.references {
        return kept::run(arguments, &runner, &folder, &built, status);
    }
    if let Some(tools) = &arguments.sanitize {
        let tools = sanitized::tools(tools)?;
        return sanitized::run(
            arguments, &runner, &folder, &built, &tools, terminal, status,
        );
    }
    let report = measure(
        arguments, &runner, &folder, &built, &compilers, terminal, status,
    )?;
    status.clear();
    reports::finish(&report, terminal);
    let slower = reports::regressions(&report, baseline.as_ref(), terminal)?;
    Ok(match report.own_faults().next() {
        _ if !report.complete => INTERRUPTED,
        None if !slower => 0,
        _ => REFUSED,
    })
}

/// Says what was built, and what was not.
fn told(built: &Built, folder: &Path) -> i32 {
    let mut ready = 0;
    for program in &built.programs {
        for entry in std::iter::once(&program.reference).chain(&program.entries) {
            let why = match &entry.state {
                build::State::Ready => {
                    ready += 1;
                    continue;
                }
                build::State::Missing(why) => format!("missing: {why}"),
                build::State::Failed(why) => format!("not built: {why}"),
            };
            print(&format!("{} {}: {why}\n", program.name, entry.contender.id));
        }
    }
    print(&format!(
        "{ready} programs for {} are in {}\n",
        built.architecture,
        folder.display()
    ));
    0
}

/// Programs for a GPU run where there is one.
fn needs_gpu(folder: &Path, built: &Built) -> Result<()> {
    if built.architecture == EMULATED || !gpu::probe().gpus().is_empty() {
        return Ok(());
    }
    Err(Failure::tool(
        format!(
            "{} holds programs for {}, and there is no GPU here",
            folder.display(),
            built.architecture
        ),
        "build with --offload-arch=emulated, or carry the folder to a machine with a GPU",
    ))
}

/// Runs all that was built.
fn measure(
    arguments: &Arguments,
    runner: &Runner,
    folder: &Path,
    built: &Built,
    compilers: &Compilers,
    terminal: &Terminal,
    status: &Status,
) -> Result<Report> {
    let emulated = built.architecture == EMULATED;
    needs_gpu(folder, built)?;
    let size = size(arguments, &built.architecture);
    let earlier = resumed::earlier(arguments, built)?;
    let rest = resumed::rest(built, earlier.as_ref());
    let mut machine = machine::describe(&built.architecture, built.compilers.clone());
    let measured = earlier.as_ref().and_then(|report| report.machine.peaks);
    if let Some(program) =
        build::peaks_program(folder).filter(|_| !status.stopped() && measured.is_none())
    {
        status.now("measuring the GPU's peaks");
        machine.peaks = machine::peaks(runner, &program);
    }
    let wants_kernels = !emulated && arguments.measure != Measured::Whole;
    let library =
        Some(folder.join(records::LIBRARY)).filter(|path| path.is_file() && wants_kernels);
    let injection = library.map(|library| Injection {
        library,
        // Programs have other current folders.
        cupti: arguments
            .cupti
            .as_ref()
            .map(|file| file.canonicalize().unwrap_or_else(|_| file.clone()))
            .or_else(|| records::find_cupti(compilers.nvcc.as_deref(), folder)),
    });
    let no_kernel_times = match (&injection, wants_kernels) {
        (None, true) => Some("the library that measures them was not built".to_string()),
        _ => None,
    };
    let rounds = Rounds {
        folder,
        built: &rest,
        size,
        keeps_references: arguments.prebuilt.is_some(),
        runs: arguments.runs.unwrap_or(if emulated { 1 } else { 5 }) as usize,
        timeout: Duration::from_secs(arguments.timeout),
        whole: arguments.measure != Measured::Kernels,
        injection,
        device: if emulated { "emulated" } else { "cuda" },
        architecture: machine.architecture.clone(),
    };
    let mut report = Report {
        format: FORMAT,
        translator: built.translator.clone(),
        date: machine::now(),
        command: std::env::args().collect::<Vec<_>>().join(" "),
        machine,
        size: rounds.size.to_string(),
        runs: rounds.runs,
        complete: false,
        no_kernel_times,
        programs: vec![],
    };
    if let Some(earlier) = earlier {
        report = resumed::behind(earlier, report)?;
    }
    let live = terminal.format == Format::Text;
    let jobs = arguments.jobs.unwrap_or_else(processors);
    let references = references::run_all(&rounds, runner, jobs, status)?;
    for (at, (program, reference)) in rest.programs.iter().zip(references).enumerate() {
        if status.stopped() {
            break;
        }
        let measured = rounds.program(runner, program, reference, status)?;
        report.programs.push(measured);
        report.complete = !status.stopped() && at + 1 == rest.programs.len();
        if let Some(file) = &arguments.save {
            reports::save(&report, file)?;
        }
        if live {
            status.clear();
            let heading = if at == 0 {
                text::heading(&reports::started(&report))
            } else {
                String::new()
            };
            let table = report
                .programs
                .last()
                .map(|one| text::table_of(&report, one));
            print(&format!("{heading}{}", table.unwrap_or_default()));
        }
    }
    report.complete |= rest.programs.is_empty() && !status.stopped();
    if let Some(file) = arguments.save.as_ref().filter(|_| !report.complete) {
        reports::save(&report, file)?;
    }
    Ok(report)
}

fn wanted(arguments: &Arguments) -> Result<Wanted> {
    let mut against = vec![];
    for name in arguments.against.iter().filter(|name| *name != "none") {
        let unknown = || {
            let known: Vec<&str> = PEERS.iter().map(|peer| peer.name()).collect();
            Failure::Usage(format!(
                "bench: --against={name}: expected {} or none",
                known.join(", ")
            ))
        };
        against.push(Compiler::peer(name).ok_or_else(unknown)?);
    }
    Ok(Wanted {
        variants: arguments.variant.clone(),
        against,
    })
}

/// The size that is run on this architecture.
fn size<'a>(arguments: &'a Arguments, architecture: &str) -> &'a str {
    let fallback = match architecture == EMULATED || arguments.sanitize.is_some() {
        true => "test",
        false => "small",
    };
    arguments.size.as_deref().unwrap_or(fallback)
}

/// A variant or a size that no program has is a slip of the pen.
fn check_names(
    manifests: &[&Manifest],
    wanted: &Wanted,
    arguments: &Arguments,
    architecture: &str,
) -> Result<()> {
    let unknown = |what: String, names: BTreeSet<String>| {
        let names: Vec<String> = names.into_iter().collect();
        let known = names.join(", ");
        Failure::Usage(format!(
            "bench: {what}: no program has it; there are {known}"
        ))
    };
    let rows = |manifest: &&Manifest| {
        let all = contenders::contenders(manifest, &Wanted::default());
        all.into_iter().map(|row| row.id)
    };
    let variants: BTreeSet<String> = manifests.iter().flat_map(rows).collect();
    if let Some(name) = wanted
        .variants
        .iter()
        .find(|name| !variants.contains(*name))
    {
        return Err(unknown(format!("--variant={name}"), variants));
    }
    let sizes = manifests
        .iter()
        .flat_map(|manifest| manifest.sizes.keys().cloned());
    let sizes: BTreeSet<String> = sizes.collect();
    let size = size(arguments, architecture);
    // What is built for another machine is run there in whatever size.
    match sizes.contains(size) || arguments.build_only.is_some() {
        true => Ok(()),
        false => Err(unknown(format!("--size={size}"), sizes)),
    }
}

fn compilers(arguments: &Arguments) -> Result<Compilers> {
    let command = |variable: &str, default: &str| {
        let value = std::env::var(variable)
            .ok()
            .filter(|value| !value.is_empty());
        response::split(&value.unwrap_or_else(|| default.into()))
    };
    let translator = std::env::current_exe().map_err(|error| {
        Failure::tool(
            format!("this program cannot find itself: {error}"),
            "try again",
        )
    })?;
    let architecture = match (&arguments.offload_arch, gpu::probe().gpus().first()) {
        (Some(named), _) if named != "native" => named.clone(),
        (_, Some(gpu)) => format!("sm_{}", gpu.capability),
        (Some(_), None) => {
            return Err(Failure::tool(
                "--offload-arch=native: there is no GPU here",
                "name one, such as sm_90",
            ));
        }
        (None, None) if arguments.build_only.is_some() => "sm_90".into(),
        (None, None) => EMULATED.into(),
    };
    Ok(Compilers {
        translator,
        host: command("ROMP_HOST_CC", "gcc"),
        nvcc: Nvcc::find(&Tools::default()).map(|nvcc| nvcc.path),
        clang: command("ROMP_BENCH_CLANG", "clang"),
        gcc: command("ROMP_BENCH_GCC", "gcc"),
        architecture,
        checks: arguments.check.clone(),
        sanitized: arguments.sanitizes(),
    })
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}
