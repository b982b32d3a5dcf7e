//! The texts of a translated unit as files: for the device compilers, and for `--save-temps`.

use super::Build;
use super::folders::forget_time;
use crate::driver::device_flags::DeviceFlags;
use crate::driver::outputs::Outputs;
use crate::driver::unit::Unit;
use crate::driver::{Result, cache, emulated};
use crate::source::bytes;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

/// The names of a unit's CUDA texts.
pub struct TextNames {
    pub cuda: String,
    /// The text for checks, whose variables lie apart from each other.
    pub apart: String,
}

impl TextNames {
    /// The names that follow from the source's name.
    pub fn of(unit: &Unit) -> TextNames {
        let stem = plain(&unit.stem());
        TextNames {
            cuda: format!("{stem}.cu"),
            apart: format!("{stem}.apart.cu"),
        }
    }

    /// The text that the emulated image is made of.
    pub fn of_emulated_image(&self, unit: &Unit) -> &str {
        match unit.translation.apart {
            Some(_) => &self.apart,
            None => &self.cuda,
        }
    }
}

impl Build<'_> {
    /// Writes the unit's CUDA texts into `dir`.
    pub(super) fn write_texts(&self, unit: &Unit, dir: &Path, names: &TextNames) -> Result<()> {
        let texts = [
            (&names.cuda, &unit.translation.cuda),
            (&names.apart, &unit.translation.apart),
        ];
        for (name, text) in texts {
            let Some(text) = text else { continue };
            self.write_text(dir, name, &self.compiled_text(text, name))?;
        }
        Ok(())
    }

    /// Writes a CUDA text that is compiled in `dir`.
    pub(super) fn write_text(&self, dir: &Path, name: &str, text: &str) -> Result<()> {
        cache::write(dir, name, text)?;
        forget_time(&dir.join(name))
    }

    /// A CUDA text as it is compiled, `name` being that of its file.
    pub(super) fn compiled_text<'a>(&self, text: &'a str, name: &str) -> Cow<'a, str> {
        let here = || std::env::current_dir().unwrap_or_default();
        // The emulated device's line tables name files as they were given.
        match self.has_lines() {
            true => with_absolute_lines(text, &here(), name).into(),
            false => text.into(),
        }
    }

    /// Whether there are images for GPUs and they have line tables.
    fn has_lines(&self) -> bool {
        self.targets.cuda() && !DeviceFlags::from_words(&self.words).no_lines
    }

    /// `--save-temps`: writes the intermediate texts into the folder that the command runs in.
    pub(super) fn save_texts(&self, unit: &Unit, names: &TextNames) -> Result<()> {
        let mut files = BTreeMap::new();
        let edited = bytes::encode(&unit.translation.host[0].text);
        files.insert(format!("{}.host.c", unit.stem()).into(), edited);
        if let Some(text) = &unit.translation.cuda {
            let saved = match self.saved_plain {
                true => bytes::encode(&without_lines(text)).into_owned().into(),
                false => bytes::encode(text),
            };
            files.insert(names.cuda.clone().into(), saved);
            if self.targets.emulated && unit.has_image() {
                let flags = DeviceFlags::default();
                if let Some(text) = &unit.translation.apart {
                    files.insert(names.apart.clone().into(), bytes::encode(text));
                }
                let cuda = names.of_emulated_image(unit);
                let job = self.emulated_job(unit, Path::new("."), cuda, &flags, &[]);
                let text = emulated::source(&job).into_bytes();
                files.insert(emulated::source_name(cuda).into(), text.into());
            }
        }
        let headers = unit.translation.host.iter().map(|file| file.path.clone());
        let outputs = Outputs {
            merged: Default::default(),
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
}

/// A name that `#include` can name, that no compiler takes for an option, and no shell that nvcc starts for anything else.
fn plain(stem: &str) -> String {
    let odd = ['"', '\'', '\\', '$', '`'];
    let name: String = stem
        .chars()
        .map(|c| {
            if odd.contains(&c) || c.is_control() {
                '_'
            } else {
                c
            }
        })
        .collect();
    match name.strip_prefix('-') {
        Some(rest) => format!("_{rest}"),
        None => name,
    }
}

/// The CUDA text with full paths in its `#line` directives and one more at its top. In front of any other path nvcc
/// writes the folder that it runs in, which is gone afterwards. PTX, to which nvcc copies the names, has no escapes.
fn with_absolute_lines(text: &str, here: &Path, name: &str) -> String {
    let mut out = format!("#line 1 \"{}\"\n", here.join(name).display());
    for line in text.split_inclusive('\n') {
        let named = line.replace("\\\"", "_");
        let file = named
            .strip_prefix("#line ")
            .and_then(|rest| rest.split_once('"'));
        match file {
            Some((number, file)) if !file.starts_with('/') => {
                out.push_str(&format!("#line {number}\"{}/{file}", here.display()));
            }
            Some(_) => out.push_str(&named),
            None => out.push_str(line),
        }
    }
    out
}

/// The text without its `#line` directives.
fn without_lines(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !line.starts_with("#line ")).collect()
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
