//! Builds the runtime's static library and leaves it for `src/driver/assets.rs` to embed.
//!
//! runtime-cuda is a package of its own with its own lock file; it is built by the same cargo into a
//! folder of OUT_DIR, so that `cargo build`, `test`, `clippy` and `install` all work alike. Of the
//! library's symbols only the C ABI's stay global: a program may hold another Rust library.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    let source =
        PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("runtime-cuda");
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    for part in ["Cargo.toml", "Cargo.lock", "src"] {
        println!("cargo::rerun-if-changed={}", source.join(part).display());
    }
    println!("cargo::rerun-if-changed=build.rs");

    let library = build(&source, &out.join("rt"));
    localise(&library, &out);
}

/// The release build, free of what an outer cargo, clippy or wrapper put into the environment.
fn build(source: &Path, target: &Path) -> PathBuf {
    let mut cargo = Command::new(env::var_os("CARGO").expect("set by cargo"));
    // As a static library alone: beside an rlib there is no LTO.
    cargo.args([
        "rustc",
        "--release",
        "--locked",
        "--lib",
        "--crate-type",
        "staticlib",
        "--manifest-path",
    ]);
    cargo
        .arg(source.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(target);
    for name in [
        "RUSTC_WRAPPER",
        "RUSTC_WORKSPACE_WRAPPER",
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_BUILD_TARGET",
        "CARGO_TARGET_DIR",
        "CARGO_BUILD_TARGET_DIR",
        "CLIPPY_ARGS",
    ] {
        cargo.env_remove(name);
    }
    run(&mut cargo);
    target.join("release/libromp.a")
}

/// Writes `libromp.a` into `out`: one object in place of the archive's many, all its symbols but the ABI's local.
fn localise(library: &Path, out: &Path) {
    let (object, kept) = (out.join("romp.o"), out.join("romp.symbols"));
    let archive = out.join("libromp.a");
    fs::write(&kept, "romp_*\nomp_*\n__asan_*_noabort\n__wrap_*\n").expect("writing to OUT_DIR");
    let mut link = Command::new("ld");
    link.args(["-r", "--whole-archive", "--force-group-allocation", "-o"])
        .arg(&object)
        .arg(library);
    run(&mut link);
    let mut copy = Command::new("objcopy");
    // The bitcode that Rust objects carry for LTO is of no use to C, and unreadable after `ld -r`.
    copy.args(["--wildcard", "--strip-debug", "--discard-all"]);
    copy.args(["--remove-section=.llvmbc", "--remove-section=.llvmcmd"]);
    // A program that wraps these functions itself has its own.
    copy.arg("--weaken-symbol=__wrap_*");
    copy.arg(format!("--keep-global-symbols={}", kept.display()))
        .arg(&object);
    run(&mut copy);
    let _ = fs::remove_file(&archive);
    run(Command::new("ar").arg("crs").arg(&archive).arg(&object));
}

fn run(command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("{command:?}: {status}"),
        Err(error) => panic!("{command:?}: {error}"),
    }
}
