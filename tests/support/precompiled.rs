//! The device headers, precompiled: most of the time that g++ needs for a small kernel goes into reading them, and tests
//! compile thousands of kernels with the same few command lines.
//!
//! From the words of a test's command line to a C++ compiler that finds what is precompiled. g++ itself decides whether
//! that was made with the same words and macros; where it was not, it reads the headers as ever.

use super::{finish, root};
use romp2cuda::driver::cache::{digest, publish};
use romp2cuda::driver::checks::Check;
use romp2cuda::driver::device_flags::DeviceFlags;
use romp2cuda::driver::{Failure, emulated, nvcc};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// Has a command of the translator, for the emulated device, use what is precompiled for `options` and a check. Where
/// the user names a C++ compiler, that one is used as it is.
pub fn with_headers(command: &mut Command, options: &[&str], check: Check) {
    static KNOWN: Mutex<BTreeMap<Vec<String>, Option<String>>> = Mutex::new(BTreeMap::new());
    if std::env::var_os("ROMP_CXX").is_some() {
        return;
    }
    let words = words(options, check);
    // Whoever asks first makes it, and the others wait.
    let mut known = KNOWN.lock().expect("precompiled headers");
    let compiler = known
        .entry(words)
        .or_insert_with_key(|words| folder(words).map(|dir| format!("g++ -I {}", dir.display())));
    if let Some(compiler) = compiler {
        command.env("ROMP_CXX", compiler);
    }
}

/// What the driver compiles emulated images with.
fn words(options: &[&str], check: Check) -> Vec<String> {
    let options: Vec<String> = options.iter().map(|word| word.to_string()).collect();
    let mut words = DeviceFlags::from_words(&options).cxx();
    words.extend(emulated::words(check).into_iter().map(String::from));
    words.push(nvcc::HOST_WARNS.into());
    words.extend(
        check
            .any()
            .then(|| format!("-DROMP_CHECK={}", check.bits())),
    );
    words
}

/// A folder for `-I` in which g++ finds the precompiled headers; None where it cannot make them.
fn folder(words: &[String]) -> Option<PathBuf> {
    let version = Command::new("g++").arg("--version").output().ok()?.stdout;
    let include = root().join("runtime-cuda/include");
    let headers = ["h", "cuh"].map(|extension| super::files(&include, extension));
    let texts: Vec<Vec<u8>> = headers
        .iter()
        .flatten()
        .map(|path| std::fs::read(path).unwrap_or_default())
        .collect();
    let of_headers = digest(texts.iter().map(Vec::as_slice).chain([version.as_slice()]));
    let all = Path::new(env!("CARGO_TARGET_TMPDIR")).join("precompiled");
    forget_others(&all, &of_headers);
    let place = all
        .join(of_headers)
        .join(digest(words.iter().map(String::as_bytes)));
    if !place.is_dir() {
        publish(&place, |dir| make(dir, &include, words)).ok()?;
    }
    Some(place)
}

/// What was made of other headers is of no use any more, and large.
fn forget_others(all: &Path, kept: &str) {
    for folder in super::entries(all) {
        if folder.file_name().is_none_or(|name| name != kept) {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

fn make(dir: &Path, include: &Path, words: &[String]) -> Result<(), Failure> {
    let fails = |message: String| Failure::Usage(message);
    let romp = dir.join("romp");
    std::fs::create_dir(&romp).map_err(|error| fails(error.to_string()))?;
    // Who includes the header once more, or cannot use what is precompiled, gets the header.
    std::fs::write(
        romp.join("device.cuh"),
        "#include_next \"romp/device.cuh\"\n",
    )
    .map_err(|error| fails(error.to_string()))?;
    let mut compile = Command::new("g++");
    compile
        .args(words)
        .args(["-x", "c++-header", "-I"])
        .arg(include)
        .arg(include.join("romp/device.cuh"))
        .arg("-o")
        .arg(romp.join("device.cuh.gch"));
    match finish(compile, LIMIT) {
        made if made.code == Some(0) => Ok(()),
        failed => Err(fails(failed.stderr)),
    }
}
