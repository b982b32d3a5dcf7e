//! The Makefile of a translation: plain host compiler and nvcc, or the C++ compiler for the emulated
//! device.
//!
//! From the parts of the program to `templates/Makefile`. Must not know where the files lie on this machine.

use super::checks::Check;
use super::device_flags::DeviceFlags;
use super::image::{self, Carried, Carrier, Registered};
use super::interfaces::{For, Interfaces, Row};
use super::layout::RUNTIME;
use super::make_names::{self, file, in_variable};
use super::nvcc::{self, QUIET, arch_words};
use super::offload::Targets;
use super::process::quoted;
use super::unit::Unit;
use super::{compile, emulated};
use askama::Template;
use std::path::Path;

/// The file that carries the image linked from all relocatable ones.
pub const DEVICE_CARRIER: &str = "device.image.c";

/// One translation unit.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// Path of the host file, and the same without its extension.
    pub source: String,
    pub stem: String,
    pub key: String,
    /// What is appended to names in relocatable images.
    pub suffix: String,
    /// Whether it is named after its file.
    pub by_file: bool,
    /// Whether it defines `main`: the program is named after it.
    pub has_main: bool,
    pub device: bool,
    pub cuda: bool,
    pub relocatable: bool,
    /// Whether its relocatable code may be optimised when it is linked.
    pub lto: bool,
    /// What other units see of its device code.
    pub interface: Option<Row>,
    /// `-Dname=name_suffix` for relocatable images.
    pub renaming: Vec<String>,
    /// `-Dname=...` for emulated images.
    pub emulated_renaming: Vec<String>,
    /// Words for objcopy.
    pub localising: Vec<String>,
}

impl Part {
    pub fn of(unit: &Unit, source: &Path) -> Part {
        let (renaming, emulated_renaming) = match unit.is_relocatable() {
            true => (
                compile::renaming_words(unit),
                compile::emulated_renaming_words(unit),
            ),
            false => (vec![], vec![]),
        };
        Part {
            source: source.to_string_lossy().into_owned(),
            stem: source.with_extension("").to_string_lossy().into_owned(),
            key: unit.name.key.clone(),
            suffix: unit.name.suffix.clone(),
            by_file: unit.name.by_file,
            has_main: unit.translation.has_main,
            device: unit.has_device_code(),
            cuda: unit.has_image(),
            relocatable: unit.is_relocatable(),
            lto: unit.optimised_at_link(),
            interface: unit.interface(For::Gpus),
            localising: emulated::localise_words(
                &unit.translation.kernels,
                &emulated_renaming,
                Check::None,
            ),
            emulated_renaming,
            renaming,
        }
    }

    fn plain_image(&self) -> bool {
        self.cuda && !self.relocatable
    }

    /// Of the host compiler's command, what is this unit's alone.
    fn host_words(&self) -> String {
        // Compilers tell the language by the name.
        let language = if self.source.ends_with(".c") {
            ""
        } else {
            " -x c"
        };
        match self.device {
            true => format!("{language} -DROMP_UNIT='\"{}\"'", self.key),
            false => language.to_string(),
        }
    }

    /// What nvcc makes of it.
    fn image_words(&self) -> String {
        let form = if self.relocatable {
            "$(RDC)"
        } else {
            "$(ARCHS)"
        };
        form.to_string() + &following(&self.renaming)
    }
}

/// The program.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub parts: Vec<Part>,
    /// The user's words for the host compiler.
    pub words: Vec<String>,
    /// Words of `--offload-arch`.
    pub archs: Vec<String>,
    pub clang: bool,
}

impl Plan {
    fn relocatable(&self) -> impl Iterator<Item = &Part> {
        self.parts
            .iter()
            .filter(|part| part.relocatable && part.cuda)
    }

    /// The program's name: that of the file with `main`, else of the first file.
    fn program(&self) -> String {
        let with_main = self.parts.iter().find(|part| part.has_main);
        let named_after = with_main.or(self.parts.first());
        let name = named_after.map_or("program", |part| {
            part.stem.rsplit('/').next().unwrap_or(&part.stem)
        });
        make_names::program(name)
    }

    /// The text of `.gitignore`: what the Makefile builds, and of what patterns of folders above may leave out, what it
    /// needs.
    pub fn ignored(&self) -> String {
        let mut name = String::new();
        for letter in self.program().chars() {
            if matches!(letter, '*' | '?' | '[' | '\\' | ' ') {
                name.push('\\');
            }
            name.push(letter);
        }
        format!(
            "# What the Makefile builds.\n/{name}\n/{name}-emulated\n*.o\n*.o.d\n*.fatbin\n*.fatbin.d\n*.made\n\
             # What it needs.\n!/{RUNTIME}/libromp.a\n"
        )
    }

    fn interfaces(&self) -> Interfaces {
        let mut all = Interfaces::default();
        let rows = self.parts.iter().filter_map(|part| part.interface.clone());
        rows.for_each(|row| all.insert(row, ""));
        all
    }

    /// The text of `DEVICE_CARRIER`, where it is needed.
    pub fn device_carrier(&self) -> Option<String> {
        let recursive = self.interfaces().recursive();
        let units: Vec<_> = self
            .relocatable()
            .map(|part| Registered {
                key: part.key.clone(),
                suffix: part.suffix.clone(),
                recursive: recursive.contains(&part.key),
                by_file: part.by_file,
            })
            .collect();
        let carrier = Carrier {
            dir: Path::new("."),
            images: &[Carried {
                file: "device.fatbin",
                part: 0,
                units: &units,
            }],
        };
        (!units.is_empty()).then(|| image::source(&carrier))
    }
}

/// What `templates/Makefile` is filled with. A `String` is words of a command line or of a list of files, quoted and
/// separated by blanks.
#[derive(Template)]
#[template(path = "Makefile")]
struct Makefile<'a> {
    /// The program's name as it stands in rules.
    program: &'a str,
    /// The folder with the runtime.
    runtime: &'static str,
    cc: &'static str,
    openmp: &'static str,
    /// Of the host compiler: macros and folders aside, and these.
    flags: String,
    folders: Vec<String>,
    archs: String,
    relocatable: Option<Relocatable>,
    quiet: String,
    nvcc: Vec<String>,
    cxx: String,
    carrier: String,
    checks: Vec<CheckWords>,
    /// Names of functions by which checked images tell of accesses, without what they begin with; those for races in
    /// lines.
    memory_hooks: String,
    accesses: Vec<String>,
    /// Of objcopy, for all emulated images.
    sections: String,
    parts: &'a [Part],
    /// Of all parts: host objects, objects that carry images, emulated images, fat binaries.
    objects: String,
    images: String,
    emulated: String,
    fatbins: String,
    /// The files that say what others include.
    included: String,
    /// The files that hold the words of commands.
    kept: String,
}

/// What a check adds to the words for the C++ compiler.
struct CheckWords {
    word: &'static str,
    words: Vec<String>,
}

impl CheckWords {
    fn of(check: Check) -> CheckWords {
        let (word, words) = (check.word(), emulated::check_words(check));
        CheckWords { word, words }
    }
}

/// Relocatable code, which is linked to one image.
struct Relocatable {
    /// Whether all of it may be optimised when it is linked.
    lto: bool,
    /// How nvcc makes it where it is not.
    nvcc: String,
    fatbins: String,
    carrier: &'static str,
}

pub fn text(plan: &Plan) -> String {
    let program = &file(&plan.program());
    let (flags, folders): (Vec<String>, Vec<String>) =
        plan.words.iter().cloned().partition(|word| is_flag(word));
    let level = flags.iter().any(|word| word.starts_with("-O"));
    let level = (!level).then(|| "-O2".to_string());
    let targets = Targets::choose(&plan.archs).unwrap_or_default();
    let device = DeviceFlags::from_words(&plan.words);
    let cxx = words(&device.cxx()) + " " + &emulated::words(Check::None).join(" ");
    let relocatable = plan.relocatable().next().map(|_| Relocatable {
        lto: plan.relocatable().all(|part| part.lto) && !plan.interfaces().circle(),
        nvcc: nvcc::RELOCATABLE.join(" "),
        fatbins: files(plan.relocatable(), "fatbin"),
        carrier: DEVICE_CARRIER,
    });
    let cuda = || plan.parts.iter().filter(|part| part.cuda);
    let plain = || plan.parts.iter().filter(|part| part.plain_image());
    let mut images = files(plain(), "image.o");
    if relocatable.is_some() {
        let gap = if images.is_empty() { "" } else { " " };
        images = format!("{images}{gap}device.image.o");
    }
    let linked = match relocatable {
        Some(_) => "device.fatbin.made device.image.o.made".to_string(),
        None => String::new(),
    };
    let makefile = Makefile {
        program,
        runtime: RUNTIME,
        cc: if plan.clang { "clang" } else { "gcc" },
        openmp: match plan.clang {
            true => "-fopenmp",
            false => "-fopenmp -foffload=disable",
        },
        flags: words(&level.into_iter().chain(flags).collect::<Vec<_>>()),
        folders: folders.iter().map(|word| word_in_variable(word)).collect(),
        archs: words(&arch_words(&targets, false)),
        relocatable,
        quiet: QUIET.join(" "),
        nvcc: device
            .nvcc()
            .iter()
            .map(|word| word_in_variable(word))
            .collect(),
        cxx,
        carrier: words(&device.carrier()),
        checks: [Check::Memory, Check::Races, Check::All]
            .map(CheckWords::of)
            .into(),
        memory_hooks: emulated::MEMORY_HOOKS.join(" "),
        accesses: in_lines(&emulated::race_hooks()),
        sections: words(&emulated::section_words()),
        parts: &plan.parts,
        objects: files(plan.parts.iter(), "o"),
        images,
        emulated: files(cuda(), "emulated.o"),
        fatbins: files(cuda(), "fatbin"),
        included: listed(&[
            files(plan.parts.iter(), "o.d"),
            files(cuda(), "emulated.o.d"),
            files(cuda(), "fatbin.d"),
        ]),
        kept: listed(&[
            format!("{program}.made {program}-emulated.made"),
            files(plan.parts.iter(), "o.made"),
            files(cuda(), "fatbin.made"),
            files(plain(), "image.o.made"),
            files(cuda(), "emulated.o.made"),
            linked,
        ]),
    };
    let text = makefile.render();
    text.expect("the template has no fallible parts") + "\n"
}

/// A file of each part.
fn files<'a>(parts: impl Iterator<Item = &'a Part>, extension: &str) -> String {
    let files = parts.map(|part| format!("{}.{extension}", file(&part.stem)));
    files.collect::<Vec<_>>().join(" ")
}

/// Words in lines of no more than 110 columns.
fn in_lines(words: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < 110 => *line = format!("{line} {word}"),
            _ => lines.push(word.clone()),
        }
    }
    lines
}

/// Lists of files as one.
fn listed(lists: &[String]) -> String {
    let lists: Vec<&str> = lists.iter().map(String::as_str).collect();
    let lists = lists.iter().filter(|list| !list.is_empty());
    lists.copied().collect::<Vec<_>>().join(" ")
}

fn words(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| word_in_variable(word)).collect();
    words.join(" ")
}

/// Words behind others.
fn following(words: &[String]) -> String {
    let words = words
        .iter()
        .map(|word| format!(" \\\n\t\t{}", in_makefile(word)));
    words.collect()
}

fn word_in_variable(word: &str) -> String {
    in_variable(&quoted(word))
}

/// A word of a command line as a recipe needs it.
fn in_makefile(word: &str) -> String {
    quoted(word).replace('$', "$$")
}

/// Words that are no macros and no folders.
fn is_flag(word: &str) -> bool {
    !["-D", "-U", "-I", "-i"]
        .iter()
        .any(|start| word.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_a_program() {
        let plan = Plan {
            parts: vec![
                Part {
                    source: "src/heat.c".into(),
                    stem: "src/heat".into(),
                    key: "u1".into(),
                    device: true,
                    cuda: true,
                    localising: vec!["--localize-symbol=step_1".into()],
                    ..Part::default()
                },
                Part {
                    source: "src/grid.c".into(),
                    stem: "src/grid".into(),
                    ..Part::default()
                },
            ],
            words: vec!["-O2".into(), "-DNAME=\"$x\"".into(), "-Iinc".into()],
            archs: vec!["sm_90".into()],
            clang: false,
        };
        let text = text(&plan);
        for line in [
            "CFLAGS = -O2\n",
            "CPPFLAGS = -U_OPENMP -D_OPENMP=201811 -Iromp/include '-DNAME=\"$$x\"' -Iinc\n",
            "ARCHS = -gencode=arch=compute_90,code=sm_90\n",
            "\nOBJECTS = src/heat.o src/grid.o\nIMAGES = src/heat.image.o\nEMULATED = src/heat.emulated.o\n",
            "\nheat: $(OBJECTS) $(IMAGES) romp/libromp.a heat.made\n",
            "\nheat-emulated: $(OBJECTS) $(EMULATED) romp/libromp.a heat-emulated.made\n",
            "\nsrc/heat.o: src/heat.c src/heat.o.made\n\t$(CC) $(CFLAGS) $(CPPFLAGS) $(OPENMP) -DROMP_UNIT='\"u1\"' $(DEPENDENCIES) -c -o '$@' '$<'\n",
            "\nsrc/grid.o: src/grid.c src/grid.o.made\n\t$(CC) $(CFLAGS) $(CPPFLAGS) $(OPENMP) $(DEPENDENCIES) -c -o '$@' '$<'\n",
            "\n-include $(INCLUDED)\n",
            "\nsrc/heat.image.o: src/heat.image.c src/heat.fatbin src/heat.image.o.made\n",
            "\t$(OBJCOPY) $(SECTIONS) $(HOOKS_$(CHECK)) \\\n\t\t--localize-symbol=step_1 '$@'\n",
        ] {
            assert!(text.contains(line), "{line}\n---\n{text}");
        }
        assert!(!text.contains("device.image.c"), "{text}");
    }

    #[test]
    fn relocatable_images_are_linked_to_one() {
        let part = |stem: &str| Part {
            source: format!("{stem}.c"),
            stem: stem.into(),
            key: format!("k{stem}"),
            suffix: format!("__k{stem}"),
            device: true,
            cuda: true,
            relocatable: true,
            lto: true,
            renaming: vec![format!("-Df=f__k{stem}")],
            ..Part::default()
        };
        let plan = Plan {
            parts: vec![part("a"), part("b")],
            archs: vec!["sm_90".into()],
            ..Plan::default()
        };
        let out = text(&plan);
        assert!(out.contains("\nIMAGES = device.image.o\n"), "{out}");
        assert!(
            out.contains(
                "\ndevice.fatbin: a.fatbin b.fatbin device.fatbin.made\n\t$(NVCC) -dlink -fatbin $(LTO) $(ARCHS) -o '$@' a.fatbin b.fatbin\n"
            ),
            "{out}"
        );
        assert!(
            out.contains("-fatbin $(RDC) \\\n\t\t-Df=f__ka -o '$@' '$<'"),
            "{out}"
        );
        assert!(plan.device_carrier().unwrap().contains("\"ka\", \"__ka\""));
    }
}
