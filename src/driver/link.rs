//! Objects to a program or a shared library, with the runtime and with the device code that crosses
//! files.
//!
//! Must not know C, nor how objects were made but for the section `.romp.rdc`.

use super::cmdline::{Arg, CommandLine};
use super::compile::{Build, temporary_folder};
use super::device_flags::DeviceFlags;
use super::image::{self, Carrier};
use super::nvcc::Nvcc;
use super::process::{Finished, Invocation, Mode};
use super::rdc::{self, Record};
use super::{Failure, Result, cache};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Has the linker name each file and archive member that it takes.
const TRACE: &[&str] = &["-Wl,-t", "-Wl,-t"];
const LIBRARIES: &[&str] = &["-lpthread", "-ldl", "-lm"];

/// Links what the command line names; `objects` are those made of its sources, by their paths.
pub fn link(build: &Build, line: &CommandLine, objects: &BTreeMap<String, PathBuf>) -> Result<()> {
    if !wants_runtime(line) {
        let plain = base(build, line, objects, None);
        let finished = build.runner.run(&plain)?;
        return outcome(build, &finished, &finished.stdout_text());
    }
    let library = cache::runtime_library()?;
    let plain = base(build, line, objects, Some(&library));
    let traced = with_runtime(plain.clone(), line, &library).args(TRACE);
    let finished = build.runner.run(&traced)?;
    let trace = finished.stdout_text();
    outcome(build, &finished, &without_trace(&trace))?;
    if build.runner.mode == Mode::Dry {
        return Ok(());
    }
    let records = records_of(&trace)?;
    if records.is_empty() {
        return Ok(());
    }
    let dir = temporary_folder()?;
    let image = device_image(build, dir.path(), &records)?;
    let finished = build
        .runner
        .run(&with_runtime(plain.arg(image), line, &library))?;
    outcome(build, &finished, &finished.stdout_text())
}

/// The command in the user's order, sources replaced by their objects. Libromp stands before the
/// compiler's OpenMP library, wherever the user names that.
fn base(
    build: &Build,
    line: &CommandLine,
    objects: &BTreeMap<String, PathBuf>,
    library: Option<&Path>,
) -> Invocation {
    let mut invocation = build.host.invoke();
    for arg in &line.args {
        if let Some(library) = library.filter(|_| is_openmp_library(arg)) {
            invocation = invocation.arg(library);
        }
        invocation = match arg {
            Arg::Cpp(_) => invocation,
            Arg::Link(words) | Arg::Every(words) => invocation.args(words),
            Arg::Input(input) => match objects.get(&input.path) {
                Some(object) => invocation.arg(object),
                None => invocation.arg(&input.path),
            },
        };
    }
    if line.openmp {
        invocation = invocation.args(build.host.openmp_words());
    }
    if build.runner.mode == Mode::Verbose {
        invocation = invocation.arg("-v"); // CMake reads there which libraries OpenMP needs
    }
    match &line.output {
        Some(output) => invocation.arg("-o").arg(output),
        None => invocation,
    }
}

/// `-lgomp`, `/usr/lib/.../libgomp.so`: build systems name it instead of `-fopenmp`.
fn is_openmp_library(arg: &Arg) -> bool {
    let names = ["gomp", "omp", "iomp5"];
    match arg {
        Arg::Link(words) => names
            .iter()
            .any(|name| words.concat() == format!("-l{name}")),
        Arg::Input(input) => {
            let file = input.path.rsplit('/').next().unwrap_or("");
            names
                .iter()
                .any(|name| file.starts_with(&format!("lib{name}.")))
        }
        _ => false,
    }
}

/// Libromp stands behind the user's objects and before the compiler's own libraries.
fn with_runtime(mut invocation: Invocation, line: &CommandLine, library: &Path) -> Invocation {
    invocation = invocation.arg(library).args(LIBRARIES);
    let has = |word: &str| line.words.iter().any(|known| known == word);
    if has("-static") {
        // The compiler's static library has all of its routines in one object with some that are ours.
        invocation = invocation.arg("-Wl,-z,muldefs");
    } else if !has("-shared") {
        // One runtime a process: libraries that are loaded later use the program's.
        let exported = [
            "-Wl,--export-dynamic-symbol=romp_*",
            "-Wl,--export-dynamic-symbol=omp_*",
        ];
        invocation = invocation.args(exported);
    }
    invocation
}

/// Whether a link without `-fopenmp` has objects or archives of ours among its files.
pub fn needs_runtime(line: &CommandLine) -> bool {
    let mut folders = vec![];
    for arg in &line.args {
        if let Arg::Link(words) = arg
            && let Some(folder) = words.concat().strip_prefix("-L")
        {
            folders.push(PathBuf::from(folder));
        }
    }
    line.args.iter().any(|arg| match arg {
        Arg::Input(input) => mentions_runtime(Path::new(&input.path)),
        Arg::Link(words) => words.concat().strip_prefix("-l").is_some_and(|name| {
            let archive = |folder: &PathBuf| folder.join(format!("lib{name}.a"));
            folders
                .iter()
                .map(archive)
                .any(|path| mentions_runtime(&path))
        }),
        _ => false,
    })
}

/// An object or archive that calls the runtime. Programs and shared libraries hold theirs.
fn mentions_runtime(path: &Path) -> bool {
    let name = path.to_string_lossy();
    if !(name.ends_with(".o") || name.ends_with(".a") || name.ends_with(".lo")) {
        return false;
    }
    let Ok(data) = std::fs::read(path) else {
        return false;
    };
    let wanted = b"\0romp_";
    data.windows(wanted.len()).any(|bytes| bytes == wanted)
}

/// A partial link, or one without libraries, gets what it asks for and no more.
fn wants_runtime(line: &CommandLine) -> bool {
    let without = ["-r", "-nostdlib", "-nodefaultlibs"];
    !line
        .words
        .iter()
        .any(|word| without.contains(&word.as_str()))
}

fn outcome(build: &Build, finished: &Finished, printed: &str) -> Result<()> {
    let mut text = format!("{printed}{}", finished.stderr_text());
    if !finished.success() {
        return Err(Failure::Compiler(text));
    }
    if let Ok(library) = cache::runtime_library() {
        // What reads the linker's command must not learn a path of the cache, which comes and goes.
        text = text.replace(&format!(" {}", library.display()), "");
    }
    if !text.is_empty() {
        build.runner.reporter.output(text.as_bytes());
    }
    Ok(())
}

/// A file that the linker took.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Taken {
    File(String),
    Member { archive: String, member: String },
}

/// Understands a line of the trace: `a.o`, `(lib.a)a.o` (GNU ld), `lib.a(a.o)` (lld, gold, mold).
fn taken(line: &str) -> Option<Taken> {
    let line = line.trim();
    let member = |archive: &str, member: &str| {
        Some(Taken::Member {
            archive: archive.to_string(),
            member: member.to_string(),
        })
    };
    if let Some((archive, name)) = line.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        return member(archive, name);
    }
    if let Some((archive, name)) = line
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once('('))
    {
        return member(archive, name);
    }
    Path::new(line)
        .is_file()
        .then(|| Taken::File(line.to_string()))
}

/// What the linker printed beside its trace.
fn without_trace(text: &str) -> String {
    let mut out = String::new();
    for line in text
        .lines()
        .filter(|line| taken(line).is_none() && !line.starts_with("-l"))
    {
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// The device code in all files that the linker took, each once.
fn records_of(trace: &str) -> Result<Vec<Record>> {
    let all: BTreeSet<Taken> = trace.lines().filter_map(taken).collect();
    let mut records: BTreeMap<String, Record> = BTreeMap::new();
    let mut add = |name: &str, object: &[u8]| {
        let found = rdc::records(object).map_err(|error| {
            let message = format!("the device code in {name} cannot be used: {error}");
            Failure::tool(message, "compile that file again with this version")
        })?;
        records.extend(
            found
                .into_iter()
                .map(|record| (record.unit.clone(), record)),
        );
        Ok::<(), Failure>(())
    };
    let mut archives: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for taken in &all {
        match taken {
            Taken::File(name) if !name.ends_with(".so") && !name.contains(".so.") => {
                let data = std::fs::read(name)
                    .map_err(|error| Failure::file(Path::new(name), "read", error))?;
                add(name, &data)?;
            }
            Taken::File(_) => {}
            Taken::Member { archive, member } => {
                archives.entry(archive).or_default().insert(member);
            }
        }
    }
    for (archive, members) in archives {
        let data = std::fs::read(archive)
            .map_err(|error| Failure::file(Path::new(archive), "read", error))?;
        let Ok(file) = object::read::archive::ArchiveFile::parse(&*data) else {
            continue;
        };
        for member in file.members().flatten() {
            let name = String::from_utf8_lossy(member.name()).into_owned();
            if !members.contains(name.as_str()) {
                continue;
            }
            // A thin archive names files beside it.
            if member.is_thin() {
                let path = Path::new(archive).with_file_name(&name);
                add(&name, &std::fs::read(&path).unwrap_or_default())?;
            } else if let Ok(object) = member.data(&*data) {
                add(&name, object)?;
            }
        }
    }
    Ok(records.into_values().collect())
}

/// Links the device code and makes the object that carries it.
fn device_image(build: &Build, dir: &Path, records: &[Record]) -> Result<PathBuf> {
    rdc::link(
        &build.runner,
        &Nvcc::require()?,
        dir,
        records,
        "device.fatbin",
    )?;
    let units: Vec<(String, String)> = records
        .iter()
        .map(|record| (record.unit.clone(), Record::suffix(&record.unit)))
        .collect();
    let carrier = Carrier {
        dir,
        image: "device.fatbin",
        units: &units,
    };
    let flags = DeviceFlags::from_words(&build.words);
    image::compile(
        &build.runner,
        &build.host,
        &flags,
        &build.include,
        &carrier,
        "device.o",
    )?;
    Ok(dir.join("device.o"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openmp_libraries_are_known_by_name() {
        for (text, expected) in [
            ("-lgomp", true),
            ("-lomp", true),
            ("/usr/lib/gcc/x/12/libgomp.so", true),
            ("libiomp5.so", true),
            ("-lm", false),
            ("libompx.a", false),
            ("-fopenmp", false),
        ] {
            let line = CommandLine::parse(&[text.to_string()]).unwrap();
            assert_eq!(
                line.args.first().is_some_and(is_openmp_library),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn traces_of_several_linkers() {
        let member = |archive: &str, member: &str| {
            Some(Taken::Member {
                archive: archive.into(),
                member: member.into(),
            })
        };
        assert_eq!(taken("(libx.a)a.o"), member("libx.a", "a.o"));
        assert_eq!(taken("/p (1)/libx.a(a.o)"), member("/p (1)/libx.a", "a.o"));
        assert_eq!(taken("no/such/file.o"), None);
        assert_eq!(
            without_trace("(libx.a)a.o\nsome warning\n"),
            "some warning\n"
        );
    }
}
