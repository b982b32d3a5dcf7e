//! `bench.toml` of a folder of `rodinia-ports/`, as its README describes it. A key that is not described is an error.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub title: String,
    pub suite: String,
    /// Kernels of the warp-specialisation paper that the program is.
    #[serde(default)]
    pub paper: Vec<String>,
    /// Of most floating-point operations; `romp2cuda bench` alone asks.
    #[serde(default)]
    #[expect(dead_code)]
    pub precision: Precision,
    /// Seconds after which `romp2cuda bench` stops a run.
    pub timeout: Option<u64>,
    #[serde(default)]
    pub common: Part,
    pub reference: Part,
    pub variants: BTreeMap<String, Part>,
    pub twin: Option<Twin>,
    pub sizes: BTreeMap<String, Vec<String>>,
    pub check: Check,
}

/// What to build; paths are relative to the folder.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Part {
    pub sources: Vec<String>,
    pub include: Vec<String>,
    pub flags: Vec<String>,
    pub libraries: Vec<String>,
    /// Of a variant: options of the translator alone.
    pub options: Vec<String>,
}

/// The program by hand in CUDA, and how near to the roofline it was measured to come.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Twin {
    pub sources: Vec<String>,
    #[serde(default)]
    pub include: Vec<String>,
    #[serde(default)]
    pub flags: Vec<String>,
    #[serde(default)]
    pub libraries: Vec<String>,
    pub roofline: f64,
    pub bound: Bound,
    pub reason: String,
}

#[derive(Deserialize, Default, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    #[default]
    F32,
    F64,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    Memory,
    Compute,
    Latency,
    Launches,
}

/// What has to agree with the reference.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Check {
    pub stdout: bool,
    pub files: Vec<CheckedFile>,
}

/// A file of results. Of two numbers a and b, `|a - b| <= absolute + relative * |b|` has to hold, but for a share of
/// the elements.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckedFile {
    pub path: String,
    #[serde(rename = "type")]
    pub element: Element,
    #[serde(default)]
    pub relative: f64,
    #[serde(default)]
    pub absolute: f64,
    #[serde(default)]
    pub share: f64,
}

#[derive(Deserialize, Clone, Copy)]
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
    pub fn read(folder: &Path) -> Result<Self, String> {
        let path = folder.join("bench.toml");
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// What the README asks of a folder beyond the form of its `bench.toml`.
    pub fn complete(&self, folder: &Path) -> Result<(), String> {
        let missing = |what: String| Err(format!("{}: {what}", folder.display()));
        if self.title.is_empty() || self.suite.is_empty() || self.paper.iter().any(String::is_empty)
        {
            return missing("an empty name in bench.toml".into());
        }
        for size in ["test", "small", "large"] {
            if !self.sizes.contains_key(size) {
                return missing(format!("no size {size}"));
            }
        }
        for variant in ["spmd", "nested"] {
            if !self.variants.contains_key(variant) {
                return missing(format!("no variant {variant}"));
            }
        }
        if self.timeout == Some(0) {
            return missing("no run ends within no time".into());
        }
        if !self.check.stdout && self.check.files.is_empty() {
            return missing("nothing is compared".into());
        }
        if !folder.join("README.md").is_file() {
            return missing("no README.md".into());
        }
        match &self.twin {
            None => missing("no twin".into()),
            Some(twin) if !(0.0..=1.0).contains(&twin.roofline) => {
                missing("the twin's roofline is a share".into())
            }
            Some(twin) if twin.roofline > 0.0 && twin.roofline < 0.6 && twin.reason.is_empty() => {
                missing("a twin below 0.6 of the roofline has to say why".into())
            }
            Some(twin)
                if twin.roofline > 0.0
                    && twin.bound == Bound::Launches
                    && twin.reason.is_empty() =>
            {
                missing("a twin bound by launches has to say why".into())
            }
            Some(_) => Ok(()),
        }
    }
}
