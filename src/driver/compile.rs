//! One source file to one ordinary object: host code, device images and what registers them.
//!
//! Must not know C, nor how objects are linked.

use super::checks::Check;
use super::cmdline::Input;
use super::device_flags::DeviceFlags;
use super::emulated;
use super::host_cc::{HostCc, Kind};
use super::image::{self, Carrier};
use super::mirror;
use super::nvcc::{self, Nvcc};
use super::offload::Targets;
use super::outputs::Outputs;
use super::process::{Invocation, Mode, Runner};
use super::rdc::{self, Record};
use super::source::Source;
use super::tools::Tools;
use super::unit::{self, Reading, Unit};
use super::{Failure, Result, cache};
use crate::source::bytes;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How sources become objects.
pub struct Build<'a> {
    pub runner: Runner<'a>,
    pub host: HostCc,
    /// The user's words for compilations.
    pub words: Vec<String>,
    pub include: PathBuf,
    pub targets: Targets,
    pub translation: crate::translate::Options,
    pub save_temps: bool,
    /// What is saved of device code has no `#line`s: nobody asked for them, only its line tables need them.
    pub saved_plain: bool,
    pub tools: Tools,
    /// What emulated images are checked for while they run.
    pub check: Check,
}

/// What is made of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Product {
    Object,
    /// Assembler text of the host half.
    Assembly,
    /// Nothing: only messages are wanted.
    Check,
}

impl Product {
    fn word(self) -> &'static str {
        match self {
            Product::Object => "-c",
            Product::Assembly => "-S",
            Product::Check => "-fsyntax-only",
        }
    }
}

impl Build<'_> {
    fn reading(&self) -> Reading<'_> {
        Reading {
            host: &self.host,
            words: &self.words,
            include: &self.include,
            translation: self.translation,
        }
    }

    /// Compiles one source. `dependencies` are words that have a dependency file written.
    pub fn compile(
        &self,
        input: &Input,
        product: Product,
        output: &Path,
        dependencies: &[String],
    ) -> Result<()> {
        let source = Source::open(input)?;
        let text = unit::read(&self.runner, &self.reading(), &source, dependencies)?;
        if !unit::may_offload(&text) {
            return self.host_only(source, product, output);
        }
        let unit = unit::translate(&self.runner, &self.reading(), &source, text)?;
        if !unit.has_device_code() {
            return self.host_only(source, product, output);
        }
        let dir = unit_folder(&unit.key)?;
        let parts = self.build_parts(&unit, dir.path(), product)?;
        match product {
            Product::Check => Ok(()),
            Product::Assembly => {
                self.runner.reporter.say(&format!(
                    "romp2cuda: {} has the host half only; its device images need -c",
                    output.display()
                ));
                self.place(&parts[0], output)
            }
            Product::Object if parts.len() == 1 => self.place(&parts[0], output),
            Product::Object => self.merge(&parts, output),
        }
    }

    /// A source that has nothing for a device, compiled as it is.
    fn host_only(&self, source: Source, product: Product, output: &Path) -> Result<()> {
        let mut invocation = self.host_invocation(&self.words, product);
        if self.runner.mode == Mode::Verbose {
            invocation = invocation.arg("-v"); // as gcc does it
        }
        if product != Product::Check {
            invocation = invocation.arg("-o").arg(output);
        }
        self.host_step(&invocation.args(source.words()), source.read)
    }

    fn host_invocation(&self, words: &[String], product: Product) -> Invocation {
        self.host
            .invoke()
            .arg("-I")
            .arg(&self.include)
            // The checks name lines of the host's, too.
            .args(self.check.any().then_some("-g1"))
            .args(words)
            .args(self.host.openmp_words())
            .arg(product.word())
    }

    fn host_step(&self, invocation: &Invocation, input: Option<Vec<u8>>) -> Result<()> {
        let finished = self.runner.run_with(invocation, input)?;
        if !finished.success() {
            return Err(Failure::Compiler(finished.stderr_text()));
        }
        self.runner.show(&finished);
        Ok(())
    }

    /// All objects of a unit, the host half first; the parts are made side by side.
    fn build_parts(&self, unit: &Unit, dir: &Path, product: Product) -> Result<Vec<PathBuf>> {
        let cuda = format!("{}.cu", unit.stem());
        let apart = format!("{}.apart.cu", unit.stem());
        let texts = [
            (&cuda, &unit.translation.cuda),
            (&apart, &unit.translation.apart),
        ];
        for (name, text) in texts {
            let Some(text) = text else { continue };
            // The emulated device's line tables name files as they were given.
            let lines = self.has_lines();
            let here = std::env::current_dir().unwrap_or_default();
            match lines {
                true => cache::write(dir, name, with_absolute_lines(text, &here, name))?,
                false => cache::write(dir, name, text)?,
            };
            forget_time(&dir.join(name))?;
        }
        if self.save_temps {
            self.save(unit, &cuda, &apart)?;
        }
        let devices = product == Product::Object && unit.has_image();
        let nvcc = (devices && self.targets.cuda())
            .then(|| Nvcc::require(&self.tools))
            .transpose()?;
        std::thread::scope(|scope| {
            let host = scope.spawn(|| self.host_part(unit, dir, product));
            let image = nvcc
                .as_ref()
                .map(|nvcc| scope.spawn(|| self.cuda_part(unit, dir, &cuda, nvcc)));
            let emulated = (devices && self.targets.emulated).then(|| {
                let text = match unit.translation.apart {
                    Some(_) => &apart,
                    None => &cuda,
                };
                scope.spawn(|| self.emulated_part(unit, dir, text))
            });
            let threads = std::iter::once(host).chain(image).chain(emulated);
            let results: Vec<Result<PathBuf>> = threads
                .map(|thread| {
                    thread
                        .join()
                        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect();
            results.into_iter().collect()
        })
    }

    /// Images for GPUs have line tables.
    fn has_lines(&self) -> bool {
        self.targets.cuda() && !DeviceFlags::from_words(&self.words).no_lines
    }

    fn host_part(&self, unit: &Unit, dir: &Path, product: Product) -> Result<PathBuf> {
        if let Some(old) = self.words.iter().find(|word| is_c89(word)) {
            return Err(Failure::tool(
                format!(
                    "{}: host code of device constructs is C99, and `{old}` asks for older C",
                    unit.source.display()
                ),
                "compile this file with -std=gnu99 (and -fgnu89-inline where it needs that)",
            ));
        }
        let mirror = mirror::write(&dir.join("src"), unit, &self.words)?;
        let language = ["-x".to_string(), "c".to_string()];
        let output = dir.join("host.o");
        let mut invocation = self
            .host_invocation(&mirror.words, product)
            .arg(format!("-frandom-seed={}", unit.key))
            .arg(format!("-DROMP_UNIT=\"{}\"", unit.key));
        if product == Product::Object && self.host.kind == Kind::Gcc {
            invocation = invocation.arg("-fno-lto"); // images are no LTO objects, and both become one file
        }
        if product != Product::Check {
            invocation = invocation.arg("-o").arg(&output);
        }
        let used = dir.join("host.d");
        if !mirror.replaced.is_empty() {
            invocation = invocation.arg("-MD").arg("-MF").arg(&used);
        }
        self.host_step(&invocation.args(language).arg(&mirror.main), None)?;
        let used = std::fs::read_to_string(used).unwrap_or_default();
        match mirror.missed(&used) {
            Some(header) => Err(Failure::tool(
                format!(
                    "{}: the host compiler does not take the edited header",
                    header.display()
                ),
                "include it by a path below the folders given with -I, or report this with the output of -v",
            )),
            None => Ok(output),
        }
    }

    fn cuda_part(&self, unit: &Unit, dir: &Path, cuda: &str, nvcc: &Nvcc) -> Result<PathBuf> {
        let flags = DeviceFlags::from_words(&self.words);
        let relocatable = unit.is_relocatable();
        let targets = match relocatable {
            true => self.targets.machine_code(),
            false => self.targets.clone(),
        };
        let extra = if relocatable {
            renaming_words(unit)
        } else {
            vec![]
        };
        let lto = unit.optimised_at_link() && nvcc.has_lto();
        let job = nvcc::Job {
            dir,
            cuda,
            output: "image.fatbin",
            include: &self.include,
            targets: &targets,
            flags: &flags,
            relocatable,
            lto,
            extra: &extra,
        };
        nvcc.fatbin(&self.runner, &job)?;
        if relocatable {
            let fatbin = match self.runner.mode {
                Mode::Dry => vec![],
                _ => read(&dir.join("image.fatbin"))?,
            };
            let record = Record {
                unit: unit.key.clone(),
                archs: targets.sm.clone(),
                lto,
                fatbin,
            };
            rdc::compile(&self.runner, &self.host, &flags, dir, &record, "image.o")?;
        } else {
            let carrier = Carrier {
                dir,
                image: "image.fatbin",
                units: &[(unit.key.clone(), String::new())],
            };
            image::compile(
                &self.runner,
                &self.host,
                &flags,
                &self.include,
                &carrier,
                "image.o",
            )?;
        }
        Ok(dir.join("image.o"))
    }

    fn emulated_job<'a>(
        &'a self,
        unit: &'a Unit,
        dir: &'a Path,
        cuda: &'a str,
        flags: &'a DeviceFlags,
        renaming: &'a [String],
    ) -> emulated::Job<'a> {
        emulated::Job {
            dir,
            cuda,
            output: "emulated.o",
            include: &self.include,
            flags,
            unit: &unit.key,
            kernels: &unit.translation.kernels,
            globals: &unit.translation.globals,
            relocatable: unit.is_relocatable(),
            check: self.check,
            renaming,
        }
    }

    /// `--save-temps`: what is made on the way, into the folder that the command runs in.
    fn save(&self, unit: &Unit, cuda: &str, apart: &str) -> Result<()> {
        let mut files = BTreeMap::new();
        let edited = bytes::encode(&unit.translation.host[0].text).into_owned();
        files.insert(format!("{}.host.c", unit.stem()).into(), edited);
        if let Some(text) = &unit.translation.cuda {
            let text = match self.saved_plain {
                true => &without_lines(text),
                false => text,
            };
            files.insert(cuda.into(), bytes::encode(text).into_owned());
            if self.targets.emulated && unit.has_image() {
                let flags = DeviceFlags::default();
                let cuda = match &unit.translation.apart {
                    Some(text) => {
                        files.insert(apart.into(), bytes::encode(text).into_owned());
                        apart
                    }
                    None => cuda,
                };
                let job = self.emulated_job(unit, Path::new("."), cuda, &flags, &[]);
                let text = emulated::source(&job).into_bytes();
                files.insert(emulated::source_name(cuda).into(), text);
            }
        }
        let headers = unit.translation.host.iter().map(|file| file.path.clone());
        let outputs = Outputs {
            dir: Path::new("."),
            files,
            inputs: &std::iter::once(unit.source.clone())
                .chain(headers)
                .collect::<Vec<_>>(),
            force: false,
            remedy: "move it away, or leave --save-temps out",
        };
        outputs.write()
    }

    fn emulated_part(&self, unit: &Unit, dir: &Path, cuda: &str) -> Result<PathBuf> {
        let flags = DeviceFlags::from_words(&self.words);
        let renaming = match unit.is_relocatable() {
            true => emulated_renaming_words(unit),
            false => vec![],
        };
        let job = self.emulated_job(unit, dir, cuda, &flags, &renaming);
        emulated::compile(&self.runner, &self.tools, &job)?;
        Ok(dir.join("emulated.o"))
    }

    /// Several objects to one.
    fn merge(&self, parts: &[PathBuf], output: &Path) -> Result<()> {
        let flags = DeviceFlags::from_words(&self.words);
        let invocation = self
            .host
            .invoke()
            .args(&flags.machine)
            .args(["-r", "-nostdlib", "-o"])
            .arg(output)
            .args(parts);
        let finished = self.runner.run(&invocation)?;
        match finished.success() {
            true => Ok(()),
            false => Err(Failure::tool(
                format!(
                    "the parts of {} cannot be linked to one object:\n{}",
                    output.display(),
                    finished.stderr_text()
                ),
                "a host compiler that knows -r is needed: gcc 9 or clang 10 and later",
            )),
        }
    }

    fn place(&self, part: &Path, output: &Path) -> Result<()> {
        if self.runner.mode == Mode::Dry {
            return Ok(());
        }
        std::fs::copy(part, output)
            .map(drop)
            .map_err(|error| Failure::file(output, "write", error))
    }
}

/// Words that give the names which only this unit knows a suffix of its own; what is shared keeps its name.
pub fn renaming_words(unit: &Unit) -> Vec<String> {
    let translation = &unit.translation;
    let kernels = translation.kernels.iter().map(|kernel| &kernel.name);
    let shared =
        |name: &String| translation.defines.contains(name) || translation.needs.contains(name);
    let suffix = Record::suffix(&unit.key);
    kernels
        .chain(translation.globals.iter())
        .filter(|name| !shared(name))
        .map(|name| format!("-D{name}={name}{suffix}"))
        .collect()
}

/// The same for an emulated image, whose shared functions have C names too: they must meet each other, and
/// not the host's functions of the same name.
pub fn emulated_renaming_words(unit: &Unit) -> Vec<String> {
    let mut words = renaming_words(unit);
    let shared: BTreeSet<&String> = unit
        .translation
        .defines
        .iter()
        .chain(&unit.translation.needs)
        .collect();
    words.extend(
        shared
            .iter()
            .map(|name| format!("-D{name}={name}__romp_device")),
    );
    words
}

/// The CUDA text with full paths in its `#line` directives, one at its top: nvcc writes the folder that
/// it runs in, which is gone afterwards, before every other path.
fn with_absolute_lines(text: &str, here: &Path, name: &str) -> String {
    let mut out = format!("#line 1 \"{}\"\n", here.join(name).display());
    for line in text.split_inclusive('\n') {
        let file = line
            .strip_prefix("#line ")
            .and_then(|rest| rest.split_once('"'));
        match file {
            Some((number, file)) if !file.starts_with('/') => {
                out.push_str(&format!("#line {number}\"{}/{file}", here.display()));
            }
            _ => out.push_str(line),
        }
    }
    out
}

fn without_lines(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !line.starts_with("#line ")).collect()
}

/// Line tables hold the time of their files.
fn forget_time(path: &Path) -> Result<()> {
    std::fs::File::options()
        .write(true)
        .open(path)
        .and_then(|file| file.set_modified(std::time::SystemTime::UNIX_EPOCH))
        .map_err(|error| Failure::file(path, "write", error))
}

/// A folder for the work on one unit. Its path is the same every time, because nvcc makes names of it;
/// another one only where a second process works on the same unit.
fn unit_folder(key: &str) -> Result<tempfile::TempDir> {
    let parent = cache::root()?.join("build");
    let make = || {
        tempfile::Builder::new()
            .prefix(key)
            .rand_bytes(0)
            .tempdir_in(&parent)
    };
    let old = std::time::Duration::from_secs(3600);
    let place = parent.join(key);
    let left_behind = place
        .metadata()
        .and_then(|data| data.modified())
        .map(|time| time.elapsed());
    if left_behind.is_ok_and(|age| age.is_ok_and(|age| age > old)) {
        let _ = std::fs::remove_dir_all(&place); // a process that was killed; failing to, we work elsewhere
    }
    std::fs::create_dir_all(&parent)
        .and_then(|()| make())
        .or_else(|_| temporary_folder())
}

pub fn temporary_folder() -> Result<tempfile::TempDir> {
    tempfile::Builder::new()
        .prefix("romp2cuda-")
        .tempdir()
        .map_err(|error| Failure::file(&std::env::temp_dir(), "make a folder in", error))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| Failure::file(path, "read", error))
}

/// A word that asks for C before declarations in `for`.
fn is_c89(word: &str) -> bool {
    let dialects = [
        "c89",
        "c90",
        "gnu89",
        "gnu90",
        "iso9899:1990",
        "iso9899:199409",
    ];
    word == "-ansi"
        || word
            .strip_prefix("-std=")
            .is_some_and(|name| dialects.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_device_code_have_full_paths() {
        let text = "int a;\n#line 7 \"a.c\"\nint b;\n#line 9 \"/x/b.c\"\n#line 3\n";
        assert_eq!(
            with_absolute_lines(text, Path::new("/home/u"), "a.cu"),
            "#line 1 \"/home/u/a.cu\"\nint a;\n#line 7 \"/home/u/a.c\"\nint b;\n#line 9 \"/x/b.c\"\n#line 3\n"
        );
    }
}
