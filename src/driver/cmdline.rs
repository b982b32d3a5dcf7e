//! A gcc command line, understood as far as a driver in front of gcc must.
//!
//! Computes which files are compiled, how far, and which words belong to which step; keeps order,
//! because the linker minds it. Must not access files nor know what the options do to code.

use super::other_flags::{self, Meaning};
use super::process::quoted;
use super::tools::Named;
pub use own::{Own, Record};

mod own;

/// How far the inputs are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// `-E`, `-M`, `-MM`
    Preprocess,
    /// `-fsyntax-only`
    Check,
    /// `-S`
    Assembly,
    /// `-c`
    Object,
    #[default]
    Link,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    C,
    /// C that has been preprocessed (`.i`).
    PreprocessedC,
    Cxx,
    /// The host compiler knows what to do with it: assembler, headers, Fortran, what `-x` names.
    Other,
    /// Objects, archives, linker scripts: for the linker.
    Object,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub path: String,
    pub language: Language,
    /// The language that `-x` names.
    pub named: Option<String>,
}

/// One thing of the command line, in its order. An option has its separate argument with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    Input(Input),
    /// Concerns the preprocessor, and so every compilation, but not the linker.
    Cpp(Vec<String>),
    /// Concerns the linker only.
    Link(Vec<String>),
    /// Concerns every step, as for gcc `-O2`, `-g` and `-m64` do.
    Every(Vec<String>),
}

/// The dependency files that `-MD` and its relatives ask for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dependencies {
    /// `-MD` or `-MMD` as written; written beside the compilation.
    pub beside: Option<String>,
    pub file: Option<String>,
    /// `-MT x`, `-MQ x`
    pub targets: Vec<(String, String)>,
    pub phony: bool,
    /// `-Wp,-MD,file` and such.
    pub raw: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommandLine {
    pub stage: Stage,
    pub output: Option<String>,
    pub args: Vec<Arg>,
    pub openmp: bool,
    pub dependencies: Dependencies,
    pub own: Own,
    /// Whether it asks the compiler something (`--version`, `-dumpmachine`, `-print-*`) and compiles nothing.
    pub question: bool,
    /// Whether the user says that target regions run on the host, as with gcc's `-foffload=disable`.
    pub host_only: bool,
    /// Every word but those of this driver, others' in gcc's words: the command for the host compiler where nothing is
    /// added.
    pub words: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Cpp,
    Link,
    Every,
}

/// Options that take the rest of the word, or the next word, as their argument.
const JOINED_OR_SEPARATE: &[(&str, Kind)] = &[
    ("-iwithprefixbefore", Kind::Cpp),
    ("-iwithprefix", Kind::Cpp),
    ("-imultilib", Kind::Cpp),
    ("-idirafter", Kind::Cpp),
    ("-isysroot", Kind::Every),
    ("-iprefix", Kind::Cpp),
    ("-isystem", Kind::Cpp),
    ("-include", Kind::Cpp),
    ("-imacros", Kind::Cpp),
    ("-iquote", Kind::Cpp),
    ("-I", Kind::Cpp),
    ("-D", Kind::Cpp),
    ("-U", Kind::Cpp),
    ("-A", Kind::Cpp),
    ("-L", Kind::Link),
    ("-l", Kind::Link),
    ("-T", Kind::Link),
    ("-B", Kind::Every),
];

/// Options whose argument is the next word.
const SEPARATE: &[(&str, Kind)] = &[
    ("-Xlinker", Kind::Link),
    ("-Xpreprocessor", Kind::Cpp),
    ("-Xassembler", Kind::Every),
    ("-include-pch", Kind::Cpp),
    ("-Xclang", Kind::Every),
    ("-mllvm", Kind::Every),
    ("-target", Kind::Every),
    ("-arch", Kind::Every),
    ("--param", Kind::Every),
    ("--sysroot", Kind::Every),
    ("-aux-info", Kind::Every),
    ("-wrapper", Kind::Every),
    ("-dumpbase", Kind::Every),
    ("-dumpbase-ext", Kind::Every),
    ("-dumpdir", Kind::Every),
    ("-framework", Kind::Link),
    ("-u", Kind::Link),
    ("-z", Kind::Link),
    ("-e", Kind::Link),
    ("-h", Kind::Link),
];

const LINK_ONLY: &[&str] = &[
    "-shared",
    "-static",
    "-static-pie",
    "-static-libgcc",
    "-shared-libgcc",
    "-pie",
    "-no-pie",
    "-rdynamic",
    "-symbolic",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-nolibc",
    "-s",
    "-r",
];

const QUESTIONS: &[&str] = &[
    "--version",
    "--help",
    "--target-help",
    "-dumpversion",
    "-dumpfullversion",
    "-dumpmachine",
    "-dumpspecs",
];

impl CommandLine {
    /// Reads words in which response files are expanded already. The error is for a usage message.
    pub fn parse(words: &[String]) -> Result<CommandLine, String> {
        let mut line = CommandLine::default();
        let mut rest = words.iter().cloned();
        let mut language = None;
        while let Some(word) = rest.next() {
            let at = words.len() - rest.len() - 1;
            line.word(word, &mut rest, &mut language)
                .map_err(|text| pointed_at(words, at, &text))?;
        }
        let own = &mut line.own;
        let emulated = !own.archs.is_empty() && own.archs.iter().all(|arch| arch == "emulated");
        // What the user names with the option of ours is what the user gets.
        if own.gpus && emulated && !own.archs_named {
            own.archs.push("default".into());
        }
        Ok(line)
    }

    pub fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.args.iter().filter_map(|arg| match arg {
            Arg::Input(input) => Some(input),
            _ => None,
        })
    }

    /// The files that are compiled rather than linked.
    pub fn sources(&self) -> impl Iterator<Item = &Input> {
        self.inputs()
            .filter(|input| input.language != Language::Object)
    }

    /// The words that every compilation gets, inputs and outputs aside.
    pub fn compile_words(&self) -> Vec<String> {
        self.pick(|arg| matches!(arg, Arg::Cpp(_) | Arg::Every(_)))
    }

    /// Those words without what only the preprocessor reads, for text that it has processed already.
    pub fn words_behind_preprocessor(words: &[String]) -> Vec<String> {
        match CommandLine::parse(words) {
            Ok(line) => line.pick(|arg| matches!(arg, Arg::Every(_))),
            Err(_) => words.to_vec(), // they were parsed before
        }
    }

    fn pick(&self, wanted: impl Fn(&Arg) -> bool) -> Vec<String> {
        let mut out = vec![];
        for arg in self.args.iter().filter(|arg| wanted(arg)) {
            if let Arg::Cpp(words) | Arg::Link(words) | Arg::Every(words) = arg {
                out.extend(words.iter().cloned());
            }
        }
        out
    }

    fn word(
        &mut self,
        word: String,
        rest: &mut dyn Iterator<Item = String>,
        language: &mut Option<String>,
    ) -> Result<(), String> {
        if self.own_word(&word, rest)? {
            return Ok(());
        }
        if let Some(meanings) = other_flags::meaning(&word, &mut || rest.next()) {
            return meanings
                .into_iter()
                .try_for_each(|meaning| self.other_word(&word, meaning, language));
        }
        self.words.push(word.clone());
        if word == "-" || !word.starts_with('-') {
            self.args.push(Arg::Input(Input {
                language: match language_of(&word, language.as_deref()) {
                    Language::C if self.own.cxx && language.is_none() => Language::Cxx,
                    other => other,
                },
                path: word,
                named: language.clone(),
            }));
            return Ok(());
        }
        let mut next = |this: &mut CommandLine| {
            let argument = rest
                .next()
                .ok_or(format!("argument to `{word}` is missing"))?;
            this.words.push(argument.clone());
            Ok::<String, String>(argument)
        };
        match word.as_str() {
            "-c" => self.stage = self.stage.min_with(Stage::Object),
            "-S" => self.stage = self.stage.min_with(Stage::Assembly),
            "-E" => self.stage = Stage::Preprocess,
            "-M" | "-MM" => {
                self.stage = Stage::Preprocess;
                self.dependencies.raw.push(word);
            }
            "-fsyntax-only" => self.stage = self.stage.min_with(Stage::Check),
            "-MD" | "-MMD" => self.dependencies.beside = Some(word),
            "-MP" => self.dependencies.phony = true,
            "-MG" => self.dependencies.raw.push(word),
            "-v" => self.own.verbose = true,
            "-o" | "--output" => self.output = Some(next(self)?),
            "-x" => *language = Some(next(self)?).filter(|name| name != "none"),
            "-fopenmp" => self.openmp = true,
            "-fno-openmp" => self.openmp = false,
            _ if word.starts_with("-MF") || word.starts_with("-MT") || word.starts_with("-MQ") => {
                let argument = match &word[3..] {
                    "" => next(self)?,
                    joined => joined.to_string(),
                };
                match &word[..3] {
                    "-MF" => self.dependencies.file = Some(argument),
                    option => self.dependencies.targets.push((option.into(), argument)),
                }
            }
            _ if word.starts_with("-fopenmp=") => self.openmp = true,
            _ if word.starts_with("--output=") => {
                self.output = Some(word["--output=".len()..].into())
            }
            _ if word.starts_with("-Wp,") && word.contains("-M") => {
                self.dependencies.raw.push(word)
            }
            _ if word.starts_with("-print-") || QUESTIONS.contains(&word.as_str()) => {
                self.question = true
            }
            _ if word.starts_with("-o") => self.output = Some(word[2..].into()),
            _ if word.starts_with("-x") => {
                *language = Some(word[2..].to_string()).filter(|name| name != "none")
            }
            _ => {
                let arg = self.option(word.clone(), &mut next)?;
                self.args.push(arg);
            }
        }
        Ok(())
    }

    /// Takes a word of another compiler's by what it means.
    fn other_word(
        &mut self,
        word: &str,
        meaning: Meaning,
        language: &mut Option<String>,
    ) -> Result<(), String> {
        let mut gcc = |word: &str| self.word(word.into(), &mut std::iter::empty(), language);
        match meaning {
            Meaning::OpenMp => gcc("-fopenmp")?,
            Meaning::NoOpenMp => gcc("-fno-openmp")?,
            Meaning::Words(words) => words.into_iter().try_for_each(gcc)?,
            Meaning::Archs(archs) => self.own.archs.extend(archs),
            Meaning::Gpus => self.own.gpus = true,
            Meaning::CudaPath(folder) => self.own.tools.nvcc = Some(Named::Toolkit(folder)),
            Meaning::HostOnly => self.host_only = true,
            Meaning::Nothing => {}
            Meaning::Refused(instead) => return Err(format!("{word}: {instead}")),
        }
        Ok(())
    }

    /// Takes an option that does not change what the driver does.
    fn option(
        &mut self,
        word: String,
        next: &mut impl FnMut(&mut CommandLine) -> Result<String, String>,
    ) -> Result<Arg, String> {
        if let Some((_, kind)) = SEPARATE.iter().find(|(name, _)| *name == word) {
            let argument = next(self)?;
            let hands_on = matches!(word.as_str(), "-Xpreprocessor" | "-Xclang");
            self.openmp |= hands_on && argument == "-fopenmp";
            return Ok(kind.arg(vec![word, argument]));
        }
        if LINK_ONLY.contains(&word.as_str())
            || word.starts_with("-Wl,")
            || word.starts_with("-static-lib")
        {
            return Ok(Arg::Link(vec![word]));
        }
        if word.starts_with("-Wp,") {
            self.openmp |= word.split(',').any(|part| part == "-fopenmp");
            return Ok(Arg::Cpp(vec![word]));
        }
        let joined = JOINED_OR_SEPARATE
            .iter()
            .find(|(name, _)| word.starts_with(name));
        match joined {
            Some((name, kind)) if *name == word => {
                let argument = next(self)?;
                Ok(kind.arg(vec![word, argument]))
            }
            Some((_, kind)) => Ok(kind.arg(vec![word])),
            None => Ok(Arg::Every(vec![word])),
        }
    }
}

impl Kind {
    fn arg(self, words: Vec<String>) -> Arg {
        match self {
            Kind::Cpp => Arg::Cpp(words),
            Kind::Link => Arg::Link(words),
            Kind::Every => Arg::Every(words),
        }
    }
}

impl Stage {
    /// The earlier one of two stages.
    fn min_with(self, other: Stage) -> Stage {
        if (other as u8) < (self as u8) {
            other
        } else {
            self
        }
    }
}

pub fn language_of(path: &str, named: Option<&str>) -> Language {
    match named {
        Some("c") => return Language::C,
        Some("cpp-output") => return Language::PreprocessedC,
        Some("c++" | "c++-cpp-output") => return Language::Cxx,
        Some(_) => return Language::Other,
        None => {}
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("c") => Language::C,
        Some("i") => Language::PreprocessedC,
        Some("cc" | "cpp" | "cxx" | "c++" | "cp" | "C" | "CPP" | "ii") => Language::Cxx,
        Some(
            "s" | "S" | "sx" | "h" | "hh" | "hpp" | "m" | "mm" | "M" | "mi" | "f" | "F" | "for"
            | "f90" | "F90" | "f95" | "F95" | "d" | "go" | "adb" | "ads",
        ) => Language::Other,
        _ => Language::Object,
    }
}

/// A message about a word of a command line, above the words around it and a mark.
pub fn pointed_at(words: &[String], at: usize, text: &str) -> String {
    const AROUND: usize = 4;
    let shown = |words: &[String]| words.iter().map(|word| quoted(word)).collect::<Vec<_>>();
    let first = at.saturating_sub(AROUND);
    let mut before = shown(&words[first..at]);
    if first > 0 {
        before.insert(0, "...".into());
    }
    let behind = shown(&words[at + 1..words.len().min(at + 1 + AROUND)]);
    let (word, before) = (quoted(&words[at]), before.join(" "));
    let column = before.chars().count() + usize::from(!before.is_empty());
    let line = [before, word.clone(), behind.join(" ")].join(" ");
    let marks = "^".repeat(word.chars().count());
    format!("{text}\n  {}\n  {:column$}{marks}", line.trim(), "")
}

/// The file that gcc writes for `path` by default: its name without directory, with this extension.
pub fn default_output(path: &str, extension: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name
        .rsplit_once('.')
        .map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem });
    format!("{stem}.{extension}")
}

#[cfg(test)]
pub(super) mod tests;
