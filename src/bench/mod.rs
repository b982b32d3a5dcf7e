//! `romp2cuda bench`: builds programs with every compiler, runs them in turn, checks and compares them.
//!
//! A program is a folder with a `bench.toml` ([`manifest`]). Its contenders ([`contenders`]) are its OpenMP variants
//! as this translator compiles them, the same variants by other compilers, and a program in CUDA by hand. They are
//! built into a folder ([`build`]), which can be carried to another machine, and run from it ([`rounds`]): every
//! result is checked against the reference's ([`references`], [`kept`], [`check`]), kernel times come from one method for all
//! ([`records`]). A program may also tell times over a number ([`curves`]). What was measured is a value
//! ([`report::Report`]), which `text`, `html` and serde's JSON show, and which [`baseline`] compares with an earlier one,
//! [`published`] with tables of others. Must not know what the translator does with a program: it calls it as it calls
//! the other compilers, by its command line.

pub mod baseline;
pub mod build;
pub mod charts;
pub mod check;
pub mod comparisons;
pub mod contenders;
pub mod curves;
pub mod elements;
pub mod functions;
pub mod html;
pub mod kept;
pub mod libraries;
pub mod machine;
pub mod manifest;
pub mod measure;
pub mod programs;
pub mod published;
pub mod queue;
pub mod recipes;
pub mod records;
pub mod references;
pub mod report;
pub mod rounds;
pub mod sanitize;
pub mod sources;
pub mod statistics;
pub mod text;

/// Receives what the user may want to see while programs are built and run.
pub trait Progress: Sync {
    /// What is being done now; each replaces the one before.
    fn now(&self, text: &str);
    /// Whether the user wants an end: what is there by then is reported.
    fn stopped(&self) -> bool;
}
