//! Device code that crosses files as one more object of a program: for a link here, and for other linkers.
//!
//! Must not know how host code is linked.

use super::cmdline::CommandLine;
use super::compile::{Build, temporary_folder};
use super::device_flags::DeviceFlags;
use super::image::{self, Carried, Carrier, Registered};
use super::link::{Found, check_kinds, look, outcome, source_of};
use super::nvcc::Nvcc;
use super::process::Mode;
use super::rdc::{self, Record};
use super::taken::Taken;
use super::{Failure, Result, cache};
use crate::diag::{Code, Diagnostic, Severity};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// `--device-link`: makes an object of the device code of all files named, for a linker that is not started here.
pub fn device_link(
    build: &Build,
    line: &CommandLine,
    objects: &BTreeMap<String, PathBuf>,
) -> Result<()> {
    let Some(output) = &line.output else {
        return Err(Failure::Usage("--device-link needs -o FILE.o".into()));
    };
    let of = |input: &super::cmdline::Input| {
        let made = objects
            .get(&input.path)
            .map(|path| path.to_string_lossy().into_owned());
        let path = made.unwrap_or_else(|| input.path.clone());
        match path.ends_with(".a") {
            true => Taken::Archive(path),
            false => Taken::File(path),
        }
    };
    let all = line.inputs().map(of).collect();
    check_kinds(&all, objects)?;
    let found = look(build, &all)?;
    let dir = temporary_folder()?;
    let linked = link_device_code(build, dir.path(), &found, &all, objects);
    let image = match linked.map_err(of_one_library)? {
        Some(image) => image,
        // Nothing crosses files: an empty object, so that one rule does for all programs.
        None => {
            cache::write(dir.path(), "device.c", "")?;
            let compile = build.host.invoke().dir(dir.path());
            let finished = build
                .runner
                .run(&compile.args(["-c", "device.c", "-o", "device.o"]))?;
            outcome(build, &finished, "")?;
            dir.path().join("device.o")
        }
    };
    if build.runner.mode == Mode::Dry {
        return Ok(());
    }
    std::fs::copy(image, output)
        .map(drop)
        .map_err(|error| Failure::file(Path::new(output), "write", error))
}

/// What is missing may be in a library that is joined by itself as well.
fn of_one_library(failure: Failure) -> Failure {
    match failure {
        Failure::Refused(mut errors, places) => {
            for error in &mut errors {
                let note = "--device-link takes the objects and archives of all libraries that use each other's device \
                            code; in CMake: romp2cuda_add_kernels(... NO_DEVICE_LINK) and romp2cuda_device_link(app ...)";
                error.notes.push(note.into());
            }
            Failure::Refused(errors, places)
        }
        other => other,
    }
}

/// Links the device code that crosses files and makes the object that carries it; none where there is no such code for
/// GPUs.
pub fn link_device_code(
    build: &Build,
    dir: &Path,
    found: &Found,
    all: &BTreeSet<Taken>,
    objects: &BTreeMap<String, PathBuf>,
) -> Result<Option<PathBuf>> {
    let faults = |failed| {
        let named = |name: &str| source_of(name, objects);
        found.interfaces.faults(failed, all, &named)
    };
    faults(false)?;
    let records: Vec<Record> = found.records.values().cloned().collect();
    if records.is_empty() {
        return Ok(None);
    }
    // What crosses files and calls itself is not optimised right, as in one file (`Unit::optimised_at_link`).
    let lto = records.iter().all(|record| record.lto) && !found.interfaces.circle();
    let archs = linkable_for(build, &records, |record| {
        source_of(&found.holders[&record.unit], objects)
    })?;
    let nvcc = Nvcc::require(&build.tools)?;
    build.runner.reporter.now("linking device code with nvcc");
    let parts = (records.as_slice(), archs.as_slice(), lto);
    let linked = rdc::link(&build.runner, &nvcc, dir, parts, "device.fatbin");
    if let Err(Failure::Compiler(_)) = &linked {
        faults(true)?;
    }
    linked?;
    let recursive = found.interfaces.recursive();
    let units: Vec<Registered> = records
        .iter()
        .map(|record| Registered {
            key: record.unit.clone(),
            suffix: record.suffix.clone(),
            recursive: recursive.contains(&record.unit),
            by_file: false,
        })
        .collect();
    let carrier = Carrier {
        dir,
        images: &[Carried {
            file: "device.fatbin",
            part: 0,
            units: &units,
        }],
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
    Ok(Some(dir.join("device.o")))
}

/// The architectures that relocatable code can be linked for: those for which all files have code. It is an error where
/// there is none, and said where some file has code for more.
fn linkable_for(
    build: &Build,
    records: &[Record],
    file: impl Fn(&Record) -> String,
) -> Result<Vec<String>> {
    let words = |archs: &[String]| archs.join(", ");
    let describe = |record: &Record| format!("{} for {}", file(record), words(&record.archs));
    let archs = rdc::common_archs(records);
    if archs.is_empty() {
        let all: Vec<String> = records.iter().map(describe).collect();
        let message = format!(
            "device code that crosses files has no architecture in common: {}",
            all.join("; ")
        );
        let diagnostic = Diagnostic::bare(Code::DeviceLink, Severity::Error, message);
        let help = "compile all files with the same --offload-arch=";
        return Err(Failure::refused(diagnostic.help(help)));
    }
    let more = |record: &&Record| record.archs.len() > archs.len();
    if let Some(record) = records.iter().find(more) {
        build.runner.reporter.say(&format!(
            "romp2cuda: device code that crosses files is linked for {} only, for which all files have code ({})",
            words(&archs),
            describe(record)
        ));
    }
    Ok(archs)
}
