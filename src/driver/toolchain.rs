//! `romp2cuda toolchain install`: NVIDIA's compiler from its Python wheels, pinned, in the user's cache.
//!
//! Needs python3 and the network, no root and no GPU. Must not know what the compiler is used for.

use super::process::{Invocation, Mode, Runner, find_on_path};
use super::{Failure, Reporter, Result, cache};
use std::path::{Path, PathBuf};

/// The wheels; exactly these, so that the same source gives the same image everywhere.
pub const WHEELS: &[&str] = &[
    "nvidia-cuda-nvcc==13.0.88",
    "nvidia-cuda-crt==13.0.88",
    "nvidia-nvvm==13.0.88",
    "nvidia-cuda-runtime==13.0.96",
    "nvidia-cuda-cccl==13.0.85",
];

/// The name of the folder; it changes with the wheels.
const VERSION: &str = "cuda-13.0.88";

/// pip, where the machine's python3 has none: fetched from the package index and checked.
const PIP_WHEEL: &str = "pip-25.3-py3-none-any.whl";
const PIP_SHA256: &str = "9655943313a94722b7774661c21049070f6bbb0a1516bf02f7c8d5d9201514cd";

/// Fetches `PIP_WHEEL` with nothing but Python's library. Arguments: index, file name, digest, folder.
const FETCH_PIP: &str = r##"
import hashlib, html.parser, os, sys, urllib.parse, urllib.request
index, name, digest, folder = sys.argv[1:]
page_url = index.rstrip("/") + "/pip/"
found = []
class Page(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes):
        href = dict(attributes).get("href") or ""
        if tag == "a" and href.split("#")[0].endswith("/" + name):
            found.append(urllib.parse.urljoin(page_url, href.split("#")[0]))
request = urllib.request.Request(page_url, headers={"Accept": "text/html"})
Page().feed(urllib.request.urlopen(request, timeout=60).read().decode())
if not found:
    sys.exit(name + " is not at " + page_url)
data = urllib.request.urlopen(found[0], timeout=60).read()
if hashlib.sha256(data).hexdigest() != digest:
    sys.exit(found[0] + " is not what it should be: wrong SHA-256")
with open(os.path.join(folder, name), "wb") as out:
    out.write(data)
"##;

/// The folder of the toolchain, installed or not.
pub fn place() -> Result<PathBuf> {
    Ok(cache::root()?.join("toolchain").join(VERSION))
}

/// nvcc of an installed toolchain.
pub fn installed_nvcc() -> Option<PathBuf> {
    let path = nvcc_below(&place().ok()?);
    path.is_file().then_some(path)
}

fn nvcc_below(place: &Path) -> PathBuf {
    place.join("nvidia/cu13/bin/nvcc")
}

/// Installs the toolchain where it is not there yet; gives the path of its nvcc. Of two processes that
/// install at once, one waits for the other.
pub fn install(runner: &Runner) -> Result<PathBuf> {
    let place = place()?;
    let nvcc = nvcc_below(&place);
    if nvcc.is_file() {
        return Ok(nvcc);
    }
    let folder = place.parent().unwrap_or(Path::new(".")).to_path_buf();
    let failed = |error| Failure::file(&folder, "write to", error);
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let lock = std::fs::File::create(folder.join("lock")).map_err(failed)?;
    lock.lock().map_err(failed)?;
    if nvcc.is_file() {
        return Ok(nvcc);
    }
    let line = format!(
        "romp2cuda: fetching nvcc {} (about 300 MB on disk) to {}",
        &VERSION[5..],
        place.display()
    );
    runner.reporter.say(&line);
    cache::publish(&place, |new| {
        fetch(runner, new)?;
        complete(new)?;
        check(runner, new)
    })?;
    Ok(nvcc)
}

/// Ways to have pip, from the plainest on. Each is tried where its parts are there.
fn fetch(runner: &Runner, target: &Path) -> Result<()> {
    let python = std::env::var("ROMP_PYTHON")
        .ok()
        .filter(|name| !name.is_empty());
    let python = python.unwrap_or("python3".into());
    if find_on_path(&python).is_none() {
        return Err(Failure::tool(
            format!("{python} is not found, which fetches the CUDA compiler"),
            "install python3, name one with ROMP_PYTHON, or install the CUDA toolkit and set CUDA_HOME",
        ));
    }
    let asks = |words: &[&str]| {
        let quiet = Runner::new(runner.reporter, Mode::Quiet);
        quiet
            .query(&Invocation::new(&python).args(words))
            .is_ok_and(|finished| finished.success())
    };
    let scratch = super::compile::temporary_folder()?;
    let pip = if asks(&["-m", "pip", "--version"]) {
        Invocation::new(&python).args(["-m", "pip"])
    } else if asks(&["-c", "import ensurepip, venv"]) {
        let venv = scratch.path().join("venv");
        step(
            runner,
            Invocation::new(&python).args(["-m", "venv"]).arg(&venv),
            "python3 -m venv",
        )?;
        Invocation::new(venv.join("bin/python")).args(["-m", "pip"])
    } else {
        let index = std::env::var("PIP_INDEX_URL").unwrap_or("https://pypi.org/simple".into());
        let fetch = Invocation::new(&python)
            .args(["-c", FETCH_PIP, &index, PIP_WHEEL, PIP_SHA256])
            .arg(scratch.path());
        step(runner, fetch, "fetching pip")?;
        Invocation::new(&python).arg(scratch.path().join(PIP_WHEEL).join("pip"))
    };
    let install = pip
        .args([
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-input",
            "--no-deps",
        ])
        .args(["--only-binary=:all:", "--no-compile", "--target"])
        .arg(target)
        .args(WHEELS);
    step(runner, install, "pip install")
}

/// The wheels put libnvvm where nvcc's device linker does not look for it.
fn complete(new: &Path) -> Result<()> {
    let home = new.join("nvidia/cu13");
    let folder = home.join("nvvm/lib64");
    if !home.join("lib/libnvvm.so.4").is_file() || folder.exists() {
        return Ok(());
    }
    let link = |name: &str| std::os::unix::fs::symlink("../../lib/libnvvm.so.4", folder.join(name));
    std::fs::create_dir(&folder)
        .and_then(|()| link("libnvvm.so"))
        .and_then(|()| link("libnvvm.so.4"))
        .map_err(|error| Failure::file(&folder, "write to", error))
}

/// What was fetched must work before it gets its name.
fn check(runner: &Runner, new: &Path) -> Result<()> {
    step(
        runner,
        Invocation::new(nvcc_below(new)).arg("--version"),
        "the fetched nvcc",
    )
}

fn step(runner: &Runner, invocation: Invocation, what: &str) -> Result<()> {
    let finished = runner.query(&invocation)?;
    if finished.success() {
        return Ok(());
    }
    Err(Failure::tool(
        format!(
            "{what} failed:\n{}{}",
            finished.stderr_text(),
            finished.stdout_text()
        ),
        "check the network (pip's variables PIP_INDEX_URL, PIP_CERT and HTTPS_PROXY count), \
         or install the CUDA toolkit 12 or 13 by other means and set CUDA_HOME",
    ))
}

/// For tests and build steps: nvcc, wherever it is, fetched where there is none.
pub fn ensure_nvcc(reporter: &dyn Reporter) -> Result<PathBuf> {
    match super::nvcc::Nvcc::find(&super::tools::Tools::default()) {
        Some(nvcc) => Ok(nvcc.path),
        None => install(&Runner::new(reporter, Mode::Quiet)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wheel_is_pinned() {
        assert!(WHEELS.iter().all(|wheel| wheel.contains("==")));
        assert_eq!(PIP_SHA256.len(), 64);
    }
}
