//! The built folder: every contender's program, and an index that says what is there.
//!
//! Runs begin from such a folder alone, so that it can be made here and carried to a machine with a GPU:
//!
//! ```text
//! built.json                 the index
//! romp2cuda                  this program, where the folder is to be carried
//! peaks                      measures what the GPU reaches at most
//! libromp_kernel_times.so    measures kernels
//! libraries/clang/           what another compiler's programs need of the machine that built them
//! pathfinder/cuda ...        a program for each contender
//! pathfinder/sources/        for what could not be built here, because nvcc was not there
//! ```
//!
//! Must not know how programs are run.

use super::Progress;
use super::contenders::{self, Compiler, Contender, Wanted};
use super::libraries::{self, Way};
use super::manifest::Manifest;
use super::programs::Program;
use super::recipes::{self, Compilers};
use super::{machine, queue, records, sources};
use crate::driver::compile::temporary_folder;
use crate::driver::process::{End, Invocation, Runner};
use crate::driver::{Failure, Result, cache};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

const INDEX: &str = "built.json";
const PEAKS: &str = "peaks";
const PEAKS_SOURCE: &str = include_str!("peaks.cu");
/// How long one command may compile.
const PATIENCE: Duration = Duration::from_secs(900);

/// The index of a built folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Built {
    pub translator: String,
    pub architecture: String,
    /// The compilers' own words about their versions.
    pub compilers: Vec<(String, String)>,
    pub programs: Vec<BuiltProgram>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BuiltProgram {
    pub name: String,
    pub manifest: Manifest,
    /// Where its sources lie: below the built folder, or where they were found.
    pub sources: PathBuf,
    pub reference: Entry,
    pub entries: Vec<Entry>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub contender: Contender,
    /// The commands that compiled it, as a shell would take them.
    pub commands: Vec<String>,
    pub state: State,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Ready,
    Missing(String),
    Failed(String),
}

/// How a folder is to be built.
pub struct Request<'a> {
    pub programs: &'a [Program],
    pub wanted: &'a Wanted,
    pub compilers: &'a Compilers,
    pub folder: &'a Path,
    /// Commands that run at once.
    pub jobs: usize,
    /// With all that another machine lacks.
    pub portable: bool,
}

/// The path of a contender's program in a built folder.
pub fn program(folder: &Path, name: &str, contender: &Contender) -> PathBuf {
    folder.join(name).join(&contender.id)
}

/// Where the shared libraries of a compiler's programs lie, if there are any.
pub fn libraries_of(folder: &Path, compiler: Compiler) -> Option<PathBuf> {
    Some(folder.join("libraries").join(compiler.name())).filter(|path| path.is_dir())
}

/// The program that measures peaks, if it was built.
pub fn peaks_program(folder: &Path) -> Option<PathBuf> {
    Some(folder.join(PEAKS)).filter(|path| path.is_file())
}

/// Builds everything that is wanted into the folder. What cannot be built is an entry that says why.
pub fn build(runner: &Runner, request: &Request, progress: &dyn Progress) -> Result<Built> {
    let folder = request.folder;
    std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, "make", error))?;
    let folder = &folder
        .canonicalize()
        .map_err(|error| Failure::file(folder, "open", error))?;
    let mut programs = vec![];
    for program in request.programs {
        let place = folder.join(&program.name);
        std::fs::create_dir_all(&place).map_err(|error| Failure::file(&place, "make", error))?;
        let sources = match request.portable {
            true => sources::copy(program, folder)?,
            false => program.folder.clone(),
        };
        let unbuilt = |contender| Entry {
            contender,
            commands: vec![],
            state: State::Missing("its turn did not come".into()),
        };
        let wanted = contenders::contenders(&program.manifest, request.wanted);
        programs.push(BuiltProgram {
            name: program.name.clone(),
            manifest: program.manifest.clone(),
            sources,
            reference: unbuilt(contenders::reference(&program.manifest)),
            entries: wanted.into_iter().map(unbuilt).collect(),
        });
    }
    let entries = || programs.iter().flat_map(|program| &program.entries);
    let takes_part = |compiler| entries().any(|entry| entry.contender.compiler == compiler);
    let versions = machine::versions(runner, request.compilers, &takes_part);
    let mut built = Built {
        translator: concat!("romp2cuda ", env!("CARGO_PKG_VERSION")).into(),
        architecture: request.compilers.architecture.clone(),
        compilers: versions,
        programs,
    };
    build_entries(
        runner,
        request.compilers,
        folder,
        &mut built,
        request.jobs,
        &|_| true,
        progress,
    )?;
    if progress.stopped() {
        return Ok(built);
    }
    if built.architecture != recipes::EMULATED {
        build_tools(runner, request.compilers, folder)?;
    }
    if request.portable {
        add_this_program(runner, request.compilers, folder)?;
    }
    gather_libraries(runner, request, folder, &built)?;
    built.save(folder)?;
    Ok(built)
}

impl Built {
    fn save(&self, folder: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self).expect("the index is plain data");
        cache::write(folder, INDEX, text).map(drop)
    }

    /// Reads the index of a built folder. What nvcc was missing for is built if it is here.
    pub fn load(
        runner: &Runner,
        folder: &Path,
        compilers: &Compilers,
        jobs: usize,
        progress: &dyn Progress,
    ) -> Result<Built> {
        let index = folder.join(INDEX);
        let text = std::fs::read_to_string(&index)
            .map_err(|error| Failure::file(&index, "read", error))?;
        let mut built: Built = serde_json::from_str(&text).map_err(|error| {
            Failure::Usage(format!(
                "bench: {} is of another version: {error}",
                index.display()
            ))
        })?;
        let compilers = Compilers {
            architecture: built.architecture.clone(),
            ..compilers.clone()
        };
        if compilers.nvcc.is_some() && built.architecture != recipes::EMULATED {
            let lacks = |entry: &Entry| {
                entry.contender.compiler == Compiler::Cuda
                    && matches!(entry.state, State::Missing(_))
            };
            build_entries(
                runner, &compilers, folder, &mut built, jobs, &lacks, progress,
            )?;
            if peaks_program(folder).is_none() && !progress.stopped() {
                build_tools(runner, &compilers, folder)?;
            }
        }
        Ok(built)
    }

    /// Keeps the programs and rows that are wanted now of those that were built.
    pub fn restrict(&mut self, names: &[String], wanted: &Wanted) -> Result<()> {
        if let Some(unknown) = names
            .iter()
            .find(|name| self.programs.iter().all(|p| p.name != **name))
        {
            return Err(Failure::Usage(format!(
                "bench: the folder holds no program {unknown}"
            )));
        }
        self.programs
            .retain(|program| names.is_empty() || names.contains(&program.name));
        for program in &mut self.programs {
            let rows = contenders::contenders(&program.manifest, wanted);
            program
                .entries
                .retain(|entry| rows.contains(&entry.contender));
        }
        Ok(())
    }
}

/// Builds the entries that are chosen, several at once.
fn build_entries(
    runner: &Runner,
    compilers: &Compilers,
    folder: &Path,
    built: &mut Built,
    jobs: usize,
    chosen: &(dyn Fn(&Entry) -> bool + Sync),
    progress: &dyn Progress,
) -> Result<()> {
    // A compiler that is stopped leaves its temporary files: they go with this folder.
    let scratch = temporary_folder()?;
    let mut waiting = vec![];
    for program in &mut built.programs {
        // An absolute path stays what it is.
        let sources = folder.join(&program.sources);
        let entries = std::iter::once(&mut program.reference).chain(&mut program.entries);
        for entry in entries.filter(|entry| chosen(entry)) {
            waiting.push((&program.name, &program.manifest, sources.clone(), entry));
        }
    }
    let done = queue::map(waiting.len(), jobs, |at| {
        if progress.stopped() {
            return None;
        }
        let (name, manifest, sources, entry) = &waiting[at];
        let contender = &entry.contender;
        let (turn, of) = (at + 1, waiting.len());
        progress.now(&format!("building {turn}/{of}: {name} {}", contender.id));
        let output = program(folder, name, contender);
        Some(
            match recipes::recipe(compilers, manifest, contender, sources, &output) {
                Err(why) => (State::Missing(why), vec![]),
                Ok(steps) => {
                    let commands = steps.iter().map(Invocation::line).collect();
                    (compile(runner, &steps, scratch.path(), progress), commands)
                }
            },
        )
    });
    for ((.., entry), done) in waiting.into_iter().zip(done) {
        let Some((state, commands)) = done else {
            continue;
        };
        entry.state = state;
        entry.commands = commands;
    }
    Ok(())
}

fn compile(
    runner: &Runner,
    steps: &[Invocation],
    scratch: &Path,
    progress: &dyn Progress,
) -> State {
    for step in steps {
        let step = step.clone().env("TMPDIR", scratch.to_string_lossy());
        let end = runner
            .start_group(&step)
            .and_then(|running| running.finish_unless(PATIENCE, &|| progress.stopped()));
        match end {
            Ok(End::Finished(finished)) if finished.success() => {}
            Ok(End::Finished(finished)) => {
                return State::Failed(complaint(&finished.stderr_text(), finished.code));
            }
            Ok(End::TimedOut) => {
                return State::Failed(format!("no end after {} s", PATIENCE.as_secs()));
            }
            Ok(End::Stopped) => return State::Missing("its build was interrupted".into()),
            Err(failure) => return State::Failed(format!("{failure:?}")),
        }
    }
    State::Ready
}

/// The line of a compiler's output that says what is wrong.
fn complaint(text: &str, code: i32) -> String {
    const TELLING: &[&str] = &[
        "error",
        "undefined reference",
        "unresolved symbol",
        "cannot find",
    ];
    let telling = |line: &&str| TELLING.iter().any(|word| line.contains(word));
    let line = text
        .lines()
        .find(telling)
        .or(text.lines().find(|line| !line.trim().is_empty()));
    line.map_or(format!("exit status {code}"), |line| {
        line.trim().chars().take(300).collect()
    })
}

/// What measures kernels and peaks. Without it there are no such columns, so that a failure here is none of the whole.
fn build_tools(runner: &Runner, compilers: &Compilers, folder: &Path) -> Result<()> {
    runner.query(&records::library(&compilers.host, folder)?)?;
    if let Some(nvcc) = &compilers.nvcc {
        let source = cache::write(folder, "peaks.cu", PEAKS_SOURCE)?;
        let command = Invocation::new(nvcc)
            .args(["-O3", &format!("-arch={}", compilers.architecture), "-o"])
            .arg(folder.join(PEAKS))
            .arg(source)
            .args(recipes::runtime_words(nvcc));
        runner.query(&command)?;
    }
    Ok(())
}

/// Adds this program, which a machine without Rust lacks.
fn add_this_program(runner: &Runner, compilers: &Compilers, folder: &Path) -> Result<()> {
    let own = folder.join("romp2cuda");
    if compilers.translator.canonicalize().ok() != own.canonicalize().ok() {
        std::fs::copy(&compilers.translator, &own)
            .map_err(|error| Failure::file(&own, "write", error))?;
        // Symbols are of no use there; without strip the copy is only larger.
        let _ = runner.query(&Invocation::new("strip").arg(&own));
    }
    Ok(())
}

/// Puts the shared libraries that programs need beside them: of other offloading compilers always, of all for another
/// machine.
fn gather_libraries(
    runner: &Runner,
    request: &Request,
    folder: &Path,
    built: &Built,
) -> Result<()> {
    let compilers = request.compilers;
    let way = if request.portable {
        Way::Copy
    } else {
        Way::Link
    };
    for program in &built.programs {
        for entry in program
            .entries
            .iter()
            .filter(|entry| entry.state == State::Ready)
        {
            let command = match entry.contender.compiler {
                Compiler::Clang => &compilers.clang,
                Compiler::Gcc => &compilers.gcc,
                _ if request.portable => &compilers.host,
                _ => continue,
            };
            let place = folder
                .join("libraries")
                .join(entry.contender.compiler.name());
            let file = self::program(folder, &program.name, &entry.contender);
            libraries::gather(runner, command, &file, &place, way)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compilers_complaint_is_its_error() {
        let text = "In file included from x\na.c:1:2: error: no\nmore\n";
        assert_eq!(complaint(text, 1), "a.c:1:2: error: no");
        assert_eq!(complaint("", 4), "exit status 4");
    }
}
