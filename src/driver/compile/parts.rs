//! The device images of a unit that shares no device code with others: its parts are compiled side by side, and those
//! that were compiled before are not compiled again. Must not know what a part has in it.

use super::Build;
use super::folders::unit_folder;
use crate::driver::compiled::Entry;
use crate::driver::device_flags::DeviceFlags;
use crate::driver::emulated;
use crate::driver::image::{self, Carried, Carrier, Registered};
use crate::driver::nvcc::{self, Nvcc};
use crate::driver::process::{Invocation, Mode};
use crate::driver::unit::Unit;
use crate::driver::{Failure, Result, cache, slots};
use crate::emit::KernelInfo;
use crate::translate::interface::Interface;
use askama::Template;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What `templates/parts.c` is filled with.
#[derive(Template)]
#[template(path = "parts.c")]
struct PartsText<'a> {
    unit: &'a str,
    names: &'a [String],
}

impl Build<'_> {
    /// Compiles the images for GPUs, and an object that carries them.
    pub(super) fn cuda_parts(
        &self,
        unit: &Unit,
        dir: &Path,
        cuda: &str,
        nvcc: &Nvcc,
    ) -> Result<PathBuf> {
        let flags = DeviceFlags::from_words(&self.words);
        let job = nvcc::Job {
            dir: Path::new("."),
            cuda,
            output: "image.fatbin",
            include: &self.include,
            targets: &self.targets,
            flags: &flags,
            relocatable: false,
            lto: false,
            extra: &[],
        };
        let files = slots::each(&unit.translation.parts, |at, part| {
            let name = format!("image{}.fatbin", at + 1);
            self.fatbin(nvcc, &job, &part.text, &dir.join(&name))?;
            Ok(name)
        })?;
        let units = [Registered {
            key: unit.name.key.clone(),
            ..Registered::default()
        }];
        let images: Vec<Carried> = files
            .iter()
            .enumerate()
            .map(|(at, file)| Carried {
                file,
                part: at + 1,
                units: &units,
            })
            .collect();
        let images = &images;
        let (runner, host) = (&self.runner, &self.host);
        let carrier = Carrier { dir, images };
        image::compile(runner, host, &flags, &self.include, &carrier, "image.o")?;
        Ok(dir.join("image.o"))
    }

    /// Compiles a CUDA text to the fat binary `to`, unless it was compiled before.
    pub(super) fn fatbin(&self, nvcc: &Nvcc, job: &nvcc::Job, text: &str, to: &Path) -> Result<()> {
        let tools = nvcc.programs();
        let tools: Vec<&str> = tools.iter().map(String::as_str).collect();
        let text = self.compiled_text(text, job.cuda);
        let command = nvcc.invocation(job);
        let entry = Entry::of(&tools, parts_of(&command, &text));
        self.once(entry, to, || {
            let folder = unit_folder(&key(&command, &text))?;
            self.write_text(folder.path(), job.cuda, &text)?;
            let dir = folder.path();
            nvcc.fatbin(&self.runner, &nvcc::Job { dir, ..*job })?;
            self.fetch(&dir.join(job.output), to)
        })
    }

    /// Compiles the images for the emulated device, and an object that registers them.
    pub(super) fn emulated_parts(
        &self,
        unit: &Unit,
        dir: &Path,
        cuda: &str,
    ) -> Result<Vec<PathBuf>> {
        let flags = DeviceFlags::from_words(&self.words);
        let parts = match unit.translation.apart {
            Some(_) => &unit.translation.parts_apart,
            None => &unit.translation.parts,
        };
        let known: BTreeMap<&str, &KernelInfo> = unit
            .translation
            .kernels
            .iter()
            .map(|kernel| (kernel.name.as_str(), kernel))
            .collect();
        let compiled = slots::each(parts, |at, part| {
            let kernels = part.kernels.iter().map(|name| known[name.as_str()].clone());
            let kernels: Vec<KernelInfo> = kernels.collect();
            let job = emulated::Job {
                by_file: false,
                dir: Path::new("."),
                cuda,
                output: "emulated.o",
                include: &self.include,
                flags: &flags,
                unit: "",
                part: true,
                kernels: &kernels,
                globals: &[],
                interface: &Interface::default(),
                local_addresses: unit.translation.local_addresses,
                relocatable: false,
                check: self.check,
                renaming: &[],
            };
            let text = self.compiled_text(&part.text, cuda);
            let name = emulated::source_name(cuda);
            let command = emulated::compile_invocation(&self.tools, &job, &name)?;
            let all = format!("{text}{}", emulated::source(&job));
            let key = key(&command, &all);
            let to = dir.join(format!("emulated{}.o", at + 1));
            let entry = self.emulated_entry(&command, &[all.as_bytes()]);
            self.once(entry, &to, || {
                let folder = unit_folder(&key)?;
                self.write_text(folder.path(), cuda, &text)?;
                let (dir, unit) = (folder.path(), key.as_str());
                let job = emulated::Job { dir, unit, ..job };
                emulated::compile(&self.runner, &self.tools, &job, "")?;
                self.fetch(&dir.join(job.output), &to)
            })?;
            Ok((to, emulated::part_name(&key)))
        })?;
        let (mut objects, names): (Vec<PathBuf>, Vec<String>) = compiled.into_iter().unzip();
        objects.push(self.register_parts(unit, dir, &names)?);
        Ok(objects)
    }

    /// The place of what the C++ compiler makes of some texts.
    pub(super) fn emulated_entry(&self, command: &Invocation, texts: &[&[u8]]) -> Option<Entry> {
        let words = command.args.iter().map(String::as_bytes);
        Entry::of(
            &[&command.program, "objcopy"],
            words.chain(texts.iter().copied()),
        )
    }

    /// Compiles the object that registers the parts of an emulated image.
    fn register_parts(&self, unit: &Unit, dir: &Path, names: &[String]) -> Result<PathBuf> {
        let unit = &unit.name.key;
        let text = PartsText { unit, names }.render();
        let text = text.expect("the template has no fallible parts") + "\n";
        cache::write(dir, "parts.c", text)?;
        let flags = DeviceFlags::from_words(&self.words);
        let command = self.host.invoke().dir(dir).args(flags.carrier());
        let command = command.arg("-I").arg(&self.include);
        let finished = self
            .runner
            .run(&command.args(["-c", "-o", "parts.o", "parts.c"]))?;
        match finished.success() {
            true => Ok(dir.join("parts.o")),
            false => Err(Failure::tool(
                format!(
                    "{} cannot compile the file that registers a device image:\n{}",
                    self.host.name(),
                    finished.stderr_text()
                ),
                "this is a fault of the translator: please report it with the output of -v",
            )),
        }
    }

    /// Makes the file `to`, unless it was made before.
    pub(super) fn once(
        &self,
        entry: Option<Entry>,
        to: &Path,
        make: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        let entry = entry.filter(|_| self.runner.mode != Mode::Dry);
        if entry.as_ref().is_some_and(|entry| entry.take(to)) {
            if self.runner.mode == Mode::Verbose {
                let name = to.file_name().unwrap_or_default().to_string_lossy();
                let said = format!("# {name} was compiled before");
                self.runner.reporter.say(&said);
            }
            return Ok(());
        }
        make()?;
        if let Some(entry) = entry {
            entry.keep(to);
        }
        Ok(())
    }

    /// Moves a file out of the folder that it was made in.
    fn fetch(&self, from: &Path, to: &Path) -> Result<()> {
        match self.runner.mode {
            Mode::Dry => Ok(()),
            _ => std::fs::copy(from, to)
                .map(drop)
                .map_err(|error| Failure::file(to, "write", error)),
        }
    }
}

/// What a part is compiled of, and how.
fn parts_of<'a>(command: &'a Invocation, text: &'a str) -> impl Iterator<Item = &'a [u8]> {
    let words = command.args.iter().map(String::as_bytes);
    words.chain([text.as_bytes()])
}

/// A name for it.
fn key(command: &Invocation, text: &str) -> String {
    format!("p{}", cache::digest(parts_of(command, text)))
}
