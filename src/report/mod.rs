//! What was decided for each kernel and device function, as data: mode and reasons, where every variable lives and
//! why, shared memory, occupancy, parallel regions, tasks, and what costs time.
//!
//! From the plans and the facts behind them. `text`, `page`, `remarks` and serde's JSON show it: all of them say the
//! same, since none of them computes anything of a kernel. Must not decide anything, nor print.

mod accesses;
mod aliases;
mod blocks;
mod collapse;
mod contended;
mod data_directives;
pub mod effort;
pub mod filter;
pub mod findings;
mod functions;
mod kernel;
pub mod launch;
pub mod levels;
pub mod links;
mod local;
pub mod page;
pub mod places;
mod regions;
pub mod remarks;
mod remedies;
mod repeated;
mod resources;
mod sequences;
pub mod text;
mod transfers;
mod variables;
mod work;

pub use functions::functions;
pub use kernel::kernel;

use crate::device::storage::Object;
use crate::ir::{ConstructId, VarId};
use crate::source::{Preprocessed, Span};
use findings::Finding;
use launch::{Launch, Occupancy, Resources};
use serde::Serialize;

/// A place in a file of the user's. Lines and columns count from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Location {
    /// The path as the compiler knows it.
    pub file: String,
    pub line: u32,
    pub column: u32,
}

/// What was decided for a target region.
#[derive(Clone, Debug, Serialize)]
pub struct Kernel {
    pub name: String,
    /// "dir/file.c:12" of its directive.
    pub place: String,
    pub at: Location,
    /// The function of the program that has the region.
    pub function: String,
    pub directive: String,
    pub mode: &'static str,
    pub why: Vec<Reason>,
    pub launch: Launch,
    pub parameters: usize,
    pub variables: Vec<Variable>,
    pub shared: Shared,
    pub regions: Vec<Region>,
    pub tasks: Vec<Task>,
    /// What costs time by what the program says.
    pub findings: Vec<Finding>,
    /// What costs time by what the kernel takes of an SM.
    pub costs: Vec<Finding>,
    /// Warnings about places in the region.
    pub warnings: Vec<Warning>,
    /// On the architectures that code is made for.
    pub occupancy: Vec<Occupancy>,
    /// On all others, for a page on which one of them can be chosen.
    #[serde(skip)]
    pub elsewhere: Vec<Occupancy>,
    /// Bytes of variables for which shared memory has no room.
    pub spilled_to_global: u64,
    /// What ptxas says is of code that was compiled without what it uses of other files, so that programs run other
    /// code.
    #[serde(rename = "compiled_alone", skip_serializing_if = "std::ops::Not::not")]
    pub alone: bool,
    /// What may take a thread's local memory.
    #[serde(skip)]
    pub local: local::Local,
    /// Where the text names what this is about.
    #[serde(skip)]
    pub places: places::Places,
}

/// A decision, its reason, and how to decide otherwise.
#[derive(Clone, Debug, Serialize)]
pub struct Reason {
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Location>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// It says what the program does not get.
    pub missed: bool,
}

/// A warning of the translator.
#[derive(Clone, Debug, Serialize)]
pub struct Warning {
    pub code: &'static str,
    pub place: String,
    pub at: Location,
    pub text: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct Variable {
    pub name: String,
    pub declared: String,
    pub at: Location,
    /// The construct that gives it the attribute.
    pub construct: String,
    /// The place of that construct.
    pub construct_at: Location,
    pub attribute: String,
    /// `explicit`, `predetermined` or `implicit`.
    pub kind: &'static str,
    pub rule: String,
    pub lives: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// The construct maps it, or a section that it is the base of.
    pub mapped: bool,
    /// Which variable of the program it is, and the construct of the row.
    #[serde(skip)]
    pub id: (VarId, ConstructId),
}

/// The shared memory of a team.
#[derive(Clone, Debug, Serialize)]
pub struct Shared {
    /// The total, without what the system reserves.
    pub bytes: u64,
    /// Whether it may be less: functions with constructs, tasks and regions of one thread have what the optimiser leaves
    /// of them ([`launch::Resources::shared`]).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_most: bool,
    /// Declared by the kernel: what ptxas counts.
    #[serde(rename = "static")]
    pub declared: u64,
    /// Asked for by the launch.
    pub dynamic: u64,
    /// Bytes of the variables, which are `members`.
    pub variables: u64,
    /// Bytes that the device header reserves.
    pub own: Vec<Object>,
    /// Bytes that the budget allows.
    pub budget: u64,
    pub members: Vec<SharedMember>,
}

#[derive(Clone, Debug, Serialize)]
pub struct SharedMember {
    pub name: String,
    pub what: &'static str,
    pub offset: u64,
    pub bytes: u64,
}

/// A construct whose threads are several.
#[derive(Clone, Debug, Serialize)]
pub struct Region {
    pub place: String,
    pub at: Location,
    pub directive: String,
    pub threads: String,
    #[serde(skip)]
    pub id: ConstructId,
}

/// A construct that generates tasks.
#[derive(Clone, Debug, Serialize)]
pub struct Task {
    pub place: String,
    pub at: Location,
    pub directive: String,
    /// Whether other threads may execute its tasks later.
    pub deferred: bool,
    /// Who executes them.
    pub runs: String,
}

/// A device function.
#[derive(Clone, Debug, Serialize)]
pub struct Function {
    pub name: String,
    pub place: String,
    pub at: Location,
    /// The kernels that call it, directly or through others.
    pub kernels: Vec<String>,
    /// How its code runs.
    pub mode: String,
    pub regions: Vec<Region>,
    pub tasks: Vec<Task>,
}

impl Shared {
    /// `at most 1376 bytes`
    pub fn words(&self) -> String {
        words(self.bytes, self.at_most)
    }
}

/// Bytes, or a bound of them.
fn words(bytes: u64, at_most: bool) -> String {
    match at_most {
        true => format!("at most {bytes} bytes"),
        false => format!("{bytes} bytes"),
    }
}

impl Kernel {
    /// What costs time, as far as it can be known before the program runs.
    pub fn expensive(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().chain(&self.costs)
    }

    /// The static bytes of shared memory of a team: those of the image, where it is the one that runs. Code of other
    /// files may use what ptxas finds unused without it.
    fn declared(&self, resources: Option<&Resources>) -> u64 {
        match resources.and_then(|known| known.shared) {
            Some(known) if self.alone => known.max(self.shared.declared),
            Some(known) => known,
            None => self.shared.declared,
        }
    }
}

fn location(pre: &Preprocessed, span: Span) -> Location {
    match pre.place(span) {
        Some(place) => Location {
            file: place.path.display().to_string(),
            line: place.line,
            column: place.col,
        },
        None => {
            let (file, line) = pre.location(span.lo as usize);
            Location {
                file: pre.path(file).display().to_string(),
                line,
                column: 1,
            }
        }
    }
}

/// The words of a directive or clause, as many as tell which one it is: a clause may name thousands of variables, of
/// which each has a row that quotes it.
fn brief(text: &str) -> String {
    const MOST: usize = 200;
    let mut found = String::new();
    for word in text.split_whitespace() {
        if !found.is_empty() {
            found.push(' ');
        }
        if found.len() + word.len() > MOST {
            return found + "...";
        }
        found.push_str(word);
    }
    found
}

/// `dir/a.c:12`, the path as the compiler knows it.
fn at(pre: &Preprocessed, span: Span) -> String {
    let Location { file, line, .. } = location(pre, span);
    format!("{file}:{line}")
}
