//! What it takes to move a tree of files to a device: what is translated, what is refused and why, what one thread
//! executes.
//!
//! From the reports and the refusals of all files. As lines of `key: value` that grep can read, the places below the
//! keys; must not know how files were found.

use super::Kernel;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It has no directives for a device.
    HostOnly,
    Translated,
    /// The translator refuses something in it, and so all of it.
    Refused,
    /// The C compiler or its preprocessor refuses it.
    NotCompiled,
}

/// A sentence about a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Said {
    /// `a.c:12`
    pub place: String,
    pub text: String,
}

impl Said {
    /// By the file, then by the line as a number.
    fn order(&self) -> (&str, u32, &str) {
        let (file, line) = self.place.rsplit_once(':').unwrap_or((&self.place, ""));
        match line.parse() {
            Ok(line) => (file, line, &self.text),
            Err(_) => (&self.place, 0, &self.text),
        }
    }
}

/// What was found in one file.
#[derive(Clone, Debug, Serialize)]
pub struct File {
    pub file: String,
    pub state: State,
    /// Its target regions.
    pub regions: usize,
    /// The regions that one thread executes.
    pub one_thread: Vec<Said>,
    /// The regions that several teams of one thread execute.
    pub teams_of_one: Vec<Said>,
    /// The regions with several threads that one team executes.
    pub one_team: Vec<Said>,
    /// What else costs time.
    pub costs: Vec<Said>,
    /// What is refused, by code.
    pub refused: BTreeMap<&'static str, Vec<Said>>,
    /// Warnings, by code.
    pub warnings: BTreeMap<&'static str, Vec<Said>>,
    /// What the C compiler says first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compiler: Option<String>,
}

impl File {
    /// A file of which nothing is known yet but its state.
    pub fn new(file: String, state: State) -> File {
        File {
            file,
            state,
            regions: 0,
            one_thread: vec![],
            teams_of_one: vec![],
            one_team: vec![],
            costs: vec![],
            refused: BTreeMap::new(),
            warnings: BTreeMap::new(),
            compiler: None,
        }
    }

    /// Adds the kernels of a translated file.
    pub fn kernels(&mut self, kernels: &[Kernel]) {
        self.regions = kernels.len();
        for kernel in kernels {
            let at = &kernel.at;
            let said = Said {
                place: format!("{}:{}", at.file, at.line),
                text: format!("kernel {}: {}", kernel.name, kernel.directive),
            };
            match (kernel.launch.max_threads, kernel.launch.one_team) {
                (1, true) => self.one_thread.push(said),
                (1, false) => self.teams_of_one.push(said),
                (_, true) => self.one_team.push(said),
                _ => {}
            }
            self.costs.extend(kernel.expensive().map(|one| Said {
                place: format!("{}:{}", one.at.file, one.at.line),
                text: one.text.clone(),
            }));
        }
    }
}

/// The whole tree.
#[derive(Clone, Debug, Serialize)]
pub struct Effort {
    pub version: u32,
    pub files: Vec<File>,
}

impl Effort {
    /// The files in the order of their names.
    pub fn of(mut files: Vec<File>) -> Effort {
        files.sort_by(|a, b| a.file.cmp(&b.file));
        Effort { version: 1, files }
    }

    fn with(&self, state: State) -> impl Iterator<Item = &File> {
        self.files.iter().filter(move |file| file.state == state)
    }

    /// Lines of `key: value`; what belongs to a key is indented below it.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let count = |state| self.with(state).count();
        let regions = |state| self.with(state).map(|file| file.regions).sum::<usize>();
        let (translated, refused) = (regions(State::Translated), regions(State::Refused));
        let lines = [
            ("files", self.files.len()),
            ("files without code for a device", count(State::HostOnly)),
            ("files translated", count(State::Translated)),
            ("files refused", count(State::Refused)),
            ("files not compiled", count(State::NotCompiled)),
            ("regions", translated + refused),
            ("regions translated", translated),
            ("regions in refused files", refused),
        ];
        for (key, value) in lines {
            let _ = writeln!(out, "{key}: {value}");
        }
        for file in self.with(State::NotCompiled) {
            let text = file.compiler.as_deref().unwrap_or_default();
            let _ = writeln!(out, "not compiled: {}: {text}", file.file);
        }
        for (code, all) in by_code(self.files.iter().map(|file| &file.refused)) {
            section(&mut out, &format!("refused {code}"), &all);
        }
        let all = |of: fn(&File) -> &Vec<Said>| -> Vec<&Said> {
            self.files.iter().flat_map(of).collect()
        };
        section(
            &mut out,
            "regions on one thread",
            &all(|file| &file.one_thread),
        );
        section(
            &mut out,
            "regions on teams of one thread",
            &all(|file| &file.teams_of_one),
        );
        let one_team = all(|file| &file.one_team);
        section(
            &mut out,
            "regions on one team of several threads",
            &one_team,
        );
        section(&mut out, "what costs time", &all(|file| &file.costs));
        for (code, all) in by_code(self.files.iter().map(|file| &file.warnings)) {
            section(&mut out, &format!("warnings {code}"), &all);
        }
        out
    }
}

/// What all files say of each code.
fn by_code<'a>(
    files: impl Iterator<Item = &'a BTreeMap<&'static str, Vec<Said>>>,
) -> BTreeMap<&'static str, Vec<&'a Said>> {
    let mut found: BTreeMap<_, Vec<&Said>> = BTreeMap::new();
    for (code, said) in files.flatten() {
        found.entry(*code).or_default().extend(said);
    }
    found
}

fn section(out: &mut String, key: &str, all: &[&Said]) {
    // A header's refusals come with each file that includes it.
    let mut all: Vec<&Said> = all.to_vec();
    all.sort_by_key(|said| said.order());
    all.dedup();
    let _ = writeln!(out, "{key}: {}", all.len());
    for said in all {
        let _ = writeln!(out, "  {}: {}", said.place, said.text);
    }
}
