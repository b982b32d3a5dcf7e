//! The devices that code is made for: those that `--offload-arch` names, or a default.
//!
//! Must not know the tools that make the code.

use super::{Failure, Result, gpu};
use crate::plan::architectures::{self, Chosen};

/// The devices, each list in order and without repetition.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Targets {
    /// `sm_90`: machine code for this architecture.
    pub sm: Vec<String>,
    /// `compute_90`: PTX, for this architecture and later ones.
    pub ptx: Vec<String>,
    pub emulated: bool,
}

impl Targets {
    pub fn cuda(&self) -> bool {
        !self.sm.is_empty() || !self.ptx.is_empty()
    }

    /// For code that is linked before it can run, which PTX is not: machine code alone.
    pub fn machine_code(&self) -> Targets {
        let of_ptx = || {
            self.ptx
                .iter()
                .map(|arch| arch.replace("compute_", "sm_"))
                .collect()
        };
        Targets {
            sm: if self.sm.is_empty() {
                of_ptx()
            } else {
                self.sm.clone()
            },
            ..Targets::default()
        }
    }

    pub fn emulated_only() -> Targets {
        Targets {
            emulated: true,
            ..Targets::default()
        }
    }

    /// The targets for these words; for none, the GPUs here or else what runs on most.
    pub fn choose(words: &[String]) -> Result<Targets> {
        match words {
            [] => Ok(default_targets(&native())),
            words => parse(words, &native),
        }
    }

    /// The targets of a Makefile, which may be used on another machine: the GPUs here do not count.
    pub fn written(words: &[String]) -> Result<Targets> {
        match words {
            [] => Ok(default_targets(&[])),
            words => parse(words, &native),
        }
    }

    /// The architecture on which decisions depend.
    pub fn chosen(&self) -> Chosen {
        Chosen::of(&self.words())
    }

    /// The targets as words of `--offload-arch`.
    pub fn words(&self) -> Vec<String> {
        let emulated = self.emulated.then(|| "emulated".to_string());
        self.sm
            .iter()
            .chain(&self.ptx)
            .cloned()
            .chain(emulated)
            .collect()
    }
}

/// The architectures of the GPUs of this machine.
fn native() -> Vec<String> {
    let gpus = gpu::probe().gpus().iter();
    gpus.map(|gpu| format!("sm_{}", gpu.capability)).collect()
}

fn default_targets(native: &[String]) -> Targets {
    let mut targets = Targets::default();
    for arch in native {
        add(&mut targets.sm, arch);
    }
    if native.is_empty() {
        targets.sm = vec!["sm_80".into(), "sm_90".into()];
        targets.ptx = vec!["compute_90".into()];
    }
    targets
}

fn parse(words: &[String], native: &dyn Fn() -> Vec<String>) -> Result<Targets> {
    let mut targets = Targets::default();
    for word in words {
        match word.as_str() {
            "default" => {
                let usual = default_targets(&native());
                usual.sm.iter().for_each(|arch| add(&mut targets.sm, arch));
                usual
                    .ptx
                    .iter()
                    .for_each(|arch| add(&mut targets.ptx, arch));
            }
            "emulated" => targets.emulated = true,
            "native" => {
                let here = native();
                if here.is_empty() {
                    return Err(Failure::tool(
                        "--offload-arch=native: there is no GPU here",
                        "name the architecture, such as --offload-arch=sm_90, or use --offload-arch=emulated",
                    ));
                }
                here.iter().for_each(|arch| add(&mut targets.sm, arch));
            }
            _ if is_arch(word, "sm_") => add(&mut targets.sm, known(word)?),
            _ if is_arch(word, "compute_") => add(&mut targets.ptx, known(word)?),
            _ => {
                return Err(Failure::Usage(format!(
                    "--offload-arch={word}: expected native, default, sm_NN, compute_NN or emulated"
                )));
            }
        }
    }
    Ok(targets)
}

fn add(list: &mut Vec<String>, arch: &str) {
    if !list.iter().any(|known| known == arch) {
        list.push(arch.to_string());
    }
}

/// The name, where a CUDA compiler makes code for it: what is decided depends on what the architecture has.
fn known(word: &str) -> Result<&str> {
    if architectures::is_known(word) {
        return Ok(word);
    }
    let (kind, _) = word.split_once('_').unwrap_or((word, ""));
    let all = architectures::ALL.iter();
    let all: Vec<String> = all.map(|one| format!("{kind}_{}", one.sm)).collect();
    Err(Failure::Usage(format!(
        "--offload-arch={word}: CUDA compilers make code for {}",
        all.join(", ")
    )))
}

/// `sm_90`, `sm_90a`, `compute_100f`.
fn is_arch(word: &str, start: &str) -> bool {
    word.strip_prefix(start).is_some_and(|rest| {
        let digits = rest.strip_suffix(['a', 'f']).unwrap_or(rest);
        matches!(digits.len(), 2 | 3) && digits.bytes().all(|b| b.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(words: &[&str], native: &[&str]) -> Result<Vec<String>> {
        let words: Vec<String> = words.iter().map(|w| w.to_string()).collect();
        let native = || native.iter().map(|w| w.to_string()).collect();
        parse(&words, &native).map(|targets| targets.words())
    }

    #[test]
    fn words_name_devices() {
        assert_eq!(targets(&["emulated"], &[]).unwrap(), ["emulated"]);
        assert_eq!(
            targets(&["sm_80", "compute_90", "sm_80", "sm_90a"], &[]).unwrap(),
            ["sm_80", "sm_90a", "compute_90"]
        );
        assert_eq!(
            targets(&["native", "sm_90"], &["sm_90", "sm_90"]).unwrap(),
            ["sm_90"]
        );
        assert_eq!(
            targets(&["emulated", "default"], &[]).unwrap(),
            ["sm_80", "sm_90", "compute_90", "emulated"]
        );
        assert_eq!(targets(&["default"], &["sm_75"]).unwrap(), ["sm_75"]);
        assert!(matches!(targets(&["native"], &[]), Err(Failure::Tool(_))));
        for word in [
            "sm90",
            "sm_",
            "sm_9",
            "gfx90a",
            "sm_9000",
            "90",
            "sm_200",
            "compute_60",
        ] {
            assert!(
                matches!(targets(&[word], &[]), Err(Failure::Usage(_))),
                "{word}"
            );
        }
    }

    #[test]
    fn what_is_linked_is_machine_code() {
        assert_eq!(
            default_targets(&[]).machine_code().words(),
            ["sm_80", "sm_90"]
        );
        let only_ptx = parse(&["compute_90".to_string()], &Vec::new).unwrap();
        assert_eq!(only_ptx.machine_code().words(), ["sm_90"]);
    }

    #[test]
    fn without_words_it_is_what_is_here_or_what_runs_on_most() {
        assert_eq!(
            default_targets(&["sm_90".into(), "sm_90".into()]).words(),
            ["sm_90"]
        );
        assert_eq!(
            default_targets(&[]).words(),
            ["sm_80", "sm_90", "compute_90"]
        );
    }
}
