//! The pipeline from preprocessed text to the two output files, as a list.

use crate::diag::Diagnostic;
use std::path::PathBuf;

/// What one translation unit became.
#[derive(Clone, Debug, Default)]
pub struct Translation {
    /// Edited host files: the unit's main file first (always there), then headers that hold device
    /// constructs. Paths as the line markers name them.
    pub host: Vec<HostFile>,
    /// The CUDA file; none where the unit has no device code.
    pub cuda: Option<String>,
    pub kernels: Vec<KernelInfo>,
    /// `declare target` variables with storage in the image, by their symbol.
    pub globals: Vec<String>,
    /// Device functions and variables that other units may use, by symbol; the image must then be relocatable.
    pub defines: Vec<String>,
    /// Device functions and variables that must come from another unit.
    pub needs: Vec<String>,
    /// Warnings and notes; errors come instead of a translation.
    pub diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, Debug)]
pub struct HostFile {
    pub path: PathBuf,
    pub text: String,
    /// Whether anything was replaced in it.
    pub changed: bool,
}

/// What build steps need to know of a kernel.
#[derive(Clone, Debug)]
pub struct KernelInfo {
    pub name: String,
    /// "file.c:12" of its directive.
    pub place: String,
    /// It has barriers among its threads: the emulated device needs coroutines.
    pub barriers: bool,
}

/// todo: stands in for the real type until that is merged.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub line_directives: bool,
}

/// todo: stands in for the real pipeline until that is merged.
pub fn translate(
    _text: crate::source::Preprocessed,
    _options: &Options,
) -> crate::diag::Result<Translation> {
    Ok(Translation::default())
}
