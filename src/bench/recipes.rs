//! The commands that compile a contender.
//!
//! Must not know whether they succeed.

use super::contenders::{Compiler, Contender};
use super::manifest::{Manifest, Part};
use crate::driver::device_flags::SANITIZER;
use crate::driver::process::{Invocation, find_on_path};
use std::path::{Path, PathBuf};

/// The architecture's name where there is no GPU.
pub const EMULATED: &str = "emulated";

/// The compilers of this machine. A command is its words: a name or path, and what always stands behind it.
#[derive(Clone, Debug)]
pub struct Compilers {
    /// This program.
    pub translator: PathBuf,
    pub host: Vec<String>,
    pub nvcc: Option<PathBuf>,
    pub clang: Vec<String>,
    pub gcc: Vec<String>,
    /// `sm_90`, or `emulated`.
    pub architecture: String,
    /// What the emulated device looks for: a word of `--check`.
    pub checks: String,
    /// Whether what is built is to run under compute-sanitizer.
    pub sanitized: bool,
}

/// The commands, in order; or why there are none.
pub fn recipe(
    compilers: &Compilers,
    manifest: &Manifest,
    contender: &Contender,
    folder: &Path,
    output: &Path,
) -> Result<Vec<Invocation>, String> {
    let emulated = compilers.architecture == EMULATED;
    if emulated && contender.compiler.offloads() && contender.compiler != Compiler::Romp {
        return Err("it needs a GPU".into());
    }
    let part = part(manifest, contender);
    let one = |command: Invocation| {
        let command = sources(command, &[&manifest.common, &part]);
        Ok(vec![
            linked(command, &[&part, &manifest.common], output).dir(folder),
        ])
    };
    match contender.compiler {
        Compiler::Reference if contender.variant.is_none() => one(started(&compilers.host)?),
        Compiler::Reference | Compiler::Host => one(started(&compilers.host)?.arg("-fopenmp")),
        Compiler::Romp => {
            let mut command = Invocation::new(&compilers.translator)
                .arg("cc")
                .arg(format!("--offload-arch={}", compilers.architecture))
                .arg("-fopenmp");
            if emulated {
                command = command.arg(format!("--check={}", compilers.checks));
            }
            if compilers.sanitized {
                command = command.arg(SANITIZER);
            }
            one(command.args(&contender.options))
        }
        Compiler::Clang => one(started(&compilers.clang)?
            .arg("-fopenmp")
            .arg(format!("--offload-arch={}", compilers.architecture))),
        Compiler::Gcc => one(started(&compilers.gcc)?.args([
            "-fopenmp",
            "-foffload=nvptx-none",
            "-foffload-options=-lm",
            // Reductions of some types are compare-and-exchange of 16 bytes.
            "-foffload-options=-latomic",
        ])),
        Compiler::Cuda => by_hand(compilers, manifest, &part, folder, output),
    }
}

/// What the manifest says of this contender beside `[common]`.
fn part(manifest: &Manifest, contender: &Contender) -> Part {
    let variant = contender
        .variant
        .as_ref()
        .and_then(|name| manifest.variants.get(name));
    match (contender.compiler, variant) {
        (_, Some(variant)) => variant.part(),
        (Compiler::Cuda, None) => manifest
            .twin
            .as_ref()
            .map(|twin| twin.part())
            .unwrap_or_default(),
        (_, None) => manifest.reference.clone().unwrap_or_default(),
    }
}

/// nvcc compiles the program by hand; the common sources are C for the host's compiler.
fn by_hand(
    compilers: &Compilers,
    manifest: &Manifest,
    part: &Part,
    folder: &Path,
    output: &Path,
) -> Result<Vec<Invocation>, String> {
    let Some(nvcc) = &compilers.nvcc else {
        return Err("nvcc is not found: `romp2cuda toolchain install` fetches one".into());
    };
    let mut steps = vec![];
    let mut objects = vec![];
    for (at, source) in manifest.common.sources.iter().enumerate() {
        let object = output.with_extension(format!("{at}.o"));
        let compile = options(started(&compilers.host)?, &[&manifest.common]);
        steps.push(compile.args(["-c", source, "-o"]).arg(&object).dir(folder));
        objects.push(object);
    }
    let link = Invocation::new(nvcc)
        .args(["-O3", "-lineinfo"])
        .arg(format!("-arch={}", compilers.architecture));
    let link = includes(link, &[&manifest.common, part]).args(&part.flags);
    let link = link.args(runtime_words(nvcc));
    let link = link.args(&part.sources).args(&objects);
    steps.push(linked(link, &[part, &manifest.common], output).dir(folder));
    Ok(steps)
}

/// Where CUDA's runtime lies, if nvcc does not look there: NVIDIA's wheels have it in `lib`, not in `lib64`.
pub fn runtime_words(nvcc: &Path) -> Option<String> {
    let home = nvcc.parent()?.parent()?;
    let has = |name: &str| home.join(name).join("libcudart_static.a").is_file();
    (has("lib") && !has("lib64")).then(|| format!("-L{}", home.join("lib").display()))
}

/// The beginning of a command whose program must be there.
fn started(words: &[String]) -> Result<Invocation, String> {
    match words.split_first() {
        Some((program, rest)) if find_on_path(program).is_some() => {
            Ok(Invocation::new(program).args(rest))
        }
        Some((program, _)) => Err(format!("{program} is not found")),
        None => Err("no command is given for it".into()),
    }
}

fn includes(command: Invocation, parts: &[&Part]) -> Invocation {
    let folders = parts.iter().flat_map(|part| &part.include);
    command.args(folders.map(|folder| format!("-I{folder}")))
}

fn options(command: Invocation, parts: &[&Part]) -> Invocation {
    let command = includes(command, parts);
    command.args(parts.iter().flat_map(|part| &part.flags))
}

fn sources(command: Invocation, parts: &[&Part]) -> Invocation {
    let command = options(command, parts);
    command.args(parts.iter().flat_map(|part| &part.sources))
}

fn linked(command: Invocation, parts: &[&Part], output: &Path) -> Invocation {
    let command = command.arg("-o").arg(output);
    let libraries = parts.iter().flat_map(|part| &part.libraries);
    command.args(libraries.map(|name| format!("-l{name}")))
}

#[cfg(test)]
mod tests {
    use super::super::contenders::{Wanted, contenders, reference};
    use super::*;

    fn compilers(architecture: &str) -> Compilers {
        Compilers {
            translator: "/bin/romp2cuda".into(),
            host: vec!["sh".into()],
            nvcc: Some("/bin/nvcc".into()),
            clang: vec!["env".into(), "PATH=/x".into(), "clang".into()],
            gcc: vec!["no-such-compiler".into()],
            architecture: architecture.into(),
            checks: "memory".into(),
            sanitized: false,
        }
    }

    fn lines(architecture: &str) -> Vec<String> {
        let manifest = Manifest::parse(
            r#"
            title = "t"
            [common]
            sources = ["main.c"]
            include = ["../common"]
            flags = ["-O3"]
            libraries = ["m"]
            [reference]
            sources = ["serial.c"]
            [variants.nested]
            sources = ["nested.c"]
            [twin]
            sources = ["t.cu"]
            libraries = ["cublas"]
            [sizes]
            test = []
            [check]
            stdout = true
            "#,
        )
        .unwrap();
        let wanted = Wanted {
            variants: vec![],
            against: super::super::contenders::PEERS.to_vec(),
        };
        let mut all = vec![reference(&manifest)];
        all.extend(contenders(&manifest, &wanted));
        let compilers = compilers(architecture);
        let one = |contender| match recipe(
            &compilers,
            &manifest,
            contender,
            Path::new("/p"),
            Path::new("/o/x"),
        ) {
            Ok(steps) => steps
                .iter()
                .map(Invocation::line)
                .collect::<Vec<_>>()
                .join("; "),
            Err(why) => why,
        };
        all.iter()
            .map(|c| format!("{}: {}", c.id, one(c)))
            .collect()
    }

    #[test]
    fn every_compiler_gets_the_same_sources() {
        assert_eq!(
            lines("sm_90"),
            [
                "reference: cd /p && sh -I../common -O3 main.c serial.c -o /o/x -lm",
                "cuda: cd /p && sh -I../common -O3 -c main.c -o /o/x.0.o; \
                 cd /p && /bin/nvcc -O3 -lineinfo -arch=sm_90 -I../common t.cu /o/x.0.o -o /o/x -lcublas -lm",
                "auto: cd /p && /bin/romp2cuda cc --offload-arch=sm_90 -fopenmp -I../common -O3 main.c nested.c -o /o/x -lm",
                "nested: cd /p && /bin/romp2cuda cc --offload-arch=sm_90 -fopenmp --sequential=fork-join -I../common -O3 \
                 main.c nested.c -o /o/x -lm",
                "clang-nested: cd /p && env PATH=/x clang -fopenmp --offload-arch=sm_90 -I../common -O3 main.c nested.c \
                 -o /o/x -lm",
                "gcc-nested: no-such-compiler is not found",
                "host-nested: cd /p && sh -fopenmp -I../common -O3 main.c nested.c -o /o/x -lm",
            ]
        );
    }

    #[test]
    fn without_a_gpu_only_the_emulated_device_and_the_host_take_part() {
        let lines = lines(EMULATED);
        assert_eq!(lines[1], "cuda: it needs a GPU");
        assert!(lines[2].contains("--offload-arch=emulated -fopenmp --check=memory"));
        assert_eq!(lines[4], "clang-nested: it needs a GPU");
        assert!(lines[6].starts_with("host-nested: cd /p && sh"));
    }
}
