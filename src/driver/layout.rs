//! A translation as a folder that builds by itself: computes its files and writes them.
//!
//! From translated units to files with relative paths. Must not know how they are translated.

use super::checks::Check;
use super::compile::temporary_folder;
use super::make_names;
use super::makefile::{self, Plan};
use super::mirror::{self, marker};
use super::outputs::{self, Outputs};
use super::paths::absolute;
use super::unit::Unit;
use super::unit_name;
use super::{Failure, Result, assets, cache, emulated, image};
use crate::edit::versions::{self, Member, Versions};
use crate::source::{Preprocessed, bytes};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The files of a translation, by their path below the output folder.
#[derive(Debug, Default)]
pub struct Layout {
    /// The translation of the user's text: host C, headers, CUDA.
    pub generated: BTreeMap<PathBuf, String>,
    /// The user's headers that are needed as they are.
    pub copied: BTreeMap<PathBuf, Vec<u8>>,
    /// Makefile, runtime, carriers of images.
    pub support: BTreeMap<PathBuf, Cow<'static, [u8]>>,
    /// The user's files from which all this was made.
    pub inputs: Vec<PathBuf>,
    /// The folder that corresponds to the output folder.
    base: PathBuf,
}

/// Folder of the runtime below the output folder.
pub const RUNTIME: &str = "romp";

/// Plans the output for units that were read with `words`.
pub fn plan(
    units: &[Unit],
    words: &[String],
    include: &Path,
    archs: &[String],
    clang: bool,
) -> Result<Layout> {
    let project = Project::of(units, words, include)?;
    let host = host_files(units)?;
    let sources = units.iter().map(|unit| unit.source.clone());
    let mut layout = Layout {
        inputs: sources.chain(project.headers.iter().cloned()).collect(),
        base: project.base.clone(),
        ..Layout::default()
    };
    let mut plan = Plan {
        words: project.words(words)?,
        archs: archs.to_vec(),
        clang,
        ..Plan::default()
    };
    for (_, file) in host.files {
        // A version that is the original text is copied.
        if file.changed || file.path != file.origin || is_source(units, &file.origin) {
            let place = project.below(&file.path)?;
            layout.generated.insert(place, file.text);
        }
    }
    for unit in units {
        let source = project.below(&unit.source)?;
        check_name(unit, &source)?;
        let part = makefile::Part::of(unit, &source);
        if let Some(text) = unit.translation.cuda.as_ref().filter(|_| unit.has_image()) {
            layout
                .generated
                .insert(source.with_extension("cu"), text.clone());
            add_carriers(&mut layout, unit, &source, &part);
        }
        plan.parts.push(part);
    }
    for header in &project.headers {
        let place = project.below(header)?;
        let gone = host.gone.contains(&absolute(header)?);
        if !gone && !layout.generated.contains_key(&place) {
            let data =
                std::fs::read(header).map_err(|error| Failure::file(header, "read", error))?;
            layout.copied.insert(place, data);
        }
    }
    let mut support = |name: &str, data: Cow<'static, [u8]>| {
        layout.support.insert(PathBuf::from(name), data);
    };
    if let Some(carrier) = plan.device_carrier() {
        support(makefile::DEVICE_CARRIER, carrier.into_bytes().into());
    }
    support("Makefile", makefile::text(&plan).into_bytes().into());
    support(outputs::IGNORED, plan.ignored().into_bytes().into());
    let library = cache::runtime_library()?;
    let library =
        std::fs::read(&library).map_err(|error| Failure::file(&library, "read", error))?;
    support(&format!("{RUNTIME}/libromp.a"), library.into());
    for (name, text) in assets::headers() {
        let name = format!("{RUNTIME}/include/{name}");
        support(&name, text.as_bytes().into());
    }
    Ok(layout)
}

/// The host files of a program: a header is one file where it is the same for all units, and has versions with names of
/// their own where it is not.
pub fn host_files(units: &[Unit]) -> Result<Versions> {
    let sources: Vec<PathBuf> = units.iter().map(|unit| unit.source.clone()).collect();
    let names = unit_name::told_apart(&sources).into_iter();
    let names: Vec<String> = names.map(|name| name.replace('/', "_")).collect();
    let members: Vec<Member> = units
        .iter()
        .zip(&names)
        .map(|(unit, name)| Member {
            pre: &unit.text,
            parts: &unit.translation.edits,
            name,
        })
        .collect();
    versions::of(&members).map_err(|nameless| {
        let unit = &units[nameless.member];
        let text = unit.text.text().to_string();
        let places = Preprocessed::new(text, unit.source.clone());
        Failure::Refused(vec![*nameless.why], Box::new(places))
    })
}

/// Refuses a source whose name the Makefile cannot have, where it lies below the output folder.
fn check_name(unit: &Unit, place: &Path) -> Result<()> {
    let name = place.with_extension("");
    // Make has rules of its own by which programs, which have none, are built.
    let alone = (name == place)
        .then(|| "a Makefile cannot have a source without an extension in its name".to_string());
    match alone.or_else(|| make_names::unfit(&name.to_string_lossy())) {
        None => Ok(()),
        Some(why) => Err(Failure::Usage(format!(
            "{}: {why}: give it another name, or compile it with romp2cuda cc",
            unit.source.display()
        ))),
    }
}

fn is_source(units: &[Unit], path: &Path) -> bool {
    units.iter().any(|unit| unit.source == path)
}

/// The small C files that carry images into the program.
fn add_carriers(layout: &mut Layout, unit: &Unit, source: &Path, part: &makefile::Part) {
    let cuda = source.with_extension("cu");
    let name = cuda
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let job = emulated::Job {
        dir: Path::new("."),
        cuda: &name,
        output: "",
        include: Path::new(""),
        flags: &Default::default(),
        unit: &unit.name.key,
        by_file: unit.name.by_file,
        part: false,
        kernels: &unit.translation.kernels,
        globals: &unit.translation.globals,
        interface: &unit.translation.interface,
        local_addresses: unit.translation.local_addresses,
        relocatable: unit.is_relocatable(),
        check: Check::None,
        renaming: &part.emulated_renaming,
    };
    let path = source.with_extension("emulated.cpp");
    layout
        .support
        .insert(path, emulated::source(&job).into_bytes().into());
    if !unit.is_relocatable() {
        let fatbin = source.with_extension("fatbin");
        let carrier = image::Carrier {
            dir: Path::new("."),
            images: &[image::Carried {
                file: &fatbin.to_string_lossy(),
                part: 0,
                units: &[image::Registered {
                    key: unit.name.key.clone(),
                    by_file: unit.name.by_file,
                    ..Default::default()
                }],
            }],
        };
        let text = image::source(&carrier);
        layout
            .support
            .insert(source.with_extension("image.c"), text.into_bytes().into());
    }
}

impl Layout {
    /// Where a C file's translation lies below the output folder.
    pub fn place(&self, source: &Path) -> Result<PathBuf> {
        below(&self.base, source)
    }

    /// All files with their contents.
    pub fn files(&self) -> BTreeMap<PathBuf, Cow<'_, [u8]>> {
        let generated = self
            .generated
            .iter()
            .map(|(path, text)| (path.clone(), bytes::encode(text)));
        let copied = self.copied.iter();
        let copied = copied.map(|(path, data)| (path.clone(), Cow::from(data)));
        let support = self.support.iter();
        let support = support.map(|(path, data)| (path.clone(), Cow::from(&**data)));
        generated.chain(copied).chain(support).collect()
    }

    /// Writes all files into `dir`, or none where one of the user's is in the way; `force` replaces those that are
    /// no inputs.
    pub fn write(&self, dir: &Path, force: bool) -> Result<()> {
        let outputs = Outputs {
            dir,
            files: self.files(),
            merged: BTreeMap::new(),
            inputs: &self.inputs,
            force,
            remedy: "give another folder with -o, or --force to replace the file",
        };
        outputs.write()
    }
}

/// Which of the user's files are copied, and the folder that their paths are relative to.
struct Project {
    /// The folder that corresponds to the output folder.
    base: PathBuf,
    headers: BTreeSet<PathBuf>,
}

impl Project {
    fn of(units: &[Unit], words: &[String], include: &Path) -> Result<Project> {
        let mut root = None;
        let folders: Vec<PathBuf> = folder_words(words).collect();
        let relative = folders.iter().filter(|folder| folder.is_relative());
        for unit in units {
            join(&mut root, folder_of(&absolute(&unit.source)?));
        }
        for folder in relative.clone() {
            join(&mut root, absolute(folder)?);
        }
        let root = root.unwrap_or_default();
        let mut headers = BTreeSet::new();
        for unit in units {
            let edited = unit.translation.host.iter().skip(1);
            let edited = edited.map(|file| file.origin.clone()).collect();
            headers.extend(mirror::includers(unit.text.text(), &edited));
            headers.extend(edited);
            for path in user_files(unit.text.text()) {
                let place = absolute(&path)?;
                let own = path == unit.source || place.starts_with(include);
                if !own && place.starts_with(&root) && place.is_file() {
                    headers.insert(path);
                }
            }
        }
        let mut base = None;
        for unit in units {
            join(&mut base, folder_of(&absolute(&unit.source)?));
        }
        for header in &headers {
            let place = absolute(header)?;
            join(&mut base, folder_of(&place));
            for folder in relative.clone() {
                let folder = absolute(folder)?;
                if place.starts_with(&folder) {
                    join(&mut base, folder); // a header's name may begin at this folder
                }
            }
        }
        Ok(Project {
            base: base.unwrap_or_default(),
            headers,
        })
    }

    /// A file's path below the output folder.
    fn below(&self, path: &Path) -> Result<PathBuf> {
        below(&self.base, path)
    }

    /// The words with folders as the Makefile needs them: `-Iinc` where the folder is copied, else an absolute path.
    fn words(&self, words: &[String]) -> Result<Vec<String>> {
        let mut out = vec![];
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let Some((option, folder)) = folder_option(word, &mut rest) else {
                out.push(word.clone());
                continue;
            };
            let place = absolute(Path::new(&folder))?;
            let folder = match place.strip_prefix(&self.base) {
                Ok(below) if below.as_os_str().is_empty() => PathBuf::from("."),
                Ok(below) => below.to_path_buf(),
                Err(_) if Path::new(&folder).is_relative() => continue, // nothing of it is used
                Err(_) => place,
            };
            out.push(
                format!("{option}{}", if option == "-I" { "" } else { " " })
                    + &folder.to_string_lossy(),
            );
        }
        Ok(out)
    }
}

fn below(base: &Path, path: &Path) -> Result<PathBuf> {
    let place = absolute(path)?;
    match place.strip_prefix(base) {
        Ok(relative) => Ok(relative.to_path_buf()),
        // A header from elsewhere that has device constructs.
        Err(_) => Ok(Path::new("include").join(path.file_name().unwrap_or_default())),
    }
}

/// `-I dir`, `-Idir` and their relatives: the option and the folder.
fn folder_option<'a>(
    word: &str,
    rest: &mut impl Iterator<Item = &'a String>,
) -> Option<(&'static str, String)> {
    let option = ["-isystem", "-iquote", "-idirafter", "-I"]
        .into_iter()
        .find(|option| word.starts_with(option))?;
    let folder = match &word[option.len()..] {
        "" => rest.next().cloned().unwrap_or_default(),
        joined => joined.to_string(),
    };
    Some((option, folder))
}

fn folder_words(words: &[String]) -> impl Iterator<Item = PathBuf> {
    let mut folders = vec![];
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        folders.extend(folder_option(word, &mut rest).map(|(_, folder)| PathBuf::from(folder)));
    }
    folders.into_iter()
}

/// Files that the line markers name, but for system headers.
fn user_files(text: &str) -> BTreeSet<PathBuf> {
    let markers = text
        .lines()
        .filter(|line| line.starts_with('#'))
        .filter_map(marker);
    markers
        .filter(|(path, flags)| {
            !path.to_string_lossy().starts_with('<')
                && !flags.split_whitespace().any(|flag| flag == "3")
        })
        .map(|(path, _)| path)
        .collect()
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(Path::new("/")).to_path_buf()
}

/// Widens `folder` to hold `other` as well.
fn join(folder: &mut Option<PathBuf>, other: PathBuf) {
    let joined = match folder.take() {
        None => other,
        Some(mut known) => {
            while !other.starts_with(&known) {
                known.pop();
            }
            known
        }
    };
    *folder = Some(joined);
}

/// Makes sure that a folder can be written before the work begins.
pub fn check_output(dir: &Path) -> Result<()> {
    if dir.exists() && !dir.is_dir() {
        return Err(Failure::file(dir, "write to", "it is no folder"));
    }
    temporary_folder().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::unit_name::UnitName;
    use crate::edit::Edits;
    use crate::emit::KernelInfo;
    use crate::translate::Translation;

    fn unit(source: &Path, text: &str) -> Unit {
        let text = Preprocessed::new(text.into(), source.to_path_buf());
        let mut edits = Edits::new();
        edits.insert_at_top("edited");
        let edited = edits.apply(&text).unwrap();
        Unit {
            source: source.to_path_buf(),
            name: UnitName {
                key: "u1".into(),
                suffix: "__u1".into(),
                by_file: true,
            },
            text,
            translation: Translation {
                host: edited.files,
                edits: edited.parts,
                cuda: Some("kernel".into()),
                kernels: vec![KernelInfo {
                    name: "f_1".into(),
                    region: crate::source::Span::new(0, 0),
                    place: "a.c:1".into(),
                    barriers: false,
                    for_checks: String::new(),
                    apart: None,
                }],
                ..Translation::default()
            },
        }
    }

    #[test]
    fn files_keep_their_places_below_the_common_folder() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        for (name, text) in [
            ("src/a.c", "a"),
            ("src/b.c", "b"),
            ("src/own.h", "o"),
            ("inc/x.h", "x"),
        ] {
            crate::driver::cache::write(dir.path(), name, text).unwrap();
        }
        let markers = format!(
            "# 1 \"{}\"\n# 1 \"{}\" 1\n# 1 \"{}\" 1\n# 1 \"/usr/include/stdio.h\" 1 3 4\n",
            path("src/a.c").display(),
            path("src/own.h").display(),
            path("src/../inc/x.h").display(),
        );
        let units = [unit(&path("src/a.c"), &markers), unit(&path("src/b.c"), "")];
        let words = ["-O2".to_string(), format!("-I{}", path("inc").display())];
        let layout = plan(&units, &words, Path::new("/inc"), &["sm_90".into()], false).unwrap();
        let names: Vec<_> = layout
            .generated
            .keys()
            .map(|p| p.to_string_lossy().into_owned())
            .collect();
        assert_eq!(names, ["a.c", "a.cu", "b.c", "b.cu"]);
        // The absolute -I is not part of the project; a header next to the source is.
        let names: Vec<_> = layout
            .copied
            .keys()
            .map(|p| p.to_string_lossy().into_owned())
            .collect();
        assert_eq!(names, ["own.h"]);
        for name in [
            "Makefile",
            "romp/include/romp.h",
            "romp/libromp.a",
            "a.image.c",
            "a.emulated.cpp",
        ] {
            assert!(layout.support.contains_key(Path::new(name)), "{name}");
        }
        let out = path("out");
        layout.write(&out, false).unwrap();
        layout.write(&out, false).unwrap();
        assert_eq!(
            std::fs::read_to_string(out.join("a.c")).unwrap(),
            "edited\na"
        );
        let own = [outputs::NAME, outputs::IGNORED];
        let left: Vec<_> = std::fs::read_dir(&out)
            .unwrap()
            .map(|e| e.unwrap().file_name())
            .collect();
        assert!(
            !left
                .iter()
                .map(|name| name.to_string_lossy())
                .any(|name| name.starts_with('.') && !own.contains(&&*name)),
            "{left:?}"
        );
    }

    #[test]
    fn folders_widen() {
        let mut folder = None;
        join(&mut folder, "/p/src".into());
        join(&mut folder, "/p/inc/x".into());
        assert_eq!(folder, Some("/p".into()));
    }
}
