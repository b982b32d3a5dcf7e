//! The user's C compiler: which one it is, and the words that it takes.
//!
//! Must not know of devices but for switching off the compiler's own offloading.

use super::process::{Invocation, Runner, find_on_path};
use super::{Failure, Result};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Gcc,
    Clang,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostCc {
    /// The program and words that always go with it: `--host-cc="ccache gcc"` works.
    command: Vec<String>,
    pub kind: Kind,
}

impl HostCc {
    /// The C++ compiler, which links what `rompcxx` links: named on the command line, else by `ROMP_HOST_CXX`, else g++,
    /// c++ or clang++.
    pub fn find_cxx(runner: &Runner, named: Option<&str>) -> Result<HostCc> {
        find(runner, named, &CXX)
    }

    /// The compiler named on the command line, else by `ROMP_HOST_CC`, else gcc, cc or clang. Never
    /// by `CC`, which names ourselves when a build uses us.
    pub fn find(runner: &Runner, named: Option<&str>) -> Result<HostCc> {
        find(runner, named, &C)
    }

    pub fn invoke(&self) -> Invocation {
        Invocation::new(&self.command[0]).args(&self.command[1..])
    }

    /// The name by which the user would call it.
    pub fn name(&self) -> String {
        self.command.join(" ")
    }

    /// The first line of `--version`.
    pub fn version(&self, runner: &Runner) -> Result<String> {
        let finished = runner.query(&self.invoke().arg("--version"))?;
        Ok(finished
            .stdout_text()
            .lines()
            .next()
            .unwrap_or("")
            .to_string())
    }

    /// Words for compiling and linking with OpenMP on the host alone.
    pub fn openmp_words(&self) -> &'static [&'static str] {
        match self.kind {
            Kind::Gcc => &["-fopenmp", "-foffload=disable"],
            Kind::Clang => &["-fopenmp"],
        }
    }
}

/// How a compiler of a language is named.
struct Names {
    language: &'static str,
    option: &'static str,
    variable: &'static str,
    /// Those that are looked for where nothing names one.
    usual: [&'static str; 3],
}

const C: Names = Names {
    language: "C",
    option: "--host-cc",
    variable: "ROMP_HOST_CC",
    usual: ["gcc", "cc", "clang"],
};
const CXX: Names = Names {
    language: "C++",
    option: "--host-cxx",
    variable: "ROMP_HOST_CXX",
    usual: ["g++", "c++", "clang++"],
};

fn find(runner: &Runner, named: Option<&str>, names: &Names) -> Result<HostCc> {
    let (option, variable) = (names.option, names.variable);
    let named_by_variable = std::env::var(variable)
        .ok()
        .filter(|value| !value.trim().is_empty());
    let command = match named.map(String::from).or(named_by_variable) {
        Some(text) => super::response::split(&text),
        None => names
            .usual
            .iter()
            .find(|name| find_on_path(name).is_some())
            .map(|name| vec![name.to_string()])
            .unwrap_or_default(),
    };
    if command.is_empty() {
        return Err(Failure::tool(
            format!("no {} compiler is found", names.language),
            format!(
                "install {}, or name yours with {option} or {variable}",
                names.usual[0]
            ),
        ));
    }
    if command.iter().any(|word| names_ourselves(word)) {
        let message = format!(
            "the host compiler `{}` is the translator itself",
            command.join(" ")
        );
        return Err(Failure::tool(
            message,
            format!(
                "name the {} compiler below with {option} or {variable}",
                names.language
            ),
        ));
    }
    let kind = kind_by_name(&command).map_or_else(|| kind_by_version(runner, &command), Ok)?;
    Ok(HostCc { command, kind })
}

fn names_ourselves(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    ["rompcc", "rompcxx", "romp2cuda"].contains(&name)
}

fn kind_by_name(command: &[String]) -> Option<Kind> {
    command.iter().find_map(|word| {
        let name = word.rsplit('/').next().unwrap_or(word);
        if name.contains("clang") {
            Some(Kind::Clang)
        } else if name.contains("gcc") || name.starts_with("g++") {
            Some(Kind::Gcc)
        } else {
            None
        }
    })
}

fn kind_by_version(runner: &Runner, command: &[String]) -> Result<Kind> {
    let ask = Invocation::new(&command[0])
        .args(&command[1..])
        .arg("--version");
    let text = Runner::new(runner.reporter, super::process::Mode::Quiet)
        .query(&ask)?
        .stdout_text();
    let clang = text.contains("clang") || text.contains("oneAPI");
    Ok(if clang { Kind::Clang } else { Kind::Gcc })
}

#[cfg(test)]
mod tests {
    use super::super::{Silent, process::Mode};
    use super::*;

    #[test]
    fn names_tell_the_kind() {
        let kind = |text: &str| kind_by_name(&super::super::response::split(text));
        assert_eq!(kind("gcc-12"), Some(Kind::Gcc));
        assert_eq!(kind("/usr/bin/x86_64-linux-gnu-gcc"), Some(Kind::Gcc));
        assert_eq!(kind("ccache clang"), Some(Kind::Clang));
        assert_eq!(kind("cc"), None);
    }

    #[test]
    fn the_translator_is_no_host_compiler() {
        let runner = Runner::new(&Silent, Mode::Quiet);
        for name in ["rompcc", "/usr/bin/rompcc", "romp2cuda cc"] {
            assert!(matches!(
                HostCc::find(&runner, Some(name)),
                Err(Failure::Tool(_))
            ));
        }
    }

    #[test]
    fn cc_is_asked() {
        let runner = Runner::new(&Silent, Mode::Quiet);
        let host = HostCc::find(&runner, Some("cc")).unwrap();
        assert!(!host.version(&runner).unwrap().is_empty());
    }
}
