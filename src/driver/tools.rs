//! Which compilers make device code: what the command line names, else what variables name.
//!
//! Words of the command line are seen by make and ccache; variables are not. Must not know what the tools do.

use super::emulated;
use super::nvcc::Nvcc;
use std::path::PathBuf;

/// The tools that the command line names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tools {
    /// `--nvcc`, `--cuda-path`; else `NVCC`, `CUDA_HOME` and so on.
    pub nvcc: Option<Named>,
    /// `--device-cxx`; else `ROMP_CXX`.
    pub cxx: Option<String>,
}

/// How the command line names nvcc.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// `--nvcc`: the program.
    Program(String),
    /// `--cuda-path`: the folder of a CUDA toolkit.
    Toolkit(String),
}

impl Tools {
    /// The tools as text for a digest: a program in the cache was made by these.
    pub fn found(&self) -> (Option<PathBuf>, Option<String>) {
        let nvcc = Nvcc::find(self).map(|nvcc| nvcc.path);
        (nvcc, emulated::find_cxx(self))
    }
}
