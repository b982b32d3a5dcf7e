//! The Makefile of a translation: plain host compiler and nvcc, or the C++ compiler for the emulated
//! device.
//!
//! From the parts of the program to text. Must not know where the files lie on this machine.

use super::checks::Check;
use super::device_flags::DeviceFlags;
use super::image::{self, Carrier, Registered};
use super::interfaces::{Interfaces, Row};
use super::layout::RUNTIME;
use super::nvcc::{self, QUIET, arch_words};
use super::offload::Targets;
use super::process::quoted;
use super::rdc::Record;
use super::unit::Unit;
use super::{compile, emulated};
use std::fmt::Write;
use std::path::Path;

/// The file that carries the image linked from all relocatable ones.
pub const DEVICE_CARRIER: &str = "device.image.c";

/// One translation unit.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// Path of the host file without its extension.
    pub stem: String,
    pub key: String,
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
            stem: source.with_extension("").to_string_lossy().into_owned(),
            key: unit.key.clone(),
            device: unit.has_device_code(),
            cuda: unit.has_image(),
            relocatable: unit.is_relocatable(),
            lto: unit.optimised_at_link(),
            interface: unit.interface(),
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

    fn interfaces(&self) -> Interfaces {
        let mut all = Interfaces::default();
        let rows = self.parts.iter().filter_map(|part| part.interface.clone());
        rows.for_each(|row| all.insert(row));
        all
    }

    /// The text of `DEVICE_CARRIER`, where it is needed.
    pub fn device_carrier(&self) -> Option<String> {
        let recursive = self.interfaces().recursive();
        let units: Vec<_> = self
            .relocatable()
            .map(|part| Registered {
                key: part.key.clone(),
                suffix: Record::suffix(&part.key),
                recursive: recursive.contains(&part.key),
            })
            .collect();
        let carrier = Carrier {
            dir: Path::new("."),
            image: "device.fatbin",
            units: &units,
        };
        (!units.is_empty()).then(|| image::source(&carrier))
    }
}

pub fn text(plan: &Plan) -> String {
    let program = plan.parts.first().map_or("program", |part| {
        part.stem.rsplit('/').next().unwrap_or(&part.stem)
    });
    let join = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(" ");
    let objects = join(&mut plan.parts.iter().map(|part| format!("{}.o", part.stem)));
    let plain = plan
        .parts
        .iter()
        .filter(|part| part.plain_image())
        .map(|part| format!("{}.image.o", part.stem));
    let device = plan.device_carrier().map(|_| "device.image.o".to_string());
    let images = join(&mut plain.chain(device));
    let emulated = join(
        &mut plan
            .parts
            .iter()
            .filter(|part| part.cuda)
            .map(|part| format!("{}.emulated.o", part.stem)),
    );
    let mut out = header(plan, program);
    let mut rule = |target: &str, needs: &str, lines: &[String]| {
        writeln!(out, "\n{target}: {needs}").unwrap();
        for line in lines {
            writeln!(out, "\t{line}").unwrap();
        }
    };
    let link = "$(CC) $(CFLAGS) $(OPENMP) -o $@ $(filter %.o,$^) $(LIBRARIES)".to_string();
    let library = format!("{RUNTIME}/libromp.a");
    rule(
        program,
        &format!("{objects} {images} {library}"),
        std::slice::from_ref(&link),
    );
    rule("emulated", &format!("{program}-emulated"), &[]);
    rule(
        &format!("{program}-emulated"),
        &format!("{objects} {emulated} {library}"),
        &[link],
    );
    for part in &plan.parts {
        part_rules(part, &mut rule);
    }
    if plan.device_carrier().is_some() {
        let fatbins = join(
            &mut plan
                .relocatable()
                .map(|part| format!("{}.fatbin", part.stem)),
        );
        rule(
            "device.fatbin",
            &fatbins,
            &["$(NVCC) -dlink -fatbin $(LTO) $(ARCHS) -o $@ $^".into()],
        );
        rule(
            "device.image.o",
            &format!("{DEVICE_CARRIER} device.fatbin"),
            &["$(CC) $(CARRIER) -c -o $@ $<".into()],
        );
    }
    let fatbins = join(
        &mut plan
            .parts
            .iter()
            .filter(|part| part.cuda)
            .map(|part| format!("{}.fatbin", part.stem)),
    );
    let rubbish = format!(
        "rm -f {program} {program}-emulated {objects} {images} {emulated} {fatbins} device.fatbin"
    );
    rule("clean", "", &[rubbish]);
    out.push_str("\n.PHONY: all emulated clean\n");
    out
}

fn header(plan: &Plan, program: &str) -> String {
    let words = |words: &[String]| {
        words
            .iter()
            .map(|word| quoted(word).replace('$', "$$"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let (flags, folders): (Vec<String>, Vec<String>) =
        plan.words.iter().cloned().partition(|word| is_flag(word));
    let targets = Targets::choose(&plan.archs).unwrap_or_default();
    let device = DeviceFlags::from_words(&plan.words);
    let openmp = if plan.clang {
        "-fopenmp"
    } else {
        "-fopenmp -foffload=disable"
    };
    let carrier = device.carrier();
    let mut out = String::new();
    let mut line = |text: String| writeln!(out, "{}", text.trim_end()).unwrap();
    line(format!("# Builds {program} from translated C and CUDA C."));
    line("#   make            for the GPU: host compiler and nvcc".into());
    line("#   make emulated   for the emulated device: host and C++ compiler".into());
    line(String::new());
    line(format!("CC = {}", if plan.clang { "clang" } else { "gcc" }));
    line("CXX = g++".into());
    line("NVCC = nvcc".into());
    line("OBJCOPY = objcopy".into());
    let level = flags.iter().any(|word| word.starts_with("-O"));
    line(format!(
        "CFLAGS = {}{}",
        if level { "" } else { "-O2 " },
        words(&flags)
    ));
    line(format!(
        "CPPFLAGS = -I{RUNTIME}/include {}",
        words(&folders)
    ));
    line(format!("OPENMP = {openmp}"));
    line(format!("ARCHS = {}", words(&arch_words(&targets, false))));
    if plan.relocatable().next().is_some() {
        line("# Linked code is optimised as a whole. Where nvcc cannot (no libnvvm): make LTO=. Then ptxas has to be told how many".into());
        line("# registers functions of other files may take, which kernels of up to 1024 threads call.".into());
        if plan.relocatable().all(|part| part.lto) && !plan.interfaces().circle() {
            line("LTO = -dlto".into());
        } else {
            line("# Functions call themselves, which nvlink 13.0 does not optimise right.".into());
            line("LTO =".into());
        }
        line(format!(
            "RDC = $(if $(LTO),$(subst code=sm_,code=lto_,$(ARCHS)) -rdc=true,$(ARCHS) {})",
            nvcc::RELOCATABLE.join(" ")
        ));
    }
    line(format!(
        "NVCCFLAGS = -std=c++17 {} -allow-unsupported-compiler -I{RUNTIME}/include {}",
        QUIET.join(" "),
        words(&device.nvcc())
    ));
    line(format!(
        "CXXFLAGS = {} {} -I{RUNTIME}/include",
        words(&device.cxx()),
        emulated::words(Check::None).join(" ")
    ));
    line(format!("CARRIER = {} -I{RUNTIME}/include", words(&carrier)));
    line(format!(
        "LIBRARIES = {RUNTIME}/libromp.a $(LDLIBS) -lpthread -ldl -lm -Wl,--export-dynamic-symbol='romp_*'"
    ));
    line(String::new());
    line(format!("all: {program}"));
    out
}

/// Words that are no macros and no folders.
fn is_flag(word: &str) -> bool {
    !["-D", "-U", "-I", "-i"]
        .iter()
        .any(|start| word.starts_with(start))
}

fn part_rules(part: &Part, rule: &mut impl FnMut(&str, &str, &[String])) {
    let stem = &part.stem;
    let unit = if part.device {
        format!(" -DROMP_UNIT='\"{}\"'", part.key)
    } else {
        String::new()
    };
    let compile = format!("$(CC) $(CFLAGS) $(CPPFLAGS) $(OPENMP){unit} -c -o $@ $<");
    rule(&format!("{stem}.o"), &format!("{stem}.c"), &[compile]);
    if !part.cuda {
        return;
    }
    let archs = match part.relocatable {
        true => "$(RDC)",
        false => "$(ARCHS)",
    };
    let renaming = part
        .renaming
        .iter()
        .map(|word| format!(" {}", quoted(word)))
        .collect::<String>();
    let nvcc = format!("$(NVCC) -x cu $(NVCCFLAGS) -fatbin {archs}{renaming} -o $@ $<");
    rule(&format!("{stem}.fatbin"), &format!("{stem}.cu"), &[nvcc]);
    if part.plain_image() {
        let needs = format!("{stem}.image.c {stem}.fatbin");
        rule(
            &format!("{stem}.image.o"),
            &needs,
            &["$(CC) $(CARRIER) -c -o $@ $<".into()],
        );
    }
    let renaming = part
        .emulated_renaming
        .iter()
        .map(|word| format!(" {}", quoted(word)))
        .collect::<String>();
    let cxx = format!("$(CXX) $(CXXFLAGS){renaming} -c -o $@ $<");
    let localising = part
        .localising
        .iter()
        .map(|word| quoted(word))
        .collect::<Vec<_>>()
        .join(" ");
    let needs = format!("{stem}.emulated.cpp {stem}.cu");
    rule(
        &format!("{stem}.emulated.o"),
        &needs,
        &[cxx, format!("$(OBJCOPY) {localising} $@")],
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_a_program() {
        let plan = Plan {
            parts: vec![
                Part {
                    stem: "src/heat".into(),
                    key: "u1".into(),
                    device: true,
                    cuda: true,
                    localising: vec!["--localize-symbol=step_1".into()],
                    ..Part::default()
                },
                Part {
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
            "CPPFLAGS = -Iromp/include '-DNAME=\"$$x\"' -Iinc\n",
            "ARCHS = -gencode=arch=compute_90,code=sm_90\n",
            "\nheat: src/heat.o src/grid.o src/heat.image.o romp/libromp.a\n",
            "\nheat-emulated: src/heat.o src/grid.o src/heat.emulated.o romp/libromp.a\n",
            "\nsrc/heat.o: src/heat.c\n\t$(CC) $(CFLAGS) $(CPPFLAGS) $(OPENMP) -DROMP_UNIT='\"u1\"' -c -o $@ $<\n",
            "\nsrc/grid.o: src/grid.c\n\t$(CC) $(CFLAGS) $(CPPFLAGS) $(OPENMP) -c -o $@ $<\n",
            "\nsrc/heat.image.o: src/heat.image.c src/heat.fatbin\n",
            "\t$(OBJCOPY) --localize-symbol=step_1 $@\n",
        ] {
            assert!(text.contains(line), "{line}\n---\n{text}");
        }
        assert!(!text.contains("device.image.c"), "{text}");
    }

    #[test]
    fn relocatable_images_are_linked_to_one() {
        let part = |stem: &str| Part {
            stem: stem.into(),
            key: format!("k{stem}"),
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
        assert!(
            out.contains("\na: a.o b.o device.image.o romp/libromp.a\n"),
            "{out}"
        );
        assert!(
            out.contains(
                "\ndevice.fatbin: a.fatbin b.fatbin\n\t$(NVCC) -dlink -fatbin $(LTO) $(ARCHS) -o $@ $^\n"
            ),
            "{out}"
        );
        assert!(out.contains("-fatbin $(RDC) -Df=f__ka -o $@ $<"), "{out}");
        assert!(plan.device_carrier().unwrap().contains("\"ka\", \"__ka\""));
    }
}
