//! Builds the runtime's static library and leaves it and its headers, packed, for `src/driver/assets.rs` to embed; tells
//! `--version` the commit.
//!
//! runtime-cuda is a package of its own with its own lock file; it is built by the same cargo into a
//! folder beside OUT_DIR's, so that `cargo build`, `test`, `clippy` and `install` all work alike. Cargo packs
//! no package that lies inside of another one, so what is packed are the links in `packaged/` to its
//! sources, headers and manifest. Of the library's symbols only the C ABI's stay global: a program may
//! hold another Rust library.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    println!("cargo::rerun-if-changed=build.rs");

    let runtime = runtime(&root, &out);
    let library = build(&runtime, &shared(&out).join("runtime"));
    let archive = localise(&library, &runtime.join("src/only_emulated.c"), &out);
    let unpacked = fs::read(&archive).expect("the runtime's library");
    let packed = miniz_oxide::deflate::compress_to_vec(&unpacked, level());
    fs::write(out.join("libromp.a.packed"), packed).expect("writing to OUT_DIR");
    let headers = headers(&root).expect("the runtime's headers");
    let packed = miniz_oxide::deflate::compress_to_vec(&headers, level());
    fs::write(out.join("headers.packed"), packed).expect("writing to OUT_DIR");
    if let Some(commit) = commit(&root) {
        println!("cargo::rustc-env=ROMP_COMMIT={commit}");
    }
}

/// The folder of the profile, `target/debug` or another one: `cargo build` and `cargo clippy` have an OUT_DIR each, as
/// has each change of the manifest, but need the same runtime. Cargo holds the lock of this folder while it builds.
fn shared(out: &Path) -> &Path {
    let build = out.ancestors().find(|path| path.ends_with("build"));
    build.and_then(Path::parent).unwrap_or(out)
}

/// The folder of the runtime's package: the one in the repository, or one made of what was packed.
fn runtime(root: &Path, out: &Path) -> PathBuf {
    let source = root.join("runtime-cuda");
    if source.join("Cargo.toml").is_file() {
        for part in ["Cargo.toml", "Cargo.lock", "src"] {
            println!("cargo::rerun-if-changed={}", source.join(part).display());
        }
        return source;
    }
    let (packed, copy) = (root.join("packaged"), out.join("runtime"));
    let _ = fs::remove_dir_all(&copy);
    for (from, to) in [
        ("manifest.toml", "Cargo.toml"),
        ("manifest.lock", "Cargo.lock"),
        ("src", "src"),
    ] {
        copy_all(&packed.join(from), &copy.join(to)).expect("copying the runtime to OUT_DIR");
    }
    println!("cargo::rerun-if-changed={}", packed.display());
    copy
}

/// All headers of the runtime, in the order of their names: for each a line with its path below the include folder, a
/// line with the number of its bytes, and its text.
fn headers(root: &Path) -> io::Result<Vec<u8>> {
    let (source, packed) = (
        root.join("runtime-cuda/include"),
        root.join("packaged/include"),
    );
    let folder = if source.is_dir() { source } else { packed };
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut whole = vec![];
    for below in ["", "romp/"] {
        let mut names = vec![];
        for entry in fs::read_dir(folder.join(below))? {
            let entry = entry?;
            if entry.path().is_file() {
                let name = entry.file_name().into_string();
                names.push(name.expect("headers have names in UTF-8"));
            }
        }
        names.sort();
        for name in names {
            let path = folder.join(below).join(&name);
            let text = fs::read(path)?;
            whole.extend(format!("{below}{name}\n{}\n", text.len()).bytes());
            whole.extend(text);
        }
    }
    Ok(whole)
}

/// Copies a file or a folder with all that is in it.
fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let name = entry?.file_name();
            copy_all(&from.join(&name), &to.join(&name))?;
        }
        return Ok(());
    }
    fs::create_dir_all(to.parent().expect("a file below OUT_DIR"))?;
    fs::copy(from, to).map(drop)
}

/// The commit that is built: git's, or the one that `cargo package` noted. None in builds for development, of which
/// each commit would compile the crate again.
fn commit(root: &Path) -> Option<String> {
    if env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let noted = root.join(".cargo_vcs_info.json");
    if let Ok(text) = fs::read_to_string(noted) {
        let (_, behind) = text.split_once("\"sha1\": \"")?;
        return behind.get(..9).map(String::from);
    }
    let git = |words: &[&str]| {
        let done = Command::new("git").args(words).current_dir(root).output();
        let done = done.ok().filter(|done| done.status.success())?;
        Some(String::from_utf8_lossy(&done.stdout).trim().to_string())
    };
    // A repository around an unpacked source tree is not its repository.
    if !git(&["ls-files", "build.rs"])?.ends_with("build.rs") {
        return None;
    }
    for file in ["HEAD", "logs/HEAD"] {
        let path = root.join(git(&["rev-parse", "--git-path", file])?);
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    git(&["describe", "--always", "--abbrev=9", "--dirty=-changed"])
}

/// The runtime's profile: what is installed has the small and fast library, builds for development the one that is
/// compiled soon.
fn profile() -> &'static str {
    match env::var("PROFILE").as_deref() {
        Ok("release") => "release",
        _ => "quick",
    }
}

/// The build, free of what an outer cargo, clippy or wrapper put into the environment.
fn build(source: &Path, target: &Path) -> PathBuf {
    let mut cargo = Command::new(env::var_os("CARGO").expect("set by cargo"));
    // As a static library alone: beside an rlib there is no LTO.
    cargo.args([
        "rustc",
        "--profile",
        profile(),
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
    target.join(profile()).join("libromp.a")
}

/// How much time packing takes, for deflate: what is installed gets the most.
fn level() -> u8 {
    match profile() {
        "release" => 10,
        _ => 6,
    }
}

/// What `ld -r` makes of the sections that rustc makes for each function and constant: their names, headers and
/// relocations are a third of the object otherwise. Sections that are not named here stay as they are.
const MERGED: &str = "SECTIONS {
  .text 0 : { *(.text .text.*) }
  .rodata 0 : { *(.rodata .rodata.*) }
  .data.rel.ro 0 : { *(.data.rel.ro .data.rel.ro.*) }
  .gcc_except_table 0 : { *(.gcc_except_table .gcc_except_table.*) }
}
";

/// Writes `libromp.a` into `out`, and returns its path: one object in place of the archive's many, all its symbols but the ABI's local, and
/// one of the C file `more`, which programs get that ask for it.
fn localise(library: &Path, more: &Path, out: &Path) -> PathBuf {
    let (object, kept) = (out.join("romp.o"), out.join("romp.symbols"));
    let archive = out.join("libromp.a");
    let merged = out.join("merged.ld");
    fs::write(&merged, MERGED).expect("writing to OUT_DIR");
    fs::write(&kept, "romp_*\nomp_*\n__asan_*_noabort\n__wrap_*\n").expect("writing to OUT_DIR");
    let mut link = Command::new("ld");
    link.args(["-r", "--whole-archive", "--force-group-allocation", "-T"])
        .arg(&merged)
        .arg("-o")
        .args([&object, library]);
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
    // Only now, when most symbols are local, can those go that no relocation names.
    run(Command::new("objcopy").arg("--strip-unneeded").arg(&object));
    let extra = out.join("only_emulated.o");
    let compiler = env::var_os("CC").unwrap_or("cc".into());
    let mut compile = Command::new(compiler);
    compile.args(["-O2", "-fPIC", "-c", "-o"]);
    run(compile.arg(&extra).arg(more));
    let _ = fs::remove_file(&archive);
    run(Command::new("ar")
        .arg("crs")
        .arg(&archive)
        .args([&object, &extra]));
    archive
}

fn run(command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("{command:?}: {status}"),
        Err(error) => panic!("{command:?}: {error}"),
    }
}
