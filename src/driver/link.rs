//! Links objects to a program or a shared library, with the runtime and with the device code that crosses files.
//!
//! Must not know C, nor how objects were made but for the section `.romp.rdc`.

use super::archives;
use super::cmdline::{Arg, CommandLine};
use super::compile::{Build, temporary_folder};
use super::device_link::link_device_code;
use super::interfaces::Interfaces;
use super::mixed_checks::MixedChecks;
use super::offload::Targets;
use super::process::{Finished, Invocation, Mode};
use super::rdc::{self, Record};
use super::taken::{self, TRACE, Taken, without_trace};
use super::{Failure, Result, cache, foreign, host_cc};
use crate::diag::{Code, Diagnostic, Nowhere, Severity};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

pub const LIBRARIES: &[&str] = &["-lpthread", "-ldl", "-lm"];
/// Has the linker take the runtime even where nothing in the program calls it, or a shared library has one.
pub const PRESENT: &str = "-Wl,-u,romp_is_in_this_link";
/// A process has one runtime: libraries that are loaded later use the program's.
pub const EXPORTED: &[&str] = &[
    PRESENT,
    "-Wl,--export-dynamic-symbol=romp_*",
    "-Wl,--export-dynamic-symbol=omp_*",
];
/// The same as a file for the linker: pkg-config and shells do not leave a `*` among words as it is.
pub const EXPORT_LIST: &str = "{ romp_*; omp_*; };\n";
/// For static programs: the compiler's static library has all of its routines in one object, among them some that this
/// runtime defines.
pub const STATIC: &str = "-Wl,-z,muldefs";
/// Has the linker take the member of the runtime's library by which a program without a kernel of its own is for the
/// emulated device.
pub const ONLY_EMULATED: &str = "-Wl,-u,romp_only_emulated";
/// Calls that read the clock: the runtime waits for regions first, so that programs measure them.
pub const CLOCKS: &[&str] = &[
    "-Wl,--wrap=clock",
    "-Wl,--wrap=clock_gettime",
    "-Wl,--wrap=gettimeofday",
    "-Wl,--wrap=timespec_get",
];
/// Calls that free memory of the host: the runtime checks whether that memory is mapped.
const FREES: &[&str] = &[
    "-Wl,--wrap=free",
    "-Wl,--wrap=realloc",
    "-Wl,--wrap=reallocarray",
];
/// The folders of the system's shared libraries.
const SYSTEM: &[&str] = &["/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"];

/// Links what the command line names; `objects` are those made of its sources, by their paths. The result tells
/// whether anything in it is for a device.
pub fn link(
    build: &Build,
    line: &CommandLine,
    objects: &BTreeMap<String, PathBuf>,
) -> Result<bool> {
    build.runner.reporter.now("linking");
    if !wants_runtime(line) {
        let plain = base(build, line, objects, (None, &[]));
        let finished = build.runner.run(&plain)?;
        return outcome(build, &finished, &finished.stdout_text()).map(|()| true);
    }
    let library = cache::runtime_library()?;
    let dir = temporary_folder()?;
    let unfinished = |_: &Failure| {
        let _ = std::fs::remove_file(line.output.as_deref().unwrap_or("a.out"));
    };
    let mut plain = base(build, line, objects, (Some(&library), &[]));
    let mut all = traced(build, line, objects, (&plain, &library))?;
    if build.runner.mode == Mode::Dry {
        return Ok(true);
    }
    let mut found = look(build, &all).inspect_err(unfinished)?;
    if !found.records.is_empty() {
        let members = archives::members_for_devices(line, &mut found.interfaces, dir.path())
            .inspect_err(unfinished)?;
        if !members.is_empty() {
            plain = base(build, line, objects, (Some(&library), &members));
            all = traced(build, line, objects, (&plain, &library))?;
            found = look(build, &all).inspect_err(unfinished)?;
        }
    }
    let linked = link_device_code(build, dir.path(), &found, &all, objects);
    let Some(image) = linked.inspect_err(unfinished)? else {
        return Ok(found.offloads);
    };
    let finished = build
        .runner
        .run(&with_runtime(build, plain.arg(image), line, &library))?;
    outcome(build, &finished, &finished.stdout_text())?;
    Ok(true)
}

/// Links with the runtime; the files that the linker has used.
fn traced(
    build: &Build,
    line: &CommandLine,
    objects: &BTreeMap<String, PathBuf>,
    (plain, library): (&Invocation, &Path),
) -> Result<BTreeSet<Taken>> {
    let traced = with_runtime(build, plain.clone(), line, library).args(TRACE);
    let finished = build.runner.run(&traced)?;
    let trace = finished.stdout_text();
    let all = taken::of_trace(&trace);
    if !finished.success() {
        check_kinds(&all, objects)?;
        interfaces_of(&all)?.faults(true, &all, &|name| source_of(name, objects))?;
    }
    outcome(build, &finished, &without_trace(&trace))?;
    Ok(all)
}

/// The command in the user's order, sources replaced by their objects, behind members of its archives that it takes
/// for device code. Libromp stands before the compiler's OpenMP library, wherever the user names that.
fn base(
    build: &Build,
    line: &CommandLine,
    objects: &BTreeMap<String, PathBuf>,
    (library, members): (Option<&Path>, &[PathBuf]),
) -> Invocation {
    let mut invocation = build.driver.invoke().args(members);
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
    // A partial link would take the compiler's static library into the object, where it clashes with the runtime's.
    // Translated objects need it even where the user does not ask for OpenMP.
    let wanted = line.openmp || library.is_some() && !line.args.iter().any(is_openmp_library);
    if wanted && !line.words.iter().any(|word| word == "-r") {
        invocation = invocation.args(build.driver.openmp_words());
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
fn with_runtime(
    build: &Build,
    mut invocation: Invocation,
    line: &CommandLine,
    library: &Path,
) -> Invocation {
    invocation = invocation.arg(library).args(LIBRARIES);
    if build.targets == Targets::emulated_only() {
        invocation = invocation.arg(ONLY_EMULATED);
    }
    let has = |word: &str| line.words.iter().any(|known| known == word);
    if !has("-shared") {
        invocation = invocation.args(CLOCKS);
    }
    if has("-static") || has("-static-pie") {
        invocation = invocation.arg(STATIC);
    } else if !has("-shared") {
        invocation = invocation.args(EXPORTED);
        if build.check.memory() {
            invocation = invocation.args(FREES);
        }
    }
    invocation
}

/// Whether a link without `-fopenmp` has translated objects, or archives of them, among its files.
pub fn needs_runtime(line: &CommandLine) -> bool {
    let inputs = line.inputs().map(|input| PathBuf::from(&input.path));
    inputs
        .chain(archives::named(line))
        .any(|path| mentions_runtime(&path))
}

/// Whether an object or archive calls the runtime. Programs and shared libraries contain theirs.
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

/// Whether it is a partial link, or one without libraries, to which nothing is added.
fn wants_runtime(line: &CommandLine) -> bool {
    let without = ["-r", "-nostdlib", "-nodefaultlibs"];
    !line
        .words
        .iter()
        .any(|word| without.contains(&word.as_str()))
}

pub(super) fn outcome(build: &Build, finished: &Finished, printed: &str) -> Result<()> {
    let mut text = format!("{printed}{}", finished.stderr_text());
    if !finished.success() {
        return Err(Failure::Compiler(text));
    }
    if let Ok(library) = cache::runtime_library() {
        // Programs that read the linker's command must not see a path of the cache, which is temporary.
        text = text.replace(&format!(" {}", library.display()), "");
    }
    if !text.is_empty() {
        build.runner.reporter.output(text.as_bytes());
    }
    Ok(())
}

/// The device code in the objects of a program: what is still to be linked, and whether there is any at all.
#[derive(Default)]
pub struct Found {
    pub records: BTreeMap<String, Record>,
    /// The files that have them, by the same names.
    pub holders: BTreeMap<String, String>,
    pub interfaces: Interfaces,
    pub offloads: bool,
}

/// The name of the source that an object was made of by this command; the object's name for others.
pub(super) fn source_of(name: &str, objects: &BTreeMap<String, PathBuf>) -> String {
    let made = objects.iter().find(|(_, path)| *path == Path::new(name));
    made.map_or(name, |(source, _)| source).to_string()
}

/// The interfaces of the units in some files.
fn interfaces_of(all: &BTreeSet<Taken>) -> Result<Interfaces> {
    let mut interfaces = Interfaces::default();
    taken::visit(all, &mut |name, data| {
        interfaces.add(name, data);
        Ok(())
    })?;
    Ok(interfaces)
}

/// Refuses objects with checks of the emulated device that need device code of objects without, and the reverse.
/// Objects made by this command have the names of their sources.
pub(super) fn check_kinds(
    all: &BTreeSet<Taken>,
    objects: &BTreeMap<String, PathBuf>,
) -> Result<()> {
    let mut kinds = MixedChecks::default();
    taken::visit(all, &mut |name, data| {
        kinds.add(&source_of(name, objects), data);
        Ok(())
    })?;
    kinds
        .error()
        .map_or(Ok(()), |error| Err(Failure::refused(error)))
}

/// Looks at all files that are linked. Target regions of another compiler are refused in objects; in shared
/// libraries, which have a runtime of their own, they are reported.
pub(super) fn look(build: &Build, all: &BTreeSet<Taken>) -> Result<Found> {
    let mut found = Found::default();
    let mut errors = vec![];
    taken::visit(all, &mut |name, data| {
        let shared = name.ends_with(".so") || name.contains(".so.");
        if shared && SYSTEM.iter().any(|folder| name.starts_with(folder)) {
            return Ok(());
        }
        let facts = foreign::facts(name, data);
        found.offloads |= facts.offloads;
        if facts.foreign && shared {
            build.runner.reporter.say(&format!(
                "romp2cuda: {name} has target regions of another compiler: they run where that compiler's runtime runs them"
            ));
        } else if facts.foreign {
            let message = format!(
                "{name} has target regions that another compiler made: they would run on the host"
            );
            let diagnostic = Diagnostic::bare(Code::Foreign, Severity::Error, message);
            errors.push(diagnostic.help("compile its source with romp2cuda cc"));
        }
        if shared {
            return Ok(());
        }
        if facts.half {
            let message = format!("{name} has no device code: it was made of assembler text");
            let diagnostic = Diagnostic::bare(Code::DeviceLink, Severity::Error, message);
            errors.push(diagnostic.help(
                "compile its source to an object with -c: text of -S has the host half only",
            ));
        }
        found.interfaces.add(name, data);
        let records = rdc::records(data).map_err(|error| {
            let message = format!("the device code in {name} cannot be used: {error}");
            Failure::tool(message, "compile that file again with this version")
        })?;
        for record in records {
            found.holders.insert(record.unit.clone(), name.to_string());
            found.records.insert(record.unit.clone(), record);
        }
        Ok(())
    })?;
    match errors.is_empty() {
        true => Ok(found),
        false => Err(Failure::Refused(errors, Box::new(Nowhere))),
    }
}

/// The words that another driver (g++, mpicc) needs behind translated objects, with `more` of the above.
pub fn flags(openmp: host_cc::Kind, more: &[&'static str]) -> Result<Vec<String>> {
    let mut words = vec![cache::runtime_library()?.to_string_lossy().into_owned()];
    words.push(match openmp {
        host_cc::Kind::Gcc => "-lgomp".into(),
        host_cc::Kind::Clang => "-lomp".into(),
    });
    words.extend(
        LIBRARIES
            .iter()
            .chain(EXPORTED)
            .chain(CLOCKS)
            .chain(more)
            .map(|word| word.to_string()),
    );
    Ok(words)
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
}
