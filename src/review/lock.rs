//! `romp2cuda.lock`: what is kept of each accepted translation beside its texts.
//!
//! A file in TOML, in which everything is sorted and no path is absolute, so that two branches that change different
//! kernels merge. A file with the marks of a merge conflict is read on both sides ([`Lock::read`]). Must not know where
//! it lies.

use super::hand;
use super::spelling::plain;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use toml::{Table, Value};

/// The file's name.
pub const NAME: &str = "romp2cuda.lock";
const VERSION: u32 = 1;
const HEAD: &str = "# What was accepted of the CUDA code that romp2cuda made, and of what it was made. `romp2cuda review`
# writes this file; keep it under version control beside the code.
";

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lock {
    pub version: u32,
    /// By the name of the folder.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub output: BTreeMap<String, Output>,
}

/// A program's translation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Output {
    /// The translator's version.
    pub translator: String,
    /// The C files, from the folder of this file, in the order in which they are linked.
    pub files: Vec<String>,
    /// Options of the translator on the command line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Options of `romp2cuda.toml`, which is read each time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub project: Vec<String>,
    /// Flags of the C compiler.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
    /// Digests of the user's headers.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
    /// Digests of the changes that were rejected, by their title.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rejected: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unit: BTreeMap<String, Unit>,
}

/// A C file, by its path from the folder of this file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// Its host C, below the output folder.
    pub output: String,
    /// Digest of the file.
    pub source: String,
    /// Digest of the preprocessed text without system headers.
    pub preprocessed: String,
    /// Digest of what other units may use of its device code, and it of theirs.
    pub interface: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kernel: BTreeMap<String, Kernel>,
}

/// What was decided for a kernel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kernel {
    pub directive: String,
    /// Digest of its code, without comments, places and numbers of kernels.
    pub text: String,
    pub mode: String,
    /// The numbers of teams and of threads a team, in words.
    pub teams: String,
    pub threads: String,
    /// The most threads a team that it is compiled for.
    pub max_threads: u32,
    /// Bytes of shared memory of a team.
    pub shared: u64,
    pub parameters: usize,
    /// Whether its threads have barriers.
    pub barriers: bool,
    /// Why it is so, with the figures of the cost model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// What costs time by the report, without lines; none where an earlier version did not keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub costs: Option<Vec<String>>,
    /// What the report says of these now: with the place, and what helps.
    #[serde(skip)]
    pub remarks: Vec<String>,
    /// Where its variables live.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub variables: BTreeMap<String, String>,
    /// Teams on an SM at a time, by architecture and threads a team, as far as threads and shared memory decide.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub resident: BTreeMap<String, u64>,
    /// The options that it was accepted with, where others are asked for since, and what they change is pending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    /// The translator's version that it was accepted with, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translator: Option<String>,
    /// Where its directive stands now: `a.c:12`.
    #[serde(skip)]
    pub place: String,
}

impl Output {
    /// The options that decided what was generated.
    pub fn all_options(&self) -> Vec<String> {
        [&self.project[..], &self.options].concat()
    }

    /// The folder of the source that corresponds to the output folder, with a slash behind it; none without a C file.
    pub fn root(&self) -> Option<String> {
        let mut units = self.unit.iter();
        units.find_map(|(name, unit)| Some(name.strip_suffix(&unit.output)?.to_owned()))
    }

    /// What a kernel that stays as it was keeps of this, where `now` is asked for.
    pub fn keep(&self, kernel: &mut Kernel, now: &Output) {
        let options = kernel.options.take().unwrap_or_else(|| self.all_options());
        kernel.options = Some(options).filter(|options| *options != now.all_options());
        let translator = kernel.translator.take();
        let translator = translator.unwrap_or_else(|| self.translator.clone());
        kernel.translator = Some(translator).filter(|version| *version != now.translator);
    }

    /// A kernel of a CUDA file.
    pub fn kernel(&self, cuda: &Path, name: &str) -> Option<&Kernel> {
        self.unit_of(cuda)?.1.kernel.get(name)
    }

    /// The unit of a CUDA file.
    pub fn unit_of(&self, cuda: &Path) -> Option<(&String, &Unit)> {
        let is_of =
            |unit: &Unit| Path::new(&unit.output).with_extension("") == cuda.with_extension("");
        self.unit.iter().find(|(_, unit)| is_of(unit))
    }
}

/// A file that was read, and whether two sides of a merge were in it.
pub struct Read {
    pub lock: Lock,
    pub conflicts: usize,
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The line, from 1.
    pub line: usize,
    pub message: String,
}

impl Lock {
    pub fn read(text: &str) -> Result<Read, Damage> {
        if !hand::is_whole(text) {
            return Err(Damage {
                line: hand::left_over(text, &[]).unwrap_or(1),
                message: "a merge conflict was resolved in part: a mark of it is left".into(),
            });
        }
        let begins = |line: &&str| line.starts_with("<<<<<<<");
        let conflicts = text.lines().filter(begins).count();
        if conflicts == 0 {
            let lock = entries(text)?;
            // git may have taken what both sides added without a mark.
            let conflicts = usize::from(toml::from_str::<Lock>(text).is_err());
            return Ok(Read { lock, conflicts });
        }
        let (ours, theirs) = sides(text);
        let lock = match (entries(&ours), entries(&theirs)) {
            (Ok(ours), Ok(theirs)) => joined(ours, theirs),
            (Ok(lock), Err(_)) | (Err(_), Ok(lock)) => lock,
            (Err(damage), Err(_)) => {
                return Err(Damage {
                    line: text.lines().position(|line| begins(&line)).unwrap_or(0) + 1,
                    message: format!(
                        "neither side of the conflict can be read: {}",
                        damage.message
                    ),
                });
            }
        };
        Ok(Read { lock, conflicts })
    }

    pub fn print(&self) -> String {
        let lock = Lock {
            version: VERSION,
            output: self.output.clone(),
        };
        let text = toml::to_string_pretty(&lock).expect("plain data has a form in TOML");
        HEAD.to_owned() + &text
    }
}

/// A text without marks. What it has twice, which is what two branches added each, counts once: whether it is true is
/// seen by the accepted texts.
fn one(text: &str) -> Result<Lock, Damage> {
    let line_of = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let read = toml::from_str(text);
    let lock: Lock = read
        .or_else(|error| toml::from_str(&once(text)).map_err(|_| error))
        .map_err(|error| Damage {
            line: error.span().map_or(1, |span| line_of(span.start)),
            message: first_line(error.message()),
        })?;
    match lock.version <= VERSION {
        true => Ok(lock),
        false => Err(Damage {
            line: text.find("version").map_or(1, line_of),
            message: format!("it has version {}, of a newer romp2cuda", lock.version),
        }),
    }
}

/// A side of a merge, of which single entries may be in pieces: git joins lines, and a table's head may have gone to the
/// one side, and what stands below it to the other. Such an entry is left out: what is not known of a kernel is written
/// anew by the next review.
fn entries(text: &str) -> Result<Lock, Damage> {
    one(text).or_else(|damage| whole_entries(text).ok_or(damage))
}

/// The lock without the units and kernels that lack something; none where more than these is wrong.
fn whole_entries(text: &str) -> Option<Lock> {
    let mut all: Table = toml::from_str(&once(text)).ok()?;
    let outputs = all.get_mut("output")?.as_table_mut()?;
    for output in outputs.iter_mut().filter_map(|(_, it)| it.as_table_mut()) {
        let Some(units) = output.get_mut("unit").and_then(Value::as_table_mut) else {
            continue;
        };
        for unit in units.iter_mut().filter_map(|(_, it)| it.as_table_mut()) {
            if let Some(kernels) = unit.get_mut("kernel").and_then(Value::as_table_mut) {
                kernels.retain(|_, kernel| kernel.clone().try_into::<Kernel>().is_ok());
            }
        }
        units.retain(|_, unit| unit.clone().try_into::<Unit>().is_ok());
    }
    let lock: Lock = all.try_into().ok()?;
    (lock.version <= VERSION).then_some(lock)
}

/// The text without tables, and keys of a table, that are there already.
fn once(text: &str) -> String {
    let (mut tables, mut keys) = (BTreeSet::new(), BTreeSet::new());
    let (mut again, mut value) = (false, false);
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let key = line.split_once(" = ").map(|(key, _)| key);
        if line.starts_with('[') {
            again = !tables.insert(line.trim_end());
            keys.clear();
            value = false;
        } else if let Some(key) = key.filter(|key| !key.starts_with([' ', '#'])) {
            value = !keys.insert(key);
        }
        if !again && !value {
            out.push_str(line);
        }
    }
    out
}

fn first_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    line.chars().take(200).collect()
}

/// The two sides of a text with marks of conflicts; that of the common ancestor, if any, is left out.
pub fn sides(text: &str) -> (String, String) {
    let (mut ours, mut theirs) = (String::new(), String::new());
    let (mut in_ours, mut in_theirs) = (true, true);
    for line in text.split_inclusive('\n') {
        match line.get(..7) {
            Some("<<<<<<<") => (in_ours, in_theirs) = (true, false),
            Some("|||||||") => (in_ours, in_theirs) = (false, false),
            Some("=======") => (in_ours, in_theirs) = (false, true),
            Some(">>>>>>>") => (in_ours, in_theirs) = (true, true),
            _ => {
                if in_ours {
                    ours.push_str(line);
                }
                if in_theirs {
                    theirs.push_str(line);
                }
            }
        }
    }
    (ours, theirs)
}

/// What either side has; where both have an entry, ours: whether it is true is seen by the accepted texts.
fn joined(mut ours: Lock, theirs: Lock) -> Lock {
    for (name, output) in theirs.output {
        let Some(own) = ours.output.get_mut(&name) else {
            ours.output.insert(name, output);
            continue;
        };
        for (header, digest) in output.headers {
            own.headers.entry(header).or_insert(digest);
        }
        for (name, unit) in output.unit {
            if !own.files.contains(&name) {
                own.files.push(name.clone());
            }
            let known = own.unit.entry(name).or_insert_with(|| unit.clone());
            for (name, kernel) in unit.kernel {
                known.kernel.entry(name).or_insert(kernel);
            }
        }
    }
    ours
}

/// Digest of a text's bytes.
pub fn digest(text: &[u8]) -> String {
    let bytes = Sha256::digest(text);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Digest of code: the same where only comments, blanks and places differ.
pub fn digest_of_code(text: &str, name: &str) -> String {
    let names = BTreeMap::from([(name.to_owned(), "@".to_owned())]);
    digest(plain(text, &names).join(" ").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lock(kernels: &[(&str, u32)]) -> Lock {
        let kernels = kernels.iter().map(|(name, threads)| {
            let kernel = Kernel {
                directive: "target".into(),
                threads: threads.to_string(),
                why: vec!["it is \"short\"".into()],
                variables: BTreeMap::from([("x".into(), "kernel parameter".into())]),
                ..Kernel::default()
            };
            (name.to_string(), kernel)
        });
        let unit = Unit {
            output: "a.c".into(),
            kernel: kernels.collect(),
            ..Unit::default()
        };
        let output = Output {
            translator: "1".into(),
            files: vec!["src/a.c".into()],
            unit: BTreeMap::from([("src/a.c".into(), unit)]),
            ..Output::default()
        };
        Lock {
            version: VERSION,
            output: BTreeMap::from([("out".into(), output)]),
        }
    }

    #[test]
    fn what_is_printed_is_read_again() {
        let lock = lock(&[("f_1", 128), ("f_2", 256)]);
        let text = lock.print();
        assert!(
            text.contains("[output.out.unit.\"src/a.c\".kernel.f_1]"),
            "{text}"
        );
        let read = Lock::read(&text).unwrap();
        assert_eq!((read.lock, read.conflicts), (lock, 0));
        assert!(Lock::read("version = 99").is_err());
        assert_eq!(damaged("# one\nversion = "), 2);
        assert_eq!(damaged("version = 1\n\n[output.out]\ntranslator = 3\n"), 4);
        assert_eq!(damaged("[output]\n"), 1);
    }

    fn damaged(text: &str) -> usize {
        Lock::read(text).err().map_or(0, |damage| damage.line)
    }

    #[test]
    fn what_two_branches_added_counts_once() {
        let text = lock(&[("f_1", 128), ("f_2", 256)]).print();
        let at = text
            .find("[output.out.unit.\"src/a.c\".kernel.f_2]")
            .unwrap();
        let twice = text.clone() + "\n" + &text[at..].replace("256", "64");
        let read = Lock::read(&twice).unwrap();
        assert_eq!(read.lock, lock(&[("f_1", 128), ("f_2", 256)]));
        assert_eq!(read.conflicts, 1);
        let twice = text.replace(
            "threads = \"128\"\n",
            "threads = \"128\"\nthreads = \"64\"\n",
        );
        assert_eq!(Lock::read(&twice).unwrap().lock, read.lock);
    }

    #[test]
    fn a_conflict_that_is_half_there_is_found() {
        let text = lock(&[("f_1", 128)]).print();
        let lines = text.lines().count();
        assert_eq!(damaged(&format!("{text}=======\n")), lines + 1);
        assert_eq!(damaged(&format!("<<<<<<< HEAD\n{text}")), 1);
        assert_eq!(damaged(&format!("{text}>>>>>>> theirs\n")), lines + 1);
        let neither = "version = 1\n<<<<<<< HEAD\nx = \n=======\ny = \n>>>>>>> theirs\n";
        assert_eq!(damaged(neither), 2);
    }

    #[test]
    fn an_entry_in_pieces_is_left_out() {
        let text = lock(&[("f_1", 128), ("f_2", 256)]).print();
        let head = "[output.out.unit.\"src/a.c\".kernel.f_2]\n";
        let at = text.find(head).unwrap();
        // The one side has the head alone, the other one another unit, and the lines below are of both.
        let other = head.replace("a.c", "b.c");
        let conflict = format!(
            "{}<<<<<<< HEAD\n{head}=======\n[output.out.unit.\"src/b.c\"]\n\n{other}>>>>>>> theirs\n{}",
            &text[..at],
            &text[at + head.len()..]
        );
        let read = Lock::read(&conflict).unwrap();
        assert_eq!(read.lock, lock(&[("f_1", 128), ("f_2", 256)]));
        assert_eq!(read.conflicts, 1);
        // Neither side is whole.
        let conflict = conflict.replacen("directive = \"target\"\n", "", 1);
        let read = Lock::read(&conflict).unwrap();
        assert_eq!(read.lock, lock(&[("f_2", 256)]));
        // git joined the two without a mark.
        let joined = format!("{}{}", &text[..at], &text[at..].replace(head, &other));
        let read = Lock::read(&joined).unwrap();
        assert_eq!(read.lock, lock(&[("f_1", 128)]));
        assert_eq!(read.conflicts, 1);
    }

    #[test]
    fn both_sides_of_a_conflict_are_read() {
        let one = lock(&[("f_1", 128), ("g_1", 32)]).print();
        let other = lock(&[("f_1", 128), ("h_1", 64)]).print();
        let at = one
            .find("[output.out.unit.\"src/a.c\".kernel.g_1]")
            .unwrap();
        let there = other
            .find("[output.out.unit.\"src/a.c\".kernel.h_1]")
            .unwrap();
        let text = format!(
            "{}<<<<<<< HEAD\n{}=======\n{}>>>>>>> theirs\n",
            &one[..at],
            &one[at..],
            &other[there..]
        );
        let read = Lock::read(&text).unwrap();
        let kernels = &read.lock.output["out"].unit["src/a.c"].kernel;
        assert_eq!(kernels.keys().collect::<Vec<_>>(), ["f_1", "g_1", "h_1"]);
        assert_eq!(read.conflicts, 1);
    }
}
