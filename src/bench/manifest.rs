//! `bench.toml`: what to build, how to run it, what to compare. The user's page is rodinia-ports/README.md.
//!
//! Must not know where the files lie.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A `bench.toml`. Paths in it are relative to its folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub title: String,
    /// The table that its row stands in.
    #[serde(default = "own_suite")]
    pub suite: String,
    /// Kernels of the warp-specialisation paper that this program is.
    #[serde(default)]
    pub paper: Vec<String>,
    /// Functions whose kernels have times of their own; a kernel of the paper that has some is compared by itself.
    #[serde(default)]
    pub kernels: BTreeMap<String, Vec<String>>,
    /// Whether its times stand in the tables of geometric means.
    #[serde(default = "yes")]
    pub means: bool,
    /// What the numbers of its `@ point` lines are.
    #[serde(default)]
    pub curves: Curves,
    /// Tables of others, beside which its kernels' figures are shown.
    #[serde(default)]
    pub published: Vec<Published>,
    /// The type of most floating-point operations: which peak of the machine counts.
    #[serde(default)]
    pub precision: Precision,
    /// Seconds after which a run counts as hanging, where the command line says nothing.
    #[serde(default)]
    pub timeout: Option<u64>,
    /// What is compiled into every contender.
    #[serde(default)]
    pub common: Part,
    /// Its results are right by definition.
    #[serde(default)]
    pub reference: Option<Part>,
    pub variants: BTreeMap<String, Variant>,
    #[serde(default)]
    pub twin: Option<Twin>,
    /// The words of the command line for each size.
    pub sizes: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub check: Check,
}

fn own_suite() -> String {
    "own".into()
}

fn yes() -> bool {
    true
}

/// The curves that a program tells of itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Curves {
    /// `threads`
    pub over: String,
}

/// A table that somebody published of the resources that kernels take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    pub title: String,
    pub source: String,
    pub quantity: Quantity,
    pub columns: Vec<String>,
    pub lines: Vec<PublishedLine>,
}

/// Its figures for the kernel of one function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedLine {
    pub kernel: String,
    pub figures: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    /// Bytes of shared memory of a team.
    Shared,
    /// Of a thread.
    Registers,
    /// Teams that an SM holds at once.
    Teams,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    #[default]
    F32,
    F64,
}

/// Sources and how to compile them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Part {
    pub sources: Vec<String>,
    /// Folders for `-I`.
    pub include: Vec<String>,
    pub flags: Vec<String>,
    /// For `-l`.
    pub libraries: Vec<String>,
}

/// An OpenMP program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Variant {
    pub sources: Vec<String>,
    pub include: Vec<String>,
    pub flags: Vec<String>,
    pub libraries: Vec<String>,
    /// Options of `romp2cuda cc`, which other compilers do not get.
    pub options: Option<Vec<String>>,
}

impl Variant {
    pub fn part(&self) -> Part {
        Part {
            sources: self.sources.clone(),
            include: self.include.clone(),
            flags: self.flags.clone(),
            libraries: self.libraries.clone(),
        }
    }
}

/// The program by hand in CUDA.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Twin {
    pub sources: Vec<String>,
    pub include: Vec<String>,
    pub flags: Vec<String>,
    pub libraries: Vec<String>,
    /// The share of the roofline that it was measured to reach; 0: not measured yet.
    pub roofline: f64,
    /// What bounds it.
    pub bound: Option<Bound>,
    /// Why, where the share is low.
    pub reason: String,
}

impl Twin {
    pub fn part(&self) -> Part {
        Part {
            sources: self.sources.clone(),
            include: self.include.clone(),
            flags: self.flags.clone(),
            libraries: self.libraries.clone(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    Memory,
    Compute,
    Latency,
    Launches,
}

/// What of a run must be as in the reference's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Check {
    /// Standard output, without the lines that begin with `@ `.
    pub stdout: bool,
    pub files: Vec<CheckedFile>,
}

/// A file that a run writes into its current folder, and how far it may differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckedFile {
    pub path: String,
    #[serde(rename = "type")]
    pub element: Element,
    /// Numbers a and b are alike where |a - b| <= absolute + relative * |b|.
    #[serde(default)]
    pub relative: f64,
    #[serde(default)]
    pub absolute: f64,
    /// The share of elements that may differ by more.
    #[serde(default)]
    pub share: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Element {
    U8,
    I32,
    I64,
    F32,
    F64,
    Text,
}

impl Manifest {
    /// Reads the text of a `bench.toml`; the error names line and reason.
    pub fn parse(text: &str) -> Result<Manifest, String> {
        let manifest: Manifest =
            toml::from_str(text).map_err(|error| error.to_string().trim_end().to_string())?;
        manifest.consistent()?;
        Ok(manifest)
    }

    /// What the types do not say.
    fn consistent(&self) -> Result<(), String> {
        if self.variants.is_empty() {
            return Err("[variants] is empty: name at least one OpenMP program".into());
        }
        if self.sizes.is_empty() {
            return Err("[sizes] is empty: give at least the command line of one size".into());
        }
        for (name, variant) in &self.variants {
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            if !name.chars().all(plain) {
                return Err(format!(
                    "the variant's name {name:?} has other characters than letters, digits, _ and -"
                ));
            }
            if crate::bench::contenders::RESERVED.contains(&name.as_str()) {
                return Err(format!(
                    "a variant cannot be called {name:?}: that is another compiler's row"
                ));
            }
            if variant.sources.is_empty() && self.common.sources.is_empty() {
                return Err(format!("the variant {name} has no sources"));
            }
        }
        for table in &self.published {
            let bad = |line: &&PublishedLine| line.figures.len() != table.columns.len();
            if let Some(line) = table.lines.iter().find(bad) {
                return Err(format!(
                    "{:?}, {}: as many figures are needed as there are columns",
                    table.title, line.kernel
                ));
            }
        }
        if !self.check.stdout && self.check.files.is_empty() {
            return Err(
                "[check] compares nothing: set stdout = true, or name [[check.files]]".into(),
            );
        }
        for file in &self.check.files {
            let tolerances = [file.relative, file.absolute, file.share];
            if !tolerances.iter().all(|t| t.is_finite() && *t >= 0.0) || file.share >= 1.0 {
                return Err(format!(
                    "{}: a tolerance must be a number from 0 up, `share` below 1",
                    file.path
                ));
            }
            let path = std::path::Path::new(&file.path);
            if path.is_absolute()
                || path
                    .components()
                    .any(|c| c == std::path::Component::ParentDir)
            {
                return Err(format!(
                    "{}: a checked file lies in the run's own folder",
                    file.path
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"
        title = "t"
        [variants.only]
        sources = ["a.c"]
        [sizes]
        test = []
        [check]
        stdout = true
    "#;

    #[test]
    fn little_needs_to_be_said() {
        let manifest = Manifest::parse(SMALL).unwrap();
        assert_eq!(manifest.suite, "own");
        assert_eq!(manifest.precision, Precision::F32);
        assert!(manifest.twin.is_none() && manifest.reference.is_none());
        assert_eq!(manifest.variants["only"].sources, ["a.c"]);
    }

    #[test]
    fn what_is_unknown_is_told_with_its_line() {
        let error = Manifest::parse(&SMALL.replace("stdout", "stdot")).unwrap_err();
        assert!(
            error.contains("stdot") && error.contains("line 8"),
            "{error}"
        );
    }

    #[test]
    fn a_manifest_that_checks_nothing_is_refused() {
        for (from, to, says) in [
            ("stdout = true", "stdout = false", "compares nothing"),
            ("test = []", "", "[sizes] is empty"),
            ("variants.only", "variants.cuda", "another compiler's row"),
            ("sources = [\"a.c\"]", "", "has no sources"),
            (
                "stdout = true",
                "[[check.files]]\npath = \"../x\"\ntype = \"f32\"",
                "own folder",
            ),
            (
                "stdout = true",
                "[[check.files]]\npath = \"x\"\ntype = \"f32\"\nshare = 1.0",
                "tolerance",
            ),
        ] {
            let error = Manifest::parse(&SMALL.replace(from, to)).unwrap_err();
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn tables_have_a_figure_for_each_column() {
        let table = |figures: &str| {
            let text = format!(
                "{SMALL}\n[[published]]\ntitle = \"t\"\nsource = \"s\"\nquantity = \"teams\"\n\
                 columns = [\"a\", \"b\"]\nlines = [{{ kernel = \"f\", figures = {figures} }}]\n"
            );
            Manifest::parse(&text)
        };
        assert_eq!(
            table("[1, 2.5]").unwrap().published[0].lines[0].figures,
            [1.0, 2.5]
        );
        assert!(table("[1]").unwrap_err().contains("as many figures"));
    }

    #[test]
    fn the_programs_of_the_repository_are_read() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let folders = ["rodinia-ports", "benches", "benches/gpu"].map(|name| root.join(name));
        let entries = folders
            .iter()
            .flat_map(|folder| std::fs::read_dir(folder).unwrap());
        let mut found = 0;
        for entry in entries {
            let path = entry.unwrap().path().join("bench.toml");
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            let manifest = Manifest::parse(&text);
            assert!(
                manifest.is_ok(),
                "{}: {}",
                path.display(),
                manifest.unwrap_err()
            );
            found += 1;
        }
        assert!(found > 30);
    }
}
