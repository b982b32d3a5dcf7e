//! The way from a directive to its kernel: "go to implementation", a lens above the directive, a virtual document.
//!
//! Editors that know `workspace/textDocumentContent` (Language Server Protocol 3.18) show the CUDA file of a document as
//! a virtual document of the scheme `romp2cuda`, which is made again when they ask for it; for others it is written to
//! the cache. Must not know how kernels are found.

use super::analysis::{Analysis, Kernel};
use super::hover::{holds, summary};
use super::positions::{self, uri_of};
use crate::driver::{Result, cache};
use lsp_types as lsp;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The scheme of virtual documents.
pub const SCHEME: &str = "romp2cuda";
/// The command of the lens: a document's URI and a kernel's name.
pub const SHOW_KERNEL: &str = "romp2cuda.showKernel";

/// How an editor gets to see a CUDA file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// As a file in the cache.
    #[default]
    File,
    /// As a virtual document.
    Virtual,
}

/// The kernel of the directive, or of the region, at a position.
pub fn at(analysis: &Analysis, position: lsp::Position) -> Option<&Kernel> {
    let on = |kernel: &&Kernel| {
        let mut directives = kernel.directives.iter();
        directives.any(|(range, _)| holds(range, position))
    };
    let within = |kernel: &&Kernel| {
        let mut names = kernel.names.iter();
        names.any(|(range, _)| holds(range, position))
    };
    let mut kernels = analysis.kernels.iter();
    kernels
        .find(on)
        .or_else(|| analysis.kernels.iter().find(within))
}

/// Where the kernel stands in the CUDA file.
pub fn location(
    path: &Path,
    analysis: &Analysis,
    kernel: &Kernel,
    shown: Shown,
) -> Result<lsp::Location> {
    let uri = match shown {
        Shown::Virtual => positions::uri("romp2cuda:", &virtual_path(path)),
        Shown::File => uri_of(&written(path, &analysis.cuda)?),
    };
    Ok(lsp::Location::new(uri, range(kernel)))
}

/// From the comments in front of it, which say what was decided, to its name.
fn range(kernel: &Kernel) -> lsp::Range {
    let end = kernel.report.name.len() as u32;
    lsp::Range::new(
        lsp::Position::new(kernel.top, 0),
        lsp::Position::new(kernel.line, end),
    )
}

/// The document whose CUDA file a virtual document is.
pub fn source_of(uri: &lsp::Uri) -> Option<PathBuf> {
    let scheme = uri.scheme()?;
    let path = uri.path().as_estr().decode().into_string().ok()?;
    let source = path.strip_suffix(".cu")?;
    (scheme.as_str() == SCHEME).then(|| PathBuf::from(source))
}

fn virtual_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".cu");
    PathBuf::from(name)
}

/// The CUDA file as a file, in a folder of the document's own.
fn written(path: &Path, cuda: &str) -> Result<PathBuf> {
    let key = cache::digest([path.as_os_str().as_encoded_bytes()]);
    let folder = cache::root()?.join("editor").join(&key[..12]);
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    cache::write(&folder, &format!("{name}.cu"), cuda)
}

/// A lens above each directive that has a kernel.
pub fn lenses(uri: &lsp::Uri, analysis: &Analysis) -> Vec<lsp::CodeLens> {
    let kernels = analysis.kernels.iter();
    let lens = kernels.map(|kernel| lsp::CodeLens {
        range: kernel.pragma,
        command: Some(lsp::Command {
            title: format!("{}: {}", kernel.report.name, summary(kernel)),
            command: SHOW_KERNEL.to_owned(),
            arguments: Some(vec![json!(uri.as_str()), json!(kernel.report.name)]),
        }),
        data: None,
    });
    lens.collect()
}

/// The document and the kernel that a command names.
pub fn asked(arguments: &[Value]) -> Option<(lsp::Uri, &str)> {
    let [Value::String(uri), Value::String(kernel)] = arguments else {
        return None;
    };
    Some((uri.parse().ok()?, kernel))
}
