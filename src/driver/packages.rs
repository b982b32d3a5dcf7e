//! What lets other build systems link objects that were made here: the runtime's library and headers, a pkg-config
//! file, a package for CMake.
//!
//! A list of files below a prefix, which the cache unpacks and `romp2cuda install` writes. Must not know how objects
//! are made.

use super::{Result, assets, cache, link};
use askama::Template;
use std::path::{Path, PathBuf};

#[derive(Template)]
#[template(path = "packages/romp.pc", escape = "none")]
struct PkgConfig<'a> {
    version: &'a str,
    flags: String,
    /// What `pkg-config --static` adds.
    fixed: &'static str,
}

#[derive(Template)]
#[template(path = "packages/romp2cudaConfig.cmake", escape = "none")]
struct Config<'a> {
    /// The folder of the programs, where they are not in the prefix.
    programs: std::path::Display<'a>,
    libraries: String,
    options: String,
}

#[derive(Template)]
#[template(path = "packages/romp2cudaConfigVersion.cmake", escape = "none")]
struct ConfigVersion<'a> {
    version: &'a str,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Stands beside no other `-Wl,` in the file: pkg-config leaves blanks of the folder's name unescaped there.
const EXPORTED: &str = "-Wl,--export-dynamic-symbol-list=${libdir}/libromp.symbols";

/// The files, by their names below a prefix. `programs` is the folder that rompcc lies in.
pub fn files(programs: &Path) -> Vec<(String, Vec<u8>)> {
    let libraries = |openmp| std::iter::once(openmp).chain(link::LIBRARIES.iter().copied());
    let clocks = || link::CLOCKS.iter().copied();
    let words = |separator: &str, words: &mut dyn Iterator<Item = &'static str>| {
        words.collect::<Vec<_>>().join(separator)
    };
    let pc = PkgConfig {
        version: VERSION,
        flags: words(
            " ",
            &mut ["-L${libdir}", EXPORTED, "-lromp"]
                .into_iter()
                .chain(libraries("-lgomp"))
                .chain([link::PRESENT])
                .chain(clocks()),
        ),
        fixed: link::STATIC,
    };
    let config = Config {
        programs: programs.display(),
        libraries: words(";", &mut libraries("${ROMP2CUDA_OPENMP_LIBRARY}")),
        options: words(";", &mut link::EXPORTED.iter().copied().chain(clocks())),
    };
    let mut files = vec![
        ("lib/libromp.a".into(), assets::runtime_library()),
        ("lib/libromp.symbols".into(), link::EXPORT_LIST.into()),
        ("lib/pkgconfig/romp.pc".into(), rendered(&pc)),
        (
            "lib/cmake/romp2cuda/romp2cudaConfig.cmake".into(),
            rendered(&config),
        ),
        (
            "lib/cmake/romp2cuda/romp2cudaConfigVersion.cmake".into(),
            rendered(&ConfigVersion { version: VERSION }),
        ),
    ];
    for (name, text) in assets::headers() {
        files.push((
            format!("include/romp2cuda/{name}"),
            text.as_bytes().to_vec(),
        ));
    }
    files
}

fn rendered(template: &impl Template) -> Vec<u8> {
    let text = template
        .render()
        .expect("templates have no part that can fail");
    format!("{}\n", text.trim_end()).into_bytes()
}

/// The folder of the programs.
pub fn own_folder() -> PathBuf {
    let own = std::env::current_exe().unwrap_or_default();
    own.parent().unwrap_or(Path::new("")).to_path_buf()
}

/// A prefix with the files, in the cache.
pub fn cached_prefix() -> Result<PathBuf> {
    let programs = own_folder();
    let place = programs.to_string_lossy().into_owned();
    let key = cache::digest([cache::own_key().as_bytes(), place.as_bytes()]);
    cache::folder(&format!("prefix/{key}"), |dir| {
        for (name, contents) in files(&programs) {
            cache::write(dir, &name, contents)?;
        }
        Ok(())
    })
}
