//! The programs of `rodinia-ports/` at size test. Of each folder, `serial.c` makes the reference; every variant has to
//! agree with it, within the tolerances of `bench.toml`: built by gcc for the host, and on the emulated device with all
//! checks, which have to find nothing. nvcc compiles the twin. Where the machine has a GPU, the variants and the twin
//! run there, too.

mod support;

use libtest_mimic::{Arguments, Trial};
use romp2cuda::bench::check::{Expected, Right};
use romp2cuda::bench::manifest::{Bound, Manifest, Part, Twin};
use romp2cuda::driver::checks::Check;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use support::precompiled::with_headers;
use support::{entries, expect_success, finish};
use tempfile::TempDir;

const BUILD_LIMIT: Duration = Duration::from_secs(180);

/// Size test takes two seconds at the most on the emulated device; a slow machine takes longer.
const RUN_LIMIT: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let gpu = support::has_gpu();
    let mut trials = vec![];
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
    let text = std::fs::read_to_string(folder.join("bench.toml")).expect("a readable bench.toml");
    let manifest = match Manifest::parse(&text) {
        Ok(manifest) => manifest,
        Err(error) => return vec![Trial::test(name, move || Err(error.into()))],
    };
    let variants: Vec<String> = manifest.variants.keys().cloned().collect();
    let reference = OnceLock::new();
    let port = Arc::new(Port {
        folder,
        manifest,
        reference,
    });
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
    /// What the serial reference left; the first trial that asks builds and runs it.
    reference: OnceLock<Result<Ran, String>>,
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

impl Port {
    fn check(&self, checked: &Checked) -> Result<(), String> {
        match checked {
            Checked::Folder => self.check_folder(),
            Checked::Twin { gpu } => self.check_twin(*gpu),
            Checked::Variant { variant, gpu } => self.check_variant(variant, *gpu),
        }
    }

    /// What the README asks of a folder beyond the form of its `bench.toml`.
    fn check_folder(&self) -> Result<(), String> {
        let manifest = &self.manifest;
        let has = |there: bool, what: &str| there.then_some(()).ok_or(format!("it has no {what}"));
        has(self.folder.join("README.md").is_file(), "README.md")?;
        has(manifest.reference.is_some(), "serial reference")?;
        for variant in ["spmd", "nested"] {
            has(manifest.variants.contains_key(variant), variant)?;
        }
        for size in ["test", "small", "large"] {
            has(manifest.sizes.contains_key(size), size)?;
        }
        let twin = manifest.twin.as_ref().ok_or("it has no twin")?;
        has(twin.bound.is_some(), "word on what bounds the twin")?;
        has(
            (0.0..=1.0).contains(&twin.roofline),
            "share of the roofline from 0 to 1",
        )?;
        has(
            !unexplained(twin),
            "reason why its twin is far from the roofline",
        )
    }

    fn check_variant(&self, variant: &str, gpu: bool) -> Result<(), String> {
        let variant = &self.manifest.variants[variant];
        let mut part = variant.part();
        let translator = |architecture: &str| {
            let mut translator = support::romp2cuda();
            translator.args(["cc", "-fopenmp", architecture]);
            translator.args(variant.options.iter().flatten());
            translator.env("ROMP_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
            translator
        };
        let expected = self.reference()?;
        let mut gcc = Command::new("gcc");
        gcc.args(["-fopenmp", "-Wall", "-Wextra"]);
        let host = self.build("on the host", gcc, &part)?;
        let host = self.run(&host, &[("OMP_TARGET_OFFLOAD", "DISABLED")])?;
        self.same(expected, &host, "on the host")?;

        if gpu {
            let cuda = self.build("on the GPU", translator("--offload-arch=native"), &part)?;
            let cuda = self.run(&cuda, &on_device("cuda"))?;
            self.same(expected, &cuda, "on the GPU")?;
        }

        // g++ takes long to optimise kernels with checks in them.
        part.flags.push("-O1".into());
        let mut checking = translator("--offload-arch=emulated");
        checking.arg("--check=all");
        with_headers(&mut checking, &["-O1"], Check::All);
        let emulated = self.build("on the emulated device", checking, &part)?;
        let emulated = self.run(&emulated, &on_device("emulated"))?;
        self.same(expected, &emulated, "on the emulated device")?;
        Ok(())
    }

    /// nvcc takes the twin without a warning; where there is a GPU, the twin runs.
    fn check_twin(&self, gpu: bool) -> Result<(), String> {
        let twin = self.manifest.twin.as_ref().ok_or("no twin")?;
        let common = &self.manifest.common;
        let home = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut objects = vec![];
        let mut compile = |mut compiler: Command, source: &str, flags: &[String]| {
            let object = home.path().join(format!("{}.o", objects.len()));
            let include = common.include.iter().chain(&twin.include);
            compiler
                .args(flags)
                .args(include.map(|path| format!("-I{path}")))
                .args(["-c", source, "-o"])
                .arg(&object)
                .current_dir(&self.folder);
            objects.push(object);
            silent(source, compiler, BUILD_LIMIT)
        };
        // The common sources are C, and their flags those of the host's compiler.
        for source in &common.sources {
            compile(Command::new("gcc"), source, &common.flags)?;
        }
        let nvcc = support::nvcc()?;
        let architecture = if gpu { "-arch=native" } else { "-arch=sm_90" };
        for source in &twin.sources {
            let mut command = Command::new(&nvcc);
            command.args(["-O3", architecture]);
            compile(command, source, &twin.flags)?;
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
        self.same(self.reference()?, &got, "the twin")
    }

    fn reference(&self) -> Result<&Ran, String> {
        let made = self.reference.get_or_init(|| self.run_reference());
        made.as_ref().map_err(String::clone)
    }

    fn run_reference(&self) -> Result<Ran, String> {
        let mut gcc = Command::new("gcc");
        gcc.args(["-Wall", "-Wextra"]);
        let part = self.manifest.reference.as_ref();
        let part = part.ok_or("no reference")?;
        let built = self.build("the reference", gcc, part)?;
        self.run(&built, &[])
    }

    /// Builds what all variants share, and a part.
    fn build(&self, what: &str, mut compiler: Command, part: &Part) -> Result<Built, String> {
        let home = tempfile::tempdir().map_err(|error| error.to_string())?;
        let parts = [&self.manifest.common, part];
        let all = |list: fn(&Part) -> &Vec<String>| parts.into_iter().flat_map(list);
        compiler
            .args(all(|part| &part.flags))
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
        let check = &self.manifest.check;
        let text = |ran: &Ran| String::from_utf8_lossy(&ran.stdout).into_owned();
        let reference = Expected::read(check, expected.home.path(), &text(expected))?;
        let same = reference.compare(check, got.home.path(), &text(got), &mut Right::default());
        same.map_err(|difference| format!("{place}: {difference}"))
    }
}

/// A twin that was measured to stay below 0.6 of the roofline is no twin, unless there is a reason.
fn unexplained(twin: &Twin) -> bool {
    let measured = twin.roofline > 0.0;
    let low = twin.roofline < 0.6 || twin.bound == Some(Bound::Launches);
    measured && low && twin.reason.is_empty()
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
