//! romp2cuda: C with OpenMP `target` constructs in, readable CUDA C out.
//!
//! The modules are the pipeline, in the order in which data flows; ARCHITECTURE.md is the map.

#[deny(missing_docs)]
pub mod analyze;
pub mod bench;
pub mod cli;
#[deny(missing_docs)]
pub mod compare;
#[deny(missing_docs)]
pub mod device;
pub mod diag;
pub mod driver;
pub mod edit;
pub mod emit;
pub mod fix;
pub mod front;
#[deny(missing_docs)]
pub mod ir;
pub mod library;
pub mod lint;
pub mod lsp;
pub mod omp;
#[deny(missing_docs)]
pub mod outline;
#[deny(missing_docs)]
pub mod plan;
pub mod report;
pub mod review;
#[deny(missing_docs)]
pub mod sema;
// The runtime's own: `packaged/` leads to its sources, here and in what cargo packs.
#[path = "../packaged/src/sizes.rs"]
pub mod sizes;
pub mod source;
pub mod transform;
pub mod translate;
