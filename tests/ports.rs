//! The programs of `rodinia-ports/` at size test. Of each folder, `serial.c` makes the reference; every variant has to
//! agree with it, within the tolerances of `bench.toml`: built by gcc for the host, and on the emulated device with all
//! checks, which have to find nothing. nvcc compiles the twin. Where the machine has a GPU, the variants and the twin
//! run there, too.

#[path = "ports/manifest.rs"]
mod manifest;
#[path = "ports/results.rs"]
mod results;
mod support;

use libtest_mimic::{Arguments, Trial};
use manifest::{Manifest, Part};
use results::{Results, compare, notices_differences};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Duration;
use support::{entries, expect_success, finish};
use tempfile::TempDir;

const BUILD_LIMIT: Duration = Duration::from_secs(180);

/// Size test takes two seconds at the most on the emulated device; a slow machine takes longer.
const RUN_LIMIT: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let gpu = support::has_gpu();
    let mut trials = vec![Trial::test("comparer", || Ok(notices_differences()?))];
    for folder in entries(&support::root().join("rodinia-ports")) {
        if folder.join("bench.toml").is_file() {
            trials.extend(trials_of(folder, gpu));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A trial for the folder as a whole, one for each variant and one for the twin.
fn trials_of(folder: PathBuf, gpu: bool) -> Vec<Trial> {
    let name = support::name(&folder, &support::root().join("rodinia-ports"));
    let manifest = match Manifest::read(&folder) {
        Ok(manifest) => manifest,
        Err(error) => return vec![Trial::test(name, move || Err(error.into()))],
    };
    let variants: Vec<String> = manifest.variants.keys().cloned().collect();
    let port = Arc::new(Port { folder, manifest });
    let trial = |part: String, checked: Checked| {
        let port = port.clone();
        Trial::test(format!("{name}/{part}"), move || Ok(port.check(&checked)?))
    };
    let mut trials = vec![
        trial("folder".into(), Checked::Folder),
        trial("twin".into(), Checked::Twin { gpu }),
    ];
    for variant in variants {
        trials.push(trial(variant.clone(), Checked::Variant { variant, gpu }));
    }
    trials
}

/// What a trial looks at; `gpu`: the machine has one.
enum Checked {
    Folder,
    Twin { gpu: bool },
    Variant { variant: String, gpu: bool },
}

/// A folder of `rodinia-ports/`.
struct Port {
    folder: PathBuf,
    manifest: Manifest,
}

/// A program that was built, in a folder of its own, which is also where it runs.
struct Built {
    home: TempDir,
    what: String,
}

/// A program that has run: its files are in its folder.
struct Ran {
    home: TempDir,
    stdout: Vec<u8>,
}

impl Ran {
    fn results(&self) -> Results<'_> {
        Results {
            stdout: &self.stdout,
            folder: self.home.path(),
        }
    }
}

impl Port {
    fn check(&self, checked: &Checked) -> Result<(), String> {
        match checked {
            Checked::Folder => self.manifest.complete(&self.folder),
            Checked::Twin { gpu } => self.check_twin(*gpu),
            Checked::Variant { variant, gpu } => self.check_variant(variant, *gpu),
        }
    }

    fn check_variant(&self, variant: &str, gpu: bool) -> Result<(), String> {
        let part = &self.manifest.variants[variant];
        let expected = self.reference()?;
        let mut gcc = Command::new("gcc");
        gcc.args(["-fopenmp", "-Wall", "-Wextra"]);
        let host = self.build("on the host", gcc, part, &[])?;
        let host = self.run(&host, &[("OMP_TARGET_OFFLOAD", "DISABLED")])?;
        self.same(&expected, &host, "on the host")?;

        let checked = ["--offload-arch=emulated", "--check=all", "-O1", "-fopenmp"];
        let emulated = self.build("on the emulated device", translator(part), part, &checked)?;
        let emulated = self.run(&emulated, &on_device("emulated"))?;
        self.same(&expected, &emulated, "on the emulated device")?;
        if gpu {
            let options = ["--offload-arch=native", "-fopenmp"];
            let cuda = self.build("on the GPU", translator(part), part, &options)?;
            let cuda = self.run(&cuda, &on_device("cuda"))?;
            self.same(&expected, &cuda, "on the GPU")?;
        }
        Ok(())
    }

    /// nvcc takes the twin without a warning; where there is a GPU, the twin runs.
    fn check_twin(&self, gpu: bool) -> Result<(), String> {
        let Some(twin) = &self.manifest.twin else {
            return Ok(()); // The trial of the folder says so.
        };
        let home = tempfile::tempdir().map_err(|error| error.to_string())?;
        let include = || {
            let folders = self.manifest.common.include.iter().chain(&twin.include);
            folders.map(|path| format!("-I{path}"))
        };
        let mut objects = vec![];
        // The common sources are C, and their flags those of the host's compiler.
        let common = &self.manifest.common;
        let host = common
            .sources
            .iter()
            .map(|source| (source, Command::new("gcc"), &common.flags));
        let mut compilers: Vec<_> = host.collect();
        let nvcc = support::nvcc()?;
        let architecture = if gpu { "-arch=native" } else { "-arch=sm_90" };
        for source in &twin.sources {
            let mut command = Command::new(&nvcc);
            command.args(["-O3", architecture]);
            compilers.push((source, command, &twin.flags));
        }
        for (source, mut compile, flags) in compilers {
            let object = home.path().join(format!("{}.o", objects.len()));
            compile.args(flags).args(include()).args(["-c", source]);
            compile.arg("-o").arg(&object).current_dir(&self.folder);
            silent(source, compile, BUILD_LIMIT)?;
            objects.push(object);
        }
        if !gpu {
            return Ok(());
        }
        let mut link = Command::new(&nvcc);
        link.args([architecture, "-o"]);
        link.arg(home.path().join("program")).args(objects);
        let libraries = twin.libraries.iter().chain(&common.libraries);
        link.args(libraries.map(|library| format!("-l{library}")));
        silent("linking the twin", link, BUILD_LIMIT)?;
        let what = "the twin".to_string();
        let got = self.run(&Built { home, what }, &[])?;
        self.same(&self.reference()?, &got, "the twin")
    }

    fn reference(&self) -> Result<Ran, String> {
        let mut gcc = Command::new("gcc");
        gcc.args(["-Wall", "-Wextra"]);
        let built = self.build("the reference", gcc, &self.manifest.reference, &[])?;
        self.run(&built, &[])
    }

    /// Builds what all variants share and a part; `options` come behind the manifest's.
    fn build(
        &self,
        what: &str,
        mut compiler: Command,
        part: &Part,
        options: &[&str],
    ) -> Result<Built, String> {
        let home = tempfile::tempdir().map_err(|error| error.to_string())?;
        let parts = [&self.manifest.common, part];
        let all = |list: fn(&Part) -> &Vec<String>| parts.into_iter().flat_map(list);
        compiler
            .args(all(|part| &part.flags))
            .args(options)
            .args(all(|part| &part.include).map(|path| format!("-I{path}")))
            .args(all(|part| &part.sources))
            .arg("-o")
            .arg(home.path().join("program"))
            .args(all(|part| &part.libraries).map(|library| format!("-l{library}")))
            .current_dir(&self.folder);
        silent(what, compiler, BUILD_LIMIT)?;
        Ok(Built {
            home,
            what: what.to_string(),
        })
    }

    fn run(&self, built: &Built, environment: &[(&str, &str)]) -> Result<Ran, String> {
        let home = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut program = Command::new(built.home.path().join("program"));
        program
            .args(&self.manifest.sizes["test"])
            .envs(environment.iter().copied())
            .current_dir(home.path());
        let stdout = silent(&built.what, program, RUN_LIMIT)?;
        Ok(Ran { home, stdout })
    }

    fn same(&self, expected: &Ran, got: &Ran, place: &str) -> Result<(), String> {
        compare(&self.manifest.check, &expected.results(), &got.results())
            .map_err(|text| format!("{place}: {text}"))
    }
}

fn translator(part: &Part) -> Command {
    let mut translator = support::romp2cuda();
    translator.arg("cc").args(&part.options);
    translator.env("ROMP_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    translator
}

/// A missing device is an error, never a run on the host.
fn on_device(device: &'static str) -> [(&'static str, &'static str); 3] {
    [
        ("ROMP_DEVICE", device),
        ("ROMP_EXPECT_DEVICE", "1"),
        ("OMP_TARGET_OFFLOAD", "MANDATORY"),
    ]
}

/// Runs a command that has to succeed and to say nothing on standard error; what it prints on standard output.
fn silent(what: &str, command: Command, limit: Duration) -> Result<Vec<u8>, String> {
    let finished = expect_success(what, finish(command, limit))?;
    if finished.stderr.is_empty() {
        Ok(finished.stdout)
    } else {
        Err(format!("{what} says\n{}", finished.stderr))
    }
}
