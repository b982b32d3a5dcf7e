//! `romp2cuda cc`: takes a gcc command line and does what gcc would do, with device code as well.
//!
//! Decides which steps a command line needs; the steps themselves stand in `compile` and `link`.

use super::checks::{self, Check};
use super::cmdline::{CommandLine, Input, Language, Record, Stage, default_output};
use super::compile::{Beside, Build, Product, temporary_folder};
use super::device_flags::DeviceFlags;
use super::host_cc::HostCc;
use super::offload::Targets;
use super::process::{Mode, Runner};
use super::{
    Failure, Reporter, Result, auxiliary, cache, dependencies, device_link, host_source, link,
    preprocess, same_file, unknown_options,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Runs a command line; the result is the exit code.
pub fn run(reporter: &dyn Reporter, line: &CommandLine) -> Result<i32> {
    let runner = Runner::new(reporter, line.own.mode());
    let host = HostCc::find(&runner, line.own.host_cc.as_deref())?;
    let driver = match line.own.cxx {
        true => HostCc::find_cxx(&runner, line.own.host_cxx.as_deref())?,
        false => host.clone(),
    };
    check_outputs(line)?;
    let links_ours = line.own.device_link || links_ours_without_openmp(line);
    let passes = passes_through(line) && !links_ours;
    if passes && (line.openmp || line.own.archs.is_empty()) {
        return match pass_through(&runner, &driver, line)? {
            0 => Ok(0),
            code => unknown_options::failure(&runner, &driver, line).map_or(Ok(code), Err),
        };
    }
    let targets = Targets::choose(&line.own.archs)?;
    let mut translation = line.own.translation;
    // The devices that the user names: a GPU that happens to be here does not change what is translated.
    if !line.own.archs.is_empty() {
        translation.plan.architectures = targets.chosen();
    }
    if line.own.sanitizer {
        return Err(checks::usage(
            "--check=sanitizer is for `romp2cuda run`, which starts the program; a program built with \
             -DROMP_SANITIZER is ready for compute-sanitizer"
                .into(),
        ));
    }
    let flags = DeviceFlags::from_words(&line.compile_words());
    let usual = if flags.debug {
        Check::Memory
    } else {
        Check::None
    };
    let mut check = Check::choose(line.own.check, usual).map_err(checks::usage)?;
    if !targets.emulated {
        if line.own.check.is_some_and(Check::any) {
            reporter
                .say("romp2cuda: --check is for the emulated device: add --offload-arch=emulated");
        }
        check = Check::None;
    }
    translation.line_directives |= check.any();
    let saved_plain = !translation.line_directives;
    // Line tables of device code name the user's lines, and so do the emulated device's messages about barriers.
    translation.line_directives |= targets.emulated || targets.cuda() && !flags.no_lines;
    translation.checked = check.any();
    translation.keeps_races = check.races();
    translation.parts = true;
    let build = Build {
        runner,
        host,
        driver,
        words: line.compile_words(),
        include: cache::include_dir()?,
        targets,
        translation,
        save_temps: line.own.save_temps,
        saved_plain,
        tools: line.own.tools.clone(),
        remarks: line.own.remarks,
        record: record(line)?,
        check,
    };
    if passes {
        host_source::check_without_openmp(&build, line)?;
        return pass_through(&build.runner, &build.driver, line);
    }
    steps(&build, line)?;
    Ok(0)
}

/// Where decisions are written.
pub fn record(line: &CommandLine) -> Result<Option<Record>> {
    let sources = line.sources().count();
    match &line.own.record {
        Some(Record::File(name)) if sources > 1 => Err(Failure::Usage(format!(
            "-Rromp-yaml={name} is one file for {sources} sources: leave out the name, and each has its own"
        ))),
        Some(Record::Beside) if line.stage == Stage::Link => Ok(Some(Record::Here)),
        other => Ok(other.clone()),
    }
}

/// The host compiler's own command, with nothing added but the headers that preprocessed text needs.
fn pass_through(runner: &Runner, host: &HostCc, line: &CommandLine) -> Result<i32> {
    let mode = match runner.mode {
        Mode::Dry => Mode::Dry,
        _ => Mode::Quiet,
    };
    let mut invocation = host.invoke();
    let of_c = line.sources().any(|input| input.language == Language::C);
    let of_cxx = line.sources().any(|input| input.language == Language::Cxx);
    let text_is_wanted = !line
        .words
        .iter()
        .any(|word| word.starts_with("-M") || word == "-dM");
    if line.openmp && line.stage == Stage::Preprocess && of_c && text_is_wanted {
        let include = cache::include_dir()?;
        invocation = invocation
            .args(preprocess::OUR_MACROS)
            .arg("-I")
            .arg(include);
    } else if line.openmp && (of_c || of_cxx) {
        invocation = invocation.args(preprocess::VERSION);
    }
    invocation = invocation.args(&line.words);
    if line.host_only && line.openmp {
        invocation = invocation.args(host.openmp_words());
    }
    Runner::new(runner.reporter, mode).pass_through(&invocation)
}

/// Refuses an output that is one of the inputs, by whatever name.
fn check_outputs(line: &CommandLine) -> Result<()> {
    let outputs = line.output.iter().chain(&line.dependencies.file);
    for output in outputs {
        let clash = line
            .inputs()
            .find(|input| same_file(Path::new(&input.path), Path::new(output)));
        if let Some(input) = clash {
            return Err(Failure::Usage(format!(
                "the output {output} is the input {}: nothing is written",
                input.path
            )));
        }
    }
    Ok(())
}

/// Whether nothing is to be added to a command line: no OpenMP, no input, only preprocessing, or something that the
/// host compiler will complain about.
pub fn passes_through(line: &CommandLine) -> bool {
    let several = line.sources().count() > 1;
    let one_output_for_several = several && line.output.is_some() && line.stage != Stage::Link;
    !line.openmp
        || line.host_only
        || line.question
        || line.inputs().next().is_none()
        || line.stage == Stage::Preprocess
        || one_output_for_several
        || line
            .inputs()
            .any(|input| input.path == "-" && input.language == Language::Object)
}

/// Build systems may link with `-lgomp` in place of `-fopenmp`, or without offloading; translated objects need the
/// runtime all the same.
fn links_ours_without_openmp(line: &CommandLine) -> bool {
    let hosts = !line.openmp || line.host_only;
    hosts && line.stage == Stage::Link && !line.question && link::needs_runtime(line)
}

/// Compiles the sources and links, as far as the command line asks. The result says whether anything in a program is
/// for a device.
pub fn steps(build: &Build, line: &CommandLine) -> Result<bool> {
    all_steps(build, line).map_err(|failure| match failure {
        Failure::Compiler(_) | Failure::Refused(..) => {
            unknown_options::failure(&build.runner, &build.driver, line).unwrap_or(failure)
        }
        Failure::Usage(_) | Failure::Tool(_) => failure,
    })
}

fn all_steps(build: &Build, line: &CommandLine) -> Result<bool> {
    check_linker_inputs(build, line)?;
    let folder = temporary_folder()?;
    let mut objects = BTreeMap::new();
    let mut failure = None;
    for (number, input) in line.sources().enumerate() {
        let output = output_of(line, input, number, folder.path());
        let done = match input.language {
            Language::C | Language::PreprocessedC if line.openmp => {
                c_source(build, line, input, &output)
            }
            _ => host_source::compile(build, line, input, &output),
        };
        objects.insert(input.path.clone(), output);
        // As with gcc, the other files are compiled as well, so that all errors are printed at once.
        match (done, &failure) {
            (Err(Failure::Refused(errors, places)), Some(_)) => {
                build.runner.reporter.diagnostics(&errors, places.as_ref());
            }
            (Err(Failure::Compiler(text)), Some(_)) => {
                build.runner.reporter.refused_by_compiler(&text)
            }
            (Err(new), None) => failure = Some(new),
            _ => {}
        }
    }
    match failure {
        Some(failure) => Err(failure),
        None if line.own.device_link => {
            device_link::device_link(build, line, &objects).map(|()| true)
        }
        None if line.stage == Stage::Link => link::link(build, line, &objects),
        None => Ok(true),
    }
}

/// As gcc does it, whose linker would say that files are missing: without a link nothing looks at objects and archives.
fn check_linker_inputs(build: &Build, line: &CommandLine) -> Result<()> {
    if line.stage == Stage::Link || line.own.device_link {
        return Ok(());
    }
    let name = build.driver.name();
    for input in line
        .inputs()
        .filter(|input| input.language == Language::Object)
    {
        let path = &input.path;
        if !Path::new(path).exists() {
            return Err(Failure::Compiler(format!(
                "{name}: error: {path}: linker input file not found: No such file or directory\n"
            )));
        }
        build.runner.reporter.say(&format!(
            "{name}: warning: {path}: linker input file unused because linking not done"
        ));
    }
    Ok(())
}

fn output_of(line: &CommandLine, input: &Input, number: usize, folder: &Path) -> PathBuf {
    let extension = if line.stage == Stage::Assembly {
        "s"
    } else {
        "o"
    };
    match (&line.output, line.stage) {
        (Some(output), Stage::Object | Stage::Assembly) => output.into(),
        (_, Stage::Link) => folder.join(format!("{number}-{}", default_output(&input.path, "o"))),
        _ => default_output(&input.path, extension).into(),
    }
}

fn c_source(build: &Build, line: &CommandLine, input: &Input, output: &Path) -> Result<()> {
    let product = match line.stage {
        Stage::Assembly => Product::Assembly,
        Stage::Check | Stage::Preprocess => Product::Check,
        Stage::Object | Stage::Link => Product::Object,
    };
    let beside = Beside {
        dependencies: dependencies::words(line, input),
        auxiliary: auxiliary::words(build.host.kind, line, input),
    };
    build.compile(input, product, output, &beside)?;
    match dependencies::file(&beside.dependencies) {
        Some(file) if build.runner.mode != Mode::Dry => {
            dependencies::complete(file, &build.include, line.own.project_file.as_deref())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::cmdline::tests::parse;
    use super::*;

    #[test]
    fn what_passes_through() {
        for (text, expected) in [
            ("-c a.c", true),
            ("-fopenmp -c a.c", false),
            ("-fopenmp a.o b.o", false),
            ("a.o b.o", true),
            ("-fopenmp", true),
            ("-v", true),
            ("--version", true),
            ("-fopenmp -E a.c", true),
            ("-fopenmp -MM a.c", true),
            ("-fopenmp -c a.c b.c -o x.o", true),
            ("-fopenmp -c a.c b.c", false),
            ("-fopenmp a.c b.c -o x", false),
            ("-fopenmp -xc -", false),
            ("-fopenmp -", true),
        ] {
            assert_eq!(passes_through(&parse(text)), expected, "{text}");
        }
    }
}
