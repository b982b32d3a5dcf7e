//! What a review keeps of a translation besides its texts: digests, options, the figures of kernels.

use super::super::reading::Input;
use crate::driver::layout::Layout;
use crate::driver::mirror::marker;
use crate::driver::offload::Targets;
use crate::driver::unit::Unit;
use crate::driver::{Failure, Result, accepted};
use crate::review::lock::{self, Output};
use crate::review::twins::Twins;
use crate::review::{self, Version, figures};
use crate::source::bytes;
use crate::translate::Translation;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// The present version. `folder` is where the lock lies; `asked` is what the command line or the lock says, `input` the same
/// with the options of the project's file.
pub fn version(
    units: &[Unit],
    layout: &Layout,
    (asked, input): (&Input, &Input),
    folder: &Path,
) -> Result<Version> {
    let mut texts = layout.generated.clone();
    for (path, data) in &layout.copied {
        texts.insert(path.clone(), bytes::decode(data.clone()));
    }
    let mut known = Output {
        translator: env!("CARGO_PKG_VERSION").to_owned(),
        options: asked.options(),
        project: input.options(),
        flags: flags(&input.flags, folder)?,
        ..Output::default()
    };
    known
        .project
        .retain(|option| !known.options.contains(option));
    let is_source = |path: &&PathBuf| units.iter().any(|unit| unit.source == **path);
    for header in layout.inputs.iter().filter(|path| !is_source(path)) {
        if let Ok(data) = std::fs::read(header) {
            let place = slashed(&layout.place(header)?);
            known.headers.insert(place, lock::digest(&data));
        }
    }
    let mut sources = BTreeMap::new();
    let asked = Targets::written(&input.offload_arch)?.words();
    let architectures: Vec<String> = asked
        .iter()
        .map(|word| word.replace("compute_", "sm_"))
        .collect();
    for unit in units {
        let name = slashed(&relative(folder, &unit.source)?);
        let text = unit.text.original(unit.text.main_id());
        let text = text.map_or(String::new(), |original| original.text().to_owned());
        let output = layout.place(&unit.source)?;
        let cuda = texts.get(&output.with_extension("cu"));
        known.files.push(name.clone());
        known.unit.insert(
            name.clone(),
            lock::Unit {
                output: slashed(&output),
                source: lock::digest(&bytes::encode(&text)),
                preprocessed: lock::digest(users(unit.text.text()).as_bytes()),
                interface: lock::digest(interface(&unit.translation).as_bytes()),
                kernel: kernels(
                    &unit.translation,
                    &architectures,
                    cuda.map_or("", String::as_str),
                ),
            },
        );
        sources.insert(name, text);
    }
    Ok(Version {
        texts,
        known,
        sources,
        ..Version::default()
    })
}

fn kernels(
    translation: &Translation,
    architectures: &[String],
    cuda: &str,
) -> BTreeMap<String, lock::Kernel> {
    let texts = review::kernels(cuda);
    let of = |kernel: &crate::report::Kernel| {
        let info = translation
            .kernels
            .iter()
            .find(|info| info.name == kernel.name);
        let barriers = info.is_some_and(|info| info.barriers);
        let text = texts.get(&kernel.name).map_or("", String::as_str);
        (
            kernel.name.clone(),
            figures::of(kernel, architectures, barriers, text),
        )
    };
    translation.report.iter().map(of).collect()
}

/// What the build of a unit depends on, and what other units may use of it, in words without places.
fn interface(translation: &Translation) -> String {
    let interface = &translation.interface;
    let entity = |it: &crate::translate::interface::Entity| {
        format!(
            "{} {} {} {}",
            it.symbol, it.function, it.declaration, it.layout
        )
    };
    let defines: Vec<String> = interface.defines.iter().map(entity).collect();
    let needs: Vec<String> = interface
        .needs
        .iter()
        .map(|need| entity(&need.entity))
        .collect();
    format!(
        "{:?}",
        (
            (
                &translation.globals,
                &translation.defines,
                &translation.needs
            ),
            (defines, needs, &interface.kernels_call, &interface.calls),
            (
                translation.recursive,
                translation.local_addresses,
                translation.critical,
                translation.asks_device
            ),
        )
    )
}

/// Preprocessed text without system headers and without markers, which name folders of the machine.
fn users(text: &str) -> String {
    let mut out = String::new();
    let mut system = false;
    for line in text.split_inclusive('\n') {
        match marker(line).filter(|_| line.starts_with('#')) {
            Some((path, flags)) => {
                let flag = flags.split_whitespace().any(|flag| flag == "3");
                system = flag || path.to_string_lossy().starts_with('<');
            }
            None if system => {}
            None => out.push_str(line),
        }
    }
    out
}

/// Flags with a path, which is a word of its own in the lock.
pub const WITH_PATH: [&str; 5] = ["-isystem", "-iquote", "-idirafter", "-include", "-I"];

/// Flags whose folders and files begin where the lock lies.
fn flags(words: &[String], folder: &Path) -> Result<Vec<String>> {
    let mut out = vec![];
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let option = WITH_PATH
            .into_iter()
            .find(|option| word.starts_with(option));
        let Some(option) = option else {
            out.push(word.clone());
            continue;
        };
        let path = match &word[option.len()..] {
            "" => rest.next().cloned().unwrap_or_default(),
            joined => joined.to_owned(),
        };
        out.push(option.to_owned());
        out.push(slashed(&near(folder, Path::new(&path))?));
    }
    Ok(out)
}

/// A path from a folder where it is relative, or lies below the folder; else as it is: no other machine has it.
fn near(folder: &Path, path: &Path) -> Result<PathBuf> {
    let found = relative(folder, path)?;
    let outside = found.components().next() == Some(Component::ParentDir);
    Ok(match outside && path.is_absolute() {
        true => path.to_path_buf(),
        false => found,
    })
}

/// A path as it is seen from a folder.
fn relative(folder: &Path, path: &Path) -> Result<PathBuf> {
    let whole = |path: &Path| -> Result<PathBuf> {
        let folder = path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize();
        match (folder, path.file_name()) {
            (Ok(folder), Some(name)) => Ok(folder.join(name)),
            _ => std::path::absolute(path).map_err(|error| Failure::file(path, "use", error)),
        }
    };
    let folder = folder
        .canonicalize()
        .map_err(|error| Failure::file(folder, "use", error))?;
    let path = whole(path)?;
    let same = folder
        .components()
        .zip(path.components())
        .take_while(|(a, b)| a == b)
        .count();
    let mut out = PathBuf::new();
    folder.components().skip(same).for_each(|_| out.push(".."));
    path.components().skip(same).for_each(|part| out.push(part));
    if out.as_os_str().is_empty() {
        out.push(".");
    }
    Ok(out)
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Kernels of which the lock has another text than the folder with what was accepted, and those that only one of the
/// two has; `kept` says that the folder is under review, whatever the lock knows. Where git joined two kernels of one name,
/// the lock cannot have both.
pub fn disagreements(old: &Version, kept: bool, twins: &Twins) -> Vec<String> {
    let mut found = vec![];
    let cuda = old.texts.iter();
    let cuda = cuda.filter(|(path, _)| path.extension().is_some_and(|it| it == "cu"));
    for (path, text) in cuda.filter(|_| kept) {
        for name in review::kernels(text).into_keys() {
            if old.known.kernel(path, &name).is_none() && !twins.has(path, &name) {
                found.push(format!(
                    "{} knows nothing of kernel {name}, which is in {}: romp2cuda review writes it anew",
                    lock::NAME,
                    Path::new(accepted::BASE).join(path).display()
                ));
            }
        }
    }
    for (unit, known) in &old.known.unit {
        let cuda = Path::new(&known.output).with_extension("cu");
        let texts = old
            .texts
            .get(&cuda)
            .map(|text| review::kernels(text))
            .unwrap_or_default();
        for (name, kernel) in &known.kernel {
            let same = texts
                .get(name)
                .is_some_and(|text| lock::digest_of_code(text, name) == kernel.text);
            if !same && !twins.has(&cuda, name) {
                found.push(format!(
                    "{}: what was accepted of {name} of {unit} is not in {}",
                    lock::NAME,
                    accepted::BASE
                ));
            }
        }
    }
    found
}
