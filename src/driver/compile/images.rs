//! The device images of a unit whose device code other units share. Must not know what is shared.

use super::Build;
use crate::driver::device_flags::DeviceFlags;
use crate::driver::emulated;
use crate::driver::interfaces::{self, For};
use crate::driver::nvcc::{self, Nvcc};
use crate::driver::process::Mode;
use crate::driver::rdc::{self, Record};
use crate::driver::unit::Unit;
use crate::driver::{Failure, Result};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

impl Build<'_> {
    /// Compiles relocatable code for GPUs, and an object that carries it.
    pub(super) fn relocatable_part(
        &self,
        unit: &Unit,
        dir: &Path,
        cuda: &str,
        nvcc: &Nvcc,
    ) -> Result<PathBuf> {
        let flags = DeviceFlags::from_words(&self.words);
        let targets = self.targets.machine_code();
        let lto = unit.optimised_at_link() && nvcc.has_lto();
        let renaming = renaming_words(unit);
        let job = nvcc::Job {
            dir: Path::new("."),
            cuda,
            output: "image.fatbin",
            include: &self.include,
            targets: &targets,
            flags: &flags,
            relocatable: true,
            lto,
            extra: &renaming,
        };
        let text = unit.translation.cuda.as_deref().unwrap_or_default();
        let image = dir.join(job.output);
        self.fatbin(nvcc, &job, text, &image)?;
        let fatbin = match self.runner.mode {
            Mode::Dry => vec![],
            _ => read(&image)?,
        };
        let record = Record {
            unit: unit.name.key.clone(),
            suffix: unit.name.suffix.clone(),
            archs: targets.sm.clone(),
            lto,
            fatbin,
        };
        let interface = unit.interface(For::Gpus);
        let interface = interface.map(|row| interfaces::carried(dir, &row));
        let more = interface.transpose()?.unwrap_or_default();
        rdc::compile(
            &self.runner,
            &self.host,
            &flags,
            dir,
            (&record, &more),
            "image.o",
        )?;
        Ok(dir.join("image.o"))
    }

    /// Compiles the image of a whole unit for the emulated device.
    pub(super) fn emulated_whole(&self, unit: &Unit, dir: &Path, cuda: &str) -> Result<PathBuf> {
        let flags = DeviceFlags::from_words(&self.words);
        let renaming = emulated_renaming_words(unit);
        let job = self.emulated_job(unit, dir, cuda, &flags, &renaming);
        let interface = unit.interface(For::Emulated);
        let interface = interface.map(|row| interfaces::carried(dir, &row));
        let more = interface.transpose()?.unwrap_or_default();
        let here = emulated::Job {
            dir: Path::new("."),
            ..job
        };
        let command =
            emulated::compile_invocation(&self.tools, &here, &emulated::source_name(cuda))?;
        // The text lies in the folder already, and what other units see of it.
        let files = [cuda, For::Emulated.file()].map(|name| std::fs::read(dir.join(name)));
        let files = files.map(std::io::Result::unwrap_or_default);
        let source = emulated::source(&job) + &more;
        let all = [source.as_bytes(), &files[0], &files[1]];
        let to = dir.join(job.output);
        self.once(self.emulated_entry(&command, &all), &to, || {
            emulated::compile(&self.runner, &self.tools, &job, &more)
        })?;
        Ok(to)
    }

    /// What the emulated image of a unit is made of.
    pub(super) fn emulated_job<'a>(
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
            unit: &unit.name.key,
            by_file: unit.name.by_file,
            part: false,
            kernels: &unit.translation.kernels,
            globals: &unit.translation.globals,
            interface: &unit.translation.interface,
            local_addresses: unit.translation.local_addresses,
            relocatable: unit.is_relocatable(),
            check: self.check,
            renaming,
        }
    }
}

/// Words for the device compiler that give each name of this unit alone the unit's suffix; names that units share stay.
pub fn renaming_words(unit: &Unit) -> Vec<String> {
    let translation = &unit.translation;
    let kernels = translation.kernels.iter().flat_map(|kernel| kernel.names());
    let shared =
        |name: &String| translation.defines.contains(name) || translation.needs.contains(name);
    let suffix = &unit.name.suffix;
    kernels
        .chain(translation.globals.iter())
        .filter(|name| !shared(name))
        .map(|name| format!("-D{name}={name}{suffix}"))
        .collect()
}

/// Such words for an emulated image, whose shared functions have C names, too: the linker must join them with each
/// other, and not with the host's functions of the same name.
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

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| Failure::file(path, "read", error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::interfaces::Row;

    /// Two threads compile the two images of a unit in one folder.
    #[test]
    fn images_of_a_unit_carry_interfaces_of_their_own() {
        let dir = tempfile::tempdir().unwrap();
        let both = [For::Gpus, For::Emulated];
        for device in both {
            let row = Row {
                device,
                ..Row::default()
            };
            let code = interfaces::carried(dir.path(), &row).unwrap();
            assert!(code.contains(device.file()), "{code}");
        }
        for device in both {
            let text = std::fs::read(dir.path().join(device.file())).unwrap();
            let row: Row = serde_json::from_slice(&text).unwrap();
            assert_eq!(row.device, device);
        }
    }
}
