//! Translating the files of a command line: what `translate`, `diff` and `report` have in common.

use super::warning_flags::WarningFlags;
use crate::diag::Levels;
use crate::driver::cmdline::CommandLine;
use crate::driver::config;
use crate::driver::host_cc::{HostCc, Kind};
use crate::driver::layout::{self, Layout};
use crate::driver::offload::Targets;
use crate::driver::process::{Mode, Runner};
use crate::driver::source::Source;
use crate::driver::unit::{self, Reading, Unit};
use crate::driver::unit_name::{self, Naming, UnitName};
use crate::driver::{Failure, Reporter, Result, cache, host_source, paths};
use crate::plan;
use crate::plan::architectures::Chosen;
use crate::plan::options::{SequentialMode, SharedBudget, SimdMode};
use crate::report::levels::Level;
use crate::translate;
use clap::{CommandFactory, Parser};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Clone, clap::Args)]
pub(super) struct Input {
    /// C files
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The C compiler whose preprocessor is used (also ROMP_HOST_CC); default gcc
    #[arg(long, value_name = "COMMAND")]
    pub host_cc: Option<String>,
    /// Device code has the lines of the C source
    #[arg(long)]
    pub line_directives: bool,
    /// How sequential parts of kernels with several threads a team run: auto, guarded, fork-join
    #[arg(long, value_name = "MODE", default_value = "auto")]
    pub sequential: SequentialMode,
    /// What `simd` loops inside parallel loops become: auto, lanes (of a warp, wherever that is right), serial
    #[arg(long, value_name = "MODE", default_value = "auto")]
    pub simd: SimdMode,
    /// Fork adjacent parallel regions one by one
    #[arg(long)]
    pub no_merge_regions: bool,
    /// Shared memory that a team's variables may take: a number of bytes up to what the architecture gives a team
    /// (232448 on sm_90), or `occupancy` for what keeps as many teams on an SM as its threads allow
    #[arg(long, value_name = "BYTES")]
    pub shared_budget: Option<SharedBudget>,
    /// GPUs that code is made for: native, sm_NN, compute_NN; default sm_80, sm_90 and PTX
    #[arg(long, value_name = "ARCH", value_delimiter = ',', value_parser = super::completions::architectures(), hide_possible_values = true)]
    pub offload_arch: Vec<String>,
    #[command(flatten)]
    pub levels: WarningFlags,
    /// Silence all warnings
    #[arg(short = 'w')]
    pub quiet: bool,
    /// Print the commands that are run
    #[arg(short, long)]
    pub verbose: bool,
    /// Flags of the C compiler: -DNAME -Idir -O2
    #[arg(last = true, value_name = "FLAGS")]
    pub flags: Vec<String>,
    /// What some of the files are taken to hold in place of what is on the disk
    #[arg(skip)]
    pub edited: BTreeMap<PathBuf, Vec<u8>>,
}

/// A command line of nothing but an input.
#[derive(Parser)]
struct Stored {
    #[command(flatten)]
    input: Input,
}

impl Input {
    /// Options and files, as words of a command line that were kept, and flags of the C compiler.
    pub fn stored(words: Vec<String>, flags: &[String]) -> Result<Input> {
        let words = std::iter::once("review".to_owned())
            .chain(words)
            .chain(["--".to_owned()])
            .chain(flags.iter().cloned());
        let stored = Stored::try_parse_from(words);
        let stored = stored.map_err(|error| Failure::Usage(error.render().to_string()))?;
        Ok(stored.input)
    }

    /// For commands that show or write edited C, which preprocessed text is not.
    pub fn check_written_by_hand(&self) -> Result<()> {
        match self
            .files
            .iter()
            .find(|file| Source::file(file).preprocessed)
        {
            Some(file) => Err(Failure::Usage(format!(
                "{}: this is preprocessed text: give the C source, or compile it with romp2cuda cc",
                file.display()
            ))),
            None => Ok(()),
        }
    }

    /// The options that decide what is generated, but for those that are as they are without being given.
    pub fn options(&self) -> Vec<String> {
        let mut all = vec![];
        if self.line_directives {
            all.push("--line-directives".to_owned());
        }
        match self.sequential {
            SequentialMode::Auto => {}
            SequentialMode::Guarded => all.push("--sequential=guarded".to_owned()),
            SequentialMode::ForkJoin => all.push("--sequential=fork-join".to_owned()),
        }
        match self.simd {
            SimdMode::Auto => {}
            SimdMode::Lanes => all.push("--simd=lanes".to_owned()),
            SimdMode::Serial => all.push("--simd=serial".to_owned()),
        }
        if self.no_merge_regions {
            all.push("--no-merge-regions".to_owned());
        }
        match self.shared_budget {
            None | Some(SharedBudget::Auto) => {}
            Some(SharedBudget::Occupancy) => all.push("--shared-budget=occupancy".to_owned()),
            Some(SharedBudget::Bytes(bytes)) => all.push(format!("--shared-budget={bytes}")),
        }
        if !self.offload_arch.is_empty() {
            all.push(format!("--offload-arch={}", self.offload_arch.join(",")));
        }
        all
    }

    /// Takes what `other` says about messages and tools, which decide nothing that is generated.
    pub fn take_messages(&mut self, other: Input) {
        self.host_cc = other.host_cc;
        self.levels = other.levels;
        self.quiet = other.quiet;
        self.verbose = other.verbose;
    }

    /// The same with what the project's file of the sources says; the command line comes first.
    pub fn with_project_file(&self) -> Result<Input> {
        let knows = |name: &str| {
            let command = Stored::command();
            command
                .get_arguments()
                .any(|it| it.get_long() == Some(name))
        };
        let files = self.files.iter().map(|file| file.display().to_string());
        let words: Vec<String> = self.options().into_iter().chain(files).collect();
        let (words, _) = config::complete(words, &knows).map_err(Failure::Usage)?;
        let mut input = Input::stored(words, &self.flags)?;
        let host = input.host_cc.take();
        let levels = input.levels.0;
        input.edited = self.edited.clone();
        input.take_messages(self.clone());
        input.host_cc = input.host_cc.or(host);
        input.levels.0 = levels.and(input.levels.0);
        Ok(input)
    }

    /// `behind` are the flags of the C compiler, which may be about warnings of ours.
    pub fn translation(&self, behind: Levels) -> Result<translate::Options> {
        let mut warnings = self.levels.0.and(behind);
        warnings.quiet |= self.quiet;
        Ok(translate::Options {
            line_directives: self.line_directives,
            checked: false,
            keeps_races: false,
            parts: false,
            links: false,
            level: None,
            plan: plan::options::Options {
                sequential: self.sequential,
                simd: self.simd,
                shared_budget: self.shared_budget.unwrap_or_default(),
                separate_regions: self.no_merge_regions,
                architectures: chosen(&self.offload_arch)?,
            },
            warnings,
        })
    }
}

/// The devices that the user names: those that happen to be here do not change what is translated.
pub(super) fn chosen(words: &[String]) -> Result<Chosen> {
    let targets = match words {
        [] => return Ok(Chosen::default()),
        words => Targets::written(words)?,
    };
    Ok(targets.chosen())
}

/// Translated files, and what they were read with.
pub(super) struct Translated {
    pub units: Vec<Unit>,
    pub words: Vec<String>,
    pub include: PathBuf,
    pub warnings: Levels,
    pub clang: bool,
}

impl Translated {
    /// The folder with all of it, for devices of these words.
    pub fn layout(&self, archs: &[String]) -> Result<Layout> {
        layout::plan(&self.units, &self.words, &self.include, archs, self.clang)
    }
}

/// Translates all files; all are looked at, so that every error is seen at once.
pub(super) fn translate(input: &Input, terminal: &dyn Reporter) -> Result<Translated> {
    translate_to(Shown::default(), input, terminal)
}

/// What is shown besides the texts.
#[derive(Clone, Copy, Default)]
pub(super) struct Shown {
    /// What is known or decided before there is text.
    pub level: Option<Level>,
    /// The program's line of each line of the CUDA file.
    pub links: bool,
}

/// The same, with what is shown besides.
pub(super) fn translate_to(
    shown: Shown,
    input: &Input,
    terminal: &dyn Reporter,
) -> Result<Translated> {
    let (translated, failures) = translate_each(shown, input, terminal)?;
    match told(
        failures.into_iter().map(|one| one.failure).collect(),
        terminal,
    ) {
        Some(failure) => Err(failure),
        None => Ok(translated),
    }
}

/// A file that is not translated.
pub(super) struct Failed {
    pub file: PathBuf,
    pub failure: Failure,
}

/// The first of several failures, which ends the command; the terminal is told of the others.
pub(super) fn told(failures: Vec<Failure>, terminal: &dyn Reporter) -> Option<Failure> {
    let mut failures = failures.into_iter();
    let first = failures.next();
    for failure in failures {
        match failure {
            Failure::Refused(errors, places) => terminal.diagnostics(&errors, places.as_ref()),
            Failure::Compiler(text) => terminal.refused_by_compiler(&text),
            _ => {}
        }
    }
    first
}

/// Translates the files that can be, and says why the others cannot.
pub(super) fn translate_each(
    shown: Shown,
    input: &Input,
    terminal: &dyn Reporter,
) -> Result<(Translated, Vec<Failed>)> {
    let mode = Mode::verbose(input.verbose);
    let runner = Runner::new(terminal, mode);
    let host = HostCc::find(&runner, input.host_cc.as_deref())?;
    let line = CommandLine::parse(&input.flags).map_err(Failure::Usage)?;
    if let Some(file) = line.inputs().next() {
        return Err(Failure::Usage(format!(
            "{}: files stand before --, flags behind it",
            file.path
        )));
    }
    let words = line.compile_words();
    let include = cache::include_dir()?;
    let reading = Reading {
        naming: Naming::ByFile,
        host: &host,
        words: &words,
        include: &include,
        translation: translate::Options {
            level: shown.level,
            links: shown.links,
            ..input.translation(line.own.translation.warnings)?
        },
    };
    let warnings = reading.translation.warnings;
    let (mut units, mut failures) = (vec![], vec![]);
    for file in &input.files {
        let source = match input.edited.get(file) {
            Some(text) => Source::edited(file, text.clone()),
            None => Source::file(file),
        };
        let result = check_language(&runner, &reading, file)
            .and_then(|()| unit::read(&runner, &reading, &source, &[]))
            .and_then(|text| unit::translate(&runner, &reading, &source, text));
        match result {
            Ok(unit) => units.push(unit),
            Err(failure) => failures.push(Failed {
                file: file.clone(),
                failure,
            }),
        }
    }
    tell_apart(&mut units, &words);
    let translated = Translated {
        units,
        clang: host.kind == Kind::Clang,
        words,
        warnings,
        include,
    };
    Ok((translated, failures))
}

/// Refuses what is written in another language than C, as `cc` does: by its place where it has constructs for a device.
fn check_language(runner: &Runner, reading: &Reading, file: &Path) -> Result<()> {
    let Some(foreign) = host_source::read_file(runner, reading.host, reading.words, file)? else {
        return Ok(());
    };
    let failure = foreign.refusal.or(foreign.failed.map(Failure::Compiler));
    Err(failure.unwrap_or_else(|| {
        Failure::Usage(format!(
            "{}: there is nothing for a device in it, and it is {}: C is translated",
            file.display(),
            foreign.language
        ))
    }))
}

/// Names units whose files have one name after their folders, too.
fn tell_apart(units: &mut [Unit], words: &[String]) {
    let paths: Vec<PathBuf> = units.iter().map(|unit| unit.source.clone()).collect();
    let names = unit_name::told_apart(&paths);
    for (unit, name) in units.iter_mut().zip(names) {
        if name != unit.stem() {
            unit.name = UnitName::called(&name, words);
        }
    }
}

/// The files of a folder are written once each.
pub(super) fn check_names(units: &[Unit]) -> Result<()> {
    let mut known: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    for unit in units {
        let here = &unit.source;
        let place = paths::absolute(here)?.with_extension("cu");
        let Some(other) = known.insert(place.clone(), here) else {
            continue;
        };
        return Err(Failure::Usage(match other == here {
            true => format!("{} is given twice", here.display()),
            false => format!(
                "{} and {} would both become {}: give one of them another name",
                other.display(),
                here.display(),
                place.file_name().unwrap_or_default().display()
            ),
        }));
    }
    Ok(())
}
