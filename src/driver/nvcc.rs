//! NVIDIA's compiler: where it is, which one it is, and device images from CUDA files.
//!
//! Must not know what the CUDA file does.

use super::device_flags::DeviceFlags;
use super::offload::Targets;
use super::process::{Invocation, Runner, find_on_path};
use super::tools::{Named, Tools};
use super::{Failure, Result, toolchain};
use std::path::{Path, PathBuf};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nvcc {
    pub path: PathBuf,
    /// The places where it was looked for before it was found.
    pub origin: &'static str,
}

impl Nvcc {
    /// `--nvcc`, which nothing else stands in for; else `$NVCC`, `$CUDA_HOME`, PATH, the installed toolchain, the usual folders: the first that is there.
    pub fn find(tools: &Tools) -> Option<Nvcc> {
        if let Some(named) = &tools.nvcc {
            let (path, origin) = match named {
                Named::Program(name) => (find_on_path(name)?, "--nvcc"),
                Named::Toolkit(folder) => {
                    let path = Path::new(folder).join("bin/nvcc");
                    (Some(path).filter(|path| path.is_file())?, "--cuda-path")
                }
            };
            return Some(Nvcc { path, origin });
        }
        let named = |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty());
        let below = |dir: PathBuf| Some(dir.join("bin/nvcc"));
        let candidates = [
            (
                "NVCC",
                named("NVCC").and_then(|value| find_on_path(&value.to_string_lossy())),
            ),
            (
                "CUDA_HOME",
                named("CUDA_HOME").map(PathBuf::from).and_then(below),
            ),
            (
                "CUDA_PATH",
                named("CUDA_PATH").map(PathBuf::from).and_then(below),
            ),
            ("PATH", find_on_path("nvcc")),
            ("romp2cuda toolchain", toolchain::installed_nvcc()),
            ("/usr/local/cuda", Some("/usr/local/cuda/bin/nvcc".into())),
            ("/opt/cuda", Some("/opt/cuda/bin/nvcc".into())),
        ];
        candidates.into_iter().find_map(|(origin, path)| {
            let path = path.filter(|path| path.is_file())?;
            Some(Nvcc { path, origin })
        })
    }

    pub fn require(tools: &Tools) -> Result<Nvcc> {
        Nvcc::find(tools).ok_or_else(|| {
            match &tools.nvcc {
                Some(Named::Program(name)) => {
                    let message = format!("--nvcc={name} names no program");
                    return Failure::tool(message, "give the path of nvcc, such as /usr/local/cuda/bin/nvcc");
                }
                Some(Named::Toolkit(folder)) => {
                    let message = format!("--cuda-path={folder} names no CUDA toolkit: there is no {folder}/bin/nvcc");
                    return Failure::tool(
                        message,
                        "leave the flag out, then nvcc is looked for (`romp2cuda doctor` says where it is), \
                         or give a folder with bin/nvcc; `romp2cuda toolchain install` fetches a toolkit",
                    );
                }
                None => {}
            }
            Failure::tool(
                "nvcc is not found (looked at NVCC, CUDA_HOME, PATH, the romp2cuda toolchain, /usr/local/cuda)",
                "run `romp2cuda toolchain install`, or build for the emulated device: --offload-arch=emulated",
            )
        })
    }

    /// Such as "13.0.88".
    pub fn version(&self, runner: &Runner) -> Result<String> {
        let finished = runner.query(&Invocation::new(&self.path).arg("--version"))?;
        let text = finished.stdout_text();
        let version = text.split_whitespace().rev().find_map(|word| {
            let word = word.trim_end_matches(',').strip_prefix('V')?;
            word.starts_with(|c: char| c.is_ascii_digit())
                .then(|| word.to_string())
        });
        version.ok_or_else(|| {
            Failure::tool(
                format!(
                    "{} does not say its version: {}{}",
                    self.path.display(),
                    text,
                    finished.stderr_text()
                ),
                "name another nvcc with --nvcc or the variable NVCC",
            )
        })
    }

    /// Compiles `cuda` in `dir` to a fat binary in `dir`. `extra` are more words.
    pub fn fatbin(&self, runner: &Runner, job: &Job) -> Result<()> {
        let finished = runner.run(&self.invocation(job))?;
        if !finished.success() {
            let text = format!("{}{}", finished.stderr_text(), finished.stdout_text());
            return Err(self.refused(runner, job.cuda, &text));
        }
        runner.show(&finished);
        Ok(())
    }

    /// Why nvcc made no code of a generated file: the user named an architecture that it does not have, or the file is
    /// wrong.
    pub fn refused(&self, runner: &Runner, file: &str, text: &str) -> Failure {
        let Some(number) = unknown_architecture(text) else {
            return Failure::tool(
                format!("nvcc refused the generated {file}:\n{text}"),
                "this is a fault of the translator: please report it with the output of --save-temps",
            );
        };
        let ask = Invocation::new(&self.path).arg("--list-gpu-arch");
        let known = runner
            .query(&ask)
            .map(|done| done.stdout_text().to_string());
        let known = known.unwrap_or_default().replace("compute_", "sm_");
        let known: Vec<&str> = known.split_whitespace().collect();
        Failure::Usage(format!(
            "--offload-arch: {} makes no code for sm_{number}, but for {}",
            self.path.display(),
            known.join(", ")
        ))
    }

    /// The programs that make a device image: it, those that it starts, and the preprocessor.
    pub fn programs(&self) -> Vec<String> {
        let home = self.path.canonicalize().ok();
        let home = home.as_deref().and_then(Path::parent);
        let beside = ["ptxas", "fatbinary", "../nvvm/bin/cicc"];
        let beside = beside.iter().filter_map(|name| Some(home?.join(name)));
        let paths = std::iter::once(self.path.clone()).chain(beside.filter(|path| path.exists()));
        let paths = paths.map(|path| path.to_string_lossy().into_owned());
        paths.chain(["gcc".to_string()]).collect()
    }

    /// Whether its linker can optimise across files: it needs libnvvm where it looks for it.
    pub fn has_lto(&self) -> bool {
        let home = self.path.canonicalize().ok();
        let home = home
            .as_deref()
            .and_then(Path::parent)
            .and_then(Path::parent);
        home.is_some_and(|home| home.join("nvvm/lib64/libnvvm.so").exists())
    }

    pub fn invocation(&self, job: &Job) -> Invocation {
        Invocation::new(&self.path)
            .dir(job.dir)
            .args(["-x", "cu", "-std=c++17", "-fatbin"])
            .args(COMPRESSED)
            .args(QUIET)
            .arg(HOST_WARNS)
            .args(match job.relocatable {
                false => arch_words(job.targets, false),
                true => relocatable_words(job.targets, job.lto),
            })
            .args(job.flags.nvcc())
            .args(job.extra)
            .args(["-allow-unsupported-compiler", "-I"])
            .arg(job.include)
            .args(["-o", job.output, job.cuda])
    }
}

/// Generated code may contain functions of a header that this unit does not call (177, 550). Of constants that do not
/// fit (68, 69) the host compiler warns, by C's rules, where `unsigned all = -1` is harmless.
pub const QUIET: &[&str] = &["-diag-suppress", "177,550,68,69"];

/// Otherwise fatbinary leaves small images as they are, which line tables make large.
const COMPRESSED: &[&str] = &["-Xfatbin=-compress-all"];

/// The host compiler has warned of the same code by C's rules, as the user's -W asks: what a device compiler adds would
/// be about generated text, or C++.
pub const HOST_WARNS: &str = "-w";

/// Relocatable code is compiled to machine code. A kernel of 1024 threads may call any function, through a pointer
/// where there are tasks, and ptxas refuses a call of one with more registers than such a kernel has.
pub const RELOCATABLE: &[&str] = &["-rdc=true", "-Xptxas=--device-function-maxrregcount=64"];

/// One compilation. File names are relative to `dir`, so that no path of this machine gets into the image.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    pub dir: &'a Path,
    pub cuda: &'a str,
    pub output: &'a str,
    pub include: &'a Path,
    pub targets: &'a Targets,
    pub flags: &'a DeviceFlags,
    pub relocatable: bool,
    /// Whether relocatable code is optimised when it is linked.
    pub lto: bool,
    pub extra: &'a [String],
}

/// The words for relocatable code. Code that may be optimised when it is linked exists as machine code, too, for
/// links with files that may not be. nvlink 13.0 drops kernels where it has code of both kinds.
fn relocatable_words(targets: &Targets, lto: bool) -> Vec<String> {
    let mut plain = arch_words(targets, true);
    let words = RELOCATABLE
        .iter()
        .filter(|word| !plain.iter().any(|one| one == *word));
    let words: Vec<String> = words.map(|word| word.to_string()).collect();
    if lto {
        for word in &mut plain {
            if let Some((arch, number)) = word.split_once("code=sm_") {
                *word = format!("{arch}code=[lto_{number},sm_{number}]");
            }
        }
    }
    [plain, words].concat()
}

/// One `-gencode` an architecture.
pub fn arch_words(targets: &Targets, relocatable: bool) -> Vec<String> {
    let mut out = vec![];
    for sm in &targets.sm {
        let number = sm.trim_start_matches("sm_");
        out.push(format!("-gencode=arch=compute_{number},code={sm}"));
    }
    for compute in &targets.ptx {
        out.push(format!("-gencode=arch={compute},code={compute}"));
    }
    if relocatable {
        out.push("-rdc=true".into());
    }
    out
}

/// The number in nvcc's error about an architecture that it does not know.
fn unknown_architecture(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("Unsupported gpu architecture '")?;
    let name = rest.split('\'').next()?;
    name.strip_prefix("compute_").or(name.strip_prefix("sm_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_gencode_an_architecture() {
        let targets = Targets {
            sm: vec!["sm_80".into(), "sm_90a".into()],
            ptx: vec!["compute_90".into()],
            emulated: true,
        };
        assert_eq!(
            arch_words(&targets, true).join(" "),
            "-gencode=arch=compute_80,code=sm_80 -gencode=arch=compute_90a,code=sm_90a \
             -gencode=arch=compute_90,code=compute_90 -rdc=true"
        );
    }

    #[test]
    fn nvcc_says_which_architecture_it_does_not_know() {
        let text = "nvcc fatal   : Unsupported gpu architecture 'compute_35'\n";
        assert_eq!(unknown_architecture(text), Some("35"));
        assert_eq!(unknown_architecture("a.cu(3): error: sm_35\n"), None);
    }

    #[test]
    fn relocatable_code_is_optimised_when_linked() {
        let targets = Targets {
            sm: vec!["sm_80".into()],
            ..Targets::default()
        };
        assert_eq!(
            relocatable_words(&targets, true),
            [
                "-gencode=arch=compute_80,code=[lto_80,sm_80]",
                "-rdc=true",
                "-Xptxas=--device-function-maxrregcount=64"
            ]
        );
        assert_eq!(
            relocatable_words(&targets, false),
            [
                "-gencode=arch=compute_80,code=sm_80",
                "-rdc=true",
                "-Xptxas=--device-function-maxrregcount=64"
            ]
        );
    }

    #[test]
    fn the_command_names_no_folder_of_the_build() {
        let job = Job {
            dir: Path::new("/tmp/x"),
            cuda: "a.cu",
            output: "a.fatbin",
            include: Path::new("/inc"),
            targets: &Targets {
                sm: vec!["sm_90".into()],
                ..Targets::default()
            },
            flags: &DeviceFlags::default(),
            relocatable: false,
            lto: false,
            extra: &["--expt-relaxed-constexpr".into()],
        };
        let nvcc = Nvcc {
            path: "nvcc".into(),
            origin: "PATH",
        };
        assert_eq!(
            nvcc.invocation(&job).line(),
            "cd /tmp/x && nvcc -x cu -std=c++17 -fatbin -Xfatbin=-compress-all -diag-suppress 177,550,68,69 -w -gencode=arch=compute_90,code=sm_90 -lineinfo \
             --expt-relaxed-constexpr -allow-unsupported-compiler -I /inc -o a.fatbin a.cu"
        );
    }
}
