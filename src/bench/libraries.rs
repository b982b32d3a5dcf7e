//! The shared libraries that other compilers' programs need on another machine.
//!
//! Must not know what the libraries do.

use crate::driver::process::{Invocation, Mode, Runner};
use crate::driver::{Failure, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What every machine with nvcc and its host compiler has, newer than here perhaps, so that it must not be hidden.
const SYSTEM: &[&str] = &[
    "ld-linux",
    "libc.so",
    "libm.so",
    "libdl.so",
    "librt.so",
    "libpthread.so",
    "libutil.so",
    "libresolv.so",
    "libcuda.so",
    "libgcc_s.so",
    "libstdc++.so",
    "linux-vdso",
];

/// What a library opens when a program runs, which ldd does not know: libgomp, its plugin for GPUs.
const PLUGINS: &[&str] = &["libgomp-plugin-nvptx.so.1"];

/// How libraries come to the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// For another machine.
    Copy,
    /// For this one, where the dynamic linker does not know a compiler's own folders.
    Link,
}

/// Puts what `program` needs of the machine that it was built on into `folder`. `compiler` is the command that built
/// it: it knows where libraries lie that the dynamic linker does not find.
pub fn gather(
    runner: &Runner,
    compiler: &[String],
    program: &Path,
    folder: &Path,
    way: Way,
) -> Result<()> {
    let quiet = Runner::new(runner.reporter, Mode::Quiet);
    let mut found: BTreeMap<String, Option<PathBuf>> = BTreeMap::new();
    // What is still to be asked for its own needs: ldd knows those of libraries that it finds.
    let mut waiting = vec![program.to_path_buf()];
    for plugin in PLUGINS {
        let path = asked(&quiet, compiler, plugin)?;
        waiting.extend(path.clone());
        found.insert(plugin.to_string(), path);
    }
    while let Some(file) = waiting.pop() {
        let finished = quiet.query(&Invocation::new("ldd").arg(&file))?;
        for (name, path) in parse(&finished.stdout_text()) {
            if found.contains_key(&name) {
                continue;
            }
            let known = path.is_some();
            let path = if known {
                path
            } else {
                asked(&quiet, compiler, &name)?
            };
            waiting.extend(path.clone().filter(|_| !known));
            found.insert(name, path);
        }
    }
    for (name, path) in found {
        if let Some(path) = path {
            put(&path, &folder.join(name), way)?;
        }
    }
    Ok(())
}

/// Where the compiler finds a library of this name.
fn asked(runner: &Runner, compiler: &[String], name: &str) -> Result<Option<PathBuf>> {
    let Some((program, rest)) = compiler.split_first() else {
        return Ok(None);
    };
    let ask = Invocation::new(program)
        .args(rest)
        .arg(format!("-print-file-name={name}"));
    let path = PathBuf::from(runner.query(&ask)?.stdout_text().trim());
    // What it does not find it gives back as it is.
    Ok(Some(path).filter(|path| path.is_absolute() && path.is_file()))
}

fn put(path: &Path, target: &Path, way: Way) -> Result<()> {
    if target.exists() {
        return Ok(());
    }
    let folder = target.parent().unwrap_or(Path::new("."));
    let done = std::fs::create_dir_all(folder).and_then(|()| match way {
        Way::Copy => std::fs::copy(path, target).map(drop),
        Way::Link => std::os::unix::fs::symlink(path, target),
    });
    done.map_err(|error| Failure::file(target, "write", error))
}

/// Names and paths in what ldd prints, `libx.so.1 => /usr/lib/libx.so.1 (0x...)`; no path where it finds none.
fn parse(text: &str) -> Vec<(String, Option<PathBuf>)> {
    let libraries = text.lines().filter_map(|line| {
        let (name, rest) = line.trim().split_once(" => ")?;
        let path = rest.rsplit_once(" (").map(|(path, _)| PathBuf::from(path));
        let system = SYSTEM.iter().any(|system| name.starts_with(system));
        (!system).then(|| (name.to_string(), path))
    });
    libraries.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_keeps_its_own_libraries() {
        let text = "\tlinux-vdso.so.1 (0x1)\n\tlibgomp.so.1 => /usr/lib/libgomp.so.1 (0x2)\n\
                    \tlibm.so.6 => /lib/libm.so.6 (0x3)\n\tlibx.so => not found\n\t/lib64/ld-linux-x86-64.so.2 (0x4)\n";
        let own = (
            "libgomp.so.1".to_string(),
            Some("/usr/lib/libgomp.so.1".into()),
        );
        assert_eq!(parse(text), [own, ("libx.so".to_string(), None)]);
    }
}
